"""The pages through Flask's test client, on SQLite: what databases do differently is tested with the sheets."""

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from forms import FormPhone
from other_addresses import ADDRESS
from support.databases import migrate, put_away

from companion import create_app
from companion.config import History, Settings


def made(path: str, history: History) -> Iterator[Flask]:
    url = f"sqlite:///{path}/pages.db"
    migrate(url)
    app = create_app(Settings(database=url, testing=True, history=history, wrong_codes_per_hour=0))
    # An error is what a phone would see, not an exception of the test.
    app.config["PROPAGATE_EXCEPTIONS"] = False
    yield app
    put_away(app)


@pytest.fixture(scope="session")
def hosted_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The app as a host serves it: a device sees its own sheets."""
    yield from made(str(tmp_path_factory.mktemp("hosted")), History.DEVICE)


@pytest.fixture(scope="session")
def household_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The app as it serves one household."""
    yield from made(str(tmp_path_factory.mktemp("household")), History.HOUSEHOLD)


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The app as `lockup serve` runs it at home."""
    url = f"sqlite:///{tmp_path_factory.mktemp('home') / 'pages.db'}"
    migrate(url)
    settings = Settings(
        database=url,
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


@pytest.fixture
def visitor(hosted_app: Flask) -> FlaskClient:
    """A browser without script that nobody knows yet."""
    return hosted_app.test_client()


@pytest.fixture
def phone(hosted_app: Flask) -> FormPhone:
    """A browser without script that sends forms."""
    return FormPhone(hosted_app)
