"""Guard cards of the real deck, on one pad: in the guards' turn and where they lie face down in lights out.

In the guards' turn it asks which card, its figure, the place that comes, the figure there; in lights out a figure.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from companion.pages.forms.fields import TILES
from companion.pages.forms.submission import encoded
from companion.pages.tables.play.acts import page_act
from companion.pages.tables.play.seen import Seen
from companion.rules.acts.actions import Act, Action
from companion.rules.phases.roll_call import SHOW_GUARD_CARD, TYPE_LOCATION_CARD
from companion.rules.phases.typed_guard_cards import read_face
from companion.rules.schema import ChoiceField, ObjectField
from companion.rules.state.pieces import OFF_DUTY
from companion.rules.state.position import Phase, Position
from companion.rules.state.step_kinds import StepKind
from companion.rules.vocabulary import POWER, Location
from companion.words import field_labels

_SHOWS: Final = "f.face"
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
    """Return whether the deck's special guard card can still be revealed (E-16)."""
    *_, own = game.setup.guard_colours
    has_one = own in game.setup.edition.special_guard_cards
    known = any(face.special for face in game.setup.guard_deck)
    gone = any(card.face is not None and card.face.special for card in game.guard_cards)
    return (has_one or known) and not gone


@dataclass(frozen=True)
class GuardPad:
    """The pad of the guards' turn.

    Attributes:
        seen: the table at which the guards have their turn.
        action: that the pad fills in.
    """

    seen: Seen
    action: Action

    @property
    def _typed(self) -> Mapping[str, Any]:
        """The form that was refused, or the undone mistyped card, which lies face up."""
        undone = self.seen.moved.undone
        if self.seen.typed or undone is None or self.seen.moved.undone_alone != SHOW_GUARD_CARD.word:
            return self.seen.typed
        return {"f.card": encoded(Act(SHOW_GUARD_CARD.word, undone.act.values).one("card"))}

    @property
    def asks_for_place(self) -> bool:
        """True if the location card is asked for, whose location is tapped on the board."""
        return self.action.type == TYPE_LOCATION_CARD.word

    @property
    def question(self) -> str:
        """The question that a tap answers now."""
        if self.seen.game.phase is Phase.LIGHTS_OUT:
            return self.seen.text("pad.turn_up")
        if self.asks_for_place:
            return self.seen.text("pad.place")
        if self.action.type == SHOW_GUARD_CARD.word:
            return self.seen.text("pad.turn")
        if self.asked_location is None:
            return self.seen.text("pad.away")
        # The card that the location card brought lies there with others; a revealed one does not come.
        key = "pad.comes" if self.seen.game.agenda[0].card == len(self.seen.game.guard_cards) - 1 else "pad.shows"
        return self.seen.text(key, location=self.asked_location)

    @property
    def keys(self) -> list[PadKey]:
        """The figures, power last."""
        shape = self.action.fields.get("face")
        strengths = (*TILES["strength"], POWER)
        if isinstance(shape, ChoiceField):
            left = {read_face([one]).strength: one for one in shape.options if not read_face([one]).special}
            return [PadKey(one, _SHOWS, encoded(left[one]) if one in left else "", one in left) for one in strengths]
        return [PadKey(one, f"{_SHOWS}.strength", str(one), isinstance(shape, ObjectField)) for one in strengths]

    @property
    def special(self) -> PadKey | None:
        """The special card of a deck that is known to the last card, as a key of its own (E-16)."""
        shape = self.action.fields.get("face")
        if not isinstance(shape, ChoiceField):
            return None
        found = next((one for one in shape.options if read_face([one]).special), None)
        return None if found is None else PadKey(read_face([found]).strength, _SHOWS, encoded(found), True)

    @property
    def may_be_special(self) -> bool:
        """True if a card being entered can be the special one (E-16)."""
        return isinstance(self.action.fields.get("face"), ObjectField) and special_may_come(self.seen.game)

    @property
    def is_special(self) -> bool:
        """True if the card was already said to be the special one."""
        return f"{_SHOWS}.special" in self._typed

    @property
    def colours(self) -> list[tuple[str, str]]:
        """The colours of the deck, which the box learns where somebody says them."""
        if not isinstance(self.action.fields.get("face"), ObjectField):
            return []
        option = field_labels.option
        return [
            (one, option(self.seen.language, self.action.type, "colour", one, game=self.seen.game, names=()))
            for one in self.seen.game.setup.guard_colours
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
        """The face-down cards to reveal, and whether the pad proposes each.

        It proposes one away from the player's tokens, if there is one.
        """
        field = self.action.fields.get("card")
        if not isinstance(field, ChoiceField):
            return {}
        there = [card for card in field.options if isinstance(card, int)]
        mine = {location for side, location in self.seen.game.assigned if side in self.seen.game.players}
        free = [card for card in there if self.seen.game.guard_cards[card].location not in mine]
        wanted = str(self._typed.get("f.card", ""))
        proposed = wanted if wanted in map(encoded, there) else encoded([*free, *there][0])
        return {encoded(card): encoded(card) == proposed for card in there}

    @property
    def places(self) -> dict[Location, str]:
        """The places that the location card can name, and what their rows send."""
        field = self.action.fields.get("shows")
        if not isinstance(field, ChoiceField):
            return {}
        return {Location(str(one)): encoded(one) for one in field.options if one != OFF_DUTY}

    @property
    def off_duty(self) -> str | None:
        """The value sent if the card names no place; None if no such card is left."""
        field = self.action.fields.get("shows")
        return encoded(OFF_DUTY) if isinstance(field, ChoiceField) and OFF_DUTY in field.options else None

    @property
    def asked_location(self) -> Location | None:
        """The location of the card whose number is asked for."""
        card = self.seen.game.agenda[0].card
        return None if card is None else self.seen.game.guard_cards[card].location


def guard_pad(seen: Seen) -> GuardPad | None:
    """Return the pad to enter guard cards one at a time; None if none is asked alone."""
    step = seen.prompt.step
    if seen.game.phase not in _PHASES or step is None or step.kind not in _STEPS:
        return None
    action = next((action for action in seen.prompt.actions if page_act(action.type).shows_card), None)
    return None if action is None else GuardPad(seen, action)
