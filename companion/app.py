"""The application factory: settings in, a Flask app out."""

import logging
from collections.abc import Callable
from typing import Any, Final

from flask import Flask, Request, Response, abort, request
from flask_compress import Compress
from sqlalchemy.exc import NoResultFound, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnectionFree
from sqlalchemy.orm.exc import ObjectDeletedError
from werkzeug.exceptions import HTTPException, NotFound, ServiceUnavailable
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import MapAdapter
from werkzeug.wrappers import Response as BaseResponse

from companion import config
from companion.api import blueprint as api
from companion.api.core.problems import Problem, answer, http_answer, invalid
from companion.pages import site as pages
from companion.persistence import database
from companion.presenters import play_of_sheet
from companion.schemas.faults import InvalidFields
from companion.serving import REFUSED
from companion.tables import broadcast
from companion.tables.repository import TableGone
from companion.web import health, limits, logs, metrics, table_links, trusted_hosts, visitors
from companion.web.base_path import BehindProxies, quoted
from companion.web.device_cookie import remember
from companion.web.headers import add_headers
from companion.web.request_ids import add_request_id

COMPRESSED: Final = ["text/html", "text/css", "text/javascript", "image/svg+xml", "text/plain"]
"""Media types that are sent compressed. JSON is not: compression would change the ETags that programs send back."""

AGAIN_SECONDS: Final = 2
"""Seconds after which it is worth asking a database again that did not answer."""

_compress: Final = Compress()
_log: Final = logging.getLogger(__name__)


class _App(Flask):
    """Flask without asynchronous views and hooks: it would ask each of them at every request whether it is one."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function itself."""
        return func

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Make a request's addresses begin with the path under which it found the app."""
        adapter = super().create_url_adapter(request)
        if adapter is not None:
            adapter.script_name = quoted(adapter.script_name)
        return adapter

    def log_exception(self, exc_info: Any) -> None:
        """Log what a request failed with."""
        logs.log_fault(self, exc_info)


def build(settings: config.Settings | None = None) -> Flask:
    """Return the app with these settings, or with the settings of the environment.

    This does not migrate the database: `lockup serve` does it, and a host does it once for all its workers with `lockup
    upgrade`.
    """
    settings = settings or config.from_environment()
    app = _App("companion", static_folder=None)
    app.config.update(
        LOCKUP=settings,
        MAX_CONTENT_LENGTH=settings.body_limit,
        MAX_FORM_MEMORY_SIZE=settings.body_limit,
        TESTING=settings.testing,
        COMPRESS_MIMETYPES=COMPRESSED,
        COMPRESS_ALGORITHM=["br", "gzip"],
        COMPRESS_BR_LEVEL=5,
        COMPRESS_REGISTER=False,
    )
    app.wsgi_app = BehindProxies(app.wsgi_app, settings)  # type: ignore[method-assign]
    if settings.proxies:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=settings.proxies, x_proto=settings.proxies, x_host=settings.proxies
        )
    database.connect(app, settings.database_url)
    play_of_sheet.set_up()
    broadcast.set_up(app, settings.live_streams, settings.live_streams_each)
    app.register_blueprint(api.build())
    app.register_blueprint(pages.build(app))
    app.register_blueprint(health.blueprint)
    metrics.set_up(app)
    logs.set_up(app)
    app.register_error_handler(Problem, answer)
    app.register_error_handler(InvalidFields, invalid)
    app.register_error_handler(HTTPException, _http_error)
    for gone in (ObjectDeletedError, NoResultFound, TableGone):
        app.register_error_handler(gone, _deleted_meanwhile)
    app.register_error_handler(OperationalError, _database_fault)
    app.register_error_handler(NoConnectionFree, _away)
    app.register_error_handler(database.FileGone, _gone)
    app.before_request(_refuse_for_server)
    trusted_hosts.set_up(app)
    table_links.set_up(app)
    limits.set_up(app)
    visitors.set_up(app)
    app.after_request(_finish)
    _compress.init_app(app)
    return app


def _refuse_for_server() -> None:
    """Say in words what the server in front has refused."""
    if REFUSED in request.environ:
        abort(request.environ[REFUSED])


def _finish(response: Response) -> Response:
    finished = add_request_id(add_headers(remember(response)))
    return _compress.after_request(finished) if finished.mimetype in COMPRESSED else finished


def _deleted_meanwhile(error: Exception) -> BaseResponse:
    """Answer that somebody has deleted what this request was about, after it had been found."""
    return _http_error(NotFound())


class DiskFull(HTTPException):
    """There is no room for the data that was sent."""

    code = 507


def _database_fault(error: OperationalError) -> BaseResponse:
    """Answer for a full disk, and for a database that is gone or silent; any other error is the app's own."""
    if health.database_is_gone():
        return _gone(error)
    if database.disk_is_full(error):
        return _http_error(DiskFull())
    if database.is_away(error):
        return _away(error)
    raise error


def _away(error: Exception) -> BaseResponse:
    """Ask the client to try again: a database that restarts is back in a moment."""
    _log.warning("The database does not answer: %s", type(error).__name__)
    return _http_error(ServiceUnavailable(retry_after=AGAIN_SECONDS))


def _gone(error: Exception) -> BaseResponse:
    """Answer that the host has to put the database file back; until then phones keep what they send."""
    _log.error("The file of the database was deleted, moved or replaced; nothing can be kept until the app starts anew")
    return _http_error(health.DatabaseGone(retry_after=AGAIN_SECONDS))


def _http_error(error: HTTPException) -> BaseResponse:
    """Return problem details for programs, a page for people."""
    if request.path.startswith("/api/"):
        return http_answer(error)
    return pages.error_page(error)
