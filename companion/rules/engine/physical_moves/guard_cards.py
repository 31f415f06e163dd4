"""Moves of guard and location cards on the real table, and as a round begins."""

from collections.abc import Iterator
from typing import Final

from companion.rules.engine.physical_moves.move import ASIDE, DECK, Area, How, Move, Piece, Where, cube_spot
from companion.rules.engine.physical_moves.registry import MOVES
from companion.rules.state import events
from companion.rules.state.position import Phase, Position
from companion.rules.state.setup import Dealing
from companion.rules.vocabulary import Location

COMES_FACE_UP: Final = frozenset({"roll_call.comes", "lights_out.special"})
"""The keys of the reasons for which a guard card comes from its deck to be revealed (Z-5, Z-8)."""


def _by_hand(game: Position) -> bool:
    """Return whether guard and location cards are on the real table, not in the app."""
    return game.setup.dealing is Dealing.CARDS


@MOVES.of(events.Dealt)
def _dealt(game: Position, event: events.Dealt) -> Iterator[Move]:
    # For the first round setup has shuffled them already (S-1, Z-2).
    if _by_hand(game) and game.round > 1:
        guards = game.setup.guards
        yield Move(Piece.GUARD_CARD, len(event.guard_deck), ASIDE, DECK, guards, how=How.SHUFFLE)
        yield Move(Piece.LOCATION_CARD, len(event.location_deck), ASIDE, DECK, guards, how=How.SHUFFLE)


@MOVES.of(events.GuardCardLaid)
def _guard_card_laid(game: Position, event: events.GuardCardLaid) -> Iterator[Move]:
    if _by_hand(game):
        card = len(game.guard_cards)
        how = How.REVEAL if any(one.key in COMES_FACE_UP for one in event.why) else How.DOWN
        yield Move(Piece.GUARD_CARD, 1, DECK, cube_spot(event.location), game.setup.guards, card, how)


def _lying(location: Location | None) -> Where:
    return ASIDE if location is None else cube_spot(location)


@MOVES.of(events.GuardCardMoved)
def _guard_card_moved(game: Position, event: events.GuardCardMoved) -> Iterator[Move]:
    card = game.guard_cards[event.card]
    if _by_hand(game) and card.location is not event.to:
        how = How.PLAIN if card.up or event.to is None else How.DOWN
        places = _lying(card.location), _lying(event.to)
        yield Move(Piece.GUARD_CARD, 1, *places, game.setup.guards, event.card, how, not card.up)


@MOVES.of(events.GuardCardTurned)
def _guard_card_turned(game: Position, event: events.GuardCardTurned) -> Iterator[Move]:
    card = game.guard_cards[event.card]
    if _by_hand(game) and not card.up:
        where = _lying(card.location)
        yield Move(Piece.GUARD_CARD, 1, where, where, game.setup.guards, event.card, How.UP, down=True)


@MOVES.of(events.GuardCardLooked)
def _guard_card_looked(game: Position, event: events.GuardCardLooked) -> Iterator[Move]:
    if _by_hand(game):
        card = game.guard_cards[event.card]
        where = _lying(card.location)
        yield Move(Piece.GUARD_CARD, 1, where, where, game.setup.guards, event.card, How.LOOK, not card.up)


@MOVES.of(events.LocationCardTurned)
def _location_card_turned(game: Position, event: events.LocationCardTurned) -> Iterator[Move]:
    if _by_hand(game):
        yield Move(Piece.LOCATION_CARD, 1, DECK, ASIDE, which=len(game.location_cards))


@MOVES.of(events.PhaseBegan)
def _phase_began(game: Position, event: events.PhaseBegan) -> Iterator[Move]:
    """Move the round marker as a roll call begins, and clear the board."""
    if event.phase not in {Phase.ROLL_CALL, Phase.ROUND}:
        return
    # Before the first round it is set up already (S-1).
    now, then = max(1, game.round), max(1, event.round)
    if now != then:
        yield Move(Piece.ROUND_MARKER, abs(then - now), Where(Area.ROUNDS, now), Where(Area.ROUNDS, then))
    for (side, token), laid in game.tokens.items():
        home = Where(Area.HOME, side)
        yield Move(
            Piece.TOKEN, 1, cube_spot(laid.location), home, side, token, down=laid.face_down, hidden=laid.face_down
        )
    for index, card in enumerate(game.guard_cards):
        if _by_hand(game) and card.location is not None:
            yield Move(Piece.GUARD_CARD, 1, cube_spot(card.location), ASIDE, game.setup.guards, index, down=not card.up)
