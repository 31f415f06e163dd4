"""Moves of items, goons and tomes."""

from collections.abc import Iterator
from typing import Final

from companion.rules.engine.physical_moves.move import DECK, DISCARDS, Area, How, Move, Piece, Where
from companion.rules.engine.physical_moves.registry import MOVES
from companion.rules.state import events
from companion.rules.state.pieces import KIND_OF, Holder, Kind, Side, Spot, Zone
from companion.rules.state.position import Position
from companion.rules.vocabulary import Location

AREA_OF: Final[dict[Zone, Area]] = {
    Zone.DISPLAY: Area.DISPLAY,
    Zone.SPACE: Area.SPACE,
    Zone.RESERVE: Area.RESERVE,
    Zone.CRAFTED: Area.CRAFTED,
    Zone.GOONS: Area.GOONS,
    Zone.DISCARDS: Area.DISCARDS,
}
"""The area for the cards of a zone; an expansion enters its own."""

PIECE_OF: Final[dict[Kind, Piece]] = {Kind.ITEM: Piece.ITEM, Kind.GOON: Piece.GOON, Kind.TOME: Piece.TOME}
"""The piece for a card of a kind; an expansion enters its own."""


def _spot(spot: Spot, space: int | None) -> Where:
    zone, of = spot
    return Where(AREA_OF[zone], space if zone is Zone.DISPLAY else of)


def _owner(*spots: Spot) -> Side | None:
    """Return the new owner of a card, or its former one."""
    return next((of for _, of in reversed(spots) if of is not None and not isinstance(of, Location)), None)


def _kind(spot: Spot) -> Piece:
    return PIECE_OF[KIND_OF[spot[0]]]


@MOVES.of(events.CardDrawn)
def _card_drawn(game: Position, event: events.CardDrawn) -> Iterator[Move]:
    target = _spot(event.spot, event.space)
    yield Move(_kind(event.spot), 1, DECK, target, _owner(event.spot), event.card)


def _in_display(game: Position, card: int, spot: Spot) -> int | None:
    cards = game.zones.get(spot, ())
    return cards.index(card) if card in cards else None


@MOVES.of(events.CardMoved)
def _card_moved(game: Position, event: events.CardMoved) -> Iterator[Move]:
    source = _spot(event.source, _in_display(game, event.card, event.source))
    target = _spot(event.target, event.space)
    yield Move(_kind(event.target), 1, source, target, _owner(event.source, event.target), event.card)


@MOVES.of(events.CardReturned)
def _card_returned(game: Position, event: events.CardReturned) -> Iterator[Move]:
    source = _spot(event.source, _in_display(game, event.card, event.source))
    yield Move(_kind(event.source), 1, source, DECK, _owner(event.source), event.card)


@MOVES.of(events.DiscardsShuffled)
def _discards_shuffled(game: Position, event: events.DiscardsShuffled) -> Iterator[Move]:
    number = sum(len(cards) for (zone, _), cards in game.zones.items() if zone is Zone.DISCARDS)
    yield Move(Piece.GOON, number, DISCARDS, DECK, how=How.SHUFFLE)


def _holder(holder: Holder | None) -> Where:
    if holder is None:
        return DECK
    return Where(Area.SIDE, holder) if isinstance(holder, int) else Where(Area(holder))


@MOVES.of(events.TomesMoved)
def _tomes_moved(game: Position, event: events.TomesMoved) -> Iterator[Move]:
    side = next((one for one in (event.target, event.source) if isinstance(one, int)), None)
    shuffled = event.source == "discards" and event.target is None and event.number == game.tomes.get("discards")
    yield Move(
        Piece.TOME,
        event.number,
        _holder(event.source),
        _holder(event.target),
        side,
        how=How.SHUFFLE if shuffled else How.PLAIN,
        drawn=_drawn(game, event),
    )


def _drawn(game: Position, event: events.TomesMoved) -> int:
    """Return how many tomes were drawn to keep some (L-18, C-3), at most the deck (T-5)."""
    if event.source is not None:
        return 0
    kept = event.number
    drawn = (2 if one.key == "effect.choose_tome" else one.data.get("draw", kept) for one in event.why)
    return max(min(max(drawn, default=kept), game.deck(Kind.TOME)), kept)
