"""Whole games by touch, from the home page to the result; every tap is counted, keypad keys too."""

import sys
from collections.abc import Iterator
from statistics import mean
from urllib.parse import urlsplit

import pytest
from evenings import TOTALS, begin, show_result, totals
from phones import LONGEST, Phone, PhoneMaker

pytestmark = pytest.mark.browser

MOST_TAPS = 30
"""A player takes about 23 taps by counts; a side that has some of everything takes a few more."""

MEAN_TAPS = 25
"""As many as a player takes at most on the whole."""

BY_COUNTS = (
    "31 > 4 +cultist +cultist +cultist > 5 +dwarf +dwarf +dwarf +dwarf +ratman @resources 3+6+2 > 2 > 2 > 3 =leader",
    "> 28 > 2 +dwarf +dwarf +hobgoblin +hobgoblin > 5 @resources 4 > 1 > 1 > 5 =marker",
    "> > 22 > 2 *gem @valuable.gem 3 +ratman +ratman +ratman @resources 9 > > > 3",
    "> > > 19 > 0 +bandit +bandit *any @valuable.blade 1 > 2 +flayer +flayer > 5 > 3 > 1 !",
)
BY_CARDS = (
    "31 > 4 #cultist #cultist #cultist #dwarf #dwarf #dwarf #dwarf #ratman #item #item #item #item #item"
    " @resources 3+6+2 > 2 > 2 > 3 =leader",
    "> 28 > 2 #hobgoblin #hobgoblin #dwarf #dwarf @power 5 > 4 > 1 > 1 > 5 =marker",
    "> > 22 > 2 #demon:gem #ratman #ratman #ratman gem&#item gem&#item gem&#item @resources 9 > > > 3",
    "> > > 19 > 0 #bandit #bandit #demon:any #flayer #flayer blade+gem&#item gem&#item @resources 5 > 3 > 1 !",
)
"""What is tapped: keys of the keypad, `+` the plus of a goon, `*` a Demon, `#` a card (before `&` the valuables that it
shows), `@` a field, `=` what a side holds, `!` beside the rows."""


def enter(phone: Phone, side: int, script: str) -> None:
    for step in script.split():
        mark, what = step[0], step[1:]
        if mark == "+" and what:
            phone.plus(f"{side}.goon.{what}")
        elif mark == "*":
            phone.tap(f'[value="add:{side}.demons:{what}"]')
        elif mark == "@":
            phone.tap_field(f"{side}.{what}")
        elif mark == "!":
            phone.tap(".lead")
        elif mark == "=":
            phone.tap(f'section[data-side="{side}"] [data-hold="{what}"]')
        elif "#" in step:
            shown, _, card = step.rpartition("#")
            for valuable in filter(None, shown.rstrip("&").split("+")):
                phone.tap(f'label:has([name="valuable:{side}.cards"][value="{valuable}"])')
            phone.tap(f'[value="add:{side}.cards:{card}"]')
        else:
            phone.keys(step)


@pytest.fixture
def report(request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]) -> Iterator[list[int]]:
    """The taps of each player, said on the terminal; by stderr, which workers of xdist share with it."""
    counted: list[int] = []
    yield counted
    with capsys.disabled():
        sys.stderr.write(f"\n{request.node.name}: taps a player {counted}, mean {mean(counted or [0]):.1f}\n")


def play(phone: Phone, scripts: tuple[str, ...], report: list[int]) -> None:
    for side, script in enumerate(scripts):
        before = phone.taps
        enter(phone, side, script)
        report.append(phone.taps - before)


WINNERS = {"en": "Spoon", "pl": "Łyżka", "zh": "勺子"}


def test_four_players_by_counts_in_the_language_of_the_browser(phones: PhoneMaker, report: list[int]) -> None:
    phone = phones(language=LONGEST)
    begin(phone)
    assert phone.page.evaluate("window.isSecureContext") is False
    play(phone, BY_COUNTS, report)
    show_result(phone)
    assert totals(phone) == TOTALS
    assert max(report) <= MOST_TAPS
    assert mean(report) <= MEAN_TAPS
    # The result that was counted in one language is read in any.
    for language, winner in WINNERS.items():
        reader = phones(language=language)
        reader.go(urlsplit(phone.page.url).path)
        assert winner in reader.find(".verdict h2").inner_text()


def test_four_players_card_by_card(phone: Phone, report: list[int]) -> None:
    begin(phone, "by=cards")
    play(phone, BY_CARDS, report)
    show_result(phone)
    assert totals(phone) == TOTALS
    assert max(report) <= MOST_TAPS
    assert mean(report) <= MEAN_TAPS


def test_a_tie_against_the_guards_is_lost(phone: Phone) -> None:
    # You 30, no raid loss (equal suspicion, D-4), 2 Dwarves 3, 5 resources 5: 38. The guards 30, 2 Bandits 6, 1 gold 2:
    # 38; their scrap counts nothing and is not asked for (F-4). A tie is the guards' (F-5).
    begin(phone, "players=solitary")
    enter(phone, 0, "30 > 2 +dwarf +dwarf @resources 5 > > > > > >")
    assert phone.find('input[name="1.resources"] >> visible=true').count() == 0
    enter(phone, 1, "30 > 2 +bandit +bandit @gold 1 !")
    show_result(phone)
    assert totals(phone) == (38, 38)
    assert phone.find(".verdict h2").inner_text() == "38 to 38: the guards win ties"
    assert phone.find(".ledger tfoot td.winner").count() == 1
    assert phone.find(".ledger thead th.winner").inner_text() == "Guards"


def test_the_names_that_are_unfolded_lie_above_the_bar_at_the_foot(phone: Phone) -> None:
    phone.go("/score")
    phone.tap("summary")
    phone.page.wait_for_function("""() => {
        const edge = (which, side) => [...document.querySelectorAll(which)].at(-1).getBoundingClientRect()[side];
        return edge("[name=name]", "bottom") < edge(".hand", "top") && edge("summary", "top") > edge(".top", "bottom");
    }""")


def test_the_language_is_switched_by_hand_on_the_home_page(phone: Phone) -> None:
    phone.go("/")
    assert phone.find("html").get_attribute("lang") == "en"
    for language, tag in (("pl", "pl"), ("zh", "zh-Hans"), ("en", "en")):
        phone.tap(f'button[name="language"][value="{language}"]')
        phone.page.wait_for_selector(f'html[lang="{tag}"]')
        assert phone.find(f'button[value="{language}"]').get_attribute("aria-pressed") == "true"
    phone.tap('button[value="pl"]')
    phone.page.wait_for_selector('html[lang="pl"]')
    phone.go("/score")
    assert phone.find("html").get_attribute("lang") == "pl"
