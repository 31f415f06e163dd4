"""Requests that add a line to a table's log, keep its scores, or delete it (docs/api.md, 3)."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from flask import Response, request

from companion.api.core.operations import Resource, address_of, read
from companion.api.core.problems import Problem
from companion.api.core.writes import caller
from companion.api.scores.sheets import etag_of as sheet_etag
from companion.api.tables.refusals import refuse, taken
from companion.api.tables.requests import (
    ACTING,
    ACTION,
    CODE,
    KEY,
    LAST,
    TAKE_BACK,
    TO,
    needed_key,
)
from companion.api.tables.schemas import TableSheetSchema, TableWrittenSchema
from companion.api.tables.viewers import etag_of
from companion.identity.caller import Caller, NotAllowed
from companion.presenters.kept_sheet import sheet_content
from companion.presenters.table import TablePresenter, score_sheet
from companion.rules.acts.actions import Act
from companion.rules.vocabulary import Location
from companion.schemas.body import Body
from companion.schemas.scores import body_of
from companion.tables import commands, game_commands, refusals, result_sheet
from companion.tables.command import Command, CommandResult
from companion.tables.line import Kind
from companion.tables.permissions import viewer_of
from companion.tables.repository import TableGone
from companion.web.json_answers import send
from companion.web.language import request_language

resource = Resource("Tables")

PROBLEMS: Final = (401, 403, 409)


def _write(
    code: str, asked: Command, write: Callable[[str, Caller, Command], CommandResult] = game_commands.play
) -> Response:
    """Add a line to the log of a table, or say why not."""
    who = caller()
    written = taken(lambda: write(code, who, asked), who, asked)
    return send_line(written, who)


def send_line(written: CommandResult, who: Caller, **more: Any) -> Response:
    """Return the table after a line, and that line."""
    viewer = viewer_of(written.loaded.table, who)
    presenter = TablePresenter(written.loaded, viewer, written.language, since=written.line)
    headers = {"ETag": etag_of(written.loaded, viewer, written.language)}
    answer = {
        **presenter.common_members(),
        "line": presenter.line(written.line),
        "moves": presenter.moves(written.since, written.line),
        **more,
    }
    return send(answer, headers=headers, language=written.language)


def _asked(kind: Kind, shape: Body, address: str = "") -> Command:
    """Return the line that this request wants to add to the log."""
    key = needed_key()
    body = read(shape)
    act = Act(body["type"], body.get("fields", {})) if "type" in body else None
    # A key is of one request: the same bytes sent to another address are another one.
    raw = f"{address or kind}\n".encode() + request.get_data()
    return Command(
        kind,
        body["version"],
        act,
        body.get("to"),
        key,
        raw,
        request_language(),
        stands_in=body.get("for"),
    )


@resource.operation(
    "put", "/tables/{code}/sheet", answer=TableSheetSchema(), problems=(401, 403, 409), parameters=CODE, secured=True
)
def keep_sheet(code: str) -> Response:
    """Keep the scores of a game that has ended as a score sheet, once; the token of the seat is its edit token."""
    language = request_language()
    try:
        made = result_sheet.keep_sheet(code, caller(), lambda loaded: body_of(score_sheet(loaded, language)))
    except (TableGone, NotAllowed) as refusal:
        refuse(refusal)
    except refusals.NotEnded as refusal:
        raise Problem("sealed" if refusal.covered else "not-ended") from refusal
    headers = {"Location": address_of(f"/sheets/{made.link}"), "ETag": sheet_etag(made.version)}
    return send({"link": made.link, **sheet_content(made, language)}, headers=headers)


@resource.operation(
    "delete", "/tables/{code}", status=204, problems=(401, 403), parameters=CODE, secured=True,
)  # fmt: skip
def delete_table(code: str) -> Response:
    """Delete a table with its log, seats, invitations and keys, as its host; a score sheet of it stays."""
    try:
        commands.delete(code, caller())
    except refusals.NotHost as refusal:
        raise Problem("not-host") from refusal
    except (TableGone, NotAllowed) as refusal:
        refuse(refusal)
    return Response(status=204)


@resource.operation(
    "post", "/tables/{code}/actions", body=ACTING, answer=TableWrittenSchema(), problems=PROBLEMS,
    parameters=CODE, headers=[KEY], secured=True,
)  # fmt: skip
def act(code: str) -> Response:
    """Do one of the actions of the prompt."""
    return _write(code, _asked(Kind.ACT, ACTING))


@resource.operation(
    "post", "/tables/{code}/corrections", body=ACTION, answer=TableWrittenSchema(), problems=PROBLEMS,
    parameters=CODE, headers=[KEY], secured=True,
)  # fmt: skip
def correct(code: str) -> Response:
    """Correct something, since the table is right and the app follows."""
    return _write(code, _asked(Kind.CORRECTION, ACTION))


@resource.operation(
    "post", "/tables/{code}/undo", body=TO, answer=TableWrittenSchema(), problems=PROBLEMS, parameters=CODE,
    headers=[KEY], secured=True,
)  # fmt: skip
def undo(code: str) -> Response:
    """Go back to a line of the log: those after it are struck."""
    return _write(code, _asked(Kind.UNDO, TO))


@resource.operation(
    "post", "/tables/{code}/strike", body=TO, answer=TableWrittenSchema(), problems=PROBLEMS,
    parameters=CODE, headers=[KEY], secured=True,
)  # fmt: skip
def strike(code: str) -> Response:
    """Undo one of your own lines, though others have done something since, as long as nothing touched it."""
    return _write(code, _asked(Kind.STRIKE, TO))


@resource.operation(
    "post", "/tables/{code}/redo", body=TO, answer=TableWrittenSchema(), problems=PROBLEMS, parameters=CODE,
    headers=[KEY], secured=True,
)  # fmt: skip
def redo(code: str) -> Response:
    """Do struck lines again, up to one of them."""
    return _write(code, _asked(Kind.REDO, TO))


@resource.operation(
    "post", "/tables/{code}/again", body=TO, answer=TableWrittenSchema(), problems=PROBLEMS, parameters=CODE,
    headers=[KEY], secured=True,
)  # fmt: skip
def decide_again(code: str) -> Response:
    """Take back what rested on a house ruling that was changed since, and do it again under the ruling as it is now."""
    asked = _asked(Kind.ACT, TO, "again")
    return _write(code, asked, game_commands.redecide)


@resource.operation(
    "post", "/tables/{code}/take-back", body=TAKE_BACK, answer=TableWrittenSchema(), problems=PROBLEMS, parameters=CODE,
    headers=[KEY], secured=True,
)  # fmt: skip
def take_back_together(code: str) -> Response:
    """Take back a resolved location: the caller enters their row again, the rows of others stay."""
    where = read(TAKE_BACK).get("location")
    location = None if where is None else Location(where)
    return _write(
        code,
        _asked(Kind.UNDO, TAKE_BACK, "take-back"),
        partial(game_commands.take_back_together, location=location),
    )


@resource.operation(
    "post", "/tables/{code}/close", body=LAST, answer=TableWrittenSchema(), problems=PROBLEMS, parameters=CODE,
    headers=[KEY], secured=True,
)  # fmt: skip
def close(code: str) -> Response:
    """Close a table: its seed is shown, and it takes nothing more."""
    return _write(code, _asked(Kind.CLOSE, LAST))
