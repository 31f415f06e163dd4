"""The order in which hands do moves: suspicion, gains, track, cards."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final

from companion.rules.engine.physical_moves.move import DECK, DISCARDS, SUPPLY, Area, Move, Piece, Where
from companion.rules.state.pieces import Cube
from companion.rules.vocabulary import Location

_ORDER: Final = (
    Cube.SUSPICION,
    Cube.POWER,
    Piece.FIRST_PLAYER,
    Cube.SCRAP,
    Cube.POTION,
    Cube.IRON,
    Cube.GOLD,
    Piece.REPUTATION,
    Piece.ROUND_MARKER,
    Piece.LEADER_GOAL,
    Piece.INSTANT_GOAL,
    Piece.ITEM,
    Piece.GOON,
    Piece.TOME,
    Piece.TOKEN,
    Piece.CREW,
    Piece.GUARD_CARD,
    Piece.LOCATION_CARD,
)
_RANKS: Final = {piece: rank for rank, piece in enumerate(_ORDER)}


def in_order(moves: Iterable[Move]) -> tuple[Move, ...]:
    """Moves in the order of a list, but each space is left before another card comes to it.

    Args:
        moves: of each kind of piece, those before a pile goes before those after it.
    """
    waiting = [move for _, move in sorted(with_stages(moves), key=lambda one: _order(*one))]
    taken = {one.source for one in waiting if one.source.area in _FOR_ONE}
    done: list[Move] = []
    while waiting:
        # Cards that change places with each other have to begin somewhere.
        now = next((one for one in waiting if one.target not in taken), waiting[0])
        waiting.remove(now)
        taken.discard(now.source)
        done.append(now)
    return tuple(done)


def with_stages(moves: Iterable[Move]) -> Iterator[tuple[int, Move]]:
    """Each move with how often a pile of its kind goes until then: what comes of a shuffled deck comes after that."""
    stages: Counter[Piece | Cube] = Counter()
    for move in moves:
        stages[move.piece] += move.is_pile
        yield stages[move.piece], move
        stages[move.piece] += move.is_pile


_FOR_ONE: Final = frozenset({Area.SPACE, Area.DISPLAY})
"""Where one card lies at a time."""


def _order(stage: int, move: Move) -> tuple[Any, ...]:
    """Suspicion, gains, track, cards; of each kind so that all lies there when it is taken."""
    if move.piece is Piece.CREW:
        # As it happened: what was counted together goes on with what lay there before.
        return (_RANKS[move.piece],)
    return (
        _RANKS.get(move.piece, len(_ORDER)),
        stage,
        _turn(move),
        _goes_back_as(move) or place_in_list(move.source),
        _came_as(move) or place_in_list(move.target),
        str(move.which),
    )


def _turn(move: Move) -> tuple[bool, ...]:
    """Cubes go back before others are taken from the supply, which may have no more.

    Goons leave, those on the board move up, and then new ones come (P-4). Guard cards go back into their deck before
    those of the round before come.
    """
    if isinstance(move.piece, Cube):
        return move.source == SUPPLY, move.target == SUPPLY
    if move.piece is Piece.GOON:
        return move.source == DECK, move.target != DISCARDS
    return (move.piece is Piece.GUARD_CARD and move.target != DECK,)


def _came_as(move: Move) -> tuple[str, int] | None:
    """Of a goon from the deck, the how many-th it is: in the setup from the Sewers on (S-5), in patrol back to them."""
    if move.piece is Piece.GOON and move.source == DECK and isinstance(move.which, int):
        return move.target.area.value, move.which
    return None


def _goes_back_as(move: Move) -> tuple[str, int] | None:
    """Of a goon that goes back onto its deck, when: what was drawn last goes first, so that the deck lies as before."""
    if move.piece is Piece.GOON and move.target == DECK and isinstance(move.which, int):
        return move.target.area.value, -move.which
    return None


def place_in_list(where: Where) -> tuple[str, int]:
    """Where it stands in a list: goons close up from the last space on."""
    of = where.of.number if isinstance(where.of, Location) else -1 if where.of is None else where.of
    return where.area.value, -of if where.area is Area.SPACE else of
