"""Memory of the server at rest: started, and after its pages and a ruling."""

import http.client
import json
import tempfile

from bench.processes import resident
from bench.rulings import SHEET
from bench.serving import Served, lockup


def measure() -> None:
    """Print the resident memory of `lockup serve` before and after its first requests."""
    with tempfile.TemporaryDirectory() as folder:
        with lockup(folder) as app:
            # The code that makes or migrates the database stays loaded until the next start.
            first = resident(app.process)
        with lockup(folder) as app:
            fresh, used = resident(app.process), _used(app)
    print(f"Memory of the server: {fresh:.0f} MB when started, {used:.0f} MB after its pages in every language [80]")
    print(f"  the first time, when it makes its database, {first:.0f} MB when started")


def _used(app: Served) -> float:
    """Return the memory after its first requests."""
    connection = http.client.HTTPConnection("127.0.0.1", app.port)
    for path in ("/", "/score", "/rules", "/ask/chow_hall", "/raid", "/alone", "/box"):
        for language in ("en", "pl", "zh"):
            connection.request("GET", path, headers={"Accept-Language": language})
            connection.getresponse().read()
    connection.request("POST", "/api/v1/rulings/scores", json.dumps(SHEET), {"Content-Type": "application/json"})
    connection.getresponse().read()
    return resident(app.process)
