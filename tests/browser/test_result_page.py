"""The result: its link, code, text, pictures and print; who may correct and delete it."""

import json
import struct
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TypeAlias
from urllib.parse import parse_qs, urlsplit

import pytest
import zxingcpp
from conftest import ready
from evenings import TOTALS, game, show_result, totals
from phones import DEVICE, Phone, PhoneMaker, Server
from playwright.sync_api import Route, expect
from support.servers import Forks
from tables import result_with_par

pytestmark = pytest.mark.browser

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def link(household: Server) -> str:
    """A finished sheet of the household."""
    return game(household, do="finish")


@pytest.fixture
def maker(phones: PhoneMaker, link: str) -> Phone:
    """The phone that made it, before its result."""
    phone = phones(device=DEVICE)
    phone.go(f"/s/{link}")
    return phone


def grey(phone: Phone, png: bytes) -> memoryview:
    """The pixels of a picture, as the browser reads them; as one text, since a list of millions takes minutes."""
    height, width, pixels = phone.page.evaluate(
        """async (png) => {
            const bytes = Uint8Array.from(atob(png), (one) => one.charCodeAt(0));
            const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
            const canvas = new OffscreenCanvas(picture.width, picture.height);
            const drawing = canvas.getContext("2d");
            drawing.drawImage(picture, 0, 0);
            const { data, width, height } = drawing.getImageData(0, 0, picture.width, picture.height);
            const green = data.filter((_, place) => place % 4 === 1);
            const rows = Array.from({ length: height }, (_, row) => green.subarray(row * width, (row + 1) * width));
            return [height, width, btoa(rows.map((row) => String.fromCharCode(...row)).join(""))];
        }""",
        b64encode(png).decode(),
    )
    return memoryview(b64decode(pixels)).cast("B", shape=[height, width])


def decoded(phone: Phone, selector: str) -> list[str]:
    """What a camera reads from a part of the page; of QR codes alone, as a row of modules may pass for another kind."""
    picture = grey(phone, phone.find(selector).screenshot())
    return [code.text for code in zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode)]


def test_its_link_opens_on_another_phone_and_reads_the_same(phones: PhoneMaker, maker: Phone) -> None:
    other = phones(language="pl")
    other.go(urlsplit(maker.find(".share p a").get_attribute("href") or "").path)
    assert totals(other) == totals(maker) == TOTALS


@pytest.mark.parametrize("dark", [False, True])
def test_its_code_is_read_as_its_link(phones: PhoneMaker, link: str, dark: bool) -> None:
    phone = phones(color_scheme="dark" if dark else "light")
    phone.go(f"/s/{link}")
    assert decoded(phone, ".qr") == [f"{phone.server.address}/s/{link}"]


def test_the_text_holds_names_totals_and_the_link(maker: Phone, link: str) -> None:
    text = maker.find("#text").input_value()
    for name, total in zip(("Spoon", "Die", "Feather", "Candle"), TOTALS, strict=True):
        assert f"{name}: {total} (" in text
    assert text.endswith(f"{maker.server.address}/s/{link}")


def test_the_text_is_shown_whole(maker: Phone) -> None:
    assert maker.find("#text").evaluate("(text) => text.scrollHeight <= text.clientHeight + 1")


def test_copying_marks_the_text_and_says_so(maker: Phone) -> None:
    maker.tap("[data-copy]")
    assert maker.find("[data-copy]").inner_text() in {"Copied", "Marked: copy it now"}
    assert "Spoon: 74" in maker.page.evaluate("String(getSelection())")


def test_the_stamp_stands_beside_the_verdict(maker: Phone) -> None:
    boxes = {name: maker.find(f".verdict {name}").first.bounding_box() for name in (".docket-seal", "h2")}
    stamp, words, verdict = boxes[".docket-seal"], boxes["h2"], maker.find(".verdict").bounding_box()
    assert words["x"] + words["width"] <= stamp["x"]
    assert verdict["y"] <= stamp["y"]
    assert stamp["y"] + stamp["height"] <= verdict["y"] + verdict["height"]


def test_its_picture_is_an_svg_with_every_total(maker: Phone, link: str) -> None:
    answer = maker.go(f"/s/{link}/picture.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    shown = maker.find("text").all_text_contents()
    assert {"Spoon", "Feather", *map(str, TOTALS)} <= set(shown)


HOSTILE = {
    "plain": {},
    "long": {"0.name": "W" * 40, "1.name": "m" * 40, "2.name": "x" * 40, "3.name": "Ł" * 28},
    "chinese": {"0.name": "勺子骰子羽毛蜡烛梳子", "1.name": "骰子" * 20, "2.name": "羽毛羽毛羽", "3.name": "蜡烛"},
}


@pytest.mark.parametrize("names", HOSTILE)
def test_nothing_in_its_picture_lies_over_something_else(maker: Phone, names: str) -> None:
    link = game(maker.server, do="finish", **HOSTILE[names])
    maker.go(f"/s/{link}/picture.svg")
    boxes = maker.page.evaluate(
        "[...document.querySelectorAll('text')].map((one) => one.getBoundingClientRect().toJSON())"
    )
    wide, high = maker.page.evaluate("[document.documentElement.clientWidth, document.documentElement.clientHeight]")
    right = maker.page.evaluate("document.documentElement.getBoundingClientRect().right")
    assert all(box["left"] >= 0 and box["top"] >= 0 and box["right"] <= right for box in boxes)
    assert "74" in maker.find("text").first.text_content()
    for place, one in enumerate(boxes):
        for other in boxes[:place]:
            apart = one["left"] >= other["right"] or other["left"] >= one["right"]
            assert apart or one["top"] >= other["bottom"] - 6 or other["top"] >= one["bottom"] - 6, (
                wide,
                high,
                one,
                other,
            )


def test_the_picture_for_chats_is_a_png_of_its_size(maker: Phone) -> None:
    with maker.page.expect_download() as download:
        maker.tap("[data-png]")
    assert download.value.suggested_filename == "lockup.png"
    png = download.value.path().read_bytes()
    assert png.startswith(PNG)
    width, height = struct.unpack(">II", png[16:24])
    assert (width, height) == (1080, 1350)
    assert len(png) > 20_000


def test_print_shows_the_ledger_and_no_buttons(maker: Phone) -> None:
    maker.page.emulate_media(media="print")
    assert maker.find(".ledger").is_visible()
    assert maker.find(".verdict").is_visible()
    assert maker.find("button >> visible=true").count() == 0
    assert maker.find("a:not(.unseen) >> visible=true").count() == 0


def test_print_is_dark_on_white_in_the_dark_theme_too(phones: PhoneMaker, link: str) -> None:
    phone = phones(color_scheme="dark")
    phone.go(f"/s/{link}")
    phone.page.emulate_media(media="print", color_scheme="dark")
    colours = "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]"
    assert phone.page.evaluate(colours) == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]


def test_every_side_says_why_with_a_rule_for_each_line(maker: Phone) -> None:
    maker.tap("#why details:nth-of-type(1) summary")
    said = maker.find("#why details:nth-of-type(1) li")
    assert "31" in said.first.inner_text()
    assert said.locator("a.id").count() == said.count()
    maker.follow("#why details:nth-of-type(1) li a.id")
    assert "/rules#F-1" in maker.page.url


def test_whoever_has_corrected_nothing_goes_back_to_the_result(maker: Phone, link: str) -> None:
    for goes_back in (maker.page.go_back, lambda: maker.follow(".top [aria-label=Back]")):
        maker.follow(".hand a[href*='/score/']")
        goes_back()
        assert urlsplit(maker.page.url).path == f"/s/{link}"


def test_it_is_corrected_later(maker: Phone) -> None:
    maker.follow('.hand a[href^="/score/"]')
    maker.tap_field("0.tomes")
    maker.keys("5")
    maker.tap(".lead")
    show_result(maker)
    assert totals(maker) == (77, *TOTALS[1:])


def test_another_phone_of_the_household_corrects_but_does_not_delete(phones: PhoneMaker, link: str) -> None:
    other = phones()
    other.go(f"/s/{link}")
    assert other.find('.hand a[href^="/score/"]').is_visible()
    assert other.find(f'a[href="/s/{link}/delete"]').count() == 0
    other.expected = {403}
    assert other.go(f"/s/{link}/delete").status == 403


def test_on_a_public_host_another_phone_only_reads(phones: PhoneMaker, host: Server) -> None:
    link = game(host, do="finish")
    other = phones(host)
    other.go(f"/s/{link}")
    assert totals(other) == TOTALS
    assert other.find('.hand a[href^="/score/"]').count() == 0
    assert other.find(f'a[href="/s/{link}/delete"]').count() == 0
    other.go(f"/score/{link}")
    assert other.page.url == f"{host.address}/s/{link}"


def test_on_a_public_host_its_maker_corrects_it(phones: PhoneMaker, host: Server) -> None:
    maker = phones(host, device=DEVICE)
    maker.go(f"/s/{game(host, do='finish')}")
    maker.follow('.hand a[href^="/score/"]')
    assert maker.value("0.reputation") == "31"


def test_deleting_asks_once_and_then_it_is_gone(maker: Phone, link: str) -> None:
    maker.follow(f'a[href="/s/{link}/delete"]')
    assert maker.find("h1").inner_text() == "Delete this sheet?"
    maker.follow("form .button.danger")
    assert maker.page.url.endswith("/history")
    maker.expected = {404}
    for path in (f"/s/{link}", f"/score/{link}", f"/s/{link}/picture.svg", f"/s/{link}/code.svg"):
        assert maker.go(path).status == 404


def test_the_question_before_deleting_can_be_answered_with_no(maker: Phone, link: str) -> None:
    maker.follow(f'a[href="/s/{link}/delete"]')
    maker.follow(f'main a[href="/s/{link}"]')
    assert totals(maker) == TOTALS


def test_a_history_is_taken_along_to_another_phone(phones: PhoneMaker, host: Server) -> None:
    link = game(host, do="finish")
    maker, other = phones(host, device=DEVICE), phones(host)
    other.go("/history")
    assert other.find(".entry-link").count() == 0
    maker.go("/history/key")
    [private] = decoded(maker, ".qr")
    assert private == maker.find("#address").input_value()
    other.go(private)
    assert "#" not in other.page.url
    other.follow("form .button.primary")
    assert other.find(f'.entry-link[href="/s/{link}"]').is_visible()


def test_a_play_opens_in_bg_stats_under_the_strict_policy_and_tells_it_of_no_page(
    phones: PhoneMaker, household: Server
) -> None:
    phone = phones()
    asked = []

    def answer(route: Route) -> None:
        asked.append(route.request)
        route.fulfill(body="BG Stats")

    phone.context.route("https://app.bgstatsapp.com/**", answer)
    phone.go(f"/s/{game(household, do='finish')}")
    with phone.context.expect_page() as opened:
        phone.tap("a[href^='https://app.bgstatsapp.com/']")
    expect(opened.value.locator("body")).to_have_text("BG Stats")
    assert opened.value.evaluate("[window.opener, document.referrer]") == [None, ""]
    [play] = parse_qs(urlsplit(asked[0].url).query)["data"]
    assert json.loads(play)["game"]["bggId"] == 240855


def test_a_page_that_is_open_shows_what_somebody_corrects_elsewhere(
    phones: PhoneMaker, household: Server, maker: Phone, link: str
) -> None:
    other = phones()
    other.go(f"/s/{link}")
    other.tap("#why > details:last-of-type > summary")
    household.post(f"/score/{link}", **{"1.resources": "44"})
    expect(other.find("tfoot td.winner")).to_have_text("96", timeout=15000)
    assert totals(other) == (74, 96, 43, 47)
    maker.go(f"/s/{link}")
    assert other.find("#text").input_value() == maker.find("#text").input_value()
    assert other.find(".docket h2").inner_text() == maker.find(".docket h2").inner_text()


@pytest.fixture(scope="module")
def alone(
    servers: Forks, tmp_path_factory: pytest.TempPathFactory, migrated_file: Path
) -> Iterator[Callable[[], tuple[Server, str]]]:
    """Starts servers, each with the same result of a game alone, of whose par two games are left to be played."""
    folder = ready(tmp_path_factory.mktemp("played"), migrated_file)
    path = result_with_par(f"sqlite:///{folder / 'lockup.db'}", 98)
    with ExitStack() as running:

        def start() -> tuple[Server, str]:
            own = ready(tmp_path_factory.mktemp("alone"), folder / "lockup.db")
            return running.enter_context(Server(servers, own, LOCKUP_HISTORY="device")), path

        yield start


Alone: TypeAlias = Callable[[], tuple[Server, str]]


@pytest.mark.parametrize("script", [True, False])
def test_par_is_played_to_its_end_by_itself_and_with_a_button_where_there_is_no_script(
    phones: PhoneMaker, alone: Alone, script: bool
) -> None:
    server, path = alone()
    phone = phones(server, device=DEVICE, java_script_enabled=script)
    phone.page.goto(server.address + path)
    button = phone.find("#par form button")
    if not script:
        for _ in range(2):
            if button.count():
                button.click()
    expect(phone.find("#par circle[r='2.5']")).to_have_count(100, timeout=30_000)
    expect(button).to_have_count(0)


def test_another_phone_plays_par_only_where_it_asks(phones: PhoneMaker, alone: Alone) -> None:
    server, path = alone()
    phone = phones(server, device="another-phone-than-that-which-played")
    phone.go(path)
    expect(phone.find("#par form")).to_contain_text("98 so far")
    phone.tap("#par form button")
    expect(phone.find("#par circle[r='2.5']")).to_have_count(100, timeout=30_000)
