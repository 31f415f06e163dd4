"""Languages: choosing one, its catalogue, and how it writes values. No framework."""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import cache, lru_cache
from gettext import NullTranslations
from importlib.resources import files
from io import BytesIO
from typing import Any, Final, SupportsFloat, TypeAlias
from unicodedata import bidirectional

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from babel.support import Translations

from companion.rules.frozen import EMPTY
from companion.rules.reasons import Reason
from companion.rules.state.pieces import Cube
from companion.rules.vocabulary import ADDED, ENFORCER, LOOKOUT, POWER, Location
from companion.words.inflection import Inflected, acting, bending, cases, counted, together
from companion.words.messages import (
    AMOUNTS,
    AND,
    AND_NUMBERS,
    COMMA,
    GAME,
    HOUSE_RULING,
    OFFERS,
    OR,
    PAGES,
    REASONS,
    TERMS,
    Message,
)

SOURCE_LANGUAGE: Final = "en"
LANGUAGES: Final[Mapping[str, str]] = {"en": "English", "pl": "Polski", "zh": "中文"}
"""The languages of the app, with their own names."""

_TAGS: Final = {"en": "en", "pl": "pl", "zh": "zh-Hans"}
MINUS: Final = "\u2212"

_PEOPLE: Final = 256
"""The number of cached names with their verbs: a table uses its names all the time."""


def tag(language: str) -> str:
    """Return the tag for an `html lang` attribute, by which browsers choose glyphs."""
    return _TAGS[language]


def best_language(wanted: Iterable[str]) -> str:
    """Return the first of the wanted languages that the app has, otherwise English."""
    for one in wanted:
        language = one.replace("_", "-").split("-")[0].lower()
        if language in LANGUAGES:
            return language
    return SOURCE_LANGUAGE


@cache
def catalogue(language: str) -> NullTranslations:
    """Return the catalogue of a language, compiled once; English needs none."""
    if language == SOURCE_LANGUAGE:
        return NullTranslations()
    source = files("companion").joinpath("translations", language, "LC_MESSAGES", "messages.po")
    with source.open("rb") as po:
        compiled = BytesIO()
        write_mo(compiled, read_po(po, locale=language))
    compiled.seek(0)
    found = Translations(compiled)
    found.add_fallback(_Added(TRANSLATIONS[language]))
    return found


_Forms: TypeAlias = Mapping[str, Mapping[str, str]]


TRANSLATIONS: Final[Mapping[str, dict[str, str]]] = {language: {} for language in LANGUAGES}
"""Translations of sentences that expansions added, by language and English text."""


class _Added(NullTranslations):
    """The sentences of expansions: a catalogue's source for messages it does not know."""

    def __init__(self, translations: Mapping[str, str]) -> None:
        super().__init__()
        self._translations = translations

    def gettext(self, message: str) -> str:
        return self._translations.get(message) or super().gettext(message)


def add_translations(language: str, translations: Mapping[str, str], places: _Forms = EMPTY) -> None:
    """Make the sentences of an expansion known in a language.

    Args:
        language: one of `LANGUAGES`.
        translations: the sentences in that language, by the English ones.
        places: the forms of its locations, as `cases/en.toml` explains them; in English too.
    """
    TRANSLATIONS[language].update(translations)
    cases(language)["places"].update(places)
    term.cache_clear()


@cache
def reference_texts(language: str) -> Mapping[str, Mapping[str, str]]:
    """Return a language's rules reference: `sections` by letter and `rules` by id."""
    return tomllib.loads(files(__package__).joinpath("reference", f"{language}.toml").read_text("utf-8"))


def number(value: int) -> str:
    """Return a number with a real minus sign."""
    return str(value) if value >= 0 else f"{MINUS}{-value}"


def decimal(language: str, value: SupportsFloat) -> str:
    """Return a number with one decimal and a real minus sign, as the language does."""
    return str(format_decimal(round(float(value), 1), "#,##0.0", locale=language)).replace("-", MINUS)


def sentence(language: str, message: Message, data: Mapping[str, Any] | None = None) -> str:
    """Return a message in a language, with its values."""
    data = data or {}
    words = catalogue(language)
    if message.many is not None and message.by is not None:
        text = words.ngettext(message.one, message.many, data[message.by])
    else:
        text = words.gettext(message.one)
    if not data:
        return text
    # By far the most values are numbers, written as they are unless they need a minus sign.
    values = {
        key: value if type(value) is int and value >= 0 and key not in _BY_KEY else written(language, key, value, data)
        for key, value in data.items()
    }
    seams = _with_seams(text)
    return text.format(**values) if seams is None else _SEAM.sub(_at_seam, seams.format(**values))


_HAN: Final = "[\u3400-\u9fff]"
_BESIDE_HAN: Final = re.compile(rf"(?<={_HAN})(?=\{{)|(?<=\}})(?={_HAN})")
_MARK: Final = "\0"
_SEAM: Final = re.compile(rf"(?P<before>(?<=[0-9]))?{_MARK}(?P<after>(?=[0-9]))?")


@cache
def _with_seams(text: str) -> str | None:
    """Mark where values meet Chinese text, for spaces around digits; None: nowhere."""
    found = _BESIDE_HAN.sub(_MARK, text)
    return None if found == text else found


def _at_seam(mark: re.Match[str]) -> str:
    return "" if mark["before"] is None and mark["after"] is None else " "


def written(language: str, key: str, value: Any, data: Mapping[str, Any]) -> str:
    """Return one value of a message as a sentence of that language writes it."""
    if value is None or isinstance(value, bool):
        return ""
    if key in _BY_KEY:
        return _BY_KEY[key](language, value, data)
    if isinstance(value, Inflected):
        return value
    if type(value) in _PLAIN:
        return _PLAIN[type(value)](value)
    if isinstance(value, Cube):
        return cubes(language, value)
    if isinstance(value, StrEnum):
        return term(language, value)
    if isinstance(value, tuple | list):
        parts = [written(language, "", one, data) for one in value]
        bend = any(isinstance(one, Inflected) for one in parts)
        return listed(language, parts) if bend else joined(language, parts)
    if isinstance(value, Mapping):
        return amounts(language, value)
    return isolated(str(value))


def signed(value: int) -> str:
    """Return a number with its sign, plus or minus."""
    return f"+{value}" if value > 0 else number(value)


def isolated(name: str) -> str:
    """Return a name that, written right to left, does not reverse the text around it."""
    if name.isascii() or _TURNING.isdisjoint(map(bidirectional, name)):
        return name
    return f"\N{FIRST STRONG ISOLATE}{name.translate(_CONTROLS)}\N{POP DIRECTIONAL ISOLATE}"


def joined(language: str, parts: Iterable[str]) -> str:
    """Join the parts of a list as the language does."""
    return sentence(language, COMMA).join(parts)


@cache
def gap(language: str) -> str:
    """Return the gap between sentences: none if a comma is followed by none either."""
    return " " if sentence(language, COMMA).endswith(" ") else ""


def paragraph(language: str, sentences: Iterable[str]) -> str:
    """Join sentences as a language does; empty ones are left out."""
    return gap(language).join(filter(None, sentences))


def listed(language: str, parts: Iterable[str], last: Message = AND) -> Inflected:
    """Join the parts of a list with "and" before the last; inflect each as the whole."""

    def join(words: Iterable[str]) -> str:
        *first, end = words or ("",)
        return (
            sentence(language, last, {"first": joined(language, first), "last": end, "second": end}) if first else end
        )

    return together(parts, join)


@cache
def term(language: str, word: str) -> str:
    """Return a word of the vocabulary for a sentence; inflect locations and resources."""
    forms = cases(language)
    text = sentence(language, TERMS[word])
    found = forms["places"].get(word) or forms["words"].get(word)
    if found:
        return bending(text, found)
    # An expansion may not say how its places bend.
    return Inflected(text, lambda _: text) if (Location, word) in ADDED else text


def away(language: str) -> Inflected:
    """Return the words for a place outside all locations."""
    return bending(sentence(language, GAME["spot.away"]), cases(language)["places"]["away"])


def spot_forms(language: str, area: str, text: str, name: str, space: int) -> Inflected:
    """Return the words for a place that is no location, perhaps without forms.

    Args:
        language: to be spoken.
        area: the word for it.
        text: what it is called by itself.
        name: whose it is, or nothing.
        space: which of the display.
    """
    forms = cases(language)["spots"].get(area)

    def form(case: str) -> str:
        if forms is None:
            return sentence(language, GAME[f"move.{case}"], {"place": text})
        found = forms[case]
        one = found if isinstance(found, str) else found[_people(language).get(name, "name")]
        return one.format(name=name, space=space)

    return Inflected(text, form)


def cubes(language: str, colour: Cube) -> str:
    """Return the word for cubes of a colour, without their number."""
    if f"cube.{colour}" not in GAME:
        return term(language, colour)
    return bending(sentence(language, GAME[f"cube.{colour}"]), cases(language)["words"][colour])


def amounts(language: str, counts: Mapping[str, int]) -> Inflected:
    """Return numbers of resources or cubes, such as "2 scrap and 1 iron"."""
    forms = cases(language).get("amounts", {})
    return listed(
        language,
        [
            counted(
                sentence(language, AMOUNTS[name], {"n": count}), forms.get(name, {}), count, plural(language, count)
            )
            for name, count in counts.items()
        ],
    )


def plural(language: str, count: int) -> int:
    """Return the index of the plural form for a number in that language."""
    form = getattr(catalogue(language), "plural", None)
    return int(form(count)) if form else int(count != 1)


def crew(language: str, tokens: Iterable[int | str], face_down: int = 0) -> Inflected:
    """Describe tokens by their values; only count the hidden ones."""
    forms = cases(language)["crew"]
    known = list(tokens)
    numbers = [number(one) for one in known if isinstance(one, int)]
    parts: list[str] = []
    if numbers:
        among = str(listed(language, numbers, AND_NUMBERS))
        bent = {name: _plural_of(language, one["numbers"], len(numbers)) for name, one in forms.items()}
        parts.append(bending(among, {name: form.format(tokens=among) for name, form in bent.items()}))
    parts += [
        bending(sentence(language, GAME[f"token.{one}"]), {name: form[one] for name, form in forms.items()})
        for one in known
        if not isinstance(one, int)
    ]
    if face_down:
        bent = {name: _plural_of(language, form["face_down"], face_down) for name, form in forms.items()}
        text = sentence(language, GAME["token.face_down"], {"n": face_down})
        parts.append(bending(text, {name: form.format(n=face_down) for name, form in bent.items()}))
    return listed(language, parts)


def _plural_of(language: str, forms: list[str], count: int) -> str:
    return forms[min(plural(language, count), len(forms) - 1)]


def reason(language: str, why: Reason) -> str:
    """Return the sentence of a reason; if a house ruling decided, it says so."""
    # A sum of one number is that number.
    alone = why.key in _SUMS and len(why.data[_SUMS[why.key]]) == 1
    text = sentence(language, REASONS["location.one_strength" if alone else why.key], why.data)
    return sentence(language, HOUSE_RULING).format(text=text) if why.key_of_ruling else text


def _sum(language: str, parts: Iterable[int | str], data: Mapping[str, Any]) -> str:
    """Return the parts of a strength as a sum, its words named; without power, list tokens."""
    if "power" not in data:
        return joined(language, (_token(language, part, data) for part in parts))
    return " + ".join(
        sentence(language, TERMS[part], {"power": data["power"]}) if part in _WORDS else str(part) for part in parts
    )


def _token(language: str, token: int | str, data: Mapping[str, Any]) -> str:
    return crew(language, (token,))


def _strength(language: str, strength: int | str, data: Mapping[str, Any]) -> str:
    """Return a strength or a card's value; power is the guards' power cubes (Z-9)."""
    if strength == POWER:
        return sentence(language, GAME["strength.power"])
    return number(strength) if isinstance(strength, int) else isolated(strength)


def _person(language: str, name: Any, data: Mapping[str, Any]) -> str:
    """Return a person at the table, who may act in the sentence."""
    if isinstance(name, Inflected):
        return name
    return somebody(language, name) if isinstance(name, str) else written(language, "", name, data)


@lru_cache(_PEOPLE)
def somebody(language: str, name: str) -> Inflected:
    """Return a person at the table with the verbs of which they may be the subject."""
    return acting(isolated(name), cases(language)["people"], _people(language).get(name, "name"))


@cache
def _people(language: str) -> Mapping[str, str]:
    return {sentence(language, PAGES[f"seat.{one}"]): one for one in ("you", "guards")}


def _change(language: str, by: int, data: Mapping[str, Any]) -> str:
    return signed(by)


def _word(language: str, word: str, data: Mapping[str, Any]) -> str:
    return term(language, word)


def _options(language: str, options: Iterable[Any], data: Mapping[str, Any]) -> str:
    """List options as the API writes them, each once."""
    texts = (", ".join(map(str, one.values())) if isinstance(one, Mapping) else str(one) for one in options)
    return joined(language, map(isolated, dict.fromkeys(texts)))


def _offers(language: str, offers: Iterable[Mapping[str, int]], data: Mapping[str, Any]) -> str:
    texts = [sentence(language, OFFERS, offer) for offer in offers]
    return texts[0] if len(texts) == 1 else sentence(language, OR, {"first": texts[0], "second": texts[1]})


_PLAIN: Final[Mapping[type, Callable[[Any], str]]] = {int: number, str: isolated}
"""The writers of values that are the same in all languages, by type."""

_SUMS: Final = {"location.strength": "tokens", "location.guards_strength": "cards"}
_CONTROLS: Final = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])
_TURNING: Final = frozenset({"R", "AL", "AN", "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
_WORDS: Final = frozenset({ENFORCER, LOOKOUT, POWER})
_BY_KEY: Final[Mapping[str, Callable[[str, Any, Mapping[str, Any]], str]]] = {
    "side": _person,
    "other": _person,
    "holder": _person,
    "tokens": _sum,
    "cards": _sum,
    "offers": _offers,
    "source": _word,
    "shows": _word,
    "gives": _word,
    "gets": _word,
    "token": _token,
    "strength": _strength,
    "bonus": _change,
    "by": _change,
    "options": _options,
}
