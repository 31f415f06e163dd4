"""`/tables/{code}`, its log, its file and its scores (docs/api.md, 3)."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from flask import Response, request

from companion.api.core.answers import send_as
from companion.api.core.operations import Resource, send_unchanged
from companion.api.core.problems import Problem
from companion.api.tables.evening_schemas import TableEveningSchema
from companion.api.tables.requests import CODE, IF_NONE_MATCH, LONGEST_WORD, MOST_LINES, MOST_VERSION
from companion.api.tables.schemas import TableExportSchema, TableLogSchema, TableSchema, TableScoresSchema
from companion.api.tables.viewers import etag_of, found, looking, reader
from companion.persistence.database import now
from companion.presenters.evening import EveningPresenter
from companion.presenters.table import TablePresenter, score_sheet
from companion.rules.schema import Invalid
from companion.rules.state.position import Phase
from companion.schemas.answers import dump
from companion.schemas.faults import InvalidFields
from companion.scoring.score import score
from companion.tables import presence, repository, result_sheet, table_box
from companion.tables.line import LineInContext
from companion.tables.refusals import NotEnded
from companion.tables.repository import LoadedTable
from companion.tables.score_reveal import is_sealed
from companion.tables.silence import acting_keeper
from companion.web.json_answers import send
from companion.web.language import request_language

resource = Resource("Tables")

SCORES: Final = TableScoresSchema()
EVENING: Final = TableEveningSchema()

_LINES: Final = 50
MOST_EXPORTED: Final = 1000
"""Lines that one answer with a file holds: more than a game has, and no more than a moment's work."""


@resource.operation(
    "get",
    "/tables/{code}",
    answer=TableSchema(),
    problems=(403,),
    parameters=CODE,
    personal=True,
    headers=[IF_NONE_MATCH],
)
def show_table(code: str) -> Response:
    """Show a table as this viewer may see it: its state, what may be done, and what can be corrected."""
    loaded = found(code)
    viewer, language = looking(loaded), request_language()
    presence.note_heard(loaded.table, reader())
    kept_sheet, box_version = result_sheet.sheet_of(loaded.table), table_box.box_version(loaded.table)
    # The seat that runs the shared steps depends on which phones are awake.
    keeps = "" if loaded.state.game.setup.solitary else f"k{acting_keeper(loaded.table, now())}"
    etag = etag_of(loaded, viewer, language, box_version, kept_sheet and kept_sheet.link, keeps)
    if request.if_none_match.contains_weak(etag.strip('"')):
        return send_unchanged(etag)
    return send(TablePresenter(loaded, viewer, language).full_answer(kept_sheet), headers={"ETag": etag})


_CURSOR: Final = ("cursor", {"type": "string"}, "Where to go on: `next` of the answer before.")
_LIMIT: Final = ("limit", {"type": "integer", "minimum": 1, "maximum": MOST_LINES}, "How many lines at most; 50.")


@resource.operation(
    "get", "/tables/{code}/log", answer=TableLogSchema(), problems=(403, 422), parameters=CODE, personal=True,
    query=[_CURSOR, _LIMIT],
)  # fmt: skip
def show_log(code: str) -> Response:
    """Show the log of a table, the oldest lines first, each event with its reasons."""
    after, limit = _read_query(_LINES, MOST_LINES)
    loaded = found(code)
    presenter = TablePresenter(loaded, looking(loaded), request_language())
    lines, more = _page(loaded, after, limit)
    return send({"lines": [presenter.line(line) for line in lines], "next": more})


def _page(loaded: LoadedTable, after: int, limit: int) -> tuple[list[LineInContext], str | None]:
    """Return at most `limit` lines after one, and the cursor of the next lines, if there are any."""
    lines = repository.log(loaded.table, after=after, upto=loaded.state.version, most=limit + 1)
    return lines[:limit], _cursor(lines[limit - 1].version) if len(lines) > limit else None


def _cursor(version: int) -> str:
    return urlsafe_b64encode(f"after {version}".encode()).decode().rstrip("=")


def _read_query(usual: int, most: int) -> tuple[int, int]:
    """Return the line after which to begin, and how many lines are wanted."""
    faults = []
    after, limit = 0, usual
    cursor, wanted = request.args.get("cursor"), request.args.get("limit")
    if cursor is not None:
        after = _after(cursor)
        if after < 0:
            faults.append(Invalid(("cursor",), "log.cursor"))
    if wanted is not None:
        limit = int(wanted) if wanted.isascii() and wanted.isdecimal() and len(wanted) <= LONGEST_WORD else 0
        if not 1 <= limit <= most:
            faults.append(Invalid(("limit",), "shape.range", {"least": 1, "most": most}))
    if faults:
        raise InvalidFields(faults)
    return after, limit


def _after(cursor: str) -> int:
    """Return the line that a cursor names; -1 if this app did not make the cursor."""
    try:
        word, _, version = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode("ascii").partition(" ")
    except ValueError:
        return -1
    sound = word == "after" and version.isdecimal() and len(version) <= len(str(MOST_VERSION))
    return min(int(version), MOST_VERSION) if sound else -1


_EXPORT_LIMIT: Final = (
    "limit",
    {"type": "integer", "minimum": 1, "maximum": MOST_EXPORTED},
    f"How many lines at most; {MOST_EXPORTED}.",
)


@resource.operation(
    "get", "/tables/{code}/export", answer=TableExportSchema(), problems=(403, 422), parameters=CODE, personal=True,
    query=[_CURSOR, _EXPORT_LIMIT],
)  # fmt: skip
def export_table(code: str) -> Response:
    """Show a table as one file, as this viewer may see it; closed, with its seed and all that was dealt."""
    after, limit = _read_query(MOST_EXPORTED, MOST_EXPORTED)
    loaded = found(code)
    viewer, language = looking(loaded), request_language()
    lines, more = _page(loaded, after, limit)
    exported = {**TablePresenter(loaded, viewer, language).exported(lines), "next": more}
    headers = {
        "ETag": etag_of(loaded, viewer, language),
        "Content-Disposition": f'attachment; filename="lockup-table-{loaded.table.code}.json"',
    }
    return send(exported, headers=headers)


@resource.operation("get", "/tables/{code}/scores", answer=SCORES, problems=(403, 409), parameters=CODE, personal=True)
def show_scores(code: str) -> Response:
    """Show the final scores of a game that has ended, counted from its log."""
    loaded = found(code)
    looking(loaded)
    if is_sealed(loaded.state.game, loaded.table.revealed):
        raise Problem("sealed")
    if loaded.state.game.phase is not Phase.ENDED:
        raise Problem("not-ended")
    return send_as(SCORES, {"scores": score(score_sheet(loaded, request_language()))})


@resource.operation(
    "get", "/tables/{code}/evening", answer=EVENING, problems=(403, 409), parameters=CODE, personal=True
)
def show_evening(code: str) -> Response:
    """Show how a game that is over went: the points of each side by round, its raids, and where it turned."""
    loaded = found(code)
    looking(loaded)
    try:
        presenter = EveningPresenter(loaded, request_language())
    except NotEnded as refusal:
        raise Problem("sealed" if refusal.covered else "not-ended") from refusal
    return send(dump(EVENING, presenter, presenter))
