"""Who looks at a table over the API, and the tag of what they see."""

from companion.api.core.problems import Problem
from companion.identity.caller import Caller
from companion.tables.permissions import viewer_of
from companion.tables.projection.viewer import Viewer
from companion.tables.repository import LoadedTable, TableGone
from companion.web.device_cookie import bearer, device
from companion.web.table_links import find_for_asker


def etag_of(kept: LoadedTable, viewer: Viewer, language: str, *beside: object) -> str:
    """The tag of what a viewer sees of a table; `beside`: what of it is not in its log."""
    seats = "".join(map(str, sorted(viewer.seats))) or "w"
    return f'"{"-".join(map(str, (kept.state.version, seats, language, *filter(None, beside))))}"'


def looking(kept: LoadedTable) -> Viewer:
    """Who looks: the bearer of a seat's token, the device that opened the table, or anybody.

    Raises:
        Problem: the token is not of this table.
    """
    who = reader()
    viewer = viewer_of(kept.table, who)
    if who.token and not viewer.seats:
        raise Problem("forbidden")
    return viewer


def reader() -> Caller:
    """Who asks to see something: another site may have caused it, but does not hear the answer."""
    token = bearer()
    return Caller(token=token) if token else Caller(device=device())


def found(code: str) -> LoadedTable:
    """The table with that code; where there is none, that is a problem."""
    try:
        return find_for_asker(code)
    except TableGone as gone:
        raise Problem("not-found") from gone
