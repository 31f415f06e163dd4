"""Search in the rules by words with the same meaning, best answer first."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import log
from typing import Any, Final, NamedTuple
from unicodedata import combining, normalize

from companion.rules.reference import REFERENCE
from companion.words.catalogue import reference_texts, sentence
from companion.words.messages import RULINGS

TITLE, FIRST, RULING, REST = 3.0, 2.0, 1.5, 1.0
"""The weight of a word in the section's title, the first sentence, a house ruling's question, or the rest."""

OTHER_WORD: Final = 0.6
"""The weight of a synonym of a search word."""

MEANT: Final = 4.0
"""The bonus of a rule that is the first answer listed for a word."""

ENOUGH: Final = 1.4
"""The saturation of repeated words: the lower, the sooner repeats stop to matter."""

_RULE_ID: Final = re.compile(r"([A-Za-z])(?:-|[\s-]?(\d{1,2}))")
_NAMED: Final = re.compile(r"(?<![A-Za-z0-9-])[A-Za-z]-\d{1,2}(?!\d)")
_WORD: Final = re.compile(r"\w+")
_SENTENCE_END: Final = re.compile(r"(?<=[.:。：])\s*")
_IDEOGRAPH: Final = re.compile("[\u3400-\u9fff]")
_PLAIN: Final = str.maketrans("łø", "lo")


class Texts(NamedTuple):
    """The texts of a rule, each with the weight of its words; a usual length is 1."""

    rule: str
    parts: tuple[tuple[float, str], ...]
    stems: tuple[tuple[float, tuple[str, ...]], ...]
    length: float


def found_rules(query: str, language: str) -> list[str]:
    """Return the ids of the rules that answer a question, the best first.

    Args:
        query: as entered: words in any form and order, the id of a rule, or its letter with a hyphen.
        language: of the query and of the rules.

    Returns:
        The rules that have every word or a synonym; if there are none, the rules that have any. Nothing for an empty
            query.
    """
    if wanted := _RULE_ID.fullmatch(query.strip()):
        letter, number = wanted[1].upper(), wanted[2]
        return [rule for rule in REFERENCE if (rule == f"{letter}-{int(number)}" if number else rule[0] == letter)]
    if named := [rule for one in _NAMED.findall(query) if (rule := one.upper()) in REFERENCE]:
        return list(dict.fromkeys(named))
    terms = _terms(query, language)
    scores = {texts.rule: [_score(term, texts, language) for term in terms] for texts in _index(language)}
    for enough in (all, any):
        if matched := [rule for rule, each in scores.items() if each and enough(each)]:
            return sorted(matched, key=lambda rule: -sum(scores[rule]))
    return []


def _terms(query: str, language: str) -> list[str]:
    """Return search terms: known phrases, then single words except very common ones."""
    words = plain(query)
    terms = []
    for phrase in _phrases(language):
        if phrase in words:
            terms.append(phrase)
            words = words.replace(phrase, " ")
    small = set(map(plain, _table(language)["small"]))
    for one in small:
        words = words.replace(one, " ") if _IDEOGRAPH.search(one) else words
    single = [part for word in _WORD.findall(words) for part in _parts(word)]
    return [*terms, *(word for word in single if word not in small)] or single


def _parts(word: str) -> list[str]:
    """Return a word; split unknown Chinese text into overlapping pairs of characters."""
    if len(word) < 3 or not _IDEOGRAPH.search(word):
        return [word]
    return [word[place : place + 2] for place in range(len(word) - 1)]


@cache
def _phrases(language: str) -> list[str]:
    """Return terms to find as they are: several words, or Chinese; the longest first."""
    known = {one for group in _groups(language).values() for one in group if " " in one or _IDEOGRAPH.search(one)}
    return sorted(known, key=lambda one: (-len(one), one))


@cache
def _things(term: str, language: str) -> tuple[str, ...]:
    """Return the meanings of a term."""
    stem = _stem(term, language)
    return tuple(name for name, words in _groups(language).items() if stem in {_stem(word, language) for word in words})


@cache
def _meanings(term: str, language: str) -> tuple[tuple[str, float], ...]:
    """Return a term and its synonyms with weights, each form of a word once."""
    others = {one: OTHER_WORD for name in _things(term, language) for one in _groups(language)[name]}
    by_stem = {_stem(one, language): (one, weight) for one, weight in others.items()}
    return tuple({**by_stem, _stem(term, language): (term, 1.0)}.values())


def _score(term: str, texts: Texts, language: str) -> float:
    """Score a rule for a term: rare terms count more, long rules less."""
    times = _weighted_count(term, texts, language)
    score = _rarity(term, language) * times / (times + ENOUGH * (0.5 + 0.5 * texts.length)) if times else 0.0
    return score + max((_meant(name, texts.rule) for name in _things(term, language)), default=0.0)


def _meant(name: str, rule: str) -> float:
    """Return how much it counts that a rule is one that players mean."""
    answers = _answers().get(name, [])
    return MEANT / (1 + answers.index(rule)) ** 0.5 if rule in answers else 0.0


def _weighted_count(term: str, texts: Texts, language: str) -> float:
    return sum(weight * _times(one, texts, language) for one, weight in _meanings(term, language))


def _times(term: str, texts: Texts, language: str) -> float:
    """Count a term in a rule, weighted by place."""
    if " " in term or _IDEOGRAPH.search(term):
        return sum(weight * text.count(term) for weight, text in texts.parts)
    stem = _stem(term, language)
    return sum(weight * stems.count(stem) for weight, stems in texts.stems)


@cache
def _rarity(term: str, language: str) -> float:
    index = _index(language)
    return log(1 + len(index) / (1 + sum(_weighted_count(term, texts, language) > 0 for texts in index)))


@cache
def _index(language: str) -> Sequence[Texts]:
    reference = reference_texts(language)
    usual = sum(map(len, reference["rules"].values())) / len(reference["rules"])
    return [
        Texts(rule, parts, tuple(_stems(parts, language)), len(reference["rules"][rule]) / usual)
        for rule, parts in _all_parts(language, reference)
    ]


def _all_parts(
    language: str, reference: Mapping[str, Mapping[str, str]]
) -> Iterator[tuple[str, tuple[tuple[float, str], ...]]]:
    for rule, text in reference["rules"].items():
        first, _, rest = (*_SENTENCE_END.split(text, maxsplit=1), "", "")[:3]
        parts = [(TITLE, reference["sections"][rule[0]]), (FIRST, first), (REST, rest or _)]
        parts += [(RULING, sentence(language, RULINGS[key])) for key in REFERENCE[rule].rulings]
        yield rule, tuple((weight, plain(part)) for weight, part in parts)


def _stems(parts: Sequence[tuple[float, str]], language: str) -> Iterator[tuple[float, tuple[str, ...]]]:
    for weight, text in parts:
        yield weight, tuple(_stem(word, language) for word in _WORD.findall(text))


@cache
def _stem(word: str, language: str) -> str:
    """Return a word without its longest ending, so that its forms are equal."""
    table = _table(language)
    for ending in sorted(map(plain, table["endings"]), key=len, reverse=True):
        if word.endswith(ending) and len(word) - len(ending) >= table["shortest"]:
            return word[: -len(ending)]
    return word


@cache
def _groups(language: str) -> Mapping[str, frozenset[str]]:
    """Return the words for each thing, by its name."""
    return {name: frozenset(map(plain, words)) for name, words in _table(language)["groups"].items()}


@cache
def _answers() -> Mapping[str, list[str]]:
    return _table("answers")


@cache
def _table(name: str) -> Mapping[str, Any]:
    return tomllib.loads(files(__package__).joinpath("synonyms", f"{name}.toml").read_text("utf-8"))


def plain(text: str) -> str:
    """Return a text in lower case without accents, which people often leave out."""
    bare = "".join(one for one in normalize("NFD", text.casefold()) if not combining(one))
    return bare.translate(_PLAIN)
