"""What the choices of a game's roll calls cost by the odds, from what the player could know then."""

import random
from fractions import Fraction

import pytest
from support.every_deal import RollCall

from companion.players import Choices, choices_of, counting, named
from companion.players.made_up_cards import MadeUpCards
from companion.players.roll_call import NothingToSend, compared
from companion.players.simulation import Simulation
from companion.rules import Game, Location
from companion.rules.odds.location_odds import location_odds
from companion.rules.state.events import Assigned, Event

Lines = list[tuple[int, tuple[Event, ...]]]


def played(player: str, seed: str = "rusty spoon") -> Lines:
    """What happened in each act of a game that a player has played to its end."""
    game, cards, chance = Game.new(Simulation(player).setup, seed=seed), MadeUpCards(seed), random.Random(seed)
    lines = [(1, tuple(game.last_events))]
    while not game.is_over:
        game = game.play(cards.shown(game) or named(player)(game.resample(0, seed="any"), 0, chance))
        lines.append((len(lines) + 1, tuple(game.last_events)))
    return lines


@pytest.fixture(scope="module")
def at_random() -> Lines:
    return played("random")


def of(lines: Lines) -> Choices:
    found = choices_of(lines)
    assert found is not None
    return found


def test_a_player_by_the_odds_makes_no_choice_that_costs_anything() -> None:
    lines = played("lookahead")
    found = of(lines)
    assert len(found.made) == sum(isinstance(event, Assigned) for _, events in lines for event in events)
    assert found.cost == pytest.approx(0)
    assert found.dearest(3) == []


def test_the_dearest_choices_are_those_that_cost_most_in_the_order_of_the_game(at_random: Lines) -> None:
    found = of(at_random)
    dearest = found.dearest(3)
    assert len(dearest) == 3 < len(found.made)
    assert [one.line for one in dearest] == sorted(one.line for one in dearest)
    assert min(one.odds.cost for one in dearest) >= max(one.odds.cost for one in found.made if one not in dearest)
    assert found.cost == pytest.approx(sum(one.odds.cost for one in found.made))


def test_each_choice_is_told_with_its_own_tokens_location_and_odds(at_random: Lines) -> None:
    sent = {line: event for line, events in at_random for event in events if isinstance(event, Assigned)}
    for one in of(at_random).made:
        event = sent[one.line]
        assert (one.odds.place, one.odds.tokens) == (event.location, (*event.tokens, *event.face_down))
        assert one.odds.cost >= 0


def test_the_cost_is_the_worth_that_the_better_location_would_have_had() -> None:
    game = Game.at(RollCall("1 1", down=(Location.CHOW_HALL,), home=(5,)).position, seed="any")
    found = compared(game, 0, (5,), Location.EXERCISE_YARD, counting.WORTH)
    assert (found.leads, found.preferred.place) == (1, Location.CHOW_HALL)
    # Leading at the Chow Hall is worth 6, and at the Exercise Yard 3.
    assert found.cost == pytest.approx(3)
    with pytest.raises(NothingToSend):
        compared(game, 0, (4,), Location.EXERCISE_YARD, counting.WORTH)


def test_tokens_that_go_together_are_judged_together() -> None:
    game = Game.at(RollCall("7 1", down=(Location.CHOW_HALL,), home=(5, 4)).position, seed="any")
    found = compared(game, 0, (5, 4), Location.CHOW_HALL, counting.WORTH)
    assert found.leads == location_odds(game.position, 0, Location.CHOW_HALL, (5, 4)).leads
    alone = compared(game, 0, (5,), Location.CHOW_HALL, counting.WORTH)
    assert found.leads > alone.leads == Fraction(1, 2)


def test_nothing_hidden_judges_a_choice() -> None:
    game = Game.at(RollCall("9 1", down=(Location.CHOW_HALL,), home=(5, 4)).position, seed="any")
    said = {compared(game.resample(0, seed=str(n)), 0, (5,), Location.CHOW_HALL, counting.WORTH) for n in range(8)}
    assert len(said) == 1


def test_no_choices_are_told_of_no_game() -> None:
    assert choices_of([]) is None
