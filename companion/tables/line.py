"""An entry in the log of a table: the request, and what happened. Pure."""

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from functools import cached_property
from typing import Any, Final

from companion.rules.acts.actions import Act
from companion.rules.frozen import EMPTY
from companion.rules.phases.free_actions import ANY_TIME
from companion.rules.state.events import NOTHING, AgendaSet, Event
from companion.rules.state.pieces import Side
from companion.rules.state.position import Position
from companion.tables import log_codec
from companion.tables.upcasters import format_of


class Kind(StrEnum):
    """The kind of a log entry."""

    BEGIN = "begin"
    ACT = "act"
    CORRECTION = "correction"
    UNDO = "undo"
    STRIKE = "strike"
    """One entry is struck, whatever follows it."""
    REDO = "redo"
    CLOSE = "close"
    SEAT = "seat"
    """A change of seats, such as sitting down, leaving or asking: nothing in the game."""


DONE: Final = frozenset({Kind.BEGIN, Kind.ACT, Kind.CORRECTION})
"""The entries in which something happens in the game."""

MOVING: Final = frozenset({Kind.UNDO, Kind.REDO, Kind.STRIKE})
"""The entries that change which others count."""

DECLINE_LATER: Final = "decline_later"
"""An act of older logs, which declines a reward of a location that the table has left (L-7): `side` and `location`."""

NO_ACT: Final = Act("")
_LONG_AGO: Final = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Line:
    """An entry of the log, as it is stored; see `companion.tables.records.Entry`.

    Attributes:
        version: of the table once it was written; 1 for the first.
        kind: of the entry.
        seat: its owner, or None for the table itself.
        request: the request, as it is stored: `type` and `fields` of an act, `for` and `by`, or `to`. Read it by the
            properties below.
        moment: when it was written.
        facts, why, rules: what happened, the reasons, and the format in which both are written.
        shown: the version that the person who asked had seen; None where the log does not say.
    """

    version: int
    kind: Kind
    seat: Side | None = None
    request: Mapping[str, Any] = EMPTY
    moment: datetime = _LONG_AGO
    facts: str = ""
    why: str = ""
    rules: str = ""
    shown: int | None = None

    @cached_property
    def act(self) -> Act:
        """The act, correction or act about seats; `NO_ACT` if it is none of these."""
        return Act(self.request["type"], self.request.get("fields", EMPTY)) if "type" in self.request else NO_ACT

    @property
    def to(self) -> int:
        """The last entry that counts after an undo or redo, or the struck one; or 0."""
        to: int = self.request.get("to", 0)
        return to

    @property
    def by(self) -> Side | None:
        """The seat that entered it: its owner's, or a player's who acted for the owner."""
        by: Side | None = self.request.get("by", self.seat)
        return by

    @property
    def on_behalf_of(self) -> Side | None:
        """The seat for which another player acted, since its phone was silent, or None."""
        side: Side | None = self.request.get("for")
        return side

    @property
    def phones(self) -> Sequence[Sequence[Side]]:
        """Each phone's seats before the entry, the keeper's first, if it changes them."""
        phones: Sequence[Sequence[Side]] = self.request.get("phones", ())
        return phones

    @property
    def repeats(self) -> int:
        """The entry that it says again after a whole location was undone; 0 if it is new."""
        version: int = self.request.get("repeats", 0)
        return version

    @property
    def reopens(self) -> Sequence[Side]:
        """The seats that enter their tokens again after the undo of a whole location."""
        seats: Sequence[Side] = self.request.get("reopens", ())
        return seats

    @property
    def owners(self) -> frozenset[Side]:
        """The seats that may undo it: its owner, and a player who acted for the owner."""
        return frozenset(seat for seat in (self.seat, self.by) if seat is not None)

    @property
    def is_unprompted(self) -> bool:
        """True for corrections and for acts possible at any time."""
        return self.kind is Kind.CORRECTION or self.act.type in ANY_TIME

    @property
    def declines_later(self) -> bool:
        """True if it declines a reward at a location that the table had left (L-7)."""
        return self.act.type == DECLINE_LATER

    @property
    def seen(self) -> int:
        """The version that the player had seen; for older entries the one before."""
        return self.version - 1 if self.shown is None else self.shown

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The events, with their reasons."""
        return log_codec.joined(self.facts, self.why, format_of(self.rules)) if self.facts else ()

    @property
    def asks_anew(self) -> bool:
        """True if the game asks another question after it than before."""
        if self.facts:
            return self.kind in DONE and log_codec.says_what_is_to_be_done(self.facts)
        return AgendaSet in map(type, self.events)

    def with_events(self, events: Sequence[Event]) -> "Line":
        """Return the same entry with events that are known, so that none are read."""
        line = copy(self)
        line.__dict__["events"] = tuple(events)
        return line

    def after(self, position: Position) -> "LineInContext":
        """Return the same entry with the position just before it."""
        line = object.__new__(LineInContext)
        # Whatever was read of it already comes along.
        line.__dict__.update(self.__dict__, before=position)
        return line


@dataclass(frozen=True)
class LineInContext(Line):
    """A log entry and the position just before it."""

    before: Position = NOTHING
