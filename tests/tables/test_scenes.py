"""Scenes of whole random games, without a server: what the room sees after every line of the log."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, partial
from itertools import count, pairwise
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient
from support.api_client import API
from support.common import rule
from support.made_lines import made_line
from support.random_rules_player import any_act, lively
from support.seat_client import of_players
from support.table_client import show, sit_down

from companion.rules.engine.decider import begin, decide, prompt
from companion.rules.reasons import Reason
from companion.rules.rulings.ranking import Presence
from companion.rules.shuffling.shuffle import shuffled
from companion.rules.state.cards import GuardFace, LeaderGoal
from companion.rules.state.events import Moved
from companion.rules.state.pieces import Cube
from companion.rules.state.position import Phase, Position
from companion.rules.state.setup import Dealing, Depth, Setup, Start, Turns
from companion.rules.vocabulary import Location
from companion.tables.line import Kind
from companion.tables.projection.actions import current_prompt
from companion.tables.projection.scenes.contestant import contestant
from companion.tables.projection.scenes.current_scene import current_scene, scene_versions
from companion.tables.projection.scenes.room_summary import room_summary
from companion.tables.projection.scenes.scene import Scene, SceneKind, Standing
from companion.tables.score_reveal import ALL_LINES
from companion.tables.timeline import State, advanced

FACES = tuple(GuardFace(number % 7 or "power", special=number == 3) for number in range(12))


def _people(sides: int, **more: Any) -> Setup:
    return Setup(guards=None, difficulty=None, starts=(Start(),) * sides, leader=LeaderGoal("gem", 1), **more)


GAMES = {
    "against the guards": Setup(dealing=Dealing.APP, guard_deck=FACES),
    "against the guards, real cards": Setup(dealing=Dealing.CARDS),
    "three, roll call in the app": _people(3, turns=Turns.TOLD),
    "five, roll call in the app": _people(5),
    "four, light": _people(4, depth=Depth.LIGHT),
    "two, who is where asked": _people(2, roll_call=False, turns=Turns.TOLD),
}


class Moment(NamedTuple):
    """A table after a line, and what the room sees."""

    state: State
    scene: Scene

    @property
    def game(self) -> Position:
        return self.state.game


@cache
def moments(name: str) -> tuple[Moment, ...]:
    """A whole game, line by line."""
    return tuple(_play(GAMES[name], name))


def _play(setup: Setup, name: str) -> Iterator[Moment]:
    chance, shuffle = random.Random(f"{name}, anew"), partial(shuffled, "seed of the tests")
    state, lines = State(), {}
    happened = begin(setup, shuffle)
    for version in count(1):
        added = made_line(version, Kind.ACT if version > 1 else Kind.BEGIN, happened)
        lines[version] = added.after(state.game)
        state = advanced(state, added)
        yield Moment(state, current_scene(state, [lines[one] for one in scene_versions(state)], 0))
        if state.game.phase is Phase.ENDED:
            return
        happened = decide(state.game, any_act(lively(prompt(state.game), chance), chance), shuffle)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_through_its_scenes(name: str) -> None:
    kinds = Counter(one.scene.kind for one in moments(name))
    start = set() if name.startswith("against") else {SceneKind.LOBBY}
    ends = {*start, SceneKind.RESULT if name.startswith("against") else SceneKind.REVEAL}
    assert {*kinds} == {SceneKind.TABLE, SceneKind.LOCATION, SceneKind.RAID, *ends}


@pytest.mark.parametrize("name", GAMES)
def test_a_scene_of_a_location_ranks_who_is_there(name: str) -> None:
    for moment in moments(name):
        here, ranking = moment.scene, moment.scene.ranking
        assert (here.location is not None) == bool(ranking) == (here.kind is SceneKind.LOCATION)
        if here.face_down or here.asking:
            assert all((one.rank, one.strength, one.suspicion, one.reward) == (None, None, 0, None) for one in ranking)
            continue
        strengths = [one.strength or 0 for one in ranking]
        assert [one.rank for one in ranking] == [*range(1, len(ranking) + 1)]
        assert strengths == sorted(strengths, reverse=True)
        for one in ranking:
            assert sum(piece.points or 0 for piece in one.pieces) + one.bonus == one.strength
            assert one.tied == (strengths.count(one.strength or 0) > 1)


@rule("V-1")
@pytest.mark.parametrize("name", GAMES)
def test_what_lies_face_down_is_counted_and_never_named(name: str) -> None:
    for moment in moments(name):
        for one in moment.scene.ranking if moment.scene.face_down else ():
            game, location = moment.game, moment.scene.location
            assert location is not None
            down = [laid.face_down for laid in game.tokens.values() if laid.location is location]
            cards = [not game.guard_cards[card].up for card in game.guard_cards_at(location)]
            hidden = [piece for piece in one.pieces if piece.points is None]
            assert all(piece.shows is None for piece in hidden)
            assert len(hidden) <= sum(down) + sum(cards)


def at_step(name: str, kind: str) -> list[Moment]:
    """The moments of a game at which it waits for that."""
    return [one for one in moments(name) if (step := current_prompt(one.state).step) is not None and step.kind == kind]


@rule("L-10")
def test_while_it_is_asked_who_is_there_no_other_location_is_shown_and_who_may_decline_is_not_waited_for() -> None:
    asked = at_step("two, who is where asked", "rows")
    assert {one.scene.kind for one in asked} - {SceneKind.RAID} == {SceneKind.TABLE, SceneKind.LOCATION}
    assert all(one.scene.location in {None, one.game.location} for one in asked)
    paced = at_step("two, who is where asked", "pace")
    assert paced
    assert all(one.scene.awaited == () for one in paced)


@rule("R-1")
def test_in_a_roll_call_the_room_waits_for_whose_turn_it_is() -> None:
    rolls = at_step("three, roll call in the app", "roll")
    assert rolls
    assert all(len(one.scene.awaited) == 1 for one in rolls)


@rule("L-10")
def test_a_location_stays_until_the_next_one_is_ranked() -> None:
    told = [one for one in moments("five, roll call in the app") if one.game.phase is Phase.LIGHTS_OUT]
    for before, after in pairwise(told):
        if before.scene.kind is SceneKind.LOCATION and before.game.round == after.game.round:
            assert after.scene.kind in {SceneKind.LOCATION, SceneKind.RAID}


@rule("L-7", "L-8")
def test_a_location_tells_what_everybody_got() -> None:
    seen = [one for name in GAMES for moment in moments(name) for one in moment.scene.ranking]
    assert any(one.declined and one.strays for one in seen)
    assert any(one.gains.get("scrap") for one in seen)
    assert {zone for one in seen for zone in one.cards} >= {"goons", "crafted"}
    assert all(len(one.taken) == sum(one.cards.values()) for one in seen)
    assert any(one.gains and one.gives for one in seen), "a swap tells both"
    assert any(one.tomes and one.cards for one in seen), "a card that draws a tome tells how many"
    assert {what for one in seen for what in one.takes} == {"marker", "leader"}


@rule("L-7")
def test_what_somebody_pays_is_told_in_full_beside_what_comes_with_it_and_what_was_declined_has_never_come() -> None:
    game = moments("four, light")[0].game

    def moved(number: int, key: str, *, back: bool = False) -> Moved:
        source, target = (0, None) if back else (None, 0)
        return Moved(Cube.SCRAP, number, source, target, (Reason("L-7", key, {"side": 0}),))

    def told(*since: Moved) -> tuple[Mapping[str, int], Mapping[str, int]]:
        one = contestant(game, Location.CHOW_HALL, Presence("0"), since=since)
        return one.gains, one.gives

    assert told(moved(3, "game.pays", back=True), moved(1, "reward.effect")) == ({"scrap": 1}, {"scrap": 3})
    assert told(moved(2, "location.resources"), moved(2, "game.declined", back=True)) == ({}, {})


@rule("L-5")
def test_light_depth_shows_who_takes_the_suspicion_that_lay_there() -> None:
    ranked = [one for one in moments("four, light") if one.scene.kind is SceneKind.LOCATION]
    taken = [one for one in ranked if any(side.suspicion for side in one.scene.ranking)]
    assert taken
    for one in taken:
        assert sum(side.suspicion for side in one.scene.ranking) == one.scene.suspicion_there


@rule("D-1", "D-4", "D-5")
@pytest.mark.parametrize("name", GAMES)
def test_a_raid_is_shown_as_it_is_due_and_after_it_has_come(name: str) -> None:
    raids = [(before, one) for before, one in pairwise(moments(name)) if one.scene.losses]
    assert raids
    assert any(one.scene.raid_done and one.scene.needed for _, one in raids)
    for before, one in raids:
        held = [loss.suspicion for loss in one.scene.losses]
        assert held == sorted(held, reverse=True)
        step = current_prompt(one.state).step
        due = step is not None and step.kind == "raid"
        assert one.scene.raid_done is not due
        then = one.game if due else before.game
        why = (one.scene.needed, one.scene.left)
        assert why == (None, None) or one.scene.needed > one.scene.left == then.supply(Cube.SUSPICION)
        # Why it is due, and why it has come, is the same.
        if before.scene.losses and not before.scene.raid_done and not due:
            assert why == (before.scene.needed, before.scene.left)
        stay = min(held) if then.setup.solitary and one.scene.losses[0].side == then.setup.guards else 0
        out = then.setup.cubes[Cube.SUSPICION] - then.supply(Cube.SUSPICION)
        assert one.scene.returning == out - (stay if len({*held}) > 1 else 0)
        for loss in one.scene.losses:
            assert (loss.before, loss.suspicion) == (then.reputation[loss.side], then.at(loss.side, Cube.SUSPICION))
            assert loss.after == max(0, loss.before - loss.lost)
            assert bool(loss.suspicion) == (loss.standing is not Standing.NONE)


@pytest.mark.parametrize("name", GAMES)
def test_a_summary_says_what_the_game_says(name: str) -> None:
    for moment in moments(name):
        game = moment.game
        names = [f"Side {side}" for side in game.setup.sides]
        told = room_summary(moment.state, names, 0)
        assert {*told} == {"round", "phase", "over", "first_player", "sides"}
        assert (told["round"], told["phase"], told["first_player"]) == (game.round, game.phase, game.first_player)
        assert told["over"] == (game.phase is Phase.ENDED)
        for side, one in enumerate(told["sides"]):
            assert {*one} == {"name", "guards", "reputation", "suspicion", "power", "score"}
            assert (one["name"], one["guards"]) == (names[side], side == game.setup.guards)
            assert one["reputation"] == game.reputation[side]
            assert (one["suspicion"], one["power"]) == (game.at(side, Cube.SUSPICION), game.at(side, Cube.POWER))
            assert (one["score"] is None) == (not told["over"] or bool(game.answered))


@rule("F-1", "F-2")
def test_lines_are_uncovered_one_by_one_until_the_totals_stand_and_the_winner_comes_after_all_of_them() -> None:
    ended = moments("four, light")[-1].state
    covered = current_scene(ended, [], 0).covered
    names = ["Vera", "Isaac", "Claire", "Stan"]
    for shown in range(len(covered) + 1):
        now = current_scene(ended, [], shown)
        assert tuple(line.category for line in now.lines) == covered[:shown]
        assert now.covered == covered[shown:]
        assert now.totals == tuple(sum(line.points[side] for line in now.lines) for side in range(4))
        scores = [one["score"] for one in room_summary(ended, names, shown)["sides"]]
        assert scores == ([*now.totals] if shown == len(covered) else [None] * 4)
        assert (now.kind, now.winners, now.ranks, now.why) == (SceneKind.REVEAL, (), (), ())
    result = current_scene(ended, [], ALL_LINES)
    assert (result.kind, result.lines, result.totals) == (SceneKind.RESULT, now.lines, now.totals)
    assert result.winners


def test_a_table_shows_its_summary_and_its_scene_to_whoever_has_the_code(client: FlaskClient) -> None:
    seat, opened = sit_down(client, of_players())
    assert opened["summary"]["sides"][0] == {
        "name": "Vera", "guards": False, "reputation": 10, "suspicion": 0, "power": 1, "score": None
    }  # fmt: skip
    mine, watched = show(client, seat).json, show(client, seat.code).json
    assert mine["summary"] == watched["summary"] == opened["summary"]
    assert mine["scene"] == watched["scene"]
    assert watched["scene"]["kind"] == "lobby"
    assert [one["location"] for one in watched["scene"]["places"]][:2] == ["exercise_yard", "sewers"]
    schemas = client.get(f"{API}/openapi.json").json["components"]["schemas"]
    assert {*schemas["TableSummary"]["properties"]} == {*watched["summary"]}
    assert {*schemas["TableScene"]["properties"]} == {*watched["scene"]}
