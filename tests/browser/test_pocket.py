"""The pocket edition in a real browser: its host is gone, and a game is played to its score."""

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from pockets import STARTS, Host, PocketPhone, built, frame_of
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


def begin_alone(phone: PocketPhone) -> str:
    """Begin a game without touch; its address."""
    return str(
        phone.page.evaluate(
            """async () => {
                const form = new URLSearchParams({ edition: "later", dealing: "house", difficulty: "moderate" });
                return (await fetch("alone", { method: "POST", body: form })).url;
            }"""
        )
    )


def test_one_tab_has_the_app_and_another_takes_it_over(pocket_phone: PocketPhone) -> None:
    first = pocket_phone
    first.start()
    game = begin_alone(first)
    second = first.context.new_page()
    second.goto(game)
    second.get_by_text("The app is open in another tab.").wait_for()
    second.get_by_role("button", name="Use it here").click()
    second.wait_for_selector(":root[data-open]", state="attached", timeout=STARTS)
    # It has what was answered in the first one, which says where the app is now.
    assert frame_of(second).url == game
    frame_of(second).wait_for_selector("[data-scene]")
    first.shell.get_by_text("The app is open in another tab.").wait_for()
    assert not [frame for frame in first.shell.frames if frame.parent_frame]


def test_what_was_answered_is_there_after_the_tab_was_killed(pocket_phone: PocketPhone) -> None:
    phone = pocket_phone
    phone.start()
    begun = [begin_alone(phone)]
    # Other games are begun until the tab goes in the middle of it: each that was answered has an address.
    phone.shell.expose_function("answered", partial(list.append, begun))
    phone.page.evaluate(
        """() => {
            const begin = async () => {
                for (;;) {
                    const form = new URLSearchParams({ edition: "later", dealing: "house", difficulty: "moderate" });
                    const answer = await fetch("alone", { method: "POST", body: form });
                    await window.answered(answer.url);
                }
            };
            begin();
        }"""
    )
    phone.shell.wait_for_timeout(3000)
    phone.shell.close(run_before_unload=False)
    assert len(begun) > 1
    phone.page = phone.shell = phone.context.new_page()
    phone.start()
    found = phone.page.evaluate("(all) => Promise.all(all.map(async (one) => (await fetch(one)).status))", begun)
    assert found == [200] * len(begun)
