"""Goons of the board, entered on one screen: a row for each waiting space."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from companion.pages.forms.fields import SIGNS
from companion.pages.forms.submission import WHOLE, encoded
from companion.pages.tables.play.seen import Seen
from companion.pages.tables.play.signs import goon_sign
from companion.rules.acts.actions import Act
from companion.rules.phases.patrol import TYPE_GOONS, empty_spaces
from companion.rules.state.cards import OTHER_GOON, SHOWS, GoonFace
from companion.rules.state.position import Phase
from companion.rules.vocabulary import Goon, Location, Resource
from companion.tables.suggestions import as_a_goon, goons_to_come
from companion.words import card_faces, field_labels
from companion.words.catalogue import term
from companion.words.telling import capital

_MEMBERS: Final = ("type", "icons", "resource", "name")
"""The fields of a row."""

_KNOWN: Final = ("counts", f"{SHOWS}{WHOLE}")
"""The details that a goon of the box brings with it."""


def _as_typed(act: Act | None) -> Mapping[str, str]:
    """Return the goons that an act has entered as form fields; nothing of other acts."""
    if act is None or act.type != TYPE_GOONS.word:
        return {}
    return {
        f"f.goons.{location}.{member}{WHOLE if member == SHOWS else ''}": encoded(one) if member == SHOWS else str(one)
        for location, goon in act.values["goons"].items()
        for member, one in goon.items()
    }


class GoonRow(NamedTuple):
    """A space that waits for a goon.

    Attributes:
        location, number, name: where it is.
        path: the beginning of the names of its fields.
        typed: what was typed before, by member.
    """

    location: Location
    number: int
    name: str
    path: str
    typed: Mapping[str, str]


class KnownGoon(NamedTuple):
    """A goon that the box knows.

    Attributes:
        value: its members, as the script puts them into the fields.
        label: in words.
        sign, icons, resource, name: what is shown of it.
        shows: the signs that distinguish it from others with the same icons, see `SIGNS`: what a Demon counts, its
            valuables, its effects.
        lies: whether a goon lies on the table that looks so; most likely it is that card.
    """

    value: str
    label: str
    sign: str
    icons: int
    resource: str
    name: str
    shows: tuple[str, ...]
    lies: bool


@dataclass(frozen=True)
class GoonPanel:
    """The panel for entering goons."""

    seen: Seen

    @property
    def _typed(self) -> Mapping[str, str]:
        """The form that was refused, or the goons of an act that was undone."""
        typed = self.seen.typed
        return typed if typed.get("type") == TYPE_GOONS.word else _as_typed(self.seen.to_redo)

    @property
    def rows(self) -> list[GoonRow]:
        """The spaces in order of reveal: on patrol nearest the Chow Hall first (P-4)."""
        spaces = empty_spaces(self.seen.game)
        typed = self._typed
        return [
            self._row(location, typed) for location in (spaces if self.seen.game.phase is Phase.SETUP else spaces[::-1])
        ]

    def _row(self, location: Location, given: Mapping[str, str]) -> GoonRow:
        path = f"f.goons.{location}"
        typed = {member: str(given.get(f"{path}.{member}", "")) for member in (*_MEMBERS, *_KNOWN)}
        return GoonRow(location, location.number, capital(term(self.seen.language, location)), path, typed)

    @property
    def kinds(self) -> list[tuple[str, str]]:
        """The types that the edition has, and any other, and what they are called."""
        return [(kind, self._option("type", kind)) for kind in (*self.seen.game.setup.edition.goons, OTHER_GOON)]

    @property
    def resources(self) -> list[tuple[str, str]]:
        """The resources a Bandit may place, in an edition that has Bandits (E-3, P-7)."""
        if Goon.BANDIT not in self.seen.game.setup.edition.goons:
            return []
        return [(resource, self._option("resource", resource)) for resource in Resource]

    @property
    def labels(self) -> Mapping[str, str]:
        """The labels of a goon's fields."""
        return {name: field_labels.field(self.seen.language, name) for name in _MEMBERS}

    @property
    def faces(self) -> list[KnownGoon]:
        """The goons that the box knows: those first that have not come yet, of these by type and icons."""
        if self.seen.box is None:
            return []
        order = {kind: place for place, (kind, _) in enumerate(self.kinds)}
        # In a box of thirty, goons are next to their like; types that this edition lacks are last.
        found = sorted(
            goons_to_come(self.seen.box, self.seen.game),
            key=lambda one: (one[1], order.get(one[0].type or "", len(order)), one[0].icons),
        )
        return [self._known(face, lies) for face, lies in found]

    def _known(self, face: GoonFace, lies: bool) -> KnownGoon:
        resource = "" if face.resource is None else str(face.resource)
        value = {name: one if name != SHOWS else encoded(one) for name, one in as_a_goon(face).items()}
        sign, _ = goon_sign(self.seen.language, face)
        label = card_faces.label(self.seen.language, face)
        counts = ("×", *SIGNS[face.counts]) if face.counts else ()
        besides = (sign for one in (*(face.valuables or ()), *(face.effects or ())) for sign in SIGNS[one])
        return KnownGoon(encoded(value), label, sign, face.icons, resource, face.name, (*counts, *besides), lies)

    @property
    def question(self) -> str:
        """The request to reveal so many goons."""
        kind = "setup" if self.seen.game.phase is Phase.SETUP else "patrol"
        return self.seen.text(f"goons.{kind}", n=len(self.rows))

    @property
    def left(self) -> list[str]:
        """The button's texts, by the number of goons missing."""
        return [self.seen.text("goons.left", n=n) for n in range(len(self.rows) + 1)]

    def _option(self, name: str, value: str) -> str:
        return field_labels.option(self.seen.language, TYPE_GOONS.word, name, value, game=self.seen.game, names=())
