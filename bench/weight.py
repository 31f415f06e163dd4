"""First-load weight of the calculator: what the server really sends to a phone that has nothing yet."""

import http.client
import re
from typing import Final
from urllib.parse import urlencode

from bench.serving import lockup

HEADERS: Final = {"Accept-Encoding": "gzip, br", "Accept": "text/html"}
_LINKED: Final = re.compile(r'(?:href|src)="(/static/[^"#]+)')
_IMPORTED: Final = re.compile(r'from "\./([^"]+)"')


def measure() -> None:
    """Print the bytes of the score form of four players and of every file that it loads, compressed as sent."""
    with lockup() as app:
        connection = http.client.HTTPConnection("127.0.0.1", app.port)
        page, html = _get(connection, _new_sheet(connection))
        paths = sorted({path.replace("&amp;", "&") for path in _LINKED.findall(html)})
        sizes = {}
        while paths:
            path = paths.pop()
            sizes[path], text = _get(connection, path)
            if path.split("?")[0].endswith(".js"):
                paths += [f"/static/{name}" for name in _IMPORTED.findall(text) if f"/static/{name}" not in sizes]
    script = sum(size for path, size in sizes.items() if path.split("?")[0].endswith(".js"))
    total = page + sum(sizes.values())
    print(f"First load of the calculator: {total / 1000:.1f} kB [40], of it script {script / 1000:.1f} kB [20]")
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
    """The bytes of an answer's body as they come over the wire, and its text."""
    connection.request("GET", path, headers=HEADERS)
    sent = connection.getresponse().read()
    connection.request("GET", path, headers={"Accept": "text/html"})
    return len(sent), connection.getresponse().read().decode()
