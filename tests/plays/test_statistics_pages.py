"""The statistics of a history on its pages: equal to a recount, one query each, names merged and parted again."""

import random
import re
from collections import defaultdict
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import Engine, event, select
from support.api_client import API
from support.databases import statements
from support.sheet_client import DEVICE, delete, keep, rows

from companion.identity.caller import Caller
from companion.persistence.database import writing
from companion.plays.models import Play
from companion.plays.person import person_id
from companion.plays.queries import counted, outcomes
from companion.plays.statistics import met, people

NAMES = ("Vera", "Isaac", "Claire", "Wera", "维拉", "<b>O'Neil</b>")
PLAYS = 40
HOUSEHOLD = Caller(household=True)


def fill(client: FlaskClient, plays: int = PLAYS) -> list[list[tuple[str, int]]]:
    """Sheets of two to four people by chance; who had how many points, sheet by sheet."""
    chance, told = random.Random("plays"), []
    for _ in range(plays):
        names = chance.sample(NAMES, chance.randint(2, 4))
        sides = [(name, 10 * place + chance.randint(0, 9)) for place, name in enumerate(names)]
        chance.shuffle(sides)
        keep(client, {"sides": [{"name": name, "reputation": points} for name, points in sides]})
        told.append(sides)
    return told


def test_what_the_database_counts_is_what_a_slow_recount_says(app: Flask, client: FlaskClient) -> None:
    plays = fill(client)
    own: dict[str, list[tuple[int, bool, int]]] = defaultdict(list)
    together: dict[tuple[str, str], list[int]] = defaultdict(list)
    for play in plays:
        most = max(points for _, points in play)
        for name, points in play:
            own[name].append((points, points == most, len(play)))
            for other, theirs in play:
                if other != name:
                    together[name, other].append(points - theirs)
    with app.app_context():
        found = {one.name: one for one in people(counted(HOUSEHOLD).tallies, {})}
        assert {*found} == {*own}
        for name, games in own.items():
            results = found[name].results
            told = (results.share.plays, results.share.won, results.points, results.best)
            assert told == (len(games), sum(won for _, won, _ in games), sum(n for n, *_ in games), max(games)[0])
            sizes = {size: one.share.plays for size, one in found[name].by_players.items()}
            assert sizes == {size: sum(n == size for *_, n in games) for size in sorted({n for *_, n in games})}
            for one in met(counted(HOUSEHOLD, person_id(name)).meetings, {}):
                ahead = together[name, one.name]
                assert (one.plays, one.ahead) == (len(ahead), sum(n > 0 for n in ahead))
        assert len(outcomes(HOUSEHOLD)[0]) == PLAYS


@pytest.fixture
def home(app: Flask) -> FlaskClient:
    """A phone of which the app knows the device."""
    client = app.test_client()
    client.set_cookie(DEVICE, "the phone of Vera")
    return client


def two(client: FlaskClient, winner: str, other: str, times: int = 1) -> None:
    for _ in range(times):
        keep(client, {"sides": [{"name": winner, "reputation": 30}, {"name": other, "reputation": 20}]})


def names_on(page: str) -> list[str]:
    return re.findall(r"<b>([^<]*)</b>", page)


def test_each_page_asks_the_database_once_for_its_statistics(home: FlaskClient) -> None:
    two(home, "Vera", "Isaac", 6)
    for path in ("/people", f"/people/{person_id('Vera')}"):
        with statements() as said:
            assert home.get(path).status_code == 200
        assert len(said) == 1, said
    with statements() as said:
        home.get("/history")
    assert sum(" play" in one for one in said) == 1
    assert len(said) == len(("tables", "sheets", "plays")), said
    with statements() as said:
        home.get("/")
    assert not [one for one in said if " play" in one]


def test_whom_somebody_has_met_is_looked_up_by_the_person_and_not_play_by_play(app: Flask) -> None:
    asked: list[tuple[str, Any]] = []
    with app.app_context(), writing() as session:
        if session.connection().dialect.name != "sqlite":
            pytest.skip("PostgreSQL plans by how many there are")
        event.listen(Engine, "before_cursor_execute", hear := lambda *said: asked.append((said[2], said[3])))
        counted(Caller(device="one phone"), person_id("Vera"))
        event.remove(Engine, "before_cursor_execute", hear)
        statement, values = next(one for one in asked if "family" in one[0])
        told = session.connection().exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
        plan = [row[3] for row in told]
    assert any("SEARCH play_side_2 USING INDEX ix_play_side_counted (person=?" in step for step in plan), plan


def test_a_page_of_somebody_says_little_of_four_plays_and_more_of_five(home: FlaskClient) -> None:
    two(home, "Vera", "Isaac", 4)
    page = home.get(f"/people/{person_id('vera')}").text
    assert "Too few games to say more. From 5 on." in page
    assert "in 100" not in page
    assert "Played with most often" not in page
    two(home, "Isaac", "Vera")
    page = home.get(f"/people/{person_id('vera')}").text
    assert "80 in 100, likely between 38 and 96." in page
    assert "28.0 points on average, over 5 games." in page
    assert "5 games together: ahead in 4, behind in 1." in page


def test_two_names_are_merged_with_one_tap_and_parted_again_without_a_trace(app: Flask, home: FlaskClient) -> None:
    two(home, "Vera", "Isaac", 3)
    two(home, "Wera", "Isaac", 2)
    vera, wera = person_id("Vera"), person_id("Wera")
    before, page, everybody = rows(app), home.get(f"/people/{vera}").text, home.get("/people").text
    assert f'value="{wera}"' in page
    assert person_id("Isaac") not in page.split("The same person as")[1]
    merged = home.post(f"/people/{vera}/same", data={"other": wera})
    assert merged.headers["Location"] == f"/people/{vera}"
    assert names_on(home.get("/people").text) == ["Isaac", "Vera"]
    assert home.get(f"/people/{wera}").headers["Location"] == f"/people/{vera}"
    assert "5 games together: ahead in 5, behind in 0." in home.get(f"/people/{vera}").text
    home.post(f"/people/{vera}/apart", data={"other": wera})
    assert rows(app) == before
    assert home.get(f"/people/{vera}").text == page
    assert home.get("/people").text == everybody


def test_two_who_sat_at_one_table_are_not_merged_nor_a_name_with_itself_or_with_nobody(
    app: Flask, home: FlaskClient
) -> None:
    two(home, "Vera", "Isaac")
    two(home, "Wera", "Claire")
    vera, wera = person_id("Vera"), person_id("Wera")
    for into, other in ((vera, person_id("Isaac")), (vera, vera), (vera, person_id("nobody")), ("x", vera), (vera, "")):
        assert home.post(f"/people/{into}/same", data={"other": other}).status_code == 303
    assert rows(app)["same_person"] == []
    home.post(f"/people/{vera}/same", data={"other": wera})
    home.post(f"/people/{wera}/same", data={"other": vera})
    home.post(f"/people/{person_id('Isaac')}/same", data={"other": wera})
    assert [(one["person"], one["into"]) for one in rows(app)["same_person"]] == [(wera, vera)]
    assert person_id("Claire") not in home.get(f"/people/{vera}").text.split("The same person as")[-1]


def test_a_deleted_sheet_is_out_of_the_statistics_at_once(home: FlaskClient) -> None:
    kept = keep(home, {"sides": [{"name": "Vera"}, {"name": "Isaac"}]})
    assert names_on(home.get("/people").text) == ["Isaac", "Vera"]
    delete(home, kept.link, kept.edit, kept.etag)
    assert home.get(f"/people/{person_id('Vera')}").status_code == 404
    assert names_on(home.get("/people").text) == []


def test_another_device_counts_its_own_plays_and_merges_only_for_itself(app: Flask, home: FlaskClient) -> None:
    other = app.test_client()
    other.set_cookie(DEVICE, "the phone of Claire")
    two(home, "Vera", "Isaac")
    two(home, "Wera", "Isaac")
    two(other, "Vera", "Claire")
    two(other, "Wera", "Claire")
    assert names_on(other.get("/people").text) == ["Claire", "Vera", "Wera"]
    home.post(f"/people/{person_id('Vera')}/same", data={"other": person_id("Wera")})
    assert names_on(other.get("/people").text) == ["Claire", "Vera", "Wera"]
    assert names_on(home.get("/people").text) == ["Isaac", "Vera"]
    assert app.test_client().get("/people").status_code == 200


def against_guards(client: FlaskClient, points: int) -> None:
    guards = {"name": "Guards", "guards": True, "reputation": 30}
    keep(client, {"solitary": True, "sides": [{"name": "You", "reputation": points}, guards]})


def test_the_history_begins_with_its_figures_and_the_record_of_the_guards(home: FlaskClient) -> None:
    assert "headline-figures" not in home.get("/history").text
    for points in (29, 31, 49, 10, 33, 35):
        against_guards(home, points)
    two(home, "Vera", "Isaac")
    page = home.get("/history").text
    figures = re.findall(r"<dt>(.*?)</dt>\s*<dd>(.*?)</dd>", page)
    assert figures == [("games", "7"), ("best escape", "+19"), ("in a row", "2")]
    assert "4 of 6 escaped" in page
    assert 'aria-label="held, escaped, escaped, held, escaped, escaped"' in page
    assert "67 in 100, likely between 30 and 90." in page


def test_the_outcomes_of_all_plays_come_in_their_order_whatever_was_kept_first(app: Flask, home: FlaskClient) -> None:
    for points in (29, 31, 49, 10, 33, 35):
        against_guards(home, points)
    two(home, "Vera", "Isaac")
    with app.app_context(), writing() as session:
        plays = session.scalars(select(Play).order_by(Play.played)).all()
        for age, play in enumerate(plays):
            play.played -= timedelta(days=10 * age)
    with app.app_context():
        told, best = outcomes(HOUSEHOLD)
    assert [one.escaped for one in told] == [None, True, True, False, True, True, False]
    assert (best, {one.edition for one in told}) == (19, {"later"})


def test_of_many_plays_the_last_fourteen_are_drawn(home: FlaskClient) -> None:
    for points in range(20, 36):
        against_guards(home, points)
    page = home.get("/history").text
    assert len(re.findall(r'class="mark( full)?"', page)) == 14
    assert "and 2 before" in page


def test_the_api_says_what_the_pages_say(home: FlaskClient) -> None:
    for points in (29, 31, 49, 10, 33, 35):
        against_guards(home, points)
    two(home, "Vera", "Isaac", 5)
    with statements() as said:
        told: Any = home.get(f"{API}/statistics").json
    assert len(said) == len(("outcomes", "people")), said
    assert (told["plays"], told["best_escape"], told["escapes_in_a_row"]) == (11, 19, 2)
    assert told["guards"] == [
        {
            "edition": "later",
            "difficulty": None,
            "plays": 6,
            "escaped": 4,
            "share": {"percent": 67, "low": 30, "high": 90},
            "last": [False, True, True, False, True, True],
        }
    ]
    isaac, vera = told["people"]
    results = {"plays": 5, "won": 5, "points": 150, "best": 30, "average": 30.0}
    share = {"percent": 100, "low": 57, "high": 100}
    assert vera == {
        "id": person_id("Vera"),
        "name": "Vera",
        **results,
        "share": share,
        "by_players": [{"players": 2, **results, "share": share}],
    }
    assert (isaac["name"], isaac["won"], isaac["by_players"][0]["players"]) == ("Isaac", 0, 2)


def test_the_api_says_nothing_of_few_games_and_nothing_to_another_device(app: Flask, home: FlaskClient) -> None:
    two(home, "Vera", "Isaac", 4)
    told: Any = home.get(f"{API}/statistics").json
    assert [(one["average"], one["share"]) for one in told["people"]] == [(None, None)] * 2
    other: Any = app.test_client().get(f"{API}/statistics").json
    assert other == {"plays": 0, "best_escape": None, "escapes_in_a_row": 0, "guards": [], "people": []}
