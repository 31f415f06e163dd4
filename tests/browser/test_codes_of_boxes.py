"""A copy as a code in a real browser: scanned from the screen, opened, chosen from, read by a page's own camera."""

import random
from dataclasses import replace

import pytest
import zxingcpp
from phones import DEVICE, Phone, PhoneMaker, Server
from places import box
from playwright.sync_api import expect
from support.box_builders import random_box, random_guards
from tables import settled
from test_boxes import kept
from test_layout import measured
from test_result_page import grey

from companion.boxes.box import Box
from companion.boxes.code import code_of, grouped
from companion.boxes.file_format import document

pytestmark = pytest.mark.browser

FULL = Box("Theirs", guards=random_guards(random.Random("full"), 12))
CODE = code_of(FULL)
WHOLE = replace(random_box(random.Random("whole"), full=True), guard_cards={})
NOTHING = {
    name: {}
    for name in ("rulings", "cubes", "cards", "guard_cards", "guards", "items", "goons", "leader_goals", "end_goals")
}


def copy_of(server: Server, value: Box) -> str:
    """A box with what a value says and nothing else; its link."""
    return box(server, **{**NOTHING, "traits": {}, "b_sides": {}, "tomes_out": 4, **document(value)})


def seen(phone: Phone) -> list[str]:
    """What another phone's camera reads from the screen."""
    picture = grey(phone, phone.page.screenshot())
    return [code.text for code in zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode)]


@pytest.mark.parametrize(("scheme", "density"), [("light", 1), ("dark", 3)])
def test_a_camera_reads_the_link_from_the_screen(
    phones: PhoneMaker, household: Server, scheme: str, density: int
) -> None:
    phone = phones(color_scheme=scheme, device_scale_factor=density)
    link = copy_of(household, WHOLE)
    for query, whole in (("", False), ("?whole=1", True)):
        phone.go(f"/box/{link}/code{query}")
        code = code_of(replace(WHOLE, tomes_out=WHOLE.tomes_out or 4), whole=whole)
        assert seen(phone) == [f"{household.address}/?box={code}"]
        assert phone.find("#text").input_value() == grouped(code)
    assert phone.faults == []


def test_a_scanned_link_adds_22_cards_with_one_tap_more(phones: PhoneMaker, host: Server, report: list[str]) -> None:
    shows, gets = phones(host), phones(host)
    shows.go(f"/box/{copy_of(host, FULL)}/code")
    [link] = seen(shows)
    gets.go(link)
    gets.taps = 1  # on what the camera offers
    expect(gets.find(".code-head")).to_contain_text("guard cards, complete")
    gets.tap(".hand .primary")
    expect(gets.find("#undo")).to_contain_text("The cards of the code are in this copy.")
    link = (gets.find("#undo").get_attribute("action") or "").split("/")[2]
    assert kept(gets, link)["guards"] == document(FULL)["guards"]
    assert gets.taps == 2
    report.append(f"22 guard cards from another phone: {gets.taps} taps")
    settled(gets)
    gets.follow('.hand [form="undo"]')
    expect(gets.find(".entered")).to_contain_text("Undone")
    assert "guards" not in kept(gets, link)


def test_rows_that_differ_are_chosen_and_counted(phones: PhoneMaker, household: Server) -> None:
    cards = {**FULL.guards["base"]}
    cards["3"], cards["6"] = (cards[id_]._replace(strength=77, special=False) for id_ in ("3", "6"))
    link = copy_of(household, replace(FULL, guards={"base": cards}))
    phone = phones()
    phone.go(f"/box/code?code={CODE}&into={link}")
    button = phone.find(".hand .primary")
    expect(button).to_have_text("Choose 2 rows", use_inner_text=True)
    phone.tap(".hand .primary")
    assert "into=" in phone.page.url, "Nothing is sent before all is chosen."
    for name, value in (("guards.base.3", "theirs"), ("guards.base.6", "mine")):
        phone.tap(f'label:has([name="{name}"][value="{value}"])')
    expect(button).to_have_text("Add 16 cards", use_inner_text=True)
    phone.tap('label:has([name="guards.base.6"][value="theirs"])')
    expect(button).to_have_text("Add 17 cards", use_inner_text=True)
    phone.tap('[value="keep"]')
    expect(phone.find("input[value=mine]:checked")).to_have_count(2)
    expect(button).to_have_text("Add 15 cards", use_inner_text=True)
    phone.tap('label:has([name="guards.base.3"][value="theirs"])')
    phone.tap(".hand .primary")
    expect(phone.find("#undo")).to_be_visible()
    strengths = [card["strength"] for card in kept(phone, link)["guards"]["base"].values()]
    assert strengths.count(77) == 1


CAMERA = """
    window.streams = [];
    window.BarcodeDetector = class {
        constructor() { if (window.broken) throw new TypeError(); }
        async detect() { return window.held ? [{ rawValue: window.held }] : []; }
    };
    navigator.mediaDevices.getUserMedia = async () => {
        if (window.refuses) throw new DOMException("", "NotAllowedError");
        const canvas = document.createElement("canvas");
        canvas.getContext("2d").fillRect(0, 0, 9, 9);
        window.streams.push(canvas.captureStream(10));
        return window.streams.at(-1);
    };
"""
"""A browser with a camera and the reader of codes, which no Chromium for Linux has."""


@pytest.fixture
def with_camera(phones: PhoneMaker, household: Server) -> Phone:
    phone = phones(base=f"http://localhost:{household.port}")
    phone.context.add_init_script(CAMERA)
    return phone


def test_a_page_scans_a_code_where_the_browser_can(with_camera: Phone, household: Server) -> None:
    phone = with_camera
    phone.go(f"/box/{copy_of(household, FULL)}/code")
    expect(phone.find(".hand .primary")).to_have_text("Scan a code", use_inner_text=True)
    phone.follow(".hand .primary")
    expect(phone.find("video")).to_be_visible()
    phone.page.evaluate("(text) => { window.held = text; }", f"http://elsewhere.example/?box={CODE}")
    expect(phone.find(".code-head")).to_contain_text("guard cards, complete")
    assert phone.find("video").count() == 0


def test_a_camera_that_must_not_be_used_is_told_and_the_field_stays(with_camera: Phone) -> None:
    phone = with_camera
    phone.go("/box/code")
    phone.page.evaluate("window.refuses = true")
    phone.tap("[data-scan]")
    expect(phone.find("[data-no-camera]")).to_be_visible()
    phone.find("#code").fill("G1 NO CODE")
    phone.expected = {422}
    phone.tap(".hand .primary")
    expect(phone.find("#code-error")).to_be_visible()
    assert phone.value("code") == "G1 NO CODE"
    assert phone.find("[data-scan]").is_visible()


OFF = "() => streams.every((one) => one.getTracks().every((track) => track.readyState === 'ended'))"


def test_the_camera_is_off_once_a_code_was_typed(with_camera: Phone) -> None:
    phone = with_camera
    phone.go("/box/code")
    phone.tap("[data-scan]")
    expect(phone.find("video")).to_be_visible()
    phone.tap("[data-scan]")
    phone.find("#code").fill(CODE)
    phone.tap(".hand .primary")
    expect(phone.find(".code-head")).to_contain_text("guard cards, complete")
    phone.page.wait_for_function(OFF)
    assert phone.page.evaluate("streams.length") == 1, "A second tap opens no second camera."
    phone.page.evaluate("(text) => { window.held = text; }", CODE)
    expect(phone.find(".code-head")).to_be_visible()
    assert phone.faults == []


def test_a_browser_that_cannot_read_codes_after_all_lets_go_of_the_camera(with_camera: Phone) -> None:
    phone = with_camera
    phone.go("/box/code")
    phone.page.evaluate("window.broken = true")
    phone.tap("[data-scan]")
    expect(phone.find("[data-no-camera]")).to_be_visible()
    phone.page.wait_for_function(OFF)
    assert phone.find("video").count() == 0


def test_over_plain_http_a_code_is_entered(phones: PhoneMaker, household: Server) -> None:
    phone = phones()
    phone.go(f"/box/{copy_of(household, FULL)}/code")
    expect(phone.find(".hand .primary")).to_have_text("Enter a code", use_inner_text=True)
    text = phone.find("#text").input_value()
    phone.tap("[data-copy]")
    assert phone.page.evaluate("String(getSelection())") == text
    phone.follow(".hand .primary")
    assert not phone.find("[data-scan]").is_visible()
    phone.find("#code").fill(text.lower())
    phone.tap(".hand .primary")
    expect(phone.find(".code-head")).to_contain_text("guard cards, complete")


def test_another_copy_with_the_longest_name_fits_beside_the_code(phones: PhoneMaker, household: Server) -> None:
    for _ in range(2):
        copy_of(household, Box("W" * 40))
    phone = phones(device=DEVICE)
    phone.go(f"/box/code?code={CODE}")
    expect(phone.find("[name=other]").first).to_contain_text("W" * 40)
    assert measured(phone) == {}
