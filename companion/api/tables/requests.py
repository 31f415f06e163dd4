"""What bodies of `/tables` may hold, and reading them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from flask import request

from companion.api.core.bodies import parse_body
from companion.api.core.problems import Problem
from companion.api.core.schema_fields import documented
from companion.api.core.writes import idempotency_key
from companion.boxes.schemas import MOST_ENTRIES, Flag, Listing, Name
from companion.players_day import LONGEST_ZONE
from companion.rules.rulings.ranking import MOST_SIDES
from companion.rules.schema import IntField, Invalid, ObjectField, Path, Schema
from companion.schemas.faults import field_errors
from companion.schemas.faults import refuse as refuse_fields
from companion.tables.setup_request import SETUP_REQUEST

KEY: Final = ("Idempotency-Key", "The same key with the same body is one line of the log and one answer.", True)
KEY_OF_TABLE: Final = ("Idempotency-Key", "The same key with the same body is one table and one answer.", False)
IF_NONE_MATCH: Final = ("If-None-Match", "An ETag; an unchanged table is 304 without a body.", False)
CODE: Final[Mapping[str, None]] = {"code": None}


LONGEST_WORD: Final = 40
MOST_LINES: Final = 200
MOST_VERSION: Final = 2**31 - 1


@dataclass(frozen=True)
class WordField(Schema):
    """Text such as the type of an action, of so many characters at most."""

    most: int = LONGEST_WORD

    def _faults(self, value: Any, path: Path) -> Iterator[Invalid]:
        if not isinstance(value, str):
            yield Invalid(path, "shape.text")
        elif not 1 <= len(value) <= self.most:
            yield Invalid(path, "shape.name", {"most": self.most})
        else:
            yield from _unsound(value, path)

    def _json_schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": 1, "maxLength": self.most}


@dataclass(frozen=True)
class Filled(Schema):
    """The fields of an action; what each may be, the prompt says."""

    def _faults(self, value: Any, path: Path) -> Iterator[Invalid]:
        if not isinstance(value, dict):
            yield Invalid(path, "shape.object")
        else:
            yield from islice(_unsound(value, path), MOST_ENTRIES)

    def _json_schema(self) -> dict[str, Any]:
        return {"type": "object", "maxProperties": MOST_ENTRIES}


def _unsound(value: Any, path: Path) -> Iterator[Invalid]:
    """What nothing can hold: text that no database keeps, numbers with a point, more members than anything has."""
    if isinstance(value, str):
        if "\0" in value or any("\ud800" <= sign <= "\udfff" for sign in value):
            yield Invalid(path, "shape.bad_text")
    elif isinstance(value, float):
        yield Invalid(path, "shape.whole")
    elif isinstance(value, dict) and len(value) > MOST_ENTRIES:
        yield Invalid(path, "shape.too_many", {"most": MOST_ENTRIES})
    elif isinstance(value, dict):
        for name, inner in value.items():
            if any(_unsound(name, ())):
                yield Invalid((*path, name), "shape.bad_text")
            yield from _unsound(inner, (*path, name))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _unsound(inner, (*path, index))


TABLE: Final = ObjectField(
    {
        "box": WordField(),
        "name": Name(),
        "seed": Name(),
        "holds": Listing(IntField(0, MOST_SIDES - 1), MOST_SIDES),
        "edits_all": Flag(),
        "zone": WordField(LONGEST_ZONE),
        **SETUP_REQUEST.members,
    }
)
"""What a table agrees on; all that is left out is as the box says, else the edition.

`holds` are the seats that whoever opens the table takes, left out all of them; the others are free.
`zone` is the time zone of those who play.
"""

_VERSION: Final = IntField(1, MOST_VERSION)
ACTION: Final = ObjectField(
    {"version": _VERSION, "type": WordField(), "fields": Filled()}, frozenset({"version", "type"})
)
ACTING: Final = ObjectField(
    {"version": _VERSION, "type": WordField(), "fields": Filled(), "for": IntField(0, MOST_SIDES - 1)},
    frozenset({"version", "type"}),
)
"""As `ACTION`; `for`: the seat for which one acts, since its phone is silent."""
TO: Final = ObjectField({"version": _VERSION, "to": _VERSION}, frozenset({"version", "to"}))
STRIKING: Final = ObjectField(
    {"version": _VERSION, "to": _VERSION, "side": IntField(0, MOST_SIDES - 1)}, frozenset({"version", "to"})
)
"""As `TO`; `side`: the seat that declines what the app took for it in that line, which stays as it is."""
LAST: Final = ObjectField({"version": _VERSION}, frozenset({"version"}))

TABLE_BODY: Final = documented("TableBody", TABLE)()
ACTION_BODY: Final = documented("ActionBody", ACTION)()
ACTING_BODY: Final = documented("ActingBody", ACTING)()
TO_BODY: Final = documented("ToBody", TO)()
STRIKING_BODY: Final = documented("StrikingBody", STRIKING)()
LAST_BODY: Final = documented("CloseBody", LAST)()


def read_shape(shape: ObjectField) -> dict[str, Any]:
    """The body of this request, if it fits."""
    value = parse_body(request)
    refuse_fields(field_errors(shape.faults(value)))
    read: dict[str, Any] = value
    return read


def needed_key() -> str:
    """The `Idempotency-Key`, which what writes has to have."""
    key = idempotency_key()
    if key is None:
        raise Problem("bad-key")
    return key
