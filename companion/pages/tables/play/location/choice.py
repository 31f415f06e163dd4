"""What somebody has chosen on the page of a location, as its address holds it."""

from collections.abc import Iterable
from typing import Final, NamedTuple
from urllib.parse import urlencode

from werkzeug.datastructures import MultiDict

from companion.rules.schema import ChoiceField


class Choice(NamedTuple):
    """What somebody has chosen on the page of a location, as its address holds it.

    Attributes:
        type: the act, or empty where nothing is chosen.
        cards: which cards, spaces or resources, as forms send them.
        pay: the resources chosen to pay "any" with; none: those that the app proposes.
        stands_in: the seat for which it is chosen, where that is another's whose phone sleeps.
        asked: which question that was, so that who stands in answers no other.
    """

    type: str = ""
    cards: tuple[str, ...] = ()
    pay: tuple[str, ...] = ()
    stands_in: str = ""
    asked: str = ""

    @property
    def query(self) -> str:
        """The address that holds it."""
        pairs = [("pick", self.type), *(("card", one) for one in self.cards), *(("pay", one) for one in self.pay)]
        stands_in = [("for", self.stands_in), ("asked", self.asked)] if self.stands_in else []
        return f"?{urlencode([*(pairs if self.type else []), *stands_in])}"

    def anew(self, type_: str = "", *cards: str) -> "Choice":
        """Another choice in its place, for the same seat."""
        return Choice(type_, cards, stands_in=self.stands_in, asked=self.asked)


NO_CHOICE: Final = Choice()


def read_choice(given: MultiDict[str, str]) -> Choice:
    """The choice that an address holds; what it cannot mean is found out when it is carried out."""
    return Choice(
        given.get("pick", ""),
        tuple(given.getlist("card")),
        tuple(given.getlist("pay")),
        given.get("for", ""),
        given.get("asked", ""),
    )


def cubes_chosen(shape: ChoiceField | None, chosen: Iterable[str]) -> tuple[str, ...]:
    """Which cubes are given, as far as there are such and no more than wanted; where none were, what is proposed."""
    left = [str(one) for one in shape.options] if shape else []
    found: list[str] = []
    for one in tuple(chosen) or map(str, (shape.proposed if shape else None) or ()):
        if shape is not None and one in left and len(found) < shape.least:
            left.remove(one)
            found.append(one)
    return tuple(found)
