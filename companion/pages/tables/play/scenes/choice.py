"""A choice on the page of a location, as its address holds it."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple
from urllib.parse import urlencode

from werkzeug.datastructures import MultiDict

from companion.rules.schema import ChoiceField
from companion.words.catalogue import amounts
from companion.words.inflection import Inflected


class Choice(NamedTuple):
    """A choice on the page of a location, as its address holds it.

    Attributes:
        type: the act, or empty where nothing is chosen.
        cards: which cards, spaces or resources, as forms send them.
        pay: the resources chosen to pay "any" with; the app proposes the rest.
        stands_in: the seat for which it is chosen, where that is another's whose phone sleeps.
        asked: which question that was, so that a stand-in answers no other.
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
    """Return the choice that an address holds; it is checked when it is carried out."""
    return Choice(
        given.get("pick", ""),
        tuple(given.getlist("card")),
        tuple(given.getlist("pay")),
        given.get("for", ""),
        given.get("asked", ""),
    )


@dataclass(frozen=True)
class Payment:
    """Cubes given by choice: the tapped ones, and the app's proposal for the rest.

    Attributes:
        shape: which cubes there are, and how many are wanted; None where none are.
        tapped: the cubes that the address holds.
    """

    shape: ChoiceField | None
    tapped: tuple[str, ...]

    @property
    def owed(self) -> int:
        """The number of cubes wanted."""
        return 0 if self.shape is None else self.shape.least

    @cached_property
    def there(self) -> Counter[str]:
        """The cubes that can be given, by kind."""
        return Counter(str(one) for one in self.shape.options) if self.shape else Counter()

    @cached_property
    def chosen(self) -> tuple[str, ...]:
        """The tapped cubes that are there, and no more than wanted."""
        return _at_most(self.tapped, self.there)[: self.owed]

    @cached_property
    def proposed(self) -> tuple[str, ...]:
        """The app's proposal for the rest."""
        rest = [str(one) for one in (self.shape.proposed if self.shape else None) or ()]
        return _at_most(rest, Counter(rest) - Counter(self.chosen))[: self.owed - len(self.chosen)]

    @property
    def cubes(self) -> tuple[str, ...]:
        """All that is given."""
        return (*self.chosen, *self.proposed)

    def is_only_proposed(self, kind: str) -> bool:
        """Return whether the app proposes a kind of which none was tapped."""
        return kind in self.proposed and kind not in self.chosen

    def tap(self, kind: str) -> tuple[str, ...]:
        """Return the choice after a tap: a kind's proposed cubes, one more, or none of it.

        A kind is dropped once all of it are chosen.
        """
        chosen, most = self.chosen, min(self.there[kind], self.owed)
        if chosen.count(kind) == most:
            return tuple(one for one in chosen if one != kind)
        more = max(1, self.proposed.count(kind))
        # One more takes the place of what the app proposes, or else of another kind that was tapped first.
        others = [one for one in chosen if one != kind]
        kept = others[max(0, len(chosen) + more - self.owed) :]
        return (*kept, *(kind,) * (chosen.count(kind) + more))

    def told(self, language: str) -> tuple[Inflected, Inflected] | None:
        """Return what was tapped and what is proposed in words, if there are both."""
        if not (self.chosen and self.proposed):
            return None
        return amounts(language, Counter(self.chosen)), amounts(language, Counter(self.proposed))


def _at_most(cubes: Iterable[str], number: Mapping[str, int]) -> tuple[str, ...]:
    """Return at most as many of these cubes as there are of each kind, in order."""
    left, found = Counter(number), []
    for one in cubes:
        if left[one]:
            left[one] -= 1
            found.append(one)
    return tuple(found)
