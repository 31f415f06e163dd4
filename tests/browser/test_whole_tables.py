"""Games against the guards by touch, from the first page to the kept sheet; the taps of their part are counted."""

import json
import sys
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, Self

import pytest
from phones import Phone, PhoneMaker, Server
from tables import FIRST_BOX, Done, Toucher, round_of

pytestmark = pytest.mark.browser

GUARDS: Final = {"turn_guard_card", "type_guard_card", "type_location_card", "resolve"}
"""What is tapped because the guards act; who is alone at a place, or only the player, is resolved with the same tap."""

CARDS: Final = {"type_goons", "type_item", "type_card", "type_bandit", "type_demon", "deck_empty", "space_empty"}
ROUNDS: Final = 6


class Tally(NamedTuple):
    """The taps of a round: how many turns the guards had, and what was tapped for whom."""

    turns: int
    turned: int
    lights_out: int
    cards: int
    others: int

    @classmethod
    def of(cls, done: Iterable[Done]) -> Self:
        acts = [*done]
        guards = [one for one in acts if one.type in GUARDS]
        cards = sum(one.taps for one in acts if one.type in CARDS)
        turned, lights_out = (sum(one.taps for one in guards if one.lights_out is phase) for phase in (False, True))
        others = sum(one.taps for one in acts) - turned - lights_out - cards
        return cls(sum(one.type == "turn_guard_card" for one in acts), turned, lights_out, cards, others)

    def __str__(self) -> str:
        return (
            f"guards {self.turns} turns {self.turned} taps, lights out {self.lights_out};"
            f" cards entered {self.cards}, the player's own {self.others}"
        )


@pytest.fixture
def report(request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]) -> Iterator[list[str]]:
    """What was counted, said on the terminal; by stderr, which workers of xdist share with it."""
    lines: list[str] = []
    yield lines
    with capsys.disabled():
        sys.stderr.write("".join(f"\n{request.node.name}: {line}" for line in lines) + "\n")


def begin(phone: Phone, **wishes: str) -> Toucher:
    """From the first page to the first question of a game, by touch."""
    phone.go("/")
    phone.follow('.door[href="/alone"]')
    for name, value in wishes.items():
        phone.tap(f'label:has([name="{name}"][value="{value}"])')
    phone.tap(".hand .button.primary")
    phone.page.wait_for_url("**/t/*")
    phone.ready()
    return Toucher(phone, "by touch")


def test_a_whole_game_with_cards_that_the_app_deals(phones: PhoneMaker, own_server: Server, report: list[str]) -> None:
    own_server.post("/box/import", text=json.dumps(FIRST_BOX))
    phone = phones(own_server)
    player = begin(phone)
    player.play(lambda player: player.scene == "end")
    for number in range(ROUNDS + 1):
        tally = Tally.of(one for one in player.done if one.round == number)
        report.append(f"round {number}: {tally}" if number else f"setup: {tally}")
        assert tally.turned <= 2 * tally.turns
        assert tally.lights_out <= 10
    report.append(f"{phone.taps} taps in all")
    phone.follow(".table-hand .primary")
    assert "/s/" in phone.page.url
    assert phone.find(".ledger tfoot td").count() == 2
    assert phone.find(".verdict h2").inner_text()


def test_a_round_with_the_real_cards(phone: Phone, report: list[str]) -> None:
    player = begin(phone, dealing="cards")
    player.step()
    [goons] = player.done
    report.append(f"five goons typed: {goons.taps} taps, {player.bandits} for the cubes of Bandits")
    assert goons.type == "type_goons"
    assert goons.taps - player.bandits == 11
    player.play(lambda player: round_of(player.phone) == 2)
    tally = Tally.of(one for one in player.done if one.round == 1)
    report.append(f"round 1: {tally}")
    assert tally.turns >= 3
    assert tally.turned <= 4 * tally.turns
