"""Cards as their owners enter them; the app invents no printed faces (E-14)."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from companion.rules.rulings.automa import Item
from companion.rules.schema import MOST, EnumField, IntField, ListField, ObjectField, Schema, TextField, UnionField
from companion.rules.vocabulary import POWER, DemonValuable, Goon, Resource, Valuable


class Effect(StrEnum):
    """A one-time effect of a card that is crafted, recruited or seized (E-6, C-3)."""

    GAIN_SCRAP = "gain_scrap"
    GAIN_POTION = "gain_potion"
    GAIN_IRON = "gain_iron"
    GAIN_GOLD = "gain_gold"
    GAIN_POWER = "gain_power"
    REMOVE_SUSPICION = "remove_suspicion"
    GIVE_SUSPICION = "give_suspicion"
    DRAW_TOME = "draw_tome"
    CHOOSE_TOME = "choose_tome"
    STORAGE = "storage"
    EXCHANGE = "exchange"


GAINED: Final = {Effect(f"gain_{resource}"): resource for resource in Resource}
"""The resource that an effect gains."""

OTHER_GOON: Final = "other"
"""A goon of a type that the rules do not know: its owner enters its points at the end."""


class GuardFace(NamedTuple):
    """A guard card (Z-2, Z-9).

    Attributes:
        strength: its number, or `power` for one that counts the guards' power cubes.
        special: whether it brings another card in lights out (E-16, Z-8).
    """

    strength: int | str
    special: bool = False


class ItemFace(NamedTuple):
    """The known details of an item.

    Attributes:
        price: its reputation and cost, or None while they were not needed.
        valuables, effects: its other details, or None before it is crafted.
    """

    price: Item | None = None
    valuables: tuple[Valuable, ...] | None = None
    effects: tuple[Effect, ...] | None = None
    name: str = ""


class GoonFace(NamedTuple):
    """The known details of a goon.

    Attributes:
        type: its type, or `other`; None before it is revealed.
        icons: its suspicion icons (S-5).
        resource: the resource that a Bandit adds to its location (P-7).
        valuables, effects: its other details, or None before a side takes it.
        counts: the valuable that a Demon counts (G-5), or None before a side takes it.
    """

    type: Goon | str | None = None
    icons: int = 0
    resource: Resource | None = None
    valuables: tuple[Valuable, ...] | None = None
    effects: tuple[Effect, ...] | None = None
    counts: DemonValuable | None = None
    name: str = ""


Face: TypeAlias = ItemFace | GoonFace
CardFace = TypeVar("CardFace", ItemFace, GoonFace)

_RESOURCES: Final = {resource.value: IntField() for resource in Resource}
_SHOWN: Final = {
    "valuables": ListField(EnumField(tuple(Valuable))),
    "effects": ListField(EnumField(tuple(Effect))),
}
_NAME: Final[dict[str, Schema]] = {"name": TextField()}

GUARD_CARD: Final = ObjectField(
    {"strength": EnumField((POWER,), IntField()), "special": EnumField(("yes", "no"))}, frozenset({"strength"})
)
"""A guard card as entered: its number or `power`, and whether it is the special one."""


def guard_card_of(colours: Sequence[str]) -> ObjectField:
    """Return `GUARD_CARD` with a colour, which only the copy needs (Z-2)."""
    colour = {"colour": EnumField(tuple(colours))} if colours else {}
    return ObjectField({**GUARD_CARD.members, **colour}, GUARD_CARD.required)


REST: Final = ObjectField(_SHOWN, frozenset(_SHOWN))
"""Details entered of an item when it is crafted, and of a goon when it is taken."""

SHOWS: Final = "shows"
"""The field for these details when a card is revealed; then the game does not ask later."""

PRICE: Final = ObjectField(
    {"reputation": IntField(), "cost": ObjectField({**_RESOURCES, "any": IntField()}), **_NAME, SHOWS: REST},
    frozenset({"reputation", "cost"}),
)
"""Details entered of an item when a side first resolves the Cell Block with it on display."""

GOON: Final = ObjectField(
    {"type": EnumField((*Goon, OTHER_GOON)), "icons": IntField(0, 99), **_NAME, SHOWS: REST},
    frozenset({"type", "icons"}),
)
"""Details entered of a goon when it is revealed; its icons add up to cubes on a location (S-5)."""

_MORE: Final[Mapping[str, dict[str, Schema]]] = {
    Goon.BANDIT: {"resource": EnumField(tuple(Resource))},
    Goon.DEMON: {"counts": EnumField(tuple(DemonValuable))},
}


def _of_a_kind(types: Sequence[str]) -> UnionField:
    plain = tuple(kind for kind in types if kind not in _MORE)
    records = {
        kinds: ObjectField({**GOON.members, "type": EnumField(kinds), **_MORE.get(kinds[0], {})}, GOON.required)
        for kinds in (plain, *((kind,) for kind in _MORE))
    }
    return UnionField("type", {kind: records[(kind,) if kind in _MORE else plain] for kind in types})


GOON_OF_A_KIND: Final = _of_a_kind((*Goon, OTHER_GOON))
"""A goon as `GOON`, with a Bandit's resource (P-7) and a Demon's valuable if it is known (G-5)."""


@cache
def goon_card(types: tuple[Goon, ...]) -> tuple[ObjectField, UnionField]:
    """Return `GOON` and `GOON_OF_A_KIND` for these types, also of an expansion."""
    every = tuple(dict.fromkeys((*Goon, *types, OTHER_GOON)))
    return ObjectField({**GOON.members, "type": EnumField(every)}, GOON.required), _of_a_kind(every)


def guard_face(typed: Mapping[str, Any]) -> GuardFace:
    """Return the guard card entered as `GUARD_CARD`."""
    return GuardFace(typed["strength"], typed.get("special") == "yes")


def priced(face: ItemFace, typed: Mapping[str, Any]) -> ItemFace:
    """Return an item with its value and cost, entered as `PRICE`."""
    cost = {Resource(resource): count for resource, count in typed["cost"].items() if resource != "any" and count}
    price = Item(typed["reputation"], cost, typed["cost"].get("any", 0))
    return _with_rest(face._replace(price=price, name=typed.get("name", "").strip()), typed)


def _with_rest(face: CardFace, typed: Mapping[str, Any]) -> CardFace:
    """Return a card with its other details, if they were entered too."""
    return completed(face, typed[SHOWS]) if SHOWS in typed else face


def completed(face: CardFace, typed: Mapping[str, Any]) -> CardFace:
    """Return a card with the details entered as `REST`."""
    return face._replace(
        valuables=tuple(Valuable(one) for one in typed["valuables"]),
        effects=tuple(Effect(one) for one in typed["effects"]),
    )


def turned_up(typed: Mapping[str, Any]) -> GoonFace:
    """Return the goon entered as `GOON` or `GOON_OF_A_KIND`."""
    kind = OTHER_GOON if typed["type"] == OTHER_GOON else Goon(typed["type"])
    resource = Resource(typed["resource"]) if "resource" in typed else None
    counts = DemonValuable(typed["counts"]) if "counts" in typed else None
    face = GoonFace(kind, typed["icons"], resource, counts=counts, name=typed.get("name", "").strip())
    return _with_rest(face, typed)


def retyped(face: GoonFace, typed: GoonFace) -> GoonFace:
    """Return a goon corrected as `GOON`, without details of its old type (P-7, G-5)."""
    return face._replace(
        type=typed.type,
        icons=typed.icons,
        name=typed.name,
        resource=face.resource if typed.type is Goon.BANDIT else None,
        counts=face.counts if typed.type is Goon.DEMON else None,
        valuables=face.valuables if typed.valuables is None else typed.valuables,
        effects=face.effects if typed.effects is None else typed.effects,
    )


def as_turned_up(face: CardFace) -> CardFace:
    """Return a card with only what is seen before a side takes it."""
    bare = face._replace(valuables=None, effects=None)
    return bare._replace(counts=None) if isinstance(bare, GoonFace) else bare


class LeaderGoal(NamedTuple):
    """The leader goal (O-1): the thing counted, and the least number."""

    counts: Valuable | Goon
    minimum: int = 2


class EndGoal(NamedTuple):
    """The end game goal (O-7, O-8).

    Attributes:
        kind: `majority` or `condition`.
        counts: a valuable, a goon type, `items`, or `items_with_scrap` and so on; players enter the count for `other`.
    """

    kind: str
    counts: str = "other"


COUNTED: Final = (*Valuable, *Goon)
"""The things that a leader goal can count (O-1)."""

COUNTED_AT_THE_END: Final = (*COUNTED, "items", *(f"items_with_{resource}" for resource in Resource), "other")
"""The things that an end game goal can count (O-7)."""

LEADER_GOAL: Final = ObjectField({"counts": EnumField(COUNTED), "minimum": IntField(1, MOST)}, frozenset({"counts"}))
END_GOAL: Final = ObjectField(
    {"kind": EnumField(("majority", "condition")), "counts": EnumField(COUNTED_AT_THE_END)}, frozenset({"kind"})
)


def lacks_count(typed: Any) -> bool:
    """Return whether an end game goal is a majority of nothing named (O-7)."""
    return isinstance(typed, Mapping) and typed.get("kind") == "majority" and "counts" not in typed


def leader_goal(typed: Mapping[str, Any], minimum: int = 2) -> LeaderGoal:
    """Return the goal entered as `LEADER_GOAL`, by default with this minimum (O-1)."""
    word = typed["counts"]
    counts: Valuable | Goon = Valuable(word) if word in {*Valuable} else Goon(word)
    return LeaderGoal(counts, typed.get("minimum", minimum))


def end_goal(typed: Mapping[str, Any]) -> EndGoal:
    """Return the goal entered as `END_GOAL`."""
    return EndGoal(typed["kind"], typed.get("counts", "other"))
