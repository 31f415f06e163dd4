"""Final scoring (F-1 to F-6): every side's lines, ranks, winners, and why."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from companion.rules.errors import RuleError, WrongMember, WrongNumberOfSides
from companion.rules.reasons import Reason
from companion.rules.rulings.goals import leader_points, majority_points
from companion.rules.rulings.house_rulings import HOUSE_RULINGS
from companion.rules.rulings.raids import Suspect, raid
from companion.rules.rulings.ranking import MOST_SIDES, guards_faults
from companion.rules.vocabulary import Goon
from companion.scoring.holdings import NOTHING, OTHER_GOONS, Part, Parts, holdings
from companion.scoring.sheet import EndGameGoal, ScoreSheet, Side

_UP_TO_THE_GOONS: Final = (
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
)
_AFTER_THEM: Final = ("resources", "tomes", "first_player")

CATEGORIES: Final = (*_UP_TO_THE_GOONS, *_AFTER_THEM)
"""The lines of every score, in their order."""

ALL_CATEGORIES: Final = (*_UP_TO_THE_GOONS, OTHER_GOONS, *_AFTER_THEM)
"""The lines that a score can have, in their order."""

_PRINTED_CATEGORIES: Final = frozenset(ALL_CATEGORIES)


class Line(NamedTuple):
    """One line of a side's score: its category and points."""

    category: str
    points: int


@dataclass(frozen=True)
class SideScore:
    """A side's score.

    Attributes:
        name: of the side.
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


def totals(sheet: ScoreSheet) -> tuple[int, ...]:
    """Return the totals of a sheet without reasons, for frequent use (F-1)."""
    return tuple([side.total for side in _scored(sheet, _held(sheet)).sides])


def check_sheet(sheet: ScoreSheet) -> None:
    """Reject a sheet that the game does not have (S-1, Z-1, Z-17); see `score`."""
    RuleError.refuse(_sheet_faults(sheet))


def _sheet_faults(sheet: ScoreSheet) -> Iterator[RuleError]:
    if 1 <= len(sheet.sides) <= MOST_SIDES:
        yield from guards_faults([side.guards for side in sheet.sides], solitary=sheet.solitary)
    else:
        yield WrongNumberOfSides("sides.number", ("sides",), least=1, most=MOST_SIDES)
    for index, side in enumerate(sheet.sides):
        if side.guards and side.tomes:
            yield WrongMember("guards.no_tomes", ("sides", index, "tomes"))


def _scored(sheet: ScoreSheet, held: Sequence[Parts]) -> Scores:
    """Return the scores under the sheet's rulings (F-1, F-2, F-5, F-6)."""
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


def _side_score(side: Side, parts: Parts, total: int, rank: int, reasons: list[Reason]) -> SideScore:
    ordered = [(category, *parts[category]) for category in _in_order(parts)]
    return SideScore(
        side.name,
        total,
        rank,
        rank == 1,
        tuple([Line(category, points) for category, points, _ in ordered]),
        (*(reason for _, _, why in ordered for reason in why), *reasons),
    )


def _in_order(parts: Parts) -> tuple[str, ...]:
    """Return the lines in order; goons of an expansion follow the printed ones."""
    own = (category for category in parts if category not in _PRINTED_CATEGORIES)
    every = (*_UP_TO_THE_GOONS, *own, OTHER_GOONS, *_AFTER_THEM)
    return tuple([category for category in every if category in parts])


def _held(sheet: ScoreSheet) -> list[Parts]:
    """Return the lines of each side that no house ruling affects."""
    return [
        {"track": _track(side), **own}
        for side, own in zip(sheet.sides, holdings(sheet.sides, sheet.edition), strict=True)
    ]


def _track(side: Side) -> Part:
    """Score the track: items and the instant goal are in it already (F-1)."""
    points = side.reputation
    return (points, [Reason("F-1", "score.track", {"points": points})]) if points else NOTHING


def _last_raid(sheet: ScoreSheet) -> Iterator[Part]:
    """Yield each side's change by the last raid (D-6), which ends at 0 (D-5)."""
    if not sheet.last_raid:
        yield from (NOTHING for _ in sheet.sides)
        return
    suspects = [Suspect(side.name, side.suspicion, side.reputation, side.guards) for side in sheet.sides]
    raided = raid(suspects, edition=sheet.edition, rulings=sheet.rulings, solitary=sheet.solitary)
    for side, after in zip(sheet.sides, raided.sides, strict=True):
        yield after.reputation - side.reputation, after.reasons


def _leader_goal(sheet: ScoreSheet) -> Iterator[Part]:
    """Yield the leader goal's points for the side that holds it (O-4, O-5, E-5)."""
    holder = next((index for index, side in enumerate(sheet.sides) if side.leader_goal), None)
    counts = [side.leader_count for side in sheet.sides]
    points = leader_points(counts, holder, edition=sheet.edition, rulings=sheet.rulings, minimum=sheet.leader_minimum)
    for index in range(len(sheet.sides)):
        yield points if index == holder else NOTHING


def _end_game_goal(sheet: ScoreSheet) -> Iterator[Part]:
    """Yield the end game goal's points: majority (O-7, O-9, D-8) or condition (O-8)."""
    if sheet.end_game_goal is EndGameGoal.MAJORITY:
        counts = [side.goal_count for side in sheet.sides]
        yield from majority_points(counts, edition=sheet.edition, rulings=sheet.rulings)
    else:
        condition = sheet.end_game_goal is EndGameGoal.CONDITION
        for side in sheet.sides:
            points = side.goal_points if condition else 0
            yield (points, [Reason("O-8", "goal.condition", {"points": points})]) if points else NOTHING


def _cut_to_zero(parts: Parts) -> None:
    """Cut the Ratmen's loss so that the total is at least 0 (F-6, `total_floor: zero`)."""
    below = min(0, sum(points for points, _ in parts.values()))
    points, reasons = parts["ratman"]
    parts["ratman"] = (points - below, reasons)


def _ranks(sheet: ScoreSheet, totals: Sequence[int]) -> list[tuple[int, list[Reason]]]:
    """Return each side's rank and why: at a table (F-2), in a solitary game (F-5)."""
    return _solitary_ranks(sheet, totals) if sheet.solitary else _table_ranks(sheet, totals)


def _solitary_ranks(sheet: ScoreSheet, totals: Sequence[int]) -> list[tuple[int, list[Reason]]]:
    """Rank player and guards: only a higher total wins against the guards (F-5)."""
    player = next(index for index, side in enumerate(sheet.sides) if not side.guards)
    mine, theirs = totals[player], totals[1 - player]
    key = "score.solitary_won" if mine > theirs else "score.solitary_tie" if mine == theirs else "score.solitary_lost"
    reason = Reason("F-5", key, {"player": mine, "guards": theirs})
    return [(1 if (index == player) == (mine > theirs) else 2, [reason]) for index in range(2)]


def _table_ranks(sheet: ScoreSheet, totals: Sequence[int]) -> list[tuple[int, list[Reason]]]:
    """Rank by total, then by items; sides equal in both share a rank (F-2)."""
    items = [compared_items(side, sheet) for side in sheet.sides]
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


def compared_items(side: Side, sheet: ScoreSheet) -> int:
    """Count crafted items, and reserved ones if they break ties (F-2, C-5)."""
    return side.items + (side.reserved if sheet.rulings["reserved_items"] == "tie_break" else 0)


def _open_questions(sheet: ScoreSheet, scores: Scores) -> Iterator[str]:
    """Yield the house rulings that may have decided here (E-5, D-7, O-9, C-5, F-6)."""
    yield from {reason.key_of_ruling: None for side in scores.sides for reason in side.reasons if reason.key_of_ruling}
    totals = [side.total for side in scores.sides]
    if any(side.reserved for side in sheet.sides) and len({*totals}) < len(totals) and not sheet.solitary:
        yield "reserved_items"
    if min(totals) <= 0 and any(side.goons.get(Goon.RATMAN) for side in sheet.sides):
        yield "total_floor"


def _alternatives(sheet: ScoreSheet, held: Sequence[Parts], key: str) -> Iterator[Scores]:
    """Yield the scores under other values of a ruling (E-5, D-7, O-9, C-5, F-6)."""
    for rulings in sheet.rulings.others(key):
        yield _scored(replace(sheet, rulings=rulings), held)


def _with_rulings(index: int, scores: Scores, sheet: ScoreSheet, otherwise: Sequence[tuple[str, Scores]]) -> SideScore:
    """Return a side's score, naming rulings that decided it (E-5, D-7, O-9, C-5, F-6)."""
    side = scores.sides[index]
    deciding = dict.fromkeys(key for key, other in otherwise if _figures(other.sides[index]) != _figures(side))
    kept = [reason for reason in side.reasons if reason.key_of_ruling is None or reason.key_of_ruling in deciding]
    # The last reason always explains the rank; a ruling acts before totals and items are compared.
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
