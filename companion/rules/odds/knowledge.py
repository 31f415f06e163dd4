"""A player's knowledge of the guards' cards in a roll call (V-1, Z-3 to Z-8)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from companion.rules.engine.secrecy import seen_by
from companion.rules.errors import RuleError
from companion.rules.odds.errors import NotInRollCall, UnknownCards
from companion.rules.phases.roll_call import face_down_cards, guard_faces, location_cards
from companion.rules.state.cards import GuardFace
from companion.rules.state.pieces import Side
from companion.rules.state.position import Phase, Position
from companion.rules.state.step_kinds import StepKind
from companion.rules.vocabulary import Location


class CardsThere(NamedTuple):
    """The guard cards of a location as lights out begins; None: unseen.

    Cards that the guards' turns bring later are not in it.

    Attributes:
        up: the cards that are face up by then.
        down: the cards revealed in lights out, where a special one brings another (Z-8).
    """

    up: tuple[GuardFace | None, ...] = ()
    down: tuple[GuardFace | None, ...] = ()


NO_CARDS: Final = CardsThere()


class Knowledge(NamedTuple):
    """A player's knowledge of the guards' cards.

    Attributes:
        unseen: the guard cards that the player has not seen, by face, how often each.
        deck: how many of them are in their deck.
        location_cards: the cards still in the location deck.
        turns: how many more location cards the guards' turns ask for.
        there: the guard cards of each location that has any.
    """

    unseen: Mapping[GuardFace, int]
    deck: int
    location_cards: Mapping[str, int]
    turns: int
    there: Mapping[Location, CardsThere]

    @property
    def specials(self) -> int:
        """The number of special cards that may still be revealed in lights out (Z-8)."""
        known = (face for cards in self.there.values() for face in cards.down)
        return sum(number for face, number in self.unseen.items() if face.special) + sum(
            face is not None and face.special for face in known
        )


class _GuardsTurns(NamedTuple):
    """The rest of the guards' turns: cards to reveal, and reveals under way."""

    locations: int
    reveals: int
    rising: frozenset[int]


def check_roll_call(position: Position, seat: Side) -> None:
    """Reject a moment or a seat without odds.

    Raises:
        NotInRollCall: no player assigns tokens against the guards there.
    """
    if position.phase is not Phase.ROLL_CALL or not position.setup.solitary or seat not in position.players:
        raise NotInRollCall("odds.not_in_roll_call")


def location_cards_left(position: Position) -> Counter[str]:
    """Return the cards still in the location deck: all but the revealed (Z-2, Z-5).

    Raises:
        UnknownCards: it cannot hold that.
    """
    left, wrong = _left_of_locations(position)
    RuleError.refuse(wrong)
    return left


def _left_of_locations(position: Position) -> tuple[Counter[str], tuple[UnknownCards, ...]]:
    """Return the location cards left, and an error if they don't match the deck."""
    left = Counter(location_cards(position.setup))
    left.subtract(position.location_cards)
    wrong = min(left.values()) < 0 or left.total() != len(position.location_deck)
    return +left, (UnknownCards("odds.location_cards"),) if wrong else ()


def knowledge(position: Position, seat: Side, together: int, turned_first: Sequence[int]) -> Knowledge:
    """Return what a player knows in a roll call.

    Args:
        position: the game; what is hidden from the seat is not looked at.
        seat: the player's.
        together: how many tokens the player assigns in one turn; in every other turn it is one.
        turned_first: the face-down guard cards that the player will choose in the guards' turns, before the others,
            which follow in their order.

    Raises:
        NotInRollCall: no player assigns tokens against the guards there.
        UnknownCards: not all their cards are known.
    """
    check_roll_call(position, seat)
    turns = _guards_turns(position, seat, together)
    seen = seen_by(position, seat)
    unseen, wrong_faces = _unseen(seen)
    locations, wrong_locations = _left_of_locations(seen)
    RuleError.refuse((*wrong_faces, *wrong_locations))
    down = [card for card in face_down_cards(seen) if card not in turns.rising]
    chosen = [card for card in dict.fromkeys(turned_first) if card in down]
    up = {*turns.rising, *[*chosen, *(card for card in down if card not in chosen)][: turns.reveals]}
    there: dict[Location, CardsThere] = {}
    for index, card in enumerate(seen.guard_cards):
        if card.location is not None:
            cards = there.get(card.location, NO_CARDS)
            if card.up or index in up:
                there[card.location] = cards._replace(up=(*cards.up, card.face))
            else:
                there[card.location] = cards._replace(down=(*cards.down, card.face))
    return Knowledge(unseen, len(seen.guard_deck), locations, turns.locations, there)


def _unseen(seen: Position) -> tuple[Counter[GuardFace], tuple[UnknownCards, ...]]:
    """Return the faces that the seat has not seen, and errors if they don't match."""
    number = len(seen.guard_cards) + len(seen.guard_deck)
    left = Counter(guard_faces(seen.setup))
    if left.total() != number:
        return left, (UnknownCards("odds.needs_guard_cards", n=number, known=left.total()),)
    left.subtract(card.face for card in seen.guard_cards if card.face is not None)
    wrong = any(count < 0 for count in left.values())
    return +left, (UnknownCards("odds.needs_guard_cards", n=number, known=number - 1),) if wrong else ()


def _guards_turns(position: Position, seat: Side, together: int) -> _GuardsTurns:
    """Return the guards' turns until the player assigns the last token (Z-4, Z-5, Z-7).

    Raises:
        NotInRollCall: it is no side's turn there.
    """
    rising = frozenset(step.card for step in position.agenda if step.kind is StepKind.REVEAL)
    home = len(position.at_home(seat))
    mine = home - together + 1 if together else home
    for step in position.agenda:
        if step.kind is StepKind.TURN and step.side == seat:
            return _GuardsTurns(max(mine - 1, 0), max(mine - 1, 0), rising)
        if step.kind is StepKind.TURN:
            return _GuardsTurns(max(mine, 1), max(mine, 1), rising)
        if step.kind is StepKind.LOCATION_CARD:
            # The guards' turn is under way: its card is chosen, its location card is to come.
            return _GuardsTurns(max(mine, 1), max(mine - 1, 0), rising)
        if step.kind is StepKind.END_GUARDS_TURN:
            return _GuardsTurns(max(mine - 1, 0), max(mine - 1, 0), rising)
    raise NotInRollCall("odds.not_in_roll_call")
