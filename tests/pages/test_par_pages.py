"""Par for a deal on the page of its result, and luck apart from choices in its recap."""

import re
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from support.whole_copies import Finished, finished, keep_games, whole_copy

from companion.pages.sheet import result
from companion.pages.sheet.par import WIDTH, plotted
from companion.persistence.database import writing
from companion.players.choices import parts_of
from companion.rules.shuffling.weekly import Prison, escapes
from companion.rules.state.setup import Difficulty
from companion.rules.vocabulary import EditionName
from companion.tables import repository
from companion.tables.par import GAMES, par_of_table
from companion.tables.records import ParGame

EXPERT = Prison("2026-W48", Difficulty.EXPERT, EditionName.LATER)
DEVICE = "the-secret-of-a-phone"
AUTO = 'data-par="own"'
ASKS = "The counting player plays this deal 100 times: {n} so far."


@pytest.fixture
def app(hosted_app: Flask) -> Flask:
    """On one database: `tests/tables/test_par_of_tables.py` has both."""
    return hosted_app


@pytest.fixture(scope="module")
def played(hosted_app: Flask) -> Finished:
    """A game that a phone has played to its end."""
    phone = hosted_app.test_client()
    phone.set_cookie("lockup_device", DEVICE)
    return finished(hosted_app, phone, whole_copy())


@pytest.fixture
def over(app: Flask, client: FlaskClient, played: Finished) -> Finished:
    """A game that this phone has played, and of whose deal nobody has played another."""
    client.set_cookie("lockup_device", DEVICE)
    with app.app_context(), writing() as work:
        for one in work.query(ParGame):
            work.delete(one)
    return played


def page_of(client: FlaskClient, over: Finished, path: str = "") -> str:
    answer = client.get(f"/s/{over.link}{path}")
    assert answer.status_code == 200, answer.text
    return answer.text


def total_of(page: str) -> int:
    """The player's points, as the ledger has them."""
    [cells] = re.findall(r"<tfoot>.*?<td[^>]*>([^<]+)<", page, re.DOTALL)
    return int(cells.replace("\N{MINUS SIGN}", "-"))


def test_each_request_plays_further_games_and_leads_back_to_the_result(
    app: Flask, client: FlaskClient, over: Finished, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(result, "PAR_SECONDS", -1)
    for played in range(3):
        page = page_of(client, over)
        assert ASKS.format(n=played) in page
        assert AUTO in page, "the phone of the player asks by itself"
        answer = client.post(f"/s/{over.link}/par")
        assert (answer.status_code, answer.location) == (303, f"/s/{over.link}#par")
    stranger = app.test_client()
    page = page_of(stranger, over)
    assert ASKS.format(n=3) in page
    assert AUTO not in page
    assert stranger.post(f"/s/{over.link}/par").status_code == 303
    assert ASKS.format(n=4) in page_of(stranger, over)


def test_the_page_says_how_many_games_were_better_with_a_dot_for_each(
    app: Flask, client: FlaskClient, over: Finished
) -> None:
    with app.app_context():
        kept = keep_games(over.seat.code, GAMES)
    page = page_of(client, over)
    assert "so far" not in page
    total, escaped = total_of(page), sum(won for _, won in kept)
    mean = sum(points for points, _ in kept) / GAMES
    assert f"The counting player escapes in {escaped} of 100 games and averages {mean:.1f} points." in page
    below = sum(points < total for points, _ in kept)
    assert f"You had {total}: better than {below} of 100." in page
    [plot] = re.findall(r'<svg class="par-games".*?</svg>', page, re.DOTALL)
    assert plot.count("<circle") == GAMES
    assert len(re.findall(r'<circle[^>]*fill="currentColor"', plot)) == escaped


def test_where_all_games_were_better_the_page_says_that_alone(app: Flask, client: FlaskClient, over: Finished) -> None:
    total = total_of(page_of(client, over))
    with app.app_context():
        keep_games(over.seat.code, GAMES, least=total + 1)
    assert f"You had {total}: all 100 did better." in page_of(client, over)


def test_nothing_is_said_of_par_where_a_card_is_not_known(app: Flask, client: FlaskClient) -> None:
    over = finished(app, client, None)
    assert "counting player" not in page_of(client, over)
    assert client.post(f"/s/{over.link}/par").status_code == 303
    with app.app_context():
        assert par_of_table(repository.find(over.seat.code)) is None


def test_a_sheet_without_a_table_has_no_par(client: FlaskClient) -> None:
    assert client.post("/s/0000000000000/par").status_code == 404


@pytest.mark.parametrize("path", ["/evening", "/evening.html"])
def test_the_recap_says_luck_apart_from_choices_only_where_par_is_known(
    app: Flask, client: FlaskClient, over: Finished, path: str
) -> None:
    assert "Expected points" not in page_of(client, over, f"{path}?choices=on")
    with app.app_context():
        keep_games(over.seat.code, GAMES)
    assert "Expected points" not in page_of(client, over, path)
    page = page_of(client, over, f"{path}?choices=on")
    [part] = re.findall(r'<dl class="parts">.*?</dl>', page, re.DOTALL)
    figures = [float(one.replace("\N{MINUS SIGN}", "-")) for one in re.findall(r'class="number">([^<]+)<', part)]
    expected, luck, choices, total = figures
    assert round(expected + luck + choices, 1) == total == total_of(page_of(client, over))
    [cost] = re.findall(r"All choices together: (\S+) points", page)
    assert float(cost.replace("\N{MINUS SIGN}", "-")) == choices < 0


def test_luck_and_choices_add_up_to_the_points_of_any_game() -> None:
    chance = Random("games")
    for _ in range(1000):
        total, mean, cost = chance.randint(-40, 120), chance.uniform(-40, 120), chance.uniform(0, 40)
        parts = parts_of(total, mean, cost)
        assert parts.expected + parts.luck + parts.choices == parts.total == 10 * total
        assert abs(parts.expected - 10 * mean) <= 1
        assert abs(parts.choices + 10 * cost) <= 1


@given(st.lists(st.tuples(st.integers(-99, 250), st.booleans()), min_size=1, max_size=100), st.integers(-99, 250))
def test_every_dot_lies_above_the_axis_and_none_on_another(games: list[tuple[int, bool]], mine: int) -> None:
    plot = plotted(games, mine)
    assert len({(dot.x, dot.y) for dot in plot.dots}) == len(games)
    assert all(0 < dot.x < WIDTH and 0 < dot.y < plot.base for dot in plot.dots)
    assert sum(dot.escaped for dot in plot.dots) == sum(escaped for _, escaped in games)
    assert all(0 < x < WIDTH for x in (plot.mine, plot.average, *(x for x, _ in plot.ticks)))
    by_points = sorted((total, place) for place, (total, _) in enumerate(sorted(games, key=lambda game: not game[1])))
    across = [plot.dots[place].x for _, place in by_points]
    assert across == sorted(across)


def test_the_line_of_a_prison_of_the_week_says_par_once_it_is_known(app: Flask, client: FlaskClient) -> None:
    client.set_cookie("lockup_device", DEVICE)
    box = whole_copy()
    over = finished(app, client, box, dealing="house", seed=EXPERT.seed, difficulty="expert")
    [before] = escapes(client.get(f"/t/{over.seat.code}").text)
    with app.app_context():
        kept = keep_games(over.seat.code, GAMES)
    text = client.get(f"/t/{over.seat.code}").text
    [after] = escapes(text)
    mean = round(sum(points for points, _ in kept) / GAMES)
    assert (before.par, after) == (None, before._replace(par=mean))
    assert after.line in text
    assert escapes(before.line) == [before], "a line of before is read as it was"
    shown = client.get("/prison", query_string={"lines": f"Vera: {after.line}"}).text
    assert f"par {mean}" in shown
