"""Servers that start quickly: a process that has the app in memory and, for each line that it reads, forks a server.

The line says in JSON how `lockup serve` is asked, and what its environment has more.

Such a server is a process of its own that carries out `lockup serve`; of the others it knows only the database.
"""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

_MOMENT: Final = 0.01


class Forked(NamedTuple):
    """A server: its process, where it listens, and what it said before it was ready."""

    pid: int
    port: int
    said: str

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def alive(self) -> bool:
        """Whether it is still running."""
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def kill(self) -> None:
        """End it here and now, whatever it is doing."""
        os.kill(self.pid, signal.SIGKILL)

    def stop(self) -> None:
        """End it as it ends by itself, and come back once it is gone."""
        os.kill(self.pid, signal.SIGTERM)
        while self.alive:
            time.sleep(_MOMENT)


class Forks:
    """Where servers come from, on the same database unless another is named."""

    def __init__(self, process: subprocess.Popen[str], database: str) -> None:
        self._process = process
        self._database = database

    def server(self, database: str = "", port: int = 0, *, host: str = "", **environment: str) -> Forked:
        """One more server, ready to answer: for this computer, or under a name for the network."""
        where = ["--host", host] if host else ["--local"]
        arguments = [*where, "--port", str(port), "--database", database or self._database]
        order = {"arguments": arguments, "environment": environment}
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(json.dumps(order) + "\n")
        stdin.flush()
        said = ""
        for line in stdout:
            said += line
            if "Ctrl-C" in line:
                break
        pid = re.search(r"^pid (\d+)$", said, re.MULTILINE)
        port = re.search(r"http://\S+:(\d+)", said)
        assert pid is not None, said
        assert port is not None, said
        return Forked(int(pid.group(1)), int(port.group(1)), said[pid.end() + 1 :])


@contextmanager
def forks(database: str = "") -> Iterator[Forks]:
    """A place where servers on that database come from; who is still alive at the end of the block ends with it."""
    command = [sys.executable, __file__]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, text=True, start_new_session=True
    ) as process:
        try:
            yield Forks(process, database)
        finally:
            os.killpg(process.pid, signal.SIGKILL)


def main() -> None:
    """Fork a server for each line."""
    from companion.cli.serve import serve

    # Nobody waits for the servers; so none of them is left behind as a zombie.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        if os.fork() == 0:
            sys.stdout.write(f"pid {os.getpid()}\n")
            order = json.loads(line)
            os.environ.update(order["environment"])
            time.tzset()
            serve(order["arguments"])


if __name__ == "__main__":
    main()
