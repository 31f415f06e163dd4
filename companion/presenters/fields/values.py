"""Fields of a single value: counts, flags, names, one of a few values."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final
from unicodedata import normalize

from companion.presenters.fields.field import Field, Reader, Unfit
from companion.rules.schema import Invalid, Path, is_visible
from companion.rules.vocabulary import POWER

COUNT_LIMIT: Final = 9999


NAME_LIMIT: Final = 40

_LONGEST_WRITING: Final = 4 * NAME_LIMIT
"""No longer text can be a name: NFC makes one code point of at most four. It takes very long over long text."""


@dataclass(frozen=True)
class Count(Field):
    """An integer from 0 to 9999; never 3.0 or true."""

    def _faults(self, value: Any, path: Path) -> Iterator[Invalid]:
        if not is_count(value):
            yield Invalid(path, "field.count")

    def _json_schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": 0, "maximum": COUNT_LIMIT}

    def _reader(self) -> Reader:
        return read_count


def is_count(value: Any) -> bool:
    """Whether a value is a count, and no number or boolean that looks like one."""
    return type(value) is int and 0 <= value <= COUNT_LIMIT


def read_count(value: Any) -> int:
    """The count that a value is.

    Raises:
        Unfit: it is none.
    """
    if type(value) is int and 0 <= value <= COUNT_LIMIT:
        return value
    raise Unfit


@dataclass(frozen=True)
class Flag(Field):
    """True or false; never 1 or "true"."""

    def _faults(self, value: Any, path: Path) -> Iterator[Invalid]:
        if value is not True and value is not False:
            yield Invalid(path, "field.boolean")

    def _json_schema(self) -> dict[str, Any]:
        return {"type": "boolean"}

    def _reader(self) -> Reader:
        return _read_flag


def _read_flag(value: Any) -> bool:
    if value is True or value is False:
        return value
    raise Unfit


@dataclass(frozen=True)
class Name(Field):
    """The name of a side: trimmed, in NFC, 1 to 40 code points of any script, one of which can be seen."""

    def _faults(self, value: Any, path: Path) -> Iterator[Invalid]:
        if not isinstance(value, str):
            yield Invalid(path, "field.text")
        elif not _is_sound(value):
            yield Invalid(path, "field.bad_text")
        elif _trimmed(value) is None:
            yield Invalid(path, "field.name_length")
        elif not is_visible(value):
            yield Invalid(path, "name.unseen")

    def _json_schema(self) -> dict[str, Any]:
        # Length is counted after trimming, so the document only says what no name can lack.
        return {"type": "string", "minLength": 1}

    def _reader(self) -> Reader:
        return _read_name


def _is_sound(text: str) -> bool:
    """Whether every database can keep a text: one without NUL and lone surrogates."""
    return "\0" not in text and (text.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in text))


def _trimmed(text: str) -> str | None:
    """The name that a text is, or None for one that is too long or nothing."""
    written = text.strip()
    if len(written) > _LONGEST_WRITING:
        return None
    name = normalize("NFC", written)
    return name if 1 <= len(name) <= NAME_LIMIT else None


def _read_name(value: Any) -> str:
    if isinstance(value, str) and len(value) <= NAME_LIMIT and value.isascii() and "\0" not in value:
        # As most names are: NFC leaves them as they stand.
        name = value.strip()
        if name and name.isprintable():
            return name
    return _read_any_name(value)


def _read_any_name(value: Any) -> str:
    name = _trimmed(value) if isinstance(value, str) and _is_sound(value) else None
    if name is None or not is_visible(name):
        raise Unfit
    return name


@dataclass(frozen=True)
class Choice(Field):
    """One of a few values, compared with their type: 2 is not 2.0 and true is not 1."""

    options: Iterable[Any]

    @property
    def _by_value(self) -> dict[tuple[type, Any], Any]:
        return {(type(_plain(one)), _plain(one)): one for one in self.options}

    def _faults(self, value: Any, path: Path) -> Iterator[Invalid]:
        try:
            self.read(value)
        except Unfit:
            yield Invalid(path, "field.choice", {"values": ", ".join(str(one) for _, one in self._by_value)})

    def _json_schema(self) -> dict[str, Any]:
        values = [value for _, value in self._by_value]
        kinds = sorted({"string" if isinstance(one, str) else "integer" for one in values})
        return {"enum": values, "type": kinds}

    def _reader(self) -> Reader:
        by_value = self._by_value

        def read(value: Any) -> Any:
            try:
                return by_value[type(value), value]
            except (KeyError, TypeError):
                return self._read_added(value)

        return read

    def _read_added(self, value: Any) -> Any:
        """An option that an expansion has added since."""
        for one in self.options:
            if type(value) is type(_plain(one)) and value == _plain(one):
                return one
        raise Unfit


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, str) else value


@dataclass(frozen=True)
class GuardCard(Field):
    """A guard card as its owner reads it: a number from 0, or `power`."""

    def _faults(self, value: Any, path: Path) -> Iterator[Invalid]:
        if value != POWER and not is_count(value):
            yield Invalid(path, "field.guard_card")

    def _json_schema(self) -> dict[str, Any]:
        return {"oneOf": [Count().json_schema(), {"const": POWER}]}

    def _reader(self) -> Reader:
        return lambda value: value if value == POWER else read_count(value)
