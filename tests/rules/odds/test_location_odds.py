"""Odds of a location: known answers by hand, and the same fractions as the engine playing every deal."""

import random
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

import pytest
from support.common import rule
from support.every_deal import ALL_CARDS, GUARDS, PLAYER, RollCall, every_deal, leads_in

from companion.rules.frozen import FrozenDict
from companion.rules.odds.draws import Draws
from companion.rules.odds.errors import NotAssignable, NotInRollCall, UnknownCards
from companion.rules.odds.knowledge import knowledge
from companion.rules.odds.location_odds import (
    _gives_power,
    location_odds,
    next_location_card,
    odds_by_location,
    odds_by_token,
)
from companion.rules.shuffling.house_deck import house_deck
from companion.rules.state.cards import GuardFace
from companion.rules.state.pieces import OFF_DUTY, Cube, GuardCard
from companion.rules.state.position import Phase, Position
from companion.rules.state.setup import Dealing, Difficulty
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step
from companion.rules.vocabulary import ENFORCER, EditionName, Location

YARD, SEWERS, SMITHY, HALL = Location.EXERCISE_YARD, Location.SEWERS, Location.SMITHY, Location.CHOW_HALL

LARGE = 50
DEALS = 20
"""How many deals of large positions are played for each small one that is played through."""

MANY_DEALS = 200_000

SIGMAS = 2.576
"""How many standard deviations on either side hold 99 of 100 results."""

MOST_OUTSIDE = 4
"""One of a hundred is outside though nothing is wrong: more than four of fifty are in one run of six thousand."""


def leads(position: Position, location: Location, *tokens: int | str, **how: tuple[int, ...]) -> Fraction:
    return location_odds(position, PLAYER, location, tokens, **how).leads


@rule("L-2", "L-4", "Z-9")
def test_a_face_down_card_is_any_of_the_unseen_ones_and_ties_go_to_the_holder_of_the_marker() -> None:
    table = RollCall("1 3 3", down=(SEWERS,), home=(3,))
    assert location_odds(table.position, PLAYER, SEWERS, (3,)) == (
        *(SEWERS, (3,), Fraction(1, 3)),
        *(Fraction(1, 3), Fraction(2, 3), Fraction(0)),
        FrozenDict({1: Fraction(1, 3), 3: Fraction(2, 3)}),
    )
    assert leads(table.position._replace(first_player=PLAYER), SEWERS, 3) == 1


@rule("L-2", "Z-4", "Z-5", "Z-7")
def test_a_card_comes_where_the_location_card_of_a_turn_still_to_come_says() -> None:
    # Two tokens at home, one turn of the guards between them: one of three location cards brings one of two cards.
    table = RollCall("2 4", cards=(SEWERS, SMITHY, OFF_DUTY), home=(3, 5))
    assert leads(table.position, SEWERS, 3) == 1 - Fraction(1, 3) * Fraction(1, 2)
    assert leads(table.position, SEWERS, 3, 5) == 1
    guards_turn = table.position._replace(agenda=(Step(StepKind.TURN, GUARDS),))
    assert leads(guards_turn, SEWERS, 3) == 1 - Fraction(2, 3) * Fraction(1, 2)


@rule("Z-5")
def test_a_turn_of_the_guards_that_is_under_way_still_turns_up_its_location_card_but_no_second_card() -> None:
    table = RollCall("4", cards=(SEWERS, OFF_DUTY), home=(3,))
    for steps, comes in ((StepKind.LOCATION_CARD,), Fraction(1, 2)), ((StepKind.END_GUARDS_TURN,), Fraction(0)):
        position = table.position._replace(agenda=tuple(Step(kind, GUARDS) for kind in steps))
        assert leads(position, SEWERS, 3) == 1 - comes


@rule("Z-6")
def test_six_turns_may_ask_for_more_cards_than_the_deck_has() -> None:
    table = RollCall("5", cards=(SEWERS, SMITHY), home=(2, 3, 4))
    assert leads(table.position, SEWERS, 2) == Fraction(1, 2)
    assert leads(table.position._replace(location_deck=(), location_cards=ALL_CARDS), SEWERS, 2) == 1


@rule("Z-8")
def test_a_special_card_revealed_in_lights_out_brings_another_one_and_none_from_an_empty_deck() -> None:
    table = RollCall("2* 3", down=(SEWERS,), home=(4,))
    assert leads(table.position, SEWERS, 4) == Fraction(1, 2)
    # The other card lies at another place, so that nothing is left in the deck.
    assert leads(RollCall("2* 3", down=(SEWERS, SMITHY), home=(4,)).position, SEWERS, 4) == 1


@rule("L-2", "Z-8")
def test_what_special_cards_draw_at_an_earlier_location_is_no_longer_in_the_deck() -> None:
    position = RollCall("2* 2* 4", down=(SEWERS, SMITHY), home=(5,)).position
    # Where the 4 lies in the deck the Sewers take it, and the special card at the Smithy brings nothing.
    assert location_odds(position, PLAYER, SMITHY).guards == {2: Fraction(1, 3), 4: Fraction(2, 3)}


@rule("Z-8")
def test_a_special_card_that_the_guards_turns_will_have_turned_up_brings_none() -> None:
    table = RollCall("2* 3 0", down=(SEWERS, SMITHY), home=(4, 5))
    # The first of them is turned up in the one turn of the guards, unless the player means to choose the other.
    assert leads(table.position, SEWERS, 4) == 1
    assert leads(table.position, SEWERS, 4, turned_first=(1,)) == 1 - Fraction(1, 3) * Fraction(1, 2)


@rule("Z-5", "Z-8")
def test_a_special_card_that_is_just_being_turned_up_brings_none() -> None:
    position = RollCall("2* 3", down=(SEWERS,), home=(4,)).position
    under_way = (Step(StepKind.REVEAL, GUARDS, card=0), Step(StepKind.LOCATION_CARD, GUARDS))
    assert leads(position._replace(agenda=under_way), SEWERS, 4) == 1
    # Without it the turn has turned up another card already, and none is chosen any more.
    assert leads(position._replace(agenda=under_way[1:]), SEWERS, 4) == Fraction(1, 2)


@rule("L-6", "L-11")
def test_power_and_marker_won_at_the_exercise_yard_count_later_in_the_same_night() -> None:
    # With 2 the player leads the yard where a 0 or a 1 lies: then 1 power more, and the marker.
    table = RollCall("0 1 4", down=(YARD, SEWERS), home=(ENFORCER,), laid={2: YARD}, power=(3, 0))
    odds = location_odds(table.position, PLAYER, SEWERS, (ENFORCER,))
    # 0 or 1 at the yard and 4 here, a tie that the marker decides; or 4 at the yard and less than 3 here.
    assert odds.leads == 1
    assert (odds.below, odds.equal, odds.above) == (Fraction(2, 3), Fraction(1, 3), 0)


@pytest.mark.parametrize(("left", "guards"), [(1, 1), (2, 2)])
@rule("E-8", "L-19", "L-20")
def test_the_last_power_cube_of_the_exercise_yard_goes_to_the_first(left: int, guards: int) -> None:
    position = RollCall("1 power", down=(YARD, SEWERS), laid={2: YARD}, home=(3,)).position
    setup = replace(
        position.setup,
        chosen_rulings={"tier_exercise_yard": "power"},
        cubes={**position.setup.cubes, Cube.POWER: 2 + left},
    )
    cards = tuple(card._replace(up=True) for card in position.guard_cards)
    found = location_odds(position._replace(setup=setup, guard_cards=cards), PLAYER, SEWERS)
    assert found.guards == {guards: 1}


@rule("Z-9")
def test_a_guard_card_that_shows_power_counts_their_power_cubes() -> None:
    table = RollCall("power 1", down=(SEWERS,), home=(3,), power=(1, 4))
    assert location_odds(table.position, PLAYER, SEWERS).guards == {1: Fraction(1, 2), 4: Fraction(1, 2)}


@rule("L-3")
def test_who_is_not_there_does_not_lead() -> None:
    position = RollCall("1", home=(2,)).position
    odds = location_odds(position, PLAYER, SEWERS)
    assert (odds.leads, odds.equal, odds.guards) == (0, 1, {0: 1})
    assert leads(position, SEWERS, 2) == 1
    # The guards alone are there, with a 1; the player's nothing is below that.
    there = position._replace(guard_cards=(GuardCard(SEWERS, GuardFace(1), up=True),), guard_deck=())
    odds = location_odds(there, PLAYER, SEWERS)
    assert (odds.leads, odds.above, odds.guards) == (0, 1, {1: 1})


@rule("L-4", "L-6", "L-11", "Z-5")
def test_a_card_that_comes_to_the_exercise_yard_decides_who_has_the_marker_later_that_night() -> None:
    position = RollCall("3 4", down=(SEWERS,), cards=(YARD,), home=(3, 5), laid={2: YARD}, power=(0, 0)).position
    position = position._replace(guard_cards=(position.guard_cards[0]._replace(up=True),))
    # The 4 comes to the yard and the guards keep the marker, for a tie in the Sewers; without it the player wins it.
    assert leads(position, SEWERS, 3) == 0
    assert leads(position._replace(location_deck=(), location_cards=ALL_CARDS), SEWERS, 3) == 1


@rule("L-6")
@pytest.mark.parametrize(("location", "gives"), [(YARD, True), (SEWERS, False), (Location.LIBRARY, False)])
def test_the_exercise_yard_alone_gives_power_that_counts_later(location: Location, gives: bool) -> None:
    assert _gives_power(RollCall("1").position, location) is gives


@rule("Z-8", "Z-9")
def test_a_card_of_one_face_is_drawn_in_as_many_ways_as_there_are_of_it_and_a_special_one_brings_another() -> None:
    draws = Draws({GuardFace(1): 200})
    assert [*draws.found(draws.drawn({draws.begun(0): 2}, GuardFace(1), revealed=True))] == [(0, (1, 0), 199, 400)]
    draws = Draws({GuardFace(2, special=True): 1, GuardFace(1): 1})
    for face, revealed, found in (
        (GuardFace(2, special=True), True, (0, (3, 0), 0, 1)),
        (GuardFace(2, special=True), False, (0, (2, 0), 1, 1)),
        (GuardFace(1), True, (0, (1, 0), 1, 1)),
    ):
        assert [*draws.found(draws.drawn({draws.begun(1): 1}, face, revealed=revealed))] == [found]
    assert [*draws.found(draws.drawn({draws.begun(0): 1}, GuardFace(2, special=True), revealed=True))] == [
        (0, (2, 0), 1, 1)
    ]


@rule("Z-4", "Z-5", "Z-7")
@pytest.mark.parametrize(
    ("step", "home", "together", "turns", "reveals"),
    [
        # On the player's own turn the guards have one between any two of the player's.
        *((Step(StepKind.TURN, PLAYER), 3, 1, 2, 2), (Step(StepKind.TURN, PLAYER), 3, 2, 1, 1)),
        *((Step(StepKind.TURN, PLAYER), 1, 1, 0, 0), (Step(StepKind.TURN, PLAYER), 0, 0, 0, 0)),
        # On the guards' own they have one more, even if it is the last.
        *((Step(StepKind.TURN, GUARDS), 3, 1, 3, 3), (Step(StepKind.TURN, GUARDS), 0, 0, 1, 1)),
        # Where their card is chosen only its location card is to come.
        *((Step(StepKind.LOCATION_CARD, GUARDS), 3, 1, 3, 2), (Step(StepKind.LOCATION_CARD, GUARDS), 1, 1, 1, 0)),
        *((Step(StepKind.LOCATION_CARD, GUARDS), 0, 0, 1, 0), (Step(StepKind.END_GUARDS_TURN, GUARDS), 3, 1, 2, 2)),
        *((Step(StepKind.END_GUARDS_TURN, GUARDS), 1, 1, 0, 0), (Step(StepKind.END_GUARDS_TURN, GUARDS), 0, 0, 0, 0)),
    ],
)
def test_the_guards_turn_up_a_card_and_a_location_card_in_each_turn_until_the_players_last_token(
    step: Step, home: int, together: int, turns: int, reveals: int
) -> None:
    position = RollCall("1 1 1 1", down=(SEWERS,) * 4, cards=ALL_CARDS, home=(2, 3, 4)[:home]).position
    known = knowledge(position._replace(agenda=(step,)), PLAYER, together, ())
    assert (known.turns, len(known.there[SEWERS].up)) == (turns, reveals)


@rule("Z-4")
def test_what_a_player_knows_of_the_guards_is_asked_in_a_roll_call_by_the_player_alone() -> None:
    position = RollCall("1", home=(3,)).position
    for wrong, seat in (position, GUARDS), (position._replace(phase=Phase.LIGHTS_OUT), PLAYER):
        with pytest.raises(NotInRollCall):
            knowledge(wrong, seat, 1, ())


@rule("L-2", "R-1", "R-2")
def test_each_token_at_home_has_odds_where_one_may_be_added() -> None:
    position = RollCall("0 4 5", down=(HALL,), home=(3, 5), laid={4: SEWERS}).position
    found = odds_by_token(position, PLAYER, HALL)
    assert found == {token: location_odds(position, PLAYER, HALL, (token,)) for token in (3, 5)}
    assert [found[token].leads for token in (3, 5)] == [Fraction(1, 3), Fraction(2, 3)]
    assert odds_by_token(position, PLAYER, SEWERS) == {}
    with pytest.raises(NotAssignable):
        odds_by_token(position, PLAYER, Location.LIBRARY)
    # As each of them is added alone, the guards still have a turn.
    comes = RollCall("2 4", cards=(HALL, OFF_DUTY), home=(3, 5)).position
    assert [one.leads for one in odds_by_token(comes, PLAYER, HALL).values()] == [Fraction(3, 4), 1]


@rule("R-1", "R-2")
def test_all_locations_that_are_still_free_have_their_odds_at_once() -> None:
    position = RollCall("0 4 5", down=(HALL,), home=(3, 5), laid={4: SEWERS}).position
    free = [place for place in position.setup.edition.assignable if place is not SEWERS]
    assert odds_by_location(position, PLAYER) == {place: odds_by_token(position, PLAYER, place) for place in free}


@pytest.mark.parametrize(
    ("location", "tokens"), [(Location.LIBRARY, ()), (SEWERS, (3,)), (SMITHY, (4,)), (SMITHY, (3, 3))]
)
@rule("R-1", "R-2")
def test_what_cannot_be_assigned_has_no_odds(location: Location, tokens: tuple[int, ...]) -> None:
    position = RollCall("1", home=(3, 5), laid={4: SEWERS}).position
    with pytest.raises(NotAssignable):
        location_odds(position, PLAYER, location, tokens)


@rule("R-1", "R-2")
def test_all_that_is_wrong_with_what_cannot_be_assigned_is_said() -> None:
    position = RollCall("1", home=(3, 5), laid={4: SEWERS}).position
    with pytest.raises(NotAssignable) as wrong:
        location_odds(position, PLAYER, SEWERS, (3, 4, 3))
    assert [one.path for one in wrong.value.all] == [("location",), ("tokens", 1), ("tokens", 2)]


@rule("Z-2", "Z-3")
def test_that_neither_guard_cards_nor_location_cards_are_known_is_said_together() -> None:
    position = RollCall("1", cards=(SEWERS, OFF_DUTY, OFF_DUTY), home=(3,)).position
    unknown = position._replace(location_cards=(), guard_deck=(*position.guard_deck, None))
    with pytest.raises(UnknownCards) as wrong:
        knowledge(unknown, PLAYER, 1, ())
    assert [one.key for one in wrong.value.all] == ["odds.needs_guard_cards", "odds.location_cards"]


@rule("Z-5", "Z-6")
def test_each_location_card_that_is_left_is_as_likely_to_come_next() -> None:
    position = RollCall("1", cards=(SEWERS, OFF_DUTY, OFF_DUTY), home=(3,)).position
    assert next_location_card(position, PLAYER) == {SEWERS: Fraction(1, 3), OFF_DUTY: Fraction(2, 3)}
    assert next_location_card(position._replace(location_deck=(), location_cards=ALL_CARDS), PLAYER) == {}
    with pytest.raises(UnknownCards):
        next_location_card(position._replace(location_cards=()), PLAYER)
    with pytest.raises(NotInRollCall):
        next_location_card(position, GUARDS)
    # One card was turned up twice, and another never.
    twice = (*(card for card in ALL_CARDS if card != SMITHY), SEWERS)
    with pytest.raises(UnknownCards):
        next_location_card(position._replace(location_deck=(), location_cards=twice), PLAYER)


@rule("Z-2", "Z-3", "Z-9")
def test_unknown_and_copied_faces_are_refused_and_never_guessed() -> None:
    table = RollCall("1 3 3", down=(SEWERS,), home=(3,))
    setup = table.position.setup
    unknown = table.position._replace(setup=replace(setup, guard_deck=setup.guard_deck[:2], dealing=Dealing.CARDS))
    copied = table.position._replace(guard_cards=(GuardCard(SEWERS, GuardFace(4), up=True),))
    for position in (unknown, copied):
        with pytest.raises(UnknownCards, match=r"odds\.needs_guard_cards") as refused:
            location_odds(position, PLAYER, SEWERS)
        assert refused.value.data == {"n": 3, "known": 2}


@rule("Z-2")
def test_where_a_person_deals_the_odds_are_the_same_once_all_faces_of_the_copy_are_known() -> None:
    position = RollCall("1 3 3", down=(SEWERS,), home=(3,)).position
    by_hand = position._replace(
        setup=replace(position.setup, dealing=Dealing.CARDS),
        guard_deck=(None, None),
        guard_cards=(GuardCard(SEWERS, None),),
        location_deck=(None,) * len(position.location_deck),
    )
    assert location_odds(by_hand, PLAYER, SEWERS) == location_odds(position, PLAYER, SEWERS)


@rule("R-1", "R-2")
def test_there_are_no_odds_but_for_the_player_in_roll_call() -> None:
    position = RollCall("1", home=(3,)).position
    for wrong, seat in (
        (position, GUARDS),
        (position._replace(phase=Phase.LIGHTS_OUT), PLAYER),
        (position._replace(agenda=()), PLAYER),
    ):
        with pytest.raises(NotInRollCall):
            location_odds(wrong, seat, SEWERS)
    # It is the moment that is told, wherever one asks.
    with pytest.raises(NotInRollCall):
        location_odds(position._replace(phase=Phase.LIGHTS_OUT), PLAYER, Location.LIBRARY)


@rule("V-1", "Z-5", "Z-6", "Z-8", "L-4", "L-6")
def test_the_odds_are_those_of_every_deal_that_the_engine_can_play(seed: str, positions: int) -> None:
    chance = random.Random(f"odds {seed}")
    met = Counter[str]()
    for _ in range(positions):
        table = RollCall.small(chance)
        location, tokens = table.question(chance)
        found = location_odds(table.position, PLAYER, location, tokens)
        assert found == every_deal(table.position, location, tokens), (table.position, location, tokens)
        assert found.below + found.equal + found.above == sum(found.guards.values()) == 1
        met.update(several=len(found.guards) > 1, unsure=0 < found.leads < 1, more=len(tokens) > 1)
    assert min(met.values()) > positions / 20, met


@rule("V-1", "Z-3", "Z-5", "Z-6", "Z-8", "L-4", "L-6")
def test_of_large_positions_as_many_deals_are_led_as_the_odds_say(seed: str, positions: int) -> None:
    deals = positions * DEALS // LARGE
    outside = [one for one in (dealt(f"large {seed} {n}", deals) for n in range(LARGE)) if one.is_outside]
    assert len(outside) <= MOST_OUTSIDE, outside


@rule("V-1", "Z-3", "Z-5", "Z-6", "Z-8", "L-4", "L-6")
@pytest.mark.endurance
def test_of_large_positions_200_000_deals_each_are_led_as_the_odds_say(
    seed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It takes about 100 minutes of CPU on two processes."""
    with ProcessPoolExecutor(2) as processes:
        found = [*processes.map(dealt, [f"large {seed} {n}" for n in range(LARGE)], [MANY_DEALS] * LARGE)]
    outside = [one for one in found if one.is_outside]
    with capsys.disabled():
        sys.stderr.write(
            f"\n{LARGE} large positions, {MANY_DEALS} deals each: {len(outside)} outside the 99 % band, where"
            f" {LARGE / 100} are to be expected\n"
        )
    assert len(outside) <= MOST_OUTSIDE, outside


class Dealt(NamedTuple):
    """What was dealt of a position, and how often the player led; the odds say how often that is to be expected."""

    position: Position
    location: Location
    tokens: tuple[int | str, ...]
    odds: Fraction
    deals: int
    led: int

    @property
    def is_outside(self) -> bool:
        """Whether that is outside the band of 99 of 100 results."""
        # A count lies up to half a unit off a share of them.
        by = abs(self.led - self.deals * self.odds)
        return by > SIGMAS * sqrt(self.deals * self.odds * (1 - self.odds)) + 0.5


def dealt(seed: str, deals: int) -> Dealt:
    """So many deals of a large position, played."""
    chance = random.Random(seed)
    table, location, tokens, odds = _unsure(chance)
    led = sum(leads_in(table.dealt_again(chance), location, tokens) for _ in range(deals))
    return Dealt(table.position, location, tokens, odds, deals, led)


def _unsure(chance: random.Random) -> tuple[RollCall, Location, tuple[int | str, ...], Fraction]:
    """A large position, and a question to which the odds say neither always nor never."""
    while True:
        table = RollCall.large(chance)
        location, tokens = table.question(chance)
        odds = location_odds(table.position, PLAYER, location, tokens).leads
        if 0 < odds < 1:
            return table, location, tokens, odds


@rule("V-1")
def test_no_odds_change_however_the_hidden_cards_lie(seed: str, positions: int) -> None:
    chance = random.Random(f"hidden {seed}")
    for _ in range(positions):
        table = RollCall.small(chance)
        location, tokens = table.question(chance)
        first, second = (table.dealt_again(chance) for _ in range(2))
        asked = [location_odds(position, PLAYER, location, tokens) for position in (first, second)]
        assert asked[0] == asked[1]
        assert next_location_card(first, PLAYER) == next_location_card(second, PLAYER)


@rule("Z-3")
def test_a_whole_deck_is_counted_as_seven_cards_at_their_places_and_five_to_come() -> None:
    faces = house_deck(EditionName.FIRST, Difficulty.EXPERT, 1)
    table = RollCall(faces, down=tuple(Location)[:7], home=(2, 3, 4, 5), laid={ENFORCER: YARD}, cards=ALL_CARDS)
    odds = location_odds(table.position, PLAYER, Location.CELL_BLOCK, (5,))
    # No location card names the Cell Block: it is one card of twelve, or the 2 that brings another.
    lies = Counter(0 if face.strength == "power" else face.strength for face in faces if not face.special)
    assert table.position.setup.guard_deck_size == sum(lies.values()) + 1
    assert odds.above == Fraction(
        sum(other > 3 for face in faces if face.special for other in lies.elements() if isinstance(other, int)),
        12 * 11,
    )
