"""A score sheet that is kept, and its scores, as API and pages show them."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.rules.state.position import Position
from companion.schemas.answers import dump
from companion.schemas.faults import InvalidFields
from companion.schemas.scores import SCORED, SHEET, sheet_of
from companion.scoring.from_game import sheet as sheet_of_game
from companion.scoring.score import Scores, score
from companion.scoring.sheet import ScoreSheet
from companion.sheets.models import Sheet


def sheet_in(body: Mapping[str, Any]) -> ScoreSheet | None:
    """Return the score sheet of a kept body, or None where it cannot be scored."""
    try:
        return sheet_of(SHEET.read(body))
    except InvalidFields:
        return None


def scores_of(body: Mapping[str, Any]) -> Scores | None:
    """Return the scores of a kept body, or None where it cannot be scored."""
    sheet = sheet_in(body)
    return None if sheet is None else score(sheet)


def is_corrected(sheet: Sheet, game: Position) -> bool:
    """Return whether somebody has given the sheet of a game other points than the game had."""
    kept = scores_of(sheet.body)
    own = score(sheet_of_game(game, [str(side) for side in game.setup.sides]))
    return kept is None or [one.total for one in kept.sides] != [one.total for one in own.sides]


def sheet_of_sides(sheet: Sheet, names: Sequence[str], *, solitary: bool) -> ScoreSheet | None:
    """Return the kept score sheet of a game under these names; None where it is one of another game now."""
    sides = sheet.body.get("sides", ())
    if len(sides) != len(names) or bool(sheet.body.get("solitary")) != solitary:
        return None
    return sheet_in({**sheet.body, "sides": [{**side, "name": name} for side, name in zip(sides, names, strict=True)]})


def sheet_content(sheet: Sheet, language: str) -> dict[str, Any]:
    """Return a sheet and its scores, which are null while a draft cannot be scored."""
    scores = scores_of(sheet.body)
    return {
        "sheet": {**sheet.body, "draft": True} if sheet.draft else sheet.body,
        "scores": None if scores is None else dump(SCORED, scores, language),
    }
