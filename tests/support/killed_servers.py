"""Servers that are killed while games are played over REST, by clients that send again what was not answered."""

import http.client
import json
import random
import sqlite3
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from hashlib import sha256
from itertools import count
from pathlib import Path
from threading import Condition
from typing import Any, NamedTuple

from support.api_client import API
from support.random_json_player import any_action
from support.servers import Forked, Forks, forks
from support.table_client import DEALT, Seat

PLACES = ["sewers", "infirmary", "smithy", "commissary", "chow_hall", "cell_block"]
CUBES = ["scrap", "potion", "iron", "gold", "power", "suspicion"]
_PATIENCE = 60


class Plan(NamedTuple):
    """How servers die, and what clients do to them.

    Attributes:
        kills: how often a server is killed.
        wait: how many acknowledgements lie between two kills.
        clients: how many play.
        hung_up: how often a client hangs up before it has an answer.
        duplicated: how often it sends once more what was answered.
        patience: after how many seconds without a kill it is given up.
    """

    kills: int
    wait: range
    clients: int
    hung_up: float
    duplicated: float = 0.0
    patience: int = 60


class Found(NamedTuple):
    """What has come of it.

    Attributes:
        acknowledged: how many lines clients know to be taken.
        found_again: how many of them stood in the log already when they were asked for.
        unknown: how many lines stand in the logs of which nobody was told.
    """

    acknowledged: int
    found_again: int
    unknown: int


class Stopped(Exception):
    """There have been kills enough."""


class Servers:
    """One server after another on the same database; each is killed at an acknowledgement that the seed names.

    Attributes:
        acknowledged: how many lines clients know to be taken.
        kills: how often a server was killed.
    """

    def __init__(self, forks: Forks, seed: str, plan: Plan) -> None:
        self._forks = forks
        self._plan = plan
        self._chance = random.Random(seed)
        self._changed = Condition()
        self._running: Forked | None = None
        self._next = self._chance.choice(plan.wait)
        self._over = False
        self.acknowledged = self.kills = 0

    def run(self) -> None:
        """Start a server whenever there is none, until there have been kills enough."""
        try:
            while self.kills < self._plan.kills and not self._over:
                running = self._forks.server()
                with self._changed:
                    self._running = running
                    self._changed.notify_all()
                    assert self._changed.wait_for(lambda: self._running is None or self._over, self._plan.patience)
        finally:
            self.give_up()

    def give_up(self) -> None:
        """Let no server come any more."""
        with self._changed:
            self._over = True
            self._changed.notify_all()

    def port(self) -> int:
        """Where a server listens; waits for one.

        Raises:
            Stopped: there will be none.
        """
        with self._changed:
            assert self._changed.wait_for(lambda: self._running or self._over, _PATIENCE)
            if self._running is None:
                raise Stopped
            return self._running.port

    def acknowledge(self) -> None:
        """Count a line that was acknowledged; at some of them the server dies on the spot."""
        with self._changed:
            self.acknowledged += 1
            if self._running is not None and self.acknowledged >= self._next:
                self._running.kill()
                self._running = None
                self.kills += 1
                self._next = self.acknowledged + self._chance.choice(self._plan.wait)
                self._changed.notify_all()


class Sent(NamedTuple):
    """A request that was acknowledged, perhaps only when it was sent again."""

    code: str
    key: str
    version: int
    act: Mapping[str, Any]


class Client:
    """Plays games of its own and corrects a table that all share; sends again whatever was not answered."""

    def __init__(self, number: int, seed: str, servers: Servers, shared: Seat, plan: Plan) -> None:
        self._number = number
        self._plan = plan
        self._chance = random.Random(f"{seed} {number}")
        self._servers = servers
        self._shared = shared
        self._keys = (f"{seed}-{number}-{key:022}" for key in count(1))
        self._connection: http.client.HTTPConnection | None = None
        self._version = 1
        self.sent: list[Sent] = []
        self.opened: dict[str, str] = {}
        self.found_again = 0

    def play(self) -> None:
        """Play one game after another until no server comes any more."""
        try:
            while True:
                self._play_a_game()
        except Stopped:
            pass
        finally:
            # Who fails ends it for all.
            self._servers.give_up()
            self._hang_up()

    def _play_a_game(self) -> None:
        key = next(self._keys)
        now = self._post("/tables", DEALT, key)
        token = now["token"]
        self.opened[key] = now["code"]
        while now["prompt"]["actions"]:
            body = any_action(now, self._chance)
            now = self._line(now["code"], "actions", body, token)
            if self._chance.random() < 0.3:
                self._correct_the_shared_table()

    def _correct_the_shared_table(self) -> None:
        """Lay cubes of the client's own kind at its own place; what the others lay does not matter to it."""
        kind, place = divmod(self._number, len(PLACES))
        most = 4 if kind == 0 else 1
        fields = {"place": [PLACES[place]], "cube": [CUBES[kind]], "number": self._chance.randint(0, most)}
        body = {"version": self._version, "type": "set_cubes", "fields": fields}
        now = self._line(self._shared.code, "corrections", body, self._shared.token)
        self._version = now["version"]

    def _line(self, code: str, path: str, body: Mapping[str, Any], token: str) -> Any:
        key = next(self._keys)
        now = self._post(f"/tables/{code}/{path}", body, key, token)
        act = {"type": body["type"], "fields": body["fields"]}
        self.sent.append(Sent(code, key, now["line"]["version"], act))
        # The server may die with this one.
        self._servers.acknowledge()
        if self._chance.random() < self._plan.duplicated:
            again = self._post(f"/tables/{code}/{path}", body, key, token)
            assert again["line"]["version"] == now["line"]["version"], again["line"]
        return now

    def _post(self, path: str, body: Mapping[str, Any], key: str, token: str = "") -> Any:
        """Send, and send again, the same body with the same key, until there is an answer."""
        sent = json.dumps(body)
        headers = {"Content-Type": "application/json", "Idempotency-Key": key}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        while True:
            asked = datetime.now(UTC)
            try:
                status, answer = self._ask(path, sent, headers)
            except (OSError, http.client.HTTPException):
                self._hang_up()
                continue
            assert status in {200, 201}, answer
            self.found_again += "line" in answer and datetime.fromisoformat(answer["line"]["at"]) < asked
            return answer

    def _hang_up(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _ask(self, path: str, body: str, headers: Mapping[str, str]) -> tuple[int, Any]:
        if self._connection is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", self._servers.port(), timeout=_PATIENCE)
        self._connection.request("POST", API + path, body, dict(headers))
        if self._chance.random() < self._plan.hung_up:
            raise ConnectionAbortedError
        response = self._connection.getresponse()
        return response.status, json.loads(response.read())


def kept(database: Path) -> tuple[list[tuple[str, str | None, int, str]], dict[str, str]]:
    """What the database holds: lines as code, hash of the key, version and act; and tables by the hash of their key."""
    with closing(sqlite3.connect(database)) as connection:
        lines = connection.execute(
            "SELECT code, key_hash, game_entry.version, act FROM game_entry JOIN game_table ON id = table_id"
        ).fetchall()
        opened = connection.execute("SELECT key_hash, code FROM game_table_key JOIN game_table ON id = table_id")
        return lines, dict(opened.fetchall())


def hashed(key: str) -> str:
    return sha256(key.encode()).hexdigest()


def play_while_servers_die(database: Path, shared: Seat, seed: str, plan: Plan) -> Found:
    """Let clients play games of their own, and correct a table that all share, while one server after another dies.

    Every acknowledged line has to be in its log as it was sent, once, and the lines of each table without a gap.

    Args:
        database: a migrated SQLite file.
        shared: a seat at the table that all correct.
        seed: what chance follows from.
        plan: how many servers die, and what clients do to them.
    """
    with forks(f"sqlite:///{database}") as servers_to_come, ThreadPoolExecutor(plan.clients) as pool:
        servers = Servers(servers_to_come, seed, plan)
        clients = [Client(number, seed, servers, shared, plan) for number in range(plan.clients)]
        playing = [pool.submit(client.play) for client in clients]
        servers.run()
        for one in playing:
            one.result()
    assert servers.kills == plan.kills
    return _compared(database, clients)


def _compared(database: Path, clients: list[Client]) -> Found:
    sent = [one for client in clients for one in client.sent]
    lines, opened = kept(database)
    by_key = {(code, key): (version, act) for code, key, version, act in lines if key}
    # No key stands in two lines.
    assert len(by_key) == sum(key is not None for _, key, _, _ in lines)
    versions: dict[str, list[int]] = {}
    for code, _, version, _ in lines:
        versions.setdefault(code, []).append(version)
    for found in versions.values():
        assert sorted(found) == list(range(1, len(found) + 1))
    for one in sent:
        version, act = by_key[one.code, hashed(one.key)]
        assert (version, json.loads(act)) == (one.version, one.act)
    for client in clients:
        for key, code in client.opened.items():
            assert opened[hashed(key)] == code
    return Found(len(sent), sum(client.found_again for client in clients), len(by_key) - len(sent))
