"""Odds of a row by touch, on a narrow phone: what they lie over, what a tap on a chance does, how they look; a hint."""

import re

import pytest
from phones import DEVICE, LONGEST, PhoneMaker, Server
from playwright.sync_api import Route, expect
from tables import reach, settled
from test_accessibility import COLOURS, violations
from test_layout import measured

MINE = "table, the player's turn"

WORDS_END = "(one) => { const r = new Range(); r.selectNodeContents(one); return r.getBoundingClientRect().right; }"
"""Where the words of an element end, which may be as wide as the page."""

pytestmark = pytest.mark.browser


def test_a_tapped_row_says_in_how_many_deals_one_leads_with_each_token(phones: PhoneMaker, household: Server) -> None:
    phone = phones(language=LONGEST, device=DEVICE)
    phone.page.emulate_media(color_scheme="dark")
    phone.go(f"/t/{reach(household, MINE, odds='me', hint='me')}")
    free = phone.find(".place-row:has(.slot) .row-info").last
    place = (free.get_attribute("id") or "").removeprefix("row-")
    free.tap()
    settled(phone)
    # The row that was tapped stands above what lies over the board.
    hand, row = (phone.find(one).bounding_box() for one in (".table-hand", ".place-row.now"))
    assert hand is not None
    assert row is not None
    assert row["y"] + row["height"] <= hand["y"] + 1
    assert phone.find(".dots circle").count() >= 50
    assert measured(phone) == {}
    assert violations(phone) == []
    phone.page.emulate_media(color_scheme="light")
    assert violations(phone, COLOURS) == []
    # A tap on the chance of another token speaks of that one, and assigns nothing.
    chance = phone.find("a.chance:not([aria-current])").first
    number, id_ = chance.inner_text(), chance.get_attribute("id")
    chance.tap()
    settled(phone)
    expect(phone.find(f"#{id_}")).to_have_attribute("aria-current", "true")
    assert number in re.findall(r"\d+", phone.find(".lead-line b").inner_text())
    assert phone.find(f".place-row:has(#row-{place}) .slot").count() == 1
    # A second tap on the row closes them; they are switched off where they stand.
    phone.tap(f"#row-{place}")
    settled(phone)
    expect(phone.find("[data-odds]")).to_have_count(0)
    # Whoever looks them up keeps the tokens in hand.
    phone.tap(".crew-pick:has(input) >> nth=0")
    phone.tap(f"#row-{place}")
    settled(phone)
    expect(phone.find(".crew-pick input:checked")).to_have_count(1)
    # They are the odds of that token, though another would lead more often.
    held = phone.find(".crew-pick input:checked").get_attribute("value")
    expect(phone.find("a.chance[aria-current]")).to_have_attribute("id", f"with-{held}")
    phone.tap(".odds-for .segment >> nth=0")
    settled(phone)
    expect(phone.find("[data-odds], a.row-info[data-swap]")).to_have_count(0)
    # So is the hint, which the bulb beside the question opens.
    assert measured(phone) == {}
    words, bulb = phone.find(".heading-line > h2").evaluate(WORDS_END), phone.find(".hint-link").bounding_box()
    assert bulb is not None
    assert words <= bulb["x"] + 1
    phone.tap(".hint-link")
    settled(phone)
    expect(phone.find(".next-best li")).to_have_count(3)
    assert measured(phone) == {}
    assert violations(phone) == []
    phone.tap(".odds .why > summary")
    assert measured(phone) == {}
    phone.tap(".odds-for .segment >> nth=0")
    settled(phone)
    expect(phone.find("[data-odds], .hint-link")).to_have_count(0)


def test_odds_that_are_closed_leave_the_board_as_it_was_scrolled(phones: PhoneMaker, household: Server) -> None:
    phone = phones(device=DEVICE)
    phone.go(f"/t/{reach(household, MINE, odds='me')}")
    last = f"#{phone.find('.place-row:has(.slot) .row-info').last.get_attribute('id')}"
    phone.tap(last)
    settled(phone)
    assert phone.page.evaluate("scrollY") > 0, "the board must have moved, or this test shows nothing"
    phone.tap(last)
    settled(phone)
    assert phone.page.evaluate("scrollY") == 0


def test_a_tap_on_another_row_is_heard_at_once(phones: PhoneMaker, household: Server) -> None:
    phone = phones(device=DEVICE)
    # Taps that are not heard after an answer are never heard again here.
    phone.context.add_init_script(
        "const later = setTimeout; setTimeout = (what, time, ...more) => time === 450 ? 0 : later(what, time, ...more);"
    )
    phone.go(f"/t/{reach(household, MINE, odds='me')}")
    for number in (0, 1):
        row = phone.find(".place-row .row-info").nth(number)
        row.tap()
        expect(phone.find(f".place-row.now > #{row.get_attribute('id')}")).to_have_count(1)
    # The second half of a double tap closes nothing.
    row.tap()
    expect(phone.find("[data-deaf] .place-row.now")).to_have_count(1)


def test_of_two_rows_tapped_one_after_the_other_the_last_counts_whichever_answer_is_first(
    phones: PhoneMaker, household: Server
) -> None:
    phone = phones(device=DEVICE)
    phone.go(f"/t/{reach(household, MINE, odds='me')}")
    rows = phone.find(".place-row:has(.slot) .row-info")
    first, last = rows.first, rows.last
    late: list[Route] = []
    phone.page.route(lambda url: "row=" in url and not late, lambda route: late.append(route))  # noqa: PLW0108 - playwright marks it
    first.tap()
    place = (last.get_attribute("id") or "").removeprefix("row-")
    last.tap()
    expect(phone.find(f".place-row.now #row-{place}")).to_have_count(1)
    with phone.page.expect_response(late[0].request.url):
        late[0].continue_()
    settled(phone)
    expect(phone.find(f".place-row.now #row-{place}")).to_have_count(1)
