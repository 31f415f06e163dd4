"""What may be done next at a table of several players, and what stands apart."""

from dataclasses import replace
from typing import Final

from companion.pages.tables.play.party_parts.location import PartyLocation
from companion.pages.tables.play.table_forms import FormView
from companion.rules.acts.actions import Action
from companion.rules.phases.effects import KEEP
from companion.rules.phases.free_actions import RAID_NOW
from companion.rules.schema import ChoiceField

_FOOT: Final[frozenset[str]] = frozenset({"play_tome", RAID_NOW.word, "claim_instant"})
"""What can be done at any time; it stands apart from what is next."""

_LONG: Final = frozenset({"gather", "count_hand", "enter_holdings"})
"""Forms with more fields than the hand has room for."""

_OWN_ROWS: Final = frozenset({"assign", "enter_tokens", "enter_strength", "nobody_there", "decline_instead", "pass"})
"""What stands on the board, in the tray, or beside whom it is about."""

_FOLDED: Final = frozenset({"cubes_come", "rank_location", "rank_strengths", "gather_strengths"})
"""Forms that are opened when they are wanted."""

_ON_CARDS: Final = frozenset({"craft", "reserve", "recruit", "swap", "decline"})
"""What is chosen on cards or strips, with a button of its own, or declined in the foot."""


_ELSEWHERE: Final = frozenset({"move_suspicion", "take_rewards", "open_count"})
"""What the page offers in its own way, beside what is next."""


class PartyForms(PartyLocation):
    """What may be done next, and what stands apart."""

    @property
    def next_forms(self) -> tuple[FormView, ...]:
        """What is to be done next, with a tap or two."""
        elsewhere = _FOOT | _FOLDED | _LONG | _OWN_ROWS | _ELSEWHERE | {form.type for form in self.seldom}
        elsewhere |= _ON_CARDS if self.primary is not None else frozenset({"decline"})
        elsewhere |= {KEEP.word} if self.keep_form is not None else frozenset()
        return tuple(form for form in self.forms if form.type not in elsewhere and not form.is_card)

    @property
    def keep_form(self) -> FormView | None:
        """What exchanges nothing, for whoever is asked: it stands in the foot, never where another tap was."""
        return next((form for form in self.forms if form.type == KEEP.word), None) if self.does_step else None

    @property
    def long_forms(self) -> tuple[tuple[str, FormView], ...]:
        """What is to be done next and needs room, each with whose it is."""
        long = ((action, form) for action, form in zip(self.in_forms, self.forms, strict=True) if form.type in _LONG)
        return tuple((self._name_of(action), _from_nothing(form)) for action, form in long)

    def _name_of(self, action: Action) -> str:
        side = action.fields.get("side")
        if action.side is None and isinstance(side, ChoiceField) and len(side.options) == 1:
            return self.names[int(str(side.options[0]))]
        return "" if action.side is None else self.names[action.side]

    @property
    def folded(self) -> tuple[FormView, ...]:
        """What is opened when it is wanted."""
        return tuple(_from_nothing(form) for form in self.forms if form.type in _FOLDED)

    @property
    def at_any_time(self) -> tuple[FormView, ...]:
        """What stands apart and is opened where it stands: the instant goal, tomes."""
        return tuple(form for form in self.forms if form.type in _FOOT - {RAID_NOW.word})

    @property
    def refused_in_fold(self) -> str:
        """What stands apart and was refused, while the head of the hand is far above it: its fold says why."""
        kind = str(self.typed.get("type", "")) if self.types_goons_of_patrol else ""
        return kind if any(form.type == kind for form in self.at_any_time) else ""

    @property
    def laying(self) -> FormView | None:
        """The cubes that the goons bring, as one act."""
        return next((_from_nothing(form) for form in self.forms if form.type == "cubes_come"), None)


def _from_nothing(form: FormView) -> FormView:
    """A form in which a number that nobody has typed is 0: who has nothing of a kind need not say so."""
    fields = (replace(one, value="0") if one.kind == "number" and not one.value else one for one in form.fields)
    return replace(form, fields=tuple(fields))
