"""When a phone counts as silent, and who then keeps the table and may act for others. Pure."""

from datetime import UTC, datetime, timedelta

import pytest

from companion.identity.caller import Caller
from companion.identity.tokens import fingerprint
from companion.tables.records import Table, TableSeat
from companion.tables.silence import (
    Presence,
    acting_keeper,
    ahead,
    is_recent,
    is_silent,
    may_be_answered_for,
    presence,
    silent_seats,
    silent_since,
    unheard,
)

NOW = datetime(2026, 11, 28, 20, tzinfo=UTC)
BEFORE = timedelta(microseconds=-1)
"""As long as it takes for something not to be the case yet."""

AWAKE, SILENT = timedelta(), timedelta(minutes=1)
TOLD = timedelta(minutes=2)
NOTED = timedelta(seconds=20)
FREE = "free"


def table_of(
    *seats: timedelta | str | None, host: int = 0, keeps: int | None = None, opened: timedelta = AWAKE
) -> Table:
    """A table whose phones were heard of so long ago; None: never yet."""
    rows = [
        TableSeat(
            seat=side,
            token_hash=None if silent == FREE else fingerprint(f"phone {side}"),
            seen=NOW - silent if isinstance(silent, timedelta) else None,
        )
        for side, silent in enumerate(seats)
    ]
    return Table(seats=rows, host=host, keeper=keeps, created=NOW - opened)


@pytest.mark.parametrize(("heard", "silent"), [(AWAKE, False), (SILENT + BEFORE, False), (SILENT, True)])
def test_a_phone_is_silent_after_a_minute(heard: timedelta, *, silent: bool) -> None:
    """One that was never heard of is so since the table was opened; but nobody waits for that to act for it."""
    table = table_of(heard, opened=10 * SILENT)
    (seat,) = table.seats
    assert (is_silent(table, seat, NOW), may_be_answered_for(seat, NOW)) == (silent, silent)
    assert presence(table, NOW) == {0: Presence(NOW - heard, silent)}
    never = table_of(None, opened=heard)
    (seat,) = never.seats
    assert (is_silent(never, seat, NOW), may_be_answered_for(seat, NOW)) == (silent, True)
    assert presence(never, NOW) == {0: Presence(None, silent)}


def test_a_seat_without_a_phone_is_never_silent() -> None:
    table = table_of(FREE, opened=10 * SILENT)
    (seat,) = table.seats
    assert not is_silent(table, seat, NOW)


@pytest.mark.parametrize(
    ("seats", "host", "keeps", "does"),
    [
        ([AWAKE, AWAKE, AWAKE], 1, None, 1),
        ([AWAKE, AWAKE, AWAKE], 1, 2, 2),
        ([AWAKE, AWAKE, SILENT], 1, 2, 0),
        ([SILENT, SILENT, AWAKE], 0, None, 2),
        ([FREE, SILENT, SILENT], 1, None, 1),
        ([FREE, AWAKE, AWAKE], 0, None, 1),
        ([AWAKE, FREE, SILENT, AWAKE], 2, None, 3),
    ],
)
def test_the_next_clockwise_whose_phone_is_heard_of_does_the_steps(
    seats: list[timedelta | str], host: int, keeps: int | None, does: int
) -> None:
    """Where nobody is, it stays where it was."""
    assert acting_keeper(table_of(*seats, host=host, keeps=keeps), NOW) == does


def test_another_phone_lists_what_waits_where_one_is_silent() -> None:
    table = table_of(SILENT, SILENT + BEFORE, AWAKE, None, FREE, keeps=1, opened=SILENT)
    assert silent_seats(table, NOW) == {0, 3}
    since = [silent_since(table, seat) for seat in table.seats[:4]]
    assert since == [NOW, NOW - BEFORE, NOW + SILENT, NOW]


def test_of_a_phone_it_is_noted_every_20_seconds_that_it_is_heard_of() -> None:
    """Also where the clock was set back; whose phone it is not is not heard of by it."""
    for silent, noted in (
        (AWAKE, False),
        (NOTED, False),
        (NOTED - BEFORE, True),
        (-NOTED, False),
        (-NOTED + BEFORE, True),
        (None, True),
    ):
        table = table_of(silent, silent)
        assert [one.seat for one in unheard(table, Caller(token="phone 1"), NOW)] == [1] * noted
        later = [one.seat for one in ahead(table, NOW)]
        assert later == ([0, 1] if silent is not None and silent < -NOTED else [])


def test_recent_is_what_was_in_the_last_two_minutes_and_not_what_is_yet_to_come() -> None:
    ago = (BEFORE, AWAKE, TOLD + BEFORE, TOLD)
    assert [is_recent(NOW - one, NOW) for one in ago] == [False, True, True, False]
