"""Every page at 360 px and at 180 px, as with 200 % zoom, in Polish, whose words are the longest; and before axe.

Nothing is cut, nothing too small for an eye or a finger, nothing moves once it is drawn, and axe finds no violation at
all with folded parts open. Each page comes to twice the size in Polish; every other one is opened at it in English or
in Chinese, by turns. With LOCKUP_PAGES=all every page is, in both. The API reader is not ours.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, TypeAlias

import pytest
from phones import DEVICE, HEIGHT, LONGEST, WIDTH, Phone, PhoneMaker
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
    """What does not fit on a page that is opened at twice the size and turned to the usual one."""
    visit(phone, name, path)
    yield measured(phone, zoomed=True)
    phone.page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    yield measured(phone)
    phone.page.set_viewport_size({"width": ZOOMED["width"], "height": ZOOMED["height"]})


def all_faults(phone: Phone, name: str, path: str, judged: dict[Theme, Counter[str]]) -> Iterator[Any]:
    """What is wrong with a page that is opened at its usual size, before axe in both themes, and turned to twice that.

    Args:
        phone: which opens it.
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
    phone.page.set_viewport_size({"width": ZOOMED["width"], "height": ZOOMED["height"]})
    if phone.page.evaluate(HAS_KEYPAD):
        # It came with the page, as it does where there is room for it only.
        visit(phone, name, path)
    yield measured(phone, zoomed=True)
    phone.page.set_viewport_size({"width": WIDTH, "height": HEIGHT})


def found_on(places: Iterable[tuple[str, str]], look: Callable[[str, str], Iterator[Any]]) -> dict[str, list[Any]]:
    """What somebody who looks at places finds wrong there."""
    return {name: wrong for name, path in places if (wrong := [one for one in look(name, path) if one])}


def test_every_page_fits_a_phone_a_finger_and_twice_the_size_and_axe_finds_nothing(
    phones: PhoneMaker, pages: Pages
) -> None:
    phone = phones(pages.server, language=LONGEST, color_scheme="light", device=DEVICE)
    judged: dict[Theme, Counter[str]] = {"light": Counter(), "dark": Counter()}
    assert found_on(pages.paths.items(), lambda name, path: all_faults(phone, name, path, judged)) == {}


@pytest.mark.parametrize(("language", "first"), [("en", 0), ("zh", 2)])
def test_pages_in_other_languages_fit_twice_the_size_and_then_a_phone(
    phones: PhoneMaker, pages: Pages, language: str, first: int
) -> None:
    phone = phones(pages.server, language=language, device=DEVICE, is_mobile=False, **ZOOMED)
    assert found_on(pages.share(first, of=4), lambda name, path: faults(phone, name, path)) == {}
