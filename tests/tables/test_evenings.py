"""The evening of a table over REST: open once everybody may know who has won, and nothing of it before."""

import random

from flask import Flask
from flask.testing import FlaskClient
from support.api_client import API, check_problem
from support.common import rule
from support.seat_client import of_players
from support.table_client import Seat, done, play, post, show, sit_down
from werkzeug.test import TestResponse

from companion.presenters.evening import EveningPresenter
from companion.scoring.evening import Gain
from companion.tables import repository

LAST = {"dealing": "house", "begin": {"round": 6, "phase": "patrol", "goons": dict.fromkeys(
    ("sewers", "infirmary", "smithy", "commissary", "chow_hall")
)}}  # fmt: skip
OVERTAKEN = {
    "begin_together": {
        "round": 6,
        "phase": "lights_out",
        "location": "library",
        "goons": LAST["begin"]["goons"],
        "sides": [{"reputation": 3}, {"reputation": 44}],
    }
}


def told(client: FlaskClient, seat: Seat, **headers: str) -> TestResponse:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.get(f"{API}/tables/{seat.code}/evening", headers=named)


def refused(answer: TestResponse) -> tuple[int, str]:
    check_problem(answer)
    return answer.status_code, answer.json["type"]


@rule("F-1")
def test_the_evening_of_a_table_ends_with_its_scores(client: FlaskClient) -> None:
    seat, shown = sit_down(client, LAST)
    before = told(client, seat)
    assert refused(before) == (409, "not-ended")
    play(client, seat, shown, random.Random("Vera"))
    evening = told(client, seat).json
    scores = client.get(f"{API}/tables/{seat.code}/scores").json["scores"]
    assert evening["result"] == [side["total"] for side in scores["sides"]]
    assert evening["rounds"][-1]["points"] == evening["result"]
    assert evening["sides"] == [side["name"] for side in scores["sides"]]
    assert [one["round"] for one in evening["rounds"]] == [5, 6]
    assert len(evening["rounds"][-1]["raids"]) == 1


def test_the_evening_of_several_is_sealed_until_somebody_has_shown_who_has_won(client: FlaskClient) -> None:
    seat, shown = sit_down(client, of_players("Vera", "Isaac", **OVERTAKEN))
    assert play(client, seat, shown, random.Random("Vera"))["state"]["phase"] == "ended"
    sealed = told(client, seat)
    assert refused(sealed) == (409, "sealed")
    assert "44" not in sealed.text
    client.put(f"{API}/tables/{seat.code}/sheet", headers={"Authorization": f"Bearer {seat.token}"})
    assert told(client, seat).json["winners"] == [1]


def test_a_game_that_goes_back_before_its_end_has_no_evening_again(client: FlaskClient) -> None:
    seat, shown = sit_down(client, LAST)
    shown = play(client, seat, shown, random.Random("Vera"))
    assert told(client, seat).status_code == 200
    done(post(client, seat, "undo", {"version": shown["version"], "to": shown["undo_to"]}))
    assert show(client, seat).json["state"]["phase"] != "ended"
    assert refused(told(client, seat)) == (409, "not-ended")


@rule("F-1")
def test_points_of_a_card_that_was_typed_late_are_told_by_whose_card_it_is(app: Flask, client: FlaskClient) -> None:
    has = {"player": {"goons": [{"type": "dwarf", "icons": 1}]}}
    seat, shown = sit_down(client, {**LAST, "begin": {**LAST["begin"], **has}})
    [goon] = shown["state"]["sides"][0]["goons"]
    fields = {"card": [goon], "goon": {"type": "bandit", "icons": 3}}
    shown = done(post(client, seat, "corrections", {"version": shown["version"], "type": "set_goon", "fields": fields}))
    typed_at = shown["version"]
    assert shown["prompt"]["text"] == "Which resource does this Bandit place?"
    assert client.get(f"/t/{seat.code}").status_code == 200
    play(client, seat, shown, random.Random("Vera"))
    with app.app_context():
        presenter = EveningPresenter(repository.find(seat.code), "en")
        typed = next(step for step in presenter.evening.steps if step.line == typed_at)
        told = presenter.gain_text(Gain(typed.line, 0, typed.gains[0]))
    assert told == "You: the Bandit."


def test_an_evening_is_told_in_the_language_that_is_asked_for(client: FlaskClient) -> None:
    seat, shown = sit_down(client, LAST)
    play(client, seat, shown, random.Random("Vera"))
    assert told(client, seat, Accept_Language="pl").json["sides"][1] == "Strażnicy"
    assert told(client, seat, Accept_Language="zh").headers["Content-Language"] == "zh"
