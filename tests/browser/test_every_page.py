"""Every page in three languages: at 360 px, at 180 px as with 200 % zoom, and before axe; each is opened once for all.

Nothing is cut, nothing too small for an eye or a finger, nothing moves once it is drawn, and axe finds no violation at
all with folded parts open. Each page is opened at twice the size in one language, and comes to it in the two others.
The API reader is not ours.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

import pytest
from phones import DEVICE, HEIGHT, LOCALES, WIDTH, Phone, PhoneMaker, Server
from places import go_to, places_of, unfold, visit
from test_accessibility import WORDS, faint, violations, violations_of_page
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


def faults(
    phone: Phone, enlarged: Phone | None, name: str, path: str, judged: dict[Theme, Counter[str]]
) -> Iterator[Any]:
    """What is wrong with a page at both sizes, and in the themes whose grounds are judged.

    Args:
        phone: which opens it, and is turned to the other size, unless there is another phone for it.
        enlarged: which opens it at twice the size.
        name: what the page is.
        path: where it is.
        judged: how often each ground was judged in a theme.
    """
    go_to(phone, name, path)
    page = phone.page
    if judged:
        yield page.evaluate(SHIFTED)
    unfold(phone)
    yield measured(phone)
    if judged:
        # With all rules at once: most of the time goes into reading the page.
        yield violations_of_page(phone, judged["light"])
        page.emulate_media(color_scheme="dark")
        yield faint(phone, judged["dark"])
        page.emulate_media(color_scheme="light")
    else:
        yield violations(phone, WORDS)
    if enlarged:
        visit(enlarged, name, path)
        yield measured(enlarged, zoomed=True)
        return
    page.set_viewport_size({"width": ZOOMED["width"], "height": ZOOMED["height"]})
    if page.evaluate(HAS_KEYPAD):
        # It came with the page, as it does where there is room for it only.
        visit(phone, name, path)
    yield measured(phone, zoomed=True)
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})


@pytest.mark.parametrize("language", LOCALES)
def test_every_page_fits_a_phone_a_finger_and_twice_the_size_and_axe_finds_nothing(
    phones: PhoneMaker, household: Server, language: str
) -> None:
    phone = phones(language=language, color_scheme="light", device=DEVICE)
    enlarged = phones(language=language, device=DEVICE, is_mobile=False, **ZOOMED)
    found = {}
    # Colours are the same in every language.
    judged: dict[Theme, Counter[str]] = {"light": Counter(), "dark": Counter()} if language == "en" else {}
    for number, (name, path) in enumerate(places_of(household).items()):
        opens = number % len(LOCALES) == [*LOCALES].index(language)
        if wrong := [one for one in faults(phone, enlarged if opens else None, name, path, judged) if one]:
            found[name] = wrong
    assert found == {}
