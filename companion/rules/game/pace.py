"""Lights out at a table where each has a phone: what leaves no choice is taken by itself, and one goes on together.

A location stays open until the table goes on, so that hands keep up; until then whoever would rather have declined
still may (L-7). Which tables play so says `companion.rules.game.state.Setup.turns`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

from companion.rules.game.events import MarkerMoved, TomesMoved
from companion.rules.game.lights_out import stray
from companion.rules.game.play import Play, Rule, Rules
from companion.rules.game.prompts import Act, Action
from companion.rules.game.shapes import Choose
from companion.rules.game.state import Cube, Game, Side, Step
from companion.rules.game.steps import StepKind
from companion.rules.reasons import Reason

Gain = Mapping[str, Any]
"""What a side was given by itself: its cubes, its tomes, who had the marker before, what the supply was short of."""


def note_gain(play: Play, before: Game, side: Side, promised: Mapping[Cube, int]) -> None:
    """Remember what a side was given by itself, as long as its location is open."""
    game = play.game
    given = {cube: n for cube in Cube if (n := game.at(side, cube) - before.at(side, cube))}
    gain: Gain = {
        "side": side,
        "cubes": given,
        "tomes": game.tomes.get(side, 0) - before.tomes.get(side, 0),
        "marker": before.first_player if game.first_player != before.first_player else None,
        "short": dict(Counter(promised) - Counter(given)),
    }
    place = next((place for place, step in enumerate(play.agenda) if step.kind is StepKind.PACE), None)
    if place is not None:
        play.agenda[place] = _with(play.agenda[place], (*_gains(play.agenda[place]), gain))


def _gains(step: Step) -> tuple[Gain, ...]:
    return tuple(step.data.get("gains", ()))


def _with(step: Step, gains: Iterable[Gain]) -> Step:
    return step._replace(data={"gains": tuple(gains)})


def _ask(game: Game, step: Step) -> tuple[Action, ...]:
    """The table goes on when hands have kept up (L-1); a side can still decline what it was given (L-7)."""
    declines = (
        Action("decline_instead", "L-7", {"side": Choose((side,), proposed=(side,))}, side)
        for side in (gain["side"] for gain in _gains(step))
    )
    return (Action("go_on", "L-1"), *declines)


def _answer(play: Play, step: Step, act: Act) -> None:
    if act.type == "decline_instead":
        _decline(play, step, act.one("side"))


def _decline(play: Play, step: Step, side: Side) -> None:
    """A side gives back what it was given and strays (L-7, L-8); the tiers below stay, but the supply has more (L-19).

    The marker goes back to whoever had it (L-20).
    """
    gains = _gains(step)
    place = next(place for place, gain in enumerate(gains) if gain["side"] == side)
    given, later = gains[place], []
    why = Reason("L-7", "game.declined", {"side": side})
    for cube, number in given["cubes"].items():
        # Of what was used since, as power is not, no more goes back than there is.
        play.put_back(side, cube, min(number, play.game.at(side, cube)), why)
    if given["tomes"]:
        play.do(TomesMoved(given["tomes"], side, None, (why,)))
    if given["marker"] is not None:
        play.do(MarkerMoved(given["marker"], (Reason("L-20", "game.declined", {"side": side}),)))
    stray(play, side, step.location, why)
    for gain in gains[place + 1 :]:
        before = play.game
        for cube, number in gain["short"].items():
            play.gain(gain["side"], cube, min(number, play.game.supply(cube)), why)
        got = Counter({one: play.game.at(gain["side"], one) - before.at(gain["side"], one) for one in gain["short"]})
        left: Counter[Cube] = Counter(gain["short"]) - got
        later.append({**gain, "cubes": dict(got + Counter(gain["cubes"])), "short": dict(left)})
    play.first(_with(step, (*gains[:place], *later)))


RULES: Final[Rules] = {StepKind.PACE: Rule(ask=_ask, answer=_answer)}
