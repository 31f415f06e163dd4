"""A game on the phone: begin one, play it step by step, go back and forward in its log, correct it, see its scores."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from flask import abort, redirect, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.identity.tokens import new_token
from companion.pages.blueprint import blueprint
from companion.pages.forms.submission import submitted
from companion.pages.layout import frame
from companion.pages.sheet.bg_stats_link import ending_of
from companion.pages.tables.log.after_undo import left_in_box, redecision_offer
from companion.pages.tables.log.table_log import shown_log
from companion.pages.tables.play.at_table import (
    PAID,
    PAID_FOR,
    Given,
    done_before,
    done_meanwhile,
    found,
    names_of,
    people_at,
    seated,
    too_late,
    verdict_of,
    viewer_of,
    whole,
)
from companion.pages.tables.play.final_count import SURE, seals_nothing
from companion.pages.tables.play.light_view import no_suspicion
from companion.pages.tables.play.location.choice import read_choice
from companion.pages.tables.play.party import conflict_of, shown_party
from companion.pages.tables.play.pending_moves import NOTHING_MOVED, moved_since
from companion.pages.tables.play.roll_view import is_placing, lying_chosen
from companion.pages.tables.play.table_forms import says_too_little
from companion.pages.tables.play.table_view import TableView
from companion.pages.tables.seats.notices import notices
from companion.pages.tables.setup.rematch import play_again
from companion.presenters.score_request import body_of
from companion.presenters.table import score_sheet
from companion.rules.acts.actions import Act, IllegalAct, Prompt
from companion.rules.corrections.registry import NotInTheBox
from companion.rules.engine.physical_moves.move import Move
from companion.rules.errors import RuleError
from companion.rules.shuffling.shuffle import commitment
from companion.rules.state.position import Dealing, Phase, Position
from companion.sheets.repository import KeyReused, NotAllowed
from companion.tables import commands, game_commands, presence, refusals, repository, result_sheet, table_box
from companion.tables.command import Command
from companion.tables.permissions import hosts
from companion.tables.projection.actions import stand_in_prompt, visible_prompt
from companion.tables.projection.corrections import visible_corrections
from companion.tables.refusals import AgainstRules, Changed, Closed, InTheWay, NotHost, NotYours
from companion.tables.repository import LoadedTable, LogLine, TableGone
from companion.tables.timeline import Kind
from companion.web.device_cookie import page_caller
from companion.web.language import request_language
from companion.words import act_names, act_refusals
from companion.words.catalogue import isolated, joined, sentence
from companion.words.messages import ERRORS, PAGES
from companion.words.telling import Names


class Count(NamedTuple):
    """How many of something the box would have to have (E-14).

    Attributes:
        what: a kind of cubes or cards.
        number: of them.
    """

    what: str
    number: int


@blueprint.get("/t/<code>")
def table(code: str) -> Response:
    """Show a table: the board, what has happened last, what may be done now."""
    kept = found(code)
    if "watch" not in request.args and _may_sit(kept):
        return redirect(url_for("pages.join", code=code))
    return _shown(kept)


def _may_sit(kept: LoadedTable) -> bool:
    """Whether somebody has come to a table that is laid out, and may take one of its seats."""
    setup = kept.state.game.phase is Phase.SETUP and not kept.state.game.setup.solitary and not kept.state.closed
    return setup and any(one.free for one in kept.table.seats) and not viewer_of(kept).seats


@blueprint.post("/t/<code>")
def play(code: str) -> Response:
    """Do what a form of the table asks for; what cannot be done is said, and what was typed stays."""
    kept = found(code)
    given = request.form
    kind = _kind(given.get("kind", ""))
    act = _act(kept, kind, given)
    act = Act(BEGIN) if _begins_with_none(act, given) else act
    if says_too_little(act, given) and version_of(given) == kept.state.version:
        return _refused(kept, kind, sentence(request_language(), PAGES["card.blank"]), given)
    if asks := _asked_back(kept, act, given):
        return redirect(url_for("pages.table", code=code, **asks), 303)
    asked = Command(
        kind,
        version_of(given),
        act,
        to=whole(given.get("to", "")),
        key=given.get("once") or None,
        raw=json.dumps(sorted(given.items(multi=True))).encode(),
        language=request_language(),
        stands_in=whole(given.get("for", "")) if kind is Kind.ACT else None,
        taken_for=whole(given.get("taken", "")) if kind is Kind.STRIKE else None,
    )
    try:
        written = game_commands.play(code, page_caller(), *_asked_of(given, asked))
    except NotAllowed:
        abort(403)
    except KeyReused:
        # From the same page something else was done already.
        now = found(code)
        if done_before(now, asked):
            return redirect(url_for("pages.table", code=code, since=version_of(given) or None), 303)
        said = too_late(Changed(now)) if kind is Kind.ACT else sentence(request_language(), PAGES["table.changed"])
        return _refused(now, kind, said, given)
    except (NotYours, InTheWay) as refused:
        return _refused(refused.kept, kind, too_late(refused, takes_back=asked.taken_for is None), given)
    except (Closed, Changed) as refused:
        return _overtaken(refused, asked, given)
    except AgainstRules as refused:
        said = refusal(refused, kind)
        problem = _of_tokens(refused.kept, act, said)
        if problem == said:
            problem = " ".join(filter(None, (done_meanwhile(refused.kept, version_of(given)), said)))
        return _refused(refused.kept, kind, problem, given, count_needed(refused.error))
    # What was based on another version has been overtaken, so that only the last line is new.
    since = written.since if THEN in given else version_of(given) or None
    return redirect(url_for("pages.table", code=code, side=_row_kept(kept, given), since=since), 303)


def _overtaken(refused: Closed | Changed, asked: Command, given: MultiDict[str, str]) -> Response:
    """What answers somebody before whom another has acted."""
    kept = refused.kept
    if PAID not in given and isinstance(refused, Changed) and done_before(kept, asked):
        return redirect(url_for("pages.table", code=kept.table.code, since=asked.version), 303)
    conflict = None if kept.state.game.setup.solitary else conflict_of(kept, asked)
    if conflict is None:
        return _refused(kept, asked.kind, _of_tokens(kept, asked.act, too_late(refused)), given)
    if conflict.now == conflict.mine:
        # Both have seen the same on the table: nothing is left to be chosen.
        return redirect(url_for("pages.table", code=kept.table.code, side=given.get("side")), 303)
    return shown_party(kept, "", given, conflict)


def _row_kept(kept: LoadedTable, given: MultiDict[str, str]) -> str | None:
    """Whose numbers stay on the page: another's only while they are being set, so that none is set by mistake."""
    side = given.get("side", "")
    about = (text for name, text in given.items(multi=True) if name in {"f.side", "f.place", "f.to", "f.cubes"})
    own = side in {str(one) for one in viewer_of(kept).seats}
    return side if own or side in about else None


def _asked_of(given: MultiDict[str, str], asked: Command) -> list[Command]:
    """What a form asks for: raised counts of the box, the act, and what pays for it where that is said with it."""
    paid = given.getlist(PAID)
    acts = [asked, *([replace(asked, act=Act("pay", {"cubes": paid}))] if paid else [])]
    if given.get(THEN) == GO_ON:
        acts.append(replace(asked, act=Act(GO_ON)))
    # The last carries the key for all of them.
    return [*raised_first(given, asked), *(replace(one, key=None) for one in acts[:-1]), acts[-1]]


THEN: Final = "then"
GO_ON: Final = "go_on"
"""A field of a form, and what it says, whose page has listed all that its act does, so that the location is left."""

LAYS: Final = "cubes_come"
BEGIN: Final = "begin_round"
BEGIN_ANYWAY: Final = "begin_anyway"
"""What the same field says in the form of the cubes that goons bring, where that begins the first round."""


def _begins_with_none(act: Act | None, given: Mapping[str, str]) -> bool:
    """Whether a form of the cubes that goons bring begins the round, with none typed.

    Those that are typed are laid first: hands have to lay them before the round begins.
    """
    lays = act is not None and act.type == LAYS and not any(act.values.values())
    return lays and given.get(THEN) in {BEGIN, BEGIN_ANYWAY}


def _begins_bare(kept: LoadedTable, act: Act | None, given: Mapping[str, str]) -> bool:
    """Whether somebody begins the first round of light depth with no suspicion, and was not asked back yet (S-5)."""
    game = kept.state.game
    asked_back = SURE in given or given.get(THEN) == BEGIN_ANYWAY
    begins = act is not None and act.type == BEGIN and game.setup.light and game.phase is Phase.SETUP
    return begins and not asked_back and no_suspicion(game)


def _asked_back(kept: LoadedTable, act: Act | None, given: Mapping[str, str]) -> dict[str, Any]:
    """What the address asks of somebody who may have forgotten something; it stays there while others act."""
    if seals_nothing(kept, act, given):
        return {"seal": "ask"}
    return {"begin": "ask"} if _begins_bare(kept, act, given) else {}


def _refused(
    kept: LoadedTable, kind: Kind, problem: str, given: MultiDict[str, str], count: Count | None = None
) -> Response:
    """The page from which a form was sent, with all that was typed in it."""
    if given.get("at") == "log" and viewer_of(kept).seat is not None:
        return shown_log(kept, problem)
    if kind is Kind.CORRECTION and viewer_of(kept).seat is not None and not kept.state.closed:
        return _correcting(kept, given.get("type", ""), problem, given, count)
    return _shown(kept, problem, given)


RAISE: Final = "raise"
"""The name of a form's field that raises the box's count before the rest is done."""


def count_needed(error: RuleError) -> Count | None:
    """The box's count with which a correction would be possible."""
    if not isinstance(error, NotInTheBox) or "needed" not in error.data:
        return None
    what = error.data.get("cube") or error.data["kind"]
    return Count(what.value, error.data["needed"])


def raised_first(given: MultiDict[str, str], asked: Command) -> list[Command]:
    """The corrections of the box's counts that come before what is asked, where the form wants that."""
    counts = (raised.partition(":") for raised in given.getlist(RAISE))
    acts = (Act("set_box", {"what": [what], "number": whole(number)}) for what, _, number in counts)
    return [replace(asked, kind=Kind.CORRECTION, act=act, key=None) for act in acts]


_SENT: Final = frozenset({Kind.CORRECTION, Kind.UNDO, Kind.STRIKE, Kind.REDO, Kind.CLOSE})


def _kind(text: str) -> Kind:
    return Kind(text) if text in _SENT else Kind.ACT


def _act(kept: LoadedTable, kind: Kind, given: MultiDict[str, str]) -> Act | None:
    viewer = viewer_of(kept)
    side = whole(given.get("for", ""))
    if kind is Kind.ACT and side is not None:
        return submitted(stand_in_prompt(kept.state, side).actions, given)
    if kind is Kind.ACT:
        return lying_chosen(submitted(visible_prompt(kept.state, viewer).actions, given))
    if kind is Kind.CORRECTION:
        return submitted(visible_corrections(kept.state, viewer), given)
    return None


def version_of(given: Mapping[str, str]) -> int:
    """The version of the table that a form was filled in for; 0 where it says none."""
    return whole(given.get("version", "")) or 0


def refusal(refused: AgainstRules, kind: Kind) -> str:
    """Why something cannot be done, and what can."""
    language, kept = request_language(), refused.kept
    error, act = refused.error, refused.act
    if isinstance(error, IllegalAct) and act is not None:
        viewer = viewer_of(kept)
        asked = visible_prompt(kept.state, viewer)
        if kind is Kind.CORRECTION:
            asked = Prompt(None, None, visible_corrections(kept.state, viewer))
        said = (
            act_refusals.refusal(language, fault, act, asked, game=kept.state.game, names=names_of(kept), named=True)
            for fault in error.faults
        )
        return " ".join(dict.fromkeys(said))
    return sentence(language, ERRORS[error.key], error.data)


def _of_tokens(kept: LoadedTable, act: Act | None, problem: str) -> str:
    """Why tokens were not placed, with which and where: a tap that has waited is refused long after it was made."""
    game, language = kept.state.game, request_language()
    if act is None or act.type != "assign" or game.setup.solitary or not is_placing(game, act):
        return problem
    if {*act.values["tokens"]} - {*game.at_home(act.one("side"))}:
        problem = frame.page_text(language, "roll.lie_there")
    what = act_names.placement(language, act, game, names_of(kept))
    return frame.page_text(language, "roll.not_in", what=what, why=problem)


def _shown(kept: LoadedTable, problem: str = "", given: Given = None) -> Response:
    if not kept.state.game.setup.solitary:
        return shown_party(kept, problem, given)
    repository.remember_lines(kept)
    viewer, names = viewer_of(kept), names_of(kept)
    lines = repository.latest_lines(kept) if viewer.seat is not None else []
    box = table_box.box_of_table(kept.table)

    def ahead(game: Position) -> tuple[Move, ...]:
        return TableView(kept.state._replace(game=game), viewer, names, request_language(), box=box).ahead

    response = frame.page(
        "tables/play/table.html",
        table=TableView(
            kept.state,
            viewer,
            names,
            request_language(),
            typed=given,
            lines=lines,
            box=box,
            moved=moved_since(kept, lines, whole(request.args.get("since", "")), ahead) if lines else NOTHING_MOVED,
            choice=read_choice(request.args),
        ),
        code=kept.table.code,
        version=kept.state.version,
        once=new_token(),
        problem=problem,
        undo=_undo(lines, names),
        left=left_in_box(kept, viewer),
        again=redecision_offer(kept, viewer, names),
        ahead=kept.state.history.ahead[:1],
        seated=viewer.seat is not None,
        commitment=commitment(kept.table.seed),
        house=kept.state.game.setup.dealing is Dealing.HOUSE,
        verdict=verdict_of(kept, names),
        ending=ending_of(kept),
        rematch=play_again(kept),
        **notices(kept),
    )
    response.headers["Cache-Control"] = "no-store"
    response.status_code = 409 if problem else 200
    return response


@blueprint.get("/t/<code>/board")
def board_beside(code: str) -> Response:
    """The board of a game alone, by itself: what each got at the locations of this night, and who is at the others."""
    kept = seated(code)
    if not kept.state.game.setup.solitary:
        abort(404)
    table_ = TableView(
        kept.state, viewer_of(kept), names_of(kept), request_language(), lines=repository.latest_lines(kept)
    )
    response = frame.page("tables/play/table_beside.html", table=table_, code=code, seated=True)
    response.headers["Cache-Control"] = "no-store"
    return response


def _undo(lines: Sequence[LogLine], names: Names) -> tuple[int, str] | None:
    """To which line the last one is taken back, and what that undoes; what was paid with the same tap goes with it."""
    types = [line.act.get("type") for line in lines]
    taps = 1
    for with_, before in ((GO_ON, {PAID, *PAID_FOR}), (PAID, PAID_FOR)):
        # The end of the night is a tap of its own.
        there = len(types) > taps and lines[-taps].before.location is not None
        if there and types[-taps] == with_ and types[-taps - 1] in before:
            taps += 1
    if len(lines) <= taps:
        return None
    last = lines[-taps]
    act = Act(last.act.get("type", ""), last.act.get("fields", {}))
    return lines[-taps - 1].version, act_names.undo_label(request_language(), act, last.before, names)


@blueprint.get("/t/<code>/correct")
def correct_table(code: str) -> Response:
    """Everything that can be corrected, each with its form."""
    kept = seated(code)
    return to_closed(kept) or _correcting(kept, request.args.get("what", ""))


def to_closed(kept: LoadedTable) -> Response | None:
    """The way to a table at which nothing can be corrected any more; None where it can."""
    return redirect(url_for("pages.table", code=kept.table.code)) if kept.state.closed else None


def again(given: Mapping[str, str] | None) -> list[tuple[str, str]]:
    """What of a refused form is sent again with another button; counts that it raised, since they were refused too."""
    new = {"version", "once"}
    fields = MultiDict(given or {}).items(multi=True)
    return [(name, text) for name, text in fields if name not in new]


def _correcting(
    kept: LoadedTable, chosen: str, problem: str = "", given: Given = None, count: Count | None = None
) -> Response:
    response = frame.page(
        "tables/play/table_correct.html",
        table=TableView(kept.state, viewer_of(kept), names_of(kept), request_language(), typed=given),
        code=kept.table.code,
        version=kept.state.version,
        once=new_token(),
        chosen=chosen,
        problem=problem,
        given=again(given),
        count=count,
    )
    response.headers["Cache-Control"] = "no-store"
    response.status_code = 409 if problem else 200
    return response


@blueprint.post("/t/<code>/moved")
def moves_done(code: str) -> Response:
    """Note that all that a phone has listed lies on the table as it should; nothing of the game."""
    kept = seated(code)
    presence.note_moved(kept.table, viewer_of(kept), version_of(request.form))
    return redirect(url_for("pages.table", code=code), 303)


@blueprint.post("/t/<code>/again")
def decide_again(code: str) -> Response:
    """Do an act again under a house ruling that was changed since; all or nothing."""
    seated(code)
    given = request.form
    asked = Command(
        Kind.ACT,
        version_of(given),
        to=whole(given.get("to", "")),
        key=given.get("once") or None,
        raw=b"again",
        language=request_language(),
    )
    try:
        game_commands.redecide(code, page_caller(), asked)
    except KeyReused:
        pass
    except (Closed, Changed, NotYours) as refused:
        return _shown(refused.kept, too_late(refused))
    except AgainstRules as refused:
        return _shown(refused.kept, refusal(refused, Kind.ACT))
    return redirect(url_for("pages.table", code=code, since=asked.version or None), 303)


@blueprint.post("/t/<code>/scores")
def keep_scores(code: str) -> Response:
    """Keep the scores of a game that has ended as a score sheet, and show it."""
    seated(code)
    language = request_language()
    try:
        kept_sheet = result_sheet.keep_sheet(code, page_caller(), lambda kept: body_of(score_sheet(kept, language)))
    except refusals.NotEnded as refused:
        return _shown(refused.kept, sentence(language, PAGES["table.changed"]))
    return redirect(url_for("pages.result", link=kept_sheet.link), 303)


FROM_SEATS: Final = "seats"
"""In the address that asks whether a table shall be deleted: its page of seats is where one comes from."""


@blueprint.get("/t/<code>/delete")
def ask_delete_table(code: str) -> Response:
    """Ask once before a table is deleted."""
    kept = found(code)
    if not hosts(page_caller(), kept.table):
        abort(403)
    people = joined(request_language(), map(isolated, people_at(kept)))
    return frame.page(
        "tables/play/table_delete.html",
        people=people,
        has_sheet=kept.table.sheet_id is not None,
        back=url_for("pages.people", code=code) if FROM_SEATS in request.args else url_for("pages.history"),
    )


@blueprint.post("/t/<code>/delete")
def delete_table(code: str) -> Response:
    """Delete a table with all that belongs to it; its score sheet stays."""
    try:
        commands.delete(code, page_caller())
    except TableGone:
        abort(404)
    except (NotAllowed, NotHost):
        abort(403)
    return redirect(url_for("pages.history"), 303)
