"""Points for goons (G), resources, tomes and marker (F-1, F-4), under any rulings."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, TypeAlias

from companion.rules.editions import Edition
from companion.rules.reasons import Reason
from companion.rules.vocabulary import DemonValuable, Goon, Resource
from companion.scoring.sheet import Side

OTHER_GOONS: Final = "other_goons"
"""The line for goons of unknown type, only in scores of tables and sheets where a side has one (E-14)."""

GUARDS_UNCOUNTED: Final = (Resource.SCRAP, Resource.POTION, Resource.IRON)
"""Resources that the edition's table lists separately for the guards (F-4)."""

Part: TypeAlias = tuple[int, Sequence[Reason]]
"""The points of a line and why."""

Parts: TypeAlias = dict[str, Part]
"""The points of each line, by category."""

NOTHING: Final[Part] = (0, ())


def holdings(sides: Sequence[Side], edition: Edition) -> Iterator[Parts]:
    """Yield each side's points by line; `other_goons` only if some side has any."""
    others = any(side.other_goons is not None for side in sides)
    for side in sides:
        unknown = {OTHER_GOONS: _other_goons(side)} if others else {}
        yield {**_goons(side, edition), **unknown, **_leftovers(side, edition.scores)}


def _other_goons(side: Side) -> Part:
    """Score them by the points that their owner entered (E-14)."""
    points = side.other_goons
    return (points, [Reason("E-14", "score.other_goons", {"points": points})]) if points else NOTHING


def _goons(side: Side, edition: Edition) -> Parts:
    return {
        name: GOON_SCORES.get(goon, _by_its_score)(side, edition, goon) for name, goon in _goon_types(edition).items()
    }


@cache
def _goon_types(edition: Edition) -> Mapping[str, Goon]:
    """Return the goon types that can score, by line: printed and the edition's own."""
    return {goon.value: goon for goon in (*Goon, *edition.goons)}


def _by_its_score(side: Side, edition: Edition, goon: Goon) -> Part:
    """Score goons by their number: the same points each, or by a table of the edition."""
    if not side.goons.get(goon):
        return NOTHING
    worth, rule = edition.scores[goon], edition.rule_of[f"scores.{goon}"]
    return _each(rule, side, goon, worth) if isinstance(worth, int) else _by_number(rule, side, goon, worth)


def _cultists(side: Side, edition: Edition, goon: Goon) -> Part:
    """Score Cultists by the crafted items of their side (G-2)."""
    return _each("G-2", side, goon, edition.scores[goon] * side.items, items=side.items)


def _hobgoblins(side: Side, edition: Edition, goon: Goon) -> Part:
    """Score Hobgoblins by the power cubes of their side (G-4)."""
    return _each("G-4", side, goon, edition.scores[goon] * side.power, power=side.power)


def _each(rule: str, side: Side, goon: Goon, points: int, **data: int) -> Part:
    """Score goons that are worth the same each (G-1, G-2, G-4, G-7)."""
    number = side.goons.get(goon, 0)
    if not number:
        return NOTHING
    total = number * points
    return total, [Reason(rule, f"score.{goon}", {"count": number, "each": points, "points": total, **data})]


def _by_number(rule: str, side: Side, goon: Goon, table: Sequence[int]) -> Part:
    """Score goons by a table; more than it has score as its last entry (G-3, G-6)."""
    number = side.goons[goon]
    points = table[min(number, len(table)) - 1]
    return points, [Reason(rule, f"score.{goon}", {"count": number, "points": points})]


def _demons(side: Side, edition: Edition, goon: Goon) -> Part:
    """Score each Demon by the valuable that its owner reads on its card (G-5)."""
    each, total = edition.scores[goon], 0
    reasons = []
    for shown in dict.fromkeys(side.demons):
        if shown is DemonValuable.ANY:
            valuables = sum(side.valuables.values())
        else:
            valuables = sum(count for valuable, count in side.valuables.items() if valuable.value == shown.value)
        number = list(side.demons).count(shown)
        points = number * each * valuables
        total += points
        told = {"count": number, "valuable": shown, "valuables": valuables, "each": each, "points": points}
        reasons.append(Reason("G-5", "score.demon", told))
    return total, reasons


GOON_SCORES: Final[dict[Goon, Callable[[Side, Edition, Goon], Part]]] = {
    Goon.CULTIST: _cultists,
    Goon.HOBGOBLIN: _hobgoblins,
    Goon.DEMON: _demons,
}
"""Goons that score by more than their number; an expansion enters its own."""


def _leftovers(side: Side, each: Mapping[str, int]) -> Parts:
    return {
        "resources": _resources(side, each),
        "tomes": _leftover("score.tomes", side.tomes, each["tome"]),
        "first_player": _leftover("score.first_player", int(side.first_player), each["first_player"]),
    }


def _leftover(key: str, number: int, each: int) -> Part:
    points = number * each
    return (points, [Reason("F-1", key, {"count": number, "points": points})]) if points else NOTHING


def _resources(side: Side, each: Mapping[str, int]) -> Part:
    """Score resources left over (F-1); for the guards only gold (F-4)."""
    if not any(side.resources.values()):
        return NOTHING
    points = sum(
        number * each[f"guards_{resource}" if side.guards and resource in GUARDS_UNCOUNTED else resource]
        for resource, number in side.resources.items()
    )
    gold = side.resources.get(Resource.GOLD, 0)
    told = {"points": points, "gold": gold, "others": sum(side.resources.values()) - gold}
    return points, [
        Reason("F-4", "score.guards_resources", told) if side.guards else Reason("F-1", "score.resources", told)
    ]
