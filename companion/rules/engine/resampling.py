"""Deal again all that a seat cannot know (V-1), so that its player cannot peek.

The result depends only on the seat's view and a seed, never on the true places of hidden pieces.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.rules.engine.secrecy import HIDDEN, seen_by
from companion.rules.shuffling.shuffle import GUARDS, LOCATIONS, shuffled
from companion.rules.state.pieces import Side, Token, TokenOnBoard
from companion.rules.state.position import Position


def resampled(position: Position, seat: Side, seed: str) -> Position:
    """Return the position with all that a seat cannot know dealt again at random.

    The decks and the guard cards that it has not seen are in another order; any of another player's tokens that is not
    face up may be the one face down. Secrets that no list reveals stay unknown, as in `seen_by`: faces of others'
    reserved cards, tomes in their hands, which are in the deck, and their secret counts.
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
    """Yield the cards in another order, which does not follow from the given one."""
    return iter(shuffled(seed, position.round, deck, sorted(cards, key=str)))


def _tokens(seen: Position, seed: str) -> dict[tuple[Side, Token], TokenOnBoard]:
    """Return the tokens on the board, with a name for each face-down one."""
    names = {side: _dealt(seen, seed, f"tokens {side}", _not_up(seen, side)) for side in seen.players}
    return {
        (side, next(names[side]) if _is_nameless(token) else token): laid for (side, token), laid in seen.tokens.items()
    }


def _not_up(seen: Position, side: Side) -> list[Token]:
    return [token for token in seen.setup.tokens() if (side, token) not in seen.tokens]


def _is_nameless(token: Token) -> bool:
    return isinstance(token, str) and token.startswith(HIDDEN)
