"""The bodies that `/tables` takes."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final

from companion.api.core.problems import Problem
from companion.api.core.schema_fields import from_shape
from companion.api.core.writes import idempotency_key
from companion.boxes.schemas import MOST_ENTRIES
from companion.players_day import LONGEST_ZONE
from companion.rules.rulings.ranking import MOST_SIDES
from companion.rules.schema import EnumField, IntField, Invalid, ListField, Path
from companion.rules.vocabulary import Location
from companion.schemas.body import Body
from companion.schemas.fields import Described, Flag, Name, Shape, Whole
from companion.tables.setup_request import SETUP_REQUEST

KEY: Final = ("Idempotency-Key", "The same key with the same body is one line of the log and one answer.", True)
KEY_OF_TABLE: Final = ("Idempotency-Key", "The same key with the same body is one table and one answer.", False)
IF_NONE_MATCH: Final = ("If-None-Match", "An ETag; an unchanged table is 304 without a body.", False)
CODE: Final[Mapping[str, None]] = {"code": None}


LONGEST_WORD: Final = 40
MOST_LINES: Final = 200
MOST_VERSION: Final = 2**31 - 1


class Word(Described):
    """Text such as the type of an action, of so many characters at most."""

    def __init__(self, most: int = LONGEST_WORD, **options: Any) -> None:
        super().__init__(**options)
        self._most = most

    def faults(self, value: Any) -> Iterator[Invalid]:
        """Yield what is no such text."""
        if not isinstance(value, str):
            yield Invalid((), "shape.text")
        elif not 1 <= len(value) <= self._most:
            yield Invalid((), "shape.name", {"most": self._most})
        else:
            yield from _unsound(value, ())

    def json_schema(self) -> dict[str, Any]:
        """Describe text of that length."""
        return {"type": "string", "minLength": 1, "maxLength": self._most}


class Filled(Described):
    """The fields of an action; what each may be, the prompt says."""

    def faults(self, value: Any) -> Iterator[Invalid]:
        """Yield what no field can hold."""
        if not isinstance(value, dict):
            yield Invalid((), "shape.object")
        else:
            yield from islice(_unsound(value, ()), MOST_ENTRIES)

    def json_schema(self) -> dict[str, Any]:
        """Describe an object."""
        return {"type": "object", "maxProperties": MOST_ENTRIES}


def _unsound(value: Any, path: Path) -> Iterator[Invalid]:
    """Yield values that nothing can hold: text that no database stores, fractions, too many members."""
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


class Seat(Whole):
    """A seat of a table, from 0."""

    def __init__(self, **options: Any) -> None:
        super().__init__(0, MOST_SIDES - 1, **options)


class CloseBody(Body):
    """The base of all bodies that add a line: the version that the client saw."""

    version = Whole(1, MOST_VERSION, required=True)


class ActionBody(CloseBody):
    """An action or a correction."""

    type = Word(required=True)
    fields_ = Filled(data_key="fields", attribute="fields")


class ActingBody(ActionBody):
    """An action; `for` is the seat that the caller acts for, since its phone is silent."""

    for_ = Seat(data_key="for", attribute="for")


class ToBody(CloseBody):
    """A line to go to."""

    to = Whole(1, MOST_VERSION, required=True)


class TakeBackBody(CloseBody):
    """The location to undo as a whole; if omitted, the last one where the caller has tokens."""

    location = Shape(EnumField(Location.words()))


TABLE: Final = from_shape(
    "TableBody",
    SETUP_REQUEST,
    box=Word(),
    name=Name(),
    seed=Name(),
    holds=Shape(ListField(IntField(0, MOST_SIDES - 1), MOST_SIDES)),
    edits_all=Flag(),
    zone=Word(LONGEST_ZONE),
)()
"""The setup of a new table; omitted members are as the box says, or the edition.

`holds` lists the seats that the caller takes, all of them if omitted; the others are free. `zone` is the players' time
zone.
"""

ACTION: Final = ActionBody()
ACTING: Final = ActingBody()
TO: Final = ToBody()
LAST: Final = CloseBody()
TAKE_BACK: Final = TakeBackBody()


def needed_key() -> str:
    """Return the `Idempotency-Key`, which every writing request must have."""
    key = idempotency_key()
    if key is None:
        raise Problem("bad-key")
    return key
