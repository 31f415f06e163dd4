"""A real browser against a real server, phone by phone; every console error and page error fails its test."""

import fcntl
import json
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from engines import ENGINES, Engine
from phones import ARGUMENTS, PATIENCE, Phone, PhoneMaker, Server
from places import Pages, places_of
from playwright.sync_api import Browser, expect
from support.servers import Forks
from tables import places_of_tables

from tools.machine import browser as installed_browser

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    path = installed_browser()
    if path is None:
        missing = "No Chromium here: install it, or name one with LOCKUP_CHROMIUM."
        (pytest.fail if os.environ.get("CI") else pytest.skip)(missing)
    return {"executable_path": path, "args": [*(["--no-sandbox"] if os.geteuid() == 0 else []), *ARGUMENTS]}


def ready(folder: Path, file: Path) -> Path:
    """The folder, with a copy of that database in it, so that the start is as every one but the first."""
    shutil.copy(file, folder / "lockup.db")
    return folder


@pytest.fixture(scope="session")
def household(servers: Forks, tmp_path_factory: pytest.TempPathFactory, migrated_file: Path) -> Iterator[Server]:
    """The app as it serves one household."""
    with Server(servers, ready(tmp_path_factory.mktemp("household"), migrated_file)) as server:
        yield server


@pytest.fixture(scope="session")
def host(servers: Forks, tmp_path_factory: pytest.TempPathFactory, migrated_file: Path) -> Iterator[Server]:
    """The app as a public host serves it: a phone sees what it made itself."""
    with Server(servers, ready(tmp_path_factory.mktemp("host"), migrated_file), LOCKUP_HISTORY="device") as server:
        yield server


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all workers of xdist have."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "popen-gw" in base.name else base


@pytest.fixture(scope="session")
def pages(
    servers: Forks, shared_folder: Path, tmp_path_factory: pytest.TempPathFactory, migrated_file: Path
) -> Iterator[Pages]:
    """Every page with something on it, for tests that only look: games are played to them once for all workers."""
    made = shared_folder / "pages"
    with (shared_folder / "pages.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (made / "paths.json").exists():
            made.mkdir(exist_ok=True)
            with Server(servers, ready(made, migrated_file)) as server:
                paths = [places_of(server), places_of_tables(server)]
            (made / "paths.json").write_text(json.dumps(paths), "utf-8")
    everything, games = json.loads((made / "paths.json").read_text("utf-8"))
    with Server(servers, ready(tmp_path_factory.mktemp("pages"), made / "lockup.db")) as server:
        yield Pages(server, everything, games)


@pytest.fixture
def own_server(servers: Forks, tmp_path: Path, migrated_file: Path) -> Iterator[Server]:
    """A server for one test, which may stop it."""
    with Server(servers, ready(tmp_path, migrated_file)) as server:
        yield server


@pytest.fixture
def phones(browser: Browser, request: pytest.FixtureRequest) -> Iterator[PhoneMaker]:
    """Makes phones, in the household unless another server is named; each has its own cookies and storage."""
    if "own_server" in request.fixturenames:
        request.getfixturevalue("own_server")  # So that it stops after the phones that listen to it.
    made: list[Phone] = []

    def make(server: Server | None = None, **how: Any) -> Phone:
        made.append(Phone(browser, server or request.getfixturevalue("household"), **how))
        return made[-1]

    yield make
    for phone in made:
        phone.context.close()
    assert [fault for phone in made for fault in phone.faults] == []


@pytest.fixture
def phone(phones: PhoneMaker) -> Phone:
    """One phone in the household."""
    return phones()


@pytest.fixture
def report(request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]) -> Iterator[list[str]]:
    """What was counted, said on the terminal; by stderr, which workers of xdist share with it."""
    lines: list[str] = []
    yield lines
    with capsys.disabled():
        sys.stderr.write("".join(f"\n{request.node.name}: {line}" for line in lines) + "\n")


@pytest.fixture(scope="module", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """Started once for all tests: that takes as long as thirty pages."""
    try:
        with ENGINES[request.param]() as engine:
            yield engine
    except FileNotFoundError as missing:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"{request.param} is not installed: {missing}")
