"""Several phones of one table at once over a bad network: nothing acknowledged is lost, nothing is there twice."""

import http.client
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from hashlib import sha256
from itertools import count
from threading import Barrier
from typing import Any, NamedTuple

import pytest
from flask import Flask
from support.api_client import API
from support.common import SEED
from support.databases import AppMaker
from support.event_stream import hosted, served
from support.random_json_player import any_fields
from support.seat_client import of_players, take
from support.sheet_client import rows
from support.table_client import Seat, as_json, read_log, show, sit_down

SEATS = 5
CLIENTS = 8
TAPPERS = 7
ACTIONS, TAPS = 6, 5
MORE_ACTIONS, MORE_TAPS = 250, 200
"""How many of them each sends, and how many from a fresh seed: the same collisions, more often."""

SUSPICION = 60

DUPLICATED = DROPPED = SWAPPED = 0.1
"""How often a request is sent twice, its answer is not waited for, and two requests overtake each other."""

PLACES = ["sewers", "infirmary", "smithy", "commissary", "chow_hall", "cell_block", "library"]
MOVING = {"undo", "redo", "strike"}
REFUSALS = {"conflict", "in-the-way", "illegal", "not-yours"}


class Tap(NamedTuple):
    """Something that a phone sends: where to, what, under which key."""

    path: str
    body: Mapping[str, Any]
    key: str


class Refusal(NamedTuple):
    """A tap that was not taken, and what was answered."""

    tap: Tap
    problem: Any


class Phone:
    """A phone at a table that sends again whatever was not answered.

    Attributes:
        taken: what was acknowledged, with the line that it is.
        refused: what was not taken.
        found_again: how many acknowledged lines stood in the log before the request that was answered.
    """

    def __init__(self, port: int, seat: Seat, number: int, seed: str) -> None:
        self._port = port
        self._seat = seat
        self._number = number
        self._chance = random.Random(f"{seed} {number}")
        self._keys = (f"{seed}-{number}-{one}" for one in count(1))
        self._connection: http.client.HTTPConnection | None = None
        self._version = 0
        self._mine: list[int] = []
        self._now: Any = None
        self.taken: list[tuple[Tap, Any]] = []
        self.refused: list[Refusal] = []
        self.found_again = 0

    @property
    def _side(self) -> int:
        return self._number % SEATS

    def act(self, number: int) -> None:
        """Do so many things, some of them in another order than they were tapped."""
        self.look()
        waiting: list[Tap] = []
        for _ in range(number):
            waiting.append(self._anything())
            if self._chance.random() < SWAPPED:
                # The next one will be sent first.
                continue
            for tap in reversed(waiting):
                self.send(tap)
            waiting.clear()
        for tap in waiting:
            self.send(tap)
        self.hang_up()

    def tap(self, number: int) -> None:
        """Tap the same thing as everybody so many times, based on what was seen last."""
        for value in range(number):
            fields = {"side": [value % SEATS], "number": self._chance.randint(0, 40)}
            self.send(self._tap("corrections", type="set_reputation", fields=fields))
        self.hang_up()

    def look(self) -> Any:
        """The table as it is."""
        self._now = self._answer("GET", "", None, {})[1]
        self._version = self._now["version"]
        return self._now

    def _tap(self, path: str, **body: Any) -> Tap:
        return Tap(path, {"version": self._version, **body}, next(self._keys))

    def _anything(self) -> Tap:
        chance = self._chance.random()
        if chance < 0.05 and self._mine:
            return self._tap("strike", to=self._mine.pop())
        if chance < 0.06 and self._now["undo_to"]:
            return self._tap("undo", to=self._now["undo_to"])
        if chance < 0.07 and self._now["redo_to"]:
            return self._tap("redo", to=self._now["redo_to"])
        if chance < 0.15:
            kinds = ["cubes_come", "rank_location", "raid"]
            offers = [one for one in self._now["prompt"]["actions"] if one["type"] in kinds]
            if offers:
                action = self._chance.choice(offers)
                return self._tap("actions", type=action["type"], fields=any_fields(action, self._chance))
        if chance < 0.5:
            fields = {"side": [self._side], "number": self._chance.randint(0, 40)}
            return self._tap("corrections", type="set_reputation", fields=fields)
        # Two phones share one place now and then.
        place = self._chance.choice([self._side, PLACES[self._number % len(PLACES)], self._chance.choice(PLACES)])
        cube = "power" if isinstance(place, int) else "suspicion"
        fields = {"place": [place], "cube": [cube], "number": self._chance.randint(0, 5)}
        return self._tap("corrections", type="set_cubes", fields=fields)

    def send(self, tap: Tap) -> None:
        """Send it until it is answered, twice now and then; what is answered twice is answered the same."""
        headers = {"Content-Type": "application/json", "Idempotency-Key": tap.key}
        status, told = self._answer("POST", f"/{tap.path}", json.dumps(tap.body), headers)
        if status == 200:
            self.taken.append((tap, told["line"]))
            self._now = told
            self._version = told["version"]
            if tap.path not in MOVING:
                self._mine.append(told["line"]["version"])
            if self._chance.random() < DUPLICATED:
                again = self._answer("POST", f"/{tap.path}", json.dumps(tap.body), headers)
                assert (again[0], again[1]["line"]["version"]) == (200, told["line"]["version"])
                self.found_again += 1
            return
        assert told["type"] in REFUSALS, told
        self.refused.append(Refusal(tap, told))
        self.look()

    def _answer(self, method: str, path: str, body: str | None, headers: Mapping[str, str]) -> tuple[int, Any]:
        given = {"Authorization": f"Bearer {self._seat.token}", **headers}
        while True:
            if self._connection is None:
                self._connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
            try:
                self._connection.request(method, f"{API}/tables/{self._seat.code}{path}", body, given)
                if body is not None and self._chance.random() < DROPPED:
                    raise ConnectionAbortedError
                response = self._connection.getresponse()
                return response.status, json.loads(response.read())
            except (OSError, http.client.HTTPException):
                self.hang_up()

    def hang_up(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


@contextmanager
def two_servers(kind: str, url: str, app: Flask) -> Iterator[int]:
    """The app as it is served at home, or by a host; the port."""
    if kind == "sqlite":
        with served(app) as port:
            yield port
    else:
        with hosted(url) as host:
            yield host.port


@pytest.fixture
def serving_url(engine_url: str, make_app: AppMaker) -> Iterator[tuple[int, Flask]]:
    """A server on each kind of database, as it is served there, and an app to look with."""
    app = make_app(engine_url)
    with two_servers(engine_url.partition(":")[0], engine_url, app) as port:
        yield port, app


def a_party(app: Flask) -> list[Seat]:
    """A table of five in light depth in its first round, everybody on a phone of their own."""
    client = app.test_client()
    names = [f"Player {number}" for number in range(SEATS)]
    body = of_players(*names, holds=[0], depth="light", cubes={"suspicion": SUSPICION, "power": SUSPICION})
    del body["roll_call"], body["turns"]
    host, _ = sit_down(client, body)
    seats = [host, *(take(client, host.code, seat) for seat in range(1, SEATS))]
    shown = show(client, host).json
    headers = host.headers()
    begun = client.post(
        f"{API}/tables/{host.code}/actions", json={"version": shown["version"], "type": "begin_round"}, headers=headers
    )
    assert begun.status_code == 200, begun.text
    return seats


def hashed(key: str) -> str:
    return sha256(key.encode()).hexdigest()


def check_log(app: Flask, seat: Seat, phones: list[Phone]) -> int:
    """Every acknowledged line is in the log once, where its answer has said; the number of lines."""
    lines = sorted(rows(app)["game_entry"], key=lambda row: row["version"])
    assert [row["version"] for row in lines] == list(range(1, len(lines) + 1))
    keys = Counter(row["key_hash"] for row in lines if row["key_hash"])
    assert not [key for key, number in keys.items() if number > 1]
    by_key = {row["key_hash"]: row for row in lines}
    acknowledged = 0
    for phone in phones:
        for tap, line in phone.taken:
            row = by_key[hashed(tap.key)]
            assert (row["version"], row["kind"]) == (line["version"], line["kind"])
            acknowledged += 1
        for tap, _ in phone.refused:
            assert hashed(tap.key) not in by_key
    return acknowledged


def check_reputations(app: Flask, seat: Seat) -> None:
    """Everybody stands where the last line that counts has said."""
    expected = dict.fromkeys(range(SEATS), 10)
    for line in (one for one in read_log(app.test_client(), seat) if not one["struck"]):
        for event in line["lines"]:
            if event["event"] == "scored":
                expected[event["data"]["side"]] += event["data"]["by"]
    shown = show(app.test_client(), seat).json
    assert {side["seat"]: side["reputation"] for side in shown["state"]["sides"]} == expected


def check_all_equal(app: Flask, seats: list[Seat], phones: list[Phone]) -> None:
    """All phones see the same, through whichever process, and so does an app that has only the log."""
    shown = []
    for phone in phones:
        now = phone.look()
        public = {name: now[name] for name in ("version", "closed", "undo_to", "redo_to", "commitment")}
        sides = [{**side, "home": None, "tomes": None} for side in now["state"]["sides"]]
        shown.append(as_json({**public, **now["state"], "sides": sides, "decks": None}))
        phone.hang_up()
    assert len({*shown}) == 1
    fresh = show(app.test_client(), seats[0]).json
    assert fresh["version"] == json.loads(shown[0])["version"]


def collided(refusal: Refusal) -> bool:
    """Whether something that the tap touches was changed since the version on which it was based."""
    tap, problem = refusal
    if problem["type"] != "conflict" or tap.path in MOVING:
        # What is undone, and what the game offers, says itself what is in the way.
        return True
    fields = tap.body["fields"]
    if tap.body["type"] == "set_cubes" and _lacks(problem, fields):
        # Others have taken from the box what it needs, or brought back what it needed when it was sent.
        return True
    if fields.get("cube") == ["suspicion"] and _raid_owed(problem):
        return True
    for line in problem["changed"]:
        if line["kind"] in MOVING or line["kind"] == "act" or tap.path == "actions":
            return True
        for event in line["lines"]:
            data = event["data"]
            if tap.body["type"] == "set_reputation" and event["event"] == "scored":
                if data["side"] == fields["side"][0]:
                    return True
            elif (
                event["event"] == "moved"
                and data["cube"] == fields.get("cube", [None])[0]
                and fields["place"][0] in {data["source"], data["target"]}
            ):
                return True
    return False


def _raid_owed(problem: Mapping[str, Any]) -> bool:
    """Whether goons wait for a raid to lay their cubes, or waited until one of these lines freed enough (P-6).

    What a suspicion cube leads to then hangs on all others that were moved meanwhile.
    """
    moved = [[one["data"] for one in line["lines"] if one["event"] == "moved"] for line in problem["changed"]]
    step = problem["current"]["prompt"]["step"]
    owed = (step is not None and step["kind"] == "raid") or any(len(one) > 1 for one in moved)
    return owed and any(data["cube"] == "suspicion" for one in moved for data in one)


def _lacks(problem: Mapping[str, Any], fields: Mapping[str, Any]) -> bool:
    """Whether the box has, or had when the tap was made, too few cubes for as many as there shall be at a place."""
    (place,), (cube,) = fields["place"], fields["cube"]
    state = problem["current"]["state"]
    named = [(side["seat"], side["cubes"]) for side in state["sides"]]
    named += [(one["location"], one["cubes"]) for one in state["locations"]]
    there = next(cubes.get(cube, 0) for name, cubes in named if name == place)
    events = [event["data"] for line in problem["changed"] for event in line["lines"] if event["event"] == "moved"]
    moved = [data for data in events if data["cube"] == cube]
    taken = sum(data["number"] * ((data["source"] is None) - (data["target"] is None)) for data in moved)
    supply = state["supply"][cube]
    return bool(fields["number"] - there > min(supply, supply + taken))


@pytest.mark.slow
def test_of_many_phones_at_once_every_acknowledged_line_is_kept_once_and_nothing_is_refused_without_a_reason(
    serving_url: tuple[int, Flask], engine_url: str, make_app: AppMaker, seed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    port, app = serving_url
    seats = a_party(app)
    actions = ACTIONS if seed == SEED else MORE_ACTIONS
    phones = [Phone(port, seats[number % SEATS], number, seed) for number in range(CLIENTS)]
    with ThreadPoolExecutor(CLIENTS) as pool:
        for done in [pool.submit(phone.act, actions) for phone in phones]:
            done.result()
    looking = make_app(engine_url)
    acknowledged = check_log(looking, seats[0], phones)
    check_reputations(looking, seats[0])
    check_all_equal(looking, seats, phones)
    refused = [one for phone in phones for one in phone.refused]
    assert not [(one.tap, one.problem["type"], one.problem["changed"]) for one in refused if not collided(one)]
    assert acknowledged + len(refused) == CLIENTS * actions
    why = Counter(one.problem["type"] for one in refused)
    with capsys.disabled():
        sys.stderr.write(
            f"\n{engine_url.partition(':')[0]}: {CLIENTS} phones, {acknowledged} lines acknowledged, each once in the"
            f" log; {sum(phone.found_again for phone in phones)} asked for twice; refused: {dict(why)}\n"
        )
    assert acknowledged > CLIENTS * actions / 2


@pytest.mark.slow
def test_taps_of_the_same_instant_are_each_kept_or_refused_with_a_reason(
    serving_url: tuple[int, Flask], engine_url: str, make_app: AppMaker, seed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    port, app = serving_url
    seats = a_party(app)
    taps = TAPS if seed == SEED else MORE_TAPS
    phones = [Phone(port, seats[number % SEATS], number, seed) for number in range(TAPPERS)]
    together = Barrier(TAPPERS)

    def tap(phone: Phone) -> None:
        phone.look()
        together.wait()
        phone.tap(taps)

    with ThreadPoolExecutor(TAPPERS) as pool:
        for done in [pool.submit(tap, phone) for phone in phones]:
            done.result()
    looking = make_app(engine_url)
    kept = check_log(looking, seats[0], phones)
    check_reputations(looking, seats[0])
    check_all_equal(looking, seats, phones)
    refused = [one for phone in phones for one in phone.refused]
    assert kept + len(refused) == TAPPERS * taps
    assert {one.problem["type"] for one in refused} <= {"conflict"}
    assert all(collided(one) and one.problem["detail"] for one in refused)
    with capsys.disabled():
        sys.stderr.write(
            f"\n{engine_url.partition(':')[0]}: {TAPPERS} phones, {taps} taps each on the same tracks: {kept} kept,"
            f" {len(refused)} refused because of another's\n"
        )
