"""Single changes that would turn the lead in most deals: strength, or a guard card."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Final, NamedTuple

from companion.rules.odds.knowledge import NO_CARDS, CardsThere, Knowledge, knowledge
from companion.rules.odds.location_odds import Night, check_assignable, guards_there, judged
from companion.rules.state.cards import GuardFace
from companion.rules.state.pieces import Cube, Side, Token
from companion.rules.state.position import Position
from companion.rules.vocabulary import POWER, Location

_HALF: Final = Fraction(1, 2)
_MOST: Final = 5
"""The most extra strength that is tried: the strength of the strongest token."""


class StrengthThatTurns(NamedTuple):
    """The least extra strength for a lead in more than half of all deals."""

    more: int
    leads: Fraction


class CardThatTurns(NamedTuple):
    """A guard card that would change who leads in more than half of all deals.

    Attributes:
        face: its face: of all that change the lead, the nearest to one that does not.
        lies: whether it is there face down; otherwise it is a card that comes there.
        leads: how likely the player leads then.
    """

    face: GuardFace
    lies: bool
    leads: Fraction


def strength_that_turns(
    position: Position, seat: Side, location: Location, tokens: Iterable[Token] = ()
) -> StrengthThatTurns | None:
    """Return the extra strength with which the player would lead in most deals.

    None if the player does so already, or is not there, or would not even with the strength of the strongest token
    added. It raises the errors of `location_odds`.
    """
    added = tuple(tokens)
    check_assignable(position, seat, location, added)
    guards = guards_there(position, seat, location, knowledge(position, seat, len(added), ()))
    is_there = bool(added) or (seat, location) in position.assigned
    if not is_there or judged(position, location, added, guards).leads > _HALF:
        return None
    now = position.bonus.get((seat, location), 0)
    for more in range(1, _MOST + 1):
        stronger = position._replace(bonus={**position.bonus, (seat, location): now + more})
        leads = judged(stronger, location, added, guards).leads
        if leads > _HALF:
            return StrengthThatTurns(more, leads)
    return None


def card_that_turns(
    position: Position, seat: Side, location: Location, tokens: Iterable[Token] = ()
) -> CardThatTurns | None:
    """Return the unseen guard card that turns the lead, face down there or drawn next.

    None if no card would. It raises the errors of `location_odds`.
    """
    added = tuple(tokens)
    check_assignable(position, seat, location, added)
    known = knowledge(position, seat, len(added), ())
    cards = known.there.get(location, NO_CARDS)
    lies = None in (*cards.down, *cards.up)
    if not lies and not (known.turns and known.deck and known.location_cards.get(location.value)):
        return None
    now = judged(position, location, added, guards_there(position, seat, location, known)).leads > _HALF
    others, revealed = _without_first(cards) if lies else (cards, False)
    # In every order of the unseen cards one of them is the card: to name it only leaves out the other orders.
    night = Night(position, seat, location, known if lies else _named(known, location))
    for face in sorted(known.unseen, key=lambda one: _strength(position, one), reverse=not now):
        leads = judged(position, location, added, night.told(face, others, revealed=revealed)).leads
        if (leads > _HALF) != now:
            return CardThatTurns(face, lies, leads)
    return None


def _strength(position: Position, face: GuardFace) -> tuple[int, bool]:
    guards = position.setup.guards
    assert guards is not None
    number = position.at(guards, Cube.POWER) if face.strength == POWER else int(face.strength)
    return number, face.special


def _without_first(cards: CardsThere) -> tuple[CardsThere, bool]:
    """Return the cards without the first unseen one, and whether lights out reveals it."""
    if None in cards.down:
        return cards._replace(down=_without(cards.down)), True
    return cards._replace(up=_without(cards.up)), False


def _without(cards: tuple[GuardFace | None, ...]) -> tuple[GuardFace | None, ...]:
    place = cards.index(None)
    return (*cards[:place], *cards[place + 1 :])


def _named(known: Knowledge, location: Location) -> Knowledge:
    """Return the knowledge after the guards' turn has brought a card there (Z-5)."""
    left = Counter(known.location_cards) - Counter([location.value])
    return known._replace(deck=known.deck - 1, location_cards=left, turns=known.turns - 1)
