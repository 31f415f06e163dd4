"""Dates as people and spreadsheets write them. Pure.

`3/5/2024` may be two days, and only the whole file can say which: `possible_orders` returns the possible readings.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import Final, NamedTuple

AHEAD: Final = timedelta(hours=36)
"""The most by which another clock may be ahead of ours."""
_NOON: Final = time(12)
"""The time for a date without one: at noon UTC it is the same day nearly everywhere."""
_EARLIEST: Final = 2015
"""The game is younger, so that two digits name no year before it."""

_LONGEST: Final = 80
"""Characters of a date; a longer text is none."""

_MONTHS: Final = (
    "january styczen stycznia januar",
    "february luty lutego februar",
    "march marzec marca marz mrz",
    "april kwiecien kwietnia",
    "may maj maja mai",
    "june czerwiec czerwca juni",
    "july lipiec lipca juli",
    "august sierpien sierpnia",
    "september wrzesien wrzesnia",
    "october pazdziernik pazdziernika oktober",
    "november listopad listopada",
    "december grudzien grudnia dezember",
)
"""English, Polish and German, without accents; the first three letters are enough. Chinese months are numbers."""
_LETTERS: Final = 3
_ROMAN: Final = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
"""Months as Poles write them, too."""

_TIME: Final = re.compile(
    r"[\s,t]*(?P<half>上午|下午)?\s*(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2})(?:[.,]\d{1,9})?)?"
    r"\s*(?P<after>[ap]\.?\s?m\.?)?(?:\s*(?:z|utc|gmt|uhr|[+-]\d{2}(?::?\d{2})?))?$"
)
"""A time after a date. An offset says where the clock was; it does not change the day."""
_SERIAL: Final = re.compile(r"(?P<days>\d{5})(?:[.,](?P<fraction>\d{1,15}))?")
_EPOCH: Final = datetime(1899, 12, 30, tzinfo=UTC)
"""Day 0 of spreadsheets."""
_COMPACT: Final = re.compile(r"(\d{4})(\d{2})(\d{2})")
_BETWEEN: Final = r"[\s,.'/年月日号號-]+"
_PARTS: Final = re.compile(rf"(?:[^\W\d]+\.?,?\s+)?(\w+){_BETWEEN}(\w+){_BETWEEN}(\w+)(?:{_BETWEEN}(?:r|roku)?\.?)?")
"""Three parts, with a weekday before them or a Polish "r." behind."""
_WEEKDAY: Final = re.compile("[(]?(?:星期|周|礼拜)[一二三四五六日天][)]?")
_ORDINAL: Final = re.compile(r"(?<=\d)(?:st|nd|rd|th)\b")
_SEAM: Final = re.compile(r"(?<=\d)(?=[^\W\d_])|(?<=[^\W\d_])(?=\d)")
_DASHES: Final = re.compile("[\N{HYPHEN}-\N{HORIZONTAL BAR}\N{MINUS SIGN}]")
_DIGITS: Final = "零一二三四五六七八九"
_NUMBER: Final = re.compile(f"[〇{_DIGITS}十]+")


class DateOrder(StrEnum):
    """The part of a date that comes first, if its three numbers leave that open."""

    DAY = "day"
    MONTH = "month"
    YEAR = "year"


class _Written(NamedTuple):
    """A possible reading of a text: a day for each order that gives one, and the time."""

    days: Mapping[DateOrder, date]
    time: time


def read_date(text: str, order: DateOrder | None = None) -> datetime | None:
    """Return the time on the writer's clock, as if in UTC; None: it is no date.

    Args:
        text: a date, with or without a time.
        order: which part comes first, where that is open.
    """
    written = _written(text)
    if written is None:
        return None
    day = written.days.get(order) if order else None
    if day is None and len({*written.days.values()}) == 1:
        day = next(iter(written.days.values()))
    return None if day is None else datetime.combine(day, written.time, UTC)


def possible_orders(texts: Iterable[str], now: datetime) -> tuple[Sequence[DateOrder], str]:
    """Return the possible orders of a file's dates, and the first date they change.

    That date is empty if nothing is open. No game was played in the future, which can settle an order, too. If no order
    fits all dates, it returns the orders that fit some.

    Args:
        texts: the dates.
        now: this moment.
    """
    all_days: dict[str, Mapping[DateOrder, date]] = {}
    for text in dict.fromkeys(texts):
        written = _written(text)
        if written is not None:
            all_days[text] = {one: day for one, day in written.days.items() if day <= (now + AHEAD).date()}
    known = [days.keys() for days in all_days.values() if days]
    orders = [one for one in DateOrder if all(one in some for some in known)]
    orders = orders or [one for one in DateOrder if any(one in some for some in known)]
    first = next((text for text, days in all_days.items() if len({days[one] for one in orders if one in days}) > 1), "")
    return orders, first


def _written(text: str) -> _Written | None:
    if len(text) > _LONGEST:
        return None
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text)).casefold().replace("。", ".").strip()
    plain = _DASHES.sub("-", "".join(one for one in plain if not unicodedata.combining(one)))
    if serial := _SERIAL.fullmatch(plain):
        return _of_serial(int(serial["days"]), serial["fraction"])
    clock = _TIME.search(plain)
    moment = _NOON if clock is None else _clock(clock)
    days = _days(plain if clock is None else plain[: clock.start()])
    return _Written(days, moment) if days and moment is not None else None


def _of_serial(days: int, fraction: str | None) -> _Written:
    part = timedelta(seconds=round(float(f"0.{fraction or 0}") * 86_400)) or timedelta(hours=_NOON.hour)
    moment = _EPOCH + timedelta(days) + part
    return _Written(dict.fromkeys(DateOrder, moment.date()), moment.time())


def _clock(found: re.Match[str]) -> time | None:
    hour, half = int(found["hour"]), found["after"] or found["half"] or ""
    if half:
        afternoon = half.startswith(("p", "下"))
        hour = 12 * afternoon + hour % 12 if hour <= 12 else hour
    try:
        return time(hour, int(found["minute"]), int(found["second"] or 0))
    except ValueError:
        return None


def _days(text: str) -> dict[DateOrder, date]:
    numbered = _NUMBER.sub(lambda one: str(_chinese(one.group())), _WEEKDAY.sub("", text))
    plain = _SEAM.sub(" ", _ORDINAL.sub("", numbered)).strip()
    found = _COMPACT.fullmatch(plain) or _PARTS.fullmatch(plain)
    if found is None:
        return {}
    one, two, three = found.groups()
    if (month := _month(two)) is not None:
        # 5 March 2024, 2024 March 5; with a year of two digits the day comes first, unless that is none.
        written = [(three, month, one), (one, month, three)]
        day = next((day for year, m, d in written if (day := _day(year, m, d)) is not None), None)
        return {} if day is None else dict.fromkeys(DateOrder, day)
    if (month := _month(one)) is not None:
        day = _day(three, month, two)
        return {} if day is None else dict.fromkeys(DateOrder, day)
    if len(one) > 2 or "年" in text:
        day = _day(one, two, three)
        return {} if day is None else dict.fromkeys(DateOrder, day)
    read = {
        DateOrder.DAY: _day(three, two, one),
        DateOrder.MONTH: _day(three, one, two),
        DateOrder.YEAR: _day(one, two, three),
    }
    return {order: day for order, day in read.items() if day is not None}


def _month(text: str) -> str | None:
    """Return the number of a month that is written as a word."""
    if text in _ROMAN:
        return str(1 + _ROMAN.index(text))
    if len(text) < _LETTERS or not text.isalpha():
        return None
    return next((str(n) for n, names in enumerate(_MONTHS, 1) if any(x.startswith(text) for x in names.split())), None)


def _day(year: str, month: str, day: str) -> date | None:
    if not all(one.isascii() and one.isdecimal() for one in (year, month, day)) or len(year) not in {2, 4}:
        return None
    if len(month) > 2 or len(day) > 2:
        return None
    full = int(year) if len(year) > 2 else 2000 + int(year)
    if full < _EARLIEST and len(year) == 2:
        return None
    try:
        return date(full, int(month), int(day))
    except ValueError:
        return None


def _chinese(text: str) -> int:
    """Return the value of a number in Chinese characters: 二〇二四, 十二, 二十五."""
    tens, ten, ones = text.rpartition("十")
    digits = "".join(str(max(_DIGITS.find(one), 0)) for one in ones)
    if not ten:
        return int(digits)
    return 10 * (_DIGITS.find(tens) if tens in _DIGITS and tens else 1) + int(digits or 0)
