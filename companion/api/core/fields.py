"""The fields of request bodies: strict, quick, and each with its own sentence when a value does not fit."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final
from unicodedata import normalize

from marshmallow import RAISE, Schema, ValidationError, fields, missing

from companion.presenters.faults import FieldError, pointer
from companion.rules.rulings.house_rulings import HOUSE_RULINGS
from companion.rules.vocabulary import POWER

COUNT_LIMIT: Final = 9999
LIST_LIMIT: Final = 200
NAME_LIMIT: Final = 40

_LONGEST_WRITING: Final = 4 * NAME_LIMIT
"""No longer text can be a name: NFC makes one code point of at most four. It takes very long over long text."""


class Fault(str):
    """The key of an error sentence together with the values of that sentence; marshmallow carries it as a message."""

    __slots__ = ("data",)

    def __new__(cls, key: str, **data: Any) -> "Fault":
        """A fault with that key."""
        fault = super().__new__(cls, key)
        fault.data = data  # type: ignore[attr-defined]
        return fault


_SHARED: Final[dict[str, Any]] = {"required": Fault("field.missing"), "null": Fault("field.null")}


class Count(fields.Integer):
    """An integer from 0 to 9999; never 3.0 or true."""

    default_error_messages = _SHARED

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.metadata = {"minimum": 0, "maximum": COUNT_LIMIT, **self.metadata}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        return count(value)


def count(value: Any) -> int:
    """The value, if it is a count."""
    if type(value) is not int or not 0 <= value <= COUNT_LIMIT:
        raise ValidationError(Fault("field.count"))
    return value


class Flag(fields.Boolean):
    """True or false; never 1 or "true"."""

    default_error_messages = _SHARED

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> bool:
        if value is not True and value is not False:
            raise ValidationError(Fault("field.boolean"))
        return value


class Name(fields.String):
    """The name of a side: trimmed, in NFC, 1 to 40 code points of any script."""

    default_error_messages = _SHARED

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        # Length is counted after trimming, so the document only says what no name can lack.
        self.metadata = {"minLength": 1, **self.metadata}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        written = sound_text(value).strip()
        if len(written) <= _LONGEST_WRITING:
            name = normalize("NFC", written)
            if 1 <= len(name) <= NAME_LIMIT:
                return name
        raise ValidationError(Fault("field.name_length"))


def sound_text(value: Any) -> str:
    """The value, if it is text that every database can keep: without NUL and lone surrogates."""
    if not isinstance(value, str):
        raise ValidationError(Fault("field.text"))
    if "\0" in value or any("\ud800" <= sign <= "\udfff" for sign in value):
        raise ValidationError(Fault("field.bad_text"))
    return value


class Choice(fields.Field[Any]):
    """One of a few values, compared with their type: 2 is not 2.0 and true is not 1."""

    default_error_messages = _SHARED

    def __init__(self, choices: Iterable[Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._choices = {(type(_plain(one)), _plain(one)): one for one in choices}
        self.metadata = {"enum": [value for _, value in self._choices], **self.metadata}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        try:
            return self._choices[type(value), value]
        except (KeyError, TypeError) as fault:
            values = ", ".join(str(one) for _, one in self._choices)
            raise ValidationError(Fault("field.choice", values=values)) from fault


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, str) else value


class Counts(fields.Field[Mapping[Any, int]]):
    """An object of counts by name; names left out are 0."""

    default_error_messages = _SHARED

    def __init__(self, names: Iterable[str], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.names = {str(name): name for name in names}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Mapping[Any, int]:
        if not isinstance(value, dict):
            raise ValidationError(Fault("field.object"))
        counts = {}
        faults: dict[str, Any] = {}
        for name, number in value.items():
            if name not in self.names:
                faults[name] = [self._stranger(name)]
            elif type(number) is int and 0 <= number <= COUNT_LIMIT:
                counts[self.names[name]] = number
            else:
                faults[name] = [Fault("field.null" if number is None else "field.count")]
        if faults:
            raise ValidationError(faults)
        return counts

    def _stranger(self, name: str) -> Fault:
        return Fault("field.unknown")


class GoonCounts(Counts):
    """Goons by type; Demons are listed apart, since each counts its own valuable."""

    def _stranger(self, name: str) -> Fault:
        return Fault("goons.demon_is_listed" if name == "demon" else "field.unknown")


class RulingChoices(fields.Field[Mapping[str, str]]):
    """House rulings by key (RULES H)."""

    default_error_messages = _SHARED

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Mapping[str, str]:
        if not isinstance(value, dict):
            raise ValidationError(Fault("field.object"))
        faults: dict[str, Any] = {}
        for key, chosen in value.items():
            if key not in HOUSE_RULINGS:
                faults[key] = [Fault("ruling.unknown_key")]
            elif chosen is None:
                faults[key] = [Fault("field.null")]
            elif chosen not in HOUSE_RULINGS[key].values:
                faults[key] = [Fault("ruling.unknown_value", values=HOUSE_RULINGS[key].values)]
        if faults:
            raise ValidationError(faults)
        return value


class GuardCard(fields.Field[Any]):
    """A guard card as its owner reads it: a number from 0, or `power`."""

    default_error_messages = _SHARED

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int | str:
        if value == POWER or (type(value) is int and 0 <= value <= COUNT_LIMIT):
            known: int | str = value
            return known
        raise ValidationError(Fault("field.guard_card"))


class Many(fields.List[Any]):
    """A list of at most 200 entries, or as said."""

    default_error_messages = {**_SHARED, "invalid": Fault("field.list")}

    def __init__(self, inner: fields.Field[Any], *, least: int = 0, most: int = LIST_LIMIT, **kwargs: Any) -> None:
        super().__init__(inner, **kwargs)
        self.least, self.most = least, most
        self.metadata = {"maxItems": most, **({"minItems": least} if least else {}), **self.metadata}

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> list[Any]:
        # A string or an object is no list.
        if not isinstance(value, list):
            raise ValidationError(Fault("field.list"))
        least = 0 if kwargs.get("partial") else self.least
        if least <= len(value) <= self.most:
            return super()._deserialize(value, *args, **kwargs)
        # All errors at once: also those of its entries, as far as anyone would mend them one by one.
        faults: dict[Any, Any] = {"_schema": [Fault("field.list_length", least=least, most=self.most)]}
        try:
            super()._deserialize(value[: 2 * LIST_LIMIT], *args, **kwargs)
        except ValidationError as fault:
            faults |= fault.messages_dict
        raise ValidationError(faults)


class Part(fields.Nested):
    """An object with a schema of its own."""

    default_error_messages = {**_SHARED, "type": Fault("field.object")}

    def _load(self, value: Any, partial: Any = None) -> Any:
        # Most sides leave most members out; a schema that is not asked for those is nearly twice as quick.
        whole = self.schema
        schema = (
            narrowed(type(whole), frozenset(whole.fields.keys() & value.keys())) if isinstance(value, dict) else whole
        )
        try:
            return schema.load(value, partial=partial)
        except ValidationError as fault:
            raise ValidationError(fault.messages, valid_data=fault.valid_data) from fault


@lru_cache(maxsize=512)
def narrowed(schema: type[Schema], present: frozenset[str]) -> Schema:
    """The schema without the members that are neither present, nor required, nor have a default."""
    fields_of_all = schema().fields
    asked = {name for name, field in fields_of_all.items() if field.required or field.load_default is not missing}
    return schema(only=present | asked)


class Strict(Schema):
    """A body, or an object in one, in which every member is known."""

    class Meta:
        """Unknown members are refused."""

        unknown = RAISE

    error_messages = {"unknown": Fault("field.unknown"), "type": Fault("field.object")}


def load(schema: Schema, body: Any, *, partial: bool = False) -> dict[str, Any]:
    """The body as the schema has it.

    Args:
        schema: what the body must be.
        body: a JSON value.
        partial: whether missing members are let pass.

    Raises:
        FieldFaults: everything that is wrong with the fields, at once.
    """
    try:
        loaded: dict[str, Any] = schema.load(body, partial=partial)
    except ValidationError as fault:
        raise FieldFaults(list(_flattened(fault.messages, ()))) from fault
    return loaded


class FieldFaults(Exception):
    """Everything that is wrong with a body."""

    def __init__(self, errors: list[FieldError]) -> None:
        super().__init__(errors)
        self.errors = errors


_UNKNOWN: Final = ["field.unknown"], ["ruling.unknown_key"]
"""What is said of a member that nothing here has the name of."""


def _flattened(messages: Any, path: tuple[str | int, ...]) -> Iterable[FieldError]:
    """Marshmallow's tree of messages as a list with JSON Pointers."""
    if isinstance(messages, dict):
        for step, inner in messages.items():
            # A member may have the name under which marshmallow says what is wrong with a whole object.
            about_the_object = step == "_schema" and inner not in _UNKNOWN
            yield from _flattened(inner, path if about_the_object else (*path, step))
    else:
        for message in messages:
            yield FieldError(pointer(path), str(message), getattr(message, "data", {}))
