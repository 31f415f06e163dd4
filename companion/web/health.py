"""What a host's machines ask: whether the process answers, and whether its database is there and of this version."""

from flask import Blueprint, Response
from sqlalchemy.exc import SQLAlchemyError

from companion.persistence import migrate
from companion.persistence.database import db

blueprint = Blueprint("health", __name__)


@blueprint.get("/healthz")
def alive() -> Response:
    """Whether the process answers; its database is not asked."""
    return _plain("ok", 200)


@blueprint.get("/readyz")
def ready() -> Response:
    """Whether it can do its work."""
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
