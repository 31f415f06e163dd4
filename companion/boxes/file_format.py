"""The format of a box: one definition that checks, explains what is wrong, and publishes itself as JSON Schema."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from companion.boxes.box import CARDS, COLOURS, Box, EndFace, LeaderFace, StartFace, in_order
from companion.boxes.schemas import MOST_ENTRIES, ById, Fixed, Flag, Name, Typed, trimmed
from companion.rules.editions import DEFAULT_EDITION
from companion.rules.live import LiveMapping, LiveSequence
from companion.rules.rulings.automa import Item
from companion.rules.rulings.house_rulings import HOUSE_RULINGS
from companion.rules.schema import EnumField, IntField, Invalid, ListField, ObjectField, Schema
from companion.rules.state.cards import (
    END_GOAL,
    GOON,
    GUARD_CARD,
    LEADER_GOAL,
    OTHER_GOON,
    PRICE,
    Effect,
    GoonFace,
    GuardFace,
    ItemFace,
    end_goal,
    leader_goal,
)
from companion.rules.state.pieces import Cube
from companion.rules.vocabulary import DemonValuable, EditionName, Goon, Resource, Valuable

FORMAT: Final = "lockup-box"
VERSION: Final = 1
"""A file of another version is refused, never read by guessing."""


class InvalidBoxFile(Exception):
    """An error for data that is no box: every fault in it, each with its path."""

    def __init__(self, faults: tuple[Invalid, ...]) -> None:
        super().__init__(faults)
        self.faults = faults


_NAME: Final[dict[str, Schema]] = {"name": Name()}
_SHOWN: Final[dict[str, Schema]] = {
    "valuables": ListField(EnumField(tuple(Valuable)), MOST_ENTRIES),
    "effects": ListField(EnumField(tuple(Effect)), MOST_ENTRIES),
}
_PRICE: Final = ("reputation", "cost")
_START: Final[dict[str, Schema]] = dict.fromkeys(("reputation", "power", "suspicion", "storage"), IntField())

GUARD: Final = ObjectField({"strength": GUARD_CARD.members["strength"], "special": Flag()}, frozenset({"strength"}))
ITEM: Final = ObjectField(
    {**_NAME, "price": ObjectField({name: PRICE.members[name] for name in _PRICE}, frozenset(_PRICE)), **_SHOWN}
)
GOON_CARD: Final = Typed(
    {
        **_NAME,
        "type": EnumField(LiveSequence(lambda: (*Goon.words(), OTHER_GOON))),
        "icons": GOON.members["icons"],
        "resource": EnumField(tuple(Resource)),
        "valuable": EnumField(tuple(DemonValuable)),
        **_SHOWN,
    },
    GOON.required,
    {"resource": (Goon.BANDIT, "box.only_bandit"), "valuable": (Goon.DEMON, "cards.valuable_without_demon")},
)
LEADER: Final = ObjectField({**_NAME, **LEADER_GOAL.members}, LEADER_GOAL.required)
END: Final = ObjectField({**_NAME, **END_GOAL.members}, END_GOAL.required)
START: Final = ObjectField({**_NAME, **_START})


def _counts(names: Sequence[str]) -> ObjectField:
    return ObjectField(LiveMapping(names, IntField()))


BOX: Final = ObjectField(
    {
        "name": Name(),
        "edition": EnumField(EditionName.words()),
        "rulings": ObjectField({key: EnumField(ruling.values) for key, ruling in HOUSE_RULINGS.items()}),
        "cubes": _counts(tuple(Cube)),
        "cards": _counts(CARDS),
        "guard_cards": _counts(COLOURS),
        "tomes_out": IntField(),
        "guards": ObjectField(dict.fromkeys(COLOURS, ById(GUARD))),
        "items": ById(ITEM),
        "goons": ById(GOON_CARD),
        "leader_goals": ById(LEADER),
        "end_goals": ById(END),
        "traits": ById(START),
        "b_sides": ById(START),
    },
    frozenset({"name"}),
)
"""A box as requests and the database hold it."""

FILE: Final = ObjectField(
    {"format": Fixed(FORMAT, "box.format"), "version": Fixed(VERSION, "box.version"), **BOX.members},
    BOX.required | {"format", "version"},
)
"""A box as one file."""


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a box file.

    Data that fits it is accepted, but for four rules beyond JSON Schema: a number is written without a point, text
    has no half of a character, a name has a character that can be seen, and one that NFC makes longer may still have
    only 40 code points.
    """
    told = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A box of Lockup: A Roll Player Tale",
        "description": "One physical copy, as its owner has typed it in. What is left out is not known.",
        **FILE.json_schema(),
    }
    # Words of the vocabulary become plain text.
    plain: dict[str, Any] = json.loads(json.dumps(told))
    return plain


def parse(value: Any) -> Box:
    """Return the box of a JSON value that fits `BOX`.

    Raises:
        InvalidBoxFile: it does not; with everything that is wrong.
    """
    return _parsed(BOX, value)


def parse_file(value: Any) -> Box:
    """Return the box of a JSON value that fits `FILE`, whole or not at all.

    Raises:
        InvalidBoxFile: it does not; with everything that is wrong.
    """
    return _parsed(FILE, value)


def _parsed(shape: Schema, value: Any) -> Box:
    faults = tuple(shape.faults(value))
    if faults:
        raise InvalidBoxFile(faults)
    return Box(
        trimmed(value["name"]),
        EditionName(value.get("edition", DEFAULT_EDITION)),
        rulings=value.get("rulings", {}),
        cubes={Cube(cube): count for cube, count in value.get("cubes", {}).items()},
        cards=value.get("cards", {}),
        guard_cards=value.get("guard_cards", {}),
        tomes_out=value.get("tomes_out"),
        guards={
            colour: {id_: _guard(face) for id_, face in faces.items()}
            for colour, faces in value.get("guards", {}).items()
            if faces
        },
        **{
            section: {id_: kind.read(face) for id_, face in value.get(section, {}).items()}
            for section, kind in SECTIONS.items()
        },
    )


def document(box: Box) -> dict[str, Any]:
    """Return the box as a JSON value that fits `BOX`; what is unknown is left out."""
    said: dict[str, Any] = {
        "rulings": {key: box.rulings[key] for key in HOUSE_RULINGS if key in box.rulings},
        "cubes": {cube.value: box.cubes[cube] for cube in Cube if cube in box.cubes},
        "cards": {kind: box.cards[kind] for kind in CARDS if kind in box.cards},
        "guard_cards": {colour: box.guard_cards[colour] for colour in COLOURS if colour in box.guard_cards},
        "tomes_out": box.tomes_out,
        "guards": {
            colour: {id_: _guard_written(face) for id_, face in in_order(box.guards[colour])}
            for colour in COLOURS
            if box.guards.get(colour)
        },
    }
    for section, kind in SECTIONS.items():
        said[section] = {id_: kind.write(face) for id_, face in in_order(getattr(box, section))}
    return {"name": box.name, "edition": box.edition.value, **{key: one for key, one in said.items() if _says(one)}}


def _says(value: Any) -> bool:
    return value is not None and value != {}


def file_of(box: Box) -> dict[str, Any]:
    """Return the box as a JSON value that fits `FILE`, as an export has it."""
    return {"format": FORMAT, "version": VERSION, **document(box)}


def _guard(face: Mapping[str, Any]) -> GuardFace:
    return GuardFace(face["strength"], face.get("special", False))


def _guard_written(face: GuardFace) -> dict[str, Any]:
    return {"strength": face.strength, **({"special": True} if face.special else {})}


def _named(face: Any, **members: Any) -> dict[str, Any]:
    """Return a face as written: its name, if any, and its known values."""
    name = {"name": face.name} if face.name else {}
    return {**name, **{member: value for member, value in members.items() if value is not None}}


def _name(face: Mapping[str, Any]) -> str:
    return trimmed(face["name"]) if "name" in face else ""


def _shown(face: Mapping[str, Any]) -> dict[str, Any]:
    """Return the known valuables and effects of an item or a goon."""
    return {
        "valuables": tuple(map(Valuable, face["valuables"])) if "valuables" in face else None,
        "effects": tuple(map(Effect, face["effects"])) if "effects" in face else None,
    }


def _shown_written(face: ItemFace | GoonFace) -> dict[str, Any]:
    return {
        "valuables": None if face.valuables is None else [one.value for one in face.valuables],
        "effects": None if face.effects is None else [one.value for one in face.effects],
    }


def _item(face: Mapping[str, Any]) -> ItemFace:
    return ItemFace(_price(face["price"]) if "price" in face else None, **_shown(face), name=_name(face))


def _price(price: Mapping[str, Any]) -> Item:
    cost = {Resource(name): count for name, count in price["cost"].items() if name != "any" and count}
    return Item(price["reputation"], cost, price["cost"].get("any", 0))


def _item_written(face: ItemFace) -> dict[str, Any]:
    return _named(face, price=_price_written(face.price), **_shown_written(face))


def _price_written(price: Item | None) -> dict[str, Any] | None:
    if price is None:
        return None
    fixed = {resource.value: price.cost[resource] for resource in Resource if price.cost.get(resource)}
    return {"reputation": price.reputation, "cost": {**fixed, **({"any": price.any} if price.any else {})}}


def _goon(face: Mapping[str, Any]) -> GoonFace:
    return GoonFace(
        OTHER_GOON if face["type"] == OTHER_GOON else Goon(face["type"]),
        face["icons"],
        Resource(face["resource"]) if "resource" in face else None,
        **_shown(face),
        counts=DemonValuable(face["valuable"]) if "valuable" in face else None,
        name=_name(face),
    )


def _goon_written(face: GoonFace) -> dict[str, Any]:
    return _named(
        face,
        type=str(face.type),
        icons=face.icons,
        resource=face.resource and face.resource.value,
        valuable=face.counts and face.counts.value,
        **_shown_written(face),
    )


def _leader(face: Mapping[str, Any]) -> LeaderFace:
    return LeaderFace(leader_goal(face), _name(face))


def _leader_written(face: LeaderFace) -> dict[str, Any]:
    return _named(face, counts=face.goal.counts.value, minimum=face.goal.minimum)


def _end(face: Mapping[str, Any]) -> EndFace:
    return EndFace(end_goal(face), _name(face))


def _end_written(face: EndFace) -> dict[str, Any]:
    return _named(face, kind=face.goal.kind, counts=face.goal.counts)


def _start(face: Mapping[str, Any]) -> StartFace:
    return StartFace(**{member: face[member] for member in _START if member in face}, name=_name(face))


def _start_written(face: StartFace) -> dict[str, Any]:
    return _named(face, **{member: getattr(face, member) for member in _START})


class Section(NamedTuple):
    """A kind of face, and how one is read and written."""

    read: Callable[[Mapping[str, Any]], Any]
    write: Callable[[Any], dict[str, Any]]


SECTIONS: Final[Mapping[str, Section]] = {
    "items": Section(_item, _item_written),
    "goons": Section(_goon, _goon_written),
    "leader_goals": Section(_leader, _leader_written),
    "end_goals": Section(_end, _end_written),
    "traits": Section(_start, _start_written),
    "b_sides": Section(_start, _start_written),
}
"""The faces that a box holds by id, beside its guard cards."""
