"""Two workers of a host: their figures are added up, and their log is lines of JSON."""

import json
import os
import urllib.request
from pathlib import Path

import pytest
from support.event_stream import hosted

ASKED = 20
pytestmark = pytest.mark.slow


@pytest.fixture
def url(tmp_path: Path, migrated_file: Path) -> str:
    (tmp_path / "lockup.db").write_bytes(migrated_file.read_bytes())
    return f"sqlite:///{tmp_path / 'lockup.db'}"


def test_figures_of_two_workers_are_added_up_and_they_log_lines_of_json(url: str, tmp_path: Path) -> None:
    folder = tmp_path / "figures"
    folder.mkdir()
    (folder / "counter_1.db").write_bytes(b"left by a worker of yesterday")
    settings = {"LOCKUP_METRICS": "local", "PROMETHEUS_MULTIPROC_DIR": str(folder), "LOCKUP_LOG": "json"}
    with hosted(url, **settings) as (port, _, said):
        for _ in range(ASKED):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/about").close()
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
            told = answer.read().decode()
    assert f'lockup_requests_total{{method="GET",route="/about",status="200"}} {ASKED}.0' in told
    assert "lockup_streams 0.0" in told
    lines = [json.loads(line) for line in said if line.startswith("{")]
    # Whichever worker is asked for the figures says so as well.
    routes = [line["route"] for line in lines if line["message"] == "answered"]
    assert sorted(routes) == [*["/about"] * ASKED, "/metrics"]
    assert {line["logger"] for line in lines} == {"companion.requests", "gunicorn.error"}
    assert all(line["process"] != os.getpid() for line in lines)
