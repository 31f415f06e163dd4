"""The fields that a form shows for each shape: the same for prompts, corrections and boxes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from werkzeug.datastructures import MultiDict

from companion.pages.forms.submission import MORE, encoded
from companion.rules.schema import ChoiceField, EnumField, IntField, ListField, ObjectField, Option, Schema, TextField
from companion.rules.state.cards import GAINED, Effect
from companion.rules.vocabulary import POWER, Goon, Location, Resource, Valuable

ENTRIES: Final = 4
"""Entries of an ordered list that a form has room for without JavaScript."""

TILES: Final[Mapping[str, range]] = {"icons": range(5), "reputation": range(1, 12), "strength": range(11)}
"""Numbers of a card that have their own button; greater ones are typed."""

SIGNS: Final[Mapping[str, tuple[str, ...]]] = {
    **{resource.value: (f"cube-{resource}",) for resource in Resource},
    **{one.value: (one.value,) for one in (*Valuable, *Goon, *Location)},
    **{effect.value: ("+", f"cube-{resource}") for effect, resource in GAINED.items()},
    "any": ("any",),
    "other": ("token",),
    "off_duty": ("off-duty",),
    POWER: ("cube-power",),
    Effect.GAIN_POWER: ("+", "cube-power"),
    Effect.REMOVE_SUSPICION: ("\N{MINUS SIGN}", "cube-suspicion"),
    Effect.GIVE_SUSPICION: ("cube-suspicion", "next"),
    Effect.DRAW_TOME: ("+", "tome"),
    Effect.CHOOSE_TOME: ("2", "tome"),
    Effect.STORAGE: ("+", "storage"),
    Effect.EXCHANGE: ("exchange",),
    "power": ("cube-power",),
    "suspicion": ("cube-suspicion",),
    "enforcer": ("enforcer",),
    "lookout": ("lookout",),
}
"""The signs of a value, next to or instead of its word: icons, cubes, or plain characters."""


class Words(Protocol):
    """The labels of a form's fields and options."""

    def field(self, name: str) -> str:
        """Return the label of a field."""

    def option(self, name: str, value: Option) -> str:
        """Return the label of a value of a field."""

    def hint(self, least: int, most: int) -> str:
        """Say how many of the options to choose."""


class OptionView(NamedTuple):
    """An option of a field.

    Attributes:
        value: as the form sends it.
        label: in words.
        chosen: whether it was chosen before, or is proposed.
        signs: see `SIGNS`.
    """

    value: str
    label: str
    chosen: bool = False
    signs: tuple[str, ...] = ()


@dataclass(frozen=True)
class FieldView:
    """A field of a form.

    Attributes:
        name: of its inputs.
        label: what it asks.
        kind: `choose`, `number`, `word`, `word_or_number`, `list`, `counts`, `record` or `text`.
        options: what can be chosen.
        single: whether exactly one is chosen.
        least, most: how many are chosen, or how great a number may be.
        members: of a record, or the numbers of counts.
        value: what was typed.
        more: a number that was typed because no tile has it.
        values: what was chosen of an ordered list.
        signs: of one of the numbers of counts.
        tiles: numbers that have their own button.
        hint: how many are chosen, in words.
        barred: what cannot be chosen, and why.
    """

    name: str
    label: str
    kind: str
    options: tuple[OptionView, ...] = ()
    single: bool = False
    least: int = 0
    most: int = 0
    members: tuple["FieldView", ...] = ()
    value: str = ""
    more: str = ""
    values: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()
    tiles: range = range(0)
    hint: str = ""
    barred: tuple[tuple[str, str], ...] = ()

    @property
    def entries(self) -> tuple[str, ...]:
        """An ordered list as it is filled in without JavaScript: the chosen entries, and room for more."""
        return (*self.values, *[""] * max(1, ENTRIES - len(self.values)))


def field_view(shape: Schema, name: str, path: str, words: Words, typed: Mapping[str, str]) -> FieldView:
    """Return a shape as a field of a form.

    Args:
        shape: what may be filled in.
        name: of the field or member.
        path: the name of its input.
        words: how things are called.
        typed: what was typed before, by input.
    """
    label, value = words.field(name), str(typed.get(path, ""))
    match shape:
        case ChoiceField(options, least, most, proposed):
            chosen = _given(typed, path) or [encoded(option) for option in proposed or ()]
            views = tuple(_choice(option, name, words, chosen) for option in options)
            hint = words.hint(least, most)
            return FieldView(path, label, "choose", views, least == most == 1, least, most, hint=hint)
        case EnumField(options, numbers):
            kind = "word" if numbers is None else "word_or_number"
            tiles = range(0) if numbers is None else TILES.get(name, range(0))
            more = _more(path, value, tiles, typed) if value not in options else ""
            return FieldView(
                path, label, kind, _words(options, name, words, value), value=value, more=more, tiles=tiles
            )
        case ListField(EnumField(options)) if len({*options} & {*Effect}):
            return FieldView(path, label, "list", _words(options, name, words), values=tuple(_given(typed, path)))
        case ListField(EnumField(options)):
            return FieldView(path, label, "counts", members=_counts(options, name, path, words, typed))
        case ObjectField(members) if all(isinstance(member, IntField) for member in members.values()):
            return FieldView(path, label, "counts", members=_counts((*members,), name, path, words, typed))
        case ObjectField(members):
            inner = (field_view(member, key, f"{path}.{key}", words, typed) for key, member in members.items())
            return FieldView(path, label, "record", members=tuple(inner))
        case TextField():
            return FieldView(path, label, "text", value=value)
        case IntField(least, most, proposed):
            value = value or ("" if proposed is None else str(proposed))
            tiles = TILES.get(name, range(0)) if "." in path.removeprefix("f.") else range(0)
            more = _more(path, value, tiles, typed)
            return FieldView(path, label, "number", least=least, most=most, value=value, more=more, tiles=tiles)
    raise AssertionError(shape)


def _more(path: str, value: str, tiles: range, typed: Mapping[str, str]) -> str:
    """Return the number typed next to the tiles, or one that is too great for them."""
    return str(typed.get(f"{path}{MORE}", "")) or ("" if value in map(str, tiles) else value)


def _given(typed: Mapping[str, str], path: str) -> list[str]:
    """Return the options of a field that were chosen before."""
    return [*filter(None, typed.getlist(path))] if isinstance(typed, MultiDict) else []


def _choice(option: Option, name: str, words: Words, chosen: list[str]) -> OptionView:
    """Return an option; a chosen one is removed once from `chosen`, for the next that is alike."""
    value = encoded(option)
    found = value in chosen
    if found:
        chosen.remove(value)
    return OptionView(value, words.option(name, option), found, SIGNS.get(str(option), ()))


def _words(options: Iterable[str], name: str, words: Words, picked: str = "") -> tuple[OptionView, ...]:
    return tuple(
        OptionView(value, words.option(name, value), value == picked, SIGNS.get(value, ())) for value in options
    )


def _counts(
    options: Iterable[str], name: str, path: str, words: Words, typed: Mapping[str, str]
) -> tuple[FieldView, ...]:
    return tuple(
        FieldView(
            f"{path}.{value}",
            words.option(name, value),
            "number",
            value=str(typed.get(f"{path}.{value}", "")),
            signs=SIGNS.get(value, ()),
        )
        for value in options
    )
