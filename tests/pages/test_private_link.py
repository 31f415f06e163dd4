"""The private link of a history: it leads another phone here, also where this computer calls itself localhost."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion import create_app
from companion.config import Settings
from companion.persistence.database import db


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory, migrated_file: Path) -> Iterator[FlaskClient]:
    """A browser on the computer that serves, whose best address is another."""
    file = shutil.copy(migrated_file, tmp_path_factory.mktemp("private"))
    app = create_app(Settings(database=f"sqlite:///{file}", testing=True, address="http://192.168.1.20:8470"))
    yield app.test_client()
    with app.app_context():
        db.engine.dispose()


@pytest.mark.parametrize("host", ["localhost:8470", "127.0.0.1:8470", "[::1]:8470"])
def test_opened_as_localhost_it_holds_the_address_that_phones_reach(client: FlaskClient, host: str) -> None:
    page = client.get("/history/key", headers={"Host": host}).text
    assert "http://192.168.1.20:8470/history/open#" in page


def test_opened_under_another_name_it_keeps_that_name(client: FlaskClient) -> None:
    page = client.get("/history/key", headers={"Host": "table.local:8470"}).text
    assert "http://table.local:8470/history/open#" in page
