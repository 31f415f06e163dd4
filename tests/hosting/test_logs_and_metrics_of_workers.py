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


def test_figures_of_two_workers_are_added_up(url: str, tmp_path: Path) -> None:
    folder = tmp_path / "figures"
    folder.mkdir()
    (folder / "counter_1.db").write_bytes(b"left by a worker of yesterday")
    with hosted(url, LOCKUP_METRICS="local", PROMETHEUS_MULTIPROC_DIR=str(folder)) as (port, *_):
        for _ in range(ASKED):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/about").close()
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
            told = answer.read().decode()
    assert f'lockup_requests_total{{method="GET",route="/about",status="200"}} {ASKED}.0' in told
    assert "lockup_streams 0.0" in told


def test_workers_log_lines_of_json(url: str) -> None:
    with hosted(url, LOCKUP_LOG="json") as (port, _, said):
        urllib.request.urlopen(f"http://127.0.0.1:{port}/about").close()
    told = [json.loads(line) for line in said if line.startswith("{")]
    assert [line["route"] for line in told if line["message"] == "answered"] == ["/about"]
    assert {line["logger"] for line in told} == {"companion.requests", "gunicorn.error"}
    assert all(line["process"] != os.getpid() for line in told)
