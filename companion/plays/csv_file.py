"""Plays as a CSV file: a line a play, as a person writes it in a table. Pure."""

import csv
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from io import StringIO
from typing import Final

from companion.plays.past_play import (
    PastPlay,
    ReadPlays,
    Refused,
    Score,
    UnreadableFile,
    day,
    past_play,
    read_rows,
    total,
)
from companion.rules.editions import DEFAULT_EDITION
from companion.rules.rulings.ranking import MOST_SIDES
from companion.rules.vocabulary import EditionName

DATE, DIFFICULTY, EDITION, GUARDS = "date", "difficulty", "edition", "guards"
NAMES: Final = tuple(f"name {n}" for n in range(1, MOST_SIDES + 1))
POINTS: Final = tuple(f"points {n}" for n in range(1, MOST_SIDES + 1))
COLUMNS: Final = (
    DATE, DIFFICULTY, EDITION, GUARDS, *(one for pair in zip(NAMES, POINTS, strict=True) for one in pair)
)  # fmt: skip
NEEDED: Final = (DATE, NAMES[0], POINTS[0])
WON: Final = "*"
"""Behind the points of whoever won, where these alone do not say it."""
UNKNOWN_NAMED: Final = 10
_LONGEST_COLUMN: Final = 40

EXAMPLE: Final = """\
date,difficulty,edition,guards,name 1,points 1,name 2,points 2,name 3,points 3,name 4,points 4,name 5,points 5
2023-11-18,,later,,Vera,41,Isaac,36,Claire,29,,,,
2023-12-02,,later,,Vera,38,Isaac,38*,,,,,,
2024-01-06,expert,later,35,Vera,33,,,,,,,,
2024-01-07,moderate,later,28,Vera,40,,,,,,,,
"""
"""What a file looks like: a game of three, a tie that Isaac won, two games alone against the guards."""


def read_csv(data: bytes, words: Mapping[str, str], now: datetime) -> ReadPlays:
    """The plays of a CSV file; lines that are none are refused, each by itself.

    Args:
        data: the file: UTF-8, or what a spreadsheet calls Unicode text; fields between commas, semicolons or tabs.
        words: how strong guards are, by what people call it, in small letters.
        now: this moment.

    Raises:
        UnreadableFile: it is none, lacks a column, or is too long.
    """
    rows = _rows(_text(data))
    columns = [_column(one) for one in next(rows, [])]
    if missing := [one for one in NEEDED if one not in columns]:
        raise UnreadableFile("import.no_columns", columns=", ".join(missing))
    # Where a column stands twice, the first one counts.
    filled = (
        (number, {name: cell.strip() for name, cell in reversed([*zip(columns, row, strict=False)])})
        for number, row in enumerate(rows, 2)
        if any(cell.strip() for _, cell in zip(columns, row, strict=False))
    )
    read = read_rows(filled, lambda cells: _play(cells, words, now))
    unknown = [one[:_LONGEST_COLUMN] for one in dict.fromkeys(columns) if one and one not in COLUMNS]
    return read._replace(unknown=unknown[:UNKNOWN_NAMED])


def _text(data: bytes) -> str:
    wide = data.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as fault:
        raise UnreadableFile("import.encoding") from fault


def _rows(text: str) -> Iterator[list[str]]:
    first = text.partition("\n")[0]
    between = max(",;\t", key=first.count)
    try:
        yield from csv.reader(StringIO(text, newline=""), delimiter=between)
    except csv.Error as fault:
        raise UnreadableFile("import.not_csv") from fault


def _column(text: str) -> str:
    """A column as it is called here, however its name is capitalised and parted."""
    words = " ".join(text.replace("_", " ").casefold().split())
    return re.sub(r"(?<=[a-z])(?=[0-9]$)", " ", words)


def _play(cells: Mapping[str, str], words: Mapping[str, str], now: datetime) -> PastPlay:
    played = day(cells.get(DATE, ""), now)
    difficulty, edition = cells.get(DIFFICULTY, ""), cells.get(EDITION, "").casefold() or DEFAULT_EDITION.value
    if difficulty and difficulty.casefold() not in words:
        raise Refused("import.difficulty")
    if edition not in EditionName.words():
        raise Refused("import.edition", values=", ".join(EditionName.words()))
    seats = [(cells.get(name, ""), cells.get(points, "")) for name, points in zip(NAMES, POINTS, strict=True)]
    sides = [_score(name, points) for name, points in seats if name or points]
    guards = _score("", cells[GUARDS]) if cells.get(GUARDS) else None
    return past_play(played, edition, words.get(difficulty.casefold()), guards, sides)


def _score(name: str, points: str) -> Score:
    return Score(name, total(points.removesuffix(WON)), points.endswith(WON))


def write_csv(plays: Sequence[PastPlay]) -> str:
    """The same plays as a CSV file, from which they are read again as they are."""
    file = StringIO(newline="")
    writer = csv.writer(file)
    writer.writerow(COLUMNS)
    for play in plays:
        people = [cell for one in play.sides for cell in (one.name, _written(one.points, won=one.winner))]
        writer.writerow(
            [f"{play.played:%Y-%m-%d %H:%M:%S}", play.difficulty or "", play.edition, _guards(play), *people]
        )
    return file.getvalue()


def _guards(play: PastPlay) -> str:
    if play.escaped is None:
        return ""
    if play.margin is None:
        return "" if play.escaped else WON
    return _written(play.sides[0].points - play.margin, won=not play.escaped)


def _written(points: int, *, won: bool) -> str:
    return f"{points}{WON if won else ''}"
