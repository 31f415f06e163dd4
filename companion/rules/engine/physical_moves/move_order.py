"""The order of moves by kind of piece: suspicion, gains, track, cards. Pages group them by seat and may sort again."""

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
    """Return moves in the order of a list; spaces are emptied before cards come.

    Args:
        moves: for each kind of piece, moves before a pile precede moves after it.
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
    """Yield each move after its stage: how many piles of its kind moved before."""
    stages: Counter[Piece | Cube] = Counter()
    for move in moves:
        stages[move.piece] += move.is_pile
        yield stages[move.piece], move
        stages[move.piece] += move.is_pile


_FOR_ONE: Final = frozenset({Area.SPACE, Area.DISPLAY})
"""Areas that hold one card at a time."""


def _order(stage: int, move: Move) -> tuple[Any, ...]:
    """Return the sort key: suspicion, gains, track, cards; pieces come before they go."""
    if move.piece is Piece.CREW:
        # In their own order: a crew counted together moves on with the crew that was there before.
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
    """Order returned cubes before cubes taken from the supply, which may run out.

    Goons leave, the goons on the board move up, and then new ones come (P-4). Guard cards return to their deck before
    cards of the round before come.
    """
    if isinstance(move.piece, Cube):
        return move.source == SUPPLY, move.target == SUPPLY
    if move.piece is Piece.GOON:
        return move.source == DECK, move.target != DISCARDS
    return (move.piece is Piece.GUARD_CARD and move.target != DECK,)


def _came_as(move: Move) -> tuple[str, int] | None:
    """Order goons from the deck: from the Sewers on (S-5), in patrol back to them."""
    if move.piece is Piece.GOON and move.source == DECK and isinstance(move.which, int):
        return move.target.area.value, move.which
    return None


def _goes_back_as(move: Move) -> tuple[str, int] | None:
    """Order goons returned onto their deck, last drawn first, to restore it."""
    if move.piece is Piece.GOON and move.target == DECK and isinstance(move.which, int):
        return move.target.area.value, -move.which
    return None


def place_in_list(where: Where) -> tuple[str, int]:
    """Return the rank of a place in a list: goons close up from the last space on."""
    of = where.of.number if isinstance(where.of, Location) else -1 if where.of is None else where.of
    return where.area.value, -of if where.area is Area.SPACE else of
