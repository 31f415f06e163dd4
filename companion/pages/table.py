"""A game on the phone: begin one, play it step by step, go back and forward in its log, correct it, see its scores."""

import json
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from flask import abort, redirect, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.api.scores import body_of
from companion.pages import frame
from companion.pages.filling import encoded, submitted
from companion.pages.result import verdict
from companion.pages.score_form import FieldFault, parse_sum
from companion.pages.table_view import TableView, figure_act, figures, happenings
from companion.pages.views import blueprint
from companion.rules.errors import RuleError
from companion.rules.game.corrections import NotInTheBox
from companion.rules.game.prompts import Act, IllegalAct, Prompt
from companion.rules.game.shuffles import commitment
from companion.rules.game.state import Dealing, Game, Phase
from companion.scoring.games import sheet
from companion.scoring.scores import score
from companion.sheets.store import Caller, KeyReused, NotAllowed, make
from companion.sheets.tokens import new_token
from companion.tables import store
from companion.tables.history import DONE, Kind
from companion.tables.store import AgainstRules, Asked, Changed, Closed, Kept, LogLine, TableGone
from companion.tables.views import Viewer, correctable, prompt
from companion.web.devices import known_device, page_caller
from companion.web.language import request_language
from companion.words import asking
from companion.words.language import sentence
from companion.words.messages import ERRORS, PAGES
from companion.words.telling import Names, seat_names

Given: TypeAlias = MultiDict[str, str] | None
"""A form that was refused, to be shown again."""


@blueprint.get("/t/<code>")
def table(code: str) -> Response:
    """Show a table: the board, what has happened last, what may be done now."""
    kept = found(code)
    return _shown(kept)


@blueprint.post("/t/<code>")
def play(code: str) -> Response:
    """Do what a form of the table asks for; what cannot be done is said, and what was typed stays."""
    kept = found(code)
    given = request.form
    kind = _kind(given.get("kind", ""))
    act = _act(kept, kind, given)
    asked = Asked(
        kind,
        _version(given),
        act,
        to=_number(given.get("to", "")),
        key=given.get("once") or None,
        raw=json.dumps(sorted(given.items(multi=True))).encode(),
        language=request_language(),
    )
    try:
        store.write(code, page_caller(), asked)
    except NotAllowed:
        abort(403)
    except KeyReused:
        pass
    except (Closed, Changed) as refused:
        return _shown(refused.kept, sentence(request_language(), PAGES["table.changed"]), given)
    except AgainstRules as refused:
        problem = _refusal(refused, act, kind)
        if act is not None and kind is Kind.CORRECTION:
            return _correcting(refused.kept, act.type, problem, given, _raised(refused.error))
        return _shown(refused.kept, problem, given)
    if act is not None and act.type == "set_box":
        return redirect(url_for("pages.correct_table", code=code), 303)
    return redirect(url_for("pages.table", code=code), 303)


def _kind(text: str) -> Kind:
    return Kind(text) if text in {Kind.CORRECTION, Kind.UNDO, Kind.REDO, Kind.CLOSE} else Kind.ACT


def _act(kept: Kept, kind: Kind, given: MultiDict[str, str]) -> Act | None:
    viewer = _viewer(kept)
    if kind is Kind.ACT:
        return submitted(prompt(kept.state, viewer).actions, given)
    if kind is Kind.CORRECTION:
        return submitted(correctable(kept.state, viewer), given)
    return None


def _version(given: Mapping[str, str]) -> int:
    return _number(given.get("version", "")) or 0


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 10 else None


def _refusal(refused: AgainstRules, act: Act | None, kind: Kind) -> str:
    language, kept = request_language(), refused.kept
    error = refused.error
    if isinstance(error, IllegalAct) and act is not None:
        viewer = _viewer(kept)
        asked = prompt(kept.state, viewer)
        if kind is Kind.CORRECTION:
            asked = Prompt(None, None, correctable(kept.state, viewer))
        said = (
            asking.refusal(language, fault, act, asked, game=kept.state.game, names=_names(kept))
            for fault in error.faults
        )
        return " ".join(dict.fromkeys(said))
    return sentence(language, ERRORS[error.key], error.data)


LATEST: Final = 60
"""More lines than a round has at one location; what happened before them is in the log."""


def _shown(kept: Kept, problem: str = "", given: Given = None) -> Response:
    viewer, names = _viewer(kept), _names(kept)
    lines = _latest(kept) if viewer.seat is not None else []
    response = frame.page(
        "table.html",
        table=TableView(
            kept.state, viewer, names, request_language(), typed=given, lines=lines, box=store.box_on(kept.table)
        ),
        code=kept.table.code,
        version=kept.state.version,
        once=new_token(),
        problem=problem,
        undo=_undo(lines, names),
        ahead=kept.state.marks.ahead[:1],
        seated=viewer.seat is not None,
        commitment=commitment(kept.table.seed),
        house=kept.state.game.setup.dealing is Dealing.HOUSE,
        verdict=_verdict(kept, names),
    )
    response.headers["Cache-Control"] = "no-store"
    response.status_code = 409 if problem else 200
    return response


def _verdict(kept: Kept, names: Names) -> tuple[str, str]:
    """Who has won, once the game has ended."""
    if kept.state.game.phase is not Phase.ENDED:
        return "", ""
    guards = kept.state.game.setup.guards
    return verdict(score(sheet(kept.state.game, names)), None if guards is None else names[guards])


def _latest(kept: Kept) -> list[LogLine]:
    """The latest lines that count."""
    counting = {*kept.state.marks.counting}
    found = store.log(kept.table, after=max(0, kept.state.version - LATEST), upto=kept.state.version)
    return [line for line in found if line.version in counting]


def _undo(lines: Sequence[LogLine], names: Names) -> tuple[int, str] | None:
    """To which line the last one is taken back, and what that undoes."""
    if len(lines) < 2:
        return None
    last = lines[-1]
    act = Act(last.act.get("type", ""), last.act.get("fields", {}))
    return lines[-2].version, asking.undo(request_language(), act, last.before, names)


@blueprint.get("/t/<code>/figures")
def table_figures(code: str) -> Response:
    """The numbers of the table, to be compared with the real one and corrected together."""
    return _figures(seated(code))


def _figures(kept: Kept, problem: str = "", given: Given = None) -> Response:
    response = frame.page(
        "table_figures_page.html",
        table=TableView(kept.state, _viewer(kept), _names(kept), request_language(), typed=given),
        code=kept.table.code,
        version=kept.state.version,
        once=new_token(),
        problem=problem,
    )
    response.headers["Cache-Control"] = "no-store"
    response.status_code = 409 if problem else 200
    return response


@blueprint.post("/t/<code>/figures")
def save_figures(code: str) -> Response:
    """Correct every number that was changed, each in a line of its own; what would need more than there is, is said."""
    kept = seated(code)
    given = request.form
    try:
        wanted = {name: parse_sum(given[name]) for name in figures(kept.state.game) if name in given}
    except FieldFault as fault:
        return _figures(kept, sentence(request_language(), ERRORS[fault.key]), given)
    for act in _corrections(kept.state.game, wanted, given.get("marker", "")):
        asked = Asked(
            Kind.CORRECTION,
            kept.state.version,
            act,
            key=f"{given.get('once', '')}-{kept.state.version}" if given.get("once") else None,
            raw=repr(act).encode(),
            language=request_language(),
        )
        try:
            kept = store.write(code, page_caller(), asked).kept
        except (Closed, Changed) as refused:
            return _figures(refused.kept, sentence(request_language(), PAGES["table.changed"]), given)
        except AgainstRules as refused:
            return _figures(refused.kept, _refusal(refused, act, Kind.CORRECTION), given)
    return redirect(url_for("pages.table", code=code), 303)


def _corrections(game: Game, wanted: Mapping[str, int | None], marker: str) -> list[Act]:
    """A correction for each number that differs; first those that give cubes back, so that others can have them."""
    now = figures(game)
    changed = {name: number for name, number in wanted.items() if number is not None and number != now[name]}
    acts = [figure_act(name, changed[name]) for name in sorted(changed, key=lambda name: changed[name] - now[name])]
    if marker in {str(side) for side in game.setup.sides} and int(marker) != game.first_player:
        acts.append(Act("set_marker", {"side": [int(marker)]}))
    return acts


def seated(code: str) -> Kept:
    """The table, for somebody who sits at it."""
    kept = found(code)
    if _viewer(kept).seat is None:
        abort(403)
    return kept


@blueprint.get("/t/<code>/log")
def table_log(code: str) -> Response:
    """The log of a table: every line in sentences, with its reasons, and a way back to it."""
    kept = seated(code)
    names, language = _names(kept), request_language()
    marks = kept.state.marks
    lines = [
        {
            "version": line.version,
            "told": happenings(line.before, line.events, names, language),
            "counts": line.version in marks.counting,
            "again": line.version in marks.ahead,
        }
        for line in store.log(kept.table)
        if line.kind in DONE
    ][::-1]
    response = frame.page(
        "table_log.html", code=code, lines=lines, version=kept.state.version, once=new_token(), closed=kept.state.closed
    )
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/t/<code>/correct")
def correct_table(code: str) -> Response:
    """Everything that can be corrected, each with its form."""
    return _correcting(seated(code), request.args.get("what", ""))


def _correcting(kept: Kept, chosen: str, problem: str = "", given: Given = None, raised: Act | None = None) -> Response:
    response = frame.page(
        "table_correct.html",
        table=TableView(kept.state, _viewer(kept), _names(kept), request_language(), typed=given),
        code=kept.table.code,
        version=kept.state.version,
        once=new_token(),
        chosen=chosen,
        problem=problem,
        raised=raised and (encoded(raised.one("what")), raised.values["number"]),
    )
    response.headers["Cache-Control"] = "no-store"
    response.status_code = 409 if problem else 200
    return response


def _raised(error: RuleError) -> Act | None:
    """The box's count with which a correction would be possible (E-14)."""
    if not isinstance(error, NotInTheBox) or "needed" not in error.data:
        return None
    what = error.data.get("cube") or error.data["kind"]
    return Act("set_box", {"what": [what.value], "number": error.data["needed"]})


@blueprint.post("/t/<code>/scores")
def keep_scores(code: str) -> Response:
    """Keep the scores of a game that has ended as a score sheet, and show it."""
    kept = found(code)
    if _viewer(kept).seat is None or kept.state.game.phase is not Phase.ENDED:
        abort(403)
    body = body_of(sheet(kept.state.game, _names(kept)))
    raw = json.dumps(body, sort_keys=True)
    made = make(
        body,
        lambda one: {"link": one.link},
        draft=False,
        caller=Caller(device=known_device()),
        key=f"table-{code}-{kept.state.version}",
        raw=raw.encode(),
    )
    return redirect(url_for("pages.result", link=made.answer["link"]), 303)


def found(code: str) -> Kept:
    """The table with that code; a page says so where there is none."""
    try:
        return store.find(code)
    except TableGone:
        abort(404)


def _viewer(kept: Kept) -> Viewer:
    return Viewer(store.seat_of(kept.table, page_caller()))


def _names(kept: Kept) -> Names:
    given = {seat: name for seat, name in enumerate(kept.table.names) if name}
    return seat_names(request_language(), kept.state.game.setup, given)
