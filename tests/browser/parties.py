"""Tables of several players, brought to some point without a browser, as the phone of these tests sees them."""

from collections.abc import Callable
from functools import cache
from itertools import count
from typing import Any, Final, NamedTuple

from phones import DEVICE, Server
from support.seat_client import invited, seats_of, take, through_setup
from support.table_client import Seat, done, offered, play, post, sit_down, somebody
from tables import Wire

from companion.tables.score_reveal import ALL_LINES

NAMES: Final = ("Vera", "Isaac", "Konstanty Konstantynopolitańczykowianek", "钥匙", "Stan")
PLAYERS: Final = [{"name": name} for name in NAMES]


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
    "full, who is there": Scene(5, FULL, _at("rows")),
    "full, a reward": Scene(4, FULL, _at("reward")),
    "full, roll call in the app": Scene(5, {**FULL, "roll_call": True}, _at("roll")),
}
"""Every page of a game of several that looks otherwise than the others, by what it shows."""


def reach(server: Server, name: str, **more: Any) -> Seat:
    """Bring a new table to a scene, held whole by the phone of these tests."""
    return brought_to(server, SCENES[name], name, **more)


def brought_to(server: Server, scene: Scene, name: str, **more: Any) -> Seat:
    """The same to a scene that no other test needs."""
    wire = Wire(server, DEVICE)
    body = {"players": PLAYERS[: scene.players], **scene.body, **more}
    seat, shown = sit_down(wire, body)
    shown = play(wire, seat, shown, somebody(name), until=scene.until)
    assert scene.until(shown), name
    return seat


class Seated(NamedTuple):
    """A table at which everybody sits on a phone of their own: its code, their devices, its second screen's link."""

    code: str
    devices: tuple[str, ...]
    watch: str


_devices = count(1)


def seat_everybody(server: Server, *names: str, begun: bool = True, **wishes: Any) -> Seated:
    """A new table in its first round, of light depth where nothing else is wished; no deck has a goon."""
    devices = tuple(f"the-phone-of-{name}-{next(_devices)}" for name in names)
    first, *others = (Wire(server, device) for device in devices)
    host, _ = sit_down(first, {"players": [{"name": name} for name in names], "holds": [0], "depth": "light", **wishes})
    for number, wire in enumerate(others, 1) if "holds" not in wishes else ():
        take(wire, host.code, number, invite=invited(first, host, seat=number))
    if begun:
        through_setup(first, host)
    return Seated(host.code, devices, seats_of(first, host)["watch"])


@cache
def places_of_parties(server: Server) -> dict[str, str]:
    """Every page of a game of several by what it is, and its path on a server; the tables are opened once."""
    seats = {name: reach(server, name) for name in SCENES}
    wire = Wire(server)
    light, ended = seats["light, a round"], seats["light, the end"]
    done(post(wire, ended, "reveal", {"lines": ALL_LINES}))
    result = "/s/" + server.post(f"/t/{ended.code}/scores").rpartition("/")[2]

    def screen(seat: Seat) -> str:
        return f"/w/{seats_of(wire, seat)['watch']}"

    return {
        "new party": "/together",
        "new party of the same": f"/together?again={ended.code}",
        "delete a party": f"/t/{ended.code}/delete",
        "join": "/join",
        "join a table": f"/j/{light.code}",
        "people": f"/t/{light.code}/people",
        "seat for another phone": f"/t/{light.code}/people/0",
        **{f"party, {name}": f"/t/{seat.code}" for name, seat in seats.items()},
        "party, a raid to call": f"/t/{seats['full, who is there'].code}?raid=0",
        **{f"party, {one}": f"/t/{light.code}/{one}" for one in ("figures", "correct", "log")},
        "evening of several": f"{result}/evening",
        "replay of several": f"{result}/evening/2",
        "my crew": f"/t/{seats['full, a reward'].code}/crew",
        "second screen, its code": "/screen",
        "second screen": screen(light),
        "second screen, the end": screen(ended),
    }
