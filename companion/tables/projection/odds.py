"""The odds of leading in a solitary roll call, for permitted viewers. Pure.

They use only what the player may know, so that they reveal nothing hidden.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from companion.boxes.box import Box
from companion.boxes.drawing import guard_deck
from companion.players import lookahead
from companion.players.roll_call import RollCallAdvice, weighed
from companion.rules.engine.game import Game
from companion.rules.engine.secrecy import seen_by
from companion.rules.odds.knowledge import knowledge
from companion.rules.odds.location_odds import LocationOdds, location_odds, next_location_card, odds_by_token
from companion.rules.odds.turning import CardThatTurns, StrengthThatTurns, card_that_turns, strength_that_turns
from companion.rules.state.cards import GuardFace
from companion.rules.state.pieces import GuardCard, Side, Token
from companion.rules.state.position import Position
from companion.rules.state.setup import Dealing, OddsFor
from companion.rules.vocabulary import Location
from companion.tables.projection.viewer import Viewer
from companion.tables.timeline import State


def with_faces_of(box: Box | None, state: State) -> State:
    """Return the state with all guard cards that the copy knows by now, for odds.

    If the player deals, the table itself goes on from what the copy knew as it was opened.
    """
    setup = state.game.setup
    if box is None or setup.difficulty is None or setup.dealing is not Dealing.CARDS:
        return state
    faces = guard_deck(box, setup.difficulty)
    if len(faces) <= len(setup.guard_deck):
        return state
    return state._replace(game=state.game._replace(setup=replace(setup, guard_deck=faces)))


class PlaceOdds(NamedTuple):
    """The odds at a location.

    Attributes:
        as_it_lies: with the tokens that the player has assigned there; None while there are none.
        tokens: with each token that may still be assigned there.
    """

    as_it_lies: LocationOdds | None
    tokens: Mapping[Token, LocationOdds]


def sees_odds(state: State, viewer: Viewer) -> bool:
    """Return whether the table shows odds to this viewer."""
    return _is_for(state, state.game.setup.odds, viewer)


def sees_hint(state: State, viewer: Viewer) -> bool:
    """Return whether the table lets this viewer ask what the odds suggest."""
    return _is_for(state, state.game.setup.hint, viewer)


def _is_for(state: State, shown: OddsFor, viewer: Viewer) -> bool:
    setup = state.game.setup
    mine = shown is OddsFor.ME and not viewer.seats.isdisjoint(setup.players)
    return setup.solitary and (mine or shown is OddsFor.ALL)


def hint(state: State) -> RollCallAdvice:
    """Return what the odds suggest to the player.

    The bot gets the game as the player sees it, so that it cannot peek.

    Raises:
        NothingToSend: the player may assign no token now.
        UnknownCards: not all cards of the guards are known.
    """
    side = state.game.players[0]
    agenda = () if state.closed else state.game.agenda
    return weighed(Game.at(seen_by(_known(state), side)._replace(agenda=agenda), seed=""), side, lookahead.WORTH)


def place_odds(state: State, location: Location) -> PlaceOdds:
    """Return the odds of leading at a location.

    Raises:
        NotInRollCall: no player assigns tokens against the guards now.
        UnknownCards: not all cards of the guards are known.
        NotAssignable: no token can be assigned there (R-2).
    """
    side, game = state.game.players[0], _known(state)
    if (side, location) in game.assigned:
        return PlaceOdds(location_odds(game, side, location), {})
    return PlaceOdds(None, odds_by_token(game, side, location))


class Turning(NamedTuple):
    """The single changes that would change the lead in most deals; None: not possible."""

    strength: StrengthThatTurns | None
    card: CardThatTurns | None


def turning(state: State, odds: LocationOdds) -> Turning:
    """Return what would change the lead at a location, with the tokens of these odds."""
    asked = (_known(state), state.game.players[0], odds.location, odds.tokens)
    return Turning(strength_that_turns(*asked), card_that_turns(*asked))


def next_card(state: State) -> Mapping[str, Fraction]:
    """Return the chance of each location card to come next; see `next_location_card`."""
    return next_location_card(state.game, state.game.players[0])


def unseen_guard_cards(state: State) -> Mapping[GuardFace, int]:
    """Return the number of each guard card that the player has not seen, by face.

    Raises:
        UnknownCards: not all of them are known.
    """
    return knowledge(_known(state), state.game.players[0], 0, ()).unseen


def _known(state: State) -> Position:
    """Return the game; the player also knows cards that a struck entry showed."""
    side = state.game.players[0]
    cards = enumerate(state.game.guard_cards)
    return state.game._replace(guard_cards=tuple(_as_seen(state, side, index, card) for index, card in cards))


def _as_seen(state: State, side: Side, index: int, card: GuardCard) -> GuardCard:
    shown = (one.face for one in state.seen.get((state.deal, index), ()) if one.seat in {None, side})
    return card._replace(looked=True) if card.face is not None and card.face in shown else card
