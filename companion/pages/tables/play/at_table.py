"""What the pages of a table have in common: which table, who looks, what came too late."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any, Final, TypeAlias

from flask import abort
from werkzeug.datastructures import MultiDict

from companion.pages.layout.frame import page_text
from companion.pages.sheet.result import verdict
from companion.presenters.kept_sheet import sheet_of_sides
from companion.presenters.table import distinct_names
from companion.rules.acts.actions import Act
from companion.rules.phases.lights_out import OF_ONE_ITEM
from companion.rules.phases.presence_entry import TELLS_OF_ANOTHER
from companion.rules.state.events import AgendaSet
from companion.rules.state.pieces import Side
from companion.rules.state.position import Phase
from companion.scoring.from_game import sheet
from companion.scoring.score import Scores, score
from companion.scoring.sheet import ScoreSheet
from companion.tables import permissions, presence, repository, result_sheet
from companion.tables.command import Command
from companion.tables.line import DONE, MOVING, Kind, Line, LineInContext
from companion.tables.projection.events import visible_events
from companion.tables.projection.viewer import WATCHER, Viewer
from companion.tables.refusals import Changed, Closed, InTheWay, NotYours, OthersLines
from companion.tables.repository import LoadedTable, TableGone
from companion.tables.score_reveal import is_result_shown
from companion.web.device_cookie import page_caller
from companion.web.language import request_language
from companion.web.table_links import find_for_asker
from companion.words.act_names import named_sides
from companion.words.catalogue import isolated, listed, paragraph, sentence
from companion.words.messages import PAGES
from companion.words.reports import report, report_way
from companion.words.telling import Names, Telling, seat_names

Given: TypeAlias = MultiDict[str, str] | None
"""A form that was refused, to be shown again."""


def fields_sent_again(given: Mapping[str, str] | None) -> list[tuple[str, str]]:
    """What of a refused form is sent again with another button; counts that it raised, since they were refused too."""
    new = {"version", "once"}
    fields = MultiDict(given or {}).items(multi=True)
    return [(name, text) for name, text in fields if name not in new]


def found(code: str) -> LoadedTable:
    """The table with that code; a page says so where there is none. Who opens any page of it is awake."""
    try:
        loaded = find_for_asker(code)
    except TableGone:
        abort(404)
    if not loaded.table.alone:
        presence.note_heard(loaded.table, page_caller())
    return loaded


def viewer_of(loaded: LoadedTable) -> Viewer:
    """Who looks at a table through a page."""
    return permissions.viewer_of(loaded.table, page_caller())


def names_of(loaded: LoadedTable) -> Names:
    """The names of the seats as sentences use them."""
    return seat_names(request_language(), loaded.state.game.setup, loaded.table.names)


def people_at(loaded: LoadedTable) -> tuple[str, ...]:
    """Who plays at a table; a nameless player against the guards is just alone."""
    game, names = loaded.state.game, names_of(loaded)
    if game.setup.solitary and not any(loaded.table.names.values()):
        return (page_text(request_language(), "history.alone"),)
    return tuple(names[side] for side in game.players)


def whole(text: str) -> int | None:
    """The whole number that a form or an address says; None where it says none, or one that can be nothing's."""
    return int(text) if text.isdecimal() and len(text) < 10 else None


def seated(code: str) -> LoadedTable:
    """The table, for somebody who sits at it."""
    loaded = found(code)
    if viewer_of(loaded).seat is None:
        abort(403)
    return loaded


def ended_by(loaded: LoadedTable, viewer: Viewer) -> str:
    """Who has ended the step before the present one, and how; empty where that was the viewer, or nobody's doing.

    In light depth one step lasts a round: there it is what was done last.
    """
    return _told_of(loaded, _latest_step(loaded), viewer)


def changed_by_others(loaded: LoadedTable, viewer: Viewer, lines: Sequence[LineInContext]) -> str:
    """Who has last corrected a number of whoever looks, or told of the crew, since that one has done something.

    Whoever looks is told too who has taken back what they did in this step, who has declined a reward of a location
    that was left in this round, which ends no step, and who has chosen for them in this round while their phone slept.
    Taps that follow each other on the same number are told as one.

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
    """Describe the last act of another player, if the game did not ask for it; see `Line.is_unprompted`.

    Taps that follow each other on the same number are told as one, and numbers that one form has corrected together;
    arguments as of `changed_by_others`.
    """
    together = corrected_together(reversed(lines)) if lines else 1
    if together > 1 and lines[-1].is_unprompted:
        return paragraph(request_language(), [_told_of(loaded, line, viewer) for line in lines[-together:]])
    same = [*takewhile(lambda line: line.is_unprompted and _numbers(line) == _numbers(lines[-1]), reversed(lines))]
    return _told_of(loaded, replace(same[0], before=same[-1].before), viewer) if same else ""


def moved_in_log(loaded: LoadedTable) -> str:
    """Who has just taken something back, or done it again, for all; empty where something else was done last."""
    last = repository.log(loaded.table, after=loaded.state.version - 1, upto=loaded.state.version)
    return _told(loaded, last[0], WATCHER) if last and last[0].kind in MOVING else ""


def _taken_back_lately(loaded: LoadedTable, viewer: Viewer) -> LineInContext | None:
    """With which line somebody else has taken back what they did in this step, while nothing of theirs has followed.

    None once whoever looks has acted.
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
    """Whose correction of which number a line is."""
    fields = line.act.values
    return (line.by, line.act.type, [(name, value) for name, value in fields.items() if name != "number"])


def _told_of(loaded: LoadedTable, line: LineInContext, viewer: Viewer) -> str:
    return "" if line.by in viewer.seats else _told(loaded, line, viewer)


def _told(loaded: LoadedTable, line: LineInContext, viewer: Viewer) -> str:
    """What somebody has done, in a sentence for others."""
    if line.by is None:
        return ""
    if line.kind in MOVING:
        return _moved(loaded, line, line.by)
    seen = [one.event for one in visible_events(line.events, line.before, viewer, line.seat) if one.event is not None]
    telling = Telling(request_language(), names_of(loaded), line.before)
    return report(telling, line.act, line.by, events=seen, stands_in=line.on_behalf_of)


def _moved(loaded: LoadedTable, line: LineInContext, side: Side) -> str:
    """Who has taken back what, or done it again."""
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
    """Whether the step of an act was ended by the very same act: by anybody where it has no choices, else by oneself.

    Then all is as whoever tapped wanted it, and nobody is told off.
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
    """What somebody else has done last since a page was shown, where several play; empty where nobody has.

    Args:
        loaded: the table.
        version: what the page showed.
        like: what was tapped there; where somebody else has done something of its type, that is told first.
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
    """Why something came too late, or is not for whoever asks, in a sentence; an act, or what takes a line back."""
    if isinstance(refused, InTheWay):
        return in_the_way_sentence(refused.loaded, refused.seats)
    if isinstance(refused, OthersLines):
        names = names_of(refused.loaded)
        sides = tuple(names[side] for side in sorted(refused.seats))
        return sentence(request_language(), PAGES["party.others_lines"], {"sides": sides})
    overtaken = _overtaken(refused) if isinstance(refused, Changed) else ""
    return overtaken or sentence(request_language(), PAGES[_TOO_LATE[type(refused)]])


def rests_on(loaded: LoadedTable, version: int) -> str:
    """That what the app took by itself cannot be declined any more, since a line rests on it; and what that did."""
    (line,) = repository.log(loaded.table, after=version - 1, upto=version)
    done, language = _told(loaded, line, viewer_of(loaded)), request_language()
    return sentence(language, PAGES["party.rests_on" if done else "party.rests_on_it"], {"told": done})


def in_the_way_sentence(loaded: LoadedTable, seats: Sequence[Side], *, for_them: bool = False) -> str:
    """Why somebody cannot take back what they did, or somebody for them: who has touched since what that set."""
    language, names = request_language(), names_of(loaded)
    if not seats:
        return sentence(language, PAGES["party.in_the_way.own"])
    sides = listed(language, [isolated(names[side]) for side in seats])
    key = "party.in_the_way.for_you" if for_them else "party.in_the_way"
    return sentence(language, PAGES[key], {"sides": sides, "n": len(seats)})


def _overtaken(refused: Changed) -> str:
    """Who has done meanwhile what somebody tapped, or else who has ended the step to which that belonged."""
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


PAID: Final = "pay"
"""The name of a form's field that says with which resources its act is paid, and of the act that pays."""

PAID_FOR: Final = frozenset({"craft", "reserve", "recruit", "swap", "take"})
"""Acts that are paid with the tap that does them."""


def taken_back(loaded: LoadedTable) -> Act | None:
    """The act that would be the next one to be done again, whose fields are filled in with what it has said."""
    lines = repository.stored_lines(loaded.table, loaded.state.history.ahead[:1])
    return lines[0].act if lines else None


def paid_together(lines: Sequence[LineInContext]) -> bool:
    """Whether the last line pays for the one before it, so that one tap of somebody has done both."""
    if len(lines) < 2:
        return False
    deed, payment = lines[-2:]
    types = deed.act.type in PAID_FOR and payment.act.type == PAID
    return types and deed.by == payment.by and deed.version == payment.version - 1


def corrected_together(lines: Iterable[LineInContext | Line]) -> int:
    """With how many lines, from the first on, one form has corrected several figures at once; 1 for any other line."""
    forms = ((one.kind, one.seat, one.seen) for one in lines)
    first = next(forms)
    return 1 + sum(1 for _ in takewhile(first.__eq__, forms)) if first[0] == Kind.CORRECTION else 1


def verdict_of(loaded: LoadedTable, names: Names) -> tuple[str, str]:
    """Who has won, once everybody may know."""
    shown = result_of(loaded, names)
    return verdict(*shown) if shown else ("", "")


def result_of(loaded: LoadedTable, names: Names) -> tuple[Scores, str | None] | None:
    """The scores once everybody may know them, and the name of the guards where somebody played against them alone."""
    counted = result_sheet_of(loaded, names)
    guards = loaded.state.game.setup.guards
    return None if counted is None else (score(counted), None if guards is None else distinct_names(names)[guards])


def result_sheet_of(loaded: LoadedTable, names: Names) -> ScoreSheet | None:
    """What each side holds once everybody may know it: as people have corrected it, else as the game came to it."""
    table, game = loaded.table, loaded.state.game
    if not is_result_shown(game, table.revealed):
        return None
    # A score names its sides, each once; at a table two may be called the same.
    called, kept = distinct_names(names), result_sheet.sheet_of(table)
    # One that the table wrote itself may be of an ending that was undone since.
    corrected = kept is not None and kept.version != table.sheet_version
    found = sheet_of_sides(kept, called, solitary=game.setup.solitary) if kept is not None and corrected else None
    return found or sheet(game, called)
