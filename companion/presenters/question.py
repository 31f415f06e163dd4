"""What all questions share: edition, house rulings, and sides that fit together."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from companion.presenters.faults import FieldError, pointer
from companion.presenters.request_fields import Choice, Default, Flag, Member, RulingChoices
from companion.rules.editions import DEFAULT_EDITION, Edition, edition
from companion.rules.errors import RuleError
from companion.rules.rulings.house_rulings import Rulings
from companion.rules.rulings.ranking import check_guards
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


def rule_errors(check: Callable[[], None]) -> Iterator[FieldError]:
    """What a check of the rules finds wrong, as an error of a field."""
    try:
        check()
    except RuleError as fault:
        yield FieldError(pointer(fault.path), fault.key, fault.data)


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
    """Every side after the first that claims what only one can have."""
    holders = [index for index, side in enumerate(sides) if side.get(member)]
    for index in holders[1:]:
        yield FieldError(f"/sides/{index}/{member}", key)


def guards_errors(body: Mapping[str, Any]) -> Iterator[FieldError]:
    """Guards outside a solitary game, or a solitary game that is not one player and the guards (Z-1)."""
    guards = [bool(side.get("guards")) for side in body["sides"]]
    if body["solitary"]:
        yield from rule_errors(lambda: check_guards(guards, solitary=True))
    else:
        # The rules name the first one that they meet; an answer names all.
        for index, plays in enumerate(guards):
            if plays:
                yield FieldError(f"/sides/{index}/guards", "guards.not_solitary")
