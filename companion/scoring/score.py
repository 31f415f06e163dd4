"""Final scoring (F-1 to F-6): every line of every side, the ranks, the winners, and why."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from companion.rules.editions import Edition
from companion.rules.errors import RuleError, WrongMember, WrongNumberOfSides
from companion.rules.reasons import Reason
from companion.rules.rulings.goals import leader_points, majority_points
from companion.rules.rulings.house_rulings import HOUSE_RULINGS
from companion.rules.rulings.raids import Suspect, raid
from companion.rules.rulings.ranking import MOST_SIDES, guards_faults
from companion.rules.vocabulary import DemonValuable, Goon, Resource
from companion.scoring.sheet import EndGameGoal, ScoreSheet, Side

CATEGORIES: Final = (
    "track",
    "raid",
    "leader_goal",
    "end_game_goal",
    "bandit",
    "cultist",
    "dwarf",
    "hobgoblin",
    "demon",
    "ratman",
    "flayer",
    "resources",
    "tomes",
    "first_player",
)
"""The lines of every score, in their order."""

OTHER_GOONS: Final = "other_goons"
"""The line of goons of no known type, only in scores of tables and sheets, and only where somebody has one (E-14)."""

ALL_CATEGORIES: Final = tuple(
    one for category in CATEGORIES for one in ((category, OTHER_GOONS) if category == "flayer" else (category,))
)
"""The lines that a score can have, in their order."""

_PRINTED_CATEGORIES: Final = frozenset(ALL_CATEGORIES)

GUARDS_UNCOUNTED: Final = (Resource.SCRAP, Resource.POTION, Resource.IRON)
"""What the edition's table lists apart for the guards (F-4)."""


class Line(NamedTuple):
    """One line of a side's score: its category and points."""

    category: str
    points: int


@dataclass(frozen=True)
class SideScore:
    """A side's score.

    Attributes:
        name: whose.
        total: the sum of the lines.
        rank: 1 for the best; equal sides share a rank, and the ranks after it are left out.
        winner: whether it wins, alone or with others.
        lines: one per category, zeros included, alike for all sides.
        reasons: why, in the order of the lines, then what decided the rank.
    """

    name: str
    total: int
    rank: int
    winner: bool
    lines: tuple[Line, ...]
    reasons: tuple[Reason, ...]


@dataclass(frozen=True)
class Scores:
    """The scores of a sheet, sides in the order of the sheet."""

    sides: tuple[SideScore, ...]

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of rank 1 (F-2)."""
        return tuple(side.name for side in self.sides if side.winner)


_Part: TypeAlias = tuple[int, Sequence[Reason]]
"""The points of a line and why."""

_Parts: TypeAlias = dict[str, _Part]
"""By category."""

_NOTHING: Final[_Part] = (0, ())


def score(sheet: ScoreSheet) -> Scores:
    """Score a sheet (F-1 to F-6).

    Raises:
        WrongNumberOfSides: not 1 to 5 sides, or a solitary sheet without exactly one player and the guards.
        WrongMember: guards outside a solitary sheet, or tomes in the guards' hand (Z-17).
    """
    check_sheet(sheet)
    held = _held(sheet)
    scores = _scored(sheet, held)
    otherwise = [(key, other) for key in _open_questions(sheet, scores) for other in _alternatives(sheet, held, key)]
    if not otherwise:
        return scores
    sides = (_with_rulings(index, scores, sheet, otherwise) for index in range(len(sheet.sides)))
    return Scores(tuple(sides))


def check_sheet(sheet: ScoreSheet) -> None:
    """Refuse a sheet that the game does not have (S-1, Z-1, Z-17), with all that is wrong with it; see `score`."""
    RuleError.refuse(_sheet_faults(sheet))


def _sheet_faults(sheet: ScoreSheet) -> Iterator[RuleError]:
    if 1 <= len(sheet.sides) <= MOST_SIDES:
        yield from guards_faults([side.guards for side in sheet.sides], solitary=sheet.solitary)
    else:
        yield WrongNumberOfSides("sides.number", ("sides",), least=1, most=MOST_SIDES)
    for index, side in enumerate(sheet.sides):
        if side.guards and side.tomes:
            yield WrongMember("guards.no_tomes", ("sides", index, "tomes"))


def _scored(sheet: ScoreSheet, held: Sequence[_Parts]) -> Scores:
    """The scores under the sheet's own rulings (F-1, F-2, F-5, F-6), with what sides score under any."""
    parts = [
        {**own, "raid": raided, "leader_goal": leader, "end_game_goal": goal}
        for own, raided, leader, goal in zip(
            held, _last_raid(sheet), _leader_goal(sheet), _end_game_goal(sheet), strict=True
        )
    ]
    if sheet.rulings["total_floor"] == "zero":
        for own in parts:
            _cut_to_zero(own)
    totals = [sum(points for points, _ in own.values()) for own in parts]
    places = _ranks(sheet, totals)
    return Scores(
        tuple(
            _side_score(side, own, total, rank, reasons)
            for side, own, total, (rank, reasons) in zip(sheet.sides, parts, totals, places, strict=True)
        )
    )


def _side_score(side: Side, parts: _Parts, total: int, rank: int, reasons: list[Reason]) -> SideScore:
    ordered = [(category, *parts[category]) for category in _in_order(parts)]
    return SideScore(
        side.name,
        total,
        rank,
        rank == 1,
        tuple([Line(category, points) for category, points, _ in ordered]),
        (*(reason for _, _, why in ordered for reason in why), *reasons),
    )


def _in_order(parts: _Parts) -> tuple[str, ...]:
    """The lines in their order; goons of an expansion come after those that have been printed."""
    own = [category for category in parts if category not in _PRINTED_CATEGORIES]
    printed = [category for category in ALL_CATEGORIES if category in parts]
    after = printed.index(Goon.FLAYER) + 1 if own else 0
    return (*printed[:after], *own, *printed[after:])


def _track(side: Side) -> _Part:
    """The place on the track: items and the instant goal are in it already (F-1)."""
    points = side.reputation
    return (points, [Reason("F-1", "score.track", {"points": points})]) if points else _NOTHING


def _last_raid(sheet: ScoreSheet) -> Iterator[_Part]:
    """The last raid (D-6): by how much the track moves before it ends at 0 (D-5)."""
    if not sheet.last_raid:
        yield from (_NOTHING for _ in sheet.sides)
        return
    suspects = [Suspect(side.name, side.suspicion, side.reputation, side.guards) for side in sheet.sides]
    raided = raid(suspects, edition=sheet.edition, rulings=sheet.rulings, solitary=sheet.solitary)
    for side, after in zip(sheet.sides, raided.sides, strict=True):
        yield after.reputation - side.reputation, after.reasons


def _leader_goal(sheet: ScoreSheet) -> Iterator[_Part]:
    """The leader goal of the side that holds it (O-4, O-5, E-5)."""
    holder = next((index for index, side in enumerate(sheet.sides) if side.leader_goal), None)
    counts = [side.leader_count for side in sheet.sides]
    points = leader_points(counts, holder, edition=sheet.edition, rulings=sheet.rulings, minimum=sheet.leader_minimum)
    for index in range(len(sheet.sides)):
        yield points if index == holder else _NOTHING


def _end_game_goal(sheet: ScoreSheet) -> Iterator[_Part]:
    """The end game goal: majority (O-7, O-9, D-8) or condition (O-8)."""
    if sheet.end_game_goal is EndGameGoal.MAJORITY:
        counts = [side.goal_count for side in sheet.sides]
        yield from majority_points(counts, edition=sheet.edition, rulings=sheet.rulings)
    else:
        condition = sheet.end_game_goal is EndGameGoal.CONDITION
        for side in sheet.sides:
            points = side.goal_points if condition else 0
            yield (points, [Reason("O-8", "goal.condition", {"points": points})]) if points else _NOTHING


def _held(sheet: ScoreSheet) -> list[_Parts]:
    """The lines of each side in which no house ruling has a say: track, goons (G), leftovers (F-1, F-4)."""
    others = any(side.other_goons is not None for side in sheet.sides)
    return [
        {
            "track": _track(side),
            **_goons(side, sheet.edition),
            **({OTHER_GOONS: _other_goons(side)} if others else {}),
            **_leftovers(side, sheet.edition.scores),
        }
        for side in sheet.sides
    ]


def _other_goons(side: Side) -> _Part:
    """What their owner says they are worth (E-14)."""
    points = side.other_goons
    return (points, [Reason("E-14", "score.other_goons", {"points": points})]) if points else _NOTHING


def _goons(side: Side, edition: Edition) -> _Parts:
    return {
        name: GOON_SCORES.get(goon, _by_its_score)(side, edition, goon) for name, goon in _goon_types(edition).items()
    }


@cache
def _goon_types(edition: Edition) -> Mapping[str, Goon]:
    """By the name of its line, each type of goon that a score has: those printed, and the edition's own."""
    return {goon.value: goon for goon in (*Goon, *edition.goons)}


def _by_its_score(side: Side, edition: Edition, goon: Goon) -> _Part:
    """Goons whose number is all that counts, each the same or all by a table, as the edition says."""
    if not side.goons.get(goon):
        return _NOTHING
    worth, rule = edition.scores[goon], edition.rule_of[f"scores.{goon}"]
    return _each(rule, side, goon, worth) if isinstance(worth, int) else _by_number(rule, side, goon, worth)


def _cultists(side: Side, edition: Edition, goon: Goon) -> _Part:
    """By the crafted items of their side (G-2)."""
    return _each("G-2", side, goon, edition.scores[goon] * side.items, items=side.items)


def _hobgoblins(side: Side, edition: Edition, goon: Goon) -> _Part:
    """By the power cubes of their side (G-4)."""
    return _each("G-4", side, goon, edition.scores[goon] * side.power, power=side.power)


def _each(rule: str, side: Side, goon: Goon, points: int, **data: int) -> _Part:
    """Goons that are worth the same each (G-1, G-2, G-4, G-7)."""
    number = side.goons.get(goon, 0)
    if not number:
        return _NOTHING
    total = number * points
    return total, [Reason(rule, f"score.{goon}", {"count": number, "each": points, "points": total, **data})]


def _by_number(rule: str, side: Side, goon: Goon, table: Sequence[int]) -> _Part:
    """Goons that score by how many there are; more than the table has score as its last entry (G-3, G-6)."""
    number = side.goons[goon]
    points = table[min(number, len(table)) - 1]
    return points, [Reason(rule, f"score.{goon}", {"count": number, "points": points})]


def _demons(side: Side, edition: Edition, goon: Goon) -> _Part:
    """Each Demon on its own, by the valuable that its owner reads on its card (G-5)."""
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


GOON_SCORES: Final[dict[Goon, Callable[[Side, Edition, Goon], _Part]]] = {
    Goon.CULTIST: _cultists,
    Goon.HOBGOBLIN: _hobgoblins,
    Goon.DEMON: _demons,
}
"""Goons that score by more than their number; an expansion enters its own."""


def _leftovers(side: Side, each: Mapping[str, int]) -> _Parts:
    return {
        "resources": _resources(side, each),
        "tomes": _leftover("score.tomes", side.tomes, each["tome"]),
        "first_player": _leftover("score.first_player", int(side.first_player), each["first_player"]),
    }


def _leftover(key: str, number: int, each: int) -> _Part:
    points = number * each
    return (points, [Reason("F-1", key, {"count": number, "points": points})]) if points else _NOTHING


def _resources(side: Side, each: Mapping[str, int]) -> _Part:
    """Resources left over (F-1); for the guards only gold (F-4)."""
    if not any(side.resources.values()):
        return _NOTHING
    points = sum(
        number * each[f"guards_{resource}" if side.guards and resource in GUARDS_UNCOUNTED else resource]
        for resource, number in side.resources.items()
    )
    gold = side.resources.get(Resource.GOLD, 0)
    told = {"points": points, "gold": gold, "others": sum(side.resources.values()) - gold}
    return points, [
        Reason("F-4", "score.guards_resources", told) if side.guards else Reason("F-1", "score.resources", told)
    ]


def _cut_to_zero(parts: _Parts) -> None:
    """Cut the Ratmen's loss so that the total is not below 0 (F-6, `total_floor: zero`)."""
    below = min(0, sum(points for points, _ in parts.values()))
    points, reasons = parts["ratman"]
    parts["ratman"] = (points - below, reasons)


def _ranks(sheet: ScoreSheet, totals: Sequence[int]) -> list[tuple[int, list[Reason]]]:
    """Each side's rank and why: at a table (F-2), in a solitary game (F-5)."""
    return _solitary_ranks(sheet, totals) if sheet.solitary else _table_ranks(sheet, totals)


def _solitary_ranks(sheet: ScoreSheet, totals: Sequence[int]) -> list[tuple[int, list[Reason]]]:
    """Only a higher total wins against the guards (F-5)."""
    player = next(index for index, side in enumerate(sheet.sides) if not side.guards)
    mine, theirs = totals[player], totals[1 - player]
    key = "score.solitary_won" if mine > theirs else "score.solitary_tie" if mine == theirs else "score.solitary_lost"
    reason = Reason("F-5", key, {"player": mine, "guards": theirs})
    return [(1 if (index == player) == (mine > theirs) else 2, [reason]) for index in range(2)]


def _table_ranks(sheet: ScoreSheet, totals: Sequence[int]) -> list[tuple[int, list[Reason]]]:
    """By total, then by items; equal in both share the rank (F-2), at every place."""
    items = [_compared_items(side, sheet) for side in sheet.sides]
    keys = list(zip(totals, items, strict=True))
    ranks = []
    for index, key in enumerate(keys):
        rank = 1 + sum(other > key for other in keys)
        told: dict[str, object] = {"total": totals[index], "rank": rank}
        if totals.count(totals[index]) > 1:
            level = tuple(side.name for side, total in zip(sheet.sides, totals, strict=True) if total == totals[index])
            told |= {"sides": level, "items": items[index]}
            how = "score.shared" if keys.count(key) > 1 else "score.tie_break"
        else:
            how = "score.most" if rank == 1 else "score.place"
        ranks.append((rank, [Reason("F-2", how, told)]))
    return ranks


def _compared_items(side: Side, sheet: ScoreSheet) -> int:
    """The crafted items, and under `reserved_items: tie_break` the reserved ones too (F-2, C-5)."""
    return side.items + (side.reserved if sheet.rulings["reserved_items"] == "tie_break" else 0)


def _open_questions(sheet: ScoreSheet, scores: Scores) -> Iterator[str]:
    """The house rulings that can have decided something here (E-5, D-7, O-9, C-5, F-6)."""
    yield from {reason.key_of_ruling: None for side in scores.sides for reason in side.reasons if reason.key_of_ruling}
    totals = [side.total for side in scores.sides]
    if any(side.reserved for side in sheet.sides) and len({*totals}) < len(totals) and not sheet.solitary:
        yield "reserved_items"
    if min(totals) <= 0 and any(side.goons.get(Goon.RATMAN) for side in sheet.sides):
        yield "total_floor"


def _alternatives(sheet: ScoreSheet, held: Sequence[_Parts], key: str) -> Iterator[Scores]:
    """The scores under each other value of a house ruling (E-5, D-7, O-9, C-5, F-6)."""
    for rulings in sheet.rulings.others(key):
        yield _scored(replace(sheet, rulings=rulings), held)


def _with_rulings(index: int, scores: Scores, sheet: ScoreSheet, otherwise: Sequence[tuple[str, Scores]]) -> SideScore:
    """A side's score with each house ruling named that decided part of its figures (E-5, D-7, O-9, C-5, F-6)."""
    side = scores.sides[index]
    deciding = dict.fromkeys(key for key, other in otherwise if _figures(other.sides[index]) != _figures(side))
    kept = [reason for reason in side.reasons if reason.key_of_ruling is None or reason.key_of_ruling in deciding]
    # What decided the rank is always the last reason; a ruling acts before totals and items are compared.
    *kept, place = kept
    named = {reason.key_of_ruling for reason in kept}
    added = [
        Reason(HOUSE_RULINGS[key].rules[0], f"ruling.{key}.{sheet.rulings[key]}", {}, key)
        for key in deciding
        if key not in named
    ]
    return replace(side, reasons=(*kept, *added, place))


def _figures(side: SideScore) -> tuple[object, ...]:
    return side.total, side.rank, side.lines
