"""What each side gets and loses at a location, in signs and sentences."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.pages.layout.frame import page_text
from companion.rules.engine.physical_moves.event_moves import moves_of
from companion.rules.engine.physical_moves.move import Area, Move, Piece
from companion.rules.state.events import CardMoved, Event, GuardCardMoved, Moved, evolve
from companion.rules.state.pieces import Cube, Side, Zone
from companion.rules.state.position import Position
from companion.rules.vocabulary import Location
from companion.words import card_faces
from companion.words.log_lines.event_sentences import event_sentence
from companion.words.telling import Names, explained


@dataclass(frozen=True)
class Gain:
    """Something that a side gets or loses: a sign, and by how many; without a number the sign says it all."""

    sign: str
    by: int


def headlines(events: Iterable[Event], before: Position, names: Names, language: str) -> list[str]:
    """What nobody sees from the ranks alone: who takes the suspicion, what the guards have chosen; why, in short."""
    found: list[str] = []
    game, chosen_because = before, ""
    for event in events:
        guards = game.setup.guards
        match event:
            case Moved(Cube.SUSPICION, _, Location(), int(), why) if why:
                said = [one for one in why if one.key.startswith("location.suspicion")] or why
                found += [text for _, text in explained(language, said[:1], names)]
            case CardMoved(_, _, (_, side)) if side == guards and guards is not None:
                found.append(event_sentence(language, event, names, game) or "")
            case Moved(_, _, None, side) if side == guards and game.location is Location.COMMISSARY:
                found.append(event_sentence(language, event, names, game) or "")
            case GuardCardMoved(_, Location.LIBRARY, why):
                # Cards that the app deals lie on no table; where they count next is said all the same.
                onward = [text for _, text in explained(language, why[-1:], names)]
                found += [text for text in onward if text not in found]
        keys = {one.key for one in getattr(event, "why", ())}
        chosen_because = chosen_because or next((said for key, said in _CHOSEN_BECAUSE.items() if key in keys), "")
        game = evolve(game, event)
    return [*found, page_text(language, chosen_because)] if found and chosen_because else found


_CHOSEN_BECAUSE: Final = {
    "guards.rarest": "chosen.rarest",
    "guards.fewest": "chosen.fewest",
    "guards.seize": "chosen.seize",
    "guards.craft": "chosen.craft",
    "guards.reserve": "chosen.reserve",
}
"""What decides between all that the guards could choose (Z-12 to Z-15), by its reason; the first of them says most."""


def faces_stated(events: Iterable[Event], before: Position, language: str) -> Iterator[str]:
    """Of each card that somebody takes and that was known already, what it shows, in a sentence."""
    game = before
    for event in events:
        match event:
            case CardMoved(card, _, (Zone.CRAFTED | Zone.GOONS, _)) if game.face(card).effects is not None:
                yield page_text(language, "location.stated", face=card_faces.label(language, game.face(card)))
        game = evolve(game, event)


_GAINED: Final = {Piece.ITEM: "item", Piece.GOON: "together", Piece.TOME: "tome", Piece.FIRST_PLAYER: "marker"}


def gains(moves: Iterable[Move], side: Side) -> Iterator[Gain]:
    """What a side gets and loses by moves, as signs."""
    for move in moves:
        if move.side != side:
            continue
        if isinstance(move.piece, Cube):
            loses = move.source.area is Area.SIDE and move.source.of == side
            yield Gain(f"cube-{move.piece}", -move.number if loses else move.number)
        elif move.piece is Piece.REPUTATION:
            yield Gain("star", int(move.target.of or 0) - int(move.source.of or 0))
        elif move.piece in _GAINED:
            yield Gain(_GAINED[move.piece], 0)


def summed(found: Iterable[Gain]) -> tuple[Gain, ...]:
    """The same, each sign once."""
    sums: dict[str, int] = {}
    for one in found:
        sums[one.sign] = sums.get(one.sign, 0) + one.by
    return tuple(Gain(sign, by) for sign, by in sums.items() if by or sign in _GAINED.values())


def gains_of(events: Sequence[Any], before: Position, sides: Iterable[Side]) -> dict[Side, tuple[Gain, ...]]:
    """What each side gets and loses by events."""
    moves = moves_of(events, before)
    return {side: tuple(gains(moves, side)) for side in sides}
