"""What would have changed an answer: the nearest other question with another answer, as a reason."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from companion.rules.guards import (
    GoonSpace,
    Item,
    Resources,
    chow_hall,
    commissary,
    exchange,
    in_order_of_choice,
    lacking,
)
from companion.rules.ranking import Place
from companion.rules.reasons import Reason
from companion.rules.rulings import Rulings
from companion.rules.vocabulary import GOON_LOCATIONS, Resource

REACH: Final = 5
"""How far from the question another one is looked for, in cubes or icons."""


def _nearby(resources: Resources) -> Iterator[tuple[Resource, int, Resources]]:
    """Holdings that differ in one resource, the nearest and the rarest first."""
    for distance in range(1, REACH + 1):
        for difference in (distance, -distance):
            for resource in reversed(Resource):
                count = resources.get(resource, 0) + difference
                if count >= 0:
                    yield resource, difference, {**resources, resource: count}


def _turning_point(resources: Resources, ask: Callable[[Resources], Any]) -> tuple[dict[str, Any], Any] | None:
    """The nearest other holdings with another answer, as data of a reason, and that answer."""
    now = ask(resources)
    for resource, difference, other in _nearby(resources):
        if (answer := ask(other)) != now:
            data = {"resource": resource, "n": abs(difference), "key": "more" if difference > 0 else "fewer"}
            return data, answer
    return None


def other_commissary(resources: Resources, supply: Resources | None, rulings: Rulings) -> tuple[Reason, ...]:
    """How many of one resource more or fewer would make the guards take another (Z-12)."""
    found = _turning_point(resources, lambda held: commissary(held, supply, rulings).takes)
    if found is None or found[1] is None:
        return ()
    data, takes = found
    return (Reason("Z-12", f"otherwise.takes_{data.pop('key')}", {**data, "takes": takes}),)


def other_exchange(resources: Resources, supply: Resources | None, rulings: Rulings) -> tuple[Reason, ...]:
    """How many of one resource more or fewer would make another exchange (Z-17)."""

    def ask(held: Resources) -> tuple[Resource | None, Resource | None]:
        answer = exchange(held, supply, rulings)
        return answer.gives, answer.gets

    found = _turning_point(resources, ask)
    if found is None or found[1][0] is None:
        return ()
    data, (gives, gets) = found
    return (Reason("Z-17", f"otherwise.exchanges_{data.pop('key')}", {**data, "gives": gives, "gets": gets}),)


def other_chow_hall(goons: Sequence[GoonSpace]) -> tuple[Reason, ...]:
    """How many icons at another space would push a seized goon out (Z-13)."""
    seized = {goon.location for goon in chow_hall(goons).spaces}
    for icons in range(max((goon.icons for goon in goons), default=0) + 2):
        for location in GOON_LOCATIONS:
            others = [goon for goon in goons if goon.location is not location]
            taken = {goon.location for goon in chow_hall([*others, GoonSpace(location, icons)]).spaces}
            if location not in seized and location in taken and seized - taken:
                out = next(iter(seized - taken))
                return (Reason("Z-13", "otherwise.pushes_out", {"icons": icons, "location": location, "out": out}),)
    return ()


def other_cell_block(
    resources: Resources, display: Sequence[Item | None], reserve: Sequence[Item], rulings: Rulings
) -> tuple[Reason, ...]:
    """What the guards lacked for the card that they would have crafted before any other (Z-14)."""
    cards = in_order_of_choice(display, reserve, rulings)
    if not cards or not lacking(resources, cards[0].item):
        return ()
    best = cards[0]
    data = {"source": best.source, "place": best.index + 1, "lacking": lacking(resources, best.item)}
    return (Reason("Z-14", "otherwise.could_pay", data),)


def other_ranking(ranking: Sequence[Place], first_player: str) -> tuple[Reason, ...]:
    """How much strength the second of two sides would have needed to be first (L-2, L-4)."""
    if len(ranking) < 2:
        return ()
    best, second = ranking[:2]
    behind = best.strength - second.strength
    if first_player == second.side.name:
        return (Reason("L-4", "otherwise.wins_with", {"side": second.side.name, "n": behind}),)
    data = {"side": second.side.name, "n": behind + 1, "fewer": behind}
    return (Reason("L-4", "otherwise.wins_with_marker" if behind else "otherwise.wins_by_marker", data),)
