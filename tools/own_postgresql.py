"""A PostgreSQL server only for the trials, of the programs that are installed here."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

_SERVERS: Final = [str(one) for one in sorted(Path("/usr/lib/postgresql").glob("*/bin"))]


def program(name: str) -> str | None:
    """Return the path of a program, also one that only administrators and servers start; None where it is not here."""
    return shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", *_SERVERS]))


@contextmanager
def own_postgresql(here: Path, address: str = "") -> Iterator[None]:
    """Run a server that trusts its user `lockup`, as long as the block runs; it does not run as root.

    Args:
        here: a folder for its files and its socket.
        address: an IPv4 address at which it listens to its /24 network too; empty is only the socket.
    """
    someone = "postgres" if os.geteuid() == 0 else None
    if someone:
        shutil.chown(here, someone)
    data = here / "data"

    def command(name: str, *arguments: str) -> None:
        # The server would keep open any pipe that it inherits, and the reader would wait for its end.
        run = [program(name) or name, *arguments]
        subprocess.run(run, check=True, user=someone, cwd=here, stdout=subprocess.DEVNULL)

    command("initdb", "--pgdata", str(data), "--auth", "trust", "--username", "lockup")
    if address:
        with (data / "pg_hba.conf").open("a") as rules:
            rules.write(f"host all lockup {address}/24 trust\n")
    options = f"-k {here} -c listen_addresses='{address}'"
    command("pg_ctl", "--pgdata", str(data), "--options", options, "--log", str(here / "log"), "--wait", "start")
    try:
        yield
    finally:
        command("pg_ctl", "--pgdata", str(data), "--mode", "fast", "--wait", "stop")
