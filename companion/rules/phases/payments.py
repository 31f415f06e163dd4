"""Paying in resource cubes (C-1, C-2, L-15, L-16): questions and proposals."""

from collections.abc import Mapping
from typing import Final

from companion.rules.acts.action_types import action_type
from companion.rules.acts.actions import Act, Action
from companion.rules.acts.transaction import StepHandler, StepHandlers, Transaction
from companion.rules.reasons import Reason
from companion.rules.schema import CHOOSE, ChoiceField
from companion.rules.state.events import Moved
from companion.rules.state.pieces import Cube, Side
from companion.rules.state.position import Position
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step
from companion.rules.vocabulary import RESOURCES, Resource


def held(game: Position, side: Side) -> tuple[str, ...]:
    """Return a side's resource cubes, one by one."""
    return tuple(resource.value for resource, number in game.resources(side).items() for _ in range(number))


def proposed(game: Position, side: Side, number: int, gets: Resource | None = None) -> tuple[str, ...]:
    """Return a proposed payment: the most plentiful first, then the least rare.

    Gold, which scores double (F-1), comes later, and last of all the resource that the payment is for (L-15).
    """
    left = game.resources(side)
    paid = []
    for _ in range(min(number, sum(left.values()))):
        chosen = max(
            left, key=lambda one: (left[one] > 0, one is not gets, one is not Resource.GOLD, left[one], -one.rarity)
        )
        left[chosen] -= 1
        paid.append(chosen.value)
    return tuple(paid)


def payment(side: Side, number: int, rule: str) -> Step:
    """Return the step in which a player pays any mix of so many resources."""
    return Step(StepKind.PAY, side, data={"number": number, "rule": rule})


def _swapped_for(game: Position) -> Resource | None:
    """Return the resource that a swap gives for this payment, or None (L-15)."""
    follows = game.agenda[1]
    return Resource(follows.data["resource"]) if follows.kind is StepKind.GAIN else None


def _owed(game: Position, step: Step) -> int:
    # A correction may have taken cubes away since; the table is right, and pays what it has.
    return min(int(step.data["number"]), len(held(game, step.side)))


PAY: Final = action_type("pay", cubes=CHOOSE)


def _ask_pay(game: Position, step: Step) -> tuple[Action, ...]:
    cubes = held(game, step.side)
    owed = _owed(game, step)
    if owed in {0, len(cubes)} or len({*cubes}) == 1:
        return ()
    choice = ChoiceField(cubes, owed, owed, proposed=proposed(game, step.side, owed, _swapped_for(game)))
    return (PAY.action({"cubes": choice}, step.side, rule=step.data["rule"]),)


def _pay_what_there_is(transaction: Transaction, step: Step) -> None:
    pay(
        transaction,
        step.side,
        counted_cubes(held(transaction.game, step.side)[: _owed(transaction.game, step)]),
        step.data["rule"],
    )


def _answer_pay(transaction: Transaction, step: Step, act: Act) -> None:
    pay(transaction, step.side, counted_cubes(act.values["cubes"]), step.data["rule"])


def counted_cubes(cubes: tuple[str, ...] | list[str]) -> dict[Resource, int]:
    """Return resource cubes, listed one by one, by their number."""
    return {resource: cubes.count(resource.value) for resource in RESOURCES if resource.value in cubes}


def pay(transaction: Transaction, side: Side, resources: Mapping[Resource, int], rule: str) -> None:
    """Return resources of a side to the supply."""
    for resource, number in resources.items():
        why = Reason(rule, "game.pays", {"side": side, "resources": {resource: number}})
        transaction.do(Moved(Cube(resource.value), number, side, None, (why,)))


HANDLERS: Final[StepHandlers] = {
    StepKind.PAY: StepHandler(_pay_what_there_is, _ask_pay, _answer_pay, looks_ahead=True, offers=(PAY,))
}
