"""What the score page says about the lead, and which rows and house rulings it asks for."""

import re

import pytest
from forms import FormPhone

RULINGS = ("leader_tie", "zero_suspicion", "zero_majority", "reserved_items", "total_floor")


def asked(phone: FormPhone, query: str = "") -> set[str]:
    """The house rulings that the page shows."""
    found = re.findall(r'<fieldset class="block" id="ruling-(\w+)"([^>]*)>', phone.page(phone.form + query))
    return {key for key, how in found if "hidden" not in how}


def row_shown(phone: FormPhone, name: str) -> bool:
    [how] = re.findall(rf'<div class="row" id="row-{name[0]}-{re.escape(name)}"([^>]*)>', phone.page())
    return "hidden" not in how


# The lead


def test_a_fresh_table_is_tied_at_0(phone: FormPhone) -> None:
    phone.start("2")
    assert phone.out("lead") == "Tied at 0"


def test_the_lead_is_told_with_its_points(phone: FormPhone) -> None:
    phone.start("2")
    phone.send("save", reputation_0="5", reputation_1="3")
    assert phone.out("lead") == "Lead: Spoon, by 2"


def test_a_tie_against_the_guards_is_told_as_theirs(phone: FormPhone) -> None:
    phone.start("solitary")
    assert phone.out("lead") == "Tied at 0: the guards win ties"
    phone.send("save", reputation_0="5", reputation_1="5")
    assert phone.out("lead") == "Tied at 5: the guards win ties"


def test_a_tie_that_items_can_break_says_so(phone: FormPhone) -> None:
    phone.start("2")
    phone.send("save", reputation_0="5", reputation_1="5")
    assert phone.out("lead") == "Tied at 5: most items wins"


def test_a_tie_that_items_broke_names_who_has_more(phone: FormPhone) -> None:
    phone.start("2")
    phone.send("save", reputation_0="5", reputation_1="5", items_1="2")
    assert phone.out("lead") == "Tied at 5: Die has more items"


# Items


def test_items_are_not_asked_for_while_the_others_have_nothing_yet(phone: FormPhone) -> None:
    phone.start()
    phone.send("save", reputation_0="31")
    assert not any(row_shown(phone, f"{side}.items") for side in range(4))


def test_items_are_asked_of_those_that_tie(phone: FormPhone) -> None:
    phone.start()
    phone.send("save", reputation_0="31", reputation_2="31", reputation_3="5")
    assert [row_shown(phone, f"{side}.items") for side in range(4)] == [True, False, True, False]


def test_items_that_were_entered_stay_in_sight(phone: FormPhone) -> None:
    phone.start("2")
    phone.send("save", reputation_0="31", items_0="4")
    assert row_shown(phone, "0.items")


# House rulings


@pytest.mark.parametrize("players", ["solitary", "2", "4"])
def test_a_fresh_sheet_asks_for_no_house_ruling(phone: FormPhone, players: str) -> None:
    phone.start(players)
    assert asked(phone) == set()


def test_a_house_ruling_is_asked_for_where_it_decides(phone: FormPhone) -> None:
    phone.start()
    # One side has cubes; whether one of the others is second depends on D-7.
    phone.send("save", suspicion_0="3", reputation_0="20", reputation_1="20")
    assert asked(phone) == {"zero_suspicion"}


def test_a_house_ruling_that_was_chosen_otherwise_stays_in_sight(phone: FormPhone) -> None:
    phone.start()
    phone.send("save", **{"ruling.total_floor": "zero"})
    assert asked(phone) == {"total_floor"}


def test_a_tie_of_two_asks_whether_reserved_items_count(phone: FormPhone) -> None:
    phone.start("2")
    phone.send("save", reputation_0="5", reputation_1="5")
    assert asked(phone) == {"reserved_items"}


def test_two_sides_are_asked_about_a_tie_once_one_holds_the_leader_goal(phone: FormPhone) -> None:
    phone.start("2")
    phone.send("hold:leader:0")
    assert asked(phone) == {"leader_tie"}


@pytest.mark.parametrize("key", ["zero_majority", "total_floor"])
def test_a_link_to_a_house_ruling_opens_it(phone: FormPhone, key: str) -> None:
    phone.start()
    assert asked(phone, f"?ruling={key}") == {key}
    assert '<details class="why" open>' in phone.page(f"{phone.form}?ruling={key}")


def test_what_is_not_asked_for_is_not_sent(phone: FormPhone) -> None:
    phone.start()
    assert len(re.findall(r'id="ruling-\w+"[^>]* hidden disabled>', phone.page())) == 4


# Change


def test_the_reason_of_a_house_ruling_leads_to_where_it_is_changed(phone: FormPhone) -> None:
    phone.start()
    phone.send("finish", suspicion_0="3", reputation_0="20", reputation_1="20")
    assert 'href="#ruling-zero_suspicion">Change</a>' in phone.page()
    change = f"{phone.form}?ruling=zero_suspicion#ruling-zero_suspicion"
    assert f'href="{change}">Change</a>' in phone.page(f"/s/{phone.link}")


def test_whoever_only_reads_a_result_is_offered_no_change(phone: FormPhone, hosted_app: object) -> None:
    phone.start()
    phone.send("finish", suspicion_0="3", reputation_0="20", reputation_1="20")
    assert ">Change</a>" not in FormPhone(hosted_app).page(f"/s/{phone.link}")


def test_where_one_asks_a_house_ruling_is_changed_on_the_page(phone: FormPhone) -> None:
    for path, key in (
        ("/raid?players=3&spoon.suspicion=3", "zero_suspicion"),
        ("/ask/commissary?out=gold", "guards_supply_out"),
    ):
        page = phone.page(path)
        assert f'href="#ruling-{key}">Change</a>' in page
        assert f'id="ruling-{key}"' in page


def test_an_open_rule_leads_to_where_its_ruling_is_changed(phone: FormPhone) -> None:
    assert 'href="/raid?players=3#ruling-zero_suspicion">Change</a>' in phone.page("/rules")
    phone.start()
    assert f'href="{phone.form}?ruling=zero_majority#ruling-zero_majority">Change</a>' in phone.page("/rules")


def test_every_place_where_a_ruling_is_changed_has_it(phone: FormPhone) -> None:
    phone.start()
    links = re.findall(r'<a class="change" href="([^"]*)">', phone.page("/rules"))
    assert len(links) == 13
    for link in links:
        path, _, place = link.replace("&amp;", "&").partition("#")
        assert f'id="{place}"' in phone.page(path), link
