"""What hands have to move after lines of a log, be they done, taken back, struck or decided again, can be moved.

Games go on line by line in every way in which a log can. What is listed is done by hand, one move after the other, on a
table that lies as it lay: none takes what is not there, and all of it comes to what the app counts.
"""

import random
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

import pytest
from support.common import rule
from support.random_rules_player import any_act, lively
from support.real_pieces import Counts, applied, counts
from test_strike import SHUFFLE, Log

from companion.rules.acts.actions import Act, IllegalAct, Prompt
from companion.rules.corrections.registry import WHY, corrections
from companion.rules.engine.decider import RESOLVE, correct, decide, prompt
from companion.rules.engine.physical_moves.event_moves import each_move, says_what_lies_there
from companion.rules.engine.physical_moves.move import Piece
from companion.rules.errors import RuleError
from companion.rules.schema import ChoiceField
from companion.rules.state.events import DiscardsShuffled, Moved, Scored, evolve
from companion.rules.state.pieces import Cube
from companion.rules.vocabulary import Location
from companion.tables.line import Kind, LineInContext
from companion.tables.moves import moves_between
from companion.tables.redecide import SET_RULING, redecision_of
from companion.tables.timeline import State, games_before

FEW: Final = {"cubes": {"power": 5, "suspicion": 4, "scrap": 3, "iron": 3, "potion": 3, "gold": 3}}
"""So few that what comes back to the supply is needed for what is taken from it."""

THREE: Final = {"players": [{}, {}, {}], "leader_goal": {"counts": "gem", "minimum": 1}, "instant_goal": True}
GAMES: Final[dict[str, dict[str, Any]]] = {
    "real cards": {"dealing": "cards"},
    "house deck": {"dealing": "house"},
    "house deck, few cubes": {"dealing": "house", **FEW},
    "roll call": {**THREE, "roll_call": True},
    "on the board, few cubes": {**THREE, "roll_call": False, **FEW},
    "light, few cubes": {**THREE, "depth": "light", **FEW},
}
LINES: Final = 90
FURTHEST: Final = 6
"""As many lines as a phone may have slept through."""

OF_OTHER_TABLES: Final = frozenset({"set_dealing", "set_depth", "set_phase", "set_roll_call"})
"""Corrections after which other pieces are counted than before, or another round goes on."""

AGAIN: Final = "decide again"
OFTEN: Final = 0.25
"""How often something is decided again that rested on a house ruling."""


class Hands:
    """A log that goes on by chance, and hands that do what is listed since one of its last lines.

    Attributes:
        lists: how many lists were carried out, by what was done last.
    """

    def __init__(self, game: str) -> None:
        self._chance = random.Random(f"{game} 3")
        self._log = Log(GAMES[game])
        self._states = [self._log.state]
        self.lists: Counter[str] = Counter()

    def play(self) -> None:
        """Go on by so many lines, or to the end, and do after each what is listed since it and since an earlier one."""
        while self._log.state.version < LINES and prompt(self._log.state.game).actions:
            try:
                what = self._go_on()
            except RuleError:
                continue
            earlier = self._chance.choice(self._states[-FURTHEST:])
            for then in (self._states[-1], earlier)[: 1 if what == AGAIN else 2]:
                self._carry_out(then)
            self._states.append(self._log.state)
            self.lists[what] += 1

    def _go_on(self) -> str:
        """Add a line, or those with which something is decided again; what was done."""
        chance, log, (counting, ahead) = self._chance, self._log, self._log.state.history
        if chance.random() < OFTEN and (option := self._ruling()):
            return self._decide_again(option)
        match chance.choices([Kind.ACT, Kind.CORRECTION, Kind.UNDO, Kind.REDO, Kind.STRIKE], [8, 2, 2, 4, 2])[0]:
            case Kind.UNDO:
                log.add(Kind.UNDO, chance.choice(counting[-5:-1] or (0,)))
            case Kind.REDO:
                log.add(Kind.REDO, chance.choice(ahead[:4] or (0,)))
            case Kind.STRIKE:
                line = chance.choice(counting[-5:])
                log.add(Kind.STRIKE, 0 if line == 1 or log.obstacle(line) else line)
            case Kind.CORRECTION:
                offered = [one for one in corrections(log.state.game) if one.type not in OF_OTHER_TABLES]
                self._correct(any_act(Prompt(None, None, tuple(offered)), chance))
            case _:
                self._act(any_act(lively(prompt(log.state.game), chance), chance))
        return log.lines[-1].kind

    def _act(self, act: Act) -> None:
        self._log.add(Kind.ACT, events=decide(self._log.state.game, act, SHUFFLE), act=act)

    def _correct(self, act: Act) -> None:
        self._log.add(Kind.CORRECTION, events=correct(self._log.state.game, act, SHUFFLE), act=act)

    def _ruling(self) -> Any:
        """Another value of a house ruling on which the last line rested; None where there is none."""
        why = [reason for event in self._log.counting()[-1].events for reason in event.why]
        keys = {reason.key_of_ruling for reason in why}
        shapes = (one.fields["ruling"] for one in corrections(self._log.state.game) if one.type == SET_RULING)
        options = [
            one for shape in shapes if isinstance(shape, ChoiceField) for one in shape.options if one["key"] in keys
        ]
        return self._chance.choice(options) if options else None

    def _decide_again(self, option: Any) -> str:
        """Change that ruling, and decide again what rested on it, if that was the last act; which of both was done."""
        log = self._log
        self._correct(Act(SET_RULING, {"ruling": [option]}))
        if (found := redecision_of(log.counting(), log.state.game)) is None:
            return Kind.CORRECTION
        counting = log.state.history.counting
        log.add(Kind.UNDO, counting[counting.index(found.line) - 1])
        for one in found.rulings:
            self._correct(one)
        try:
            self._act(found.act)
        except IllegalAct:
            self._act(Act(RESOLVE))
        return AGAIN

    def _carry_out(self, then: State) -> None:
        """Do what is listed since then on a table that lies as it lay, with what somebody has told by now done."""
        gone, came = self._changed(then)
        redone = [line for line in came if line.version <= then.version]
        new = [line for line in came if line.version > then.version]
        if then is not self._states[-1] and any(_in_between(line) for line in new):
            # What one has done oneself in the middle of a list, no list can say when.
            return
        lies, now = counts(then.game), counts(self._log.state.game)
        # Corrections alone move nothing: what they say lay there already, or does not lie there.
        lies.subtract(known(gone, told=_only_corrections(gone)))
        lies.update(known(redone, told=_only_corrections(redone)))
        lies.update(known(new, told=True))
        assert applied(moves_between(gone, came, then.version), lies) == now

    def _changed(self, then: State) -> tuple[list[LineInContext], list[LineInContext]]:
        """The lines that count no more, and those that count since."""
        before, now = {*then.history.counting}, {*self._log.state.history.counting}
        games = games_before(self._log.lines)
        lines = [line.after(games[line.version]) for line in self._log.lines]
        return [one for one in lines if one.version in before - now], [
            one for one in lines if one.version in now - before
        ]


def _in_between(line: LineInContext) -> bool:
    return bool(known([line], told=True)) or _shuffles_goons(line)


def _shuffles_goons(line: LineInContext) -> bool:
    return any(isinstance(event, DiscardsShuffled) for event in line.events)


def _only_corrections(lines: Iterable[LineInContext]) -> bool:
    return all(line.kind is Kind.CORRECTION for line in lines)


def known(lines: Iterable[LineInContext], *, told: bool) -> Counts:
    """What lay on the table already, as it is counted otherwise after lines than before.

    Args:
        lines: in order.
        told: whether that is also what somebody told the app; otherwise only what no hand moves, such as of a box that
            was counted anew.
    """
    found: Counts = Counter()
    for line in lines:
        game = line.before
        for event in line.events:
            then, game = game, evolve(game, event)
            if says_what_lies_there(event) or not [*each_move((event,), then, told=not told)]:
                found.update(counts(game))
                found.subtract(counts(then))
    return Counter({key: number for key, number in found.items() if number})


@pytest.mark.slow
@rule("E-10", "E-2", "P-6")
@pytest.mark.parametrize("game", GAMES)
def test_what_is_to_be_moved_since_any_line_can_be_moved_and_comes_to_what_the_app_counts(game: str) -> None:
    hands = Hands(game)
    hands.play()
    assert {*hands.lists} >= {Kind.UNDO, Kind.REDO, Kind.STRIKE}
    # Against the guards a house ruling decides something every other turn.
    assert AGAIN in hands.lists or not game.startswith("house deck")


@rule("E-14", "C-1")
@pytest.mark.parametrize(("more", "listed"), [(0, []), (2, [(13, 15)])])
def test_a_marker_whose_place_was_corrected_lies_there_and_what_was_listed_before_is_not_asked_for_again(
    more: int, listed: list[tuple[int, int]]
) -> None:
    log = Log(THREE)
    begun = log.state.version
    log.add(Kind.ACT, events=[Scored(1, 8)])
    log.add(Kind.CORRECTION, events=[Scored(1, -5, WHY)])
    if more:
        log.add(Kind.ACT, events=[Scored(1, more)])
    games = games_before(log.lines)
    new = [line.after(games[line.version]) for line in log.lines if line.version > begun]
    found = moves_between([], new, begun)
    assert [(one.source.of, one.target.of) for one in found if one.piece is Piece.REPUTATION] == listed


@rule("E-14", "P-6")
def test_a_list_that_a_correction_follows_reads_as_it_did() -> None:
    log = Log(THREE)
    log.add(Kind.ACT, events=[Moved(Cube.SUSPICION, 2, None, 0)])
    held = log.state.version
    returned, laid = Moved(Cube.SUSPICION, 2, 0, None), Moved(Cube.SUSPICION, 1, None, Location.SMITHY)
    log.add(Kind.ACT, events=[returned, laid])
    log.add(Kind.CORRECTION, events=[Moved(Cube.SCRAP, 1, None, 0, WHY)])
    games = games_before(log.lines)
    new = [line.after(games[line.version]) for line in log.lines if line.version > held]
    listed = moves_between([], new, held)
    assert [one.number for one in listed] == [2, 1]
    assert listed == moves_between([], new[:1], held)
