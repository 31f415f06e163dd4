"""When a phone counts as silent, and who then keeps the table, lists its moves and may act for others. Pure."""

from datetime import UTC, datetime, timedelta

import pytest

from companion.identity.caller import Caller
from companion.identity.tokens import fingerprint
from companion.tables.records import Table, TableSeat
from companion.tables.silence import (
    Presence,
    ahead,
    is_asleep,
    is_asleep_or_new,
    is_quiet,
    is_quiet_or_new,
    is_recent,
    keeper,
    lister,
    presence,
    unattended,
    unattended_since,
    unheard,
)

NOW = datetime(2026, 11, 28, 20, tzinfo=UTC)
BEFORE = timedelta(microseconds=-1)
"""As long as it takes for something not to be the case yet."""

AWAKE, QUIET, ASLEEP = timedelta(), timedelta(seconds=45), timedelta(minutes=2)
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


@pytest.mark.parametrize(
    ("silent", "quiet", "asleep"),
    [
        (AWAKE, False, False),
        (QUIET + BEFORE, False, False),
        (QUIET, True, False),
        (ASLEEP + BEFORE, True, False),
        (ASLEEP, True, True),
    ],
)
def test_a_phone_is_quiet_after_45_seconds_and_sleeps_after_two_minutes(
    silent: timedelta, *, quiet: bool, asleep: bool
) -> None:
    """One that was never heard of is so since the table was opened; but nobody waits for that to act for it."""
    heard = table_of(silent, opened=10 * ASLEEP)
    (seat,) = heard.seats
    assert (is_quiet(heard, seat, NOW), is_quiet_or_new(seat, NOW)) == (quiet, quiet)
    assert (is_asleep(heard, seat, NOW), is_asleep_or_new(seat, NOW)) == (asleep, asleep)
    assert presence(heard, NOW) == {0: Presence(NOW - silent, asleep)}
    never = table_of(None, opened=silent)
    (seat,) = never.seats
    assert (is_quiet(never, seat, NOW), is_quiet_or_new(seat, NOW)) == (quiet, True)
    assert (is_asleep(never, seat, NOW), is_asleep_or_new(seat, NOW)) == (asleep, True)
    assert presence(never, NOW) == {0: Presence(None, asleep)}


def test_a_seat_without_a_phone_is_never_silent() -> None:
    table = table_of(FREE, opened=10 * ASLEEP)
    (seat,) = table.seats
    assert not is_quiet(table, seat, NOW)
    assert not is_asleep(table, seat, NOW)


@pytest.mark.parametrize(
    ("seats", "host", "keeps", "does", "lists"),
    [
        ([AWAKE, AWAKE, AWAKE], 1, None, 1, 1),
        ([AWAKE, AWAKE, AWAKE], 1, 2, 2, 2),
        ([AWAKE, AWAKE, QUIET], 0, 2, 2, 0),
        ([AWAKE, AWAKE, ASLEEP], 1, 2, 0, 0),
        ([ASLEEP, QUIET, AWAKE], 0, None, 1, 2),
        ([FREE, QUIET, ASLEEP], 2, None, 1, 1),
        ([FREE, ASLEEP, ASLEEP], 1, None, 1, 1),
        ([FREE, AWAKE, AWAKE], 0, None, 1, 1),
        ([AWAKE, FREE, ASLEEP, QUIET], 2, None, 3, 0),
    ],
)
def test_the_next_clockwise_whose_phone_is_awake_does_the_steps_and_the_next_that_is_heard_of_lists_the_moves(
    seats: list[timedelta | str], host: int, keeps: int | None, does: int, lists: int
) -> None:
    """Where nobody is, it stays where it was."""
    table = table_of(*seats, host=host, keeps=keeps)
    assert (keeper(table, NOW), lister(table, NOW)) == (does, lists)


def test_another_phone_lists_what_waits_where_one_sleeps_and_at_once_where_the_keepers_is_not_heard_of() -> None:
    table = table_of(QUIET, QUIET, ASLEEP, AWAKE, None, FREE, keeps=1, opened=ASLEEP)
    assert unattended(table, NOW) == {1, 2, 4}
    since = [unattended_since(table, seat) for seat in table.seats[:5]]
    assert since == [
        NOW - QUIET + ASLEEP,
        NOW,
        NOW,
        NOW + ASLEEP,
        NOW,
    ]


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
    ago = (BEFORE, AWAKE, ASLEEP + BEFORE, ASLEEP)
    assert [is_recent(NOW - one, NOW) for one in ago] == [False, True, True, False]
