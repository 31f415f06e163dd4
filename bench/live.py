"""The cost of several phones: from a tap to every other phone's screen, and sixty tables of five on one server."""

import http.client
import json
import os
import statistics
import time
from collections import defaultdict
from random import Random
from threading import Condition, Thread
from typing import Any, Final

from bench.asking import API, PATIENCE, accepted, connected
from bench.processes import resident
from bench.serving import Served, lockup
from companion.config import Settings

PHONES: Final = 5
TAPS: Final = 500
TABLES: Final = 60
SECONDS: Final = 30
EVERY: Final = 5.0
POLLED_EVERY: Final = 2.0


class Phone:
    """A phone of a table, over one connection to ask and one to listen."""

    def __init__(self, served: Served, code: str, token: str) -> None:
        self._served = served
        self._code = code
        self._token = token
        self._asking = connected(served)
        self._headers = {"Authorization": f"Bearer {token}"}
        self._etag = ""

    def again(self) -> "Phone":
        """Return the same phone over other connections."""
        return Phone(self._served, self._code, self._token)

    def tap(self, version: int, side: int, number: int) -> int:
        """Set a track; the version that this makes."""
        fields = {"side": [side], "number": number}
        body = {"version": version, "type": "set_reputation", "fields": fields}
        made: int = post(self._asking, f"/tables/{self._code}/corrections", body, self._token)["version"]
        return made

    def look(self) -> int:
        """Bring the screen up to date: its version."""
        return self._get("")

    def poll(self) -> int | None:
        """Return the version, where it is not the one that was heard of last."""
        version = self._get("/version", **({"If-None-Match": self._etag} if self._etag else {}))
        return version or None

    def _get(self, path: str, **headers: str) -> int:
        self._asking.request("GET", f"{API}/tables/{self._code}{path}", headers={**self._headers, **headers})
        response = self._asking.getresponse()
        body = response.read()
        if response.status == http.client.NOT_MODIFIED:
            return 0
        assert response.status == http.client.OK, body
        self._etag = response.headers["ETag"]
        version: int = json.loads(body)["version"]
        return version

    def versions(self) -> Any:
        """Yield the versions that the stream gives, as they come."""
        connection = connected(self._served)
        connection.request("GET", f"{API}/tables/{self._code}/live", headers=self._headers)
        response = connection.getresponse()
        assert response.status == http.client.OK
        while line := response.readline():
            if line.startswith(b"id: "):
                yield int(line.removeprefix(b"id: "))


def post(connection: http.client.HTTPConnection, path: str, body: Any, token: str = "") -> Any:
    """Return the answer to a body that is taken."""
    return json.loads(accepted(connection, API + path, json.dumps(body), token))


def party(served: Served) -> list[Phone]:
    """Return the phones of a new table, a seat each."""
    connection = connected(served)
    opened = post(connection, "/tables", {"players": [{}] * PHONES, "depth": "light", "holds": [0]})
    sat = (post(connection, f"/tables/{opened['code']}/seats/{seat}", {}) for seat in range(1, PHONES))
    return [Phone(served, opened["code"], told["token"]) for told in (opened, *sat)]


class Screens:
    """The moments at which versions of a table reached screens."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._there: dict[str, list[int]] = defaultdict(lambda: [0] * PHONES)
        self._tapped: dict[tuple[str, int], float] = {}
        self.seconds: dict[str, list[float]] = defaultdict(list)

    def tapped(self, table: str, version: int, at: float) -> None:
        """Note when a version was tapped."""
        with self._changed:
            self._tapped[table, version] = at

    def shown(self, table: str, phone: int, version: int, how: str) -> None:
        """Note that a phone shows a version now; how it heard of it."""
        now = time.perf_counter()
        with self._changed:
            for one in range(self._there[table][phone] + 1, version + 1):
                if (table, one) in self._tapped:
                    self.seconds[how].append(now - self._tapped[table, one])
            self._there[table][phone] = max(self._there[table][phone], version)
            self._changed.notify_all()

    def wait(self, table: str, version: int, phones: range) -> None:
        """Wait until all of the phones show that version."""
        with self._changed:
            there = self._there[table]
            assert self._changed.wait_for(lambda: all(there[one] >= version for one in phones), PATIENCE)


def _listen(screens: Screens, table: str, number: int, phone: Phone) -> None:
    """Show the newest version whenever the stream gives one, as a page does."""
    try:
        for _ in phone.versions():
            screens.shown(table, number, phone.look(), "streams")
    except (OSError, http.client.HTTPException):
        # The server has ended.
        return


def _started(target: Any, *arguments: Any) -> Thread:
    thread = Thread(target=target, args=arguments, daemon=True)
    thread.start()
    return thread


def measure() -> None:
    """Print how soon others see a tap, at one table and at many."""
    busy = os.getloadavg()[0]
    _one_table()
    _many_tables()
    print(f"  (others kept {busy:.1f} of {os.cpu_count()} processors busy when this began)")


def _said(seconds: list[float]) -> str:
    ordered = sorted(seconds)
    return f"median {statistics.median(ordered) * 1000:.0f} ms, p95 {ordered[int(len(ordered) * 0.95)] * 1000:.0f} ms"


def _one_table() -> None:
    with lockup() as served:
        phones, screens = party(served), Screens()
        for number, phone in enumerate(phones[1:], 1):
            _started(_listen, screens, "", number, phone)
        version = phones[0].look()
        others = range(1, PHONES)
        screens.wait("", version, others)
        for number in range(TAPS):
            at = time.perf_counter()
            screens.tapped("", version + 1, at)
            version = phones[0].tap(version, 0, number % 2)
            screens.wait("", version, others)
    print(
        f"A tap to the screens of {PHONES - 1} other phones, {TAPS} taps: {_said(screens.seconds['streams'])} [p95 150]"
    )


def _many_tables() -> None:
    with lockup() as served:
        empty = resident(served.process)
        screens, ends = Screens(), time.perf_counter() + SECONDS
        taps = []
        for number in range(TABLES):
            table, phones = str(number), party(served)
            for place, phone in enumerate(phones[:-1]):
                _started(_listen, screens, table, place, phone)
            _started(_poll, screens, table, PHONES - 1, phones[-1])
            taps.append((table, phones[0].again()))
        ends = time.perf_counter() + SECONDS
        for thread in [_started(_tap, screens, table, phone, ends) for table, phone in taps]:
            thread.join()
        full = resident(served.process)
    streams, polled = screens.seconds["streams"], screens.seconds["polls"]
    print(
        f"{TABLES} tables of {PHONES}, a tap every {EVERY:.0f} s at each: by stream {_said(streams)} [p95 500],"
        f" by asking every {POLLED_EVERY:.0f} s {_said(polled)}; {len(streams)} and {len(polled)} screens"
    )
    print(
        f"  memory of the server: {empty:.0f} MB when started, {full:.0f} MB with {TABLES * (PHONES - 1)} streams"
        f" (of {Settings().live_streams})"
    )


def _tap(screens: Screens, table: str, phone: Phone, ends: float) -> None:
    chance = Random(table)
    version = phone.look()
    time.sleep(chance.uniform(0, EVERY))
    while time.perf_counter() < ends:
        screens.tapped(table, version + 1, time.perf_counter())
        version = phone.tap(version, 0, chance.randint(0, 40))
        time.sleep(chance.uniform(0.5, 1.5) * EVERY)


def _poll(screens: Screens, table: str, number: int, phone: Phone) -> None:
    try:
        while True:
            if phone.poll():
                screens.shown(table, number, phone.look(), "polls")
            time.sleep(POLLED_EVERY)
    except (OSError, http.client.HTTPException):
        return
