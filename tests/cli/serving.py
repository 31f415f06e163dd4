"""Running `lockup` as a person does: as a process, talking to it only through its output and its port."""

import json
import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

from click.testing import CliRunner, Result
from support.servers import Forked, Forks

from companion.cli import main

LOCKUP = str(Path(sys.executable).parent / "lockup")


class Running(NamedTuple):
    """A server: what it said before it was ready, where it is, and its process."""

    said: str
    address: str
    process: subprocess.Popen[str]

    @property
    def port(self) -> str:
        return self.address.rpartition(":")[2]

    def get(self, path: str, **headers: str) -> str:
        return get(self.address, path, **headers)

    def post(self, path: str, body: bytes) -> dict[str, Any]:
        return post(self.address, path, body)


@contextmanager
def forked(servers: Forks, database: str, **how: str) -> Iterator[Forked]:
    """A server until the block ends, where nothing depends on how it starts: in English, from one that has the app."""
    server = servers.server(database, LC_ALL="C", **how)
    try:
        yield server
    finally:
        if server.alive:
            server.stop()


def get(address: str, path: str, **headers: str) -> str:
    """The page that a server answers with."""
    request = urllib.request.Request(address + path, headers=headers)
    with urllib.request.urlopen(request) as response:
        text: str = response.read().decode()
        return text


def post(address: str, path: str, body: bytes) -> dict[str, Any]:
    """What a server answers to a body of JSON."""
    request = urllib.request.Request(address + path, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as response:
        answer: dict[str, Any] = json.load(response)
        return answer


def environment(**more: str) -> dict[str, str]:
    """The machine's environment without its settings of Lockup, and speaking English."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LOCKUP_", "LC_", "LANG"))}
    return {**kept, "PYTHONIOENCODING": "utf-8", **more}


@contextmanager
def started(*command: str, env: Mapping[str, str] | None = None, cwd: Path | None = None) -> Iterator[Running]:
    """A command that serves, until the block ends."""
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        env=env or environment(),
        cwd=cwd,
    )
    try:
        assert process.stdout is not None
        yield when_ready(process, process.stdout)
    finally:
        process.terminate()
        try:
            process.communicate(timeout=120)
        finally:
            process.kill()


@contextmanager
def serving(
    *arguments: str, command: str = LOCKUP, env: Mapping[str, str] | None = None, cwd: Path | None = None
) -> Iterator[Running]:
    """`lockup serve` until the block ends."""
    with started(command, "serve", *arguments, env=env, cwd=cwd) as server:
        yield server


def when_ready(process: subprocess.Popen[str], printed: IO[str]) -> Running:
    """A server once it has said all that it says before it answers."""
    said = []
    for line in printed:
        said.append(line)
        if "Ctrl-C" in line:
            break
    text = "".join(said)
    found = re.search(r"http://\S+:(\d+)", text)
    assert found, text
    return Running(text, f"http://127.0.0.1:{found.group(1)}", process)


def run_here(*arguments: str, **variables: str) -> Result:
    """A command that ends by itself, in this process: it says the same and ends alike, and starts at once."""
    others = dict.fromkeys(os.environ.keys() - environment().keys())
    return CliRunner().invoke(main, arguments, env={**others, **variables})


def run(*arguments: str, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """A command that ends by itself."""
    return subprocess.run(
        [LOCKUP, *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=env or environment(),
        timeout=300,
        check=False,
    )
