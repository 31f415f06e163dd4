"""The pages through Flask's test client, on SQLite: what databases do differently is tested with the sheets."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from forms import FormPhone
from other_addresses import ADDRESS
from plain_browser import PlainBrowser
from support.databases import put_away
from support.sheet_client import DEVICE

from companion import create_app
from companion.config import History, Settings


def made(folder: Path, migrated_file: Path, history: History) -> Iterator[Flask]:
    app = create_app(
        Settings(database=copied(migrated_file, folder), testing=True, history=history, wrong_codes_per_hour=0)
    )
    # An error is what a phone would see, not an exception of the test.
    app.config["PROPAGATE_EXCEPTIONS"] = False
    yield app
    put_away(app)


def copied(migrated_file: Path, folder: Path) -> str:
    """The URL of a migrated database of its own."""
    return f"sqlite:///{shutil.copy(migrated_file, folder)}"


@pytest.fixture(scope="session")
def hosted_app(tmp_path_factory: pytest.TempPathFactory, migrated_file: Path) -> Iterator[Flask]:
    """The app as a host serves it: a device sees its own sheets."""
    yield from made(tmp_path_factory.mktemp("hosted"), migrated_file, History.DEVICE)


@pytest.fixture(scope="session")
def household_app(tmp_path_factory: pytest.TempPathFactory, migrated_file: Path) -> Iterator[Flask]:
    """The app as it serves one household."""
    yield from made(tmp_path_factory.mktemp("household"), migrated_file, History.HOUSEHOLD)


def _home_in(folder: Path, migrated_file: Path) -> Iterator[Flask]:
    settings = Settings(
        database=copied(migrated_file, folder),
        testing=True,
        history=History.HOUSEHOLD,
        wrong_codes_per_hour=0,
        address=ADDRESS,
        home_port=8470,
        name="laptop.local",
    )
    app = create_app(settings)
    yield app
    put_away(app)


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory, migrated_file: Path) -> Iterator[Flask]:
    """The app as `lockup serve` runs it at home."""
    yield from _home_in(tmp_path_factory.mktemp("home"), migrated_file)


@pytest.fixture
def new_home(tmp_path: Path, migrated_file: Path) -> Iterator[Flask]:
    """The same, to which nobody has come yet."""
    yield from _home_in(tmp_path, migrated_file)


@pytest.fixture
def visitor(hosted_app: Flask) -> FlaskClient:
    """A browser without script that nobody knows yet."""
    return hosted_app.test_client()


@pytest.fixture
def my_phone(hosted_app: Flask) -> FlaskClient:
    """A client that the app knows by its cookie, as whoever has opened a table with it."""
    device = hosted_app.test_client()
    device.set_cookie(DEVICE, "my phone")
    return device


@pytest.fixture
def plain(my_phone: FlaskClient) -> PlainBrowser:
    """The browser of that phone, without script."""
    return PlainBrowser(my_phone)


@pytest.fixture
def phone(hosted_app: Flask) -> FormPhone:
    """A browser without script that sends forms."""
    return FormPhone(hosted_app)
