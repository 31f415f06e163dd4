"""`POST /rulings/raids` as docs/api.md has it under Raids."""

from typing import Any

import pytest
from flask.testing import FlaskClient
from support.api_client import answered, refused, rules_of

RAIDS = "/rulings/raids"


def raid(*cubes: int, reputation: int = 20, **members: Any) -> dict[str, Any]:
    sides = [{"name": f"S{n}", "suspicion": held, "reputation": reputation} for n, held in enumerate(cubes)]
    return {"sides": sides, **members}


def solitary(player: int, guards: int, **members: Any) -> dict[str, Any]:
    sides = [
        {"name": "Vera", "suspicion": player, "reputation": 20},
        {"name": "Guards", "guards": True, "suspicion": guards, "reputation": 20},
    ]
    return {"solitary": True, "sides": sides, **members}


@pytest.mark.parametrize(
    ("cubes", "lost", "rule"),
    [
        ([5, 3, 1], [8, 4, 0], "D-1"),
        ([5, 5, 3], [4, 4, 0], "D-1"),
        ([5, 3, 3], [8, 2, 2], "D-1"),
        ([5, 3], [6, 0], "D-2"),
        ([4, 4], [0, 0], "D-2"),
        ([7], [0], "D-8"),
    ],
)
def test_each_side_is_told_what_it_loses_and_by_which_rule(
    plain_client: FlaskClient, cubes: list[int], lost: list[int], rule: str
) -> None:
    answer = answered(plain_client, RAIDS, raid(*cubes))
    assert list(answer) == ["sides", "locations_cleared"]
    assert answer["locations_cleared"] is True
    for side, cost in zip(answer["sides"], lost, strict=True):
        assert list(side) == ["name", "lost", "reputation", "suspicion", "why"]
        assert (side["lost"], side["reputation"], side["suspicion"]) == (cost, 20 - cost, 0)
        assert rule in rules_of(side["why"])


def test_lost_is_what_the_rule_costs_and_reputation_what_the_floor_leaves(plain_client: FlaskClient) -> None:
    side = answered(plain_client, RAIDS, raid(5, 3, 1, reputation=3))["sides"][0]
    assert (side["lost"], side["reputation"]) == (8, 0)
    assert "D-5" in rules_of(side["why"])


def test_without_any_cube_nobody_loses_unless_zeros_count(plain_client: FlaskClient) -> None:
    assert [side["lost"] for side in answered(plain_client, RAIDS, raid(0, 0, 0))["sides"]] == [0, 0, 0]
    counted = answered(plain_client, RAIDS, raid(0, 0, 0, rulings={"zero_suspicion": "counts"}))["sides"]
    assert [side["lost"] for side in counted] == [4, 4, 4]
    assert all("D-7" in rules_of(side["why"]) for side in counted)


@pytest.mark.parametrize(
    ("player", "guards", "lost", "kept"),
    [(5, 3, [6, 0], [0, 0]), (3, 5, [0, 6], [3, 0]), (4, 4, [0, 0], [0, 0])],
)
def test_only_a_solitary_player_can_keep_cubes(
    plain_client: FlaskClient, player: int, guards: int, lost: list[int], kept: list[int]
) -> None:
    answer = answered(plain_client, RAIDS, solitary(player, guards))
    assert [side["lost"] for side in answer["sides"]] == lost
    assert [side["suspicion"] for side in answer["sides"]] == kept
    assert all("D-4" in rules_of(side["why"]) for side in answer["sides"])


def test_cubes_at_locations_stay_only_in_solitary_and_only_if_the_table_says_so(plain_client: FlaskClient) -> None:
    stay = {"solitary_raid_locations": "stay"}
    assert answered(plain_client, RAIDS, solitary(5, 3))["locations_cleared"] is True
    assert answered(plain_client, RAIDS, solitary(5, 3, rulings=stay))["locations_cleared"] is False
    assert answered(plain_client, RAIDS, raid(5, 3, rulings=stay))["locations_cleared"] is True


@pytest.mark.parametrize(
    ("body", "paths"),
    [
        (raid(), ["/sides"]),
        (raid(1, 1, 1, 1, 1, 1), ["/sides"]),
        ({}, ["/sides"]),
        (raid(1, 2, solitary=True), ["/sides"]),
        ({"sides": [{"name": "A"}, {"name": "A"}]}, ["/sides/1/name"]),
        ({"sides": [{"suspicion": 1}]}, ["/sides/0/name"]),
        ({"sides": [{"name": "A", "guards": True}]}, ["/sides/0/guards"]),
        ({"sides": [{"name": "A", "power": 1}]}, ["/sides/0/power"]),
        (raid(1, last_raid=True), ["/last_raid"]),
        (raid(1, edition="second"), ["/edition"]),
    ],
)
def test_a_raid_that_cannot_be_is_refused_where_it_is_at_fault(
    plain_client: FlaskClient, body: dict[str, Any], paths: list[str]
) -> None:
    assert refused(plain_client, RAIDS, body) == paths
