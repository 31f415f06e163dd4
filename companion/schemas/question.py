"""The parts that all questions share: edition, house rulings, and sides that fit together."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from companion.rules.editions import DEFAULT_EDITION, Edition, edition
from companion.rules.rulings.house_rulings import Rulings
from companion.rules.rulings.ranking import guards_faults
from companion.rules.schema import Invalid
from companion.rules.vocabulary import EditionName
from companion.schemas.body import Body
from companion.schemas.faults import rule_faults
from companion.schemas.fields import Choice, Flag, Many, Part, RulingChoices

MOST_SIDES: Final = 5


class QuestionBody(Body):
    """The members that every question may have."""

    edition = Choice(EditionName.words(), load_default=DEFAULT_EDITION)
    rulings = RulingChoices(load_default=dict)


class TableQuestionBody(QuestionBody):
    """A question about the sides of a table, which may be a solitary game."""

    solitary = Flag(load_default=False)

    def faults_between(self, body: Mapping[str, Any], *, draft: bool) -> Iterator[Invalid]:
        """Yield guards that do not fit, and names given twice."""
        guards = [bool(side.get("guards")) for side in body["sides"]]
        yield from rule_faults(guards_faults(guards, solitary=body["solitary"]))
        yield from name_faults(body["sides"])


def sides_of(side: type[Body], least: int = 1) -> Many:
    """Return a field for the sides of a table, clockwise."""
    return Many(Part(side), least=least, most=MOST_SIDES, required=True)


def rule_set(body: Mapping[str, Any]) -> tuple[Edition, Rulings]:
    """Return the edition and the house rulings that a loaded body names."""
    chosen = edition(body["edition"])
    return chosen, Rulings(chosen, body["rulings"])


def name_faults(sides: Sequence[Mapping[str, Any]], member: str = "sides") -> Iterator[Invalid]:
    """Yield each name that an earlier side has already; `member` is the field of the sides."""
    seen: set[str] = set()
    for index, side in enumerate(sides):
        name = side.get("name")
        if name in seen:
            yield Invalid((member, index, "name"), "sides.name_twice")
        elif name is not None:
            seen.add(name)


def only_one(sides: Sequence[Mapping[str, Any]], member: str, key: str) -> Iterator[Invalid]:
    """Yield every side after the first that claims a thing of which there is only one."""
    holders = [index for index, side in enumerate(sides) if side.get(member)]
    for index in holders[1:]:
        yield Invalid(("sides", index, member), key)
