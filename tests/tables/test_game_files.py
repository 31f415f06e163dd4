"""A game as a file: it goes on where the file is read, with its undo and its proof; nothing else is let in."""

import json
import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any, cast

import pytest
from flask import Flask
from flask.testing import FlaskClient
from golden.write import GOALS, KINDS, Play
from support.seat_client import of_players
from support.table_client import BY_HAND, DEALT, Seat, play, post, sit_down, somebody
from test_beginning_in_the_middle import GOONS, PLAYER, STANDS

from companion.identity.caller import Caller
from companion.rules.editions import STANDARD
from companion.rules.rulings.house_rulings import HOUSE_RULINGS
from companion.rules.state.position import Position
from companion.tables import queries, repository
from companion.tables.carrying import Arrival, game_file, take_in
from companion.tables.game_file import BadGameFile, read
from companion.tables.repository import LoadedTable


def saved(loaded: LoadedTable) -> Any:
    """What a file of it says, once it was written and read as JSON."""
    return json.loads(json.dumps(game_file(loaded)))


def let_in(value: Any, device: str = "the other phone") -> Arrival:
    return take_in(read(value), Caller(device=device), "en", lambda: None)


def course(loaded: LoadedTable) -> list[Position]:
    """The game before each of its lines, and after the last."""
    return [*(line.before for line in repository.log(loaded.table)), loaded.state.game]


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_that_went_back_and_forth_is_the_same_from_a_file(plain_app: Flask, kind: str) -> None:
    wishes, _ = KINDS[kind]
    played = Play(plain_app.test_client(), wishes, f"carried {kind}")
    while played.shown["prompt"]["actions"] and played.shown["version"] < 50:
        played._any_line()
    with plain_app.app_context():
        here = repository.find(played.seat.code)
        there = repository.find(let_in(saved(here)).code)
        assert there.table.code != here.table.code
        assert course(there) == course(here)
        assert there.state.history == here.state.history
        assert queries.proof(there).deals == queries.proof(here).deals
        assert queries.proof(there).commitment == queries.proof(here).commitment
        assert queries.proof(there).verdict == queries.proof(here).verdict


LAST = STANDARD.rounds
EMPTY = dict.fromkeys(GOONS)
GUARD_CARDS = [
    {"location": "sewers", "strength": 3, "special": True, "colour": "base"},
    {"location": "library"},
    {"location": "library", "strength": "power"},
]
TOKENS = [
    {"token": 3, "location": "smithy"},
    {"token": 4, "location": "smithy", "face_down": True},
    {"token": "enforcer", "location": "sewers"},
]
NIGHT = {**STANDS, "phase": "lights_out", "tokens": TOKENS, "guard_cards": GUARD_CARDS}
ALONE: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "with every figure": (STANDS, {**GOALS, "advanced": True}),
    "of which little is known": ({"round": 2, "phase": "patrol"}, {}),
    "in the first round": ({"round": 1, "phase": "roll_call"}, {"dealing": "house"}),
    "with no goon and a space whose goon is asked for": ({**STANDS, "goons": {**EMPTY, "sewers": None}}, {}),
    "with two goons to say": ({**STANDS, "goons": {one: GOONS[one] for one in ("sewers", "infirmary")}}, {}),
    "as lights out begins": ({"round": 5, "phase": "lights_out"}, {}),
    "in lights out, dealt by the app": ({**NIGHT, "guard_cards": []}, {"dealing": "house"}),
    "at a location": ({**NIGHT, "location": "smithy"}, GOALS),
    "at the last location": ({**NIGHT, "location": "library"}, GOALS),
    "at a location where nobody is": ({"round": 3, "phase": "lights_out", "location": "infirmary"}, {}),
    "as the last raid begins": ({**STANDS, "round": LAST, "phase": "patrol"}, GOALS),
    "with a leader who was told": ({**STANDS, "leader": "guards"}, GOALS),
    "of the prototype": ({"round": 2, "phase": "roll_call"}, {"edition": "prototype"}),
    "without suspicion or power": ({**STANDS, "player": {"cubes": {"power": 0}}}, {}),
}
SIDES = [
    {"reputation": 17, "cubes": {"power": 3, "suspicion": 2}, "count": 1},
    {"count": 2, "storage": 9},
    {"away": True},
]
TOGETHER: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "light": (
        {
            "round": 4,
            "phase": "round",
            "leader": 1,
            "instant": 0,
            "sides": SIDES,
            "cubes": {"smithy": {"suspicion": 3}},
        },
        {**GOALS, "instant_goal": True, "depth": "light", "first_player": 2},
    ),
    "light, in the last round": ({"round": LAST, "phase": "round"}, {"depth": "light"}),
    "full, with everybody's tokens": (
        {
            "round": 2,
            "phase": "lights_out",
            "location": "smithy",
            "first_player": 2,
            "goons": EMPTY,
            "sides": [{"tokens": TOKENS}, {**PLAYER, "tokens": [{"token": 2, "location": "smithy"}]}, {}],
        },
        GOALS,
    ),
    "full, on the board": ({"round": 3, "phase": "lights_out", "location": "infirmary"}, {"roll_call": False}),
    "full, advanced": ({"round": 5, "phase": "patrol", "sides": SIDES}, {**GOALS, "advanced": True}),
}


def test_the_corners_of_a_game_that_began_in_the_middle_come_along(plain_app: Flask) -> None:
    """`course` compares the game after the first line too, with what is still to be asked."""
    wishes = [{**BY_HAND, **more, "begin": begin} for begin, more in ALONE.values()]
    wishes += [of_players("V", "S", "I", begin_together=begin, **more) for begin, more in TOGETHER.values()]
    for name, body in zip((*ALONE, *TOGETHER), wishes, strict=True):
        client = plain_app.test_client()
        seat, shown = sit_down(client, body)
        play(client, seat, shown, somebody(name), turns=3)
        with plain_app.app_context():
            here = repository.find(seat.code)
            there = repository.find(let_in(saved(here)).code)
            assert course(there) == course(here), name
            assert there.table.began is None
            # From there it leaves as the same file.
            assert saved(there) == saved(here), name


@pytest.mark.parametrize("key", HOUSE_RULINGS)
def test_each_house_ruling_comes_along_from_the_beginning_and_as_a_correction(plain_app: Flask, key: str) -> None:
    values = HOUSE_RULINGS[key].values
    seat, shown = sit_down(plain_app.test_client(), {**DEALT, "rulings": {key: values[-1]}})
    fields = {"ruling": [{"key": key, "value": values[0]}]}
    post(
        plain_app.test_client(),
        seat,
        "/corrections",
        {"version": shown["version"], "type": "set_ruling", "fields": fields},
    )
    with plain_app.app_context():
        here = repository.find(seat.code)
        there = repository.find(let_in(saved(here)).code)
        assert course(there) == course(here)
        assert there.state.game.setup.chosen_rulings == here.state.game.setup.chosen_rulings


def opened(client: FlaskClient, turns: int = 25, body: Any = None) -> tuple[Seat, Any]:
    seat, shown = sit_down(client, DEALT if body is None else body)
    return seat, play(client, seat, shown, somebody("Vera"), turns=turns)


def test_the_same_file_twice_is_one_game(plain_app: Flask) -> None:
    seat, _ = opened(plain_app.test_client())
    with plain_app.app_context():
        value = saved(repository.find(seat.code))
        first = let_in(value, "one phone")
        assert first.new
        assert let_in(value, "one phone") == Arrival(first.code, new=False)
        # Somebody else gets one of their own.
        assert let_in(value, "another phone").new


def test_a_game_that_comes_back_goes_on_at_its_own_table(plain_app: Flask) -> None:
    client = plain_app.test_client()
    seat, shown = opened(client)
    with plain_app.app_context():
        carried = let_in(saved(repository.find(seat.code)), "a phone elsewhere")
        before = saved(repository.find(carried.code))
    play(client, seat, shown, somebody("Isaac"), turns=20)
    with plain_app.app_context():
        here = repository.find(seat.code)
        back = let_in(saved(here), "a phone elsewhere")
        assert back == Arrival(carried.code, new=True)
        assert repository.find(carried.code).state.game == here.state.game
        # An older file of the same game changes nothing.
        assert let_in(before, "a phone elsewhere") == Arrival(carried.code, new=False)
        assert repository.find(carried.code).state.version == here.state.version


def test_a_game_that_went_on_in_both_places_is_two_games(plain_app: Flask) -> None:
    client = plain_app.test_client()
    seat, shown = opened(client, turns=12)
    with plain_app.app_context():
        value = saved(repository.find(seat.code))
    played = play(client, seat, shown, somebody("Isaac"), turns=20)
    other = deepcopy(value)
    with plain_app.app_context():
        first = let_in(saved(repository.find(seat.code)), "a phone")
        last = value["lines"][-1]
        other["lines"] = [*value["lines"], {"kind": "undo", "to": 5, "after": last["after"]}]
        second = let_in(other, "a phone")
        assert second.new
        assert second.code != first.code
    assert played["version"] > len(value["lines"])


def test_what_is_known_of_the_seats_comes_along(plain_app: Flask) -> None:
    seat, _ = sit_down(plain_app.test_client(), of_players("Vera", "Isaac", depth="light"))
    with plain_app.app_context():
        there = repository.find(let_in(saved(repository.find(seat.code))).code)
        assert [one.name for one in there.table.seats] == ["Vera", "Isaac"]
        assert not any(one.free for one in there.table.seats)
        # Whoever had the file could know the cards: the proof says so.
        assert queries.proof(there).known


@pytest.mark.parametrize(
    "opened", ["1970-01-01T00:00:12+00:00", "2001-06-01T12:00:00+00:00", "2106-02-07T06:28:15+00:00"]
)
def test_a_game_of_a_phone_whose_clock_was_wrong_and_put_right_in_its_middle_goes_on(
    plain_app: Flask, opened: str
) -> None:
    seat, _ = sit_down(plain_app.test_client(), DEALT)
    with plain_app.app_context():
        here = repository.find(seat.code)
        value = {**saved(here), "opened": opened}
        value["lines"].append({"kind": "seat", "after": 60 * 365 * 24 * 60 * 60})
        there = repository.find(let_in(value).code)
        assert there.state.game == here.state.game
        # Nothing here is from tomorrow.
        assert there.table.created <= there.table.changed


def changed(change: Callable[[dict[str, Any]], object]) -> Any:
    return pytest.param(change)


BROKEN: dict[str, tuple[Callable[[Any], object], str]] = {
    "another format": (lambda v: v.update(format="lockup-table"), "carry.no_game"),
    "a newer version": (lambda v: v.update(version=2), "carry.newer"),
    "a version that is true": (lambda v: v.update(version=True), "carry.damaged"),
    "no lines": (lambda v: v.pop("lines"), "carry.damaged"),
    "lines that are a text": (lambda v: v.update(lines="abc"), "carry.damaged"),
    "a member too many": (lambda v: v.update(points=99), "carry.damaged"),
    "another seed": (lambda v: v.update(seed="chosen"), "carry.other_rules"),
    "an endless seed": (lambda v: v.update(seed="x" * 10_000), "carry.damaged"),
    "a seed of controls": (lambda v: v.update(seed="\0"), "carry.damaged"),
    "a moment of no calendar": (lambda v: v.update(opened="yesterday"), "carry.damaged"),
    "a moment long ago": (lambda v: v.update(opened="0001-01-01T00:00:00+00:00"), "carry.damaged"),
    "a moment in the far future": (lambda v: v.update(opened="9999-12-31T00:00:00+00:00"), "carry.damaged"),
    "a moment of no zone": (lambda v: v.update(opened="2026-01-01T00:00:00"), "carry.damaged"),
    "no seats": (lambda v: v.update(seats=[]), "carry.damaged"),
    "more seats": (lambda v: v["seats"].append({}), "carry.damaged"),
    "a host who is not there": (lambda v: v.update(host=3), "carry.damaged"),
    "the guards as host": (lambda v: v.update(host=1), "carry.damaged"),
    "a name of nothing": (lambda v: v["seats"][0].update(name=" "), "carry.damaged"),
    "a setup of no game": (lambda v: v["setup"].update(guard_deck=[]), "carry.damaged"),
    "another difficulty": (lambda v: v["setup"].update(difficulty="impossible"), "carry.damaged"),
    "a house deck that is not there": (lambda v: v.update(house_deck=99), "carry.damaged"),
    "a line that begins": (lambda v: v["lines"].append({"kind": "begin", "after": 1}), "carry.damaged"),
    "a line of no kind": (lambda v: v["lines"][3].pop("kind"), "carry.damaged"),
    "an act without a type": (lambda v: v["lines"][3].pop("type"), "carry.damaged"),
    "an undo with a type": (lambda v: v["lines"].append({"kind": "undo", "type": "pass", "after": 1}), "carry.damaged"),
    "an undo to nowhere": (lambda v: v["lines"].append({"kind": "undo", "to": 0, "after": 1}), "carry.not_allowed"),
    "an undo to what is to come": (
        lambda v: v["lines"].append({"kind": "undo", "to": 1999, "after": 1}),
        "carry.not_allowed",
    ),
    "a redo of nothing": (lambda v: v["lines"].append({"kind": "redo", "to": 4, "after": 1}), "carry.not_allowed"),
    "an act that there is not": (lambda v: v["lines"][3].update(type="win"), "carry.not_allowed"),
    "an act left out": (lambda v: v["lines"].pop(4), "carry.not_allowed"),
    "fields of another act": (lambda v: v["lines"][3].update(fields={"gold": 99}), "carry.not_allowed"),
    "a correction to more than there is": (
        lambda v: v["lines"].append(
            {"kind": "correction", "type": "set_reputation", "fields": {"side": [0], "n": 10**9}, "after": 1}
        ),
        "carry.not_allowed",
    ),
    "points that were not played": (
        lambda v: v["lines"].append(
            {"kind": "correction", "type": "set_reputation", "fields": {"side": [0], "to": 30}, "after": 1}
        ),
        "",
    ),
    "another digest": (lambda v: v.update(digest="0" * 64), "carry.other_rules"),
    "a line after the end": (
        lambda v: v["lines"].extend([{"kind": "close", "after": 1}, {"kind": "seat", "after": 1}]),
        "carry.damaged",
    ),
    "too many undos": (
        lambda v: v["lines"].extend({"kind": "undo", "to": 3, "after": 1} for _ in range(400)),
        "carry.too_long",
    ),
    "too many lines": (lambda v: v["lines"].extend({"kind": "seat", "after": 1} for _ in range(2500)), "carry.damaged"),
}


@pytest.fixture(scope="module")
def a_file() -> list[Any]:
    """A file, once it is made."""
    return []


@pytest.mark.parametrize("how", BROKEN)
def test_a_changed_file_is_refused_with_a_reason(plain_app: Flask, a_file: list[Any], how: str) -> None:
    if not a_file:
        seat, _ = opened(plain_app.test_client())
        with plain_app.app_context():
            a_file.append(saved(repository.find(seat.code)))
    change, reason = BROKEN[how]
    value = deepcopy(a_file[0])
    change(value)
    with pytest.raises(BadGameFile) as refused:
        read(value)
    assert not reason or refused.value.key == reason


@pytest.mark.parametrize("value", [None, 1, "text", [], {}, {"format": "lockup-game"}, {"format": []}])
def test_what_is_no_game_is_refused(value: Any) -> None:
    with pytest.raises(BadGameFile):
        read(value)


GARBAGE = (None, True, -1, 10**30, 1.5, "", "@Location.sewers", [], {}, [[]], {"@": "Began"}, "\ud800")


def everywhere(value: Any, chance: random.Random) -> None:
    """Put garbage in some place of a file."""
    while True:
        keys = range(len(value)) if isinstance(value, list) else list(value)
        key = cast("Any", chance.choice(keys))
        if not isinstance(value[key], list | dict) or not value[key] or chance.random() < 0.1:
            value[key] = chance.choice(GARBAGE)
            return
        value = value[key]


def test_garbage_anywhere_in_a_file_is_refused_or_harmless(plain_app: Flask, a_file: list[Any]) -> None:
    if not a_file:
        seat, _ = opened(plain_app.test_client())
        with plain_app.app_context():
            a_file.append(saved(repository.find(seat.code)))
    chance = random.Random("garbage")
    for _ in range(300):
        value = deepcopy(a_file[0])
        everywhere(value, chance)
        try:
            read(value)
        except BadGameFile:
            continue
