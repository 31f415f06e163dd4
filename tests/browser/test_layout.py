"""How a page is measured, and what of its layout is seen nowhere else; every page is in `test_every_page`."""

from typing import Any, Final

import pytest
from evenings import game, start
from phones import DEVICE, HEIGHT, LONGEST, WIDTH, Phone, PhoneMaker, Server
from places import Pages, visit
from tables import GOONS, SCENES, reach, settled
from test_accessibility import MEASURING

pytestmark = pytest.mark.browser

LEAST_TARGET = 48
LEAST_TEXT = 14
ZOOMED = {"width": WIDTH // 2, "height": 370, "device_scale_factor": 2}
"""A phone of 360 px at 200 %."""


def measured(phone: Phone, *, zoomed: bool = False) -> dict[str, Any]:
    """What is wrong with the page as it stands, by kind."""
    found = phone.page.evaluate(
        f"""([width, target, text]) => {{
            {MEASURING}
            return {{
                overflow: measure.overflow(width),
                targets: measure.targets(target),
                small: measure.small(text),
                cut: measure.cut(),
                covered: measure.covered(),
            }};
        }}""",
        [ZOOMED["width"] if zoomed else WIDTH, LEAST_TARGET, LEAST_TEXT],
    )
    return {kind: faults for kind, faults in found.items() if faults}


def on_every_page(phone: Phone, places: dict[str, str]) -> dict[str, Any]:
    found = {}
    for name, path in places.items():
        visit(phone, name, path)
        if faults := measured(phone):
            found[name] = faults
    return found


AIR: Final = """(selector) => [...document.querySelectorAll(selector)].flatMap((one) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    return [...words.getClientRects()].filter((row) => row.width > 1).map((row) => [row.left, innerWidth - row.right]);
})"""
"""How far the lines of some texts are from both edges of the page."""


def test_what_explains_a_choice_and_what_ends_the_head_touch_no_edge(phones: PhoneMaker, pages: Pages) -> None:
    phone = phones(pages.server, device=DEVICE)
    phone.go("/alone")
    phone.tap("[data-all-at-once]")
    phone.tap(".all-only summary")
    explained = phone.page.evaluate(AIR, ".all-only .note")
    phone.go(pages.games["table, a place"])
    head = phone.page.evaluate(AIR, ".top .round")
    assert explained
    assert head
    assert min(map(min, [*explained, *head])) >= 8


def test_names_without_spaces_fit_the_result_of_two_and_of_four(phones: PhoneMaker, household: Server) -> None:
    phone = phones(language=LONGEST, device=DEVICE)
    long = {"0.name": "Ł" * 28, "1.name": "W" * 40}
    links = [game(household, players=players, do="finish", **long) for players in (2, 4)]
    assert on_every_page(phone, {str(place): f"/s/{link}" for place, link in enumerate(links)}) == {}


def test_a_rule_id_never_breaks_at_its_hyphen(phone: Phone) -> None:
    phone.go("/rules")
    ids = phone.find("main .rule-id, main .id, .rule-entry h3 > a")
    assert ids.count() > 100
    assert ids.evaluate_all("(all) => all.filter((one) => one.getClientRects().length > 1).length") == 0


def test_the_keypad_of_a_short_page_stands_at_the_bottom(phone: Phone) -> None:
    phone.go("/raid?players=solitary")
    phone.tap_field("spoon.suspicion")
    box = phone.find("[data-keypad]").bounding_box()
    assert box is not None
    assert abs(box["y"] + box["height"] - HEIGHT) <= 1


def test_a_note_stands_clear_of_the_buttons_below_it(phone: Phone) -> None:
    phone.go(f"/score/{start(phone.server, by='cards')}")
    gap = """(row) => {
        const note = row.querySelector(".note").getBoundingClientRect();
        return row.nextElementSibling.firstElementChild.getBoundingClientRect().top - note.bottom;
    }"""
    assert phone.find('section:not([hidden]) .entry > .row:has([href$="#bandit"])').evaluate(gap) >= 6


def test_what_the_search_is_for_is_shown_whole(phones: PhoneMaker) -> None:
    phone = phones(language=LONGEST)
    phone.go("/rules")
    room = """(field) => {
        const style = getComputedStyle(field);
        const pen = document.createElement("canvas").getContext("2d");
        pen.font = style.font;
        return field.clientWidth - parseFloat(style.paddingLeft) * 2 - pen.measureText(field.placeholder).width;
    }"""
    assert phone.find("#q").evaluate(room) >= 0


@pytest.mark.parametrize("script", [True, False])
def test_the_card_that_is_chosen_stays_in_sight_above_what_pays_for_it(
    phones: PhoneMaker, pages: Pages, *, script: bool
) -> None:
    phone = phones(pages.server, java_script_enabled=script)
    phone.go(pages.games["table, items to craft"])
    phone.find(".offer-acts a:has-text('Reserve')").last.tap()
    phone.find(".stash.paying").wait_for()
    if script:
        settled(phone)
    seen = """(card) => {
        const { left, top, bottom } = card.getBoundingClientRect();
        return [top + 4, bottom - 4].map((height) => card.contains(document.elementFromPoint(left + 8, height)));
    }"""
    assert phone.find(".offer.chosen").evaluate(seen) == [True, True]


def test_what_cannot_pay_is_not_framed_like_what_can(phones: PhoneMaker, pages: Pages) -> None:
    phone = phones(pages.server)
    phone.go(pages.games["table, items to craft"])
    phone.tap(".offer-acts a:has-text('Reserve')")
    phone.find(".stash.paying").wait_for()
    outlines = phone.find(".stash.paying a.stock").evaluate_all(
        "(all) => all.map((one) => getComputedStyle(one).outlineStyle)"
    )
    assert outlines == ["dashed", "solid", "solid", "solid", "none"]


_BROKEN = """() => [...document.querySelectorAll(".goon-pick .place, .goon-shown > span")].flatMap((one) => {
    const text = one.firstChild;
    return [...text.textContent.matchAll(/[\\p{L}?]+/gu)].filter(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return document.documentElement.lang !== "zh" && range.getClientRects().length > 1;
    }).map(([word]) => word);
})"""


def test_no_word_of_a_row_breaks_while_it_asks_which_cube_a_bandit_lays(phones: PhoneMaker, household: Server) -> None:
    phone = phones(language=LONGEST, device=DEVICE, hurried=True)
    phone.go(f"/t/{reach(household, 'table, a goon of the setup')}")
    for row in range(5):
        phone.tap(f".goon-pick >> nth={row}")
        phone.tap('.goon-panel [data-type="bandit"]')
        phone.tap('.goon-panel [data-icons="2"]')
        assert phone.page.evaluate(_BROKEN) == []
        settled(phone)


_NEW_GOONS = {**SCENES["table, a new goon"].body["begin"], "goons": {**GOONS, "sewers": None, "smithy": None}}


def test_half_a_line_has_room_for_each_type_of_goon_its_icons_and_its_cube_as_patrol_asks_for_them(
    phones: PhoneMaker, household: Server
) -> None:
    phone = phones(language=LONGEST, device=DEVICE, hurried=True)
    phone.go(f"/t/{reach(household, 'table, a new goon', begin=_NEW_GOONS)}")
    wide = []
    phone.tap(".goon-pick >> nth=1")
    for kind in ("hobgoblin", "ratman", "bandit"):
        phone.tap(f'.goon-panel [data-type="{kind}"]')
        wide.append(measured(phone))
        phone.tap('.goon-panel [data-icons="2"]')
        wide.append(measured(phone))
        if kind != "bandit":
            phone.tap(".goon-pick >> nth=1")
    settled(phone)
    phone.tap('.goon-panel [data-resource="gold"]')
    wide.append(measured(phone))
    assert wide == [{}] * 7


def test_a_goal_that_is_chosen_folds_and_names_what_it_counts(phone: Phone) -> None:
    phone.go("/alone")
    phone.tap(".goal-slot > summary >> nth=0")
    phone.tap(".goal-slot .tile >> nth=2")
    slot = phone.find(".goal-slot").first
    assert not slot.evaluate("(one) => one.open")
    assert slot.inner_text().split("\n")[0] == "Leader goal: Magic"


@pytest.mark.parametrize("scene", ["table, goons to recruit", "table, items to craft"])
def test_no_word_on_the_buttons_of_a_card_is_broken(phones: PhoneMaker, pages: Pages, scene: str) -> None:
    phone = phones(pages.server, language=LONGEST, device=DEVICE)
    phone.go(pages.games[scene])
    broken = """(all) => all.flatMap((one) => {
        const found = [];
        const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) for (const word of texts.currentNode.data.matchAll(/[\\p{Script=Latin}]+/gu)) {
            const range = document.createRange();
            range.setStart(texts.currentNode, word.index);
            range.setEnd(texts.currentNode, word.index + word[0].length);
            if (new Set([...range.getClientRects()].map((box) => box.top)).size > 1) found.push(word[0]);
        }
        return found;
    })"""
    buttons = phone.find(".offer-acts > *")
    assert buttons.count() > 0
    assert buttons.evaluate_all(broken) == []
    assert buttons.evaluate_all("(all) => all.filter((one) => one.scrollWidth > one.clientWidth).length") == 0
