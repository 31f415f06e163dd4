"""The rules reference: searchable, each id a link, open questions with their house rulings."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from flask import g, request, url_for
from markupsafe import Markup, escape
from werkzeug.wrappers import Response

from companion.pages.blueprint import blueprint
from companion.pages.home.front_page import newest_draft
from companion.pages.layout import frame
from companion.pages.sheet.score_form import ScoreForm
from companion.rules.editions import STANDARD, edition
from companion.rules.reference import REFERENCE
from companion.rules.rulings.house_rulings import HOUSE_RULINGS, default_rulings
from companion.rules.vocabulary import EditionName
from companion.sheets.models import Sheet
from companion.web.language import request_language
from companion.words.catalogue import joined, reference_texts, sentence, term
from companion.words.messages import RULING_VALUES, RULINGS
from companion.words.search import found_rules

_ID: Final = re.compile(r"(?<![A-Za-z0-9-])([VESRLCTPDOGFZ]-\d{1,2})(?![0-9])")


@dataclass(frozen=True)
class RuleView:
    """A rule as the page shows it."""

    id: str
    section: str
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
    g.draft = newest_draft()
    texts = reference_texts(request_language())
    found = [_rule(rule, texts["rules"][rule]) for rule in found_rules(wanted, request_language())]
    return frame.page("rulings/rules.html", sections=() if wanted else _sections(texts), wanted=wanted, found=found)


MINUTE: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "goal": ("star", ("S-9", "F-2")),
    "start": ("spoon", ("S-2",)),
    "roll_call": ("token", ("R-1", "R-2", "R-3")),
    "strength": ("enforcer", ("L-1", "L-2", "L-4")),
    "suspicion": ("lookout", ("L-5",)),
    "rewards": ("item", ("L-6", "L-8")),
    "cards": ("cultist", ("C-1", "C-4", "F-1")),
    "patrol": ("keys", ("P-2", "P-3", "P-4", "P-6")),
    "raid": ("raid", ("P-6", "D-1", "D-2", "D-3")),
    "end": ("check", ("D-6", "F-1")),
    "alone": ("guard-down", ("Z-3", "Z-11", "F-5")),
}
"""The sentences of the rules in a minute, in the order of a game: the icon of each, and the rules behind it."""


@blueprint.get("/rules/minute")
def rules_in_a_minute() -> Response:
    """Tell the whole game in as few sentences as can be, each with the rules behind it."""
    told = [(sign, frame.page_text(request_language(), f"minute.{key}"), ids) for key, (sign, ids) in MINUTE.items()]
    return frame.page("rulings/minute.html", told=told)


def _sections(texts: Mapping[str, Mapping[str, str]]) -> list[SectionView]:
    """Return the whole reference."""
    return [
        SectionView(
            letter, title, tuple(_rule(rule, text) for rule, text in texts["rules"].items() if rule[0] == letter)
        )
        for letter, title in texts["sections"].items()
    ]


def _rule(rule: str, text: str) -> RuleView:
    entry = REFERENCE[rule]
    language = request_language()
    some = () if len(entry.editions) == len(EditionName) else entry.editions
    return RuleView(
        rule,
        reference_texts(language)["sections"][rule[0]],
        _linked(text, rule),
        tuple(term(language, name.value) for name in some),
        entry.open,
        tuple(_ruling(key) for key in entry.rulings),
    )


def _linked(text: str, own: str) -> Markup:
    """Return the text with every other rule id as a link to it."""
    parts = _ID.split(text)
    return Markup("").join(_marked(part, own) if place % 2 else escape(part) for place, part in enumerate(parts))


def _marked(rule: str, own: str) -> Markup:
    """Return a rule id, which never breaks at its hyphen; another rule's is a link."""
    if rule == own or rule not in REFERENCE:
        return Markup('<span class="rule-id">{}</span>').format(rule)
    return Markup('<a class="rule-id" href="#{0}">{0}</a>').format(rule)


def _place_to_change(key: str) -> str | None:
    """Return the address that settles this house ruling: the unfinished sheet, or a page that asks about it."""
    place = f"ruling-{key}"
    draft: Sheet | None = g.draft
    if draft is not None and key in ScoreForm.of(draft.body, draft.typed).rulings_met:
        return url_for("pages.score", link=draft.link, ruling=key, _anchor=place)
    match key:
        case "zero_suspicion":
            return url_for("pages.raid", players=3, _anchor=place)
        case "solitary_raid_locations":
            return url_for("pages.raid", players="solitary", _anchor=place)
        case "guards_equal_item":
            return url_for("pages.ask", topic="cell_block", _anchor=place)
        case "guards_supply_out":
            return url_for("pages.ask", topic="commissary", _anchor=place)
    location = next((one for one, tier in STANDARD.board_rows.items() if tier == key), None)
    return url_for("pages.ask", topic="location", place=location, _anchor=place) if location else None


def _ruling(key: str) -> dict[str, Any]:
    """Return a house ruling: its question, what it may be, and the default of each edition."""
    language = request_language()
    defaults = {name: default_rulings(edition(name))[key] for name in EditionName}
    return {
        "key": key,
        "change": _place_to_change(key),
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
