"""The second screen from 720p to 4K: nothing outside, nothing too small for a sofa, each under their own."""

from pathlib import Path
from typing import Any

import pytest
from phones import DEVICE, LOCALES, LONGEST, Phone, PhoneMaker, Server
from support.random_json_player import any_action
from support.table_client import Seat, done, post, show, sit_down, somebody
from tables import Wire

pytestmark = pytest.mark.browser

SIZES = ((1280, 720), (1920, 1080), (3840, 2160))
SMALLEST = 1 / 40
"""Of the height of the screen: the least type."""

NAMES = ("Vera", "Isaac", "Konstanty Konstantynopolitańczykowianek", "钥匙")
TABLE: dict[str, Any] = {
    "players": [{"name": name} for name in NAMES],
    "roll_call": True,
    "leader_goal": {"counts": "gem", "minimum": 1},
    "end_goal": {"kind": "majority", "counts": "other"},
}
SCENES = {
    "lobby": ".scene-lobby",
    "roll call": ".screen-roll .bar.down",
    "location": ".scene-location",
    "table": ".screen-seats",
    "raid": ".scene-raid",
}
"""What the room sees one after the other, and what shows that it does."""
AT_THE_END = {"reveal": ".scene-reveal", "result": ".scene-result"}
LAST: dict[str, Any] = {"round": 6, "phase": "lights_out", "location": "library", "sides": [{}] * len(NAMES)}
MEASURING = (Path(__file__).parent / "screens.js").read_text()


class Evening:
    """A game that goes on until the room sees something else."""

    def __init__(self, server: Server, **more: Any) -> None:
        self._wire = Wire(server, DEVICE)
        self._chance = somebody("a long evening")
        self.seat, self._shown = sit_down(self._wire, {**TABLE, **more})

    def scene(self, kind: str) -> Seat:
        """Play on until the room sees that; of a location, one at which several are."""
        if kind == "result":
            done(post(self._wire, self.seat, "reveal", {"lines": 99}))
        while not self._is_there(kind):
            actions = [one for one in self._shown["prompt"]["actions"] if one["type"] not in _NOT]
            asked = {**self._shown, "prompt": {"actions": actions or self._shown["prompt"]["actions"]}}
            assert asked["prompt"]["actions"], kind
            body = any_action(asked, self._chance)
            self._shown = done(post(self._wire, self.seat, "actions", body))
        return self.seat

    def _is_there(self, kind: str) -> bool:
        shown = show(self._wire, self.seat.code).json
        scene, phase = shown["scene"], shown["state"]["phase"]
        if kind == "roll call":
            laid = [token for side in shown["state"]["sides"] for token in side["tokens"]]
            return phase == "roll_call" and len(laid) > 9 and any(one["face_down"] for one in laid)
        enough = len(scene["ranking"]) > 2 if kind == "location" else phase != "roll_call"
        return bool(scene["kind"] == kind and enough)


_NOT = {"raid_now", "play_tome", "pass"}


def faults(phone: Phone, width: int, height: int) -> list[str]:
    """What is wrong with the screen at a size."""
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.page.evaluate(MEASURING)
    found: list[str] = phone.page.evaluate("(least) => screens.faults(least)", height * SMALLEST)
    return found


def test_every_scene_fits_the_screen_and_stands_under_its_players(phones: PhoneMaker, host: Server) -> None:
    screen = phones(host, width=1280, height=720, is_mobile=False)
    # Five rounds more would be alike.
    for evening, scenes in ((Evening(host), SCENES), (Evening(host, begin_together=LAST), AT_THE_END)):
        screen.go("/screen")
        screen.find("[name=code]").fill(evening.seat.code)
        screen.follow(".hand .primary")
        for kind, sign in scenes.items():
            evening.scene(kind)
            # What happens shows by itself.
            screen.page.wait_for_selector(sign)
            wrong = {size: found for size in SIZES if (found := faults(screen, *size))}
            assert wrong == {}, kind
    assert screen.find(".winner").inner_text()


_GOONS: dict[str, Any] = {
    place: {"type": kind, "icons": 4}
    for place, kind in zip(
        ("sewers", "infirmary", "smithy", "commissary", "chow_hall"),
        ("hobgoblin", "cultist", "ratman", "flayer", "dwarf"),
        strict=True,
    )
}
_DEAR = {"name": "The longest name that an item has", "price": {"reputation": 10, "cost": {"gold": 3, "any": 2}}}


@pytest.mark.parametrize(("place", "seats"), [("chow_hall", 3), ("chow_hall", 5), ("cell_block", 3), ("cell_block", 5)])
def test_what_is_on_offer_fits_the_screen_below_everybody(
    phones: PhoneMaker, host: Server, place: str, seats: int
) -> None:
    names = (*NAMES, "Stan")[:seats]
    items = seats + 1
    begun = {"round": 3, "phase": "lights_out", "location": place, "goons": _GOONS, "display": [_DEAR] * items}
    sides = [{"cubes": {"scrap": 4}} for _ in names]
    agreed = {"roll_call": False, "turns": "told", "begin_together": {**begun, "sides": sides}}
    wire = Wire(host, DEVICE)
    seat, shown = sit_down(wire, {"players": [{"name": name} for name in names], **agreed})
    for side in range(len(names)):
        fields = {"side": [side], "tokens": [5]}
        shown = done(
            post(wire, seat, "actions", {"version": shown["version"], "type": "enter_tokens", "fields": fields})
        )
    screen = phones(host, width=1280, height=720, is_mobile=False)
    screen.go(f"/screen/{seat.code}")
    screen.page.wait_for_selector(".screen-offers")
    assert {size: found for size in SIZES if (found := faults(screen, *size))} == {}
    assert screen.find(".screen-offers li").count() == (5 if place == "chow_hall" else items)


_LAID: dict[str, Any] = {**_GOONS, "commissary": {"type": "bandit", "icons": 1, "resource": "gold"}}
_TYPES = ("hobgoblin", "dwarf", "ratman", "flayer", "cultist")
_TAKEN: list[Any] = [{"type": kind, "icons": 2, "valuables": [], "effects": []} for kind in (*_TYPES, _TYPES[0])]
_MUCH = {
    "reputation": 128,
    "cubes": {"scrap": 12, "potion": 1, "gold": 3, "power": 11, "suspicion": 2},
    "crafted": [{}] * 4,
    "goons": _TAKEN,
}
_BUSY: dict[str, Any] = {
    "patrol": {"roll_call": True},
    "roll call": {"roll_call": True},
    "roll call on the board": {"roll_call": False},
}


@pytest.mark.parametrize(
    ("seats", "phase"), [*((5, phase) for phase in _BUSY), *((few, "roll call") for few in (2, 3, 4))]
)
def test_all_that_lies_open_on_a_table_fits_the_screen_in_every_language(
    phones: PhoneMaker, host: Server, seats: int, phase: str
) -> None:
    names = (*NAMES, "Stan")[:seats]
    sides = [_MUCH, {"cubes": {"scrap": 1, "power": 1}}, {"crafted": [{}]}, {}, {}][:seats]
    laid = {"sewers": {"suspicion": 2}, "commissary": {"suspicion": 1, "gold": 2}, "library": {"suspicion": 1}}
    begun = {"round": 3, "phase": phase.split(" on ", maxsplit=1)[0].replace(" ", "_"), "goons": _LAID, "cubes": laid}
    begin = {**begun, "sides": sides, "display": [{}] * (seats + 1), "first_player": 1, "leader": 0}
    agreed = {"edition": "later", "leader_goal": {"counts": "gem"}, **_BUSY[phase], "begin_together": begin}
    wire = Wire(host, DEVICE)
    seat, shown = sit_down(wire, {"players": [{"name": name} for name in names], **agreed})
    for _ in names if phase == "roll call" else ():
        turn = next(one["fields"] for one in shown["prompt"]["actions"] if "face_down" in one["fields"])
        most = turn["face_down"]["most"]
        tokens = turn["tokens"]["options"][:-1]
        fields = {"side": turn["side"]["options"], "location": ["commissary"], "tokens": tokens}
        body = {"version": shown["version"], "type": "assign", "fields": {**fields, "face_down": tokens[:most]}}
        shown = done(post(wire, seat, "actions", body))
    # Five have least room for words.
    for language in LOCALES if seats == 5 else [LONGEST]:
        screen = phones(host, width=1280, height=720, is_mobile=False, language=language)
        screen.go(f"/screen/{seat.code}")
        assert {size: found for size in SIZES if (found := faults(screen, *size))} == {}
        assert screen.find(".amount:has(.cube.scrap) b >> nth=0").inner_text() == "12"
