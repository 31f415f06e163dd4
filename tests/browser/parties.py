"""Tables of several players, brought to some point without a browser, as the phone of these tests sees them."""

from collections.abc import Callable
from functools import cache
from typing import Any, Final, NamedTuple

from phones import DEVICE, Server
from tables import Wire
from tabling import Seat, offered, play, sit_down, somebody

NAMES: Final = ("Vera", "Isaac", "Konstanty Konstantynopolitańczykowianek", "钥匙", "Stan")
PLAYERS: Final = [{"name": name} for name in NAMES]
COOKIE: Final = f"lockup_device={DEVICE}"


class Scene(NamedTuple):
    """A point of a game: how many play, what its table agrees on, and when it is reached."""

    players: int
    body: dict[str, Any]
    until: Callable[[Any], object] = lambda _: True


def _at(kind: str, *types: str) -> Callable[[Any], object]:
    def is_there(shown: Any) -> bool:
        step = shown["prompt"]["step"]
        return step is not None and step["kind"] == kind and all(offered(shown, one) for one in types)

    return is_there


LIGHT: Final[dict[str, Any]] = {
    "depth": "light",
    "leader_goal": {"counts": "gem"},
    "end_goal": {"kind": "majority", "counts": "other"},
    "instant_goal": True,
}
FULL: Final[dict[str, Any]] = {"depth": "full", "end_goal": {"kind": "majority", "counts": "gem"}}

SCENES: Final[dict[str, Scene]] = {
    "light, a round": Scene(5, LIGHT, lambda shown: shown["state"]["round"] == 2),
    "light, a raid": Scene(3, LIGHT, _at("raid")),
    "light, what hands hold": Scene(4, LIGHT, _at("hands")),
    "light, the end": Scene(3, LIGHT, lambda shown: shown["prompt"]["step"] is None),
    "full, who is there": Scene(5, FULL, _at("gather")),
    "full, a reward": Scene(4, FULL, _at("reward")),
    "full, roll call in the app": Scene(5, {**FULL, "roll_call": True}, _at("turn")),
}
"""Every page of a game of several that looks otherwise than the others, by what it shows."""


def reach(server: Server, name: str, **more: Any) -> Seat:
    """Bring a new table to a scene, held whole by the phone of these tests."""
    scene, wire = SCENES[name], Wire(server)
    body = {"players": PLAYERS[: scene.players], **scene.body, **more}
    seat, shown = sit_down(wire, body, Cookie=COOKIE)
    shown = play(wire, seat, shown, somebody(name), until=scene.until)
    assert scene.until(shown), name
    return seat


@cache
def places_of_parties(server: Server) -> dict[str, str]:
    """Every page of a game of several by what it is, and its path on a server; the tables are opened once."""
    seats = {name: reach(server, name) for name in SCENES}
    wire = Wire(server)
    light, ended = seats["light, a round"], seats["light, the end"]
    server.post(f"/t/{ended.code}/scores")

    def screen(seat: Seat) -> str:
        headers = {"Authorization": f"Bearer {seat.token}"}
        return f"/w/{wire.get(f'/api/v1/tables/{seat.code}/seats', headers).json['watch']}"

    return {
        "new party": "/together",
        "new party of the same": f"/together?again={ended.code}",
        "delete a party": f"/t/{ended.code}/delete",
        "join": "/join",
        "join a table": f"/j/{light.code}",
        "people": f"/t/{light.code}/people",
        **{f"party, {name}": f"/t/{seat.code}" for name, seat in seats.items()},
        **{f"party, {one}": f"/t/{light.code}/{one}" for one in ("figures", "correct", "log")},
        "second screen": screen(light),
        "second screen, the end": screen(ended),
    }
