"""Setup and patrol (S, P): goons and items come, suspicion is added, raids (D)."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.rules.acts.action_types import action_type
from companion.rules.acts.actions import Act, Action
from companion.rules.acts.transaction import StepHandler, StepHandlers, Transaction
from companion.rules.phases.final_counts import COUNT_RULES, asked_of
from companion.rules.phases.payments import held, pay, proposed
from companion.rules.phases.reward_gains import goons_on_board
from companion.rules.reasons import Reason
from companion.rules.rulings.raids import Suspect, raid
from companion.rules.schema import CARD, CHOOSE, NUMBER, ChoiceField, IntField, ObjectField
from companion.rules.state.cards import GoonFace, ItemFace, goon_card, turned_up
from companion.rules.state.events import (
    BoxCounted,
    CardDrawn,
    CardMoved,
    Counted,
    DiscardsShuffled,
    Event,
    FaceTyped,
    Moved,
    Noted,
    PhaseBegan,
    Scored,
)
from companion.rules.state.pieces import DISCARDS, DISPLAY, Cube, Kind, Side, Zone
from companion.rules.state.position import Phase, Position
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step
from companion.rules.vocabulary import TOKENS, Goon, Location, Resource

BEGIN_ROUND: Final = action_type("begin_round", "S-9")
RETURN_CUBES: Final = action_type("return_cubes", "P-2", side=CHOOSE, cubes=CHOOSE)
TYPE_GOON: Final = action_type("type_goon", "P-4", goon=CARD)
TYPE_GOONS: Final = action_type("type_goons", "P-4", goons=CARD)
DECK_EMPTY: Final = action_type("deck_empty", "P-9")
TYPE_BANDIT: Final = action_type("type_bandit", "P-7", resource=CHOOSE)
RAID: Final = action_type("raid")
COUNT: Final = action_type("count", number=NUMBER)


def _next_card(game: Position) -> int:
    return len(game.cards)


def _setup(transaction: Transaction, step: Step) -> None:
    """Place cubes and cards of the setup (S-1 to S-5, S-8)."""
    setup = transaction.game.setup
    for side in setup.sides:
        give_start(transaction, side)
    if not setup.solitary:
        _note_table(transaction)
    if setup.light:
        transaction.first(Step(StepKind.LIGHT))
        return
    spaces = (Step(StepKind.GOON_SPACE, location=location) for location in setup.edition.goon_locations)
    transaction.first(Step(StepKind.ITEMS), *spaces, Step(StepKind.ICONS), Step(StepKind.BEGIN))


def give_start(transaction: Transaction, side: Side) -> None:
    """Give a side its starting cubes (S-2, S-8)."""
    start = transaction.game.setup.starts[side]
    transaction.gain(side, Cube.POWER, start.power, Reason("S-2", "game.starts"))
    transaction.gain(side, Cube.SUSPICION, start.suspicion, Reason("S-8", "game.starts"))


def _note_table(transaction: Transaction) -> None:
    """Note effects of the number of players: board side (S-1), token in the box (S-3)."""
    setup = transaction.game.setup
    sides = len(setup.starts)
    transaction.note("S-1", "game.board_a" if sides < setup.edition.setup["board_b_from"] else "game.board_b", n=sides)
    if set(setup.tokens()) != {*TOKENS}:
        transaction.note("S-3", "game.token_in_box", token=setup.edition.setup["crowded_without"])


def _ask_begin(game: Position, step: Step) -> tuple[Action, ...]:
    """Let the table begin the round (S-9)."""
    return (BEGIN_ROUND.action(),)


def _answer_begin(transaction: Transaction, step: Step, act: Act) -> None:
    transaction.first(Step(StepKind.ROUND))


def _patrol(transaction: Transaction, step: Step) -> None:
    """Carry out patrol in its order (P-1); after the last round there is none (S-9)."""
    if transaction.game.round == transaction.game.setup.edition.rounds:
        last_raid(transaction)
        return
    transaction.do(PhaseBegan(transaction.game.round, Phase.PATROL))
    game = transaction.game
    store = [Step(StepKind.STORE)] if game.setup.asks_at_once else [Step(StepKind.STORE, side) for side in game.players]
    transaction.first(
        *store, Step(StepKind.ITEMS), Step(StepKind.GOONS), Step(StepKind.SUSPICION), Step(StepKind.BEGIN)
    )


def last_raid(transaction: Transaction) -> None:
    """Begin the last raid after round 6, then the questions, then the end (D-6, S-9)."""
    transaction.do(
        PhaseBegan(transaction.game.setup.edition.rounds, Phase.LAST_RAID, (Reason("D-6", "game.last_raid"),))
    )
    transaction.first(Step(StepKind.RAID), Step(StepKind.QUESTIONS), Step(StepKind.END))


def _excess(game: Position, side: Side) -> int:
    return max(0, len(held(game, side)) - game.storage[side])


def _ask_store(game: Position, step: Step) -> tuple[Action, ...]:
    """Let a side with too many resources return some, of its choice (P-2).

    A step without a side asks all players at once. An act without a side is for the next player, clockwise from the
    first seat: programs, and games from before the app asked all at once, leave it out.
    """
    if step.side is not None:
        return tuple(_returns(game, step.side))
    asked = {side: action for side in game.players for action in _returns(game, side)}
    named = (
        action._replace(fields={"side": ChoiceField((side,), proposed=(side,)), **action.fields})
        for side, action in asked.items()
    )
    return (*named, *[*asked.values()][:1])


def _returns(game: Position, side: Side) -> Iterator[Action]:
    if excess := _excess(game, side):
        cubes = held(game, side)
        choice = ChoiceField(cubes, excess, excess, proposed=proposed(game, side, excess))
        yield RETURN_CUBES.action({"cubes": choice}, side)


def _answer_store(transaction: Transaction, step: Step, act: Act) -> None:
    cubes = act.values["cubes"]
    side = step.side
    if side is None:
        named = act.values.get("side")
        side = named[0] if named else next(one for one in transaction.game.players if _excess(transaction.game, one))
        # The others are still asked.
        transaction.first(step)
    pay(transaction, side, {one: cubes.count(one.value) for one in Resource if one.value in cubes}, "P-2")


def _items(transaction: Transaction, step: Step) -> None:
    """Fill the empty spaces of the display with cards of unknown details (P-3, P-11)."""
    for space, card in enumerate(transaction.game.zones[DISPLAY]):
        if card is not None:
            continue
        if transaction.game.deck(Kind.ITEM) > 0:
            why = (Reason("P-3", "game.item_comes", {"space": space + 1}),)
            transaction.do(CardDrawn(_next_card(transaction.game), ItemFace(), DISPLAY, space, why))
        else:
            transaction.note("P-11", "game.item_deck_empty", space=space + 1)


def _goons(transaction: Transaction, step: Step) -> None:
    """Remove Chow Hall's goon, move the others up, and fill the rest (P-4)."""
    on_board = goons_on_board(transaction.game)
    spaces = transaction.game.setup.edition.goon_locations
    last = spaces[-1]
    if last in on_board:
        leaving = on_board.pop(last)
        transaction.do(CardMoved(leaving, (Zone.SPACE, last), DISCARDS, why=(Reason("P-4", "game.goon_discarded"),)))
    free = list(reversed(spaces))
    for location, card in reversed(on_board.items()):
        target = free.pop(0)
        if target is not location:
            why = (Reason("P-4", "game.goon_advances", {"source": location, "target": target}),)
            transaction.do(CardMoved(card, (Zone.SPACE, location), (Zone.SPACE, target), why=why))
    transaction.first(*(Step(StepKind.GOON_SPACE, location=location) for location in free))


def empty_spaces(game: Position) -> tuple[Location, ...]:
    """Return the spaces for which a goon is still to come, in order (S-5, P-4)."""
    waiting = {step.location for step in game.agenda if step.kind is StepKind.GOON_SPACE}
    return tuple(
        one for one in game.setup.edition.goon_locations if one in waiting and (Zone.SPACE, one) not in game.zones
    )


def _goons_to_come(game: Position) -> int:
    """Return the number of goons for them, with the discards (P-9)."""
    return game.deck(Kind.GOON) + len(tuple(game.lying(DISCARDS)))


def _ask_goon_space(game: Position, step: Step) -> tuple[Action, ...]:
    """Ask for the next goon for an empty space, or for all at once (S-5, P-4, P-9)."""
    filled = (Zone.SPACE, step.location) in game.zones
    if filled or not _goons_to_come(game):
        return ()
    empty = empty_spaces(game)
    goon, of_a_kind = goon_card(game.setup.edition.goons)
    together = ObjectField({location.value: of_a_kind for location in empty}, frozenset(empty))
    enough = len(empty) <= _goons_to_come(game)
    return (
        TYPE_GOON.action({"goon": goon}),
        *((TYPE_GOONS.action({"goons": together}),) if enough else ()),
        DECK_EMPTY.action(),
    )


def _no_goon(transaction: Transaction, step: Step) -> None:
    """Leave the space empty, since deck and discards are empty (P-9)."""
    if (Zone.SPACE, step.location) not in transaction.game.zones:
        transaction.note("P-9", "game.goon_space_empty", location=step.location)


def _answer_goon_space(transaction: Transaction, step: Step, act: Act) -> None:
    """Place a goon, or the goons of all empty spaces in order (P-4, P-9)."""
    match act.type:
        case "deck_empty":
            _deck_ran_out(transaction)
            transaction.first(step)
        case "type_goon":
            _goon_comes(transaction, step.location, act.values["goon"])
        case _:
            typed = act.values["goons"]
            waiting = [step.location, *(one.location for one in transaction.agenda if one.kind is StepKind.GOON_SPACE)]
            for location in dict.fromkeys(one for one in waiting if one in typed):
                _goon_comes(transaction, location, typed[location])


def _goon_comes(transaction: Transaction, location: Location, typed: Mapping[str, Any]) -> None:
    """Place a goon (P-4, P-7); shuffle the discards if the deck is empty (P-9)."""
    if transaction.game.deck(Kind.GOON) <= 0:
        _deck_ran_out(transaction)
    card = _next_card(transaction.game)
    why = (Reason("P-4", "game.goon_comes", {"location": location}),)
    transaction.do(CardDrawn(card, turned_up(typed), (Zone.SPACE, location), why=why))
    transaction.first(Step(StepKind.BANDIT, card=card))


def _deck_ran_out(transaction: Transaction) -> None:
    """Empty the goon deck, whatever the app's count; then shuffle the discards (P-9)."""
    missing = transaction.game.deck(Kind.GOON)
    if missing:
        why = (Reason("E-14", "game.box_counted"),)
        transaction.do(BoxCounted(Kind.GOON, transaction.game.setup.cards[Kind.GOON] - missing, why))
    if DISCARDS in transaction.game.zones:
        transaction.do(DiscardsShuffled((Reason("P-9", "game.goons_shuffled"),)))


def _ask_bandit(game: Position, step: Step) -> tuple[Action, ...]:
    """Ask for a Bandit's resource; other goons have none (P-7)."""
    face: GoonFace = game.face(step.card)
    if face.type is not Goon.BANDIT or face.resource is not None:
        return ()
    return (TYPE_BANDIT.action({"resource": ChoiceField(tuple(one.value for one in Resource))}),)


def _answer_bandit(transaction: Transaction, step: Step, act: Act) -> None:
    face: GoonFace = transaction.game.face(step.card)
    transaction.do(FaceTyped(step.card, face._replace(resource=Resource(act.one("resource")))))


def icons(game: Position) -> dict[Location, int]:
    """Return the number of suspicion cubes that each goon on the board adds (P-6)."""
    return {location: game.face(card).icons for location, card in goons_on_board(game).items()}


def cubes_short(game: Position) -> int:
    """Return how many suspicion cubes the supply lacks for the goons' icons (P-6)."""
    return max(0, sum(icons(game).values()) - game.supply(Cube.SUSPICION))


def _suspicion(transaction: Transaction, step: Step) -> None:
    """Begin a raid first if the supply has too few cubes for the icons (P-6)."""
    if cubes_short(transaction.game):
        transaction.first(Step(StepKind.RAID), Step(StepKind.ICONS), Step(StepKind.BANDITS))
    else:
        transaction.first(Step(StepKind.ICONS), Step(StepKind.BANDITS))


def rule_of_icons(game: Position, *, short: bool) -> str:
    """Return the rule for icons' cubes, in setup (S-5, S-11) or patrol (P-6, P-8)."""
    if game.phase is Phase.SETUP:
        return "S-11" if short else "S-5"
    return "P-8" if short else "P-6"


def _icons(transaction: Transaction, step: Step) -> None:
    """Add each goon's cubes, in location order, until the supply is empty (S-11, P-8)."""
    short = cubes_short(transaction.game)
    rule = rule_of_icons(transaction.game, short=bool(short))
    for location, number in icons(transaction.game).items():
        given = min(number, transaction.game.supply(Cube.SUSPICION))
        why = Reason(rule, "game.goon_adds", {"location": location, "n": number, "given": given})
        transaction.do(Moved(Cube.SUSPICION, given, None, location, (why,)) if given else Noted((why,)))


def _bandits(transaction: Transaction, step: Step) -> None:
    """Add a cube of its resource for each Bandit on the board (P-7), if left (P-10)."""
    for location, card in goons_on_board(transaction.game).items():
        face = transaction.game.face(card)
        if face.type is not Goon.BANDIT or face.resource is None:
            continue
        if transaction.game.supply(face.resource) > 0:
            why = Reason("P-7", "game.bandit_lays", {"location": location, "resource": face.resource})
            transaction.do(Moved(Cube(face.resource.value), 1, None, location, (why,)))
        else:
            transaction.note("P-10", "game.bandit_none_left", location=location, resource=face.resource)


def rule_of_raids(game: Position) -> str:
    """Return the rule of raids at a table of this size (D-1, D-2, D-4)."""
    return "D-4" if game.setup.solitary else "D-2" if len(game.setup.starts) == 2 else "D-1"


def _ask_raid(game: Position, step: Step) -> tuple[Action, ...]:
    """Let the table begin the raid (D-1, D-2, D-4), as long as it is owed."""
    return (RAID.action(rule=rule_of_raids(game)),) if _is_owed(game, step) else ()


def _is_owed(game: Position, step: Step) -> bool:
    """Return whether a raid is owed: the last (D-6), or the supply is too small (P-6)."""
    if game.phase is Phase.LAST_RAID:
        return True
    if not game.setup.light:
        return cubes_short(game) > 0
    coming = step.data.get("cubes")
    return coming is None or sum(coming.values()) > game.supply(Cube.SUSPICION)


def _no_raid(transaction: Transaction, step: Step) -> None:
    """Note that a raid was called already, or that cubes were returned (P-6)."""
    transaction.note("P-6", "game.raid_not_owed")


def raided(game: Position) -> Any:
    """Return the result of a raid now; sides are named by their seats (D-1 to D-4)."""
    suspects = [
        Suspect(str(side), game.at(side, Cube.SUSPICION), game.reputation[side], side == game.setup.guards)
        for side in game.setup.sides
    ]
    setup = game.setup
    return raid(suspects, edition=setup.edition, rulings=setup.rulings, solitary=setup.solitary)


def _answer_raid(transaction: Transaction, step: Step, act: Act) -> None:
    if transaction.game.phase is Phase.LAST_RAID:
        _remember_before(transaction)
    carry_out_raid(transaction)


def carry_out_raid(transaction: Transaction) -> None:
    """Take reputation from sides, and return cubes to the supply (D-1 to D-5)."""
    result = raided(transaction.game)
    for side, after in enumerate(result.sides):
        by = after.reputation - transaction.game.reputation[side]
        transaction.do(Scored(side, by, after.reasons) if by else Noted(after.reasons))
        returned = transaction.game.at(side, Cube.SUSPICION) - after.suspicion
        transaction.put_back(side, Cube.SUSPICION, returned, *after.aftermath)
        if not returned:
            transaction.do(Noted(after.aftermath))
    if result.locations_cleared:
        for location in transaction.game.setup.edition.locations:
            cubes = transaction.game.at(location, Cube.SUSPICION)
            rule = "D-4" if transaction.game.setup.solitary else "D-3"
            transaction.put_back(
                location, Cube.SUSPICION, cubes, Reason(rule, "game.location_cleared", {"location": location})
            )


def _remember_before(transaction: Transaction) -> None:
    """Note each side's numbers before the last raid, for the final score (D-6)."""
    for side in transaction.game.setup.sides:
        transaction.do(Counted(side, "reputation_before", transaction.game.reputation[side]))
        transaction.do(Counted(side, "suspicion_before", transaction.game.at(side, Cube.SUSPICION)))


def _questions(transaction: Transaction, step: Step) -> None:
    """Ask for what the app cannot count, several players at once."""
    if transaction.game.setup.solitary:
        transaction.first(
            *(Step(StepKind.COUNT, side, data={"what": what}) for side, what in _final_questions(transaction.game))
        )
    else:
        transaction.first(Step(StepKind.HANDS))


def _final_questions(game: Position) -> Iterator[tuple[Side, str]]:
    return ((side, what) for side in game.setup.sides for what in asked_of(game, side))


def _ask_count(game: Position, step: Step) -> tuple[Action, ...]:
    return (COUNT.action({"number": IntField()}, rule=COUNT_RULES[step.data["what"]]),)


def _answer_count(transaction: Transaction, step: Step, act: Act) -> None:
    transaction.do(Counted(step.side, step.data["what"], act.values["number"]))


def _end(transaction: Transaction, step: Step) -> None:
    """End the game after six rounds (S-9)."""
    ended: Event = PhaseBegan(transaction.game.setup.edition.rounds, Phase.ENDED, (Reason("S-9", "game.ended"),))
    transaction.do(ended)


HANDLERS: Final[StepHandlers] = {
    StepKind.SETUP: StepHandler(_setup),
    StepKind.BEGIN: StepHandler(ask=_ask_begin, answer=_answer_begin, offers=(BEGIN_ROUND,)),
    StepKind.PATROL: StepHandler(_patrol),
    StepKind.STORE: StepHandler(ask=_ask_store, answer=_answer_store, shared=True, offers=(RETURN_CUBES,)),
    StepKind.ITEMS: StepHandler(_items),
    StepKind.GOONS: StepHandler(_goons),
    StepKind.GOON_SPACE: StepHandler(
        _no_goon, _ask_goon_space, _answer_goon_space, looks_ahead=True, offers=(TYPE_GOON, TYPE_GOONS, DECK_EMPTY)
    ),
    StepKind.BANDIT: StepHandler(ask=_ask_bandit, answer=_answer_bandit, offers=(TYPE_BANDIT,)),
    StepKind.SUSPICION: StepHandler(_suspicion),
    StepKind.ICONS: StepHandler(_icons),
    StepKind.BANDITS: StepHandler(_bandits),
    StepKind.RAID: StepHandler(_no_raid, _ask_raid, _answer_raid, offers=(RAID,)),
    StepKind.QUESTIONS: StepHandler(_questions),
    StepKind.COUNT: StepHandler(ask=_ask_count, answer=_answer_count, offers=(COUNT,)),
    StepKind.END: StepHandler(_end),
}
