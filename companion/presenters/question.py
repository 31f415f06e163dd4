"""What all questions share: edition, house rulings, and sides that fit together."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from companion.presenters.faults import FieldError, pointer
from companion.presenters.fields.containers import Default, Member, RulingChoices
from companion.presenters.fields.values import Choice, Flag
from companion.rules.editions import DEFAULT_EDITION, Edition, edition
from companion.rules.errors import RuleError
from companion.rules.rulings.house_rulings import Rulings
from companion.rules.rulings.ranking import guards_faults
from companion.rules.vocabulary import EditionName

MOST_SIDES: Final = 5

QUESTION: Final[Mapping[str, Member]] = {
    "edition": Default(Choice(EditionName.words()), DEFAULT_EDITION),
    "rulings": Default(RulingChoices(), dict),
}
"""What every question may be told."""

TABLE_QUESTION: Final[Mapping[str, Member]] = {**QUESTION, "solitary": Default(Flag(), value=False)}
"""A question about a table, which may be a solitary game."""


def rule_set(body: Mapping[str, Any]) -> tuple[Edition, Rulings]:
    """The edition and the house rulings that a loaded body names."""
    chosen = edition(body["edition"])
    return chosen, Rulings(chosen, body["rulings"])


def rule_errors(faults: Iterable[RuleError]) -> Iterator[FieldError]:
    """What the rules find wrong, as errors of fields."""
    return (FieldError(pointer(fault.path), fault.key, fault.data) for fault in faults)


def name_errors(sides: Sequence[Mapping[str, Any]], member: str = "sides") -> Iterator[FieldError]:
    """A name that another side has already, at the later of the two; `member` is where they stand."""
    seen: set[str] = set()
    for index, side in enumerate(sides):
        name = side.get("name")
        if name in seen:
            yield FieldError(f"/{member}/{index}/name", "sides.name_twice")
        elif name is not None:
            seen.add(name)


def only_one(sides: Sequence[Mapping[str, Any]], member: str, key: str) -> Iterator[FieldError]:
    """Yield every side after the first that claims what only one can have."""
    holders = [index for index, side in enumerate(sides) if side.get(member)]
    for index in holders[1:]:
        yield FieldError(f"/sides/{index}/{member}", key)


def guards_errors(body: Mapping[str, Any]) -> Iterator[FieldError]:
    """Guards outside a solitary game, or a solitary game that is not one player and the guards (Z-1)."""
    guards = [bool(side.get("guards")) for side in body["sides"]]
    return rule_errors(guards_faults(guards, solitary=body["solitary"]))
