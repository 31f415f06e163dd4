"""The players' day: on the clock of the phone that began a game, wherever the server stands."""

from collections.abc import Iterator
from datetime import UTC, date, datetime

import pytest
from flask import Flask

from companion import create_app
from companion.config import BadSetting, Settings, from_environment
from companion.players_day import day_in_words, known_zone, on_players_clock

LATE = datetime(2026, 11, 8, 11, 30, tzinfo=UTC)


def set_to(zone: str) -> Flask:
    return create_app(Settings(database="sqlite:///:memory:", timezone=zone, testing=True))


@pytest.fixture
def utc_app() -> Iterator[Flask]:
    """An app on a computer whose clock shows UTC, whatever this one's shows."""
    with set_to("UTC").app_context() as context:
        yield context.app


@pytest.mark.parametrize(
    ("moment", "zone", "day"),
    [
        # Half past eleven in the evening, and half past midnight.
        ((8, 10, 30), "Pacific/Auckland", 8),
        ((8, 11, 30), "Pacific/Auckland", 9),
        ((9, 7, 30), "America/Los_Angeles", 8),
        ((9, 8, 30), "America/Los_Angeles", 9),
        ((8, 22, 30), "Europe/Warsaw", 8),
        ((8, 23, 30), "Europe/Warsaw", 9),
        # The ends of the world, a zone of odd minutes, and names that browsers still say.
        ((8, 10, 0), "Pacific/Kiritimati", 9),
        ((9, 10, 59), "Pacific/Pago_Pago", 8),
        ((8, 18, 15), "Asia/Kathmandu", 9),
        ((8, 18, 30), "Asia/Calcutta", 9),
        ((8, 23, 30), "Europe/Kiev", 9),
    ],
)
def test_a_moment_is_on_the_day_of_the_players(
    utc_app: Flask, moment: tuple[int, int, int], zone: str, day: int
) -> None:
    at = datetime(2026, 11, *moment, tzinfo=UTC)
    assert on_players_clock(at, zone).date() == date(2026, 11, day)
    assert on_players_clock(at, zone) == at


def test_the_day_is_written_as_a_language_writes_it(utc_app: Flask) -> None:
    assert day_in_words(LATE, "Pacific/Auckland", "en", "long") == "November 9, 2026"
    assert day_in_words(LATE, "Europe/Warsaw", "pl", "long") == "8 listopada 2026"
    assert day_in_words(LATE, "Pacific/Auckland", "zh", "long") == "2026年11月9日"


@pytest.mark.parametrize(
    "name",
    [None, "", "Europe", "Etc/Unknown", "+13:00", "../etc/passwd", "/etc/passwd", "Europe/Warsaw\0", "Europe/",
     "zone.tab", "tzdata.zi", "leapseconds", "\udcff", "Z" * 5000, "Mars/Olympus", " Europe/Warsaw", "Europe/Warsaw\n"],
)  # fmt: skip
def test_what_is_no_zone_is_ignored(utc_app: Flask, name: str | None) -> None:
    assert known_zone(name) is None
    assert on_players_clock(LATE, name).date() == date(2026, 11, 8)


def test_without_a_zone_it_is_that_of_the_settings() -> None:
    with set_to("Pacific/Auckland").app_context():
        assert on_players_clock(LATE, None).date() == date(2026, 11, 9)
        assert on_players_clock(LATE, "Europe/Warsaw").date() == date(2026, 11, 8)


def test_without_a_setting_it_is_that_of_the_computer() -> None:
    with set_to("").app_context():
        assert on_players_clock(LATE, None).utcoffset() == LATE.astimezone().utcoffset()


def test_a_setting_that_is_no_zone_is_refused() -> None:
    assert from_environment({"LOCKUP_TIMEZONE": "Europe/Warsaw"}).timezone == "Europe/Warsaw"
    with pytest.raises(BadSetting, match="LOCKUP_TIMEZONE"):
        from_environment({"LOCKUP_TIMEZONE": "Warsaw"})
