"""Corrections of the cards that the guards are dealt."""

from typing import Final

from companion.rules.acts.actions import Act
from companion.rules.acts.transaction import Transaction
from companion.rules.corrections.registry import WHY, Correction, Fields, register
from companion.rules.phases.typed_guard_cards import read_colour
from companion.rules.schema import CARD, CHOOSE, ChoiceField
from companion.rules.state.cards import guard_card_of, guard_face
from companion.rules.state.events import GuardCardLaid, GuardCardMoved, GuardCardTurned
from companion.rules.state.position import Position
from companion.rules.vocabulary import Location

AWAY: Final = "away"


@register
class SetGuardCard(Correction):
    """A guard card is at a location, or off the board."""

    type = "set_guard_card"
    asks = {"card": CHOOSE, "to": CHOOSE}

    def fields(self, game: Position) -> Fields:
        cards = tuple(range(len(game.guard_cards)))
        return {"card": ChoiceField(cards), "to": ChoiceField((*game.setup.edition.location_words, AWAY))}

    def effect(self, transaction: Transaction, act: Act) -> None:
        to = act.one("to")
        transaction.do(GuardCardMoved(act.one("card"), None if to == AWAY else Location(to), WHY))


@register
class SetGuardFace(Correction):
    """A guard card shows something else."""

    type = "set_guard_face"
    asks = {"card": CHOOSE, "face": CARD}

    def fields(self, game: Position) -> Fields:
        return {
            "card": ChoiceField(tuple(range(len(game.guard_cards)))),
            "face": guard_card_of(game.setup.guard_colours),
        }

    def effect(self, transaction: Transaction, act: Act) -> None:
        typed = act.values["face"]
        colour = read_colour(transaction.game.setup, typed)
        transaction.do(GuardCardTurned(act.one("card"), guard_face(typed), WHY, colour))


@register
class LayGuardCard(Correction):
    """Another card of the guard deck is at a location."""

    type = "lay_guard_card"
    asks = {"to": CHOOSE}

    def fields(self, game: Position) -> Fields | None:
        return {"to": ChoiceField(game.setup.edition.location_words)} if game.guard_deck else None

    def effect(self, transaction: Transaction, act: Act) -> None:
        transaction.do(GuardCardLaid(Location(act.one("to")), WHY))
