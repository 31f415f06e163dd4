"""Players of ours and of anybody: what they are handed, what they may do, and how sure a share of wins is."""

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from support.every_deal import RollCall

from companion.players import (
    GROUP,
    NoSuchPlayer,
    NotPlayed,
    Player,
    Simulation,
    counting,
    named,
    names,
    simulated,
    wilson,
)
from companion.players.made_up_cards import MadeUpCards
from companion.players.registry import OURS
from companion.players.roll_call import NothingToSend, weighed
from companion.rules import Act, Difficulty, EditionName, Game, Location
from companion.scoring.evening import standing

BOT = '''"""Somebody's player."""


def play(game, seat, chance):
    """The first act that there is; of two games with the same number of acts, the same."""
    assert not game.history
    return next(game.legal_acts())


def tomes(game, seat, chance):
    """A tome as soon as there is one."""
    return game.play_tome(seat) if hasattr(game, "play_tome") else next(game.legal_acts())


def wrong(game, seat, chance):
    """What nobody can do."""
    return game.act("fly")
'''


@pytest.fixture
def somebodys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package that is installed beside the app, with three players."""
    tmp_path.joinpath("somebodys_bot.py").write_text(BOT, "utf-8")
    info = tmp_path / "somebodys_bot-1.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: somebodys-bot\nVersion: 1\n", "utf-8")
    entries = "".join(f"{name} = somebodys_bot:{name}\n" for name in ("play", "tomes", "wrong"))
    info.joinpath("entry_points.txt").write_text(f"[{GROUP}]\n{entries}", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)


def before_roll_call(difficulty: Difficulty = Difficulty.EXPERT) -> Game:
    cards = MadeUpCards("here")
    simulation = Simulation("counting", difficulty)
    game = Game.new(simulation.setup, seed="here")
    while "assign" not in {action.type for action in game.legal_actions}:
        game = game.play(cards.shown(game) or OURS["greedy"](game, 0, Random(1)))
    return game


@pytest.mark.parametrize("name", OURS)
def test_a_player_decides_alike_however_the_hidden_cards_lie(name: str) -> None:
    game = before_roll_call()
    acts = {str(named(name)(game.resample(0, seed=str(number)), 0, Random(1))) for number in range(6)}
    assert len(acts) == 1


def test_the_greedy_player_keeps_its_lookout_for_the_cell_block() -> None:
    game = before_roll_call()
    assert named("greedy")(game, 0, Random(1)) == game.assign(Location.CELL_BLOCK, "lookout")


@pytest.mark.parametrize(("deck", "there"), [("1 1", Location.CHOW_HALL), ("9 9", Location.CELL_BLOCK)])
def test_the_counting_player_goes_where_it_may_lead_to_what_is_worth_most(deck: str, there: Location) -> None:
    game = Game.at(RollCall(deck, down=(Location.CHOW_HALL,), home=(5,)).position, seed="any")
    assert named("counting")(game, 0, Random(1)) == game.assign(there, 5)


def test_the_counting_player_says_what_it_would_do_and_whatever_else_there_is() -> None:
    game = before_roll_call()
    said = weighed(game.resample(0, seed="any"), 0, counting.WORTH)
    now = said.plan[0]
    assert game.assign(now.place, now.token) == named("counting")(game, 0, Random(1))
    assert len({one.token for one in said.plan}) == len({one.place for one in said.plan}) == 6
    # Each token at each place, once.
    assert len({*said.plan, *said.others}) == len(said.plan) + len(said.others) == 6 * 7
    assert {one.leads for one in said.plan} <= {one.leads for one in (*said.plan, *said.others)}


def test_what_it_likes_next_leaves_it_most_of_the_rest() -> None:
    game = Game.at(RollCall("1 1", down=(Location.CHOW_HALL,), home=(5,)).position, seed="any")
    said = weighed(game, 0, counting.WORTH)
    assert [one.place for one in said.plan] == [Location.CHOW_HALL]
    assert [one.place for one in said.others][:2] == [Location.CELL_BLOCK, Location.EXERCISE_YARD]
    with pytest.raises(NothingToSend):
        weighed(Game.new(Simulation("counting").setup, seed="here"), 0, counting.WORTH)


@pytest.mark.parametrize("edition", EditionName)
def test_every_player_of_ours_comes_to_the_end_of_a_game_of_every_edition(edition: EditionName) -> None:
    for name in ("random", "greedy"):
        [game] = simulated(Simulation(name, seed="whole", edition=edition), 1)
        assert game.winner in {"player", "guards", "both"}
        assert game.decisions > 50


def test_the_same_cards_turn_up_whoever_plays() -> None:
    first, second = MadeUpCards("a"), MadeUpCards("a")
    game = Game.new(Simulation("random").setup, seed="b")
    assert [first.shown(game), first.shown(game)] == [second.shown(game), second.shown(game)]
    assert MadeUpCards("other").shown(game) != MadeUpCards("a").shown(game)


@pytest.mark.usefixtures("somebodys")
def test_anybodys_player_is_found_by_its_entry_point() -> None:
    assert names() == ("random", "greedy", "counting", "lookahead", "play", "tomes", "wrong")
    [one] = simulated(Simulation("play"), 1)
    assert one.decisions > 50


@pytest.mark.usefixtures("somebodys")
def test_what_may_not_be_done_ends_the_games() -> None:
    with pytest.raises(NotPlayed, match="fly"):
        [*simulated(Simulation("wrong"), 1)]
    with pytest.raises(NotPlayed, match="play_tome"):
        [*simulated(Simulation("tomes"), 4)]


def test_nobody_has_a_player_of_another_name() -> None:
    for name in ("nobody", "no_module:play", "companion.players.greedy:nothing"):
        with pytest.raises(NoSuchPlayer):
            named(name)
    assert named("companion.players.greedy:play") is named("greedy")


def test_a_player_is_handed_no_history_and_another_seed_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    handed: list[Game] = []

    def watching(game: Game, seat: int, chance: Random) -> Act:
        handed.append(game)
        return greedy(game, seat, chance)

    greedy: Player = OURS["greedy"]
    monkeypatch.setitem(OURS, "greedy", watching)  # type: ignore[arg-type]
    [*simulated(Simulation("greedy", seed="known"), 1)]
    assert not any(game.history for game in handed)
    assert len({game.seed for game in handed}) == len(handed) > 50
    assert not any("known" in game.seed for game in handed)


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [
        # By R: prop.test(hits, trials, correct = FALSE)
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_wilsons_interval_is_the_one_of_the_books(hits: int, trials: int, low: float, high: float) -> None:
    assert wilson(hits, trials) == pytest.approx((low, high), abs=5e-5)


def test_of_no_trials_nothing_is_known() -> None:
    assert wilson(0, 0) == (0, 1)


def decisions_at_locations(seed: str) -> Iterator[Game]:
    """Each decision with more than one choice that a player meets at a location in one game, as its seat knows it."""
    cards, chance = MadeUpCards(seed), Random(seed)
    game = Game.new(Simulation("lookahead", Difficulty.EXPERT).setup, seed=seed)
    while not game.is_over:
        act = cards.shown(game)
        if act is None:
            known = game.resample(0, seed=str(chance.random()))
            if known.position.location is not None and len({*choices(known)}) > 1:
                yield known
            act = named("lookahead")(known, 0, chance)
        game = game.play(act)


def choices(game: Game) -> list[Act]:
    leads_on = {action.type for action in game.legal_actions} & {"go_on", "resolve"}
    return [] if leads_on else [act for act in game.legal_acts() if act.type != "play_tome"]


def lead_after(game: Game, act: Act) -> int:
    """How far the player is ahead once the location is over, if everything else is decided by habit.

    Cards that come to light are those that the player of these tests makes up: what they show may decide.
    """
    cards, game = MadeUpCards(f"lookahead {Random(1).getrandbits(64):x}"), game.play(act)
    while game.position.location is not None and not {action.type for action in game.legal_actions} & {"go_on"}:
        game = game.play(cards.shown(game) or named("greedy")(game, 0, Random(1)))
    mine, guards = standing(game.position).points
    return mine - guards


def test_the_player_that_looks_ahead_takes_what_leaves_it_furthest_ahead_of_the_guards() -> None:
    better_than_habit = 0
    for game in decisions_at_locations("furthest"):
        taken = lead_after(game, named("lookahead")(game, 0, Random(1)))
        assert taken == max(lead_after(game, act) for act in choices(game))
        better_than_habit += taken > lead_after(game, named("greedy")(game, 0, Random(1)))
    assert better_than_habit > 5


def test_the_player_that_looks_ahead_knows_nothing_hidden() -> None:
    for game in decisions_at_locations("hidden"):
        acts = {named("lookahead")(game.resample(0, seed=str(number)), 0, Random(1)) for number in range(5)}
        assert len(acts) == 1


DEALS = int(os.environ.get("LOCKUP_DEALS", "5"))
"""On how many deals two players are compared."""


@pytest.mark.slow
def test_looking_ahead_is_worth_many_points_on_the_same_deals() -> None:
    ahead, behind = (
        sum(one.player - one.guards for one in simulated(Simulation(name, Difficulty.EXPERT, "the same deals"), DEALS))
        for name in ("lookahead", "counting")
    )
    assert ahead > behind + DEALS * 10
