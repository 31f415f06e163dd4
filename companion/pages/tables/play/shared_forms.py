"""The acts to do next at a table of several players, and the ones set apart."""

from dataclasses import dataclass, replace
from functools import cached_property

from companion.pages.tables.play.acts import page_act
from companion.pages.tables.play.form_view import FormView
from companion.pages.tables.play.forms import Forms
from companion.pages.tables.play.scenes.location import SharedLocation
from companion.pages.tables.play.seen import Seen
from companion.pages.tables.play.step import SharedStep
from companion.rules.acts.actions import Action
from companion.rules.phases.effects import KEEP
from companion.rules.phases.free_actions import ANY_TIME
from companion.rules.phases.light_mode import CUBES_COME
from companion.rules.schema import ChoiceField


@dataclass(frozen=True)
class SharedForms:
    """The acts to do next, and the ones set apart."""

    seen: Seen
    forms: Forms
    step: SharedStep
    location: SharedLocation

    @cached_property
    def next_forms(self) -> tuple[FormView, ...]:
        """The forms for what is done next, with a tap or two."""
        places = {"next"} if self.location.primary is not None else {"next", "cards"}
        forms = (form for form in self.forms.all if page_act(form.type).shared in places and not form.is_card)
        return tuple(form for form in forms if form not in self.forms.seldom and form != self.keep_form)

    @property
    def keep_form(self) -> FormView | None:
        """The form to exchange nothing, if asked here: in the foot, away from other taps."""
        return self.forms.of(KEEP.word) if self.step.does_step else None

    @cached_property
    def long_forms(self) -> tuple[tuple[str, FormView], ...]:
        """The forms for what is done next that need room, each with whose it is."""
        long = (
            (action, form)
            for action, form in zip(self.forms.actions, self.forms.all, strict=True)
            if page_act(form.type).shared == "long"
        )
        return tuple((self._name_of(action), _from_nothing(form)) for action, form in long)

    def _name_of(self, action: Action) -> str:
        side = action.fields.get("side")
        if action.side is None and isinstance(side, ChoiceField) and len(side.options) == 1:
            return self.seen.names[int(str(side.options[0]))]
        return "" if action.side is None else self.seen.names[action.side]

    @property
    def folded(self) -> tuple[FormView, ...]:
        """The forms that are opened on demand."""
        return tuple(_from_nothing(form) for form in self.forms.all if page_act(form.type).shared == "folded")

    @cached_property
    def at_any_time(self) -> tuple[FormView, ...]:
        """The forms set apart and opened in place: the instant goal, tomes."""
        return tuple(form for form in self.forms.all if page_act(form.type).shared == "any time")

    @property
    def refused_in_fold(self) -> str:
        """The refused form set apart, whose fold says why: the hand's head is far above."""
        kind = str(self.seen.typed.get("type", "")) if self.step.types_goons_of_patrol else ""
        return kind if any(form.type == kind for form in self.at_any_time) else ""

    @property
    def laying(self) -> FormView | None:
        """The cubes that the goons bring, as one act."""
        return next((_from_nothing(form) for form in self.forms.all if form.type == CUBES_COME.word), None)

    @property
    def asked_of_card(self) -> FormView | None:
        """The form for what a card shows or counts; None if this phone only watches."""
        return self.forms.card or next((form for form in self.forms.all if form.type not in ANY_TIME), None)


def _from_nothing(form: FormView) -> FormView:
    """Return a form in which a number that was not entered is 0."""
    fields = (replace(one, value="0") if one.kind == "number" and not one.value else one for one in form.fields)
    return replace(form, fields=tuple(fields))
