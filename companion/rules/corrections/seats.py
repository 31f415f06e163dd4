"""Corrections of the seats at the table."""

from typing import Final

from companion.rules.acts.actions import Act
from companion.rules.acts.transaction import Transaction
from companion.rules.corrections.registry import WHY, Correction, Fields, register
from companion.rules.phases.effects import recheck_leader
from companion.rules.phases.patrol import give_start
from companion.rules.reasons import Reason
from companion.rules.rulings.ranking import FEWEST_SIDES, MOST_SIDES
from companion.rules.schema import CHOOSE, NUMBER, ChoiceField, IntField
from companion.rules.state.events import AwaySet, CardReturned, SidesSet, TomesMoved
from companion.rules.state.pieces import DISPLAY, Cube, Side, Spot, Zone
from companion.rules.state.position import Phase, Position
from companion.rules.state.setup import Start
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step

YES: Final = "yes"
NO: Final = "no"


def _clear_seat(transaction: Transaction, side: Side) -> None:
    """Put back all pieces of a seat, and its cards of the display (S-4)."""
    for cube in Cube:
        transaction.put_back(side, cube, transaction.game.at(side, cube), *WHY)
    if tomes := transaction.game.tomes.get(side, 0):
        transaction.do(TomesMoved(tomes, side, None, WHY))
    owned: tuple[Spot, ...] = ((Zone.RESERVE, side), (Zone.CRAFTED, side), (Zone.GOONS, side))
    for spot in owned:
        for card in tuple(transaction.game.lying(spot)):
            transaction.do(CardReturned(card, spot, WHY))
    for shown in transaction.game.zones[DISPLAY][side + 1 :]:
        if shown is not None:
            transaction.do(CardReturned(shown, DISPLAY, WHY))


@register
class SetSides(Correction):
    """So many sides sit at the table."""

    type = "set_sides"
    asks = {"number": NUMBER}
    in_light_depth = True

    def fields(self, game: Position) -> Fields | None:
        """Offer it before the first round, when players may still come or leave (S-10)."""
        early = game.phase is Phase.SETUP and not game.setup.solitary
        return {"number": IntField(FEWEST_SIDES, MOST_SIDES)} if early else None

    def effect(self, transaction: Transaction, act: Act) -> None:
        """Give new sides a start (S-2, S-8, S-10), and fit the display to the table (S-4)."""
        starts = transaction.game.setup.starts
        number = act.values["number"]
        for side in range(number, len(starts)):
            _clear_seat(transaction, side)
        new = Start(reputation=0) if transaction.game.setup.advanced else Start()
        transaction.do(SidesSet((*starts[:number], *(new,) * (number - len(starts))), WHY))
        for side in range(len(starts), number):
            give_start(transaction, side)
        if not transaction.game.setup.light:
            transaction.first(Step(StepKind.ITEMS))
        recheck_leader(transaction)


@register
class SetAway(Correction):
    """A seat is empty, or taken again."""

    type = "set_away"
    asks = {"side": CHOOSE, "away": CHOOSE}
    in_light_depth = True

    def fields(self, game: Position) -> Fields | None:
        """Let a seat be left and taken again (S-10)."""
        return None if game.setup.solitary else {"side": ChoiceField(game.players), "away": ChoiceField((YES, NO))}

    def effect(self, transaction: Transaction, act: Act) -> None:
        """Mark the seat as empty, or as taken again (S-10)."""
        side, away = act.one("side"), act.one("away") == YES
        if away != (side in transaction.game.away):
            transaction.do(AwaySet(side, away, (Reason("S-10", "correction.table_is_right"),)))
