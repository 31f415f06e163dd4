"""Lights out (L-1 to L-10): a location opens, is forecast, and is resolved; then everybody leaves it.

Where roll call is on the real board, who is there is asked first (`companion.rules.phases.presence_entry`).
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from companion.rules.acts.actions import Act, Action
from companion.rules.acts.transaction import Play, Rule, Rules
from companion.rules.phases.presence_entry import counted_together
from companion.rules.phases.roll_call import draw_for_special, read_colour, read_face, typed_face
from companion.rules.reasons import Reason
from companion.rules.rulings.locations import LocationResult, Outcome, resolve
from companion.rules.rulings.ranking import Presence
from companion.rules.state.cards import PRICE, priced
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
from companion.rules.state.position import DISPLAY, Cube, Game, Kind, Side, Spot, Step, Zone
from companion.rules.state.step_kinds import StepKind
from companion.rules.vocabulary import Location


def presences(game: Game, location: Location) -> list[Presence]:
    """Every side with what it has at a location, guard cards that lie face down as nothing (L-2, L-3, Z-9, V-1)."""
    return [
        Presence(
            str(side),
            game.at(side, Cube.POWER),
            tokens=() if side == game.setup.guards else game.tokens_at(side, location),
            guards=side == game.setup.guards,
            cards=_strengths(game, location) if side == game.setup.guards else (),
            bonus=game.bonus.get((side, location), 0),
            stated=game.strengths.get((side, location)),
        )
        for side in game.setup.sides
    ]


def _strengths(game: Game, location: Location) -> tuple[int | str, ...]:
    there = (card for card in game.guard_cards if card.location is location)
    return tuple(card.face.strength for card in there if card.up and card.face is not None)


def is_empty(game: Game, location: Location) -> bool:
    """Whether neither a token nor a guard card lies there."""
    cards = any(card.location is location for card in game.guard_cards)
    counted = any(where is location for _, where in game.strengths)
    return not cards and not counted and not any(laid.location is location for laid in game.tokens.values())


def forecast(game: Game, location: Location) -> LocationResult:
    """What resolving a location would do now; sides are named by their seats (L-10)."""
    return resolved(game, location, presences(game, location))


def resolved(game: Game, location: Location, sides: Sequence[Presence]) -> LocationResult:
    """What resolving a location would do now with these sides there."""
    return resolve(
        location,
        sides,
        str(game.first_player),
        edition=game.setup.edition,
        rulings=game.setup.rulings,
        suspicion=game.at(location, Cube.SUSPICION),
        bandit=[resource for resource, number in game.resources(location).items() for _ in range(number)],
        solitary=game.setup.solitary,
    )


def _open(play: Play, step: Step) -> None:
    """Come to a location and turn all up (L-10).

    One where nobody is passes by itself (L-3), and what lies there stays (P-5). Before the Cell Block is ranked, prices
    that nobody knows are asked for (L-17).
    """
    location = step.location
    if not play.game.setup.calls_roll:
        play.do(LocationOpened(location))
        kind = StepKind.ROWS if play.game.setup.paced else StepKind.GATHER
        play.first(Step(kind, location=location), Step(StepKind.GATHERED, location=location))
    elif is_empty(play.game, location):
        play.note("L-3", "lights_out.empty", location=location)
    else:
        play.do(LocationOpened(location))
        if _face_down(play.game, location):
            play.do(TokensTurned(location))
        _begin(play, location)


def _gathered(play: Play, step: Step) -> None:
    """Everybody's tokens are told: where there are none the location passes by (L-3)."""
    if is_empty(play.game, step.location):
        play.note("L-3", "lights_out.empty", location=step.location)
    else:
        _begin(play, step.location)


def _begin(play: Play, location: Location) -> None:
    """Turn up the guard cards there (L-10), then rank, reward and leave."""
    play.first(
        Step(StepKind.TURN_UP, location=location),
        Step(StepKind.RESOLVE, location=location),
        *((Step(StepKind.PACE, location=location),) if play.game.setup.paced else ()),
        Step(StepKind.LEAVE, location=location),
    )


def _unpriced(game: Game, location: Location) -> tuple[Step, ...]:
    """What is asked before the Cell Block is ranked: prices on display and in reserves of who is there (L-17, C-1)."""
    there = (int(one.name) for one in presences(game, location) if one.is_there)
    return unpriced(game, *there) if location is Location.CELL_BLOCK else ()


def unpriced(game: Game, *sides: Side) -> tuple[Step, ...]:
    """The steps that ask for value and cost of what sides may craft, as far as nobody has told them (L-17, C-1)."""

    def cards(spot: Spot) -> Iterator[int]:
        return (card for card in game.lying(spot) if game.face(card).price is None)

    reserves = (Step(StepKind.PRICE, side, card=card) for side in sides for card in cards((Zone.RESERVE, side)))
    return (*(Step(StepKind.PRICE, card=card) for card in cards(DISPLAY)), *reserves)


def _hidden(game: Game, location: Location) -> int | None:
    """The next guard card to turn up there (L-10), by its number of this round."""
    cards = enumerate(game.guard_cards)
    return next((index for index, card in cards if card.location is location and not card.up), None)


def _ask_turn_up(game: Game, step: Step) -> tuple[Action, ...]:
    """What a real card shows is typed as it is turned up (L-10)."""
    hidden = _hidden(game, step.location)
    if hidden is None or game.guard_cards[hidden].face is not None:
        return ()
    return (Action("type_guard_card", "L-10", {"face": typed_face(game)}),)


def _turn_up(play: Play, step: Step) -> None:
    """Reveal the guard cards there (L-10), one by one, since a special card brings another (Z-8)."""
    hidden = _hidden(play.game, step.location)
    if hidden is not None:
        _turned_up(play, step, hidden, play.game.guard_cards[hidden].face, "")


def _answer_turn_up(play: Play, step: Step, act: Act) -> None:
    value = act.values["face"]
    hidden = _hidden(play.game, step.location)
    assert hidden is not None, "it was asked for"
    _turned_up(play, step, hidden, read_face(value), read_colour(play.game.setup, value))


def _turned_up(play: Play, step: Step, card: int, face: Any, colour: str) -> None:
    told = {"strength": face.strength, "location": step.location}
    play.do(GuardCardTurned(card, face, (Reason("L-10", "lights_out.guard_card", told),), colour))
    draw_for_special(play, card)
    play.first(step)


def _ask_price(game: Game, step: Step) -> tuple[Action, ...]:
    """Value and cost are asked for once, while the card lies on display or in the reserve of that side (L-17)."""
    spot = game.spot(step.card)
    if spot not in {DISPLAY, (Zone.RESERVE, step.side)} or game.face(step.card).price is not None:
        return ()
    if spot == DISPLAY:
        return (Action("type_item", "L-17", {"item": PRICE}), Action("space_empty", "P-11"))
    owner = None if step.side == game.setup.guards else step.side
    return (Action("type_item", "L-17", {"item": PRICE}, owner),)


def _answer_price(play: Play, step: Step, act: Act) -> None:
    """Value and cost are told (L-17), or that the space is empty because the real deck has run out (P-11)."""
    if act.type == "type_item":
        play.do(FaceTyped(step.card, priced(play.game.face(step.card), act.values["item"])))
        return
    # The deck ran out before the app's count of it did: neither this card nor those still counted are in the box.
    missing = play.game.deck(Kind.ITEM) + 1
    why = (Reason("P-11", "lights_out.space_empty"),)
    play.do(CardReturned(step.card, DISPLAY, why))
    play.do(BoxCounted(Kind.ITEM, play.game.setup.cards[Kind.ITEM] - missing, why))


def _ask_resolve(game: Game, step: Step) -> tuple[Action, ...]:
    location = step.location
    if is_empty(game, location) or _hidden(game, location) is not None or _face_down(game, location):
        return ()
    if _unpriced(game, location):
        return ()
    return () if game.setup.paced else (Action("resolve", "L-10"),)


def _face_down(game: Game, location: Location) -> bool:
    return any(laid.face_down and laid.location is location for laid in game.tokens.values())


def _resolve(play: Play, step: Step) -> None:
    """A tome has brought something face down, which is revealed as well, or has left nobody there (L-10)."""
    location = step.location
    if _face_down(play.game, location):
        play.do(TokensTurned(location))
        play.first(step)
    elif _hidden(play.game, location) is not None:
        play.first(Step(StepKind.TURN_UP, location=location), step)
    elif prices := _unpriced(play.game, location):
        play.first(*prices, step)
    elif play.game.setup.paced and not is_empty(play.game, location):
        _answer_resolve(play, step, Act("resolve"))


def _answer_resolve(play: Play, step: Step, act: Act) -> None:
    """Rank once, then suspicion, then a Bandit's cubes, then the rewards in rank order (L-10, P-10)."""
    location = step.location
    result = forecast(play.game, location)
    why = result.reasons
    note_ranking(play, location, result)
    for outcome in result.outcomes:
        _bandit(play, location, outcome, _of(why, "location.bandit"))
    play.first(*(_reward(outcome, location, why) for outcome in result.outcomes))


def ranking_in(events: Iterable[Event]) -> tuple[Reason, ...]:
    """Who ranks where, strongest first, by what resolving a location told (L-2); empty where none was resolved."""
    for event in events:
        if isinstance(event, Noted):
            found = tuple(one for one in event.why if {"rank", "strength"} <= one.data.keys())
            if found:
                return found
    return ()


def note_ranking(play: Play, location: Location, result: LocationResult) -> None:
    """Say who ranks where, and give the suspicion cubes there to whom they belong (L-2 to L-5, T-2, Z-9)."""
    why = result.reasons
    play.do(Noted(_of(why, "location.", rules=("L-2", "L-3", "L-4", "T-2", "Z-9"))))
    _suspicion(play, location, result, _of(why, "location.suspicion"))


def _of(why: Sequence[Reason], key: str, rules: tuple[str, ...] = ()) -> tuple[Reason, ...]:
    return tuple(reason for reason in why if reason.key.startswith(key) and (not rules or reason.rule in rules))


def _suspicion(play: Play, location: Location, result: LocationResult, why: tuple[Reason, ...]) -> None:
    cubes = play.game.at(location, Cube.SUSPICION)
    taker = next((int(outcome.place.side.name) for outcome in result.outcomes if outcome.suspicion), None)
    if "suspicion" in play.game.overruled and cubes:
        outcome = play.game.overruled["suspicion"]
        taker = None if outcome == "stays" else outcome
        why = (Reason("L-5", "game.overruled"),)
    if not cubes:
        return
    if taker is None:
        play.do(Noted(why))
    else:
        play.do(Moved(Cube.SUSPICION, cubes, location, taker, why))


def _bandit(play: Play, location: Location, outcome: Outcome, why: tuple[Reason, ...]) -> None:
    for resource in dict.fromkeys(outcome.bandit):
        number = outcome.bandit.count(resource)
        play.do(Moved(Cube(resource.value), number, location, int(outcome.place.side.name), why))


def _reward(outcome: Outcome, location: Location, why: Sequence[Reason]) -> Step:
    """What is still to be given to a side (L-6), and why; `kept` where it has taken a Bandit's cube already (P-10)."""
    side = outcome.place.side.name
    rules = tuple(
        reason
        for reason in why
        if reason.key.startswith(("reward.", "location.guards_as_side")) and reason.data.get("side") == side
    )
    data = {"reward": outcome.offer.reward, "rule": outcome.offer.rule, "kept": bool(outcome.bandit), "why": rules}
    return Step(StepKind.REWARD, int(side), location, data=data)


def stray(play: Play, side: Side, location: Location, *why: Reason) -> None:
    """A side took nothing there: its tokens move to the Library, unless they lie there already (L-8)."""
    if location is Location.LIBRARY:
        play.do(Noted(why))
        return
    reasons = (*why, Reason("L-8", "lights_out.to_library", {"side": side}))
    if side == play.game.setup.guards:
        for index in play.game.guard_cards_at(location):
            play.do(GuardCardMoved(index, Location.LIBRARY, reasons))
        return
    if tokens := play.game.tokens_at(side, location):
        play.do(TokensMoved(side, tokens, Location.LIBRARY, reasons))
    if (side, location) in play.game.strengths:
        both = [counted_together(play.game, side, where) for where in (location, Location.LIBRARY)]
        strength, lookout = sum(one.strength for one in both), any(one.lookout for one in both)
        play.do(StrengthStated(side, Location.LIBRARY, strength, lookout, reasons))


def stay_open(play: Play) -> None:
    """Against the guards a location where somebody has chosen something stays open, with what was done, until told."""
    kinds = [step.kind for step in play.agenda]
    if play.game.setup.solitary and StepKind.LEAVE in kinds and StepKind.GO_ON not in kinds:
        place = kinds.index(StepKind.LEAVE)
        play.agenda.insert(place, Step(StepKind.GO_ON, location=play.agenda[place].location))


def _ask_go_on(game: Game, step: Step) -> tuple[Action, ...]:
    return (Action("go_on", "L-1"),)


def _answer_go_on(play: Play, step: Step, act: Act) -> None:
    """Whoever plays has moved the pieces; what comes next comes."""


def next_stop(game: Game) -> Location | None:
    """The next location where anybody is; None where the night ends before one (L-3)."""
    to_come = (step.location for step in game.agenda if step.kind is StepKind.LOCATION)
    known = game.setup.calls_roll
    return next((location for location in to_come if not (known and is_empty(game, location))), None)


def _leave(play: Play, step: Step) -> None:
    """Whatever still lies there goes home (L-8), and what the table has decided there is over (E-14)."""
    game = play.game
    for side in game.players:
        tokens = game.tokens_at(side, step.location)
        if tokens:
            play.do(TokensMoved(side, tokens, None))
    for index in game.guard_cards_at(step.location):
        play.do(GuardCardMoved(index, None))
    for decision in play.game.overruled:
        play.do(Overruled(decision, None))
    play.do(LocationOpened(None))


def _ask_lay_out(game: Game, step: Step) -> tuple[Action, ...]:
    return (Action("resolve_all", "L-1"),)


def _answer_lay_out(play: Play, step: Step, act: Act) -> None:
    """Everything lies there; the locations follow."""


RULES: Final[Rules] = {
    StepKind.LAY_OUT: Rule(ask=_ask_lay_out, answer=_answer_lay_out),
    StepKind.LOCATION: Rule(_open),
    StepKind.GATHERED: Rule(_gathered),
    StepKind.TURN_UP: Rule(_turn_up, _ask_turn_up, _answer_turn_up),
    StepKind.PRICE: Rule(ask=_ask_price, answer=_answer_price),
    StepKind.RESOLVE: Rule(_resolve, _ask_resolve, _answer_resolve),
    StepKind.GO_ON: Rule(ask=_ask_go_on, answer=_answer_go_on),
    StepKind.LEAVE: Rule(_leave),
    StepKind.NIGHT: Rule(ask=_ask_go_on, answer=_answer_go_on),
}
