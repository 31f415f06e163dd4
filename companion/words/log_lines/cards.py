"""Items, goons and tomes in the log."""

from typing import Final

from companion.rules.state import events
from companion.rules.state.cards import ItemFace
from companion.rules.state.pieces import Holder, Kind, Zone
from companion.rules.vocabulary import Resource
from companion.words.log_lines.registry import HANDS, LINES
from companion.words.log_lines.who_moves import by_side, move_for_side
from companion.words.telling import Telling, capital


@LINES.of(events.CardDrawn)
def _card_drawn(telling: Telling, event: events.CardDrawn) -> str:
    card, to = capital(telling.named(event.face)), telling.spot(event.spot, event.space)
    if event.spot[0] is Zone.SPACE and not isinstance(event.face, ItemFace):
        return telling.say("line.goon_drawn", card=card, to=to, n=event.face.icons)
    if event.face == ItemFace():
        return telling.say("line.item_drawn", to=to)
    return telling.say("line.card_drawn", card=card, to=to)


@HANDS.of(events.CardDrawn)
def _draw_card(telling: Telling, event: events.CardDrawn) -> str | None:
    match event.spot:
        case Zone.DISPLAY, _:
            return telling.say("hands.lay_item", space=event.space + 1)
        case Zone.SPACE, location:
            return telling.say("hands.lay_goon", location=location)
    return None


@LINES.of(events.CardMoved)
def _card_moved(telling: Telling, event: events.CardMoved) -> str:
    card = telling.named(telling.game.face(event.card))
    origin = telling.spot(event.source, telling.space(event.card, event.source))
    (_, start), (zone, side) = event.source, event.target
    # A card that goes from one player to another is a correction, not crafted or recruited.
    if zone in _TAKEN and isinstance(side, int) and (start == side or not isinstance(start, int)):
        return telling.say(_TAKEN[zone], card=card, side=telling.name(side), origin=origin)
    return telling.say("line.card_moved", card=capital(card), origin=origin, to=telling.spot(event.target, event.space))


_TAKEN: Final = {Zone.GOONS: "line.taken", Zone.CRAFTED: "line.crafted", Zone.RESERVE: "line.reserved"}


@HANDS.of(events.CardMoved)
def _move_card(telling: Telling, event: events.CardMoved) -> str | None:
    (source, start), (target, end) = event.source, event.target
    space = telling.space(event.card, event.source) + 1
    match source, target:
        case Zone.SPACE, Zone.SPACE:
            return telling.say("hands.move_goon", location=start, to=end)
        case Zone.SPACE, Zone.DISCARDS:
            return telling.say("hands.discard_goon", location=start)
        case Zone.SPACE, Zone.GOONS if isinstance(end, int):
            return move_for_side(telling, end, "hands.take_goon", location=start)
        case Zone.DISPLAY, Zone.CRAFTED if isinstance(end, int):
            return move_for_side(telling, end, "hands.craft", space=space)
        case Zone.RESERVE, Zone.CRAFTED if isinstance(end, int):
            return move_for_side(telling, end, "hands.craft_reserved", space=space)
        case Zone.DISPLAY, Zone.RESERVE if isinstance(end, int):
            return move_for_side(telling, end, "hands.reserve", space=space)
    return None


@LINES.of(events.CardReturned)
def _card_returned(telling: Telling, event: events.CardReturned) -> str:
    origin = telling.spot(event.source, telling.space(event.card, event.source))
    card = capital(telling.named(telling.game.face(event.card)))
    return telling.say("line.card_moved", card=card, origin=origin, to=telling.where("deck"))


@LINES.of(events.FaceTyped)
def _face_typed(telling: Telling, event: events.FaceTyped) -> str:
    face = event.face
    if isinstance(face, ItemFace) and face.price is not None and telling.game.face(event.card).price != face.price:
        cost = {resource: face.price.cost.get(resource, 0) for resource in Resource} | {"any": face.price.any}
        parts = [telling.amount(what, count) for what, count in cost.items() if count]
        card = capital(telling.named(face._replace(price=None)))
        if not parts:
            return telling.say("line.item_typed.free", card=card, n=face.price.reputation)
        return telling.say("line.item_typed", card=card, n=face.price.reputation, cost=telling.all_of(parts))
    return telling.say("line.face_typed", card=telling.named(face))


@LINES.of(events.DiscardsShuffled)
def _discards_shuffled(telling: Telling, event: events.DiscardsShuffled) -> str:
    return telling.say("line.discards_shuffled")


@HANDS.of(events.DiscardsShuffled)
def _shuffle_discards(telling: Telling, event: events.DiscardsShuffled) -> str:
    return telling.say("hands.shuffle_goons")


@LINES.of(events.TomesMoved)
def _tomes_moved(telling: Telling, event: events.TomesMoved) -> str:
    match event.source, event.target:
        case None, int() as side:
            return telling.say("line.tomes_drawn", side=telling.name(side), n=event.number)
        case int() as side, "discards":
            return telling.say("line.tomes_played", side=telling.name(side), n=event.number)
    return telling.say(
        "line.tomes", origin=_holder(telling, event.source), to=_holder(telling, event.target), n=event.number
    )


def _holder(telling: Telling, holder: Holder | None) -> str:
    return telling.person(holder) if isinstance(holder, int) else telling.where(holder or "deck")


@HANDS.of(events.TomesMoved)
def _move_tomes(telling: Telling, event: events.TomesMoved) -> str | None:
    match event.source, event.target:
        case None, int() as side:
            return by_side(telling, side, _draw_tomes(telling, event))
        case int() as side, "discards":
            return by_side(telling, side, telling.say("hands.discard_tomes", n=event.number))
        case "discards", None:
            return telling.say("hands.shuffle_tomes")
    return None


def _draw_tomes(telling: Telling, event: events.TomesMoved) -> str:
    """Draw and keep (L-18, C-3); the deck may hold fewer than are to be drawn (T-5)."""
    drawn = max((2 if one.key == "effect.choose_tome" else one.data.get("draw", 0) for one in event.why), default=0)
    drawn = min(drawn, telling.game.deck(Kind.TOME))
    if drawn > event.number:
        return telling.say("hands.choose_tomes", draw=drawn, keep=event.number)
    return telling.say("hands.draw_tomes", n=event.number)
