"""A trial of a bundle, or of an installed wheel: it starts with nothing in its environment, and scores a game."""

import argparse
import http.client
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from tools.bundle import ROOT

NEEDED: Final = ("SYSTEMROOT", "TEMP")
"""The variables that every program on Windows needs to start."""

GAME: Final = {"sides": [{"name": "Vera", "reputation": 31}, {"name": "Stan", "reputation": 28}]}


class Trial(NamedTuple):
    """The outcome of a trial: the seconds until the first page, and the totals of the game that it scored."""

    seconds: float
    totals: list[int]


def main() -> None:
    """Try the bundle in `dist`, or in the folder that is named, and say what it did."""
    parser = argparse.ArgumentParser(prog="python -m tools.bundle_trial", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "dist" / "lockup")
    print(tried(parser.parse_args().folder))


def tried(folder: Path, source: str = "127.0.0.1", machine: Path | None = None) -> Trial:
    """Start it, wait for its first page and have a game scored.

    Args:
        folder: the bundle, unpacked, or another folder with the command.
        source: the address from which the game is sent.
        machine: a folder, with the bundle in it, that is all there is for it (chroot); None: this machine.
    """
    command = folder.absolute() / ("lockup.exe" if sys.platform == "win32" else "lockup")
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True, dir=machine) as home:
        there = Path("/", Path(home).relative_to(machine)) if machine else Path(home)
        start: list[str | Path] = [command]
        if machine:
            start = [shutil.which("chroot") or "chroot", machine, Path("/", command.relative_to(machine))]
        process = subprocess.Popen(
            [*start, "serve", "--port", "0", "--database", f"sqlite:///{(there / 'lockup.db').as_posix()}"],
            env={"HOME": str(there), "PATH": "", **{name: os.environ[name] for name in NEEDED if name in os.environ}},
            cwd=home,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        )
        try:
            assert process.stdout
            port = _port(process.stdout)
            _ask(port, "GET", "/", source)
            seconds = time.monotonic() - begun
            scored = json.loads(_ask(port, "POST", "/api/v1/rulings/scores", source, json.dumps(GAME)))
        finally:
            process.terminate()
            process.communicate()
    return Trial(seconds, [side["total"] for side in scored["sides"]])


def _port(said: Iterable[str]) -> int:
    heard = []
    for line in said:
        heard.append(line)
        if found := re.search(r"localhost:(\d+)/host", line):
            return int(found[1])
    sys.exit(f"It ended before it served: {''.join(heard)}")


def _ask(port: int, method: str, path: str, source: str, body: str | None = None) -> bytes:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(source, 0))
    try:
        connection.request(method, path, body, {"Content-Type": "application/json"} if body else {})
        answer = connection.getresponse()
        text = answer.read()
    finally:
        connection.close()
    if answer.status != http.client.OK:
        sys.exit(f"{method} {path} was answered with {answer.status}: {text.decode()}")
    return text


if __name__ == "__main__":
    main()
