"""What a host may read in the logs: enough to find what went wrong, and nothing of who asked or for what."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from support.api_client import API
from support.databases import put_away
from support.seat_client import correct, host_of
from support.sheet_client import sheet
from support.table_client import Seat

from companion import create_app
from companion.config import BadSetting, Log, Settings, from_environment
from companion.web.logs import JsonLines


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory, migrated_file: Path) -> Path:
    file = tmp_path_factory.mktemp("logged") / "lockup.db"
    file.write_bytes(migrated_file.read_bytes())
    return file


@pytest.fixture(scope="module")
def logging_app(file: Path) -> Iterator[Flask]:
    before = [*logging.getLogger().handlers]
    app = create_app(Settings(database=f"sqlite:///{file}", log=Log.JSON))
    yield app
    put_away(app)
    logging.getLogger().handlers[:] = before


def lines(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    return [json.loads(JsonLines().format(record)) for record in caplog.records]


def play(client: FlaskClient) -> Seat:
    """Something of everything: a table of people with names, a sheet, a page, an address that there is not."""
    host, _ = host_of(client, "Veronika", "Ottokar")
    correct(client, host, 1, "set_reputation", side=[0], number=3)
    client.post(f"{API}/sheets", json=sheet("Kunigunde"))
    client.get(f"/t/{host.code}")
    client.get(f"/nowhere/{host.code}?name=Adalbert")
    client.open(f"/{host.code}", method="ADALBERT")
    return host


def test_each_request_is_a_line_with_its_route_and_its_name(
    logging_app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    answer = logging_app.test_client().get("/s/0123456789abc")
    [line] = lines(caplog)
    assert line.pop("time").endswith("+00:00")
    assert line.pop("milliseconds") > 0
    assert line.pop("process") > 0
    assert line == {
        "level": "info",
        "logger": "companion.requests",
        "message": "answered",
        "request": answer.headers["X-Request-ID"],
        "method": "GET",
        "route": "/s/<link>",
        "status": 404,
    }


def test_no_line_holds_a_name_a_code_or_a_secret(logging_app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    host = play(logging_app.test_client())
    told = lines(caplog)
    assert {"/t/<code>", "nowhere", f"{API}/tables/<code>/corrections"} <= {line["route"] for line in told}
    assert "OTHER" in {line["method"] for line in told}
    written = json.dumps(told)
    for secret in ("Veronika", "Ottokar", "Kunigunde", "dalbert", "ADALBERT", host.code, host.token, "127.0.0.1"):
        assert secret not in written


def test_of_a_fault_its_kind_and_place_are_told_and_not_its_words(
    logging_app: Flask, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(**_: Any) -> None:
        try:
            int("Veronika")
        except ValueError as fault:
            raise RuntimeError("Ottokar") from fault

    monkeypatch.setitem(logging_app.view_functions, "pages.result", broken)
    answer = logging_app.test_client().get("/s/0123456789abc")
    assert answer.status_code == 500
    [fault] = [line for line in lines(caplog) if line["level"] == "error"]
    assert [one["kind"] for one in fault["fault"]] == ["RuntimeError", "ValueError"]
    assert fault["fault"][0]["at"][-1].startswith(f"{__name__}:")
    assert (fault["request"], fault["route"]) == (answer.headers["X-Request-ID"], "/s/<link>")
    assert "Veronika" not in json.dumps(fault)
    assert "Ottokar" not in json.dumps(fault)


def test_what_a_library_fills_in_is_left_out(caplog: pytest.LogCaptureFixture) -> None:
    logging.getLogger("waitress").error("Exception while serving %s", "/t/abc234")
    [line] = lines(caplog)
    assert line["message"] == "Exception while serving %s"


def test_without_the_setting_nothing_is_written_of_a_request(
    plain_client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "companion")
    assert plain_client.get("/").status_code == 200
    assert not caplog.records


@pytest.mark.parametrize("variable", ["LOCKUP_LOG", "LOCKUP_METRICS"])
def test_a_setting_that_there_is_not_is_refused(variable: str) -> None:
    with pytest.raises(BadSetting):
        from_environment({variable: "everybody"})
