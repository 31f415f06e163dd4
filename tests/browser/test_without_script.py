"""Everything works as plain forms: the calculator, asking the guards, raids and the rules."""

import pytest
from evenings import TOTALS, totals
from phones import Phone, PhoneMaker, Server

pytestmark = pytest.mark.browser


@pytest.fixture
def plain(phones: PhoneMaker) -> Phone:
    """A phone whose browser runs no script."""
    return phones(java_script_enabled=False)


def fill(phone: Phone, **fields: str) -> None:
    for name, text in fields.items():
        phone.find(f'[name="{name}"]').fill(text)


def press(phone: Phone, do: str, times: int = 1) -> None:
    for _ in range(times):
        phone.follow(f'button[value="{do}"]')


def begin(phone: Phone, by: str = "counts", players: str = "4") -> None:
    phone.go("/")
    phone.follow('.door[href="/score"]')
    phone.tap(f'label:has([name="by"][value="{by}"])')
    phone.tap(f'label:has([name="players"][value="{players}"])')
    phone.follow(".hand .button.primary")


def test_a_game_by_counts(plain: Phone) -> None:
    begin(plain)
    fill(plain, **{"0.reputation": "31", "0.suspicion": "4", "0.resources": "3+6+2", "0.gold": "2", "0.tomes": "2"})
    fill(plain, **{"0.goal": "3", "0.goon.dwarf": "4", "0.goon.ratman": "1"})
    press(plain, "step:0.goon.cultist:1", 3)
    fill(plain, **{"0.items": "5"})
    press(plain, "hold:leader:0")
    press(plain, "side:1")
    fill(plain, **{"1.reputation": "28", "1.suspicion": "2", "1.goon.hobgoblin": "2", "1.goon.dwarf": "2"})
    fill(plain, **{"1.resources": "4", "1.gold": "1", "1.tomes": "1", "1.goal": "5"})
    press(plain, "hold:marker:1")
    fill(plain, **{"1.power": "5"})
    press(plain, "side:2")
    fill(plain, **{"2.reputation": "22", "2.suspicion": "2", "2.goon.ratman": "3", "2.resources": "9", "2.goal": "3"})
    press(plain, "add:2.demons:gem")
    fill(plain, **{"2.valuable.gem": "3"})
    press(plain, "side:3")
    fill(plain, **{"3.reputation": "19", "3.goon.bandit": "2", "3.goon.flayer": "2", "3.resources": "5"})
    press(plain, "add:3.demons:any")
    fill(plain, **{"3.valuable.blade": "1", "3.valuable.gem": "2", "3.gold": "3", "3.tomes": "1"})
    press(plain, "finish")
    assert totals(plain) == TOTALS


def test_a_game_card_by_card(plain: Phone) -> None:
    begin(plain, by="cards", players="2")
    fill(plain, **{"0.reputation": "10"})
    press(plain, "add:0.cards:cultist", 2)
    plain.tap('label:has([name="valuable:0.cards"][value="gem"])')
    press(plain, "add:0.cards:item")
    press(plain, "add:0.cards:demon:gem")
    press(plain, "add:0.cards:bandit")
    # The chips stand goons first: Cultist, Cultist, Demon, Bandit, item.
    press(plain, "remove:0.cards:3")
    press(plain, "finish")
    # 10, 2 Cultists x 1 item 2 (G-2), 1 Demon x 1 gem 2 (G-5).
    assert totals(plain) == (14, 0)


def test_a_sheet_is_saved_where_one_goes_to_another_side(plain: Phone) -> None:
    begin(plain)
    fill(plain, **{"0.reputation": "31"})
    press(plain, "side:1")
    assert plain.find('[data-tab="1"]').get_attribute("aria-current") == "true"
    press(plain, "side:0")
    assert plain.value("0.reputation") == "31"


def test_a_step_comes_back_to_its_row(plain: Phone) -> None:
    begin(plain)
    press(plain, "step:0.goon.flayer:1")
    assert plain.value("0.goon.flayer") == "1"
    box = plain.find('[name="0.goon.flayer"]').bounding_box()
    assert box is not None
    assert 100 < box["y"] < 740


def test_a_reload_after_a_step_steps_no_further(plain: Phone) -> None:
    begin(plain)
    press(plain, "step:0.goon.flayer:1")
    plain.page.reload()
    assert plain.value("0.goon.flayer") == "1"


def test_a_refused_number_is_kept_and_explained(plain: Phone) -> None:
    plain.expected = {422}
    begin(plain)
    fill(plain, **{"0.reputation": "3-9"})
    press(plain, "finish")
    assert plain.value("0.reputation") == "3-9"
    assert plain.find("#e-0\\.reputation").inner_text() == "Not below 0: the game has no negative count here."


def test_two_phones_on_one_field_are_told_and_choose(plain: Phone, household: Server) -> None:
    plain.expected = {409}
    begin(plain)
    link = plain.page.url.rsplit("/", 1)[1]
    household.post(f"/score/{link}", **{"0.reputation": "31"})
    fill(plain, **{"0.reputation": "30", "0.suspicion": "1"})
    plain.follow('noscript button[value="save"]')
    assert plain.find(".conflict >> visible=true").locator("span").inner_text() == (
        "Reputation: another phone set 31, you set 30."
    )
    assert plain.value("0.reputation") == "31"
    assert plain.value("0.suspicion") == "1"
    press(plain, "use:0.reputation:30")
    assert plain.value("0.reputation") == "30"


def test_the_shop_answers(plain: Phone) -> None:
    plain.go("/ask/commissary")
    # Fewest of potions and gold, none each; of these gold is rarer (Z-12).
    fill(plain, **{"has.scrap": "2", "has.iron": "1+1"})
    plain.follow("noscript .button")
    assert plain.find(".answer h2").inner_text() == "The guards take 1 gold."


def test_the_chow_hall_answers(plain: Phone) -> None:
    plain.go("/ask/chow_hall")
    for place, icons in (("sewers", 1), ("smithy", 3), ("chow_hall", 1)):
        plain.tap(f'label:has([name="icons.{place}"][value="{icons}"])')
    plain.follow("noscript .button")
    # Most icons first; of the two with one, the lower location (Z-13).
    assert plain.find(".answer h2").inner_text() == "The guards seize the goons at the Smithy and at the Sewers."


def test_the_cells_answer(plain: Phone) -> None:
    plain.go("/ask/cell_block")
    fill(plain, **{"has.iron": "2", "display.0.reputation": "3", "display.0.iron": "2"})
    fill(plain, **{"display.1.reputation": "9", "display.1.gold": "1"})
    plain.follow("noscript .button")
    # The second is worth more, but nobody pays a gold (Z-14).
    assert plain.find(".answer h2").inner_text() == "The guards craft display item 1 and pay 2 iron."


def test_the_swap_answers(plain: Phone) -> None:
    plain.go("/ask/exchange")
    fill(plain, **{"has.scrap": "3", "has.potion": "1", "has.iron": "1"})
    plain.follow("noscript .button")
    assert plain.find(".answer h2").inner_text() == "The guards give 1 scrap and get 1 gold."


def test_a_place_answers(plain: Phone) -> None:
    plain.go("/ask/location")
    plain.tap('label:has([name="place"][value="smithy"])')
    plain.tap('label:has([name="token"][value="5"])')
    fill(plain, cards="3+4")
    plain.follow("noscript .button")
    assert plain.find(".answer h2").inner_text() == "First: Guards, strength 7."


def test_a_raid_answers(plain: Phone) -> None:
    plain.go("/raid")
    fill(plain, **{"spoon.suspicion": "5", "spoon.reputation": "31", "die.suspicion": "2", "die.reputation": "3"})
    plain.follow("noscript .button")
    # Most loses 8, second 4 (D-1), but nobody falls below 0 (D-5).
    losses = plain.find(".raid .note b").all_inner_texts()
    assert losses == ["\N{MINUS SIGN}8", "\N{MINUS SIGN}3", "0", "0"]


def test_the_rules_are_searched(plain: Phone) -> None:
    plain.go("/rules")
    plain.find("#q").fill("drop d-5")
    plain.follow(".search .button")
    assert plain.find(".rule-entry h3 a").all_inner_texts() == ["D-5"]
