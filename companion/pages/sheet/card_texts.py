"""Cards of a side as a text: `dwarf`, `demon:gem`, `dwarf::blade`, `item::gem+magic`, apart by blanks."""

from collections.abc import Mapping
from typing import Any

from companion.rules.vocabulary import DemonValuable, Goon, Valuable


def goon_text(card: Mapping[str, Any]) -> str:
    """Return the text of a goon."""
    return ":".join([card["type"], card.get("valuable", ""), "+".join(card.get("valuables", ()))]).rstrip(":")


def item_text(card: Mapping[str, Any]) -> str:
    """Return the text of an item."""
    return f"item::{'+'.join(card.get('valuables', ()))}".rstrip(":")


def card_of_text(entry: str) -> dict[str, Any] | None:
    """Return a card from its text: `dwarf`, `demon:gem`, `dwarf::blade`, `item::gem+magic`; None for anything else."""
    kind, valuable, shown = (*entry.split(":"), "", "")[:3]
    card: dict[str, Any] = {}
    if kind in Goon.words():
        card["type"] = kind
        if kind == Goon.DEMON:
            card["valuable"] = valuable if valuable in list(DemonValuable) else DemonValuable.ANY.value
    elif kind != "item":
        return None
    valuables = [one for one in shown.split("+") if one in list(Valuable)]
    if valuables:
        card["valuables"] = valuables
    return card
