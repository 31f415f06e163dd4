"""The score form: between the fields that a page shows and the scores request that is kept.

A field has a name such as `0.reputation` or `2.goon.dwarf` and a text. A number may be typed as a sum, "3+6+2"; the
request then holds 11, and `typed` remembers the text. A text that is no number is remembered too, with the field left
out of the request, so that nothing typed is ever lost and no stale number counts. Changes carry absolute values and
the value that they replace, so that two phones can fill in one sheet.
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from companion.pages.forms.typed_sum import LONGEST_TEXT, FieldFault, parse_sum
from companion.pages.sheet.score_fields import (
    COUNTED_FIELDS,
    GOAL_MEMBERS,
    LIST_KINDS,
    SCORING_RULINGS,
    TABLE_FIELDS,
    TYPED_KINDS,
    is_field,
    kind_of_field,
    read_field,
    write_field,
)
from companion.presenters.kept_sheet import sheet_in
from companion.rules.schema import MOST
from companion.rules.vocabulary import EditionName
from companion.scoring.sheet import EndGameGoal
from companion.sheets.models import Sheet


@dataclass
class ScoreForm:
    """A sheet as a form.

    Attributes:
        body: the scores request.
        typed: texts of fields beyond what the body says.
    """

    body: dict[str, Any]
    typed: dict[str, str]

    @classmethod
    def of(cls, body: Mapping[str, Any], typed: Mapping[str, str]) -> "ScoreForm":
        """Return the form of a kept sheet; changing it does not change what is kept."""
        form = cls(deepcopy(dict(body)), dict(typed))
        form.name_goal()
        return form

    @property
    def countable(self) -> bool:
        """True if it can be scored, and so be filled in on a page; a program's draft may lack too much for that."""
        return sheet_in(self.body) is not None

    @property
    def rulings_met(self) -> list[str]:
        """The house rulings that a table of these sides can meet."""
        two, many = len(self.sides) == 2, len(self.sides) > 2
        met = {"leader_tie": two, "zero_suspicion": many, "zero_majority": many}
        met["reserved_items"] = not self.body.get("solitary")
        return [key for key in SCORING_RULINGS if met.get(key, True)]

    def name_goal(self) -> None:
        """Say what kind of goal it is where a program's draft only says what sides have for it."""
        kinds = {kind for side in self.body.get("sides", ()) for member, kind in GOAL_MEMBERS.items() if member in side}
        if "end_game_goal" not in self.body and len(kinds) == 1:
            self.body["end_game_goal"] = kinds.pop().value

    @property
    def sides(self) -> list[dict[str, Any]]:
        """The sides of the request."""
        sides: list[dict[str, Any]] = self.body["sides"]
        return sides

    @property
    def by_cards(self) -> bool:
        """True if goons and items are entered card by card."""
        return any("cards" in side for side in self.sides)

    def value(self, name: str) -> str:
        """Return the text of a field."""
        if name in self.typed:
            return self.typed[name]
        return read_field(self.body, name)

    def faults(self) -> dict[str, FieldFault]:
        """Return every field whose text is wrong, with its fault."""
        faults: dict[str, FieldFault] = {}
        # Typed texts are written once more, only for their faults; a sound text is what the form holds already.
        copy = deepcopy(self.body)
        for name, text in self.typed.items():
            try:
                write_field(copy, name, text)
            except FieldFault as fault:
                faults[name] = fault
        return faults

    def change(self, changes: Mapping[str, str], bases: Mapping[str, str]) -> dict[str, str]:
        """Set fields to texts.

        Args:
            changes: the new text of each field; unknown names are ignored.
            bases: the text that each change replaces; one that is no longer there is a conflict. A text that equals
                its base is no change.

        Returns:
            The fields that another phone has changed since, with their texts now; they are not changed.
        """
        conflicts: dict[str, str] = {}
        for name, text in changes.items():
            if not self.asks(name) or text == bases.get(name):
                continue
            current = self.value(name)
            if bases.get(name, current) != current and text != current:
                conflicts[name] = current
            elif text != current:
                # A list ends where its entries do.
                self._set(name, text if kind_of_field(name) in LIST_KINDS else text[:LONGEST_TEXT])
        return conflicts

    def asks(self, name: str) -> bool:
        """Return whether this form has a field: it takes counts or cards, and guards hold no tomes (Z-17)."""
        if not is_field(name, len(self.sides)):
            return False
        number, _, rest = name.partition(".")
        if name in TABLE_FIELDS or number == "ruling":
            return True
        side = self.sides[int(number)]
        return rest not in (COUNTED_FIELDS if "cards" in side else {"cards"}) and not (
            rest == "tomes" and side.get("guards")
        )

    def _set(self, name: str, text: str) -> None:
        self.typed.pop(name, None)
        try:
            write_field(self.body, name, text)
        except FieldFault:
            write_field(self.body, name, "")
            self.typed[name] = text
            return
        if kind_of_field(name) in TYPED_KINDS and read_field(self.body, name) != text:
            self.typed[name] = text

    def step(self, name: str, by: int) -> None:
        """Count one more or one less in a number; not below 0."""
        try:
            number = parse_sum(self.value(name)) or 0
        except FieldFault:
            return
        self._set(name, str(min(MOST, max(0, number + by))))

    def add(self, name: str, entry: str) -> None:
        """Add an entry to a list of cards or Demons."""
        self._set(name, f"{self.value(name)} {entry}".strip())

    def remove(self, name: str, place: int) -> None:
        """Take the entry at that place off a list."""
        entries = self.value(name).split()
        del entries[place : place + 1]
        self._set(name, " ".join(entries))


def is_countable(sheet: Sheet) -> bool:
    """Return whether a kept sheet can be filled in on a page."""
    return ScoreForm.of(sheet.body, sheet.typed).countable


def new_body(
    *, sides: Sequence[str], solitary: bool, edition: EditionName, by_cards: bool, guards: str
) -> dict[str, Any]:
    """Return the scores request of a new sheet.

    Args:
        sides: the names of the players.
        solitary: whether the guards play too, as the last side.
        edition: which.
        by_cards: whether goons and items are entered card by card.
        guards: what the guards are called.
    """
    bodies: list[dict[str, Any]] = [{"name": name} for name in sides]
    if solitary:
        bodies.append({"name": guards, "guards": True})
    if by_cards:
        for side in bodies:
            side["cards"] = {"items": [], "goons": []}
    body: dict[str, Any] = {
        "edition": edition.value,
        "last_raid": True,
        "end_game_goal": EndGameGoal.MAJORITY.value,
        "sides": bodies,
    }
    return {**body, "solitary": True} if solitary else body
