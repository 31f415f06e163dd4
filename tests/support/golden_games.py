"""Games as an earlier version of the app has kept them, and what they came to when it wrote them.

`golden/<version>.sql.xz` is the database of that version, `golden/<version>.json.xz` what it made of each line;
`golden/write.py` has played the games over REST. Neither is ever written again: a version that keeps games otherwise
adds files of its own.
"""

import json
import lzma
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from companion.rules.state.position import Position
from companion.tables import log_codec
from companion.tables.line import DONE, Kind, Line
from companion.tables.upcasters import format_of
from support.made_lines import made_line

FOLDER = Path(__file__).parents[1] / "golden"
VERSIONS = tuple(sorted(file.name.removesuffix(".json.xz") for file in FOLDER.glob("*.json.xz")))

FOLLOWED = tuple(name for name in Position._fields if name != "agenda")


class Golden(NamedTuple):
    """A game that was kept.

    Attributes:
        name: what sort of a game.
        code, token: of its table, and of the seat that holds all seats.
        came_to: of each line, the digest of the game after it, and the step that it waited for, or None at the end.
        export: the file of the table, where it was closed.
        rows: its log as the database has it: version, kind, `to`, seat, facts, rules.
    """

    name: str
    code: str
    token: str
    came_to: list[tuple[str, str | None]]
    export: Any
    rows: list[tuple[int, str, int | None, int | None, str, str]]

    def lines(self) -> list[Line]:
        """Its log, read by this version."""
        return [*self._read()]

    def _read(self) -> Iterator[Line]:
        for version, kind, to, seat, facts, rules in self.rows:
            happened = log_codec.facts([(format_of(rules), facts)])[0] if kind in DONE else ()
            yield made_line(version, Kind(kind), happened, to=to, seat=seat)

    @property
    def alone(self) -> bool:
        """Whether one person has played it against the guards."""
        return not self.name[0].isdecimal()

    def stops(self) -> dict[str, int]:
        """By kind of step, the last line after which the game waited for one."""
        return {step: version for version, (_, step) in enumerate(self.came_to, 1) if step}


def unpacked(version: str, suffix: str) -> str:
    return lzma.decompress((FOLDER / f"{version}.{suffix}.xz").read_bytes()).decode()


def database(version: str, file: Path) -> None:
    """Lay the database of a version at a place, as that version left it."""
    made = sqlite3.connect(file)
    made.executescript(unpacked(version, "sql"))
    made.close()


class Stop(NamedTuple):
    """Where a game that was kept waited for a kind of step: after a line, as a version of the app left it."""

    version: str
    game: Golden
    kind: str
    line: int


def stops() -> list[Stop]:
    """The last of each kind in each game of all versions."""
    return [Stop(one, game, *stop) for one in VERSIONS for game in games(one) for stop in game.stops().items()]


def copy(stop: Stop, kept_in: Path, file: Path, code: str) -> None:
    """Lay a game as it was at a stop into another database.

    Args:
        stop: where it waited.
        kept_in: the database of its version, migrated.
        file: the other one.
        code: what its table is called there, and its id too.
    """
    with closing(sqlite3.connect(file)) as kept:
        kept.execute("attach ? as golden", (str(kept_in),))
        for table, named in (("game_table", "id"), ("game_seat", "table_id"), ("game_entry", "table_id")):
            of = "(select id from golden.game_table where code = ?)"
            kept.execute(
                f"create temp table one as select * from golden.{table} where {named} = {of}", (stop.game.code,)
            )
            if table == "game_table":
                kept.execute("update one set code = ?, watch = ?, version = ?", (code, code, stop.line))
                kept.execute("update one set closed = 0, over = 0, revealed = 0, next_code = null, box_id = null")
            elif table == "game_entry":
                kept.execute("delete from one where version > ?", (stop.line,))
            kept.execute(f"update one set {named} = ?", (code,))
            kept.execute(f"insert into main.{table} select * from one")
            kept.execute("drop table one")
        kept.commit()


def names(version: str) -> list[tuple[str, str]]:
    """What sorts of games a version has kept, and their codes."""
    return [(one["name"], one["code"]) for one in json.loads(unpacked(version, "json"))]


@cache
def games(version: str) -> Sequence[Golden]:
    """All games of a version."""
    kept = sqlite3.connect(":memory:")
    kept.executescript(unpacked(version, "sql"))
    found = []
    for one in json.loads(unpacked(version, "json")):
        rows = kept.execute(
            "select line.version, kind, json_extract(act, '$.to'), seat, facts, line.rules from game_entry as line "
            "join game_table as at on at.id = table_id where code = ? order by line.version",
            (one["code"],),
        )
        found.append(Golden(**{**one, "came_to": [tuple(came) for came in one["came_to"]]}, rows=rows.fetchall()))
    kept.close()
    return found


def digest(game: Position) -> str:
    """A mark of where everything lies, which members that a later version adds do not change."""
    return digests([game])[0]


def digests(course: Iterable[Position]) -> list[str]:
    """The marks of a game in its course; what one position has of the one before it is written once."""
    written: dict[str, tuple[Any, str]] = {}
    found = []
    for game in course:
        for name in FOLLOWED:
            value = getattr(game, name)
            if name not in written or written[name][0] is not value:
                written[name] = value, f'"{name}": {json.dumps(plain(value), sort_keys=True)}'
        told = ", ".join(written[name][1] for name in sorted(FOLLOWED) if _told(game, name))
        found.append(sha256(f"{{{told}}}".encode()).hexdigest()[:8])
    return found


def _told(game: Position, name: str) -> bool:
    return bool(getattr(game, name) != Position._field_defaults.get(name, MISSING))


def plain(value: Any) -> Any:
    """A value of a game as JSON, without what is at its default and without the names of its types."""
    if isinstance(value, Enum):
        return value.value
    if hasattr(value, "_fields"):
        defaults = value._field_defaults
        told = ((name, getattr(value, name)) for name in value._fields)
        return {name: plain(one) for name, one in told if name not in defaults or one != defaults[name]}
    if is_dataclass(value):
        members = {one.name: getattr(value, one.name) for one in fields(value)}
        return {one.name: plain(members[one.name]) for one in fields(value) if members[one.name] != _default(one)}
    if isinstance(value, Mapping):
        return sorted(([plain(key), plain(one)] for key, one in value.items()), key=str)
    if isinstance(value, frozenset):
        return sorted((plain(one) for one in value), key=str)
    return [plain(one) for one in value] if isinstance(value, tuple) else value


def _default(member: Any) -> Any:
    return member.default if member.default_factory is MISSING else member.default_factory()
