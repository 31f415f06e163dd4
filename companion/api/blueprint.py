"""The API as Flask sees it: its operations, its document, its errors."""

import json
from functools import cache
from typing import Any, Final

from flask import Blueprint, Response

from companion.api.boxes import boxes
from companion.api.core.openapi import document
from companion.api.core.operations import PREFIX, address_of
from companion.api.plays import statistics
from companion.api.rulings import guards, locations, raids, reference
from companion.api.scores import scores, sheets
from companion.api.shared_schemas import shared_schemas
from companion.api.tables import hint, live, odds, opening, reading, seats, writing
from companion.api.tables.game_schemas import BASES, game_schemas

RESOURCES: Final = (
    scores.resource,
    raids.resource,
    locations.resource,
    guards.resource,
    sheets.resource,
    statistics.resource,
    boxes.resource,
    opening.resource,
    reading.resource,
    odds.resource,
    hint.resource,
    writing.resource,
    seats.resource,
    live.resource,
    reference.resource,
)
OPERATIONS: Final = tuple(operation for resource in RESOURCES for operation in resource.operations)


def build() -> Blueprint:
    """Return the blueprint of the API."""
    blueprint = Blueprint("api", __name__, url_prefix=PREFIX)
    for resource in RESOURCES:
        resource.register(blueprint)
    blueprint.add_url_rule("/openapi.json", "openapi", _send_document)
    return blueprint


def _send_document() -> Response:
    """Send the OpenAPI document, with the address at which this API is asked."""
    told = {**_document(), "servers": [{"url": address_of("")}]}
    return Response(json.dumps(told, ensure_ascii=False, separators=(",", ":")), mimetype="application/json")


@cache
def _document() -> dict[str, Any]:
    """Return the OpenAPI document; it is made when somebody asks for it, since most servers are never asked."""
    return document(OPERATIONS, BASES, game_schemas(), shared_schemas())
