"""The foot of a table's page: what may be undone there, and what may be done again."""

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from companion.pages.tables.play.acts import page_act
from companion.pages.tables.play.one_tap import PAID, corrected_together, paid_together
from companion.pages.tables.play.others import in_the_way_sentence
from companion.pages.tables.play.seen import Seen
from companion.pages.tables.play.take_back import TakeBackView, offered_take_back, take_back_view
from companion.rules.phases.final_counts import counts_in_secret
from companion.rules.phases.lights_out import GO_ON, RESOLVE, ranking_in
from companion.rules.state.position import Phase
from companion.tables import queries, repository
from companion.tables.line import Kind
from companion.tables.queries import Undoable
from companion.words.act_names import name_in


class Undo(NamedTuple):
    """The undo that the foot offers.

    Attributes:
        kind: of the log entry that does it.
        to: the entries that it names.
        told: what that undoes, in words.
    """

    kind: str
    to: Sequence[int]
    told: str


class Redo(NamedTuple):
    """The redo that the foot offers: up to which log entry, and its description."""

    to: int
    told: str


class Foot(NamedTuple):
    """The foot of a table's page.

    Attributes:
        undo: what it undoes; None: nothing can be undone here.
        redo: what it does again.
        obstacle: why nothing can be undone, where somebody here has done something.
        together: the location that can be taken back together.
        asks_together: whether it is asked if that is wanted.
    """

    undo: Undo | None
    redo: Redo | None
    obstacle: str = ""
    together: TakeBackView | None = None
    asks_together: bool = False


def foot_of(seen: Seen) -> Foot:
    """Return what this phone may undo and do again."""
    if not seen.game.setup.solitary:
        return _shared_foot(seen)
    return Foot(None, None) if seen.state.closed else Foot(_undo_alone(seen), _redo_alone(seen))


def _undo_alone(seen: Seen) -> Undo | None:
    """Return the undo of a solo game's last tap, or None.

    A location is undone to how it lay before it was ranked, or to the choice that was made there; before that what was
    done last at the location before is undone, with leaving it. A choice is undone with all that its tap has done.
    """
    lines, game = seen.lines, seen.game
    if not lines:
        return None
    taps = corrected = corrected_together(reversed(lines))
    tap = [*takewhile(lambda one: (one.seat, one.seen) == (lines[-1].seat, lines[-1].seen), reversed(lines))]
    left = lines[-1].act.type == GO_ON.word and game.location is not None and not ranking_in(lines[-1].events)
    at_night = tap[-1].kind is Kind.ACT and tap[-1].before.phase is Phase.LIGHTS_OUT
    if at_night and (tap[-1].act.type != GO_ON.word or game.location is None):
        taps = len(tap)
    elif left and len(lines) > 1:
        taps += 1
    if lines[-taps].act.type == PAID and len(lines) > taps and page_act(lines[-taps - 1].act.type).chooses:
        taps += 1
    if len(lines) <= taps:
        return None
    last = lines[-taps]
    told = name_in("undo", seen.aloud._replace(game=last.before), last.act, number=corrected)
    return Undo(Kind.UNDO.value, [lines[-taps - 1].version], told)


def _redo_alone(seen: Seen) -> Redo | None:
    """Return the redo of a solo game's last undone tap, or None."""
    ahead = seen.state.history.ahead
    # A location whose result was undone is resolved again with its own button.
    if seen.to_redo is None or seen.to_redo.type == RESOLVE.word:
        return None
    lines = repository.stored_lines(seen.table, ahead)
    tap = [*takewhile(lambda one: (one.seat, one.seen) == (lines[0].seat, lines[0].seen), lines)]
    return Redo(tap[-1].version, "")


def _shared_foot(seen: Seen) -> Foot:
    """Return what may be undone and done again on one phone of several."""
    undoable = queries.undoable(seen.loaded, seen.viewer)
    if undoable is not None and counts_in_secret(seen.game) and undoable.line.version < seen.state.came:
        # Who counts means the count: what was played before is taken back on the page of the log.
        undoable = None
    obstacle = ""
    if undoable is not None and undoable.others is not None:
        for_them = undoable.line.by not in seen.viewer.seats
        obstacle = in_the_way_sentence(seen.loaded, undoable.others, for_them=for_them)
    together = offered_take_back(seen, undoable)
    return Foot(
        None if undoable is None or undoable.others is not None else _undo_own(seen, undoable),
        _redo_own(seen),
        obstacle,
        None if together is None else take_back_view(seen, together),
        seen.address.get("ask") == "together",
    )


def _undo_own(seen: Seen, undoable: Undoable) -> Undo:
    """Return the undo of this phone's last act, with its payment."""
    line, to = undoable.line, undoable.to
    upto = [one for one in seen.lines if one.version <= line.version]
    corrected = corrected_together(reversed(upto)) if upto else 1
    if to is not None and len(upto) > 2 and paid_together(upto):
        line, to = upto[-2], upto[-3].version
    elif to is not None and len(upto) > corrected:
        to = upto[-corrected - 1].version
    told = name_in("undo", seen.aloud._replace(game=line.before), line.act, number=corrected)
    if to is not None:
        return Undo(Kind.UNDO.value, [to], told)
    # The last first: each is struck as long as nothing rests on it.
    struck = [one.version for one in reversed(upto[-corrected:])] or [line.version]
    return Undo(Kind.STRIKE.value, struck, told)


def _redo_own(seen: Seen) -> Redo | None:
    """Return the redo of the next log entry, if made here; others find it in the log."""
    forward = queries.steps(seen.loaded, seen.viewer).forward
    if forward is None:
        return None
    (line,) = repository.log(seen.table, after=forward - 1, upto=forward)
    if not line.owners & seen.viewer.seats:
        return None
    ahead = seen.state.history.ahead
    number = corrected_together(repository.stored_lines(seen.table, ahead))
    told = name_in("redo", seen.aloud._replace(game=line.before), line.act, number=number)
    return Redo(ahead[number - 1], told)
