"""Rewards at a location: a player's choices with a tier (L-6 to L-9)."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.rules.acts.action_types import ActionType, action_type
from companion.rules.acts.actions import Act, Action
from companion.rules.acts.transaction import StepHandler, StepHandlers, Transaction
from companion.rules.phases.guard_rewards import GUARDS
from companion.rules.phases.lights_out import unpriced
from companion.rules.phases.pace import note_gain
from companion.rules.phases.payments import counted_cubes, held, pay, payment, proposed
from companion.rules.phases.reward_gains import (
    Reward,
    crafted,
    draw_tomes,
    gain_power,
    gain_resources,
    goons_on_board,
    in_supply,
    item,
    take_nothing,
    tomes_to_draw,
)
from companion.rules.reasons import Reason
from companion.rules.rulings.automa import lacking
from companion.rules.schema import CHOOSE, ChoiceField
from companion.rules.state.events import CardMoved
from companion.rules.state.pieces import DISPLAY, Cube, Zone
from companion.rules.state.position import Position
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step
from companion.rules.vocabulary import Location, Resource

TAKE: Final = action_type("take", resource=CHOOSE)
SWAP: Final = action_type("swap", get=CHOOSE, cubes=CHOOSE)
RECRUIT: Final = action_type("recruit", goons=CHOOSE)
CRAFT: Final = action_type("craft", card=CHOOSE)
RESERVE: Final = action_type("reserve", card=CHOOSE)
DECLINE: Final = action_type("decline", "L-7")


def _power(game: Position, step: Step, reward: Reward) -> tuple[Action, ...]:
    """Offer power cubes and the marker; the marker by itself is a reward, too (L-20)."""
    return (_take(step),) if reward["first_player"] or game.supply(Cube.POWER) > 0 else ()


def _resources(game: Position, step: Step, reward: Reward) -> tuple[Action, ...]:
    """Offer resources, while there are any (L-12 to L-14, L-21)."""
    return (_take(step),) if any(game.supply(Resource(resource)) > 0 for resource in reward["resources"]) else ()


def _any_resource(game: Position, step: Step, reward: Reward) -> tuple[Action, ...]:
    """Offer a resource of the side's choice from the supply (L-15, L-19, L-21)."""
    supply = in_supply(game)
    return (_take(step, resource=ChoiceField(supply, barred=_none_left(game))),) if supply else ()


def _none_left(game: Position) -> tuple[tuple[str, Reason], ...]:
    return tuple(
        (resource.value, Reason("L-19", "game.none_left", {"resource": resource}))
        for resource in Resource
        if game.supply(resource) <= 0
    )


def _swap(game: Position, step: Step, reward: Reward) -> tuple[Action, ...]:
    """Offer a swap (L-15) if the side has enough cubes and the supply any (L-21)."""
    supply = in_supply(game)
    if not supply or sum(game.resources(step.side).values()) < reward["give"]:
        return ()
    fields = {"get": ChoiceField(supply, barred=_none_left(game))}
    if game.setup.asks_at_once:
        cubes, give = held(game, step.side), reward["give"]
        fields["cubes"] = ChoiceField(cubes, give, give, proposed=proposed(game, step.side, give))
    return (_action(SWAP, step, **fields),)


def _recruit(game: Position, step: Step, reward: Reward) -> tuple[Action, ...]:
    """Offer as many goons as the tier allows and the side can pay (L-16, L-9)."""
    owned = sum(game.resources(step.side).values())
    goons = goons_on_board(game)
    most = max((offer["goons"] for offer in reward["offers"] if offer["cost"] <= owned), default=0)
    if not goons or not most:
        return ()
    spaces = tuple(location.value for location in goons)
    return (_action(RECRUIT, step, goons=ChoiceField(spaces, 1, min(most, len(spaces)))),)


def _item(game: Position, step: Step, reward: Reward) -> tuple[Action, ...]:
    """Offer to craft a card (C-1), or to reserve one (C-2, L-17, L-21)."""
    resources = game.resources(step.side)
    cards = [*game.lying(DISPLAY), *game.lying((Zone.RESERVE, step.side))]
    short = {card: lacking(resources, item(game, card)) for card in cards}
    payable = tuple(card for card in cards if not short[card])
    barred = tuple((card, Reason("C-1", "game.cannot_pay", {"lacking": short[card]})) for card in cards if short[card])
    actions = []
    if payable:
        actions.append(_action(CRAFT, step, card=ChoiceField(payable, barred=barred)))
    if resources and next(game.lying(DISPLAY), None) is not None:
        actions.append(_action(RESERVE, step, card=ChoiceField(tuple(game.lying(DISPLAY)))))
    return tuple(actions)


def _tomes(game: Position, step: Step, reward: Reward) -> tuple[Action, ...]:
    """Offer tomes, as long as there is one (L-18, T-5)."""
    return (_take(step),) if tomes_to_draw(game) > 0 else ()


def _action(kind: ActionType, step: Step, **fields: ChoiceField) -> Action:
    """Return an action with the reward of a step's side, under its rule."""
    return kind.action(fields, step.side, rule=step.data["rule"])


def _take(step: Step, **fields: ChoiceField) -> Action:
    return _action(TAKE, step, **fields)


USES: Final[dict[str, Callable[[Position, Step, Reward], tuple[Action, ...]]]] = {
    "power": _power,
    "resources": _resources,
    "any_resource": _any_resource,
    "swap": _swap,
    "recruit": _recruit,
    "item": _item,
    "tomes": _tomes,
}
"""The actions for each kind of reward; none if a player can use nothing of it (L-9, L-21).

An expansion enters its own, here and in `GAINS` and `GUARDS`.
"""


def _ask_reward(game: Position, step: Step) -> tuple[Action, ...]:
    reward = step.data["reward"]
    if step.side == game.setup.guards or reward is None or _prices_first(game, step):
        return ()
    uses = USES[reward["kind"]](game, step, reward)
    if game.setup.paced and not any(use.fields for use in uses):
        return ()
    return (*uses, DECLINE.action(side=step.side)) if uses else ()


def _unasked_reward(transaction: Transaction, step: Step) -> None:
    """Give the guards' reward (Z-22), or note one that a player cannot use (L-9).

    Take a reward without a choice (L-6); ask for unknown prices first (L-17).
    """
    reward = step.data["reward"]
    why = tuple(step.data["why"])
    if prices := _prices_first(transaction.game, step):
        transaction.first(*prices, step)
    elif reward is None:
        take_nothing(transaction, step, *why)
    elif step.side == transaction.game.setup.guards:
        GUARDS[reward["kind"]](transaction, step, reward, why)
    elif transaction.game.setup.paced and USES[reward["kind"]](transaction.game, step, reward):
        _take_by_itself(transaction, step, reward, why)
    else:
        before = transaction.game
        take_nothing(transaction, step, *why, _unusable(step, reward))
        if _promised(reward):
            # An earlier rank may decline still, and leave it something (L-19).
            note_gain(transaction, before, step.side, _promised(reward))


def _take_by_itself(transaction: Transaction, step: Step, reward: Reward, why: tuple[Reason, ...]) -> None:
    """Take a forced reward, which may be declined until the table goes on (L-6, L-7)."""
    before = transaction.game
    GAINS[reward["kind"]](transaction, step, reward, why)
    note_gain(transaction, before, step.side, _promised(reward))


def _promised(reward: Reward) -> dict[Cube, int]:
    """Return the cubes of a reward if the supply has enough (L-19)."""
    if reward["kind"] == "power":
        return {Cube.POWER: reward["power"]}
    return {Cube(resource): n for resource, n in reward.get("resources", {}).items()}


def _prices_first(game: Position, step: Step) -> tuple[Step, ...]:
    """Return questions about unknown prices before a side crafts or reserves (L-17)."""
    reward = step.data["reward"]
    return unpriced(game, step.side) if reward is not None and reward["kind"] == "item" else ()


def _unusable(step: Step, reward: Reward) -> Reason:
    """Return why a player can use nothing (L-9); free rewards lack supply (L-21, T-5)."""
    empty = {"power": "L-21", "resources": "L-21", "any_resource": "L-21", "tomes": "T-5"}.get(reward["kind"])
    if empty is None:
        return Reason("L-9", "game.nothing_to_use", {"side": step.side})
    return Reason(empty, "game.supply_gave_nothing", {"side": step.side})


def _answer_reward(transaction: Transaction, step: Step, act: Act) -> None:
    if act.type == "decline":
        take_nothing(transaction, step, Reason("L-7", "game.declined", {"side": step.side}))
    else:
        _TAKES[act.type](transaction, step, act)


def _answer_take(transaction: Transaction, step: Step, act: Act) -> None:
    reward = dict(step.data["reward"])
    if reward["kind"] == "any_resource":
        reward = {"kind": "resources", "resources": {act.one("resource"): 1}}
    GAINS[reward["kind"]](transaction, step, reward, tuple(step.data["why"]))


def _gain_tomes(transaction: Transaction, step: Step, reward: Reward, why: tuple[Reason, ...]) -> None:
    draw_tomes(transaction, step.side, reward["draw"], reward["keep"], *why)


GAINS: Final[dict[str, Callable[[Transaction, Step, Reward, tuple[Reason, ...]], None]]] = {
    "power": gain_power,
    "resources": gain_resources,
    "tomes": _gain_tomes,
}
"""The functions that give each kind of free reward."""


def _answer_swap(transaction: Transaction, step: Step, act: Act) -> None:
    """Pay for a swap, with the act or by a question; then give the resource (L-15)."""
    rule = step.data["rule"]
    gained = Step(StepKind.GAIN, step.side, data={"resource": act.one("get"), "rule": rule})
    if "cubes" in act.values:
        pay(transaction, step.side, counted_cubes(act.values["cubes"]), rule)
        transaction.first(gained)
        return
    transaction.first(payment(step.side, step.data["reward"]["give"], rule), gained)


def _gain(transaction: Transaction, step: Step) -> None:
    resource = Resource(step.data["resource"])
    why = Reason(step.data["rule"], "game.swapped", {"side": step.side, "resource": resource})
    transaction.gain(step.side, resource, 1, why)


def _answer_recruit(transaction: Transaction, step: Step, act: Act) -> None:
    chosen = act.values["goons"]
    cost = next(offer["cost"] for offer in step.data["reward"]["offers"] if offer["goons"] == len(chosen))
    on_board = goons_on_board(transaction.game)
    rule = step.data["rule"]
    taken = [
        Step(StepKind.JOIN, step.side, Location(space), on_board[Location(space)], {"rule": rule}) for space in chosen
    ]
    effects = [Step(StepKind.CARD, step.side, card=one.card) for one in taken]
    transaction.first(payment(step.side, cost, rule), *taken, *effects)


def _join(transaction: Transaction, step: Step) -> None:
    """Give a side a goon (L-16, Z-13)."""
    # Between paying and taking, a correction may have moved the card.
    if transaction.game.spot(step.card) != (Zone.SPACE, step.location):
        return
    why = Reason(step.data["rule"], "game.recruited", {"side": step.side, "location": step.location})
    transaction.do(CardMoved(step.card, (Zone.SPACE, step.location), (Zone.GOONS, step.side), why=(why,)))


def _answer_craft(transaction: Transaction, step: Step, act: Act) -> None:
    card = act.one("card")
    price = item(transaction.game, card)
    pay(transaction, step.side, {resource: number for resource, number in price.cost.items() if number}, "C-1")
    transaction.first(payment(step.side, price.any, "C-1"), Step(StepKind.CRAFT, step.side, card=card))


def _craft(transaction: Transaction, step: Step) -> None:
    """Craft the paid card, unless a correction has moved it (C-1)."""
    if transaction.game.spot(step.card) not in {DISPLAY, (Zone.RESERVE, step.side)}:
        return
    crafted(transaction, step.side, step.card, Reason("C-1", "game.crafted", {"side": step.side}))


def _answer_reserve(transaction: Transaction, step: Step, act: Act) -> None:
    transaction.first(payment(step.side, 1, "C-2"), Step(StepKind.RESERVE, step.side, card=act.one("card")))


def _reserve(transaction: Transaction, step: Step) -> None:
    """Reserve the paid card, unless a correction has moved it (C-2)."""
    if transaction.game.spot(step.card) != DISPLAY:
        return
    why = Reason("C-2", "game.reserved", {"side": step.side})
    transaction.do(CardMoved(step.card, DISPLAY, (Zone.RESERVE, step.side), why=(why,)))


_TAKES: Final[Mapping[str, Callable[[Transaction, Step, Act], None]]] = {
    "take": _answer_take,
    "swap": _answer_swap,
    "recruit": _answer_recruit,
    "craft": _answer_craft,
    "reserve": _answer_reserve,
}

HANDLERS: Final[StepHandlers] = {
    StepKind.REWARD: StepHandler(
        _unasked_reward, _ask_reward, _answer_reward, offers=(TAKE, SWAP, RECRUIT, CRAFT, RESERVE, DECLINE)
    ),
    StepKind.GAIN: StepHandler(_gain),
    StepKind.JOIN: StepHandler(_join),
    StepKind.CRAFT: StepHandler(_craft),
    StepKind.RESERVE: StepHandler(_reserve),
}
