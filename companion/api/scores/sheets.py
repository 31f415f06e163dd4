"""`/sheets`: score sheets that are kept (docs/api.md, 2)."""

import json
from collections.abc import Mapping
from typing import Any, Final, NoReturn

from flask import Response, request
from marshmallow import Schema, fields
from sqlalchemy.orm.attributes import flag_modified

from companion.api.core.bodies import parse_body
from companion.api.core.operations import Resource, address_of, send_unchanged
from companion.api.core.problems import Problem
from companion.api.core.writes import caller, creation_key, refuse_writing
from companion.identity.caller import NotAllowed
from companion.persistence.linked import KeyReused, Stale
from companion.presenters.kept_sheet import sheet_content
from companion.schemas.scores import SHEET, ScoresSchema
from companion.sheets.models import Sheet
from companion.sheets.repository import SheetGone, change, delete, find, make
from companion.web.json_answers import send
from companion.web.language import request_language
from companion.web.limits import count_made
from companion.words.catalogue import LANGUAGES

resource = Resource("Score sheets")

IDEMPOTENCY_KEY: Final = ("Idempotency-Key", "The same key with the same body is one sheet and one answer.", False)
IF_MATCH: Final = ("If-Match", "The ETag of the sheet as it was read.", True)
IF_NONE_MATCH: Final = ("If-None-Match", "An ETag; an unchanged sheet is 304 without a body.", False)
LINK: Final[Mapping[str, None]] = {"link": None}


class SheetSchema(Schema):
    """A sheet: the scores request as it was kept, and its scores, or null while a draft cannot be scored."""

    sheet = fields.Dict(required=True)
    scores = fields.Nested(ScoresSchema, required=True, allow_none=True)


class NewSheetSchema(SheetSchema):
    """A new sheet: `edit` is the token that changes and deletes it, shown once; `link` only reads."""

    id = fields.String(required=True)
    edit = fields.String()
    link = fields.String(required=True)


def _read_sheet() -> tuple[dict[str, Any], bool]:
    """Return the scores request of this HTTP request as it is kept, and whether it is a draft."""
    value = parse_body(request)
    draft = isinstance(value, dict) and value.get("draft") is True
    body = SHEET.read(value, draft=draft)
    # Only what was given is kept: a default that the app changes one day must not rewrite old sheets.
    given = {member: body[member] for member in value if member != "draft"}
    plain: dict[str, Any] = json.loads(json.dumps(given))
    return plain, draft


def etag_of(version: int, language: str | None = None) -> str:
    """Return the `ETag` of a version of a sheet."""
    # The scores explain themselves in a language, so that each language is another representation.
    return f'"{version}-{language or request_language()}"'


def _check_version(sheet: Sheet) -> None:
    """Refuse a change that says no version, or another than the sheet's; `*` is any."""
    if "If-Match" not in request.headers:
        raise Problem("precondition-required")
    # Whatever the language in which it was read: a change is of the sheet.
    current = (etag_of(sheet.version, language).strip('"') for language in LANGUAGES)
    if not any(request.if_match.contains_weak(etag) for etag in current):
        raise Stale(sheet)


def _refuse(error: Exception) -> NoReturn:
    match error:
        case SheetGone():
            raise Problem("not-found") from error
        case Stale(row=sheet):
            headers = {"ETag": etag_of(sheet.version)}
            raise Problem(
                "stale", headers=headers, members={"current": sheet_content(sheet, request_language())}
            ) from error
        case _:
            refuse_writing(error)


REFUSALS: Final = (SheetGone, NotAllowed, KeyReused, Stale)


@resource.operation(
    "post", "/sheets", body=SHEET, drafts=True, answer=NewSheetSchema(), status=201, problems=(403, 404, 429),
    headers=[IDEMPOTENCY_KEY],
)  # fmt: skip
def make_sheet() -> Response:
    """Keep a score sheet; the answer holds its short link and, this once, its edit token."""
    key = creation_key()
    body, draft = _read_sheet()

    def answer_for(sheet: Sheet) -> Mapping[str, Any]:
        # Only a new sheet counts; a repetition makes none.
        count_made()
        return {
            "language": request_language(),
            "id": sheet.id,
            "link": sheet.link,
            **sheet_content(sheet, request_language()),
        }

    try:
        made = make(
            body,
            answer_for,
            draft=draft,
            caller=caller(),
            key=key,
            raw=request.get_data(),
        )
    except REFUSALS as refusal:
        _refuse(refusal)
    answer = {**made.answer, **({"edit": made.token} if made.token else {})}
    # A repetition gets the first answer again, in the language that it had.
    language = answer.pop("language", None)
    if language is None:
        # A page made its sheet under this key, and its answer is another.
        _refuse(KeyReused())
    headers = {"Location": address_of(f"/sheets/{answer['link']}"), "ETag": etag_of(1, language)}
    return send(answer, 201, headers, language)


@resource.operation("get", "/sheets/{link}", answer=SheetSchema(), parameters=LINK, headers=[IF_NONE_MATCH])
def show_sheet(link: str) -> Response:
    """Show a kept sheet and its scores."""
    try:
        sheet = find(link)
    except SheetGone as gone:
        _refuse(gone)
    etag = etag_of(sheet.version)
    if request.if_none_match.contains_weak(etag.strip('"')):
        return send_unchanged(etag)
    return send(sheet_content(sheet, request_language()), headers={"ETag": etag})


@resource.operation(
    "put", "/sheets/{link}", body=SHEET, drafts=True, answer=SheetSchema(), problems=(401, 403, 412, 428),
    parameters=LINK, headers=[IF_MATCH], secured=True,
)  # fmt: skip
def change_sheet(link: str) -> Response:
    """Replace a sheet; needs the version read, and the edit token or the cookie of the maker's device."""
    body, draft = _read_sheet()

    def replace(sheet: Sheet) -> None:
        sheet.body, sheet.draft, sheet.typed = body, draft, {}
        # Every PUT makes a new version, even one that changes nothing: an ETag is good for one of them.
        flag_modified(sheet, "body")

    try:
        sheet = change(link, caller(), replace, check_version=_check_version)
    except REFUSALS as refusal:
        _refuse(refusal)
    return send(sheet_content(sheet, request_language()), headers={"ETag": etag_of(sheet.version)})


@resource.operation(
    "delete", "/sheets/{link}", status=204, problems=(401, 403, 412, 428), parameters=LINK, headers=[IF_MATCH],
    secured=True,
)  # fmt: skip
def delete_sheet(link: str) -> Response:
    """Delete a sheet and all data of it."""
    try:
        delete(link, caller(), check_version=_check_version)
    except REFUSALS as refusal:
        _refuse(refusal)
    return Response(status=204)
