"""The holders of a table's seats: a program by its token, or a device with pages."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from companion.identity.caller import Caller
from companion.identity.tokens import fingerprint, matches
from companion.rules.state.pieces import Side
from companion.rules.state.setup import Setup
from companion.tables.projection.viewer import Viewer
from companion.tables.records import Table, TableSeat


class Sitting(NamedTuple):
    """A person who sits down.

    Attributes:
        name: the wanted name, or empty; None: as the seat is called already.
        crew: which crew it plays, or empty; None: as was said already.
        invite: the secret of the link that has led here, or None.
        else_free: whether another free seat will do if another player took this one first.
    """

    name: str | None = None
    crew: str | None = None
    invite: str | None = None
    else_free: bool = False


class Holder(NamedTuple):
    """The phone or program of a seat.

    Attributes:
        token_hash, device: sha256 of its token and of its device's secret; None without one.
        salt: see `TableSeat`.
    """

    token_hash: str | None
    device: str | None
    salt: str | None = None

    def take(self, seat: TableSeat, moment: datetime, *, former: "Holder | None" = None) -> None:
        """Give it the seat from now on, and drop any request for the seat.

        Args:
            seat: which.
            moment: now.
            former: the phone that may take it back without asking, since the seat was taken while it was silent.
        """
        seat.former_hash, seat.former_device = (former.token_hash, former.device) if former else (None, None)
        seat.token_hash, seat.device, seat.salt = self
        seat.seen = moment
        _nobody_asks(seat)

    def ask(self, seat: TableSeat, name: str) -> None:
        """Let it ask for the seat."""
        seat.asked_hash, seat.asked_device, seat.asked_salt = self
        seat.asked_name = name


def _nobody_asks(seat: TableSeat) -> None:
    seat.asked_hash = seat.asked_device = seat.asked_salt = None
    seat.asked_name = ""


def answer(seat: TableSeat, *, yes: bool, moment: datetime) -> None:
    """Give a seat to the caller who asks for it, or reject the request."""
    if yes:
        seat.name = seat.asked_name or seat.name
        Holder(seat.asked_hash, seat.asked_device, seat.asked_salt).take(seat, moment)
    _nobody_asks(seat)


def holder_at(seat: TableSeat) -> Holder:
    """Return the holder of a seat."""
    return Holder(seat.token_hash, seat.device, seat.salt)


def former_holder(seat: TableSeat) -> Holder:
    """Return the phone that held a seat before a takeover, or an empty holder."""
    return Holder(seat.former_hash, seat.former_device)


def holder_of(token: str | None, caller: Caller, salt: str | None = None) -> Holder:
    """Return a phone as a holder: by that token, or as its device."""
    return Holder(fingerprint(token) if token else None, fingerprint(caller.device) if caller.device else None, salt)


def new_seats(
    setup: Setup,
    sitting: Sequence[Sitting],
    held: frozenset[Side],
    holder: Holder,
    moment: datetime,
    *,
    others: Mapping[Side, str],
) -> list[TableSeat]:
    """Return the seats of people at a new table.

    Args:
        setup: what the table has agreed on.
        sitting: who sits there, clockwise, if known.
        held: the seats that one phone takes.
        holder: that phone.
        moment: now.
        others: the devices that have other seats; nothing is heard of them yet. The seats that are left are free.
    """
    named = dict(zip(setup.players, sitting, strict=False))
    seats = []
    for side in setup.players:
        sitting_there = named.get(side, Sitting())
        seat = TableSeat(seat=side, name=sitting_there.name or "", crew=sitting_there.crew or "", asked_name="")
        if side in held:
            holder.take(seat, moment)
        elif side in others:
            seat.device = others[side]
        seats.append(seat)
    return seats


def match_seats(table: Table, setup: Setup) -> None:
    """Add seats of players who came late, remove seats of players who left (S-10).

    If the host leaves, the first seated player becomes host; if no one sits, the host's phone takes the first seat.
    """
    host = next(one for one in table.seats if one.seat == table.host)
    there = {one.seat for one in table.seats}
    table.seats = [one for one in table.seats if one.seat in setup.players]
    table.seats += [
        TableSeat(seat=side, name="", crew="", asked_name="") for side in setup.players if side not in there
    ]
    if table.host not in setup.players:
        runs = next((one for one in table.seats if not one.free), table.seats[0])
        if runs.free:
            holder_at(host).take(runs, table.changed)
        table.host = runs.seat


def viewer_of(table: Table, caller: Caller) -> Viewer:
    """Return who a caller proves to be at a table; without a seat, a watcher.

    The host's phone also plays the free seats; in a household every phone plays for a solitary player.
    """
    held = frozenset(one.seat for one in table.seats if holds(caller, one))
    if table.alone and caller.household:
        held = frozenset(one.seat for one in table.seats)
    if table.host in held:
        held |= {one.seat for one in table.seats if one.free}
    runs = table.host in held
    return Viewer(held, table.edits_all, table.edits_all or runs, runs, table.revealed)


def phones_of(table: Table, keeper: Side) -> list[list[Side]]:
    """Return the seats of each phone at a table: the keeper's first, then clockwise.

    The host's phone plays the free seats and lists them last; seats of programs belong to no phone.
    """
    device = {one.seat: one.device for one in table.seats if one.device or one.free or one.seat in {keeper, table.host}}
    phones: dict[str | None, list[Side]] = {}
    for seat in sorted(device, key=lambda seat: (seat != keeper and device[seat] is None, seat < keeper, seat)):
        phones.setdefault(device[seat] or device[table.host], []).append(seat)
    return [*phones.values()]


def holds(caller: Caller, seat: TableSeat) -> bool:
    """Return whether a caller proves to hold a seat, by its token or as its device."""
    return matches(caller.token, seat.token_hash) or matches(caller.device, seat.device)


def held_before(caller: Caller, seat: TableSeat) -> bool:
    """Return whether a caller proves to have held a seat before a takeover."""
    return matches(caller.token, seat.former_hash) or matches(caller.device, seat.former_device)


def hosts(caller: Caller, table: Table) -> bool:
    """Return whether a caller proves to run a table."""
    return any(holds(caller, one) for one in table.seats if one.seat == table.host)


def asks(caller: Caller, seat: TableSeat) -> bool:
    """Return whether a caller is asking for a seat."""
    return matches(caller.token, seat.asked_hash) or matches(caller.device, seat.asked_device)
