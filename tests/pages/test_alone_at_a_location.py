"""A location of lights out against the guards, as its page stands: lists before questions, and what lists outlast."""

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from form_players import FormPlayer
from plain_browser import Page, PlainBrowser
from real_tables import listed
from support.box_builders import keep_box, show_box
from support.common import rule
from support.table_client import sit_down

from companion.pages.forms.submission import encoded
from companion.rules.editions import STANDARD
from companion.rules.vocabulary import Location

CREW = {5: "exercise_yard", 3: "commissary", 4: "cell_block"}
LAID = [{"location": "exercise_yard", "strength": 1}, {"location": "chow_hall", "strength": 3}]
GOONS = {place: {"type": "dwarf", "icons": 1} for place in STANDARD.goon_locations}
KNOWN_GOONS = {place: {**one, "valuables": [], "effects": []} for place, one in GOONS.items()}
HELD = {"cubes": {"scrap": 2, "iron": 1, "power": 1}}


def at(client: FlaskClient, plain: PlainBrowser, location: str | None, *, resolves: bool = True, **begin: Any) -> Page:
    """The page of a table that begins in lights out at a location; the guards' cards are strengths of these tests.

    Args:
        client: of the phone.
        plain: its browser.
        location: at which it begins.
        resolves: whether the location is resolved, before which it stops.
        begin: how all stands.
    """
    tokens = [{"token": token, "location": place} for token, place in CREW.items()]
    moment = {
        "round": 3,
        "phase": "lights_out",
        "location": location,
        "tokens": tokens,
        "guard_cards": LAID,
        "goons": GOONS,
    }
    rulings = {"tier_exercise_yard": "nothing", **begin.pop("rulings", {})}
    agreed = {name: begin.pop(name) for name in ("dealing", "box", "leader_goal") if name in begin}
    begun = {name: one for name, one in {**moment, "player": HELD, **begin}.items() if one is not None}
    body = {"dealing": "house", "seed": "wet candle", "rulings": rulings, **agreed, "begin": begun}
    seat, _ = sit_down(client, body)
    page = plain.open(f"/t/{seat.code}")
    return carried(plain, page) if resolves and any(form.value("type") == "resolve" for form in page.forms) else page


def carried(plain: PlainBrowser, page: Page) -> Page:
    """The page after a tap on its main button."""
    form = page.forms[[*page.top.all("form")].index(next(page.top.all("form", _class="carry")))]
    return plain.send(form, form.buttons[0])


def place(page: Page, class_: str) -> int:
    """Where the first element of a class stands in the page; -1: nowhere."""
    found = (number for number, one in enumerate(page.top.below) if class_ in one.given.get("class", "").split())
    return next(found, -1)


def on_screen(plain: PlainBrowser, path: str) -> str:
    """What the second screen of a table says of the location."""
    page = plain.open(f"/screen/{path.rpartition('/')[2]}")
    return next(one.text for one in page.top.all("header") if "place" in one.given.get("class", ""))


def undone(plain: PlainBrowser, page: Page) -> Page:
    form = page.form(kind="undo")
    return plain.send(form, form.buttons[0])


@rule("L-8")
def test_cards_that_the_app_deals_are_said_to_go_on_to_the_library(my_phone: FlaskClient, plain: PlainBrowser) -> None:
    page = at(my_phone, plain, "exercise_yard")
    [told] = page.top.all("section", _class="verdict-line")
    assert "Library" in told.text
    # They lie on no table, so that no hand moves them.
    assert "guard card" not in listed(page).lower()


@pytest.mark.parametrize("tomes", [0, 1])
@rule("T-2")
def test_a_location_that_waits_for_a_tome_says_so(my_phone: FlaskClient, plain: PlainBrowser, tomes: int) -> None:
    page = at(my_phone, plain, "smithy", resolves=False, player={**HELD, "tomes": tomes})
    assert ("You may still play a tome before you resolve it" in page.top.text) == bool(tomes)
    assert "You may still play a tome" not in carried(plain, page).top.text


def test_a_card_that_decides_a_location_leads_to_where_what_was_typed_of_it_is_corrected(
    my_phone: FlaskClient, plain: PlainBrowser
) -> None:
    def ways(page: Page) -> list[str]:
        return [one.given["href"] for one in page.top.all("a", _class="corner-tap")]

    [way] = ways(at(my_phone, plain, "exercise_yard", dealing="cards"))
    form = plain.open(way.partition("#")[0]).form(type="set_guard_face")
    assert (form.value("f.card"), form.value("f.face.strength")) == ("0", "1")
    # What the app deals nobody has typed.
    assert ways(at(my_phone, plain, "exercise_yard")) == []


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("commissary", "The guards have fewest of several, and this is the rarest of those."),
        ("chow_hall", "The guards take the goons with the most icons."),
        ("cell_block", "The guards can pay for no item, so they reserve the one with the highest reputation for free."),
    ],
)
@rule("Z-12", "Z-13", "Z-15")
def test_why_the_guards_choose_is_in_sight_in_a_sentence(
    my_phone: FlaskClient, plain: PlainBrowser, place: str, said: str
) -> None:
    items = [{"price": {"reputation": n, "cost": {"gold": 1}}, "valuables": [], "effects": []} for n in (2, 5, 3)]
    cards = [{"location": place, "strength": 9}]
    page = at(my_phone, plain, place, guard_cards=cards, tokens=[], display=items, goons=KNOWN_GOONS)
    [told] = page.top.all("section", _class="verdict-line")
    assert said in told.text


@pytest.mark.parametrize("tomes", [0, 1])
@rule("Z-7", "T-2")
def test_whoever_holds_a_tome_is_told_before_the_last_token_that_it_ends_roll_call(
    my_phone: FlaskClient, plain: PlainBrowser, tomes: int
) -> None:
    moment = {"round": 3, "phase": "roll_call", "first_player": "player", "goons": GOONS}
    seat, _ = sit_down(my_phone, {"dealing": "house", "begin": {**moment, "player": {**HELD, "tomes": tomes}}})
    page, told = plain.open(f"/t/{seat.code}"), {}
    while 2 not in told:
        # The player assigns a token where none lies yet, the guards' cards are turned over.
        form = page.form(kind="act")
        left = form.named("f.tokens")
        if left:
            form.fill("f.tokens", left[0].value)
            told[len(left)] = "Your last 2 tokens together end roll call. A tome first?" in page.top.text
        page = plain.send(form, form.buttons[0])
        assert page.status == 200, page.problem
    assert told == {6: False, 5: False, 4: False, 3: False, 2: tomes > 0}


@rule("T-2")
def test_a_tome_of_which_nothing_can_be_entered_asks_nothing_and_is_done_with_one_button(
    my_phone: FlaskClient, plain: PlainBrowser
) -> None:
    seat, _ = sit_down(
        my_phone, {"dealing": "house", "begin": {"round": 3, "phase": "patrol", "goons": GOONS, "player": {"tomes": 1}}}
    )
    tome = plain.open(f"/t/{seat.code}?ask=tome").form(type="play_tome")
    page = plain.send(tome, tome.buttons[0])
    assert [one.text for one in page.top.all("h2") if "tome" in one.text] == ["Do what your tome says, on your table."]
    assert [one.label for one in page.form(type="tome_done").buttons] == ["Done with the tome"]


@rule("P-4", "P-6")
def test_a_goon_that_moves_up_is_seen_to_come_from_somewhere_and_new_ones_are_told_of_before_their_cubes(
    my_phone: FlaskClient, plain: PlainBrowser
) -> None:
    seat, _ = sit_down(my_phone, {"dealing": "house", "begin": {"round": 3, "phase": "lights_out", "goons": GOONS}})
    player = FormPlayer(plain, "two dwarves")
    player.page = plain.open(f"/t/{seat.code}")
    page = player.play(until=lambda page: page.scene == "goons")
    ways = [next(one.all("span", _class="move-way")).text for one in page.top.all("li", _class="move wide")]
    assert ways[:2] == ["Dwarf: Chow Hall → Discards", "Dwarf: Commissary → Chow Hall"]
    form = page.form(type="type_goons")
    for kind in [one.name for one in form.controls if one.name.endswith(".type")]:
        form.fill(kind, "dwarf").fill(kind.replace(".type", ".icons"), "1")
    told = listed(plain.send(form, form.buttons[-1]))
    assert told.rindex("Dwarf") < told.index("suspicion cube"), told


@rule("L-7", "L-11")
def test_what_was_taken_by_itself_is_named_where_it_can_be_declined(my_phone: FlaskClient, plain: PlainBrowser) -> None:
    first = [{"token": 5, "location": "exercise_yard"}]
    page = at(my_phone, plain, "exercise_yard", tokens=first, first_player="player")
    assert "Take 1 power cube from the supply." in listed(page)
    declines = page.form(type="decline_instead")
    # Where a screen is wide it stands beside the main button, else in the foot.
    assert {one.label for one in declines.buttons} == {"Decline 1 power cube"}
    page = plain.send(declines, declines.buttons[0])
    assert listed(page) == "Return 1 power cube to the supply. Move your 5 to the Library."
    assert "declined" in next(page.top.all("p", _class="gains")).text
    assert not [form for form in page.forms if form.value("type") == "decline_instead"]
    assert page.form(kind="undo").buttons[0].label == "Undo: reward declined at the Exercise Yard"


@rule("T-2")
def test_what_a_tome_may_do_stands_above_what_the_location_before_it_came_to(
    my_phone: FlaskClient, plain: PlainBrowser
) -> None:
    page = at(my_phone, plain, "commissary", player={**HELD, "tomes": 1})
    take = page.form(type="take")
    plain.send(take, take.buttons[0])
    tome = plain.open(f"{take.action}?ask=tome").form(type="play_tome")
    page = plain.send(tome, tome.buttons[0])
    assert [one.value("type") for one in page.forms].count("move_guard_card") == 1
    places = [one.value for one in page.form(type="move_guard_card").named("f.to")]
    assert places == [encoded(one) for one in Location]
    assert "You discard the tome" in next(page.top.all("section", id="happened")).text
    asked, choices, told = (place(page, name) for name in ("ask", "choices", "told"))
    assert 0 < asked < choices < told


@rule("P-6")
def test_why_a_raid_comes_is_seen_above_its_button(my_phone: FlaskClient, plain: PlainBrowser) -> None:
    many = {place: {"type": "dwarf", "icons": 9} for place in STANDARD.goon_locations}
    seat, _ = sit_down(my_phone, {"dealing": "house", "begin": {"round": 3, "phase": "patrol", "goons": many}})
    page = plain.open(f"/t/{seat.code}")
    form = page.form(type="type_goons")
    for kind in [one.name for one in form.controls if one.name.endswith(".type")]:
        form.fill(kind, "dwarf").fill(kind.replace(".type", ".icons"), "9")
    page = plain.send(form, form.buttons[-1])
    [said] = [one for one in page.top.all("h2") if one.text.startswith("The goons need")]
    assert said.text.endswith("left: a raid.")
    assert "unseen" not in said.given.get("class", "")
    # Among the reasons of the raid it stands too, also once it is done.
    raid = page.form(type="raid")
    for shown in (page, plain.send(raid, raid.buttons[0])):
        [why] = [one for one in shown.top.all("li") if one.text.startswith("The goons need")]
        assert why.text.endswith("P-6")


@rule("E-14")
def test_a_house_ruling_changed_long_after_it_decided_counts_from_now_on(
    my_phone: FlaskClient, plain: PlainBrowser
) -> None:
    page = at(my_phone, plain, "exercise_yard")
    path = page.form(kind="act").action
    for _ in range(2):
        go = next(form for form in page.forms if form.value("kind") == "act" and form.buttons)
        page = plain.send(go, go.buttons[0])
    said = "The house ruling applies from now on. Earlier results don’t change."
    assert said not in page.top.text
    form = plain.open(f"{path}/correct").form(type="set_ruling")
    other = [one for one in form.buttons if "tier_exercise_yard" in one.value and "nothing" not in one.value]
    assert said in plain.send(form, other[0]).top.text


@rule("D-6")
def test_in_the_last_round_the_head_says_that_the_last_raid_follows(my_phone: FlaskClient, plain: PlainBrowser) -> None:
    heads = [next(at(my_phone, plain, "commissary", round=n).top.all("p", _class="left")).text for n in (5, 6)]
    assert [head.partition("left")[2] for head in heads] == ["then a raid", "last raid follows"]


@rule("L-15", "L-10")
def test_a_choice_and_going_on_are_one_tap_which_is_undone_whole_and_then_stays_at_its_location(
    my_phone: FlaskClient, plain: PlainBrowser
) -> None:
    page = at(my_phone, plain, "commissary", goons=KNOWN_GOONS)
    take = page.form(type="take")
    assert [one.label for one in take.buttons] == ["Take 1 gold"]
    link = next(one for one in page.top.all("a") if one.given.get("id") == "get-iron")
    page = plain.open(f"{take.action}{link.given['href'].partition('/t/')[2][6:]}")
    take = page.form(type="take")
    assert [one.label for one in take.buttons] == ["Take 1 iron"]
    page = plain.send(take, take.buttons[0])
    assert "6 Chow Hall" in page.top.text
    told = listed(page)
    assert told.startswith("Take 1 iron from the supply. Take your 3 back. ")
    assert page.form(kind="undo").buttons[0].label == "Undo: the reward at the Commissary"
    # Whoever has moved nothing skips all of it.
    back = undone(plain, page)
    assert listed(back, back=True).count(". ") == told.count(". ")
    assert [one.label for one in back.form(type="take").buttons] == ["Take 1 gold"]
    page = plain.send(back.form(type="take"), back.form(type="take").buttons[0])
    assert (listed(page), listed(page, back=True)) == ("Take 1 gold from the supply.", "")
    page = plain.send(page.form(type="go_on"), page.form(type="go_on").buttons[0])
    assert "6 Chow Hall" in page.top.text
    page = undone(plain, page)
    assert page.form(type="resolve").buttons[0].label == "Resolve 6 Chow Hall again"
    # Leaving a location is undone with what was done last there.
    assert undone(plain, page).form(type="take")


@rule("E-14")
def test_a_correction_after_an_undo_keeps_the_list_of_what_to_put_back_as_such(
    my_phone: FlaskClient, plain: PlainBrowser
) -> None:
    page = undone(plain, carried(plain, at(my_phone, plain, "infirmary")))
    told = listed(page, back=True)
    assert told
    form = plain.open(f"{page.form(kind='undo').action}/correct").form(type="set_reputation")
    form.fill("f.side", "1").fill("f.number", "17")
    page = plain.send(form, form.buttons[-1])
    assert (listed(page, back=True), listed(page)) == (told, "")


@rule("L-10", "L-8")
def test_an_undo_leads_to_a_location_as_it_lay_before_it_was_ranked_and_lists_what_to_put_back(
    my_phone: FlaskClient, plain: PlainBrowser
) -> None:
    page = carried(plain, at(my_phone, plain, "infirmary", tokens=[{"token": 3, "location": "infirmary"}]))
    assert "6 Chow Hall" in page.top.text
    assert listed(page).startswith("Take your 3 back.")
    assert page.form(kind="undo").buttons[0].label == "Undo: 6 Chow Hall"
    told = listed(page).split(". ")
    page = undone(plain, page)
    [heading] = [one.text for one in page.top.all("h2", _class="legend") if one.text.startswith("Put back")]
    assert heading.startswith("Put back what you had already moved")
    assert "Moved nothing yet? Skip this list." in page.top.text
    # What came home from the location before stays there: that was left with the same tap, which was not undone.
    assert len(listed(page, back=True).split(". ")) == len(told) - 1
    again = page.form(type="resolve")
    assert [one.label for one in again.buttons] == ["Resolve 6 Chow Hall again"]
    assert page.form(kind="undo").buttons[0].label == "Undo: 3 Infirmary"
    # Done again, it is a list of what to move.
    page = plain.send(again, again.buttons[0])
    assert [one for one in told if one not in listed(page)] == told[:1]
    assert "3 Infirmary" in undone(plain, undone(plain, page)).top.text


@rule("L-15")
def test_an_open_list_outlasts_a_correction(my_phone: FlaskClient, plain: PlainBrowser) -> None:
    take = at(my_phone, plain, "commissary").form(type="take")
    told = listed(plain.send(take, take.buttons[0]))
    assert "Take 1 gold from the supply." in told
    form = plain.open(f"{take.action}/correct").form(type="set_reputation")
    form.fill("f.side", "1").fill("f.number", "17")
    assert listed(plain.send(form, form.buttons[-1])) == told


def sums_up(page: Page) -> bool:
    """Whether a page sums lights out up: that of its last location, once that is resolved."""
    return any(page.top.all("table", _class="night"))


def test_what_is_corrected_in_the_night_is_in_its_sums(my_phone: FlaskClient, plain: PlainBrowser) -> None:
    take = at(my_phone, plain, "commissary").form(type="take")
    plain.send(take, take.buttons[0])
    form = plain.open(f"{take.action}/correct").form(type="set_reputation")
    form.fill("f.side", "0").fill("f.number", "7")
    player = FormPlayer(plain, "a night")
    player.page = plain.send(form, form.buttons[-1])
    assert player.page.form(kind="undo").buttons[0].label == "Undo: your reputation from 10 to 7"
    night = player.play(until=sums_up)
    rows = [row.text for row in next(night.top.all("table", _class="night")).all("tr")]
    assert rows[1].startswith("Reputation −3 corrected → 7 ")


def test_the_night_has_a_row_for_reserved_items_only_where_one_was_reserved(
    my_phone: FlaskClient, plain: PlainBrowser
) -> None:
    player = FormPlayer(plain, "a quiet night")
    player.page = at(my_phone, plain, "library")
    night = player.play(until=sums_up)
    rows = [row.text for row in next(night.top.all("table", _class="night")).all("tr")]
    assert [row.split()[0] for row in rows[-3:]] == ["Goons", "Items", "Tomes"]


@rule("E-8", "E-10")
def test_a_row_of_the_board_is_asked_in_place_of_the_button_where_a_second_is_there_and_undo_names_it(
    plain: PlainBrowser,
) -> None:
    player = FormPlayer(plain, "rows of the board")

    def watch(page: Page) -> None:
        if place(page, "board-row") >= 0:
            assert len([*page.top.all("span", _class="stamp"), *page.top.all("span", _class="stamp soft")]) == 2

    player.watch = watch
    player.begin(dealing="house")
    player.play(lambda page: place(page, "board-row") >= 0 and place(page, "offers") < 0)
    # Nothing is resolved that the answer may change.
    assert place(player.page, "carry") < 0
    answer = next(one for one in player.page.forms if one.buttons and one.buttons[0].name == "f.ruling")
    # Nor does the room see more than anybody knows.
    assert "…" in on_screen(plain, answer.action)
    page = plain.send(answer, answer.buttons[0])
    assert "…" not in on_screen(plain, answer.action)
    # The answer resolves the location; an undo leads to before that, and once more to before the answer.
    assert page.form(type="go_on")
    page = undone(plain, page)
    assert page.form(type="resolve")
    assert page.form(kind="undo").buttons[0].label.startswith("Undo: the row at the ")
    assert place(undone(plain, page), "board-row") >= 0


def test_a_row_of_the_board_answered_at_a_location_is_in_the_box_for_the_next_game(
    my_phone: FlaskClient, plain: PlainBrowser
) -> None:
    box = keep_box(my_phone)
    second = {"tokens": [{"token": 2, "location": "smithy"}], "guard_cards": [{"location": "smithy", "strength": 5}]}
    page = at(my_phone, plain, "smithy", box=box.link, **second)
    answer = next(one for one in page.forms if one.buttons and one.buttons[0].name == "f.ruling")
    # The answer resolves the location with it: two entries of one tap.
    assert plain.send(answer, answer.buttons[0]).form(type="go_on")
    assert show_box(my_phone, box.link).json["box"]["rulings"] == {"tier_smithy": "nothing"}


@rule("L-16")
def test_the_button_that_recruits_names_the_goon(my_phone: FlaskClient, plain: PlainBrowser) -> None:
    tokens = [{"token": 5, "location": "chow_hall"}]
    page = at(my_phone, plain, "chow_hall", tokens=tokens, player={"cubes": {"scrap": 2, "gold": 1, "power": 1}})
    link = next(one.given["href"] for one in page.top.all("a") if "recruit" in one.given.get("href", ""))
    labels = [button.label for form in plain.open(link).forms for button in form.buttons]
    assert any(label.startswith("Recruit Dwarf for ") for label in labels), labels


@rule("L-16")
def test_the_price_stands_on_the_button_also_where_the_goon_brings_the_same(
    my_phone: FlaskClient, plain: PlainBrowser
) -> None:
    brings = {"type": "dwarf", "icons": 1, "valuables": ["gem"], "effects": ["gain_potion"]}
    tokens, player = [{"token": 5, "location": "chow_hall"}], {"cubes": {"potion": 1}}
    page = at(my_phone, plain, "chow_hall", tokens=tokens, player=player, goons=dict.fromkeys(GOONS, brings))
    link = next(one.given["href"] for one in page.top.all("a") if "recruit" in one.given.get("href", ""))
    labels = [button.label for form in plain.open(link).forms for button in form.buttons]
    assert any(label.startswith("Recruit Dwarf for 1 potion") for label in labels), labels


@rule("L-15")
def test_the_board_that_a_laptop_fetches_says_what_was_got_and_who_is_where(
    my_phone: FlaskClient, plain: PlainBrowser, hosted_app: Flask
) -> None:
    page = at(my_phone, plain, "commissary")
    take = page.form(type="take")
    # No phone pays for it.
    assert "place-row" not in page.answer.text
    page = plain.send(take, take.buttons[0])
    [log] = page.top.all("aside", _class="recent")
    assert next(log.all("h3")).text == "Lights out"
    assert next(log.all("use")).given["href"].endswith("#chow_hall")
    newest = next(log.all("details"))
    assert next(newest.all("summary")).text == "Why?"
    assert "Z-13" in {one.text for one in newest.all("a", _class="id")}
    board = plain.open(f"{take.action}/board")
    rows = [one for one in board.top.all("li") if "place-row" in one.given.get("class", "")]
    done = [one.text for one in rows if "done" in one.given["class"].split()]
    assert len(rows) == len(Location)
    assert len(done) == 1
    assert "Commissary" in done[0]
    assert "You: +1" in done[0]
    assert "Guards: –" in done[0]
    [now] = [one.text for one in rows if "aria-current" in one.given]
    assert "6 Chow Hall" in now
    assert "You: 4" in rows[6].text
    assert PlainBrowser(hosted_app.test_client()).open(f"{take.action}/board").status == 403


SECOND = [{"location": "commissary", "strength": 9}]
"""The guards are stronger at the Commissary, so that the player swaps there."""


def swapping(client: FlaskClient, plain: PlainBrowser, gets: str, *taps: str, **cubes: int) -> Page:
    """The page of a swap of two for one, after a tap on what is got and on kinds that are given."""
    rulings = {"tier_commissary": "two_for_one"}
    page = at(client, plain, "commissary", guard_cards=SECOND, player={"cubes": cubes}, rulings=rulings)
    for tapped in (f"get-{gets}", *(f"pay-{kind}" for kind in taps)):
        link = next(one for one in page.top.all("a") if one.given.get("id") == tapped)
        page = plain.open(f"/t/{link.given['href'].partition('/t/')[2]}")
    return page


def given(page: Page) -> dict[str, str]:
    """What stands on the tiles of what is given or got, by their ids."""
    tiles = (one for one in page.top.all("a", "span") if one.given.get("id", "").startswith(("pay-", "get-")))
    return {one.given["id"]: next(one.all("span", aria_hidden="true", _class="number")).text for one in tiles}


@rule("L-15")
def test_a_swap_proposes_other_kinds_than_it_brings_and_shows_what_goes_apart_from_what_comes(
    my_phone: FlaskClient, plain: PlainBrowser
) -> None:
    page = swapping(my_phone, plain, "scrap", scrap=2, potion=1, iron=1)
    assert page.form(type="swap").buttons[0].label == "Swap 1 potion and 1 iron for 1 scrap"
    shown = given(page)
    assert (shown["pay-scrap"], shown["pay-potion"], shown["pay-iron"], shown["get-scrap"]) == (
        *("2", "1−1", "1−1", "+1"),
    )


@rule("L-15")
def test_what_the_guards_get_before_a_swap_is_listed_above_it_and_what_it_moves_after_it(
    my_phone: FlaskClient, plain: PlainBrowser
) -> None:
    page = swapping(my_phone, plain, "scrap", scrap=2, potion=1, iron=1)
    assert listed(page) == "Put 1 gold on the guard board."
    form = page.form(type="swap")
    told = listed(plain.send(form, form.buttons[0]))
    assert "Return 1 iron to the supply." in told
    assert "gold" not in told


@rule("L-15")
def test_two_cubes_of_one_kind_are_given_by_tapping_that_kind(my_phone: FlaskClient, plain: PlainBrowser) -> None:
    taps = ("iron", "potion", "potion")
    page = swapping(my_phone, plain, "scrap", *taps, scrap=2, potion=2, iron=1)
    assert page.form(type="swap").buttons[0].label == "Swap 2 potions for 1 scrap"
    page = swapping(my_phone, plain, "scrap", "scrap", scrap=2, potion=2, iron=1)
    # Of what comes back as much may be given, and both are told.
    assert (given(page)["pay-scrap"], given(page)["get-scrap"]) == ("2−1", "+1")


@rule("L-15")
def test_a_kind_that_nobody_tapped_is_told_as_proposed_beside_one_that_was(
    my_phone: FlaskClient, plain: PlainBrowser
) -> None:
    page = swapping(my_phone, plain, "scrap", "iron", scrap=2, potion=2, iron=1)
    assert "You chose: 1 iron. Proposed: 1 potion." in page.top.text
    page = swapping(my_phone, plain, "scrap", "iron", "potion", scrap=2, potion=2, iron=1)
    assert "As you chose." in page.top.text


@rule("Z-9", "L-11")
@pytest.mark.parametrize(
    ("power", "says"),
    [("commissary", "3–4: Guards: 3 now, 4 if they win the Exercise Yard."), ("exercise_yard", "3")],
)
def test_a_card_of_power_says_in_roll_call_what_it_counts_once_the_guards_win_the_exercise_yard(
    my_phone: FlaskClient, plain: PlainBrowser, power: str, says: str
) -> None:
    moment = {"phase": "roll_call", "tokens": None, "guard_cards": None, "guards": {"cubes": {"power": 3}}}
    page = at(my_phone, plain, None, **moment)
    path = f"/api/v1/tables/{page.form(kind='act').action.rpartition('/')[2]}"

    def correct(kind: str, **fields: Any) -> list[Any]:
        """What lies on the board after a correction."""
        body = {"version": my_phone.get(path).json["version"], "type": kind, "fields": fields}
        answer = my_phone.post(
            f"{path}/corrections", json=body, headers={"Idempotency-Key": f"{kind}-{body['version']}"}
        )
        assert answer.status_code < 400, answer.text
        return [card for card in answer.json["state"]["guard_cards"] if card["location"] is not None]

    # One card alone lies on the board.
    first, *others = correct("lay_guard_card", to=[power])
    for card in others:
        correct("set_guard_card", card=[card["card"]], to=["away"])
    correct("set_guard_card", card=[first["card"]], to=[power])
    correct("set_guard_face", card=[first["card"]], face={"strength": "power"})
    page = plain.open(f"{page.form(kind='act').action}?row={power}")
    assert says in [one.text for one in page.top.all("b", _class="unit")]
    [meaning] = [one.text for one in page.top.all("p", _class="meaning") if "hidden" not in one.given]
    assert ("Guards: 3 now, 4 if they win the Exercise Yard." in meaning) is (power == "commissary")


def through_the_log(plain: PlainBrowser, path: str, kind: str, place: int) -> Page:
    """The page after a tap on one of the log's ways back or forward, the newest first; back is asked about first."""
    log = plain.open(f"{path}/log")
    back = [one.given["href"] for one in log.top.all("a", _class="button") if "?back=" in one.given["href"]]
    page = plain.open(back[place]) if kind == "undo" else log
    form = [one for one in page.forms if one.value("kind") == kind][0 if kind == "undo" else place]
    return plain.send(form, form.buttons[0])


@rule("E-14")
def test_the_way_forward_over_many_lines_is_a_list_as_the_way_back_is(
    my_phone: FlaskClient, plain: PlainBrowser
) -> None:
    laid = [*LAID, {"location": "cell_block", "strength": 9}]
    player = FormPlayer(plain, "a way back")
    player.page = at(my_phone, plain, "commissary", guard_cards=laid, guards={"cubes": {"suspicion": 9}})
    path = player.page.form(kind="act").action
    player.play(until=lambda page: page.scene == "goons")
    back = through_the_log(plain, path, "undo", -1)
    forward = through_the_log(plain, path, "redo", 0)
    assert len(listed(back, back=True)) > 200
    assert (len(listed(forward)) > 200, listed(forward, back=True)) == (True, "")


RECRUITS = {"scrap": 3, "iron": 2, "gold": 2, "power": 1}


def chosen_goons(
    client: FlaskClient, plain: PlainBrowser, *places: str, agreed: dict[str, Any] | None = None, **face: Any
) -> Page:
    """The page of the Chow Hall after taps on the goons of these places, in that order; dwarves may show a face."""
    goons = {**{where: {**one, **face} for where, one in GOONS.items()}, "sewers": {"type": "cultist", "icons": 1}}
    tokens = [{"token": 5, "location": "chow_hall"}]
    page = at(client, plain, "chow_hall", tokens=tokens, goons=goons, player={"cubes": RECRUITS}, **agreed or {})
    for where in places:
        links = (one.given["href"] for one in page.top.all("a", data_swap=""))
        page = plain.open(next(link for link in links if link.partition("#")[0].endswith(f"card=%22{where}%22")))
    return page


@rule("L-16")
@pytest.mark.parametrize(
    ("places", "named"), [(("smithy", "sewers"), "Dwarf, Cultist"), (("sewers", "smithy"), "Cultist, Dwarf")]
)
def test_of_two_goons_the_one_that_is_tapped_first_does_first_what_it_shows(
    my_phone: FlaskClient, plain: PlainBrowser, places: tuple[str, ...], named: str
) -> None:
    form = chosen_goons(my_phone, plain, *places).form(type="recruit")
    assert form.buttons[0].label.startswith(f"Recruit {named} for ")
    page = plain.send(form, form.buttons[0])
    assert re.search(
        rf"You: {named.partition(',')[0]} with \d suspicion icons?\. What else does it show\?", page.top.text
    )


@rule("L-16")
def test_what_recruiting_a_goon_of_unknown_face_moves_is_listed_where_its_face_is_asked_for(
    my_phone: FlaskClient, plain: PlainBrowser
) -> None:
    page = chosen_goons(my_phone, plain, "smithy")
    form = page.form(type="recruit")
    page = plain.send(form, form.buttons[0])
    assert "Take the goon from the Smithy (Dwarf)." in listed(page)
    form = page.form(type="type_card")
    form.fill("nothing", form.named("nothing")[0].value)
    page = plain.send(form, form.buttons[-1])
    # Who has typed what it shows stays, to see what that has done.
    form = page.form(type="go_on")
    assert [one.label for one in form.buttons] == ["Go on to 8 Library"]
    # The location that is undone next is the one that was resolved last.
    page = undone(plain, plain.send(form, form.buttons[0]))
    assert "8 Library" in page.top.text
    assert undone(plain, page).form(type="type_card")


@rule("L-16")
def test_the_tap_that_recruits_and_goes_on_lists_what_it_moves_and_its_undo_leads_to_the_question(
    my_phone: FlaskClient, plain: PlainBrowser
) -> None:
    known = {"valuables": [], "effects": []}
    form = chosen_goons(my_phone, plain, "smithy", **known).form(type="recruit")
    page = plain.send(form, form.buttons[0])
    assert "8 Library" in page.top.text
    assert "Take the goon from the Smithy (Dwarf)." in listed(page)
    page = undone(plain, page)
    assert "6 Chow Hall" in page.top.text
    assert place(page, "offers") > 0
    assert "Put your goon back at the Smithy (Dwarf)." in listed(page, back=True)


@rule("L-16", "Z-13")
def test_what_the_guards_took_before_a_choice_is_listed_above_it_and_not_with_what_the_choice_moves(
    my_phone: FlaskClient, plain: PlainBrowser
) -> None:
    known = {**GOONS["smithy"], "valuables": [], "effects": []}
    cards, tokens = [{"location": "chow_hall", "strength": 9}], [{"token": 5, "location": "chow_hall"}]
    page = at(
        my_phone, plain, "chow_hall", tokens=tokens, guard_cards=cards, goons=dict.fromkeys(GOONS, known),
        player={"cubes": RECRUITS}, guards={"cubes": {"scrap": 1}},
    )  # fmt: skip
    before = listed(page)
    assert "goon" in before
    link = next(one.given["href"] for one in page.top.all("a") if "recruit" in one.given.get("href", ""))
    page = plain.open(link)
    assert listed(page) == before
    form = page.form(type="recruit")
    assert not {*before.split(". ")} & {*listed(plain.send(form, form.buttons[0])).split(". ")}


@rule("O-1")
def test_two_undos_put_back_what_each_has_undone_and_the_first_list_can_be_looked_up(
    my_phone: FlaskClient, plain: PlainBrowser
) -> None:
    page = chosen_goons(my_phone, plain, "smithy", agreed={"leader_goal": {"counts": "gem"}})
    page = plain.send(page.form(type="recruit"), page.form(type="recruit").buttons[0])
    form = page.form(type="type_card")
    page = plain.send(form.fill("f.card.valuables.gem", "2"), form.buttons[-1])
    page = undone(plain, page)
    assert "leader goal" in listed(page, back=True)
    page = undone(plain, page)
    assert "goon" in listed(page, back=True)
    assert "leader goal" not in listed(page, back=True)
    [left] = page.top.all("details", id="list-left-back")
    assert "If not put back yet: 1" in left.text
    assert "leader goal" in left.text


@rule("L-16")
def test_what_is_only_chosen_is_given_up_by_itself_and_takes_nothing_back(
    my_phone: FlaskClient, plain: PlainBrowser
) -> None:
    page = chosen_goons(my_phone, plain, "smithy")
    assert not [form for form in page.forms if form.value("kind") == "undo"]
    [cancel] = (one for one in page.top.all("a") if one.text == "Cancel this choice")
    bare = plain.open(cancel.given["href"])
    assert bare.version == page.version
    assert "Cancel this choice" not in bare.top.text
    assert not [form for form in bare.forms if form.value("type") == "recruit" and form.buttons]


@rule("Z-2")
def test_the_night_says_how_many_guard_cards_the_box_learns_once_their_colour_is_said(
    my_phone: FlaskClient, plain: PlainBrowser
) -> None:
    box = keep_box(my_phone)
    player = FormPlayer(plain, "colours of a night")
    player.page = at(my_phone, plain, "library", dealing="cards", box=box.link)
    code = plain.address.rpartition("/")[2]
    said = re.compile(r"Set (?:its|their) colours? to save (\d+) guard cards? to your copy\. Say the colours")
    found = said.search(player.play(until=sums_up).top.text)
    assert found is not None
    (link,) = [one.given["href"] for one in player.page.top.all("a") if one.text == "Say the colours"]
    cards = [
        one.given["href"].partition("#")[0]
        for one in plain.open(link.partition("#")[0]).top.all("a", _class="tile tap")
    ]
    form = plain.open(next(one for one in cards if "set_guard_face" in one)).form(type="set_guard_face")
    plain.send(form.fill("f.face.colour", "base"), form.buttons[-1])
    left = said.search(plain.open(f"/t/{code}").top.text)
    assert left is not None
    assert int(left[1]) == int(found[1]) - 1
    assert show_box(my_phone, box.link).json["box"]["guards"]["base"]["1"]["strength"] in {1, 3}


@rule("Z-9")
def test_where_nobody_of_the_player_is_the_reasons_of_the_guards_lie_open(
    my_phone: FlaskClient, plain: PlainBrowser
) -> None:
    def folded(location: str) -> bool:
        """Whether they are opened by a tap."""
        page = at(my_phone, plain, location, goons=KNOWN_GOONS, cubes={location: {"suspicion": 1}})
        [told] = page.top.all("section", _class="verdict-line")
        return "open" not in next(told.all("details", _class="why")).given

    assert (folded("chow_hall"), folded("exercise_yard")) == (False, True)


@rule("L-16")
def test_the_second_screen_says_at_the_chow_hall_what_goons_cost(my_phone: FlaskClient, plain: PlainBrowser) -> None:
    page = at(my_phone, plain, "chow_hall", tokens=[{"token": 5, "location": "chow_hall"}])
    path = page.forms[0].action
    screen = plain.open(f"/screen/{path.rpartition('/')[2]}").top
    prizes = [one.text.replace("\N{NO-BREAK SPACE}", " ") for one in screen.all("span", _class="prizes")]
    assert any(one.startswith("1 goon: any 1, 2 goons: any 4") for one in prizes), prizes
