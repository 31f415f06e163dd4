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
from companion.rules.state.cards import GuardFace
from companion.rules.state.events import (
    Assigned,
    Event,
    GuardCardMoved,
    GuardCardTurned,
    LocationOpened,
    Noted,
    PhaseBegan,
    TokensMoved,
    TokensTurned,
)
from companion.rules.state.position import Phase
from companion.rules.vocabulary import Location
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


def sent_to_the_cell_block() -> list[tuple[Event, ...]]:
    """A game up to its first turn: to where the guards have a 4 face down go a 5 and, face down, a 3."""
    lines, _ = played("rusty spoon")
    first = next(at for at, line in enumerate(lines) if isinstance(line[0], Assigned))
    return [*lines[:first], (Assigned(0, Location.CELL_BLOCK, (5,), (3,)), LocationOpened(Location.CELL_BLOCK))]


def led(*events: Event) -> int:
    """At how many locations the player has led once that has happened."""
    found = luck([*sent_to_the_cell_block(), events])
    assert found is not None
    assert found.sent == 1
    return found.led


def test_who_leads_counts_once_and_only_when_all_there_is_face_up() -> None:
    added = GuardCardMoved(5, Location.CELL_BLOCK), GuardCardTurned(5, GuardFace(1))
    turned, tokens = GuardCardTurned(6, GuardFace(4)), TokensTurned(Location.CELL_BLOCK)
    assert led(*added, tokens, Noted()) == 0
    assert led(*added, turned, Noted()) == 0
    # 5 and 3 against 1 and 4.
    assert led(*added, turned, tokens, Noted(), Noted()) == 1
    # 5 and 3 against 1 and 9.
    assert led(*added, GuardCardTurned(6, GuardFace(9)), tokens, Noted()) == 0


def test_who_leads_where_nobody_was_sent_in_that_round_has_had_no_luck_there() -> None:
    # The table breaks off the round, and in the next one a correction lays a token there.
    there = TokensMoved(0, (5,), Location.CELL_BLOCK), LocationOpened(Location.CELL_BLOCK), Noted()
    assert led(PhaseBegan(2, Phase.ROLL_CALL), *there) == 0
