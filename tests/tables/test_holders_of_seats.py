"""Whose phone plays which seat, as a table opens, as people come and go, as one phone takes over another. Pure."""

from datetime import UTC, datetime

import pytest

from companion.identity.caller import Caller
from companion.identity.tokens import fingerprint
from companion.rules.state.setup import Setup, Start
from companion.tables.permissions import (
    Holder,
    Sitting,
    answer,
    asks,
    former_holder,
    held_before,
    holder_at,
    holder_of,
    holds,
    hosts,
    match_seats,
    new_seats,
    viewer_of,
)
from companion.tables.records import Table, TableSeat

NOW = datetime(2026, 11, 28, 20, tzinfo=UTC)
NOBODY = Holder(None, None)
VERA, ISAAC, CLAIRE = (Caller(token=name) for name in ("Vera", "Isaac", "Claire"))
OF_A_PAGE = Caller(device="a phone in the kitchen")


def of(*players: int) -> Setup:
    """What a table of so many has agreed on."""
    return Setup(guards=None, starts=(Start(),) * len(players))


def holder(caller: Caller) -> Holder:
    return holder_of(caller.token, caller)


def seat(side: int, caller: Caller | None = None) -> TableSeat:
    """A seat that somebody has, or nobody."""
    token_hash, device, _ = NOBODY if caller is None else holder(caller)
    return TableSeat(seat=side, name="", crew="", asked_name="", token_hash=token_hash, device=device)


def table_of(*callers: Caller | None, host: int = 0, edits_all: bool = True) -> Table:
    seats = [seat(side, caller) for side, caller in enumerate(callers)]
    return Table(seats=seats, host=host, edits_all=edits_all, revealed=0, created=NOW, changed=NOW)


def test_as_a_table_opens_one_phone_has_its_seats_others_theirs_and_the_rest_is_free() -> None:
    """Only the phone that opens it was heard of."""
    sitting = [Sitting("Vera", "dwarves"), Sitting(), Sitting("Claire")]
    others = {1: fingerprint("a phone of the last evening")}
    seats = new_seats(of(0, 1, 2, 3), sitting, frozenset({0, 2}), holder(VERA), NOW, others=others)
    assert [(one.seat, one.name, one.crew) for one in seats] == [
        (0, "Vera", "dwarves"),
        (1, "", ""),
        (2, "Claire", ""),
        (3, "", ""),
    ]
    assert [holder_at(one) for one in seats] == [holder(VERA), Holder(None, others[1]), holder(VERA), NOBODY]
    assert [one.seen for one in seats] == [NOW, None, NOW, None]


@pytest.mark.parametrize(
    ("callers", "host", "players", "runs", "held"),
    [
        # Somebody comes late, and finds a free seat.
        ([VERA, ISAAC], 0, 3, 0, [VERA, ISAAC, None]),
        # Who goes takes the seat along.
        ([VERA, ISAAC, CLAIRE], 0, 2, 0, [VERA, ISAAC]),
        # A host who goes hands the table on to the first who sits,
        ([None, ISAAC, CLAIRE, VERA], 3, 3, 1, [None, ISAAC, CLAIRE]),
        # or stays at the first seat where nobody does.
        ([None, None, VERA], 2, 2, 0, [VERA, None]),
    ],
)
def test_seats_come_and_go_with_players_and_somebody_runs_the_table(
    callers: list[Caller | None], host: int, players: int, runs: int, held: list[Caller | None]
) -> None:
    table = table_of(*callers, host=host)
    match_seats(table, of(*range(players)))
    assert table.host == runs
    assert [holder_at(one) for one in table.seats] == [holder(one) if one else NOBODY for one in held]


def test_the_host_plays_the_seats_that_nobody_has_and_each_their_own() -> None:
    table = table_of(VERA, ISAAC, None, host=1, edits_all=False)
    vera, isaac, claire = (viewer_of(table, one) for one in (VERA, ISAAC, CLAIRE))
    assert [one.seats for one in (vera, isaac, claire)] == [{0}, {1, 2}, frozenset()]
    assert [one.runs for one in (vera, isaac, claire)] == [False, True, False]
    assert [one.moves_all for one in (vera, isaac, claire)] == [False, True, False]
    assert [hosts(one, table) for one in (VERA, ISAAC, CLAIRE)] == [False, True, False]


def test_in_a_household_every_phone_plays_for_whoever_is_alone_against_the_guards() -> None:
    """But not for one of several, and elsewhere no phone but the player's own."""
    household, stranger = Caller(device="another phone", household=True), Caller(device="another phone")
    assert viewer_of(table_of(VERA), household).seats == {0}
    assert viewer_of(table_of(VERA), stranger).seats == frozenset()
    assert viewer_of(table_of(VERA, ISAAC), household).seats == frozenset()


@pytest.mark.parametrize("caller", [ISAAC, OF_A_PAGE])
def test_a_phone_whose_seat_another_took_over_is_known_as_long_as_that_one_has_it_so(caller: Caller) -> None:
    """Be it a program by its token or a page by its device."""
    row = seat(1, caller)
    assert (holds(caller, row), held_before(caller, row), former_holder(row)) == (True, False, NOBODY)
    holder(VERA).take(row, NOW, former=holder_at(row))
    assert (holds(caller, row), held_before(caller, row), former_holder(row)) == (False, True, holder(caller))
    assert not held_before(VERA, row)
    holder(VERA).take(row, NOW)
    assert (held_before(caller, row), former_holder(row)) == (False, NOBODY)


@pytest.mark.parametrize("caller", [ISAAC, OF_A_PAGE])
@pytest.mark.parametrize("yes", [True, False])
def test_who_asks_for_a_seat_has_it_once_the_host_says_so_and_asks_no_more(caller: Caller, *, yes: bool) -> None:
    row = seat(1, CLAIRE)
    row.name = "Claire"
    holder(caller).ask(row, "Isaac")
    assert (row.wanted, row.asked_name, asks(caller, row), asks(VERA, row)) == (True, "Isaac", True, False)
    answer(row, yes=yes, moment=NOW)
    assert (row.wanted, row.asked_name, asks(caller, row)) == (False, "", False)
    assert (holds(caller, row), holds(CLAIRE, row), row.name) == (yes, not yes, "Isaac" if yes else "Claire")
    assert row.seen == (NOW if yes else None)


def test_nobody_asks_any_more_for_a_seat_that_somebody_takes() -> None:
    row = seat(1)
    holder(ISAAC).ask(row, "Isaac")
    holder(CLAIRE).take(row, NOW)
    assert (row.wanted, row.asked_name) == (False, "")
