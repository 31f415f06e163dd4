"""Light depth: suspicion, rankings and rounds (S-9); the rest is set by hand.

Each cube exists once: it is in the supply, at a location or with a side, and is moved from there. One step is in front
of all of it, so that one phone's act never takes away what another phone is about to do.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.rules.acts.action_types import ACTION_TYPES, ActionType, action_type
from companion.rules.acts.actions import Act, Action
from companion.rules.acts.transaction import StepHandler, StepHandlers, Transaction
from companion.rules.phases.lights_out import note_ranking, resolved
from companion.rules.phases.patrol import BEGIN_ROUND, last_raid, rule_of_icons
from companion.rules.phases.presence_entry import NOWHERE, counting, naming, strength_told, tokens_told
from companion.rules.reasons import Reason
from companion.rules.rulings.locations import LocationResult
from companion.rules.rulings.ranking import Presence, seat_name
from companion.rules.schema import CHOOSE, NUMBER, ChoiceField, IntField, Option, Schema
from companion.rules.state.events import LocationOpened, MarkerMoved, Moved, Noted, PhaseBegan, RewardOffered
from companion.rules.state.pieces import Cube, Place, Side
from companion.rules.state.position import Phase, Position
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step
from companion.rules.vocabulary import Goon, Location

_COMING: Final = IntField(0, 99)
"""The number of cubes that come to a location at once (P-6)."""

SUPPLY: Final = "supply"
"""The box, as a source and target of moved cubes."""

_TOLD: Final = (Reason("E-14", "lights_out.told"),)

CUBES_COME: Final = action_type("cubes_come", further=NUMBER)
RANK_LOCATION: Final = action_type("rank_location", "L-10", location=CHOOSE, further=CHOOSE)
RANK_STRENGTHS: Final = action_type("rank_strengths", "L-10", location=CHOOSE, lookouts=CHOOSE, further=NUMBER)
TAKE_REWARDS: Final = action_type("take_rewards", "L-11", sides=CHOOSE)
MOVE_SUSPICION: Final = action_type("move_suspicion", "E-14", cubes=CHOOSE, to=CHOOSE)
END_GAME: Final = action_type("end_game", "S-9")


OF_WHAT_LIES_THERE: Final = frozenset({MOVE_SUSPICION.word})
"""Acts on pieces on the table: possible as long as these pieces are there, whatever else has moved."""


def _ask(game: Position, step: Step) -> tuple[Action, ...]:
    return tuple(_offers(game))


def _offers(game: Position) -> Iterator[Action]:
    """Offer cubes (S-5, P-6), rankings (L-10), rewards, moves, and the next round.

    Cubes come in the setup and before each round but the last. The rewards are the Exercise Yard's (L-11). After the
    last round comes the end (S-9).
    """
    edition = game.setup.edition
    if game.round < edition.rounds:
        rule = "S-5" if game.phase is Phase.SETUP else "P-6"
        yield CUBES_COME.action({location.value: _COMING for location in edition.goon_locations}, rule=rule)
    if game.phase is not Phase.SETUP and _seated(game):
        location = ChoiceField(edition.location_words)
        yield RANK_LOCATION.action({"location": location, **_tokens(game)})
        yield RANK_STRENGTHS.action({"location": location, **_strengths(game)})
    if game.offers:
        sides = tuple(game.offers)
        yield TAKE_REWARDS.action({"sides": ChoiceField(sides, 1, len(sides), proposed=sides)})
    yield from _moving(game)
    yield (BEGIN_ROUND if game.round < edition.rounds else END_GAME).action()


def _moving(game: Position) -> Iterator[Action]:
    """Offer moves of suspicion cubes by place; cubes at the target stay (E-14)."""
    lying: list[Option] = [SUPPLY] * game.supply(Cube.SUSPICION)
    places: tuple[Place, ...] = (*game.setup.edition.locations, *game.setup.sides)
    for place in places:
        lying += [_named(place)] * game.at(place, Cube.SUSPICION)
    if lying:
        to = ChoiceField((SUPPLY, *map(_named, places)))
        yield MOVE_SUSPICION.action({"cubes": ChoiceField(tuple(lying), 1, len(lying)), "to": to})


def _named(place: Place) -> Option:
    return place.value if isinstance(place, Location) else place


def _place(option: Option) -> Place | None:
    """Return the place that an option names; None is the supply."""
    return None if option == SUPPLY else Location(option) if isinstance(option, str) else int(str(option))


def _seated(game: Position) -> tuple[Side, ...]:
    """Return the occupied seats; an empty one assigns nothing (S-10)."""
    return tuple(side for side in game.players if side not in game.away)


def _tokens(game: Position) -> dict[str, Schema]:
    """Return fields for each side's tokens, of which some may be there (L-10)."""
    return naming(dict.fromkeys(_seated(game), game.setup.tokens()), {})


def _strengths(game: Position) -> dict[str, Schema]:
    """Return fields for each side's tokens counted together (L-10)."""
    return counting(dict.fromkeys(_seated(game), NOWHERE))


def _answer(transaction: Transaction, step: Step, act: Act) -> None:
    transaction.first(step)
    _ACTS[ACTION_TYPES[act.type]](transaction, act)


def _cubes_come(transaction: Transaction, act: Act) -> None:
    """Place the cubes; a raid comes first if they are too few, except in setup (P-6)."""
    coming = {location: n for location in transaction.game.setup.edition.goon_locations if (n := act.values[location])}
    step = Step(StepKind.COME, data={"cubes": coming})
    if transaction.game.phase is not Phase.SETUP and sum(coming.values()) > transaction.game.supply(Cube.SUSPICION):
        transaction.first(Step(StepKind.RAID, data={"cubes": coming}), step)
    else:
        transaction.first(step)


def _come(transaction: Transaction, step: Step) -> None:
    """Place all goons' cubes in location order, as many as there are (S-5, S-11, P-6, P-8).

    Remind the table of Bandits' cubes (P-7).
    """
    coming: Mapping[Location, int] = step.data["cubes"]
    short = sum(coming.values()) > transaction.game.supply(Cube.SUSPICION)
    rule = rule_of_icons(transaction.game, short=short)
    for location, number in coming.items():
        given = min(number, transaction.game.supply(Cube.SUSPICION))
        why = Reason(rule, "game.suspicion_comes", {"location": location, "n": number, "given": given})
        transaction.do(Moved(Cube.SUSPICION, given, None, location, (why,)) if given else Noted((why,)))
    if transaction.game.phase is not Phase.SETUP and coming and Goon.BANDIT in transaction.game.setup.edition.goons:
        transaction.note("P-7", "game.bandit_too")


def _move(transaction: Transaction, act: Act) -> None:
    """Move cubes to one place (E-14)."""
    target = _place(act.one("to"))
    cubes: list[Option] = act.values["cubes"]
    for option in dict.fromkeys(cubes):
        source = _place(option)
        if source != target:
            transaction.do(Moved(Cube.SUSPICION, cubes.count(option), source, target, _TOLD))


def _enter_ranking(transaction: Transaction, act: Act) -> None:
    """Rank a location, move its suspicion, and say what each side is offered (L-10).

    Light depth follows only what the Exercise Yard gives (L-11): a side that is offered it may take it. For a Bandit's
    cubes (P-10) there is a reminder.
    """
    location = Location(act.one("location"))
    result = resolved(transaction.game, location, _presences(transaction.game, act))
    transaction.do(LocationOpened(location))
    note_ranking(transaction, location, result)
    for outcome in result.outcomes:
        name = outcome.place.side.name
        offered = (one for one in result.reasons if one.key.startswith("reward.") and one.data["side"] == name)
        transaction.do(Noted(tuple(offered)))
    edition = transaction.game.setup.edition
    if result.outcomes and Goon.BANDIT in edition.goons and location in edition.goon_locations:
        transaction.note("P-10", "game.bandit_cubes", side=result.outcomes[0].place.side.name)
    transaction.do(LocationOpened(None))
    if location is Location.EXERCISE_YARD:
        _offer(transaction, result)


def _offer(transaction: Transaction, result: LocationResult) -> None:
    """Offer a reward until the round ends (L-7), again if its location ranks again."""
    _decline(transaction)
    for outcome in result.outcomes:
        reward = outcome.offer.reward
        if reward is not None and reward["kind"] == "power":
            side = outcome.place.side.seat
            transaction.do(RewardOffered(side, reward["power"], bool(reward["first_player"])))


def _decline(transaction: Transaction) -> None:
    for side in tuple(transaction.game.offers):
        transaction.do(RewardOffered(side))


def _take(transaction: Transaction, act: Act) -> None:
    """Give cubes and the marker in rank order (L-6, L-19); the others decline (L-20)."""
    for side, reward in transaction.game.offers.items():
        if side not in act.values["sides"]:
            continue
        transaction.gain(side, Cube.POWER, reward.power, Reason("L-11", "game.reward_taken"))
        if reward.marker and transaction.game.first_player != side:
            transaction.do(MarkerMoved(side, (Reason("L-11", "game.reward_taken"),)))
    _decline(transaction)


def _presences(game: Position, act: Act) -> list[Presence]:
    together = act.type == RANK_STRENGTHS.word
    found = []
    for side in game.setup.sides:
        told = strength_told(act.values, side)
        there = Presence(seat_name(side), game.at(side, Cube.POWER), tokens_told(act.values, side))
        found.append(there._replace(stated=told) if together and told != NOWHERE else there)
    return found


def _begin_round(transaction: Transaction, act: Act) -> None:
    """Begin the next of six rounds (S-9)."""
    _decline(transaction)
    now = transaction.game.round + 1
    transaction.ask_anew()
    transaction.do(PhaseBegan(now, Phase.ROUND, (Reason("S-9", "game.round", {"round": now}),)))


def _end_game(transaction: Transaction, act: Act) -> None:
    """Begin the last raid after the sixth round (D-6)."""
    _decline(transaction)
    transaction.agenda.clear()
    last_raid(transaction)


_ACTS: Final[Mapping[ActionType, Any]] = {
    CUBES_COME: _cubes_come,
    MOVE_SUSPICION: _move,
    TAKE_REWARDS: _take,
    RANK_LOCATION: _enter_ranking,
    RANK_STRENGTHS: _enter_ranking,
    BEGIN_ROUND: _begin_round,
    END_GAME: _end_game,
}

HANDLERS: Final[StepHandlers] = {
    StepKind.LIGHT: StepHandler(
        ask=_ask,
        answer=_answer,
        shared=True,
        offers=tuple(_ACTS),
    ),
    StepKind.COME: StepHandler(_come),
}
