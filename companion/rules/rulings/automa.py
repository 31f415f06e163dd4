"""The guards' choices (Z-12 to Z-17), which are never to decline (Z-22)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from companion.rules.errors import RepeatedLocation, RuleError
from companion.rules.frozen import freeze_members
from companion.rules.reasons import Reason
from companion.rules.rulings.house_rulings import Rulings
from companion.rules.vocabulary import RESOURCES, Location, Resource

Resources = Mapping[Resource, int]

GOONS_SEIZED: Final = 2
"""The number of goons that the strongest guards take at the Chow Hall (Z-13)."""


@dataclass(frozen=True)
class Taken:
    """The guards' choice at the Commissary.

    Attributes:
        takes: the resource, or None.
        reasons: why.
    """

    takes: Resource | None
    reasons: tuple[Reason, ...]


@dataclass(frozen=True)
class Exchanged:
    """The guards' choice for an exchange effect: both or neither.

    Attributes:
        gives: the resource that is returned to the supply.
        gets: the resource that comes from it.
        reasons: why.
    """

    gives: Resource | None
    gets: Resource | None
    reasons: tuple[Reason, ...]


@dataclass(frozen=True)
class GoonSpace:
    """A goon on the board: its location and number of suspicion icons."""

    location: Location
    icons: int


@dataclass(frozen=True)
class Seized:
    """The goons that the guards take, in that order, and why."""

    spaces: tuple[GoonSpace, ...]
    reasons: tuple[Reason, ...]


@dataclass(frozen=True)
class Item:
    """An item card, as the guards judge it.

    Attributes:
        reputation: its value.
        cost: the fixed part of its cost.
        any: how many further resources of any kind it costs.
    """

    reputation: int = 0
    cost: Resources = field(default_factory=dict)
    any: int = 0

    def __post_init__(self) -> None:
        freeze_members(self)


@dataclass(frozen=True)
class Card:
    """An item in the display or in the reserve; `index` counts from 0."""

    source: Literal["display", "reserve"]
    index: int
    item: Item = field(repr=False)


@dataclass(frozen=True)
class Crafted:
    """The guards' choice at the Cell Block.

    Attributes:
        crafts: the card that they craft, or None.
        pays: what they pay for it, without zeros, or None.
        reserves: the card of the display that they reserve instead, or None.
        reasons: why, and what was missing for each card passed over.
    """

    crafts: Card | None
    pays: Resources | None
    reserves: Card | None
    reasons: tuple[Reason, ...]


def commissary(resources: Resources, supply: Resources | None, rulings: Rulings) -> Taken:
    """Return the resource that the guards take: scarcest, then rarest (Z-12).

    Args:
        resources: what the guards have; a type left out is 0.
        supply: the cubes in the supply; None is enough of everything.
        rulings: the table's house rulings; `guards_supply_out` decides where the supply has none of it.
    """
    chosen, reasons = _fewest(resources, supply, rulings, "Z-12")
    return Taken(chosen, tuple(reasons))


def exchange(resources: Resources, supply: Resources | None, rulings: Rulings) -> Exchanged:
    """Return what the guards give and get: of most, for the fewest (Z-17).

    Args:
        resources: the guards' holdings; a type left out is 0.
        supply: the cubes in the supply before the exchange; None is enough of everything.
        rulings: the table's house rulings; `guards_supply_out` decides if the supply has none of it.
    """
    if not any(resources.values()):
        return Exchanged(None, None, (Reason("Z-17", "guards.nothing_to_give"),))
    gives = min(RESOURCES, key=lambda resource: (-resources.get(resource, 0), resource.rarity))
    reasons = [Reason("Z-17", "guards.most", {"resource": gives, "counts": _counts(resources)})]
    tied = _tied(resources, resources[gives])
    if len(tied) > 1:
        reasons.append(Reason("Z-17", "guards.least_rare", {"resource": gives, "tied": tied}))
    gets, found = _fewest(resources, supply, rulings, "Z-17", gives)
    return Exchanged(None if gets is None else gives, gets, (*reasons, *found))


def _fewest(
    resources: Resources, supply: Resources | None, rulings: Rulings, rule: str, gives: Resource | None = None
) -> tuple[Resource | None, list[Reason]]:
    """Return the guards' scarcest type in supply, the rarest in a tie (Z-12, Z-17).

    In an exchange, what they give is never what they get, whatever a table has decided.
    """
    wished = sorted(RESOURCES, key=lambda resource: (resources.get(resource, 0), -resource.rarity))
    first = wished[0]
    reasons = [Reason(rule, "guards.fewest", {"resource": first, "counts": _counts(resources)})]
    tied = _tied(resources, resources.get(first, 0))
    if len(tied) > 1:
        reasons.append(Reason(rule, "guards.rarest", {"resource": first, "tied": tied}))
    available = [resource for resource in wished if supply is None or supply.get(resource, 0)]
    if first in available:
        return first, reasons
    reasons.append(Reason("L-19", "guards.supply_empty", {"resource": first}))
    if not available:
        reasons.append(Reason(rule, "guards.supply_all_empty"))
        return None, reasons
    if available[0] is gives:
        reasons.append(Reason(rule, "guards.same_type", {"resource": gives}))
        return None, reasons
    ruling = rulings["guards_supply_out"]
    data = {"resource": available[0]}
    reasons.append(Reason(rule, f"ruling.guards_supply_out.{ruling}", data, "guards_supply_out"))
    return available[0] if ruling == "next" else None, reasons


def _counts(resources: Resources) -> dict[Resource, int]:
    return {resource: resources.get(resource, 0) for resource in RESOURCES}


def _tied(resources: Resources, count: int) -> tuple[Resource, ...]:
    return tuple(resource for resource in RESOURCES if resources.get(resource, 0) == count)


def goon_space_faults(places: Sequence[Location]) -> Iterator[RepeatedLocation]:
    """Yield each goon space that was given before (S-5)."""
    for index, place in enumerate(places):
        if place in places[:index]:
            yield RepeatedLocation("goons.location_twice", ("goons", index, "location"), location=place)


def chow_hall(goons: Sequence[GoonSpace]) -> Seized:
    """Return the goons that the guards seize: at most two, with most icons (Z-13).

    Of goons with as many icons the one at the lowest location. Players choose there for themselves.

    Args:
        goons: the goons on the board, each space at most once.

    Raises:
        RepeatedLocation: a space given twice, each time.
    """
    RuleError.refuse(goon_space_faults([goon.location for goon in goons]))
    ordered = sorted(goons, key=lambda goon: (-goon.icons, goon.location.number))
    seized = tuple(ordered[:GOONS_SEIZED])
    if not seized:
        return Seized((), (Reason("Z-13", "guards.no_goons"),))
    reasons = [Reason("Z-13", "guards.seize", {"location": goon.location, "icons": goon.icons}) for goon in seized]
    for icons in dict.fromkeys(goon.icons for goon in seized):
        tied = tuple(goon.location for goon in ordered if goon.icons == icons)
        if len(tied) > 1:
            reasons.append(Reason("Z-13", "guards.seize_tie", {"icons": icons, "locations": tied}))
    if len(seized) < GOONS_SEIZED:
        reasons.append(Reason("Z-13", "guards.one_goon"))
    return Seized(seized, tuple(reasons))


def cell_block(
    resources: Resources, display: Sequence[Item | None], reserve: Sequence[Item], rulings: Rulings
) -> Crafted:
    """Return the guards' choice at the Cell Block: the best that they can pay (Z-14).

    Without one they reserve the highest of the display, free (Z-15).

    Args:
        resources: what the guards have; a type left out is 0.
        display: the item spaces, nearest the item deck first; None is an empty space.
        reserve: the guards' reserved items, oldest first.
        rulings: the table's house rulings; `guards_equal_item` decides between equal items of display and reserve.
    """
    cards = in_order_of_choice(display, reserve, rulings)
    payable = [card for card in cards if not lacking(resources, card.item)]
    if payable:
        return _crafted(payable, cards, resources, rulings)
    missed = [_passed_over(card, resources) for card in cards]
    shown = [card for card in cards if card.source == "display"]
    if not shown:
        return Crafted(None, None, None, (*missed, Reason("Z-15", "guards.display_empty")))
    best, *others = shown
    reasons = [*missed, Reason("Z-15", "guards.reserve", _card(best))]
    if any(card.item.reputation == best.item.reputation for card in others):
        reasons.append(Reason("Z-15", "guards.nearer_deck", _card(best)))
    return Crafted(None, None, best, tuple(reasons))


def in_order_of_choice(display: Sequence[Item | None], reserve: Sequence[Item], rulings: Rulings) -> list[Card]:
    """Return the cards as the guards prefer them, the best first (Z-14, Z-15).

    Equal ones as `guards_equal_item` says, then by their place.
    """
    cards = [Card("display", index, item) for index, item in enumerate(display) if item is not None]
    cards += [Card("reserve", index, item) for index, item in enumerate(reserve)]
    preferred = rulings["guards_equal_item"]
    return sorted(cards, key=lambda card: (-card.item.reputation, card.source != preferred, card.index))


def _crafted(payable: Sequence[Card], cards: Sequence[Card], resources: Resources, rulings: Rulings) -> Crafted:
    best = payable[0]
    pays = payment(resources, best.item)
    reasons = [_passed_over(card, resources) for card in cards[: cards.index(best)]]
    reasons.append(Reason("Z-14", "guards.craft", _card(best)))
    equal = [card for card in payable[1:] if card.item.reputation == best.item.reputation]
    if any(card.source == best.source for card in equal):
        key = "guards.nearer_deck" if best.source == "display" else "guards.reserved_first"
        reasons.append(Reason("Z-14", key, _card(best)))
    if any(card.source != best.source for card in equal):
        ruling = rulings["guards_equal_item"]
        reasons.append(Reason("Z-14", f"ruling.guards_equal_item.{ruling}", {}, "guards_equal_item"))
    reasons.append(Reason("Z-14", "guards.pay" if pays else "guards.pay_nothing", {"resources": pays}))
    if best.item.any:
        reasons.append(Reason("Z-14", "guards.pay_any", {"count": best.item.any}))
    return Crafted(best, pays, None, tuple(reasons))


def _passed_over(card: Card, resources: Resources) -> Reason:
    return Reason("Z-14", "guards.cannot_pay", {**_card(card), "lacking": lacking(resources, card.item)})


def _card(card: Card) -> dict[str, object]:
    """Return a card's data for a sentence: zone, place from 1, reputation."""
    return {"source": card.source, "place": card.index + 1, "reputation": card.item.reputation}


def lacking(resources: Resources, item: Item) -> Mapping[str, int]:
    """Return the resources missing to pay for an item, and `any` (C-1, Z-14)."""
    short: dict[str, int] = {}
    left = 0
    for resource in RESOURCES:
        difference = resources.get(resource, 0) - item.cost.get(resource, 0)
        left += max(0, difference)
        if difference < 0:
            short[resource] = -difference
    if item.any > left:
        short["any"] = item.any - left
    return short


def payment(resources: Resources, item: Item) -> Resources:
    """Return the guards' payment: the cost, then "any" in the least rare (Z-14)."""
    pays = {resource: item.cost.get(resource, 0) for resource in RESOURCES}
    owed = item.any
    for resource in RESOURCES:
        spent = min(owed, resources.get(resource, 0) - pays[resource])
        pays[resource] += spent
        owed -= spent
    return {resource: count for resource, count in pays.items() if count}
