"""Upgrades of one database that are broken off at a statement, again and again at a later one until one comes through.

A process of its own has the app in memory and forks each upgrade, which ends as by a power cut.
"""

import json
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple


class Attempt(NamedTuple):
    """An upgrade: whether it was broken off, and what the database holds afterwards: its version, a digest of all."""

    broken_off: bool
    version: str | None
    digest: str


def attempts(file: Path) -> list[Attempt]:
    """Upgrade a database: the last attempt is the first that is not broken off."""
    done = subprocess.run([sys.executable, __file__, file], stdout=subprocess.PIPE, text=True, check=True)
    return [Attempt(*one) for one in json.loads(done.stdout)]


def held(file: Path) -> tuple[str | None, str]:
    """The version of a sound database, and a digest of all that it holds."""
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        lines = "\n".join(database.iterdump())
        named = "alembic_version" in lines
        version = database.execute("SELECT version_num FROM alembic_version").fetchone() if named else None
    return version and version[0], sha256(lines.encode()).hexdigest()


def main() -> None:
    """Break off one upgrade after another, and write what has come of each."""
    from sqlalchemy import Engine, event

    from companion.cli.database import prepared
    from companion.config import Settings

    file = Path(sys.argv[1])
    found: list[tuple[bool, str | None, str]] = []
    statement = 1
    while not found or found[-1][0]:
        pid = os.fork()
        if pid == 0:
            counted = count(1)

            def end(*_: Any, counted: Any = counted, last: int = statement) -> None:
                if next(counted) == last:
                    os.kill(os.getpid(), signal.SIGKILL)

            event.listen(Engine, "before_cursor_execute", end)
            os.dup2(2, 1)
            prepared(Settings(database=f"sqlite:///{file}"))
            os._exit(0)
        _, status = os.waitpid(pid, 0)
        assert status in {0, signal.SIGKILL}, status
        found.append((status != 0, *held(file)))
        statement *= 3
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
