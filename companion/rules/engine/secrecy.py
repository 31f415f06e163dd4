"""Secrets of a position (V-1): what one of its seats sees, and a bot may see.

The app's view of a table (`companion.tables.projection`) uses the same functions.
"""

from collections.abc import Container
from typing import Final

from companion.rules.state.cards import ItemFace
from companion.rules.state.pieces import Side, Token, TokenOnBoard, Zone
from companion.rules.state.position import Phase, Position

HIDDEN: Final = "hidden"
"""The name, with a number after it if there are several, of another player's face-down token."""

KEPT_TO_ONESELF: Final = frozenset({"tomes", "reserved"})
"""Counts of a side that are secret until the game has ended."""

BEFORE_THE_RAID: Final = frozenset({"reputation_before", "suspicion_before"})
"""Counts noted of public values before the last raid."""


def knows(position: Position, seats: Container[Side], side: Side) -> bool:
    """Return whether those seats know a side's secrets; the guards have none."""
    return side in seats or side == position.setup.guards


def hidden_cards(position: Position, seats: Container[Side]) -> frozenset[int]:
    """Return the cards whose faces those seats do not know: others' reserved cards."""
    return frozenset(
        card
        for zone, side in position.zones
        if zone is Zone.RESERVE and isinstance(side, int) and not knows(position, seats, side)
        for card in position.lying((zone, side))
    )


def is_hidden(position: Position, seats: Container[Side], side: Side, laid: TokenOnBoard) -> bool:
    """Return whether a token on the board is hidden from those seats."""
    return laid.face_down and not knows(position, seats, side)


def is_secret_count(position: Position, what: str, *, covered: bool) -> bool:
    """Return whether a count is its side's secret.

    Args:
        position: in which it is.
        what: the word of the count.
        covered: whether scores are covered, as while all count their hands: then no player knows another's counts.
    """
    if covered:
        return what not in BEFORE_THE_RAID
    return position.phase is not Phase.ENDED and what in KEPT_TO_ONESELF


def seen_by(position: Position, seat: Side) -> Position:
    """Return the position without what that seat does not know.

    Cards of the decks and face-down guard cards have no face, unless a player has looked at them. Others' face-down
    tokens are `HIDDEN` and a number, their reserved items have no face, and their tomes in hand are left out, so that
    they are in the deck. The agenda is left out too: `Game.legal_actions` has the possible actions.
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
    """Return the tokens on the board; hide names and order of others' face-down ones."""
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
