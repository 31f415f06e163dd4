"""`POST /rulings/locations/{location}` as docs/api.md has it under Locations."""

from typing import Any

import pytest
from flask.testing import FlaskClient
from support.api_client import YARD, answered, ask, refused, rules_of
from support.common import rule

LOCATIONS = ["exercise_yard", "sewers", "infirmary", "smithy", "commissary", "chow_hall", "cell_block", "library"]
NAMES = ["Vera", "Isaac", "Stan", "Claire", "Mo"]


def at(location: str) -> str:
    return f"/rulings/locations/{location}"


def crowd(*tokens: list[int | str], **members: Any) -> dict[str, Any]:
    sides = [{"name": name, "tokens": there} for name, there in zip(NAMES, tokens, strict=False)]
    return {"first_player": "Vera", "sides": sides, **members}


def duel(tokens: list[int | str], cards: list[int | str], **members: Any) -> dict[str, Any]:
    sides = [{"name": "Vera", "tokens": tokens}, {"name": "Guards", "guards": True, "power": 3, "cards": cards}]
    return {"solitary": True, "first_player": "Vera", "sides": sides, **members}


def tokens(*places: str) -> list[str]:
    """Where tokens stand: "1.0" is the first of the second side."""
    return [f"/sides/{side}/tokens/{token}" for side, token in (place.split(".") for place in places)]


def rewards(answer: Any) -> list[Any]:
    return [place["reward"] for place in answer["ranking"]]


@rule("L-2", "L-3")
def test_a_lone_lookout_ranks_and_is_explained_as_one(plain_client: FlaskClient) -> None:
    """X-8: alone at the Sewers of a table of four."""
    answer = answered(plain_client, at("sewers"), crowd([], ["lookout"], [], []))
    assert rewards(answer) == [{"kind": "resources", "resources": {"scrap": 3}}]
    assert rules_of(answer["why"])[0] == "L-3"
    assert "L-2" not in rules_of(answer["why"])


def test_the_example_of_the_contract_is_answered_as_it_says(plain_client: FlaskClient) -> None:
    answer = answered(plain_client, at("exercise_yard"), YARD)
    assert list(answer) == ["ranking", "suspicion_left", "bandit_left", "why"]
    isaac, vera = answer["ranking"]
    assert isaac == {
        "name": "Isaac",
        "strength": 4,
        "rank": 1,
        "suspicion": 0,
        "bandit": ["iron"],
        "reward": {"kind": "power", "power": 1, "first_player": True},
        "to_library": False,
    }
    assert vera == {
        "name": "Vera",
        "strength": 4,
        "rank": 2,
        "suspicion": 1,
        "bandit": [],
        "reward": {"kind": "power", "power": 1, "first_player": False},
        "to_library": False,
    }
    assert (answer["suspicion_left"], answer["bandit_left"]) == (0, [])
    assert {"L-2", "L-4", "L-5", "L-11", "P-7"} <= set(rules_of(answer["why"]))


def test_where_nobody_is_everything_stays(plain_client: FlaskClient) -> None:
    body = {"first_player": "A", "suspicion": 3, "bandit": ["gold", "gold"], "sides": [{"name": "A"}, {"name": "B"}]}
    answer = answered(plain_client, at("smithy"), body)
    assert answer["ranking"] == []
    assert (answer["suspicion_left"], answer["bandit_left"]) == (3, ["gold", "gold"])


def test_an_empty_list_of_tokens_is_nobody_there(plain_client: FlaskClient) -> None:
    body = {"first_player": "A", "sides": [{"name": "A", "tokens": []}, {"name": "B", "tokens": ["lookout"]}]}
    assert [place["name"] for place in answered(plain_client, at("smithy"), body)["ranking"]] == ["B"]


@pytest.mark.parametrize(
    ("location", "offered"),
    [
        ("exercise_yard", {"kind": "power", "power": 1, "first_player": True}),
        ("sewers", {"kind": "resources", "resources": {"scrap": 3}}),
        ("infirmary", {"kind": "resources", "resources": {"potion": 3}}),
        ("smithy", {"kind": "resources", "resources": {"iron": 2}}),
        ("commissary", {"kind": "any_resource"}),
        ("chow_hall", {"kind": "recruit", "offers": [{"goons": 1, "cost": 1}, {"goons": 2, "cost": 4}]}),
        ("cell_block", {"kind": "item"}),
        ("library", {"kind": "tomes", "draw": 2, "keep": 1}),
    ],
)
def test_every_kind_of_reward_has_its_members(plain_client: FlaskClient, location: str, offered: Any) -> None:
    answer = answered(plain_client, at(location), crowd([5], [4], [3]))
    assert rewards(answer)[0] == offered


def test_one_tome_is_one_drawn_and_one_kept(plain_client: FlaskClient) -> None:
    assert rewards(answered(plain_client, at("library"), crowd([5], [4], [3], [2]))) == [
        {"kind": "tomes", "draw": 2, "keep": 1},
        {"kind": "tomes", "draw": 1, "keep": 1},
        {"kind": "tomes", "draw": 1, "keep": 1},
        None,
    ]


def test_swaps_say_what_is_given_and_got(plain_client: FlaskClient) -> None:
    assert rewards(answered(plain_client, at("commissary"), crowd([5], [4], [3])))[1:] == [
        {"kind": "swap", "give": 1, "get": 1},
        {"kind": "swap", "give": 2, "get": 1},
    ]


def test_from_the_library_nobody_goes_to_the_library(plain_client: FlaskClient) -> None:
    answer = answered(plain_client, at("library"), crowd([5], [4], [3], [2]))
    assert [place["to_library"] for place in answer["ranking"]] == [False] * 4


def test_who_is_offered_nothing_goes_to_the_library(plain_client: FlaskClient) -> None:
    answer = answered(plain_client, at("infirmary"), crowd([5, "lookout"], [4], [3], [2]))
    assert [place["to_library"] for place in answer["ranking"]] == [False, True, True, False]
    assert "L-8" in rules_of(answer["why"])


def test_two_listed_sides_have_the_tiers_of_two_sides(plain_client: FlaskClient) -> None:
    assert rewards(answered(plain_client, at("sewers"), crowd([5], [4]))) == [
        {"kind": "resources", "resources": {"scrap": 2}},
        {"kind": "resources", "resources": {"scrap": 1}},
    ]


def test_a_third_side_with_nobody_there_still_makes_three(plain_client: FlaskClient) -> None:
    assert rewards(answered(plain_client, at("sewers"), crowd([5], [4], []))) == [
        {"kind": "resources", "resources": {"scrap": 3}},
        {"kind": "resources", "resources": {"scrap": 1}},
    ]


@pytest.mark.parametrize(
    ("location", "ruling", "rule"),
    [
        ("exercise_yard", "tier_exercise_yard", "E-8"),
        ("infirmary", "tier_infirmary", "E-9"),
        ("smithy", "tier_smithy", "E-10"),
        ("commissary", "tier_commissary", "E-11"),
        ("chow_hall", "tier_chow_hall", "E-12"),
    ],
)
def test_a_tier_of_two_sides_that_the_table_sets_to_nothing_gives_nothing(
    plain_client: FlaskClient, location: str, ruling: str, rule: str
) -> None:
    body = crowd([5], [4], rulings={ruling: "nothing"})
    answer = answered(plain_client, at(location), body)
    assert rewards(answer)[1] is None
    assert answer["ranking"][1]["to_library"] is True
    assert rule in rules_of(answer["why"])
    three = crowd([5], [4], [3])
    assert answered(plain_client, at(location), three) == answered(
        plain_client, at(location), {**three, "rulings": {ruling: "nothing"}}
    )


@pytest.mark.parametrize("location", ["commissary", "chow_hall"])
@pytest.mark.parametrize("ruling", ["tier_commissary", "tier_chow_hall"])
def test_second_guards_at_commissary_and_chow_hall_get_nothing_whatever_the_tiers(
    plain_client: FlaskClient, location: str, ruling: str
) -> None:
    generous = {"tier_commissary": "one_for_one", "tier_chow_hall": "one_or_two"}[ruling]
    answer = answered(plain_client, at(location), duel([5], [1], rulings={ruling: generous}))
    assert (answer["ranking"][1]["name"], answer["ranking"][1]["reward"]) == ("Guards", None)


@pytest.mark.parametrize(
    ("location", "first", "second"),
    [
        ("commissary", {"kind": "any_resource"}, None),
        ("chow_hall", {"kind": "seize"}, None),
        ("cell_block", {"kind": "item"}, {"kind": "item"}),
        ("library", {"kind": "reputation", "reputation": 1}, {"kind": "reputation", "reputation": 1}),
    ],
)
def test_the_guards_have_rewards_of_their_own(
    plain_client: FlaskClient, location: str, first: Any, second: Any
) -> None:
    assert rewards(answered(plain_client, at(location), duel([2], [9])))[0] == first
    assert rewards(answered(plain_client, at(location), duel([5], [2])))[1] == second


def test_a_power_card_counts_the_guards_power(plain_client: FlaskClient) -> None:
    answer = answered(plain_client, at("smithy"), duel([5], ["power", 3]))
    assert [(place["name"], place["strength"]) for place in answer["ranking"]] == [("Guards", 6), ("Vera", 5)]
    assert "Z-9" in rules_of(answer["why"])


def test_power_is_one_cube_where_it_is_not_said(plain_client: FlaskClient) -> None:
    answer = answered(plain_client, at("smithy"), crowd(["enforcer"], ["lookout"]))
    assert [place["strength"] for place in answer["ranking"]] == [1, 0]


def test_bandit_cubes_are_accepted_at_every_location_and_edition(plain_client: FlaskClient) -> None:
    for location in LOCATIONS:
        for edition in ("prototype", "first", "later"):
            answer = answered(
                plain_client, at(location), crowd([5], [4], bandit=["gold", "scrap", "gold"], edition=edition)
            )
            assert [place["bandit"] for place in answer["ranking"]] == [["gold", "scrap", "gold"], []]


def test_the_marker_holder_is_found_by_the_name_as_it_is_compared(plain_client: FlaskClient) -> None:
    body = crowd([5], [5], first_player=" Isaac\N{NO-BREAK SPACE}")
    assert [place["name"] for place in answered(plain_client, at("smithy"), body)["ranking"]] == ["Isaac", "Vera"]


@pytest.mark.parametrize(
    ("body", "paths"),
    [
        ({}, ["/first_player", "/sides"]),
        (crowd([5]), ["/sides"]),
        (crowd([5], [4], first_player="Nobody"), ["/first_player"]),
        (crowd([5], [4], first_player="vera"), ["/first_player"]),
        (crowd([5], [4, 4]), ["/sides/1/tokens/1"]),
        (crowd([2, 2, 3, 3, 3], ["lookout", "lookout"]), tokens("0.1", "0.3", "0.4", "1.1")),
        (crowd([5], [], [], [], [2]), ["/sides/4/tokens/0"]),
        (crowd([2, 3, 3], [2], [], [], [2, 2]), tokens("0.0", "0.2", "1.0", "4.0", "4.1")),
        (duel([5], [1], solitary=False), ["/sides/1/guards"]),
        (crowd([5], [4], solitary=True), ["/sides"]),
        (crowd([5], [4], [3], solitary=True), ["/sides"]),
        ({**duel([], []), "sides": [{"name": "Vera", "cards": [1]}, {"name": "G", "guards": True, "tokens": [2]}]},
         ["/sides/0/cards", "/sides/1/tokens"]),
        ({**crowd([5], [4]), "sides": [{"name": "Vera", "cards": [1], "tokens": [3, 3]}, {"name": "Stan"}]},
         ["/sides/0/cards", "/sides/0/tokens/1"]),
        (crowd([1], [6]), ["/sides/0/tokens/0", "/sides/1/tokens/0"]),
        (crowd(["2"], [2.0], [True]), ["/sides/0/tokens/0", "/sides/1/tokens/0", "/sides/2/tokens/0"]),
        (duel([5], [-1, "enforcer", 10000, "power", 0]), ["/sides/1/cards/0", "/sides/1/cards/1", "/sides/1/cards/2"]),
        (crowd([5], [4], bandit=["iron", "any"]), ["/bandit/1"]),
        (crowd([5], [4], bandit="iron"), ["/bandit"]),
        (crowd([5], [4], bandit=["iron"] * 201), ["/bandit"]),
        ({**crowd([5], [4]), "sides": [{"name": "Vera"}, {"name": "Vera"}]}, ["/sides/1/name"]),
    ],
)  # fmt: skip
def test_a_table_that_cannot_be_is_refused_where_it_is_at_fault(
    plain_client: FlaskClient, body: dict[str, Any], paths: list[str]
) -> None:
    assert refused(plain_client, at("sewers"), body) == paths


def test_the_token_2_is_played_at_a_table_of_four(plain_client: FlaskClient) -> None:
    assert len(answered(plain_client, at("sewers"), crowd([2], [2], [2], [2]))["ranking"]) == 4


def test_two_hundred_cubes_of_a_bandit_are_one_list(plain_client: FlaskClient) -> None:
    answer = answered(plain_client, at("sewers"), crowd([5], [4], bandit=["gold"] * 200))
    assert len(answer["ranking"][0]["bandit"]) == 200


@pytest.mark.parametrize("place", ["yard", "Sewers", "sewers/", "sewers%00", "%e4%b8%8b", "1", ""])
def test_another_place_is_not_found(plain_client: FlaskClient, place: str) -> None:
    assert ask(plain_client, at(place), YARD).status_code == 404
