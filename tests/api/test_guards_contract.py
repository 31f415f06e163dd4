"""`POST /rulings/guards/{choice}` as docs/api.md has it under The guards."""

from typing import Any

import pytest
from flask.testing import FlaskClient
from support.api_client import answered, ask, refused, rules_of

EMPTY = {"scrap": 0, "potion": 0, "iron": 0, "gold": 0}


def choice(name: str) -> str:
    return f"/rulings/guards/{name}"


def goons(*locations: str) -> dict[str, Any]:
    return {"goons": [{"location": location} for location in locations]}


def at(pattern: str, *steps: object) -> list[str]:
    return [pattern.format(step) for step in steps]


def test_the_commissary_says_what_the_guards_take(plain_client: FlaskClient) -> None:
    answer = answered(plain_client, choice("commissary"), {"resources": {"scrap": 1, "gold": 1, "iron": 1}})
    assert list(answer) == ["takes", "why"]
    assert answer["takes"] == "potion"
    assert rules_of(answer["why"]) == ["Z-12"]


def test_nothing_said_is_no_resources_and_enough_of_everything(plain_client: FlaskClient) -> None:
    assert answered(plain_client, choice("commissary"), {})["takes"] == "gold"


def test_an_empty_supply_is_not_a_supply_left_out(plain_client: FlaskClient) -> None:
    assert answered(plain_client, choice("commissary"), {"supply": {}})["takes"] is None
    assert answered(plain_client, choice("exchange"), {"resources": {"scrap": 2}, "supply": EMPTY})["gets"] is None


def test_what_the_supply_lacks_is_settled_by_the_table(plain_client: FlaskClient) -> None:
    body = {"resources": {"scrap": 3}, "supply": {"iron": 5}}
    assert answered(plain_client, choice("commissary"), body)["takes"] == "iron"
    refusing = {**body, "rulings": {"guards_supply_out": "nothing"}}
    assert answered(plain_client, choice("commissary"), refusing)["takes"] is None


def test_an_exchange_gives_and_gets_or_neither(plain_client: FlaskClient) -> None:
    answer = answered(plain_client, choice("exchange"), {"resources": {"scrap": 3, "gold": 1}})
    assert list(answer) == ["gives", "gets", "why"]
    assert (answer["gives"], answer["gets"]) == ("scrap", "iron")
    neither = answered(plain_client, choice("exchange"), {})
    assert (neither["gives"], neither["gets"]) == (None, None)
    assert set(rules_of(answer["why"])) == {"Z-17"}


def test_the_chow_hall_lists_what_is_seized_in_the_order_taken(plain_client: FlaskClient) -> None:
    goons = [
        {"location": "chow_hall", "icons": 1},
        {"location": "smithy", "icons": 2},
        {"location": "sewers", "icons": 2},
        {"location": "infirmary"},
    ]
    answer = answered(plain_client, choice("chow_hall"), {"goons": goons})
    assert list(answer) == ["seizes", "why"]
    assert answer["seizes"] == ["sewers", "smithy"]
    assert set(rules_of(answer["why"])) == {"Z-13"}


def test_no_goons_are_none_seized(plain_client: FlaskClient) -> None:
    assert answered(plain_client, choice("chow_hall"), {})["seizes"] == []


def test_the_cell_block_says_what_is_crafted_and_paid(plain_client: FlaskClient) -> None:
    body = {
        "resources": {"scrap": 3, "gold": 1},
        "display": [{"reputation": 9, "cost": {"gold": 2}}, None, {"reputation": 5, "cost": {"scrap": 2, "any": 1}}],
        "reserve": [{"reputation": 4}],
    }
    answer = answered(plain_client, choice("cell_block"), body)
    assert list(answer) == ["crafts", "pays", "reserves", "why"]
    assert answer["crafts"] == {"from": "display", "index": 2}
    assert answer["pays"] == {"scrap": 3}
    assert answer["reserves"] is None
    assert "1 gold" in answer["why"][0]["text"]


def test_a_free_card_is_paid_with_nothing(plain_client: FlaskClient) -> None:
    answer = answered(plain_client, choice("cell_block"), {"reserve": [{"reputation": 1}]})
    assert (answer["crafts"], answer["pays"]) == ({"from": "reserve", "index": 0}, {})


def test_what_cannot_be_paid_is_reserved_by_its_index_in_the_list_as_sent(plain_client: FlaskClient) -> None:
    dear = {"reputation": 3, "cost": {"gold": 1}}
    answer = answered(plain_client, choice("cell_block"), {"display": [None, dear, {**dear, "reputation": 7}]})
    assert (answer["crafts"], answer["pays"], answer["reserves"]) == (None, None, {"index": 2})
    assert {"Z-14", "Z-15"} <= set(rules_of(answer["why"]))


def test_an_empty_display_and_reserve_are_nothing_at_all(plain_client: FlaskClient) -> None:
    answer = answered(plain_client, choice("cell_block"), {"display": [None, None]})
    assert (answer["crafts"], answer["pays"], answer["reserves"]) == (None, None, None)


@pytest.mark.parametrize(
    ("name", "body", "paths"),
    [
        ("commissary", {"supply": None}, ["/supply"]),
        ("commissary", {"resources": None, "supply": []}, ["/resources", "/supply"]),
        ("commissary", {"resources": {"any": 1, "wood": 1, "gold": -1}}, at("/resources/{}", "any", "gold", "wood")),
        ("commissary", {"goons": []}, ["/goons"]),
        ("exchange", {"resources": {"gold": True, "iron": 1.0}}, at("/resources/{}", "gold", "iron")),
        ("chow_hall", {"goons": [{"icons": 1}]}, ["/goons/0/location"]),
        ("chow_hall", goons("exercise_yard", "cell_block", "library"), at("/goons/{}/location", 0, 1, 2)),
        ("chow_hall", goons("sewers", "sewers", "sewers", "smithy", "smithy"), at("/goons/{}/location", 1, 2, 4)),
        ("chow_hall", {"resources": {}}, ["/resources"]),
        ("cell_block", {"reserve": [None]}, ["/reserve/0"]),
        ("cell_block", {"display": [None, 3, {"cost": {"any": -1}}]}, ["/display/1", "/display/2/cost/any"]),
        ("cell_block", {"display": [{}] * 201, "reserve": [{}] * 201}, ["/display", "/reserve"]),
        ("cell_block", {"supply": {}}, ["/supply"]),
        ("cell_block", {"solitary": True}, ["/solitary"]),
    ],
)  # fmt: skip
def test_a_choice_that_cannot_be_is_refused_where_it_is_at_fault(
    plain_client: FlaskClient, name: str, body: Any, paths: list[str]
) -> None:
    assert refused(plain_client, choice(name), body) == paths


@pytest.mark.parametrize("name", ["library", "commissary/", "Commissary", "sewers"])
def test_another_choice_is_not_found(plain_client: FlaskClient, name: str) -> None:
    assert ask(plain_client, choice(name), {}).status_code == 404
