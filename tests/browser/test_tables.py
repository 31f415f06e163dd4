"""A game on the phone: dead networks, double taps, undo, focus, what is said aloud, keys, no script, odd names."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
from phones import DEVICE, LONGEST, Phone, PhoneMaker, Server
from places import Pages, box
from playwright.sync_api import Route, expect
from tables import reach, settled
from test_accessibility import violations
from test_by_keyboard import activate, press_until
from test_hostile_names import EMOJI, MARKUP, RIGHT_TO_LEFT, SCRIPT, WIDE, plain
from test_layout import ZOOMED, measured, on_every_page

pytestmark = pytest.mark.browser

TURN = "table, a guards' turn"
MINE = "table, the player's turn"
PLACE = "table, a place"


@pytest.fixture
def at(phone: Phone) -> Callable[[str], Phone]:
    """Brings the phone to a scene of a table of its own."""

    def bring(name: str) -> Phone:
        phone.go(f"/t/{reach(phone.server, name)}")
        return phone

    return bring


def version(phone: Phone) -> int:
    """The version of the table that the page shows."""
    return int(phone.find("[name=version] >> nth=0").input_value())


def said(phone: Phone) -> str:
    """What the polite region says."""
    return (phone.find("#news").text_content() or "").strip()


def question(phone: Phone) -> str:
    return phone.find("[data-heading]").inner_text()


# A dead network


def test_a_tap_without_connection_waits_says_so_and_arrives_once(at: Callable[[str], Phone]) -> None:
    phone = at(TURN)
    before = version(phone)
    with phone.out_of_reach():
        phone.tap(".turn")
        expect(phone.find("[data-offline]")).to_be_visible()
        expect(phone.find("[data-offline]")).to_contain_text("1 tap waits here.")
    settled(phone)
    expect(phone.find("[data-offline]")).to_be_hidden()
    assert version(phone) == before + 1


def test_a_tap_whose_answer_was_lost_is_one_line(at: Callable[[str], Phone]) -> None:
    phone = at(PLACE)
    before = version(phone)
    lost: list[int] = []

    def lose(route: Route) -> None:
        if lost:
            return route.continue_()
        # It arrives, and its answer does not.
        path = urlsplit(route.request.url).path
        with urlopen(Request(f"http://127.0.0.1:{phone.server.port}{path}", route.request.post_data_buffer)) as answer:
            lost.append(answer.status)
        return route.abort()

    phone.offline = True
    phone.page.route("**/t/*", lose)
    phone.tap(".table-hand .primary")
    expect(phone.find("[data-offline]")).to_be_visible()
    settled(phone)
    assert lost == [200]
    assert version(phone) == before + 1


def test_taps_while_one_waits_do_nothing(at: Callable[[str], Phone]) -> None:
    phone = at(TURN)
    before = version(phone)
    with phone.out_of_reach():
        phone.tap(".turn >> nth=0")
        expect(phone.find("[data-offline]")).to_be_visible()
        phone.tap(".turn >> nth=1")
    settled(phone)
    assert version(phone) == before + 1


def test_a_server_that_starts_again_loses_no_tap(phones: PhoneMaker, own_server: Server) -> None:
    phone = phones(own_server)
    phone.go(f"/t/{reach(own_server, PLACE)}")
    before = version(phone)
    own_server.stop()
    phone.offline = True
    phone.tap(".table-hand .primary")
    expect(phone.find("[data-offline]")).to_be_visible()
    own_server.start()
    settled(phone)
    assert version(phone) == before + 1


@pytest.mark.parametrize("page", ["figures", "correct"])
def test_what_was_typed_without_connection_is_kept(at: Callable[[str], Phone], page: str) -> None:
    phone = at(MINE)
    phone.go(f"{phone.page.url}/{page}")
    if page == "correct":
        phone.tap("#set_reputation summary")
        phone.tap('#set_reputation label:has([value="0"])')
    field = phone.find('#set_reputation [name="f.number"]' if page == "correct" else '[name="reputation.0"]')
    field.fill("44")
    with phone.out_of_reach():
        phone.tap("#set_reputation .button" if page == "correct" else ".figures .button")
        expect(phone.find("[data-offline]")).to_be_visible()
        expect(field).to_have_value("44")
    phone.page.wait_for_url(re.compile(r"/t/\w{6}(\?|$)"))
    phone.ready()
    assert "44" in phone.find(".board-side .number >> nth=0").inner_text()


def test_a_setup_without_connection_is_kept(phone: Phone) -> None:
    phone.go("/alone")
    phone.tap('label:has([name="dealing"][value="house"])')
    with phone.out_of_reach():
        phone.tap(".hand .primary")
        expect(phone.find("[data-offline]")).to_be_visible()
    phone.page.wait_for_url("**/t/*")
    phone.ready()


# Taps


def test_a_double_tap_acts_once(at: Callable[[str], Phone]) -> None:
    phone = at(PLACE)
    before = version(phone)
    box = phone.find(".table-hand .primary").bounding_box()
    assert box is not None
    for _ in range(2):
        phone.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    settled(phone)
    assert version(phone) == before + 1


def test_a_double_tap_on_a_bandits_icons_says_nothing_of_its_cube(at: Callable[[str], Phone]) -> None:
    phone = at("table, a goon of the setup")
    phone.tap('.goon-panel [data-type="bandit"]')
    phone.page.evaluate("""() => {
        const tap = () => new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 });
        document.querySelector('.goon-panel [data-icons="2"]').dispatchEvent(tap());
        document.querySelector('.goon-panel [data-resource="iron"]').dispatchEvent(tap());
    }""")
    settled(phone)
    row = phone.find("[data-goon=sewers]")
    assert row.locator("[data-goon-icons]").input_value() == "2"
    assert row.locator("[data-goon-resource]").input_value() == ""
    phone.tap('.goon-panel [data-resource="iron"]')
    assert row.locator("[data-goon-resource]").input_value() == "iron"


def type_dwarves(phone: Phone, *icons: int) -> None:
    """The goons of the setup, in the order of their places, and what is laid out then."""
    for number in icons:
        phone.tap('.goon-panel [data-type="dwarf"]')
        phone.tap(f'.goon-panel [data-icons="{number}"]')
    phone.tap(".table-hand .primary")
    phone.find("[data-scene=setup]").wait_for()
    settled(phone)


def test_what_is_to_be_laid_out_anew_loses_its_tick_and_what_stays_keeps_it(at: Callable[[str], Phone]) -> None:
    phone = at("table, a goon of the setup")
    type_dwarves(phone, 1, 1, 2, 1, 1)
    for what in ("suspicion", "board"):
        phone.tap(f"[data-tick={what}]")
    # Where others play, a field that somebody has touched stays as the page around it changes.
    assert phone.find("[data-tick][data-dirty]").count() == 0
    phone.tap("[data-undo] button")
    phone.find("[data-scene=goons]").wait_for()
    settled(phone)
    # What lies there has that list; nothing else is asked or told of it.
    assert phone.find("[data-moves]").count() == 0
    # The goons stand there as they were entered: one of them is put right.
    phone.tap("[data-goon=smithy] .goon-pick")
    type_dwarves(phone, 1)
    assert "5 suspicion cubes" in phone.find(".tick:has([data-tick=suspicion])").inner_text()
    assert [phone.find(f"[data-tick={what}]").is_checked() for what in ("suspicion", "board")] == [False, True]
    phone.page.reload()
    phone.ready()
    assert [phone.find(f"[data-tick={what}]").is_checked() for what in ("suspicion", "board")] == [False, True]


def test_a_number_that_is_corrected_takes_the_place_of_the_one_that_stands_there(at: Callable[[str], Phone]) -> None:
    phone = at(PLACE)
    table, _, _ = phone.page.url.partition("?")
    phone.go(f"{table}/correct?what=set_phase")
    phone.tap('[name="f.round"]')
    phone.page.keyboard.type("6")
    assert phone.value("f.round") == "6"


def test_a_tap_right_after_a_swap_is_not_heard(at: Callable[[str], Phone]) -> None:
    phone = at(PLACE)
    before = version(phone)
    # The second tap comes as soon as the page rests, however slow the machine of the test is.
    phone.page.evaluate("""() => new MutationObserver((_, observer) => {
        if (!document.documentElement.matches("[data-deaf]:not([data-sending])")) return;
        observer.disconnect();
        const button = document.querySelector(".table-hand button");
        button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
        window.tappedAgain = true;
    }).observe(document.documentElement, { attributes: true })""")
    phone.tap(".table-hand .primary")
    phone.page.wait_for_function("() => window.tappedAgain")
    settled(phone)
    assert version(phone) == before + 1


def test_a_row_says_what_it_gives_where_nothing_moves_and_a_token_then_goes_there(at: Callable[[str], Phone]) -> None:
    phone = at(MINE)
    before, height = version(phone), phone.find(".table-hand").bounding_box()
    phone.tap('[data-row="smithy"]')
    assert phone.find(".meaning >> visible=true").inner_text().startswith("4 Smithy")
    assert phone.find(".table-hand").bounding_box() == height
    # What it stands in the place of comes back.
    phone.tap(".meaning .top-button")
    assert phone.find(".meaning >> visible=true").count() == 0
    assert phone.find("[data-heading]").is_visible()
    phone.tap('[data-row="smithy"]')
    phone.tap(".crew-pick:has(input) >> nth=0")
    settled(phone)
    assert version(phone) == before + 1
    assert (phone.find("[data-undo]").text_content() or "").strip() == "Undo: token 2 at the Smithy"
    # Where it went is said once: by what is to be done on the table.
    assert phone.find(".table-hand .moves-words ul").inner_text() == "Place your 2 at the Smithy."
    assert phone.find(".table-hand .news").count() == 0


def test_figures_that_are_typed_and_not_entered_are_entered_or_let_be_before_the_next_round(
    at: Callable[[str], Phone],
) -> None:
    phone = at("table, a check")
    before, figure = version(phone), phone.find("#figures .figure").first
    goes_on = phone.find(".table-hand .acts:not(.if-typed) .button")
    stood, typed = figure.input_value(), phone.find(".if-typed")
    assert not typed.is_visible()
    figure.fill(f"{int(stood) + 1}")
    assert (goes_on.is_visible(), typed.is_visible()) == (False, True)
    phone.tap(".if-typed a")
    settled(phone)
    assert (figure.input_value(), goes_on.is_visible(), version(phone)) == (stood, True, before)
    figure.fill(f"{int(stood) + 1}")
    phone.tap(".if-typed .primary")
    settled(phone)
    assert (figure.input_value(), goes_on.is_visible(), version(phone)) == (f"{int(stood) + 1}", True, before + 1)


def test_a_finger_on_a_figure_of_the_night_leads_to_its_field(at: Callable[[str], Phone]) -> None:
    phone = at("table, the night")
    cell = phone.find('[data-figure="suspicion.1"]').bounding_box()
    assert cell is not None
    phone.page.touchscreen.tap(cell["x"] + cell["width"] / 2, cell["y"] + cell["height"] / 2)
    phone.page.wait_for_url("**/figures?at=suspicion.1")
    phone.ready()
    phone.page.wait_for_function("() => document.activeElement.name === 'suspicion.1'")
    phone.page.wait_for_function("() => getSelection().toString() === document.activeElement.value")
    phone.page.keyboard.type("1")
    assert phone.find('[name="suspicion.1"]').input_value() == "1"


def boxes(phone: Phone, selector: str) -> list[Any]:
    return [one.bounding_box() for one in phone.find(selector).all()]


def test_what_undo_takes_back_has_three_lines_with_the_word_in_a_foot_as_high_as_ever(
    at: Callable[[str], Phone],
) -> None:
    phone = at(MINE)
    foot, told = boxes(phone, ".table-foot"), "the guard card at the Exercise Yard, once more"
    for more in ("", f", {told}"):
        phone.find(".undo b").evaluate("(one, told) => one.textContent = told", told + more)
        [said] = boxes(phone, ".undo button > span")
        assert said["height"] < 3.5 * 1.15 * 16
        assert boxes(phone, ".table-foot") == foot


def test_a_refusal_is_said_and_what_was_chosen_stays(at: Callable[[str], Phone]) -> None:
    phone = at(MINE)
    phone.expected = {409}
    before = version(phone)
    hand, rows = phone.find(".table-hand").bounding_box(), boxes(phone, ".place-row")
    assert hand is not None
    assert (len(rows), max(row["y"] + row["height"] for row in rows) <= hand["y"] + 1) == (8, True)
    phone.tap(".slot")
    settled(phone)
    assert (phone.find(".table-hand").bounding_box(), boxes(phone, ".place-row")) == (hand, rows)
    assert phone.find(".problem").inner_text().endswith(".")
    assert phone.find(".problem").get_attribute("role") == "alert"
    assert version(phone) == before


def test_an_old_page_says_so_and_keeps_the_tokens(phones: PhoneMaker, household: Server) -> None:
    code = reach(household, MINE)
    phone, other = phones(), phones()
    phone.expected, phone.offline = {409}, True
    # A page that hears of the other would be drawn anew.
    phone.page.route(re.compile("/(live|version)$"), lambda route: route.abort())
    for one in (phone, other):
        one.go(f"/t/{code}")
    for _ in ("Pass", "All stay at home"):
        other.tap(".table-foot form:has([value=pass]) button")
        settled(other)
    phone.tap(".crew-pick:has(input)")
    phone.tap(".slot")
    settled(phone)
    said_ = "Something changed before this arrived. Nothing was done; look again."
    assert phone.find(".problem").inner_text() == said_
    assert question(phone) == question(other)


def test_pages_that_refuse_something_fit_and_speak(phones: PhoneMaker, household: Server) -> None:
    phone = phones(language=LONGEST)
    phone.expected = {409, 422}
    found: dict[str, object] = {}

    def look(what: str) -> None:
        settled(phone)
        assert phone.find(".problem").count() == 1, what
        found[what] = [measured(phone), violations(phone)]

    path = f"/t/{reach(household, MINE)}"
    phone.go(path)
    phone.tap(".slot")
    look("no token")
    phone.go(f"{path}/figures")
    phone.find('[name="gold.0"]').fill("many")
    phone.find('[name="scrap.1"]').fill("3-9")
    phone.tap(".figures .button")
    look("no number")
    phone.find('[name="scrap.1"]').fill("2")
    phone.find('[name="gold.0"]').fill("40")
    phone.tap(".figures .button")
    look("not in the box")
    phone.tap('button[name="raise"]')
    phone.page.wait_for_url(re.compile(r"/t/\w{6}(\?|$)"))
    phone.ready()
    phone.go(f"{path}/correct")
    phone.tap("#set_guard_card summary")
    phone.tap("#set_guard_card .button")
    look("half a correction")
    # A copy of its own: whether the advanced setup is offered depends on the edition of the copy used last.
    phone.go(f"/alone?box={box(household, edition='later')}")
    phone.tap("[data-all-at-once]")
    phone.find('details:has([name="advanced"])').evaluate("(fold) => { fold.open = true; }")
    phone.tap('label:has([name="edition"][value="first"])')
    phone.tap('label:has([name="advanced"])')
    phone.tap(".hand .primary")
    look("no such setup")
    phone.find("[data-offline]").evaluate("(banner) => { banner.hidden = false; }")
    look("without connection")
    assert {what: faults for what, faults in found.items() if faults != [{}, []]} == {}


def test_what_is_half_typed_of_a_card_outlasts_a_reload(phones: PhoneMaker, household: Server) -> None:
    phone = phones(household, device=DEVICE)
    phone.go(f"/t/{reach(household, 'table, the rest of a card')}")
    phone.tap("[data-add]")
    face = phone.find("[data-face]").text_content() or ""
    phone.page.reload()
    expect(phone.find('#card [name="f.card.effects"]:enabled')).to_have_count(1)
    expect(phone.find("[data-face]")).to_have_text(face)


def test_where_a_screen_is_wide_the_board_stands_beside_a_location(phones: PhoneMaker, pages: Pages) -> None:
    laptop = phones(pages.server, device=DEVICE, is_mobile=False, width=1280, height=800)
    laptop.go(pages.games[PLACE])
    expect(laptop.find("[data-beside] .place-row")).to_have_count(8)
    laptop.page.set_viewport_size({"width": 1100, "height": 800})
    expect(laptop.find("[data-beside]")).to_have_count(0)


# Undo


def test_undo_takes_back_the_last_act_and_redo_does_it_again(at: Callable[[str], Phone]) -> None:
    phone = at(PLACE)
    before = question(phone)
    phone.tap(".table-hand .primary")
    settled(phone)
    after = question(phone)
    assert after != before
    phone.tap("[data-undo] button")
    settled(phone)
    assert question(phone) == before
    # The main button does it again, so that the foot has no other.
    phone.tap(".table-hand .primary")
    settled(phone)
    assert question(phone) == after


def test_ctrl_z_undoes_but_not_in_a_field(phones: PhoneMaker, household: Server) -> None:
    phone = phones(has_touch=False, is_mobile=False)
    phone.go(f"/t/{reach(household, MINE)}")
    before = version(phone)
    phone.page.keyboard.press("Control+z")
    settled(phone)
    assert version(phone) == before + 1
    assert phone.find('.table-foot [name="kind"][value="redo"]').count() == 1
    phone.go(f"/t/{reach(household, 'table, the price of an item')}")
    phone.find('[name="f.item.name"]').fill("Rope")
    before = version(phone)
    phone.page.keyboard.press("Control+z")
    settled(phone)
    assert version(phone) == before


# Focus, and what is said


def test_the_focus_is_on_the_new_question_and_it_is_said_once(at: Callable[[str], Phone]) -> None:
    phone = at(TURN)
    phone.page.evaluate("""() => {
        window.heard = [];
        const news = document.querySelector("#news");
        new MutationObserver(() => window.heard.push(news.textContent)).observe(news, { childList: true });
    }""")
    phone.tap(".turn")
    settled(phone)
    assert phone.page.evaluate("document.activeElement.matches('[data-heading]')")
    [heard] = phone.page.evaluate("window.heard")
    # The focus says the question, and the region what has happened.
    assert heard.startswith("The guard card at the ")
    assert question(phone) not in heard
    assert phone.find("[aria-live]").count() == 1


def test_a_refusal_is_said_by_itself_alone(at: Callable[[str], Phone]) -> None:
    phone = at(MINE)
    phone.expected = {409}
    phone.tap(".slot")
    settled(phone)
    assert said(phone) == ""
    assert phone.find("[role=alert]").count() == 1


def test_the_focus_stays_in_the_field_where_one_typed(phones: PhoneMaker, household: Server) -> None:
    desk = phones(has_touch=False, is_mobile=False)
    desk.expected = {409}
    desk.go(f"/t/{reach(household, 'table, the price of an item')}")
    desk.find('[name="f.item.name"]').fill("Rope")
    desk.page.keyboard.press("Enter")
    settled(desk)
    assert desk.find(".problem").count() == 1
    assert desk.page.evaluate("document.activeElement.name") == "f.item.name"
    expect(desk.find('[name="f.item.name"]')).to_have_value("Rope")


@pytest.mark.parametrize(
    ("language", "row"),
    [
        ("en", "3 Infirmary 2 potions / 1 potion Rusty 1 gold"),
        ("pl", "3 Szpital 2 mikstury / 1 mikstura Rusty 1 złoto"),
        ("zh", "3 医务室 2 个药剂 / 1 个药剂 Rusty 1 个金块"),
    ],
)
def test_signs_are_words_for_those_who_listen(phones: PhoneMaker, pages: Pages, language: str, row: str) -> None:
    phone = phones(pages.server, language=language)
    phone.go(pages.games[MINE])
    number, name, signs = row.split(" ", 2)
    snapshot = phone.find("main").aria_snapshot()
    assert f'heading "{name}"' in snapshot
    assert signs in snapshot
    assert phone.find(".place-number").nth(int(number) - 1).inner_text() == number


# By keyboard alone


@pytest.fixture
def desk(phones: PhoneMaker) -> Phone:
    """A small window with a keyboard and no finger."""
    return phones(has_touch=False, is_mobile=False)


def test_a_game_is_begun_and_a_round_opened_by_keyboard_alone(desk: Phone) -> None:
    keys = desk.page.keyboard
    desk.go("/")
    press_until(desk, '.door[href="/alone"]')
    activate(desk)
    press_until(desk, '[name="dealing"]')
    while desk.page.evaluate("document.activeElement.value") != "house":
        keys.press("ArrowRight")
    press_until(desk, ".hand .primary")
    keys.press("Enter")
    desk.page.wait_for_url("**/t/*")
    desk.ready()
    for _ in range(5):
        press_until(desk, '[data-type="dwarf"]')
        keys.press("Enter")
        assert desk.page.evaluate("document.activeElement.matches('[data-icons=\"0\"]')")
        keys.press("Enter")
    assert desk.page.evaluate("document.activeElement.matches('[data-goons-done]')")
    keys.press("Enter")
    settled(desk)
    press_until(desk, ".table-hand .primary")
    keys.press("Enter")
    settled(desk)
    keys.press("2")
    assert desk.page.evaluate("document.activeElement === document.querySelectorAll('.turn')[1]")
    keys.press("Enter")
    settled(desk)
    press_until(desk, '[name="f.tokens"][value="3"]')
    keys.press("Space")
    keys.press("Enter")
    keys.press("2")
    keys.press("Enter")
    settled(desk)
    assert (desk.find("[data-undo]").text_content() or "").strip() == "Undo: token 3 at the Sewers"


# Without script


def test_a_round_is_played_without_script(phones: PhoneMaker, own_server: Server) -> None:
    phone = phones(own_server, java_script_enabled=False)
    phone.go("/alone")
    phone.tap('label:has([name="dealing"][value="house"])')
    phone.follow(".hand .primary")
    kinds = ("dwarf", "cultist", "dwarf", "ratman", "hobgoblin")
    for place, kind in zip(("sewers", "infirmary", "smithy", "commissary", "chow_hall"), kinds, strict=True):
        phone.find(f'[name="f.goons.{place}.type"]').select_option(kind)
        phone.find(f'[name="f.goons.{place}.icons"]').fill("2")
    phone.follow(".table-hand .primary")
    phone.follow(".table-hand .primary")
    for place in ("smithy", "sewers"):
        phone.follow(".turn")
        phone.tap(".crew-pick:has(input)")
        phone.follow(f".slot[value='\"{place}\"']")
    while phone.find(".turn").count():
        phone.follow(".turn")
        # With tokens at home it is asked back first.
        while phone.find(".table-foot form:has([value=pass]) button").count():
            phone.follow(".table-foot form:has([value=pass]) button")
    assert phone.find(".match").count() == 1
    phone.follow(".table-hand .primary")
    phone.follow("[data-undo] button")
    assert phone.find(".moving-back .move").count() > 0
    # The main button does it again.
    phone.follow(".table-hand .primary")
    assert (phone.find(".match").count(), phone.find(".moving-back").count()) == (1, 0)


def test_a_card_is_built_without_script(phones: PhoneMaker, household: Server) -> None:
    phone = phones(java_script_enabled=False, device=DEVICE)
    phone.go(f"/t/{reach(household, 'table, the rest of a card')}")
    phone.find('[name="f.card.valuables.gem"]').fill("2")
    for place, effect in enumerate(["gain_gold", "gain_power"]):
        phone.find('select[name="f.card.effects"]').nth(place).select_option(effect)
    before = version(phone)
    phone.follow("button[form=card]")
    assert version(phone) == before + 1


# Odd names


@pytest.mark.parametrize("name", [WIDE, SCRIPT, RIGHT_TO_LEFT, MARKUP, EMOJI])
def test_names_are_text_and_cut_nothing(phones: PhoneMaker, household: Server, name: str) -> None:
    path = f"/t/{reach(household, PLACE, name=name)}"
    for phone, zoomed in ((phones(), False), (phones(is_mobile=False, **ZOOMED), True)):
        phone.go(path)
        assert plain(phone.find(".corner .name >> nth=0").text_content()) == plain(name)
        assert measured(phone, zoomed=zoomed) == {}


@pytest.mark.parametrize("name", [WIDE, MARKUP])
def test_names_of_cards_are_text_wherever_they_stand(phone: Phone, name: str) -> None:
    code = reach(phone.server, "table, the price of an item")
    phone.go(f"/t/{code}")
    phone.tap('.tile:has([name="f.item.reputation"])')
    phone.tap(".tile:has([name=free])")
    phone.find('[name="f.item.name"]').fill(name)
    phone.tap("button[form=card]")
    settled(phone)
    paths = {below: f"/t/{code}{below}" for below in ("", "/log", "/log?back=1", "/figures", "/correct")}
    assert on_every_page(phone, paths) == {}
    assert plain(name) in plain(phone.find("main").text_content())


def test_the_card_that_is_to_be_typed_again_is_marked_on_the_board(phones: PhoneMaker, household: Server) -> None:
    phone = phones()
    phone.go(f"/t/{reach(household, TURN, dealing='cards')}")
    phone.tap(".pad-figures button >> nth=4")
    settled(phone)
    phone.tap("[data-undo] button")
    settled(phone)
    assert question(phone) == "Guards: turn the marked card, or another."
    # It lies face up, and the app knows what it showed.
    marked = phone.find("label.turn:has(:checked) .guard-card:not(:has(.back))")
    expect(marked).to_have_css("outline-style", "solid")


# The card to type


REST = "table, the rest of a card"


def test_the_keys_of_a_card_that_was_taken_are_in_sight(at: Callable[[str], Phone]) -> None:
    phone = at("table, goons to recruit")
    for n in range(2):
        phone.tap(f".offer a >> nth={n}")
        settled(phone)
    phone.tap(".carry .primary")
    settled(phone)
    assert phone.find("#main [data-moves]").count() == 1
    hand = phone.find(".table-hand").bounding_box()
    assert hand is not None
    for key in ("[data-more] >> nth=0", "[data-add] >> nth=0"):
        box = phone.find(f"#card {key}").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= hand["y"], key


def test_the_button_of_a_card_does_not_look_ready_before_anything_is_entered(at: Callable[[str], Phone]) -> None:
    phone = at(REST)
    button = phone.find('button[form="card"].primary')
    expect(button).to_have_css("border-top-style", "dashed")
    phone.tap("#card [data-more] >> nth=0")
    expect(button).not_to_have_css("border-top-style", "dashed")
    phone.tap("[data-face] .face-part")
    expect(button).to_have_css("border-top-style", "dashed")
    phone.tap(".blank")
    expect(button).not_to_have_css("border-top-style", "dashed")


def test_a_phone_that_only_follows_draws_no_frame_round_what_is_new(phones: PhoneMaker, household: Server) -> None:
    code = reach(household, TURN)
    phone, other = phones(), phones()
    for one in (phone, other):
        one.go(f"/t/{code}")
    before = version(phone)
    other.tap(".turn")
    settled(other)
    expect(phone.find(f'[name=version][value="{before}"]')).to_have_count(0)
    expect(phone.find("[data-heading]")).to_be_focused()
    expect(phone.find("[data-heading]")).to_have_css("outline-style", "none")


def test_the_label_of_undo_is_whole_beside_pass_and_a_tome_in_polish(phones: PhoneMaker, pages: Pages) -> None:
    phone = phones(pages.server, language="pl")
    phone.go(pages.games[MINE])
    label = phone.find(".table-foot .undo b")
    # A line more would be 18 pixels; letters may hang out by one.
    assert label.evaluate("(one) => one.scrollHeight <= one.clientHeight + 2"), label.inner_text()


def test_a_card_that_is_picked_to_be_corrected_fits_with_what_it_shows_on_its_face(at: Callable[[str], Phone]) -> None:
    phone = at("table, items to craft")
    phone.go(f"{urlsplit(phone.page.url).path}/correct")
    phone.tap("#set_shown summary")
    phone.tap("#set_shown a.tile >> nth=0")
    phone.page.wait_for_url(re.compile("card="))
    phone.ready()
    assert phone.find("[data-face] .face-part").count() == 1
    assert [measured(phone), violations(phone)] == [{}, []]
    phone.tap('[data-add="f.shows.effects"] >> nth=0')
    assert phone.find("[data-face] .face-part").count() == 2


@pytest.mark.parametrize("language", ["en", "pl", "zh"])
def test_that_a_card_is_free_stands_in_its_tile_with_no_word_cut(
    phones: PhoneMaker, pages: Pages, language: str
) -> None:
    phone = phones(pages.server, device=DEVICE, language=language)
    phone.go(pages.games["table, the price of an item"])
    words = """(one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return new Set([...range.getClientRects()].map((row) => Math.round(row.top))).size;
    }"""
    tile = phone.find(".tile:has(> [name='free']) > span")
    assert tile.evaluate(words) <= len(tile.inner_text().split())
