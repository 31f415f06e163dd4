"""The history of sheets: the last changed first, page by page."""

from datetime import UTC, datetime, timedelta

from flask import Flask
from flask.testing import FlaskClient
from support.sheet_client import DEVICE, keep, put, sheet

from companion.identity.caller import Caller
from companion.identity.tokens import fingerprint, new_link
from companion.persistence.database import db
from companion.sheets.models import Sheet
from companion.sheets.repository import recent
from companion.tables.play_history import evenings

MINE = Caller(device="the secret of a phone")
HOUSEHOLD = Caller(household=True)
BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)


def row(number: int, changed: datetime, maker: str | None = None) -> Sheet:
    return Sheet(
        id=f"{number:032x}",
        link=new_link(),
        edit_hash="",
        maker=maker and fingerprint(maker),
        created=BEGINNING,
        changed=changed,
        version=1,
        draft=False,
        body=sheet(f"Side {number}"),
        typed={},
    )


def pages(caller: Caller, most: int) -> list[list[Sheet]]:
    """All pages of a history of sheets alone."""
    found: list[list[Sheet]] = []
    after = None
    while page := [one.sheet for one in evenings(caller, after=after, most=most)]:
        found.append(page)
        assert len(found) <= 1000, "the history never ends"
        after = page[-1].link
    return found


def test_a_history_of_a_thousand_sheets_is_read_page_by_page(app: Flask) -> None:
    with app.app_context():
        # Some at one moment: a page may end among them.
        db.session.add_all(row(n, BEGINNING + timedelta(seconds=n // 7), "the secret of a phone") for n in range(1000))
        db.session.commit()
        found = pages(MINE, 50)
        assert [len(page) for page in found] == [50] * 20
        everything = [one for page in found for one in page]
        assert len({one.id for one in everything}) == 1000
        assert [(one.changed, one.id) for one in everything] == sorted(
            ((one.changed, one.id) for one in everything), reverse=True
        )


def test_a_device_sees_only_its_own_and_a_household_all(app: Flask) -> None:
    with app.app_context():
        makers = ["the secret of a phone", "another phone", None]
        db.session.add_all(row(n, BEGINNING + timedelta(seconds=n), makers[n % 3]) for n in range(9))
        db.session.commit()
        assert [int(one.id, 16) for one in recent(MINE)] == [6, 3, 0]
        assert [int(one.id, 16) for one in recent(HOUSEHOLD)] == [8, 7, 6, 5, 4, 3, 2, 1, 0]
        assert list(recent(Caller())) == []
        assert list(recent(Caller(device=""))) == []


def test_a_changed_sheet_comes_first(app: Flask, client: FlaskClient) -> None:
    client.set_cookie(DEVICE, "the secret of a phone")
    first, second = keep(client), keep(client)
    with app.app_context():
        assert [one.link for one in recent(MINE)] == [second.link, first.link]
    put(client, first.link, sheet("Isaac"), first.edit, first.etag)
    with app.app_context():
        assert [one.link for one in recent(MINE)] == [first.link, second.link]


def test_a_cursor_that_is_no_link_is_passed_over(app: Flask, client: FlaskClient) -> None:
    keep(client)
    with app.app_context():
        for cursor in ("nothing", "nul\0", "", "0123456789abc", "abcdef"):
            assert len(evenings(HOUSEHOLD, after=cursor)) == 1


def test_times_come_back_in_utc(app: Flask, client: FlaskClient) -> None:
    begun = datetime.now(UTC)
    keep(client)
    with app.app_context():
        (one,) = recent(HOUSEHOLD)
        assert begun <= one.created <= datetime.now(UTC)
        assert one.changed.utcoffset() == timedelta(0)
