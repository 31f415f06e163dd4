"""Effects of a crafted, recruited or seized card (C-3, C-4, Z-17), then the leader goal (O-10)."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.rules.acts.action_types import action_type
from companion.rules.acts.actions import Act, Action
from companion.rules.acts.transaction import StepHandler, StepHandlers, Transaction
from companion.rules.phases.payments import pay
from companion.rules.phases.reward_gains import draw_tomes, in_supply, supply
from companion.rules.reasons import Reason
from companion.rules.rulings.automa import exchange
from companion.rules.rulings.goals import leader
from companion.rules.schema import CARD, CHOOSE, ChoiceField
from companion.rules.state.cards import GAINED, REST, Effect, GoonFace, ItemFace, LeaderGoal, completed
from companion.rules.state.events import FaceTyped, LeaderTaken, Moved, Noted, Overruled, StorageSet
from companion.rules.state.pieces import Cube, Side, Zone
from companion.rules.state.position import Position
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step
from companion.rules.vocabulary import DemonValuable, Goon, Resource, Valuable

TYPE_CARD: Final = action_type("type_card", "C-4", card=CARD)
TYPE_DEMON: Final = action_type("type_demon", "G-5", counts=CHOOSE)
NEXT_EFFECT: Final = action_type("next_effect", "C-6", effect=CHOOSE)
GIVE: Final = action_type("give", "C-3", side=CHOOSE)
EXCHANGE: Final = action_type("exchange", "C-3", give=CHOOSE)
EXCHANGE_FOR: Final = action_type("exchange_for", "C-3", get=CHOOSE)
KEEP: Final = action_type("keep", "C-3")


def _ask_card(game: Position, step: Step) -> tuple[Action, ...]:
    """Ask for a card's details when a side takes it."""
    return () if game.face(step.card).effects is not None else (TYPE_CARD.action({"card": REST}),)


def _answer_card(transaction: Transaction, step: Step, act: Act) -> None:
    transaction.do(FaceTyped(step.card, completed(transaction.game.face(step.card), act.values["card"])))
    transaction.first(step)


def _card(transaction: Transaction, step: Step) -> None:
    """Ask for a Demon's valuable (G-5), then check leader goal (O-10) and effects (C-1)."""
    face = transaction.game.face(step.card)
    effects = Step(StepKind.EFFECTS, step.side, data={"effects": tuple(face.effects)})
    transaction.first(Step(StepKind.DEMON, card=step.card), Step(StepKind.LEADER, step.side), effects)


def _ask_demon(game: Position, step: Step) -> tuple[Action, ...]:
    """Ask the side that takes a Demon, once, for the valuable that it counts (G-5)."""
    face = game.face(step.card)
    if getattr(face, "type", None) is not Goon.DEMON or face.counts is not None:
        return ()
    return (TYPE_DEMON.action({"counts": ChoiceField(tuple(one.value for one in DemonValuable))}),)


def _answer_demon(transaction: Transaction, step: Step, act: Act) -> None:
    face: GoonFace = transaction.game.face(step.card)
    transaction.do(FaceTyped(step.card, face._replace(counts=DemonValuable(act.one("counts")))))


def held_cards(game: Position, side: Side) -> list[ItemFace | GoonFace]:
    """Return a side's crafted items and goons; its reserve counts for nothing (C-5)."""
    return [game.cards[card] for zone in (Zone.CRAFTED, Zone.GOONS) for card in game.lying((zone, side))]


def counted(game: Position, side: Side, what: str) -> int:
    """Return how many of a valuable or of a goon type a side has (O-1, C-4)."""
    return on_cards(game, side, what) + by_hand(game, side, what)


def on_cards(game: Position, side: Side, what: str) -> int:
    """Count something on the cards of a side that the app knows (C-4)."""
    cards = held_cards(game, side)
    if what in _VALUABLES:
        return sum((card.valuables or ()).count(Valuable(what)) for card in cards)
    goons = [card for card in cards if isinstance(card, GoonFace)]
    shown = what.removeprefix(_DEMONS)
    if shown != what:
        return sum(goon.type is Goon.DEMON and goon.counts == shown for goon in goons)
    return sum(goon.type == what for goon in goons)


_VALUABLES: Final = frozenset(Valuable)

_DEMONS: Final = "demons_"
"""The beginning of words for Demons that count one valuable (G-5)."""


def by_hand(game: Position, side: Side, what: str) -> int:
    """Return a count that a side has entered, in addition to what the app sees."""
    return game.counted.get((side, what), 0)


def leader_now(game: Position, goal: LeaderGoal) -> Side | None:
    """Return the leader goal's holder when everything is counted again (O-1 to O-3)."""
    counts = [counted(game, side, goal.counts) for side in game.setup.sides]
    return leader(counts, game.leader, minimum=goal.minimum, first_player=game.first_player)


def _leader(transaction: Transaction, step: Step) -> None:
    check_leader(transaction)


def check_leader(transaction: Transaction) -> None:
    """Give the leader goal at once to a side with more than its holder (O-2, O-10)."""
    goal = transaction.game.setup.leader
    if goal is None:
        return
    holder = leader_now(transaction.game, goal)
    if holder != transaction.game.leader:
        counts = tuple(counted(transaction.game, side, goal.counts) for side in transaction.game.setup.sides)
        told = {"side": holder, "counts": counts, "what": goal.counts, "minimum": goal.minimum}
        transaction.do(LeaderTaken(holder, (Reason("O-10", "game.leader", told),)))


def recheck_leader(transaction: Transaction) -> None:
    """Check the leader goal after a correction; its holder keeps it on a tie (O-11)."""
    goal = transaction.game.setup.leader
    if goal is not None:
        holder = leader_now(transaction.game, goal)
        if holder != transaction.game.leader:
            transaction.do(LeaderTaken(holder, (Reason("O-11", "correction.leader", {"side": holder}),)))


def _order_matters(effects: tuple[Effect, ...]) -> bool:
    """Return whether another order of these effects can have another result (C-6)."""
    kinds = {*effects}
    gains = kinds & GAINED.keys()
    return (Effect.EXCHANGE in kinds and bool(gains)) or {Effect.REMOVE_SUSPICION, Effect.GIVE_SUSPICION} <= kinds


def _ask_effects(game: Position, step: Step) -> tuple[Action, ...]:
    """Let a player choose the order if it matters, but not the guards (C-6, Z-17)."""
    effects = step.data["effects"]
    if step.side == game.setup.guards or not _order_matters(effects):
        return ()
    offered = tuple(effect.value for effect in effects)
    return (NEXT_EFFECT.action({"effect": ChoiceField(offered, proposed=offered[:1])}, step.side),)


def _effects(transaction: Transaction, step: Step) -> None:
    effects = step.data["effects"]
    if effects:
        _carry_out(transaction, step, effects[0], effects[1:])


def _answer_effects(transaction: Transaction, step: Step, act: Act) -> None:
    left = list(step.data["effects"])
    left.remove(act.one("effect"))
    _carry_out(transaction, step, act.one("effect"), tuple(left))


def _carry_out(transaction: Transaction, step: Step, effect: Effect, left: tuple[Effect, ...]) -> None:
    if left:
        transaction.first(Step(StepKind.EFFECTS, step.side, data={"effects": left}))
    guards = step.side == transaction.game.setup.guards
    (_GUARDS if guards else _PLAYERS)[Effect(effect)](transaction, step.side, Effect(effect))


def _rule(transaction: Transaction, side: Side) -> str:
    return "Z-17" if side == transaction.game.setup.guards else "C-3"


def _gain(transaction: Transaction, side: Side, effect: Effect) -> None:
    transaction.gain(side, GAINED[effect], 1, Reason(_rule(transaction, side), "effect.gain", {"side": side}))


def _gain_power(transaction: Transaction, side: Side, effect: Effect) -> None:
    transaction.gain(side, Cube.POWER, 1, Reason(_rule(transaction, side), "effect.gain", {"side": side}))


def _remove_suspicion(transaction: Transaction, side: Side, effect: Effect) -> None:
    """Return one of the side's cubes to the supply, if it has any (C-3, C-6)."""
    rule = _rule(transaction, side)
    if transaction.game.at(side, Cube.SUSPICION):
        transaction.put_back(side, Cube.SUSPICION, 1, Reason(rule, "effect.remove_suspicion", {"side": side}))
    else:
        transaction.note("C-6", "effect.no_suspicion", side=side)


def _give_suspicion(transaction: Transaction, side: Side, effect: Effect) -> None:
    """Give one of the side's cubes to an opponent, if it has any (C-3, C-6, Z-17)."""
    if transaction.game.at(side, Cube.SUSPICION):
        transaction.first(Step(StepKind.GIVE, side))
    else:
        transaction.note("C-6", "effect.no_suspicion", side=side)


def _ask_give(game: Position, step: Step) -> tuple[Action, ...]:
    others = game.clockwise(step.side)[1:]
    return (GIVE.action({"side": ChoiceField(others)}, step.side),) if len(others) > 1 else ()


def _give(transaction: Transaction, step: Step) -> None:
    _given(transaction, step.side, transaction.game.clockwise(step.side)[1])


def _answer_give(transaction: Transaction, step: Step, act: Act) -> None:
    _given(transaction, step.side, act.one("side"))


def _given(transaction: Transaction, side: Side, other: Side) -> None:
    """Move a cube to another side (C-3), unless a correction has removed it (C-6)."""
    if not transaction.game.at(side, Cube.SUSPICION):
        transaction.note("C-6", "effect.no_suspicion", side=side)
        return
    why = Reason(_rule(transaction, side), "effect.give_suspicion", {"side": side, "other": other})
    transaction.do(Moved(Cube.SUSPICION, 1, side, other, (why,)))


def _draw_tome(transaction: Transaction, side: Side, effect: Effect) -> None:
    draw_tomes(transaction, side, 1, 1, Reason("C-3", "effect.draw_tome", {"side": side}))


def _choose_tome(transaction: Transaction, side: Side, effect: Effect) -> None:
    """Draw two tomes and keep one (C-3, E-6)."""
    draw_tomes(transaction, side, 2, 1, Reason("C-3", "effect.choose_tome", {"side": side}))


def _storage(transaction: Transaction, side: Side, effect: Effect) -> None:
    limit = transaction.game.storage[side] + 1
    transaction.do(StorageSet(side, limit, (Reason("C-3", "effect.storage", {"side": side, "limit": limit}),)))


def _exchange(transaction: Transaction, side: Side, effect: Effect) -> None:
    transaction.first(Step(StepKind.EXCHANGE, side))


def _gets(game: Position, gives: str) -> tuple[str, ...]:
    return tuple(resource for resource in in_supply(game) if resource != gives)


def _ask_exchange(game: Position, step: Step) -> tuple[Action, ...]:
    gives = tuple(resource.value for resource in game.resources(step.side) if _gets(game, resource.value))
    if not gives:
        return ()
    return (
        EXCHANGE.action({"give": ChoiceField(gives)}, step.side),
        KEEP.action(side=step.side),
    )


def _no_exchange(transaction: Transaction, step: Step) -> None:
    transaction.note("C-3", "effect.no_exchange", side=step.side)


def _answer_exchange(transaction: Transaction, step: Step, act: Act) -> None:
    if act.type == "exchange":
        transaction.first(Step(StepKind.EXCHANGE_FOR, step.side, data={"give": act.one("give")}))
    else:
        transaction.note("C-3", "effect.kept", side=step.side)


def _ask_exchange_for(game: Position, step: Step) -> tuple[Action, ...]:
    gets = _gets(game, step.data["give"])
    return (EXCHANGE_FOR.action({"get": ChoiceField(gets)}, step.side),) if len(gets) > 1 else ()


def _exchange_for(transaction: Transaction, step: Step) -> None:
    gets = _gets(transaction.game, step.data["give"])
    if gets:
        _exchanged(transaction, step.side, step.data["give"], gets[0])


def _answer_exchange_for(transaction: Transaction, step: Step, act: Act) -> None:
    _exchanged(transaction, step.side, step.data["give"], act.one("get"))


def _exchanged(transaction: Transaction, side: Side, gives: str, gets: str, *why: Reason) -> None:
    rule = _rule(transaction, side)
    # A correction may have removed the chosen resource.
    if not transaction.game.at(side, Resource(gives)):
        transaction.note(rule, "effect.no_exchange", side=side)
        return
    pay(transaction, side, {Resource(gives): 1}, rule)
    transaction.gain(side, Resource(gets), 1, *why, Reason(rule, "effect.exchanged", {"gives": gives, "gets": gets}))


def _guards_tome(transaction: Transaction, side: Side, effect: Effect) -> None:
    transaction.score(side, 1, Reason("Z-17", "effect.guards_tome"))


def _guards_storage(transaction: Transaction, side: Side, effect: Effect) -> None:
    """Note that the guards have no limit that could rise (Z-18)."""
    transaction.note("Z-18", "effect.guards_storage")


def _guards_exchange(transaction: Transaction, side: Side, effect: Effect) -> None:
    game = transaction.game
    done = exchange(game.resources(side), supply(game), game.setup.rulings)
    if "exchange" in game.overruled:
        does = game.overruled["exchange"]
        why = Reason("Z-17", "game.overruled")
        if does == "nothing":
            transaction.do(Noted((why,)))
        else:
            _exchanged(transaction, side, does["give"], does["get"], why)
        transaction.do(Overruled("exchange", None))
    elif done.gives is None or done.gets is None:
        transaction.do(Noted(done.reasons))
    else:
        _exchanged(transaction, side, done.gives, done.gets, *done.reasons)


Doing = Callable[[Transaction, Side, Effect], None]

_BOTH: Final[Mapping[Effect, Doing]] = {
    **dict.fromkeys(GAINED, _gain),
    Effect.GAIN_POWER: _gain_power,
    Effect.REMOVE_SUSPICION: _remove_suspicion,
    Effect.GIVE_SUSPICION: _give_suspicion,
}
_PLAYERS: Final[Mapping[Effect, Doing]] = {
    **_BOTH,
    Effect.DRAW_TOME: _draw_tome,
    Effect.CHOOSE_TOME: _choose_tome,
    Effect.STORAGE: _storage,
    Effect.EXCHANGE: _exchange,
}
_GUARDS: Final[Mapping[Effect, Doing]] = {
    **_BOTH,
    Effect.DRAW_TOME: _guards_tome,
    Effect.CHOOSE_TOME: _guards_tome,
    Effect.STORAGE: _guards_storage,
    Effect.EXCHANGE: _guards_exchange,
}

HANDLERS: Final[StepHandlers] = {
    StepKind.CARD: StepHandler(_card, _ask_card, _answer_card, offers=(TYPE_CARD,)),
    StepKind.DEMON: StepHandler(ask=_ask_demon, answer=_answer_demon, offers=(TYPE_DEMON,)),
    StepKind.LEADER: StepHandler(_leader),
    StepKind.EFFECTS: StepHandler(_effects, _ask_effects, _answer_effects, offers=(NEXT_EFFECT,)),
    StepKind.GIVE: StepHandler(_give, _ask_give, _answer_give, offers=(GIVE,)),
    StepKind.EXCHANGE: StepHandler(_no_exchange, _ask_exchange, _answer_exchange, offers=(EXCHANGE, KEEP)),
    StepKind.EXCHANGE_FOR: StepHandler(_exchange_for, _ask_exchange_for, _answer_exchange_for, offers=(EXCHANGE_FOR,)),
}
