"""axe on every page of ours, with folded parts open; no violation at all. The API reader is not ours."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from phones import DEVICE, Phone, PhoneMaker, Server
from places import places_of, visit

pytestmark = pytest.mark.browser


def violations(phone: Phone) -> list[str]:
    found: list[dict[str, Any]] = Axe().run(phone.page).response["violations"]
    return [f"{one['id']}: {node['html'][:150]} {node['failureSummary']}" for one in found for node in one["nodes"]]


def on_every_page(phone: Phone, places: dict[str, str]) -> dict[str, list[str]]:
    found = {}
    for name, path in places.items():
        visit(phone, name, path)
        if said := violations(phone):
            found[name] = said
    return found


@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("en", "dark"), ("pl", "light"), ("zh", "light")])
def test_axe_finds_nothing(phones: PhoneMaker, household: Server, language: str, scheme: str) -> None:
    phone = phones(language=language, color_scheme=scheme, device=DEVICE)
    assert on_every_page(phone, places_of(household)) == {}


def test_axe_finds_nothing_on_an_empty_history(phones: PhoneMaker, host: Server) -> None:
    assert on_every_page(phones(host), {"empty history": "/history"}) == {}
