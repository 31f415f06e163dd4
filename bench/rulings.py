"""Scoring: over HTTP against a bare route, and in-process."""

import http.client
import json
import statistics
import time
from typing import Final

from bench.processes import cpu_seconds
from bench.serving import bare, lockup
from companion.schemas.scores import SCORES, sheet_of
from companion.scoring.score import score
from tests.support.api_client import EXAMPLE

ROUNDS: Final = 28
REQUESTS: Final = 100
SHEET: Final = EXAMPLE
"""A request with all that a side can give."""


def measure() -> None:
    """Print requests a second of a scores ruling and of a bare route, their ratio, and scoring in-process."""
    rates = []
    with lockup() as app, bare() as yardstick:
        ours = http.client.HTTPConnection("127.0.0.1", app.port)
        theirs = http.client.HTTPConnection("127.0.0.1", yardstick.port)
        for turn in range(ROUNDS + 1):
            if turn == 1:
                before = cpu_seconds(app.process), cpu_seconds(yardstick.process)
            pair = (_rate(ours, "/api/v1/rulings/scores"), _rate(theirs, "/"))
            # The first turn warms both up.
            if turn:
                rates.append(pair)
        spent = [cpu_seconds(one.process) - begun for one, begun in zip((app, yardstick), before, strict=True)]
    ratio = statistics.median(mine / bare_rate for mine, bare_rate in rates)
    mine, bare_rate = (statistics.median(column) for column in zip(*rates, strict=True))
    print(f"Scores ruling over HTTP: {mine:.0f} a second, bare Flask route: {bare_rate:.0f}; ratio {ratio:.2f}")
    each, bare_each = (seconds / ROUNDS / REQUESTS * 1000 for seconds in spent)
    print(f"  (CPU of the server for each: {each:.2f} ms, bare: {bare_each:.2f} ms; ratio {bare_each / each:.2f})")
    sheet = sheet_of(SCORES.read(SHEET))
    begun = time.perf_counter()
    for _ in range(2000):
        score(sheet)
    print(f"Scoring a sheet in-process: {(time.perf_counter() - begun) / 2000 * 1e6:.0f} µs")


def _rate(connection: http.client.HTTPConnection, path: str) -> float:
    """Return the requests a second, one after the other, no two bodies alike."""
    begun = time.perf_counter()
    for number in range(REQUESTS):
        sides = [{**SHEET["sides"][0], "reputation": number}, *SHEET["sides"][1:]]
        body = json.dumps({**SHEET, "sides": sides})
        connection.request("POST", path, body, {"Content-Type": "application/json"})
        response = connection.getresponse()
        response.read()
        assert response.status == 200, response.status
    return REQUESTS / (time.perf_counter() - begun)
