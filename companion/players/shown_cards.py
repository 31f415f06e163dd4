"""The cards of a complete copy: they answer whenever a game asks what a card shows, in a random order."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from companion.players.habits import options
from companion.rules.acts.actions import Act, Action
from companion.rules.engine.game import Game
from companion.rules.state.cards import OTHER_GOON, Face, GoonFace, ItemFace
from companion.rules.state.pieces import DISCARDS, Kind
from companion.rules.state.position import Position
from companion.rules.vocabulary import Goon

_DETAILS: Final = ("price", "type", "icons", "resource", "valuables", "effects", "counts", "name")
_UNKNOWN: Final = (None, "")


class NotComplete(ValueError):
    """A copy that does not know each card that a game may reveal."""


class ShownCards:
    """The cards that one game reveals of a copy.

    Where the table knows a card in part, it shows one of the faces that fit.
    """

    def __init__(self, items: Sequence[ItemFace], goons: Sequence[GoonFace], begun: Position, seed: str) -> None:
        """Shuffle the cards that are not revealed yet.

        Args:
            items: all of the copy.
            goons: all of the copy.
            begun: where the game begins.
            seed: determines the order.

        Raises:
            NotComplete: a face is not known, or a revealed card is none of the copy.
        """
        counts = begun.setup.cards
        self._chance = Random(f"cards {seed}")
        self._faces: list[Face] = self._chance.sample([*items, *goons], len(items) + len(goons))
        complete = (len(items), len(goons)) == (counts[Kind.ITEM], counts[Kind.GOON])
        revealed = [card for spot in begun.zones for card in begun.lying(spot) if begun.face(card) != ItemFace()]
        dealt = _matched({card: begun.face(card) for card in revealed}, self._faces)
        if not complete or not all(map(_is_whole, self._faces)) or dealt is None:
            raise NotComplete
        self._dealt = dealt

    def shown(self, game: Game) -> Act | None:
        """Return the card details that the game asks for; None if it asks for a decision."""
        # Where several items are asked for, the actions that name theirs come first.
        found = next((action for action in game.legal_actions if action.type in _SHOWS), None)
        return None if found is None else self._answer(game, found)

    def _answer(self, game: Game, action: Action) -> Act:
        step = game.prompt.step
        assert step is not None
        named: dict[str, Any] = {}
        card = step.card
        match action.type:
            case "type_goon":
                card = len(game.position.cards)
                self._reveal(card, game.position, GoonFace)
            case "type_item":
                if "card" in action.fields:
                    named = {"card": [card := options(action, "card")[0]]}
                self._reveal(card, game.position, ItemFace)
        return Act(action.type, {**named, **_SHOWS[action.type](self._faces[self._dealt[card]])})

    def _reveal(self, card: int, game: Position, kind: type[Face]) -> None:
        """Deal a card that lies nowhere; of an empty deck, one of the discards (P-9)."""
        ran_out = kind is GoonFace and game.deck(Kind.GOON) <= 0
        lying = (one for spot in game.zones if not (ran_out and spot == DISCARDS) for one in game.lying(spot))
        gone = {self._dealt.get(one) for one in lying}
        left = [place for place, face in enumerate(self._faces) if isinstance(face, kind) and place not in gone]
        self._dealt[card] = self._chance.choice(left)


def _is_whole(face: Face) -> bool:
    needed: tuple[Any, ...] = (face.valuables, face.effects)
    if isinstance(face, ItemFace):
        needed += (face.price,)
    else:
        needed += (None if face.type == OTHER_GOON else face.type,)
        needed += (face.resource,) if face.type is Goon.BANDIT else (face.counts,) if face.type is Goon.DEMON else ()
    return None not in needed


def _matched(cards: Mapping[int, Face], faces: Sequence[Face]) -> dict[int, int] | None:
    """Return the place of a face for each revealed card, none twice; None: they are not all there."""
    found: dict[int, int] = {}
    fits = {card: [place for place, face in enumerate(faces) if _may_be(one, face)] for card, one in cards.items()}

    def match(left: Sequence[int]) -> bool:
        if not left:
            return True
        for place in fits[left[0]]:
            if place not in found.values():
                found[left[0]] = place
                if match(left[1:]):
                    return True
                del found[left[0]]
        return False

    return found if match(sorted(cards, key=lambda card: len(fits[card]))) else None


def _may_be(card: Face, face: Face) -> bool:
    """Return whether a revealed card can be a face of the copy: no detail that is known of both differs."""
    pairs = ((getattr(card, name, None), getattr(face, name, None)) for name in _DETAILS)
    same_kind = type(card) is type(face)
    return same_kind and all(one == other or one in _UNKNOWN or other in _UNKNOWN for one, other in pairs)


def _item(face: Any) -> dict[str, Any]:
    cost = {str(resource): number for resource, number in face.price.cost.items()}
    return {"item": {"reputation": face.price.reputation, "cost": {**cost, "any": face.price.any}}}


def _goon(face: Any) -> dict[str, Any]:
    return {"goon": {"type": str(face.type), "icons": face.icons}}


def _rest(face: Any) -> dict[str, Any]:
    return {"card": {"valuables": [*map(str, face.valuables)], "effects": [*map(str, face.effects)]}}


_SHOWS: Final[Mapping[str, Callable[[Any], dict[str, Any]]]] = {
    "type_item": _item,
    "type_goon": _goon,
    "type_card": _rest,
    "type_bandit": lambda face: {"resource": [str(face.resource)]},
    "type_demon": lambda face: {"counts": [str(face.counts)]},
}
"""The card details that an action asks for."""
