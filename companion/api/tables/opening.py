"""`POST /tables`: open a table from the requested setup (docs/api.md, 3)."""

from collections.abc import Iterator, Mapping
from typing import Any

from flask import Response, request

from companion.api.core.operations import Resource, address_of, read
from companion.api.core.writes import caller, creation_key
from companion.api.tables.refusals import refuse
from companion.api.tables.requests import KEY_OF_TABLE, TABLE
from companion.api.tables.schemas import NewTableSchema
from companion.api.tables.viewers import etag_of
from companion.boxes.repository import BoxGone, box_of
from companion.boxes.repository import find as find_box
from companion.boxes.schemas import trimmed
from companion.identity.caller import Caller
from companion.persistence.linked import KeyReused
from companion.players_day import known_zone
from companion.presenters.table import TablePresenter
from companion.rules.corrections.registry import NotInTheBox
from companion.rules.engine.mid_game_setup import WrongFigures
from companion.rules.schema import Invalid
from companion.schemas.faults import InvalidFields, rule_faults
from companion.schemas.question import name_faults
from companion.tables.opening import Opening
from companion.tables.opening import open_table as open_new_table
from companion.tables.permissions import Sitting, viewer_of
from companion.tables.setup_request import SETUP_REQUEST, InvalidSetup, agreed, begun, place_of_figure
from companion.web.json_answers import send
from companion.web.language import request_language
from companion.web.limits import count_made

resource = Resource("Tables")


def _opening(body: Mapping[str, Any], key: str | None) -> Opening:
    """Return the table that a request body asks for."""
    wished = {name: value for name, value in body.items() if name in SETUP_REQUEST.members}
    faults = [*_bad_names(body), *_bad_holds(body)]
    try:
        box = find_box(body["box"]) if "box" in body else None
        setup = agreed(wished, None if box is None else box_of(box))
    except BoxGone as gone:
        raise InvalidFields([*faults, Invalid(("box",), "table.no_such_box")]) from gone
    except InvalidSetup as bad:
        raise InvalidFields([*faults, *rule_faults(bad.all)]) from bad
    if faults:
        raise InvalidFields(faults)
    return Opening(
        setup,
        [Sitting(trimmed(one.get("name", "")), one.get("crew", "")) for one in body.get("players", [body])],
        held=frozenset(body["holds"]) if "holds" in body else None,
        edits_all=body.get("edits_all", True),
        seed=body.get("seed"),
        box=box.id if box else None,
        wished=wished,
        key=key,
        raw=request.get_data(),
        language=request_language(),
        figures=begun(wished, setup),
        zone=known_zone(body.get("zone")),
    )


def _bad_names(body: Mapping[str, Any]) -> Iterator[Invalid]:
    """Yield the faults of the players' names, and of a single name given together with players."""
    players = [{"name": trimmed(one["name"])} if "name" in one else {} for one in body.get("players", ())]
    yield from name_faults(players, "players")
    if "players" in body and "name" in body:
        yield Invalid(("name",), "table.only_alone")


def _bad_holds(body: Mapping[str, Any]) -> Iterator[Invalid]:
    """Yield seats that do not exist, or a fault where none is held: somebody has to run the table."""
    seats = range(len(body.get("players", ("alone",))))
    for index, seat in enumerate(body.get("holds", ())):
        if seat not in seats:
            yield Invalid(("holds", index), "shape.one_of", {"options": tuple(map(str, seats))})
    if body.get("holds") == []:
        yield Invalid(("holds",), "table.holds_none")


@resource.operation(
    "post", "/tables", body=TABLE, answer=NewTableSchema(), status=201, problems=(403, 429),
    headers=[KEY_OF_TABLE],
)  # fmt: skip
def open_table() -> Response:
    """Open a table, of players or against the guards; the answer holds its code and, this once, its seats' token."""
    key = creation_key()
    body = read(TABLE)
    opening = _opening(body, key)
    try:
        opened = open_new_table(opening, caller(), count_made)
    except KeyReused as reused:
        refuse(reused)
    except (NotInTheBox, WrongFigures) as wrong:
        raise InvalidFields(
            one._replace(path=place_of_figure(one.path, opening.wished, opening.setup))
            for one in rule_faults(wrong.all)
        ) from wrong
    viewer = viewer_of(opened.loaded.table, Caller(token=opened.token))
    presenter = TablePresenter(opened.loaded, viewer, opened.language)
    shown = presenter.common_members()
    headers = {
        "Location": address_of(f"/tables/{opened.loaded.table.code}"),
        "ETag": etag_of(opened.loaded, viewer, opened.language),
    }
    token = {"token": opened.token} if opened.token else {}
    moves = presenter.moves(0) if opening.figures else []
    return send({**shown, **token, "setup": presenter.setup(), "moves": moves}, 201, headers, opened.language)
