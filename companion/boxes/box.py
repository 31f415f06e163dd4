"""A box as a value: edition, rulings, counts, and the known faces of its cards."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final, NamedTuple, TypeVar

from companion.rules.editions import DEFAULT_EDITION, Edition, edition
from companion.rules.live import LiveSequence
from companion.rules.state.cards import EndGoal, GoonFace, GuardFace, ItemFace, LeaderGoal
from companion.rules.state.pieces import Cube, Kind
from companion.rules.state.setup import BASE as BASE  # noqa: PLC0414 - readers of a box find its words here
from companion.rules.state.setup import Difficulty
from companion.rules.vocabulary import EditionName


def colours(rules: Edition) -> tuple[str, ...]:
    """Return the parts of the guard deck: base, then each difficulty's colour (Z-2)."""
    return (BASE, *(rules.guard_deck[difficulty] for difficulty in Difficulty))


COLOURS: Final = colours(edition(DEFAULT_EDITION))
"""The parts of the guard deck; every edition has the same."""

_FOR_SETUP: Final = ("goals", "traits")
"""The cards that lie in no deck (E-1)."""


def cards_of(rules: Edition) -> tuple[str, ...]:
    """Return the kinds of cards that a box counts, besides guard cards (E-1)."""
    return (*(f"{kind}s" for kind in rules.decks), *_FOR_SETUP)


CARDS: Final = LiveSequence(lambda: (*(f"{kind}s" for kind in Kind.words()), *_FOR_SETUP))
"""The cards that boxes of any rule set count, besides guard cards."""


class LeaderFace(NamedTuple):
    """A leader goal."""

    goal: LeaderGoal
    name: str = ""


class EndFace(NamedTuple):
    """An end game goal."""

    goal: EndGoal
    name: str = ""


class StartFace(NamedTuple):
    """The start values of a trait or a crew board's B side (S-8); None: not set."""

    reputation: int | None = None
    power: int | None = None
    suspicion: int | None = None
    storage: int | None = None
    name: str = ""


Known = TypeVar("Known")

_COUNTED_DIGITS: Final = 6
"""A longer id was made up by somebody; the next might be too long."""


@dataclass(frozen=True)
class Box:
    """One physical copy. Faces stand under ids of their own, by which they are corrected or deleted.

    Attributes:
        name: what its owner calls it.
        edition: which rule set it is.
        rulings: the rows printed on its board (E-8 to E-12) and the other house rulings of its table.
        cubes: cubes by colour, where they are not as many as the edition says (E-2).
        cards: cards of each kind, likewise (E-1).
        guard_cards: guard cards of each colour, likewise (Z-2).
        tomes_out: tomes that a solitary game takes out (E-4), or None for what the edition says.
        guards: the guard cards known of each colour; two that look the same are two cards.
        items, goons, leader_goals, end_goals, traits, b_sides: the faces known; how often each is in the box is not.
    """

    name: str
    edition: EditionName = DEFAULT_EDITION
    rulings: Mapping[str, str] = field(default_factory=dict)
    cubes: Mapping[Cube, int] = field(default_factory=dict)
    cards: Mapping[str, int] = field(default_factory=dict)
    guard_cards: Mapping[str, int] = field(default_factory=dict)
    tomes_out: int | None = None
    guards: Mapping[str, Mapping[str, GuardFace]] = field(default_factory=dict)
    items: Mapping[str, ItemFace] = field(default_factory=dict)
    goons: Mapping[str, GoonFace] = field(default_factory=dict)
    leader_goals: Mapping[str, LeaderFace] = field(default_factory=dict)
    end_goals: Mapping[str, EndFace] = field(default_factory=dict)
    traits: Mapping[str, StartFace] = field(default_factory=dict)
    b_sides: Mapping[str, StartFace] = field(default_factory=dict)

    @property
    def rules(self) -> Edition:
        """The rule set itself."""
        return edition(self.edition)


def in_order(faces: Mapping[str, Known]) -> Iterator[tuple[str, Known]]:
    """Faces with their ids, the oldest first whatever order they were written in: ids are given by counting."""
    return iter(sorted(faces.items(), key=lambda one: (len(one[0]), one[0])))


def new_id(taken: Mapping[str, Any]) -> str:
    """Return an id that none of these has, after all that were given by counting."""
    counted = (int(id_) for id_ in taken if id_.isdecimal() and len(id_) <= _COUNTED_DIGITS)
    return next(id_ for number in count(max(counted, default=0) + 1) if (id_ := str(number)) not in taken)
