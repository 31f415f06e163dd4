"""The pocket edition in a real browser: its host is gone, and a game is played to its score."""

import base64
import json
import lzma
import os
import random
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final

import pytest
from conftest import ready
from evenings import TOTALS, show_result, totals
from evenings import begin as begin_sheet
from phones import Server
from places import ASKED
from playwright.sync_api import Browser, Page, expect
from pockets import STARTS, Host, Knocks, PocketPhone, another_build, built, frame_of
from support.box_builders import random_guards
from support.servers import Forks
from tables import SCENES, WHOLE_BOX, Toucher, round_of
from test_accessibility import violations
from test_scored_by_touch import BY_COUNTS, enter

from companion import create_app
from companion.boxes.box import Box
from companion.boxes.code import code_of
from companion.config import IN_A_POCKET, History, Settings
from tools import pocket

pytestmark = pytest.mark.browser


@pytest.fixture(scope="session")
def pocket_folder(shared_folder: Path) -> Path:
    """The folder above the pocket edition."""
    return built(shared_folder).parent


@pytest.fixture(scope="module")
def started(browser: Browser, pocket_folder: Path) -> Iterator[tuple[PocketPhone, Host]]:
    """A phone that has been there once, so that the app starts from the memory that it keeps; and its host."""
    with Host(pocket_folder) as host:
        phone = PocketPhone(browser, host, hurried=True)
        phone.start()
        phone.shell.wait_for_selector(":root[data-memory]", state="attached", timeout=STARTS)
        assert phone.began.startswith("cold")
        yield phone, host
        phone.context.close()


@pytest.fixture
def pocket_phone(started: tuple[PocketPhone, Host]) -> Iterator[PocketPhone]:
    """That phone with the app's first page, in the tab where the app is already if there is one: each start is long."""
    phone, _ = started
    if phone.context.pages == [phone.shell] and phone.shell.locator(":root[data-open]").count():
        phone.expected.clear()
        phone.go(f"{phone.base}/")
    else:
        start_in_new_tab(phone)
    yield phone
    assert phone.faults == []


def start_in_new_tab(phone: PocketPhone) -> None:
    """Have the app start from the memory that it has kept."""
    phone.new_tab()
    phone.start()
    assert phone.began.startswith("warm")


def test_a_game_alone_is_played_to_its_score_after_the_host_has_gone(
    pocket_phone: PocketPhone, started: tuple[PocketPhone, Host], report: list[str]
) -> None:
    phone, host = started
    host.stop()
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
    player.play(lambda _: round_of(phone))
    # Its rounds are alike; the last one is that of another game.
    phone.go(f"{phone.base}/t/{phone.page.evaluate(OPEN_ALONE, LAST_ROUND)}")
    player.play(lambda player: player.scene == "end")
    phone.follow(".table-hand .primary")
    assert "/s/" in phone.page.url
    total = phone.find(".ledger tfoot td").all_inner_texts()
    report.append(f"{phone.taps} taps, totals {total}, kinds {sorted({one.type for one in player.done})}")
    # A reload finds it again, without a host.
    phone.shell.reload()
    phone.opened()
    report.append(f"next start: {phone.began}")
    assert phone.find(".ledger tfoot td").all_inner_texts() == total
    assert phone.left == []


def test_a_sheet_of_four_a_light_game_of_three_and_its_evening_ask_nothing_of_the_network(
    pocket_phone: PocketPhone, started: tuple[PocketPhone, Host], report: list[str]
) -> None:
    phone, host = started
    # Nothing is there any more but what hears who knocks.
    host.stop()
    with Knocks(host.port) as knocks:
        begin_sheet(phone)
        for side, script in enumerate(BY_COUNTS):
            enter(phone, side, script)
        show_result(phone)
        assert totals(phone) == TOTALS
        phone.go(f"{phone.base}/")
        # Its rounds are alike: the last is enough.
        game = phone.page.evaluate(OPEN_TOGETHER, [{"depth": "light", "b.round": "6"}, "Vera", "Isaac", "Stan"])
        phone.go(game.partition("?")[0])
        player = Toucher(phone, "three on one phone")
        player.play(lambda player: player.scene == "end")
        report.append(f"light game of three: {len(player.done)} acts")
        # The score is told line by line, then there is its page.
        while "/s/" not in phone.page.url:
            phone.follow(".table-hand .primary")
        assert phone.find(".ledger tfoot td").count() == 3
        result = phone.page.url
        phone.go(f"{result}/evening")
        assert "Vera" in phone.find("main").inner_text()
        phone.go(f"{result}/evening/2")
        phone.find("h1").wait_for()
        # The browser itself looks whether there is another service worker; the app asks for nothing.
        assert {*knocks.heard()} <= {"GET /pocket/sw.js HTTP/1.1"}


OPEN_TOGETHER: Final = """async ([wishes, ...players]) => {
    const names = Object.fromEntries(players.map((one, number) => [`name.${number}`, one]));
    const form = new URLSearchParams({ number: String(players.length), holds: "all", ...wishes, ...names });
    return (await fetch("together", { method: "POST", body: form })).url;
}"""
"""Opens a table for several on this phone."""

OPEN_ALONE: Final = """async (body) => {
    const headers = { "Content-Type": "application/json" };
    const address = new URL("/pocket/api/v1/tables", location.href);
    return (await (await fetch(address, { method: "POST", headers, body: JSON.stringify(body) })).json()).code;
}"""
"""Opens a table for one on this phone; its code."""

LAST_ROUND: Final = SCENES["table, the end"].body


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


def test_a_game_is_saved_and_about_says_what_is_kept(pocket_phone: PocketPhone) -> None:
    phone = pocket_phone
    game = begin_alone(phone)
    phone.go(f"{game}/along")
    phone.find(".hand .primary").click()
    phone.find(".along-show").click()
    code, window = phone.find("dialog .along-code"), phone.shell.viewport_size
    assert window
    assert (code.bounding_box() or {})["width"] == min(window.values())
    code.click()
    expect(code).to_be_hidden()
    with phone.shell.expect_download() as saved:
        phone.find(".hand .primary").click()
    value = json.loads(Path(saved.value.path()).read_text("utf-8"))
    assert value["format"] == "lockup-game"
    phone.go(phone.base + "/about")
    expect(phone.find("[data-kept]")).to_have_text(re.compile("^(The browser may clear it|Kept for good)$"))
    expect(phone.find("[data-size]")).to_have_text(re.compile(r"^[1-9]\d+ MB, the app included$"))
    expect(phone.find("[data-saved]")).to_have_text("No backup yet.")
    assert violations(phone) == []
    with phone.shell.expect_download() as saved:
        phone.find("[data-save]").click()
    expect(phone.find("[data-since]")).to_have_text("Games since then: 0")
    games = json.loads(Path(saved.value.path()).read_text("utf-8"))["games"]
    assert value["seed"] in [one["seed"] for one in games]
    phone.go(phone.base + "/about")
    expect(phone.find("[data-saved]")).to_have_text(re.compile("^Last backup: "))
    expect(phone.find("[data-look]")).to_be_visible()


ASKED_TO_INSTALL: Final = """() => {
    const question = Object.assign(new Event("beforeinstallprompt"), { prompt: () => { window.asked = true; } });
    question.userChoice = Promise.resolve({ outcome: "accepted" });
    window.dispatchEvent(question);
}"""
"""What a browser sends that can install a page; those of tests never do."""


def test_the_app_goes_to_the_home_screen_by_the_browser_or_says_how(pocket_phone: PocketPhone) -> None:
    phone = pocket_phone
    add = phone.find("[data-install]")
    add.click()
    expect(phone.find("[data-way]")).to_have_text(re.compile("^Open the browser’s menu"))
    assert violations(phone) == []
    phone.shell.evaluate(ASKED_TO_INSTALL)
    phone.go(f"{phone.base}/")
    add.click()
    # What is on the home screen is offered no more.
    expect(add).to_have_count(0)
    assert phone.shell.evaluate("window.asked")
    phone.go(f"{phone.base}/")
    assert add.count() == 0


def show_start(phone: PocketPhone, page: Page) -> list[str]:
    """Have axe look at a tab that shows no app; what it finds."""
    inside, phone.page = phone.page, page
    found = violations(phone)
    phone.page = inside
    return found


def test_one_tab_has_the_app_and_another_shows_its_page_and_takes_it_over(pocket_phone: PocketPhone) -> None:
    first = pocket_phone
    game = begin_alone(first)
    first.go(game)
    second = first.context.new_page()
    second.goto(first.base + "/")
    second.get_by_text("“Setup” is open in another tab.").wait_for()
    second.get_by_text("Here you see it as of").wait_for()
    # One sees the page of the other tab, and nothing of it can be tapped.
    assert frame_of(second).locator("h1").inner_text() == "Setup"
    assert frame_of(second).locator("script").count() == 0
    assert second.locator("iframe").get_attribute("inert") is not None
    assert show_start(first, second) == []
    second.keyboard.press("Tab")
    assert second.evaluate("document.activeElement.id") == "go"
    second.keyboard.press("Enter")
    second.wait_for_selector(":root[data-open]", state="attached", timeout=STARTS)
    # It has what was answered in the first one, which says where the app is now.
    assert frame_of(second).url == game
    frame_of(second).wait_for_selector("[data-scene]")
    first.shell.get_by_text("“Setup” is open in another tab.").wait_for()
    # What goes on there is seen here.
    frame_of(second).goto(f"{first.base}/rules")
    first.shell.get_by_text("“Rules” is open in another tab.").wait_for()
    assert frame_of(first.shell).locator("h1").inner_text() == "Rules"


def test_a_tab_that_does_not_answer_is_taken_over_by_a_second_tap(pocket_phone: PocketPhone) -> None:
    first = pocket_phone
    game = begin_alone(first)
    first.go(game)
    # It is busy without end.
    first.shell.evaluate("() => { setTimeout(() => { for (;;) { } }); }")
    second = first.context.new_page()
    second.goto(game)
    second.get_by_role("button", name="Use it here").click()
    second.get_by_text("The other tab doesn’t answer.").wait_for()
    second.get_by_role("button", name="Use it here").click()
    second.wait_for_selector(":root[data-open]", state="attached", timeout=STARTS)
    frame_of(second).wait_for_selector("[data-scene]")
    first.shell = second


PAINTED: Final = """() => new Promise((resolve) => {
    const shifts = [];
    new PerformanceObserver((seen) => shifts.push(...seen.getEntries().map((one) => one.value)))
        .observe({ type: "layout-shift", buffered: true });
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    setTimeout(() => resolve([paint.startTime, shifts]), 100);
})"""


def test_the_page_that_was_seen_last_and_no_other_is_seen_at_once_while_the_app_starts(
    pocket_phone: PocketPhone, report: list[str]
) -> None:
    phone = pocket_phone
    game = begin_alone(phone)
    phone.go(game)
    phone.shell.goto(game, wait_until="commit")
    phone.shell.get_by_role("button", name="Starting…").wait_for()
    assert phone.shell.wait_for_function(FIRST_IS_PICTURE).json_value() == "true"
    assert frame_of(phone.shell).locator("h1").inner_text() == "Setup"
    phone.opened()
    assert phone.shell.locator("iframe").count() == 1
    painted, shifts = phone.shell.evaluate(PAINTED)
    report.append(f"painted after {painted:.0f} ms, layout shifts {shifts}")
    assert shifts == []
    # The start page has been seen before the game, and does not name it.
    phone.new_tab()
    phone.shell.goto(f"{phone.base}/", wait_until="commit")
    assert phone.shell.wait_for_function(FIRST_IS_PICTURE).json_value() == "false"
    phone.opened()


def test_what_only_one_player_may_see_is_not_shown_at_the_next_start(pocket_phone: PocketPhone) -> None:
    phone = pocket_phone
    game = phone.page.evaluate(OPEN_TOGETHER, [{"depth": "full"}, "Ania", "Marek"]).partition("?")[0]
    phone.go(f"{game}?side=0&turn=0")
    assert phone.shell.evaluate(LAST_PICTURE)["html"] == ""
    phone.go(game)
    assert "<body" in phone.shell.evaluate(LAST_PICTURE)["html"]


def test_a_phone_without_room_says_so_and_goes_on_once_there_is_some(pocket_phone: PocketPhone) -> None:
    phone = pocket_phone
    phone.expected = {507}
    chrome = phone.context.new_cdp_session(phone.shell)
    origin = phone.base.removesuffix("/pocket")
    chrome.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1000})
    phone.follow('.door[href$="/alone"]')
    phone.tap(".hand .button.primary")
    phone.page.get_by_text("there is no space left on this phone").wait_for()
    chrome.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    game = begin_alone(phone)
    phone.go(game)
    phone.page.wait_for_selector("[data-scene]")


def test_a_reload_in_the_middle_of_a_tap_loses_nothing_that_was_answered_and_does_nothing_twice(
    pocket_phone: PocketPhone,
) -> None:
    phone, chance = pocket_phone, random.Random("reloads")
    game = phone.page.evaluate(OPEN_TOGETHER, [{"depth": "light"}, "Vera", "Isaac"]).partition("?")[0]
    address = f"{phone.base}/api/v1/tables/{game.rpartition('/')[2]}"
    player = Toucher(phone, "reloads")
    for _ in range(KILLS):
        phone.go(game)
        before = int(phone.page.evaluate(VERSION_OF, address))
        player.tap_once()
        phone.shell.wait_for_timeout(chance.uniform(0, 200))
        phone.shell.reload()
        phone.opened()
        assert phone.page.url.partition("?")[0] == game
        assert before <= int(phone.page.evaluate(VERSION_OF, address)) <= before + 1
    assert int(phone.page.evaluate(VERSION_OF, address)) > 1


WRONG_CLOCK: Final = """(() => {
    const { Date: Real } = globalThis;
    const by = Real.parse("2001-06-01") - Real.now();
    globalThis.Date = class extends Real {
        constructor(...given) { super(...(given.length ? given : [Real.now() + by])); }
        static now() { return Real.now() + by; }
    };
})();"""
"""A clock that says 2001; the page has it, and the worker in which Python runs."""


NO_PRIVATE_FILES: Final = b"delete StorageManager.prototype.getDirectory;\n"


@pytest.fixture(scope="module")
def odd_phone(browser: Browser, pocket_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[PocketPhone]:
    """A phone whose clock is wrong, with a browser without private files: neither has to do with the other."""
    folder = tmp_path_factory.mktemp("odd") / "pocket"
    shutil.copytree(pocket_folder / "pocket", folder)
    worker = (pocket.SHELL / "worker.js").read_bytes() + b"\n" + WRONG_CLOCK.encode()
    storage = NO_PRIVATE_FILES + (pocket.SHELL / "storage.js").read_bytes()
    another_build(folder, "c" * 12, changed={"worker.js": worker, "storage.js": storage})
    with Host(folder.parent) as host:
        phone = PocketPhone(browser, host)
        phone.context.add_init_script(WRONG_CLOCK)
        phone.start()
        yield phone
        phone.context.close()


def test_a_phone_whose_clock_is_wrong_plays_keeps_and_takes_along(odd_phone: PocketPhone) -> None:
    phone = odd_phone
    phone.go(f"{phone.base}/")
    game = begin_alone(phone)
    phone.go(game)
    assert phone.page.evaluate(CORRECT, f"{phone.base}/api/v1/tables/{game.rpartition('/')[2]}") == 2
    for page in ("/", "/prison", "/history", "/about"):
        phone.go(phone.base + page)
    phone.go(f"{game}/along")
    phone.follow(".hand .primary")
    with phone.shell.expect_download() as saved:
        phone.find(".hand .primary").click()
    value = json.loads(Path(saved.value.path()).read_text("utf-8"))
    assert value["opened"].startswith("2001-06-01")
    # What has left can come back.
    phone.page.evaluate("(value) => { window.game = value; }", value)
    taken_in = phone.page.evaluate(
        """async () => {
            const body = new URLSearchParams({ code: JSON.stringify(window.game) });
            return (await fetch("../../go-on", { method: "POST", body })).text();
        }"""
    )
    assert "Here already; nothing changes." in taken_in
    assert phone.faults == []


def test_a_browser_without_private_files_keeps_games_in_its_database(odd_phone: PocketPhone) -> None:
    phone = odd_phone
    assert phone.began.endswith("indexed")
    phone.go(f"{phone.base}/")
    game = begin_alone(phone)
    address = f"{phone.base}/api/v1/tables/{game.rpartition('/')[2]}"
    assert phone.page.evaluate(CORRECT, address) == 2
    # The tab is gone in the moment that it has answered.
    phone.new_tab()
    phone.start(game.removeprefix(phone.base))
    assert phone.began.endswith("indexed")
    assert phone.page.evaluate(VERSION_OF, address) == 2
    assert phone.faults == []


def test_a_browser_without_service_workers_is_told_so(browser: Browser, pocket_folder: Path) -> None:
    """As a private window of Firefox has none."""
    without = "Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined });"
    with Host(pocket_folder) as host:
        phone = PocketPhone(browser, host)
        phone.context.add_init_script(without)
        phone.shell.goto(f"{phone.base}/")
        phone.shell.get_by_text(
            "This browser is too old for the pocket edition, or this is a private window."
        ).wait_for()
        # Language and theme work all the same.
        page = "getComputedStyle(document.body).backgroundColor"
        seen = [phone.shell.evaluate(page)]
        for name in ("Automatic", "Dark", "Light"):
            phone.shell.get_by_role("button", name=name).click()
            seen.append(phone.shell.evaluate(page))
        light, dark = "rgb(243, 237, 224)", "rgb(20, 22, 27)"
        assert seen == [light, dark, light, light]
        assert violations(phone) == []
        assert phone.faults == []
        phone.context.close()


KILLS: Final = int(os.environ.get("LOCKUP_KILLS", "2"))
"""How many tabs are killed, and how many reloaded; docs/pocket.md has what came of more."""

VERSION_OF: Final = "async (address) => (await (await fetch(address)).json()).version"

CORRECT: Final = """async (address) => {
    const body = JSON.stringify({ version: 1, type: "set_reputation", fields: { side: [0], number: 12 } });
    const headers = { "Content-Type": "application/json", "Idempotency-Key": `act-${crypto.randomUUID()}` };
    return (await (await fetch(`${address}/corrections`, { method: "POST", headers, body })).json()).version;
}"""

ACTS_WITHOUT_END: Final = """(address) => {
    const act = async () => {
        let { version } = await (await fetch(address)).json();
        for (let number = 0; ; number = (number + 1) % 50) {
            const body = JSON.stringify({ version, type: "set_reputation", fields: { side: [0], number } });
            const key = `act-${version}-${crypto.randomUUID()}`;
            const headers = { "Content-Type": "application/json", "Idempotency-Key": key };
            ({ version } = await (await fetch(`${address}/corrections`, { method: "POST", headers, body })).json());
            await window.answered(version);
        }
    };
    act();
}"""
"""Corrects a game as fast as it is answered."""


def test_every_act_that_was_answered_is_there_once_after_tabs_were_killed(
    pocket_phone: PocketPhone, report: list[str]
) -> None:
    phone, chance = pocket_phone, random.Random("tabs")
    address = f"{phone.base}/api/v1/tables/{begin_alone(phone).rpartition('/')[2]}"
    acts = lost = 0
    for _ in range(KILLS):
        answered = [
            int(phone.page.evaluate("async (address) => (await (await fetch(address)).json()).version", address))
        ]
        before = answered[0]
        phone.shell.expose_function("answered", partial(list.append, answered))
        phone.page.evaluate(ACTS_WITHOUT_END, address)
        phone.shell.wait_for_timeout(chance.uniform(200, 1500))
        phone.shell.close(run_before_unload=False)
        phone.new_tab()
        phone.start()
        found = phone.page.evaluate(VERSION_OF, address)
        # One more may have been kept, whose answer came too late.
        assert answered[-1] <= found <= answered[-1] + 1
        acts += found - before
        lost += found - answered[-1]
    assert acts
    report.append(f"{KILLS} tabs killed, {acts} acts kept, {lost} of them before they were answered")


LAST_PICTURE: Final = "() => JSON.parse(localStorage.getItem('lockup /pocket/ picture'))"
"""The page that was shown last, as the page around the app keeps it."""

FIRST_IS_PICTURE: Final = """() => {
    const first = document.querySelector("iframe");
    return first && String(first.hasAttribute("srcdoc"));
}"""
"""Whether the first that the page around the app shows is a page as it was."""

LANGUAGES: Final = ("en", "pl", "zh")
PAGES: Final = (*ASKED.values(), "/go-on", "/history/open", "/history/import", "/box/import", "/verify")
ANSWERS: Final = (
    "openapi.json",
    "editions",
    "rules",
    "boxes/schema",
    *(f"editions/{one}" for one in ("prototype", "first", "later")),
)
OF_A_GAME: Final = ("", "/log", "/export", "/seats", "/odds", "/hint", "/version")
RANDOM: Final = re.compile(
    r'(?<=name="once" value=")[^"]*|(?<=name="box" value=")[^"]*|(?<="watch":")[^"]*|(?<="link":"......-)[^"]*'
    r'|(?<=:\d\d)\.\d+(?=\+00:00)|(?<=data-changes=")[^"]*|(?<=<span data-size )[^>]*></span><span class="note">[^<]*'
)
"""What is random in an answer, when and how many games were kept here, what a game file leaves out of its moments."""


def without_the_way(path: str, text: str) -> str:
    """An answer without what one side says of a game that leaves, and the other of one that has come."""
    if not path.endswith(("/log", "/export")):
        return text
    log = json.loads(text)
    for line in log["lines"]:
        if (line.get("act") or {}).get("type") in {"take_along", "elsewhere"}:
            line.update(act={}, lines=[])
    return json.dumps(log, ensure_ascii=False, separators=(",", ":"))


def test_pages_and_answers_are_those_of_a_server(
    pocket_phone: PocketPhone, migrated_file: Path, tmp_path: Path, report: list[str]
) -> None:
    phone = pocket_phone
    settings = Settings(
        database=f"sqlite:///{shutil.copy(migrated_file, tmp_path)}", history=History.HOUSEHOLD, can=IN_A_POCKET
    )
    server = create_app(settings).test_client()

    def served(path: str, language: str) -> str:
        headers = {"Accept-Language": language, "Sec-Fetch-Site": "same-origin"}
        return server.get(path, base_url=f"{phone.base}/", headers=headers).text

    def answered(path: str, language: str) -> str:
        script = """async ([path, language]) => {
            const answer = await fetch(path, { headers: { "Accept-Language": language } });
            return answer.text();
        }"""
        return str(phone.page.evaluate(script, [phone.base + path, language]))

    # The same game on both; that of the phone comes from a file, so that no box lies there.
    served("/alone", "en")
    sent = {"base_url": f"{phone.base}/", "headers": {"Sec-Fetch-Site": "same-origin"}}
    begun = {"edition": "later", "dealing": "house", "difficulty": "moderate", "seed": "the same"}
    there = server.post("/alone", data=begun, **sent).location.rpartition("/")[2]
    server.post(f"/t/{there}/along", **sent)
    take_in = """async (code) => {
        const body = new URLSearchParams({ code, yes: "1" });
        return (await fetch("go-on", { method: "POST", body })).url;
    }"""
    game = phone.page.evaluate(take_in, served(f"/t/{there}/lockup-game.json", "en")).rpartition("/")[2]
    different = []
    count = 0
    for language in LANGUAGES:
        asked = [(path, path) for path in (*PAGES, *(f"/api/v1/{one}" for one in ANSWERS))]
        asked += [(f"/api/v1/tables/{game}{one}", f"/api/v1/tables/{there}{one}") for one in OF_A_GAME]
        for here, other in asked:
            count += 1
            texts = (answered(here, language), served(other, language))
            mine, theirs = (RANDOM.sub("", without_the_way(here, text)) for text in texts)
            if mine.replace(game, there) != theirs:
                different.append((language, here))
    report.append(f"{count} pages and answers of the API compared")
    assert different == []


NOT_CHECKED: Final = """Object.keys(localStorage).filter((one) => one.endsWith("checked"))
    .forEach((one) => localStorage.removeItem(one))"""
"""As if the phone had not looked for a newer build for a long time."""

QUICK_WORKER: Final = b"""
const page = "<!doctype html><html lang=en data-ready><title>Page</title><h1>Page</h1><p>Here.</p></html>";
const held = [];
onmessage = ({ data, ports }) => {
  if (data.kind === "start") postMessage({ kind: "ready", storage: "private", warm: true, milliseconds: 0 });
  if (data.kind === "rest") postMessage({ kind: "rests" });
  if (data.kind !== "ask") return;
  held.push(ports[0]);
  if (data.address.endsWith("/held")) return;
  const headers = [["Content-Type", "text/html"]];
  const body = () => new TextEncoder().encode(page).buffer;
  for (const port of held.splice(0)) port.postMessage({ status: 200, headers, body: body() });
};
"""
"""A worker without Python: how builds follow each other has nothing to do with what answers, and is seen in seconds.

What is asked under `held` it answers with the next that is asked.
"""

UNUSED: Final = ("app.files", "migrations.files", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
"""Nearly all of what a phone gets of a build, and nothing that such a worker asks for: empty here."""


@pytest.fixture
def builds(browser: Browser, pocket_folder: Path, tmp_path: Path) -> Iterator[tuple[PocketPhone, Callable[..., None]]]:
    """A phone with a build on it, and what puts another in its place at the host."""
    folder = tmp_path / "pocket"

    def offer(name: str, *, lost: str = "", **changed: bytes) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(pocket_folder / "pocket", folder)
        kept = {**dict.fromkeys(UNUSED, b""), "worker.js": QUICK_WORKER, **changed}
        another_build(folder, name, changed=kept, lost=lost)

    offer("a" * 12)
    with Host(tmp_path) as host:
        phone = PocketPhone(browser, host)
        phone.start()
        yield phone, offer
        phone.context.close()
        assert phone.faults == []


def look_again(phone: PocketPhone) -> None:
    """Open the app as if it had not looked for a newer build for a long time."""
    phone.shell.evaluate(NOT_CHECKED)
    phone.start()


def update(phone: PocketPhone) -> None:
    look_again(phone)
    phone.shell.get_by_role("button", name="Update now").click()


def build_of(phone: PocketPhone) -> str:
    return (phone.shell.locator("script[type=module]").get_attribute("src") or "").partition("/")[0]


def test_a_newer_build_is_offered_and_is_there_after_a_tap(builds: tuple[PocketPhone, Callable[..., None]]) -> None:
    phone, offer = builds
    offer("b" * 12)
    look_again(phone)
    phone.shell.get_by_role("button", name="After this game").click()
    assert build_of(phone) == "a" * 12
    update(phone)
    phone.shell.wait_for_selector(f'script[src^="{"b" * 12}/"]', state="attached")
    phone.opened()
    kept = phone.shell.evaluate("async () => (await caches.keys()).filter((one) => one.includes(' build '))")
    assert sorted(one.rpartition(" ")[2] for one in kept) == ["a" * 12, "b" * 12]


def test_an_offer_waits_while_a_player_has_the_phone_and_no_tap_lands_on_what_has_moved(
    builds: tuple[PocketPhone, Callable[..., None]],
) -> None:
    phone, offer = builds
    offer("b" * 12)
    phone.start("/t/abcdef?side=0&turn=0")
    assert phone.shell.evaluate("window.lockup.look()") == "newer"
    bar = phone.shell.locator("#update")
    expect(bar).to_be_hidden()
    # The page itself has another address once the turn is over.
    phone.page.evaluate("""() => {
        history.replaceState(null, "", location.pathname);
        document.querySelector("p").textContent = "Hand the phone on.";
    }""")
    expect(bar).to_be_visible()
    heard = "getComputedStyle(document.querySelector('#update button')).pointerEvents"
    assert phone.shell.evaluate(heard) == "none"
    phone.shell.wait_for_function(f"() => {heard} === 'auto'")


def test_a_page_that_is_long_in_coming_is_seen_to_come(builds: tuple[PocketPhone, Callable[..., None]]) -> None:
    phone, _ = builds
    waits = phone.shell.locator(":root[data-waits]")
    assert waits.count() == 0
    phone.page.evaluate("() => { location.href = 'held'; }")
    expect(waits).to_have_count(1)
    phone.page.evaluate("() => { fetch('other'); }")
    expect(waits).to_have_count(0)
    assert phone.page.url == f"{phone.base}/held"


def test_the_version_before_can_be_had_again_and_the_newer_one_too(
    builds: tuple[PocketPhone, Callable[..., None]],
) -> None:
    phone, offer = builds
    assert phone.shell.evaluate("window.lockup.before()") is None
    offer("b" * 12)
    update(phone)
    phone.shell.wait_for_selector(f'script[src^="{"b" * 12}/"]', state="attached")
    phone.opened()
    for name in ("a" * 12, "b" * 12):
        assert phone.shell.evaluate("window.lockup.before()") == name
        phone.shell.evaluate("window.lockup.goBack()")
        phone.shell.wait_for_selector(f'script[src^="{name}/"]', state="attached")
        phone.opened()
    # Of three versions the two newest are here.
    offer("c" * 12)
    update(phone)
    phone.shell.wait_for_selector(f'script[src^="{"c" * 12}/"]', state="attached")
    phone.opened()
    count = "async () => (await caches.keys()).filter((one) => one.includes(' build ')).length == 2"
    phone.shell.wait_for_function(count)
    assert phone.shell.evaluate("window.lockup.before()") == "b" * 12


def test_a_build_that_lacks_a_file_is_not_offered(builds: tuple[PocketPhone, Callable[..., None]]) -> None:
    phone, offer = builds
    offer("b" * 12, lost="storage.js")
    phone.expected = {404}
    with phone.shell.expect_console_message(lambda one: one.text.startswith("No update: ")):
        look_again(phone)
    assert phone.shell.locator("#update").is_hidden()
    assert build_of(phone) == "a" * 12


def test_a_build_that_does_not_start_is_left_by_a_tap(builds: tuple[PocketPhone, Callable[..., None]]) -> None:
    phone, offer = builds
    offer("b" * 12, **{"worker.js": b"postMessage({ kind: 'failed', reason: 'broken' });"})
    update(phone)
    phone.shell.get_by_role("button", name="Go back to the version before").click()
    phone.opened()
    assert build_of(phone) == "a" * 12


def test_a_build_whose_page_does_nothing_is_left_by_itself(builds: tuple[PocketPhone, Callable[..., None]]) -> None:
    phone, offer = builds
    offer("b" * 12, **{"shell.js": b""})
    update(phone)
    phone.shell.wait_for_selector(f'script[src^="{"b" * 12}/"]', state="attached")
    phone.shell.reload()
    assert build_of(phone) == "b" * 12
    phone.start()
    assert build_of(phone) == "a" * 12


GOLDEN: Final = pocket.ROOT / "tests" / "golden" / "databases"
TAKE_IN: Final = """async (bytes) => {
    const all = await navigator.storage.getDirectory();
    const folder = await all.getDirectoryHandle("lockup _pocket", { create: true });
    const file = await (await folder.getFileHandle("lockup.db", { create: true })).createWritable();
    await file.write(Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0)));
    await file.close();
}"""
"""Put a database in the place of the one that the phone has."""


def test_games_of_an_earlier_version_are_there_after_it_was_migrated(
    browser: Browser, pocket_folder: Path, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(tmp_path / "old.db")) as database:
        database.executescript(lzma.decompress((GOLDEN / "0012.sql.xz").read_bytes()).decode())
    old = (tmp_path / "old.db").read_bytes()
    with Host(pocket_folder) as host:
        phone = PocketPhone(browser, host)
        phone.shell.goto(f"{phone.base}/unregister/")
        phone.shell.evaluate(TAKE_IN, base64.b64encode(old).decode())
        phone.start()
        phone.go(f"{phone.base}/history")
        assert phone.find(".evening").count() > 0
        phone.shell.reload()
        phone.opened()
        assert phone.find(".evening").count() > 0
        assert phone.faults == []
        # A version that it does not know is left as it is.
        phone.shell.goto(f"{phone.base}/unregister/")
        with closing(sqlite3.connect(tmp_path / "old.db")) as database:
            database.execute("UPDATE alembic_version SET version_num = '9999'")
            database.commit()
        newer = (tmp_path / "old.db").read_bytes()
        phone.shell.evaluate(TAKE_IN, base64.b64encode(newer).decode())
        phone.shell.goto(f"{phone.base}/")
        phone.shell.get_by_text("These games were saved by a newer version of the app.").wait_for(timeout=STARTS)
        phone.context.close()


def test_a_browser_that_keeps_nothing_of_a_page_is_told_so(browser: Browser, pocket_folder: Path) -> None:
    refused = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused'); } });"
    with Host(pocket_folder) as host:
        phone = PocketPhone(browser, host)
        phone.context.add_init_script(refused)
        phone.shell.goto(f"{phone.base}/")
        phone.shell.get_by_text("This browser keeps nothing of this page").wait_for()
        assert violations(phone) == []
        phone.context.close()


def test_a_window_that_was_never_there_and_keeps_no_files_opens_the_link_of_a_code_and_plays_on_in_memory_and_says_so(
    browser: Browser, servers: Forks, pocket_folder: Path, tmp_path: Path, migrated_file: Path
) -> None:
    """As some private windows do: they have neither a private file system nor a database. A home server has it too."""
    folder = tmp_path / "pocket"
    shutil.copytree(pocket_folder / "pocket", folder)
    storage = (pocket.SHELL / "storage.js").read_bytes().replace(b"[openPrivate, openIndexed]", b"[]")
    another_build(folder, "d" * 12, changed={"storage.js": storage})
    guards = random_guards(random.Random("pocket"), 12)
    with Server(servers, ready(tmp_path, migrated_file), LOCKUP_POCKET=str(folder)) as server:
        phone = PocketPhone(browser, server, base=f"http://localhost:{server.port}/pocket")
        phone.shell.goto(f"{phone.base}/?box={code_of(Box('Theirs', guards=guards))}")
        phone.shell.get_by_role("button", name="Automatic").click()
        phone.opened()
        assert phone.began.endswith("memory")
        # The theme that was chosen while the files came is the app's.
        assert phone.find(":root").get_attribute("data-theme") == "dark"
        expect(phone.find(".code-head")).to_contain_text("guard cards, complete")
        phone.find(".hand .primary").click()
        expect(phone.find("#undo")).to_contain_text("The cards of the code are in this copy.")
        phone.go(f"{phone.base}/")
        game = begin_alone(phone)
        phone.go(game)
        expect(phone.shell.get_by_text("This browser keeps nothing: a private window")).to_be_visible()
        assert phone.faults == []
        phone.context.close()


def test_a_phone_with_too_little_room_says_how_much_it_needs(
    browser: Browser, pocket_folder: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "pocket"
    shutil.copytree(pocket_folder / "pocket", folder)
    another_build(folder, "f" * 12, changed={"worker.js": QUICK_WORKER})
    with Host(tmp_path) as host:
        phone = PocketPhone(browser, host)
        chrome = phone.context.new_cdp_session(phone.shell)
        origin = phone.base.removesuffix("/pocket")
        chrome.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 5_000_000})
        phone.shell.goto(f"{phone.base}/")
        phone.shell.get_by_text(re.compile(r"There is not enough space on this phone\. Free 1\d MB")).wait_for()
        assert violations(phone) == []
        chrome.send("Storage.overrideQuotaForOrigin", {"origin": origin})
        phone.shell.get_by_role("button", name="Try again").click()
        phone.opened()
        assert phone.faults == []
        phone.context.close()


INSTALLABLE: Final = """async () => {
    const manifest = await (await fetch(document.querySelector("link[rel=manifest]").href)).json();
    manifest.icons = manifest.icons.filter(({ type }) => type === "image/png");
    const icons = await Promise.all(manifest.icons.map(async ({ src }) => {
        const picture = await createImageBitmap(await (await fetch(src)).blob());
        const { width, height } = picture;
        const canvas = new OffscreenCanvas(width, height).getContext("2d");
        canvas.drawImage(picture, 0, 0);
        const dots = new Uint32Array(canvas.getImageData(0, 0, width, height).data.buffer);
        // A system may cut away all but a circle, whose radius is two fifths of the width.
        const isKept = (at) => Math.hypot((at % width) - width / 2, at / width - height / 2) <= 0.4 * width;
        return { size: `${width}x${height}`, whole: dots.every((dot, at) => isKept(at) || dot === dots[0]) };
    }));
    return { ...manifest, drawn: icons, worker: Boolean(navigator.serviceWorker.controller), secure: isSecureContext };
}"""


def test_it_can_be_installed(pocket_phone: PocketPhone) -> None:
    """Browsers ask for a secure page, a manifest with names, start, look and icons, and a service worker in charge."""
    found = pocket_phone.shell.evaluate(INSTALLABLE)
    assert found["secure"]
    assert found["worker"]
    assert found["name"]
    assert found["short_name"]
    assert found["display"] == "standalone"
    assert {found["start_url"], found["scope"]} <= {"./", "/pocket/"}
    assert {"192x192", "512x512"} <= {one["size"] for one in found["drawn"]}
    assert [one["size"] for one in found["drawn"]] == [one["sizes"] for one in found["icons"]]
    assert {one["purpose"] for one in found["icons"]} == {"any maskable"}
    assert all(one["whole"] for one in found["drawn"])


def test_every_build_can_be_left_on_a_page_that_needs_none(builds: tuple[PocketPhone, Callable[..., None]]) -> None:
    phone, offer = builds
    offer("b" * 12)
    phone.shell.goto(f"{phone.base}/unregister/")
    phone.shell.get_by_role("button", name="Remove and get again").click()
    phone.opened()
    assert build_of(phone) == "b" * 12
