"""The numbers of a table as its page compares and corrects them together."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.pages.layout.frame import page_text
from companion.rules.acts.actions import Act
from companion.rules.state.pieces import Cube, Side
from companion.rules.state.position import Position
from companion.words import field_labels
from companion.words.telling import Names


def figures(game: Position) -> dict[str, int]:
    """Return the numbers of every side that can be corrected together, by kind and side."""
    found = {}
    for side in game.setup.sides:
        found[f"reputation.{side}"] = game.reputation[side]
        if side != game.setup.guards:
            found[f"storage.{side}"] = game.storage[side]
            found[f"tomes.{side}"] = game.tomes.get(side, 0)
        for cube in Cube:
            found[f"{cube}.{side}"] = game.at(side, cube)
    return found


def figure_act(name: str, number: int) -> Act:
    """Return the correction of one of them."""
    row, _, side = name.partition(".")
    if row in {*Cube}:
        return Act("set_cubes", {"place": [int(side)], "cube": [row], "number": number})
    if row == "tomes":
        return Act("set_tomes", {"holder": [int(side)], "number": number})
    return Act(f"set_{row}", {"side": [int(side)], "number": number})


def figure_rows(game: Position, names: Names, language: str, typed: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a row for each kind of number, with a field for each side that has it.

    Args:
        game: as it is.
        names: of the seats.
        language: of the page.
        typed: what was refused, by field, to be shown again.
    """
    now = figures(game)

    def figure(row: str, side: Side, label: str) -> dict[str, Any] | None:
        name = f"{row}.{side}"
        if name not in now:
            return None
        return {"name": name, "value": typed.get(name, now[name]), "label": f"{names[side]}: {label}"}

    for row, label in _labels(language, game, names).items():
        yield {
            "label": label,
            "fields": [figure(row, side, label) for side in game.setup.sides],
            "supply": game.supply(Cube(row)) if row in {*Cube} else None,
        }


def _labels(language: str, game: Position, names: Names) -> dict[str, str]:
    return {
        "reputation": field_labels.field(language, "reputation"),
        **{cube.value: field_labels.option(language, "", "cube", cube.value, game=game, names=names) for cube in Cube},
        "storage": page_text(language, "table.storage"),
        "tomes": page_text(language, "table.tomes"),
    }
