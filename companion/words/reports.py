"""Reports: what a player has done, in a sentence for all others at the table.

The sentences of the log say what an act has moved, as far as their reader may know it: who recruits whom, and what for.
Any other act is told by its name. If a player entered something for another, the report says so.
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
    """Say who has done an act, and what it was, for others whose step it has ended.

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
    told = [*_told_by_log(telling, act, events)]
    if told:
        text = paragraph(telling.language, (sentence for _, sentence in told))
        own = all(mover == side for mover, _ in told)
        return text if own else telling.say("by.entered", text=text, side=telling.name(side))
    what = act_name(telling, act)
    # Whoever has changed their own things need not be named twice.
    if side in named_sides(act):
        return telling.say("done", what=capital(what))
    return telling.say("by", side=telling.name(side), what=what)


def report_way(language: str, names: Names, side: Side, kind: str, lines: Sequence[tuple[Act, Position]]) -> str:
    """Say who has gone back or forward in the log, and past what.

    Args:
        language: to be spoken.
        names: of the seats.
        side: who has done it.
        kind: `undo` or `redo`.
        lines: the acts that were taken back or done again, each with the game just before it.
    """
    if len(lines) == 1:
        ((act, before),) = lines
        telling = Telling(language, names, before)
        return telling.say(f"by.{kind}", side=telling.name(side), what=act_name(telling, act))
    telling = Telling(language, names, NOTHING)
    return telling.say("by.undo.several" if lines else "by.moved", side=telling.name(side), n=len(lines))


def said_of_another(telling: Telling, event: Event, act: Act, side: Side | None) -> str | None:
    """Return what an event of a line tells, if a player has told of another; None if the event says it itself.

    Args:
        telling: the reader, and the game just before the event.
        event: of the line.
        act: of the line.
        side: whose line it is.
    """
    if act.type not in TELLS_OF_ANOTHER or not isinstance(event, Answered) or side is None or side == event.side:
        return None
    return report(telling, act, side)


def _told_by_log(telling: Telling, act: Act, events: Sequence[Event]) -> Iterator[tuple[Side | None, str]]:
    """Yield the sentences of the log that tell an act, each with the player who moves something in it."""
    if not has_own_name(act):
        # What a correction has changed is said by its event.
        told = [LINES[type(event)](telling, event) for event in events[:1]]
        yield from ((None, text) for text in told if text)
    elif act.type in TELLS_OF_ANOTHER:
        side = act.one("side")
        location = telling.location(telling.game.location)
        yield side, telling.say("line.strength_gone", side=telling.name(side), location=location)
    elif act.type not in _DECLINING:
        # What follows from the act is told where it is asked or listed.
        moving = takewhile(lambda event: _mover(event) is not None, events)
        for _, same_way in groupby(
            moving, lambda event: (event.source, event.target) if isinstance(event, Moved) else id(event)
        ):
            some = [*same_way]
            moved = [event for event in some if isinstance(event, Moved)]
            text = cubes_moved(telling, moved) if moved else LINES[type(some[0])](telling, some[0])
            yield _mover(some[0]), text or ""


_DECLINING: Final = frozenset({"decline_instead", "decline_later"})
"""Acts that give something back, but are told by what they decline."""


def _mover(event: Event) -> Side | None:
    """Return the player who moves something by an act of theirs; None for what lies so already, and what follows."""
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
