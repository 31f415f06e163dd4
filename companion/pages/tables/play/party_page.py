"""A table of several players on the phone of one of them."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from flask import request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.identity.tokens import new_token
from companion.pages.forms.submission import encoded
from companion.pages.layout import frame
from companion.pages.sheet.bg_stats_link import ending_of
from companion.pages.tables.log.after_undo import left_in_box, redecision_offer
from companion.pages.tables.play.at_table import (
    Given,
    changed_by_others,
    corrected_together,
    done_aside,
    ended_by,
    in_the_way_sentence,
    names_of,
    paid_together,
    taken_back,
    verdict_of,
    whole,
)
from companion.pages.tables.play.board_view import seat_icon
from companion.pages.tables.play.lessons import card_of, remember
from companion.pages.tables.play.location.choice import read_choice
from companion.pages.tables.play.party_view import PartyView
from companion.pages.tables.play.pass_round import viewer_at
from companion.pages.tables.play.recognised_card import RecognisedCard
from companion.pages.tables.play.take_back import offered_take_back, take_back_view
from companion.pages.tables.seats.notices import notices
from companion.pages.tables.setup.rematch import play_again
from companion.persistence.database import now
from companion.rules.acts.actions import Act
from companion.rules.phases.final_counts import counts_in_secret
from companion.rules.phases.lights_out import TYPE_ITEM, asked_together
from companion.rules.state.pieces import Cube
from companion.rules.state.position import Phase, Position
from companion.rules.vocabulary import Location
from companion.tables import queries, repository, table_box
from companion.tables.command import Command
from companion.tables.line import Kind, LineInContext
from companion.tables.phone_moves import Phone
from companion.tables.projection.viewer import Viewer
from companion.tables.queries import Undoable
from companion.tables.repository import LoadedTable
from companion.tables.score_reveal import final_lines, is_covered, is_result_shown, is_sealed
from companion.tables.silence import acting_keeper
from companion.tables.timeline import LATEST
from companion.tables.together import taken_back_together
from companion.web.language import request_language
from companion.words import field_labels
from companion.words.act_names import name_in
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


def shown_party(
    loaded: LoadedTable,
    problem: str,
    given: Given,
    conflict: Conflict | None = None,
    recognised: RecognisedCard | None = None,
) -> Response:
    """The page of a table of several players."""
    viewer, names, language = viewer_at(loaded, given or request.args), names_of(loaded), request_language()
    repository.remember_lines(loaded)
    box = table_box.box_of_table(loaded.table)
    lines = repository.latest_lines(loaded)
    light = loaded.state.game.setup.light
    typed = None if given is not None and (_is_over(loaded, given) or _is_entered(loaded, given)) else given
    table = PartyView(
        loaded.state,
        viewer,
        names,
        language,
        typed=typed,
        lines=lines,
        box=box,
        choice=read_choice(request.args),
        taken_back=taken_back(loaded),
    )
    table.seated_at(loaded.table, (given or request.args).get("side", ""))
    phone = Phone(loaded, viewer, now())
    table.came_from_setup(_last_of_setup(loaded, lines), phone)
    table.is_moved_here(phone.moves_to_make())
    table.choose({} if given else request.args)
    table.choose_item(given.get("f.card", "") if given else request.args.get("item", ""))
    stands_in = (given or request.args).get("for", "")
    if stands_in in {str(side) for side, _ in table.to_stand_in_for} and not _answers_another(loaded, given):
        table.act_for(int(stands_in))
    undoable = queries.undoable(loaded, viewer)
    if undoable is not None and counts_in_secret(loaded.state.game) and undoable.line.version < loaded.state.came:
        # Who counts means the count: what was played before is taken back on the page of the log.
        undoable = None
    others = undoable.others if undoable is not None else None
    together = offered_take_back(loaded, undoable, viewer, request.args.get("at", ""))
    taken = taken_back_together(loaded)
    table.rows_open_again(taken)
    by = ended_by(loaded, viewer) if table.laid_last is None else table.laid_last
    changed = changed_by_others(loaded, viewer, lines)
    if changed and light and lines[-1].kind is Kind.CORRECTION:
        # Several taps on one number are told as one.
        by = changed
    # Whoever has ended the step before is no news beside what came after it.
    by = (not changed and done_aside(loaded, viewer, lines)) or by
    if taken is not None:
        # Said above the list of what to put back.
        by = changed = ""
    asks_back = "seal" in request.args and table.counts is not None and table.counts.side is not None
    if asks_back and not problem:
        problem = frame.page_text(language, "count.nothing")
    all_lines = len(final_lines(loaded.state.game)) if loaded.state.game.phase is Phase.ENDED else 0
    lesson = card_of(loaded.table.code, loaded.state.game, table.reasons_told) if viewer.seats else None
    response = frame.page(
        "tables/play/party.html",
        table=table,
        lesson=lesson,
        code=loaded.table.code,
        version=loaded.state.version,
        once=new_token(),
        asked=loaded.state.asked,
        by="" if by and by in problem else by,
        changed="" if changed == by else changed,
        is_back=table.is_back(stands_in),
        ends="end" in request.args,
        problem=problem,
        asks_back=asks_back,
        conflict=conflict,
        recognised=recognised,
        undo=None if undoable is None or others is not None else _undo_own(undoable, lines, names),
        obstacle=""
        if undoable is None or others is None
        else in_the_way_sentence(loaded, others, for_them=undoable.line.by not in viewer.seats),
        together=None if together is None else take_back_view(loaded, together, viewer, names, language),
        asks_together=request.args.get("ask") == "together",
        left=left_in_box(loaded, viewer),
        again=redecision_offer(loaded, viewer, names),
        forward=_redo_own(loaded, viewer, names),
        seated=bool(viewer.seats),
        verdict=verdict_of(loaded, names),
        ending=ending_of(loaded),
        reveal=_reveal(loaded, viewer),
        uncovered=_uncovered(loaded, names),
        result_shown=is_result_shown(loaded.state.game, loaded.table.revealed),
        all_seen=0 < all_lines <= loaded.table.revealed,
        sealed=is_sealed(loaded.state.game, loaded.table.revealed),
        covered=is_covered(loaded.state.game, loaded.table.revealed),
        all_lines=all_lines,
        still_covered=max(all_lines - loaded.table.revealed, 0),
        rematch=play_again(loaded),
        **notices(loaded),
    )
    remember(response, lesson)
    response.headers["Cache-Control"] = "no-store"
    response.status_code = 409 if (problem and not asks_back) or conflict else 200
    return response


def _last_of_setup(loaded: LoadedTable, lines: Sequence[LineInContext]) -> LineInContext | None:
    """The line with which the setup ended, while the first round lasts."""
    if loaded.state.game.round > 1 or loaded.state.game.phase is Phase.SETUP:
        return None
    last = _setup_line(loaded, lines)
    # A first round in which much is tapped has more lines than are remembered.
    return _setup_line(loaded, repository.log(loaded.table)) if last is None and len(lines) >= LATEST else last


def _setup_line(loaded: LoadedTable, lines: Sequence[LineInContext]) -> LineInContext | None:
    for line in reversed(lines):
        counts = line.kind is not Kind.BEGIN and line.version in loaded.state.history.counting
        if counts and line.before.phase is Phase.SETUP:
            return line
    return None


def _is_over(loaded: LoadedTable, given: MultiDict[str, str]) -> bool:
    """Whether what a form answered is asked no more, so that what was typed is not taken over to the next question."""
    shown = whole(given.get("version", ""))
    light = loaded.state.game.setup.light
    return not light and given.get("kind") == Kind.ACT and shown is not None and shown < loaded.state.came


def _is_entered(loaded: LoadedTable, given: MultiDict[str, str]) -> bool:
    """Whether somebody else has entered the item of a form, whose fields would be taken over to another item."""
    card = given.get("f.card", "")
    return given.get("type") == TYPE_ITEM.word and card not in map(str, asked_together(loaded.state.prompt))


def _answers_another(loaded: LoadedTable, given: Given) -> bool:
    """Whether somebody stood in for a sleeper at another question than the one that is asked now."""
    if given is not None:
        return _is_over(loaded, given)
    asked = str(loaded.state.asked)
    return (request.args.get("asked") or asked) != asked


class NextLine(NamedTuple):
    """The line of the scores that the room sees next.

    Attributes:
        number: how many it sees then.
        all: of how many.
        label: what that line counts.
    """

    number: int
    all: int
    label: str


class UncoveredLines(NamedTuple):
    """What the room has seen of the scores, as long as more is to come.

    Attributes:
        number: how many lines.
        all: of how many.
        label: what the last of them counts.
        totals: who has how much by these lines, clockwise: the sign, the name, the number.
    """

    number: int
    all: int
    label: str
    totals: tuple[tuple[str, str, int], ...]


def _uncovered(loaded: LoadedTable, names: Names) -> UncoveredLines | None:
    """What is uncovered already, for the phones too: they show no number that the room has not seen (V-1)."""
    game, shown = loaded.state.game, loaded.table.revealed
    if game.phase is not Phase.ENDED or not shown or is_result_shown(game, shown):
        return None
    lines = final_lines(game)
    seen = lines[:shown]
    label = frame.page_text(request_language(), f"line.{seen[-1].category}")
    totals = (
        (seat_icon(game, side), names[side], sum(line.points[place] for line in seen))
        for place, side in enumerate(game.setup.sides)
    )
    return UncoveredLines(len(seen), len(lines), label, tuple(totals))


def _reveal(loaded: LoadedTable, viewer: Viewer) -> NextLine | None:
    """What the keeper uncovers next; None where there is nothing to uncover."""
    game, shown = loaded.state.game, loaded.table.revealed
    if (
        game.phase is not Phase.ENDED
        or not is_covered(game, shown)
        or acting_keeper(loaded.table, now()) not in viewer.seats
    ):
        return None
    lines = final_lines(game)
    label = frame.page_text(request_language(), f"line.{lines[shown].category}")
    return NextLine(shown + 1, len(lines), label)


def _undo_own(undoable: Undoable, lines: Sequence[LineInContext], names: Names) -> dict[str, Any]:
    """What the foot takes back: the last thing that somebody here has done, with what paid for it."""
    line, to = undoable.line, undoable.to
    upto = [one for one in lines if one.version <= line.version]
    corrected = corrected_together(reversed(upto)) if upto else 1
    if to is not None and len(upto) > 2 and paid_together(upto):
        line, to = upto[-2], upto[-3].version
    elif to is not None and len(upto) > corrected:
        to = upto[-corrected - 1].version
    act = line.act
    told = name_in("undo", Telling(request_language(), names, line.before), act, number=corrected)
    if to is not None:
        return {"kind": Kind.UNDO.value, "to": [to], "told": told}
    # The last first: each is struck as long as nothing rests on it.
    struck = [one.version for one in reversed(upto[-corrected:])] or [line.version]
    return {"kind": Kind.STRIKE.value, "to": struck, "told": told}


def _redo_own(loaded: LoadedTable, viewer: Viewer, names: Names) -> dict[str, Any] | None:
    """What the foot does again: the next line that was taken back, for whoever did it; others find it in the log."""
    forward = queries.steps(loaded, viewer).forward
    if forward is None:
        return None
    (line,) = repository.log(loaded.table, after=forward - 1, upto=forward)
    if not line.owners & viewer.seats:
        return None
    act, ahead = line.act, loaded.state.history.ahead
    number = corrected_together(repository.stored_lines(loaded.table, ahead))
    told = name_in("redo", Telling(request_language(), names, line.before), act, number=number)
    return {"to": ahead[number - 1], "told": told}


def _whose(line: LineInContext, names: Names) -> str:
    return names[line.seat] if line.seat is not None else ""


def conflict_of(loaded: LoadedTable, asked: Command) -> Conflict | None:
    """Where two have set the same number: who has set what meanwhile, be it the same."""
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
    """The number that a correction sets, as it was; None where that is no number of the board."""
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
