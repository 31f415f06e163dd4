"""Fields that hold others: lists, objects, counts by name, house rulings."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple, TypeAlias

from companion.presenters.faults import InvalidFields, field_errors
from companion.presenters.fields.field import Field, Reader, Unfit
from companion.presenters.fields.values import COUNT_LIMIT, Count, is_count
from companion.rules.rulings.house_rulings import HOUSE_RULINGS
from companion.rules.schema import Invalid, Path

LIST_LIMIT: Final = 200


@dataclass(frozen=True)
class Counts(Field):
    """An object of counts by name; names left out are 0.

    Attributes:
        names: of what may be counted.
        elsewhere: by a name that is counted in another member, the key of the sentence that says so.
    """

    names: Iterable[str]
    elsewhere: Mapping[str, str] = field(default_factory=dict)

    @property
    def _by_name(self) -> dict[str, Any]:
        return {str(name): name for name in self.names}

    def _faults(self, value: Any, path: Path) -> Iterator[Invalid]:
        if not isinstance(value, dict):
            yield Invalid(path, "field.object")
            return
        by_name = self._by_name
        for name, number in value.items():
            if name not in by_name:
                yield Invalid((*path, name), self.elsewhere.get(name, "field.unknown"))
            elif not is_count(number):
                yield Invalid((*path, name), "field.null" if number is None else "field.count")

    def _json_schema(self) -> dict[str, Any]:
        number = Count().json_schema()
        return {"type": "object", "properties": dict.fromkeys(self._by_name, number), "additionalProperties": False}

    def _reader(self) -> Reader:
        by_name = self._by_name

        def read(value: Any) -> dict[Any, int]:
            counts = {}
            if not isinstance(value, dict):
                raise Unfit
            for name, number in value.items():
                if type(number) is not int or not 0 <= number <= COUNT_LIMIT:
                    raise Unfit
                counts[by_name[name] if name in by_name else self._read_added(name)] = number
            return counts

        return read

    def _read_added(self, name: str) -> Any:
        """A name that an expansion has added since."""
        added = self._by_name
        if name not in added:
            raise Unfit
        return added[name]


@dataclass(frozen=True)
class RulingChoices(Field):
    """House rulings by key (RULES H)."""

    def _faults(self, value: Any, path: Path) -> Iterator[Invalid]:
        if not isinstance(value, dict):
            yield Invalid(path, "field.object")
            return
        for key, chosen in value.items():
            if key not in HOUSE_RULINGS:
                yield Invalid((*path, key), "ruling.unknown_key")
            elif chosen is None:
                yield Invalid((*path, key), "field.null")
            elif chosen not in HOUSE_RULINGS[key].values:
                yield Invalid((*path, key), "ruling.unknown_value", {"values": HOUSE_RULINGS[key].values})

    def _json_schema(self) -> dict[str, Any]:
        chosen = {key: {"type": "string", "enum": list(ruling.values)} for key, ruling in HOUSE_RULINGS.items()}
        return {"type": "object", "properties": chosen, "additionalProperties": False}

    def _reader(self) -> Reader:
        return self._read_choices

    def _read_choices(self, value: Any) -> Any:
        if value == {}:
            return value
        if any(self._faults(value, ())):
            raise Unfit
        return value


@dataclass(frozen=True)
class Nullable(Field):
    """What another field takes, or null."""

    inner: Field

    def faults(self, value: Any, path: Path = ()) -> Iterator[Invalid]:
        """Everything that is wrong with a value; nothing where it fits."""
        return iter(()) if value is None else self.inner.faults(value, path)

    def _faults(self, value: Any, path: Path) -> Iterator[Invalid]:
        return self.faults(value, path)

    def _json_schema(self) -> dict[str, Any]:
        return {"anyOf": [self.inner.json_schema(), {"type": "null"}]}

    def _reader(self) -> Reader:
        read = self.inner.read
        return lambda value: None if value is None else read(value)


@dataclass(frozen=True)
class Many(Field):
    """A list of at most 200 entries, or as said."""

    entry: Field
    least: int = 0
    most: int = LIST_LIMIT

    def _faults(self, value: Any, path: Path) -> Iterator[Invalid]:
        if not isinstance(value, list):
            yield Invalid(path, "field.list")
            return
        if not self.least <= len(value) <= self.most:
            yield Invalid(path, "field.list_length", {"least": self.least, "most": self.most})
        # All at once: of a list that is too long as many entries as anyone would mend one by one.
        for index, entry in enumerate(value[: max(self.most, 2 * LIST_LIMIT)]):
            yield from self.entry.faults(entry, (*path, index))

    def _json_schema(self) -> dict[str, Any]:
        return {"type": "array", "items": self.entry.json_schema(), **self.limits}

    @property
    def limits(self) -> dict[str, int]:
        """How long the list may be, as JSON Schema."""
        return {"maxItems": self.most, **({"minItems": self.least} if self.least else {})}

    def draft(self) -> "Many":
        """The list in a draft, which may be empty."""
        return replace(self, entry=self.entry.draft(), least=0)

    def _reader(self) -> Reader:
        least, most, read_entry = self.least, self.most, self.entry.read

        def read(value: Any) -> list[Any]:
            if isinstance(value, list) and least <= len(value) <= most:
                return [read_entry(entry) for entry in value]
            raise Unfit

        return read


class Required(NamedTuple):
    """A member that an object has to have."""

    field: Field


class Default(NamedTuple):
    """A member of an object, and what it is where it is left out: a value, or a type of which a new one is made."""

    field: Field
    value: Any


Member: TypeAlias = Field | Required | Default

_REQUIRED: Final = object()
_ABSENT: Final = object()


@dataclass(frozen=True, eq=False)
class Object(Field):
    """An object in which every member is known.

    Attributes:
        name: under which the document describes it.
        members: by name; one that is neither required nor has a default is left out where it was not given.
    """

    name: str
    members: Mapping[str, Member]

    def _faults(self, value: Any, path: Path) -> Iterator[Invalid]:
        if not isinstance(value, dict):
            yield Invalid(path, "field.object")
            return
        for name, member in self.members.items():
            if name in value:
                yield from field_of(member).faults(value[name], (*path, name))
            elif isinstance(member, Required):
                yield Invalid((*path, name), "field.missing")
        for name in value:
            if name not in self.members:
                yield Invalid((*path, name), "field.unknown")

    def _json_schema(self) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": {name: field_of(member).json_schema() for name, member in self.members.items()},
            "required": sorted(name for name, member in self.members.items() if isinstance(member, Required)),
            "additionalProperties": False,
        }

    def draft(self) -> "Object":
        """The object in a draft: nothing is required, and nothing is taken for said that was not."""
        return replace(self, members={name: field_of(member).draft() for name, member in self.members.items()})

    def load(self, body: Any) -> dict[str, Any]:
        """The body that a JSON value is.

        Raises:
            InvalidFields: with everything that is wrong with its fields, at once.
        """
        try:
            loaded: dict[str, Any] = self.read(body)
        except Unfit:
            raise InvalidFields(field_errors(self._faults(body, ()))) from None
        return loaded

    def _reader(self) -> Reader:
        members = [(name, field_of(member).read, _left_out(member)) for name, member in self.members.items()]

        def read(value: Any) -> dict[str, Any]:
            if not isinstance(value, dict):
                raise Unfit
            found: dict[str, Any] = {}
            unknown = len(value)
            for name, read_member, left_out in members:
                if name in value:
                    found[name] = read_member(value[name])
                    unknown -= 1
                elif left_out is _REQUIRED:
                    raise Unfit
                elif left_out is not _ABSENT:
                    found[name] = left_out() if isinstance(left_out, type) else left_out
            if unknown:
                raise Unfit
            return found

        return read


def field_of(member: Member) -> Field:
    """What a member takes, required or not."""
    return member if isinstance(member, Field) else member.field


def _left_out(member: Member) -> Any:
    """What a member is where it is left out."""
    if isinstance(member, Default):
        return member.value
    return _REQUIRED if isinstance(member, Required) else _ABSENT
