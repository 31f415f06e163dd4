"""Lights out (L-1 to L-10): a location opens, is forecast, resolved, and left.

If roll call is on the real board, the game first asks who is there (`companion.rules.phases.presence_entry`).
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from companion.rules.acts.action_types import action_type
from companion.rules.acts.actions import Act, Action, Prompt
from companion.rules.acts.transaction import StepHandler, StepHandlers, Transaction
from companion.rules.frozen import FrozenDict
from companion.rules.phases.presence_entry import counted_together
from companion.rules.phases.roll_call import FOR_A_TOME, draw_for_special, stop_at_next_location
from companion.rules.phases.typed_guard_cards import TYPE_GUARD_CARD, read_colour, read_face, typed_face
from companion.rules.reasons import Reason
from companion.rules.rulings.locations import LocationResult, Outcome, location_result
from companion.rules.rulings.ranking import Presence, seat_name
from companion.rules.schema import CARD, CHOOSE, ChoiceField
from companion.rules.state.cards import PRICE, GuardFace, priced
from companion.rules.state.events import (
    BoxCounted,
    CardReturned,
    Event,
    FaceTyped,
    GuardCardMoved,
    GuardCardTurned,
    LocationOpened,
    Moved,
    Noted,
    Overruled,
    StrengthStated,
    TokensMoved,
    TokensTurned,
)
from companion.rules.state.pieces import DISPLAY, Cube, Kind, Side, Spot, Zone
from companion.rules.state.position import Position
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step
from companion.rules.vocabulary import Location

TYPE_ITEM: Final = action_type("type_item", "L-17", card=CHOOSE, item=CARD)
SPACE_EMPTY: Final = action_type("space_empty", "P-11", card=CHOOSE)
RESOLVE: Final = action_type("resolve", "L-10")
RESOLVE_ALL: Final = action_type("resolve_all", "L-1")
GO_ON: Final = action_type("go_on", "L-1", stop=CHOOSE)


OF_ONE_ITEM: Final = frozenset({TYPE_ITEM.word, SPACE_EMPTY.word})
"""Acts that enter one item, also if several are asked for at once."""


def presences(game: Position, location: Location) -> list[Presence]:
    """Return all sides' open pieces at a location (L-2, L-3, Z-9, V-1)."""
    guards = game.setup.guards
    return [
        Presence(
            seat_name(side),
            game.at(side, Cube.POWER),
            () if side == guards else game.tokens_at(side, location),
            side == guards,
            _strengths(game, location) if side == guards else (),
            game.bonus.get((side, location), 0),
            game.strengths.get((side, location)),
        )
        for side in game.setup.sides
    ]


def _strengths(game: Position, location: Location) -> tuple[int | str, ...]:
    up = [card.face for card in game.guard_cards if card.location is location and card.up]
    return tuple([face.strength for face in up if face is not None])


def is_empty(game: Position, location: Location) -> bool:
    """Return whether no token and no guard card is there."""
    # Loops, since each step of lights out asks this, and `any` would make a generator for each.
    for card in game.guard_cards:
        if card.location is location:
            return False
    for laid in game.tokens.values():
        if laid.location is location:
            return False
    return not any(where is location for _, where in game.strengths)


def forecast(game: Position, location: Location) -> LocationResult:
    """Return the result of resolving a location now; seats name the sides (L-10)."""
    return resolved(game, location, presences(game, location))


def resolved(game: Position, location: Location, sides: Sequence[Presence]) -> LocationResult:
    """Return the result of resolving a location now with these sides there."""
    return location_result(
        location,
        sides,
        seat_name(game.first_player),
        edition=game.setup.edition,
        rulings=game.setup.rulings,
        suspicion=game.at(location, Cube.SUSPICION),
        bandit=[resource for resource, number in game.resources(location).items() for _ in range(number)],
    )


def _open(transaction: Transaction, step: Step) -> None:
    """Open a location and reveal everything there (L-10).

    An empty one is skipped (L-3), and its cubes stay (P-5). Before the Cell Block is ranked, the game asks for unknown
    prices (L-17).
    """
    location = step.location
    if not _is_known_who_is_there(transaction.game, location):
        transaction.do(LocationOpened(location))
        kind = StepKind.ROWS if transaction.game.setup.paced else StepKind.GATHER
        transaction.first(Step(kind, location=location), Step(StepKind.GATHERED, location=location))
    elif is_empty(transaction.game, location):
        transaction.note("L-3", "lights_out.empty", location=location)
        if "stop" in step.data:
            stop_at_next_location(transaction)
    else:
        transaction.do(LocationOpened(location))
        if _face_down(transaction.game, location):
            transaction.do(TokensTurned(location))
        _begin(transaction, step)


def _is_known_who_is_there(game: Position, location: Location) -> bool:
    """Return whether a location needs no question: the app calls the roll, or has sent its crews there (R-2, L-8).

    If one phone enters all tokens it is one tap, and the guards may be there.
    """
    if game.setup.calls_roll:
        return True
    may_be_laid_there = game.setup.rulings["unused_tokens"] == "library"
    counted = any(where is location for _, where in game.strengths)
    return location is Location.LIBRARY and game.setup.paced and not may_be_laid_there and not counted


def _gathered(transaction: Transaction, step: Step) -> None:
    """Skip the location if no side has entered tokens (L-3); otherwise begin."""
    if is_empty(transaction.game, step.location):
        transaction.note("L-3", "lights_out.empty", location=step.location)
    else:
        _begin(transaction, step)


def _begin(transaction: Transaction, step: Step) -> None:
    """Reveal the guard cards there (L-10), then rank, reward and leave.

    If that tells a player something new who may still change the ranking, the location waits for an act.
    """
    location, game = step.location, transaction.game
    tells_more = _hidden(game, location) is not None and may_strengthen(game, location)
    transaction.first(
        Step(StepKind.TURN_UP, location=location),
        Step(StepKind.RESOLVE, location=location, data=FOR_A_TOME if tells_more else step.data),
        *((Step(StepKind.PACE, location=location),) if transaction.game.setup.paced else ()),
        Step(StepKind.LEAVE, location=location),
    )


def _unpriced(game: Position, location: Location) -> tuple[Step, ...]:
    """Return questions for prices before the Cell Block is ranked (L-17, C-1)."""
    if location is not Location.CELL_BLOCK:
        return ()
    return unpriced(game, *(one.seat for one in presences(game, location) if one.is_there))


def unpriced(game: Position, *sides: Side) -> tuple[Step, ...]:
    """Return the steps that ask for unknown prices of sides' items (L-17, C-1).

    If each player has a phone, one step asks for all of them, since several can read cards at the same time.
    """
    cards = unpriced_cards(game, *sides)
    return (Step(StepKind.PRICE, data={"sides": sides}),) if cards and game.setup.asks_at_once else cards


def unpriced_cards(game: Position, *sides: Side) -> tuple[Step, ...]:
    """Return a step for each of these cards: cards on display, then cards in reserves."""

    def cards(spot: Spot) -> Iterator[int]:
        return (card for card in game.lying(spot) if game.face(card).price is None)

    reserves = (Step(StepKind.PRICE, side, card=card) for side in sides for card in cards((Zone.RESERVE, side)))
    return (*(Step(StepKind.PRICE, card=card) for card in cards(DISPLAY)), *reserves)


def _hidden(game: Position, location: Location) -> int | None:
    """Return the next guard card to reveal there (L-10), by its number in this round."""
    for index, card in enumerate(game.guard_cards):
        if card.location is location and not card.up:
            return index
    return None


def _ask_turn_up(game: Position, step: Step) -> tuple[Action, ...]:
    """Ask for the face of a real card when it is revealed (L-10)."""
    hidden = _hidden(game, step.location)
    if hidden is None or game.guard_cards[hidden].face is not None:
        return ()
    return (TYPE_GUARD_CARD.action({"face": typed_face(game)}, rule="L-10"),)


def _turn_up(transaction: Transaction, step: Step) -> None:
    """Reveal the guard cards there (L-10), one by one for special cards (Z-8)."""
    # A face that only the table knows is asked for, at the latest by resolving.
    while (hidden := _hidden(transaction.game, step.location)) is not None and (
        face := transaction.game.guard_cards[hidden].face
    ) is not None:
        _turned_up(transaction, step, hidden, face, "")


def _answer_turn_up(transaction: Transaction, step: Step, act: Act) -> None:
    value = act.values["face"]
    hidden = _hidden(transaction.game, step.location)
    assert hidden is not None, "it was asked for"
    _turned_up(transaction, step, hidden, read_face(value), read_colour(transaction.game.setup, value))
    transaction.first(step)


def _turned_up(transaction: Transaction, step: Step, card: int, face: GuardFace, colour: str) -> None:
    told = {"strength": face.strength, "location": step.location}
    transaction.do(GuardCardTurned(card, face, (Reason("L-10", "lights_out.guard_card", told),), colour))
    draw_for_special(transaction, card)


def _ask_price(game: Position, step: Step) -> tuple[Action, ...]:
    """Ask for value and cost once, while the card is on display or reserved (L-17).

    Where several cards are asked for, an act names its card. One that names none is of the card that a prompt names:
    programs and games from before the app asked for all at once leave it out.
    """
    if step.card is not None:
        return tuple(_types_price(game, step))
    steps = unpriced_cards(game, *step.data["sides"])
    named = (
        action._replace(fields={"card": ChoiceField((one.card,), proposed=(one.card,)), **action.fields})
        for one in steps
        for action in _types_price(game, one)
    )
    return (*named, *(action for one in steps[:1] for action in _types_price(game, one)))


def asked_together(prompt: Prompt) -> dict[int, Side | None]:
    """Return the cards whose prices a prompt asks for together, and who may enter them."""
    return {
        int(str(shape.options[0])): action.side
        for action in prompt.actions
        if action.type == TYPE_ITEM.word and isinstance(shape := action.fields.get("card"), ChoiceField)
    }


def _types_price(game: Position, step: Step) -> Iterator[Action]:
    spot = game.spot(step.card)
    if spot not in {DISPLAY, (Zone.RESERVE, step.side)} or game.face(step.card).price is not None:
        return
    owner = None if step.side == game.setup.guards else step.side
    yield TYPE_ITEM.action({"item": PRICE}, owner)
    if spot == DISPLAY:
        yield SPACE_EMPTY.action()


def _price_named(game: Position, step: Step) -> Step:
    """Return the step for the card of an act that names none."""
    return step if step.card is not None else next(iter(unpriced_cards(game, *step.data["sides"])), step)


def _answer_price(transaction: Transaction, step: Step, act: Act) -> None:
    """Enter value and cost (L-17), or that the real deck has run out (P-11)."""
    card = act.one("card") if "card" in act.values else _price_named(transaction.game, step).card
    if step.card is None:
        # The others are still asked for.
        transaction.first(step)
    if act.type == "type_item":
        transaction.do(FaceTyped(card, priced(transaction.game.face(card), act.values["item"])))
        return
    # The deck ran out before the app's count of it did: neither this card nor those still counted are in the box.
    missing = transaction.game.deck(Kind.ITEM) + 1
    why = (Reason("P-11", "lights_out.space_empty"),)
    transaction.do(CardReturned(card, DISPLAY, why))
    transaction.do(BoxCounted(Kind.ITEM, transaction.game.setup.cards[Kind.ITEM] - missing, why))


def _ask_resolve(game: Position, step: Step) -> tuple[Action, ...]:
    location = step.location
    if is_empty(game, location) or _hidden(game, location) is not None or _face_down(game, location):
        return ()
    if _unpriced(game, location):
        return ()
    return (RESOLVE.action(),) if _waits_to_be_resolved(game, step) else ()


def _waits_to_be_resolved(game: Position, step: Step) -> bool:
    """Return whether a location waits for an act, so that a player may look first."""
    if not game.setup.paced:
        return True
    return game.setup.solitary and "stop" in step.data


def may_strengthen(game: Position, location: Location) -> bool:
    """Return whether a player there with guards has a tome, which may change ranks (T-2)."""
    theirs = game.guard_cards_at(location)
    return any(theirs and game.tomes.get(side) and game.tokens_at(side, location) for side in game.players)


def _face_down(game: Position, location: Location) -> bool:
    return any(laid.face_down and laid.location is location for laid in game.tokens.values())


def _resolve(transaction: Transaction, step: Step) -> None:
    """Reveal what a tome has brought face down, or pass if no one is left (L-10)."""
    location = step.location
    if _face_down(transaction.game, location):
        transaction.do(TokensTurned(location))
        transaction.first(step)
    elif _hidden(transaction.game, location) is not None:
        transaction.first(Step(StepKind.TURN_UP, location=location), step)
    elif prices := _unpriced(transaction.game, location):
        transaction.first(*prices, step)
    elif transaction.game.setup.paced and not is_empty(transaction.game, location):
        _answer_resolve(transaction, step, Act("resolve"))


def _answer_resolve(transaction: Transaction, step: Step, act: Act) -> None:
    """Rank once, then move suspicion and Bandit's cubes, then reward (L-10, P-10)."""
    location = step.location
    result = forecast(transaction.game, location)
    note_ranking(transaction, location, result)
    for outcome in result.outcomes:
        _bandit(transaction, location, outcome, result.why_robbed)
    transaction.first(*[_reward(outcome, location) for outcome in result.outcomes])


def ranking_in(events: Iterable[Event]) -> tuple[Reason, ...]:
    """Return the ranks, strongest first, from events that resolved a location (L-2)."""
    for event in events:
        if isinstance(event, Noted):
            found = tuple(one for one in event.why if {"rank", "strength"} <= one.data.keys())
            if found:
                return found
    return ()


def note_ranking(transaction: Transaction, location: Location, result: LocationResult) -> None:
    """Note the ranking, and move the suspicion cubes there (L-2 to L-5, T-2, Z-9)."""
    transaction.do(Noted(result.why_ranked))
    _suspicion(transaction, location, result)


def _suspicion(transaction: Transaction, location: Location, result: LocationResult) -> None:
    cubes = transaction.game.at(location, Cube.SUSPICION)
    if not cubes:
        return
    taker = next((outcome.place.side.seat for outcome in result.outcomes if outcome.suspicion), None)
    why = result.why_suspected
    if "suspicion" in transaction.game.overruled:
        outcome = transaction.game.overruled["suspicion"]
        taker = None if outcome == "stays" else outcome
        why = (Reason("L-5", "game.overruled"),)
    if taker is None:
        transaction.do(Noted(why))
    else:
        transaction.do(Moved(Cube.SUSPICION, cubes, location, taker, why))


def _bandit(transaction: Transaction, location: Location, outcome: Outcome, why: tuple[Reason, ...]) -> None:
    for resource in dict.fromkeys(outcome.bandit):
        number = outcome.bandit.count(resource)
        transaction.do(Moved(Cube(resource.value), number, location, outcome.place.side.seat, why))


def _reward(outcome: Outcome, location: Location) -> Step:
    """Return the step for a side's reward (L-6); `kept` with a Bandit's cube (P-10)."""
    # All of it is frozen: rewards come from the rule set or a ruling.
    data = FrozenDict(
        reward=outcome.offer.reward, rule=outcome.offer.rule, kept=bool(outcome.bandit), why=outcome.reasons
    )
    return Step(StepKind.REWARD, outcome.place.side.seat, location, data=data)


def stray(transaction: Transaction, side: Side, location: Location, *why: Reason) -> None:
    """Move the tokens of a side that took nothing to the Library (L-8)."""
    if location is Location.LIBRARY:
        transaction.do(Noted(why))
        return
    reasons = (*why, Reason("L-8", "lights_out.to_library", {"side": side}))
    if side == transaction.game.setup.guards:
        for index in transaction.game.guard_cards_at(location):
            transaction.do(GuardCardMoved(index, Location.LIBRARY, reasons))
        return
    if tokens := transaction.game.tokens_at(side, location):
        transaction.do(TokensMoved(side, tokens, Location.LIBRARY, reasons))
    if (side, location) in transaction.game.strengths:
        both = [counted_together(transaction.game, side, where) for where in (location, Location.LIBRARY)]
        strength, lookout = sum(one.strength for one in both), any(one.lookout for one in both)
        transaction.do(StrengthStated(side, Location.LIBRARY, strength, lookout, reasons))
        transaction.do(StrengthStated(side, location, 0))


def _ask_go_on(game: Position, step: Step) -> tuple[Action, ...]:
    return (GO_ON.action(),)


def _answer_go_on(transaction: Transaction, step: Step, act: Act) -> None:
    """Go on with the next step, since the player has moved the pieces."""


def next_stop(game: Position) -> Location | None:
    """Return the next location with anyone there; None if none is left (L-3)."""
    to_come = (step.location for step in game.agenda if step.kind is StepKind.LOCATION)
    return next((one for one in to_come if not (_is_known_who_is_there(game, one) and is_empty(game, one))), None)


def _leave(transaction: Transaction, step: Step) -> None:
    """Send remaining tokens home (L-8), and end the table's own decisions (E-14)."""
    game = transaction.game
    for side in game.players:
        tokens = game.tokens_at(side, step.location)
        if tokens:
            transaction.do(TokensMoved(side, tokens, None))
    for index in game.guard_cards_at(step.location):
        transaction.do(GuardCardMoved(index, None))
    for decision in transaction.game.overruled:
        transaction.do(Overruled(decision, None))
    transaction.do(LocationOpened(None))


def _ask_lay_out(game: Position, step: Step) -> tuple[Action, ...]:
    return (RESOLVE_ALL.action(),)


def _answer_lay_out(transaction: Transaction, step: Step, act: Act) -> None:
    """Go on with the locations, since all tokens are entered."""


HANDLERS: Final[StepHandlers] = {
    StepKind.LAY_OUT: StepHandler(ask=_ask_lay_out, answer=_answer_lay_out, offers=(RESOLVE_ALL,)),
    StepKind.LOCATION: StepHandler(_open),
    StepKind.GATHERED: StepHandler(_gathered),
    StepKind.TURN_UP: StepHandler(_turn_up, _ask_turn_up, _answer_turn_up, offers=(TYPE_GUARD_CARD,)),
    StepKind.PRICE: StepHandler(
        ask=_ask_price, answer=_answer_price, shared=True, named=_price_named, offers=(TYPE_ITEM, SPACE_EMPTY)
    ),
    StepKind.RESOLVE: StepHandler(_resolve, _ask_resolve, _answer_resolve, offers=(RESOLVE,)),
    StepKind.GO_ON: StepHandler(ask=_ask_go_on, answer=_answer_go_on, offers=(GO_ON,)),
    StepKind.LEAVE: StepHandler(_leave),
    StepKind.NIGHT: StepHandler(ask=_ask_go_on, answer=_answer_go_on, offers=(GO_ON,)),
}
