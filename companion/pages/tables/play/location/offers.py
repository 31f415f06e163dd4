"""What the page of a location offers: cards with their buttons, resources, and the button that carries it out."""

from dataclasses import dataclass

from companion.rules.vocabulary import Resource


@dataclass(frozen=True)
class OfferButton:
    """A button of a card: what it says, where it leads, whether it is chosen, and why it cannot be had."""

    label: str
    query: str = ""
    chosen: bool = False
    short: str = ""


@dataclass(frozen=True)
class CardOffer:
    """An item or a goon that may be had, with its acts on it.

    Attributes:
        name: what it is called, where it has a name.
        stars: its reputation; None: a goon.
        sign: the sign of a goon.
        icons: its suspicion icons.
        cost: signs of cubes.
        valuables, effects: signs and words, or None where nobody has told them.
        own: whether it lies in one's reserve.
        acts: its buttons.
    """

    name: str
    stars: int | None
    sign: str
    icons: int
    cost: tuple[str, ...]
    valuables: tuple[tuple[str, str], ...] | None
    effects: tuple[str, ...] | None
    own: bool
    acts: tuple[OfferButton, ...]

    @property
    def chosen(self) -> bool:
        """Whether one of its acts is chosen."""
        return any(one.chosen for one in self.acts)


@dataclass(frozen=True)
class Stock:
    """A resource of the stash strip.

    Attributes:
        resource: which.
        number: how many there are.
        by: how many come or go.
        query: where a tap on it leads.
        chosen: whether it is given or taken.
        proposed: whether nobody has chosen that yet.
    """

    resource: Resource
    number: int
    by: int = 0
    query: str = ""
    chosen: bool = False
    proposed: bool = False


@dataclass(frozen=True)
class Primary:
    """The one button that carries a location out.

    Attributes:
        label: what it says.
        type: of the act.
        fields: the values that it sends.
        armed: whether all that it needs is chosen.
    """

    label: str
    type: str
    fields: tuple[tuple[str, str], ...] = ()
    armed: bool = True
