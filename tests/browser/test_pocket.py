"""The pocket edition in a real browser: its host is gone, and a game is played to its score."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from pockets import Host, PocketPhone, built
from tables import WHOLE_BOX, Toucher

pytestmark = pytest.mark.browser


@pytest.fixture(scope="session")
def pocket_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder above the pocket edition."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "popen-gw" in base.name else base
    return built(shared).parent


@pytest.fixture
def pocket_host(pocket_folder: Path) -> Iterator[Host]:
    """Its host."""
    with Host(pocket_folder) as host:
        yield host


@pytest.fixture
def pocket_phone(browser: Browser, pocket_host: Host) -> Iterator[PocketPhone]:
    """A phone that has not been there."""
    phone = PocketPhone(browser, pocket_host, hurried=True)
    yield phone
    phone.context.close()
    assert phone.faults == []


def test_a_game_alone_is_played_to_its_score_after_the_host_has_gone(
    pocket_phone: PocketPhone, pocket_host: Host, report: list[str]
) -> None:
    phone = pocket_phone
    phone.start()
    report.append(f"first start: {phone.began}")
    pocket_host.stop()
    phone.left.clear()
    phone.page.evaluate(
        """async (box) => {
            const form = new URLSearchParams({ text: box });
            await fetch("box/import", { method: "POST", body: form });
        }""",
        json.dumps(WHOLE_BOX),
    )
    phone.follow('.door[href$="/alone"]')
    phone.find("[name=seed]").evaluate("(field) => { field.value = 'the same each time'; }")
    phone.tap(".hand .button.primary")
    phone.page.wait_for_url("**/t/*")
    phone.ready()
    player = Toucher(phone, "by touch")
    player.play(lambda player: player.scene == "end")
    phone.follow(".table-hand .primary")
    assert "/s/" in phone.page.url
    total = phone.find(".ledger tfoot td").all_inner_texts()
    report.append(f"{phone.taps} taps, totals {total}")
    # A reload finds it again, without a host.
    phone.shell.reload()
    phone.opened()
    report.append(f"next start: {phone.began}")
    assert phone.find(".ledger tfoot td").all_inner_texts() == total
    assert phone.left == []
