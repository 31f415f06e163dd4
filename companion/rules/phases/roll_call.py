"""Roll call: players assign tokens (R-1 to R-7), guards bring cards (Z-3 to Z-7).

A table of several players may leave it to the real board; then it only says when all have passed.
"""

from collections.abc import Iterator
from typing import Final

from companion.rules.acts.action_types import action_type
from companion.rules.acts.actions import Act, Action
from companion.rules.acts.transaction import StepHandler, StepHandlers, Transaction
from companion.rules.frozen import FrozenDict
from companion.rules.phases.typed_guard_cards import TYPE_GUARD_CARD, read_colour, read_face, typed_face
from companion.rules.reasons import Reason
from companion.rules.schema import CARD, CHOOSE, ChoiceField, Schema
from companion.rules.shuffling.house_deck import house_deck
from companion.rules.shuffling.shuffle import GUARDS, LOCATIONS
from companion.rules.state.cards import GuardFace
from companion.rules.state.events import (
    Assigned,
    Dealt,
    GuardCardLaid,
    GuardCardTurned,
    LocationCardTurned,
    Passed,
    PhaseBegan,
    TokensMoved,
)
from companion.rules.state.pieces import OFF_DUTY, Side
from companion.rules.state.position import Phase, Position
from companion.rules.state.setup import Dealing, Setup, Turns
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step
from companion.rules.vocabulary import Location

FACE_DOWN: Final = 2
FACE_DOWN_OF_TWO: Final = 3
"""The most tokens that a player may assign face down in a round (R-3)."""

LIGHTS_OUT: Final = action_type("lights_out", "R-4")
ASSIGN: Final = action_type("assign", "R-1", side=CHOOSE, location=CHOOSE, tokens=CHOOSE, face_down=CHOOSE)
PASS: Final = action_type("pass", "R-4", side=CHOOSE)
TURN_GUARD_CARD: Final = action_type("turn_guard_card", "Z-5", card=CHOOSE)
SHOW_GUARD_CARD: Final = action_type("show_guard_card", "Z-5", card=CHOOSE, face=(CHOOSE, CARD))
TYPE_LOCATION_CARD: Final = action_type("type_location_card", "Z-5", shows=CHOOSE)


def location_cards(setup: Setup) -> tuple[str, ...]:
    """Return the location deck: the locations' cards and the OFF DUTY cards (Z-2)."""
    named = tuple(location.value for location in setup.edition.named_by_cards)
    return (*named, *(OFF_DUTY,) * setup.edition.guard_deck["off_duty"])


def _round(transaction: Transaction, step: Step) -> None:
    """Open the next round (S-9): shuffle guards' decks (Z-20), place cards (Z-3)."""
    game = transaction.game
    transaction.do(
        PhaseBegan(game.round + 1, Phase.ROLL_CALL, (Reason("S-9", "game.round", {"round": game.round + 1}),))
    )
    if game.setup.solitary:
        _deal(transaction)
    transaction.first(first_step(transaction.game))


def first_step(game: Position) -> Step:
    """Return the first step of a roll call: on the board, any order, or turns (R-1)."""
    if not game.setup.calls_roll:
        return Step(StepKind.ON_BOARD)
    return Step(StepKind.ROLL) if game.setup.turns is Turns.TOLD else Step(StepKind.TURN, game.first_player)


def _ask_on_board(game: Position, step: Step) -> tuple[Action, ...]:
    """Let the table end roll call on the real board once all have passed (R-4)."""
    return (LIGHTS_OUT.action(),)


def _answer_on_board(transaction: Transaction, step: Step, act: Act) -> None:
    transaction.first(Step(StepKind.LIGHTS_OUT))


def _deal(transaction: Transaction) -> None:
    setup = transaction.game.setup
    locations: tuple[str | None, ...]
    guards: tuple[GuardFace | None, ...]
    if setup.dealing is not Dealing.CARDS:
        guards = transaction.shuffle(transaction.game.round, GUARDS, guard_faces(setup))
        locations = transaction.shuffle(transaction.game.round, LOCATIONS, location_cards(setup))
    else:
        guards = (None,) * setup.guard_deck_size
        locations = (None,) * len(location_cards(setup))
    transaction.do(Dealt(guards, locations, (Reason("Z-20", "game.shuffled"),)))
    for location in setup.edition.guarded[: len(guards)]:
        transaction.do(GuardCardLaid(location, (Reason("Z-3", "game.guard_card_dealt"),)))


def guard_faces(setup: Setup) -> tuple[GuardFace, ...]:
    """Return the known faces of the guard deck, from the box or the house deck (Z-2)."""
    if setup.dealing is Dealing.HOUSE and setup.difficulty is not None:
        return house_deck(setup.edition_name, setup.difficulty, setup.house_deck)
    return setup.guard_deck


def face_down_cards(game: Position) -> tuple[int, ...]:
    """Return the face-down guard cards on the board, by their number of this round."""
    return tuple(index for index, card in enumerate(game.guard_cards) if card.location is not None and not card.up)


def _ask_turn(game: Position, step: Step) -> tuple[Action, ...]:
    if step.side == game.setup.guards:
        return _ask_guards(game)
    if step.side in game.passed or not game.at_home(step.side):
        return ()
    return _ask_player(game, step.side)


def _ask_guards(game: Position) -> tuple[Action, ...]:
    """Ask for a face-down card to reveal, perhaps with its face (Z-5)."""
    down = face_down_cards(game)
    if not down:
        return ()
    reveal = TURN_GUARD_CARD.action({"card": ChoiceField(down)})
    unknown = tuple(card for card in down if game.guard_cards[card].face is None)
    if not unknown:
        return (reveal,)
    return (reveal, SHOW_GUARD_CARD.action({"card": ChoiceField(unknown), "face": typed_face(game)}))


def _ask_player(game: Position, side: Side) -> tuple[Action, ...]:
    """Ask a player to assign or to pass (R-1 to R-3)."""
    home = game.at_home(side)
    edition = game.setup.edition
    closed = tuple(location for location in edition.assignable if (side, location) in game.assigned)
    pass_ = PASS.action(side=side)
    if len(closed) == len(edition.assignable):
        return (pass_,)
    fields: dict[str, Schema] = {
        "location": ChoiceField(
            tuple(location.value for location in edition.assignable if location not in closed),
            barred=(
                *((location.value, Reason("R-2", "roll_call.there_already")) for location in closed),
                *(
                    (location.value, Reason("R-2", "roll_call.no_library"))
                    for location in edition.locations
                    if location not in edition.assignable
                ),
            ),
        ),
        "tokens": ChoiceField(home, 1, len(home)),
    }
    allowed = FACE_DOWN_OF_TWO if len(game.setup.starts) == 2 else FACE_DOWN
    left = allowed - sum(laid.face_down for (whose, _), laid in game.tokens.items() if whose == side)
    if left > 0:
        fields["face_down"] = ChoiceField(home, 0, min(left, len(home)), proposed=())
    return (ASSIGN.action(fields, side), pass_)


def whose_turn(game: Position) -> Side | None:
    """Return whose turn it is, if the order is only a reminder (R-1, R-4, R-5)."""
    return _turn_order(game)[0]


def out_of_roll_call(game: Position) -> frozenset[Side]:
    """Return who is out of this roll call, and so plays no more tomes (R-4, R-5)."""
    return _turn_order(game)[1] if game.setup.turns is Turns.TOLD else game.passed


def _turn_order(game: Position) -> tuple[Side | None, frozenset[Side]]:
    """Return whose turn it is if the order is only a reminder, and who is out by then."""
    out = game.passed
    left = [side for side in game.clockwise(game.first_player) if side not in out]
    while left:
        # A turn assigns to one location, and to none twice.
        turn = min(left, key=lambda side: sum(whose == side for whose, _ in game.assigned))
        if game.at_home(turn):
            return turn, out
        left.remove(turn)
        out |= {turn}
    return None, out


def _not_out(game: Position) -> tuple[Side, ...]:
    return tuple(side for side in game.players if side not in game.passed and game.at_home(side))


def _ask_roll(game: Position, step: Step) -> tuple[Action, ...]:
    """Ask all players in any order: each may assign or pass (R-1 to R-4)."""
    return tuple(
        action._replace(fields=FrozenDict({"side": ChoiceField((side,), proposed=(side,)), **action.fields}))
        for side in _not_out(game)
        for action in _ask_player(game, side)
    )


def _answer_roll(transaction: Transaction, step: Step, act: Act) -> None:
    """Pass for a side without tokens (R-5); lights out follows the last pass (R-4)."""
    side = act.one("side")
    _assign_or_pass(transaction, side, act)
    game = transaction.game
    # A player with a tome may play it until the turn comes round; others have nothing to wait for.
    if side not in game.passed and not game.at_home(side) and not game.tomes.get(side):
        transaction.do(Passed(side, (Reason("R-5", "roll_call.no_token_left"),)))
    transaction.first(step if _not_out(transaction.game) else Step(StepKind.LIGHTS_OUT))


def _answer_turn(transaction: Transaction, step: Step, act: Act) -> None:
    if act.type == "turn_guard_card":
        _then_reveal(transaction, act.one("card"), step.side)
        return
    if act.type == SHOW_GUARD_CARD.word:
        transaction.first(Step(StepKind.LOCATION_CARD, step.side))
        _answer_reveal(transaction, Step(StepKind.REVEAL, step.side, card=act.one("card")), act)
        return
    _assign_or_pass(transaction, step.side, act)
    _next(transaction, step.side)


def _assign_or_pass(transaction: Transaction, side: Side, act: Act) -> None:
    if act.type == "pass":
        transaction.do(Passed(side, (Reason("R-4", "roll_call.passed", {"tokens": transaction.game.at_home(side)}),)))
    else:
        down = tuple(act.values.get("face_down", ()))
        up = tuple(token for token in act.values["tokens"] if token not in down)
        transaction.do(Assigned(side, Location(act.one("location")), up, down))


def _end_roll_call(transaction: Transaction, step: Step) -> None:
    """Begin lights out, since no player has a token left to assign (R-5)."""
    transaction.first(Step(StepKind.LIGHTS_OUT))


def _turn_without_choice(transaction: Transaction, step: Step) -> None:
    """Carry out a turn without a choice: no card (Z-6), or a player out (R-4, R-5)."""
    if step.side == transaction.game.setup.guards:
        transaction.note("Z-6", "roll_call.none_face_down")
        transaction.first(Step(StepKind.LOCATION_CARD, step.side))
    else:
        _next(transaction, step.side)


def _then_reveal(transaction: Transaction, card: int, side: Side | None) -> None:
    """Play the guards' turn: reveal that card, then a location card (Z-5)."""
    transaction.first(Step(StepKind.REVEAL, side, card=card), Step(StepKind.LOCATION_CARD, side))


def _next(transaction: Transaction, side: Side) -> None:
    """Begin the next turn, or lights out (Z-4, Z-7, R-5)."""
    game = transaction.game
    out = {one for one in game.players if one in game.passed or not game.at_home(one)}
    if out == {*game.players}:
        transaction.first(Step(StepKind.LIGHTS_OUT))
        return
    for one in (*game.clockwise(side)[1:], side):
        if one not in out:
            transaction.first(Step(StepKind.TURN, one))
            return
        if one not in game.passed:
            transaction.do(Passed(one, (Reason("R-5", "roll_call.no_token_left"),)))


def _ask_reveal(game: Position, step: Step) -> tuple[Action, ...]:
    if game.guard_cards[step.card].face is not None:
        return ()
    return (TYPE_GUARD_CARD.action({"face": typed_face(game)}, rule="Z-5"),)


def _reveal(transaction: Transaction, step: Step) -> None:
    face = transaction.game.guard_cards[step.card].face
    assert face is not None
    _revealed(transaction, step, face, "")


def _answer_reveal(transaction: Transaction, step: Step, act: Act) -> None:
    value = act.values["face"]
    _revealed(transaction, step, read_face(value), read_colour(transaction.game.setup, value))


def _revealed(transaction: Transaction, step: Step, face: GuardFace, colour: str) -> None:
    """Reveal a card in the guards' turn (Z-5) or by a tome (E-17), maybe a special (Z-8)."""
    by_tome = step.data.get("by") == "tome"
    told = {"strength": face.strength}
    why = [Reason("E-17", "tome.revealed", told) if by_tome else Reason("Z-5", "roll_call.guard_card", told)]
    if face.special and transaction.game.phase is Phase.ROLL_CALL:
        why.append(Reason("Z-8", "roll_call.special"))
    transaction.do(GuardCardTurned(step.card, face, tuple(why), colour))
    if by_tome:
        draw_for_special(transaction, step.card)


def draw_for_special(transaction: Transaction, card: int) -> None:
    """Place the top guard card next to the special card revealed in lights out (Z-8)."""
    location, face = transaction.game.guard_cards[card].location, transaction.game.guard_cards[card].face
    if transaction.game.phase is not Phase.LIGHTS_OUT or location is None or face is None or not face.special:
        return
    if transaction.game.guard_deck:
        transaction.do(GuardCardLaid(location, (Reason("Z-8", "lights_out.special", {"location": location}),)))
    else:
        transaction.note("Z-8", "lights_out.special_deck_empty")


def _ask_location_card(game: Position, step: Step) -> tuple[Action, ...]:
    if None not in game.location_deck:
        return ()
    left = list(location_cards(game.setup))
    for card in game.location_cards:
        left.remove(card)
    return (TYPE_LOCATION_CARD.action({"shows": ChoiceField(tuple(left))}),)


def _location_card(transaction: Transaction, step: Step) -> None:
    if not transaction.game.location_deck:
        transaction.note("Z-6", "roll_call.no_location_card")
        _end_guards_turn(transaction, step)
    else:
        shows = transaction.game.location_deck[0]
        assert shows is not None
        _lay_named_card(transaction, step, shows)


def _answer_location_card(transaction: Transaction, step: Step, act: Act) -> None:
    _lay_named_card(transaction, step, act.one("shows"))


def _lay_named_card(transaction: Transaction, step: Step, shows: str) -> None:
    """Place the top guard card face up at the named location, or nowhere (Z-5, Z-6)."""
    transaction.do(LocationCardTurned(shows, (Reason("Z-5", "roll_call.location_card", {"shows": shows}),)))
    if shows == OFF_DUTY:
        transaction.note("Z-5", "roll_call.off_duty")
    elif not transaction.game.guard_deck:
        transaction.note("Z-6", "roll_call.no_guard_card")
    else:
        location = Location(shows)
        transaction.do(GuardCardLaid(location, (Reason("Z-5", "roll_call.comes", {"location": location}),)))
        transaction.first(
            Step(StepKind.REVEAL, step.side, card=len(transaction.game.guard_cards) - 1),
            Step(StepKind.END_GUARDS_TURN, step.side),
        )
        return
    _end_guards_turn(transaction, step)


def _end_guards_turn(transaction: Transaction, step: Step) -> None:
    _next(transaction, step.side)


def _lights_out(transaction: Transaction, step: Step) -> None:
    """End the roll call: unassigned tokens stay home or go to the Library (R-6).

    On the real board people move them; the app asks for them when lights out reaches the Library.
    """
    game = transaction.game
    ruling = game.setup.rulings["unused_tokens"]
    why = Reason("R-6", f"ruling.unused_tokens.{ruling}", {}, "unused_tokens")
    unused = [side for side in game.players if game.setup.calls_roll and game.at_home(side)]
    transaction.do(PhaseBegan(game.round, Phase.LIGHTS_OUT, (why,) if unused else ()))
    if ruling == "library":
        for side in unused:
            transaction.do(TokensMoved(side, game.at_home(side), Location.LIBRARY, (why,)))
    transaction.first(*through_the_night(game))
    # Stop at the first location too: the act before may be a quick one of roll call.
    stop_at_next_location(transaction)


def through_the_night(game: Position, first: Location | None = None) -> Iterator[Step]:
    """Yield the locations from one on (L-1), a pause in a solitary game, and patrol."""
    locations = game.setup.edition.locations
    to_come = locations if first is None else locations[locations.index(first) :]
    yield from (Step(StepKind.LOCATION, location=location) for location in to_come)
    if game.setup.solitary:
        yield Step(StepKind.NIGHT)
    yield Step(StepKind.PATROL)


RANKING: Final = "ranking"
"""The stop before a ranking in a solitary game, for the player to look and correct (L-10)."""

BEFORE_RANKING: Final = FrozenDict(stop=(RANKING,))
"""The data of a step that stops so at the next location."""

FOR_A_TOME: Final = FrozenDict(stop=("tome",))
"""The data of a step that stops because a revealed guard card may invite a tome (T-2)."""


def stop_at_next_location(transaction: Transaction) -> None:
    """Stop before the next location with anyone there, if the app plays the guards."""
    if not transaction.game.setup.solitary:
        return
    place = next((place for place, step in enumerate(transaction.agenda) if step.kind is StepKind.LOCATION), None)
    if place is not None:
        transaction.agenda[place] = transaction.agenda[place]._replace(data=BEFORE_RANKING)


HANDLERS: Final[StepHandlers] = {
    StepKind.ROUND: StepHandler(_round),
    StepKind.ON_BOARD: StepHandler(ask=_ask_on_board, answer=_answer_on_board, offers=(LIGHTS_OUT,)),
    StepKind.ROLL: StepHandler(_end_roll_call, _ask_roll, _answer_roll, shared=True, offers=(ASSIGN, PASS)),
    StepKind.TURN: StepHandler(
        _turn_without_choice, _ask_turn, _answer_turn, offers=(ASSIGN, PASS, TURN_GUARD_CARD, SHOW_GUARD_CARD)
    ),
    StepKind.REVEAL: StepHandler(_reveal, _ask_reveal, _answer_reveal, offers=(TYPE_GUARD_CARD,)),
    StepKind.LOCATION_CARD: StepHandler(
        _location_card, _ask_location_card, _answer_location_card, offers=(TYPE_LOCATION_CARD,)
    ),
    StepKind.END_GUARDS_TURN: StepHandler(_end_guards_turn),
    StepKind.LIGHTS_OUT: StepHandler(_lights_out),
}
