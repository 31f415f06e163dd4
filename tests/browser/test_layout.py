"""Every page at 360 px in three languages, and at 180 px as with 200 % zoom: nothing cut, nothing too small."""

from pathlib import Path
from typing import Any

import pytest
from phones import DEVICE, LOCALES, WIDTH, Phone, PhoneMaker, Server
from places import places_of, visit

pytestmark = pytest.mark.browser

MEASURING = (Path(__file__).parent / "measuring.js").read_text()
LEAST_TARGET = 48
LEAST_TEXT = 14
ZOOMED = {"width": WIDTH // 2, "height": 370, "device_scale_factor": 2}
"""A phone of 360 px at 200 %."""


def measured(phone: Phone, *, zoomed: bool = False) -> dict[str, Any]:
    """What is wrong with the page as it stands, by kind."""
    phone.page.evaluate(MEASURING)
    found = phone.page.evaluate(
        """([width, target, text]) => ({
            overflow: measure.overflow(width),
            targets: measure.targets(target),
            small: measure.small(text),
            cut: measure.cut(),
        })""",
        [ZOOMED["width"] if zoomed else WIDTH, LEAST_TARGET, LEAST_TEXT],
    )
    return {kind: faults for kind, faults in found.items() if faults}


def on_every_page(phone: Phone, places: dict[str, str], *, zoomed: bool = False) -> dict[str, Any]:
    found = {}
    for name, path in places.items():
        visit(phone, name, path)
        if faults := measured(phone, zoomed=zoomed):
            found[name] = faults
    return found


@pytest.mark.parametrize("language", LOCALES)
def test_every_page_fits_a_phone_and_a_finger(phones: PhoneMaker, household: Server, language: str) -> None:
    phone = phones(language=language, device=DEVICE)
    assert on_every_page(phone, places_of(household)) == {}


@pytest.mark.parametrize("language", LOCALES)
def test_every_page_fits_at_twice_the_size(phones: PhoneMaker, household: Server, language: str) -> None:
    phone = phones(language=language, device=DEVICE, is_mobile=False, **ZOOMED)
    assert on_every_page(phone, places_of(household), zoomed=True) == {}
