"""A table of several players that begins in the middle, from figures that are typed."""

from typing import Any

import pytest
from flask.testing import FlaskClient
from support.api_client import check_problem
from support.common import rule
from support.seat_client import of_players
from support.table_client import open_table, sit_down

NAMES = ("Vera", "Stan", "Isaac")
EMPTY = dict.fromkeys(("sewers", "infirmary", "smithy", "commissary", "chow_hall"))


def begun(client: FlaskClient, begin: dict[str, Any], **wishes: Any) -> Any:
    return sit_down(client, {**of_players(*NAMES, begin_together=begin), "roll_call": False, **wishes})


@rule("S-9", "E-14", "O-6", "S-10")
def test_a_light_game_stands_as_was_said(client: FlaskClient) -> None:
    _, shown = begun(
        client,
        {
            "round": 4,
            "phase": "round",
            "first_player": 2,
            "leader": 1,
            "instant": 0,
            "sides": [
                {"reputation": 17, "cubes": {"power": 3, "suspicion": 2}, "count": 1},
                {"count": 2},
                {"away": True},
            ],
            "cubes": {"smithy": {"suspicion": 3}},
        },
        depth="light",
        leader_goal={"counts": "gem"},
    )
    state = shown["state"]
    assert (state["round"], state["phase"], state["depth"], state["first_player"]) == (4, "round", "light", 2)
    assert [side["reputation"] for side in state["sides"]] == [17, 10, 10]
    assert [side["cubes"] for side in state["sides"]] == [{"power": 3, "suspicion": 2}, {"power": 1}, {"power": 1}]
    assert [side["away"] for side in state["sides"]] == [False, False, True]
    goals = state["goals"]
    assert (goals["held_by"], goals["counts"], goals["instant"], goals["claimed_by"]) == (1, [1, 2, 0], True, 0)
    assert state["locations"][3]["cubes"] == {"suspicion": 3}
    assert "begin_round" in [action["type"] for action in shown["prompt"]["actions"]]


@rule("S-9", "L-1", "R-3")
def test_a_full_game_goes_on_in_lights_out_with_everybodys_tokens(client: FlaskClient) -> None:
    _, shown = begun(
        client,
        {
            "round": 2,
            "phase": "lights_out",
            "location": "smithy",
            "goons": EMPTY,
            "sides": [
                {"tokens": [{"token": 5, "location": "smithy"}], "tomes": 2},
                {},
                {"tokens": [{"token": 3, "location": "smithy"}, {"token": "lookout", "location": "library"}]},
            ],
        },
        roll_call=True,
    )
    assert shown["state"]["location"] == "smithy"
    assert [len(side["tokens"]) for side in shown["state"]["sides"]] == [1, 0, 2]
    assert [side["cubes"].get("iron", 0) for side in shown["state"]["sides"]] == [2, 0, 1]
    assert [one["type"] for one in shown["prompt"]["actions"][:2]] == ["go_on", "decline_instead"]


@rule("S-9", "R-1")
def test_a_round_on_the_board_asks_for_what_lies_there(client: FlaskClient) -> None:
    _, shown = begun(client, {"round": 2, "phase": "lights_out", "goons": EMPTY})
    actions = shown["prompt"]["actions"]
    rows = ["enter_tokens", "enter_strength", "nobody_there"]
    assert [action["type"] for action in actions] == [*rows * 3, "raid_now"]
    assert actions[0]["fields"]["tokens"]["proposed"] == []
    assert actions[7]["fields"]["strength"] == {"kind": "number", "least": 0, "most": 99, "proposed": 0}


@pytest.mark.parametrize(
    ("figures", "path"),
    [
        ({"first_player": 3}, "/begin_together/first_player"),
        ({"leader": 3}, "/begin_together/leader"),
        ({"instant": 4}, "/begin_together/instant"),
        ({"sides": [{}, {}, {}, {}]}, "/begin_together/sides"),
        ({"leader": 2}, "/begin_together/leader"),
        ({"phase": "round"}, "/begin_together/phase"),
        ({"sides": [{}, {"cubes": {"gold": 11}}]}, "/begin_together/sides/1/cubes/gold"),
        ({"sides": [{"goons": [{"type": "dwarf", "icons": 0}] * 34}]}, "/begin_together/sides/0/goons/33"),
        ({"sides": [{"tokens": [{"token": 2, "location": "sewers"}]}]}, "/begin_together/sides/0/tokens"),
        (
            {
                "phase": "lights_out",
                "sides": [{}, {"tokens": [{"token": 2, "location": "sewers"}, {"token": 2, "location": "smithy"}]}],
            },
            "/begin_together/sides/1/tokens",
        ),
        ({"discarded_goons": [{"type": "dwarf", "icons": 0}] * 34}, "/begin_together/discarded_goons/33"),
        ({"guards": {}}, "/begin_together/guards"),
    ],
)
def test_figures_that_no_game_of_these_players_can_have_are_refused_at_their_place(
    client: FlaskClient, figures: dict[str, Any], path: str
) -> None:
    begin = {"round": 2, "phase": "roll_call", "goons": EMPTY, **figures}
    response = open_table(client, of_players(*NAMES, begin_together=begin))
    assert response.status_code == 422, response.text
    check_problem(response)
    assert [error["path"] for error in response.json["errors"]] == [path]


def test_what_light_depth_does_not_follow_is_refused_at_its_place(client: FlaskClient) -> None:
    begin = {"round": 2, "phase": "round", "sides": [{}, {"tomes": 1}]}
    response = open_table(client, of_players(*NAMES, begin_together=begin, depth="light"))
    assert [error["path"] for error in response.json["errors"]] == ["/begin_together/sides/1/tomes"]


def test_figures_of_one_kind_of_game_are_none_of_the_other(client: FlaskClient) -> None:
    begin = {"round": 2, "phase": "patrol"}
    for body, path in ((of_players(*NAMES, begin=begin), "/begin"), ({"begin_together": begin}, "/begin_together")):
        response = open_table(client, body)
        assert response.status_code == 422
        assert [error["path"] for error in response.json["errors"]] == [path]
