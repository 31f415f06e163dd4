"""Full depth where each has a phone: rows of one's own in any order, what has no choice taken by itself, one pace."""

import json
import random
from collections.abc import Mapping
from typing import Any

import pytest
from support.common import rule

from companion.rules.acts.actions import Act, Action, IllegalAct
from companion.rules.engine.decider import begin, correct, decide, prompt
from companion.rules.phases.lights_out import asked_together, next_stop
from companion.rules.phases.roll_call import whose_turn
from companion.rules.phases.tomes import may_play
from companion.rules.reasons import Reason
from companion.rules.schema import ChoiceField, IntField
from companion.rules.state import value_codec
from companion.rules.state.events import Noted, replay
from companion.rules.state.pieces import DISPLAY, Cube
from companion.rules.state.position import Phase, Position
from companion.rules.state.setup import Setup, Start, Turns
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step
from companion.rules.vocabulary import Location


class Night:
    """A game of three in its first round, which acts change."""

    def __init__(self, players: int = 3, *, roll_call: bool = True, **more: Any) -> None:
        setup = Setup(
            guards=None, difficulty=None, starts=(Start(),) * players, turns=Turns.TOLD, roll_call=roll_call, **more
        )
        self.game: Position = replay(begin(setup, tuple))  # type: ignore[arg-type]
        while self.game.phase is Phase.SETUP:
            self.act(next(one for one in self.asks if one in {"deck_empty", "begin_round"}))

    def act(self, kind: str, **values: Any) -> "Night":
        """Do something; a value by itself is a choice of one."""
        listed = {name: value if isinstance(value, list | int | dict) and name != "side" else [value]
                  for name, value in values.items()}  # fmt: skip
        self.last = decide(self.game, Act(kind, listed), tuple)  # type: ignore[arg-type]
        self.game = replay(self.last, self.game)
        return self

    def correct(self, kind: str, **values: Any) -> "Night":
        self.game = replay(correct(self.game, Act(kind, values), tuple), self.game)  # type: ignore[arg-type]
        return self

    def assign(self, side: int, location: str, *tokens: Any, down: tuple[Any, ...] = ()) -> "Night":
        return self.act("assign", side=side, location=[location], tokens=[*tokens], face_down=[*down])

    def all_pass(self) -> "Night":
        for side in self.game.players:
            if side not in self.game.passed:
                self.act("pass", side=side)
        return self

    @property
    def asks(self) -> list[str]:
        return [one.type for one in prompt(self.game).actions if one.type not in {"raid_now", "play_tome"}]

    @property
    def barred(self) -> Mapping[str, Reason]:
        return prompt(self.game).barred

    @property
    def step(self) -> Any:
        return prompt(self.game).step

    def has(self, side: int, cube: Cube) -> int:
        return self.game.at(side, cube)


@rule("R-1", "R-4", "S-9")
def test_each_enters_the_own_crew_in_any_order_and_lights_out_comes_when_the_last_is_out() -> None:
    night = Night().assign(2, "smithy", 5).assign(0, "smithy", 4).assign(2, "sewers", 2).act("pass", side=2)
    assert night.step.kind is StepKind.ROLL
    assert [type(event).__name__ for event in night.last] == ["Passed"]
    night.assign(1, "smithy", 3, down=(3,)).act("pass", side=1)
    assert not night.game.tokens_at(1, Location.SEWERS)
    night.act("pass", side=0)
    assert night.game.phase is Phase.LIGHTS_OUT
    assert (night.step.kind, night.game.location) == (StepKind.PACE, Location.SEWERS)


@rule("R-5")
def test_whoever_has_assigned_the_last_token_is_out_without_a_tap() -> None:
    night = Night().assign(0, "smithy", 2, 3, 4, 5, "enforcer", "lookout")
    assert night.game.passed == {0}
    assert [one.rule for event in night.last for one in event.why] == ["R-5"]


@rule("R-4", "R-5", "T-2")
def test_whoever_has_a_tome_when_the_last_token_is_assigned_may_play_it_until_the_turn_comes_round() -> None:
    night = Night()
    for side in (0, 1, 2):
        night.correct("set_tomes", holder=[side], number=1)
    night.assign(1, "smithy", 2, 3, 4, 5, "enforcer", "lookout")
    assert night.game.passed == frozenset()
    assert may_play(night.game) == (0, 1, 2)
    night.act("play_tome", side=1).act("tome_done")
    assert night.step.kind is StepKind.ROLL
    night.correct("set_tomes", holder=[1], number=1).assign(0, "sewers", 5)
    assert may_play(night.game) == (0, 1, 2)
    # All have assigned once by now, and who is first a second time: the turn has come round.
    night.assign(2, "sewers", 5).assign(0, "infirmary", 4)
    assert may_play(night.game) == (0, 2)
    # Nobody else's act has made them pass: who takes the own last token back may assign it anew.
    assert night.game.passed == frozenset()
    night.act("pass", side=0).act("pass", side=2)
    assert night.game.phase is Phase.LIGHTS_OUT
    assert may_play(night.game) == (0, 1, 2)


@rule("R-1", "R-4", "R-5")
def test_whose_turn_it_would_be_goes_clockwise_to_who_has_assigned_least_and_is_not_out() -> None:
    night = Night().assign(2, "smithy", 5)
    assert whose_turn(night.game) == 0
    night.assign(0, "sewers", 5)
    assert whose_turn(night.game) == 1
    night.assign(1, "smithy", 2, 3, 4, 5, "enforcer", "lookout")
    assert whose_turn(night.game) == 0
    night.act("pass", side=0)
    assert whose_turn(night.game) == 2
    assert whose_turn(night.game._replace(passed=frozenset(range(3)))) is None


@rule("R-5")
def test_where_a_correction_lays_the_last_token_the_roll_call_is_over() -> None:
    night = Night().act("pass", side=1).act("pass", side=2).assign(0, "smithy", 2, 3, 4, 5, "enforcer")
    night.correct("set_token", token=[{"side": 0, "token": "lookout"}], to=["sewers"])
    assert night.game.phase is Phase.LIGHTS_OUT


@rule("L-6", "L-12", "P-5")
def test_what_leaves_no_choice_is_taken_by_itself_and_the_table_goes_on_together() -> None:
    night = Night().assign(0, "sewers", 5).assign(1, "sewers", 4).assign(2, "smithy", 2).all_pass()
    assert [night.has(side, Cube.SCRAP) for side in range(3)] == [3, 1, 0]
    assert night.asks == ["go_on", "decline_instead", "decline_instead"]
    night.act("go_on")
    assert (night.game.location, night.has(2, Cube.IRON)) == (Location.SMITHY, 2)
    assert night.act("go_on").game.phase is Phase.PATROL


@rule("L-6", "L-7", "L-8", "L-20")
def test_until_the_table_goes_on_one_may_decline_instead() -> None:
    night = Night().assign(1, "exercise_yard", 5).assign(0, "exercise_yard", 2).all_pass()
    assert (night.game.first_player, night.has(1, Cube.POWER)) == (1, 2)
    night.act("decline_instead", side=1)
    assert (night.game.first_player, night.has(1, Cube.POWER)) == (0, 1)
    assert night.game.tokens_at(1, Location.LIBRARY) == (5,)
    assert night.asks == ["go_on", "decline_instead"]
    assert night.has(0, Cube.POWER) == 2


@rule("L-7", "L-18")
def test_a_tome_that_was_played_since_is_not_declined_any_more_and_the_reason_is_said() -> None:
    night = Night(cubes={Cube.SCRAP: 0}).assign(0, "sewers", 5).all_pass()
    while night.game.location is not Location.LIBRARY:
        night.act("go_on")
    assert (night.game.tomes, night.asks, night.barred) == ({0: 1}, ["go_on", "decline_instead"], {})
    night.act("play_tome", side=0).act("tome_done")
    assert night.asks == ["go_on"]
    with pytest.raises(IllegalAct) as refused:
        night.act("decline_instead", side=0)
    assert (refused.value.key, refused.value.rule, refused.value.data) == ("game.used_since", "L-7", {"side": 0})


@rule("L-6", "L-7", "L-19")
def test_what_was_declined_goes_to_whom_the_supply_was_short_for() -> None:
    night = Night(4, cubes={Cube.SCRAP: 4}).assign(0, "sewers", 5).assign(1, "sewers", 4).all_pass()
    assert [night.has(side, Cube.SCRAP) for side in range(2)] == [3, 1]
    night.act("decline_instead", side=0)
    assert [night.has(side, Cube.SCRAP) for side in range(2)] == [0, 2]


@rule("L-7", "L-8", "L-21")
def test_who_strayed_since_the_supply_was_empty_is_called_back_when_an_earlier_rank_declines() -> None:
    night = Night(cubes={Cube.SCRAP: 3}).assign(0, "sewers", 5).assign(1, "sewers", 4).assign(2, "sewers", 3)
    night.all_pass()
    assert (night.game.tokens_at(1, Location.LIBRARY), night.game.tokens_at(2, Location.LIBRARY)) == ((4,), (3,))
    # Who has taken nothing has nothing to decline.
    assert night.asks == ["go_on", "decline_instead"]
    night.act("decline_instead", side=0)
    assert [night.has(side, Cube.SCRAP) for side in range(3)] == [0, 1, 1]
    assert [night.game.tokens_at(side, Location.SEWERS) for side in range(3)] == [(), (4,), (3,)]
    assert night.asks == ["go_on", "decline_instead", "decline_instead"]
    night.act("decline_instead", side=1)
    assert (night.has(1, Cube.SCRAP), night.game.tokens_at(1, Location.LIBRARY)) == (0, (4,))


@rule("L-7", "L-8", "L-19", "L-21")
def test_whom_the_supply_had_no_power_for_is_called_back_when_the_strongest_declines() -> None:
    night = Night(cubes={Cube.POWER: 4}).assign(0, "exercise_yard", 5).assign(1, "exercise_yard", 4).all_pass()
    assert [night.has(side, Cube.POWER) for side in range(2)] == [2, 1]
    assert night.game.tokens_at(1, Location.LIBRARY) == (4,)
    night.act("decline_instead", side=0)
    assert [night.has(side, Cube.POWER) for side in range(2)] == [1, 2]
    assert night.game.tokens_at(1, Location.EXERCISE_YARD) == (4,)


@rule("L-2", "L-7", "L-8", "L-21")
def test_a_crew_that_was_counted_together_is_called_back_too() -> None:
    night = Night(2, roll_call=False, cubes={Cube.POWER: 2}).act("lights_out")
    while night.game.location is not Location.SEWERS:
        night.act("nobody_there", side=0).act("nobody_there", side=1)
    night.correct("set_box", what=["scrap"], number=2)
    night.act("enter_strength", side=0, strength=9, lookout=[]).act("enter_strength", side=1, strength=4, lookout=[])
    assert night.game.strengths[1, Location.LIBRARY].strength == 4
    assert value_codec.decoded(json.loads(json.dumps(value_codec.encoded(night.step)))) == night.step
    night.act("decline_instead", side=0)
    assert (night.has(1, Cube.SCRAP), (1, Location.LIBRARY) in night.game.strengths) == (1, False)


@rule("L-6", "L-7", "L-19")
def test_what_came_late_goes_back_with_the_rest_and_what_is_still_short_may_come_later() -> None:
    night = Night(4, cubes={Cube.SCRAP: 6}).correct("set_cubes", place=[1], cube=["scrap"], number=2)
    night.assign(0, "sewers", 5).assign(1, "sewers", 4).assign(2, "smithy", 4).all_pass()
    assert [night.has(side, Cube.SCRAP) for side in range(2)] == [3, 2 + 1]
    night.act("decline_instead", side=0)
    assert [night.has(side, Cube.SCRAP) for side in range(2)] == [0, 2 + 2]
    assert night.act("decline_instead", side=1).has(1, Cube.SCRAP) == 2


@rule("L-6", "L-7", "L-17", "L-19")
def test_who_has_got_all_that_was_short_gets_no_more_when_another_declines() -> None:
    night = Night(4, cubes={Cube.SCRAP: 5}).assign(0, "sewers", 5).assign(1, "sewers", 4).assign(2, "sewers", 3)
    night.all_pass()
    assert [night.has(side, Cube.SCRAP) for side in range(3)] == [3, 2, 0]
    night.act("decline_instead", side=0)
    assert [night.has(side, Cube.SCRAP) for side in range(3)] == [0, 2, 1]
    night.act("decline_instead", side=1)
    assert [night.has(side, Cube.SCRAP) for side in range(3)] == [0, 0, 1]


@rule("L-1", "L-7")
def test_of_three_the_second_declines_and_the_others_still_may() -> None:
    night = Night(4).assign(0, "sewers", 5).assign(1, "sewers", 4).assign(2, "sewers", 3).all_pass()
    night.act("decline_instead", side=1)
    assert [night.has(side, Cube.SCRAP) for side in range(3)] == [3, 0, 1]
    offered = [(one.type, one.rule, one.side) for one in prompt(night.game).actions if one.type != "raid_now"]
    assert offered == [("go_on", "L-1", None), ("decline_instead", "L-7", 0), ("decline_instead", "L-7", 2)]


@rule("L-7", "L-18")
def test_who_declines_a_tome_gives_back_the_one_just_drawn() -> None:
    night = Night(2, chosen_rulings={"unused_tokens": "library"})
    night.correct("set_tomes", holder=[0], number=3).all_pass()
    assert (night.game.location, night.game.tomes) == (Location.LIBRARY, {0: 4, 1: 1})
    night.act("decline_instead", side=0)
    assert night.game.tomes == {0: 3, 1: 1}
    assert night.act("decline_instead", side=1).game.tomes == {0: 3}


@rule("L-6", "L-7", "L-8", "L-20")
def test_what_is_declined_says_by_which_rule_and_moves_no_tome() -> None:
    night = Night().assign(1, "exercise_yard", 5).all_pass().act("decline_instead", side=1)
    assert night.game.tomes == {}
    told = [(type(event).__name__, *(one.rule for one in event.why)) for event in night.last]
    assert told == [("Moved", "L-7"), ("MarkerMoved", "L-20"), ("TokensMoved", "L-7", "L-8"), ("AgendaSet",)]


@rule("L-10", "L-3")
def test_a_place_that_is_left_while_its_prices_are_asked_for_is_not_ranked() -> None:
    night = Night().assign(0, "cell_block", 5).all_pass()
    assert {*night.asks} == {"type_item", "space_empty"}
    night.correct("set_token", token=[{"side": 0, "token": 5}], to=["home"])
    while "type_item" in night.asks:
        night.act("type_item", item={"reputation": 1, "cost": {}})
    assert not [event for event in night.last if isinstance(event, Noted)]


@rule("L-15", "L-21")
def test_a_swap_is_one_act_with_what_is_given_and_what_is_got() -> None:
    night = Night().correct("set_cubes", place=[1], cube=["scrap"], number=2)
    night.correct("set_cubes", place=[1], cube=["iron"], number=1)
    night.assign(0, "commissary", 5).assign(1, "commissary", 4).all_pass()
    night.act("take", resource=["gold"])
    assert night.asks == ["swap", "decline"]
    night.act("swap", get=["gold"], cubes=["iron"])
    assert [night.has(1, cube) for cube in (Cube.SCRAP, Cube.IRON, Cube.GOLD)] == [2, 0, 1]
    assert night.asks == ["go_on"]


@rule("L-8", "L-9", "L-15")
def test_who_has_nothing_to_give_for_a_swap_strays_without_being_asked() -> None:
    night = Night().assign(0, "commissary", 5).assign(1, "commissary", 4).all_pass().act("take", resource=["gold"])
    assert (night.asks, night.game.tokens_at(1, Location.LIBRARY)) == (["go_on"], (4,))


@rule("L-10", "R-7")
def test_on_the_real_board_each_enters_the_own_row_and_the_place_resolves_when_all_are_in() -> None:
    night = Night(roll_call=False).act("lights_out")
    assert (night.step.kind, night.game.location) == (StepKind.ROWS, Location.EXERCISE_YARD)
    night.act("enter_tokens", side=1, tokens=[4]).act("enter_strength", side=2, strength=9, lookout=["lookout"])
    assert night.game.strengths == {(2, Location.EXERCISE_YARD): (9, True)}
    # What is asked of the others is still the same question.
    assert "AgendaSet" not in {type(event).__name__ for event in night.last}
    assert {one.side for one in prompt(night.game).actions if one.type == "enter_tokens"} == {0}
    night.act("nobody_there", side=0)
    assert night.step.kind is StepKind.PACE
    assert [night.has(side, Cube.POWER) for side in range(3)] == [1, 2, 2]


@rule("L-2", "L-10")
def test_a_row_offers_the_tokens_that_can_be_there_or_their_strength_or_that_nobody_is() -> None:
    side, crew = ChoiceField((0,), proposed=(0,)), (2, 3, 4, 5, "enforcer", "lookout")
    lookout = ChoiceField(("lookout",), 0, 1, proposed=())
    assert prompt(Night(roll_call=False).act("lights_out").game).actions[:3] == (
        Action("enter_tokens", "L-10", {"side": side, "tokens": ChoiceField(crew, 0, 6, proposed=())}, 0),
        Action("enter_strength", "L-2", {"side": side, "strength": IntField(0, 99, 0), "lookout": lookout}, 0),
        Action("nobody_there", "L-10", {"side": side}),
    )


@rule("L-10", "R-7")
def test_whoever_has_no_token_left_is_not_asked_again() -> None:
    night = Night(roll_call=False).act("lights_out")
    night.act("enter_tokens", side=0, tokens=[2, 3, 4, 5, "enforcer", "lookout"])
    night.act("nobody_there", side=1).act("nobody_there", side=2).act("go_on")
    assert {one.side for one in prompt(night.game).actions if one.type == "enter_tokens"} == {1, 2}


@rule("L-3", "L-8", "L-10")
def test_nobody_there_is_said_of_a_crew_that_was_counted_together_too() -> None:
    night = Night(2, roll_call=False).act("lights_out")
    night.act("enter_strength", side=0, strength=4, lookout=["lookout"]).act("nobody_there", side=1)
    night.act("decline_instead", side=0).act("go_on")
    while night.game.location is not Location.LIBRARY:
        for side in (0, 1):
            night.act("nobody_there", side=side)
        if "go_on" in night.asks:
            night.act("go_on")
    assert night.game.strengths[0, Location.LIBRARY] == (4, True)
    proposed = next(one.fields for one in prompt(night.game).actions if one.type == "enter_strength")
    assert (proposed["strength"], proposed["lookout"]) == (
        IntField(0, 99, 4),
        ChoiceField(("lookout",), 0, 1, ("lookout",)),
    )
    night.act("nobody_there", side=0)
    assert (0, Location.LIBRARY) not in night.game.strengths


@rule("L-8", "L-10")
def test_a_crew_that_was_only_counted_is_asked_for_at_the_library_though_all_tokens_have_been_elsewhere() -> None:
    night = Night(2, roll_call=False).act("lights_out").act("enter_strength", side=0, strength=4, lookout=[])
    night.act("nobody_there", side=1).act("decline_instead", side=0).act("go_on")
    night.act("enter_tokens", side=0, tokens=[2, 3, 4, 5, "enforcer", "lookout"]).act("nobody_there", side=1)
    night.act("go_on")
    while night.game.location is not Location.LIBRARY:
        night.act("nobody_there", side=1)
    assert {one.side for one in prompt(night.game).actions if one.type == "enter_strength"} == {0, 1}


@rule("L-8", "R-2")
def test_on_the_real_board_who_strayed_is_ranked_at_the_library_and_nobody_is_asked() -> None:
    night = Night(3, roll_call=False).act("lights_out")
    night.act("enter_tokens", side=0, tokens=["enforcer"]).act("enter_tokens", side=1, tokens=[5, 3])
    # What was counted elsewhere, and did not stray, is asked for nowhere else.
    night.act("enter_strength", side=2, strength=9, lookout=[])
    night.act("decline_instead", side=1).act("go_on")
    while night.game.location is not Location.LIBRARY:
        for side in {one.side for one in prompt(night.game).actions if one.type == "enter_tokens"}:
            night.act("nobody_there", side=side)
    assert {*night.game.tokens_at(1, Location.LIBRARY)} == {3, 5}
    assert {one.type for one in prompt(night.game).actions}.isdisjoint({"enter_tokens", "nobody_there"})
    assert night.game.tomes == {0: 1, 1: 1}


@rule("L-3", "R-2")
@pytest.mark.parametrize(("ruling", "asked"), [("home", set()), ("library", {0, 1})])
def test_on_the_real_board_nobody_is_asked_at_the_library_where_nobody_has_strayed(
    ruling: str, asked: set[int]
) -> None:
    night = Night(2, roll_call=False, chosen_rulings={"unused_tokens": ruling}).act("lights_out")
    for _ in range(7):
        for side in (0, 1):
            night.act("nobody_there", side=side)
    assert {one.side for one in prompt(night.game).actions if one.type == "enter_tokens"} == asked
    assert night.game.phase is (Phase.LIGHTS_OUT if asked else Phase.PATROL)


@rule("S-10", "L-10")
def test_an_empty_seat_enters_no_row_and_nobody_is_asked_where_it_alone_is_left() -> None:
    night = Night(roll_call=False).correct("set_away", side=[1], away=["yes"]).act("lights_out")
    rows = {one.side for one in prompt(night.game).actions if one.type == "enter_tokens"}
    assert rows == {0, 2}
    night.act("nobody_there", side=0).act("nobody_there", side=2)
    assert night.game.location is Location.SEWERS


@rule("S-10")
def test_an_empty_seat_passes_and_declines_nothing() -> None:
    night = Night().correct("set_away", side=[1], away=["yes"])
    assert night.game.passed == {1}
    night.assign(0, "sewers", 5).all_pass()
    assert night.asks == ["go_on", "decline_instead"]


def filled(action: Action, chance: random.Random) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, shape in action.fields.items():
        if isinstance(shape, ChoiceField):
            values[name] = chance.sample(
                [*shape.options], chance.randint(shape.least, min(shape.most, max(3, shape.least)))
            )
        elif isinstance(shape, IntField):
            values[name] = chance.randint(shape.least, min(shape.most, shape.least + 4))
        elif action.type == "type_goon":
            values[name] = {"type": "cultist", "icons": chance.randint(1, 2), "valuables": [], "effects": []}
        else:
            values[name] = {"reputation": 1, "cost": {}}
    return values


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("roll_call", [True, False], ids=["in the app", "on the board"])
def test_random_games_of_three_end_with_every_cube_accounted_for(seed: int, roll_call: bool) -> None:
    night, chance = Night(roll_call=roll_call), random.Random(seed)
    for _ in range(900):
        actions = [one for one in prompt(night.game).actions if one.type not in {"raid_now", "play_tome", "type_card"}]
        if not actions:
            actions = [one for one in prompt(night.game).actions if one.type == "type_card"]
        if not actions:
            break
        action = chance.choice(actions)
        values = filled(action, chance) if action.type != "type_card" else {"card": {"valuables": [], "effects": []}}
        night.game = replay(decide(night.game, Act(action.type, values), tuple), night.game)  # type: ignore[arg-type]
        assert all(night.game.supply(cube) >= 0 for cube in Cube)
    assert night.game.phase is Phase.ENDED


def at_storage(cubes: Mapping[int, Mapping[str, int]], **more: Any) -> Night:
    """A game of three as its first patrol asks for cubes that storage has no room for."""
    night = Night(**more)
    for side, held in cubes.items():
        for cube, number in held.items():
            night.correct("set_cubes", place=[side], cube=[cube], number=number)
    return night.all_pass()


def returning(night: Night) -> dict[int, int]:
    """How many cubes each returns who is asked, by the acts that name their side."""
    found = (one for one in prompt(night.game).actions if one.type == "return_cubes" and "side" in one.fields)
    return {one.fields["side"].options[0]: one.fields["cubes"].least for one in found}  # type: ignore[attr-defined]


@rule("P-1", "P-2")
def test_all_who_have_too_many_cubes_return_them_in_any_order_and_patrol_goes_on_after_the_last() -> None:
    night = at_storage({0: {"scrap": 7}, 1: {"iron": 5}, 2: {"gold": 6}})
    assert (night.step.kind, night.step.side, prompt(night.game).side) == (StepKind.STORE, None, None)
    assert returning(night) == {0: 2, 2: 1}
    night.act("return_cubes", side=2, cubes=["gold"])
    assert returning(night) == {0: 2}
    assert prompt(night.game).side == 0
    # Nothing comes before the last has answered: the order of patrol stays.
    assert [type(event).__name__ for event in night.last] == ["Moved"]
    night.act("return_cubes", side=0, cubes=["scrap", "scrap"])
    assert night.step.kind is StepKind.BEGIN
    assert [night.game.resources(side) for side in (0, 1, 2)] == [{"scrap": 5}, {"iron": 5}, {"gold": 5}]


@rule("P-2")
def test_whoever_comes_first_the_cubes_of_all_end_where_they_would_have() -> None:
    cubes = {0: {"scrap": 6}, 1: {"scrap": 4, "iron": 3}, 2: {"potion": 8}}
    returns = {0: ["scrap"], 1: ["scrap", "iron"], 2: ["potion"] * 3}
    ends = set()
    for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
        night = at_storage(cubes)
        for side in order:
            night.act("return_cubes", side=side, cubes=returns[side])
        ends.add(night.game)
    assert len(ends) == 1


@rule("P-2")
def test_cubes_returned_without_a_side_are_those_of_the_next_player_who_is_asked() -> None:
    night = at_storage({1: {"scrap": 7}, 2: {"scrap": 7}})
    night.act("return_cubes", cubes=["scrap", "scrap"])
    assert [night.has(side, Cube.SCRAP) for side in (1, 2)] == [5, 7]
    night.act("return_cubes", cubes=["scrap", "scrap"])
    assert night.has(2, Cube.SCRAP) == 5


@rule("P-2")
def test_no_side_returns_the_cubes_of_another_nor_twice() -> None:
    night = at_storage({1: {"scrap": 7}, 2: {"gold": 7}})
    with pytest.raises(IllegalAct):
        night.act("return_cubes", side=0, cubes=["scrap", "scrap"])
    with pytest.raises(IllegalAct):
        night.act("return_cubes", side=1, cubes=["gold", "gold"])
    night.act("return_cubes", side=1, cubes=["scrap", "scrap"])
    with pytest.raises(IllegalAct):
        night.act("return_cubes", side=1, cubes=["scrap", "scrap"])


@rule("P-2", "S-10")
def test_an_empty_seat_returns_what_is_proposed_before_anybody_else_has_answered() -> None:
    night = Night()
    for side in (0, 1):
        night.correct("set_cubes", place=[side], cube=["scrap"], number=7)
    night.correct("set_away", side=[0], away=["yes"]).all_pass()
    assert night.has(0, Cube.SCRAP) == 5
    assert returning(night) == {1: 2}


@rule("P-2")
def test_a_patrol_that_was_kept_while_it_asked_one_after_the_other_goes_on_so() -> None:
    night = at_storage({0: {"scrap": 7}, 2: {"gold": 6}})
    (_, *rest) = night.game.agenda
    night.game = night.game._replace(agenda=(*(Step(StepKind.STORE, side) for side in (0, 1, 2)), *rest))
    assert (prompt(night.game).side, night.asks) == (0, ["return_cubes"])
    night.act("return_cubes", cubes=["scrap", "scrap"])
    assert prompt(night.game).side == 2
    night.act("return_cubes", cubes=["gold"])
    assert night.step.kind is StepKind.BEGIN


def at_the_cell_block(**more: Any) -> Night:
    """A night of three in which somebody may craft, and nobody has told yet what the four items on display cost."""
    return Night(**more).assign(0, "cell_block", 5).all_pass()


def unread(night: Night) -> dict[int, int | None]:
    """The items of which value and cost are asked for, each with who alone may tell them."""
    return asked_together(prompt(night.game))


FREE = {"reputation": 1, "cost": {}}


@rule("L-17")
def test_all_items_of_the_display_are_asked_for_at_once_and_told_in_any_order() -> None:
    night = at_the_cell_block()
    first, second, third, fourth = night.game.zones[DISPLAY]
    assert unread(night) == dict.fromkeys((first, second, third, fourth))
    assert (night.step.kind, night.step.card, night.asks.count("type_item")) == (StepKind.PRICE, first, 5)
    night.act("type_item", card=[third], item={"reputation": 3, "cost": {"iron": 2}})
    assert [type(event).__name__ for event in night.last] == ["FaceTyped"]
    assert ([*unread(night)], night.step.card) == ([first, second, fourth], first)
    night.act("space_empty", card=[fourth])
    assert [*unread(night)] == [first, second]
    night.act("type_item", card=[first], item=FREE).act("type_item", card=[second], item=FREE)
    assert night.step.kind is StepKind.REWARD
    assert night.game.face(third).price.reputation == 3


@rule("L-17")
def test_an_item_told_without_its_number_is_the_first_that_is_asked_for_and_none_is_told_twice() -> None:
    night = at_the_cell_block()
    first, second, *_ = night.game.zones[DISPLAY]
    night.act("type_item", item=FREE)
    assert (night.step.card, night.game.face(first).price.reputation) == (second, 1)
    with pytest.raises(IllegalAct) as refused:
        night.act("type_item", card=[first], item=FREE)
    assert (refused.value.key, refused.value.path) == ("shape.not_offered", ("card", 0))


@rule("L-17", "V-1")
def test_an_item_in_reserve_is_asked_of_its_owner_alone_beside_the_display() -> None:
    night = Night()
    (card, *_) = night.game.zones[DISPLAY]
    night.correct("move_item", card=[card], to=[{"zone": "reserve", "side": 0}])
    night.assign(0, "cell_block", 5).all_pass()
    assert {side for one, side in unread(night).items() if one != card} == {None}
    assert unread(night)[card] == 0


@rule("L-17")
def test_prices_that_a_kept_game_asks_for_one_after_the_other_are_told_so() -> None:
    night = at_the_cell_block()
    (_, *rest) = night.game.agenda
    cards = night.game.zones[DISPLAY]
    night.game = night.game._replace(agenda=(*(Step(StepKind.PRICE, card=card) for card in cards), *rest))
    for card in cards:
        assert (night.step.card, night.asks) == (card, ["type_item", "space_empty"])
        night.act("type_item", item=FREE)
    assert night.step.kind is StepKind.REWARD


def test_a_step_of_all_items_is_kept_in_the_log_and_read_again() -> None:
    (step, *_) = at_the_cell_block().game.agenda
    assert value_codec.read(value_codec.written(step)) == step


@rule("L-3", "L-8")
def test_the_library_is_no_next_stop_where_the_app_has_sent_nobody_there() -> None:
    night = Night(2, roll_call=False).act("lights_out")
    while night.game.location is not Location.CELL_BLOCK:
        night.act("nobody_there", side=0).act("nobody_there", side=1)
    assert next_stop(night.game) is None
