"""Redecision: the act that rested on a house ruling changed right after it. Pure.

A changed ruling holds from then on. The act that it decided just before can be decided again: the table strikes the act
and repeats it under the new ruling.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from companion.rules.acts.actions import Act
from companion.rules.phases.lights_out import ranking_in
from companion.rules.reasons import Reason
from companion.rules.state.events import Event
from companion.rules.state.position import Position
from companion.tables.line import Kind, Line

SET_RULING: Final = "set_ruling"
RANKINGS: Final = frozenset({"rank_location", "rank_strengths"})
"""Acts that rank in light depth, where the app does not follow the use of tiers."""


class Redecision(NamedTuple):
    """An act that can be decided again.

    Attributes:
        line: the log entry to repeat.
        act: its act.
        rulings: the corrections that changed house rulings since.
    """

    line: int
    act: Act
    rulings: tuple[Act, ...]


def only_rulings_since(lines: Sequence[Line]) -> bool:
    """Return whether only house rulings were changed since the last of these acts."""
    last = next((line for line in reversed(lines) if line.act.type != SET_RULING), None)
    return last is None or last.kind is Kind.ACT


def redecision_of(lines: Sequence[Line], game: Position) -> Redecision | None:
    """Return the act that rested on a ruling, if only rulings have changed since.

    Args:
        lines: the last that count, first to last; as far back as the last location was resolved is enough.
        game: as it is after them.
    """
    acts = [line for line in lines if line.kind is Kind.ACT]
    since = [line for line in lines if acts and line.version > acts[-1].version]
    if not acts or not since or not only_rulings_since(lines):
        return None
    rulings = tuple(line.act for line in since)
    changed = {one.one("ruling")["key"] for one in rulings}
    rows = changed & {*game.setup.edition.board_rows.values()}
    # Where the tiers of a location are decided; what a side does with its tier comes with it or later (L-10).
    resolved = [line for line in acts if line.act.type not in RANKINGS and ranking_in(line.events)]
    if rows and resolved and rows & _named_since(resolved[-1], acts, game):
        return Redecision(resolved[-1].version, resolved[-1].act, rulings)
    at_once = changed if acts[-1].act.type in RANKINGS else changed - rows
    if at_once & {*_named(acts[-1].events)}:
        return Redecision(acts[-1].version, acts[-1].act, rulings)
    return None


def _named_since(resolved: Line, acts: Iterable[Line], game: Position) -> set[str]:
    """Return the rulings named since a location was resolved, and still to come."""
    given = {key for line in acts if line.version >= resolved.version for key in _named(line.events)}
    due = (reason for step in game.agenda for reason in step.data.get("why", ()))
    return given | {reason.key_of_ruling for reason in due if reason.key_of_ruling}


def _named(events: Iterable[Event]) -> Iterable[str]:
    reasons: Iterable[Reason] = (reason for event in events for reason in event.why)
    return (reason.key_of_ruling for reason in reasons if reason.key_of_ruling)
