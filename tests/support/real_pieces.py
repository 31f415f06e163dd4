"""Pieces on a real table, counted as one would count them there, and moved as a list of moves says."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from companion.rules.engine.physical_moves.move import DISCARDS, SUPPLY, UNTYPED, Area, How, Move, Piece, Where
from companion.rules.state.pieces import Cube, Zone
from companion.rules.state.position import Position
from companion.rules.state.setup import Dealing
from companion.rules.vocabulary import Location

AREAS = {
    Zone.DISPLAY: Area.DISPLAY,
    Zone.SPACE: Area.SPACE,
    Zone.RESERVE: Area.RESERVE,
    Zone.CRAFTED: Area.CRAFTED,
    Zone.GOONS: Area.GOONS,
    Zone.DISCARDS: Area.DISCARDS,
}
Counts = Counter[tuple[Any, ...]]


def counts(game: Position) -> Counts:
    """How many of each piece lie where, as one would count them on the table and in the supply; cards one by one."""
    found: Counts = Counter({(cube, SUPPLY): game.supply(cube) for cube in Cube})
    for (place, cube), number in game.cubes.items():
        area = Area.LOCATION if isinstance(place, Location) else Area.SIDE
        found[cube, Where(area, place)] += number
    for (side, token), laid in game.tokens.items():
        found[Piece.TOKEN, side, token, Where(Area.LOCATION, laid.location), laid.face_down] += 1
    for (zone, of), cards in game.zones.items():
        piece = Piece.ITEM if zone in {Zone.DISPLAY, Zone.RESERVE, Zone.CRAFTED} else Piece.GOON
        lying = ((space, card) for space, card in enumerate(cards) if card is not None)
        found.update((piece, Where(AREAS[zone], space if zone is Zone.DISPLAY else of), card) for space, card in lying)
    for holder, number in game.tomes.items():
        area = Where(Area.SIDE, holder) if isinstance(holder, int) else Where(Area(holder))
        found[Piece.TOME, area] += number
    if game.setup.dealing is Dealing.CARDS and game.setup.solitary:
        laid = (card for card in game.guard_cards if card.location is not None)
        found.update((Piece.GUARD_CARD, Where(Area.LOCATION, card.location), not card.up) for card in laid)
    for side, reputation in enumerate(game.reputation):
        found[Piece.REPUTATION, side] = reputation
    found[Piece.ROUND_MARKER, None] = max(1, game.round)
    found[Piece.FIRST_PLAYER, game.first_player] = 1
    found[Piece.LEADER_GOAL, game.leader] = 1
    found[Piece.INSTANT_GOAL, game.instant] = 1
    return +found


def without_discards(found: Counts) -> Counts:
    return Counter({key: number for key, number in found.items() if DISCARDS not in key})


OPEN = {Area.DECK, Area.ASIDE, Area.HOME, Area.GOALS, Area.TRACK}


def applied(moves: Iterable[Move], before: Counts, passing: frozenset[Area] = frozenset()) -> Counts:
    """The counts once all of these were done by hand, one by one in their order: none takes what is not there yet."""
    now = before.copy()
    for one in moves:
        if one.piece in {Piece.REPUTATION, Piece.ROUND_MARKER}:
            assert now[one.piece, one.side] == one.source.of
            now[one.piece, one.side] = one.target.of
        elif one.piece in {Piece.FIRST_PLAYER, Piece.LEADER_GOAL, Piece.INSTANT_GOAL}:
            now[one.piece, one.source.of] -= 1
            now[one.piece, one.target.of] += 1
        elif one.piece is Piece.GOON and one.how is How.SHUFFLE:
            # All that lie there, whichever they are.
            found = [key for key in now if key[:2] == (Piece.GOON, DISCARDS)]
            assert sum(now.pop(key) for key in found) == one.number, one
        elif one.piece is not Piece.CREW:
            lies_down = one.how in UNTYPED or (one.how is How.LOOK and one.down)
            for where, down, by in ((one.source, one.down, -one.number), (one.target, lies_down, one.number)):
                if where.area not in OPEN | passing:
                    now[_key(one, where, down=down)] += by
                    assert now[_key(one, where, down=down)] >= 0, one
            # A space is left before the next card comes to it.
            there = sum(number for key, number in now.items() if key[:2] == (one.piece, one.target))
            assert one.target.area not in {Area.SPACE, Area.DISPLAY} or there == 1, one
    return +now


def _key(move: Move, where: Where, *, down: bool) -> tuple[Any, ...]:
    """What `counts` counts such a piece as, where it lies so."""
    match move.piece:
        case Piece.TOKEN:
            return move.piece, move.side, move.which, where, down
        case Piece.GUARD_CARD:
            return move.piece, where, down
        case Piece.ITEM | Piece.GOON:
            return move.piece, where, move.which
    return move.piece, where
