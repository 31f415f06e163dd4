"""A table that begins in the middle of a game, from figures that are typed."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from support.api_client import check_problem
from support.box_builders import keep_box, show_box
from support.common import rule
from support.seat_client import of_players
from support.sheet_client import DEVICE
from support.table_client import BY_HAND, DEALT, FACES, Seat, done, open_table, play, post, read_log, sit_down, somebody

from companion.rules.corrections.registry import NotInTheBox
from companion.rules.editions import STANDARD
from companion.rules.engine.decider import begin_at
from companion.rules.engine.mid_game_setup import EnteredPosition, WrongFigures
from companion.rules.shuffling.shuffle import shuffled
from companion.rules.state.events import replay
from companion.rules.state.pieces import Cube
from companion.rules.state.position import Phase, Position
from companion.rules.state.setup import Setup
from companion.tables.position_entry import figures, place_of

GOONS: dict[str, Any] = {
    "sewers": {"type": "dwarf", "icons": 1},
    "infirmary": {"type": "bandit", "icons": 1, "resource": "gold"},
    "smithy": None,
    "commissary": {"type": "cultist", "icons": 2},
    "chow_hall": {"type": "demon", "icons": 3, "valuable": "gem"},
}
PLAYER: dict[str, Any] = {
    "reputation": 17,
    "storage": 6,
    "tomes": 2,
    "cubes": {"scrap": 3, "gold": 1, "power": 2, "suspicion": 4},
    "crafted": [{"price": {"reputation": 4, "cost": {"iron": 2}}, "valuables": ["gem"], "effects": []}, {}],
    "reserve": [{"name": "Comb"}],
    "goons": [{"type": "dwarf", "icons": 1}],
}
STANDS: dict[str, Any] = {
    "round": 4,
    "phase": "roll_call",
    "first_player": "player",
    "player": PLAYER,
    "guards": {"reputation": 20, "cubes": {"iron": 2}, "goons": [{"type": "ratman", "icons": 1}]},
    "cubes": {"sewers": {"suspicion": 2}, "infirmary": {"gold": 1}},
    "goons": GOONS,
    "display": [{"price": {"reputation": 2, "cost": {"any": 1}}}, None, {}],
    "discarded_goons": [{"type": "hobgoblin", "icons": 2}],
    "discarded_tomes": 3,
}


def begun(client: FlaskClient, begin: dict[str, Any], **wishes: Any) -> tuple[Seat, Any]:
    return sit_down(client, {**BY_HAND, **wishes, "begin": begin})


def side(shown: Any, seat: int) -> Any:
    return shown["state"]["sides"][seat]


# What lies on the table


@rule("S-9", "E-14")
def test_every_figure_stands_where_it_was_typed(client: FlaskClient) -> None:
    _, shown = begun(client, STANDS, leader_goal={"counts": "dwarf"}, advanced=True)
    state = shown["state"]
    assert (state["round"], state["phase"], state["first_player"]) == (4, "roll_call", 0)
    player, guards = state["sides"]
    assert (player["reputation"], player["storage"], player["tomes"]) == (17, 6, 2)
    assert player["cubes"] == {"scrap": 3, "gold": 1, "power": 2, "suspicion": 4}
    assert (guards["reputation"], guards["cubes"]) == (20, {"iron": 2, "power": 1})
    assert [len(player[zone]) for zone in ("crafted", "reserve", "goons")] == [2, 1, 1]
    lying = {one["location"]: one["cubes"] for one in state["locations"] if one["cubes"]}
    assert lying == {"sewers": {"suspicion": 2}, "infirmary": {"gold": 1}}
    goons = {one["location"]: one["goon"] is not None for one in state["locations"] if one["location"] in GOONS}
    assert goons == {location: goon is not None for location, goon in GOONS.items()}
    assert [card is not None for card in state["display"]] == [True, False, True]
    assert len(state["discards"]) == 1
    assert state["decks"]["discarded_tomes"] == 3
    assert state["supply"]["suspicion"] == 12 - 4 - 2
    assert state["cards"][str(player["crafted"][0])]["price"] == {"reputation": 4, "cost": {"iron": 2}}


def test_what_is_left_out_is_as_it_is_at_the_start_and_goons_are_asked_for(client: FlaskClient) -> None:
    seat, shown = begun(client, {"round": 2, "phase": "roll_call"})
    assert (side(shown, 0)["reputation"], side(shown, 0)["cubes"]) == (10, {"power": 1})
    assert shown["state"]["display"] == [0, 1, 2]
    for location in STANDARD.goon_locations:
        assert shown["prompt"]["step"] == {"kind": "goon_space", "side": None, "location": location, "card": None}
        body = {"version": shown["version"], "type": "type_goon", "fields": {"goon": {"type": "dwarf", "icons": 3}}}
        shown = done(post(client, seat, "actions", body))
    assert (shown["state"]["round"], shown["state"]["supply"]["suspicion"]) == (2, 12)
    assert shown["prompt"]["step"]["kind"] == "turn"


@rule("P-7")
def test_a_bandit_whose_resource_nobody_typed_is_asked_for_it(client: FlaskClient) -> None:
    _, shown = begun(client, {**STANDS, "goons": {**GOONS, "infirmary": {"type": "bandit", "icons": 1}}})
    assert shown["prompt"]["step"]["kind"] == "bandit"


@rule("O-11")
def test_the_leader_goal_is_held_by_whom_the_figures_say_or_else_by_who_has_most(client: FlaskClient) -> None:
    dwarves = {"goons": [{"type": "dwarf", "icons": 0}] * 2}
    stands = {"round": 3, "phase": "patrol", "player": dwarves, "guards": dwarves, "goons": GOONS}
    goal = {"leader_goal": {"counts": "dwarf"}}
    held = [
        begun(client, figures_, **goal)[1]["state"]["goals"]["held_by"]
        for figures_ in ({**stands, "leader": "player"}, {**stands, "leader": "guards"}, {**stands, "player": {}})
    ]
    assert held == [0, 1, 1]


# Phases


@rule("S-9")
def test_a_roll_call_is_dealt_from_the_seed_as_in_any_game(client: FlaskClient) -> None:
    _, shown = begun(client, STANDS, **DEALT, seed="Kulbak")
    order = shuffled("Kulbak", 4, "guards", [(face["strength"], face["special"]) for face in FACES])
    assert [card["location"] for card in shown["state"]["guard_cards"]] == [
        "exercise_yard", "sewers", "infirmary", "smithy", "commissary", "chow_hall", "cell_block",
    ]  # fmt: skip
    seat, shown = begun(client, {**STANDS, "first_player": "guards"}, **DEALT, seed="Kulbak")
    body = {"version": shown["version"], "type": "turn_guard_card", "fields": {"card": [2]}}
    shown = done(post(client, seat, "actions", body))
    assert shown["state"]["guard_cards"][2]["face"]["strength"] == order[2][0]


@rule("L-1", "L-2")
def test_lights_out_goes_on_where_it_stood_with_the_tokens_and_cards_that_lie_there(client: FlaskClient) -> None:
    stands = {
        **STANDS,
        "phase": "lights_out",
        "location": "smithy",
        "tokens": [
            {"token": 5, "location": "smithy"},
            {"token": "enforcer", "location": "smithy", "face_down": True},
            {"token": "lookout", "location": "library"},
        ],
        "guard_cards": [{"location": "smithy", "strength": 3, "colour": "base"}, {"location": "chow_hall"}],
    }
    seat, shown = begun(client, stands)
    state = shown["state"]
    assert (state["phase"], state["location"], state["round"]) == ("lights_out", "smithy", 4)
    assert sorted(map(str, side(shown, 0)["home"])) == ["2", "3", "4"]
    assert [card["face"] for card in state["guard_cards"]] == [{"strength": 3, "special": False}, None]
    assert shown["prompt"]["step"]["kind"] == "resolve"
    after = done(post(client, seat, "actions", {"version": shown["version"], "type": "resolve"}))
    assert side(after, 0)["cubes"].get("iron", 0) in {0, 2}
    assert any("7" in one["text"] for event in after["line"]["lines"] for one in event["why"] if one["rule"] == "L-2")


@rule("R-6")
def test_lights_out_from_its_beginning_treats_tokens_at_home_as_the_table_has_agreed(client: FlaskClient) -> None:
    stands = {**STANDS, "phase": "lights_out", "tokens": [{"token": 5, "location": "sewers"}]}
    _, shown = begun(client, stands, rulings={"unused_tokens": "library"})
    laid = {one["token"]: one["location"] for one in side(shown, 0)["tokens"]}
    assert {token for token, location in laid.items() if location == "library"} == {2, 3, 4, "enforcer", "lookout"}


@rule("P-6")
def test_a_patrol_begins_with_what_lies_there(client: FlaskClient) -> None:
    _, shown = begun(client, {**STANDS, "phase": "patrol", "player": {"cubes": {"scrap": 9}}})
    assert shown["state"]["phase"] == "patrol"
    assert shown["prompt"]["step"]["kind"] == "store"


@rule("P-4", "Z-3")
@pytest.mark.parametrize(
    ("figures", "wishes", "told"),
    [
        ({"phase": "patrol"}, {}, "Discard the goon at the Chow Hall"),
        ({"phase": "roll_call", "first_player": "guards"}, BY_HAND, "Shuffle all 12 guard cards"),
    ],
)
def test_what_the_app_does_as_a_game_is_taken_up_is_told_to_the_hands(
    client: FlaskClient, figures: dict[str, Any], wishes: dict[str, Any], told: str
) -> None:
    goons = {location.value: {"type": "dwarf", "icons": 1} for location in STANDARD.goon_locations}
    client.set_cookie(DEVICE, "my phone")
    seat, shown = begun(client, {"round": 2, "goons": goons, **figures}, **wishes)
    assert any(one["text"].startswith(told) for one in shown["moves"]), shown["moves"]
    assert told in client.get(f"/t/{seat.code}").text


@rule("L-10", "Z-3")
def test_what_the_app_does_as_three_take_up_lights_out_is_told_to_them(client: FlaskClient) -> None:
    client.set_cookie(DEVICE, "our phone")
    stands = {"round": 2, "phase": "lights_out", "goons": dict.fromkeys(GOONS), "cubes": {"smithy": {"suspicion": 2}}}
    tokens = [{"token": token, "location": "library"} for token in (2, 3)]
    sides = [{"tokens": tokens}, {}, {}]
    seat, shown = sit_down(client, of_players(begin_together={**stands, "sides": sides}))
    told = [(one["piece"], one["number"], one["side"], one["text"]) for one in shown["moves"]]
    assert told == [("tome", 1, 0, "Vera: draw 2 tomes, keep 1, put the rest under the deck.")]
    assert shown["prompt"]["step"]["kind"] == "pace"
    assert "draw 2 tomes, keep 1, the rest under the deck" in client.get(f"/t/{seat.code}").text


@rule("D-6")
def test_after_the_sixth_lights_out_comes_the_last_raid(client: FlaskClient) -> None:
    _, shown = begun(client, {**STANDS, "round": 6, "phase": "patrol"})
    assert (shown["state"]["phase"], shown["prompt"]["step"]["kind"]) == ("last_raid", "raid")
    # There is no patrol, and no goon on the board matters any more.
    seat, shown = begun(client, {"round": 6, "phase": "patrol"})
    assert (shown["state"]["phase"], shown["prompt"]["step"]["kind"]) == ("last_raid", "raid")
    assert not [one["text"] for one in read_log(client, seat)[0]["lines"] if "patrol" in (one["text"] or "")]


@pytest.mark.slow
@pytest.mark.parametrize("engine_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize(("phase", "round_"), [("roll_call", 4), ("lights_out", 5), ("patrol", 6), ("roll_call", 6)])
def test_a_game_begun_anywhere_is_played_to_its_end(client: FlaskClient, phase: str, round_: int) -> None:
    seat, shown = begun(client, {**STANDS, "round": round_, "phase": phase})
    shown = play(client, seat, shown, somebody(f"{phase} {round_}"))
    assert (shown["state"]["phase"], shown["state"]["round"]) == ("ended", 6)


def test_the_first_line_of_the_log_tells_how_the_game_stood(client: FlaskClient) -> None:
    seat, _ = begun(client, STANDS)
    (line,) = read_log(client, seat)
    assert line["kind"] == "begin"
    assert {event["event"] for event in line["lines"]} >= {"began", "moved", "scored", "card_drawn", "marker_moved"}
    assert {event["hands"] for event in line["lines"] if event["event"] in {"moved", "scored"}} == {None}


@rule("V-1")
def test_nobody_but_the_player_learns_what_is_reserved(client: FlaskClient) -> None:
    secret = {"name": "Secret comb", "price": {"reputation": 7001, "cost": {}}}
    seat, _ = begun(client, {**STANDS, "player": {"reserve": [secret]}})
    watched = client.get(f"/api/v1/tables/{seat.code}").data + client.get(f"/api/v1/tables/{seat.code}/log").data
    assert b"Secret comb" not in watched
    assert not re.search(rb"\b7001\b", watched)


def test_faces_typed_as_a_table_begins_are_remembered_in_its_box(client: FlaskClient) -> None:
    client.set_cookie(DEVICE, "my phone")
    box = keep_box(client)
    cards = [{"location": "smithy", "strength": 3, "colour": "base"}]
    begun(client, {**STANDS, "phase": "lights_out", "guard_cards": cards}, box=box.link)
    known = show_box(client, box.link).json["box"]
    assert known["guards"] == {"base": {"1": {"strength": 3}}}
    assert {"type": "demon", "icons": 3, "valuable": "gem"} in known["goons"].values()
    assert {"price": {"reputation": 2, "cost": {"any": 1}}} in known["items"].values()


# What cannot be


@rule("E-14")
@pytest.mark.parametrize(
    ("figures_", "path", "said"),
    [
        ({"player": {"cubes": {"gold": 11}}}, "/begin/player/cubes/gold", "10 left in the supply"),
        ({"guards": {"cubes": {"power": 22}}}, "/begin/guards/cubes/power", "21 left in the supply"),
        ({"cubes": {"library": {"suspicion": 13}}}, "/begin/cubes/library/suspicion", "12 left in the supply"),
        ({"player": {"tomes": 29}}, "/begin/player/tomes", "left in the deck"),
        ({"discarded_tomes": 29}, "/begin/discarded_tomes", "left in the deck"),
        ({"player": {"crafted": [{}] * 34}, "display": [{}]}, "/begin/display/0", "left in the deck"),
        (
            {"guards": {"goons": [{"type": "dwarf", "icons": 0}] * 34}},
            "/begin/guards/goons/33",
            "left in the deck",
        ),
        ({"display": [{}] * 4}, "/begin/display", "At most 3"),
        ({"leader": "player"}, "/begin/leader", "no leader goal"),
        ({"tokens": [{"token": 2, "location": "sewers"}]}, "/begin/tokens", "lights out"),
        ({"location": "sewers"}, "/begin/location", "lights out"),
        ({"guard_cards": [{"location": "sewers"}]}, "/begin/guard_cards", "lights out"),
        (
            {"phase": "lights_out", "guard_cards": [{"location": "sewers"}] * 13},
            "/begin/guard_cards/12",
            "left in the deck",
        ),
        (
            {"phase": "lights_out", "tokens": [{"token": 2, "location": one} for one in ("sewers", "smithy")]},
            "/begin/tokens/1",
            "already",
        ),
        ({"round": 7}, "/begin/round", "1 to 6"),
        ({"phase": "ended"}, "/begin/phase", "Choose one of these: roll_call, lights_out, patrol."),
        ({"player": {"cubes": {"gold": -1}}}, "/begin/player/cubes/gold", "0 to 9999"),
        ({"guards": {"tomes": 1}}, "/begin/guards/tomes", "Nothing here"),
        (
            {"goons": {"sewers": {"type": "dwarf", "icons": 1, "valuable": "gem"}}},
            "/begin/goons/sewers/valuable",
            "emon",
        ),
    ],
)
def test_figures_that_no_game_can_have_are_refused_at_their_place(
    client: FlaskClient, figures_: dict[str, Any], path: str, said: str
) -> None:
    response = open_table(client, {**BY_HAND, "begin": {"round": 2, "phase": "roll_call", **figures_}})
    assert response.status_code == 422, response.text
    check_problem(response)
    (error,) = response.json["errors"]
    assert error["path"] == path
    assert said in error["message"]


def test_a_box_with_more_cubes_takes_more_of_them(client: FlaskClient) -> None:
    stands = {"round": 2, "phase": "patrol", "player": {"cubes": {"gold": 11}}}
    assert open_table(client, {**BY_HAND, "begin": stands}).status_code == 422
    _, shown = begun(client, stands, cubes={"gold": 11})
    assert shown["state"]["supply"]["gold"] == 0


def test_a_table_that_was_refused_is_not_there(client: FlaskClient) -> None:
    body = {**BY_HAND, "begin": {"round": 2, "phase": "patrol", "player": {"cubes": {"gold": 11}}}}
    refused = open_table(client, body, Idempotency_Key="once-0d6a2c3e-6c3f-4b67")
    assert refused.status_code == 422
    body["begin"]["player"]["cubes"]["gold"] = 10
    assert open_table(client, body, Idempotency_Key="once-0d6a2c3e-6c3f-4b67").status_code == 201


# As a function


def stand(**figures_: Any) -> Position:
    typed = {"round": 3, "phase": "lights_out", **figures_}
    return replay(begin_at(Setup(), figures(typed, Setup()), lambda *_: ()))


@rule("E-2")
def test_no_cube_appears_or_gets_lost() -> None:
    game = stand(player=PLAYER, guards={"cubes": {"suspicion": 5}}, cubes={"sewers": {"suspicion": 1}}, goons=GOONS)
    held = {cube: sum(n for (_, one), n in game.cubes.items() if one is cube) for cube in Cube}
    assert all(game.supply(cube) + held[cube] == game.setup.cubes[cube] for cube in Cube)
    assert held[Cube.SUSPICION] == 10


def test_an_error_leads_to_the_figure_that_was_typed() -> None:
    with pytest.raises(NotInTheBox) as missing:
        stand(guards={"goons": [{"type": "dwarf", "icons": 0}] * 34})
    assert missing.value.path == ("holdings", 1, "goons", 33)
    assert place_of(missing.value.path, Setup(), {}) == ("guards", "goons", 33)
    with pytest.raises(WrongFigures) as wrong:
        stand(leader="guards")
    assert place_of(wrong.value.path, Setup(), {}) == ("leader",)


def test_figures_need_no_more_than_round_and_phase() -> None:
    assert figures({"round": 1, "phase": "patrol"}, Setup()) == EnteredPosition(1, Phase.PATROL)
