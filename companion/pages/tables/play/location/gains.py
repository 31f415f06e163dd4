"""What each side gets and loses at a location, in signs and sentences."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from companion.pages.layout.frame import page_text
from companion.rules.state.events import CardMoved, Event, GuardCardMoved, Moved, evolve
from companion.rules.state.pieces import Cube, Zone
from companion.rules.state.position import Position
from companion.rules.vocabulary import Location
from companion.tables.projection.scenes.scene import Contestant
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


_SINGLE: Final = {"marker": "marker", "leader": "leader_goal"}
_CARDS: Final = {Zone.CRAFTED.value: "item", Zone.RESERVE.value: "item", Zone.GOONS.value: "together"}


def gains_of(contestant: Contestant) -> tuple[Gain, ...]:
    """What a side has got and given at a location, as signs."""
    numbers = [
        ("cube-suspicion", contestant.suspicion),
        ("star", contestant.reputation),
        *((f"cube-{cube}", number) for cube, number in contestant.gains.items()),
        *((f"cube-{cube}", -number) for cube, number in contestant.gives.items()),
    ]
    signs = [
        *(["tome"] if contestant.tomes else []),
        *(_CARDS[zone] for zone in contestant.cards),
        *(_SINGLE[what] for what in contestant.takes),
    ]
    return (*(Gain(sign, by) for sign, by in numbers if by), *(Gain(sign, 0) for sign in dict.fromkeys(signs)))
