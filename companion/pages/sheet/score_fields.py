"""The fields of a score form, each as it is read from the scores request and written into it.

A field has a name such as `0.reputation` or `2.goon.dwarf`. A side's field is a path in its object.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from companion.boxes.schemas import MOST_ENTRIES, Name, trimmed
from companion.pages.forms.typed_sum import FieldFault, parse_sum
from companion.pages.sheet.card_texts import card_of_text, goon_text, item_text
from companion.rules.live import LiveSequence
from companion.rules.rulings.house_rulings import HOUSE_RULINGS
from companion.rules.vocabulary import DemonValuable, EditionName, Resource, Valuable
from companion.schemas.scores import COUNTED_GOONS
from companion.scoring.sheet import EndGameGoal

PLAIN: Final = (Resource.SCRAP, Resource.POTION, Resource.IRON)
"""They score alike and are one field; the request keeps their sum as scrap."""

SCORING_RULINGS: Final = ("leader_tie", "zero_suspicion", "zero_majority", "reserved_items", "total_floor")
"""The house rulings that a final score can meet."""


Body: TypeAlias = dict[str, Any]
"""A scores request."""


class FieldKind(NamedTuple):
    """A kind of field: how to read it from a scores request, and how to write it into one."""

    read: Callable[[Body, str], str]
    write: Callable[[Body, str, str], None]


def goal_of(body: Mapping[str, Any]) -> EndGameGoal:
    """Return the kind of end game goal, by how it scores."""
    return EndGameGoal(body.get("end_game_goal", EndGameGoal.NONE))


def is_field(name: str, sides: int) -> bool:
    """Return whether a form of so many sides has a field of that name."""
    if name in TABLE_FIELDS or name.removeprefix("ruling.") in SCORING_RULINGS:
        return True
    number, _, rest = name.partition(".")
    return number in map(str, range(sides)) and (rest in _OTHERS or _path(rest) is not None)


_NUMBERS: Final[Mapping[str, tuple[str, ...]]] = {
    "reputation": ("reputation",),
    "suspicion": ("suspicion",),
    "power": ("power",),
    "items": ("items",),
    "reserved": ("reserved",),
    "tomes": ("tomes",),
    "leader_count": ("leader_count",),
    "other_goons": ("other_goons",),
    "gold": ("resources", "gold"),
    **{f"valuable.{valuable}": ("valuables", valuable.value) for valuable in Valuable},
}
"""The path of each number in its side of the request, by the name of its field; paths of goons follow from it."""


def _path(rest: str) -> tuple[str, ...] | None:
    """Return the path of a number in its side; None for a field that is no number."""
    kind, _, goon = rest.partition(".")
    return ("goons", goon) if kind == "goon" and goon in COUNTED_GOONS else _NUMBERS.get(rest)


GOAL_MEMBERS: Final = {"goal_count": EndGameGoal.MAJORITY, "goal_points": EndGameGoal.CONDITION}
"""The members that a side has for the end game goal, and the kind of goal as which each scores."""

TYPED_KINDS: Final = frozenset({"number", "resources", "goal", "name", "leader_minimum"})
"""The kinds of field whose text is more than their value; the others are chosen, not typed."""

LIST_KINDS: Final = frozenset({"demons", "cards"})
"""The kinds of field that hold several entries, apart by blanks."""

_OTHERS: Final = frozenset({"name", "resources", "demons", "cards", "goal"})
"""The fields of a side that are more than a number."""

COUNTED_FIELDS: Final = LiveSequence(
    lambda: ("items", "demons", *(f"goon.{one}" for one in COUNTED_GOONS), *(f"valuable.{one}" for one in Valuable))
)
"""The fields that a side of counts has in place of cards."""

TABLE_FIELDS: Final = ("marker", "leader", "last_raid", "end_game_goal", "edition", "leader_minimum")


def _side(body: Body, name: str) -> tuple[dict[str, Any], str]:
    number, _, rest = name.partition(".")
    return body["sides"][int(number)], rest


def read_field(body: Body, name: str) -> str:
    """Return the text of a field in a scores request."""
    return _KINDS[kind_of_field(name)].read(body, name)


def write_field(body: Body, name: str, text: str) -> None:
    """Set a field of a scores request to a text.

    Raises:
        FieldFault: the field cannot take it.
    """
    _KINDS[kind_of_field(name)].write(body, name, text)


def kind_of_field(name: str) -> str:
    """Return the kind of a field: `number`, `ruling`, or the name of the only one of its kind."""
    if name.startswith("ruling."):
        return "ruling"
    if name in TABLE_FIELDS:
        return name
    rest = name.partition(".")[2]
    return rest if _path(rest) is None else "number"


def _read_number(body: Body, name: str) -> str:
    side, rest = _side(body, name)
    return _text(_get(side, _path(rest) or ()))


def _write_number(body: Body, name: str, text: str) -> None:
    side, rest = _side(body, name)
    _put(side, _path(rest) or (), parse_sum(text))


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


def _read_resources(body: Body, name: str) -> str:
    held = _side(body, name)[0].get("resources", {})
    plain = [held[one] for one in PLAIN if one in held]
    return str(sum(plain)) if plain else ""


def _write_resources(body: Body, name: str, text: str) -> None:
    number = parse_sum(text)
    held = _side(body, name)[0].setdefault("resources", {})
    for one in PLAIN:
        held.pop(one, None)
    if number is not None:
        held[Resource.SCRAP.value] = number


def _read_goal(body: Body, name: str) -> str:
    side = _side(body, name)[0]
    return _text(side.get("goal_count", side.get("goal_points")))


def _write_goal(body: Body, name: str, text: str) -> None:
    number = parse_sum(text)
    side = _side(body, name)[0]
    side.pop("goal_count", None)
    side.pop("goal_points", None)
    member = {EndGameGoal.MAJORITY: "goal_count", EndGameGoal.CONDITION: "goal_points"}.get(goal_of(body))
    if member is not None and number is not None:
        side[member] = number


def _read_name(body: Body, name: str) -> str:
    return str(_side(body, name)[0].get("name", ""))


def _write_name(body: Body, name: str, text: str) -> None:
    side = _side(body, name)[0]
    if not text.strip():
        # An emptied field keeps its name: a side is never without one.
        return
    for fault in Name().faults(text):
        raise FieldFault(fault.key, **fault.data)
    wanted = trimmed(text)
    if any(other is not side and other.get("name") == wanted for other in body["sides"]):
        raise FieldFault("sides.name_twice")
    side["name"] = wanted


def _read_demons(body: Body, name: str) -> str:
    return " ".join(_side(body, name)[0].get("demons", ()))


def _write_demons(body: Body, name: str, text: str) -> None:
    demons = [one for one in text.split() if one in list(DemonValuable)][:MOST_ENTRIES]
    _put(_side(body, name)[0], ("demons",), demons or None)


def _read_cards(body: Body, name: str) -> str:
    cards = _side(body, name)[0].get("cards", {})
    return " ".join([*map(goon_text, cards.get("goons", ())), *map(item_text, cards.get("items", ()))])


def _write_cards(body: Body, name: str, text: str) -> None:
    cards: dict[str, list[dict[str, Any]]] = {"items": [], "goons": []}
    for entry in text.split():
        card = card_of_text(entry)
        if card is not None:
            cards["goons" if "type" in card else "items"].append(card)
    _side(body, name)[0]["cards"] = {kind: entries[:MOST_ENTRIES] for kind, entries in cards.items()}


def _holder(member: str) -> FieldKind:
    """Return how to read and write which side holds a thing that only one side can have."""

    def read(body: Body, _: str) -> str:
        return next((str(index) for index, side in enumerate(body["sides"]) if side.get(member)), "")

    def write(body: Body, _: str, text: str) -> None:
        for index, side in enumerate(body["sides"]):
            side.pop(member, None)
            if text == str(index):
                side[member] = True

    return FieldKind(read, write)


def _read_last_raid(body: Body, _: str) -> str:
    return "yes" if body.get("last_raid") else "no"


def _write_last_raid(body: Body, _: str, text: str) -> None:
    body["last_raid"] = text == "yes"


def _read_goal_kind(body: Body, _: str) -> str:
    return goal_of(body).value


def _write_goal_kind(body: Body, _: str, text: str) -> None:
    if text not in list(EndGameGoal):
        return
    counts = [_read_goal(body, f"{index}.goal") for index in range(len(body["sides"]))]
    body["end_game_goal"] = text
    for index, count in enumerate(counts):
        _write_goal(body, f"{index}.goal", count)


def _read_edition(body: Body, _: str) -> str:
    return str(body.get("edition", EditionName.LATER))


def _write_edition(body: Body, _: str, text: str) -> None:
    if text in EditionName.words():
        body["edition"] = text


def _read_minimum(body: Body, _: str) -> str:
    return _text(body.get("leader_minimum"))


def _write_minimum(body: Body, _: str, text: str) -> None:
    _put(body, ("leader_minimum",), parse_sum(text))


def _read_ruling(body: Body, name: str) -> str:
    return str(body.get("rulings", {}).get(name.removeprefix("ruling."), ""))


def _write_ruling(body: Body, name: str, text: str) -> None:
    key = name.removeprefix("ruling.")
    rulings = body.setdefault("rulings", {})
    rulings.pop(key, None)
    if text in HOUSE_RULINGS[key].values:
        rulings[key] = text


_KINDS: Final[Mapping[str, FieldKind]] = {
    "number": FieldKind(_read_number, _write_number),
    "resources": FieldKind(_read_resources, _write_resources),
    "goal": FieldKind(_read_goal, _write_goal),
    "name": FieldKind(_read_name, _write_name),
    "demons": FieldKind(_read_demons, _write_demons),
    "cards": FieldKind(_read_cards, _write_cards),
    "marker": _holder("first_player"),
    "leader": _holder("leader_goal"),
    "last_raid": FieldKind(_read_last_raid, _write_last_raid),
    "end_game_goal": FieldKind(_read_goal_kind, _write_goal_kind),
    "edition": FieldKind(_read_edition, _write_edition),
    "leader_minimum": FieldKind(_read_minimum, _write_minimum),
    "ruling": FieldKind(_read_ruling, _write_ruling),
}
"""The way to read each kind of field from a scores request and write it into one."""
