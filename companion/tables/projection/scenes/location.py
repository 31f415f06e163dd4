"""A location as a room sees it: before and after ranking, with results. Pure."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.rules.phases.lights_out import presences, ranking_in, resolved
from companion.rules.reasons import Reason
from companion.rules.rulings.ranking import Presence, Stated, seat_name
from companion.rules.state.events import Event, LocationOpened, evolve
from companion.rules.state.pieces import Cube, Side
from companion.rules.state.position import Phase, Position
from companion.rules.state.step_kinds import StepKind
from companion.rules.vocabulary import Location
from companion.tables.line import LineInContext
from companion.tables.projection.actions import current_prompt
from companion.tables.projection.scenes.contestant import contestant, net_suspicion
from companion.tables.projection.scenes.scene import Contestant, Scene, SceneKind
from companion.tables.timeline import State


class _Ranking(NamedTuple):
    """A ranked location, the game before, the ranks' reasons, and later events."""

    location: Location
    game: Position
    why: tuple[Reason, ...]
    since: list[Event]


def entry_scene(state: State) -> Scene | None:
    """Return a location that still asks who is there, with unranked answers."""
    game, step = state.game, current_prompt(state).step
    if step is None or step.kind not in {StepKind.ROWS, StepKind.GATHER} or game.location is None:
        return None
    there = [one for one in presences(game, game.location) if one.is_there]
    if not there:
        return Scene(SceneKind.TABLE)
    return _scene(game, game.location, [contestant(game, game.location, one) for one in there], asking=True)


def location_scene(game: Position, lines: Sequence[LineInContext]) -> Scene | None:
    """Return lights out's current location, or the one that the newest entry ranked."""
    wanted = lines if game.phase is Phase.LIGHTS_OUT else lines[-1:]
    last = next((at for at in reversed(range(len(wanted))) if ranking_in(wanted[at].events)), len(wanted))
    latest = next(reversed(_rankings(wanted[last:])), None)
    here = game.location
    if here is not None and (latest is None or latest.location is not here):
        ahead = location_ahead(game, here)
        if ahead.ranking:
            return ahead
    return None if latest is None else _resolved(latest)


def locations_ranked(game: Position, lines: Sequence[LineInContext]) -> dict[Location, Scene]:
    """Return the locations ranked this round, in order, each with its results."""
    of_round = [line for line in lines if line.before.round == game.round]
    return {one.location: _resolved(one) for one in _rankings(of_round)}


def _rankings(lines: Sequence[LineInContext]) -> list[_Ranking]:
    """Return the rankings in entries of the log, in order."""
    rankings: list[_Ranking] = []
    is_open = False
    for line in lines:
        game, ranks = line.before, bool(ranking_in(line.events))
        for event in line.events:
            if ranks and game.location is not None and (why := ranking_in((event,))):
                rankings.append(_Ranking(game.location, game, why, []))
                is_open = True
            elif isinstance(event, LocationOpened):
                is_open = False
            elif is_open and (ranks or not line.is_unprompted):
                rankings[-1].since.append(event)
            if ranks:
                game = evolve(game, event)
    return rankings


def location_ahead(game: Position, location: Location) -> Scene:
    """Return a location before it is ranked; the ranking is empty if no one is there."""
    there = presences(game, location)
    if _has_face_down(game, location):
        rows = [contestant(game, location, one) for one in there if _lies_there(game, one.seat, location)]
        return _scene(game, location, rows, face_down=True)
    if not any(one.is_there for one in there):
        return _scene(game, location, [])
    result = resolved(game, location, there)
    rows = [contestant(game, location, outcome.place.side, outcome) for outcome in result.outcomes]
    return _scene(game, location, rows, why=result.reasons)


def _resolved(ranking: _Ranking) -> Scene:
    """Return a location that was ranked, with its results since."""
    game, location, since = ranking.game, ranking.location, ranking.since
    there = presences(game, location)
    if not any(one.is_there for one in there):
        there = [*_there_then(game, ranking.why)]
    result = resolved(game, location, there)
    rows = [contestant(game, location, outcome.place.side, outcome, since) for outcome in result.outcomes]
    rows = [row._replace(suspicion=max(net_suspicion(row.side, since), 0)) for row in rows]
    return _scene(game, location, rows, why=result.reasons)


def _there_then(game: Position, why: Sequence[Reason]) -> Iterator[Presence]:
    """Yield the sides at a location by its ranking, if the app follows no tokens."""
    by_side = {int(one.data["side"]): one.data for one in why}
    for side in game.setup.sides:
        data = by_side.get(side)
        tokens = () if data is None else tuple(data.get("tokens", ()))
        stated = None if data is None or tokens else Stated(data["strength"], not data["strength"])
        yield Presence(seat_name(side), game.at(side, Cube.POWER), tokens, stated=stated)


def _scene(
    game: Position,
    location: Location,
    rows: Sequence[Contestant],
    *,
    face_down: bool = False,
    asking: bool = False,
    why: tuple[Reason, ...] = (),
) -> Scene:
    return Scene(
        SceneKind.LOCATION,
        location=location,
        face_down=face_down,
        asking=asking,
        suspicion_there=game.at(location, Cube.SUSPICION),
        ranking=tuple(rows),
        why=why,
    )


def _has_face_down(game: Position, location: Location) -> bool:
    tokens = any(laid.face_down for laid in game.tokens.values() if laid.location is location)
    return tokens or any(not game.guard_cards[card].up for card in game.guard_cards_at(location))


def _lies_there(game: Position, side: Side, location: Location) -> bool:
    if side == game.setup.guards:
        return bool(game.guard_cards_at(location))
    return bool(game.tokens_at(side, location)) or (side, location) in game.strengths
