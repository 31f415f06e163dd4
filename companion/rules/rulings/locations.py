"""One location in lights out (L-10): ranks, suspicion, rewards and stragglers."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.rules.editions import Edition
from companion.rules.frozen import FrozenDict
from companion.rules.reasons import Reason
from companion.rules.rulings.house_rulings import Rulings
from companion.rules.rulings.ranking import Place, Presence, check_table, rank, suspect
from companion.rules.rulings.rewards import Offer, offer
from companion.rules.vocabulary import ENFORCER, LOOKOUT, POWER, RESOURCES, Location, Resource


class Outcome(NamedTuple):
    """The result of a location for one side of its ranking.

    Attributes:
        place: the side, its rank and strength.
        suspicion: suspicion cubes that it takes.
        bandit: cubes of a Bandit that it takes.
        offer: its reward.
        to_library: whether its tokens go to the Library (L-8), by what is known before any side declines.
        reasons: why it is offered that.
    """

    place: Place
    suspicion: int
    bandit: tuple[Resource, ...]
    offer: Offer
    to_library: bool
    reasons: tuple[Reason, ...]


class LocationResult(NamedTuple):
    """A resolved location.

    Attributes:
        outcomes: the sides there, strongest first.
        suspicion_left: suspicion cubes that stay.
        bandit_left: Bandit's cubes that stay.
        why_ranked: who is there, how strong, and how ties were broken.
        why_suspected: who takes the suspicion cubes, and why.
        why_robbed: who takes a Bandit's cubes, and why.
    """

    outcomes: tuple[Outcome, ...]
    suspicion_left: int
    bandit_left: tuple[Resource, ...]
    why_ranked: tuple[Reason, ...]
    why_suspected: tuple[Reason, ...]
    why_robbed: tuple[Reason, ...]

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """All reasons, in the order of L-10."""
        return (
            *self.why_ranked,
            *self.why_suspected,
            *self.why_robbed,
            *(reason for outcome in self.outcomes for reason in (*outcome.reasons, *_library_reasons(outcome))),
        )


def resolve(
    location: Location,
    sides: Sequence[Presence],
    first_player: str,
    *,
    edition: Edition,
    rulings: Rulings,
    suspicion: int = 0,
    bandit: Sequence[Resource] = (),
    solitary: bool = False,
) -> LocationResult:
    """Rank the sides at a location and return what each takes and is offered (L-10).

    Args:
        location: which of the eight.
        sides: all sides at the table in clockwise order, also if they are not there.
        first_player: the holder of the marker before this location is resolved.
        edition: whose tables.
        rulings: the table's house rulings.
        suspicion: suspicion cubes lying there.
        bandit: resource cubes that a Bandit has added there.
        solitary: whether one side is the guards.

    Raises:
        RuleError: for a table that the game does not have; see `check_table`.
    """
    check_table(sides, first_player, solitary=solitary, edition=edition)
    return location_result(
        location, sides, first_player, edition=edition, rulings=rulings, suspicion=suspicion, bandit=bandit
    )


def location_result(
    location: Location,
    sides: Sequence[Presence],
    first_player: str,
    *,
    edition: Edition,
    rulings: Rulings,
    suspicion: int,
    bandit: Sequence[Resource],
) -> LocationResult:
    """Resolve like `resolve`, at a table that is known to be possible."""
    ranking = rank(sides, first_player)
    suspected = suspect(ranking) if suspicion else None
    outcomes = [
        _outcome(
            place,
            suspicion if place is suspected else 0,
            tuple(bandit) if place.rank == 1 else (),
            offer(
                location,
                place.rank,
                present=len(ranking),
                table_size=len(sides),
                guards=place.side.guards,
                edition=edition,
                rulings=rulings,
            ),
            location,
        )
        for place in ranking
    ]
    return LocationResult(
        tuple(outcomes),
        suspicion_left=0 if suspected else suspicion,
        bandit_left=() if ranking else tuple(bandit),
        why_ranked=tuple(_ranking_reasons(ranking, first_player)),
        why_suspected=tuple(_suspicion_reasons(ranking, suspected, suspicion)),
        why_robbed=tuple(_bandit_reasons(ranking, bandit)),
    )


def _outcome(place: Place, suspicion: int, bandit: tuple[Resource, ...], offered: Offer, location: Location) -> Outcome:
    """Return a side's result; it strays without reward or Bandit's cube (L-8, P-10)."""
    straggler = offered.reward is None and not bandit and location is not Location.LIBRARY
    return Outcome(place, suspicion, bandit, offered, straggler, tuple(_reward_reasons(place, offered)))


def _ranking_reasons(ranking: Sequence[Place], first_player: str) -> list[Reason]:
    """Return who is there (L-3), how strong, and how ties were broken (L-4)."""
    if not ranking:
        return [Reason("L-3", "location.nobody")]
    reasons = [_strength_reason(place) for place in ranking]
    reasons += (
        Reason("T-2", "location.bonus", {"side": place.side.name, "bonus": place.side.bonus})
        for place in ranking
        if place.side.bonus
    )
    for strength in dict.fromkeys(place.strength for place in ranking if place.tied):
        tied = tuple(place.side.name for place in ranking if place.strength == strength)
        reasons.append(Reason("L-4", "location.tie", {"sides": tied, "strength": strength, "holder": first_player}))
    return reasons


def _strength_reason(place: Place) -> Reason:
    """Return the parts of a strength (L-2, Z-9); a lone lookout has none (L-3)."""
    side = place.side
    data = {"side": side.name, "strength": place.strength, "rank": place.rank}
    if side.guards:
        key = "location.guards_power" if POWER in side.cards else "location.guards_strength"
        return Reason("Z-9", key, {**data, "cards": side.cards, "power": side.power})
    if side.stated is not None and side.stated.strength:
        return Reason("L-2", "location.stated_strength", data)
    if side.stated is not None or side.tokens == (LOOKOUT,):
        return Reason("L-3", "location.lone_lookout", data)
    key = "location.enforcer_strength" if ENFORCER in side.tokens else "location.strength"
    return Reason("L-2", key, {**data, "tokens": side.tokens, "power": side.power})


def _suspicion_reasons(ranking: Sequence[Place], suspected: Place | None, suspicion: int) -> list[Reason]:
    """Return who takes the suspicion cubes, and whose lookout averts them (L-5, Z-10)."""
    if not suspicion:
        return []
    if suspected is None:
        key = "location.suspicion_stays" if ranking else "location.suspicion_nobody"
        return [Reason("L-5", key, {"cubes": suspicion})]
    data = {"side": suspected.side.name, "cubes": suspicion}
    passed = tuple(place.side.name for place in ranking[: suspected.rank - 1])
    reasons = [Reason("L-5", "location.suspicion_lookout", {**data, "passed": passed})] if passed else []
    if not passed:
        reasons.append(Reason("L-5", "location.suspicion", data))
    if suspected.side.guards:
        reasons.append(Reason("Z-10", "location.suspicion_guards"))
    return reasons


def _bandit_reasons(ranking: Sequence[Place], bandit: Sequence[Resource]) -> list[Reason]:
    """Return the reasons for a Bandit's cubes: the strongest takes all (P-7, P-10)."""
    if not bandit:
        return []
    cubes = {resource: bandit.count(resource) for resource in RESOURCES if resource in bandit}
    if not ranking:
        return [Reason("P-10", "location.bandit_stays", {"cubes": cubes})]
    data = {"side": ranking[0].side.name, "cubes": cubes}
    reasons = [Reason("P-7", "location.bandit", data)]
    if len(bandit) > 1:
        reasons.append(Reason("P-10", "location.bandit_all", data))
    return reasons


def _reward_reasons(place: Place, offered: Offer) -> list[Reason]:
    """Return the reasons for an offer (L-11 to L-18); guards as a side of two (Z-11)."""
    side = place.side
    # These become part of a step, which takes frozen values as they are.
    data = FrozenDict(side=side.name, rank=place.rank)
    reasons = []
    if offered.reward is None:
        reasons.append(Reason(offered.rule, "reward.nothing", data, offered.ruling))
    else:
        key = f"reward.{offered.reward['kind']}"
        if offered.reward["kind"] == "power":
            key = "reward.power_marker" if offered.reward["first_player"] else "reward.power"
        reasons.append(Reason(offered.rule, key, FrozenDict({**data, **offered.reward}), offered.ruling))
    if side.guards and offered.rule in {"L-11", "L-12", "L-13", "L-14", "E-8", "E-9", "E-10"}:
        reasons.append(Reason("Z-11", "location.guards_as_side", data))
    return reasons


def _library_reasons(outcome: Outcome) -> tuple[Reason, ...]:
    """Return the reason if a side strays (L-8)."""
    place = outcome.place
    data = {"side": place.side.name, "rank": place.rank}
    return (Reason("L-8", "location.to_library", data),) if outcome.to_library else ()
