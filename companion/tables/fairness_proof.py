"""The proof that a table was dealt fairly: seed, commitment and shuffles. Pure.

An export of a closed table carries it as plain JSON, so that it can be checked far from the server that dealt.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from companion.rules.editions import STANDARD
from companion.rules.engine.fairness import Card, Deal, Sight, Verdict, verify
from companion.rules.shuffling.shuffle import GUARDS, LOCATIONS, commitment
from companion.rules.state.pieces import OFF_DUTY
from companion.rules.vocabulary import POWER, Location

PROOF_FORMAT: Final = "lockup-table"
VERSION: Final = 1
"""A file of another version is refused, never read by guessing."""

MOST_CARDS: Final = 200
"""The most cards in a deck: more than any box has. The time to deal grows with the square of it."""

LONGEST_SEED: Final = 100


class NoProof(ValueError):
    """A value that is no export of a closed table."""


class Proof(NamedTuple):
    """The proof of a table.

    Attributes:
        seed: from which the cards were dealt.
        commitment: the commitment shown when the table was opened.
        deals: every shuffle.
        known: whether somebody may know the seed: a person chose it, or it was in a file.
    """

    seed: str
    commitment: str
    deals: tuple[Deal, ...]
    known: bool = False

    @property
    def kept(self) -> bool:
        """True if the seed is the one that was promised."""
        return commitment(self.seed) == self.commitment

    @property
    def verdict(self) -> Verdict:
        """The result of dealing again."""
        return verify(self.deals, self.seed)


def written(deals: Iterable[Deal]) -> list[dict[str, Any]]:
    """Return shuffles as JSON values."""
    return [
        {
            "line": deal.line,
            "round": deal.round,
            "deck": deal.deck,
            "cards": [*deal.cards],
            "order": [*deal.order],
            "seen": [sight._asdict() for sight in deal.seen],
        }
        for deal in deals
    ]


def read(value: Any) -> Proof:
    """Return the proof in an export.

    Raises:
        NoProof: it is none, or the table was not closed yet.
    """
    try:
        if value["format"] != PROOF_FORMAT or value["version"] != VERSION:
            raise NoProof
        locations = frozenset((*Location.words(), OFF_DUTY))
        found = tuple(_deal(deal, locations) for deal in value["deals"])
        seed = _text(value["seed"])
        if len(seed) > LONGEST_SEED:
            raise NoProof
        return Proof(seed, _text(value["commitment"]), found, value["seed_known"] is True)
    except (KeyError, TypeError) as fault:
        raise NoProof from fault


def _deal(deal: Mapping[str, Any], locations: frozenset[str]) -> Deal:
    deck = deal["deck"]
    if deck not in {GUARDS, LOCATIONS} or not 1 <= _number(deal["round"]) <= STANDARD.rounds:
        raise NoProof
    if max(len(deal["cards"]), len(deal["order"]), len(deal["seen"])) > MOST_CARDS:
        raise NoProof

    def card(value: Any) -> Card:
        return _guard(value) if deck == GUARDS else _location(value, locations)

    seen = (Sight(_number(one["line"]), _number(one["place"]), card(one["shows"])) for one in deal["seen"])
    return Deal(
        _number(deal["line"]),
        deal["round"],
        deck,
        tuple(map(card, deal["cards"])),
        tuple(map(card, deal["order"])),
        tuple(seen),
    )


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise NoProof
    return value


def _number(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise NoProof
    return value


def _location(value: Any, locations: frozenset[str]) -> Card:
    if value not in locations:
        raise NoProof
    return value


def _guard(value: Any) -> Card:
    strength, special = value if isinstance(value, list) and len(value) == 2 else (None, None)
    if not (type(strength) is int or strength == POWER) or type(special) is not bool:
        raise NoProof
    return [strength, special]
