"""Luck against the guards: what the odds said as each token was sent, against who then led, by every game's own log."""

import random
from fractions import Fraction

import pytest
from support.golden_games import VERSIONS, games

from companion.players import greedy
from companion.players.made_up_cards import MadeUpCards
from companion.players.simulation import Simulation
from companion.rules import Dealing, Game
from companion.rules.odds.location_odds import location_odds
from companion.rules.phases.lights_out import ranking_in
from companion.rules.state.events import Assigned, Event, LocationOpened
from companion.scoring.luck import Luck, luck
from companion.tables.timeline import rebuilt


def played(seed: str) -> tuple[list[tuple[Event, ...]], Luck]:
    """A game by chance: what happened in each act, and its luck by what was asked and told along the way."""
    chance, cards = random.Random(seed), MadeUpCards(seed)
    game = Game.new(Simulation("greedy", seed=seed).setup, seed=seed)
    lines = [tuple(game.last_events)]
    sent, led, expected, place = 0, 0, Fraction(), None
    while not game.is_over:
        after = game.play(cards.shown(game) or greedy.play(game, 0, chance))
        position = game.position
        for event in after.last_events:
            if isinstance(event, Assigned):
                sent += 1
                expected += location_odds(position, event.side, event.location, (*event.tokens, *event.face_down)).leads
            if isinstance(event, LocationOpened):
                place = event.location
            ranking = ranking_in([event])
            if ranking and any((side, place) in position.assigned for side in position.players):
                led += str(ranking[0].data["side"]) != str(position.setup.guards)
            position = event.evolve(position)
        lines.append(tuple(after.last_events))
        game = after
    return lines, Luck(sent, led, expected)


@pytest.mark.parametrize("seed", ["rusty spoon", "wet candle"])
def test_luck_is_what_was_told_along_the_way(seed: str) -> None:
    lines, told = played(seed)
    found = luck(lines)
    assert found == told
    assert found is not None
    assert found.by == found.led - found.expected
    assert 0 < found.led <= found.sent


def test_luck_is_told_of_kept_games_in_which_the_app_dealt_the_guards_cards_and_of_no_others() -> None:
    for game in games(VERSIONS[0]):
        lines = game.lines()
        state = rebuilt(lines)
        counting = {*state.history.counting}
        found = luck([line.events for line in lines if line.version in counting])
        setup = state.game.setup
        assert (found is not None) == (setup.solitary and setup.dealing is not Dealing.CARDS), game.name
        assert found is None or (0 < found.led <= found.sent and 0 < found.expected < found.sent)


def test_nothing_is_told_of_no_game() -> None:
    assert luck([]) is None
