"""`GET /editions`, `GET /editions/{edition}` and `GET /rules` (docs/api.md, The reference)."""

import re

import pytest
from flask.testing import FlaskClient
from support.api_client import API
from support.common import rule

EDITIONS = ["prototype", "first", "later"]
FIVE = ["cultist", "demon", "dwarf", "hobgoblin", "ratman"]
CUBES = {"scrap": 25, "iron": 15, "potion": 15, "gold": 10, "power": 22, "suspicion": 12}
CARDS = {
    "prototype": {"items": 30, "goons": 29, "tomes": 22, "goals": 16, "traits": 0},
    "first": {"items": 30, "goons": 29, "tomes": 19, "goals": 12, "traits": 0},
    "later": {"items": 34, "goons": 33, "tomes": 28, "goals": 18, "traits": 18},
}
OTHER_CARDS = {"guard_cards": 22, "location_cards": 8}
REFERENCE_CARDS = {"prototype": 0, "first": 5, "later": 5}
RULINGS = [
    ("tier_exercise_yard", ["nothing", "power"], ["E-8"], ["nothing", "nothing", "nothing"]),
    ("tier_infirmary", ["nothing", "potion"], ["E-9"], ["nothing", "potion", "potion"]),
    ("tier_smithy", ["nothing", "iron"], ["E-10"], ["nothing", "iron", "iron"]),
    ("tier_commissary", ["nothing", "two_for_one", "one_for_one"], ["E-11"], ["two_for_one"] * 3),
    ("tier_chow_hall", ["nothing", "one_for_two", "one_or_two"], ["E-12"], ["one_for_two", "one_or_two", "one_or_two"]),
    ("leader_tie", ["holder", "nobody"], ["E-5"], ["nobody", "holder", "holder"]),
    ("unused_tokens", ["home", "library"], ["R-6"], ["home"] * 3),
    ("zero_suspicion", ["ignored", "counts"], ["D-7"], ["ignored"] * 3),
    ("zero_majority", ["ignored", "counts"], ["O-9"], ["ignored"] * 3),
    ("solitary_raid_locations", ["return", "stay"], ["D-4"], ["return"] * 3),
    ("reserved_items", ["ignored", "tie_break"], ["C-5"], ["ignored"] * 3),
    ("total_floor", ["none", "zero"], ["F-6"], ["none"] * 3),
    ("guards_equal_item", ["reserve", "display"], ["Z-14"], ["reserve"] * 3),
    ("guards_supply_out", ["next", "nothing"], ["Z-12", "Z-17"], ["next"] * 3),
]
"""docs/rules.md, H."""


def test_the_editions_are_listed(plain_client: FlaskClient) -> None:
    assert plain_client.get(f"{API}/editions").json == {"editions": EDITIONS}


@rule("E-1", "E-2", "E-3", "E-19")
@pytest.mark.parametrize("edition", EDITIONS)
def test_an_edition_tells_its_cards_cubes_and_goons(plain_client: FlaskClient, edition: str) -> None:
    answer = plain_client.get(f"{API}/editions/{edition}").json
    assert list(answer) == ["edition", "counts", "goons", "rulings"]
    assert answer["edition"] == edition
    assert answer["counts"] == {
        **CARDS[edition],
        **OTHER_CARDS,
        "reference_cards": REFERENCE_CARDS[edition],
        **CUBES,
    }
    assert sorted(answer["goons"]) == sorted([*FIVE, "bandit", "flayer"] if edition == "later" else FIVE)


@pytest.mark.parametrize("edition", EDITIONS)
def test_its_house_rulings_stand_in_the_order_of_the_reference(plain_client: FlaskClient, edition: str) -> None:
    answer = plain_client.get(f"{API}/editions/{edition}").json
    place = EDITIONS.index(edition)
    assert all(list(ruling) == ["key", "rules", "values", "default", "text"] for ruling in answer["rulings"])
    assert [(ruling["key"], ruling["values"], ruling["rules"], ruling["default"]) for ruling in answer["rulings"]] == [
        (key, values, rules, defaults[place]) for key, values, rules, defaults in RULINGS
    ]
    assert all(ruling["text"] for ruling in answer["rulings"])


def test_the_reference_tells_every_rule(plain_client: FlaskClient) -> None:
    rules = plain_client.get(f"{API}/rules").json["rules"]
    ids = [rule["id"] for rule in rules]
    assert len(set(ids)) == len(ids)
    assert {"V-1", "E-1", "E-18", "S-10", "R-7", "L-21", "C-6", "T-5", "P-11", "D-8", "O-11", "G-7", "F-6", "Z-22"} <= {
        *ids
    }
    for one in rules:
        assert re.fullmatch(r"[A-Z]-\d+", one["id"])
        assert one["text"]
        assert one["editions"]
        assert set(one["editions"]) <= set(EDITIONS)
        assert one["status"] in {"open", "settled"}


def test_every_rule_that_the_editions_cite_is_in_the_reference(plain_client: FlaskClient) -> None:
    rules = {rule["id"] for rule in plain_client.get(f"{API}/rules").json["rules"]}
    assert {rule for _, _, cited, _ in RULINGS for rule in cited} <= rules


def test_what_the_sources_leave_open_is_open(plain_client: FlaskClient) -> None:
    status = {rule["id"]: rule["status"] for rule in plain_client.get(f"{API}/rules").json["rules"]}
    assert {status[rule] for rule in ("D-7", "F-6", "L-9", "O-9", "Z-22", "P-8", "E-9")} == {"open"}
    assert {status[rule] for rule in ("D-1", "F-2", "L-4", "O-4", "G-1", "Z-2")} == {"settled"}


@pytest.mark.parametrize("path", ["/editions", "/editions/first", "/rules", "/openapi.json"])
def test_what_can_be_read_can_be_asked_for_its_headers_alone(plain_client: FlaskClient, path: str) -> None:
    response = plain_client.head(f"{API}{path}")
    assert response.status_code == 200
    assert response.mimetype == "application/json"
    assert not response.data
