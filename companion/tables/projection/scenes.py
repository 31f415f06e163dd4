"""What a table shows to a room: its summary, which never changes its members, and the scene that is on now. Pure.

The newest act of the log picks the scene, never a clock, so that whoever comes later sees the same. Nothing here is
anybody's secret: tokens and guard cards that lie face down are counted, never named (V-1).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple

from companion.rules.phases.final_counts import counts_in_secret
from companion.rules.phases.free_actions import ANY_TIME
from companion.rules.phases.lights_out import presences, resolved
from companion.rules.phases.patrol import icons, raided
from companion.rules.phases.roll_call import whose_turn
from companion.rules.reasons import Reason
from companion.rules.rulings.locations import Outcome
from companion.rules.rulings.ranking import FEWEST_SIDES, Presence, Stated
from companion.rules.state.events import (
    CardMoved,
    Event,
    GuardCardMoved,
    LeaderTaken,
    LocationOpened,
    MarkerMoved,
    Moved,
    Noted,
    Scored,
    StrengthStated,
    TokensMoved,
    TomesMoved,
    evolve,
)
from companion.rules.state.position import Cube, Phase, Position, Side, Step, Zone
from companion.rules.state.step_kinds import StepKind
from companion.rules.vocabulary import ENFORCER, LOOKOUT, POWER, Location
from companion.scoring.from_game import sheet
from companion.scoring.score import SideScore, score
from companion.tables.projection.actions import current_prompt
from companion.tables.score_reveal import ScoreLine, final_scores, is_covered, lines_of
from companion.tables.timeline import State


class SceneKind(StrEnum):
    """What the room looks at."""

    LOBBY = "lobby"
    TABLE = "table"
    LOCATION = "location"
    RAID = "raid"
    REVEAL = "reveal"
    RESULT = "result"


class Happened(NamedTuple):
    """A line of the log, as far as a scene depends on it: the game just before it, and what happened."""

    before: Position
    events: Sequence[Event]


class Piece(NamedTuple):
    """A token, a guard card, or tokens that were counted together.

    Attributes:
        kind: `token`, `card` or `sum`.
        shows: what is on it; None: it lies face down, or nobody has said.
        points: what it adds to its side's strength; None: nobody may know.
    """

    kind: str
    shows: int | str | None
    points: int | None


class Contestant(NamedTuple):
    """A side at the location that is shown.

    Attributes:
        side: its seat.
        pieces: what lies there of it.
        bonus: what tomes add.
        rank, strength: None as long as something there lies face down.
        tied: whether another side there is as strong.
        marker: whether it holds the first player marker as they are ranked (L-4).
        suspicion: cubes that it takes.
        reward: what its rank is offered, None for nothing.
        gains, gives: cubes that it has got there, and that it has paid or swapped for what it got, by colour.
        takes: which of the first player marker and the leader goal have come to it there.
        cards: items crafted and reserved there, and goons recruited, by zone.
        taken: which cards those are.
        tomes: how many tomes have come to it there, as everybody sees.
        declined: whether it has declined.
        strays: whether what lies there of it has gone to the Library (L-8), or will as far as is known.
    """

    side: Side
    pieces: tuple[Piece, ...]
    bonus: int
    rank: int | None
    strength: int | None
    tied: bool
    marker: bool
    suspicion: int
    reward: Mapping[str, Any] | None
    gains: Mapping[str, int]
    gives: Mapping[str, int]
    takes: tuple[str, ...]
    cards: Mapping[str, int]
    taken: tuple[tuple[Zone, int], ...]
    tomes: int
    declined: bool
    strays: bool


class Standing(StrEnum):
    """Where a side stands among all by its suspicion as a raid comes."""

    MOST = "most"
    TIED_MOST = "tied_most"
    SECOND = "second"
    TIED_SECOND = "tied_second"
    FEWER = "fewer"
    NONE = "none"


class Loss(NamedTuple):
    """What a raid costs a side.

    Attributes:
        side: its seat.
        suspicion: cubes that the raid finds with it.
        lost: what the rule costs.
        before, after: its reputation.
        standing: why.
    """

    side: Side
    suspicion: int
    lost: int
    before: int
    after: int
    standing: Standing


class Scene(NamedTuple):
    """What the room looks at.

    Attributes:
        kind: which scene.
        awaited: the sides for which everybody waits.
        location: of the scene of a location, otherwise None.
        face_down: whether something at that location still lies face down.
        asking: whether it is still asked who is there.
        suspicion_there: the suspicion cubes that lay there when it was ranked.
        ranking: who is at that location, strongest first.
        losses: of a raid, the side that had the most cubes first.
        raid_done: whether the raid has happened, and the table only goes on.
        needed, left: how many suspicion cubes were to come as a raid was called, and how many there were; None where
            the table has called it without that.
        lines: of the final scores, those that are uncovered.
        covered: the categories of those that are not.
        totals: what the uncovered lines add up to, by side.
        items: how many items each has crafted, once all is uncovered (F-2).
        ranks: the rank of each side, once all is uncovered.
        winners: who has won then.
        why: the reasons behind ranking or raid.
    """

    kind: SceneKind
    awaited: tuple[Side, ...] = ()
    location: Location | None = None
    face_down: bool = False
    asking: bool = False
    suspicion_there: int = 0
    ranking: tuple[Contestant, ...] = ()
    losses: tuple[Loss, ...] = ()
    raid_done: bool = False
    needed: int | None = None
    left: int | None = None
    lines: tuple[ScoreLine, ...] = ()
    covered: tuple[str, ...] = ()
    totals: tuple[int, ...] = ()
    items: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    winners: tuple[Side, ...] = ()
    why: tuple[Reason, ...] = ()


def summary(state: State, names: Sequence[str], revealed: int) -> dict[str, Any]:
    """What other people's overlays and scoreboards rely on: these members never change.

    Args:
        state: what the table has come to.
        names: of the sides, clockwise.
        revealed: how many lines of the final scores are uncovered.
    """
    game = state.game
    over = game.phase is Phase.ENDED
    totals = [one.total for one in final_scores(game).sides] if over and not is_covered(game, revealed) else None
    return {
        "round": game.round,
        "phase": game.phase.value,
        "over": over,
        "first_player": game.first_player,
        "sides": [
            {
                "name": names[side],
                "guards": side == game.setup.guards,
                "reputation": game.reputation[side],
                "suspicion": game.at(side, Cube.SUSPICION),
                "power": game.at(side, Cube.POWER),
                "score": None if totals is None else totals[side],
            }
            for side in game.setup.sides
        ],
    }


def told_by(state: State) -> tuple[int, ...]:
    """The lines of the log on which the scene depends: the last one, in lights out all of it as far as it is near."""
    if state.game.phase is not Phase.LIGHTS_OUT:
        return tuple(version for version, _ in state.latest[-1:])
    before = [(version, game.phase, game.round) for version, game in state.latest]
    # The line that has ended roll call may have resolved a location too.
    first = next((at for at in range(len(before) - 1, -1, -1) if before[at][1] is not Phase.LIGHTS_OUT), 0)
    return tuple(version for version, _, _ in before[first:])


def scene(state: State, lines: Sequence[Happened], revealed: int) -> Scene:
    """What the room looks at now.

    Args:
        state: what the table has come to.
        lines: the last of the log that count, in order.
        revealed: how many lines of the final scores are uncovered.
    """
    game, awaited = state.game, _awaited(state)
    if game.phase is Phase.ENDED:
        return _ending(game, revealed)
    if game.phase is Phase.SETUP and not game.setup.solitary:
        return Scene(SceneKind.LOBBY, awaited)
    # Who counts has seen the last raid before it came.
    found = (
        (None if counts_in_secret(game) else raid_scene(state, lines))
        or _entered(state)
        or _location(game, lines)
        or Scene(SceneKind.TABLE)
    )
    return found._replace(awaited=awaited)


def _awaited(state: State) -> tuple[Side, ...]:
    """Whose act everybody waits for; nobody's where anybody may do it."""
    asked = current_prompt(state)
    if asked.side is not None:
        return (asked.side,)
    turn = whose_turn(state.game) if asked.step is not None and asked.step.kind == StepKind.ROLL else None
    if turn is not None:
        return (turn,)
    sides = {action.side for action in asked.actions if action.type not in _MAY_BE and action.side is not None}
    return tuple(side for side in state.game.setup.sides if side in sides)


_MAY_BE: Final = frozenset({*ANY_TIME, "decline_instead", "open_count"})
"""Acts for which nobody waits."""


def written(now: Scene) -> dict[str, Any]:
    """A scene as JSON can write it, but for its reasons."""
    return {
        "kind": now.kind.value,
        "awaited": [*now.awaited],
        "location": None if now.location is None else now.location.value,
        "ranking": [*map(_row_written, now.ranking)],
        "losses": [one._asdict() for one in now.losses],
        "lines": [one._asdict() for one in now.lines],
        "covered": [*now.covered],
        "totals": [*now.totals],
        "winners": [*now.winners],
    }


def _row_written(one: Contestant) -> dict[str, Any]:
    row = {**one._asdict(), "pieces": [piece._asdict() for piece in one.pieces], "takes": [*one.takes]}
    del row["taken"], row["tomes"]
    return row


def places(game: Position) -> list[dict[str, Any]]:
    """The cubes at each location, as JSON can write it."""
    return [
        {"location": location.value, "cubes": {cube.value: n for cube in Cube if (n := game.at(location, cube))}}
        for location in game.setup.edition.locations
    ]


# The end


def _ending(game: Position, revealed: int) -> Scene:
    counted = sheet(game, [str(side) for side in game.setup.sides])
    scores = score(counted)
    lines = lines_of(scores)
    shown = min(revealed, len(lines)) if is_covered(game, revealed) else len(lines)
    totals = tuple(sum(line.points[side] for line in lines[:shown]) for side in game.setup.sides)
    if shown < len(lines):
        covered = tuple(line.category for line in lines[shown:])
        return Scene(SceneKind.REVEAL, lines=lines[:shown], covered=covered, totals=totals)
    return Scene(
        SceneKind.RESULT,
        lines=lines,
        totals=totals,
        items=tuple(side.items for side in counted.sides),
        ranks=tuple(one.rank for one in scores.sides),
        winners=tuple(side for side, one in enumerate(scores.sides) if one.winner),
        why=_of_the_winner(scores.sides),
    )


def _of_the_winner(sides: Sequence[SideScore]) -> tuple[Reason, ...]:
    """Why somebody has won (F-2, F-5)."""
    best = next(one for one in sides if one.winner)
    return tuple(reason for reason in best.reasons if reason.rule in {"F-2", "F-5"})


# A raid

_RAIDS: Final = frozenset({"D-1", "D-2", "D-4"})


def raid_scene(state: State, lines: Sequence[Happened]) -> Scene | None:
    """A raid that is due, or that the newest line has brought (D-1, D-2, D-4)."""
    step = current_prompt(state).step
    if step is not None and step.kind == StepKind.RAID:
        return _raid_of(state.game, _to_come(state.game, step), done=False)
    last = lines[-1] if lines else None
    before = None if last is None else _before_raid(last)
    if last is None or before is None:
        return None
    return _raid_of(before, _came(last.events), done=True)


def _before_raid(line: Happened) -> Position | None:
    """The game just before a line of the log brought a raid; None where it did not."""
    game = line.before
    for event in line.events:
        if isinstance(event, Scored | Noted) and any(one.rule in _RAIDS for one in event.why):
            return game
        game = evolve(game, event)
    return None


def _raid_of(game: Position, coming: int, *, done: bool) -> Scene:
    left = game.supply(Cube.SUSPICION)
    owed = coming > left
    result = raided(game)
    held = [game.at(side, Cube.SUSPICION) for side in game.setup.sides]
    losses = [
        Loss(side, held[side], after.lost, game.reputation[side], after.reputation, _standing(held, side))
        for side, after in enumerate(result.sides)
    ]
    losses.sort(key=lambda one: -one.suspicion)
    why = tuple(reason for after in result.sides for reason in after.reasons)
    return Scene(
        SceneKind.RAID,
        losses=tuple(losses),
        raid_done=done,
        needed=coming if owed else None,
        left=left if owed else None,
        why=why,
    )


def _to_come(game: Position, step: Step) -> int:
    """How many suspicion cubes are to come after a raid that is due (P-6)."""
    return (
        0
        if game.phase is Phase.LAST_RAID
        else sum((step.data.get("cubes", {}) if game.setup.light else icons(game)).values())
    )


def _came(events: Sequence[Event]) -> int:
    """How many were to come after a raid that has come: with the same line they have (P-6)."""
    told = (one for event in events if isinstance(event, Moved | Noted) for one in event.why if one.key in _COMING)
    return sum(one.data["n"] for one in told)


_COMING: Final = frozenset({"game.goon_adds", "game.suspicion_comes"})
"""The reasons of suspicion cubes that come."""


def _standing(held: Sequence[int], side: Side) -> Standing:
    mine, most = held[side], max(held)
    if not mine:
        return Standing.NONE
    if mine == most:
        return Standing.MOST if held.count(most) == 1 else Standing.TIED_MOST
    if len(held) > FEWEST_SIDES and held.count(most) == 1 and mine == max(one for one in held if one < most):
        return Standing.SECOND if held.count(mine) == 1 else Standing.TIED_SECOND
    return Standing.FEWER


# A location


class _Ranked(NamedTuple):
    """A location that was ranked: which, the game at that moment, why they rank so, and what has happened since."""

    location: Location
    game: Position
    why: tuple[Reason, ...]
    since: tuple[Event, ...]


def _entered(state: State) -> Scene | None:
    """A location at which is still asked who is there: who has said so, not ranked, and nobody's ranks of before."""
    game, step = state.game, current_prompt(state).step
    if step is None or step.kind not in {StepKind.ROWS, StepKind.GATHER} or game.location is None:
        return None
    there = [one for one in presences(game, game.location) if one.is_there]
    if not there:
        return Scene(SceneKind.TABLE)
    return _scene_of(game, game.location, [_contestant(game, game.location, one) for one in there], asking=True)


def _location(game: Position, lines: Sequence[Happened]) -> Scene | None:
    """The location that lights out is at, or the one that the newest line has ranked."""
    ranked = _last_ranked(game, lines)
    here = game.location
    if here is not None and (ranked is None or ranked.location is not here):
        found = _unresolved(game, here)
        if found is not None:
            return found
    return None if ranked is None else _resolved(ranked)


def _last_ranked(game: Position, lines: Sequence[Happened]) -> _Ranked | None:
    """What was ranked last: in this lights out, or else in the newest line."""
    wanted = lines if game.phase is Phase.LIGHTS_OUT else lines[-1:]
    for place in range(len(wanted) - 1, -1, -1):
        found = [*_rankings(wanted[place])]
        if found:
            later = tuple(event for one in wanted[place + 1 :] for event in one.events)
            return found[-1]._replace(since=(*found[-1].since, *later))
    return None


def _rankings(line: Happened) -> Iterator[_Ranked]:
    """Where a line of the log says who ranks where, with what of the line comes after."""
    if not any(_ranks(event) for event in line.events):
        return
    game = line.before
    for place, event in enumerate(line.events):
        if _ranks(event) and game.location is not None:
            yield _Ranked(game.location, game, event.why, tuple(line.events[place + 1 :]))
        game = evolve(game, event)


def _ranks(event: Event) -> bool:
    return isinstance(event, Noted) and any({"rank", "strength"} <= one.data.keys() for one in event.why)


def _unresolved(game: Position, location: Location) -> Scene | None:
    """A location before it is ranked; None while nobody is known to be there."""
    there = presences(game, location)
    face_down = _has_face_down(game, location)
    if not face_down and not any(one.is_there for one in there):
        return None
    if face_down:
        rows = [_contestant(game, location, one) for one in there if _lies_there(game, int(one.name), location)]
        return _scene_of(game, location, rows, face_down=True)
    result = resolved(game, location, there)
    rows = [_contestant(game, location, outcome.place.side, outcome) for outcome in result.outcomes]
    return _scene_of(game, location, rows, why=result.reasons)


def _resolved(ranked: _Ranked) -> Scene:
    """A location that was ranked, with what has come of it since."""
    game, location = ranked.game, ranked.location
    since = _as_long_as_open(ranked.since)
    there = presences(game, location)
    if not any(one.is_there for one in there):
        there = [*_there_then(game, ranked.why)]
    result = resolved(game, location, there)
    rows = [_contestant(game, location, outcome.place.side, outcome, since) for outcome in result.outcomes]
    rows = [row._replace(suspicion=max(_net(row.side, since).get(Cube.SUSPICION, 0), 0)) for row in rows]
    return _scene_of(game, location, rows, why=result.reasons)


def _there_then(game: Position, why: Sequence[Reason]) -> Iterator[Presence]:
    """Who was there, where the app follows no tokens: as the ranking says."""
    told = {int(one.data["side"]): one.data for one in why if {"rank", "strength"} <= one.data.keys()}
    for side in game.setup.sides:
        data = told.get(side)
        tokens = () if data is None else tuple(data.get("tokens", ()))
        stated = None if data is None or tokens else Stated(data["strength"], not data["strength"])
        yield Presence(str(side), game.at(side, Cube.POWER), tokens, stated=stated)


def _as_long_as_open(events: Sequence[Event]) -> tuple[Event, ...]:
    """What happened before lights out left the location."""
    found: list[Event] = []
    for event in events:
        if isinstance(event, LocationOpened):
            break
        found.append(event)
    return tuple(found)


def _scene_of(
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


def _contestant(
    game: Position,
    location: Location,
    there: Presence,
    outcome: Outcome | None = None,
    since: Sequence[Event] = (),
) -> Contestant:
    side = int(there.name)
    place = None if outcome is None else outcome.place
    net, taken = _net(side, since), tuple(_cards_taken(side, since))
    changed = {Cube(cube).value: n for cube, n in net.items() if cube is not Cube.SUSPICION}
    strays = outcome is not None and outcome.to_library
    return Contestant(
        side,
        tuple(_pieces(game, location, there)),
        there.bonus,
        None if place is None else place.rank,
        None if place is None else place.strength,
        place is not None and place.tied,
        side == game.first_player,
        0 if outcome is None else outcome.suspicion,
        None if outcome is None else outcome.offer.reward,
        {cube: n for cube, n in changed.items() if n > 0},
        {cube: -n for cube, n in changed.items() if n < 0},
        tuple(_takes(game, side, since)),
        Counter(zone.value for zone, _ in taken),
        taken,
        sum(event.number for event in since if isinstance(event, TomesMoved) and event.target == side),
        any(one.key == "game.declined" and one.data.get("side") == side for event in since for one in event.why),
        strays or any(_is_stray(event, game, side) for event in since),
    )


def _pieces(game: Position, location: Location, there: Presence) -> Iterator[Piece]:
    side = int(there.name)
    if there.guards:
        for index in game.guard_cards_at(location):
            card = game.guard_cards[index]
            if not card.up or card.face is None:
                yield Piece("card", None, None)
            else:
                strength = card.face.strength
                yield Piece("card", strength, there.power if strength == POWER else int(strength))
        return
    if there.stated is not None:
        yield Piece("sum", None, there.stated.strength)
        if there.stated.lookout:
            yield Piece("token", LOOKOUT, 0)
        return
    for token in there.tokens:
        laid = game.tokens.get((side, token))
        if laid is not None and laid.face_down:
            yield Piece("token", None, None)
        else:
            yield Piece("token", token, _points(token, there.power))


def _points(token: int | str, power: int) -> int:
    if isinstance(token, int):
        return token
    return power if token == ENFORCER else 0


def _net(side: Side, since: Sequence[Event]) -> dict[str, int]:
    """The cubes of which a side has more or fewer since."""
    net: dict[str, int] = {}
    for event in since:
        if not isinstance(event, Moved):
            continue
        if event.target == side and type(event.target) is int:
            net[event.cube] = net.get(event.cube, 0) + event.number
        elif event.source == side and type(event.source) is int:
            net[event.cube] = net.get(event.cube, 0) - event.number
    return net


def _takes(game: Position, side: Side, since: Sequence[Event]) -> Iterator[str]:
    """What has come to a side of which there is one."""
    holders = {"marker": game.first_player, "leader": game.leader}
    for event in since:
        if isinstance(event, MarkerMoved):
            holders["marker"] = event.side
        elif isinstance(event, LeaderTaken):
            holders["leader"] = event.side
    before = {"marker": game.first_player, "leader": game.leader}
    return (what for what, holder in holders.items() if holder == side != before[what])


_TAKEN_TO: Final = (Zone.CRAFTED, Zone.RESERVE, Zone.GOONS)


def _cards_taken(side: Side, since: Sequence[Event]) -> Iterator[tuple[Zone, int]]:
    for event in since:
        if isinstance(event, CardMoved) and event.target[0] in _TAKEN_TO and event.target[1] == side:
            yield event.target[0], event.card


def _is_stray(event: Event, game: Position, side: Side) -> bool:
    """Whether what lies there of a side goes to the Library by this (L-8)."""
    match event:
        case TokensMoved(whose, _, to) | StrengthStated(whose, to):
            return whose == side and to is Location.LIBRARY
        case GuardCardMoved(_, to):
            return side == game.setup.guards and to is Location.LIBRARY
    return False
