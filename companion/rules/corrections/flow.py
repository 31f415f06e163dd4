"""Corrections of the turn, the phase, the location, and what the app follows."""

from typing import Final

from companion.rules.acts.actions import Act
from companion.rules.acts.transaction import Transaction
from companion.rules.corrections.registry import WHY, Correction, Fields, register, sides_of
from companion.rules.phases.effects import counted
from companion.rules.phases.final_counts import set_count
from companion.rules.phases.lights_out import is_empty
from companion.rules.phases.patrol import last_raid
from companion.rules.phases.roll_call import (
    first_step,
    guard_faces,
    location_cards,
    stop_at_next_location,
    through_the_night,
)
from companion.rules.schema import CHOOSE, NUMBER, ChoiceField, IntField
from companion.rules.state.events import Dealt, DepthSet, LocationOpened, PhaseBegan, RollCallSet, Strengthened
from companion.rules.state.pieces import Cube
from companion.rules.state.position import Phase, Position
from companion.rules.state.setup import Dealing, Depth, Turns
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step
from companion.rules.vocabulary import Location

_PHASES: Final = {
    Depth.FULL: (Phase.ROLL_CALL.value, Phase.LIGHTS_OUT.value, Phase.PATROL.value),
    Depth.LIGHT: (Phase.ROUND.value,),
}
_FIRST_STEP: Final = {
    Phase.ROLL_CALL: StepKind.ROUND,
    Phase.LIGHTS_OUT: StepKind.LIGHTS_OUT,
    Phase.PATROL: StepKind.PATROL,
    Phase.ROUND: StepKind.LIGHT,
}


def _lay_first(transaction: Transaction) -> None:
    """Enter tokens before the locations: an empty board would pass at once (L-1, L-3)."""
    game = transaction.game
    if game.setup.calls_roll and all(is_empty(game, location) for location in game.setup.edition.locations):
        transaction.first(Step(StepKind.LAY_OUT))


def _to_light(transaction: Transaction) -> None:
    """Stop following resources, cards and tokens (E-14); keep the leader's counts (O-2)."""
    game, goal = transaction.game, transaction.game.setup.leader
    counts = [(side, goal.counts.value, counted(game, side, goal.counts)) for side in game.setup.sides] if goal else []
    transaction.do(DepthSet(Depth.LIGHT, WHY))
    for side, what, number in counts:
        set_count(transaction, side, what, number, *WHY)
    phase = Phase.SETUP if game.phase is Phase.SETUP else Phase.ROUND
    transaction.do(PhaseBegan(game.round, phase, WHY))
    transaction.agenda[:] = [Step(StepKind.LIGHT)]


def _to_full(transaction: Transaction) -> None:
    """Ask for all holdings (E-14), then the board; for icons only without cubes (S-5)."""
    game = transaction.game
    transaction.do(DepthSet(Depth.FULL, WHY))
    spaces = [Step(StepKind.GOON_SPACE, location=location) for location in game.setup.edition.goon_locations]
    board = [Step(StepKind.ITEMS), *spaces]
    if game.phase is Phase.SETUP:
        laid = any(game.at(location, Cube.SUSPICION) for location in game.setup.edition.locations)
        transaction.agenda[:] = [*board, *([] if laid else [Step(StepKind.ICONS)]), Step(StepKind.BEGIN)]
    else:
        transaction.do(PhaseBegan(game.round, Phase.PATROL, WHY))
        transaction.agenda[:] = [Step(StepKind.HOLDINGS), *board, Step(StepKind.BEGIN)]


@register
class SetStrength(Correction):
    """Tomes have changed a side's strength at a location by so much."""

    type = "set_strength"
    asks = {"side": CHOOSE, "location": CHOOSE, "by": NUMBER}

    def fields(self, game: Position) -> Fields:
        return {
            "side": sides_of(game),
            "location": ChoiceField(game.setup.edition.location_words),
            "by": IntField(-99, 99),
        }

    def effect(self, transaction: Transaction, act: Act) -> None:
        side, location = act.one("side"), Location(act.one("location"))
        by = act.values["by"] - transaction.game.bonus.get((side, location), 0)
        transaction.do(Strengthened(side, location, by, WHY))


@register
class SetTurn(Correction):
    """It is another side's turn in roll call."""

    type = "set_turn"
    asks = {"side": CHOOSE}

    def fields(self, game: Position) -> Fields | None:
        in_turn = game.setup.calls_roll and game.setup.turns is not Turns.TOLD
        return {"side": sides_of(game)} if game.phase is Phase.ROLL_CALL and in_turn else None

    def effect(self, transaction: Transaction, act: Act) -> None:
        transaction.agenda[:] = [Step(StepKind.TURN, act.one("side"))]


@register
class SetPhase(Correction):
    """The game goes on from the beginning of a phase."""

    type = "set_phase"
    asks = {"round": NUMBER, "phase": CHOOSE}
    in_light_depth = True

    def fields(self, game: Position) -> Fields:
        return {"round": IntField(1, game.setup.edition.rounds), "phase": ChoiceField(_PHASES[game.setup.depth])}

    def effect(self, transaction: Transaction, act: Act) -> None:
        """Go on from the beginning of a phase; cubes and cards stay where they are (S-9)."""
        round_, phase = act.values["round"], Phase(act.one("phase"))
        before = round_ - 1 if phase is Phase.ROLL_CALL else round_
        setup = transaction.game.setup
        if phase is Phase.PATROL and round_ == setup.edition.rounds:
            # The last round has no patrol: the last raid comes instead (D-6).
            transaction.agenda[:] = []
            last_raid(transaction)
            return
        if phase is not Phase.ROLL_CALL and setup.solitary and before != transaction.game.round:
            # The app has not dealt this round: its cards are entered as they are on the table.
            transaction.do(PhaseBegan(before, Phase.ROLL_CALL, WHY))
            size = len(guard_faces(setup)) if setup.dealing is Dealing.HOUSE else setup.guard_deck_size
            transaction.do(Dealt((None,) * size, (None,) * len(location_cards(setup)), WHY))
        transaction.do(PhaseBegan(before, phase, WHY))
        transaction.agenda[:] = [Step(_FIRST_STEP[phase])]
        if phase is Phase.LIGHTS_OUT:
            _lay_first(transaction)


@register
class GoToLocation(Correction):
    """Lights out goes on from a location."""

    type = "go_to_location"
    asks = {"location": CHOOSE}

    def fields(self, game: Position) -> Fields | None:
        return {"location": ChoiceField(game.setup.edition.location_words)} if game.phase is Phase.LIGHTS_OUT else None

    def effect(self, transaction: Transaction, act: Act) -> None:
        first = Location(act.one("location"))
        if transaction.game.setup.calls_roll:
            transaction.do(LocationOpened(None, WHY))
        else:
            # Who is where is entered again from here on.
            transaction.do(PhaseBegan(transaction.game.round, Phase.LIGHTS_OUT, WHY))
        transaction.agenda[:] = through_the_night(transaction.game, first)
        stop_at_next_location(transaction)
        _lay_first(transaction)


@register
class SetDepth(Correction):
    """The app follows more of the table, or less."""

    type = "set_depth"
    asks = {"depth": CHOOSE}
    in_light_depth = True

    def fields(self, game: Position) -> Fields | None:
        """Offer light depth at any time, full depth when the next round is about to begin."""
        if game.setup.solitary or game.phase in {Phase.LAST_RAID, Phase.ENDED}:
            return None
        if not game.setup.light:
            return {"depth": ChoiceField((Depth.LIGHT.value,))}
        return (
            {"depth": ChoiceField((Depth.FULL.value,))}
            if game.round < game.setup.edition.rounds and game.agenda[0].kind is StepKind.LIGHT
            else None
        )

    def effect(self, transaction: Transaction, act: Act) -> None:
        (_to_light if act.one("depth") == Depth.LIGHT else _to_full)(transaction)


_ROLL_CALL_STEPS: Final = frozenset({StepKind.ON_BOARD, StepKind.ROLL, StepKind.TURN})
_APP, _BOARD = "app", "board"


@register
class SetRollCall(Correction):
    """Roll call is in the app from now on, or only on the real board."""

    type = "set_roll_call"
    asks = {"roll_call": CHOOSE}

    def fields(self, game: Position) -> Fields | None:
        """Offer it unless a location is being resolved, where tokens are entered or known."""
        if game.setup.solitary or game.phase not in {Phase.SETUP, Phase.ROLL_CALL, Phase.PATROL}:
            return None
        return {"roll_call": ChoiceField((_BOARD if game.setup.calls_roll else _APP,))}

    def effect(self, transaction: Transaction, act: Act) -> None:
        """Begin a begun roll call again; steps before it stay first."""
        transaction.do(RollCallSet(act.one("roll_call") == _APP, WHY))
        first = first_step(transaction.game)
        transaction.agenda[:] = [first if one.kind in _ROLL_CALL_STEPS else one for one in transaction.agenda]
