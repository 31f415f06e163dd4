"""Lights out: locations are resolved on arrival; forced rewards are taken.

It stays open until the table goes on, so that players can move pieces; until then a player can still decline an
automatic reward (L-7). `companion.rules.state.setup.Setup.paced` says which tables play so.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

from companion.rules.acts.action_types import action_type
from companion.rules.acts.actions import Act, Action
from companion.rules.acts.transaction import StepHandler, StepHandlers, Transaction
from companion.rules.frozen import EMPTY
from companion.rules.phases.lights_out import GO_ON, next_stop, stray
from companion.rules.phases.presence_entry import counted_together
from companion.rules.phases.roll_call import RANKING, stop_at_next_location
from companion.rules.reasons import Reason
from companion.rules.schema import CHOOSE, ChoiceField
from companion.rules.state.events import MarkerMoved, StrengthStated, TokensMoved, TomesMoved
from companion.rules.state.pieces import Cube, Side
from companion.rules.state.position import Position
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step
from companion.rules.vocabulary import Location

Gain = Mapping[str, Any]
"""An automatic gain of a side: cubes, tomes, the marker's former holder, missing supply.

For a side that strayed since the supply had nothing, also its tokens in the Library, the strength counted there before,
and the strength counted at its former location.
"""


def note_gain(transaction: Transaction, before: Position, side: Side, promised: Mapping[Cube, int]) -> None:
    """Remember a side's gain (L-7), or straying (L-21), until the table goes on."""
    place = next((place for place, step in enumerate(transaction.agenda) if step.kind is StepKind.PACE), None)
    if place is None:
        return
    game = transaction.game
    there, counted = before.tokens_at(side, Location.LIBRARY), counted_together(before, side, Location.LIBRARY)
    given = {cube: n for cube in Cube if (n := game.at(side, cube) - before.at(side, cube))}
    gain: Gain = {
        "side": side,
        "cubes": given,
        "tomes": game.tomes.get(side, 0) - before.tomes.get(side, 0),
        "marker": before.first_player if game.first_player != before.first_player else None,
        "short": dict(Counter(promised) - Counter(given)),
        "strayed": tuple(token for token in game.tokens_at(side, Location.LIBRARY) if token not in there),
        "counted": None if counted == counted_together(game, side, Location.LIBRARY) else tuple(counted),
        "came_with": tuple(counted_together(before, side, transaction.agenda[place].location)),
    }
    transaction.agenda[place] = _with(transaction.agenda[place], (*_gains(transaction.agenda[place]), gain))


def _gains(step: Step) -> tuple[Gain, ...]:
    return tuple(step.data.get("gains", ()))


def _with(step: Step, gains: Iterable[Gain]) -> Step:
    return step._replace(data={"gains": tuple(gains)})


DECLINE_INSTEAD: Final = action_type("decline_instead", "L-7", side=CHOOSE)


def _ask(game: Position, step: Step) -> tuple[Action, ...]:
    """Let the table go on once pieces are moved (L-1); a side can still decline (L-7).

    Against the guards the table can stop before the next location is ranked.
    """
    stops = game.setup.solitary and next_stop(game) is not None
    declines = (
        DECLINE_INSTEAD.action({"side": ChoiceField((side,), proposed=(side,))}, side)
        for side in (gain["side"] for gain in _gains(step) if _may_give_back(game, gain))
    )
    goes_on = (GO_ON.action(), *((GO_ON.action({"stop": ChoiceField((RANKING,))}),) if stops else ()))
    return (*goes_on, *declines)


def _took_something(gain: Gain) -> bool:
    return bool(gain["cubes"] or gain["tomes"]) or gain["marker"] is not None


def _may_give_back(game: Position, gain: Gain) -> bool:
    """Return whether a side has all of its gain: using it is taking the reward (L-7)."""
    return _took_something(gain) and not _has_used(game, gain)


def _has_used(game: Position, gain: Gain) -> bool:
    side = gain["side"]
    return game.tomes.get(side, 0) < gain["tomes"] or any(game.at(side, cube) < n for cube, n in gain["cubes"].items())


def _bars(game: Position, step: Step) -> Mapping[str, Reason]:
    used = (gain["side"] for gain in _gains(step) if _took_something(gain) and _has_used(game, gain))
    side = next(used, None)
    return EMPTY if side is None else {"decline_instead": Reason("L-7", "game.used_since", {"side": side})}


def _answer(transaction: Transaction, step: Step, act: Act) -> None:
    if act.type == "decline_instead":
        _decline(transaction, step, act.one("side"))
    elif "stop" in act.values:
        stop_at_next_location(transaction)


def _decline(transaction: Transaction, step: Step, side: Side) -> None:
    """Undo a side's gain and let it stray (L-7, L-8); the supply grows (L-19).

    Return the marker to its former holder (L-20).
    """
    gains = _gains(step)
    place = next(place for place, gain in enumerate(gains) if gain["side"] == side)
    given, later = gains[place], []
    why = Reason("L-7", "game.declined", {"side": side})
    for cube, number in given["cubes"].items():
        transaction.put_back(side, cube, number, why)
    if given["tomes"]:
        transaction.do(TomesMoved(given["tomes"], side, None, (why,)))
    if given["marker"] is not None:
        transaction.do(MarkerMoved(given["marker"], (Reason("L-20", "game.declined", {"side": side}),)))
    stray(transaction, side, step.location, why)
    for gain in gains[place + 1 :]:
        before = transaction.game
        for cube, number in gain["short"].items():
            transaction.gain(gain["side"], cube, min(number, transaction.game.supply(cube)), why)
        got = Counter(
            {one: transaction.game.at(gain["side"], one) - before.at(gain["side"], one) for one in gain["short"]}
        )
        left: Counter[Cube] = Counter(gain["short"]) - got
        now = {**gain, "cubes": dict(got + Counter(gain["cubes"])), "short": dict(left)}
        later.append(_called_back(transaction, step, now, why) if now["cubes"] else now)
    transaction.first(_with(step, (*gains[:place], *later)))


def _called_back(transaction: Transaction, step: Step, gain: Gain, why: Reason) -> Gain:
    """Bring back a side that strayed for want of supply (L-21) if it now gains (L-8)."""
    side = gain["side"]
    if tokens := gain.get("strayed", ()):
        transaction.do(TokensMoved(side, tuple(tokens), step.location, (why,)))
    if (counted := gain.get("counted")) is not None:
        strength, lookout = counted
        transaction.do(StrengthStated(side, Location.LIBRARY, strength, lookout, (why,)))
        # Older games do not say it.
        if "came_with" in gain:
            strength, lookout = gain["came_with"]
            transaction.do(StrengthStated(side, step.location, strength, lookout, (why,)))
    return {**gain, "strayed": (), "counted": None}


HANDLERS: Final[StepHandlers] = {
    StepKind.PACE: StepHandler(ask=_ask, answer=_answer, looks_ahead=True, bars=_bars, offers=(GO_ON, DECLINE_INSTEAD))
}
