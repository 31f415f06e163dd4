"""A box as its pages show it: how much of each kind of card is known, the guard deck, each face in a line."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from companion.boxes.box import BASE, COLOURS, Box, in_order, new_id
from companion.boxes.drawing import guard_cards, guards_known
from companion.pages.forms.fields import TILES
from companion.pages.layout.frame import page_text
from companion.rules.state.cards import GoonFace
from companion.rules.state.events import NOTHING
from companion.rules.state.setup import Difficulty
from companion.rules.vocabulary import Goon
from companion.words import field_labels
from companion.words.card_faces import told
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
"""The sections that only editions with an advanced setup have (E-7)."""


class SectionLine(NamedTuple):
    """A kind of faces: its name in addresses, its icon, its title, and how many are known."""

    name: str
    icon: str
    title: str
    known: int


def section_lines(language: str, box: Box) -> list[SectionLine]:
    """Return the kinds of faces that this box has."""
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
        return field_labels.word(self._language, "difficulty", name) if name else ""

    @property
    def is_playable(self) -> bool:
        """True if all guard cards of some difficulty are known (Z-2)."""
        counted = (guards_known(self._box, one) for one in Difficulty)
        return any(one.known >= one.of for one in counted)

    @property
    def decks(self) -> list[tuple[str, str]]:
        """Each difficulty, and how much of its deck is known, as in "7 of 12"."""
        counted = ((one, guards_known(self._box, one)) for one in Difficulty)
        return [
            (
                field_labels.word(self._language, "difficulty", one),
                page_text(self._language, "box.known", n=known.known, m=known.of),
            )
            for one, known in counted
        ]

    @property
    def slots(self) -> Iterator[Slot]:
        """The cards that are known, in the order in which they were entered."""
        words = Telling(self._language, (), NOTHING)
        for id_, face in in_order(self._cards):
            yield Slot(id_, str(face.strength), face.special, capital(words.strength(face)))

    @property
    def chosen(self) -> Slot | None:
        """The card that was tapped."""
        return next((slot for slot in self.slots if slot.id == self.card), None)

    @property
    def keys(self) -> range:
        """The strengths that have a key of their own; a greater one is typed."""
        return TILES["strength"]

    @property
    def next_id(self) -> str:
        """The id that a new card gets: a form that arrives twice adds one."""
        return new_id(self._cards)

    @property
    def missing(self) -> int:
        """The number of cards of this colour not known yet."""
        return max(0, self.tab.size - self.tab.known)

    @property
    def next_colour(self) -> str | None:
        """The first colour that is not complete."""
        return next((tab.colour for tab in self.tabs if tab.known < tab.size), None)

    @property
    def next_tab(self) -> Tab | None:
        """The tab of the first incomplete colour, if it is not the one shown."""
        return next((tab for tab in self.tabs if tab.colour == self.next_colour != self.colour), None)

    @property
    def asks_for_special(self) -> bool:
        """True if a card of this colour can be the special one (E-16)."""
        return self.colour in self._box.rules.special_guard_cards or any(face.special for face in self._cards.values())

    @property
    def special(self) -> bool:
        """True if the tapped card is the special one."""
        return self.card is not None and self._cards[self.card].special


# Faces in a line


class FaceLine(NamedTuple):
    """A face in a line: its id, its icon, what it is, and what is known of it."""

    id: str
    icon: str
    title: str
    note: str


def face_lines(language: str, section: str, box: Box) -> list[FaceLine]:
    """Return the faces of a kind, the oldest first."""
    return [face_line(language, section, id_, face) for id_, face in in_order(getattr(box, section))]


def face_line(language: str, section: str, id_: str, face: Any) -> FaceLine:
    """Return a face in one line.

    Args:
        language: to be spoken.
        section: of which kind it is.
        id_: its id, or empty.
        face: the face itself.
    """
    title, note = told(language, face, section=section)
    icon = (str(face.type) if face.type in Goon.words() else "token") if isinstance(face, GoonFace) else ICONS[section]
    return FaceLine(id_, icon, title, " · ".join(note))
