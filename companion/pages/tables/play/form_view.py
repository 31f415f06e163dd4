"""The actions and corrections of a table as forms."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple

from companion.pages.forms.fields import FieldView, OptionView, field_view
from companion.pages.forms.submission import FREE, NOTHING_SHOWN, WHOLE, encoded
from companion.pages.tables.play.acts import ACTS, CORRECTIONS, GAME, page_act
from companion.pages.tables.play.corrected_card import ABOUT_A_CARD
from companion.pages.tables.play.scenes.guard_pad import special_may_come
from companion.pages.tables.play.seen import Seen
from companion.pages.tables.play.signs import goon_sign
from companion.rules.acts.actions import Act, Action, Prompt
from companion.rules.corrections.flow import SetPhase
from companion.rules.phases.lights_out import OF_ONE_ITEM
from companion.rules.phases.typed_guard_cards import TYPE_GUARD_CARD
from companion.rules.schema import ChoiceField, IntField, ObjectField, Option, Schema
from companion.rules.state.cards import PRICE, REST, SHOWS, GoonFace, ItemFace, lacks_count
from companion.rules.state.pieces import GuardCard, Zone
from companion.rules.state.position import Phase
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step
from companion.rules.vocabulary import Location
from companion.tables.suggestions import known
from companion.words import action_labels, card_faces, field_labels
from companion.words.catalogue import joined
from companion.words.telling import capital, explained

WHOSE: Final = "f.side"
"""The field of whose row it is, where several are asked at once; its one option needs no choosing."""


@dataclass(frozen=True)
class FormView:
    """An action as a form; without fields, or with one choice of one, it is one tap.

    Attributes:
        fixed: what it sends that is settled: of which card it tells, where several are asked for at once.
    """

    type: str
    label: str
    rule: str
    fields: tuple[FieldView, ...]
    fixed: tuple[tuple[str, str], ...] = ()

    @property
    def taps(self) -> tuple[OptionView, ...]:
        """The buttons that do it in one tap, where the one field is a choice of one."""
        only = self.fields[0] if len(self.fields) == 1 else None
        settled = only is not None and only.name == WHOSE and len(only.options) == 1
        return only.options if only is not None and only.kind == "choose" and only.single and not settled else ()

    @cached_property
    def guard_card(self) -> FieldView | None:
        """The field of a guard card, of which each number is a tap."""
        only = self.fields[0] if len(self.fields) == 1 else None
        return only if only is not None and only.kind == "record" and self.type == TYPE_GUARD_CARD.word else None

    @property
    def cards(self) -> FieldView | None:
        """The field of the card that is picked first, where a correction is filled in from what that one shows."""
        return next((one for one in self.fields if one.name == "f.card"), None) if self.type in ABOUT_A_CARD else None

    @cached_property
    def is_card(self) -> bool:
        """True if it asks for a card with more than a number."""
        return any(field.kind == "record" for field in self.fields) and self.guard_card is None

    @property
    def may_be_blank(self) -> bool:
        """True if it asks for a card's text beside price or icons, which may be blank."""
        members = ({member.name.rpartition(".")[2] for member in one.members} for one in self.fields)
        return any(found == {*REST.members} for found in members)

    @property
    def settled(self) -> list[tuple[str, str]]:
        """Its fields where each has only one option."""
        return [(one.name, one.options[0].value) for one in self.fields]

    @property
    def quiet(self) -> bool:
        """True if it is left of the primary button."""
        return page_act(self.type).leaves


def in_forms(prompt: Prompt) -> tuple[Action, ...]:
    """Return the possible actions, each to be one form.

    A tome's moves from several places share a form. Where one phone returns cubes for several seats it does so one seat
    after the other.
    """
    # To stop before the next ranking is no form: the page does so by itself.
    actions = tuple(one for one in prompt.actions if "stop" not in one.fields)
    if prompt.step is None or prompt.step.kind not in _ONE_FORM_EACH:
        return actions
    alike = _alike(actions).values()
    return tuple(some[0] if prompt.step.kind is StepKind.STORE else _together(some) for some in alike)


_ONE_FORM_EACH: Final = frozenset({StepKind.TOME, StepKind.STORE})


def _alike(actions: Iterable[Action]) -> dict[str, list[Action]]:
    """Actions by their type."""
    found: dict[str, list[Action]] = {}
    for action in actions:
        found.setdefault(action.type, []).append(action)
    return found


def _together(actions: Sequence[Action]) -> Action:
    """Actions of one kind as one form, in which everything can be chosen that one of them offers."""
    first, *others = actions
    fields: dict[str, Schema] = dict(first.fields)
    for action in others:
        for name, shape in action.fields.items():
            before = fields[name]
            if isinstance(shape, ChoiceField) and isinstance(before, ChoiceField):
                fields[name] = replace(before, options=(*before.options, *shape.options))
            elif isinstance(shape, IntField) and isinstance(before, IntField):
                fields[name] = IntField(min(before.least, shape.least), max(before.most, shape.most))
    return first._replace(fields=fields)


def _is_settled(action: Action, name: str) -> bool:
    return name == "card" and action.type in OF_ONE_ITEM


def form_view(seen: Seen, action: Action, step: Step | None) -> FormView:
    """Return an action as a form.

    Args:
        seen: whose form it is.
        action: of a prompt, or a correction.
        step: that asks, or None.
    """
    label = action_labels.button(seen.language, action, step, seen.game)
    counts = step.data["what"] if step is not None and step.kind is StepKind.COUNT else ""
    words = _Words(seen, action.type, counts)
    settled = {name: one for name, one in action.fields.items() if _is_settled(action, name)}
    fields = (_field(seen, words, name, shape) for name, shape in action.fields.items() if name not in settled)
    fixed = ((f"f.{name}", encoded(one.options[0])) for name, one in settled.items() if isinstance(one, ChoiceField))
    return FormView(action.type, label, action.rule, tuple(fields), tuple(fixed))


def corrections(seen: Seen, offered: tuple[Action, ...]) -> Iterator[tuple[str, tuple[FormView, ...]]]:
    """Yield the possible corrections under their headings."""
    forms = {one: form_view(seen, _together(actions), None) for one, actions in _alike(offered).items()}
    for heading, kinds in CORRECTIONS.items():
        found = tuple(forms[kind] for kind in kinds if kind in forms)
        if found:
            yield _heading(seen, heading, forms), found


def _heading(seen: Seen, heading: str, offered: Collection[str]) -> str:
    """Return a heading's text; for the game, it names only the offered corrections."""
    if heading != GAME:
        return seen.text(f"correct.{heading}")
    named = (seen.text(f"correct.{kind}") for kind, row in ACTS.items() if row.named and kind in offered)
    return capital(joined(seen.language, named))


def _field(seen: Seen, words: "_Words", name: str, shape: Schema) -> FieldView:
    typed = seen.typed if seen.typed.get("type") == words.action else _as_it_is(seen, words.action)
    found = field_view(shape, name, f"f.{name}", words, typed)
    if words.action == TYPE_GUARD_CARD.word and not special_may_come(seen.game):
        found = replace(found, members=tuple(one for one in found.members if not one.name.endswith(".special")))
    if isinstance(shape, ObjectField):
        # The card's other details are asked for when a player takes it.
        members = tuple(one for one in found.members if not one.name.endswith(f".{SHOWS}"))
        found = replace(found, members=members)
    if not isinstance(shape, ChoiceField):
        return found
    pairs = [*zip(shape.options, found.options, strict=True)]
    if name == "card" and "guard_card" in words.action:
        pairs.sort(key=lambda pair: _is_done_at(seen, pair[0]))
    elif name == "to":
        # Each place of a tome's moves offers all locations but itself.
        places = seen.game.setup.edition.location_words
        pairs.sort(key=lambda pair: places.index(str(pair[0])) if pair[0] in places else len(places))
    options = tuple(_signed(seen, words.action, name, value, one) for value, one in pairs)
    barred = tuple(
        (words.option(name, value), explained(seen.language, [why], seen.names)[0][1]) for value, why in shape.barred
    )
    shown = _without_copies(seen, words.action, name, zip(shape.options, options, strict=True))
    return replace(found, options=tuple(shown) if found.single else options, barred=barred)


def _without_copies(
    seen: Seen, kind: str, name: str, pairs: Iterable[tuple[Option, OptionView]]
) -> Iterable[OptionView]:
    """Drop duplicate options, but keep a chosen one.

    Guard cards at one location that look the same are duplicates; what is known of one is on its label.
    """
    shown: dict[str, OptionView] = {}
    for value, one in pairs:
        is_guard_card = isinstance(field_labels.chosen_card(seen.game, kind, name, value), GuardCard)
        looks = one.label if is_guard_card else one.value
        if looks not in shown or one.chosen:
            shown[looks] = one
    return shown.values()


def _as_it_is(seen: Seen, kind: str) -> Mapping[str, str]:
    """Return a correction's first values: the round, but no phase, which restarts."""
    return {"f.round": str(max(seen.game.round, 1))} if kind == SetPhase.type else {}


def _is_done_at(seen: Seen, card: Option) -> tuple[bool, int]:
    """Order guard cards by place; first those where the location is still to be resolved."""
    location = seen.game.guard_cards[int(str(card))].location
    if location is None:
        return True, 0
    passed = seen.game.phase is Phase.LIGHTS_OUT and location is not seen.game.location
    steps = seen.game.agenda if passed else ()
    return passed and all(step.location is not location for step in steps), location.number


def _signed(seen: Seen, kind: str, name: str, value: Option, one: OptionView) -> OptionView:
    """Return an option with its card's icons."""
    if name == "goons":
        card = next(seen.game.lying((Zone.SPACE, Location(str(value)))))
        sign, called = goon_sign(seen.language, seen.game.face(card))
        return one._replace(signs=(sign,), label=f"{called} · {one.label}" if called else one.label)
    now = page_act(kind).now
    if name == "side" and now is not None:
        return one._replace(label=f"{one.label} · {now(seen.game)[int(str(value))]}")
    face = field_labels.chosen_card(seen.game, kind, name, value)
    if isinstance(face, ItemFace) and face.price is not None:
        cost = (f"cube-{resource}" for resource, n in face.price.cost.items() for _ in range(n))
        return one._replace(signs=(str(face.price.reputation), "star", *cost, *["any"] * face.price.any))
    return one


def missing_of_card(act: Act | None, given: Mapping[str, str]) -> str | None:
    """Return the key of the sentence that asks for a card's missing part, or None.

    A card that shows nothing and an item that costs nothing are rare: a player confirms them.
    """
    if any(name.endswith(WHOLE) for name in given):
        return None
    typed = [one for one in (act.values.values() if act else ()) if isinstance(one, Mapping)]
    if any({*one} == {*REST.members} and not any(one.values()) for one in typed) and not given.get(NOTHING_SHOWN):
        return "card.blank"
    if any({*one} >= PRICE.required and not any(one["cost"].values()) for one in typed) and not given.get(FREE):
        return "card.free"
    return "goal.counts_what" if any(map(lacks_count, typed)) else None


class KnownFace(NamedTuple):
    """A face that a box knows, as a button.

    Attributes:
        name, value: what the button sends.
        label: what it says.
        digit: the key that leads to it and its like: the reputation of an item, the icons of a goon.
    """

    name: str
    value: str
    label: str
    digit: int | None


def _digit(face: object) -> int | None:
    if isinstance(face, ItemFace):
        return face.price.reputation if face.price else None
    return face.icons if isinstance(face, GoonFace) else None


def known_faces(seen: Seen) -> list[KnownFace]:
    """Return the faces that the box knows for what is typed in now."""
    if seen.box is None:
        return []
    return [
        KnownFace(
            f"f.{field}{WHOLE}",
            encoded(one.value),
            card_faces.label(seen.language, one.face, one.colour),
            _digit(one.face),
        )
        for action in seen.prompt.actions
        for field in action.fields
        for one in known(seen.box, seen.game, seen.prompt.step, action, field)
    ]


@dataclass(frozen=True)
class _Words:
    """The labels of an action form's fields and options."""

    seen: Seen
    action: str
    counts: str = ""
    """The things that a bare number counts, where the game asks for that."""

    def field(self, name: str) -> str:
        return field_labels.field(
            self.seen.language, self.counts if name == "number" and self.counts else name, self.seen.names
        )

    def option(self, name: str, value: Option) -> str:
        return field_labels.option(
            self.seen.language, self.action, name, value, game=self.seen.game, names=self.seen.names
        )

    def hint(self, least: int, most: int) -> str:
        if least == most:
            return str(most)
        return self.seen.text("table.choose", least=least, most=most)
