"""The signs of seats and goons."""

from companion.pages.layout.frame import page_text
from companion.rules.state.cards import GoonFace
from companion.rules.state.pieces import Side
from companion.rules.state.position import Position
from companion.rules.vocabulary import Goon
from companion.words.telling import SEATS


def seat_icon(game: Position, side: Side) -> str:
    """Return the icon of a side."""
    return "keys" if side == game.setup.guards else SEATS[side]


def goon_sign(language: str, face: GoonFace) -> tuple[str, str]:
    """Return the icon of a goon, and its name."""
    # Goons of an expansion have a name, and no sign of their own.
    kind = str(face.type) if face.type in {*Goon} else "token"
    return kind, face.name or (page_text(language, f"goon.{face.type}") if face.type in Goon.words() else "")
