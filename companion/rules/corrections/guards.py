"""Corrections in which the table decides for the guards, or who takes suspicion."""

from itertools import permutations
from typing import Final

from companion.rules.acts.actions import Act
from companion.rules.acts.transaction import Transaction
from companion.rules.corrections.registry import WHY, Correction, Fields, register
from companion.rules.phases.reward_gains import goons_on_board
from companion.rules.schema import CHOOSE, ChoiceField
from companion.rules.state.events import Overruled
from companion.rules.state.pieces import DISPLAY, Cube, Zone
from companion.rules.state.position import Position
from companion.rules.state.step_kinds import StepKind
from companion.rules.vocabulary import Location, Resource

STAYS: Final = "stays"
NOTHING: Final = "nothing"


def _guards_decide(game: Position, *locations: Location) -> bool:
    """Return whether the guards' part at one of these locations is still to come.

    Past decisions are undone instead. A decision of the table ends when the location is left.
    """
    to_come = any(step.kind is StepKind.RESOLVE or step.side == game.setup.guards for step in game.agenda)
    return game.setup.solitary and game.location in locations and to_come


@register
class OverruleSuspicion(Correction):
    """Another side takes the suspicion cubes of a location, or they stay."""

    type = "overrule_suspicion"
    asks = {"side": CHOOSE}

    def fields(self, game: Position) -> Fields | None:
        if game.location is None or not game.at(game.location, Cube.SUSPICION):
            return None
        return {"side": ChoiceField((*game.setup.sides, STAYS))}

    def effect(self, transaction: Transaction, act: Act) -> None:
        transaction.do(Overruled("suspicion", act.one("side"), WHY))


@register
class OverruleCommissary(Correction):
    """The guards take another resource at the Commissary."""

    type = "overrule_commissary"
    asks = {"takes": CHOOSE}

    def fields(self, game: Position) -> Fields | None:
        if not _guards_decide(game, Location.COMMISSARY):
            return None
        return {"takes": ChoiceField((*(one.value for one in Resource), NOTHING))}

    def effect(self, transaction: Transaction, act: Act) -> None:
        transaction.do(Overruled("commissary", act.one("takes"), WHY))


@register
class OverruleChowHall(Correction):
    """The guards seize other goons in the Chow Hall."""

    type = "overrule_chow_hall"
    asks = {"goons": CHOOSE}

    def fields(self, game: Position) -> Fields | None:
        spaces = tuple(location.value for location in goons_on_board(game))
        return (
            {"goons": ChoiceField(spaces, 0, min(2, len(spaces)))} if _guards_decide(game, Location.CHOW_HALL) else None
        )

    def effect(self, transaction: Transaction, act: Act) -> None:
        transaction.do(Overruled("chow_hall", tuple(act.values["goons"]), WHY))


@register
class OverruleCellBlock(Correction):
    """The guards craft or reserve something else in the Cell Block."""

    type = "overrule_cell_block"
    asks = {"does": CHOOSE}

    def fields(self, game: Position) -> Fields | None:
        if not _guards_decide(game, Location.CELL_BLOCK):
            return None
        display = tuple(game.lying(DISPLAY))
        reserve = tuple(game.lying((Zone.RESERVE, game.setup.guards)))
        crafts = tuple({"craft": card} for card in (*display, *reserve))
        return {"does": ChoiceField((*crafts, *({"reserve": card} for card in display), NOTHING))}

    def effect(self, transaction: Transaction, act: Act) -> None:
        transaction.do(Overruled("cell_block", act.one("does"), WHY))


@register
class OverruleExchange(Correction):
    """The guards exchange something else, or nothing."""

    type = "overrule_exchange"
    asks = {"does": CHOOSE}

    def fields(self, game: Position) -> Fields | None:
        pairs = tuple({"give": one.value, "get": other.value} for one, other in permutations(Resource, 2))
        # Goons and items bring exchanges.
        offered = _guards_decide(game, Location.CHOW_HALL, Location.CELL_BLOCK)
        return {"does": ChoiceField((*pairs, NOTHING))} if offered else None

    def effect(self, transaction: Transaction, act: Act) -> None:
        transaction.do(Overruled("exchange", act.one("does"), WHY))
