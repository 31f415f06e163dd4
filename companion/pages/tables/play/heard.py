"""The sentences a changed page says aloud: a tap's results, then the moves."""

from collections.abc import Iterable

from companion.pages.tables.play.moves_view import STAR, MoveList
from companion.pages.tables.play.seen import Seen
from companion.rules.phases.patrol import RAID
from companion.words.catalogue import paragraph


def moves_spoken(seen: Seen, lists: Iterable[MoveList]) -> str:
    """Return every listed move in sentences."""
    raided = bool(seen.lines) and seen.lines[-1].act.type == RAID.word
    spoken: list[str] = []
    for one in lists:
        # A raid says to where reputation falls.
        moves = one.spoken(seen.names, seen.language, {STAR} if raided and not one.back else set())
        spoken += [seen.text("moves.back"), *moves] if one.back else moves
    return paragraph(seen.language, spoken)
