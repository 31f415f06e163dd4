"""Every page in three languages at 360 px and at 180 px, as with 200 % zoom; and before axe, in one of the languages.

Nothing is cut, nothing too small for an eye or a finger, nothing moves once it is drawn, and axe finds no violation at
all with folded parts open. Each page is opened at twice the size in one language, and comes to it in the two others.
The API reader is not ours.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

import pytest
from phones import DEVICE, HEIGHT, LOCALES, WIDTH, Phone, PhoneMaker
from places import Pages, go_to, unfold, visit
from test_accessibility import faint, violations_of_page
from test_layout import ZOOMED, measured

pytestmark = pytest.mark.browser

Theme: TypeAlias = Literal["light", "dark"]
SHIFTED = """() => new Promise((done) => {
    const entries = () => {
        const seen = new PerformanceObserver(() => {});
        seen.observe({ type: "layout-shift", buffered: true });
        return seen.takeRecords();
    };
    const frames = (left) => (left ? requestAnimationFrame(() => frames(left - 1)) : setTimeout(() => done(entries()
        .flatMap((one) => one.sources.map(({ node }) => `${node?.nodeName} ${node?.className} moved ${one.value}`)))));
    frames(2);
})"""
"""What has moved since a page was first drawn; what is laid out late moves the rest in the frame after the first."""
HAS_KEYPAD = """document.querySelector("[data-keypad]")?.checkVisibility() ?? false"""


def faults(phone: Phone, name: str, path: str) -> Iterator[Any]:
    """What does not fit on a page that is opened at one size and turned to the other."""
    go_to(phone, name, path)
    unfold(phone)
    yield measured(phone)
    phone.page.set_viewport_size({"width": ZOOMED["width"], "height": ZOOMED["height"]})
    if phone.page.evaluate(HAS_KEYPAD):
        # It came with the page, as it does where there is room for it only.
        visit(phone, name, path)
    yield measured(phone, zoomed=True)
    phone.page.set_viewport_size({"width": WIDTH, "height": HEIGHT})


def all_faults(phone: Phone, enlarged: Phone, name: str, path: str, judged: dict[Theme, Counter[str]]) -> Iterator[Any]:
    """What is wrong with a page, opened at each size by a phone of its own, and before axe in both themes.

    Args:
        phone: which opens it at its usual size.
        enlarged: which opens it at twice the size.
        name: what the page is.
        path: where it is.
        judged: how often each ground was judged in a theme.
    """
    go_to(phone, name, path)
    yield phone.page.evaluate(SHIFTED)
    unfold(phone)
    yield measured(phone)
    # With all rules at once: most of the time goes into reading the page.
    yield violations_of_page(phone, judged["light"])
    phone.page.emulate_media(color_scheme="dark")
    yield faint(phone, judged["dark"])
    phone.page.emulate_media(color_scheme="light")
    visit(enlarged, name, path)
    yield measured(enlarged, zoomed=True)


@pytest.mark.parametrize("language", LOCALES)
def test_every_page_fits_a_phone_a_finger_and_twice_the_size_and_axe_finds_nothing(
    phones: PhoneMaker, pages: Pages, language: str
) -> None:
    phone, examined = (phones(pages.server, language=language, color_scheme="light", device=DEVICE) for _ in range(2))
    enlarged = phones(pages.server, language=language, device=DEVICE, is_mobile=False, **ZOOMED)
    found = {}
    judged: dict[Theme, Counter[str]] = {"light": Counter(), "dark": Counter()}
    for number, (name, path) in enumerate(pages.paths.items()):
        # What axe looks at, and colours, are the same in every language: one of them is enough for a page.
        if number % len(LOCALES) == [*LOCALES].index(language):
            looked_at = all_faults(examined, enlarged, name, path, judged)
        else:
            looked_at = faults(phone, name, path)
        if wrong := [one for one in looked_at if one]:
            found[name] = wrong
    assert found == {}
