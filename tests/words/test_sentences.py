import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.rule_questions import LATER, at, guards, player, raided, rulings_of
from support.strategies import (
    bandit_cubes,
    displays,
    goon_spaces,
    locations,
    raids,
    reserves,
    rule_sets,
    sheets,
    stocks,
    supplies,
    tables,
)

from companion.rules.errors import RuleError
from companion.rules.reference import REFERENCE
from companion.rules.rulings.automa import cell_block, chow_hall, commissary, exchange
from companion.rules.rulings.counterfactuals import (
    other_cell_block,
    other_chow_hall,
    other_commissary,
    other_exchange,
    other_ranking,
)
from companion.rules.rulings.house_rulings import HOUSE_RULINGS, Rulings
from companion.rules.rulings.locations import resolve
from companion.rules.rulings.raids import raid
from companion.scoring.score import score
from companion.words.catalogue import (
    LANGUAGES,
    TRANSLATIONS,
    add_translations,
    best_language,
    catalogue,
    number,
    reason,
    reference_texts,
    sentence,
    term,
)
from companion.words.location_meaning import location_meaning
from companion.words.messages import (
    ERRORS,
    FILES,
    HOUSE_RULING,
    PAGES,
    RULING_VALUES,
    RULINGS,
    Message,
    add_sentences,
    parse,
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_undo_of_one_phone_and_a_location_taken_back_together_have_words_of_their_own(language):
    undo, take_back, take_it_back = map(catalogue(language).gettext, ("Undo", "Take back", "Take it back"))
    assert undo not in {take_back, take_it_back}


def test_a_file_of_sentences_is_read_line_by_line():
    text = "# Words\n\na.b = {n} = one\nc[n.one] = {n} cube\nc[n.many] = {n} cubes\ncomma = ,\\u0020\n"
    assert list(parse(text)) == [
        (3, "a.b", Message("{n} = one")),
        (4, "c", Message("{n} cube", "{n} cubes", "n")),
        (6, "comma", Message(", ")),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "a",
        "a =",
        "a: b",
        "two words = b",
        "a[n.one] = b",
        "a[n.many] = b",
        "a[n.one] = b\na[m.many] = c",
        "a = b\na = c",
    ],
)
def test_a_file_of_sentences_is_refused_at_the_line_that_is_wrong(text: str):
    with pytest.raises(ValueError, match=r"line [12] "):
        list(parse(text))


def assert_spoken(reasons) -> None:
    """Each reason is a sentence in every language, with all its values in it, and cites a rule that there is."""
    for why in reasons:
        assert why.rule in REFERENCE
        for language in LANGUAGES:
            text = reason(language, why)
            assert text
            assert "{" not in text


@given(tables(), locations, rule_sets(), st.integers(0, 2), bandit_cubes)
def test_every_reason_at_a_location_is_a_sentence(table, location, rules_of_table, suspicion, bandit):
    sides, marker, solitary = table
    rules, rulings = rules_of_table
    result = resolve(
        location, sides, marker, edition=rules, rulings=rulings, suspicion=suspicion, bandit=bandit, solitary=solitary
    )
    assert_spoken(result.reasons)
    assert_spoken(other_ranking([outcome.place for outcome in result.outcomes], marker))


@given(raids(), rule_sets())
def test_every_reason_of_a_raid_is_a_sentence(found, rules_of_table):
    sides, solitary = found
    result = raid(sides, edition=rules_of_table[0], rulings=rules_of_table[1], solitary=solitary)
    assert_spoken(reason for side in result.sides for reason in (*side.reasons, *side.aftermath))


@given(stocks, supplies, rule_sets())
def test_every_reason_of_the_guards_for_a_resource_is_a_sentence(resources, supply, rules_of_table):
    rulings = rules_of_table[1]
    assert_spoken(commissary(resources, supply, rulings).reasons)
    assert_spoken(exchange(resources, supply, rulings).reasons)
    assert_spoken(other_commissary(resources, supply, rulings))
    assert_spoken(other_exchange(resources, supply, rulings))


@given(goon_spaces)
def test_every_reason_of_the_guards_for_a_goon_is_a_sentence(goons):
    assert_spoken(chow_hall(goons).reasons)
    assert_spoken(other_chow_hall(goons))


@given(stocks, displays, reserves, rule_sets())
def test_every_reason_of_the_guards_for_an_item_is_a_sentence(resources, display, reserve, rules_of_table):
    rulings = rules_of_table[1]
    assert_spoken(cell_block(resources, display, reserve, rulings).reasons)
    assert_spoken(other_cell_block(resources, display, reserve, rulings))


@given(sheets())
def test_every_reason_of_a_score_is_a_sentence(sheet):
    assert_spoken(reason for side in score(sheet).sides for reason in side.reasons)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_house_ruling_is_a_question_with_answers(language: str):
    assert list(RULINGS) == list(HOUSE_RULINGS)
    assert list(RULING_VALUES) == [f"{key}.{value}" for key, ruling in HOUSE_RULINGS.items() for value in ruling.values]
    assert all(sentence(language, message) for message in (*RULINGS.values(), *RULING_VALUES.values()))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reference_is_written_in_every_language(language: str):
    assert list(reference_texts(language)["rules"]) == list(REFERENCE)


def test_a_refused_question_is_told_in_words():
    questions = [
        lambda: at("sewers", player("Vera", 2, 2), player("Isaac")),
        lambda: at("sewers", *(player(f"Side {seat}", 2) for seat in range(5))),
        lambda: at("sewers", player("Vera")),
        lambda: at("sewers", player("Vera"), player("Isaac"), marker="Stan"),
        lambda: at("sewers", guards(), guards()),
        raided,
        lambda: Rulings(LATER, {"gold": "more"}),
        lambda: rulings_of(total_floor="ten"),
    ]
    for question in questions:
        with pytest.raises(RuleError) as caught:
            question()
        for language in LANGUAGES:
            text = sentence(language, ERRORS[caught.value.key], caught.value.data)
            assert text
            assert "{" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_says_who_and_how_much(language: str):
    floored = reason(language, raided(5, 1, 0, reputation=3).sides[0].reasons[1])
    assert "Vera" in floored
    assert "3" in floored


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sign_stands_after_the_name_of_who_wins_which_a_long_one_would_push_to_the_next_line(language: str):
    told = sentence(language, PAGES["verdict.wins"], {"side": "Konstanty", "n": 88})
    assert re.search(r"Konstanty\s*\w", told), told


def test_a_strength_is_written_as_the_sum_that_it_is():
    crew = at("sewers", player("Vera", "enforcer", 2, "lookout", power=4), player("Isaac")).reasons[0]
    cards = at("sewers", player("Vera"), guards(3, "power", power=2)).reasons[0]
    assert "6 = enforcer 4 + 2 + lookout 0" in reason("en", crew)
    assert "5 = 3 + power 2" in reason("en", cards)


def test_offers_are_written_with_their_numbers():
    offered = [why for why in at("chow_hall", player("Vera", 3), player("Isaac")).reasons if why.rule == "L-16"]
    assert ["1 goon for 1, or 2 goons for 4" in reason("en", why) for why in offered] == [True]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_that_a_house_ruling_decided_says_so(language: str):
    decided = at("smithy", player("Vera", 3), player("Isaac", 2)).reasons[-1]
    plain = decided._replace(key_of_ruling=None)
    assert reason(language, decided) == sentence(language, HOUSE_RULING, {"text": reason(language, plain)})


@pytest.mark.parametrize(("value", "text"), [(0, "0"), (12, "12"), (-3, "\N{MINUS SIGN}3")])
def test_a_number_has_a_real_minus_sign(value: int, text: str):
    assert number(value) == text


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        (["de", "pl-PL", "en"], "pl"),
        (["zh-Hant-TW"], "zh"),
        (["zh_CN"], "zh"),
        (["PL"], "pl"),
        (["de", "fr"], "en"),
        ([], "en"),
    ],
)
def test_the_best_language_is_the_first_wanted_that_is_spoken(wanted: list[str], language: str):
    assert best_language(wanted) == language


@pytest.mark.parametrize(("language", "told"), [("en", "1 tome"), ("pl", "1 księga"), ("zh", "1 张典籍")])
def test_of_tomes_that_are_all_kept_no_choice_is_told(language: str, told: str) -> None:
    tome = {"kind": "tomes", "draw": 1, "keep": 1}
    [said] = location_meaning(language, [tome, tome], 0, None, LATER)
    assert told in said
    assert re.findall("keep|zostaje|保留", said) == []


def test_a_word_that_an_expansion_translates_after_it_was_said_is_translated_from_then_on():
    add_sentences("terms", "gibbet = gibbet")
    try:
        assert term("pl", "gibbet") == "gibbet"
        add_translations("pl", {"gibbet": "szubienica"})
        assert term("pl", "gibbet") == "szubienica"
    finally:
        del FILES["terms"]["gibbet"]
        TRANSLATIONS["pl"].pop("gibbet", None)
        term.cache_clear()
