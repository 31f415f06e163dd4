"""Declining what the app took by itself once the table has gone on: alone, as long as nothing rests on it. Pure."""

import random
from typing import Any

import pytest
from flask.testing import FlaskClient
from support.common import rule
from support.random_rules_player import any_act
from support.seat_client import now_at, party, through_setup
from support.table_client import Seat, done, post, read_log, show
from test_strike import SHUFFLE, Log

from companion.rules.acts.actions import Act
from companion.rules.engine.decider import decide, prompt
from companion.rules.engine.physical_moves.event_moves import moves_of
from companion.rules.state.events import replay
from companion.rules.state.pieces import Cube
from companion.rules.state.position import Phase
from companion.rules.vocabulary import Location
from companion.tables.late_decline import declined_later, takings
from companion.tables.line import DECLINE_LATER, Kind, Line


class Night(Log):
    """The log of a game of three whose first roll call is over: what each lays where, strongest first."""

    def __init__(self, laid: dict[tuple[int, str], list[Any]], **wishes: Any) -> None:
        super().__init__({"players": [{}, {}, {}], "roll_call": True, "turns": "told", **wishes})
        while self.state.game.phase is Phase.SETUP:
            self.act("deck_empty" if self.state.game.agenda[0].kind != "begin" else "begin_round")
        for (side, place), tokens in laid.items():
            self.act("assign", side, side=[side], location=[place], tokens=tokens, face_down=[])
        for side in self.state.game.players:
            if side not in self.state.game.passed:
                self.act("pass", side, side=[side])

    def on(self, times: int = 1) -> "Night":
        for _ in range(times):
            self.act("go_on")
        return self

    def at(self, side: int, cube: Cube) -> int:
        return self.state.game.at(side, cube)

    def decline(self, side: int, place: str) -> int | None:
        """Decline what a side was given at a place; the version of the line in the way, or None where it was done."""
        (taking,) = (one for one in takings(self.counting()) if (one.side, one.location) == (side, place))
        events, obstacle = declined_later(self.counting(), taking, SHUFFLE)
        if obstacle is not None:
            return obstacle.version
        self.add(Kind.ACT, seat=side, events=events, act=Act(DECLINE_LATER, {"side": [side], "location": [place]}))
        return None


@rule("L-6", "L-7", "L-8")
def test_what_was_taken_by_itself_is_declined_after_the_table_has_gone_on() -> None:
    night = Night({(0, "sewers"): [5], (1, "sewers"): [4], (2, "smithy"): [3]}).on()
    assert (night.state.game.location, night.at(0, Cube.SCRAP), night.at(2, Cube.IRON)) == (Location.SMITHY, 3, 2)
    asked = night.state.asked
    assert night.decline(0, "sewers") is None
    assert [night.at(side, Cube.SCRAP) for side in range(3)] == [0, 1, 0]
    assert night.state.game.tokens_at(0, Location.LIBRARY) == (5,)
    # Whoever is asked something is asked the same as before, and may answer what they saw.
    assert night.state.asked == asked
    assert [one.side for one in takings(night.counting())] == [1, 2]
    night.on()
    assert night.state.game.location is Location.LIBRARY


@rule("L-7", "T-3")
def test_what_the_table_has_left_in_the_middle_of_a_tome_stands_in_the_way() -> None:
    night = Night({(0, "sewers"): [5], (1, "sewers"): [4], (2, "smithy"): [3]})
    night.correct("set_tomes", holder=[2], number=1)
    night.act("play_tome", 2, side=[2])
    left = night.correct("go_to_location", location=["smithy"])
    assert night.decline(0, "sewers") == left


@rule("L-7")
def test_hands_give_back_the_cubes_and_move_the_token() -> None:
    night = Night({(0, "sewers"): [5], (1, "sewers"): [4], (2, "smithy"): [3]}).on()
    before = night.state.game
    night.decline(0, "sewers")
    moves = [(one.piece, one.number, one.source.area, one.target) for one in moves_of(night.lines[-1].events, before)]
    assert [(piece, number, source) for piece, number, source, _ in moves] == [
        ("scrap", 3, "side"),
        ("token", 1, "home"),
    ]
    assert moves[1][3].of is Location.LIBRARY


@rule("L-7", "L-19", "L-21")
def test_whom_the_supply_was_short_for_gets_it_and_goes_home() -> None:
    wishes = {"cubes": {"scrap": 3}}
    night = Night({(0, "sewers"): [5], (1, "sewers"): [4], (2, "smithy"): [3]}, **wishes).on()
    assert night.state.game.tokens_at(1, Location.LIBRARY) == (4,)
    assert night.decline(0, "sewers") is None
    assert [night.at(side, Cube.SCRAP) for side in range(2)] == [0, 1]
    assert (night.state.game.tokens_at(0, Location.LIBRARY), night.state.game.tokens_at(1, Location.LIBRARY)) == (
        (5,),
        (),
    )


@rule("L-2", "L-4", "L-11")
@pytest.mark.parametrize("there", [["enforcer"], [3]])
def test_power_that_has_ranked_somebody_since_is_in_the_way(there: list[Any]) -> None:
    night = Night({(0, "exercise_yard"): [5], (1, "sewers"): [4], (0, "sewers"): there}, first_player=1)
    last = night.on().state.version
    # The marker and the power cube: with an enforcer there the strength was another.
    assert night.decline(0, "exercise_yard") == (last if there == ["enforcer"] else None)


@rule("L-8", "L-10")
def test_once_the_library_is_ranked_a_token_that_was_not_there_is_in_the_way() -> None:
    night = Night({(0, "sewers"): [5], (1, "sewers"): [4], (2, "cell_block"): [3]})
    while night.state.game.location is not Location.LIBRARY:
        night.add(Kind.ACT, events=decide(night.state.game, act := _next(night), SHUFFLE), act=act)
    library = night.state.version
    assert night.decline(0, "sewers") == library
    assert night.decline(1, "sewers") == library


def _next(night: Night) -> Act:
    acts = [one.type for one in prompt(night.state.game).actions]
    kind = next(one for one in ("space_empty", "go_on", "decline") if one in acts)
    return Act(kind)


@rule("L-7")
def test_who_has_declined_one_thing_declines_another_and_nothing_twice() -> None:
    night = Night({(0, "sewers"): [5], (0, "smithy"): [4], (1, "infirmary"): [3], (2, "commissary"): [2]}).on(3)
    assert night.decline(0, "sewers") is None
    assert night.decline(0, "smithy") is None
    assert [night.at(0, cube) for cube in (Cube.SCRAP, Cube.IRON)] == [0, 0]
    assert {*night.state.game.tokens_at(0, Location.LIBRARY)} == {4, 5}
    assert [one.side for one in takings(night.counting())] == [1]
    night.add(Kind.UNDO, night.lines[-2].version)
    assert night.at(0, Cube.IRON) == 2
    assert [(one.side, one.location) for one in takings(night.counting())] == [(1, "infirmary"), (0, "smithy")]


@pytest.mark.parametrize("seed", range(12))
def test_the_game_is_as_if_it_had_been_declined_while_it_was_open(seed: int) -> None:
    chance = random.Random(seed)
    places = [one.value for one in Location][:7]
    laid = {
        (side, place): [token]
        for side in range(3)
        for place, token in zip(
            chance.sample(places, 3), chance.sample([2, 3, 4, 5, "enforcer", "lookout"], 3), strict=True
        )
    }
    night = Night(laid, cubes={"scrap": 4, "iron": 3, "potion": 4, "power": 6})
    for _ in range(chance.randrange(2, 14)):
        offered = tuple(one for one in prompt(night.state.game).actions if one.type not in {"raid_now", "play_tome"})
        act = any_act(prompt(night.state.game)._replace(actions=offered), chance)
        night.add(Kind.ACT, events=decide(night.state.game, act, SHUFFLE), act=act)
    lines = night.counting()
    for taking in takings(lines):
        if taking.gone_on is None:
            continue
        events, obstacle = declined_later(lines, taking, SHUFFLE)
        if obstacle is None:
            game = replay(event for line in lines if line.version < taking.gone_on for event in line.events)
            acts = [line.act for line in lines if line.version >= taking.gone_on]
            for one in (Act("decline_instead", {"side": [taking.side]}), *acts):
                assert one is not None
                game = replay(decide(game, one, SHUFFLE), game)
            assert replay(events, night.state.game) == game
        else:
            assert (events, obstacle.version >= taking.gone_on) == ((), True)


def test_a_line_without_its_act_is_none_of_declining() -> None:
    assert takings([Line(1, Kind.BEGIN)]) == []


def over_rest(client: FlaskClient) -> list[Seat]:
    """Three phones at the Smithy; Vera's 5 has brought 3 scrap at the Sewers, and the table has gone on from there."""
    phones = party(client, turns="told")
    vera = phones[0]
    through_setup(client, vera)
    laid = [(0, "sewers", [5]), (1, "sewers", [4]), (2, "smithy", [3])]
    for side, place, tokens in laid:
        act(client, phones[side], "assign", side=[side], location=[place], tokens=tokens, face_down=[])
    for side, phone in enumerate(phones):
        act(client, phone, "pass", side=[side])
    act(client, vera, "go_on")
    return phones


def act(client: FlaskClient, seat: Seat, kind: str, **fields: Any) -> Any:
    return done(post(client, seat, "actions", {"version": now_at(client, seat), "type": kind, "fields": fields}))


@rule("L-7")
def test_over_rest_a_strike_that_names_its_seat_declines_what_was_taken_for_it(client: FlaskClient) -> None:
    vera, isaac, _ = over_rest(client)
    version = now_at(client, vera)
    (line,) = (one["version"] for one in read_log(client, vera) if "3 scrap" in str(one["lines"]))
    body = {"version": version, "to": line, "side": 0}
    assert post(client, isaac, "strike", body).json["type"] == "not-yours"
    first = post(client, vera, "strike", body, key="once")
    answer = done(first)
    assert answer["state"]["sides"][0]["cubes"].get("scrap", 0) == 0
    assert [(one["piece"], one["number"], one["to"]) for one in answer["moves"]] == [
        ("scrap", 3, {"area": "supply", "of": None}),
        ("token", 1, {"area": "location", "of": "library"}),
    ]
    line_told = answer["line"]
    assert (line_told["kind"], line_told["seat"], line_told["act"]["type"]) == ("act", 0, "decline_later")
    assert line_told["lines"][0]["why"][0]["rule"] == "L-7"
    assert post(client, vera, "strike", body, key="once").json["line"] == line_told
    # It stands no more, and the line itself was not struck.
    assert post(client, vera, "strike", {**body, "version": version + 1}).status_code == 422
    assert show(client, vera).json["state"]["sides"][1]["cubes"]["scrap"] == 1
    done(post(client, vera, "undo", {"version": version + 1, "to": version}))
    assert show(client, vera).json["state"]["sides"][0]["cubes"]["scrap"] == 3
    act(client, vera, "go_on")
    refused = post(client, vera, "strike", {"version": now_at(client, vera), "to": line, "side": 0})
    assert refused.json["type"] == "in-the-way"
    assert [one["version"] for one in refused.json["changed"]] == [now_at(client, vera)]


def test_what_is_still_open_is_declined_by_the_same_request(client: FlaskClient) -> None:
    phones = over_rest(client)
    version = now_at(client, phones[2])
    answer = done(post(client, phones[2], "strike", {"version": version, "to": version, "side": 2}))
    assert answer["state"]["sides"][2]["cubes"].get("iron", 0) == 0
