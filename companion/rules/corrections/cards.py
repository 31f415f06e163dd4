"""Corrections of items, goons and tomes."""

from collections.abc import Mapping
from typing import Any, Final

from companion.rules.acts.actions import Act
from companion.rules.acts.transaction import Transaction
from companion.rules.corrections.registry import WHY, Correction, Fields, NotInTheBox, register
from companion.rules.phases.effects import recheck_leader
from companion.rules.phases.final_counts import tell
from companion.rules.phases.reward_gains import goons_on_board
from companion.rules.schema import CARD, CHOOSE, NUMBER, ChoiceField, IntField, Option
from companion.rules.state.cards import (
    PRICE,
    REST,
    GoonFace,
    ItemFace,
    as_turned_up,
    completed,
    goon_card,
    priced,
    retyped,
    turned_up,
)
from companion.rules.state.events import CardDrawn, CardMoved, CardReturned, TomesMoved
from companion.rules.state.pieces import DISCARDS, DISPLAY, KIND_OF, Kind, Spot, Zone
from companion.rules.state.position import Position
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step
from companion.rules.vocabulary import DemonValuable, Goon, Location, Resource

DECK: Final = "deck"


def _in_zones(game: Position, kind: Kind) -> tuple[int, ...]:
    return tuple(card for spot in game.zones if KIND_OF[spot[0]] is kind for card in game.lying(spot))


def _zone(game: Position, card: int) -> Zone:
    spot = game.spot(card)
    assert spot is not None, "only cards that lie somewhere are offered"
    return spot[0]


def _is_another(game: Position, card: int, differs: bool) -> bool:
    """Return whether a correction replaces a card: its known details are then wrong.

    A card that a player has taken is at hand: there the correction mended a slip, and the details stay.
    """
    return differs and _zone(game, card) not in {Zone.CRAFTED, Zone.GOONS}


def _demon_held(game: Position, card: int) -> tuple[Step, ...]:
    """Ask for a Demon's valuable as soon as a side has it (G-5)."""
    return (Step(StepKind.DEMON, card=card),) if _zone(game, card) is Zone.GOONS else ()


def _goons_of(game: Position, kind: Goon) -> tuple[int, ...]:
    """Return the goons whose type shows this (P-7, G-5)."""
    return tuple(card for card in _in_zones(game, Kind.GOON) if game.face(card).type is kind)


def _item_spots(game: Position) -> tuple[Option, ...]:
    free = (index for index, card in enumerate(game.zones[DISPLAY]) if card is None)
    spaces = ({"zone": Zone.DISPLAY.value, "space": index} for index in free)
    owned = ({"zone": zone.value, "side": side} for zone in (Zone.RESERVE, Zone.CRAFTED) for side in game.setup.sides)
    return (*spaces, *owned)


def _goon_spots(game: Position) -> tuple[Option, ...]:
    taken = goons_on_board(game)
    free = (location for location in game.setup.edition.goon_locations if location not in taken)
    spaces = ({"zone": Zone.SPACE.value, "location": location.value} for location in free)
    owned = ({"zone": Zone.GOONS.value, "side": side} for side in game.setup.sides)
    return (*spaces, *owned, {"zone": Zone.DISCARDS.value})


def _spot(option: Mapping[str, Any]) -> Spot:
    zone = Zone(option["zone"])
    if zone is Zone.SPACE:
        return zone, Location(option["location"])
    return DISPLAY if zone is Zone.DISPLAY else DISCARDS if zone is Zone.DISCARDS else (zone, option["side"])


def _in_space(option: Mapping[str, Any]) -> dict[str, int]:
    """Return the display space of an option, if it has one."""
    return {"space": option["space"]} if "space" in option else {}


def _draw(transaction: Transaction, act: Act, kind: Kind, face: ItemFace | GoonFace) -> int:
    if transaction.game.deck(kind) <= 0:
        needed = transaction.game.setup.cards[kind] + 1
        raise NotInTheBox("correction.deck_empty", ("to",), kind=kind, needed=needed)
    card = len(transaction.game.cards)
    to = act.one("to")
    transaction.do(CardDrawn(card, face, _spot(to), **_in_space(to), why=WHY))
    return card


@register
class SetItem(Correction):
    """An item has another value or cost."""

    type = "set_item"
    asks = {"card": CHOOSE, "item": CARD}

    def fields(self, game: Position) -> Fields:
        return {"card": ChoiceField(_in_zones(game, Kind.ITEM)), "item": PRICE}

    def effect(self, transaction: Transaction, act: Act) -> None:
        card = act.one("card")
        known: ItemFace = transaction.game.face(card)
        told = priced(known, act.values["item"])
        if _is_another(transaction.game, card, known.price != told.price):
            told = priced(as_turned_up(known), act.values["item"])
        tell(transaction, card, told, *WHY)


@register
class SetGoon(Correction):
    """A goon has another type or other icons."""

    type = "set_goon"
    asks = {"card": CHOOSE, "goon": CARD}

    def fields(self, game: Position) -> Fields:
        goon, _ = goon_card(game.setup.edition.goons)
        return {"card": ChoiceField(_in_zones(game, Kind.GOON)), "goon": goon}

    def effect(self, transaction: Transaction, act: Act) -> None:
        card = act.one("card")
        known: GoonFace = transaction.game.face(card)
        typed = turned_up(act.values["goon"])
        if _is_another(transaction.game, card, (known.type, known.icons) != (typed.type, typed.icons)):
            known = as_turned_up(known)
        tell(transaction, card, retyped(known, typed), *WHY)
        transaction.first(Step(StepKind.BANDIT, card=card), *_demon_held(transaction.game, card))
        recheck_leader(transaction)


@register
class SetShown(Correction):
    """An item or a goon has other valuables or effects."""

    type = "set_shown"
    asks = {"card": CHOOSE, "shows": CARD}

    def fields(self, game: Position) -> Fields:
        return {"card": ChoiceField((*_in_zones(game, Kind.ITEM), *_in_zones(game, Kind.GOON))), "shows": REST}

    def effect(self, transaction: Transaction, act: Act) -> None:
        card = act.one("card")
        tell(transaction, card, completed(transaction.game.face(card), act.values["shows"]), *WHY)
        recheck_leader(transaction)


@register
class SetBandit(Correction):
    """A Bandit has another resource."""

    type = "set_bandit"
    asks = {"card": CHOOSE, "resource": CHOOSE}

    def fields(self, game: Position) -> Fields:
        return {
            "card": ChoiceField(_goons_of(game, Goon.BANDIT)),
            "resource": ChoiceField(tuple(one.value for one in Resource)),
        }

    def effect(self, transaction: Transaction, act: Act) -> None:
        card = act.one("card")
        tell(transaction, card, transaction.game.face(card)._replace(resource=Resource(act.one("resource"))), *WHY)


@register
class SetDemon(Correction):
    """A Demon counts something else."""

    type = "set_demon"
    asks = {"card": CHOOSE, "counts": CHOOSE}

    def fields(self, game: Position) -> Fields:
        valuables = tuple(one.value for one in DemonValuable)
        return {"card": ChoiceField(_goons_of(game, Goon.DEMON)), "counts": ChoiceField(valuables)}

    def effect(self, transaction: Transaction, act: Act) -> None:
        card = act.one("card")
        tell(transaction, card, transaction.game.face(card)._replace(counts=DemonValuable(act.one("counts"))), *WHY)


class _MoveCard(Correction):
    """A card goes to another spot, or back to its deck."""

    def effect(self, transaction: Transaction, act: Act) -> None:
        card, to = act.one("card"), act.one("to")
        source = transaction.game.spot(card)
        assert source is not None, "only cards that lie somewhere are offered"
        if to["zone"] == DECK:
            transaction.do(CardReturned(card, source, WHY))
        else:
            transaction.do(CardMoved(card, source, _spot(to), **_in_space(to), why=WHY))
        recheck_leader(transaction)


@register
class MoveItem(_MoveCard):
    """An item is somewhere else."""

    type = "move_item"
    asks = {"card": CHOOSE, "to": CHOOSE}

    def fields(self, game: Position) -> Fields:
        return {
            "card": ChoiceField(_in_zones(game, Kind.ITEM)),
            "to": ChoiceField((*_item_spots(game), {"zone": DECK})),
        }


@register
class MoveGoon(_MoveCard):
    """A goon is somewhere else."""

    type = "move_goon"
    asks = {"card": CHOOSE, "to": CHOOSE}

    def fields(self, game: Position) -> Fields:
        return {
            "card": ChoiceField(_in_zones(game, Kind.GOON)),
            "to": ChoiceField((*_goon_spots(game), {"zone": DECK})),
        }


@register
class DrawItem(Correction):
    """An item has come from its deck."""

    type = "draw_item"
    asks = {"to": CHOOSE}

    def fields(self, game: Position) -> Fields | None:
        return {"to": ChoiceField(_item_spots(game))}

    def effect(self, transaction: Transaction, act: Act) -> None:
        _draw(transaction, act, Kind.ITEM, ItemFace())


@register
class DrawGoon(Correction):
    """A goon has come from its deck."""

    type = "draw_goon"
    asks = {"to": CHOOSE, "goon": CARD}

    def fields(self, game: Position) -> Fields | None:
        goon, _ = goon_card(game.setup.edition.goons)
        return {"to": ChoiceField(_goon_spots(game)), "goon": goon}

    def effect(self, transaction: Transaction, act: Act) -> None:
        card = _draw(transaction, act, Kind.GOON, turned_up(act.values["goon"]))
        transaction.first(Step(StepKind.BANDIT, card=card), *_demon_held(transaction.game, card))
        recheck_leader(transaction)


@register
class SetTomes(Correction):
    """A player has so many tomes, or so many are discarded or out of the game."""

    type = "set_tomes"
    asks = {"holder": CHOOSE, "number": NUMBER}

    def fields(self, game: Position) -> Fields:
        return {"holder": ChoiceField((*game.players, "discards", "out")), "number": IntField()}

    def effect(self, transaction: Transaction, act: Act) -> None:
        holder = act.one("holder")
        more = act.values["number"] - transaction.game.tomes.get(holder, 0)
        left = transaction.game.deck(Kind.TOME)
        if more > left:
            needed = transaction.game.setup.cards[Kind.TOME] + more - left
            raise NotInTheBox("correction.deck_empty", ("number",), kind=Kind.TOME, needed=needed)
        if more > 0:
            transaction.do(TomesMoved(more, None, holder, WHY))
        elif more < 0:
            transaction.do(TomesMoved(-more, holder, None, WHY))
