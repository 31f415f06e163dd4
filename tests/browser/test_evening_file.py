"""The file of an evening opens from disk with the network off, and axe finds nothing; Firefox: `test_other_engines`."""

from pathlib import Path
from urllib.request import urlopen

import pytest
from phones import Phone, PhoneMaker, Server
from tables import reach
from test_accessibility import violations

pytestmark = pytest.mark.browser

DRAWN = """({
  over: Math.max(0, document.documentElement.scrollWidth - innerWidth),
  lines: [...document.querySelectorAll(".curve path")].filter((one) => one.getBBox().width > 100).length,
  rows: document.querySelectorAll(".by-round tbody tr").length,
})"""


def saved_file(household: Server, folder: Path) -> Path:
    """The file of a game that somebody has played to its end."""
    result = household.post(f"/t/{reach(household, 'table, the end')}/scores")
    link = result.rpartition("/")[2]
    saved = folder / "lockup-evening.html"
    with urlopen(f"http://127.0.0.1:{household.port}/s/{link}/evening.html") as answer:
        saved.write_bytes(answer.read())
    return saved


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_opens_from_disk_without_network_asks_for_nothing_and_axe_finds_nothing(
    phones: PhoneMaker, household: Server, tmp_path: Path, theme: str
) -> None:
    file = saved_file(household, tmp_path)
    phone: Phone = phones(color_scheme=theme)
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    phone.context.set_offline(True)
    phone.page.goto(file.as_uri())
    phone.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert asked == [file.as_uri()]
    found = phone.page.evaluate(DRAWN)
    assert (found["over"], found["rows"] > 1, found["lines"] >= 2) == (0, True, True)
    # Its own policy lets nothing in, axe neither: it is looked at as it stands, in a page without one.
    markup = file.read_text().replace("default-src 'none'; style-src 'unsafe-inline'", "style-src 'unsafe-inline'")
    phone.page.set_content(markup)
    assert violations(phone) == []
