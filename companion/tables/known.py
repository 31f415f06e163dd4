"""What the box on a table knows of the cards that are asked for: each face is one tap instead of a form. Pure.

These are offers, beside the field and never in its stead: another face can always be typed. What is offered fits the
field as it stands.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from companion.boxes.box import Box, in_order
from companion.boxes.format import SECTIONS
from companion.rules.game.cards import GoonFace, GuardFace, ItemFace
from companion.rules.game.prompts import Action
from companion.rules.game.roll_call import as_typed
from companion.rules.game.state import KIND_OF, Game, Kind, Step
from companion.rules.vocabulary import Goon


class Known(NamedTuple):
    """A face that a box knows.

    Attributes:
        value: what the field takes.
        face: the face itself; a guard card, an item, a goon or a goal.
        colour: of a guard card.
    """

    value: Any
    face: Any
    colour: str = ""


def asks_for_a_face(action: Action) -> bool:
    """Whether a box may know what a field of this action asks for."""
    return action.type in _KNOWN


def known(box: Box, game: Game, step: Step | None, action: Action, field: str) -> tuple[Known, ...]:
    """The faces that a box knows for a field, the oldest first.

    Args:
        box: that lies on the table.
        game: in which is asked.
        step: that asks, or None for a correction.
        action: of the prompt, or a correction.
        field: the name of the field.
    """
    name, faces = _KNOWN.get(action.type, ("", _none))
    if name != field:
        return ()
    shape = action.fields[field]
    offered: list[Known] = []
    for one in faces(box, game, step):
        if not any(shape.faults(one.value)) and all(one.value != other.value for other in offered):
            offered.append(one)
    return tuple(offered)


Faces = Callable[[Box, Game, Step | None], Iterable[Known]]


def _none(box: Box, game: Game, step: Step | None) -> Iterable[Known]:
    return ()


def _named(face: Any, value: Mapping[str, Any]) -> dict[str, Any]:
    return {**value, "name": face.name} if face.name else {**value}


def _goons(box: Box, game: Game, step: Step | None) -> Iterator[Known]:
    for _, face in in_order(box.goons):
        yield Known(_named(face, {"type": str(face.type), "icons": face.icons}), face)


def goons_to_come(box: Box, game: Game) -> list[tuple[GoonFace, bool]]:
    """The goons of a box, each with whether one that looks so has come; those first that have not.

    The box has equal faces once, so any may come again.
    """
    come = {
        _turned_up(game.face(card))
        for spot, cards in game.zones.items()
        if KIND_OF[spot[0]] is Kind.GOON
        for card in cards
        if card is not None
    }
    faces = ((face, _turned_up(face) in come) for _, face in in_order(box.goons))
    return sorted(faces, key=lambda one: one[1])


def _turned_up(face: GoonFace) -> tuple[Any, ...]:
    """What can be seen of a goon that is turned up."""
    return face.type, face.icons, face.resource, face.name


def _items(box: Box, game: Game, step: Step | None) -> Iterator[Known]:
    """The items of a box; where a card is turned up, those that lie on the table already are not it."""
    write = SECTIONS["items"].write
    gone = {} if step is None else _on_the_table(box, game)
    for id_, face in in_order(box.items):
        if face.price is not None and id_ not in gone:
            yield Known(_named(face, write(face)["price"]), face)


def _on_the_table(box: Box, game: Game) -> dict[str, ItemFace]:
    """The items of a box that have been turned up, by id: one for each card that can be it."""
    gone: dict[str, ItemFace] = {}
    for lying in _lying_items(game):
        found = [(id_, face) for id_, face in in_order(box.items) if id_ not in gone and _may_be(lying, face)]
        gone |= dict(sorted(found, key=lambda one: one[1].name != lying.name)[:1])
    return gone


def _lying_items(game: Game) -> Iterator[ItemFace]:
    """The faces of the items that have been turned up."""
    for spot, cards in game.zones.items():
        for card in cards if KIND_OF[spot[0]] is Kind.ITEM else ():
            face = None if card is None else game.face(card)
            if isinstance(face, ItemFace) and face.price is not None:
                yield face


def _may_be(lying: ItemFace, face: ItemFace) -> bool:
    """Whether a card on the table can be the one that a box knows: nothing that is known of both differs."""
    pairs = ((getattr(lying, name), getattr(face, name)) for name in ("price", "valuables", "effects", "name"))
    return all(not one or not other or one == other for one, other in pairs)


def _same_card(box: Box, game: Game, step: Step | None) -> Iterator[ItemFace | GoonFace]:
    """The faces of the box that the card that is asked about can have, by what is known of it already."""
    if step is None or step.card is None:
        return
    seen = game.face(step.card)
    first: tuple[str, ...] = ("price",) if isinstance(seen, ItemFace) else ("type", "icons")
    faces: Mapping[str, Any] = box.items if isinstance(seen, ItemFace) else box.goons
    for _, face in in_order(faces):
        apart = bool(face.name and seen.name and face.name != seen.name)
        if not apart and all(getattr(face, one) == getattr(seen, one) for one in first):
            yield face


def _shown(box: Box, game: Game, step: Step | None) -> Iterator[Known]:
    for face in _same_card(box, game, step):
        if face.valuables is not None and face.effects is not None:
            shows = {"valuables": [*map(str, face.valuables)], "effects": [*map(str, face.effects)]}
            yield Known(shows, face)


def _bandits(box: Box, game: Game, step: Step | None) -> Iterator[Known]:
    for face in _same_card(box, game, step):
        if isinstance(face, GoonFace) and face.type is Goon.BANDIT and face.resource is not None:
            yield Known([face.resource.value], face)


def _demons(box: Box, game: Game, step: Step | None) -> Iterator[Known]:
    for face in _same_card(box, game, step):
        if isinstance(face, GoonFace) and face.type is Goon.DEMON and face.counts is not None:
            yield Known([face.counts.value], face)


def _guards(box: Box, game: Game, step: Step | None) -> Iterator[Known]:
    """The guard cards of this deck that nobody has turned up yet this round."""
    up = [card for card in game.guard_cards if card.face is not None]
    unsaid = Counter(card.face for card in up if not card.colour)
    for colour in game.setup.guard_colours:
        seen: Counter[GuardFace | None] = Counter(card.face for card in up if card.colour == colour)
        for _, face in in_order(box.guards.get(colour, {})):
            gone = seen if seen[face] else unsaid
            if gone[face]:
                gone[face] -= 1
            else:
                yield Known({**as_typed(face), "colour": colour}, face, colour)


def _leader_goals(box: Box, game: Game, step: Step | None) -> Iterator[Known]:
    for _, face in in_order(box.leader_goals):
        yield Known({"counts": face.goal.counts.value, "minimum": face.goal.minimum}, face)


def _end_goals(box: Box, game: Game, step: Step | None) -> Iterator[Known]:
    for _, face in in_order(box.end_goals):
        yield Known({"kind": face.goal.kind, "counts": face.goal.counts}, face)


_KNOWN: Final[Mapping[str, tuple[str, Faces]]] = {
    "type_goon": ("goon", _goons),
    "set_goon": ("goon", _goons),
    "draw_goon": ("goon", _goons),
    "type_item": ("item", _items),
    "set_item": ("item", _items),
    "type_card": ("card", _shown),
    "type_bandit": ("resource", _bandits),
    "type_demon": ("counts", _demons),
    "type_guard_card": ("face", _guards),
    "set_guard_face": ("face", _guards),
    "set_leader_goal": ("goal", _leader_goals),
    "set_end_goal": ("goal", _end_goals),
}
"""By action: the field that asks for a face, and where the box has such faces."""
