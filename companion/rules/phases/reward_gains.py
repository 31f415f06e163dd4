"""Gains of a reward, for player or guards, and the supply (L-8, L-16 to L-21)."""

from collections.abc import Mapping
from typing import Any

from companion.rules.acts.transaction import Transaction
from companion.rules.phases.lights_out import stray
from companion.rules.reasons import Reason
from companion.rules.rulings.automa import Item
from companion.rules.state.events import CardMoved, MarkerMoved, Noted, TomesMoved
from companion.rules.state.pieces import DISPLAY, Cube, Kind, Side, Zone
from companion.rules.state.position import Position
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step
from companion.rules.vocabulary import RESOURCES, Location, Resource

Reward = Mapping[str, Any]


def goons_on_board(game: Position) -> dict[Location, int]:
    """Return the goons that may be recruited or seized, by location (L-16)."""
    return {
        location: card for location in game.setup.edition.goon_locations for card in game.lying((Zone.SPACE, location))
    }


def in_supply(game: Position) -> tuple[str, ...]:
    """Return the resources of which the supply has any (L-19)."""
    return tuple(resource.value for resource in RESOURCES if game.supply(resource) > 0)


def supply(game: Position) -> dict[Resource, int]:
    """Return the resource cubes of the supply."""
    return {resource: game.supply(resource) for resource in RESOURCES}


def tomes_to_draw(game: Position) -> int:
    """Return the number of tomes that can be drawn, with the discards (T-5)."""
    return game.deck(Kind.TOME) + game.tomes.get("discards", 0)


class UnknownPrice(LookupError):
    """An item's unknown price was needed: the game must ask for it first (L-17)."""


def item(game: Position, card: int) -> Item:
    """Return value and cost of an item, known wherever a decision needs them (L-17).

    Raises:
        UnknownPrice: they were not entered.
    """
    price: Item | None = game.face(card).price
    if price is None:
        raise UnknownPrice(card)
    return price


def take_nothing(transaction: Transaction, step: Step, *why: Reason) -> None:
    """Let a side that took nothing stray, unless it has a Bandit's cube (L-8, P-10)."""
    if step.data["kept"]:
        transaction.do(Noted(why))
    else:
        stray(transaction, step.side, step.location, *why)


def gain_power(transaction: Transaction, step: Step, reward: Reward, why: tuple[Reason, ...]) -> None:
    """Give a power cube if there is one, and the marker to the strongest (L-11, L-20)."""
    if reward["first_player"]:
        transaction.do(MarkerMoved(step.side, why))
    transaction.gain(step.side, Cube.POWER, reward["power"], *why)


def gain_resources(transaction: Transaction, step: Step, reward: Reward, why: tuple[Reason, ...]) -> None:
    """Give the resources of a tier, at most what the supply has (L-12 to L-14, L-19)."""
    for resource, number in reward["resources"].items():
        transaction.gain(step.side, Resource(resource), number, *why)


def draw_tomes(transaction: Transaction, side: Side, draw: int, keep: int, *why: Reason) -> None:
    """Draw tomes and keep some; the rest goes under the deck (L-18, C-3, T-5)."""
    discards = transaction.game.tomes.get("discards", 0)
    if transaction.game.deck(Kind.TOME) < draw and discards:
        transaction.do(TomesMoved(discards, "discards", None, (Reason("T-5", "game.tomes_shuffled"),)))
    kept = min(keep, transaction.game.deck(Kind.TOME))
    if kept > 0:
        transaction.do(TomesMoved(kept, None, side, why))
    else:
        transaction.do(Noted((*why, Reason("T-5", "game.no_tomes"))))


def crafted(transaction: Transaction, side: Side, card: int, *why: Reason) -> None:
    """Score a paid item at once, then carry out its effects (C-1)."""
    transaction.do(CardMoved(card, _source(transaction.game, card, side), (Zone.CRAFTED, side), why=why))
    reputation = item(transaction.game, card).reputation
    transaction.score(side, reputation, Reason("C-1", "game.item_scores", {"side": side, "points": reputation}))
    transaction.first(Step(StepKind.CARD, side, card=card))


def _source(game: Position, card: int, side: Side) -> tuple[Zone, Side | None]:
    return DISPLAY if card in game.zones[DISPLAY] else (Zone.RESERVE, side)  # type: ignore[return-value]
