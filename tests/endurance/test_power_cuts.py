"""Ten thousand power cuts: whatever of the unsynced writes a disk has kept, each acknowledged line is there.

What a server writes to its SQLite file and its log, and when it has them synced, is written down by strace; a disk may
keep any part of what was written since the last sync, down to sectors. Each cut puts together the files as such a disk
would have them, and reads them as the next start would.
"""

import random
import re
import shutil
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
from support import line_writer

pytestmark = [
    pytest.mark.endurance,
    pytest.mark.skipif(not shutil.which("strace"), reason="needs strace, which is for Linux alone"),
]

CUTS = 10_000
LINES = 400
SECTOR = 512
"""Bytes that a disk writes whole or not at all."""


class Write(NamedTuple):
    """Bytes that were written to a file at an offset."""

    file: str
    offset: int
    data: bytes


class Cut(NamedTuple):
    """A file was made shorter."""

    file: str
    length: int


class Synced(NamedTuple):
    """A file was brought to the disk."""

    file: str


class Acknowledged(NamedTuple):
    """A client was told of so many lines."""

    lines: int


Happened = Write | Cut | Synced | Acknowledged

WRITER = Path(line_writer.__file__)


def test_no_power_cut_loses_an_acknowledged_line_or_damages_the_file(
    tmp_path: Path, migrated_file: Path, capsys: pytest.CaptureFixture[str], seed: str
) -> None:
    file = Path(shutil.copy(migrated_file, tmp_path / "lockup.db"))
    before = {name: path.read_bytes() for name, path in _files(file).items() if path.exists()}
    happened = [*_traced(file, tmp_path)]
    chance, kept = random.Random(seed), Counter[str]()
    assert sum(isinstance(one, Acknowledged) for one in happened) == LINES
    for number in range(CUTS):
        at = chance.randrange(len(happened))
        acknowledged, disk = _disk_after(happened[:at], before, chance)
        place = tmp_path / "cut"
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        for name, data in disk.items():
            (place / name).write_bytes(data)
        found = _lines_of(place / "lockup.db")
        assert found >= acknowledged, (number, at)
        kept["as acknowledged" if found == acknowledged else "with one more"] += 1
    with capsys.disabled():
        sys.stderr.write(
            f"\n{CUTS} power cuts among {len(happened)} writes and syncs of {LINES} lines: 0 lost, 0 files damaged"
            f" ({', '.join(f'{n} {what}' for what, n in kept.items())})\n"
        )


def _files(file: Path) -> dict[str, Path]:
    return {name: file.with_name(name) for name in (file.name, f"{file.name}-wal")}


def _traced(file: Path, place: Path) -> Iterator[Happened]:
    """What a client that adds lines one after another has written, synced and acknowledged, in its order."""
    told, log = place / "told", place / "trace"
    calls = "openat,close,pwrite64,write,fsync,fdatasync,ftruncate,unlink"
    options = ["-f", "-qq", "-xx", "-s", "70000", "-e", f"trace={calls}", "-e", "signal=none", "-o", str(log)]
    subprocess.run(["strace", *options, sys.executable, str(WRITER), str(file), str(told), str(LINES)], check=True)
    names = {str(path): name for name, path in _files(file).items()}
    open_: dict[str, str] = {}
    for line in log.read_text("ascii").splitlines():
        call = re.fullmatch(r"\d+ +(\w+)\((.*)\) += (-?\w+).*", line)
        if call is None:
            continue
        what, arguments, answer = call.groups()
        if what == "openat" and not answer.startswith("-"):
            path = _bytes(arguments.split(", ")[1]).decode()
            open_[answer] = "told" if path == str(told) else names.get(path, "")
            continue
        number = arguments.split(", ")[0]
        name = open_.get(number, "")
        if what == "close":
            open_.pop(number, None)
        elif what == "write" and name == "told":
            yield Acknowledged(int(_bytes(arguments.split(", ")[1]).split()[1]))
        elif not name or name == "told":
            continue
        elif what == "pwrite64":
            _, data, _, offset = arguments.split(", ")
            yield Write(name, int(offset), _bytes(data))
        elif what == "ftruncate":
            yield Cut(name, int(arguments.split(", ")[1]))
        elif what in {"fsync", "fdatasync"}:
            yield Synced(name)


def _bytes(quoted: str) -> bytes:
    assert quoted.endswith('"'), "strace has cut it off"
    return bytes.fromhex(quoted.strip('"').replace("\\x", ""))


def _disk_after(
    happened: list[Happened], before: dict[str, bytes], chance: random.Random
) -> tuple[int, dict[str, bytes]]:
    """How many lines were acknowledged, and the files as a disk may have them that was cut off here."""
    acknowledged = 0
    waiting: dict[str, list[Write | Cut]] = {}
    disk = {name: bytearray(data) for name, data in before.items()}
    for one in happened:
        match one:
            case Acknowledged(lines):
                acknowledged = lines
            case Synced(name):
                for write in waiting.pop(name, []):
                    _apply(disk.setdefault(name, bytearray()), write)
            case _:
                waiting.setdefault(one.file, []).append(one)
    for name, writes in waiting.items():
        for write in writes:
            for part in _sectors(write):
                if chance.random() < 0.5:
                    _apply(disk.setdefault(name, bytearray()), part)
    return acknowledged, {name: bytes(data) for name, data in disk.items()}


def _sectors(write: Write | Cut) -> Iterator[Write | Cut]:
    if isinstance(write, Cut):
        yield write
        return
    at, data = write.offset, write.data
    while data:
        length = SECTOR - at % SECTOR
        yield Write(write.file, at, data[:length])
        at, data = at + length, data[length:]


def _apply(file: bytearray, write: Write | Cut) -> None:
    if isinstance(write, Cut):
        del file[write.length :]
        return
    file.extend(bytes(max(0, write.offset + len(write.data) - len(file))))
    file[write.offset : write.offset + len(write.data)] = write.data


def _lines_of(file: Path) -> int:
    """The last line of the table; the file is whole and its lines are without a gap."""
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA quick_check").fetchall() == [("ok",)]
        [(last, number)] = connection.execute("SELECT max(version), count(*) FROM game_entry").fetchall()
    assert (last or 0) == number
    return last or 0
