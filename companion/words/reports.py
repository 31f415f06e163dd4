"""Reports: a player's act in a sentence for all others at the table.

Most reports use the sentences of the log, which say what the act moved: who recruits a goon, and for what. Other acts
are reported by name. If a player entered something for another, the report says so.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby, takewhile
from typing import Final

from companion.rules.acts.actions import Act
from companion.rules.engine.physical_moves.event_moves import LIES_SO
from companion.rules.phases.presence_entry import TELLS_OF_ANOTHER
from companion.rules.state.events import (
    NOTHING,
    Answered,
    Assigned,
    CardMoved,
    Event,
    MarkerMoved,
    Moved,
    Passed,
    Strengthened,
    TomesMoved,
)
from companion.rules.state.pieces import Side
from companion.rules.state.position import Position
from companion.words.act_names import act_name, has_own_name, named_sides
from companion.words.catalogue import paragraph
from companion.words.log_lines.cubes import cubes_moved
from companion.words.log_lines.registry import LINES
from companion.words.telling import Names, Telling, capital


def report(
    telling: Telling, act: Act, side: Side, *, events: Sequence[Event] = (), stands_in: Side | None = None
) -> str:
    """Report an act and its player to others whose step it ended.

    Args:
        telling: the reader, and the game just before the act.
        act: what was done.
        side: who has done it.
        events: the result that the reader may see.
        stands_in: the seat whose phone sleeps, if another acts for it; then the sentence says so.
    """
    if stands_in is not None and stands_in != side:
        text = report(telling, act, stands_in, events=events)
        return telling.say("by.chosen", side=telling.name(side), whose=telling.name(stands_in), text=text)
    told = [*_log_sentences(telling, act, events)]
    if told:
        text = paragraph(telling.language, (sentence for _, sentence in told))
        own = all(mover == side for mover, _ in told)
        return text if own else telling.say("by.entered", text=text, side=telling.name(side))
    what = act_name(telling, act)
    # A player who changed their own things need not be named twice.
    if side in named_sides(act):
        return telling.say("done", what=capital(what))
    return telling.say("by", side=telling.name(side), what=what)


def report_way(language: str, names: Names, side: Side, kind: str, lines: Sequence[tuple[Act, Position]]) -> str:
    """Say who went back or forward in the log, and past which acts.

    Args:
        language: of the sentence.
        names: of the seats.
        side: who did it.
        kind: `undo` or `redo`.
        lines: the acts undone or redone, each with the game just before it.
    """
    if len(lines) == 1:
        ((act, before),) = lines
        telling = Telling(language, names, before)
        return telling.say(f"by.{kind}", side=telling.name(side), what=act_name(telling, act))
    telling = Telling(language, names, NOTHING)
    return telling.say("by.undo.several" if lines else "by.moved", side=telling.name(side), n=len(lines))


def said_of_another(telling: Telling, event: Event, act: Act, side: Side | None) -> str | None:
    """Return the report of an answer that a player gave for another, otherwise None.

    Args:
        telling: the reader, and the game just before the event.
        event: of the entry.
        act: of the entry.
        side: who did it.
    """
    if act.type not in TELLS_OF_ANOTHER or not isinstance(event, Answered) or side is None or side == event.side:
        return None
    return report(telling, act, side)


def _log_sentences(telling: Telling, act: Act, events: Sequence[Event]) -> Iterator[tuple[Side | None, str]]:
    """Yield the log's sentences for an act, each with the player who moves something."""
    if not has_own_name(act):
        # The event of a correction says what it changed.
        told = [LINES[type(event)](telling, event) for event in events[:1]]
        yield from ((None, text) for text in told if text)
    elif act.type in TELLS_OF_ANOTHER:
        side = act.one("side")
        location = telling.location(telling.game.location)
        yield side, telling.say("line.strength_gone", side=telling.name(side), location=location)
    elif act.type not in _DECLINING:
        # Consequences of the act are shown where they are asked or listed.
        moving = takewhile(lambda event: _mover(event) is not None, events)
        for _, same_way in groupby(
            moving, lambda event: (event.source, event.target) if isinstance(event, Moved) else id(event)
        ):
            some = [*same_way]
            moved = [event for event in some if isinstance(event, Moved)]
            text = cubes_moved(telling, moved) if moved else LINES[type(some[0])](telling, some[0])
            yield _mover(some[0]), text or ""


_DECLINING: Final = frozenset({"decline_instead", "decline_later"})
"""Acts that return something, but are reported by the thing declined."""


def _mover(event: Event) -> Side | None:
    """Return the player whose act moves pieces; None: already there, or a consequence."""
    if any(one.key in LIES_SO or one.rule == "R-5" for one in event.why):
        return None
    match event:
        case Assigned(side=side) | Passed(side=side) | Strengthened(side=side) | MarkerMoved(side=side):
            return side
        case Moved(source=int() as side) | Moved(target=int() as side) | TomesMoved(target=int() as side):
            return side
        case CardMoved(target=(_, int() as side)):
            return side
    return None
