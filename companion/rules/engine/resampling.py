"""Deal again all that a seat cannot know (V-1), so that a player who goes on from there can peek at nothing.

What comes out follows from what the seat sees and from a seed alone, never from how the hidden pieces really lie.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.rules.engine.secrecy import HIDDEN, seen_by
from companion.rules.shuffling.shuffle import GUARDS, LOCATIONS, shuffled
from companion.rules.state.pieces import Side, Token, TokenOnBoard
from companion.rules.state.position import Position


def resampled(position: Position, seat: Side, seed: str) -> Position:
    """The position with what that seat cannot know dealt anew, every way as likely as any other.

    The decks and the guard cards that it has not seen lie in another order; of others any token that does not lie face
    up may be the one that lies face down. What no list tells stays unknown, as in `seen_by`: faces that others have
    reserved, the tomes in their hands, which lie in the deck, and what they have counted in secret.
    """
    seen = seen_by(position, seat)
    pairs = [*zip(position.guard_cards, seen.guard_cards, strict=True)]
    unseen = [card.face for card, known in pairs if card != known]
    guards = _dealt(position, seed, GUARDS, [*unseen, *position.guard_deck])
    tokens = _tokens(seen, seed)
    return seen._replace(
        agenda=position.agenda,
        guard_cards=tuple(known if card == known else card._replace(face=next(guards)) for card, known in pairs),
        guard_deck=tuple(guards),
        location_deck=tuple(_dealt(position, seed, LOCATIONS, position.location_deck)),
        tokens=tokens,
        spent=seen.spent | {key for key in tokens if key not in seen.tokens},
    )


def _dealt(position: Position, seed: str, deck: str, cards: Sequence[Any]) -> Iterator[Any]:
    """The cards in another order, which does not follow from the one in which they came."""
    return iter(shuffled(seed, position.round, deck, sorted(cards, key=str)))


def _tokens(seen: Position, seed: str) -> dict[tuple[Side, Token], TokenOnBoard]:
    """The tokens on the board, with a name for each that lies face down."""
    names = {side: _dealt(seen, seed, f"tokens {side}", _not_up(seen, side)) for side in seen.players}
    return {
        (side, next(names[side]) if _is_nameless(token) else token): laid for (side, token), laid in seen.tokens.items()
    }


def _not_up(seen: Position, side: Side) -> list[Token]:
    return [token for token in seen.setup.tokens() if (side, token) not in seen.tokens]


def _is_nameless(token: Token) -> bool:
    return isinstance(token, str) and token.startswith(HIDDEN)
