"""How the tests listen to tables: servers in this process, and streams of events as a browser reads them."""

import http.client
import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

from flask import Flask

from companion.serving.server import HomeServer
from companion.tables import broadcast
from support.api_client import API

THREADS = 40
_PATIENCE = 60


class Stream:
    """A phone that hears of its table; on Linux each address from 127.0.0.1 on is this computer's.

    Attributes:
        status: of the answer.
        headers: of the answer.
    """

    def __init__(self, port: int, code: str, token: str = "", at: str = "127.0.0.1", **headers: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE, source_address=(at, 0))
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if token:
            named["Authorization"] = f"Bearer {token}"
        self._connection.request("GET", f"{API}/tables/{code}/live", headers=named)
        self._response = self._connection.getresponse()
        self.status = self._response.status
        self.headers = self._response.headers

    def part(self) -> str:
        """What comes next, up to an empty line; nothing at the end of the stream."""
        lines = []
        while line := self._response.readline().decode():
            if line == "\n":
                break
            lines.append(line)
        return "".join(lines)

    def version(self) -> int:
        """The next version that is told; 0 at the end of the stream."""
        while told := self.part():
            if told.startswith("id: "):
                number, data = told.splitlines()
                version = int(number.removeprefix("id: "))
                assert json.loads(data.removeprefix("data: ")) == {"version": version}
                return version
        return 0

    def rest(self) -> str:
        """All that comes until the stream ends."""
        return self._response.read().decode()

    def close(self) -> None:
        """Hang up."""
        self._response.close()
        self._connection.close()


def ask(port: int, path: str, **headers: str) -> tuple[int, Mapping[str, str], Any]:
    """The answer to a question: status, headers, JSON."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request("GET", f"{API}{path}", headers=named)
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response.status, response.headers, json.loads(body) if body else None


def tell(port: int, path: str, body: Any, **headers: str) -> int:
    """The version of a table after a line that was taken."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)
    connection.request("POST", f"{API}{path}", json.dumps(body), {"Content-Type": "application/json", **headers})
    response = connection.getresponse()
    answer = json.loads(response.read())
    connection.close()
    assert response.status == 200, answer
    version: int = answer["version"]
    return version


@contextmanager
def served(app: Flask) -> Iterator[int]:
    """The app on a port of this computer, on the server that `lockup serve` starts."""
    settings = app.config["LOCKUP"]
    broadcast.set_up(app, settings.live_streams, settings.live_streams_each)
    listener = socket.create_server(("127.0.0.1", 0))
    server = HomeServer(app, listener)
    thread = Thread(target=server.run)
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        app.extensions[broadcast.LISTENERS].end()
        server.task_dispatcher.shutdown(timeout=_PATIENCE)
        server.stop()
        thread.join()
        server.finish()


class Host(NamedTuple):
    """Workers: their port, the process that rules them, and what they say until they are gone."""

    port: int
    pid: int
    said: list[str]


@contextmanager
def hosted(
    url: str, threads: int = THREADS, connections: int = 1000, workers: int = 2, **settings: str
) -> Iterator[Host]:
    """Workers of gunicorn on that database, on a port of this computer, as a host has them.

    Args:
        url: of the database.
        threads: of a worker.
        connections: how many a worker takes at once.
        workers: how many there are; each takes seconds to start, and one does where none has to hear of another.
        settings: of the environment.
    """
    said: list[str] = []
    command = [str(Path(sys.executable).parent / "gunicorn"), "--config", "python:companion.hosting"]
    command += ["--workers", str(workers), "--threads", str(threads), "--worker-connections", str(connections)]
    command += ["--bind", "127.0.0.1:0", "companion:create_app()"]
    setting = {**os.environ, "LOCKUP_DATABASE": url, **settings}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=setting) as process:
        assert process.stderr is not None
        try:
            yield Host(_port(process.stderr, workers), process.pid, said)
        finally:
            process.terminate()
            # A pipe that nobody empties would hold it up.
            said += process.stderr


def _port(said: Iterable[str], workers: int) -> int:
    """Where gunicorn listens, once all workers are started; they take nothing before they have loaded."""
    port, booted = 0, 0
    for line in said:
        if found := re.search(r"Listening at: http://127.0.0.1:(\d+)", line):
            port = int(found.group(1))
        booted += "Booting worker" in line
        if booted == workers:
            return port
    raise AssertionError("gunicorn does not start")
