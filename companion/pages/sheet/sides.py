"""The names on a score sheet."""

from collections.abc import Mapping
from typing import Any

from companion.sheets.models import Sheet
from companion.web.language import request_language
from companion.words.catalogue import isolated, joined
from companion.words.telling import SEAT_NAMES, called


def names_on(sheet: Sheet) -> tuple[str, ...]:
    """Return the names on a sheet; of a draft, as many as there are."""
    return tuple(side["name"] for side in as_called(sheet.body).get("sides", ()) if "name" in side)


def as_called(body: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a sheet with names that nobody typed in the language of the request, not in the one it was begun in."""
    sides = body.get("sides", ())
    names = [called(request_language(), side["name"], SEAT_NAMES) for side in sides if "name" in side]
    if len(names) < len(sides) or len({*names}) < len(names):
        return body
    return {**body, "sides": [{**side, "name": name} for side, name in zip(sides, names, strict=True)]}


def names_of(sheet: Sheet) -> str:
    """Return the names on a sheet in one line."""
    return joined(request_language(), map(isolated, names_on(sheet)))
