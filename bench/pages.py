"""The cost of a table's page for a phone: bytes, requests, and the time of its main thread on a slow processor."""

import json
import statistics
from collections.abc import Iterator
from random import Random
from typing import Any, Final

from playwright.sync_api import Browser, Page, sync_playwright

from bench.asking import API, accepted, connected
from bench.serving import Served, lockup
from bench.tables import Seat
from companion.web.device_cookie import COOKIE
from tests.support.random_json_player import any_action
from tools.machine import browser as chromium

SLOWER: Final = 4
"""The phone's processor is so many times slower than this machine's."""

PHONE: Final = "the-phone-whose-pages-are-measured"

LOADS: Final = 7
"""Loads of each page; the median is printed."""

TABLES: Final[dict[str, tuple[dict[str, Any], str]]] = {
    "alone, roll call": ({"dealing": "house"}, "roll_call"),
    "alone, lights out": ({"dealing": "house"}, "lights_out"),
    "three, light": ({"depth": "light", "players": [{"name": "Vera"}, {"name": "Isaac"}, {"name": "Stan"}]}, "round"),
    "three, full": ({"depth": "full", "players": [{"name": "Vera"}, {"name": "Isaac"}, {"name": "Stan"}]}, "roll_call"),
}
"""For each page, the body that opens its table, and the phase in which it is measured."""


def measure() -> None:
    """Print the cost of each page: loaded for the first time, and again with its files at hand."""
    with lockup() as app, sync_playwright() as playwright:
        path = chromium()
        if path is None:
            print("No Chromium here: the pages of tables were not measured.")
            return
        browser = playwright.chromium.launch(executable_path=path, args=["--disable-gpu", "--no-sandbox"])
        for what, (body, phase) in TABLES.items():
            code = _brought_to(app, body, phase)
            first, again = zip(*_loads(browser, app, code), strict=True)
            sizes, requests, busy = (statistics.median(column) for column in zip(*first, strict=True))
            print(
                f"Page of a table, {what}: {sizes / 1000:.1f} kB in {requests:.0f} requests,"
                f" main thread {busy * 1000:.0f} ms; again"
                f" {statistics.median(one[2] for one in again) * 1000:.0f} ms, on a processor {SLOWER} times slower"
            )
        browser.close()


def _brought_to(app: Served, body: dict[str, Any], phase: str) -> str:
    """Return the code of a table of that phone, brought to a phase by acts drawn at random."""
    shown = json.loads(accepted(connected(app), f"{API}/tables", json.dumps(body), device=PHONE))
    seat, chance = Seat(app, shown["code"], shown["token"]), Random(1)
    while shown["state"]["phase"] != phase:
        shown = seat.line("actions", any_action(shown, chance))
    return str(shown["code"])


def _loads(browser: Browser, app: Served, code: str) -> Iterator[tuple[tuple[float, float, float], ...]]:
    """Yield bytes, requests and seconds of the main thread of a first load, and of another of the same phone."""
    for _ in range(LOADS):
        context = browser.new_context(viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True)
        context.add_cookies([{"name": COOKIE, "value": PHONE, "url": f"http://127.0.0.1:{app.port}"}])
        page = context.new_page()
        yield _load(page, app, code), _load(page, app, code)
        context.close()


def _load(page: Page, app: Served, code: str) -> tuple[float, float, float]:
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    # Time of the thread itself: other work of the machine does not count.
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    taken: list[float] = []
    session.on("Network.loadingFinished", lambda event: taken.append(event["encodedDataLength"]))
    before = _busy(session)
    page.goto(f"http://127.0.0.1:{app.port}/t/{code}")
    page.wait_for_function("() => document.documentElement.dataset.ready")
    busy = _busy(session) - before
    session.detach()
    return sum(taken), len(taken), busy


def _busy(session: Any) -> float:
    """Return seconds that the main thread has worked."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))


if __name__ == "__main__":
    measure()
