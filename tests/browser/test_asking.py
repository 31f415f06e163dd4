"""Asking the guards and raids by touch: answers come as one taps."""

import pytest
from phones import Phone, PhoneMaker
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

ANSWER = ".answer h2"


def test_the_answer_changes_with_every_tap(phone: Phone) -> None:
    phone.go("/ask/chow_hall")
    expect(phone.find(ANSWER)).to_have_text("The guards seize nothing.")
    phone.tap('label:has([name="icons.smithy"][value="2"])')
    expect(phone.find(ANSWER)).to_have_text("The guards seize the goons at the Smithy.")
    phone.tap('label:has([name="icons.sewers"][value="1"])')
    expect(phone.find(ANSWER)).to_have_text("The guards seize the goons at the Smithy and at the Sewers.")
    assert "icons.smithy=2" in phone.page.url


def test_the_answer_stands_over_the_keypad_while_one_types(phone: Phone) -> None:
    phone.go("/ask/commissary")
    phone.tap_field("has.gold")
    phone.keys("3")
    expect(phone.find("[data-live-part='headline']")).to_have_text("The guards take 1 iron.")
    assert phone.find(ANSWER).is_hidden()
    phone.tap(".top h1")
    expect(phone.find(ANSWER)).to_have_text("The guards take 1 iron.")


def test_an_answer_outlives_a_reload(phone: Phone) -> None:
    phone.go("/ask/commissary")
    phone.tap_field("has.gold")
    phone.keys("3+6")
    expect(phone.find("[data-live-part='headline']")).to_have_text("The guards take 1 iron.")
    phone.page.wait_for_url("**has.gold=3%2B6**")
    phone.page.reload()
    phone.ready()
    assert phone.value("has.gold") == "9"
    phone.tap_field("has.gold")
    assert phone.find("[data-sum]").inner_text() == "3 + 6 ="


def test_a_reserved_card_makes_room_for_the_next_one(phone: Phone) -> None:
    phone.go("/ask/cell_block")
    phone.tap_field("has.iron")
    phone.keys("2")
    phone.tap_field("reserve.0.reputation")
    phone.keys("4>>>2")
    expect(phone.find('[name="reserve.1.reputation"]')).to_be_visible()
    # Reputation 4 for 2 iron is the highest that they can pay for (Z-14).
    expect(phone.find("[data-live-part='headline']")).to_have_text("The guards craft reserved item 1 and pay 2 iron.")
    phone.tap_field("reserve.1.reputation")
    phone.keys("9")
    expect(phone.find("[data-live-part='headline']")).to_have_text("The guards craft reserved item 2 for free.")


def test_a_house_ruling_that_decides_can_be_changed_there(phone: Phone) -> None:
    phone.go("/ask/cell_block?display.0.reputation=5&reserve.0.reputation=5")
    expect(phone.find(ANSWER)).to_have_text("The guards craft reserved item 1 for free.")
    phone.tap('label:has([name="ruling.guards_equal_item"][value="display"])')
    expect(phone.find(ANSWER)).to_have_text("The guards craft display item 1 for free.")


def test_fields_work_on_after_a_ruling_was_changed(phone: Phone) -> None:
    phone.go("/raid")
    phone.tap('label:has([name="ruling.zero_suspicion"][value="counts"])')
    # All at zero tie for most and lose 4 each (D-7, D-1).
    expect(phone.find('[data-live-part="loss-spoon"]')).to_have_text("\N{MINUS SIGN}4")
    phone.tap_field("die.suspicion")
    phone.keys("5")
    expect(phone.find('[data-live-part="loss-die"]')).to_have_text("\N{MINUS SIGN}8")


def test_another_number_of_players_keeps_what_was_typed(phone: Phone) -> None:
    phone.go("/raid")
    phone.tap_field("spoon.suspicion")
    phone.keys("3+2>30")
    # The address that the answer writes anew is not the other page.
    phone.page.wait_for_url("**spoon.reputation=30**")
    phone.tap(".top h1")
    phone.follow('label:has([name="players"][value="2"])')
    assert phone.value("spoon.suspicion") == "5"
    # Most of two sides loses 6 (D-2).
    assert phone.find('[data-live-part="loss-spoon"]').inner_text() == "\N{MINUS SIGN}6 30 › 24"
    phone.tap_field("spoon.suspicion")
    assert phone.find("[data-sum]").inner_text() == "3 + 2 ="


def test_a_loss_is_what_the_track_really_moves(phone: Phone) -> None:
    phone.go("/raid?spoon.suspicion=5&spoon.reputation=3&die.suspicion=4")
    assert phone.find('[data-live-part="loss-spoon"]').inner_text() == "\N{MINUS SIGN}3 3 › 0"
    # Nobody typed how far Die has come: second most loses 4 (D-1).
    assert phone.find('[data-live-part="loss-die"]').inner_text() == "\N{MINUS SIGN}4"


def test_a_wrong_number_is_explained_below_its_row(phone: Phone) -> None:
    phone.go("/raid")
    phone.tap_field("spoon.suspicion")
    phone.keys("3-9")
    expect(phone.find("#e-spoon\\.suspicion")).to_have_text("Not below 0: the game has no negative count here.")
    phone.keys("x")
    expect(phone.find("#e-spoon\\.suspicion")).to_be_hidden()


def test_a_rule_of_an_answer_leads_to_its_text(phone: Phone) -> None:
    phone.go("/ask/commissary?has.scrap=1")
    phone.follow(".answer a.id")
    target = phone.find(".rule-entry:target")
    expect(target).to_be_in_viewport()
    top = phone.find(".top").bounding_box()
    box = target.bounding_box()
    assert box is not None
    assert top is not None
    assert box["y"] >= top["y"] + top["height"] - 1, "the rule must not lie under the bar"


@pytest.mark.parametrize("language", ["en", "pl", "zh"])
def test_every_topic_speaks_the_language(phones: PhoneMaker, language: str) -> None:
    phone = phones(language=language)
    said = set()
    for topic in ("commissary", "chow_hall", "cell_block", "exchange", "location"):
        phone.go(f"/ask/{topic}")
        said.add(phone.find(ANSWER).inner_text())
    assert len(said) == 5
    assert any("guards" in text for text in said) == (language == "en")
