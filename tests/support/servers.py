"""Servers that start quickly: a process that has the app in memory and, for each line that it reads, forks a server.

Such a server is a process of its own that carries out `lockup serve`; of the others it knows only the database.
"""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple


class Forked(NamedTuple):
    """A server: its process and where it listens."""

    pid: int
    port: int

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


class Forks:
    """Where servers come from, all on the same database."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def server(self) -> Forked:
        """One more server, ready to answer."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write("\n")
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
        return Forked(int(pid.group(1)), int(port.group(1)))


@contextmanager
def forks(database: str) -> Iterator[Forks]:
    """A place where servers on that database come from; who is still alive at the end of the block ends with it."""
    command = [sys.executable, __file__, database]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, text=True, start_new_session=True
    ) as process:
        try:
            yield Forks(process)
        finally:
            os.killpg(process.pid, signal.SIGKILL)


def main() -> None:
    """Fork a server for each line."""
    from companion.cli import main as lockup

    # Nobody waits for the servers; so none of them is left behind as a zombie.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for _ in sys.stdin:
        if os.fork() == 0:
            sys.stdout.write(f"pid {os.getpid()}\n")
            lockup(["serve", "--local", "--port", "0", "--database", sys.argv[1]])


if __name__ == "__main__":
    main()
