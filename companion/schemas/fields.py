"""Fields of bodies, as strict as docs/api.md promises. Each checks a value, loads it, and describes itself."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from marshmallow import ValidationError, fields

from companion.boxes.file_format import BOX
from companion.boxes.schemas import MOST_ENTRIES, trimmed
from companion.boxes.schemas import Flag as FlagShape
from companion.boxes.schemas import Name as NameShape
from companion.rules import schema as shapes
from companion.rules.rulings.house_rulings import ruling_faults
from companion.rules.schema import Invalid
from companion.schemas.body import placed, refuse_faults


class _Strict(fields.Field[Any]):
    """A field that says in the app's own sentences that it is missing or null."""

    default_error_messages = {"required": "shape.missing", "null": "shape.null"}


class Described(_Strict):
    """A field of one value, which the document shows as the field itself says."""

    @abstractmethod
    def json_schema(self) -> dict[str, Any]:
        """Return the values that it takes, as JSON Schema."""

    @abstractmethod
    def faults(self, value: Any) -> Iterator[Invalid]:
        """Yield everything wrong with a value that is not null."""

    def taken(self, value: Any) -> Any:
        """Return a value without faults, as the rules have it."""
        return value

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> Any:
        refuse_faults(self.faults(value))
        return self.taken(value)


class Shape(Described):
    """A field that a schema of the rules checks and describes."""

    def __init__(self, shape: shapes.Schema, **options: Any) -> None:
        super().__init__(**options)
        self.shape = shape

    def json_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of its schema."""
        return self.shape.json_schema()

    def faults(self, value: Any) -> Iterator[Invalid]:
        """Return the faults that the schema finds."""
        return self.shape.faults(value)


class Whole(Shape):
    """A whole number; never 3.0 or true."""

    def __init__(self, least: int = 0, most: int = shapes.MOST, **options: Any) -> None:
        super().__init__(shapes.IntField(least, most), **options)
        self._range = {"least": least, "most": most}

    def faults(self, value: Any) -> Iterator[Invalid]:
        """Say the range whatever is wrong."""
        return (fault._replace(key="shape.range", data=self._range) for fault in super().faults(value))


class Flag(Shape):
    """True or false; never 1 or "true"."""

    def __init__(self, **options: Any) -> None:
        super().__init__(FlagShape(), **options)


class Name(Shape):
    """A name, which is trimmed and put in NFC."""

    def __init__(self, **options: Any) -> None:
        super().__init__(NameShape(), **options)

    def taken(self, value: str) -> str:
        """Return the name as it is kept and compared."""
        return trimmed(value)


class Choice(Described):
    """One of a few values, compared with their type: 2 is not 2.0 and true is not 1."""

    def __init__(self, options: Iterable[Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._options = options

    def _by_value(self) -> dict[tuple[type, Any], Any]:
        plain = (str(one) if isinstance(one, str) else one for one in self._options)
        return {(type(value), value): one for value, one in zip(plain, self._options, strict=True)}

    def json_schema(self) -> dict[str, Any]:
        """Describe the values."""
        values = [value for _, value in self._by_value()]
        return {"enum": values, "type": sorted({"string" if isinstance(one, str) else "integer" for one in values})}

    def faults(self, value: Any) -> Iterator[Invalid]:
        """Name the values instead of another one."""
        known = self._by_value()
        if not isinstance(value, str | int) or (type(value), value) not in known:
            yield Invalid((), "shape.one_of", {"options": tuple(one for _, one in known)})

    def taken(self, value: Any) -> Any:
        """Return the value as the rules have it."""
        return self._by_value()[type(value), value]


class Counts(Described):
    """An object of counts by name; names left out are 0.

    Args:
        names: of the things that may be counted; an expansion may add some later.
        elsewhere: by a name that is counted in another field, the key of the sentence that says so.
    """

    def __init__(self, names: Iterable[str], elsewhere: Mapping[str, str] | None = None, **options: Any) -> None:
        super().__init__(**options)
        self._names = names
        self._elsewhere = elsewhere or {}

    def json_schema(self) -> dict[str, Any]:
        """Describe a count for each name."""
        counts = dict.fromkeys(map(str, self._names), Whole().json_schema())
        return {"type": "object", "properties": counts, "additionalProperties": False}

    def faults(self, value: Any) -> Iterator[Invalid]:
        """Name things that are not counted here, and values that are no counts."""
        if not isinstance(value, dict):
            yield Invalid((), "shape.object")
            return
        known, count = set(map(str, self._names)), Whole()
        for name, number in value.items():
            if name not in known:
                yield Invalid((name,), self._elsewhere.get(name, "shape.unknown"))
            elif number is None:
                yield Invalid((name,), "shape.null")
            else:
                yield from placed(count.faults(number), name)

    def taken(self, value: dict[str, int]) -> dict[str, int]:
        """Return the counts by the names as the rules have them."""
        by_name = {str(name): name for name in self._names}
        return {by_name[name]: number for name, number in value.items()}


class RulingChoices(Shape):
    """House rulings by key (RULES H)."""

    def __init__(self, **options: Any) -> None:
        super().__init__(BOX.members["rulings"], **options)

    def faults(self, value: Any) -> Iterator[Invalid]:
        """Say what the rules say of an unknown key or value."""
        if not isinstance(value, dict):
            yield Invalid((), "shape.object")
            return
        yield from (Invalid((key,), "shape.null") for key, chosen in value.items() if chosen is None)
        chosen = {key: one for key, one in value.items() if one is not None}
        yield from (Invalid(fault.path[1:], fault.key, fault.data) for fault in ruling_faults(chosen))


class Part(_Strict, fields.Nested):
    """An object in a body."""


class Many(_Strict, fields.List[Any]):
    """A list, whose entries are all checked even where it is too long."""

    def __init__(self, entry: fields.Field[Any], *, least: int = 0, most: int = MOST_ENTRIES, **options: Any) -> None:
        limits = {"maxItems": most, **({"minItems": least} if least else {})}
        super().__init__(entry, metadata=limits, **options)
        self._least = least
        self._most = most

    def _deserialize(self, value: Any, attr: str | None, data: Any, **how: Any) -> list[Any]:
        if not isinstance(value, list):
            raise ValidationError("shape.list")
        # A draft may have an empty list.
        least, most = 0 if how.get("partial") else self._least, self._most
        loaded, faults = [], []
        if not least <= len(value) <= most:
            faults.append(Invalid((), "shape.list_length", {"least": self._least, "most": most}))
        # A list that is too long is checked for as many entries as anyone would mend one by one.
        for index, entry in enumerate(value[: max(most, 2 * MOST_ENTRIES)]):
            try:
                loaded.append(self.inner.deserialize(entry, **how))
            except ValidationError as error:
                faults += placed(error.messages, index)
        refuse_faults(iter(faults))
        return loaded
