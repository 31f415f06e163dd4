"""The rules reference: searchable, each id a link, open questions with their house rulings."""

import re
from dataclasses import dataclass
from typing import Any, Final

from flask import request
from markupsafe import Markup, escape
from werkzeug.wrappers import Response

from companion.pages import frame
from companion.pages.views import blueprint
from companion.rules.editions import edition
from companion.rules.reference import REFERENCE
from companion.rules.rulings import HOUSE_RULINGS, default_rulings
from companion.rules.vocabulary import EditionName
from companion.web.language import request_language
from companion.words.language import joined, reference_texts, sentence, term
from companion.words.messages import RULING_VALUES, RULINGS

_ID: Final = re.compile(r"(?<![A-Za-z0-9-])([VESRLCTPDOGFZ]-\d{1,2})(?![0-9])")


@dataclass(frozen=True)
class RuleView:
    """A rule as the page shows it."""

    id: str
    text: Markup
    editions: tuple[str, ...]
    open: bool
    rulings: tuple[dict[str, Any], ...]


@dataclass(frozen=True)
class SectionView:
    """A section of the reference."""

    letter: str
    title: str
    rules: tuple[RuleView, ...]


@blueprint.get("/rules", endpoint="rules")
def show_rules() -> Response:
    """Show the reference, or what is looked for in it."""
    wanted = request.args.get("q", "").strip()[:100]
    sections = _sections(wanted)
    found = sum(len(section.rules) for section in sections)
    return frame.page("rules.html", sections=sections, wanted=wanted, found=found)


def _sections(wanted: str) -> list[SectionView]:
    """The sections with the rules that hold every word looked for."""
    texts = reference_texts(request_language())
    words = wanted.casefold().split()
    sections = []
    for letter, title in texts["sections"].items():
        rules = tuple(
            _rule(rule, text)
            for rule, text in texts["rules"].items()
            if rule[0] == letter and all(word in f"{rule} {title} {text}".casefold() for word in words)
        )
        if rules:
            sections.append(SectionView(letter, title, rules))
    return sections


def _rule(rule: str, text: str) -> RuleView:
    entry = REFERENCE[rule]
    language = request_language()
    some = () if len(entry.editions) == len(EditionName) else entry.editions
    return RuleView(
        rule,
        _linked(text, rule),
        tuple(term(language, name.value) for name in some),
        entry.open,
        tuple(_ruling(key) for key in entry.rulings),
    )


def _linked(text: str, own: str) -> Markup:
    """The text with every other rule id as a link to it."""
    parts = _ID.split(text)
    return Markup("").join(
        Markup('<a href="#{0}">{0}</a>').format(part)
        if place % 2 and part != own and part in REFERENCE
        else escape(part)
        for place, part in enumerate(parts)
    )


def _ruling(key: str) -> dict[str, Any]:
    """A house ruling: its question, what it may be, and the default of each edition."""
    language = request_language()
    defaults = {name: default_rulings(edition(name))[key] for name in EditionName}
    return {
        "key": key,
        "question": sentence(language, RULINGS[key]),
        "options": [
            (
                sentence(language, RULING_VALUES[f"{key}.{value}"]),
                joined(
                    language, (term(language, name.value) for name, default in defaults.items() if default == value)
                ),
            )
            for value in HOUSE_RULINGS[key].values
        ],
    }
