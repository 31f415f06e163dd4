"""Lines of a log that no database has kept."""

from collections.abc import Sequence

from companion.rules.acts.actions import Act
from companion.rules.state.events import Event
from companion.rules.state.pieces import Side
from companion.tables.line import Kind, Line


def made_line(
    version: int,
    kind: Kind,
    events: Sequence[Event] = (),
    *,
    to: int | None = None,
    seat: Side | None = None,
    act: Act | None = None,
) -> Line:
    """Make a line in which these events happened."""
    request = {"type": act.type, "fields": act.values} if act else {} if to is None else {"to": to}
    return Line(version, kind, seat, request).with_events(events)
