"""A position as text: all open information, one line for each side and location."""

from collections.abc import Iterator

from companion.rules.state.cards import GoonFace
from companion.rules.state.pieces import DISPLAY, Cube, Side, Token, Zone
from companion.rules.state.position import Position
from companion.rules.vocabulary import Location

UNSEEN = "?"
"""The text for face-down pieces."""


def board_text(position: Position) -> str:
    """Return the table in lines: round and phase, pieces of each side and location.

    Face-down tokens and guard cards are `?`, as they look on the table.
    """
    return "\n".join((heading(position), *map("  ".join, _table(position))))


def heading(position: Position) -> str:
    """Return the round, phase and location of a game."""
    where = [f"round {position.round} of {position.setup.edition.rounds}", position.phase.value]
    if position.location is not None:
        where.append(position.location.value)
    return ", ".join(where)


def _table(position: Position) -> Iterator[tuple[str, str]]:
    rows = [
        *((side_name(position, side), ", ".join(held(position, side))) for side in position.setup.sides),
        *((location.value, "; ".join(_lying(position, location))) for location in position.setup.edition.locations),
        ("display", ", ".join(_display(position))),
    ]
    width = max(len(name) for name, _ in rows)
    return ((name.ljust(width), lying or "-") for name, lying in rows)


def side_name(position: Position, side: Side) -> str:
    """Return the name of a side that has no name of its own."""
    if side == position.setup.guards:
        return "guards"
    return "player" if position.setup.solitary else f"player {side}"


def held(position: Position, side: Side) -> Iterator[str]:
    """Yield a side's pieces as a game's text has them: `12 stars`, `marker`."""
    yield f"{position.reputation[side]} stars"
    yield from (f"{number} {cube}" for cube in Cube if (number := position.at(side, cube)))
    if side in position.tomes:
        yield f"{position.tomes[side]} tomes"
    for zone in (Zone.CRAFTED, Zone.RESERVE, Zone.GOONS):
        if number := len(tuple(position.lying((zone, side)))):
            yield f"{number} {zone}"
    if position.first_player == side:
        yield "marker"
    if position.leader == side:
        yield "leader"


def _lying(position: Position, location: Location) -> Iterator[str]:
    yield from (f"{number} {cube}" for cube in Cube if (number := position.at(location, cube)))
    for side in position.setup.sides:
        if tokens := " ".join(_tokens(position, side, location)):
            yield f"{side_name(position, side)} {tokens}"
    cards = (position.guard_cards[card] for card in position.guard_cards_at(location))
    if shown := " ".join(str(card.face.strength) if card.up and card.face else UNSEEN for card in cards):
        yield f"guards {shown}"
    yield from (_goon(position.face(card)) for card in position.lying((Zone.SPACE, location)))


def _tokens(position: Position, side: Side, location: Location) -> Iterator[str]:
    laid: Iterator[tuple[Token, bool]] = (
        (token, one.face_down)
        for (whose, token), one in position.tokens.items()
        if whose == side and one.location is location
    )
    return (UNSEEN if face_down else str(token) for token, face_down in laid)


def _goon(face: GoonFace) -> str:
    return f"goon {face.type} {face.icons}"


def _display(position: Position) -> Iterator[str]:
    for card in position.zones.get(DISPLAY, ()):
        price = None if card is None else position.face(card).price
        yield "empty" if card is None else UNSEEN if price is None else str(price.reputation)
