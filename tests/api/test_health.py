"""What a host's machines hear of the app."""

from flask import Flask
from flask.testing import FlaskClient
from support.databases import AppMaker


def test_a_migrated_app_is_alive_and_ready(client: FlaskClient) -> None:
    assert [client.get(path).text for path in ("/healthz", "/readyz")] == ["ok\n", "ready\n"]


def test_an_app_whose_database_was_not_upgraded_is_alive_and_not_ready(empty_url: str, make_app: AppMaker) -> None:
    client = make_app(empty_url).test_client()
    assert client.get("/healthz").status_code == 200
    answer = client.get("/readyz")
    assert (answer.status_code, "lockup upgrade" in answer.text) == (503, True)


def test_an_app_whose_database_is_gone_is_alive_and_not_ready(make_app: AppMaker) -> None:
    app: Flask = make_app("postgresql://lockup@127.0.0.1:1/lockup")
    assert app.test_client().get("/healthz").status_code == 200
    assert app.test_client().get("/readyz").status_code == 503
