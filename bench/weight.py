"""Weight of pages: the bytes that the server really sends to a new phone, and the later cost of a game's page."""

import http.client
import re
import statistics
from random import Random
from typing import Final
from urllib.parse import urlencode

from bench.serving import lockup
from bench.tables import Seat
from companion.rules.state.setup import Dealing
from tests.support.random_json_player import any_action

HEADERS: Final = {"Accept-Encoding": "gzip, deflate", "Accept": "text/html"}
"""Compressions that browsers take over plain http, as at home; over https they take brotli, which is smaller."""

_LINKED: Final = re.compile(r'(?:href|src)="(/static/[^"#]+)')


def measure() -> None:
    """Print the bytes of a score form and of a game with every file that they load, and of a game's page later on."""
    with lockup() as app:
        connection = http.client.HTTPConnection("127.0.0.1", app.port)
        _first_load(connection, "the calculator", _new_sheet(connection), " [40]", " [20]")
        seat = Seat(app)
        shown = seat.open({"dealing": Dealing.HOUSE})
        path = f"/t/{shown['code']}"
        _first_load(connection, "a game", path)
        chance = Random(0)
        pages = []
        while shown["prompt"]["actions"]:
            shown = seat.line("actions", any_action(shown, chance))
            pages.append(_sent(connection, path))
    kilobytes = sorted(size / 1000 for size in pages)
    print(
        f"A game's page after an action: {statistics.median(kilobytes):.1f} kB, at most {kilobytes[-1]:.1f} kB [15],"
        f" over the {len(pages)} actions of a whole game"
    )


def _first_load(
    connection: http.client.HTTPConnection, what: str, path: str, aim: str = "", of_script: str = ""
) -> None:
    """Print the bytes of a page and of every file that it loads, compressed as sent."""
    page, html = _get(connection, path)
    paths = sorted({path.replace("&amp;", "&") for path in _LINKED.findall(html)})
    sizes = {path: _sent(connection, path) for path in paths}
    script = sum(size for path, size in sizes.items() if path.split("?")[0].endswith(".js"))
    total = page + sum(sizes.values())
    print(f"First load of {what}: {total / 1000:.1f} kB{aim}, of it script {script / 1000:.1f} kB{of_script}")
    print(f"  page {page}, " + ", ".join(f"{path.split('?')[0].rpartition('/')[2]} {sizes[path]}" for path in sizes))


def _new_sheet(connection: http.client.HTTPConnection) -> str:
    form = urlencode({"players": "4", "by": "counts", "edition": "later"})
    connection.request("POST", "/score", form, {"Content-Type": "application/x-www-form-urlencoded"})
    response = connection.getresponse()
    response.read()
    location = response.getheader("Location")
    assert location is not None, response.status
    return location


def _get(connection: http.client.HTTPConnection, path: str) -> tuple[int, str]:
    """Return the bytes of an answer's body as they come over the wire, and its text."""
    sent = _sent(connection, path)
    connection.request("GET", path, headers={"Accept": "text/html"})
    return sent, connection.getresponse().read().decode()


def _sent(connection: http.client.HTTPConnection, path: str) -> int:
    connection.request("GET", path, headers=HEADERS)
    return len(connection.getresponse().read())
