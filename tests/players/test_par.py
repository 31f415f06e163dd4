"""Par: what a player makes of a deal when all that was hidden is dealt again."""

from random import Random

import pytest

from bench.par import p_of_even
from companion.players import (
    MadeUpCards,
    NoPar,
    NoSuchPlayer,
    Par,
    SimulatedGame,
    Simulation,
    dealt_again,
    first_decision,
    par_games,
    par_of,
    processes,
)
from companion.players.registry import OURS
from companion.rules import Dealing, Game, Setup

GAMES = 3


def begun() -> Game:
    return first_decision(Game.new(Simulation("greedy").setup, seed="here"), MadeUpCards("here"))


def in_roll_call() -> Game:
    game = begun()
    while "assign" not in {action.type for action in game.legal_actions}:
        game = game.play(OURS["greedy"](game, 0, Random(1)))
    return game


def totals(game: Game, player: str = "greedy") -> list[int]:
    return [one.player for one in par_games(game, player, GAMES, dealt_again("x"))]


def test_a_game_is_begun_again_after_the_cards_of_the_box_were_told() -> None:
    game = begun()
    assert {entry.act.type for entry in game.history} == {"type_goon", "type_bandit"}
    assert "begin_round" in {action.type for action in game.legal_actions}


def test_each_game_of_a_deal_has_other_hidden_cards_and_is_the_same_whenever_it_is_played() -> None:
    first = totals(in_roll_call())
    assert len(set(first)) > 1
    assert totals(in_roll_call()) == first


def test_par_is_the_same_however_the_hidden_cards_lay() -> None:
    game = in_roll_call()
    other = game.resample(0, seed="other")
    assert other.position.guard_deck != game.position.guard_deck
    assert totals(other) == totals(game)


def test_par_is_the_same_on_several_processors() -> None:
    with processes(2) as executor:
        there = par_games(begun(), "greedy", GAMES, dealt_again("x"), executor)
        assert [one.player for one in there] == totals(begun())


def test_games_of_par_are_played_as_they_are_asked_for() -> None:
    games = par_games(begun(), "greedy", 10**9, dealt_again("x"))
    assert [next(games).game, next(games).game] == [1, 2]


def test_the_counting_player_has_a_par_of_its_own() -> None:
    (game,) = par_games(begun(), "counting", 1, dealt_again("x"))
    assert game.decisions > 50


def test_a_total_is_better_than_lower_ones_and_ties_do_not_count() -> None:
    games = [SimulatedGame(1, "player", 50, 40, 90), SimulatedGame(2, "both", 40, 40, 90)]
    found = par_of([*games, SimulatedGame(3, "guards", 30, 60, 90)])
    assert found == Par((30, 40, 50), escaped=1)
    assert (found.mean, found.below(40), found.below(51), found.below(30)) == (40, 1, 3, 0)


def test_a_game_with_unknown_guard_cards_has_no_par() -> None:
    with pytest.raises(NoPar):
        par_games(Game.new(Setup(dealing=Dealing.CARDS), seed="x"), "greedy", 1, dealt_again("x"))
    # The copy that the app shuffles knows none of its guard cards.
    with pytest.raises(NoPar):
        par_games(Game.new(Setup(dealing=Dealing.APP), seed="x"), "greedy", 1, dealt_again("x"))


def test_a_game_of_several_players_has_no_par() -> None:
    several = Setup(guards=None, difficulty=None, dealing=Dealing.HOUSE)
    with pytest.raises(NoPar):
        par_games(Game.new(several, seed="x"), "greedy", 1, dealt_again("x"))


def test_a_game_that_is_over_has_no_par() -> None:
    game = Game.new(Setup(dealing=Dealing.HOUSE), seed="x")
    while not game.is_over:
        game = game.play(next(game.legal_acts()))
    with pytest.raises(NoPar):
        par_games(game, "greedy", 1, dealt_again("x"))


def test_par_is_played_by_a_player_that_there_is() -> None:
    with pytest.raises(NoSuchPlayer):
        par_games(begun(), "nobody", 1, dealt_again("x"))


def test_even_places_are_likely_and_uneven_ones_are_not() -> None:
    # By the tables of Kolmogorov and Smirnov, a distance of 0.136 from even in 100 places is one of 20.
    assert p_of_even([(place + 0.5) / 100 for place in range(100)]) > 0.999
    assert p_of_even([(place + 0.5) / 100 * 0.864 for place in range(100)]) == pytest.approx(0.045, abs=0.01)
