"""Sentences for events: the log entry, and the moves on the board."""

from companion.rules.engine.physical_moves.event_moves import LIES_SO
from companion.rules.state.events import Event
from companion.rules.state.position import Position
from companion.words.log_lines.registry import HANDS, LINES
from companion.words.telling import Names, Telling


def event_sentence(language: str, event: Event, names: Names, before: Position) -> str | None:
    """Return the sentence of an event, or None if it needs none.

    Args:
        language: of the sentence.
        event: what happened, as its reader may see it.
        names: of the seats, see `seat_names`.
        before: the game just before it.
    """
    return LINES[type(event)](Telling(language, names, before), event)


def hands_sentence(language: str, event: Event, names: Names, before: Position) -> str | None:
    """Return the move on the board for an event, in the imperative.

    Returns:
        The sentence, or None where nothing has to be moved: the table is ahead of a correction (S-10).
    """
    moves = HANDS.get(type(event))
    if moves is None or any(one.key in LIES_SO for one in event.why):
        return None
    return moves(Telling(language, names, before), event)
