"""Tomes: one is discarded, then its owner does what it says (T-2, T-3, Z-21)."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from companion.rules.acts.action_types import ACTION_TYPES, ActionType, action_type
from companion.rules.acts.actions import Act, Action
from companion.rules.acts.transaction import StepHandler, StepHandlers, Transaction
from companion.rules.phases.roll_call import face_down_cards, out_of_roll_call
from companion.rules.reasons import Reason
from companion.rules.schema import CHOOSE, NUMBER, ChoiceField, IntField, Option
from companion.rules.shuffling.shuffle import GUARDS, LOCATIONS
from companion.rules.state.events import (
    DeckLooked,
    GuardCardLaid,
    GuardCardLooked,
    GuardCardMoved,
    Strengthened,
    TokensMoved,
    TomesMoved,
)
from companion.rules.state.pieces import Side, Token
from companion.rules.state.position import Phase, Position
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step
from companion.rules.vocabulary import Location

PLAY_TOME: Final = action_type("play_tome", "T-2", side=CHOOSE)
REVEAL_GUARD_CARD: Final = action_type("reveal_guard_card", "E-17", card=CHOOSE)
LOOK_AT_GUARD_CARD: Final = action_type("look_at_guard_card", "E-17", card=CHOOSE)
MOVE_GUARD_CARD: Final = action_type("move_guard_card", "Z-21", card=CHOOSE, to=CHOOSE)
REMOVE_GUARD_CARD: Final = action_type("remove_guard_card", "Z-21", card=CHOOSE)
ADD_GUARD_CARD: Final = action_type("add_guard_card", "Z-21", to=CHOOSE)
LOOK_AT_DECK: Final = action_type("look_at_deck", "Z-21", deck=CHOOSE)
MOVE_TOKEN: Final = action_type("move_token", "T-2", token=CHOOSE, to=CHOOSE)
RETURN_TOKEN: Final = action_type("return_token", "T-2", token=CHOOSE)
STRENGTHEN: Final = action_type("strengthen", "T-2", side=CHOOSE, location=CHOOSE, by=NUMBER)
TOME_DONE: Final = action_type("tome_done", "T-3")

_IN_PLAY: Final = frozenset({Phase.ROLL_CALL, Phase.LIGHTS_OUT, Phase.PATROL, Phase.LAST_RAID})
_BY: Final = IntField(-99, 99)


def may_play(game: Position) -> tuple[Side, ...]:
    """Return who may play a tome now: not players out of a roll call (T-2, R-4, R-5)."""
    if game.phase not in _IN_PLAY or game.agenda[0].kind is StepKind.TOME:
        return ()
    out = out_of_roll_call(game) if game.phase is Phase.ROLL_CALL else frozenset()
    return tuple(side for side in game.players if game.tomes.get(side) and side not in out)


def action(game: Position) -> tuple[Action, ...]:
    """Return the action of playing a tome, if any player may."""
    sides = may_play(game)
    if not sides:
        return ()
    return (PLAY_TOME.action({"side": ChoiceField(sides)}),)


def begin(transaction: Transaction, act: Act) -> None:
    """Discard the tome; the step before waits (T-3)."""
    side = act.one("side")
    transaction.do(TomesMoved(1, side, "discards", (Reason("T-3", "tome.played", {"side": side}),)))
    transaction.first(Step(StepKind.TOME, side))


def _is_to_come(game: Position) -> bool:
    """Return whether a location is still to be ranked in this round (L-8, Z-20)."""
    if game.phase is not Phase.LIGHTS_OUT:
        return game.phase is Phase.ROLL_CALL
    return game.location is not None or any(step.kind is StepKind.LOCATION for step in game.agenda)


def _offers(game: Position, side: Side) -> Iterator[Action]:
    """Offer what a tome may do on the board and to guards; the rest are corrections."""
    if not _is_to_come(game):
        return
    places = ChoiceField(game.setup.edition.location_words)
    down = face_down_cards(game)
    if down:
        reveals = game.setup.edition.peek_tomes_reveal
        yield (REVEAL_GUARD_CARD if reveals else LOOK_AT_GUARD_CARD).action({"card": ChoiceField(down)}, side)
    laid = tuple(index for index, card in enumerate(game.guard_cards) if card.location is not None)
    lies = {index: game.guard_cards[index].location for index in laid}
    yield from (MOVE_GUARD_CARD.action({"card": cards, "to": to}, side) for cards, to in _elsewhere(game, lies.items()))
    if laid:
        yield REMOVE_GUARD_CARD.action({"card": ChoiceField(laid)}, side)
    if game.guard_deck:
        yield ADD_GUARD_CARD.action({"to": places}, side)
    decks = tuple(name for name, deck in _decks(game).items() if deck and None not in deck)
    if decks:
        yield LOOK_AT_DECK.action({"deck": ChoiceField(decks)}, side)
    found = [(option, game.tokens[which].location) for option, which in _on_the_board(game, side)]
    yield from (MOVE_TOKEN.action({"token": tokens, "to": to}, side) for tokens, to in _elsewhere(game, found))
    tokens = tuple(option for option, _ in found)
    if tokens:
        yield RETURN_TOKEN.action({"token": ChoiceField(tokens)}, side)
    fields = {"side": ChoiceField(tuple(game.setup.sides)), "location": places, "by": _BY}
    yield STRENGTHEN.action(fields, side)


def _elsewhere(
    game: Position, lying: Iterable[tuple[Option, Location | None]]
) -> Iterator[tuple[ChoiceField, ChoiceField]]:
    """Yield the pieces to move, by place, and their targets, without the place itself."""
    by_place: dict[Location | None, list[Option]] = {}
    for option, place in lying:
        by_place.setdefault(place, []).append(option)
    for place, options in by_place.items():
        others = tuple(word for word in game.setup.edition.location_words if word != place)
        yield ChoiceField(tuple(options)), ChoiceField(others)


def _on_the_board(game: Position, side: Side) -> Iterator[tuple[Option, tuple[Side, Token]]]:
    """Yield the tokens on the board by name, others' face-down ones by place (V-1)."""
    hidden: Counter[tuple[Side, Location]] = Counter()
    for (whose, token), laid in game.tokens.items():
        if laid.face_down and whose != side:
            hidden[whose, laid.location] += 1
            place = {"location": laid.location.value, "face_down": hidden[whose, laid.location]}
            yield {"side": whose, **place}, (whose, token)
        else:
            yield {"side": whose, "token": token}, (whose, token)


def _decks(game: Position) -> Mapping[str, tuple[Any, ...]]:
    return {GUARDS: game.guard_deck, LOCATIONS: game.location_deck}


def _ask(game: Position, step: Step) -> tuple[Action, ...]:
    return (*_offers(game, step.side), TOME_DONE.action(side=step.side))


def _answer(transaction: Transaction, step: Step, act: Act) -> None:
    if act.type == TOME_DONE.word:
        return
    transaction.first(step)
    EFFECTS[ACTION_TYPES[act.type]](transaction, step.side, act)


def _reveal(transaction: Transaction, side: Side, act: Act) -> None:
    transaction.first(Step(StepKind.REVEAL, side, card=act.one("card"), data={"by": "tome"}))


def _look(transaction: Transaction, side: Side, act: Act) -> None:
    card = act.one("card")
    face = transaction.game.guard_cards[card].face
    transaction.do(GuardCardLooked(card, face, (Reason("Z-21", "tome.looked", {"side": side}),)))


def _move_card(transaction: Transaction, side: Side, act: Act) -> None:
    to = Location(act.one("to"))
    transaction.do(GuardCardMoved(act.one("card"), to, (Reason("Z-21", "tome.guard_card_moved", {"location": to}),)))


def _remove_card(transaction: Transaction, side: Side, act: Act) -> None:
    transaction.do(GuardCardMoved(act.one("card"), None, (Reason("Z-21", "tome.guard_card_removed"),)))


def _add_card(transaction: Transaction, side: Side, act: Act) -> None:
    to = Location(act.one("to"))
    transaction.do(GuardCardLaid(to, (Reason("Z-21", "tome.guard_card_added", {"location": to}),)))


def _look_at_deck(transaction: Transaction, side: Side, act: Act) -> None:
    deck = act.one("deck")
    transaction.do(
        DeckLooked(deck, _decks(transaction.game)[deck][0], (Reason("Z-21", "tome.deck_looked", {"side": side}),))
    )


def _move_token(transaction: Transaction, side: Side, act: Act) -> None:
    _carry_token(transaction, side, act, Location(act.one("to")))


def _return_token(transaction: Transaction, side: Side, act: Act) -> None:
    _carry_token(transaction, side, act, None)


def _carry_token(transaction: Transaction, side: Side, act: Act, to: Location | None) -> None:
    """Move a token as it lies; a face-down one is not named (V-1)."""
    whose, token = next(found for option, found in _on_the_board(transaction.game, side) if option == act.one("token"))
    told: dict[str, Any] = {"side": whose} if to is None else {"side": whose, "location": to}
    hidden, shown = _CARRIED[to is None]
    if transaction.game.tokens[whose, token].face_down:
        why = Reason("T-2", hidden, told)
    else:
        why = Reason("T-2", shown, {**told, "token": token})
    transaction.do(TokensMoved(whose, (token,), to, (why,)))


_CARRIED: Final[Mapping[bool, tuple[str, str]]] = {
    False: ("tome.hidden_moved", "tome.token_moved"),
    True: ("tome.hidden_returned", "tome.token_returned"),
}
"""The keys for a moved token, by whether it goes home: face down, and face up."""


def _strengthen(transaction: Transaction, side: Side, act: Act) -> None:
    location = Location(act.one("location"))
    told = {"side": act.one("side"), "by": act.values["by"], "location": location}
    transaction.do(
        Strengthened(act.one("side"), location, act.values["by"], (Reason("T-2", "tome.strengthened", told),))
    )


EFFECTS: Final[Mapping[ActionType, Callable[[Transaction, Side, Act], None]]] = {
    REVEAL_GUARD_CARD: _reveal,
    LOOK_AT_GUARD_CARD: _look,
    MOVE_GUARD_CARD: _move_card,
    REMOVE_GUARD_CARD: _remove_card,
    ADD_GUARD_CARD: _add_card,
    LOOK_AT_DECK: _look_at_deck,
    MOVE_TOKEN: _move_token,
    RETURN_TOKEN: _return_token,
    STRENGTHEN: _strengthen,
}

HANDLERS: Final[StepHandlers] = {StepKind.TOME: StepHandler(ask=_ask, answer=_answer, offers=(*EFFECTS, TOME_DONE))}
