"""What may be filled in: shapes that check a value and describe themselves as JSON Schema, from one definition."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias

from companion.rules.frozen import EMPTY
from companion.rules.reasons import Reason

MOST: Final = 9999
"""The greatest count that the app takes."""

LONGEST_NAME: Final = 40
"""Code points in a name."""

# Read alike by Python and by JSON Schema, whose regular expressions differ in what a space is.
_NAME: Final = re.compile(r"^(?=[\s\S]*\S)[^\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]+$")

Path: TypeAlias = tuple[str | int, ...]


class Fault(NamedTuple):
    """What is wrong with a value: where, the message key of the sentence, and what that names."""

    path: Path
    key: str
    data: Mapping[str, Any] = EMPTY


class Shape(ABC):
    """Anything that can be asked for."""

    def faults(self, value: Any, path: Path = ()) -> Iterator[Fault]:
        """Everything that is wrong with a value; nothing where it fits."""
        return self._faults(value, path)

    def schema(self) -> dict[str, Any]:
        """The same as JSON Schema: what fits it has no faults."""
        return self._schema()

    @abstractmethod
    def _faults(self, value: Any, path: Path) -> Iterator[Fault]: ...

    @abstractmethod
    def _schema(self) -> dict[str, Any]: ...


@dataclass(frozen=True)
class Whole(Shape):
    """A whole number from `least` to `most`, and which one the app would take, if it knows one."""

    least: int = 0
    most: int = MOST
    proposed: int | None = None

    def _faults(self, value: Any, path: Path) -> Iterator[Fault]:
        if type(value) is not int:
            yield Fault(path, "shape.whole")
        elif not self.least <= value <= self.most:
            yield Fault(path, "shape.range", {"least": self.least, "most": self.most})

    def _schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True)
class Text(Shape):
    """A name: 1 to 40 code points, none of them a control character, not only spaces."""

    def _faults(self, value: Any, path: Path) -> Iterator[Fault]:
        if not isinstance(value, str):
            yield Fault(path, "shape.text")
        elif len(value) > LONGEST_NAME or not _NAME.search(value):
            yield Fault(path, "shape.name", {"most": LONGEST_NAME})

    def _schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME, "pattern": _NAME.pattern}


@dataclass(frozen=True)
class OneOf(Shape):
    """One of some words, or of whole numbers too."""

    options: tuple[str, ...]
    numbers: Whole | None = None

    def _faults(self, value: Any, path: Path) -> Iterator[Fault]:
        if isinstance(value, str) and value in self.options:
            return
        if self.numbers is None:
            yield Fault(path, "shape.one_of", {"options": self.options})
        elif type(value) is int:
            yield from self.numbers.faults(value, path)
        else:
            yield Fault(path, "shape.number_or", {"options": self.options})

    def _schema(self) -> dict[str, Any]:
        words = {"type": "string", "enum": list(self.options)}
        return words if self.numbers is None else {"anyOf": [words, self.numbers.schema()]}


@dataclass(frozen=True)
class Several(Shape):
    """A list of one shape, up to `most` entries."""

    entry: Shape
    most: int = 20

    def _faults(self, value: Any, path: Path) -> Iterator[Fault]:
        if not isinstance(value, list):
            yield Fault(path, "shape.list")
        elif len(value) > self.most:
            yield Fault(path, "shape.too_many", {"most": self.most})
        else:
            for index, entry in enumerate(value):
                yield from self.entry.faults(entry, (*path, index))

    def _schema(self) -> dict[str, Any]:
        return {"type": "array", "items": self.entry.schema(), "maxItems": self.most}


@dataclass(frozen=True)
class Record(Shape):
    """An object with these members, some of them required, and no other."""

    members: Mapping[str, Shape]
    required: frozenset[str] = field(default_factory=frozenset)

    def _faults(self, value: Any, path: Path) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield Fault(path, "shape.object")
            return
        for name in value:
            if name not in self.members:
                yield Fault((*path, name), "shape.unknown", {"known": tuple(self.members)})
        for name, shape in self.members.items():
            if name in value:
                yield from shape.faults(value[name], (*path, name))
            elif name in self.required:
                yield Fault((*path, name), "shape.missing")

    def _schema(self) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": {name: shape.schema() for name, shape in self.members.items()},
            "required": sorted(self.required),
            "additionalProperties": False,
        }


@dataclass(frozen=True)
class Union(Shape):
    """One of several records; the value of a member says which.

    Attributes:
        member: which every record has and requires.
        records: by the value of that member.
    """

    member: str
    records: Mapping[str, Record]

    def record(self, value: Any) -> Record | None:
        """The record that a value is one of; None where its member says no such thing."""
        kind = value.get(self.member) if isinstance(value, dict) else None
        return self.records.get(kind) if isinstance(kind, str) else None

    def _faults(self, value: Any, path: Path) -> Iterator[Fault]:
        record = self.record(value)
        if record is not None:
            yield from record.faults(value, path)
        elif not isinstance(value, dict):
            yield Fault(path, "shape.object")
        elif self.member in value:
            yield Fault((*path, self.member), "shape.one_of", {"options": tuple(self.records)})
        else:
            yield Fault((*path, self.member), "shape.missing")

    def _schema(self) -> dict[str, Any]:
        known: list[Record] = []
        known += (record for record in self.records.values() if record not in known)
        return {"anyOf": [record.schema() for record in known]}


Option: TypeAlias = str | int | Mapping[str, Any]


@dataclass(frozen=True)
class Choose(Shape):
    """Some of the options: a list of at least `least` and at most `most` of them, each as often as it is listed.

    Attributes:
        options: what there is; cubes of one colour stand in it as often as there are cubes.
        least, most: how many are chosen.
        proposed: a choice that the app would make, or None.
        barred: what somebody might look for and cannot have, each with the reason.
    """

    options: tuple[Option, ...]
    least: int = 1
    most: int = 1
    proposed: tuple[Option, ...] | None = None
    barred: Sequence[tuple[Option, Reason]] = ()

    def _faults(self, value: Any, path: Path) -> Iterator[Fault]:
        if not isinstance(value, list):
            yield Fault(path, "shape.list")
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
            yield Fault(path, "shape.choose", {"least": self.least, "most": self.most})

    def _not_offered(self, chosen: Any, path: Path) -> Fault:
        for option, reason in self.barred:
            if _alike(option, chosen):
                return Fault(path, reason.key, {**reason.data, "rule": reason.rule})
        return Fault(path, "shape.not_offered", {"options": self.options})

    def _schema(self) -> dict[str, Any]:
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
    """Whether a value is that option; true and 1.0 are not 1, although Python says so."""
    if isinstance(option, Mapping):
        return (
            isinstance(value, dict)
            and option.keys() == value.keys()
            and all(_alike(option[key], value[key]) for key in option)
        )
    return type(value) not in {bool, float} and option == value
