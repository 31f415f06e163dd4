"""`/metrics`: how the app does, for Prometheus; off unless a host wants it."""

from flask import Blueprint, Flask, Response, abort, current_app, request

from companion.config import Metrics
from companion.web.telemetry import hear
from companion.web.visitors import from_this_computer

blueprint = Blueprint("metrics", __name__)


@blueprint.get("/metrics")
def show() -> Response:
    """Show the metrics, to the readers that the setting names."""
    who = current_app.config["LOCKUP"].metrics
    if who is Metrics.OFF or (who is Metrics.LOCAL and not from_this_computer(request.environ, request.host)):
        abort(404)
    from companion.web import figures  # noqa: PLC0415 - see below

    text, kind = figures.exposition()
    return Response(text, content_type=kind)


def set_up(app: Flask) -> None:
    """Let an app count if its setting says so."""
    app.register_blueprint(blueprint)
    if app.config["LOCKUP"].metrics is not Metrics.OFF:
        # The counters take memory and, for each request, time.
        from companion.web import figures  # noqa: PLC0415

        hear(app, figures.count)
