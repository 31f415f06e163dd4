"""The house decks: our own guard cards, plainly not the printed ones."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Final

from companion.rules.editions import edition
from companion.rules.state.cards import GuardFace
from companion.rules.vocabulary import EditionName

HOUSE_DECKS: Final = (1, 2, 3)
"""The numbers of the house decks; a table stores its number and keeps that deck."""

NEWEST: Final = max(HOUSE_DECKS)


@cache
def _tables() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("house_deck.toml").read_text("utf-8"))


@cache
def house_deck(edition_name: EditionName, difficulty: str, number: int) -> tuple[GuardFace, ...]:
    """Return the base cards and a difficulty's (Z-2), with a special card (E-16).

    Args:
        edition_name: whose colours.
        difficulty: whose cards join the base.
        number: which of `HOUSE_DECKS`.
    """
    values = edition(edition_name)
    colour = values.guard_deck[difficulty]
    tables = _tables()[str(number)]
    special = tables["special"].get(colour) if colour in values.special_guard_cards else None
    base = tuple(GuardFace(strength) for strength in tables["base"])
    return (*base, *(GuardFace(strength, index == special) for index, strength in enumerate(tables[colour])))
