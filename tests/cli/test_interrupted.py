"""Ctrl-C and SIGTERM end a command soon, whatever it is doing, and without a trace."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from http.client import RemoteDisconnected
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple
from urllib.error import URLError

import pytest
from serving import LOCKUP, environment, forked, get, run, serving
from support.servers import Forks

pytestmark = pytest.mark.slow

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
ENDS_WITHIN: Final = 10.0
"""Seconds; where nothing else runs it takes less than two."""


def named(one: object) -> str:
    """What a signal is called where a test names it."""
    return getattr(one, "name", str(one))


each_signal = pytest.mark.parametrize("number", SIGNALS, ids=named)


@pytest.fixture(autouse=True)
def _hears_ctrl_c() -> Iterator[None]:
    """A command hears Ctrl-C even if the tests were started in the background, which would leave it deaf."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def database(folder: Path) -> str:
    return f"sqlite:///{folder / 'lockup.db'}"


@pytest.fixture
def folder(tmp_path: Path, migrated_file: Path) -> Path:
    """With a database in it, so that the start is as every one but the first."""
    shutil.copy(migrated_file, tmp_path / "lockup.db")
    return tmp_path


class Ended(NamedTuple):
    """How a command has ended: its status, after how many seconds, and what it had said."""

    status: int
    took: float
    said: str


def serve(folder: Path) -> tuple[str, ...]:
    """The command that serves what is in a folder to this computer."""
    return LOCKUP, "serve", "--local", "--port", "0", "--database", f"sqlite:///{folder / 'lockup.db'}"


@contextmanager
def running(command: tuple[str, ...]) -> Iterator[subprocess.Popen[str]]:
    """Start a command that ends with the block at the latest, and with it all that it has started."""
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        env=environment(),
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def start_and_interrupt(
    command: tuple[str, ...], moment: float, number: signal.Signals, *, child: bool = False
) -> Ended:
    """Start a command, send it a signal after so many seconds, and see it end in time.

    Args:
        command: what to start.
        moment: after how many seconds.
        number: what to send.
        child: whether it goes to the process that the command has started.
    """
    with running(command) as process:
        try:
            process.wait(moment)
        except subprocess.TimeoutExpired:
            pid = process.pid
            if child:
                pid = int(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])
            begun = monotonic()
            os.kill(pid, number)
            said, _ = process.communicate(timeout=ENDS_WITHIN)
            return Ended(process.returncode, monotonic() - begun, said)
        raise AssertionError(f"It ended by itself: {process.communicate()[0]}")


def is_usual(ended: Ended, number: signal.Signals) -> bool:
    """Whether it has ended as it should: what Python itself says before the command has begun is Python's."""
    early = ended.status == 1 and "init_import_site" in ended.said
    return (ended.status in {0, -number} or early) and "in main\n" not in ended.said


@each_signal
def test_who_serves_lets_go_and_says_so(folder: Path, number: signal.Signals) -> None:
    with serving("--local", "--port", "0", "--database", database(folder)) as server:
        server.process.send_signal(number)
        rest, _ = server.process.communicate(timeout=ENDS_WITHIN)
        assert (rest.strip(), server.process.returncode) == ("Stopped.", 0)


def test_impatience_changes_nothing(folder: Path) -> None:
    with serving("--local", "--port", "0", "--database", database(folder)) as server:
        for number in (*SIGNALS, *SIGNALS):
            server.process.send_signal(number)
        rest, _ = server.process.communicate(timeout=ENDS_WITHIN)
        assert (rest.strip(), server.process.returncode) == ("Stopped.", 0)


@contextmanager
def written_to(file: Path) -> Iterator[None]:
    """Another program writes to the database and does not end."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


def test_a_request_that_takes_long_is_not_waited_for(folder: Path) -> None:
    def keep() -> None:
        with pytest.raises((RemoteDisconnected, ConnectionError, URLError)):
            server.post("/api/v1/sheets", b'{"sides": [{"name": "Vera", "reputation": 7}]}')

    with (
        ThreadPoolExecutor() as others,
        serving("--local", "--port", "0", "--database", database(folder)) as server,
        written_to(folder / "lockup.db"),
    ):
        kept = others.submit(keep)
        # It is under way once a later one has been answered.
        server.get("/healthz")
        server.process.send_signal(signal.SIGINT)
        server.process.communicate(timeout=ENDS_WITHIN)
        assert server.process.returncode == 0
        kept.result()


SWALLOWS = """
import os
class Gone:
    def __del__(self):
        os.kill(os.getpid(), {number})
Gone()
"""
"""What is raised while a thing is thrown away is swallowed, as in what importing calls back."""


@pytest.mark.parametrize(
    ("loaded", "number"), [*zip(("click", "sqlalchemy", "waitress", "alembic"), SIGNALS * 2, strict=True)], ids=named
)
def test_while_it_loads_it_ends_at_once(tmp_path: Path, loaded: str, number: signal.Signals) -> None:
    # Loading that package is the moment at which somebody presses Ctrl-C; Alembic is loaded to make the database.
    (tmp_path / f"{loaded}.py").write_text(SWALLOWS.format(number=int(number)), "utf-8")
    ended = run(*serve(tmp_path)[1:], env=environment(PYTHONPATH=str(tmp_path)))
    assert (ended.returncode, ended.stdout, ended.stderr) == (-number, "", "")


@each_signal
def test_the_processes_of_a_simulation_end_with_it(number: signal.Signals) -> None:
    command = (LOCKUP, "simulate", "--jobs", "2", "--games", "1000000")
    with running(command) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(number)
        # Each of them has the pipe as well: it ends with the last.
        process.communicate(timeout=10)
        assert process.returncode == -number


def test_while_it_waits_for_the_database_it_ends_at_once(folder: Path) -> None:
    with written_to(folder / "lockup.db"):
        ended = start_and_interrupt(serve(folder), 3, signal.SIGINT)
    assert ended.status in {0, -signal.SIGINT}


@each_signal
def test_it_is_heard_where_the_shell_of_a_command_in_the_background_has_it_ignored(
    tmp_path: Path, number: signal.Signals
) -> None:
    ignoring = ("sh", "-c", f"trap '' {int(number)}; exec \"$@\"", "sh", *serve(tmp_path))
    assert start_and_interrupt(ignoring, 0.6, number).status in {0, -number}


@pytest.mark.parametrize(("number", "moment"), [*zip(SIGNALS, (0.6, 1.2), strict=True)], ids=named)
def test_it_is_heard_by_the_first_process_of_a_container(tmp_path: Path, number: signal.Signals, moment: float) -> None:
    contained = ("unshare", "--pid", "--fork", "--kill-child", *serve(tmp_path))
    if subprocess.run([*contained[:4], "true"], check=False, capture_output=True).returncode:
        pytest.skip("This computer lets nobody make containers here")
    # What is sent comes from outside of the container, to its first process.
    ended = start_and_interrupt(contained, moment, number, child=True)
    assert ended.status in {0, 128 + number}


@each_signal
def test_a_first_start_that_is_interrupted_leaves_a_folder_in_which_the_next_one_serves(
    servers: Forks, tmp_path: Path, number: signal.Signals
) -> None:
    with running(serve(tmp_path)) as process:
        # The moment at which it has begun to make its database; the endurance run has a hundred others.
        while not [*tmp_path.iterdir()]:
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(0.02)
        process.send_signal(number)
        said, _ = process.communicate(timeout=ENDS_WITHIN)
        assert is_usual(Ended(process.returncode, 0, said), number)
    with forked(servers, database(tmp_path)) as server:
        assert get(server.address, "/readyz") == "ready\n"


@pytest.mark.endurance
@each_signal
def test_a_hundred_first_starts_interrupted_at_a_hundred_moments_all_end_in_time(
    tmp_path: Path, number: signal.Signals, capsys: pytest.CaptureFixture[str]
) -> None:
    ended = []
    for start in range(100):
        folder = tmp_path / str(start)
        folder.mkdir()
        ended.append(start_and_interrupt(serve(folder), start / 50, number))
    assert [one for one in ended if not is_usual(one, number)] == []
    stopped, slowest = sum(one.status == 0 for one in ended), max(one.took for one in ended)
    with capsys.disabled():
        sys.stderr.write(
            f"\n{len(ended)} starts ended by {number.name}: {stopped} of them once they served;"
            f" the slowest within {slowest:.2f} s\n"
        )
