"""The score form: between the fields that a page shows and the scores request that is kept.

A field has a name such as `0.reputation` or `2.goon.dwarf` and a text. A number may be typed as a sum, "3+6+2"; the
request then holds 11, and `typed` remembers the text. A text that is no number is remembered too, with the field left
out of the request, so that nothing typed is ever lost and no stale figure counts. Changes carry absolute values and
the value that they replace, so that two phones can fill in one sheet.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Final
from unicodedata import normalize

from companion.presenters.kept_sheet import sheet_in
from companion.presenters.request_fields import COUNT_LIMIT, LIST_LIMIT, NAME_LIMIT
from companion.rules.rulings.house_rulings import HOUSE_RULINGS
from companion.rules.vocabulary import DemonValuable, EditionName, Goon, Resource, Valuable
from companion.scoring.sheet import EndGameGoal
from companion.sheets.models import Sheet

SEATS: Final = ("spoon", "die", "feather", "candle", "comb")
PLAIN: Final = (Resource.SCRAP, Resource.POTION, Resource.IRON)
"""They score alike and are one field; the request keeps their sum as scrap."""

SCORING_RULINGS: Final = ("leader_tie", "zero_suspicion", "zero_majority", "reserved_items", "total_floor")
"""The house rulings that a final score can meet."""

LONGEST_TEXT: Final = 200
"""Signs that a field takes."""

_SUM: Final = re.compile(r"\d{1,6}(?:[+-]\d{1,6})*[+-]?")
_STEP: Final = re.compile(r"\d+|[+-]")


class FieldFault(ValueError):
    """A text that its field cannot take; `key` is the message that says so."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


@dataclass
class Changed:
    """What became of changes.

    Attributes:
        conflicts: fields that another phone has changed since, with the value that stands there; they were not changed.
    """

    conflicts: dict[str, str] = field(default_factory=dict)


def parse_sum(text: str) -> int | None:
    """The number that a text such as "3+6+2" comes to; None for an empty one.

    Raises:
        FieldFault: for a text that is no sum, comes to less than 0 or to more than 9999.
    """
    if len(text) > LONGEST_TEXT:
        raise FieldFault("form.not_a_sum")
    plain = normalize("NFKC", text).replace("\N{MINUS SIGN}", "-").replace(" ", "")
    if not plain:
        return None
    if not plain.isascii() or not _SUM.fullmatch(plain):
        raise FieldFault("form.not_a_sum")
    total, sign = 0, 1
    for step in _STEP.findall(plain):
        if step in "+-":
            sign = 1 if step == "+" else -1
        else:
            total += sign * int(step)
    if total < 0:
        raise FieldFault("form.below_zero")
    if total > COUNT_LIMIT:
        raise FieldFault("form.too_large")
    return total


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
        """The form of a kept sheet; changing it does not change what is kept."""
        form = cls(deepcopy(dict(body)), dict(typed))
        form.name_goal()
        return form

    @property
    def countable(self) -> bool:
        """Whether it can be scored, and so be filled in on a page; a program's draft may lack too much for that."""
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
        told = {kind for side in self.body.get("sides", ()) for member, kind in _GOAL_MEMBERS.items() if member in side}
        if "end_game_goal" not in self.body and len(told) == 1:
            self.body["end_game_goal"] = told.pop().value

    @property
    def sides(self) -> list[dict[str, Any]]:
        """The sides of the request."""
        sides: list[dict[str, Any]] = self.body["sides"]
        return sides

    @property
    def by_cards(self) -> bool:
        """Whether goons and items are entered card by card."""
        return any("cards" in side for side in self.sides)

    @property
    def goal(self) -> EndGameGoal:
        """How the end game goal scores."""
        return EndGameGoal(self.body.get("end_game_goal", EndGameGoal.NONE))

    def value(self, name: str) -> str:
        """The text of a field."""
        if name in self.typed:
            return self.typed[name]
        return _reader(name)(self, name)

    def faults(self) -> dict[str, FieldFault]:
        """Every field whose text is wrong, and what is wrong with it."""
        faults: dict[str, FieldFault] = {}
        # What was typed is written once more, for its faults alone; a sound text is what the form holds already.
        tried = ScoreForm(deepcopy(self.body), {})
        for name, text in self.typed.items():
            try:
                _writer(name)(tried, name, text)
            except FieldFault as fault:
                faults[name] = fault
        return faults

    def change(self, changes: Mapping[str, str], bases: Mapping[str, str]) -> Changed:
        """Set fields to texts.

        Args:
            changes: the new text of each field; unknown names are ignored.
            bases: the text that each change replaces; one that is no longer there is a conflict. A text that equals
                its base is no change.
        """
        changed = Changed()
        for name, text in changes.items():
            if not self.asks(name) or text == bases.get(name):
                continue
            current = self.value(name)
            if bases.get(name, current) != current and text != current:
                changed.conflicts[name] = current
            elif text != current:
                # A list ends where its entries do.
                self._set(name, text if _kind(name) in _LISTS else text[:LONGEST_TEXT])
        return changed

    def asks(self, name: str) -> bool:
        """Whether this form has a field: it takes counts or cards, and guards hold no tomes (Z-17)."""
        if not is_field(name, len(self.sides)):
            return False
        number, _, rest = name.partition(".")
        if name in _TABLE_FIELDS or number == "ruling":
            return True
        side = self.sides[int(number)]
        return rest not in (_COUNTED if "cards" in side else {"cards"}) and not (rest == "tomes" and side.get("guards"))

    def _set(self, name: str, text: str) -> None:
        self.typed.pop(name, None)
        try:
            _writer(name)(self, name, text)
        except FieldFault:
            _writer(name)(self, name, "")
            self.typed[name] = text
            return
        if _kind(name) in _REMEMBERED and _reader(name)(self, name) != text:
            self.typed[name] = text

    def step(self, name: str, by: int) -> None:
        """One more or one less of a number; not below 0."""
        try:
            number = parse_sum(self.value(name)) or 0
        except FieldFault:
            return
        self._set(name, str(min(COUNT_LIMIT, max(0, number + by))))

    def add(self, name: str, entry: str) -> None:
        """Add an entry to a list of cards or Demons."""
        self._set(name, f"{self.value(name)} {entry}".strip())

    def remove(self, name: str, place: int) -> None:
        """Take the entry at that place off a list."""
        entries = self.value(name).split()
        del entries[place : place + 1]
        self._set(name, " ".join(entries))


def is_countable(sheet: Sheet) -> bool:
    """Whether a kept sheet can be filled in on a page."""
    return ScoreForm.of(sheet.body, sheet.typed).countable


def is_field(name: str, sides: int) -> bool:
    """Whether a form of so many sides has a field of that name."""
    if name in _TABLE_FIELDS or name.removeprefix("ruling.") in SCORING_RULINGS:
        return True
    number, _, rest = name.partition(".")
    return number in map(str, range(sides)) and rest in _SIDE_FIELDS


# Reading and writing the request, field by field. A side's field is a path in its object.

_Path = tuple[str, ...]
_NUMBERS: Final[Mapping[str, _Path]] = {
    "reputation": ("reputation",),
    "suspicion": ("suspicion",),
    "power": ("power",),
    "items": ("items",),
    "reserved": ("reserved",),
    "tomes": ("tomes",),
    "leader_count": ("leader_count",),
    "other_goons": ("other_goons",),
    "gold": ("resources", "gold"),
    **{f"goon.{goon}": ("goons", goon.value) for goon in Goon if goon is not Goon.DEMON},
    **{f"valuable.{valuable}": ("valuables", valuable.value) for valuable in Valuable},
}
_GOAL_MEMBERS: Final = {"goal_count": EndGameGoal.MAJORITY, "goal_points": EndGameGoal.CONDITION}
_REMEMBERED: Final = frozenset({"number", "resources", "goal", "name", "leader_minimum"})
"""The kinds of field whose text is more than their value; the others are chosen, not typed."""

_LISTS: Final = frozenset({"demons", "cards"})
_SIDE_FIELDS: Final = (*_NUMBERS, "name", "resources", "demons", "cards", "goal")
_COUNTED: Final = frozenset(
    {"items", "demons", *(name for name in _NUMBERS if name.startswith(("goon.", "valuable.")))}
)
"""What a side of counts has in place of cards."""

_TABLE_FIELDS: Final = ("marker", "leader", "last_raid", "end_game_goal", "edition", "leader_minimum")


def _side(form: ScoreForm, name: str) -> tuple[dict[str, Any], str]:
    number, _, rest = name.partition(".")
    return form.sides[int(number)], rest


def _reader(name: str) -> Callable[[ScoreForm, str], str]:
    return _PLACES[_kind(name)][0]


def _writer(name: str) -> Callable[["ScoreForm", str, str], None]:
    return _PLACES[_kind(name)][1]


def _kind(name: str) -> str:
    if name.startswith("ruling."):
        return "ruling"
    if name in _TABLE_FIELDS:
        return name
    rest = name.partition(".")[2]
    return "number" if rest in _NUMBERS else rest


def _read_number(form: ScoreForm, name: str) -> str:
    side, rest = _side(form, name)
    return _text(_get(side, _NUMBERS[rest]))


def _write_number(form: ScoreForm, name: str, text: str) -> None:
    side, rest = _side(form, name)
    _put(side, _NUMBERS[rest], parse_sum(text))


def _text(value: Any) -> str:
    return "" if value is None else str(value)


def _get(side: Mapping[str, Any], path: Sequence[str]) -> Any:
    value: Any = side
    for step in path:
        value = value.get(step) if isinstance(value, Mapping) else None
    return value


def _put(side: dict[str, Any], path: Sequence[str], value: Any) -> None:
    *outer, last = path
    place = side
    for step in outer:
        place = place.setdefault(step, {})
    if value is None:
        place.pop(last, None)
    else:
        place[last] = value


def _read_resources(form: ScoreForm, name: str) -> str:
    held = _side(form, name)[0].get("resources", {})
    plain = [held[one] for one in PLAIN if one in held]
    return str(sum(plain)) if plain else ""


def _write_resources(form: ScoreForm, name: str, text: str) -> None:
    number = parse_sum(text)
    held = _side(form, name)[0].setdefault("resources", {})
    for one in PLAIN:
        held.pop(one, None)
    if number is not None:
        held[Resource.SCRAP.value] = number


def _read_goal(form: ScoreForm, name: str) -> str:
    side = _side(form, name)[0]
    return _text(side.get("goal_count", side.get("goal_points")))


def _write_goal(form: ScoreForm, name: str, text: str) -> None:
    number = parse_sum(text)
    side = _side(form, name)[0]
    side.pop("goal_count", None)
    side.pop("goal_points", None)
    member = {EndGameGoal.MAJORITY: "goal_count", EndGameGoal.CONDITION: "goal_points"}.get(form.goal)
    if member is not None and number is not None:
        side[member] = number


def _read_name(form: ScoreForm, name: str) -> str:
    return str(_side(form, name)[0].get("name", ""))


def _write_name(form: ScoreForm, name: str, text: str) -> None:
    side = _side(form, name)[0]
    wanted = normalize("NFC", text.strip())
    if not wanted:
        # An emptied field keeps the name that stands there: a side is never without.
        return
    if len(wanted) > NAME_LIMIT or "\0" in wanted or any("\ud800" <= sign <= "\udfff" for sign in wanted):
        raise FieldFault("field.name_length")
    if any(other is not side and other.get("name") == wanted for other in form.sides):
        raise FieldFault("sides.name_twice")
    side["name"] = wanted


def _read_demons(form: ScoreForm, name: str) -> str:
    return " ".join(_side(form, name)[0].get("demons", ()))


def _write_demons(form: ScoreForm, name: str, text: str) -> None:
    demons = [one for one in text.split() if one in list(DemonValuable)][:LIST_LIMIT]
    _put(_side(form, name)[0], ("demons",), demons or None)


def _read_cards(form: ScoreForm, name: str) -> str:
    cards = _side(form, name)[0].get("cards", {})
    return " ".join([*map(_goon_text, cards.get("goons", ())), *map(_item_text, cards.get("items", ()))])


def _goon_text(card: Mapping[str, Any]) -> str:
    return ":".join([card["type"], card.get("valuable", ""), "+".join(card.get("valuables", ()))]).rstrip(":")


def _item_text(card: Mapping[str, Any]) -> str:
    return f"item::{'+'.join(card.get('valuables', ()))}".rstrip(":")


def _write_cards(form: ScoreForm, name: str, text: str) -> None:
    cards: dict[str, list[dict[str, Any]]] = {"items": [], "goons": []}
    for entry in text.split():
        card = _card(entry)
        if card is not None:
            cards["goons" if "type" in card else "items"].append(card)
    _side(form, name)[0]["cards"] = {kind: entries[:LIST_LIMIT] for kind, entries in cards.items()}


def _card(entry: str) -> dict[str, Any] | None:
    """A card from its text: `dwarf`, `demon:gem`, `dwarf::blade`, `item::gem+magic`; None for anything else."""
    kind, valuable, shown = (*entry.split(":"), "", "")[:3]
    card: dict[str, Any] = {}
    if kind in list(Goon):
        card["type"] = kind
        if kind == Goon.DEMON:
            card["valuable"] = valuable if valuable in list(DemonValuable) else DemonValuable.ANY.value
    elif kind != "item":
        return None
    valuables = [one for one in shown.split("+") if one in list(Valuable)]
    if valuables:
        card["valuables"] = valuables
    return card


def _holder(member: str) -> tuple[Callable[[ScoreForm, str], str], Callable[["ScoreForm", str, str], None]]:
    """Reading and writing which side holds what only one can have."""

    def read(form: ScoreForm, _: str) -> str:
        return next((str(index) for index, side in enumerate(form.sides) if side.get(member)), "")

    def write(form: ScoreForm, _: str, text: str) -> None:
        for index, side in enumerate(form.sides):
            side.pop(member, None)
            if text == str(index):
                side[member] = True

    return read, write


def _read_last_raid(form: ScoreForm, _: str) -> str:
    return "yes" if form.body.get("last_raid") else "no"


def _write_last_raid(form: ScoreForm, _: str, text: str) -> None:
    form.body["last_raid"] = text == "yes"


def _read_goal_kind(form: ScoreForm, _: str) -> str:
    return form.goal.value


def _write_goal_kind(form: ScoreForm, _: str, text: str) -> None:
    if text not in list(EndGameGoal):
        return
    counts = [_read_goal(form, f"{index}.goal") for index in range(len(form.sides))]
    form.body["end_game_goal"] = text
    for index, count in enumerate(counts):
        _write_goal(form, f"{index}.goal", count)


def _read_edition(form: ScoreForm, _: str) -> str:
    return str(form.body.get("edition", EditionName.LATER))


def _write_edition(form: ScoreForm, _: str, text: str) -> None:
    if text in EditionName.words():
        form.body["edition"] = text


def _read_minimum(form: ScoreForm, _: str) -> str:
    return _text(form.body.get("leader_minimum"))


def _write_minimum(form: ScoreForm, _: str, text: str) -> None:
    _put(form.body, ("leader_minimum",), parse_sum(text))


def _read_ruling(form: ScoreForm, name: str) -> str:
    return str(form.body.get("rulings", {}).get(name.removeprefix("ruling."), ""))


def _write_ruling(form: ScoreForm, name: str, text: str) -> None:
    key = name.removeprefix("ruling.")
    rulings = form.body.setdefault("rulings", {})
    rulings.pop(key, None)
    if text in HOUSE_RULINGS[key].values:
        rulings[key] = text


_PLACES: Final[Mapping[str, tuple[Callable[[ScoreForm, str], str], Callable[["ScoreForm", str, str], None]]]] = {
    "number": (_read_number, _write_number),
    "resources": (_read_resources, _write_resources),
    "goal": (_read_goal, _write_goal),
    "name": (_read_name, _write_name),
    "demons": (_read_demons, _write_demons),
    "cards": (_read_cards, _write_cards),
    "marker": _holder("first_player"),
    "leader": _holder("leader_goal"),
    "last_raid": (_read_last_raid, _write_last_raid),
    "end_game_goal": (_read_goal_kind, _write_goal_kind),
    "edition": (_read_edition, _write_edition),
    "leader_minimum": (_read_minimum, _write_minimum),
    "ruling": (_read_ruling, _write_ruling),
}
"""How each kind of field is read from a form and written into it."""


def new_body(
    *, sides: Sequence[str], solitary: bool, edition: EditionName, by_cards: bool, guards: str
) -> dict[str, Any]:
    """The scores request of a new sheet.

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


def field_names(form: ScoreForm) -> Iterator[str]:
    """Every field of a form."""
    yield from _TABLE_FIELDS
    yield from (f"ruling.{key}" for key in SCORING_RULINGS)
    for index in range(len(form.sides)):
        yield from (f"{index}.{rest}" for rest in _SIDE_FIELDS)
