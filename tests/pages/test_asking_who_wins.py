"""Who wins at a location, asked for two to five players without a table."""

from typing import Any

from flask import Flask
from plain_browser import PlainBrowser
from support.common import rule
from werkzeug.datastructures import MultiDict

SEATS = ("Spoon", "Die", "Feather", "Candle", "Comb")


def asked(app: Flask, **fields: Any) -> str:
    """What the page answers."""
    given = MultiDict({name.replace("__", "."): value for name, value in fields.items()})
    query = "&".join(f"{name}={value}" for name, value in given.items(multi=True))
    page = PlainBrowser(app.test_client()).open(f"/ask/location?{query}")
    assert page.status == 200
    (answer,) = page.top.all("section", _class="answer")
    return str(answer.text)


@rule("L-4", "L-5", "L-13")
def test_four_at_the_infirmary_are_ranked_as_over_rest(hosted_app: Flask) -> None:
    # X-6 with cubes: Spoon 6; Die, Feather, Candle 4 each, Die has the marker.
    fields = {"0__token": ["2", "4"], "1__token": "4", "2__strength": "4", "3__token": "4"}
    told = asked(hosted_app, players="4", place="infirmary", marker="1", suspicion="2", **fields)
    assert "First: Spoon, strength 6." in told
    body = {
        "first_player": "Die",
        "suspicion": 2,
        "sides": [{"name": SEATS[0], "tokens": [2, 4]}, *({"name": name, "tokens": [4]} for name in SEATS[1:4])],
    }
    for one in hosted_app.test_client().post("/api/v1/rulings/locations/infirmary", json=body).json["why"]:
        if one["rule"] != "L-2":
            assert one["text"] in told


@rule("L-4")
def test_what_the_second_would_have_needed_is_said(hosted_app: Flask) -> None:
    fields = {"0__token": "5", "1__token": "4", "2__token": "2"}
    assert "Feather" not in asked(hosted_app, players="3", place="sewers", marker="0", **fields).split("Otherwise")[-1]
    # Die loses ties against Spoon, who has the marker; with it Die wins them.
    assert "2" in asked(hosted_app, players="3", place="sewers", marker="0", **fields).split("Otherwise")[-1]
    assert "1" in asked(hosted_app, players="3", place="sewers", marker="1", **fields).split("Otherwise")[-1]


@rule("S-3")
def test_at_a_table_of_five_the_lowest_token_is_in_the_box(hosted_app: Flask) -> None:
    assert "Nobody is there." in asked(hosted_app, players="5", place="sewers", **{"0__token": "2"})
