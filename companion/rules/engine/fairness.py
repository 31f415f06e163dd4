"""Check a deal (Z-20): do all shuffles and revealed cards follow from the seed?

No seed can prove a deal by hand or a corrected card; both are left out.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, Final, NamedTuple, TypeAlias

from companion.rules.corrections.registry import WHY
from companion.rules.engine.mid_game_setup import TOLD
from companion.rules.phases.roll_call import guard_faces, location_cards
from companion.rules.shuffling.shuffle import GUARDS, LOCATIONS, shuffled
from companion.rules.state.cards import GuardFace
from companion.rules.state.events import (
    Dealt,
    DeckLooked,
    Event,
    GuardCardLooked,
    GuardCardTurned,
    LocationCardTurned,
    evolve,
)
from companion.rules.state.position import Position

Card: TypeAlias = Any
"""A card as JSON writes it: a guard card as `[strength, special]`, a location card as its word."""


class Sight(NamedTuple):
    """A card of a deal that was revealed or looked at.

    Attributes:
        line: the number of the log entry.
        place: its place in the deck as it was dealt; the top is 0.
        shows: its face.
    """

    line: int
    place: int
    shows: Card


class Deal(NamedTuple):
    """A deck that the app has shuffled.

    Attributes:
        line: the number of the log entry.
        round: 1 to 6.
        deck: `guards` or `locations`.
        cards: the deck before the shuffle, in the order that both sides of a check know.
        order: the order of dealing in the log, top first.
        seen: the cards of it that were revealed.
    """

    line: int
    round: int
    deck: str
    cards: Sequence[Card]
    order: Sequence[Card]
    seen: Sequence[Sight] = ()


class Difference(NamedTuple):
    """A card that does not follow from the seed.

    Attributes:
        line, round, deck: where.
        place: in the deck; the top is 0.
        found: the card that was dealt or revealed; None if there was none.
        expected: the card that the seed gives; None if it gives none.
    """

    line: int
    round: int
    deck: str
    place: int
    found: Card
    expected: Card


class Verdict(NamedTuple):
    """The result of the check.

    Attributes:
        shuffles: how many were compared.
        cards: how many revealed cards were compared.
        difference: the first that does not follow from the seed, or None.
    """

    shuffles: int
    cards: int
    difference: Difference | None = None

    @property
    def honest(self) -> bool:
        """True if everything that was dealt follows from the seed."""
        return self.difference is None


def verify(deals: Iterable[Deal], seed: str) -> Verdict:
    """Deal every deck again, and compare."""
    shuffles = cards = 0
    for deal in deals:
        order = shuffled(seed, deal.round, deal.deck, deal.cards)
        for difference in _differences(deal, order):
            return Verdict(shuffles, cards, difference)
        shuffles += 1
        cards += len(deal.seen)
    return Verdict(shuffles, cards)


_NO_CARD: Final = None


def _differences(deal: Deal, order: Sequence[Card]) -> Iterator[Difference]:
    for place, (found, expected) in enumerate(zip_longest(deal.order, order, fillvalue=_NO_CARD)):
        if found != expected:
            yield Difference(deal.line, deal.round, deal.deck, place, found, expected)
    for sight in deal.seen:
        expected = order[sight.place] if 0 <= sight.place < len(order) else _NO_CARD
        if sight.shows != expected:
            yield Difference(sight.line, deal.round, deal.deck, sight.place, sight.shows, expected)


class LineFacts(NamedTuple):
    """A log entry, perhaps struck: its number, the game before it, and its events."""

    line: int
    before: Position
    events: Sequence[Event]


def deals(lines: Iterable[LineFacts]) -> list[Deal]:
    """Return the decks that the app has shuffled, with the revealed cards of each.

    Args:
        lines: all log entries in which something happened, first to last.
    """
    found: list[Deal] = []
    seen: list[list[Sight]] = []
    # The same round is dealt the same way again after an undo, so the last deal of a round is the one in force.
    last: dict[tuple[int, str], int | None] = {}
    for line in lines:
        game = line.before
        for event in line.events:
            for deck, place, shows in _shown(game, event):
                deal = last.get((game.round, deck))
                if deal is not None:
                    seen[deal].append(Sight(line.line, place, shows))
            if isinstance(event, Dealt):
                for one in _dealt(line.line, game, event):
                    by_app = None not in one.order
                    last[one.round, one.deck] = len(found) if by_app else None
                    if by_app:
                        found.append(one)
                        seen.append([])
            game = evolve(game, event)
    return [deal._replace(seen=tuple(sights)) for deal, sights in zip(found, seen, strict=True)]


def _dealt(line: int, game: Position, event: Dealt) -> Iterator[Deal]:
    setup = game.setup
    for deck, cards, order in (
        (GUARDS, guard_faces(setup), event.guard_deck),
        (LOCATIONS, location_cards(setup), event.location_deck),
    ):
        yield Deal(line, game.round, deck, _plain(cards), _plain(order))


def _plain(cards: Iterable[Any]) -> tuple[Card, ...]:
    return tuple(plain(card) for card in cards)


def plain(card: GuardFace | str | None) -> Card:
    """Return a card as JSON writes it."""
    return [*card] if isinstance(card, GuardFace) else card


def _shown(game: Position, event: Event) -> Iterator[tuple[str, int, Card]]:
    """Yield the deck, the place in it and the face of a card that an event shows."""
    if event.why in (WHY, TOLD):
        return
    match event:
        case GuardCardTurned(card, face) | GuardCardLooked(card, GuardFace() as face):
            # A card already face up was replaced by a correction, and is only entered again.
            if not game.guard_cards[card].up:
                yield GUARDS, card, plain(face)
        case LocationCardTurned(shows):
            yield LOCATIONS, len(game.location_cards), shows
        case DeckLooked(deck, shows) if shows is not None:
            yield deck, len(game.guard_cards if deck == GUARDS else game.location_cards), plain(shows)
        case _:
            pass
