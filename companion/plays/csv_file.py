"""Finished games as a CSV file, one line for each, as in a spreadsheet. Pure."""

import csv
import re
import unicodedata
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import islice
from typing import Final, NamedTuple

from companion.plays.past_play import PastPlay, UnreadableFile
from companion.plays.written_plays import (
    CELLS,
    COLUMNS,
    DATE,
    IGNORED,
    NAMES,
    NOTE,
    PLACE,
    POINTS,
    SEATS,
    WON,
    WrittenPlay,
    WrittenPlays,
    collect,
)

NEEDED: Final = (DATE, NAMES[0], POINTS[0])
UNKNOWN_NAMED: Final = 10
_LONGEST_COLUMN: Final = 40
_SEPARATORS: Final = ",;\t|"
_TEXTS: Final = frozenset({*(name for name, _ in SEATS), PLACE, NOTE})
_HEAD_ROWS: Final = 20
"""The number of rows in which the names of the columns may be; titles and empty rows may come before them."""
_HEAD_WITHIN: Final = 65_536
"""Characters in which these rows are."""
_SEPARATOR_TOLD: Final = re.compile(r'"?sep=(.)"?\r?\n', re.IGNORECASE)
"""The first line of a file for Excel, which may name the separator; no program shows it."""
_ROW: Final = "row"
_FORMULA: Final = re.compile("'*[=+@\t\r-]")
"""The beginning of a text that spreadsheets take for a formula, after any apostrophes that we put before it."""

EXAMPLE: Final = """\
date,difficulty,edition,guards,name 1,points 1,name 2,points 2,name 3,points 3,name 4,points 4,name 5,points 5
2023-11-18,,later,,Vera,41,Isaac,36,Claire,29,,,,
2023-12-02,,later,,Vera,38,Isaac,38*,,,,,,
2024-01-06,expert,later,35,Vera,33,,,,,,,,
2024-01-07,moderate,later,28,Vera,40,,,,,,,,
"""
"""An example: a game of three, a tie that Isaac won, two solitary games."""


class _Head(NamedTuple):
    """The row that names the columns.

    Attributes:
        row: its number, from 1.
        columns: their names in our spelling.
        separator: the character between fields.
    """

    row: int
    columns: Sequence[str]
    separator: str

    @property
    def known(self) -> int:
        """The number of columns that we know."""
        return len({*self.columns} & {*COLUMNS})


def read_csv(text: str) -> WrittenPlays:
    """Return the plays of a CSV file.

    Raises:
        UnreadableFile: it is none, lacks a column, or is too long.
    """
    if told := _SEPARATOR_TOLD.match(text):
        text = text[told.end() :]
    head = max((_head(text, one) for one in (told[1] if told else _SEPARATORS)), key=lambda one: one.known)
    if missing := [one for one in NEEDED if one not in head.columns]:
        raise UnreadableFile("import.no_columns", columns=", ".join(missing))
    plays = collect(_cells(text, head))
    unknown = [one[:_LONGEST_COLUMN] for one in dict.fromkeys(head.columns) if one and one not in CELLS]
    return WrittenPlays(plays, unknown=unknown[:UNKNOWN_NAMED])


def _head(text: str, separator: str) -> _Head:
    """Return the row with the most known column names, for this separator."""
    rows = islice(_rows(text[:_HEAD_WITHIN], separator), _HEAD_ROWS)
    heads = [_Head(number, [_column(one) for one in row], separator) for number, row in enumerate(rows, 1)]
    return max(heads, key=lambda one: one.known, default=_Head(0, (), separator))


def _cells(text: str, head: _Head) -> Iterator[tuple[int, dict[str, str]]]:
    row: list[str] = []
    for number, row in enumerate(_rows(text, head.separator), 1):
        if number > head.row and any(row):
            # If a column is there twice, the first one counts.
            cells = reversed([*zip(head.columns, row, strict=False)])
            yield number, {name: _bare(cell) if name in _TEXTS else cell for name, cell in cells if name in CELLS}
    if text.count('"') % 2 and any("\n" in cell for cell in row):
        # The last field goes on to the end of the file.
        raise UnreadableFile("import.not_csv")


def _bare(text: str) -> str:
    """Return a text without the apostrophe that `_inert` put before it."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


def _rows(text: str, separator: str) -> Iterator[list[str]]:
    try:
        yield from csv.reader(StringIO(text, newline=""), delimiter=separator)
    except csv.Error as fault:
        raise UnreadableFile("import.not_csv") from fault


def _column(text: str) -> str:
    """Return a column name in our spelling, whatever its capitals and separators."""
    words = " ".join(re.sub("[_-]", " ", unicodedata.normalize("NFKC", text)).casefold().split())
    return re.sub(r"(?<=[a-z])(?=[0-9]$)", " ", words)


def write_csv(plays: Sequence[PastPlay]) -> str:
    """Return plays as a CSV file, which `read_csv` reads back unchanged."""
    file = StringIO(newline="")
    writer = csv.writer(file)
    writer.writerow(COLUMNS)
    for play in plays:
        people = [cell for one in play.sides for cell in (_inert(one.name), _written(one.points, won=one.winner))]
        place, minutes, note = play.details
        writer.writerow([
            f"{play.played:%Y-%m-%d %H:%M:%S}", play.difficulty or "", play.edition, _guards(play),
            *people, *[""] * (2 * (len(NAMES) - len(play.sides))), _inert(place), minutes or "", _inert(note),
        ])  # fmt: skip
    return file.getvalue()


def _inert(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return f"'{text}" if _FORMULA.match(text) else text


def _guards(play: PastPlay) -> str:
    if play.escaped is None:
        return ""
    if play.margin is None:
        return "" if play.escaped else WON
    return _written(play.sides[0].points - play.margin, won=not play.escaped)


def _written(points: int, *, won: bool) -> str:
    return f"{points}{WON if won else ''}"


_SENT_BACK: Final = (_ROW, IGNORED, *sorted(CELLS))


def write_cells(plays: Sequence[WrittenPlay]) -> str:
    """Return the content of a file, for a page to send it back unchanged."""
    file = StringIO(newline="")
    writer = csv.DictWriter(file, _SENT_BACK)
    writer.writeheader()
    writer.writerows({_ROW: play.row, **play.cells} for play in plays)
    return file.getvalue()


def read_cells(text: str) -> list[WrittenPlay]:
    """Return the content that a page has sent back, checked again.

    Raises:
        UnreadableFile: it is not that.
    """
    head, *rows = [*_rows(text, ",")] or [[]]
    found = [dict(zip(head, row, strict=False)) for row in rows]
    numbers = [one.get(_ROW, "") for one in found]
    return collect(
        (
            int(row) if re.fullmatch("[0-9]{1,7}", row) else 0,
            {name: one[name] for name in _SENT_BACK[1:] if name in one},
        )
        for row, one in zip(numbers, found, strict=True)
    )
