"""How the tests keep score sheets: make one, change it, delete it, look into the database."""

from typing import Any, NamedTuple

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import inspect, text
from werkzeug.test import TestResponse

from companion.persistence.database import db
from support.api_client import API, ask

DEVICE = "lockup_device"


class Kept(NamedTuple):
    """A sheet that was made."""

    link: str
    edit: str
    etag: str


def sheet(*names: str, **members: Any) -> dict[str, Any]:
    return {"sides": [{"name": name} for name in names or ("Vera",)], **members}


def keep(client: FlaskClient, body: Any = None, **headers: str) -> Kept:
    """A new sheet, one side called Vera where nothing else is said."""
    response = ask(client, "/sheets", sheet() if body is None else body, **headers)
    assert response.status_code == 201, response.text
    return Kept(response.json["link"], response.json["edit"], response.headers["ETag"])


def show(client: FlaskClient, link: str, **headers: str) -> TestResponse:
    return client.get(f"{API}/sheets/{link}", headers=_named(headers))


def put(
    client: FlaskClient, link: str, body: Any, token: str | None = None, etag: str | None = None, **headers: str
) -> TestResponse:
    return client.put(f"{API}/sheets/{link}", json=body, headers=_allowed(token, etag, headers))


def delete(
    client: FlaskClient, link: str, token: str | None = None, etag: str | None = None, **headers: str
) -> TestResponse:
    return client.delete(f"{API}/sheets/{link}", headers=_allowed(token, etag, headers))


def _named(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def _allowed(token: str | None, etag: str | None, headers: dict[str, str]) -> dict[str, str]:
    given = _named(headers)
    if token is not None:
        given["Authorization"] = f"Bearer {token}"
    if etag is not None:
        given["If-Match"] = etag
    return given


def rows(app: Flask) -> dict[str, list[dict[str, Any]]]:
    """Everything that the database holds, by table."""
    with app.app_context(), db.engine.connect() as connection:
        return {
            table: [dict(row) for row in connection.execute(text(f"SELECT * FROM {table}")).mappings()]
            for table in inspect(connection).get_table_names()
            if table != "alembic_version"
        }
