"""What is nobody's own is laid out by all who sit at a table with a phone, each a part of it."""

from companion.tables.phone_moves import shared_out
from companion.tables.records import Table, TableSeat


def table(*devices: str | None, host: int = 0) -> Table:
    """A table by whose phone each seat is held."""
    seats = [TableSeat(seat=seat, device=device) for seat, device in enumerate(devices)]
    return Table(host=host, seats=seats)


def test_other_phones_than_the_keepers_share_out_what_nobody_types() -> None:
    assert shared_out(table("vera", "isaac"), 0) == {"suspicion": 1, "items": 1, "board": 1}
    assert shared_out(table("vera", "isaac", "stan"), 0) == {"suspicion": 1, "items": 2, "board": 1}
    assert shared_out(table("vera", "isaac", "stan"), 1) == {"suspicion": 2, "items": 0, "board": 2}
    assert shared_out(table("vera", "isaac", "stan", "olga", "anna"), 3) == {"suspicion": 4, "items": 0, "board": 1}


def test_seats_of_one_phone_have_one_share_and_one_phone_for_all_keeps_everything() -> None:
    assert shared_out(table("vera", "isaac", "stan", "isaac"), 0) == {"suspicion": 1, "items": 2, "board": 1}
    assert shared_out(table("vera", None, None), 0) == {}
    # The host's phone plays for the seat that keeps, where nobody holds that.
    assert shared_out(table("vera", None, "stan"), 1) == {"suspicion": 2, "items": 2, "board": 2}
