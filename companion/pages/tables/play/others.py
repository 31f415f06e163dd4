"""Sentences on what other players did, and on taps that came too late for it."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any, Final, NamedTuple

from companion.pages.forms.submission import encoded
from companion.pages.layout import frame
from companion.pages.tables.access import names_of, viewer_of
from companion.pages.tables.play.one_tap import corrected_together
from companion.pages.tables.play.own_row import OwnRow
from companion.pages.tables.play.seen import Seen
from companion.rules.acts.actions import Act
from companion.rules.phases.lights_out import OF_ONE_ITEM
from companion.rules.phases.presence_entry import TELLS_OF_ANOTHER
from companion.rules.state.events import AgendaSet
from companion.rules.state.pieces import Cube, Side
from companion.rules.state.position import Phase, Position
from companion.rules.vocabulary import Location
from companion.tables import repository
from companion.tables.command import Command
from companion.tables.line import DONE, MOVING, Kind, LineInContext
from companion.tables.projection.events import visible_events
from companion.tables.projection.viewer import WATCHER, Viewer
from companion.tables.refusals import Changed, Closed, InTheWay, NotYours, OthersLines
from companion.tables.repository import LoadedTable
from companion.web.language import request_language
from companion.words import field_labels
from companion.words.act_names import named_sides
from companion.words.catalogue import isolated, listed, paragraph, sentence
from companion.words.messages import PAGES
from companion.words.reports import report, report_way
from companion.words.telling import Names, Telling


class Conflict(NamedTuple):
    """Two have set the same number at once.

    Attributes:
        what: the number in words.
        told: what it was, and who has set what, in a sentence.
        side: who has set the other.
        now, mine: what somebody else has set, and what was to be set.
        type, fields: the correction that sets the latter after all.
    """

    what: str
    told: str
    side: str
    now: str
    mine: str
    type: str
    fields: tuple[tuple[str, str], ...]


def conflict_of(loaded: LoadedTable, asked: Command) -> Conflict | None:
    """Return the conflict of two who set one number, even to the same value, or None."""
    act = asked.act
    if asked.kind is not Kind.CORRECTION or act is None or "number" not in act.values:
        return None
    fixed = {name: value for name, value in act.values.items() if name != "number"}
    same = {**fixed, "number": None}
    since = repository.log(loaded.table, after=asked.version, upto=loaded.state.version)
    found = (line for line in since if line.act.type == act.type)
    others = [line for line in found if {**line.act.values, "number": None} == same]
    if not others:
        return None
    first, last, language = others[0], others[-1], request_language()
    names, now_, mine = names_of(loaded), last.act.values["number"], act.values["number"]
    was = _number_of(act, first.before)
    told = frame.page_text(
        language,
        "party.conflict.set" if was is None else "party.conflict",
        was=str(was),
        side=_whose(last, names),
        now=str(now_),
        mine=str(mine),
    )
    sent = [(f"f.{name}", encoded(value[0])) for name, value in fixed.items()]
    return Conflict(
        field_labels.corrected_number(language, act, loaded.state.game, names),
        told,
        _whose(last, names),
        str(now_),
        str(mine),
        act.type,
        (*sent, ("f.number", str(mine))),
    )


def _number_of(act: Act, game: Position) -> int | None:
    """Return the number that a correction sets, as it was; None if not on the board."""
    one = {name: value[0] for name, value in act.values.items() if name != "number"}
    found: int | None = None
    match act.type:
        case "set_reputation":
            found = game.reputation[one["side"]]
        case "set_cubes":
            place = one["place"]
            found = game.at(place if isinstance(place, int) else Location(place), Cube(one["cube"]))
        case "set_count":
            found = game.counted.get((one["side"], one["what"]), 0)
    return found


def _whose(line: LineInContext, names: Names) -> str:
    return names[line.seat] if line.seat is not None else ""


def done_by_others(seen: Seen, own_row: OwnRow) -> tuple[str, str]:
    """Return another's last act and what changed for the viewer; either may be empty."""
    if own_row.taken is not None:
        # Said above the list of what to put back.
        return "", ""
    loaded, viewer, lines = seen.loaded, seen.viewer, seen.lines
    by = ended_by(loaded, viewer) if own_row.laid_last is None else own_row.laid_last
    changed = changed_by_others(loaded, viewer, lines)
    if changed and seen.game.setup.light and lines[-1].kind is Kind.CORRECTION:
        # Several taps on one number are described as one.
        by = changed
    # The player who ended the step before is no news once more has happened.
    return (not changed and done_aside(loaded, viewer, lines)) or by, changed


def ended_by(loaded: LoadedTable, viewer: Viewer) -> str:
    """Return who ended the previous step, and how; empty if the viewer or nobody did.

    In light depth one step lasts a round: there it is what was done last.
    """
    return _told_of(loaded, _latest_step(loaded), viewer)


def changed_by_others(loaded: LoadedTable, viewer: Viewer, lines: Sequence[LineInContext]) -> str:
    """Describe the last change by others to the viewer's numbers or known crew.

    Only changes since the viewer last acted count. Also described: another's undo in this step, a reward declined at a
    location left this round, which ends no step, and a choice made this round while the viewer's phone slept. Repeated
    taps on one number are described as one.

    Args:
        loaded: the table.
        viewer: who looks.
        lines: the last that count, in order.
    """
    found: list[LineInContext] = []
    for line in reversed(lines):
        act = line.act
        if line.by in viewer.seats or (found and _numbers(line) != _numbers(found[-1])):
            break
        tells = line.kind is Kind.CORRECTION or act.type in TELLS_OF_ANOTHER
        of_here = line.declines_later or line.seat in viewer.seats
        if (of_here and line.before.round == loaded.state.game.round) or (tells and named_sides(act) & viewer.seats):
            found.append(line)
    if not found:
        back = _taken_back_lately(loaded, viewer)
        return "" if back is None else _told(loaded, back, viewer)
    return _told_of(loaded, replace(found[0], before=found[-1].before), viewer)


def done_aside(loaded: LoadedTable, viewer: Viewer, lines: Sequence[LineInContext]) -> str:
    """Describe another player's last act, if the game did not ask for it.

    See `Line.is_unprompted`. Repeated taps on one number are described as one, and numbers that one form has corrected
    together; arguments as in `changed_by_others`.
    """
    together = corrected_together(reversed(lines)) if lines else 1
    if together > 1 and lines[-1].is_unprompted:
        return paragraph(request_language(), [_told_of(loaded, line, viewer) for line in lines[-together:]])
    same = [*takewhile(lambda line: line.is_unprompted and _numbers(line) == _numbers(lines[-1]), reversed(lines))]
    return _told_of(loaded, replace(same[0], before=same[-1].before), viewer) if same else ""


def moved_in_log(loaded: LoadedTable) -> str:
    """Return who has just undone or redone something; empty if that was not last."""
    last = repository.log(loaded.table, after=loaded.state.version - 1, upto=loaded.state.version)
    return _told(loaded, last[0], WATCHER) if last and last[0].kind in MOVING else ""


def _taken_back_lately(loaded: LoadedTable, viewer: Viewer) -> LineInContext | None:
    """Return another's undo or redo in this step, if they did nothing after it.

    None once the viewer has acted.
    """
    again: set[Side | None] = set()
    for line in reversed(repository.lines_after(loaded.table, loaded.state.asked, upto=loaded.state.version)):
        who = line.by
        if who in viewer.seats:
            return None
        if line.kind in MOVING and who not in again:
            return repository.log(loaded.table, after=line.version - 1, upto=line.version)[0]
        again.add(who)
    return None


def _numbers(line: LineInContext) -> tuple[Any, ...]:
    """Return a key of a correction: by whom, and of which number."""
    fields = line.act.values
    return (line.by, line.act.type, [(name, value) for name, value in fields.items() if name != "number"])


def _told_of(loaded: LoadedTable, line: LineInContext, viewer: Viewer) -> str:
    return "" if line.by in viewer.seats else _told(loaded, line, viewer)


def _told(loaded: LoadedTable, line: LineInContext, viewer: Viewer) -> str:
    """Return what a player has done, in a sentence for others."""
    if line.by is None:
        return ""
    if line.kind in MOVING:
        return _moved(loaded, line, line.by)
    seen = [one.event for one in visible_events(line.events, line.before, viewer, line.seat) if one.event is not None]
    telling = Telling(request_language(), names_of(loaded), line.before)
    return report(telling, line.act, line.by, events=seen, stands_in=line.on_behalf_of)


def _moved(loaded: LoadedTable, line: LineInContext, side: Side) -> str:
    """Return a sentence on who has undone or redone what."""
    to = line.to
    since = repository.log(loaded.table, after=to if line.kind is Kind.UNDO else to - 1, upto=line.version - 1)
    if line.kind is Kind.UNDO:
        before, after = (repository.state_as_it_was(loaded.table, line.version - n) for n in (1, 0))
        gone = {*before.history.counting} - {*after.history.counting}
        since = [one for one in since if one.version in gone and one.kind in DONE]
    else:
        del since[1:]
    acts = [(one.act, one.before) for one in since]
    kind = "redo" if line.kind is Kind.REDO else "undo"
    return report_way(request_language(), names_of(loaded), side, kind, acts)


def _latest_step(loaded: LoadedTable) -> LineInContext:
    one_step = loaded.state.game.setup.light and loaded.state.game.phase in {Phase.SETUP, Phase.ROUND}
    done = repository.latest_lines(loaded, loaded.state.history.counting[-1:]) if one_step else []
    return done[-1] if done and done[-1].version == loaded.state.version else repository.line_that_asks(loaded)


def done_before(loaded: LoadedTable, asked: Command) -> bool:
    """Return whether the step of an act was ended by the very same act.

    Anyone may have done it if it has no choices, otherwise only this player. All is then as the tap wanted, so no error
    is shown.
    """
    act = asked.act
    if asked.kind is not Kind.ACT or act is None:
        return False
    since = repository.log(loaded.table, after=asked.version, upto=loaded.state.version)
    if act.type in OF_ONE_ITEM and any(line.act == act and loaded.state.history.counts(line.version) for line in since):
        # Two have read the same card.
        return True
    ended = next(
        (line for line in since if line.kind in MOVING or any(type(e) is AgendaSet for e in line.events)), None
    )
    if ended is None or ended.kind is not Kind.ACT or ended.version not in loaded.state.history.counting:
        return False
    same = (ended.act.type, ended.act.values) == (act.type, act.values)
    return same and (not act.values or bool(ended.owners & viewer_of(loaded).seats))


def done_meanwhile(loaded: LoadedTable, version: int, like: Act | None = None) -> str:
    """Return what another player did last since a page was shown; empty: nothing.

    Args:
        loaded: the table.
        version: what the page showed.
        like: what was tapped there; another's act of its type is preferred.
    """
    if loaded.state.game.setup.solitary or not 0 < version < loaded.state.version:
        return ""
    viewer = viewer_of(loaded)
    since = repository.log(loaded.table, after=version, upto=loaded.state.version)
    others = [line for line in since if line.kind in DONE | MOVING and line.by not in viewer.seats]
    alike = [line for line in others if like is not None and line.act.type == like.type]
    return _told_of(loaded, (alike or others)[-1], viewer) if others else ""


_TOO_LATE: Final = {Closed: "table.closed", Changed: "table.changed", NotYours: "party.not_yours"}


def too_late(refused: Closed | Changed | NotYours | InTheWay) -> str:
    """Return why an act or an undo came too late, or is not this player's to do."""
    if isinstance(refused, InTheWay):
        return in_the_way_sentence(refused.loaded, refused.seats)
    if isinstance(refused, OthersLines):
        names = names_of(refused.loaded)
        sides = tuple(names[side] for side in sorted(refused.seats))
        return sentence(request_language(), PAGES["party.others_lines"], {"sides": sides})
    overtaken = _overtaken(refused) if isinstance(refused, Changed) else ""
    return overtaken or sentence(request_language(), PAGES[_TOO_LATE[type(refused)]])


def rests_on(loaded: LoadedTable, version: int) -> str:
    """Return why an automatic take cannot be declined: which entry rests on it."""
    (line,) = repository.log(loaded.table, after=version - 1, upto=version)
    done, language = _told(loaded, line, viewer_of(loaded)), request_language()
    return sentence(language, PAGES["party.rests_on" if done else "party.rests_on_it"], {"told": done})


def in_the_way_sentence(loaded: LoadedTable, seats: Sequence[Side], *, for_them: bool = False) -> str:
    """Return why an act cannot be undone: who has touched since what it set."""
    language, names = request_language(), names_of(loaded)
    if not seats:
        return sentence(language, PAGES["party.in_the_way.own"])
    sides = listed(language, [isolated(names[side]) for side in seats])
    key = "party.in_the_way.for_you" if for_them else "party.in_the_way"
    return sentence(language, PAGES[key], {"sides": sides, "n": len(seats)})


def _overtaken(refused: Changed) -> str:
    """Return who did the tapped act first, or who ended the step it belonged to."""
    loaded, viewer = refused.loaded, viewer_of(refused.loaded)
    if loaded.state.game.setup.solitary:
        # Nobody else has been there.
        return ""
    if refused.same is None:
        line = _latest_step(loaded)
    else:
        (line,) = repository.log(loaded.table, after=refused.same - 1, upto=refused.same)
    if line.by in viewer.seats:
        return sentence(request_language(), PAGES["table.step_ended.own"])
    ended = _told(loaded, line, viewer)
    return sentence(request_language(), PAGES["table.step_ended"], {"ended": ended}) if ended else ""
