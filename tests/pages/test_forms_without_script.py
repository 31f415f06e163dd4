"""What the buttons of the score form do where no script runs: step, add, remove, hold, change sides, finish."""

import json

import pytest
from forms import FormPhone
from support.sheet_client import keep

from companion.words.catalogue import sentence
from companion.words.messages import ERRORS


@pytest.fixture
def sheet(phone: FormPhone) -> FormPhone:
    phone.start()
    return phone


def sides(phone: FormPhone) -> list[dict[str, object]]:
    """The sides as they are kept, read as a program reads them."""
    kept: list[dict[str, object]] = phone.client.get(f"/api/v1/sheets/{phone.link}").json["sheet"]["sides"]
    return kept


# A new sheet


def test_a_new_sheet_leads_to_its_form(phone: FormPhone) -> None:
    answer = phone.start("5")
    assert (answer.status_code, answer.location) == (303, f"/score/{phone.link}")
    assert [side["name"] for side in sides(phone)] == ["Spoon", "Die", "Feather", "Candle", "Comb"]


def test_a_form_that_is_sent_twice_makes_one_sheet(phone: FormPhone) -> None:
    first = phone.start(once="the same form")
    assert phone.start(once="the same form").location == first.location


def test_names_are_taken_over_and_the_others_keep_their_seats_names(phone: FormPhone) -> None:
    phone.start("3", name=["Vera", "", " Isaac "])
    assert [side["name"] for side in sides(phone)] == ["Vera", "Die", "Isaac"]


def test_alone_one_plays_against_the_guards(phone: FormPhone) -> None:
    phone.start("solitary", name=["Vera"])
    assert [side["name"] for side in sides(phone)] == ["Vera", "Guards"]


@pytest.mark.parametrize("wrong", [{"players": "6"}, {"players": ""}, {"edition": "none"}])
def test_a_choice_that_nobody_offered_is_refused_in_words(phone: FormPhone, wrong: dict[str, str]) -> None:
    answer = phone.start(**wrong)
    assert answer.status_code == 422
    assert "Choose who played and what is in your box, please." in answer.text


def test_a_name_that_is_too_long_is_refused_and_every_name_kept(phone: FormPhone) -> None:
    answer = phone.start(name=["Vera", "x" * 41])
    assert answer.status_code == 422
    assert sentence("en", ERRORS["shape.name"], {"most": 40}) in answer.text
    assert 'value="Vera"' in answer.text
    assert f'value="{"x" * 41}"' in answer.text


def test_the_names_are_in_sight_where_one_was_refused(phone: FormPhone) -> None:
    assert '<details class="why new-names" open>' in phone.start(name=["Vera", "Vera"]).text


# Buttons


def test_a_step_adds_one_and_comes_back_to_its_row(sheet: FormPhone) -> None:
    answer = sheet.send("step:0.goon.dwarf:1", side="0")
    assert (answer.status_code, answer.location) == (303, f"{sheet.form}?side=0#row-0-0.goon.dwarf")
    assert sheet.value("0.goon.dwarf") == "1"
    assert f'id="{answer.location.partition("#")[2]}"' in sheet.page()


def test_a_step_goes_on_from_a_sum(sheet: FormPhone) -> None:
    sheet.send("step:0.resources:-1", resources_0="3+6+2")
    assert sheet.value("0.resources") == "10"


def test_a_step_never_goes_below_zero_nor_above_9999(sheet: FormPhone) -> None:
    sheet.send("step:0.goon.dwarf:-1")
    assert sheet.value("0.goon.dwarf") == "0"
    sheet.send("step:0.reputation:1", reputation_0="9999")
    assert sheet.value("0.reputation") == "9999"


@pytest.mark.parametrize(
    "do", ["step:0.gold:99", "step:0.gold:", "step:9.gold:1", "step:0.nothing:1", "step", "::", "x"]
)
def test_a_step_that_no_button_makes_is_ignored(sheet: FormPhone, do: str) -> None:
    before = sides(sheet)
    assert sheet.send(do).status_code == 303
    assert sides(sheet) == before


def test_a_step_leaves_a_text_that_is_no_number(sheet: FormPhone) -> None:
    sheet.send("step:0.gold:1", gold_0="many")
    assert sheet.value("0.gold") == "many"


def test_demons_are_added_and_taken_off(sheet: FormPhone) -> None:
    sheet.send("add:0.demons:gem")
    sheet.send("add:0.demons:any")
    assert sides(sheet)[0]["demons"] == ["gem", "any"]
    sheet.send("remove:0.demons:0")
    assert sides(sheet)[0]["demons"] == ["any"]


def test_cards_are_added_with_the_valuables_that_were_marked(phone: FormPhone) -> None:
    phone.start(by="cards")
    phone.client.post(phone.form, data={"do": "add:0.cards:item", "valuable:0.cards": ["blade", "gem"]})
    phone.send("add:0.cards:demon:magic")
    cards = {"items": [{"valuables": ["blade", "gem"]}], "goons": [{"type": "demon", "valuable": "magic"}]}
    assert sides(phone)[0]["cards"] == cards


@pytest.mark.parametrize("do", ["add:0.cards:dragon", "add:0.demons:scrap", "remove:0.cards:7", "remove:0.demons:x"])
def test_cards_that_the_game_does_not_have_are_ignored(phone: FormPhone, do: str) -> None:
    phone.start(by="cards")
    before = sides(phone)
    assert phone.send(do).status_code == 303
    assert sides(phone) == before


def test_only_one_side_holds_the_marker(sheet: FormPhone) -> None:
    sheet.send("hold:marker:1")
    sheet.send("hold:marker:2")
    assert [sheet.held(side, "marker") for side in range(4)] == [False, False, True, False]


def test_a_side_puts_the_marker_down_again(sheet: FormPhone) -> None:
    sheet.send("hold:marker:1")
    sheet.send("hold:marker:1")
    assert not sheet.held(1, "marker")


def test_a_side_that_does_not_sit_there_holds_nothing(sheet: FormPhone) -> None:
    sheet.send("hold:leader:9")
    assert not any(sheet.held(side, "leader") for side in range(4))


def test_going_to_another_side_keeps_what_was_typed(sheet: FormPhone) -> None:
    answer = sheet.send("side:2", reputation_0="31", side="0")
    assert answer.location == f"{sheet.form}?side=2"
    assert sheet.value("0.reputation") == "31"
    assert 'data-tab="2" aria-current="true"' in sheet.page(answer.location)


@pytest.mark.parametrize("side", ["9", "-1", "x", "", "²", "0" * 5000])
def test_a_side_that_is_not_there_shows_the_first(sheet: FormPhone, side: str) -> None:
    page = sheet.client.get(sheet.form, query_string={"side": side})
    assert page.status_code == 200
    assert 'data-tab="0" aria-current="true"' in page.text


# Finishing


def test_finishing_leads_to_the_result(sheet: FormPhone) -> None:
    answer = sheet.send("finish", reputation_0="31")
    assert (answer.status_code, answer.location) == (303, f"/s/{sheet.link}")
    assert "Spoon wins with 31" in sheet.page(answer.location)


def test_all_who_are_second_are_named(sheet: FormPhone) -> None:
    answer = sheet.send("finish", reputation_0="31", reputation_1="9", reputation_2="9", reputation_3="8")
    assert "Die, Feather follow with 9 each." in sheet.page(answer.location)


def test_a_refused_number_is_not_finished_and_is_shown_on_its_side(sheet: FormPhone) -> None:
    sheet.send("side:3", gold_1="3-9")
    answer = sheet.send("finish", side="3")
    assert answer.status_code == 422
    assert ERRORS["form.below_zero"].one in answer.text
    assert 'data-tab="1" aria-current="true"' in answer.text
    assert "Still being counted." in sheet.page(f"/s/{sheet.link}")


def test_a_finished_sheet_is_not_finished_again_with_a_refused_number(sheet: FormPhone) -> None:
    sheet.send("finish")
    assert sheet.send("finish", gold_0="many").status_code == 422


def test_the_second_of_two_values_is_not_carried_out_but_shown(sheet: FormPhone) -> None:
    sheet.send("save", reputation_0="31")
    answer = sheet.send("finish", reputation_0="30", bases=json.dumps({"0.reputation": ""}))
    assert answer.status_code == 409
    assert "Reputation: another phone set 31, you set 30." in answer.text
    assert sheet.value("0.reputation") == "31"
    sheet.send("use:0.reputation:30")
    assert sheet.value("0.reputation") == "30"


def test_a_field_that_this_page_did_not_change_undoes_nobodys_change(sheet: FormPhone) -> None:
    sheet.send("save", reputation_0="31")
    answer = sheet.send("save", reputation_0="", tomes_0="2", bases=json.dumps({"0.reputation": "", "0.tomes": ""}))
    assert answer.status_code == 303
    assert (sheet.value("0.reputation"), sheet.value("0.tomes")) == ("31", "2")


@pytest.mark.parametrize("bases", ["", "{", "[]", "null", "7", '{"0.gold": [1]}', '{"0.gold": null}', "\ud7ff"])
def test_bases_that_nobody_can_read_lose_nothing(sheet: FormPhone, bases: str) -> None:
    assert sheet.send("save", tomes_0="2", bases=bases).status_code == 303
    assert sheet.value("0.tomes") == "2"


# Fields


def test_unknown_fields_are_ignored(sheet: FormPhone) -> None:
    before = sides(sheet)
    data = {"9.reputation": "5", "0.unknown": "1", "sides": "[]", "draft": "false", "-1.gold": "3", "²0.gold": "3"}
    assert sheet.client.post(sheet.form, data=data).status_code == 303
    assert sides(sheet) == before


def test_choices_that_nobody_offered_are_ignored(sheet: FormPhone) -> None:
    sheet.send("save", last_raid="perhaps", end_game_goal="luck", edition="tenth", **{"ruling.zero_suspicion": "often"})
    assert "Spoon" in sheet.page()
    kept = sheet.client.get(f"/api/v1/sheets/{sheet.link}").json["sheet"]
    assert (kept["end_game_goal"], kept["edition"]) == ("majority", "later")
    assert kept.get("rulings", {}) == {}


def test_points_of_the_end_game_goal_say_for_how_many_they_are(sheet: FormPhone) -> None:
    assert sheet.out("0.goal.note") == "how many it counts"
    sheet.send("save", goal_0="3")
    assert (sheet.out("0.goal.points"), sheet.out("0.goal.note")) == ("+8", "for 3")


def test_a_side_is_never_without_a_name(sheet: FormPhone) -> None:
    sheet.send("save", name_0="")
    assert sides(sheet)[0]["name"] == "Spoon"


def test_two_sides_of_one_name_are_refused_in_words(sheet: FormPhone) -> None:
    answer = sheet.send("save", name_0="Die")
    assert answer.status_code == 422
    assert ERRORS["sides.name_twice"].one in answer.text
    assert sides(sheet)[0]["name"] == "Spoon"


@pytest.mark.parametrize(
    ("text", "key"),
    [("3-9", "below_zero"), ("10000", "too_large"), ("9999+1", "too_large"), ("x", "not_a_sum"), ("+3", "not_a_sum")],
)
def test_a_number_is_refused_in_words_and_its_text_kept(sheet: FormPhone, text: str, key: str) -> None:
    answer = sheet.send("save", reputation_0=text)
    assert answer.status_code == 422
    assert ERRORS[f"form.{key}"].one in answer.text
    assert sheet.value("0.reputation") == text


@pytest.mark.parametrize(
    ("text", "points"), [("3+6+2", "+11"), (" 3 + 6 ", "+9"), ("９−２", "+7"), ("9\N{MINUS SIGN}2", "+7"), ("4+", "+4")]
)
def test_a_number_is_read_as_people_type_it(sheet: FormPhone, text: str, points: str) -> None:
    sheet.send("save", resources_0=text)
    assert sheet.out("0.resources.points") == points


def test_the_script_of_a_page_gets_what_it_needs(sheet: FormPhone) -> None:
    answer = sheet.client.post(sheet.form, data={"0.gold": "x"}, headers={"Accept": "application/json"})
    assert answer.status_code == 200
    assert {"version", "values", "outputs", "shown", "conflicts", "chips", "why"} == set(answer.json)
    assert answer.json["outputs"]["0.gold.error"] == ERRORS["form.not_a_sum"].one


# Who may


def test_a_device_that_did_not_make_the_sheet_reads_the_result(sheet: FormPhone, hosted_app: object) -> None:
    other = FormPhone(hosted_app)
    other.link = sheet.link
    assert other.client.get(other.form).location == f"/s/{sheet.link}"
    assert other.send("save", reputation_0="99").status_code == 403
    assert other.client.post(f"/s/{sheet.link}/delete").status_code == 403
    assert sheet.value("0.reputation") == ""


def test_a_phone_of_the_household_changes_but_does_not_delete(household_app: object) -> None:
    maker, other = FormPhone(household_app), FormPhone(household_app)
    maker.start()
    other.link = maker.link
    other.send("save", reputation_0="7")
    assert maker.value("0.reputation") == "7"
    assert other.client.post(f"/s/{maker.link}/delete").status_code == 403
    assert maker.client.post(f"/s/{maker.link}/delete").status_code == 303
    assert maker.client.get(f"/s/{maker.link}").status_code == 404


def test_a_draft_that_cannot_be_scored_yet_says_so(visitor: object) -> None:
    link = keep(visitor, {"draft": True, "sides": []}).link
    answer = visitor.get(f"/s/{link}")
    assert answer.status_code == 200
    assert "something is still missing" in answer.text
    assert visitor.get(f"/s/{link}/picture.svg").status_code == 404
    assert visitor.get(f"/score/{link}").status_code == 302


def test_a_sheet_of_cards_takes_no_counts(phone: FormPhone) -> None:
    phone.start(by="cards")
    before = sides(phone)
    phone.client.post(phone.form, data={"0.goon.dwarf": "4", "0.demons": "gem", "0.items": "3", "0.valuable.gem": "2"})
    phone.send("step:0.goon.dwarf:1")
    assert sides(phone) == before


def test_a_sheet_of_counts_takes_no_cards(sheet: FormPhone) -> None:
    before = sides(sheet)
    sheet.client.post(sheet.form, data={"0.cards": "dwarf dwarf"})
    assert sides(sheet) == before


def test_guards_are_given_no_tomes(phone: FormPhone) -> None:
    phone.start("solitary")
    phone.send("finish", tomes_1="3")
    assert "Guards" in phone.page(f"/s/{phone.link}")
    assert "tomes" not in sides(phone)[1]


def test_a_refused_number_stays_in_sight_though_nothing_asks_for_it_any_more(sheet: FormPhone) -> None:
    sheet.send("save", goon__cultist_0="1", items_0="x")
    sheet.send("save", goon__cultist_0="0")
    assert 'id="row-0-0.items" data-row="0/0.items" data-opener="0.goon.cultist" data-words="">' in sheet.page()
