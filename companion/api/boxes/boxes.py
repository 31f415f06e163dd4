"""`/boxes`: physical copies, with the card faces that their owners have typed in (docs/api.md, Boxes)."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NoReturn

from flask import Response, request
from marshmallow import INCLUDE, Schema, fields

from companion.api.core.bodies import parse_body
from companion.api.core.operations import Resource, address_of, send_unchanged
from companion.api.core.problems import Problem
from companion.api.core.schema_fields import from_shape
from companion.api.core.writes import caller, creation_key, if_match, refuse_writing
from companion.boxes.box import Box
from companion.boxes.drawing import guards_known
from companion.boxes.file_format import BOX, FILE, InvalidBoxFile, file_of, parse, parse_file, schema
from companion.boxes.models import KeptBox
from companion.boxes.repository import BoxGone, box_of, change, delete, find, make, recent
from companion.identity.caller import NotAllowed
from companion.persistence.linked import KeyReused, Stale
from companion.rules.state.setup import Difficulty
from companion.schemas.faults import InvalidFields
from companion.web.device_cookie import page_caller
from companion.web.json_answers import send
from companion.web.language import request_language
from companion.web.limits import count_made

resource = Resource("Boxes")

IDEMPOTENCY_KEY: Final = ("Idempotency-Key", "The same key with the same body is one box and one answer.", False)
IF_MATCH: Final = ("If-Match", "The ETag of the box as it was read.", True)
IF_NONE_MATCH: Final = ("If-None-Match", "An ETag; an unchanged box is 304 without a body.", False)
LINK: Final[Mapping[str, None]] = {"box": None}
FILE_NAME: Final = "lockup-box.json"

BODY: Final = from_shape("BoxBody", BOX)()
FILE_BODY: Final = from_shape("BoxFileBody", FILE)()


class GuardsKnownSchema(Schema):
    """The known guard cards of a difficulty's deck, as in "7 of 12"."""

    known = fields.Integer(required=True)
    of = fields.Integer(required=True)
    complete = fields.Boolean(required=True)


class KeptBoxSchema(Schema):
    """A box, and for each difficulty how much of its guard deck is known."""

    box = fields.Nested(BODY, required=True)
    guards_known = fields.Dict(keys=fields.String(), values=fields.Nested(GuardsKnownSchema), required=True)


class NewBoxSchema(KeptBoxSchema):
    """A new box: `edit` is the token that changes and deletes it, shown once; `link` only reads."""

    edit = fields.String()
    link = fields.String(required=True)


class ListedBoxSchema(Schema):
    """A box in a list."""

    link = fields.String(required=True)
    name = fields.String(required=True)
    edition = fields.String(required=True)


class BoxesSchema(Schema):
    """The answer of `/boxes`."""

    boxes = fields.List(fields.Nested(ListedBoxSchema), required=True)


class PublishedSchema(Schema):
    """The answer of `/boxes/schema`: a JSON Schema."""

    class Meta:
        """Any member, as JSON Schema has them."""

        unknown = INCLUDE


def _read(parsed: Callable[[Any], Box]) -> Box:
    """Return the box of this request's body."""
    try:
        return parsed(parse_body(request))
    except InvalidBoxFile as fault:
        raise InvalidFields(fault.faults) from fault


def _content(kept: KeptBox) -> dict[str, Any]:
    box = box_of(kept)
    return {
        "box": kept.body,
        "guards_known": {difficulty: guards_known(box, difficulty)._asdict() for difficulty in Difficulty},
    }


def _etag(kept: KeptBox) -> str:
    return f'"{kept.version}"'


def _check_version(kept: KeptBox) -> None:
    if not if_match(_etag(kept)):
        raise Stale(kept)


REFUSALS: Final = (BoxGone, NotAllowed, KeyReused, Stale)


def _refuse(error: Exception) -> NoReturn:
    match error:
        case BoxGone():
            raise Problem("not-found") from error
        case Stale(row=kept):
            raise Problem("stale", headers={"ETag": _etag(kept)}, members={"current": _content(kept)}) from error
        case _:
            refuse_writing(error)


def _keep(box: Box, key: str | None) -> Response:
    def answer_for(kept: KeptBox) -> Mapping[str, Any]:
        # Only a new box counts; a repetition makes none.
        count_made()
        return {"language": request_language(), "link": kept.link, **_content(kept)}

    try:
        # A key made one box in one way: the same bytes sent to the other address are another request.
        made = make(box, answer_for, caller=caller(), key=key, raw=request.path.encode() + b"\n" + request.get_data())
    except REFUSALS as refusal:
        _refuse(refusal)
    answer = {**made.answer, **({"edit": made.token} if made.token else {})}
    language = answer.pop("language")
    headers = {"Location": address_of(f"/boxes/{answer['link']}"), "ETag": '"1"'}
    return send(answer, 201, headers, language)


@resource.operation("get", "/boxes", answer=BoxesSchema())
def list_boxes() -> Response:
    """List the boxes of this device or household, at most 200, the last changed first."""
    listed = recent(page_caller())
    return send(
        {"boxes": [{"link": kept.link, "name": kept.body["name"], "edition": kept.body["edition"]} for kept in listed]}
    )


@resource.operation(
    "post", "/boxes", body=BODY, answer=NewBoxSchema(), status=201, problems=(403, 404, 429), headers=[IDEMPOTENCY_KEY]
)
def make_box() -> Response:
    """Keep a box; the answer holds its link and, this once, its edit token."""
    key = creation_key()
    return _keep(_read(parse), key)


@resource.operation(
    "post", "/boxes/import", body=FILE_BODY, answer=NewBoxSchema(), status=201, problems=(403, 404, 429),
    headers=[IDEMPOTENCY_KEY],
)  # fmt: skip
def import_box() -> Response:
    """Keep a box from a file; a file with a fault is refused whole, each fault named."""
    key = creation_key()
    return _keep(_read(parse_file), key)


@resource.operation("get", "/boxes/schema", answer=PublishedSchema())
def show_box_schema() -> Response:
    """The JSON Schema of a box file."""
    return send(schema())


@resource.operation("get", "/boxes/{box}", answer=KeptBoxSchema(), parameters=LINK, headers=[IF_NONE_MATCH])
def show_box(box: str) -> Response:
    """Show a box and how much of its guard deck is known."""
    kept = _found(box)
    if request.if_none_match.contains_weak(_etag(kept).strip('"')):
        return send_unchanged(_etag(kept))
    return send(_content(kept), headers={"ETag": _etag(kept)})


def _found(link: str) -> KeptBox:
    try:
        return find(link)
    except BoxGone as gone:
        _refuse(gone)


@resource.operation(
    "put", "/boxes/{box}", body=BODY, answer=KeptBoxSchema(), problems=(401, 403, 412, 428), parameters=LINK,
    headers=[IF_MATCH], secured=True,
)  # fmt: skip
def change_box(box: str) -> Response:
    """Replace a box; needs the version read, and the edit token or the cookie of the maker's device."""
    body = _read(parse)
    try:
        # Every PUT makes a new version, even one that changes nothing: an ETag is good for one of them.
        kept = change(box, caller(), lambda _: body, check_version=_check_version, always=True)
    except REFUSALS as refusal:
        _refuse(refusal)
    return send(_content(kept), headers={"ETag": _etag(kept)})


@resource.operation(
    "delete", "/boxes/{box}", status=204, problems=(401, 403, 412, 428), parameters=LINK, headers=[IF_MATCH],
    secured=True,
)  # fmt: skip
def delete_box(box: str) -> Response:
    """Delete a box and all data of it; tables that have used it keep what they took from it."""
    try:
        delete(box, caller(), check_version=_check_version)
    except REFUSALS as refusal:
        _refuse(refusal)
    return Response(status=204)


@resource.operation("get", "/boxes/{box}/export", answer=FILE_BODY, parameters=LINK)
def export_box(box: str) -> Response:
    """Show a box as one file, which `/boxes/import` takes."""
    kept = _found(box)
    headers = {"ETag": _etag(kept), "Content-Disposition": f'attachment; filename="{FILE_NAME}"'}
    return send(file_of(box_of(kept)), headers=headers)
