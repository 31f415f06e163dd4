"""Entry of the tokens at a location after roll call on the real board (R-1, L-10).

A side enters its tokens one by one, or their strength as a sum.

Every way to fill in either form is legal: an empty one means that nobody is there.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

from companion.rules.acts.action_types import action_type
from companion.rules.acts.actions import Act, Action
from companion.rules.acts.transaction import StepHandler, StepHandlers, Transaction
from companion.rules.reasons import Reason
from companion.rules.rulings.ranking import Presence, Stated, seat_name
from companion.rules.schema import CHOOSE, NUMBER, ChoiceField, IntField, Schema
from companion.rules.state.events import Answered, Assigned, StrengthStated, TokensMoved
from companion.rules.state.pieces import Cube, Side, Token
from companion.rules.state.position import Position
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step
from companion.rules.vocabulary import Location

MOST_STRENGTH: Final = 99
"""The greatest strength that can be entered for a side (L-2)."""

NOWHERE: Final = Stated(0, lookout=False)
"""The entry for a side that is not there: no strength and no lookout.

An enforcer without power cubes is there with no strength; it is entered as a token.
"""

WHY: Final = (Reason("L-10", "lights_out.told"),)


GATHER: Final = action_type("gather", "L-10", further=CHOOSE)
GATHER_STRENGTHS: Final = action_type("gather_strengths", "L-2", lookouts=CHOOSE, further=NUMBER)
ENTER_TOKENS: Final = action_type("enter_tokens", "L-10", side=CHOOSE, tokens=CHOOSE)
ENTER_STRENGTH: Final = action_type("enter_strength", "L-2", side=CHOOSE, strength=NUMBER, lookout=CHOOSE)
NOBODY_THERE: Final = action_type("nobody_there", "L-10", side=CHOOSE)


def tokens_told(values: Mapping[str, Any], side: Side) -> tuple[Token, ...]:
    """Return a side's tokens in an answer that names them."""
    return tuple(values.get(f"side_{side}", ()))


def strength_told(values: Mapping[str, Any], side: Side) -> Stated:
    """Return the strength of a side's tokens in an answer that counts them together."""
    return Stated(values.get(f"strength_{side}", 0), side in values.get("lookouts", ()))


def naming(options: Mapping[Side, tuple[Token, ...]], known: Mapping[Side, tuple[Token, ...]]) -> dict[str, Schema]:
    """Return the fields for naming tokens.

    Args:
        options: by side, the tokens that can be there.
        known: by side, the tokens that the app would name.
    """
    return {
        f"side_{side}": ChoiceField(tokens, 0, len(tokens), proposed=known.get(side, ()))
        for side, tokens in options.items()
        if tokens
    }


def counting(known: Mapping[Side, Stated]) -> dict[str, Schema]:
    """Return the fields for counting tokens: each side's strength, and lookouts.

    Args:
        known: by side, the app's proposal.
    """
    sides = tuple(known)
    numbers = {f"strength_{side}": IntField(0, MOST_STRENGTH, known[side].strength) for side in sides}
    lookouts = tuple(side for side in sides if known[side].lookout)
    return {**numbers, "lookouts": ChoiceField(sides, 0, len(sides), proposed=lookouts)}


def counted_together(game: Position, side: Side, location: Location) -> Stated:
    """Return the strength counted of a side at a location without naming its tokens."""
    return game.strengths.get((side, location), NOWHERE)


def _can_be_there(game: Position, side: Side, location: Location) -> tuple[Token, ...]:
    """Return a side's tokens there, and those at home all round (R-7, L-8)."""
    there = game.tokens_at(side, location)
    home = (token for token in game.at_home(side) if (side, token) not in game.spent)
    possible = {*there, *home}
    return tuple(token for token in game.setup.tokens() if token in possible)


def _known(game: Position, side: Side, location: Location) -> tuple[Token, ...]:
    """Return stragglers at the Library (L-8), by house ruling unused tokens too (R-6)."""
    unused = location is Location.LIBRARY and game.setup.rulings["unused_tokens"] == "library"
    # Tokens counted together were not named, so it is not known which are left.
    if unused and not any(whose == side for whose, _ in game.strengths):
        return _can_be_there(game, side, location)
    return game.tokens_at(side, location)


def _sum(game: Position, side: Side, location: Location) -> Stated:
    """Return the app's count there: stragglers (L-8), named or counted (L-2)."""
    tokens = _known(game, side, location)
    named = Presence(seat_name(side), game.at(side, Cube.POWER), tokens)
    other = counted_together(game, side, location)
    return Stated(min(other.strength + named.strength, MOST_STRENGTH), other.lookout or named.has_lookout)


def _asked(game: Position, location: Location) -> tuple[Side, ...]:
    """Return the sides to ask; an empty seat (S-10) only if it left tokens there."""
    return tuple(side for side in game.players if side not in game.away or _sum(game, side, location) != NOWHERE)


def _ask(game: Position, step: Step) -> tuple[Action, ...]:
    """Ask for tokens (L-10), or their sum (L-2), unless only empty seats are left (S-10)."""
    sides = _asked(game, step.location)
    if not sides:
        return ()
    options = {side: _can_be_there(game, side, step.location) for side in sides}
    known = {side: _known(game, side, step.location) for side in sides}
    sums = {side: _sum(game, side, step.location) for side in sides}
    return (GATHER.action(naming(options, known)), GATHER_STRENGTHS.action(counting(sums)))


def _answer(transaction: Transaction, step: Step, act: Act) -> None:
    for side in _asked(transaction.game, step.location):
        if act.type == "gather":
            _name(transaction, side, step.location, tokens_told(act.values, side))
        else:
            _count(transaction, side, step.location, strength_told(act.values, side))


def _ask_rows(game: Position, step: Step) -> tuple[Action, ...]:
    """Ask each player for tokens (L-10) or a sum (L-2); anyone may enter none (L-10).

    A side without a token that could be there is not asked (R-7).
    """
    location = step.location
    actions = []
    for side in _not_in_yet(game, location):
        whose = {"side": ChoiceField((side,), proposed=(side,))}
        possible = _can_be_there(game, side, location)
        tokens = ChoiceField(possible, 0, len(possible), proposed=_known(game, side, location))
        known = _sum(game, side, location)
        lookout = ChoiceField((LOOKOUT,), 0, 1, proposed=(LOOKOUT,) if known.lookout else ())
        counted = {**whose, "strength": IntField(0, MOST_STRENGTH, known.strength), "lookout": lookout}
        actions.append(ENTER_TOKENS.action({**whose, "tokens": tokens}, side))
        actions.append(ENTER_STRENGTH.action(counted, side))
        actions.append(NOBODY_THERE.action(whose))
    return tuple(actions)


LOOKOUT: Final = "lookout"

ROWS: Final = frozenset({ENTER_TOKENS.word, ENTER_STRENGTH.word, NOBODY_THERE.word})
"""Acts that enter who is there for one side, if each player enters their own crew."""

TELLS_OF_ANOTHER: Final = frozenset({"nobody_there"})
"""Acts in which the table answers for a side; that side may undo them."""


def _not_in_yet(game: Position, location: Location) -> tuple[Side, ...]:
    """Return the sides still to enter tokens there (L-10, R-7); see `_asked` (S-10)."""
    return tuple(
        side
        for side in _asked(game, location)
        if side not in game.answered
        and (_can_be_there(game, side, location) or counted_together(game, side, location) != NOWHERE)
    )


def _answer_rows(transaction: Transaction, step: Step, act: Act) -> None:
    side, location = act.one("side"), step.location
    if act.type == "enter_tokens":
        _name(transaction, side, location, act.values["tokens"])
    elif act.type == "enter_strength":
        _count(transaction, side, location, Stated(act.values["strength"], LOOKOUT in act.values["lookout"]))
    else:
        # Unlike no tokens, it says the same of a crew that was counted together.
        _count(transaction, side, location, NOWHERE)
    transaction.do(Answered(side))
    transaction.first(step)


def _name(transaction: Transaction, side: Side, location: Location, tokens: Iterable[Token]) -> None:
    """Place these tokens there, and no others (L-10)."""
    told, there = {*tokens}, transaction.game.tokens_at(side, location)
    counted = _still_counted(transaction.game, side, location, told)
    came = tuple(token for token in transaction.game.setup.tokens() if token in told and token not in there)
    _send_home(transaction, side, tuple(token for token in there if token not in told))
    if came:
        transaction.do(Assigned(side, location, came, why=WHY))
    _state(transaction, side, location, counted)


def _still_counted(game: Position, side: Side, location: Location, told: Collection[Token]) -> Stated:
    """Return the sum that strayed there, if the entry repeats the proposal (L-8)."""
    proposed = told == {*_known(game, side, location)} and counted_together(game, side, location) != NOWHERE
    return _sum(game, side, location) if proposed else NOWHERE


def _count(transaction: Transaction, side: Side, location: Location, told: Stated) -> None:
    """Set the strength there (L-2), whichever tokens it is, or nothing (L-10)."""
    if told == NOWHERE:
        _send_home(transaction, side, transaction.game.tokens_at(side, location))
    _state(transaction, side, location, told)


def _send_home(transaction: Transaction, side: Side, tokens: tuple[Token, ...]) -> None:
    if tokens:
        transaction.do(TokensMoved(side, tokens, None, WHY))


def _state(transaction: Transaction, side: Side, location: Location, told: Stated) -> None:
    if told != counted_together(transaction.game, side, location):
        transaction.do(StrengthStated(side, location, told.strength, told.lookout, WHY))


HANDLERS: Final[StepHandlers] = {
    StepKind.GATHER: StepHandler(ask=_ask, answer=_answer, offers=(GATHER, GATHER_STRENGTHS)),
    StepKind.ROWS: StepHandler(
        ask=_ask_rows, answer=_answer_rows, shared=True, offers=(ENTER_TOKENS, ENTER_STRENGTH, NOBODY_THERE)
    ),
}
