"""A card of a copy in one line: its name or main content first, then the rest."""

from collections.abc import Iterator
from typing import Any, Final

from companion.boxes.box import EndFace, LeaderFace, StartFace
from companion.rules.state.cards import EndGoal, GoonFace, GuardFace, ItemFace
from companion.rules.state.events import NOTHING
from companion.rules.vocabulary import Goon
from companion.words import field_labels
from companion.words.catalogue import amounts, isolated, joined, number, sentence, term
from companion.words.messages import PAGES
from companion.words.telling import Telling, capital

START: Final = ("reputation", "power", "suspicion", "storage")
"""The values that a trait or a B side sets (S-8)."""


def label(language: str, face: Any, colour: str = "", section: str = "traits") -> str:
    """Return a face in one line, without saying whether all of it is known.

    Args:
        language: to be spoken.
        face: a guard card, an item, a goon, a goal, a trait or a B side.
        colour: of a guard card.
        section: of the box in which the face lies, where the face alone does not tell.
    """
    title, note = _Teller(language, rest=False).told(face, colour, section)
    return joined(language, [title, *note])


def told(language: str, face: Any, colour: str = "", section: str = "traits") -> tuple[str, list[str]]:
    """Return the title of a face, and the rest that is known of it; see `label`."""
    return _Teller(language).told(face, colour, section)


class _Teller:
    def __init__(self, language: str, *, rest: bool = True) -> None:
        self._language = language
        self._rest = rest
        self._game = Telling(language, (), NOTHING)

    def told(self, face: Any, colour: str, section: str) -> tuple[str, list[str]]:
        match face:
            case GuardFace():
                return capital(self._game.strength(face)), [self._say(f"colour.{colour}")] if colour else []
            case ItemFace():
                return self._game.card(face), [*self._item(face)]
            case GoonFace():
                return self._game.card(face), [*self._goon(face)]
            case LeaderFace(goal, name):
                said = self._say("box.from", what=capital(term(self._language, goal.counts)), n=goal.minimum)
                return self._named(name, said)
            case EndFace(goal, name):
                return self._named(name, self._end(goal))
            case StartFace():
                title = isolated(face.name) if face.name else self._say(f"box.{section}.one")
                return title, [*self._start(face)]
        raise AssertionError(face)

    def _say(self, key: str, **data: Any) -> str:
        return sentence(self._language, PAGES[key], data)

    def _named(self, name: str, said: str) -> tuple[str, list[str]]:
        return (isolated(name), [said]) if name else (said, [])

    def _item(self, face: ItemFace) -> Iterator[str]:
        if face.price is not None:
            if face.name:
                yield self._game.say("card.item_worth", n=face.price.reputation)
            cost = {resource.value: n for resource, n in face.price.cost.items()}
            if face.price.any:
                cost["any"] = face.price.any
            yield self._say("box.cost", what=amounts(self._language, cost)) if cost else self._say("box.free")
        yield from self._shown(face)

    def _goon(self, face: GoonFace) -> Iterator[str]:
        if face.name and face.type in Goon.words():
            yield self._game.goon(face)
        yield self._say("box.icons", n=face.icons)
        if face.resource is not None:
            yield self._say("box.lays", what=face.resource)
        if face.counts is not None:
            yield self._say("box.counts", what=face.counts)
        yield from self._shown(face)

    def _shown(self, face: ItemFace | GoonFace) -> Iterator[str]:
        if face.valuables:
            yield joined(self._language, (term(self._language, one) for one in face.valuables))
        if face.effects:
            yield joined(self._language, map(self._game.effect, face.effects))
        if self._rest and (face.valuables is None or face.effects is None):
            yield self._say("box.rest")

    def _end(self, goal: EndGoal) -> str:
        if goal.kind == "condition":
            return capital(self._game.say("option.condition"))
        return self._say("box.most", what=self._game.counted(goal.counts))

    def _start(self, face: StartFace) -> Iterator[str]:
        for member in START:
            value = getattr(face, member)
            if value is not None:
                yield self._say("text.line", what=field_label(self._language, member), points=number(value))


def field_label(language: str, field: str) -> str:
    """Return the label of a field of a face."""
    key = f"box.field.{field}"
    return sentence(language, PAGES[key]) if key in PAGES else field_labels.field(language, field)
