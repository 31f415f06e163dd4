"""Counterfactuals: the smallest change that changes an answer, as a reason."""

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Any, Final

from companion.rules.editions import STANDARD
from companion.rules.reasons import Reason
from companion.rules.rulings.automa import (
    GOONS_SEIZED,
    GoonSpace,
    Item,
    Resources,
    chow_hall,
    commissary,
    exchange,
    in_order_of_choice,
    lacking,
)
from companion.rules.rulings.house_rulings import Rulings
from companion.rules.rulings.ranking import FEWEST_SIDES, Place
from companion.rules.vocabulary import Location, Resource

REACH: Final = 5
"""The farthest distance in cubes at which another question is tried (Z-12, Z-17)."""


def _nearby(resources: Resources) -> Iterator[tuple[str, dict[str, Any], Resources]]:
    """Yield holdings with one other number, nearest and rarest first, and the change."""
    for distance in range(1, REACH + 1):
        for change, difference in (("more", distance), ("fewer", -distance)):
            for resource in reversed(Resource):
                left = resources.get(resource, 0) + difference
                if left >= 0:
                    yield change, {"resource": resource, "n": distance}, {**resources, resource: left}


def _turning_point(resources: Resources, ask: Callable[[Resources], Any]) -> tuple[str, dict[str, Any], Any] | None:
    """Return the nearest change with another answer, and that answer."""
    now = ask(resources)
    answers = ((change, data, ask(other)) for change, data, other in _nearby(resources))
    return next((found for found in answers if found[-1] != now), None)


def other_commissary(resources: Resources, supply: Resources | None, rulings: Rulings) -> tuple[Reason, ...]:
    """Return the change of one resource that makes the guards take another (Z-12)."""
    found = _turning_point(resources, lambda held: commissary(held, supply, rulings).takes)
    if found is None:
        return ()
    change, data, takes = found
    return (Reason("Z-12", f"otherwise.takes_{change}", {**data, "takes": takes}),) if takes else ()


def other_exchange(resources: Resources, supply: Resources | None, rulings: Rulings) -> tuple[Reason, ...]:
    """Return how much more or less of one resource would make another exchange (Z-17)."""

    def ask(held: Resources) -> tuple[Resource | None, Resource | None]:
        answer = exchange(held, supply, rulings)
        return answer.gives, answer.gets

    found = _turning_point(resources, ask)
    if found is None:
        return ()
    change, data, (gives, gets) = found
    return (Reason("Z-17", f"otherwise.exchanges_{change}", {**data, "gives": gives, "gets": gets}),) if gives else ()


def other_chow_hall(goons: Sequence[GoonSpace]) -> tuple[Reason, ...]:
    """Return how many icons at another space would push a seized goon out (Z-13)."""
    seized = {goon.location for goon in chow_hall(goons).spaces}
    if len(seized) < GOONS_SEIZED:
        return ()
    free = [location for location in STANDARD.goon_locations if location not in seized]

    def taken_with(location: Location, icons: int) -> set[Location]:
        others = [goon for goon in goons if goon.location is not location]
        return {goon.location for goon in chow_hall([*others, GoonSpace(location, icons)]).spaces}

    tried = ((icons, location, taken_with(location, icons)) for icons in count() for location in free)
    icons, location, taken = next(one for one in tried if one[1] in one[2])
    (out,) = seized - taken
    return (Reason("Z-13", "otherwise.pushes_out", {"icons": icons, "location": location, "out": out}),)


def other_cell_block(
    resources: Resources, display: Sequence[Item | None], reserve: Sequence[Item], rulings: Rulings
) -> tuple[Reason, ...]:
    """Return what the guards lacked to craft their first choice (Z-14)."""
    cards = in_order_of_choice(display, reserve, rulings)
    if not cards or not lacking(resources, cards[0].item):
        return ()
    best = cards[0]
    data = {"source": best.source, "place": best.index + 1, "lacking": lacking(resources, best.item)}
    return (Reason("Z-14", "otherwise.could_pay", data),)


def other_ranking(ranking: Sequence[Place], first_player: str) -> tuple[Reason, ...]:
    """Return the strength that the second of two would have needed (L-2, L-4)."""
    if len(ranking) != 2:
        return ()
    best, second = ranking
    behind = best.strength - second.strength
    if first_player == second.side.name:
        return (Reason("L-4", "otherwise.wins_with", {"side": second.side.name, "n": behind}),)
    data = {"side": second.side.name, "n": behind + 1, "fewer": behind}
    return (Reason("L-4", "otherwise.wins_with_marker" if behind else "otherwise.wins_by_marker", data),)


def other_winner(ranking: Sequence[Place], clockwise: Sequence[str]) -> tuple[Reason, ...]:
    """Return the strength that the second player would have needed (L-2, L-4).

    Args:
        ranking: the sides there, strongest first.
        clockwise: the names of all sides, from the holder of the first player marker on.
    """
    if len(ranking) < FEWEST_SIDES:
        return ()
    best, second = ranking[:2]
    loses_ties = min((best.side.name, second.side.name), key=clockwise.index) == best.side.name
    needed = best.strength - second.strength + loses_ties
    return (Reason("L-4", "otherwise.wins_with", {"side": second.side.name, "n": needed}),)
