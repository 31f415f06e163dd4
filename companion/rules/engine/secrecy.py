"""A position as one of its seats sees it (V-1): for bots that must not look where a player could not."""

from typing import Final

from companion.rules.state.cards import ItemFace
from companion.rules.state.position import Laid, Phase, Position, Side, Token, Zone

HIDDEN: Final = "hidden"
"""Stands, with a number behind it, for a token of somebody else that lies face down."""

KEPT_TO_ONESELF: Final = frozenset({"tomes", "reserved"})
"""What is counted of what a side keeps to itself until the game has ended."""

BEFORE_THE_RAID: Final = frozenset({"reputation_before", "suspicion_before"})
"""What is noted of what lay open before the last raid."""


def seen_by(position: Position, seat: Side) -> Position:
    """The position without what that seat does not know.

    Cards of the decks and guard cards that lie face down have no face, but for those that a player has looked at. Of
    others, tokens that lie face down are `HIDDEN` and a number, reserved items have no face, and tomes in hand are left
    out, so that they are in the deck. What is to be done next is left out too: `Game.legal_actions` has what may be.
    """
    others = frozenset(side for side in position.players if side != seat)
    tokens = _tokens(position, others)
    reserved = {card for side in others for card in position.lying((Zone.RESERVE, side))}
    return position._replace(
        agenda=(),
        guard_deck=(None,) * len(position.guard_deck),
        location_deck=(None,) * len(position.location_deck),
        guard_cards=tuple(
            card if card.up or (card.looked and seat in position.players) else card._replace(face=None)
            for card in position.guard_cards
        ),
        tokens=tokens,
        spent=frozenset(one for one in position.spent if one[0] not in others or one in tokens),
        cards={card: ItemFace() if card in reserved else face for card, face in position.cards.items()},
        tomes={holder: number for holder, number in position.tomes.items() if holder not in others},
        counted={
            (side, what): number
            for (side, what), number in position.counted.items()
            if side not in others or not _is_secret(position.phase, what)
        },
    )


def _is_secret(phase: Phase, what: str) -> bool:
    """Whether a count is its side's own: as all count their hands after the last raid, nobody tells before all have."""
    if phase is Phase.LAST_RAID:
        return what not in BEFORE_THE_RAID
    return phase is not Phase.ENDED and what in KEPT_TO_ONESELF


def _tokens(position: Position, others: frozenset[Side]) -> dict[tuple[Side, Token], Laid]:
    """The tokens on the board; which of others' lie face down is not told, nor by the order in which they stand."""
    places = position.setup.edition.locations
    hidden = sorted(
        (side, places.index(laid.location))
        for (side, _), laid in position.tokens.items()
        if side in others and laid.face_down
    )
    return {
        **{key: laid for key, laid in position.tokens.items() if key[0] not in others or not laid.face_down},
        **{
            (side, f"{HIDDEN} {number}"): Laid(places[place], face_down=True)
            for number, (side, place) in enumerate(hidden, 1)
        },
    }
