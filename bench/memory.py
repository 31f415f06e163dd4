"""Memory of the server at rest, after it has served a page and a ruling."""

import http.client
import json
from pathlib import Path

from bench.rulings import SHEET
from bench.serving import lockup


def measure() -> None:
    """Print the resident memory of `lockup serve` before and after its first requests."""
    with lockup() as app:
        fresh = _resident(app.process)
        connection = http.client.HTTPConnection("127.0.0.1", app.port)
        for path in ("/", "/score", "/rules", "/ask/chow_hall", "/raid"):
            for language in ("en", "pl", "zh"):
                connection.request("GET", path, headers={"Accept-Language": language})
                connection.getresponse().read()
        connection.request("POST", "/api/v1/rulings/scores", json.dumps(SHEET), {"Content-Type": "application/json"})
        connection.getresponse().read()
        used = _resident(app.process)
    print(f"Memory of the server: {fresh:.0f} MB when started, {used:.0f} MB after its pages in every language [80]")


def _resident(process: int) -> float:
    """Resident memory in MB, as the kernel counts it (Linux)."""
    status = Path(f"/proc/{process}/status").read_text("utf-8")
    kilobytes = next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))
    return int(kilobytes) / 1000
