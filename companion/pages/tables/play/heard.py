"""The sentences a changed page says aloud: a tap's results, then the moves."""

from collections.abc import Iterable, Mapping
from typing import Final

from companion.pages.tables.play.moves_view import MoveList
from companion.pages.tables.play.seen import Seen
from companion.rules.engine.physical_moves.move import Piece
from companion.rules.phases.patrol import BEGIN_ROUND, RAID, TYPE_GOONS
from companion.words.catalogue import paragraph

_SAID: Final[Mapping[str, Piece]] = {
    RAID.word: Piece.REPUTATION,
    BEGIN_ROUND.word: Piece.ROUND_MARKER,
    TYPE_GOONS.word: Piece.GOON,
}
"""The piece whose new place was said before the moves: by the result of an act, or as it was entered."""


def moves_spoken(seen: Seen, lists: Iterable[MoveList]) -> str:
    """Return every listed move in sentences."""
    said = _SAID.get(seen.lines[-1].act.type) if seen.lines else None
    spoken: list[str] = []
    for one in lists:
        moves = one.spoken(seen.names, seen.language, None if one.back else said)
        spoken += [seen.text("moves.back"), *moves] if one.back else moves
    return paragraph(seen.language, spoken)
