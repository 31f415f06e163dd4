"""What alone would turn who leads at a location in most deals: more strength, or what one guard card shows."""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final, NamedTuple, TypeVar

from companion.rules.odds.knowledge import NO_CARDS, CardsThere, Knowledge, check_roll_call, knowledge
from companion.rules.odds.location_odds import check_assignable, guards_there, judged
from companion.rules.state.cards import GuardFace
from companion.rules.state.pieces import Cube, Side, Token
from companion.rules.state.position import Position
from companion.rules.vocabulary import POWER, Location

_Card = TypeVar("_Card")

_HALF: Final = Fraction(1, 2)
_MOST: Final = 5
"""How much more strength is tried: as much as the strongest token has."""


class StrengthThatTurns(NamedTuple):
    """So much more strength of the player's is the least with which it leads in more than half of all deals."""

    more: int
    leads: Fraction


class CardThatTurns(NamedTuple):
    """A guard card that would change who leads in more than half of all deals.

    Attributes:
        face: what it shows: of those that do, the nearest to what does not.
        lies: whether it lies there face down; otherwise it is one that comes there.
        leads: how likely the player leads then.
    """

    face: GuardFace
    lies: bool
    leads: Fraction


def strength_that_turns(
    position: Position, seat: Side, location: Location, tokens: Iterable[Token] = ()
) -> StrengthThatTurns | None:
    """How much more strength would turn a location at which the player leads in half of all deals or fewer.

    None if the player leads in more, or is not there, or would not even with as much as the strongest token has. It
    refuses as `location_odds` does.
    """
    check_roll_call(position, seat)
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
    """Which unseen guard card would turn a location, by lying there face down, or else by coming there next.

    None if none would. It refuses as `location_odds` does.
    """
    check_roll_call(position, seat)
    added = tuple(tokens)
    check_assignable(position, seat, location, added)
    known = knowledge(position, seat, len(added), ())
    cards = known.there.get(location, NO_CARDS)
    lies = None in (*cards.down, *cards.up)
    if not lies and not (known.turns and known.deck and known.location_cards.get(location.value)):
        return None
    now = judged(position, location, added, guards_there(position, seat, location, known)).leads > _HALF
    for face in sorted(known.unseen, key=lambda one: _strength(position, one), reverse=not now):
        then = _lies(known, location, face) if lies else _came(known, location, face)
        leads = judged(position, location, added, guards_there(position, seat, location, then)).leads
        if (leads > _HALF) != now:
            return CardThatTurns(face, lies, leads)
    return None


def _strength(position: Position, face: GuardFace) -> tuple[int, bool]:
    guards = position.setup.guards
    assert guards is not None
    number = position.at(guards, Cube.POWER) if face.strength == POWER else int(face.strength)
    return number, face.special


def _lies(known: Knowledge, location: Location, face: GuardFace) -> Knowledge:
    """The same of somebody who knows what the first of the cards shows that lie face down there."""
    down, up = known.there[location].down, known.there[location].up
    cards = CardsThere(up, _told(down, face)) if None in down else CardsThere(_told(up, face), down)
    return known._replace(unseen=_without(known.unseen, face), there={**known.there, location: cards})


def _told(cards: tuple[GuardFace | None, ...], face: GuardFace) -> tuple[GuardFace | None, ...]:
    place = cards.index(None)
    return (*cards[:place], face, *cards[place + 1 :])


def _came(known: Knowledge, location: Location, face: GuardFace) -> Knowledge:
    """The same after a turn of the guards that has brought the card there (Z-5)."""
    cards = known.there.get(location, NO_CARDS)
    return Knowledge(
        _without(known.unseen, face),
        known.deck - 1,
        _without(known.location_cards, location.value),
        known.turns - 1,
        {**known.there, location: cards._replace(up=(*cards.up, face))},
    )


def _without(cards: Mapping[_Card, int], one: _Card) -> Mapping[_Card, int]:
    """The cards but one of a kind."""
    return Counter(cards) - Counter([one])
