"""Chance: every way in which unseen cards can come, with its exact weight.

The only chance in a game is in the guards' two decks (Z-3, Z-5, Z-8). Nobody knows their order, or the guard cards that
lie face down, unless a tome has shown them. Every order of these is as likely as any other.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple, TypeAlias

from companion.rules.acts.actions import Act, Prompt
from companion.rules.engine.decider import Decision, next_decision
from companion.rules.shuffling.shuffle import GUARDS, LOCATIONS, Shuffle
from companion.rules.state.events import (
    Dealt,
    DeckLooked,
    Event,
    GuardCardLooked,
    GuardCardTurned,
    LocationCardTurned,
)
from companion.rules.state.pieces import GuardCard
from companion.rules.state.position import Position

ON_BOARD: Final = "on board"

Slot: TypeAlias = tuple[str, int]
"""The place of an unseen card: face down on the board by its number, or in a deck counted from the top."""


class Chance(NamedTuple):
    """A possible result of an act.

    Attributes:
        weight: its probability; the weights of all results add up to 1.
        decision: the result. Cards that are still unseen are in their decks in some order.
    """

    weight: Fraction
    decision: Decision


def chances(position: Position, prompt: Prompt, act: Act, shuffle: Shuffle[Any]) -> Iterator[Chance]:
    """Yield every possible result of an act, once for each order of revealed cards.

    A card whose face the app does not know, because a person deals, is no chance: that person says what it is.

    Raises:
        IllegalAct: the prompt does not offer the act.
    """
    yield from _branches(_Question(position, prompt, act, shuffle), {}, Fraction(1))


class _Question(NamedTuple):
    """An act in a position; see `chances`."""

    position: Position
    prompt: Prompt
    act: Act
    shuffle: Shuffle[Any]


def _branches(asked: _Question, turned: Mapping[Slot, Any], weight: Fraction) -> Iterator[Chance]:
    """Yield the results in which these cards are where they are."""
    position = asked.position
    left = _unseen(position)
    for slot, card in turned.items():
        left[slot[0] == LOCATIONS][card] -= 1
    decision = next_decision(_laid(position, turned, left), asked.prompt, asked.act, asked.shuffle)
    revealed = next((one for one in _revealed(position, decision.events) if one not in turned), None)
    cards = None if revealed is None else left[revealed[0] == LOCATIONS]
    if revealed is None or cards is None or None in cards:
        yield Chance(weight, decision)
        return
    for card, number in sorted(cards.items(), key=str):
        if number:
            yield from _branches(asked, {**turned, revealed: card}, weight * Fraction(number, cards.total()))


def _is_unseen(card: GuardCard) -> bool:
    return not card.up and not card.looked


def _unseen(position: Position) -> tuple[Counter[Any], Counter[Any]]:
    """Return the number of each unseen guard card and location card."""
    down = (card.face for card in position.guard_cards if _is_unseen(card))
    return Counter((*down, *position.guard_deck)), Counter(position.location_deck)


def _laid(position: Position, turned: Mapping[Slot, Any], left: Sequence[Counter[Any]]) -> Position:
    """Return the position with these cards in place, and the others sorted."""
    guards, locations = (iter(sorted(counted.elements(), key=str)) for counted in left)

    def card(slot: Slot, rest: Iterator[Any]) -> Any:
        return turned[slot] if slot in turned else next(rest)

    return position._replace(
        guard_cards=tuple(
            one._replace(face=card((ON_BOARD, index), guards)) if _is_unseen(one) else one
            for index, one in enumerate(position.guard_cards)
        ),
        guard_deck=tuple(card((GUARDS, index), guards) for index in range(len(position.guard_deck))),
        location_deck=tuple(card((LOCATIONS, index), locations) for index in range(len(position.location_deck))),
    )


def _revealed(position: Position, events: Sequence[Event]) -> Iterator[Slot]:
    """Yield the places of unseen cards that these events show, in order.

    No act reveals two location cards, or looks at a deck from which it has drawn.
    """
    on_board = len(position.guard_cards)
    for event in events:
        match event:
            case Dealt():
                # From here on the order of another round is followed, which the shuffle gives.
                return
            case GuardCardTurned(card) | GuardCardLooked(card):
                if card >= on_board:
                    yield (GUARDS, card - on_board)
                elif _is_unseen(position.guard_cards[card]):
                    yield (ON_BOARD, card)
            case LocationCardTurned():
                yield (LOCATIONS, 0)
            case DeckLooked(deck):
                yield (deck, 0)
