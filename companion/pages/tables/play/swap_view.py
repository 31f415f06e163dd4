"""A swap on one strip to give and one to take, with counts: what cannot be is there, and soft (L-15).

What is chosen stands in the address, as at the cards of `location_view`, so that it works without
script; the button then says the whole swap.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from companion.pages.forms.submission import encoded
from companion.pages.layout.frame import page_text
from companion.pages.tables.play.location.choice import Choice, cubes_chosen
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
    def given(self) -> tuple[str, ...]:
        """The cubes chosen to be given, as far as one has them; where none were, those that the app proposes."""
        return cubes_chosen(self._cubes, self._chosen)

    @property
    def _chosen(self) -> tuple[str, ...]:
        return self.choice.pay if self.choice.type == "swap" else ()

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
        """What one has, with what of it is given; a tap takes as many of a kind as are asked for."""
        return tuple(self._gives(resource) for resource in Resource)

    def _gives(self, resource: Resource) -> Stock:
        number, kind = self.game.at(self.action.side, resource) if self.action.side is not None else 0, resource.value
        there = self.given.count(kind)
        if not number:
            return Stock(resource, 0)
        if there:
            # A tap on what is proposed takes it.
            left = tuple(one for one in self.given if one != kind or not self._chosen)
            return Stock(
                resource, number, -there, self._query(self.taken, left), chosen=True, proposed=not self._chosen
            )
        # The rest is of what there is most; a tap on another kind takes the place of the first.
        rest = [one for one in self._most if one != kind]
        cubes = (*(kind,) * number, *rest)[: self.number]
        beside = (*self.given[1:], kind) if len(self.given) == self.number > 1 else cubes
        return Stock(resource, number, 0, self._query(self.taken, beside))

    @property
    def _most(self) -> list[str]:
        """The cubes one has, those of which there are most first."""
        held = Counter(str(one) for one in self._cubes.options)
        return [kind for kind, number in held.most_common() for _ in range(number)]

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
                self._query("" if self.taken == resource.value else resource.value, self.given)
                if resource.value in get.options and (resource.value not in self.given or self.taken == resource.value)
                else "",
                self.taken == resource.value,
            )
            for resource in Resource
        )

    @property
    def primary(self) -> Primary:
        """The button: Swap 1 iron for 1 gold."""
        armed = len(self.given) == self.number and bool(self.taken)
        if not armed:
            return Primary(page_text(self.language, "swap.choose", n=self.number), "swap", armed=False)
        counted = {one: self.given.count(one) for one in dict.fromkeys(self.given)}
        label = page_text(
            self.language,
            "swap.primary",
            what=amounts(self.language, counted),
            to=amounts(self.language, {self.taken: 1}),
        )
        fields = (*(("f.cubes", encoded(one)) for one in self.given), ("f.get", encoded(self.taken)))
        return Primary(label, "swap", fields)
