"""Schemas that a file has and an act has not: true and false, names as people write them, faces by their ids."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from unicodedata import normalize

from companion.rules.schema import LONGEST_NAME, Invalid, ObjectField, Path, Schema, TextField, is_visible

MOST_ENTRIES: Final = 200
"""Entries of a list, and faces of a kind."""

LONGEST_ID: Final = 12

_SPACE: Final = r"\u0009-\u000d\u001c-\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
"""Python's spaces, written so that every program that reads the schema takes the same for one."""

_NAME: Final = (
    rf"^[{_SPACE}]*[^\u0000{_SPACE}](?:[^\u0000]{{0,{LONGEST_NAME - 2}}}[^\u0000{_SPACE}])?[{_SPACE}]*(?!\n)$"
)
_ID: Final = rf"^[0-9a-z]{{1,{LONGEST_ID}}}(?!\n)$"

_LONGEST_WRITING: Final = 4 * LONGEST_NAME
"""No longer text can be a name: NFC makes one code point of at most four. It takes very long over long text."""


@dataclass(frozen=True)
class Flag(Schema):
    """True or false."""

    def _faults(self, value: Any, path: Path) -> Iterator[Invalid]:
        if value is not True and value is not False:
            yield Invalid(path, "shape.boolean")

    def _json_schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


@dataclass(frozen=True)
class Name(TextField):
    """A name: 1 to 40 code points of any script, counted once it is trimmed and in NFC; one of them can be seen.

    Bodies, files and forms hold names like this. An act's log entry keeps a text as it was written, and takes less.
    """

    def _faults(self, value: Any, path: Path) -> Iterator[Invalid]:
        if not isinstance(value, str):
            yield Invalid(path, "shape.text")
        elif "\0" in value or any("\ud800" <= sign <= "\udfff" for sign in value):
            yield Invalid(path, "shape.bad_text")
        elif len(value.strip()) > _LONGEST_WRITING or not 1 <= len(trimmed(value)) <= LONGEST_NAME:
            yield Invalid(path, "shape.name", {"most": LONGEST_NAME})
        elif not is_visible(value):
            yield Invalid(path, "name.unseen")

    def _json_schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": 1, "pattern": _NAME}


def trimmed(name: str) -> str:
    """Return a name as it is kept and compared."""
    return normalize("NFC", name.strip())


@dataclass(frozen=True)
class Fixed(Schema):
    """Exactly this value; `key` says what is the matter with any other."""

    value: str | int
    key: str

    def _faults(self, value: Any, path: Path) -> Iterator[Invalid]:
        if type(value) is not type(self.value) or value != self.value:
            yield Invalid(path, self.key, {"known": self.value})

    def _json_schema(self) -> dict[str, Any]:
        return {"const": self.value}


@dataclass(frozen=True)
class ById(Schema):
    """An object of one shape by id, up to `most` entries. No id can stand there twice."""

    entry: Schema
    most: int = MOST_ENTRIES

    def _faults(self, value: Any, path: Path) -> Iterator[Invalid]:
        if not isinstance(value, dict):
            yield Invalid(path, "shape.object")
            return
        if len(value) > self.most:
            yield Invalid(path, "shape.too_many", {"most": self.most})
        for id_, entry in value.items():
            if not re.fullmatch(_ID, id_):
                yield Invalid((*path, id_), "box.id", {"most": LONGEST_ID})
            else:
                yield from self.entry.faults(entry, (*path, id_))

    def _json_schema(self) -> dict[str, Any]:
        return {
            "type": "object",
            "propertyNames": {"pattern": _ID},
            "additionalProperties": self.entry.json_schema(),
            "maxProperties": self.most,
        }


@dataclass(frozen=True)
class Typed(ObjectField):
    """A record some of whose members stand only with one `type`: which one, and the key that says so."""

    only: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    def _faults(self, value: Any, path: Path) -> Iterator[Invalid]:
        found = list(super()._faults(value, path))
        yield from found
        # One mistake shall not give a chain of faults: what stands between members counts once they are sound.
        if not found:
            for member, (type_, key) in self.only.items():
                if member in value and value["type"] != type_:
                    yield Invalid((*path, member), key)

    def _json_schema(self) -> dict[str, Any]:
        only = {
            member: {"properties": {"type": {"const": type_}}, "required": ["type"]}
            for member, (type_, _) in self.only.items()
        }
        return {**super()._json_schema(), "dependentSchemas": only}
