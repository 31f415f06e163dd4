"""Guard cards of the real deck, on one pad: in the guards' turn and where they lie face down in lights out.

In the guards' turn it asks which card, its figure, the place that comes, the figure there; in lights out a figure.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from companion.pages.forms.fields import TILES
from companion.pages.forms.submission import encoded
from companion.pages.layout.frame import page_text
from companion.rules.acts.actions import Action, Prompt
from companion.rules.phases.roll_call import SHOW_GUARD_CARD
from companion.rules.phases.typed_guard_cards import read_face
from companion.rules.schema import ChoiceField, ObjectField
from companion.rules.state.pieces import OFF_DUTY
from companion.rules.state.position import Phase, Position
from companion.rules.state.step_kinds import StepKind
from companion.rules.vocabulary import POWER, Location
from companion.words import field_labels

_SHOWS: Final = "f.face"
_TYPES: Final = (SHOW_GUARD_CARD.word, "type_location_card", "type_guard_card")
_PHASES: Final = (Phase.ROLL_CALL, Phase.LIGHTS_OUT)
_STEPS: Final = (StepKind.TURN, StepKind.LOCATION_CARD, StepKind.REVEAL, StepKind.TURN_UP)


class PadKey(NamedTuple):
    """A figure that a card can show: a tap says so.

    Attributes:
        strength: what stands on the key.
        name, value: what it sends.
        open: whether a card of this deck can show it.
    """

    strength: int | str
    name: str
    value: str
    open: bool


def special_may_come(game: Position) -> bool:
    """Whether the special guard card can still be turned up: where the deck has one that has not been (E-16)."""
    *_, own = game.setup.guard_colours
    has_one = own in game.setup.edition.special_guard_cards
    known = any(face.special for face in game.setup.guard_deck)
    gone = any(card.face is not None and card.face.special for card in game.guard_cards)
    return (has_one or known) and not gone


class GuardPad:
    """The pad of the guards' turn; see `guard_pad`.

    Args:
        game: in which the guards have their turn.
        action: that the pad fills in.
        language: of the page.
        typed: the form that was refused, to be shown again.

    Attributes:
        type: of the act.
    """

    def __init__(self, game: Position, action: Action, language: str, typed: Mapping[str, Any]) -> None:
        self._game = game
        self._action = action
        self._language = language
        self._typed = typed
        self.type = action.type

    @property
    def asks_for_place(self) -> bool:
        """Whether the location card is asked for, whose place is tapped on the board."""
        return self.type == "type_location_card"

    @property
    def question(self) -> str:
        """What is tapped now."""
        if self._game.phase is Phase.LIGHTS_OUT:
            return page_text(self._language, "pad.turn_up")
        if self.asks_for_place:
            return page_text(self._language, "pad.place")
        if self.type == SHOW_GUARD_CARD.word:
            return page_text(self._language, "pad.turn")
        if self.asked_location is None:
            return page_text(self._language, "pad.away")
        # The card that the location card brought lies there with others; the one that was turned over does not come.
        key = "pad.comes" if self._game.agenda[0].card == len(self._game.guard_cards) - 1 else "pad.shows"
        return page_text(self._language, key, location=self.asked_location)

    @property
    def keys(self) -> list[PadKey]:
        """The figures, power last."""
        shape = self._action.fields.get("face")
        strengths = (*TILES["strength"], POWER)
        if isinstance(shape, ChoiceField):
            left = {read_face([one]).strength: one for one in shape.options if not read_face([one]).special}
            return [PadKey(one, _SHOWS, encoded(left[one]) if one in left else "", one in left) for one in strengths]
        return [PadKey(one, f"{_SHOWS}.strength", str(one), isinstance(shape, ObjectField)) for one in strengths]

    @property
    def special(self) -> PadKey | None:
        """The special card of a deck that is known to the last card, as a key of its own (E-16)."""
        shape = self._action.fields.get("face")
        if not isinstance(shape, ChoiceField):
            return None
        found = next((one for one in shape.options if read_face([one]).special), None)
        return None if found is None else PadKey(read_face([found]).strength, _SHOWS, encoded(found), True)

    @property
    def may_be_special(self) -> bool:
        """Whether a card whose face is typed can be the special one: where the edition's deck has one (E-16)."""
        return isinstance(self._action.fields.get("face"), ObjectField) and special_may_come(self._game)

    @property
    def is_special(self) -> bool:
        """Whether it was said before that the card is the special one."""
        return f"{_SHOWS}.special" in self._typed

    @property
    def colours(self) -> list[tuple[str, str]]:
        """The colours of the deck, which the box learns where somebody says them."""
        if not isinstance(self._action.fields.get("face"), ObjectField):
            return []
        option = field_labels.option
        return [
            (one, option(self._language, self.type, "colour", one, game=self._game, names=()))
            for one in self._game.setup.guard_colours
        ]

    @property
    def more(self) -> str:
        """A greater figure that was typed and refused."""
        return str(self._typed.get(f"{_SHOWS}.strength.more", ""))

    @property
    def colour(self) -> str:
        """The colour that was chosen before."""
        return str(self._typed.get(f"{_SHOWS}.colour", ""))

    @property
    def cards(self) -> dict[str, bool]:
        """The face-down cards that can be turned up, and which of them the pad proposes: one where the player isn't."""
        field = self._action.fields.get("card")
        if not isinstance(field, ChoiceField):
            return {}
        there = [card for card in field.options if isinstance(card, int)]
        mine = {location for side, location in self._game.assigned if side in self._game.players}
        free = [card for card in there if self._game.guard_cards[card].location not in mine]
        wanted = str(self._typed.get("f.card", ""))
        proposed = wanted if wanted in map(encoded, there) else encoded([*free, *there][0])
        return {encoded(card): encoded(card) == proposed for card in there}

    @property
    def places(self) -> dict[Location, str]:
        """The places that the location card can name, and what their rows send."""
        field = self._action.fields.get("shows")
        if not isinstance(field, ChoiceField):
            return {}
        return {Location(str(one)): encoded(one) for one in field.options if one != OFF_DUTY}

    @property
    def off_duty(self) -> str | None:
        """What is sent where the card names no place; None where no such card is left."""
        field = self._action.fields.get("shows")
        return encoded(OFF_DUTY) if isinstance(field, ChoiceField) and OFF_DUTY in field.options else None

    @property
    def asked_location(self) -> Location | None:
        """Where the card lies that the figure is asked of."""
        card = self._game.agenda[0].card
        return None if card is None else self._game.guard_cards[card].location


def guard_pad(game: Position, prompt: Prompt, language: str, typed: Mapping[str, Any]) -> GuardPad | None:
    """The pad of guard cards that a person types, one at a time; None where none is asked for alone."""
    if game.phase not in _PHASES or prompt.step is None or prompt.step.kind not in _STEPS:
        return None
    found = next((action for action in prompt.actions if action.type in _TYPES), None)
    return None if found is None else GuardPad(game, found, language, typed)
