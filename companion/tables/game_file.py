"""A game as a file: its setup, its seed, and every request since.

The app that reads it plays it again by the rules, so that the file holds nothing that they don't allow. The file has
no results, only a digest of them: an app whose rules lead to other results rejects the file.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Final

from companion.boxes.schemas import Fixed, Flag, Name
from companion.players_day import known_zone
from companion.rules.acts.actions import Act
from companion.rules.engine import decider
from companion.rules.engine.mid_game_setup import TOLD
from companion.rules.errors import RuleError
from companion.rules.rulings.ranking import MOST_SIDES
from companion.rules.schema import EnumField, IntField, Invalid, ListField, ObjectField, Path, Schema
from companion.rules.shuffling.house_deck import NEWEST
from companion.rules.shuffling.shuffle import shuffled
from companion.rules.state.events import Began, Event, replay
from companion.rules.vocabulary import Crew
from companion.tables import log_codec
from companion.tables.line import DONE, MOVING, Kind, Line
from companion.tables.position_entry import typed_figures
from companion.tables.records import Table
from companion.tables.setup_request import SETUP_REQUEST, agreed, begun, request_of
from companion.tables.timeline import State, advanced, rebuilt

FORMAT: Final = "lockup-game"
VERSION: Final = 1
"""A file of another version is refused, never read by guessing."""

ALL_FORMAT: Final = "lockup-games"
"""Several games in one file."""

MOST_GAMES: Final = 1000

MOST_LINES: Final = 2000
"""The most entries in a file: several times as many as in the longest game of random players."""

MOST_MOVES: Final = 300
"""The most undo and redo entries in a file: each is played from the beginning."""

_LONGEST_TEXT: Final = 200
_LONGEST: Final = 300 * 366 * 24 * 60 * 60
"""Seconds that a game may take: a phone's clock may say 1970 at its beginning and be set right later."""

_EARLIEST: Final = datetime(1969, 12, 31, tzinfo=UTC)
_LATEST: Final = datetime(2200, 1, 1, tzinfo=UTC)

ELSEWHERE: Final = "elsewhere"
"""The act of entries about seats elsewhere: the people there do not come along."""


class CannotTravel(Exception):
    """A game that no file can hold."""


class BadGameFile(ValueError):
    """A file without a game that can go on here: `key` of the sentence, `data` in it."""

    def __init__(self, key: str, **data: Any) -> None:
        super().__init__(key)
        self.key, self.data = key, data


@dataclass(frozen=True)
class _Text(Schema):
    """Text of no particular kind, that is not too long."""

    def _faults(self, value: Any, path: Path) -> Iterator[Invalid]:
        if not isinstance(value, str) or not 0 < len(value) <= _LONGEST_TEXT or not value.isprintable():
            yield Invalid(path, "shape.text")

    def _json_schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": 1, "maxLength": _LONGEST_TEXT}


@dataclass(frozen=True)
class _Moment(Schema):
    """A moment in UTC that a phone's clock may have shown."""

    def _faults(self, value: Any, path: Path) -> Iterator[Invalid]:
        if moment_in(value) is None:
            yield Invalid(path, "shape.text")

    def _json_schema(self) -> dict[str, Any]:
        return {"type": "string", "format": "date-time"}


@dataclass(frozen=True)
class _Values(Schema):
    """The values of an act; the question that it answers decides what fits."""

    def _faults(self, value: Any, path: Path) -> Iterator[Invalid]:
        if not isinstance(value, dict):
            yield Invalid(path, "shape.object")

    def _json_schema(self) -> dict[str, Any]:
        return {"type": "object"}


_SIDE: Final = IntField(0, MOST_SIDES - 1)
_LINE_NUMBER: Final = IntField(0, MOST_LINES)

LINE: Final = ObjectField(
    {
        "kind": EnumField([kind.value for kind in Kind if kind is not Kind.BEGIN]),
        "seat": _SIDE,
        "after": IntField(0, _LONGEST),
        "shown": _LINE_NUMBER,
        "type": _Text(),
        "fields": _Values(),
        "for": _SIDE,
        "by": _SIDE,
        "to": _LINE_NUMBER,
        "repeats": _LINE_NUMBER,
        "reopens": ListField(_SIDE, MOST_SIDES),
    },
    frozenset({"kind", "after"}),
)
"""An entry of the log: `after` so many seconds, based on the version `shown`."""

GAME_FILE: Final = ObjectField(
    {
        "format": Fixed(FORMAT, "shape.fixed"),
        "version": Fixed(VERSION, "shape.fixed"),
        "seed": _Text(),
        "opened": _Moment(),
        "timed": Flag(),
        "zone": _Text(),
        "setup": SETUP_REQUEST,
        "house_deck": IntField(1, NEWEST),
        "one_by_one": Flag(),
        "seats": ListField(
            ObjectField({"name": Name(), "crew": EnumField(tuple(Crew)), "moved": _LINE_NUMBER}), MOST_SIDES
        ),
        "host": _SIDE,
        "trust": Flag(),
        "revealed": IntField(0),
        "lines": ListField(LINE, MOST_LINES),
        "digest": _Text(),
    },
    frozenset({"format", "version", "seed", "opened", "setup", "seats", "host", "lines", "digest"}),
)
"""A game. `timed`: it began as it was opened. `one_by_one`: without agreed turns, as at older tables of several.
`trust`: everyone may correct others' open values.
"""


@dataclass(frozen=True)
class CarriedGame:
    """A game from a file, played again.

    Attributes:
        value: the file, which fits `GAME_FILE`.
        lines: the log, from its beginning.
        state: the state after them.
    """

    value: Mapping[str, Any]
    lines: Sequence[Line]
    state: State

    @property
    def opened(self) -> datetime:
        """The moment when its table was opened."""
        return self.lines[0].moment

    @property
    def zone(self) -> str | None:
        """The time zone in which it was played, if known."""
        return known_zone(self.value.get("zone"))


def written(table: Table, lines: Sequence[Line]) -> dict[str, Any]:
    """Return the file of a game.

    Args:
        table: its table.
        lines: the whole log.

    Raises:
        CannotTravel: an older version agreed on what no request says any more.
    """
    agreement, events = _beginning(table, lines[0].events)
    opened = lines[0].moment.replace(microsecond=0)
    return {
        "format": FORMAT,
        "version": VERSION,
        **agreement,
        "opened": opened.isoformat(),
        "timed": table.began is not None,
        **({"zone": table.zone} if table.zone else {}),
        "seats": [
            {
                **({"name": seat.name} if seat.name else {}),
                **({"crew": seat.crew} if seat.crew else {}),
                "moved": seat.moves_done,
            }
            for seat in table.seats
        ],
        "host": table.host,
        "trust": table.edits_all,
        "revealed": table.revealed,
        "lines": [_written_line(line, opened) for line in lines[1:]],
        "digest": _digest([lines[0].with_events(events), *lines[1:]]),
    }


def _beginning(table: Table, happened: Sequence[Event]) -> tuple[dict[str, Any], tuple[Event, ...]]:
    """Return the setup as a file has it, and the events with which its reader begins.

    If the game began in the middle, they may place the same things in another order.
    """
    begins = happened[0]
    assert isinstance(begins, Began)
    setup, stands = begins.setup, replay(happened)
    agreement = {"seed": table.seed, "house_deck": setup.house_deck, "one_by_one": setup.turns is None}
    in_the_middle = "begin" if setup.solitary else "begin_together"
    requests = [request_of(setup)]
    if any(event.why == TOLD for event in happened):
        requests = [{**requests[0], in_the_middle: typed} for typed in typed_figures(happened)]
    for request in requests:
        value = {**agreement, "setup": request}
        with suppress(RuleError):
            if replay(events := _events_at_the_beginning(value)) == stands:
                return value, events
    raise CannotTravel


def _written_line(line: Line, opened: datetime) -> dict[str, Any]:
    value: dict[str, Any] = {"kind": line.kind.value, "after": max(0, int((line.moment - opened).total_seconds()))}
    if line.shown is not None and line.shown != line.version - 1:
        value["shown"] = line.shown
    if line.seat is not None:
        value["seat"] = line.seat
    return value if line.kind is Kind.SEAT else {**value, **line.request}


def is_same(line: Line, other: Line) -> bool:
    """Return whether entries request the same; files do not say what seats request."""
    if line.kind is not other.kind or line.seat != other.seat:
        return False
    return line.kind is Kind.SEAT or line.request == other.request


def _digest(lines: Iterable[Line]) -> str:
    """Return a digest of the events of all entries in which something happened."""
    facts = (log_codec.split(line.events)[0] for line in lines if line.kind in DONE)
    return hashlib.sha256("\n".join(facts).encode()).hexdigest()


def _events_at_the_beginning(value: Mapping[str, Any]) -> tuple[Event, ...]:
    setup = agreed(value["setup"])
    turns = None if value.get("one_by_one") else setup.turns
    setup = replace(setup, house_deck=value.get("house_deck", setup.house_deck), turns=turns)
    figures, shuffle = begun(value["setup"], setup), partial(shuffled, value["seed"])
    return decider.begin_at(setup, figures, shuffle) if figures else decider.begin(setup, shuffle)


def all_in_one(games: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return a file of several games."""
    return {"format": ALL_FORMAT, "version": VERSION, "games": games}


def games_in(value: Any) -> list[Any]:
    """Return the games of a file, unchecked.

    Raises:
        BadGameFile: it is of a newer version, or of something else.
    """
    if not isinstance(value, dict) or value.get("format") != ALL_FORMAT:
        return [value]
    if value.get("version") != VERSION:
        raise BadGameFile("carry.newer")
    games = value.get("games")
    if not isinstance(games, list) or len(games) > MOST_GAMES:
        raise BadGameFile("carry.damaged")
    return games


def read(value: Any) -> CarriedGame:
    """Return the game of a file, played again by these rules.

    Raises:
        BadGameFile: it is no such file, or these rules come to something else.
    """
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise BadGameFile("carry.no_game")
    if value.get("version") != VERSION:
        raise BadGameFile("carry.newer")
    if next(iter(GAME_FILE.faults(value)), None) is not None:
        raise BadGameFile("carry.damaged")
    if sum(line["kind"] in MOVING for line in value["lines"]) > MOST_MOVES:
        raise BadGameFile("carry.too_long")
    lines, state = _played(value)
    players = state.game.setup.players
    if len(value["seats"]) != len(players) or value["host"] not in players:
        raise BadGameFile("carry.damaged")
    if _digest(lines) != value["digest"]:
        raise BadGameFile("carry.other_rules")
    return CarriedGame(value, lines, state)


def _played(value: Mapping[str, Any]) -> tuple[list[Line], State]:
    opened = moment_in(value["opened"])
    assert opened is not None
    try:
        events = _events_at_the_beginning(value)
    except RuleError as fault:
        raise BadGameFile("carry.damaged") from fault
    lines = [Line(1, Kind.BEGIN, moment=opened, shown=0).with_events(events)]
    state = advanced(State(), lines[0])
    shuffle = partial(shuffled, value["seed"])
    for version, told in enumerate(value["lines"], 2):
        if state.closed:
            raise BadGameFile("carry.damaged")
        line = _line(version, told, opened)
        try:
            if line.kind in DONE:
                decision = _decided(state, line, shuffle)
                line = line.with_events(decision.events)
                state = advanced(state, line, decision)
            elif line.kind in MOVING:
                state.history.after(version, line.kind, told.get("to", 0))
                state = rebuilt([*lines, line])
            else:
                state = advanced(state, line)
        except RuleError as fault:
            raise BadGameFile("carry.not_allowed", n=version) from fault
        lines.append(line)
    return lines, state


def _line(version: int, told: Mapping[str, Any], opened: datetime) -> Line:
    kind = Kind(told["kind"])
    request = {key: told[key] for key in _REQUEST if key in told}
    if kind is Kind.SEAT:
        request = {"type": ELSEWHERE, "fields": {}}
    elif (kind in {Kind.ACT, Kind.CORRECTION}) != ("type" in request) or (kind in MOVING and "to" not in request):
        raise BadGameFile("carry.damaged")
    moment = opened + timedelta(seconds=told["after"])
    return Line(version, kind, told.get("seat"), request, moment, shown=told.get("shown"))


_REQUEST: Final = ("type", "fields", "for", "by", "to", "repeats", "reopens")


def _decided(state: State, line: Line, shuffle: Any) -> decider.Decision:
    act = Act(line.act.type, line.act.values)
    if line.kind is Kind.CORRECTION:
        return decider.correction_decision(state.game, act, shuffle)
    return decider.next_decision(state.game, state.prompt, act, shuffle)


def moment_in(value: Any) -> datetime | None:
    """Return the moment that a text states, in UTC, if a phone's clock may have shown it, or None."""
    try:
        moment = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        return None
    return moment if moment.utcoffset() == timedelta(0) and _EARLIEST < moment < _LATEST else None
