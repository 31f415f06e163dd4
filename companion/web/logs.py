"""Logs for a host's machines: a line of JSON for each request and fault, without a name, code, address or secret.

The line of a fault gives its kind and where it was, never its words: they may repeat what somebody has typed. The line
of a library gives its sentence without the values filled in.
"""

import json
import logging
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from traceback import walk_tb
from typing import Any, Final

from flask import Flask

from companion.config import Log
from companion.web.request_ids import request_id
from companion.web.telemetry import Answered, hear, method, route

_FIELDS: Final = "lockup_fields"
"""The name under which a record has the members of its line besides its sentence."""

_CAUSES: Final = 5
_log: Final = logging.getLogger("companion.requests")


class JsonLines(logging.Formatter):
    """A record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.msg if isinstance(record.msg, str) else type(record.msg).__name__,
            "process": record.process,
            **getattr(record, _FIELDS, {}),
        }
        if record.exc_info and record.exc_info[1] is not None:
            line["fault"] = [*_causes(record.exc_info[1])]
        return json.dumps(line)


def _causes(fault: BaseException) -> Iterator[dict[str, Any]]:
    """Yield the kinds of a fault and of its causes, and where each came from, the innermost place last."""
    found: BaseException | None = fault
    for _ in range(_CAUSES):
        if found is None:
            return
        places = [f"{frame.f_globals.get('__name__')}:{line}" for frame, line in walk_tb(found.__traceback__)]
        yield {"kind": type(found).__name__, "at": places}
        found = found.__cause__ or found.__context__


def set_up(app: Flask) -> None:
    """Let an app write its log as it is set."""
    if app.config["LOCKUP"].log is not Log.JSON:
        return
    root = logging.getLogger()
    if not any(isinstance(handler.formatter, JsonLines) for handler in root.handlers):
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(JsonLines())
        root.addHandler(handler)
    _log.setLevel(logging.INFO)
    hear(app, _write)


def _write(told: Answered) -> None:
    fields = told._asdict()
    milliseconds = round(fields.pop("seconds") * 1000, 1)
    _log.info("answered", extra={_FIELDS: {**fields, "milliseconds": milliseconds}})


def log_fault(app: Flask, fault: Any) -> None:
    """Log that a request could not be answered, by its name and route: its address may be a code or link."""
    called = {"request": request_id(), "method": method(), "route": route()}
    app.logger.error("Request %s failed: %s %s", *called.values(), exc_info=fault, extra={_FIELDS: called})
