"""Every page in Firefox and in WebKitGTK: it opens, its script runs to its end, and it fits the screen."""

import pytest
from engines import Engine
from phones import DEVICE, Server
from places import places_of

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


def test_every_page_opens_fits_and_works_in_other_engines(engine: Engine, household: Server) -> None:
    address = engine.address.format(port=household.port)
    engine.keep_cookie("lockup_device", DEVICE, household.port)
    wrong = {}
    for name, path in places_of(household).items():
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
