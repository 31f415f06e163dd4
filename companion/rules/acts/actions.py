"""Possible actions, and the check whether an act is one of them."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.rules.errors import RuleError
from companion.rules.frozen import EMPTY, deep_hash
from companion.rules.reasons import Reason
from companion.rules.schema import ChoiceField, Invalid, Schema
from companion.rules.state.pieces import Side
from companion.rules.state.steps import Step


class Action(NamedTuple):
    """An action that is possible now; all values that fit its fields are legal.

    Attributes:
        type: its type.
        rule: the id of the rule that it follows.
        fields: the fields to fill in, by name.
        side: who may do it, or None for anyone at the table.
    """

    type: str
    rule: str
    fields: Mapping[str, Schema] = EMPTY
    side: Side | None = None


class Prompt(NamedTuple):
    """The question that the game asks now.

    Attributes:
        step: the step at the front of the agenda, or None once the game has ended.
        side: who must act, or None for anyone at the table.
        actions: the possible actions.
        barred: actions that a player might look for but cannot do, by type, with the reason.
    """

    step: Step | None
    side: Side | None
    actions: tuple[Action, ...]
    barred: Mapping[str, Reason] = EMPTY


class Act(NamedTuple):
    """One of the actions, filled in."""

    type: str
    values: Mapping[str, Any] = EMPTY

    def __hash__(self) -> int:
        return hash((self.type, deep_hash(self.values)))

    def one(self, name: str) -> Any:
        """Return the only value of a choice of one."""
        (value,) = self.values[name]
        return value


class IllegalAct(RuleError):
    """An act that the game does not offer now.

    Attributes:
        faults: all its errors.
        rule: the id of the rule that it goes against, or empty if only its form is wrong.
    """

    def __init__(self, faults: tuple[Invalid, ...], rule: str) -> None:
        super().__init__(faults[0].key, faults[0].path, **faults[0].data)
        self.faults = faults
        self.rule = rule
        self.all = (self, *(IllegalAct((fault,), rule) for fault in faults[1:]))


def offered(prompt: Prompt, act: Act) -> Action | None:
    """Return the action of a prompt that an act means: the best fit of its type.

    A valid choice says more about the meaning than a number, which may be wrong.
    """
    found = _meant(prompt, act)
    return None if found is None else found[0]


def _meant(prompt: Prompt, act: Act) -> tuple[Action, tuple[Invalid, ...]] | None:
    """Return that action, and the faults of the act as a fill-in of it."""
    best = None
    for action in prompt.actions:
        if action.type == act.type:
            faults = faults_of(action, act)
            if not faults:
                return action, faults
            if best is None or _misfit(action, faults) < _misfit(*best):
                best = action, faults
    return best


def _misfit(action: Action, faults: tuple[Invalid, ...]) -> tuple[int, int]:
    """Rate how badly these faults fit an action; unknown fields count as wrong choices."""
    fields = [action.fields.get(str(fault.path[0])) for fault in faults]
    return sum(shape is None or isinstance(shape, ChoiceField) for shape in fields), len(faults)


def checked(prompt: Prompt, act: Act) -> Action:
    """Return the action that an act fills in.

    Raises:
        IllegalAct: there is no such action now, or a field does not fit.
    """
    meant = _meant(prompt, act)
    if meant is None:
        reason = prompt.barred.get(act.type)
        if reason is not None:
            raise IllegalAct((Invalid(("type",), reason.key, reason.data),), reason.rule)
        types = tuple(action.type for action in prompt.actions)
        raise IllegalAct((Invalid(("type",), "act.not_now", {"offered": types}),), "")
    action, faults = meant
    if faults:
        raise IllegalAct(faults, action.rule)
    return action


def faults_of(action: Action, act: Act) -> tuple[Invalid, ...]:
    """Return all faults of an act as a fill-in of an action."""
    found = [_unknown(name, action) for name in act.values if name not in action.fields]
    for name, shape in action.fields.items():
        if name in act.values:
            found += shape.faults(act.values[name], (name,))
        else:
            found.append(Invalid((name,), "shape.missing"))
    return tuple(found)


def _unknown(name: str, action: Action) -> Invalid:
    return Invalid((name,), "shape.unknown", {"known": tuple(action.fields)})
