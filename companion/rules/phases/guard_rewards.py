"""The guards' use of rewards (Z-11 to Z-16), which they never decline (Z-22)."""

from collections.abc import Callable
from typing import Any, Final

from companion.rules.acts.transaction import Transaction
from companion.rules.phases.payments import pay
from companion.rules.phases.reward_gains import (
    Reward,
    crafted,
    gain_power,
    gain_resources,
    goons_on_board,
    item,
    supply,
    take_nothing,
)
from companion.rules.reasons import Reason
from companion.rules.rulings.automa import GoonSpace, cell_block, chow_hall, commissary, lacking, payment
from companion.rules.state.events import CardMoved, Noted
from companion.rules.state.pieces import DISPLAY, Cube, Zone
from companion.rules.state.position import Position
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step
from companion.rules.vocabulary import Location, Resource


def _guards_power(transaction: Transaction, step: Step, reward: Reward, why: tuple[Reason, ...]) -> None:
    """Give power; without cubes, second gets nothing (L-21), first the marker (L-20)."""
    if reward["first_player"] or transaction.game.supply(Cube.POWER) > 0:
        gain_power(transaction, step, reward, why)
    else:
        take_nothing(transaction, step, *why, Reason("L-21", "game.supply_gave_nothing", {"side": step.side}))


def _guards_resources(transaction: Transaction, step: Step, reward: Reward, why: tuple[Reason, ...]) -> None:
    """Give the guards resources as a side of two (Z-11), if in supply (L-21)."""
    if any(transaction.game.supply(Resource(resource)) > 0 for resource in reward["resources"]):
        gain_resources(transaction, step, reward, why)
    else:
        take_nothing(transaction, step, *why, Reason("L-21", "game.supply_gave_nothing", {"side": step.side}))


def _guards_commissary(transaction: Transaction, step: Step, reward: Reward, why: tuple[Reason, ...]) -> None:
    game = transaction.game
    taken = commissary(game.resources(step.side), supply(game), game.setup.rulings)
    takes, reasons = _decided(game, "commissary", taken.takes, taken.reasons, "Z-12")
    if takes is None:
        take_nothing(transaction, step, *why, *reasons)
    else:
        transaction.gain(step.side, Resource(takes), 1, *why, *reasons)


def _decided(
    game: Position, decision: str, outcome: Any, why: tuple[Reason, ...], rule: str
) -> tuple[Any, tuple[Reason, ...]]:
    """Return an outcome of the rules, or the one that the table has decided instead."""
    if decision not in game.overruled:
        return outcome, why
    chosen = game.overruled[decision]
    return None if chosen == "nothing" else chosen, (Reason(rule, "game.overruled"),)


def _guards_chow_hall(transaction: Transaction, step: Step, reward: Reward, why: tuple[Reason, ...]) -> None:
    """Seize goons for the guards, free, one by one, each with its effects (Z-13)."""
    game = transaction.game
    on_board = goons_on_board(game)
    seized = chow_hall([GoonSpace(location, game.face(card).icons) for location, card in on_board.items()])
    spaces, reasons = _decided(game, "chow_hall", tuple(one.location for one in seized.spaces), seized.reasons, "Z-13")
    locations = [Location(space) for space in spaces or () if Location(space) in on_board]
    if not locations:
        take_nothing(transaction, step, *why, *reasons)
        return
    transaction.do(Noted((*why, *reasons)))
    for location in reversed(locations):
        card = on_board[location]
        transaction.first(
            Step(StepKind.JOIN, step.side, location, card, {"rule": "Z-13"}), Step(StepKind.CARD, step.side, card=card)
        )


def _guards_cell_block(transaction: Transaction, step: Step, reward: Reward, why: tuple[Reason, ...]) -> None:
    """Craft the best item that the guards can pay (Z-14), or reserve one free (Z-15)."""
    game = transaction.game
    if "cell_block" in game.overruled:
        _overruled_cell_block(transaction, step, game.overruled["cell_block"])
        return
    display = game.zones[DISPLAY]
    reserve = game.zones.get((Zone.RESERVE, step.side), ())
    choice = cell_block(
        game.resources(step.side),
        [None if card is None else item(game, card) for card in display],
        [item(game, card) for card in reserve if card is not None],
        game.setup.rulings,
    )
    if choice.crafts is not None:
        card = (display if choice.crafts.source == "display" else reserve)[choice.crafts.index]
        assert card is not None
        pay(transaction, step.side, choice.pays or {}, "Z-14")
        crafted(transaction, step.side, card, *why, *choice.reasons)
    elif choice.reserves is not None:
        card = display[choice.reserves.index]
        assert card is not None
        transaction.do(CardMoved(card, DISPLAY, (Zone.RESERVE, step.side), why=(*why, *choice.reasons)))
    else:
        take_nothing(transaction, step, *why, *choice.reasons)


def _overruled_cell_block(transaction: Transaction, step: Step, does: Any) -> None:
    """Craft or reserve as the table has decided; the guards pay what they can."""
    why = Reason("Z-14", "game.overruled")
    does = {} if does == "nothing" else does
    crafts, reserves = does.get("craft"), does.get("reserve")
    # The player may have taken the card since the table decided.
    if crafts is not None and transaction.game.spot(crafts) in {DISPLAY, (Zone.RESERVE, step.side)}:
        resources = transaction.game.resources(step.side)
        price = item(transaction.game, crafts)
        if not lacking(resources, price):
            pay(transaction, step.side, payment(resources, price), "Z-14")
        crafted(transaction, step.side, crafts, why)
    elif reserves is not None and transaction.game.spot(reserves) == DISPLAY:
        transaction.do(CardMoved(reserves, DISPLAY, (Zone.RESERVE, step.side), why=(why,)))
    else:
        take_nothing(transaction, step, why)


def _guards_library(transaction: Transaction, step: Step, reward: Reward, why: tuple[Reason, ...]) -> None:
    transaction.score(step.side, reward["reputation"], *why)


GUARDS: Final[dict[str, Callable[[Transaction, Step, Reward, tuple[Reason, ...]], None]]] = {
    "power": _guards_power,
    "resources": _guards_resources,
    "any_resource": _guards_commissary,
    "seize": _guards_chow_hall,
    "item": _guards_cell_block,
    "reputation": _guards_library,
}
"""The guards' use of each kind of reward."""
