"""What players type into the search of the rules, and the rules that they mean by it."""

import pytest

from companion.rules.reference import REFERENCE
from companion.words.catalogue import LANGUAGES
from companion.words.search import _answers, _groups, found_rules

MEANT = [
    ("en", "tie", ["L-4", "F-2", "F-5"]),
    ("en", "who wins a tie?", ["F-2", "F-5"]),
    ("en", "solo", ["Z-1", "Z-4"]),
    ("en", "hire goons", ["L-16", "C-4"]),
    ("en", "hospital", ["L-13", "E-9"]),
    ("en", "the eye", ["L-5", "L-2"]),
    ("en", "ratman", ["G-6"]),
    ("en", "cubes run out", ["L-19", "P-8"]),
    ("en", "l12", ["L-12"]),
    ("en", "what is d-5", ["D-5"]),
    ("pl", "remis", ["L-4", "F-2"]),
    ("pl", "kostka", ["E-2", "L-5"]),
    ("pl", "kostkę siły", ["L-11", "G-4"]),
    ("pl", "Przedmioty", ["C-1", "C-2"]),
    ("pl", "piesc", ["L-2"]),
    ("pl", "samotnie", ["Z-1", "Z-4"]),
    ("pl", "punkty za krasnoludy", ["G-3"]),
    ("pl", "sklep", ["L-15", "E-11"]),
    ("zh", "平局", ["L-4", "F-2"]),
    ("zh", "怀疑", ["L-5", "D-1"]),
    ("zh", "雇佣暴徒", ["L-16", "C-4"]),
    ("zh", "谁赢？", ["F-2", "F-5"]),
    ("zh", "怎么洗牌", ["Z-20", "T-5"]),
    ("zh", "Z-8", ["Z-8"]),
    ("pl", "g-", ["G-1", "G-2", "G-3", "G-4", "G-5"]),
]
"""Each with rules that must be among the first five."""


@pytest.mark.parametrize(("language", "query", "rules"), MEANT)
def test_what_a_player_means_is_found_first(language: str, query: str, rules: list[str]):
    assert {*rules} <= {*found_rules(query, language)[:5]}


@pytest.mark.parametrize(("language", "one", "other"), [("en", "ties", "tied"), ("pl", "kostka", "kostek")])
def test_forms_of_a_word_find_the_same(language: str, one: str, other: str):
    assert {*found_rules(one, language)} == {*found_rules(other, language)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("query", ["", " ", "xyzzy", "?!", "{}", "鑫鑫鑫"])
def test_what_is_nowhere_finds_nothing(language: str, query: str):
    assert found_rules(query, language) == []


def test_words_that_stand_in_no_rule_together_find_those_with_any():
    assert {*found_rules("dwarf hospital", "en")} >= {"G-3", "L-13"}


def test_the_answers_of_a_word_are_rules_and_every_language_has_words_for_them():
    assert {rule for rules in _answers().values() for rule in rules} <= {*REFERENCE}
    named = {language: {*_groups(language)} for language in LANGUAGES}
    assert {*_answers()} <= named["en"] | named["pl"] | named["zh"]
    for thing in ("tie", "solitary", "raid", "suspicion", "crew", "recruit", "win", "setup"):
        assert all(thing in names for names in named.values())
