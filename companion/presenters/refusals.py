"""Refusals of a table's log, by the name that API and pages use."""

from collections.abc import Mapping
from typing import Final

from companion.tables import host_commands, invites, refusals, seating_commands
from companion.tables.refusals import Closed, NotYours

PROBLEM_OF: Final[Mapping[type[refusals.Refused], str]] = {
    Closed: "closed",
    NotYours: "not-yours",
    refusals.OthersLines: "others-lines",
    refusals.NotHost: "not-host",
    invites.BadInvite: "bad-invite",
    seating_commands.SeatWanted: "seat-wanted",
    seating_commands.NobodyAsks: "nobody-asks",
    host_commands.HostIsHere: "host-is-here",
    seating_commands.LastSeat: "last-seat",
}
"""The problems of refusals that need no more words than their own."""
