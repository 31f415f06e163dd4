"""Two phones act on the same state of a game: what touches different things both goes through, in either order."""

from typing import Any, NamedTuple

import pytest

from companion.rules.acts.actions import Act, offered
from companion.rules.editions import STANDARD
from companion.rules.engine.decider import begin, correct, decide, prompt
from companion.rules.phases.light_mode import OF_WHAT_LIES_THERE
from companion.rules.state.cards import EndGoal, LeaderGoal
from companion.rules.state.events import Event, replay
from companion.rules.state.pieces import Zone
from companion.rules.state.position import Position
from companion.rules.state.setup import Depth, Setup, Start
from companion.rules.vocabulary import Location, Valuable
from companion.tables.conflicts import applies_cleanly


class Tap(NamedTuple):
    """An act or a correction of one phone."""

    kind: str
    values: dict[str, Any] = {}
    correction: bool = False

    def on(self, game: Position) -> tuple[Event, ...]:
        """What it comes to."""
        return (correct if self.correction else decide)(game, Act(self.kind, self.values), tuple)  # type: ignore[arg-type]

    def goes_through(self, before: Position, now: Position) -> bool:
        """Whether it may follow another: it is still offered as it was, and touches nothing that has moved."""
        act = Act(self.kind, self.values)
        alike = offered(prompt(before), act) == offered(prompt(now), act)
        same = self.correction or self.kind in OF_WHAT_LIES_THERE or alike
        return same and applies_cleanly(before, self.on(before), now, self.on(now))


def correction(kind: str, **values: Any) -> Tap:
    return Tap(kind, values, correction=True)


def light(*taps: Tap) -> Position:
    """A light game of three in its first round, after these."""
    setup = Setup(
        guards=None,
        difficulty=None,
        starts=(Start(),) * 3,
        depth=Depth.LIGHT,
        instant=True,
        leader=LeaderGoal(Valuable.GEM),
        end=EndGoal("condition"),
    )
    game = replay(begin(setup, tuple))  # type: ignore[arg-type]
    cubes = {location.value: 1 for location in STANDARD.goon_locations}
    for tap in (Tap("cubes_come", cubes), Tap("begin_round"), *taps):
        game = replay(tap.on(game), game)
    return game


def ranked(location: str, side: int) -> Tap:
    tokens = {f"side_{one}": [5] if one == side else [] for one in range(3)}
    return Tap("rank_location", {"location": [location], **tokens})


def moved(source: str, to: int) -> Tap:
    return Tap("move_suspicion", {"cubes": [source], "to": [to]})


TWICE = {location.value: int(location is Location.SEWERS) for location in STANDARD.goon_locations}
LAST_ROUND = correction("set_phase", round=6, phase=["round"])
ENDED = (LAST_ROUND, Tap("end_game"), Tap("raid"))
TO_FULL = correction("set_depth", depth=["full"])
NOTHING = dict.fromkeys(("potion", "iron", "gold", "tomes", "crafted", "reserved", "goons"), 0)


def counted(game: Position, side: int) -> Tap:
    fields = offered(prompt(game), Act("count_hand", {"side": [side]}))
    assert fields
    return Tap("count_hand", {**dict.fromkeys(fields.fields, side + 1), "side": [side]})


def held(side: int) -> Tap:
    return Tap("enter_holdings", {**NOTHING, "side": [side], "scrap": side + 2, "crafted": side + 1, "tomes": 1})


APART = {
    "two locations": (light(), ranked("sewers", 0), ranked("smithy", 1)),
    "a ranking and an instant goal": (light(), ranked("sewers", 0), Tap("claim_instant", {"side": [1], "points": 4})),
    "two who take suspicion from the supply": (light(), moved("supply", 0), moved("supply", 1)),
    "two who take suspicion from two places": (light(), moved("sewers", 0), moved("smithy", 1)),
    "two counts": (
        light(),
        correction("set_count", side=[0], what=["gem"], number=1),
        correction("set_count", side=[1], what=["gem"], number=1),
    ),
    "two steppers": (
        light(),
        correction("set_reputation", side=[0], number=14),
        correction("set_cubes", place=[0], cube=["power"], number=3),
    ),
    "two empty seats": (
        light(),
        correction("set_away", side=[0], away=["yes"]),
        correction("set_away", side=[2], away=["yes"]),
    ),
    "a stepper and a ranking": (light(), correction("set_reputation", side=[0], number=14), ranked("sewers", 0)),
    "two hands at the end": (light(*ENDED), counted(light(*ENDED), 0), counted(light(*ENDED), 2)),
    "two holdings": (light(TO_FULL), held(0), held(1)),
}


@pytest.mark.parametrize("what", APART)
def test_two_who_touch_different_things_both_succeed_in_either_order(what: str) -> None:
    before, *taps = APART[what]
    ends = []
    for first, second in (taps, taps[::-1]):
        now = replay(first.on(before), before)
        assert second.goes_through(before, now)
        ends.append(replay(second.on(now), now))
    assert ends[0] == ends[1]
    assert ends[0] != before


TOGETHER = {
    "the same of two cubes": (light(Tap("cubes_come", TWICE)), moved("sewers", 0), moved("sewers", 1)),
    "the same location": (light(), ranked("sewers", 0), ranked("sewers", 1)),
    "the same count": (
        light(),
        correction("set_count", side=[0], what=["gem"], number=1),
        correction("set_count", side=[0], what=["gem"], number=2),
    ),
    "the instant goal": (
        light(),
        Tap("claim_instant", {"side": [0], "points": 4}),
        Tap("claim_instant", {"side": [1], "points": 4}),
    ),
    "two raids": (light(ranked("sewers", 0)), Tap("raid_now"), Tap("raid_now")),
    "the next round": (light(), Tap("begin_round"), Tap("begin_round")),
}


@pytest.mark.parametrize("what", TOGETHER)
def test_of_two_who_touch_the_same_thing_the_second_is_told(what: str) -> None:
    before, first, second = TOGETHER[what]
    now = replay(first.on(before), before)
    if offered(prompt(now), Act(second.kind, second.values)) is not None or second.correction:
        assert not second.goes_through(before, now)


def test_the_last_two_to_count_their_hands_at_once_both_do_and_the_reveal_can_begin() -> None:
    before = light(*ENDED)
    before = replay(counted(before, 1).on(before), before)
    first, second = counted(before, 0), counted(before, 2)
    now = replay(first.on(before), before)
    assert second.goes_through(before, now)
    assert offered(prompt(replay(second.on(now), now)), Act("begin_reveal")) is not None


def test_the_last_two_to_say_what_they_hold_at_once_both_do() -> None:
    before = light(TO_FULL)
    before = replay(held(1).on(before), before)
    now = replay(held(0).on(before), before)
    assert held(2).goes_through(before, now)
    after = replay(held(2).on(now), now)
    assert [len([*after.lying((Zone.CRAFTED, side))]) for side in range(3)] == [1, 2, 3]
    assert after.agenda[0].kind == "goon_space"
