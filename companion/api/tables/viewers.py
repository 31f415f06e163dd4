"""The viewer of a table over the API, and the tag of the view."""

from collections.abc import Callable
from typing import Any

from flask import Response, request

from companion.api.core.operations import send_unchanged
from companion.api.core.problems import Problem
from companion.identity.caller import Caller
from companion.tables.permissions import viewer_of
from companion.tables.projection.viewer import Viewer
from companion.tables.repository import LoadedTable, TableGone
from companion.tables.table_box import box_version
from companion.web.device_cookie import bearer, device
from companion.web.json_answers import send
from companion.web.language import request_language
from companion.web.table_links import find_for_asker


def etag_of(loaded: LoadedTable, viewer: Viewer, language: str, *beside: object) -> str:
    """Return the tag of a viewer's view of a table; `beside` holds the parts of it that are not in the log."""
    seats = "".join(map(str, sorted(viewer.seats))) or "w"
    return f'"{"-".join(map(str, (loaded.state.version, seats, language, *filter(None, beside))))}"'


def looking(loaded: LoadedTable) -> Viewer:
    """Return who looks: the bearer of a seat's token, the device that opened the table, or anybody.

    Raises:
        Problem: the token is not of this table.
    """
    who = reader()
    viewer = viewer_of(loaded.table, who)
    if who.token and not viewer.seats:
        raise Problem("forbidden")
    return viewer


def reader() -> Caller:
    """Return who asks to see something: another site may have caused it, but does not hear the answer."""
    token = bearer()
    return Caller(token=token) if token else Caller(device=device())


def found(code: str) -> LoadedTable:
    """Return the table with that code, or answer with a problem where there is none."""
    try:
        return find_for_asker(code)
    except TableGone as gone:
        raise Problem("not-found") from gone


def send_seen(code: str, shown: Callable[[LoadedTable, Viewer, str], Any]) -> Response:
    """Send what the caller may see of a table, or 304 if they have it already.

    Args:
        code: the table's code.
        shown: makes the view of the table, for its viewer and in their language; it depends on these, and on the
            table's box.

    Raises:
        Problem: there is no such table, or the token is not of it.
    """
    loaded = found(code)
    viewer, language = looking(loaded), request_language()
    etag = etag_of(loaded, viewer, language, box_version(loaded.table))
    if request.if_none_match.contains_weak(etag.strip('"')):
        return send_unchanged(etag)
    return send(shown(loaded, viewer, language), headers={"ETag": etag})
