"""The players' day: moments are kept in UTC, and read on the clock of the phone that began the game."""

import re
from datetime import UTC, datetime
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel.dates import format_date
from flask import current_app

LONGEST_ZONE: Final = 64
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_+-]*(?:/[A-Za-z0-9_+-]+)*")
FILE_ZONE: Final = "UTC"
"""The zone of a game that came with a file: a file names days, not moments, and its days are kept as they are."""


def known_zone(name: str | None) -> str | None:
    """Return the name if it is a time zone of the IANA's, such as Europe/Warsaw; any other says nothing."""
    if not name or len(name) > LONGEST_ZONE or not _NAME.fullmatch(name):
        return None
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None
    return name


def on_players_clock(moment: datetime, zone: str | None) -> datetime:
    """Return a moment as the players' clock shows it. All code that shows a day of a game asks this.

    Args:
        moment: which.
        zone: of the phone that began the game; without one it is `LOCKUP_TIMEZONE`, or the zone of this computer.
    """
    known = known_zone(zone) or current_app.config["LOCKUP"].timezone
    return moment.astimezone(ZoneInfo(known) if known else None)


def moment_of(clock: datetime, zone: str | None) -> datetime:
    """Return the moment at which the players' clock shows that.

    Args:
        clock: day and time, without a zone.
        zone: as `on_players_clock` takes it.
    """
    known = known_zone(zone) or current_app.config["LOCKUP"].timezone
    return (clock.replace(tzinfo=ZoneInfo(known)) if known else clock).astimezone(UTC)


def day_in_words(moment: datetime, zone: str | None, language: str, length: str = "medium") -> str:
    """Return the players' day in a language.

    Args:
        moment: which.
        zone: as `on_players_clock` takes it.
        language: of the text.
        length: "medium" or "long", as Babel has it.
    """
    return format_date(on_players_clock(moment, zone), length, locale=language)
