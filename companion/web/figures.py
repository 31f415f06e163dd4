"""The metrics of an app; imported only where they are wanted.

Several workers share them through the files of `PROMETHEUS_MULTIPROC_DIR`, as `prometheus_client` says.
"""

import os
from typing import Final

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

from companion.tables.broadcast import live
from companion.web.telemetry import Answered

REQUESTS: Final = Counter("lockup_requests", "Requests by how they were answered.", ("method", "route", "status"))
SECONDS: Final = Histogram(
    "lockup_request_seconds",
    "Seconds until an answer began.",
    ("route",),
    buckets=(0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10),
)
STREAMS: Final = Gauge(
    "lockup_streams", "Phones that listen; of each worker as of its last answer.", multiprocess_mode="livesum"
)


def count(told: Answered) -> None:
    """Count an answer."""
    REQUESTS.labels(told.method, told.route, str(told.status)).inc()
    SECONDS.labels(told.route).observe(told.seconds)
    STREAMS.set(live().count)


def exposition() -> tuple[bytes, str]:
    """Return the metrics of all workers for Prometheus, and their media type."""
    registry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)
    return generate_latest(registry), CONTENT_TYPE_LATEST
