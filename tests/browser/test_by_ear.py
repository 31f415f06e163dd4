"""Games alone by ear and keys: what is said of each act, where the focus is, how many keys an act takes."""

import json
from collections.abc import Sequence
from statistics import median
from typing import Final

import pytest
from ears import OTHERS, Heard, Listener
from evenings import start
from phones import Phone, PhoneMaker, Server
from playwright.sync_api import expect
from support.table_client import sit_down
from tables import GOONS, HELD, WHOLE_BOX, Wire, lights_out_at, reach, round_of, settled

pytestmark = pytest.mark.browser

MOST_WORDS: Final = 25
IN_GENERAL: Final = 0.97
"""How many acts need no more: with one tap both sides may craft at the Library, and tokens go home."""

BOTH_CRAFT: Final = 36
MOST_KEYS: Final = 12
FEW_KEYS: Final = 6
TITLES: Final = (
    "Setup",
    "On your table",
    "Roll call",
    "Lights out",
    "Patrol",
    "Last raid",
    "The end",
    "In play",
    "Counting",
)

OWN_PHASE: Final = " · Lockup companion"


def test_acts_that_come_seldom_are_heard_like_the_others(
    phones: PhoneMaker, own_server: Server, report: list[str]
) -> None:
    own_server.post("/box/import", text=json.dumps(WHOLE_BOX))
    # Second at the Commissary, the player swaps; recruited goons exchange; then there is too much to store.
    crew = {3: "commissary", 2: "chow_hall", 4: "cell_block", 5: "smithy", "lookout": "infirmary"}
    begun = lights_out_at(
        "commissary",
        player={**HELD, "cubes": {"scrap": 6, "potion": 4, "iron": 4, "gold": 3}},
        guards={"reputation": 28},
        cubes={},
        tokens=[{"token": token, "location": place} for token, place in crew.items()],
        guard_cards=[{"location": "commissary", "strength": 5}],
        goons={place: {**goon, "valuables": [], "effects": ["exchange"]} for place, goon in GOONS.items()},
    )
    seat, _ = sit_down(Wire(own_server), begun)
    phone = phones(own_server, hurried=True, has_touch=False, is_mobile=False)
    player = Listener.alone(seat.code, phone, "seldom")
    player.play(lambda _: round_of(phone) > 3)
    assert {"swap", "exchange", "exchange_for", "return_cubes"} <= {one.type for one in player.done}
    assert player.lost == 0
    acts_are_heard(player.heard, report)


def acts_are_heard(heard: Sequence[Heard], report: list[str]) -> None:
    """Assert that acts, others' too, are said once and in few words, and the own take few keys; report how many."""
    own = [one for one in heard if one.type != OTHERS]
    keys, words = [one.keys for one in own], [one.words for one in heard]
    long = [one for one in heard if one.words > MOST_WORDS]
    report.append(
        f"{len(own)} acts; keys: median {median(keys)}, at most {max(keys)};"
        f" words, with those of others: median {median(words)}, at most {max(words)}, above {MOST_WORDS} in {len(long)}"
    )
    assert [one for one in heard if not one.focus] == []
    # Once each: by the region, or by the question alone, which has the focus.
    assert [one for one in heard if len(one.said) > 1 or not (one.said or one.asked)] == []
    assert [one for one in heard if one.phase not in TITLES or one.title != one.phase + OWN_PHASE] == []
    assert [one for one in heard if counts(one)] == []
    assert median(keys) <= FEW_KEYS
    assert max(keys) <= MOST_KEYS
    assert len(long) <= (1 - IN_GENERAL) * len(heard), long
    assert max(words) <= BOTH_CRAFT, long


def counts(one: Heard) -> bool:
    """Whether an announcement counts what it does not name."""
    return any(part in said for said in one.said for part in (" more", " moves", " move "))


@pytest.fixture
def desk(phones: PhoneMaker) -> Phone:
    """A small window with a keyboard and no finger."""
    return phones(has_touch=False, is_mobile=False)


def focused(phone: Phone) -> str:
    return str(phone.page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.textContent.trim()"))


def at(desk: Phone, scene: str) -> Phone:
    desk.go(f"/t/{reach(desk.server, scene)}")
    return desk


def test_tokens_are_named_and_digits_choose_them_and_then_the_place(desk: Phone) -> None:
    keys = at(desk, "table, the player's turn").page.keyboard
    tray = desk.page.get_by_role("group", name="Your tokens")
    names = [one.get_attribute("aria-label") for one in tray.get_by_role("checkbox").all()]
    assert names[-2:] == ["Enforcer, strength 4", "Lookout"]
    assert {*names[:-2]} <= {"Token 2", "Token 3", "Token 4", "Token 5"}
    expect(desk.find("#asked")).to_be_focused()
    keys.press("1")
    assert focused(desk) == names[-2]
    expect(tray.get_by_role("checkbox", name="Enforcer")).to_be_checked()
    keys.press("Enter")
    keys.press("4")
    assert focused(desk) == "Assign to Smithy"
    keys.press("Enter")
    settled(desk)
    assert (desk.find("[data-undo]").text_content() or "").strip() == "Undo: the enforcer at the Smithy"
    assert (desk.find("#news").text_content() or "").startswith("Place your enforcer at the Smithy.")


def test_the_focus_stays_on_the_card_that_was_chosen_and_escape_leads_to_the_question_and_to_what_goes_on(
    desk: Phone,
) -> None:
    keys = at(desk, "table, goons to recruit").page.keyboard
    keys.press("2")
    settled(desk)
    expect(desk.find("#offer-2-1")).to_be_focused()
    expect(desk.find("#offer-2-1")).to_have_attribute("aria-current", "true")
    assert (desk.find("#news").text_content() or "").startswith("Recruit ")
    keys.press("Escape")
    expect(desk.find("#asked")).to_be_focused()
    keys.press("Escape")
    expect(desk.find(".carry .primary")).to_be_focused()


def test_one_key_leads_along_what_to_move_and_one_along_what_each_side_has(desk: Phone) -> None:
    keys = at(desk, "table, a check").page.keyboard
    moves = [(one.text_content() or "").strip() for one in desk.find("li.move .unseen").all()]
    assert len(moves) > 1
    for move in (*moves, moves[0]):
        keys.press("F2")
        assert move in focused(desk)
    keys.press("F8")
    assert focused(desk) == "You: Reputation"
    keys.press("F8")
    assert focused(desk) == "Guards: Reputation"
    keys.press("Shift+F8")
    # What is typed replaces the number.
    keys.type("7")
    expect(desk.page.get_by_role("textbox", name="You: Reputation")).to_have_value("7")
    at(desk, "table, the player's turn")
    keys.press("F8")
    assert focused(desk).startswith("You")
    keys.press("Escape")
    expect(desk.find("#asked")).to_be_focused()


def test_digits_lead_to_every_number_of_a_guard_card(desk: Phone) -> None:
    keys = at(desk, "table, a guard card to type").page.keyboard
    for key, number in (("1", "1"), ("1", "10"), ("0", "0"), ("0", "power cubes")):
        keys.press(key)
        expect(desk.page.get_by_role("button", name=number, exact=True)).to_be_focused()


def test_the_page_of_keys_tells_of_them_and_leads_back(desk: Phone) -> None:
    at(desk, "table, a check")
    table = desk.page.url
    desk.find("a.skip").nth(2).focus()
    with desk.page.expect_navigation():
        desk.page.keyboard.press("Enter")
    told = desk.page.get_by_role("main").inner_text()
    assert [key for key in ("Esc", "F2", "F8", "2–5", "1, 0", "1–8", "0–8", "Ctrl Z") if key not in told] == []
    desk.find(".top-button").first.click()
    desk.page.wait_for_url(table)


def test_what_can_be_had_and_what_one_has_are_named_groups(desk: Phone) -> None:
    at(desk, "table, a resource to choose")
    wanted, stash = (desk.page.get_by_role("group", name=name) for name in ("You take", "Stash"))
    expect(wanted.get_by_role("link", name="1 scrap", exact=True)).to_have_count(1)
    expect(stash).to_have_count(1)


def test_arrows_go_round_what_a_card_can_show_and_0_chooses_its_tenth(desk: Phone) -> None:
    keys = at(desk, "table, the rest of a card").page.keyboard
    effects = desk.find("[data-add]")
    effects.first.focus()
    keys.press("ArrowUp")
    expect(effects.last).to_be_focused()
    keys.press("ArrowDown")
    expect(effects.first).to_be_focused()
    keys.press("0")
    expect(effects.nth(9)).to_be_focused()


def test_what_an_item_costs_is_heard(desk: Phone) -> None:
    at(desk, "table, items to craft")
    offers = desk.page.get_by_role("region", name="Your options")
    assert "2 scrap and 1 of any kind" in (offers.text_content() or "")


def test_a_goon_that_was_entered_is_told_in_words_and_what_is_next(desk: Phone) -> None:
    keys = at(desk, "table, a goon of the setup").page.keyboard
    keys.press("1")
    keys.press("2")
    keys.press("4")
    assert desk.find("#news").text_content() == "Sewers: Bandit, 2 suspicion icons, Gold. Next: 3. Infirmary"


@pytest.mark.parametrize("scene", ["table, the player's turn", "table, a place", "table, a check"])
def test_the_second_skip_link_leads_to_what_is_asked_and_regions_keep_their_order(desk: Phone, scene: str) -> None:
    at(desk, scene)
    skips = [one.inner_text() for one in desk.find("a.skip").all()]
    assert skips == ["To the content", "To what now", "Keys"]
    desk.find("a.skip").nth(1).focus()
    desk.page.keyboard.press("Enter")
    expect(desk.find("#asked")).to_be_focused()
    regions = desk.page.evaluate("[...document.body.children].map((one) => one.dataset.part ?? one.id).filter(Boolean)")
    assert [one for one in regions if one in {"main", "hand", "foot"}] == ["main", "hand", "foot"]


def test_the_eight_locations_are_headings(desk: Phone) -> None:
    at(desk, "table, the player's turn")
    names = [one.inner_text() for one in desk.page.get_by_role("main").get_by_role("heading").all()]
    assert names[:8] == [
        "Exercise Yard",
        "Sewers",
        "Infirmary",
        "Smithy",
        "Commissary",
        "Chow Hall",
        "Cell Block",
        "Library",
    ]


def test_a_raid_tells_its_losses_first(desk: Phone) -> None:
    at(desk, "table, a raid")
    desk.find(".table-hand .primary").focus()
    desk.page.keyboard.press("Enter")
    settled(desk)
    said = desk.find("#news").text_content() or ""
    assert "reputation" in said.partition(".")[0]


def test_a_card_that_is_taken_off_a_sheet_leaves_the_focus_to_its_neighbour(desk: Phone) -> None:
    desk.go(f"/score/{start(desk.server)}")
    add = desk.find("button[name=do][value^='add:']").first
    for _ in range(2):
        add.focus()
        desk.page.keyboard.press("Enter")
        desk.saved()
    chips = desk.find(".chip[aria-label^='Take off']")
    expect(chips).to_have_count(2)
    for left in (1, 0):
        chips.last.focus()
        desk.page.keyboard.press("Enter")
        expect(chips).to_have_count(left)
        assert desk.page.evaluate("document.activeElement !== document.body")


def test_the_focus_of_a_sheet_stays_on_the_name_and_a_refused_result_leads_to_the_field(desk: Phone) -> None:
    desk.expected = {422}
    desk.go(f"/score/{start(desk.server)}")
    name = desk.find("input[data-word][name$='.name'] >> visible=true").first
    name.focus()
    desk.page.keyboard.type("Vera")
    desk.saved()
    expect(name).to_be_focused()
    desk.find("[name='0.reputation']").fill("3-9")
    # The keypad is put away, and what stands at the foot is there again.
    desk.page.keyboard.press("Escape")
    desk.find(".hand .button.primary").focus()
    desk.page.keyboard.press("Enter")
    expect(desk.find("[name='0.reputation'][aria-invalid=true]")).to_be_focused()
