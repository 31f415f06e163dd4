"""Physical moves: what they come to, on random games and by hand."""

import random
from collections import Counter
from collections.abc import Iterable
from functools import partial
from typing import Any

import pytest
from filling import any_act, lively
from support import rule

from companion.rules.game.decider import first_turn, next_turn
from companion.rules.game.events import NOTHING, Event, Moved, Scored, TokensMoved, replay
from companion.rules.game.moves import (
    DECK,
    DISCARDS,
    SUPPLY,
    UNTYPED,
    Area,
    How,
    Move,
    Piece,
    Where,
    each_move,
    moves_back,
    moves_of,
    netted,
    reversed_moves,
)
from companion.rules.game.shuffles import shuffled
from companion.rules.game.state import Cube, Dealing, Depth, Game, Kind, Setup, Start, Zone
from companion.rules.vocabulary import EditionName, Location

SOLO = [
    Setup(edition, dealing=dealing, guard_deck=())
    for edition in EditionName
    for dealing in (Dealing.CARDS, Dealing.HOUSE)
]
SEVERAL = [
    Setup(guards=None, difficulty=None, starts=(Start(),) * number, roll_call=calls, depth=depth, instant=True)
    for number, calls, depth in (
        (2, True, Depth.FULL),
        (3, True, Depth.FULL),
        (4, False, Depth.FULL),
        (3, False, Depth.LIGHT),
    )
]
AREAS = {
    Zone.DISPLAY: Area.DISPLAY,
    Zone.SPACE: Area.SPACE,
    Zone.RESERVE: Area.RESERVE,
    Zone.CRAFTED: Area.CRAFTED,
    Zone.GOONS: Area.GOONS,
    Zone.DISCARDS: Area.DISCARDS,
}
Counts = Counter[tuple[Any, ...]]


def counts(game: Game) -> Counts:
    """How many of each piece lie where, as one would count them on the table."""
    found: Counts = Counter()
    for (place, cube), number in game.cubes.items():
        area = Area.LOCATION if isinstance(place, Location) else Area.SIDE
        found[cube, Where(area, place)] += number
    for (side, token), laid in game.tokens.items():
        found[Piece.TOKEN, side, token, Where(Area.LOCATION, laid.location), laid.face_down] += 1
    for (zone, of), cards in game.zones.items():
        piece = Piece.ITEM if zone in {Zone.DISPLAY, Zone.RESERVE, Zone.CRAFTED} else Piece.GOON
        spaces = (space for space, card in enumerate(cards) if card is not None)
        found.update((piece, Where(AREAS[zone], space if zone is Zone.DISPLAY else of)) for space in spaces)
    for holder, number in game.tomes.items():
        area = Where(Area.SIDE, holder) if isinstance(holder, int) else Where(Area(holder))
        found[Piece.TOME, area] += number
    if game.setup.dealing is Dealing.CARDS and game.setup.solitary:
        lying = (card for card in game.guard_cards if card.location is not None)
        found.update((Piece.GUARD_CARD, Where(Area.LOCATION, card.location), not card.up) for card in lying)
    for side, reputation in enumerate(game.reputation):
        found[Piece.REPUTATION, side] = reputation
    found[Piece.ROUND_MARKER, None] = max(1, game.round)
    found[Piece.FIRST_PLAYER, game.first_player] = 1
    found[Piece.LEADER_GOAL, game.leader] = 1
    found[Piece.INSTANT_GOAL, game.instant] = 1
    return +found


def _without_discards(found: Counts) -> Counts:
    return Counter({key: number for key, number in found.items() if DISCARDS not in key})


OPEN = {Area.SUPPLY, Area.DECK, Area.ASIDE, Area.HOME, Area.GOALS, Area.TRACK}


def applied(moves: Iterable[Move], before: Counts, passing: frozenset[Area] = frozenset()) -> Counts:
    """The counts once all of these were done by hand."""
    now = before.copy()
    for one in moves:
        if one.piece in {Piece.REPUTATION, Piece.ROUND_MARKER}:
            assert now[one.piece, one.side] == one.source.of
            now[one.piece, one.side] = one.target.of
        elif one.piece in {Piece.FIRST_PLAYER, Piece.LEADER_GOAL, Piece.INSTANT_GOAL}:
            now[one.piece, one.source.of] -= 1
            now[one.piece, one.target.of] += 1
        elif one.piece is not Piece.CREW:
            lies_down = one.how in UNTYPED or (one.how is How.LOOK and one.down)
            for where, down, by in ((one.source, one.down, -one.number), (one.target, lies_down, one.number)):
                if where.area in OPEN | passing:
                    continue
                key: tuple[Any, ...] = (one.piece, where)
                if one.piece is Piece.TOKEN:
                    key = (one.piece, one.side, one.which, where, down)
                elif one.piece is Piece.GUARD_CARD:
                    key = (one.piece, where, down)
                now[key] += by
                assert now[key] >= 0, one
    return +now


def turns(setup: Setup, seed: int) -> list[tuple[Game, tuple[Event, ...], Game]]:
    """Every act of a random game: the game before, what happened, the game after."""
    chance, shuffle = random.Random(seed), partial(shuffled, str(seed))
    turn = first_turn(setup, shuffle)
    found = []
    while turn.prompt.actions:
        before = turn.game
        turn = next_turn(before, turn.prompt, any_act(lively(turn.prompt, chance), chance), shuffle)
        found.append((before, turn.events, turn.game))
    return found


@pytest.mark.parametrize("setup", [*SOLO, *SEVERAL])
def test_what_is_moved_by_hand_comes_to_what_the_app_counts(setup: Setup):
    for before, events, after in turns(setup, 3):
        assert applied(moves_of(events, before, told=True), counts(before)) == counts(after)


@pytest.mark.parametrize("setup", [SOLO[0], SOLO[1], SEVERAL[1]])
def test_moves_back_undo_one_act_or_many(setup: Setup):
    played, chance = turns(setup, 5), random.Random(5)
    for first, (before, _, _) in enumerate(played):
        some = played[first : first + chance.choice([1, 1, 2, 5, 30])]
        events = [event for _, happened, _ in some for event in happened]
        # What went back into a deck that was shuffled is not to be found again.
        there, back = (_without_discards(counts(game)) for game in (some[-1][2], before))
        assert applied(moves_back(events, before), there, frozenset({Area.DISCARDS})) == back


@pytest.mark.parametrize("setup", [SOLO[0], SOLO[1], SEVERAL[0]])
def test_moves_and_their_way_back_cancel(setup: Setup):
    for before, events, _ in turns(setup, 8):
        moves = moves_of(events, before)
        assert netted([*moves, *reversed_moves(moves)]) == tuple(
            one for one in moves if one.how in {How.LOOK, How.SHUFFLE}
        )


@pytest.mark.parametrize("setup", [SOLO[0], SEVERAL[1]])
def test_the_moves_of_a_list_are_as_few_as_can_be(setup: Setup):
    for before, events, _ in turns(setup, 13):
        net = moves_of(events, before)
        assert netted(net) == net
        assert len(net) <= len([*each_move(events, before)])


def test_cubes_of_one_way_are_one_move_and_opposite_ways_cancel():
    game = replay([Moved(Cube.IRON, 3, None, 0)], _begun())
    events = [Moved(Cube.IRON, 2, 0, None), Moved(Cube.IRON, 1, 0, None), Moved(Cube.IRON, 1, None, 0)]
    assert moves_of(events, game) == (Move(Cube.IRON, 2, Where(Area.SIDE, 0), SUPPLY, 0),)
    assert moves_back(events, game) == (Move(Cube.IRON, 2, SUPPLY, Where(Area.SIDE, 0), 0),)


@rule("D-4", "D-5")
def test_the_track_is_one_move_from_the_first_space_to_the_last():
    (move,) = moves_of([Scored(0, 3), Scored(0, -5)], _begun())
    assert (move.source, move.target, move.number) == (Where(Area.TRACK, 10), Where(Area.TRACK, 8), 2)
    assert moves_of([Scored(0, 3), Scored(0, -3)], _begun()) == ()


def test_a_token_that_strays_and_goes_home_just_goes_home():
    game = replay([TokensMoved(0, (4,), Location.SMITHY)], _begun())
    events = [TokensMoved(0, (4,), Location.LIBRARY), TokensMoved(0, (4,), None)]
    (move,) = moves_of(events, game)
    assert (move.source, move.target) == (Where(Area.LOCATION, Location.SMITHY), Where(Area.HOME, 0))


def _begun() -> Game:
    return replay(first_turn(SOLO[1], partial(shuffled, "0")).events, NOTHING)


def test_what_was_only_told_the_app_needs_no_hand():
    moves = [one for setup in SOLO[:2] for before, events, _ in turns(setup, 1) for one in moves_of(events, before)]
    assert {one.source for one in moves if one.piece is Piece.LOCATION_CARD} <= {Where(Area.ASIDE)}
    assert {Kind.ITEM, Kind.GOON, Kind.TOME} <= {str(one.piece) for one in moves}
    assert DECK in {one.source for one in moves}
    assert DISCARDS in {one.target for one in moves}
