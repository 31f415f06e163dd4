"""A swap on one strip to give and one to take, with counts: what cannot be is there, and soft (L-15).

What is chosen stands in the address, as at the cards of `location_view`, so that it works without
script; the button then says the whole swap.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from companion.pages.forms.submission import encoded
from companion.pages.layout.frame import page_text
from companion.pages.tables.play.location.choice import Choice, Payment
from companion.pages.tables.play.location.offers import Primary, Stock
from companion.rules.acts.actions import Action
from companion.rules.schema import ChoiceField
from companion.rules.state.position import Position
from companion.rules.vocabulary import Resource
from companion.words.catalogue import amounts


@dataclass(frozen=True)
class Swap:
    """A swap that somebody is offered.

    Attributes:
        game: as it is.
        action: what may be done: `get` a resource for `cubes`.
        choice: what was chosen so far: the resource to get as its card, the cubes to give as its payment.
        language: of the page.
    """

    game: Position
    action: Action
    choice: Choice
    language: str

    @property
    def _cubes(self) -> ChoiceField:
        shape = self.action.fields["cubes"]
        assert isinstance(shape, ChoiceField)
        return shape

    @property
    def number(self) -> int:
        """How many cubes are given."""
        return self._cubes.least

    @cached_property
    def payment(self) -> Payment:
        """The cubes that are given, as they were chosen and as the app proposes them."""
        return Payment(self._cubes, self.choice.pay if self.choice.type == "swap" else ())

    @property
    def partly_proposed(self) -> tuple[str, str] | None:
        """What was chosen to give and what is proposed, where it is some of both."""
        return self.payment.told(self.language)

    @property
    def taken(self) -> str:
        """The resource chosen to be taken, or nothing."""
        get = self.action.fields["get"]
        assert isinstance(get, ChoiceField)
        chosen = self.choice.cards if self.choice.type == "swap" else ()
        return next((str(one) for one in get.options if str(one) in chosen), "")

    def _query(self, taken: str, given: tuple[str, ...]) -> str:
        cards = (taken,) if taken else ()
        return self.choice.anew("swap", *cards)._replace(pay=given).query

    @property
    def gives(self) -> tuple[Stock, ...]:
        """What one has, with what of it is given."""
        return tuple(self._gives(resource) for resource in Resource)

    def _gives(self, resource: Resource) -> Stock:
        kind, number = resource.value, self.payment.there[resource.value]
        if not number:
            return Stock(resource, 0)
        there = self.payment.cubes.count(kind)
        query = self._query(self.taken, self.payment.tap(kind))
        return Stock(resource, number, -there, query, bool(there), self.payment.is_only_proposed(kind))

    @property
    def takes(self) -> tuple[Stock, ...]:
        """What can be had; there is no way to what the supply has none of, nor to what one gives."""
        get = self.action.fields["get"]
        assert isinstance(get, ChoiceField)
        return tuple(
            Stock(
                resource,
                self.game.supply(resource),
                1 if self.taken == resource.value else 0,
                self._query("" if self.taken == resource else resource.value, self.payment.chosen)
                if resource.value in get.options and (self.taken == resource or resource not in self.payment.cubes)
                else "",
                self.taken == resource,
            )
            for resource in Resource
        )

    @property
    def primary(self) -> Primary:
        """The button: Swap 1 iron for 1 gold."""
        if not self.taken:
            return Primary(page_text(self.language, "swap.choose", n=self.number), "swap", armed=False)
        label = page_text(
            self.language,
            "swap.primary",
            what=amounts(self.language, Counter(self.payment.cubes)),
            to=amounts(self.language, {self.taken: 1}),
        )
        fields = (*(("f.cubes", encoded(one)) for one in self.payment.cubes), ("f.get", encoded(self.taken)))
        return Primary(label, "swap", fields)
