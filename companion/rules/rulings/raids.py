"""Raids: losses of reputation, and cubes that return to the supply (D-1 to D-8)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from companion.rules.editions import Edition
from companion.rules.errors import RuleError, WrongNumberOfSides
from companion.rules.reasons import Reason
from companion.rules.rulings.comparison import share, shares_of_two, standing
from companion.rules.rulings.house_rulings import Rulings
from companion.rules.rulings.ranking import MOST_SIDES, guards_faults


@dataclass(frozen=True)
class Suspect:
    """A side as a raid finds it.

    Attributes:
        name: the side's name.
        suspicion: the suspicion cubes that it holds.
        reputation: its place on the track.
        guards: whether it is the guards.
    """

    name: str
    suspicion: int = 0
    reputation: int = 0
    guards: bool = False


@dataclass(frozen=True)
class Raided:
    """A side after the raid.

    Attributes:
        name: the side's name.
        lost: the reputation that the rule costs it.
        reputation: what is left on the track, never below 0 (D-5).
        suspicion: cubes that stay with it, only in a solitary game (D-4).
        reasons: why it lost that.
        aftermath: what happens to the cubes, and why.
    """

    name: str
    lost: int
    reputation: int
    suspicion: int
    reasons: tuple[Reason, ...]
    aftermath: tuple[Reason, ...]

    @property
    def all_reasons(self) -> tuple[Reason, ...]:
        """The reasons for the loss, then for what happens to the cubes."""
        return (*self.reasons, *self.aftermath)


@dataclass(frozen=True)
class RaidResult:
    """A raid carried out.

    Attributes:
        sides: in the order given.
        locations_cleared: whether the cubes at locations go back too.
    """

    sides: tuple[Raided, ...]
    locations_cleared: bool


Losses: TypeAlias = list[tuple[int, list[Reason]]]
"""The cost of a raid for each side, and why."""


def raid(sides: Sequence[Suspect], *, edition: Edition, rulings: Rulings, solitary: bool = False) -> RaidResult:
    """Carry out a raid.

    Args:
        sides: 1 to 5 sides.
        edition: whose numbers.
        rulings: the table's house rulings.
        solitary: whether one of two sides is the guards.

    Raises:
        WrongNumberOfSides: not 1 to 5 sides, or a solitary game without exactly one player and the guards.
        WrongMember: guards outside a solitary game.
    """
    if not 1 <= len(sides) <= MOST_SIDES:
        raise WrongNumberOfSides("sides.number", ("sides",), least=1, most=MOST_SIDES)
    RuleError.refuse(guards_faults([side.guards for side in sides], solitary=solitary))
    losses = _losses_rule(len(sides), solitary)(sides, edition, rulings)
    return RaidResult(
        tuple(
            _raided(side, sides, lost, reasons, rulings if solitary else None)
            for side, (lost, reasons) in zip(sides, losses, strict=True)
        ),
        locations_cleared=not solitary or rulings["solitary_raid_locations"] == "return",
    )


def _losses_rule(table_size: int, solitary: bool) -> Callable[[Sequence[Suspect], Edition, Rulings], Losses]:
    if table_size == 1:
        return _alone
    if solitary:
        return _solitary
    return _two_sides if table_size == 2 else _many_sides


def _alone(sides: Sequence[Suspect], edition: Edition, rulings: Rulings) -> Losses:
    """Return no loss for a single side (D-8)."""
    (side,) = sides
    return [(0, [Reason("D-8", "raid.alone", {"side": side.name})])]


def _two_sides(sides: Sequence[Suspect], edition: Edition, rulings: Rulings) -> Losses:
    """Return the losses of two players: the one with more loses, none in a tie (D-2)."""
    return _compare_two(sides, "D-2", edition.raid["most_of_two"])


def _solitary(sides: Sequence[Suspect], edition: Edition, rulings: Rulings) -> Losses:
    """Return the losses of player and guards, compared like two sides (D-4)."""
    return _compare_two(sides, "D-4", edition.raid["most_solitary"])


def _kept(side: Suspect, sides: Sequence[Suspect]) -> int:
    """Return the cubes that a solitary player keeps: all, if guards have more (D-4)."""
    guards = next(other for other in sides if other.guards)
    return side.suspicion if not side.guards and guards.suspicion > side.suspicion else 0


def _compare_two(sides: Sequence[Suspect], rule: str, cost: int) -> Losses:
    shares = shares_of_two([side.suspicion for side in sides], cost)
    return [(lost, [_loss_reason(side, rule, lost, place)]) for side, (lost, place) in zip(sides, shares, strict=True)]


def _many_sides(sides: Sequence[Suspect], edition: Edition, rulings: Rulings) -> Losses:
    """Return the losses of three or more: most and second most, shared (D-1, D-7)."""
    counts = [side.suspicion for side in sides]
    ruling = rulings["zero_suspicion"]
    found = standing(counts, zeros=ruling == "counts")
    otherwise = standing(counts, zeros=ruling != "counts") if 0 in counts else found
    losses: Losses = []
    for index, side in enumerate(sides):
        lost, place = share(index, found, edition.raid)
        reasons = [_loss_reason(side, "D-1", lost, place)]
        if lost != share(index, otherwise, edition.raid).amount:
            reasons.append(Reason("D-7", f"ruling.zero_suspicion.{ruling}", _cubes(side), "zero_suspicion"))
        losses.append((lost, reasons))
    return losses


def _loss_reason(side: Suspect, rule: str, lost: int, place: str) -> Reason:
    return Reason(rule, f"raid.{place}", {**_cubes(side), "lost": lost})


def _raided(
    side: Suspect, sides: Sequence[Suspect], lost: int, reasons: list[Reason], solitary_rulings: Rulings | None
) -> Raided:
    if lost > side.reputation:
        reasons.append(Reason("D-5", "raid.floor", {"side": side.name, "lost": side.reputation}))
    aftermath = _returned(side) if solitary_rulings is None else _solitary_aftermath(side, sides, solitary_rulings)
    return Raided(
        side.name,
        lost,
        max(0, side.reputation - lost),
        0 if solitary_rulings is None else _kept(side, sides),
        tuple(reasons),
        tuple(aftermath),
    )


def _cubes(side: Suspect) -> dict[str, object]:
    return {"side": side.name, "cubes": side.suspicion}


def _returned(side: Suspect) -> list[Reason]:
    """Return the reasons for cubes that return, also from locations (D-3)."""
    return [Reason("D-3", "raid.cubes_return" if side.suspicion else "raid.locations_return", _cubes(side))]


def _solitary_aftermath(side: Suspect, sides: Sequence[Suspect], rulings: Rulings) -> list[Reason]:
    """Return what a raid returns in a solitary game, partly by house ruling (D-4)."""
    reasons = []
    if side.suspicion:
        key = "raid.cubes_stay" if _kept(side, sides) else "raid.cubes_return"
        reasons.append(Reason("D-4", key, _cubes(side)))
    ruling = rulings["solitary_raid_locations"]
    return [*reasons, Reason("D-4", f"ruling.solitary_raid_locations.{ruling}", {}, "solitary_raid_locations")]
