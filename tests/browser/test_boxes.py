"""A box by touch: the guard deck a tap a card, cards built tap by tap, files; and the same without script."""

import json
import sys
from collections.abc import Iterator
from typing import Any
from urllib.request import urlopen

import pytest
from phones import DEVICE, LONGEST, Phone, PhoneMaker, Server
from places import STATUSES, box, places_of_boxes
from playwright.sync_api import expect
from support.box_builders import FILE
from tables import settled
from test_accessibility import violations
from test_hostile_names import MARKUP, RIGHT_TO_LEFT, SCRIPT, WIDE
from test_layout import measured, on_every_page

pytestmark = pytest.mark.browser

DECK = {
    "base": [1, 2, 2, 3, 3, 4, "power"],
    "green": [0, 1, 2, 3, 4],
    "yellow": [3, 4, 5, 6, 7],
    "red": [5, 6, 7, 8, 10],
}
"""Strengths made up for this test."""


def kept(phone: Phone, link: str) -> dict[str, Any]:
    """A box as a program reads it."""
    with urlopen(f"http://127.0.0.1:{phone.server.port}/api/v1/boxes/{link}") as answer:
        body: dict[str, Any] = json.load(answer)["box"]
    return body


def link_of(phone: Phone) -> str:
    return phone.page.url.split("/box/")[1].split("/")[0]


@pytest.fixture
def report(capsys: pytest.CaptureFixture[str]) -> Iterator[list[str]]:
    """What was counted, said on the terminal; by stderr, which workers of xdist share with it."""
    lines: list[str] = []
    yield lines
    with capsys.disabled():
        sys.stderr.write("".join(f"\n{line}" for line in lines) + "\n")


@pytest.mark.parametrize("script", [True, False])
def test_a_guard_deck_is_entered_a_tap_a_card(
    phones: PhoneMaker, own_server: Server, report: list[str], script: bool
) -> None:
    phone = phones(own_server, java_script_enabled=script)
    phone.go("/")
    phone.follow('.places a[href="/box"]')
    phone.follow('a[href$="/guards"]')
    # Without script each tap is a form like the first ones.
    deck = DECK if script else {"base": DECK["base"], "green": DECK["green"]}
    to_get_there, tops = phone.taps, set()
    for colour, cards in deck.items():
        for card in cards:
            tops.add(phone.find(".tiles").bounding_box()["y"])  # type: ignore[index]
            phone.follow(f'button[name="strength"][value="{card}"]')
        if colour != [*deck][-1]:
            phone.follow(".hand .primary")
    cards_in_all = sum(map(len, deck.values()))
    taps = phone.taps - to_get_there
    a_card = f"{taps / cards_in_all:.2f} a card"
    report.append(
        f"guard deck, script {script}: {taps} taps for {cards_in_all} cards, {a_card}, {to_get_there} to get there"
    )
    guards = kept(phone, link_of(phone))["guards"]
    assert {colour: [card["strength"] for card in guards[colour].values()] for colour in deck} == deck
    # One a card, and one to go on to each of the other colours.
    assert taps == cards_in_all + len(deck) - 1
    assert len(tops) == 1, "The keys move under the finger."
    if script:
        expect(phone.find(".deck-known")).to_have_text("Moderate 12 of 12 Challenging 12 of 12 Expert 12 of 12")


def test_a_guard_card_is_changed_and_taken_off(phone: Phone) -> None:
    link = box(phone.server)
    phone.go(f"/box/{link}/guards?colour=base")
    phone.follow(".deck-card >> nth=2")
    phone.follow('button[value="9"]')
    phone.follow(".deck-card >> nth=0")
    phone.follow('button[value="remove"]')
    assert kept(phone, link)["guards"]["base"] == {"2": {"strength": 7001}, "3": {"strength": 9}}


def test_the_special_card_is_marked_before_its_strength(phone: Phone) -> None:
    link = box(phone.server, guards={})
    phone.go(f"/box/{link}/guards?colour=red")
    phone.tap("label:has([name=special])")
    phone.follow('button[value="6"]')
    phone.follow('button[value="7"]')
    cards = kept(phone, link)["guards"]["red"]
    assert cards == {"1": {"strength": 6, "special": True}, "2": {"strength": 7}}


def sent(phone: Phone, button: str) -> None:
    """Tap what sends a form from its page, and wait for the answer and until taps are heard again."""
    with phone.page.expect_response(lambda response: response.request.method == "POST"):
        phone.tap(button)
    settled(phone)


def choose(phone: Phone, field: str, value: str) -> None:
    phone.tap(f'label:has([name="f.face.{field}"][value="{value}"])')


def more(phone: Phone, field: str, times: int = 1) -> None:
    for _ in range(times):
        phone.tap(f'[data-counter]:has([name="f.face.{field}"]) [data-more]')


def test_an_item_and_a_goon_are_entered_in_a_few_taps(phone: Phone, report: list[str]) -> None:
    link = box(phone.server, items={}, goons={})
    phone.go(f"/box/{link}/items/new")
    choose(phone, "price.reputation", "5")
    more(phone, "price.cost.scrap", 2)
    more(phone, "valuables.gem")
    assert phone.find(".face-part").count() == 3
    phone.follow(".hand .primary")
    item, phone.taps = phone.taps, 0
    expect(phone.find(".entered")).to_contain_text("Saved: Item worth 5")
    phone.go(f"/box/{link}/goons/new")
    choose(phone, "type", "dwarf")
    choose(phone, "icons", "2")
    phone.follow(".hand .primary")
    report.append(f"an item: {item} taps; a goon: {phone.taps} taps")
    assert (item, phone.taps) == (5, 3)
    assert kept(phone, link)["items"] == {
        "1": {"price": {"reputation": 5, "cost": {"scrap": 2}}, "valuables": ["gem"], "effects": []}
    }
    assert kept(phone, link)["goons"] == {"1": {"type": "dwarf", "icons": 2}}


def test_a_tap_on_the_face_takes_a_part_off(phone: Phone) -> None:
    link = box(phone.server)
    phone.go(f"/box/{link}/items/card/1")
    # 5, 2 scrap, any, 2 gems, and three effects in their order.
    assert phone.find(".face-part").count() == 7
    phone.tap(".face-part >> nth=4")
    phone.tap(".face-part >> nth=3")
    phone.tap(".face-part >> nth=1")
    phone.tap('[data-add][value="storage"]')
    phone.follow(".hand .primary")
    assert kept(phone, link)["items"]["1"] == {
        **FILE["items"]["1"],
        "price": {"reputation": 5, "cost": {"scrap": 1, "any": 1}},
        "valuables": ["gem"],
        "effects": ["exchange", "gain_gold", "storage"],
    }


def test_only_a_bandit_is_asked_what_it_lays(phone: Phone) -> None:
    phone.go(f"/box/{box(phone.server)}/goons/new")
    lays, counts = phone.find(".only-bandit"), phone.find(".only-demon")
    assert not lays.is_visible()
    choose(phone, "type", "bandit")
    assert lays.is_visible()
    choose(phone, "resource", "iron")
    expect(phone.find(".face-part")).to_have_text(["Bandit", "IIron"])
    choose(phone, "type", "demon")
    assert not lays.is_visible()
    assert counts.is_visible()
    expect(phone.find(".face-part")).to_have_text(["Demon"])


def test_a_number_is_tapped_or_typed_but_not_both(phone: Phone) -> None:
    link = box(phone.server, items={})
    phone.go(f"/box/{link}/items/new")
    choose(phone, "price.reputation", "5")
    phone.find('[name="f.face.price.reputation.more"]').fill("15")
    phone.find('[name="f.face.name"]').focus()
    expect(phone.find(".face-part")).to_have_text(["15"])
    choose(phone, "price.reputation", "7")
    expect(phone.find(".face-part")).to_have_text(["7"])
    phone.tap("label.tile:has([name=free])")
    phone.follow(".hand .primary")
    assert kept(phone, link)["items"]["1"]["price"]["reputation"] == 7


def test_a_double_tap_on_save_keeps_one_card(phone: Phone) -> None:
    link = box(phone.server, goons={})
    phone.go(f"/box/{link}/goons/new")
    choose(phone, "type", "dwarf")
    choose(phone, "icons", "2")
    phone.find(".hand .primary").dblclick()
    expect(phone.find(".entered")).to_contain_text("Saved: Dwarf")
    assert phone.find(".problem").count() == 0
    assert kept(phone, link)["goons"] == {"1": {"type": "dwarf", "icons": 2}}


def test_quick_taps_are_a_card_each(phone: Phone) -> None:
    link = box(phone.server, guards={}, guard_cards={})
    phone.go(f"/box/{link}/guards")
    for strength in (5, 5, 2, 7):
        phone.tap(f'button[name="strength"][value="{strength}"]')
    expect(phone.find(".tab[aria-current] .number")).to_have_text("4/7")
    assert [card["strength"] for card in kept(phone, link)["guards"]["base"].values()] == [5, 5, 2, 7]


def test_keys_alone_enter_a_guard_deck(phone: Phone) -> None:
    link = box(phone.server, guards={}, guard_cards={})
    phone.go(f"/box/{link}/guards")
    phone.find('button[value="3"]').focus()
    for n in range(1, 4):
        phone.page.keyboard.press("Enter")
        expect(phone.find(".tab[aria-current] .number")).to_have_text(f"{n}/7")
    expect(phone.find('button[value="3"]')).to_be_focused()
    expect(phone.find("#news")).to_have_text("Card 4 of 7: tap what it shows")


@pytest.mark.parametrize("page", ["goons/new", "settings", "guards"])
def test_a_dead_network_takes_nothing_and_says_so(phone: Phone, page: str) -> None:
    link = box(phone.server, goons={}, guards={}, guard_cards={})
    phone.go(f"/box/{link}/{page}")
    phone.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    fields = {"goons/new": {"f.face.name": "Gimlet"}, "settings": {"cubes.iron": "16"}, "guards": {}}[page]
    for name, text in fields.items():
        phone.find(f'[name="{name}"]').fill(text)
    if page == "goons/new":
        choose(phone, "type", "dwarf")
        choose(phone, "icons", "2")
    button = 'button[value="5"]' if page == "guards" else ".hand .primary"
    with phone.out_of_reach():
        phone.tap(button)
        phone.find("[data-offline] >> visible=true").wait_for()
        assert phone.find("[data-offline]").inner_text() == "No connection. Nothing is lost; tap again."
        assert violations(phone) == []
        for name, text in fields.items():
            assert phone.value(name) == text
    phone.follow(button)
    now = kept(phone, link)
    assert now.get("goons", {}) == ({"1": {"type": "dwarf", "icons": 2, "name": "Gimlet"}} if "goons" in page else {})
    assert now["cubes"].get("iron") == (16 if page == "settings" else None)
    assert now.get("guards", {}) == ({"base": {"1": {"strength": 5}}} if page == "guards" else {})
    assert not phone.find("[data-offline]").is_visible()


def test_a_card_is_entered_without_script(phones: PhoneMaker) -> None:
    phone = phones(java_script_enabled=False)
    link = box(phone.server, items={}, goons={})
    phone.go(f"/box/{link}/items/new")
    choose(phone, "price.reputation", "5")
    phone.find('[name="f.face.price.cost.scrap"]').fill("2")
    phone.find('[name="f.face.valuables.gem"]').fill("1")
    for place, effect in enumerate(("gain_iron", "exchange", "gain_iron")):
        phone.find('select[name="f.face.effects"]').nth(place).select_option(effect)
    assert measured(phone) == {}
    phone.follow(".hand .primary")
    assert kept(phone, link)["items"]["1"] == {
        "price": {"reputation": 5, "cost": {"scrap": 2}},
        "valuables": ["gem"],
        "effects": ["gain_iron", "exchange", "gain_iron"],
    }


def test_a_file_is_saved_and_makes_another_copy(phones: PhoneMaker) -> None:
    phone = phones(device=DEVICE)
    link = box(phone.server)
    phone.go(f"/box/{link}")
    with phone.page.expect_download() as saved:
        phone.tap("a[download]")
    file = saved.value.path()
    assert json.loads(file.read_text("utf-8"))["name"] == FILE["name"]
    phone.go("/box/import")
    phone.find("#file").set_input_files({"name": "box.json", "mimeType": "", "buffer": file.read_bytes()})
    phone.follow(".hand .primary")
    assert link_of(phone) != link
    assert kept(phone, link_of(phone)) == kept(phone, link)


def test_a_refused_file_is_mended_where_it_was_refused(phone: Phone) -> None:
    phone.expected = {422}
    phone.go("/box/import")
    bad = json.dumps({**FILE, "version": 2, "items": {"1": {"name": WIDE + "x"}}})
    phone.find("#file").set_input_files({"name": "box.json", "mimeType": "", "buffer": bad.encode()})
    sent(phone, ".hand .primary")
    said = phone.find("[role=alert] li").all_inner_texts()
    assert said == [
        "version: This app reads files of version 1.",
        "items › 1 › name: Between 1 and 40 characters, please.",
    ]
    assert measured(phone) == {}
    assert violations(phone) == []
    phone.find("#text").fill(bad.replace('"version": 2', '"version": 1').replace('x"}}', '"}}'))
    phone.follow(".hand .primary")
    assert kept(phone, link_of(phone))["items"]["1"] == {"name": WIDE}


def refuse(phone: Phone, path: str, button: str, fields: dict[str, str]) -> None:
    """Send what is wrong on a page, and look at the page that says so."""
    phone.go(path)
    phone.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    for name, text in fields.items():
        phone.find(f'[name="{name}"]').fill(text)
    if button.startswith("details"):
        phone.follow(button)
    else:
        sent(phone, button)
    assert phone.find(".problem, [role=alert] >> visible=true").count() > 0, path
    assert measured(phone) == {}, path
    assert violations(phone) == [], path


def test_pages_that_refuse_something_fit_and_speak(phones: PhoneMaker, household: Server) -> None:
    phone = phones(language=LONGEST, device=DEVICE)
    phone.expected = {422, 409}
    link = box(household)
    wrong: list[tuple[str, str, dict[str, str]]] = [
        (f"/box/{link}/guards?colour=base", ".tile.wide", {"more": "many"}),
        (f"/box/{link}/settings", ".hand .primary", {"cubes.iron": "3-9", "tomes_out": "many"}),
        (f"/box/{link}/goons/new", ".hand .primary", {"f.face.icons.more": "few"}),
        (f"/box/{link}", "details .button", {"name": " "}),
        ("/box/new", ".hand .primary", {"name": ""}),
        ("/box/import", ".hand .primary", {}),
    ]
    for one in wrong:
        refuse(phone, *one)


@pytest.mark.parametrize("name", [WIDE, "W" * 40, SCRIPT, RIGHT_TO_LEFT, MARKUP])
def test_names_of_any_kind_fit_every_page_of_a_box(phones: PhoneMaker, household: Server, name: str) -> None:
    phone = phones(device=DEVICE)
    named = {
        section: {id_: {**face, "name": name} for id_, face in FILE[section].items()}
        for section in ("items", "goons", "leader_goals", "end_goals", "traits", "b_sides")
    }
    link = box(household, name=name, **named)
    pages = ["", "/items", "/goons", "/traits", "/items/card/1", "/goons/new?saved=1", "/delete"]
    assert on_every_page(phone, {page: f"/box/{link}{page}" for page in pages}) == {}


def test_every_page_of_a_box_works_without_script(phones: PhoneMaker, household: Server) -> None:
    phone = phones(java_script_enabled=False, device=DEVICE)
    phone.expected |= {*STATUSES.values()}
    for name, path in places_of_boxes(household).items():
        assert phone.go(path).status == STATUSES.get(name, 200), name
        assert measured(phone) == {}, name
