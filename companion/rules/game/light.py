"""Light depth: suspicion comes, locations are ranked, rounds go by (S-9); what else happens is set by hand.

One step stands in front of all of it, so that what one phone does never takes away what another is about to do.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.rules.game.events import LocationOpened, Moved, Noted, RoundBegan
from companion.rules.game.gathering import NOWHERE, counting, naming, strength_told, tokens_told
from companion.rules.game.lights_out import note_ranking, resolved
from companion.rules.game.patrol import last_raid, rule_of_icons
from companion.rules.game.play import Play, Rule, Rules
from companion.rules.game.prompts import Act, Action
from companion.rules.game.shapes import Choose, Shape, Whole
from companion.rules.game.state import ROUNDS, Cube, Game, Phase, Side, Step
from companion.rules.game.steps import StepKind
from companion.rules.ranking import Presence
from companion.rules.reasons import Reason
from companion.rules.vocabulary import GOON_LOCATIONS, Location

_COMING: Final = Whole(0, 99)
"""How many cubes come to a location at once (P-6)."""

_PLACE: Final = Choose(tuple(location.value for location in Location))


def _ask(game: Game, step: Step) -> tuple[Action, ...]:
    return tuple(_offers(game))


def _offers(game: Game) -> Iterator[Action]:
    """Cubes come in the setup and before each round but the last (S-5, P-6); a location is ranked (L-10); rounds go by.

    The last of the six is followed by the end (S-9).
    """
    if game.round < ROUNDS:
        rule = "S-5" if game.phase is Phase.SETUP else "P-6"
        yield Action("cubes_come", rule, {location.value: _COMING for location in GOON_LOCATIONS})
    if game.phase is not Phase.SETUP and _seated(game):
        yield Action("rank_location", "L-10", {"location": _PLACE, **_tokens(game)})
        yield Action("rank_strengths", "L-10", {"location": _PLACE, **_strengths(game)})
    yield Action("begin_round" if game.round < ROUNDS else "end_game", "S-9")


def _seated(game: Game) -> tuple[Side, ...]:
    """An empty seat lays nothing (S-10)."""
    return tuple(side for side in game.players if side not in game.away)


def _tokens(game: Game) -> dict[str, Shape]:
    """Each side's tokens, of which some may be there (L-10)."""
    return naming(dict.fromkeys(_seated(game), game.setup.tokens()), {})


def _strengths(game: Game) -> dict[str, Shape]:
    """The same counted together (L-10)."""
    return counting(dict.fromkeys(_seated(game), NOWHERE))


def _answer(play: Play, step: Step, act: Act) -> None:
    play.first(step)
    _ACTS[act.type](play, act)


def _cubes_come(play: Play, act: Act) -> None:
    """A supply that cannot cover all of it brings a raid first, but not in the setup (P-6)."""
    coming = {location: act.values[location] for location in GOON_LOCATIONS if act.values[location]}
    step = Step(StepKind.COME, data={"cubes": coming})
    if play.game.phase is not Phase.SETUP and sum(coming.values()) > play.game.supply(Cube.SUSPICION):
        play.first(Step(StepKind.RAID, data={"cubes": coming}), step)
    else:
        play.first(step)


def _come(play: Play, step: Step) -> None:
    """The cubes of all goons are laid, in location order; too few in the supply: what there is (S-11, P-8)."""
    coming: Mapping[Location, int] = step.data["cubes"]
    short = sum(coming.values()) > play.game.supply(Cube.SUSPICION)
    rule = rule_of_icons(play.game, short=short)
    for location, number in coming.items():
        given = min(number, play.game.supply(Cube.SUSPICION))
        why = Reason(rule, "game.suspicion_comes", {"location": location, "n": number, "given": given})
        play.do(Moved(Cube.SUSPICION, given, None, location, (why,)) if given else Noted((why,)))


def _rank(play: Play, act: Act) -> None:
    """Say who ranks where, give the suspicion there to whom it belongs, and say what everybody is offered (L-10)."""
    location = Location(act.one("location"))
    result = resolved(play.game, location, _presences(play.game, act))
    play.do(LocationOpened(location))
    note_ranking(play, location, result)
    for outcome in result.outcomes:
        name = outcome.place.side.name
        offered = (one for one in result.reasons if one.key.startswith("reward.") and one.data["side"] == name)
        play.do(Noted(tuple(offered)))
    play.do(LocationOpened(None))


def _presences(game: Game, act: Act) -> list[Presence]:
    together = act.type == "rank_strengths"
    found = []
    for side in game.setup.sides:
        told = strength_told(act.values, side)
        there = Presence(str(side), game.at(side, Cube.POWER), tokens_told(act.values, side))
        found.append(there._replace(stated=told) if together and told != NOWHERE else there)
    return found


def _begin_round(play: Play, act: Act) -> None:
    """The next of six (S-9)."""
    now = play.game.round + 1
    play.ask_anew()
    play.do(RoundBegan(now, Phase.ROUND, (Reason("S-9", "game.round", {"round": now}),)))


def _end_game(play: Play, act: Act) -> None:
    """After the sixth round comes the last raid (D-6)."""
    play.agenda.clear()
    last_raid(play)


_ACTS: Final[Mapping[str, Any]] = {
    "cubes_come": _cubes_come,
    "rank_location": _rank,
    "rank_strengths": _rank,
    "begin_round": _begin_round,
    "end_game": _end_game,
}

RULES: Final[Rules] = {StepKind.LIGHT: Rule(ask=_ask, answer=_answer, shared=True), StepKind.COME: Rule(_come)}
