"""Fields of forms that check a value and describe themselves as JSON Schema."""

import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, NamedTuple, TypeAlias

from companion.rules.frozen import EMPTY
from companion.rules.reasons import Reason

MOST: Final = 9999
"""The greatest count that the app takes."""

LONGEST_NAME: Final = 40
"""Code points in a name."""

_BLANK: Final = frozenset("\u115f\u1160\u2065\u2800\u3164\uffa0\ufffc\U00013441\U00013442\U0001d159")
"""Letters and symbols that show nothing, such as the fillers of Hangul and the Braille cell without dots."""

_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Mc", "Me", "Mn", "Zl", "Zp", "Zs"})
"""Categories of characters that cannot be seen alone: controls, formats, marks, spaces."""

# Python and JSON Schema read it alike, although their regular expressions differ on spaces.
_NAME: Final = re.compile(r"^(?=[\s\S]*\S)[^\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]+$")


def is_visible(name: str) -> bool:
    """Return whether a name has a visible character; all incoming names are checked."""
    return any(
        unicodedata.category(sign) not in _UNSEEN and sign not in _BLANK and not 0xE0000 <= ord(sign) <= 0xE0FFF
        for sign in name
    )


Path: TypeAlias = tuple[str | int, ...]


class FieldKind(StrEnum):
    """The way to fill in a field of an action."""

    CHOOSE = "choose"
    NUMBER = "number"
    CARD = "card"


CHOOSE: Final = FieldKind.CHOOSE
"""Choose from options: the question has everything needed."""

NUMBER: Final = FieldKind.NUMBER
"""With a whole number in a range."""

CARD: Final = FieldKind.CARD
"""With details from a real card: an object that fits a JSON Schema."""


class Invalid(NamedTuple):
    """An error in a value: the path, the message key, and the values in the message."""

    path: Path
    key: str
    data: Mapping[str, Any] = EMPTY


class Schema(ABC):
    """A kind of value that can be asked for."""

    def faults(self, value: Any, path: Path = ()) -> Iterator[Invalid]:
        """Yield all errors of a value; none if it fits."""
        return self._faults(value, path)

    def json_schema(self) -> dict[str, Any]:
        """Return the same as JSON Schema: a value that fits it has no errors."""
        return self._json_schema()

    @abstractmethod
    def _faults(self, value: Any, path: Path) -> Iterator[Invalid]: ...

    @abstractmethod
    def _json_schema(self) -> dict[str, Any]: ...


@dataclass(frozen=True)
class IntField(Schema):
    """A whole number from `least` to `most`, and the app's proposal, if any."""

    least: int = 0
    most: int = MOST
    proposed: int | None = None

    def _faults(self, value: Any, path: Path) -> Iterator[Invalid]:
        if type(value) is not int:
            yield Invalid(path, "shape.whole")
        elif not self.least <= value <= self.most:
            yield Invalid(path, "shape.range", {"least": self.least, "most": self.most})

    def _json_schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True)
class TextField(Schema):
    """A name: 1 to 40 code points, no control characters, at least one visible.

    No pattern can check that one is visible.
    """

    def _faults(self, value: Any, path: Path) -> Iterator[Invalid]:
        if not isinstance(value, str):
            yield Invalid(path, "shape.text")
        elif len(value) > LONGEST_NAME or not _NAME.search(value):
            yield Invalid(path, "shape.name", {"most": LONGEST_NAME})
        elif not is_visible(value):
            yield Invalid(path, "name.unseen")

    def _json_schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME, "pattern": _NAME.pattern}


@dataclass(frozen=True)
class EnumField(Schema):
    """One of some words, or of whole numbers too."""

    options: Sequence[str]
    numbers: IntField | None = None

    def _faults(self, value: Any, path: Path) -> Iterator[Invalid]:
        if isinstance(value, str) and value in self.options:
            return
        if self.numbers is None:
            yield Invalid(path, "shape.one_of", {"options": tuple(self.options)})
        elif type(value) is int:
            yield from self.numbers.faults(value, path)
        else:
            yield Invalid(path, "shape.number_or", {"options": tuple(self.options)})

    def _json_schema(self) -> dict[str, Any]:
        words = {"type": "string", "enum": list(self.options)}
        return words if self.numbers is None else {"anyOf": [words, self.numbers.json_schema()]}


@dataclass(frozen=True)
class ListField(Schema):
    """A list of one schema, up to `most` entries; extra entries are checked too."""

    entry: Schema
    most: int = 20

    def _faults(self, value: Any, path: Path) -> Iterator[Invalid]:
        if not isinstance(value, list):
            yield Invalid(path, "shape.list")
            return
        if len(value) > self.most:
            yield Invalid(path, "shape.too_many", {"most": self.most})
        # As far as anyone would mend them one by one.
        for index, entry in enumerate(value[: 2 * self.most]):
            yield from self.entry.faults(entry, (*path, index))

    def _json_schema(self) -> dict[str, Any]:
        return {"type": "array", "items": self.entry.json_schema(), "maxItems": self.most}


@dataclass(frozen=True)
class ObjectField(Schema):
    """An object with these members, some of them required, and no other."""

    members: Mapping[str, Schema]
    required: frozenset[str] = field(default_factory=frozenset)

    def _faults(self, value: Any, path: Path) -> Iterator[Invalid]:
        if not isinstance(value, dict):
            yield Invalid(path, "shape.object")
            return
        for name in value:
            if name not in self.members:
                yield Invalid((*path, name), "shape.unknown", {"known": tuple(self.members)})
        for name, shape in self.members.items():
            if name in value:
                yield from shape.faults(value[name], (*path, name))
            elif name in self.required:
                yield Invalid((*path, name), "shape.missing")

    def _json_schema(self) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": {name: shape.json_schema() for name, shape in self.members.items()},
            "required": sorted(self.required),
            "additionalProperties": False,
        }


@dataclass(frozen=True)
class UnionField(Schema):
    """One of several objects; the value of a member says which.

    Attributes:
        member: the name of this member, which every object requires.
        records: the objects, by the value of that member.
    """

    member: str
    records: Mapping[str, ObjectField]

    def record(self, value: Any) -> ObjectField | None:
        """Return the object schema for a value; None if its member names none."""
        kind = value.get(self.member) if isinstance(value, dict) else None
        return self.records.get(kind) if isinstance(kind, str) else None

    def _faults(self, value: Any, path: Path) -> Iterator[Invalid]:
        record = self.record(value)
        if record is not None:
            yield from record.faults(value, path)
        elif not isinstance(value, dict):
            yield Invalid(path, "shape.object")
        elif self.member in value:
            yield Invalid((*path, self.member), "shape.one_of", {"options": tuple(self.records)})
        else:
            yield Invalid((*path, self.member), "shape.missing")

    def _json_schema(self) -> dict[str, Any]:
        known: list[ObjectField] = []
        known += (record for record in self.records.values() if record not in known)
        return {"anyOf": [record.json_schema() for record in known]}


Option: TypeAlias = str | int | Mapping[str, Any]


@dataclass(frozen=True)
class ChoiceField(Schema):
    """Some of the options: from `least` to `most`, each as often as it is listed.

    Attributes:
        options: the options; cubes of one colour are listed as often as there are cubes.
        least, most: how many are chosen.
        proposed: the app's proposal, or None.
        barred: options that a player might look for but cannot have, each with the reason.
    """

    options: tuple[Option, ...]
    least: int = 1
    most: int = 1
    proposed: tuple[Option, ...] | None = None
    barred: tuple[tuple[Option, Reason], ...] = ()

    def _faults(self, value: Any, path: Path) -> Iterator[Invalid]:
        if not isinstance(value, list):
            yield Invalid(path, "shape.list")
            return
        left = list(self.options)
        # Of a list that is far too long as much is looked at as anyone would mend one by one.
        for index, chosen in enumerate(value[: 2 * max(self.most, 1)]):
            for place, option in enumerate(left):
                if _alike(option, chosen):
                    del left[place]
                    break
            else:
                yield self._not_offered(chosen, (*path, index))
        if not self.least <= len(value) <= self.most:
            yield Invalid(path, "shape.choose", {"least": self.least, "most": self.most})

    def _not_offered(self, chosen: Any, path: Path) -> Invalid:
        for option, reason in self.barred:
            if _alike(option, chosen):
                return Invalid(path, reason.key, {**reason.data, "rule": reason.rule})
        return Invalid(path, "shape.not_offered", {"options": self.options})

    def _json_schema(self) -> dict[str, Any]:
        known: list[Option] = []
        known += (option for option in self.options if option not in known)
        items = {"type": "array", "items": {"enum": known}, "minItems": self.least, "maxItems": self.most}
        if self.most <= 1:
            return items
        if len(known) == len(self.options):
            return {**items, "uniqueItems": True}
        often = (
            {"contains": {"const": one}, "minContains": 0, "maxContains": self.options.count(one)} for one in known
        )
        return {**items, "allOf": list(often)}


def _alike(option: Any, value: Any) -> bool:
    """Return whether a value is that option; unlike in Python, true is not 1."""
    if isinstance(option, Mapping):
        return (
            isinstance(value, dict)
            and option.keys() == value.keys()
            and all(_alike(option[key], value[key]) for key in option)
        )
    return type(value) not in {bool, float} and option == value
