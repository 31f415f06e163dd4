"""The head of a result: its numbers, its stamp and its day; and the picture of it that is shared."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.pages.layout.frame import page_text
from companion.pages.layout.icons import shape
from companion.pages.layout.text_fitting import cut, fitted_line, width
from companion.players_day import day_in_words
from companion.scoring.score import Scores
from companion.sheets.models import Sheet
from companion.words.catalogue import isolated, listed, number

WIDTH: Final = 1080
HEIGHT: Final = 1350
"""The picture of a result, in its own pixels."""

_LEFT, _RIGHT = 84, 997
_LABELS: Final = 394
"""The left edge of its columns."""

_FIRST_ROW, _LAST_ROW = 514, 1040
_HIGHEST_ROW: Final = 48
_HIGHEST_ROW_OF_TWO: Final = 52
_TITLE_SIZE, _TITLE_ROOM = 66, 640
_SECOND_SIZE: Final = 31
_TURN_SIZE: Final = 28
_NAME_SIZE: Final = 27
_SMALL_NAME_SIZE: Final = 20
_FEW: Final = 3
"""The most sides that have their icons next to their names; more have them above."""


def stamp_of(scores: Scores, guards: str | None) -> str:
    """Return how it ended: "winner", or against the guards "escaped" or "held"; nothing for a single side."""
    if len(scores.sides) == 1:
        return ""
    return "winner" if guards is None else "held" if guards in scores.winners else "escaped"


def day_of(sheet: Sheet, language: str, length: str = "medium") -> str:
    """Return the day on which it was played."""
    return day_in_words(sheet.played, sheet.zone, language, length)


def figures_of(scores: Scores, guards: str | None) -> tuple[str, ...]:
    """Return the winner's total, or both of two sides: the player's before the guards', or the winner's first."""
    ordered = sorted(scores.sides, key=lambda side: (side.name == guards) if guards else side.rank)
    totals = [number(side.total) for side in ordered]
    return tuple(totals[:2] if len(totals) == 2 else totals[:1])


def docket(sheet: Sheet, scores: Scores, guards: str | None, language: str) -> dict[str, Any]:
    """Return the values that the head of a result shows."""
    stamp = "" if sheet.draft else stamp_of(scores, guards)
    return {
        "day": day_of(sheet, language),
        "figures": figures_of(scores, guards),
        "stamp": stamp,
        "stamp_word": page_text(language, f"screen.stamp.{stamp}") if stamp else "",
    }


def title_of(scores: Scores, guards: str | None, language: str, most: float) -> str:
    """Return who has won, without any points; names are at most so many ems wide."""
    best = [cut(name, most) for name in scores.winners]
    if guards is not None:
        return page_text(language, "screen.guards_win" if guards in scores.winners else "screen.escaped")
    if len(scores.sides) == 1:
        return best[0]
    if len(best) > 1:
        return page_text(language, "screen.share", sides=listed(language, map(isolated, best)))
    return page_text(language, "screen.wins", side=best[0])


def _against(guards: str, scores: Scores, language: str) -> str:
    """Return by how many points a player has escaped, or was held (F-5)."""
    [mine], [theirs] = ([one.total for one in scores.sides if (one.name == guards) is of] for of in (False, True))
    key = "held_tie" if mine == theirs else "held_by" if mine < theirs else "escaped_by"
    return page_text(language, f"screen.{key}", n=mine, lead=abs(mine - theirs))


@dataclass(frozen=True)
class _Column:
    """The column of a side: its place and width, and whether its icon has room next to its name."""

    side: dict[str, Any]
    at: int
    left: int
    width: int
    few: bool

    def shown(self) -> dict[str, Any]:
        """Return the side with its places: `x` is where its numbers end, `sign` where its icon begins."""
        size = _NAME_SIZE if self.few else _SMALL_NAME_SIZE
        name = cut(self.side["name"], (self.width - 10 - (50 if self.few else 0)) / size)
        x = self.left + self.width - 15
        sign = x - (width(name) * size + 34 if self.few else 26)
        return {**self.side, "at": self.at, "left": self.left, "x": x, "name": name, "sign": round(sign)}


def picture_parts(
    sheet: Sheet,
    scores: Scores,
    guards: str | None,
    language: str,
    *,
    second: Callable[[float], str],
    sides: Sequence[dict[str, Any]],
    rows: int,
    turning: tuple[str, str, bool] | None,
) -> dict[str, Any]:
    """Return the place of everything in the picture of a result.

    Args:
        sheet: which.
        scores: of it.
        guards: the guards' name in a solitary game.
        language: of the text.
        second: the sentence below the numbers, with names of at most so many ems.
        sides: as the page of the result shows them.
        rows: how many lines it has.
        turning: where it turned, if its table knows that.
    """
    number_of = len(sides)
    column = (_RIGHT - _LABELS) / max(number_of, 2)
    few = number_of <= _FEW
    highest = _HIGHEST_ROW_OF_TWO if number_of <= 2 else _HIGHEST_ROW
    height = min(highest, (_LAST_ROW - _FIRST_ROW) / max(rows, 1))
    end = _FIRST_ROW + rows * height
    in_order = sorted(sides, key=lambda side: side["rank"] if guards is None else 0)
    return {
        **docket(sheet, scores, guards, language),
        "day": day_of(sheet, language, "long"),
        "title": fitted_line(lambda most: title_of(scores, guards, language, most), _TITLE_SIZE, _TITLE_ROOM),
        "second": fitted_line(
            second if guards is None else lambda _: _against(guards, scores, language), _SECOND_SIZE, _TITLE_ROOM - 40
        ),
        "columns": [
            _Column(side, sides.index(side), round(_LABELS + column * place), round(column), few=few).shown()
            for place, side in enumerate(in_order)
        ],
        "few": few,
        "column": round(column),
        "row": round(height, 1),
        "first_row": _FIRST_ROW,
        "total": round(end),
        "seat_colours": SEAT_COLOURS,
        "shape": shape,
        "width": WIDTH,
        "height": HEIGHT,
        "turn": turning
        and {
            "text": fitted_line(lambda _: turning[0], _TURN_SIZE, 830),
            "swing": fitted_line(lambda _: turning[1], _TURN_SIZE - 2, 830),
            "raid": turning[2],
        },
    }


SEAT_COLOURS: Final = {
    "spoon": "#8c1f53",
    "die": "#07554f",
    "feather": "#5e430c",
    "candle": "#3b5313",
    "comb": "#4e3396",
    "keys": "#1c4870",
}
"""A picture is always light: the seats have the colours of the light theme."""
