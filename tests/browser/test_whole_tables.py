"""Games against the guards by touch, from the first page to the kept sheet; the taps of their part are counted."""

import json
import os
from collections.abc import Iterable
from statistics import median
from typing import Final, NamedTuple, Self

import pytest
from phones import Phone, PhoneMaker, Server
from tables import WHOLE_BOX, Done, Toucher, round_of

pytestmark = pytest.mark.browser

GUARDS: Final = {"turn_guard_card", "show_guard_card", "type_guard_card", "type_location_card"}
"""What is tapped in roll call because the guards act."""

# What the board says is asked once for a copy, as the face of a card is.
CARDS: Final = {
    "set_ruling",
    "type_goons",
    "type_item",
    "type_card",
    "type_bandit",
    "type_demon",
    "deck_empty",
    "space_empty",
}
ROUNDS: Final = 6
PLAYED: Final = int(os.environ.get("LOCKUP_ROUNDS", "2"))
"""How many of them are played: the first, the second where there are more than two, and the last ones. Six are all."""
FIRST: Final = min(PLAYED - 1, 2)
"""How many are played before the last ones."""


class Tally(NamedTuple):
    """The taps of a round: how many turns the guards had, and what was tapped for whom."""

    turns: int
    turned: int
    lights_out: int
    cards: int
    others: int

    @property
    def round(self) -> int:
        """All of them, but for the typing of cards."""
        return self.turned + self.lights_out + self.others

    @classmethod
    def of(cls, done: Iterable[Done]) -> Self:
        acts = [*done]
        cards = sum(one.taps for one in acts if one.type in CARDS)
        turned = sum(one.taps for one in acts if one.type in GUARDS and not one.lights_out)
        lights_out = sum(one.taps for one in acts if one.lights_out and one.type not in CARDS)
        others = sum(one.taps for one in acts) - turned - lights_out - cards
        turns = sum(one.type in {"turn_guard_card", "show_guard_card"} for one in acts)
        return cls(turns, turned, lights_out, cards, others)

    def __str__(self) -> str:
        return (
            f"guards {self.turns} turns {self.turned} taps, lights out {self.lights_out};"
            f" the player's own {self.others}, together {self.round}; cards entered {self.cards}"
        )


def begin(phone: Phone, seed: str, **wishes: str) -> Toucher:
    """From the first page to the first question of a game with a seed, by touch."""
    phone.go("/")
    phone.follow('.door[href="/alone"]')
    phone.find("[name=seed]").evaluate("(field, seed) => { field.value = seed; }", seed)
    for name, value in wishes.items():
        phone.tap(f'label:has([name="{name}"][value="{value}"])')
    phone.tap(".hand .button.primary")
    phone.page.wait_for_url("**/t/*")
    phone.ready()
    return Toucher(phone, "by touch")


class Rows(NamedTuple):
    """Where the rows stand at which a card may lie, what is seen of the last above the hand, whether guards ask."""

    tops: tuple[int, ...]
    in_sight: int
    asked: bool


_ROWS: Final = """() => {
    const all = [...document.querySelectorAll("#board .place-row")].slice(0, 7);
    const rows = all.map((one) => one.getBoundingClientRect());
    const hand = document.querySelector(".table-hand").getBoundingClientRect();
    const asked = document.querySelector("#pad") !== null;
    return [rows.map((one) => Math.round(one.top)), Math.round(hand.top - rows.at(-1).top), asked];
}"""


STAYS: Final = (
    ".at-board",
    ".at-board .tray",
    ".at-duel .stash:not(.swap)",
    ".scene-duel .place-head .why > summary",
    ".table-foot > a[href*='ask=tome']",
)
"""What stands where it stood, whatever is told and asked above it."""

_STANDS: Final = """(all) => all.flatMap((one) => {
    const found = document.querySelector(one);
    if (!found) return [];
    const { left, top } = found.getBoundingClientRect();
    return [[one, [left, top + (found.closest("main") ? scrollY : 0)]]];
})"""


def stand(seen: dict[str, list[list[float]]], player: Toucher) -> None:
    """Note where what stays stands, in the first round with its captions by itself."""
    captioned = "" if round_of(player.phone) > 1 else "captioned: "
    for what, place in player.phone.page.evaluate(_STANDS, STAYS):
        seen.setdefault(captioned + what, []).append(place)


_UNDER: Final = """() => {
    const hand = document.querySelector(".table-hand.at-duel")?.getBoundingClientRect().top ?? Infinity;
    const rows = [...document.querySelectorAll("#main .moves .move")];
    return rows.filter((one) => one.checkVisibility() && one.getBoundingClientRect().bottom > hand)
        .map((one) => one.textContent.trim());
}"""
"""The moves of a location that end under the hand."""


def watch(stood: dict[str, list[list[float]]], under: list[tuple[int, str]], player: Toucher) -> bool:
    """Note what stands where and what is not in sight, until the game is over."""
    stand(stood, player)
    under += [(round_of(player.phone), one) for one in player.phone.page.evaluate(_UNDER)]
    return player.scene == "end"


def look(seen: list[Rows], player: Toucher) -> None:
    """Note where the rows of roll call stand, where it is roll call."""
    if player.scene == "board":
        tops, in_sight, asked = player.phone.page.evaluate(_ROWS)
        seen.append(Rows(tuple(tops), in_sight, asked))


LEAP: Final = """async ([round]) => {
    const address = `/api/v1/tables/${location.pathname.split("/")[2]}`;
    const { version } = await (await fetch(address)).json();
    const body = JSON.stringify({ version, type: "set_phase", fields: { round, phase: ["roll_call"] } });
    const headers = { "Content-Type": "application/json", "Idempotency-Key": "act-of-somebody-who-leaps" };
    return (await fetch(`${address}/corrections`, { method: "POST", headers, body })).status;
}"""
"""Goes on with another round, as somebody does who corrects in which round the game is."""


def leap(phone: Phone) -> None:
    """Leave out the rounds between the first and the last that are played."""
    if PLAYED < ROUNDS:
        assert phone.page.evaluate(LEAP, [ROUNDS - PLAYED + FIRST + 1]) == 200
        phone.page.reload()
        phone.ready()


def test_a_whole_game_with_cards_that_the_app_deals(phones: PhoneMaker, own_server: Server, report: list[str]) -> None:
    own_server.post("/box/import", text=json.dumps(WHOLE_BOX))
    phone = phones(own_server, hurried=True)
    player = begin(phone, "the same each time")
    stood: dict[str, list[list[float]]] = {}
    under: list[tuple[int, str]] = []
    player.play(lambda player: watch(stood, under, player) or round_of(phone) > FIRST)
    leap(phone)
    player.play(lambda player: watch(stood, under, player))
    rounds = sorted({one.round for one in player.done})
    assert rounds[-1] == ROUNDS
    tallies = {number: Tally.of(one for one in player.done if one.round == number) for number in rounds}
    for number, tally in tallies.items():
        report.append(f"round {number}: {tally}" if number else f"setup: {tally}")
        night = [one for one in player.done if one.round == number and one.lights_out]
        report.append(f"  lights out: {', '.join(f'{one.type} {one.taps}' for one in night)}")
        assert tally.turned <= 2 * tally.turns
    nights = [tally.lights_out for number, tally in tallies.items() if number]
    most = max(tally.round for number, tally in tallies.items() if number > 1)
    report.append(f"lights out: median {median(nights)}, most {max(nights)}; a round at most {most}")
    # Whatever is to be moved at a location is read before the tap that goes on, without scrolling.
    assert under == []
    assert {*STAYS} <= stood.keys()
    for what, places in stood.items():
        assert all(max(one) - min(one) <= 1 for one in zip(*places, strict=True)), (what, {*map(tuple, places)})
    # Somebody who goes wherever there is something to choose, and takes back nothing.
    assert median(nights) <= 11
    assert max(nights) <= 13
    assert most <= 28
    report.append(f"{phone.taps} taps in all")
    phone.follow(".table-hand .primary")
    assert "/s/" in phone.page.url
    assert phone.find(".ledger tfoot td").count() == 2
    assert phone.find(".verdict h2").inner_text()


def test_a_round_with_the_real_cards(own_server: Server, phones: PhoneMaker, report: list[str]) -> None:
    # In a house of its own: goons that its box knows would be tapped whole.
    player = begin(phones(own_server, hurried=True), "real cards", dealing="cards")
    player.step()
    [goons] = player.done
    report.append(f"five goons typed: {goons.taps} taps, {player.bandits} for the cubes of Bandits")
    assert goons.type == "type_goons"
    assert goons.taps - player.bandits == 11
    seen: list[Rows] = []
    player.play(lambda player: round_of(player.phone) == 2 or look(seen, player))
    # Whatever the guards' turn asks, seven rows stay where they are, and all can be tapped above the keys.
    assert len(seen) > 8
    # A pixel is what rounding makes.
    assert all(max(one) - min(one) <= 1 for one in zip(*(rows.tops for rows in seen), strict=True))
    assert min(rows.in_sight for rows in seen if rows.asked) >= 36
    tally = Tally.of(one for one in player.done if one.round == 1)
    report.append(f"round 1: {tally}")
    assert tally.turns >= 3
    assert tally.turned <= 3 * tally.turns
