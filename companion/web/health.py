"""Answers for a host's machines: whether the process answers, and whether its database is there and upgraded."""

from flask import Blueprint, Response
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import ServiceUnavailable

from companion.persistence import migrate
from companion.persistence.database import db, is_gone

blueprint = Blueprint("health", __name__)


class DatabaseGone(ServiceUnavailable):
    """The file of the database is no longer the one that was opened."""


def database_is_gone() -> bool:
    """Return whether the file of the database was deleted, moved or replaced since the app opened it."""
    return is_gone(db.engine)


@blueprint.get("/healthz")
def alive() -> Response:
    """Say that the process answers; its database is not asked."""
    return _plain("ok", 200)


@blueprint.get("/readyz")
def ready() -> Response:
    """Say whether the app can do its work."""
    if database_is_gone():
        return _plain("the database's file is gone: stop the app, put it back, start the app again", 503)
    try:
        version = migrate.version_of(db.engine)
    except SQLAlchemyError:
        return _plain("the database cannot be reached", 503)
    wanted = migrate.revisions()[-1]
    if version != wanted:
        return _plain(f"the database is of version {version or 'none'}, not {wanted}: lockup upgrade", 503)
    return _plain("ready", 200)


def _plain(text: str, status: int) -> Response:
    return Response(f"{text}\n", status, mimetype="text/plain")
