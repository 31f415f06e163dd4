"""Tables over REST: an action against a bare route that keeps what it reads, at logs of any length, and rebuilt."""

import cProfile
import json
import pstats
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, Final

from flask import Flask
from sqlalchemy import event, insert
from werkzeug.datastructures import Headers
from werkzeug.test import EnvironBuilder, run_wsgi_app

from bench.asking import API, KEYS, accepted, connected
from bench.serving import Served, bare, lockup, syncing
from companion import create_app
from companion.config import Settings
from companion.identity.caller import Caller
from companion.persistence.database import db
from companion.persistence.migrate import upgrade
from companion.presenters.table import TablePresenter
from companion.rules.state.events import Scored
from companion.rules.state.setup import Dealing, Setup
from companion.serving.memory import settle
from companion.tables import log_codec, opening, repository, unit_of_work
from companion.tables.command import Command
from companion.tables.line import Kind
from companion.tables.records import Entry, Table
from companion.web.json_answers import send
from tests.support.random_json_player import any_action

GAMES: Final = 3
ROUNDS: Final = 15
REPEATED: Final = 20
SHORT: Final = 50
LONG: Final = 5000
ACTIONS: Final = 150
REBUILT: Final = 30
HOUSE: Final = {"dealing": "house"}


class Seat:
    """A seat at a table of a server, over one connection; it knows how long the server took."""

    def __init__(self, served: Served, code: str = "", token: str = "") -> None:
        self._connection = connected(served)
        self._code = code
        self._token = token
        self.version = 1
        self.seconds = 0.0

    def open(self, body: Any) -> Any:
        """Sit down at a new table."""
        shown = self.post("/tables", body)
        self._code, self._token = shown["code"], shown["token"]
        return shown

    def line(self, path: str, body: Any) -> Any:
        """Add a line to the log of the table."""
        shown = self.post(f"/tables/{self._code}/{path}", body)
        self.version = shown["version"]
        return shown

    def stars(self, number: int) -> None:
        """Do the action that is always the same: move the player on the track."""
        fields = {"side": [0], "number": number}
        self.line("corrections", {"version": self.version, "type": "set_reputation", "fields": fields})

    def post(self, path: str, body: Any, prefix: str = API) -> Any:
        """Return the answer to a body."""
        sent = json.dumps(body)
        begun = time.perf_counter()
        answer = accepted(self._connection, prefix + path, sent, self._token)
        self.seconds += time.perf_counter() - begun
        return json.loads(answer)


def measure() -> None:
    """Print what an action costs over REST, and what it costs to read a log."""
    _against_bare_routes()
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(database=f"sqlite:///{folder}/lockup.db", testing=True))
        with app.app_context():
            upgrade(db.engine)
            codes = {length: _table_of(length) for length in (SHORT, LONG)}
            _long_and_short(folder, codes)
            # As `lockup serve` does.
            settle()
            _rebuilding(app)
            _through_wsgi(app)
            db.engine.dispose()


def _against_bare_routes() -> None:
    """Play whole random games; each act also goes to two bare routes, so that all three see the same disk and load."""
    ratios, ratios_unsynced, rates = [], [], []
    with lockup() as app, syncing() as keeping, bare() as forgetting:
        for number in range(GAMES + 1):
            chance = Random(number)
            seat, kept, forgotten = Seat(app), Seat(keeping), Seat(forgetting)
            shown = seat.open(HOUSE)
            seat.seconds = 0
            acts = 0
            while shown["prompt"]["actions"]:
                body = any_action(shown, chance)
                shown = seat.line("actions", body)
                kept.post("/", body, "")
                forgotten.post("/", body, "")
                acts += 1
            # The first game warms all three up.
            if number:
                ratios.append(kept.seconds / seat.seconds)
                ratios_unsynced.append(forgotten.seconds / seat.seconds)
                rates.append((acts / seat.seconds, acts / kept.seconds, acts / forgotten.seconds))
    mine, synced, unsynced = (statistics.median(column) for column in zip(*rates, strict=True))
    print(
        f"An action over REST: {mine:.0f} a second, bare Flask route that keeps its body, synced to disk: {synced:.0f};"
        f" ratio {statistics.median(ratios):.2f} [0.75]"
    )
    print(f"  (bare Flask route that keeps nothing: {unsynced:.0f}; ratio {statistics.median(ratios_unsynced):.2f})")


def _table_of(length: int) -> tuple[str, str]:
    """Return code and token of a table with so many lines: beyond the first, steps on the track, to and fro."""
    opened = opening.open_table(opening.Opening(Setup(dealing=Dealing.HOUSE)), Caller())
    table = opened.loaded.table
    session = db.session()
    first = session.get_one(Entry, (table.id, 1))
    shared = {"table_id": table.id, "kind": Kind.CORRECTION, "rules": first.rules, "seat": 0}
    steps = []
    for version in range(2, length + 1):
        by = 1 if version % 2 else -1
        facts, why = log_codec.split([Scored(0, by)])
        act = {"type": "set_reputation", "fields": {"side": [0], "number": 10 if by > 0 else 9}}
        line = {"version": version, "act": act, "facts": facts, "why": why, "moment": first.moment, "language": "en"}
        steps.append({**shared, **line})
    session.execute(insert(Entry), steps)
    session.get_one(Table, table.id).version = length
    session.commit()
    return table.code, opened.token or ""


def _long_and_short(folder: str, codes: dict[int, tuple[str, str]]) -> None:
    """Measure the same action at a short log and at a long one, in turn."""
    with lockup(folder) as app:
        seats = {length: Seat(app, *codes[length]) for length in codes}
        first = {}
        for length, seat in seats.items():
            seat.version = length
            seat.stars(20)
            first[length] = seat.seconds
        ratios = []
        each: dict[int, list[float]] = {length: [] for length in codes}
        for _ in range(ROUNDS):
            for length, seat in seats.items():
                seat.seconds = 0
                for number in range(REPEATED):
                    seat.stars(number)
                each[length].append(seat.seconds / REPEATED)
            ratios.append(each[LONG][-1] / each[SHORT][-1])
    short, long = (statistics.median(each[length]) * 1000 for length in (SHORT, LONG))
    print(
        f"The same action at log length {SHORT}: {short:.1f} ms, at {LONG:,}: {long:.1f} ms;"
        f" ratio {statistics.median(ratios):.2f} [1.1]"
    )
    print(f"  (the first action after a restart: {first[SHORT] * 1000:.0f} ms and {first[LONG] * 1000:.0f} ms)")


def _rebuilding(app: Flask) -> None:
    """Measure a table of so many actions, read only from its log."""
    client = app.test_client()
    chance = Random(0)
    shown = client.post(f"{API}/tables", json={"dealing": "cards"}).json
    assert shown is not None
    code, token = shown["code"], shown["token"]
    for _ in range(ACTIONS):
        headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": next(KEYS)}
        answer = client.post(f"{API}/tables/{code}/actions", json=any_action(shown, chance), headers=headers)
        assert answer.status_code == 200, answer.text
        shown = answer.json
    taken = []
    for _ in range(REBUILT):
        # As after a restart: no state is remembered, and nothing is left of the session.
        app.extensions.pop("lockup_tables")
        db.session.remove()
        begun = time.process_time()
        loaded = repository.find(code)
        taken.append(time.process_time() - begun)
        assert loaded.state.version == ACTIONS + 1
    median, best = statistics.median(taken) * 1000, min(taken) * 1000
    print(f"A table of {ACTIONS} actions rebuilt from its log: {median:.1f} ms of CPU [3], at best {best:.1f} ms")


def _through_wsgi(app: Flask) -> None:
    """Measure the process's own work for an action of a whole random game, and its questions to the database."""
    statements: list[str] = []
    event.listen(db.engine, "before_cursor_execute", lambda *now: statements.append(now[2]))
    taken, asked = [], []
    for answered in _acts_through_wsgi(app, Random(1)):
        statements.clear()
        begun = time.process_time()
        answered()
        taken.append(time.process_time() - begun)
        asked.append(len(statements))
    print(
        f"An action through WSGI: {statistics.mean(taken) * 1000:.2f} ms of CPU [1.5],"
        f" {statistics.mean(asked):.2f} statements, its BEGIN counted [3]"
    )
    profile = cProfile.Profile(time.thread_time)
    for answered in _acts_through_wsgi(app, Random(2)):
        profile.runcall(answered)
    spent = pstats.Stats(profile)
    whole: float = spent.total_tt  # type: ignore[attr-defined]
    shares = (f"{name} {_within(spent, function) / whole:.0%}" for name, function in PARTS.items())
    print(f"  (of it, as a profiler sees it: {', '.join(shares)}; the rest is Flask, Werkzeug and reading the request)")


PARTS: Final[Mapping[str, Callable[..., Any]]] = {
    "rules": Command.decide,
    "log and database": unit_of_work.UnitOfWork.commit,
    "position and prompt in the answer": TablePresenter.common_members,
    "events in words": TablePresenter.line,
    "moves in words": TablePresenter.moves,
    "JSON and headers": send,
}
"""The parts of an act."""


def _within(spent: pstats.Stats, function: Callable[..., Any]) -> float:
    """Return the time in a function and in all that it calls."""
    code = function.__code__
    known: Mapping[Any, Any] = spent.stats  # type: ignore[attr-defined]
    _, _, _, seconds, _ = known[code.co_filename, code.co_firstlineno, code.co_name]
    return float(seconds)


def _acts_through_wsgi(app: Flask, chance: Random) -> Iterator[Callable[[], None]]:
    """Yield each act of a whole random game, for the caller to do before it asks for the next."""
    shown = app.test_client().post(f"{API}/tables", json=HOUSE).json
    assert shown is not None
    path, token = f"{API}/tables/{shown['code']}/actions", shown["token"]
    answers: list[Any] = []
    while shown["prompt"]["actions"]:
        headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": next(KEYS)}
        environ = EnvironBuilder(
            path=path, method="POST", json=any_action(shown, chance), headers=Headers(headers)
        ).get_environ()

        def act(environ: Any = environ) -> None:
            answers.append(run_wsgi_app(app.wsgi_app, environ, buffered=True)[0])

        yield act
        shown = json.loads(b"".join(answers.pop()))
