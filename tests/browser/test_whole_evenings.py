"""Six rounds by touch, of three in full depth and alone with real cards: what a person taps, round by round."""

from collections.abc import Iterator
from statistics import median

import pytest
from everybody import Everybody
from parties import seat_everybody
from phones import Phone, PhoneMaker, Server
from tables import settled
from test_whole_tables import Tally, begin

pytestmark = [pytest.mark.browser, pytest.mark.endurance]

ROUNDS = range(1, 7)


def play(phones: list[Phone], code: str) -> Iterator[tuple[list[int], list[int]]]:
    """For each phone the taps of each of six rounds, without choices and typed cards, and those of each choice."""
    for phone in phones:
        phone.go(f"/t/{code}")
        phone.page.wait_for_selector(":root[data-live=stream]", state="attached")
        settled(phone)
    everybody = Everybody(*phones)
    everybody.play(lambda: all(one.find("[data-scene=end]").count() for one in phones))
    for place in range(len(phones)):
        choices = [taps for round_ in ROUNDS for taps in everybody.choices(place, round_)]
        yield [everybody.rest(place, round_) for round_ in ROUNDS], choices


def test_an_evening_of_three_phones_takes_each_few_taps_a_round(
    phones: PhoneMaker, host: Server, report: list[str]
) -> None:
    table = seat_everybody(host, "Vera", "Isaac", "Stan", depth="full", roll_call=True)
    three = [phones(host, device=device, hurried=True) for device in table.devices]
    keeper, *others = play(three, table.code)
    for rests, choices in (keeper, *others):
        report.append(f"{rests}, median {median(rests)}; {sum(choices)} more for {len(choices)} choices")
        assert sum(choices) <= 3 * len(choices)
    # Where a patrol asks something, or a raid is called, the keeper goes on once more than in a round without.
    assert median(keeper[0]) <= 19
    assert max(median(rests) for rests, _ in others) <= 12


def test_an_evening_of_one_phone_for_three_takes_few_taps_a_round(
    phones: PhoneMaker, host: Server, report: list[str]
) -> None:
    table = seat_everybody(host, "Vera", "Isaac", "Stan", depth="full", roll_call=True, holds=[0, 1, 2])
    [(rests, choices)] = play([phones(host, device=table.devices[0], hurried=True)], table.code)
    report.append(f"{rests}, median {median(rests)}; {sum(choices)} more for {len(choices)} choices")
    assert sum(choices) <= 3 * len(choices)
    assert median(rests) <= 40


def test_an_evening_alone_with_real_cards_takes_three_taps_a_guards_turn(
    phones: PhoneMaker, own_server: Server, report: list[str]
) -> None:
    player = begin(phones(own_server, hurried=True), "an evening of real cards", dealing="cards")
    player.play(lambda player: player.scene == "end")
    for round_ in ROUNDS:
        tally = Tally.of(one for one in player.done if one.round == round_)
        report.append(f"round {round_}: {tally}")
        assert tally.turned <= 3 * tally.turns
