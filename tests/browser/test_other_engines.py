"""Pages in Firefox and in WebKitGTK: each opens, its script runs to its end, and it fits the screen.

Of three pages one is opened in each of them; all are with LOCKUP_PAGES=all.

What else Firefox is asked stands here, too: each start of it takes as long as thirty pages.
"""

from pathlib import Path

import pytest
from engines import ENGINES, Engine
from phones import DEVICE, Server
from places import Pages
from test_evening_file import DRAWN, saved_file

pytestmark = pytest.mark.browser

READY = """new Promise((done) => {
  const root = document.documentElement;
  const tell = () => (!document.querySelector("script") || root.dataset.ready) && done({
    heading: document.querySelector("h1")?.innerText.trim() ?? "",
    over: Math.max(0, root.scrollWidth - innerWidth),
    drawn: [...document.querySelectorAll("svg use")].every((one) => one.getBBox().width > 0 || !one.checkVisibility()),
  });
  new MutationObserver(tell).observe(root, { attributes: true });
  tell();
})"""


THROWN = """new Promise((done) => {
  addEventListener("error", () => done(null));
  setTimeout(() => { throw new Error("meant"); });
})"""


def test_pages_open_fit_and_work_in_other_engines(engine: Engine, pages: Pages, request: pytest.FixtureRequest) -> None:
    first = [*ENGINES].index(request.node.callspec.params["engine"])
    address = engine.address.format(port=pages.server.port)
    engine.keep_cookie("lockup_device", DEVICE, pages.server.port)
    wrong = {}
    for name, path in pages.share(first, of=3):
        engine.open(address + path)
        shown = engine.evaluate(READY)
        if not shown["heading"] or shown["over"] or not shown["drawn"]:
            wrong[name] = shown
    assert wrong == {}
    assert engine.faults == []


@pytest.mark.parametrize("engine", ["firefox"], indirect=True)
def test_an_error_of_a_script_is_a_fault_where_the_engine_tells_of_it(engine: Engine, household: Server) -> None:
    before = [*engine.faults]
    engine.open(engine.address.format(port=household.port))
    engine.evaluate(THROWN)
    engine.evaluate("Promise.resolve(null)")
    assert engine.faults == [*before, "Error: meant"]


@pytest.mark.parametrize("engine", ["firefox"], indirect=True)
def test_firefox_plays_the_picture_on_plain_http_too(engine: Engine, household: Server) -> None:
    before = [*engine.faults]
    engine.keep_cookie("lockup_device", "nobody", household.port)
    address = engine.address.format(port=household.port)
    engine.open(f"{address}/phone")
    engine.evaluate(
        "fetch('/preferences', { method: 'POST', body: new URLSearchParams({ awake: 'on' }) })"
        ".then((answer) => answer.status)"
    )
    engine.open(f"{address}/phone")
    shown = engine.evaluate("""new Promise((done) => {
      const root = document.documentElement;
      const tell = () => root.dataset.awake === "asked"
        && done([isSecureContext, document.querySelector("video").paused]);
      new MutationObserver(tell).observe(root, { attributes: true });
      tell();
    })""")
    assert shown == [False, False]
    assert engine.faults == before


@pytest.mark.parametrize("engine", ["firefox"], indirect=True)
def test_the_file_of_an_evening_opens_from_disk(engine: Engine, household: Server, tmp_path: Path) -> None:
    engine.open(saved_file(household, tmp_path).as_uri())
    found = engine.evaluate(f"Promise.resolve({DRAWN})")
    assert found["over"] == 0
    assert found["lines"] >= 2
