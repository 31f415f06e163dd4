"""How the tests keep boxes: random ones, one with a bit of everything, and requests about them."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from flask.testing import FlaskClient
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from companion.boxes.box import BASE, CARDS, COLOURS, Box, EndFace, LeaderFace, StartFace
from companion.rules.rulings.automa import Item
from companion.rules.rulings.house_rulings import HOUSE_RULINGS
from companion.rules.state.cards import (
    COUNTED,
    COUNTED_AT_THE_END,
    OTHER_GOON,
    Effect,
    EndGoal,
    GoonFace,
    GuardFace,
    ItemFace,
    LeaderGoal,
)
from companion.rules.state.pieces import Cube
from companion.rules.vocabulary import POWER, DemonValuable, Goon, Resource, Valuable
from support.api_client import API, ask
from support.sheet_client import Kept
from support.strategies import editions, house_choices

EVERYTHING: dict[str, Any] = {
    "name": "維拉's copy",
    "edition": "first",
    "rulings": {"tier_smithy": "nothing", "total_floor": "zero"},
    "cubes": {"suspicion": 13, "gold": 0},
    "cards": {"items": 31, "traits": 2},
    "guard_cards": {"red": 6},
    "tomes_out": 3,
    "guards": {
        "base": {"1": {"strength": 7001}, "2": {"strength": 7001}, "3": {"strength": "power"}},
        "red": {"1": {"strength": 7002, "special": True}},
    },
    "items": {
        "1": {
            "name": "Łyżka",
            "price": {"reputation": 5, "cost": {"scrap": 2, "any": 1}},
            "valuables": ["gem", "gem"],
            "effects": ["gain_gold", "exchange", "gain_gold"],
        },
        "2": {"price": {"reputation": 0, "cost": {}}},
        "3": {"name": "Comb"},
    },
    "goons": {
        "1": {"type": "bandit", "icons": 2, "resource": "iron"},
        "2": {"type": "demon", "icons": 3, "valuable": "any", "valuables": ["blade"], "effects": []},
        "b": {"type": "other", "icons": 0, "name": "Warden"},
    },
    "leader_goals": {"1": {"counts": "dwarf", "minimum": 3}},
    "end_goals": {"1": {"kind": "majority", "counts": "items_with_gold"}, "2": {"kind": "condition", "name": "Neat"}},
    "traits": {"1": {"name": "Quick", "power": 2}},
    "b_sides": {"1": {"reputation": 0, "power": 0, "suspicion": 1, "storage": 7}},
}
"""A box with something in every member, as a request writes it."""

FILE: dict[str, Any] = {"format": "lockup-box", "version": 1, **EVERYTHING}

names = st.sampled_from(["Mine", "維拉", "Łyżka", "<b>'\"&\\", "\N{GRINNING FACE}" * 40, "a  b"])
"""Names of which what is kept is what was typed."""

few = st.integers(0, 3)
strengths = st.just("power") | few
guard_faces = st.builds(GuardFace, strengths, st.booleans())
prices = st.builds(
    Item, few, st.dictionaries(st.sampled_from(Resource), st.integers(1, 2), max_size=1), st.integers(0, 1)
)
valuables = st.none() | st.lists(st.sampled_from(Valuable), max_size=2).map(tuple)
effects = st.none() | st.lists(st.sampled_from([Effect.STORAGE, Effect.GAIN_GOLD]), max_size=2).map(tuple)
perhaps_named = st.just("") | st.sampled_from(["Rope", "Shiv"])
item_faces = st.builds(ItemFace, prices, valuables, effects, perhaps_named)


@st.composite
def goon_faces(draw: st.DrawFn) -> GoonFace:
    kind = draw(st.sampled_from([*Goon, OTHER_GOON]))
    return GoonFace(
        kind,
        draw(few),
        draw(st.none() | st.sampled_from(Resource)) if kind == Goon.BANDIT else None,
        draw(valuables),
        draw(effects),
        draw(st.none() | st.sampled_from(DemonValuable)) if kind == Goon.DEMON else None,
        draw(perhaps_named),
    )


leader_faces = st.builds(LeaderFace, st.builds(LeaderGoal, st.sampled_from(COUNTED), st.integers(1, 3)), perhaps_named)
end_faces = st.builds(
    EndFace,
    st.builds(EndGoal, st.sampled_from(["majority", "condition"]), st.sampled_from(COUNTED_AT_THE_END)),
    perhaps_named,
)
start_faces = st.builds(StartFace, *[st.none() | few] * 4, perhaps_named)
seen_faces = st.lists(item_faces | goon_faces() | leader_faces | end_faces, max_size=8)
seen_guards = st.dictionaries(st.sampled_from(COLOURS), st.lists(guard_faces, max_size=8), max_size=4)
ids = st.sampled_from(["1", "2", "3", "10", "b", "0a", "999999999999"])


def _by_id(faces: st.SearchStrategy[Any], least: int = 0) -> st.SearchStrategy[dict[str, Any]]:
    return st.dictionaries(ids, faces, min_size=least, max_size=3)


boxes = st.builds(
    Box,
    names,
    editions.map(lambda edition: edition.name),
    rulings=house_choices,
    cubes=st.dictionaries(st.sampled_from(Cube), st.integers(0, 9999)),
    cards=st.dictionaries(st.sampled_from(CARDS), st.integers(0, 9999)),
    guard_cards=st.dictionaries(st.sampled_from(COLOURS), st.integers(0, 9)),
    tomes_out=st.none() | few,
    guards=st.dictionaries(st.sampled_from(COLOURS), _by_id(guard_faces, least=1)),
    items=_by_id(item_faces | names.map(lambda name: ItemFace(name=name))),
    goons=_by_id(goon_faces()),
    leader_goals=_by_id(leader_faces),
    end_goals=_by_id(end_faces),
    traits=_by_id(start_faces),
    b_sides=_by_id(start_faces),
)
"""Boxes of any kind."""


def keep_box(client: FlaskClient, body: Any = None, **headers: str) -> Kept:
    """A new box, called Mine where nothing else is said."""
    response = ask(client, "/boxes", {"name": "Mine"} if body is None else body, **headers)
    assert response.status_code == 201, response.text
    return Kept(response.json["link"], response.json["edit"], response.headers["ETag"])


def show_box(client: FlaskClient, link: str, **headers: str) -> TestResponse:
    return client.get(f"{API}/boxes/{link}", headers={name.replace("_", "-"): one for name, one in headers.items()})


def put_box(
    client: FlaskClient, link: str, body: Any, token: str | None = None, etag: str | None = None
) -> TestResponse:
    return client.put(f"{API}/boxes/{link}", json=body, headers=_allowed(token, etag))


def delete_box(client: FlaskClient, link: str, token: str | None = None, etag: str | None = None) -> TestResponse:
    return client.delete(f"{API}/boxes/{link}", headers=_allowed(token, etag))


def _allowed(token: str | None, etag: str | None) -> dict[str, str]:
    given = {"Authorization": f"Bearer {token}"} if token is not None else {}
    return {**given, "If-Match": etag} if etag is not None else given


def random_guards(dice: Random, most: int, *, part: float = 1) -> dict[str, dict[str, GuardFace]]:
    """A guard deck with numbers up to `most`, or a part of one."""
    sizes = {colour: 7 if colour == BASE else 5 for colour in COLOURS}
    drawn = {
        colour: {
            str(n): GuardFace(POWER if dice.random() < 0.1 else dice.randint(0, most), dice.random() < 0.1)
            for n in range(1, size + 1)
            if dice.random() < part
        }
        for colour, size in sizes.items()
    }
    return {colour: cards for colour, cards in drawn.items() if cards}


def random_box(dice: Random, *, full: bool = False) -> Box:
    """A box of the size of a printed one with random cards, all of them or as many as somebody has entered so far."""

    def some(most: int, face: Callable[[], Any]) -> dict[str, Any]:
        return {str(n): face() for n in range(1, 1 + (most if full else dice.randint(0, most)))}

    def shown() -> dict[str, Any]:
        if not full and dice.random() < 0.3:
            return {}
        return {
            "valuables": tuple(dice.choices([*Valuable], k=dice.randint(0, 2))),
            "effects": tuple(dice.choices([*Effect], k=dice.randint(0, 2))),
        }

    def item() -> ItemFace:
        cost = {resource: dice.randint(1, 4) for resource in dice.sample([*Resource], dice.randint(0, 2))}
        return ItemFace(Item(dice.randint(0, 15), cost, dice.randint(0, 2)), **shown())

    def goon() -> GoonFace:
        kind = dice.choice([*Goon, OTHER_GOON])
        lays = dice.choice([*Resource]) if kind == Goon.BANDIT else None
        counts = dice.choice([*DemonValuable]) if kind == Goon.DEMON else None
        return GoonFace(kind, dice.randint(0, 4), lays, counts=counts, **shown())

    def start() -> StartFace:
        return StartFace(*(dice.randint(0, 9) if full or dice.random() < 0.8 else None for _ in range(4)))

    def counted(names: Sequence[Any]) -> dict[Any, int]:
        return {name: dice.randint(0, 40) for name in names if full or dice.random() < 0.3}

    return Box(
        "Mine",
        rulings={
            key: dice.choice(ruling.values) for key, ruling in HOUSE_RULINGS.items() if full or dice.random() < 0.2
        },
        cubes=counted(tuple(Cube)),
        cards=counted(tuple(CARDS)),
        guard_cards=counted(COLOURS),
        tomes_out=dice.choice([None, 4]),
        guards=random_guards(dice, dice.choice([9, 15, 99]), part=1 if full else dice.random()),
        items=some(34, item),
        goons=some(33, goon),
        leader_goals=some(9, lambda: LeaderFace(LeaderGoal(dice.choice(COUNTED), dice.randint(1, 4)))),
        end_goals=some(9, lambda: EndFace(EndGoal("majority", dice.choice(COUNTED_AT_THE_END)))),
        traits=some(18, start),
        b_sides=some(5, start),
    )
