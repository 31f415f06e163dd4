"""Who holds which seat of a table: by the token of a program, or as the device whose pages play it."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from companion.identity.caller import Caller
from companion.identity.tokens import fingerprint, matches
from companion.rules.state.pieces import Side
from companion.rules.state.setup import Setup
from companion.tables.projection.actions import current_prompt, stand_in_prompt
from companion.tables.projection.viewer import Viewer
from companion.tables.records import Table, TableSeat
from companion.tables.timeline import State

SEEN_EVERY: Final = timedelta(seconds=20)
"""How exactly it is known when a phone was last heard of."""


ASLEEP_AFTER: Final = timedelta(minutes=2)
"""After which a phone that is not heard of counts as asleep: others keep or run the table, or take its seat."""


QUIET_AFTER: Final = timedelta(seconds=45)
"""After which a phone that is not heard of has surely no stream any more: it is dark, or shows something else.

Others may then answer for its player what nobody else is asked, rather than wait.
"""


class Presence(NamedTuple):
    """What is known of the phone of a seat.

    Attributes:
        heard: when it was last heard of, to within `SEEN_EVERY`; None: never yet.
        asleep: whether that is two minutes ago or more; a seat without a phone is never asleep.
    """

    heard: datetime | None
    asleep: bool


class Sitting(NamedTuple):
    """Somebody who sits down.

    Attributes:
        name: what that one wants to be called, or empty; None: as the seat is called already.
        crew: which crew it plays, or empty; None: as was said already.
        invite: the secret of the link that has led here, or None.
        else_free: whether another free seat will do where somebody else was quicker to take the one asked for.
    """

    name: str | None = None
    crew: str | None = None
    invite: str | None = None
    else_free: bool = False


class Holder(NamedTuple):
    """Whose phone a seat is.

    Attributes:
        token_hash, device: sha256 of its token and of its device's secret, as far as it has one.
        salt: see `TableSeat`.
    """

    token_hash: str | None
    device: str | None
    salt: str | None = None

    def take(self, seat: TableSeat, moment: datetime, *, former: "Holder | None" = None) -> None:
        """Let it have the seat from now on; nobody asks for it any more.

        Args:
            seat: which.
            moment: now.
            former: whose phone may have it back without asking, since the seat was taken while that was silent.
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
    """Give a seat to whoever asks for it, or not."""
    if yes:
        seat.name = seat.asked_name or seat.name
        Holder(seat.asked_hash, seat.asked_device, seat.asked_salt).take(seat, moment)
    _nobody_asks(seat)


def holder_at(seat: TableSeat) -> Holder:
    """Whose phone has a seat."""
    return Holder(seat.token_hash, seat.device, seat.salt)


def former_holder(seat: TableSeat) -> Holder:
    """Whose phone had a seat until another one took it over; nobody's, if that never was."""
    return Holder(seat.former_hash, seat.former_device)


def holder_of(token: str | None, caller: Caller, salt: str | None = None) -> Holder:
    """A phone that plays with that token, or as the device that it is."""
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
    """The seats of people at a new table.

    Args:
        setup: what the table has agreed on.
        sitting: who sits there, clockwise, as far as that is known.
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
    """Add free seats for players who came late, and take away those of players who left before the first round (S-10).

    A host who leaves so hands the table on to the first who sits, or stays at the first seat where nobody does.
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
    """Who somebody proves to be at a table: whoever holds no seat watches.

    The host's phone also plays the seats that nobody holds; in a household every phone plays for whoever is alone
    against the guards.
    """
    held = frozenset(one.seat for one in table.seats if holds(caller, one))
    if table.alone and caller.household:
        held = frozenset(one.seat for one in table.seats)
    if table.host in held:
        held |= {one.seat for one in table.seats if one.free}
    runs = table.host in held
    return Viewer(held, table.edits_all, table.edits_all or runs, runs, table.revealed)


def holds(caller: Caller, seat: TableSeat) -> bool:
    """Whether somebody proves to hold a seat, by its token or as its device."""
    return matches(caller.token, seat.token_hash) or matches(caller.device, seat.device)


def held_before(caller: Caller, seat: TableSeat) -> bool:
    """Whether somebody proves to have had a seat until another phone took it over."""
    return matches(caller.token, seat.former_hash) or matches(caller.device, seat.former_device)


def hosts(caller: Caller, table: Table) -> bool:
    """Whether somebody proves to run a table."""
    return any(holds(caller, one) for one in table.seats if one.seat == table.host)


def unheard(table: Table, caller: Caller, moment: datetime) -> list[TableSeat]:
    """The seats of a phone that is heard of now, of which that is not known yet."""
    return [one for one in table.seats if holds(caller, one) and (not one.seen or abs(moment - one.seen) > SEEN_EVERY)]


def ahead(table: Table, moment: datetime) -> list[TableSeat]:
    """The seats that were heard of later than now: the clock was set back."""
    return [one for one in table.seats if one.seen and one.seen - moment > SEEN_EVERY]


def is_recent(then: datetime, moment: datetime) -> bool:
    """Whether something was in the last two minutes; what is yet to come, since the clock was set back, was not."""
    return timedelta() <= moment - then < ASLEEP_AFTER


def presence(table: Table, moment: datetime) -> dict[Side, Presence]:
    """When the phone of each seat was last heard of, and whether it sleeps; one that never was may be on its way.

    Args:
        table: whose seats.
        moment: now.
    """
    return {one.seat: Presence(one.seen, is_abandoned(table, one, moment)) for one in table.seats}


def appointed(table: Table) -> Side:
    """The seat chosen to do the steps of the table: the host, until the keys are given to another."""
    return table.host if table.keeper is None else table.keeper


def keeper(table: Table, moment: datetime) -> Side:
    """The seat that does the steps of the table now: the one chosen, or the next clockwise whose phone is awake.

    It is a courtesy: anybody at the table may do them. Where every phone sleeps it stays where it was.

    Args:
        table: whose seats; at least one.
        moment: now.
    """
    chosen = appointed(table)
    clockwise = sorted(table.seats, key=lambda one: (one.seat < chosen, one.seat))
    awake = (one.seat for one in clockwise if not one.free and not is_abandoned(table, one, moment))
    return next(awake, chosen)


def lister(table: Table, moment: datetime) -> Side:
    """The seat on whose phone what is nobody's own is listed: the keeper's, or the next clockwise that is heard of.

    What hands move stands where somebody sees it, long before the keys go on; where none is heard of, at the keeper.

    Args:
        table: whose seats; at least one.
        moment: now.
    """
    keeps = keeper(table, moment)
    clockwise = sorted(table.seats, key=lambda one: (one.seat < keeps, one.seat))
    heard = (one.seat for one in clockwise if not one.free and not is_quiet(table, one, moment))
    return next(heard, keeps)


def unattended(table: Table, moment: datetime) -> set[Side]:
    """The seats whose phones sleep, and the one chosen to keep the table once its phone is not heard of."""
    chosen = appointed(table)
    return {
        one.seat
        for one in table.seats
        if is_abandoned(table, one, moment) or (one.seat == chosen and is_quiet(table, one, moment))
    }


def unattended_since(table: Table, seat: TableSeat) -> datetime:
    """Since when another phone lists what waits at a seat, if one does."""
    return (seat.seen or table.created) + (QUIET_AFTER if seat.seat == appointed(table) else ASLEEP_AFTER)


def sleepers(table: Table, state: State, viewer: Viewer, moment: datetime) -> list[Side]:
    """The seats that are asked while their phones are silent, and for which a viewer may do something."""
    if not viewer.seats or state.game.setup.solitary:
        return []
    asked = {action.side for action in current_prompt(state).actions}
    silent = (one.seat for one in table.seats if not one.free and may_be_stood_in_for(one, moment))
    return [
        side for side in silent if side in asked and side not in viewer.seats and stand_in_prompt(state, side).actions
    ]


def may_be_stood_in_for(seat: TableSeat, moment: datetime) -> bool:
    """Whether nothing of a seat's phone was heard for 45 seconds, or nothing yet, so that somebody may act for it."""
    return seat.seen is None or moment - seat.seen >= QUIET_AFTER


def is_silent(seat: TableSeat, moment: datetime) -> bool:
    """Whether nothing of a seat's phone was heard for two minutes, or nothing yet."""
    return seat.seen is None or moment - seat.seen >= ASLEEP_AFTER


def is_abandoned(table: Table, seat: TableSeat, moment: datetime) -> bool:
    """Whether a phone has a seat that was not heard of for two minutes; one that never was, since the table is open."""
    return not seat.free and moment - (seat.seen or table.created) >= ASLEEP_AFTER


def is_quiet(table: Table, seat: TableSeat, moment: datetime) -> bool:
    """Whether a phone that has a seat is not heard of any more, though it need not sleep."""
    return not seat.free and moment - (seat.seen or table.created) >= QUIET_AFTER


def asks(caller: Caller, seat: TableSeat) -> bool:
    """Whether it is somebody who asks for a seat."""
    return matches(caller.token, seat.asked_hash) or matches(caller.device, seat.asked_device)
