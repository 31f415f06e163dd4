"""The invented expansion at a table: whole games of it over REST, by the client that knows no rules, and its pages."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from support.api_client import API, faults
from support.common import rule
from support.expansions import expansion_there
from support.random_json_player import any_fields
from support.table_client import BY_HAND, DEALT, done, open_table, play, post, read_log, show, sit_down

AT_THE_NINTH: dict[str, Any] = {
    "round": 4,
    "phase": "lights_out",
    "location": "gallows",
    "goons": {"gallows": {"type": "ogre", "icons": 2}, "sewers": None},
    "player": {"goons": [{"type": "ogre", "icons": 1}, {"type": "ogre", "icons": 0}]},
    "tokens": [{"token": 5, "location": "gallows"}],
}
OTHERS = dict.fromkeys(("infirmary", "smithy", "commissary", "chow_hall"))


@pytest.fixture(autouse=True)
def expansion() -> Iterator[None]:
    with expansion_there():
        yield


def page(client: FlaskClient, path: str, language: str = "en") -> str:
    answer = client.get(path, headers={"Accept-Language": language})
    assert answer.status_code == 200, path
    return answer.text


@rule("L-1", "E-1", "S-9")
def test_a_whole_game_of_an_expansion_is_played_over_rest_by_a_client_that_knows_no_rules(plain_client: FlaskClient):
    chance = random.Random("gallows 2")
    seat, shown = sit_down(plain_client, {"edition": "gallows", **DEALT, "cards": {"relics": 7}})
    assert [one["location"] for one in shown["state"]["locations"]][-3:] == ["cell_block", "gallows", "library"]
    assert (shown["state"]["decks"]["relics"], shown["state"]["box"]["cards"]["relic"]) == (7, 7)
    returned = 0
    while shown["prompt"]["actions"]:
        shown = play(plain_client, seat, shown, chance, until=lambda now: now["state"]["decks"]["relics"] < 7)
        offered = {one["type"]: one for one in show(plain_client, seat).json["corrections"]}
        if "return_relic" in offered:
            fields = any_fields(offered["return_relic"], chance)
            body = {"version": shown["version"], "type": "return_relic", "fields": fields}
            shown = done(post(plain_client, seat, "corrections", body))
            returned += 1
            assert shown["state"]["decks"]["relics"] == 7
    assert (shown["state"]["phase"], shown["state"]["round"]) == ("ended", 4)
    cursed = [one for line in read_log(plain_client, seat) for one in line["lines"] if one["event"] == "cursed"]
    assert cursed
    assert returned
    for one in cursed:
        assert one["text"].endswith("reputation, and storage 0")


@rule("E-14")
def test_the_pages_of_an_expansion_name_its_location_and_its_goon_and_score_it(plain_client: FlaskClient):
    plain_client.get("/together")
    begin = {**AT_THE_NINTH, "goons": {**AT_THE_NINTH["goons"], **OTHERS}}
    seat, shown = sit_down(plain_client, {"edition": "gallows", **BY_HAND, "begin": begin})
    assert shown["state"]["location"] == "gallows"
    for language, name in (("en", "Gallows"), ("pl", "Szubienica"), ("zh", "Gallows")):
        assert name in page(plain_client, f"/t/{seat.code}", language)
    for more in ("/log", "/figures", "/correct"):
        page(plain_client, f"/t/{seat.code}{more}")
    assert "Ogre" in page(plain_client, f"/t/{seat.code}/board")
    assert "The Gallows" in page(plain_client, "/alone")
    shown = play(plain_client, seat, shown, random.Random("gallows"))
    assert shown["state"]["phase"] == "ended"
    kept = plain_client.put(f"{API}/tables/{seat.code}/sheet", headers={"Authorization": f"Bearer {seat.token}"}).json
    lines = {line["category"]: line["points"] for line in kept["scores"]["sides"][0]["lines"]}
    assert lines["ogre"] == 5
    assert "Ogres" in page(plain_client, f"/s/{kept['link']}")
    form = page(plain_client, f"/score/{kept['link']}")
    assert 'name="0.goon.ogre"' in form
    again = plain_client.post(f"{API}/rulings/scores", json=kept["sheet"])
    assert (again.status_code, again.json) == (200, kept["scores"])


@rule("S-9")
def test_a_game_begun_in_the_middle_has_the_locations_and_rounds_of_its_rule_set_alone(plain_client: FlaskClient):
    begin = {
        **AT_THE_NINTH,
        "cubes": {"gallows": {"suspicion": 1}},
        "guard_cards": [{"location": "gallows"}],
        "goons": {"gallows": None, "sewers": None},
    }
    found = ["/cubes/gallows", "/goons/gallows", "/guard_cards/0/location", "/location", "/tokens/0/location"]
    assert faults(open_table(plain_client, {**BY_HAND, "begin": begin})) == [f"/begin{path}" for path in found]
    later = {"edition": "gallows", **BY_HAND, "begin": {**begin, "round": 5}}
    assert faults(open_table(plain_client, later)) == ["/begin/round"]
