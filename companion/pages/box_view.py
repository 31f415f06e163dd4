"""A box as its pages show it: how much of each kind of card is known, the guard deck, each face in a line."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from companion.boxes.box import BASE, COLOURS, Box, EndFace, LeaderFace, StartFace, in_order
from companion.boxes.use import guard_cards, guards_known
from companion.pages.fields import TILES
from companion.pages.frame import page_text
from companion.rules.game.cards import EndGoal, GoonFace, ItemFace
from companion.rules.game.events import NOTHING
from companion.rules.game.state import Difficulty
from companion.rules.vocabulary import Goon
from companion.words import asking
from companion.words.language import amounts, isolated, joined, number, term
from companion.words.messages import PAGES
from companion.words.telling import Telling, capital

ICONS: Final[Mapping[str, str]] = {
    "goons": "bandit",
    "items": "item",
    "leader_goals": "leader_goal",
    "end_goals": "end_game_goal",
    "traits": "special",
    "b_sides": "together",
}
"""The kinds of faces, in the order in which one is asked for them, and their icons."""

ADVANCED: Final = frozenset({"traits", "b_sides"})
"""What only editions with an advanced setup have (E-7)."""

START: Final = ("reputation", "power", "suspicion", "storage")
"""What a trait or a B side sets (S-8)."""


class SectionLine(NamedTuple):
    """A kind of faces: its name in addresses, its icon, its title, and how many are known."""

    name: str
    icon: str
    title: str
    known: int


def section_lines(language: str, box: Box) -> list[SectionLine]:
    """The kinds of faces that this box has."""
    return [
        SectionLine(name, icon, page_text(language, f"box.{name}"), len(getattr(box, name)))
        for name, icon in ICONS.items()
        if name not in ADVANCED or box.rules.advanced_setup or getattr(box, name)
    ]


# Guard cards


class Tab(NamedTuple):
    """A colour of the guard deck: how many of its cards are known, and of how many."""

    colour: str
    name: str
    known: int
    size: int


class Slot(NamedTuple):
    """A guard card that is known: its id, its number or `power`, whether it is special, and all that in words."""

    id: str
    shown: str
    special: bool
    label: str


class GuardsView:
    """The guard cards of a colour.

    Args:
        language: of the page.
        box: whose cards they are.
        colour: which; the first that is not complete where None.
        card: the id of the card that was tapped, to be changed or taken off.
    """

    def __init__(self, language: str, box: Box, colour: str | None = None, card: str | None = None) -> None:
        self._language = language
        self._box = box
        self.colour = colour or self.next_colour or BASE
        self._cards = box.guards.get(self.colour, {})
        self.card = card if card in self._cards else None

    @property
    def tabs(self) -> list[Tab]:
        """The colours."""
        return [
            Tab(
                colour,
                page_text(self._language, f"colour.{colour}"),
                len(self._box.guards.get(colour, {})),
                guard_cards(self._box, colour),
            )
            for colour in COLOURS
        ]

    @property
    def tab(self) -> Tab:
        """The colour that is shown."""
        return next(tab for tab in self.tabs if tab.colour == self.colour)

    @property
    def difficulty(self) -> str:
        """The difficulty that plays with this colour; empty for the base, which all play with (Z-2)."""
        deck = self._box.rules.guard_deck
        name = next((one for one in Difficulty if deck[one] == self.colour), None)
        return asking.word(self._language, "difficulty", name) if name else ""

    @property
    def decks(self) -> list[tuple[str, str]]:
        """Each difficulty, and how much of its deck is known, as in "7 of 12"."""
        counted = ((one, guards_known(self._box, one)) for one in Difficulty)
        return [
            (
                asking.word(self._language, "difficulty", one),
                page_text(self._language, "box.known", n=known.known, m=known.of),
            )
            for one, known in counted
        ]

    @property
    def slots(self) -> Iterator[Slot]:
        """The cards that are known, in the order in which they were entered."""
        told = Telling(self._language, (), NOTHING)
        for id_, face in in_order(self._cards):
            yield Slot(id_, str(face.strength), face.special, capital(told.strength(face)))

    @property
    def chosen(self) -> Slot | None:
        """The card that was tapped."""
        return next((slot for slot in self.slots if slot.id == self.card), None)

    @property
    def keys(self) -> range:
        """The strengths that have a key of their own; a greater one is typed."""
        return TILES["strength"]

    @property
    def missing(self) -> int:
        """How many cards of this colour are not known yet."""
        return max(0, self.tab.size - self.tab.known)

    @property
    def next_colour(self) -> str | None:
        """The first colour that is not complete."""
        return next((tab.colour for tab in self.tabs if tab.known < tab.size), None)

    @property
    def next_tab(self) -> Tab | None:
        """That colour, where it is another than the one that is shown."""
        return next((tab for tab in self.tabs if tab.colour == self.next_colour != self.colour), None)

    @property
    def asks_for_special(self) -> bool:
        """Whether a card of this colour can be the special one (E-16)."""
        return self.colour in self._box.rules.special_guard_cards or any(face.special for face in self._cards.values())

    @property
    def special(self) -> bool:
        """Whether the card that was tapped is the special one."""
        return self.card is not None and self._cards[self.card].special


# Faces in a line


class FaceLine(NamedTuple):
    """A face in a line: its id, its icon, what it is, and what is known of it."""

    id: str
    icon: str
    title: str
    note: str


def face_lines(language: str, section: str, box: Box) -> list[FaceLine]:
    """The faces of a kind, the oldest first."""
    return [face_line(language, section, id_, face) for id_, face in in_order(getattr(box, section))]


def face_line(language: str, section: str, id_: str, face: Any) -> FaceLine:
    """A face in a line.

    Args:
        language: to be spoken.
        section: of which kind it is.
        id_: its id, or empty.
        face: the face itself.
    """
    teller = _Teller(language)
    title, note = teller.told(section, face)
    icon = (str(face.type) if face.type in {*Goon} else "token") if isinstance(face, GoonFace) else ICONS[section]
    return FaceLine(id_, icon, title, " · ".join(note))


class _Teller:
    """Tells faces in a language."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._game = Telling(language, (), NOTHING)

    def told(self, section: str, face: Any) -> tuple[str, list[str]]:
        match face:
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
                title = isolated(face.name) if face.name else page_text(self._language, f"box.{section}.one")
                return title, [*self._start(face)]
        raise AssertionError(face)

    def _say(self, key: str, **data: Any) -> str:
        return page_text(self._language, key, **data)

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
        if face.name and face.type in {*Goon}:
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
        if face.valuables is None or face.effects is None:
            yield self._say("box.rest")

    def _end(self, goal: EndGoal) -> str:
        if goal.kind == "condition":
            return capital(self._game.say("option.condition"))
        return self._say("box.most", what=self._game.counted(goal.counts))

    def _start(self, face: StartFace) -> Iterator[str]:
        for member in START:
            value = getattr(face, member)
            if value is not None:
                yield self._say("text.line", what=label_of(self._language, member), points=number(value))


def label_of(language: str, field: str) -> str:
    """What a field of a face is called."""
    key = f"box.field.{field}"
    return page_text(language, key) if key in PAGES else asking.field(language, field)
