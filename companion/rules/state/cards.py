"""Cards as their owners enter them. The app does not know the printed faces and never invents them (E-14)."""

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
"""Which resource an effect gains."""

OTHER_GOON: Final = "other"
"""A goon of a type that the rules do not know: its owner says at the end what it is worth."""


class GuardFace(NamedTuple):
    """A guard card (Z-2, Z-9).

    Attributes:
        strength: its number, or `power` for one that counts the guards' power cubes.
        special: whether it puts another card beside it in lights out (E-16, Z-8).
    """

    strength: int | str
    special: bool = False


class ItemFace(NamedTuple):
    """An item: what is known of it.

    Attributes:
        price: its reputation and cost, or None while nobody needed it.
        valuables, effects: what it shows besides, or None before it is crafted.
    """

    price: Item | None = None
    valuables: tuple[Valuable, ...] | None = None
    effects: tuple[Effect, ...] | None = None
    name: str = ""


class GoonFace(NamedTuple):
    """A goon: what is known of it.

    Attributes:
        type: its type, or `other`; None before it is revealed.
        icons: its suspicion icons (S-5).
        resource: what a Bandit lays on its location (P-7).
        valuables, effects: what it shows besides, or None before somebody takes it.
        counts: what a Demon counts (G-5), or None before somebody takes it.
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
"""A guard card as it is typed: its number or `power`, and whether it is the special one."""


def guard_card_of(colours: Sequence[str]) -> ObjectField:
    """`GUARD_CARD` with the colour beside it: nothing in the game needs it, the box does (Z-2)."""
    colour = {"colour": EnumField(tuple(colours))} if colours else {}
    return ObjectField({**GUARD_CARD.members, **colour}, GUARD_CARD.required)


REST: Final = ObjectField(_SHOWN, frozenset(_SHOWN))
"""What is typed of an item when it is crafted, and of a goon when it is taken."""

SHOWS: Final = "shows"
"""The member that tells that already as a card is turned up, where somebody knows it; then nobody is asked later."""

PRICE: Final = ObjectField(
    {"reputation": IntField(), "cost": ObjectField({**_RESOURCES, "any": IntField()}), **_NAME, SHOWS: REST},
    frozenset({"reputation", "cost"}),
)
"""What is typed of an item when a side first resolves the Cell Block with it on display."""

GOON: Final = ObjectField(
    {"type": EnumField((*Goon, OTHER_GOON)), "icons": IntField(0, 99), **_NAME, SHOWS: REST},
    frozenset({"type", "icons"}),
)
"""What is typed of a goon when it is turned up; its icons add up to cubes on a location (S-5)."""

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
"""A goon as `GOON`, of a Bandit also what it lays (P-7), of a Demon what it counts where that is known (G-5)."""


@cache
def goon_card(types: tuple[Goon, ...]) -> tuple[ObjectField, UnionField]:
    """`GOON` and `GOON_OF_A_KIND` where an edition has these types, be they of an expansion."""
    every = tuple(dict.fromkeys((*Goon, *types, OTHER_GOON)))
    return ObjectField({**GOON.members, "type": EnumField(every)}, GOON.required), _of_a_kind(every)


def guard_face(typed: Mapping[str, Any]) -> GuardFace:
    """The guard card of what was typed as `GUARD_CARD`."""
    return GuardFace(typed["strength"], typed.get("special") == "yes")


def priced(face: ItemFace, typed: Mapping[str, Any]) -> ItemFace:
    """An item with its value and cost, as somebody has typed them as `PRICE`."""
    cost = {Resource(resource): count for resource, count in typed["cost"].items() if resource != "any" and count}
    price = Item(typed["reputation"], cost, typed["cost"].get("any", 0))
    return _with_rest(face._replace(price=price, name=typed.get("name", "").strip()), typed)


def _with_rest(face: CardFace, typed: Mapping[str, Any]) -> CardFace:
    """A card with the rest of it, where what was typed tells that too."""
    return completed(face, typed[SHOWS]) if SHOWS in typed else face


def completed(face: CardFace, typed: Mapping[str, Any]) -> CardFace:
    """A card with what was typed as `REST`."""
    return face._replace(
        valuables=tuple(Valuable(one) for one in typed["valuables"]),
        effects=tuple(Effect(one) for one in typed["effects"]),
    )


def turned_up(typed: Mapping[str, Any]) -> GoonFace:
    """The goon of what was typed as `GOON` or `GOON_OF_A_KIND`."""
    kind = OTHER_GOON if typed["type"] == OTHER_GOON else Goon(typed["type"])
    resource = Resource(typed["resource"]) if "resource" in typed else None
    counts = DemonValuable(typed["counts"]) if "counts" in typed else None
    face = GoonFace(kind, typed["icons"], resource, counts=counts, name=typed.get("name", "").strip())
    return _with_rest(face, typed)


def retyped(face: GoonFace, typed: GoonFace) -> GoonFace:
    """A goon of which something else was typed as `GOON`: what only its old type has it has no longer (P-7, G-5)."""
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
    """Of a card only what one sees before somebody takes it, as of one that turns out to be another."""
    bare = face._replace(valuables=None, effects=None)
    return bare._replace(counts=None) if isinstance(bare, GoonFace) else bare


class LeaderGoal(NamedTuple):
    """The leader goal (O-1): what is counted, and from how many on."""

    counts: Valuable | Goon
    minimum: int = 2


class EndGoal(NamedTuple):
    """The end game goal (O-7, O-8).

    Attributes:
        kind: `majority` or `condition`.
        counts: a valuable, a goon type, `items`, or `items_with_scrap` and so on; `other` is counted by hand.
    """

    kind: str
    counts: str = "other"


COUNTED: Final = (*Valuable, *Goon)
"""What a leader goal counts (O-1)."""

COUNTED_AT_THE_END: Final = (*COUNTED, "items", *(f"items_with_{resource}" for resource in Resource), "other")
"""What an end game goal counts (O-7)."""

LEADER_GOAL: Final = ObjectField({"counts": EnumField(COUNTED), "minimum": IntField(1, MOST)}, frozenset({"counts"}))
END_GOAL: Final = ObjectField(
    {"kind": EnumField(("majority", "condition")), "counts": EnumField(COUNTED_AT_THE_END)}, frozenset({"kind"})
)


def lacks_count(typed: Any) -> bool:
    """Whether an end game goal is said to be a majority, and not of what (O-7)."""
    return isinstance(typed, Mapping) and typed.get("kind") == "majority" and "counts" not in typed


def leader_goal(typed: Mapping[str, Any], minimum: int = 2) -> LeaderGoal:
    """The goal of what was typed as `LEADER_GOAL`; where that says no minimum, this one holds (O-1)."""
    word = typed["counts"]
    counts: Valuable | Goon = Valuable(word) if word in {*Valuable} else Goon(word)
    return LeaderGoal(counts, typed.get("minimum", minimum))


def end_goal(typed: Mapping[str, Any]) -> EndGoal:
    """The goal of what was typed as `END_GOAL`."""
    return EndGoal(typed["kind"], typed.get("counts", "other"))
