"""What Prometheus reads of the app: how requests were answered, and nothing of who asked or for what."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from support.databases import put_away
from support.seat_client import host_of

from companion import create_app
from companion.config import Metrics, Settings

HERE = "localhost"
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory, migrated_file: Path) -> Path:
    file = tmp_path_factory.mktemp("logged") / "lockup.db"
    file.write_bytes(migrated_file.read_bytes())
    return file


@pytest.fixture(scope="module")
def counting_app(file: Path) -> Iterator[Flask]:
    app = create_app(Settings(database=f"sqlite:///{file}", metrics=Metrics.LOCAL))
    yield app
    put_away(app)


def figures(client: FlaskClient) -> dict[str, float]:
    """By its name with labels: each figure."""
    answer = client.get("/metrics", base_url=f"http://{HERE}")
    assert answer.status_code == 200
    assert answer.mimetype == "text/plain"
    rows = [row.rpartition(" ") for row in answer.text.splitlines() if not row.startswith("#")]
    return {name: float(value) for name, _, value in rows}


def test_requests_are_counted_by_their_routes(counting_app: Flask) -> None:
    client = counting_app.test_client()
    here = 'lockup_requests_total{method="GET",route="/t/<code>",status="404"}'
    before = figures(client).get(here, 0)
    for code in ("zzzzzz", "zzzzz2", "zzzzz3"):
        client.get(f"/t/{code}")
    after = figures(client)
    assert after[here] == before + 3
    assert after['lockup_request_seconds_count{route="/t/<code>"}'] >= 3
    assert after["lockup_streams"] == 0


def test_no_figure_holds_a_name_a_code_or_a_secret(counting_app: Flask) -> None:
    client = counting_app.test_client()
    host, _ = host_of(client, "Veronika", "Ottokar")
    client.get(f"/t/{host.code}")
    client.get(f"/nowhere/{host.code}?name=Adalbert")
    client.open(f"/{host.code}", method="ADALBERT")
    written = " ".join(figures(client))
    for secret in ("Veronika", "Ottokar", "dalbert", "ADALBERT", host.code, host.token):
        assert secret not in written


@pytest.mark.parametrize(
    ("metrics", "there", "status"),
    [
        (Metrics.OFF, {}, 404),
        (Metrics.LOCAL, {}, 200),
        (Metrics.LOCAL, {"REMOTE_ADDR": "192.0.2.1"}, 404),
        (Metrics.LOCAL, {"HTTP_X_FORWARDED_FOR": "127.0.0.1"}, 404),
        (Metrics.LOCAL, {"HTTP_HOST": "elsewhere.example"}, 404),
        (Metrics.ALL, {"REMOTE_ADDR": "192.0.2.1", "HTTP_HOST": "app"}, 200),
    ],
)
def test_the_figures_are_for_whom_the_setting_names(
    file: Path, metrics: Metrics, there: dict[str, str], status: int
) -> None:
    app = create_app(Settings(database=f"sqlite:///{file}", metrics=metrics, hosts=("lockup.example",)))
    assert app.test_client().get("/metrics", environ_overrides=there).status_code == status
    put_away(app)
