"""Par of a finished game at a table: what the odds-based player makes of the same deal with the same copy."""

from collections.abc import Callable
from itertools import count

import pytest
from flask import Flask
from flask.testing import FlaskClient
from support.table_client import post
from support.whole_copies import Finished, finished, keep_games, whole_copy

from companion.persistence.database import writing
from companion.tables import repository
from companion.tables.par import GAMES, TablePar, known_par, par_of_table, play_on
from companion.tables.records import ParGame

on_sqlite = pytest.mark.parametrize("engine_url", ["sqlite"], indirect=True)


@pytest.fixture
def over(app: Flask, client: FlaskClient) -> Finished:
    return finished(app, client, whole_copy())


def after(games: int) -> Callable[[], bool]:
    """What says after so many games that they are enough."""
    played = count(1)
    return lambda: next(played) >= games


def par(code: str) -> TablePar | None:
    return par_of_table(repository.find(code))


def games(code: str) -> list[tuple[int, bool]]:
    found = par(code)
    assert found is not None
    return [*found.games]


@on_sqlite
def test_a_slice_plays_at_least_a_game_and_the_next_goes_on_from_there(app: Flask, over: Finished) -> None:
    with app.app_context():
        loaded, code = repository.find(over.seat.code), over.seat.code
        assert games(code) == []
        play_on(loaded, lambda: True)
        first = games(code)
        assert len(first) == 1
        play_on(loaded, after(2))
        assert len(games(code)) == 3
        assert games(code)[:1] == first
        assert len({total for total, _ in games(code)}) > 1, "each game has other hidden cards"
        assert known_par(loaded) is None


def test_two_phones_at_once_neither_lose_a_game_nor_count_one_twice(app: Flask, over: Finished) -> None:
    with app.app_context():
        loaded, code = repository.find(over.seat.code), over.seat.code

        def other_phone() -> bool:
            play_on(loaded, after(2))
            return True

        play_on(loaded, other_phone)
        both = games(code)
        assert len(both) == 2
        with writing() as work:
            for one in work.query(ParGame).where(ParGame.table_id == loaded.table.id):
                work.delete(one)
        play_on(loaded, after(2))
        assert games(code) == both


@on_sqlite
def test_there_are_100_games_and_no_more(app: Flask, over: Finished) -> None:
    with app.app_context():
        loaded, code = repository.find(over.seat.code), over.seat.code
        keep_games(code, GAMES - 1)
        assert known_par(loaded) is None
        play_on(loaded, lambda: False)
        assert len(games(code)) == GAMES
        play_on(loaded, lambda: False)
        assert len(games(code)) == GAMES
        found = known_par(loaded)
        assert found is not None
        assert found.totals == (*sorted(total for total, _ in games(code)),)


@on_sqlite
def test_a_game_that_is_begun_again_has_a_par_of_its_own(app: Flask, client: FlaskClient, over: Finished) -> None:
    with app.app_context():
        keep_games(over.seat.code, GAMES)
        assert known_par(repository.find(over.seat.code)) is not None
    version = client.get(f"/api/v1/tables/{over.seat.code}").json["version"]
    assert post(client, over.seat, "undo", {"version": version, "to": 1}).status_code == 200
    with app.app_context():
        assert known_par(repository.find(over.seat.code)) is None


@on_sqlite
def test_only_a_copy_of_which_every_card_is_known_has_a_par(app: Flask, client: FlaskClient) -> None:
    seat, _ = finished(app, client, None)
    with app.app_context():
        assert par(seat.code) is None, "the faces that were entered are not the whole copy"
        play_on(repository.find(seat.code), lambda: True)
        assert par(seat.code) is None


@on_sqlite
def test_a_game_that_was_begun_in_the_middle_has_no_par(app: Flask, client: FlaskClient) -> None:
    begin = {"round": 5, "phase": "patrol", "first_player": "player"}
    seat, _ = finished(app, client, whole_copy(), begin=begin)
    with app.app_context():
        assert par(seat.code) is None
