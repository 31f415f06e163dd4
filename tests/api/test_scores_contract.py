"""`POST /rulings/scores` as docs/api.md has it under Scores."""

from copy import deepcopy
from typing import Any

import pytest
from flask.testing import FlaskClient
from support.api_client import EXAMPLE, answered, ask, faults, refused, rules_of

SCORES = "/rulings/scores"
CATEGORIES = [
    "track",
    "raid",
    "leader_goal",
    "end_game_goal",
    "bandit",
    "cultist",
    "dwarf",
    "hobgoblin",
    "demon",
    "ratman",
    "flayer",
    "resources",
    "tomes",
    "first_player",
]
GUARDS = {"name": "Guards", "guards": True}


def points(side: dict[str, Any]) -> dict[str, int]:
    return {line["category"]: line["points"] for line in side["lines"]}


def table(*sides: dict[str, Any], **members: Any) -> dict[str, Any]:
    return {"sides": [{"name": f"Side {number}", **side} for number, side in enumerate(sides)], **members}


def test_the_example_of_the_contract_is_answered_as_it_says(plain_client: FlaskClient) -> None:
    answer = answered(plain_client, SCORES, EXAMPLE)
    vera, isaac, stan = answer["sides"]
    assert list(answer) == ["sides", "winners"]
    assert answer["winners"] == ["Vera"]
    assert [list(points(side)) for side in answer["sides"]] == [CATEGORIES] * 3
    assert list(points(vera).values()) == [31, -4, 8, 8, 0, 12, 12, 0, 18, -3, 0, 5, 2, 2]
    assert (vera["total"], vera["rank"], vera["winner"]) == (91, 1, True)
    assert (isaac["name"], isaac["total"], isaac["rank"], isaac["winner"]) == ("Isaac", 24, 3, False)
    assert (stan["name"], stan["total"], stan["rank"], stan["winner"]) == ("Stan", 34, 2, False)


def test_the_lines_of_every_side_add_up_to_its_total(plain_client: FlaskClient) -> None:
    for side in answered(plain_client, SCORES, EXAMPLE)["sides"]:
        assert sum(points(side).values()) == side["total"]


def test_every_line_that_is_not_zero_has_its_rule(plain_client: FlaskClient) -> None:
    vera, isaac, stan = answered(plain_client, SCORES, EXAMPLE)["sides"]
    assert rules_of(vera["why"])[:8] == ["F-1", "D-1", "O-4", "O-7", "G-2", "G-3", "G-5", "G-5"]
    assert {"G-6", "F-1", "F-2"} <= set(rules_of(vera["why"]))
    assert {"F-1", "D-1", "O-7"} <= set(rules_of(isaac["why"]))
    assert {"F-1"} <= set(rules_of(stan["why"]))


def test_everything_but_sides_and_names_may_be_left_out(plain_client: FlaskClient) -> None:
    (side,) = answered(plain_client, SCORES, {"sides": [{"name": "Vera"}]})["sides"]
    assert set(points(side).values()) == {0}
    assert (side["total"], side["rank"], side["winner"]) == (0, 1, True)


def test_what_is_left_out_is_the_later_edition_and_zero(plain_client: FlaskClient) -> None:
    said = {
        "edition": "later",
        "rulings": {},
        "solitary": False,
        "last_raid": False,
        "end_game_goal": "none",
        "leader_minimum": 2,
    }
    side = {
        "guards": False,
        "reputation": 0,
        "suspicion": 0,
        "power": 0,
        "items": 0,
        "reserved": 0,
        "valuables": {},
        "goons": {},
        "demons": [],
        "resources": {},
        "tomes": 0,
        "first_player": False,
        "leader_goal": False,
    }
    assert answered(plain_client, SCORES, table({})) == answered(plain_client, SCORES, table(side, **said))


@pytest.mark.parametrize(
    ("goal", "asked"), [("majority", "goal_count"), ("condition", "goal_points"), ("none", None), (None, None)]
)
def test_a_goal_member_that_is_not_asked_for_is_refused(
    plain_client: FlaskClient, goal: str | None, asked: str | None
) -> None:
    kind = {} if goal is None else {"end_game_goal": goal}
    for member in ("goal_count", "goal_points"):
        response = ask(plain_client, SCORES, table({}, {member: 0}, **kind))
        if member == asked:
            assert response.status_code == 200
        else:
            assert faults(response) == [f"/sides/1/{member}"]


def test_a_condition_goal_gives_the_points_that_a_side_says(plain_client: FlaskClient) -> None:
    answer = answered(plain_client, SCORES, table({"goal_points": 7}, {}, end_game_goal="condition"))
    assert [points(side)["end_game_goal"] for side in answer["sides"]] == [7, 0]
    assert "O-8" in rules_of(answer["sides"][0]["why"])


def test_cards_count_as_the_counts_that_they_come_to(plain_client: FlaskClient) -> None:
    cards = {
        "items": [{"valuables": ["gem", "gem"]}, {"valuables": ["blade"]}, {}],
        "goons": [
            {"type": "demon", "valuable": "gem", "valuables": ["gem"]},
            {"type": "demon", "valuable": "any", "valuables": []},
            {"type": "cultist", "valuables": ["magic"]},
            {"type": "dwarf"},
            {"type": "dwarf"},
        ],
    }
    counts = {
        "items": 3,
        "valuables": {"gem": 3, "blade": 1, "magic": 1},
        "goons": {"cultist": 1, "dwarf": 2},
        "demons": ["gem", "any"],
    }
    assert answered(plain_client, SCORES, table({"cards": cards})) == answered(plain_client, SCORES, table(counts))


def test_cards_without_items_or_goons_are_none(plain_client: FlaskClient) -> None:
    assert answered(plain_client, SCORES, table({"cards": {}})) == answered(plain_client, SCORES, table({}))


@pytest.mark.parametrize(("member", "value"), [("items", 0), ("valuables", {}), ("goons", {}), ("demons", [])])
def test_a_count_beside_cards_is_refused_even_when_it_is_empty(
    plain_client: FlaskClient, member: str, value: Any
) -> None:
    assert refused(plain_client, SCORES, table({"cards": {}, member: value})) == [f"/sides/0/{member}"]


def test_all_counts_beside_cards_are_refused_at_once(plain_client: FlaskClient) -> None:
    side = {"cards": {"items": []}, "items": 1, "valuables": {"gem": 1}, "goons": {"dwarf": 1}, "demons": ["any"]}
    assert refused(plain_client, SCORES, table({}, side)) == [
        "/sides/1/demons",
        "/sides/1/goons",
        "/sides/1/items",
        "/sides/1/valuables",
    ]


def test_a_demon_card_must_say_what_it_counts_and_no_other_may(plain_client: FlaskClient) -> None:
    goons = [
        {"type": "demon"},
        {"type": "demon", "valuable": "any"},
        {"type": "dwarf", "valuable": "gem"},
        {"type": "dwarf"},
    ]
    assert refused(plain_client, SCORES, table({"cards": {"goons": goons}})) == [
        "/sides/0/cards/goons/0/valuable",
        "/sides/0/cards/goons/2/valuable",
    ]


def test_demons_among_the_goon_counts_are_refused(plain_client: FlaskClient) -> None:
    assert refused(plain_client, SCORES, table({"goons": {"demon": 0}})) == ["/sides/0/goons/demon"]


def test_a_goon_card_without_a_type_is_missing_it(plain_client: FlaskClient) -> None:
    assert refused(plain_client, SCORES, table({"cards": {"goons": [{}]}})) == ["/sides/0/cards/goons/0/type"]


@pytest.mark.parametrize("member", ["first_player", "leader_goal"])
def test_only_one_side_can_hold_what_there_is_one_of(plain_client: FlaskClient, member: str) -> None:
    held = {member: True}
    assert refused(plain_client, SCORES, table({}, held, {member: False}, held, held)) == [
        f"/sides/3/{member}",
        f"/sides/4/{member}",
    ]


def test_two_sides_cannot_have_one_name(plain_client: FlaskClient) -> None:
    body = {"sides": [{"name": "Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}"}, {"name": " Zoe\N{COMBINING DIAERESIS} "}]}
    assert refused(plain_client, SCORES, body) == ["/sides/1/name"]


def test_names_that_differ_only_in_case_are_two_names(plain_client: FlaskClient) -> None:
    answer = answered(plain_client, SCORES, {"sides": [{"name": "vera"}, {"name": "Vera"}]})
    assert [side["name"] for side in answer["sides"]] == ["vera", "Vera"]


@pytest.mark.parametrize("number", [0, 6, 201])
def test_a_table_has_one_to_five_sides(plain_client: FlaskClient, number: int) -> None:
    assert refused(plain_client, SCORES, table(*[{}] * number)) == ["/sides"]


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_any_such_table_is_scored(plain_client: FlaskClient, number: int) -> None:
    assert len(answered(plain_client, SCORES, table(*[{}] * number))["winners"]) == number


@pytest.mark.parametrize(
    "sides",
    [
        [{}, {}],
        [{}],
        [GUARDS],
        [GUARDS, {**GUARDS, "name": "More guards"}],
        [GUARDS, {}, {}],
    ],
)
def test_solitary_wants_one_player_and_the_guards(plain_client: FlaskClient, sides: list[dict[str, Any]]) -> None:
    assert refused(plain_client, SCORES, table(*sides, solitary=True)) == ["/sides"]


def test_without_solitary_every_side_of_guards_is_refused(plain_client: FlaskClient) -> None:
    body = table(GUARDS, {"guards": False}, {**GUARDS, "name": "More guards"})
    assert refused(plain_client, SCORES, body) == ["/sides/0/guards", "/sides/2/guards"]


def test_the_guards_hold_no_tomes(plain_client: FlaskClient) -> None:
    body = table({"tomes": 3}, {**GUARDS, "tomes": 1}, solitary=True)
    assert refused(plain_client, SCORES, body) == ["/sides/1/tomes"]


def test_the_guards_may_say_that_they_hold_no_tomes(plain_client: FlaskClient) -> None:
    assert answered(plain_client, SCORES, table({}, {**GUARDS, "tomes": 0}, solitary=True))["winners"] == ["Guards"]


def test_the_guards_score_only_gold(plain_client: FlaskClient) -> None:
    resources = {"scrap": 9, "potion": 9, "iron": 9, "gold": 2}
    answer = answered(
        plain_client, SCORES, table({"resources": resources}, {**GUARDS, "resources": resources}, solitary=True)
    )
    assert [points(side)["resources"] for side in answer["sides"]] == [31, 4]


def test_a_solitary_tie_is_the_guards_whatever_their_items(plain_client: FlaskClient) -> None:
    answer = answered(
        plain_client, SCORES, table({"reputation": 5, "items": 9}, {**GUARDS, "reputation": 5}, solitary=True)
    )
    assert [side["rank"] for side in answer["sides"]] == [2, 1]
    assert answer["winners"] == ["Guards"]


def test_sides_equal_in_total_and_items_share_a_rank(plain_client: FlaskClient) -> None:
    answer = answered(
        plain_client,
        SCORES,
        table({"reputation": 9, "items": 2}, {"reputation": 3}, {"reputation": 9, "items": 2}, {"reputation": 9}),
    )
    assert [side["rank"] for side in answer["sides"]] == [1, 4, 1, 3]
    assert answer["winners"] == ["Side 0", "Side 2"]


def test_reserved_items_break_a_tie_only_where_the_table_says_so(plain_client: FlaskClient) -> None:
    sides = table({"reputation": 9, "reserved": 1}, {"reputation": 9})
    assert answered(plain_client, SCORES, sides)["winners"] == ["Side 0", "Side 1"]
    decided = answered(plain_client, SCORES, {**sides, "rulings": {"reserved_items": "tie_break"}})
    assert decided["winners"] == ["Side 0"]
    assert "C-5" in rules_of(decided["sides"][1]["why"])


def test_the_raid_line_is_what_the_track_really_moved(plain_client: FlaskClient) -> None:
    answer = answered(plain_client, SCORES, table({"reputation": 3, "suspicion": 9}, {}, {}, last_raid=True))
    assert points(answer["sides"][0])["raid"] == -3
    assert answer["sides"][0]["total"] == 0
    assert {"D-1", "D-5"} <= set(rules_of(answer["sides"][0]["why"]))


def test_a_total_may_be_negative_until_the_table_floors_it(plain_client: FlaskClient) -> None:
    sides = table({"goons": {"ratman": 1}, "reputation": 1})
    assert answered(plain_client, SCORES, sides)["sides"][0]["total"] == -2
    (floored,) = answered(plain_client, SCORES, {**sides, "rulings": {"total_floor": "zero"}})["sides"]
    assert (floored["total"], points(floored)["track"], points(floored)["ratman"]) == (0, 1, -1)
    assert "F-6" in rules_of(floored["why"])


def test_goons_that_an_edition_does_not_print_score_all_the_same(plain_client: FlaskClient) -> None:
    answer = answered(plain_client, SCORES, table({"goons": {"bandit": 2, "flayer": 3}}, edition="prototype"))
    assert (points(answer["sides"][0])["bandit"], points(answer["sides"][0])["flayer"]) == (6, 6)


@pytest.mark.parametrize(
    ("edition", "counts", "members", "scored"),
    [
        ("prototype", [1, 0, 0], {}, 0),
        ("prototype", [1, 0, 0], {"leader_minimum": 1}, 8),
        ("prototype", [3, 4, None], {}, 0),
        ("prototype", [3, 3, None], {}, 8),
        ("prototype", [None, 9, 9], {}, 8),
        ("first", [0, 9, 9], {}, 8),
        ("later", [0, 9, 9], {"leader_minimum": 5}, 8),
        ("prototype", [3, 3], {}, 0),
        ("prototype", [3, None], {}, 6),
        ("later", [3, 3], {}, 6),
        ("later", [3, 3], {"rulings": {"leader_tie": "nobody"}}, 0),
        ("later", [None, None], {"rulings": {"leader_tie": "nobody"}}, 6),
        ("later", [3, 3, 3], {"rulings": {"leader_tie": "nobody"}}, 8),
    ],
)
def test_leader_counts_decide_as_the_edition_and_the_table_say(
    plain_client: FlaskClient, edition: str, counts: list[int | None], members: dict[str, Any], scored: int
) -> None:
    sides = [{} if count is None else {"leader_count": count} for count in counts]
    sides[0]["leader_goal"] = True
    answer = answered(plain_client, SCORES, table(*sides, edition=edition, **members))
    assert [points(side)["leader_goal"] for side in answer["sides"]] == [scored] + [0] * (len(counts) - 1)


def test_a_ruling_that_does_not_concern_the_question_changes_nothing(plain_client: FlaskClient) -> None:
    body = {**deepcopy(EXAMPLE), "rulings": {"tier_chow_hall": "nothing", "guards_supply_out": "nothing"}}
    assert answered(plain_client, SCORES, body) == answered(plain_client, SCORES, EXAMPLE)


def test_the_greatest_counts_of_all_are_scored(plain_client: FlaskClient) -> None:
    most = 9999
    side = {
        "reputation": most,
        "power": most,
        "items": most,
        "valuables": dict.fromkeys(["blade", "gem", "magic"], most),
        "goons": dict.fromkeys(["bandit", "cultist", "dwarf", "hobgoblin", "ratman", "flayer"], most),
        "demons": ["any"] * 200,
        "resources": dict.fromkeys(["scrap", "potion", "iron", "gold"], most),
        "tomes": most,
    }
    (scored,) = answered(plain_client, SCORES, table(side))["sides"]
    assert points(scored)["demon"] == 200 * 2 * 3 * most
    assert scored["total"] == sum(points(scored).values())


def test_asking_twice_gives_the_same_answer(plain_client: FlaskClient) -> None:
    assert ask(plain_client, SCORES, EXAMPLE).data == ask(plain_client, SCORES, EXAMPLE).data
