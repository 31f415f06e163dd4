"""Secrets of a position (V-1): the position as one of its seats sees it, for bots that must not see more.

What the app shows of a table (`companion.tables.projection`) stands on the same functions.
"""

from collections.abc import Container
from typing import Final

from companion.rules.state.cards import ItemFace
from companion.rules.state.pieces import Side, Token, TokenOnBoard, Zone
from companion.rules.state.position import Phase, Position

HIDDEN: Final = "hidden"
"""Stands, with a number behind it where it is one of several, for a token of somebody else that lies face down."""

KEPT_TO_ONESELF: Final = frozenset({"tomes", "reserved"})
"""What is counted of what a side keeps to itself until the game has ended."""

BEFORE_THE_RAID: Final = frozenset({"reputation_before", "suspicion_before"})
"""What is noted of what lay open before the last raid."""


def knows(position: Position, seats: Container[Side], side: Side) -> bool:
    """Whether those seats know what a side keeps to itself: it is one of theirs, or the guards, who keep nothing."""
    return side in seats or side == position.setup.guards


def hidden_cards(position: Position, seats: Container[Side]) -> frozenset[int]:
    """The cards whose faces those seats do not know: what others have reserved."""
    return frozenset(
        card
        for zone, side in position.zones
        if zone is Zone.RESERVE and isinstance(side, int) and not knows(position, seats, side)
        for card in position.lying((zone, side))
    )


def is_hidden(position: Position, seats: Container[Side], side: Side, laid: TokenOnBoard) -> bool:
    """Whether those seats do not know which token of a side lies there: one of another's, face down."""
    return laid.face_down and not knows(position, seats, side)


def is_secret_count(position: Position, what: str, *, covered: bool) -> bool:
    """Whether a count is its side's own.

    Args:
        position: in which it stands.
        what: was counted.
        covered: whether scores are covered, as while all count their hands: then nobody knows what another has counted.
    """
    if covered:
        return what not in BEFORE_THE_RAID
    return position.phase is not Phase.ENDED and what in KEPT_TO_ONESELF


def seen_by(position: Position, seat: Side) -> Position:
    """The position without what that seat does not know.

    Cards of the decks and guard cards that lie face down have no face, but for those that a player has looked at. Of
    others, tokens that lie face down are `HIDDEN` and a number, reserved items have no face, and tomes in hand are left
    out, so that they are in the deck. What is to be done next is left out too: `Game.legal_actions` has what may be.
    """
    seats = frozenset({seat})
    tokens = _tokens(position, seats)
    reserved = hidden_cards(position, seats)
    covered = position.phase is Phase.LAST_RAID
    return position._replace(
        agenda=(),
        guard_deck=(None,) * len(position.guard_deck),
        location_deck=(None,) * len(position.location_deck),
        guard_cards=tuple(
            card if card.up or (card.looked and seat in position.players) else card._replace(face=None)
            for card in position.guard_cards
        ),
        tokens=tokens,
        spent=frozenset(one for one in position.spent if knows(position, seats, one[0]) or one in tokens),
        cards={card: ItemFace() if card in reserved else face for card, face in position.cards.items()},
        tomes={
            holder: number
            for holder, number in position.tomes.items()
            if not isinstance(holder, int) or knows(position, seats, holder)
        },
        counted={
            (side, what): number
            for (side, what), number in position.counted.items()
            if knows(position, seats, side) or not is_secret_count(position, what, covered=covered)
        },
    )


def _tokens(position: Position, seats: frozenset[Side]) -> dict[tuple[Side, Token], TokenOnBoard]:
    """The tokens on the board; which of others' lie face down is not told, nor by the order in which they stand."""
    places = position.setup.edition.locations
    hidden = sorted(
        (side, places.index(laid.location))
        for (side, _), laid in position.tokens.items()
        if is_hidden(position, seats, side, laid)
    )
    return {
        **{key: laid for key, laid in position.tokens.items() if not is_hidden(position, seats, key[0], laid)},
        **{
            (side, f"{HIDDEN} {number}"): TokenOnBoard(places[place], face_down=True)
            for number, (side, place) in enumerate(hidden, 1)
        },
    }
