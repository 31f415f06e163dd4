"""The parts of a box that a game takes: counts, rulings, the known guard deck."""

from dataclasses import replace
from typing import NamedTuple

from companion.boxes.box import Box, cards_of, in_order
from companion.rules.state.cards import GuardFace
from companion.rules.state.pieces import Cube, Kind
from companion.rules.state.setup import BASE, Dealing, Difficulty, Setup


class GuardsKnown(NamedTuple):
    """The number of known guard cards of a deck, as in "7 of 12".

    Attributes:
        known: how many are; more of a colour than it has count for none of another.
        of: how many there are.
        complete: whether the app can deal them: each colour is known to the card.
    """

    known: int
    of: int
    complete: bool


def cubes(box: Box) -> dict[Cube, int]:
    """Return the box's cubes by colour; the edition's if not counted (E-2, E-14)."""
    return {cube: box.cubes.get(cube, box.rules.counts[cube]) for cube in Cube}


def cards(box: Box) -> dict[str, int]:
    """Return the box's cards by kind; the edition's if not counted (E-1, E-14)."""
    return {kind: box.cards.get(kind, box.rules.counts[kind]) for kind in cards_of(box.rules)}


def guard_cards(box: Box, colour: str) -> int:
    """Return the number of guard cards of a colour in the box (Z-2, E-14)."""
    sizes = box.rules.guard_deck
    return box.guard_cards.get(colour, int(sizes["base" if colour == BASE else "difficulty"]))


def tomes_out(box: Box) -> int:
    """Return how many of this box's tomes a solitary game leaves out (E-4)."""
    return sum(box.rules.tomes_out_in_solitary.values()) if box.tomes_out is None else box.tomes_out


def colours_of(box: Box, difficulty: Difficulty) -> tuple[str, str]:
    """Return the colours that a difficulty plays with, the base first (Z-2)."""
    return BASE, box.rules.guard_deck[difficulty]


def guards_known(box: Box, difficulty: Difficulty) -> GuardsKnown:
    """Return how much of a difficulty's guard deck is known (Z-2)."""
    counted = [(len(box.guards.get(colour, ())), guard_cards(box, colour)) for colour in colours_of(box, difficulty)]
    return GuardsKnown(
        sum(min(known, size) for known, size in counted),
        sum(size for _, size in counted),
        all(known == size for known, size in counted),
    )


def guard_deck(box: Box, difficulty: Difficulty) -> tuple[GuardFace, ...]:
    """Return a difficulty's known guard cards: base first, colours as entered."""
    return tuple(face for colour in colours_of(box, difficulty) for _, face in in_order(box.guards.get(colour, {})))


def setup_of(box: Box, difficulty: Difficulty | None = Difficulty.MODERATE) -> Setup:
    """Return the setup of a game with this box; the table sets the rest.

    Args:
        box: what lies on the table.
        difficulty: the guards' deck (Z-2), or None where only players sit.

    Returns:
        A setup in which every count is given. The app deals where it knows the whole guard deck, otherwise the player
        does; `guard_deck` is what is known of it in either case.
    """
    counted = cards(box)
    shared = Setup(
        box.edition,
        box.rulings,
        guards=None,
        difficulty=None,
        cubes=cubes(box),
        cards={kind: counted[f"{kind}s"] for kind in map(Kind, box.rules.decks)},
    )
    if difficulty is None:
        return shared
    return replace(
        shared,
        guards=1,
        difficulty=difficulty,
        dealing=Dealing.APP if guards_known(box, difficulty).complete else Dealing.CARDS,
        guard_deck=guard_deck(box, difficulty),
        guard_cards=guards_known(box, difficulty).of,
        tomes_out=tomes_out(box),
    )
