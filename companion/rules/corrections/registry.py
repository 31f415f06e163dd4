"""Corrections: the table is right, and the app follows (E-14, O-11). Each is an event as any other, and can be undone.

They are described like actions, so that whoever can fill in a prompt can fill in a correction.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.rules.acts.actions import Act, Action
from companion.rules.acts.transaction import Transaction
from companion.rules.errors import RuleError
from companion.rules.phases.effects import check_leader, counted, recheck_leader
from companion.rules.phases.final_counts import COUNT_RULES, set_count, tell
from companion.rules.phases.lights_out import is_empty
from companion.rules.phases.patrol import give_start
from companion.rules.phases.reward_gains import goons_on_board
from companion.rules.phases.roll_call import guard_faces, location_cards, read_colour, through_the_night
from companion.rules.reasons import Reason
from companion.rules.rulings.house_rulings import HOUSE_RULINGS
from companion.rules.rulings.ranking import FEWEST_SIDES, MOST_SIDES
from companion.rules.schema import MOST, Choose, Option, Shape, Whole
from companion.rules.state.cards import (
    END_GOAL,
    GOON,
    LEADER_GOAL,
    PRICE,
    REST,
    GoonFace,
    ItemFace,
    as_turned_up,
    completed,
    end_goal,
    guard_card_of,
    guard_face,
    leader_goal,
    priced,
    retyped,
    turned_up,
)
from companion.rules.state.events import (
    AwaySet,
    BoxCounted,
    CardDrawn,
    CardMoved,
    CardReturned,
    DealingSet,
    Dealt,
    DepthSet,
    GoalsSet,
    GuardCardLaid,
    GuardCardMoved,
    GuardCardTurned,
    InstantSet,
    LeaderTaken,
    LocationOpened,
    MarkerMoved,
    Moved,
    Overruled,
    RoundBegan,
    RulingSet,
    Scored,
    SidesSet,
    StorageSet,
    Strengthened,
    TokensMoved,
    TomesMoved,
)
from companion.rules.state.position import (
    DISCARDS,
    DISPLAY,
    FOLLOWED,
    KIND_OF,
    ROUNDS,
    Cube,
    Dealing,
    Depth,
    Kind,
    Phase,
    Place,
    Position,
    Side,
    Spot,
    Start,
    Step,
    Turns,
    Zone,
)
from companion.rules.state.step_kinds import StepKind
from companion.rules.vocabulary import GOON_LOCATIONS, DemonValuable, Goon, Location, Resource

NOBODY: Final = "nobody"
HOME: Final = "home"
AWAY: Final = "away"
DECK: Final = "deck"
STAYS: Final = "stays"
NOTHING: Final = "nothing"
NONE: Final = "none"
YES: Final = "yes"
NO: Final = "no"

_PLACES: Final = tuple(location.value for location in Location)
_PHASES: Final = {
    Depth.FULL: (Phase.ROLL_CALL.value, Phase.LIGHTS_OUT.value, Phase.PATROL.value),
    Depth.LIGHT: (Phase.ROUND.value,),
}
_FIRST_STEP: Final = {
    Phase.ROLL_CALL: StepKind.ROUND,
    Phase.LIGHTS_OUT: StepKind.LIGHTS_OUT,
    Phase.PATROL: StepKind.PATROL,
    Phase.ROUND: StepKind.LIGHT,
}

WHY: Final = (Reason("E-14", "correction.table_is_right"),)


class NotInTheBox(RuleError):
    """More cubes or cards than the box has (E-14)."""


def raised(error: RuleError) -> Act | None:
    """What raises the box's count so far that a correction that was refused is possible, where that helps (E-14)."""
    needed = error.data.get("needed")
    if not isinstance(error, NotInTheBox) or needed is None or needed > MOST:
        return None
    what = error.data.get("cube") or error.data["kind"]
    return Act("set_box", {"what": [str(what)], "number": needed})


def corrections(game: Position) -> tuple[Action, ...]:
    """Everything that can be corrected now, in the form of a prompt's actions; `set_box` once for each count."""
    return tuple(
        Action(kind, "E-14", fields)
        for kind, (offered, _) in _CORRECTIONS.items()
        if kind in IN_LIGHT_DEPTH or not game.setup.light
        for fields in _each(offered(game))
        if all(_can_be_filled(shape) for shape in fields.values())
    )


def _each(offered: "Fields | tuple[Fields, ...] | None") -> "tuple[Fields, ...]":
    return offered if isinstance(offered, tuple) else () if offered is None else (offered,)


def _can_be_filled(shape: Shape) -> bool:
    return not isinstance(shape, Choose) or len(shape.options) >= shape.least


def carry_out(transaction: Transaction, act: Act) -> None:
    """Do a correction.

    Raises:
        NotInTheBox: it would need more than the box has; the box's count can be raised.
    """
    _CORRECTIONS[act.type][1](transaction, act)


Fields = dict[str, Shape]


def _sides(game: Position) -> Choose:
    return Choose(tuple(game.setup.sides))


def _colours(game: Position) -> tuple[str, ...]:
    """The colours of the cubes that the app follows."""
    return tuple(cube.value for cube in FOLLOWED[game.setup.depth])


def _cubes(game: Position) -> Fields:
    places = (*game.setup.sides, *_PLACES)
    return {"place": Choose(places), "cube": Choose(_colours(game)), "number": Whole()}


def _place(value: Side | str) -> Place:
    return Location(value) if isinstance(value, str) else value


def _set_cubes(transaction: Transaction, act: Act) -> None:
    place, cube = _place(act.one("place")), Cube(act.one("cube"))
    more = act.values["number"] - transaction.game.at(place, cube)
    supply = transaction.game.supply(cube)
    if more > supply:
        needed = transaction.game.setup.cubes[cube] + more - supply
        raise NotInTheBox("correction.not_in_the_box", ("number",), cube=cube, left=supply, needed=needed)
    if more > 0:
        transaction.do(Moved(cube, more, None, place, WHY))
    elif more < 0:
        transaction.do(Moved(cube, -more, place, None, WHY))


def _side_number(game: Position) -> Fields:
    return {"side": _sides(game), "number": Whole()}


def _set_reputation(transaction: Transaction, act: Act) -> None:
    side = act.one("side")
    if by := act.values["number"] - transaction.game.reputation[side]:
        transaction.do(Scored(side, by, WHY))


def _set_storage(transaction: Transaction, act: Act) -> None:
    transaction.do(StorageSet(act.one("side"), act.values["number"], WHY))


def _set_marker(transaction: Transaction, act: Act) -> None:
    transaction.do(MarkerMoved(act.one("side"), WHY))


def _token(game: Position) -> Fields:
    tokens = tuple({"side": side, "token": token} for side in game.players for token in game.setup.tokens())
    return {"token": Choose(tokens), "to": Choose((*_PLACES, HOME))}


def _set_token(transaction: Transaction, act: Act) -> None:
    token, to = act.one("token"), act.one("to")
    place = None if to == HOME else Location(to)
    transaction.do(TokensMoved(token["side"], (token["token"],), place, WHY))


def _guard_card(game: Position) -> Fields:
    return {"card": Choose(tuple(range(len(game.guard_cards)))), "to": Choose((*_PLACES, AWAY))}


def _set_guard_card(transaction: Transaction, act: Act) -> None:
    to = act.one("to")
    transaction.do(GuardCardMoved(act.one("card"), None if to == AWAY else Location(to), WHY))


def _guard_face(game: Position) -> Fields:
    return {"card": Choose(tuple(range(len(game.guard_cards)))), "face": guard_card_of(game.setup.guard_colours)}


def _set_guard_face(transaction: Transaction, act: Act) -> None:
    typed = act.values["face"]
    transaction.do(GuardCardTurned(act.one("card"), guard_face(typed), WHY, read_colour(transaction.game.setup, typed)))


def _new_guard_card(game: Position) -> Fields | None:
    return {"to": Choose(_PLACES)} if game.guard_deck else None


def _lay_guard_card(transaction: Transaction, act: Act) -> None:
    transaction.do(GuardCardLaid(Location(act.one("to")), WHY))


def _in_zones(game: Position, kind: Kind) -> tuple[int, ...]:
    return tuple(card for spot in game.zones if KIND_OF[spot[0]] is kind for card in game.lying(spot))


def _item_face(game: Position) -> Fields:
    return {"card": Choose(_in_zones(game, Kind.ITEM)), "item": PRICE}


def _set_item_face(transaction: Transaction, act: Act) -> None:
    card = act.one("card")
    known: ItemFace = transaction.game.face(card)
    told = priced(known, act.values["item"])
    if _is_another(transaction.game, card, known.price != told.price):
        told = priced(as_turned_up(known), act.values["item"])
    tell(transaction, card, told, *WHY)


def _goon_face(game: Position) -> Fields:
    return {"card": Choose(_in_zones(game, Kind.GOON)), "goon": GOON}


def _set_goon_face(transaction: Transaction, act: Act) -> None:
    card = act.one("card")
    known: GoonFace = transaction.game.face(card)
    typed = turned_up(act.values["goon"])
    if _is_another(transaction.game, card, (known.type, known.icons) != (typed.type, typed.icons)):
        known = as_turned_up(known)
    tell(transaction, card, retyped(known, typed), *WHY)
    transaction.first(Step(StepKind.BANDIT, card=card), *_demon_held(transaction.game, card))
    recheck_leader(transaction)


def _is_another(game: Position, card: int, differs: bool) -> bool:
    """Whether a card is another than it was taken for, so that what that one shows says nothing of it.

    What somebody has taken lies before them: there a slip of the finger was mended, and what it shows stays.
    """
    return differs and _zone(game, card) not in {Zone.CRAFTED, Zone.GOONS}


def _zone(game: Position, card: int) -> Zone:
    spot = game.spot(card)
    assert spot is not None, "only cards that lie somewhere are offered"
    return spot[0]


def _rest(game: Position) -> Fields:
    return {"card": Choose((*_in_zones(game, Kind.ITEM), *_in_zones(game, Kind.GOON))), "shows": REST}


def _set_rest(transaction: Transaction, act: Act) -> None:
    card = act.one("card")
    tell(transaction, card, completed(transaction.game.face(card), act.values["shows"]), *WHY)
    recheck_leader(transaction)


def _goons_of(game: Position, kind: Goon) -> tuple[int, ...]:
    """Only a goon of that type has what is told of it (P-7, G-5)."""
    return tuple(card for card in _in_zones(game, Kind.GOON) if game.face(card).type is kind)


def _bandit(game: Position) -> Fields:
    return {"card": Choose(_goons_of(game, Goon.BANDIT)), "resource": Choose(tuple(one.value for one in Resource))}


def _set_bandit(transaction: Transaction, act: Act) -> None:
    card = act.one("card")
    tell(transaction, card, transaction.game.face(card)._replace(resource=Resource(act.one("resource"))), *WHY)


def _demon(game: Position) -> Fields:
    return {"card": Choose(_goons_of(game, Goon.DEMON)), "counts": Choose(tuple(one.value for one in DemonValuable))}


def _set_demon(transaction: Transaction, act: Act) -> None:
    card = act.one("card")
    tell(transaction, card, transaction.game.face(card)._replace(counts=DemonValuable(act.one("counts"))), *WHY)


def _item_spots(game: Position) -> tuple[Option, ...]:
    free = (index for index, card in enumerate(game.zones[DISPLAY]) if card is None)
    spaces = ({"zone": Zone.DISPLAY.value, "space": index} for index in free)
    owned = ({"zone": zone.value, "side": side} for zone in (Zone.RESERVE, Zone.CRAFTED) for side in game.setup.sides)
    return (*spaces, *owned)


def _goon_spots(game: Position) -> tuple[Option, ...]:
    taken = goons_on_board(game)
    free = (location for location in GOON_LOCATIONS if location not in taken)
    spaces = ({"zone": Zone.SPACE.value, "location": location.value} for location in free)
    owned = ({"zone": Zone.GOONS.value, "side": side} for side in game.setup.sides)
    return (*spaces, *owned, {"zone": Zone.DISCARDS.value})


def _spot(option: Mapping[str, Any]) -> Spot:
    zone = Zone(option["zone"])
    if zone is Zone.SPACE:
        return zone, Location(option["location"])
    return DISPLAY if zone is Zone.DISPLAY else DISCARDS if zone is Zone.DISCARDS else (zone, option["side"])


def _in_space(option: Mapping[str, Any]) -> dict[str, int]:
    """Which space of the display it is, where it is one."""
    return {"space": option["space"]} if "space" in option else {}


def _item_to(game: Position) -> Fields:
    return {"card": Choose(_in_zones(game, Kind.ITEM)), "to": Choose((*_item_spots(game), {"zone": DECK}))}


def _goon_to(game: Position) -> Fields:
    return {"card": Choose(_in_zones(game, Kind.GOON)), "to": Choose((*_goon_spots(game), {"zone": DECK}))}


def _move_card(transaction: Transaction, act: Act) -> None:
    card, to = act.one("card"), act.one("to")
    source = transaction.game.spot(card)
    assert source is not None, "only cards that lie somewhere are offered"
    if to["zone"] == DECK:
        transaction.do(CardReturned(card, source, WHY))
    else:
        transaction.do(CardMoved(card, source, _spot(to), **_in_space(to), why=WHY))
    recheck_leader(transaction)


def _new_item(game: Position) -> Fields | None:
    return {"to": Choose(_item_spots(game))}


def _new_goon(game: Position) -> Fields | None:
    return {"to": Choose(_goon_spots(game)), "goon": GOON}


def _draw(transaction: Transaction, act: Act, kind: Kind, face: ItemFace | GoonFace) -> int:
    if transaction.game.deck(kind) <= 0:
        needed = transaction.game.setup.cards[kind] + 1
        raise NotInTheBox("correction.deck_empty", ("to",), kind=kind, needed=needed)
    card = len(transaction.game.cards)
    to = act.one("to")
    transaction.do(CardDrawn(card, face, _spot(to), **_in_space(to), why=WHY))
    return card


def _draw_item(transaction: Transaction, act: Act) -> None:
    _draw(transaction, act, Kind.ITEM, ItemFace())


def _draw_goon(transaction: Transaction, act: Act) -> None:
    card = _draw(transaction, act, Kind.GOON, turned_up(act.values["goon"]))
    transaction.first(Step(StepKind.BANDIT, card=card), *_demon_held(transaction.game, card))
    recheck_leader(transaction)


def _demon_held(game: Position, card: int) -> tuple[Step, ...]:
    """What a Demon counts is asked as soon as somebody has it (G-5)."""
    return (Step(StepKind.DEMON, card=card),) if _zone(game, card) is Zone.GOONS else ()


def _tomes(game: Position) -> Fields:
    return {"holder": Choose((*game.players, "discards", "out")), "number": Whole()}


def _set_tomes(transaction: Transaction, act: Act) -> None:
    holder = act.one("holder")
    more = act.values["number"] - transaction.game.tomes.get(holder, 0)
    left = transaction.game.deck(Kind.TOME)
    if more > left:
        needed = transaction.game.setup.cards[Kind.TOME] + more - left
        raise NotInTheBox("correction.deck_empty", ("number",), kind=Kind.TOME, needed=needed)
    if more > 0:
        transaction.do(TomesMoved(more, None, holder, WHY))
    elif more < 0:
        transaction.do(TomesMoved(-more, holder, None, WHY))


def _leader(game: Position) -> Fields:
    return {"side": Choose((*game.setup.sides, NOBODY))}


def _set_leader(transaction: Transaction, act: Act) -> None:
    side = act.one("side")
    transaction.do(LeaderTaken(None if side == NOBODY else side, WHY))


def _leader_goal(game: Position) -> Fields:
    return {"goal": LEADER_GOAL}


def _set_leader_goal(transaction: Transaction, act: Act) -> None:
    goal = act.values["goal"]
    least = transaction.game.setup.edition.goals["leader_minimum"]
    transaction.do(GoalsSet(leader_goal(goal, least), transaction.game.setup.end, WHY))
    recheck_leader(transaction)


def _end_goal(game: Position) -> Fields:
    return {"goal": END_GOAL}


def _set_end_goal(transaction: Transaction, act: Act) -> None:
    transaction.do(GoalsSet(transaction.game.setup.leader, end_goal(act.values["goal"]), WHY))


def _no_goal(game: Position) -> Fields:
    return {"goal": Choose(("leader", "end"))}


def _drop_goal(transaction: Transaction, act: Act) -> None:
    setup = transaction.game.setup
    leader = act.one("goal") == "leader"
    transaction.do(GoalsSet(None if leader else setup.leader, setup.end if leader else None, WHY))
    if leader and transaction.game.leader is not None:
        transaction.do(LeaderTaken(None, WHY))


def _instant(game: Position) -> Fields | None:
    """Who has claimed the instant goal, if anybody has, or that there is none (O-6)."""
    return None if game.setup.solitary else {"side": Choose((*game.players, NOBODY, NONE))}


def _set_instant(transaction: Transaction, act: Act) -> None:
    """It is with somebody, with nobody yet, or in the box (O-6)."""
    holder = act.one("side")
    transaction.do(InstantSet(holder != NONE, None if holder in {NOBODY, NONE} else holder, WHY))


def _count(game: Position) -> Fields | None:
    """What a side has counted itself: in light depth for the leader goal, at the end whatever was asked."""
    if game.setup.solitary:
        return None
    goal = [game.setup.leader.counts.value] if game.setup.light and game.setup.leader else []
    asked = (what for _, what in game.counted if what in COUNT_RULES)
    return {"side": _sides(game), "what": Choose(tuple(dict.fromkeys((*goal, *asked)))), "number": Whole()}


def _set_count(transaction: Transaction, act: Act) -> None:
    """One more is how a goal is met in light depth, so that it moves as ever (O-10); fewer is a correction (O-11)."""
    side, what = act.one("side"), act.one("what")
    before = counted(transaction.game, side, what)
    set_count(transaction, side, what, act.values["number"], *WHY)
    if counted(transaction.game, side, what) > before:
        check_leader(transaction)
    else:
        recheck_leader(transaction)


def _ruling(game: Position) -> Fields:
    options = tuple({"key": key, "value": value} for key, one in HOUSE_RULINGS.items() for value in one.values)
    return {"ruling": Choose(options)}


def _set_ruling(transaction: Transaction, act: Act) -> None:
    ruling = act.one("ruling")
    why = Reason(HOUSE_RULINGS[ruling["key"]].rules[0], "correction.ruling")
    transaction.do(RulingSet(ruling["key"], ruling["value"], (why,)))


def _box(game: Position) -> tuple[Fields, ...]:
    """A box holds no less than what is out of it (E-14); no number tells what tomes players hold together (V-1)."""
    decks = () if game.setup.light else tuple(Kind)
    counts: tuple[Cube | Kind, ...] = (*FOLLOWED[game.setup.depth], *decks)
    least = {what: 0 if what is Kind.TOME and len(game.players) > 1 else out_of_box(game, what) for what in counts}
    return tuple({"what": Choose((what.value,)), "number": Whole(least[what])} for what in counts)


def out_of_box(game: Position, what: Cube | Kind) -> int:
    """How many cubes of a colour, or cards of a deck, are elsewhere than in the supply or the deck (E-14)."""
    if isinstance(what, Cube):
        return game.setup.cubes[what] - game.supply(what)
    return game.setup.cards[what] - game.deck(what)


def _set_box(transaction: Transaction, act: Act) -> None:
    game, number = transaction.game, act.values["number"]
    what: Cube | Kind = Kind(act.one("what")) if act.one("what") in {*Kind} else Cube(act.one("what"))
    out = out_of_box(game, what)
    if number < out:
        raise NotInTheBox("correction.more_in_play", ("number",), what=what, out=out)
    transaction.do(BoxCounted(what, number, WHY))


def _dealing(game: Position) -> Fields | None:
    if not game.setup.solitary:
        return None
    known = len(game.setup.guard_deck) == game.setup.guard_deck_size
    return {"dealing": Choose(tuple(one.value for one in Dealing if known or one is not Dealing.APP))}


def _set_dealing(transaction: Transaction, act: Act) -> None:
    transaction.do(DealingSet(Dealing(act.one("dealing")), transaction.game.setup.guard_deck, WHY))


def _strength(game: Position) -> Fields:
    return {"side": _sides(game), "location": Choose(_PLACES), "by": Whole(-99, 99)}


def _set_strength(transaction: Transaction, act: Act) -> None:
    side, location = act.one("side"), Location(act.one("location"))
    by = act.values["by"] - transaction.game.bonus.get((side, location), 0)
    transaction.do(Strengthened(side, location, by, WHY))


def _turn(game: Position) -> Fields | None:
    in_turn = game.setup.calls_roll and game.setup.turns is not Turns.TOLD
    return {"side": _sides(game)} if game.phase is Phase.ROLL_CALL and in_turn else None


def _set_turn(transaction: Transaction, act: Act) -> None:
    transaction.agenda[:] = [Step(StepKind.TURN, act.one("side"))]


def _jump(game: Position) -> Fields:
    return {"round": Whole(1, ROUNDS), "phase": Choose(_PHASES[game.setup.depth])}


def _jump_to(transaction: Transaction, act: Act) -> None:
    """Go on from the beginning of a phase; cubes and cards stay where they are (S-9)."""
    round_, phase = act.values["round"], Phase(act.one("phase"))
    before = round_ - 1 if phase is Phase.ROLL_CALL else round_
    setup = transaction.game.setup
    if phase is not Phase.ROLL_CALL and setup.solitary and before != transaction.game.round:
        # Nobody has dealt this round in the app: its cards are typed as they lie on the table.
        transaction.do(RoundBegan(before, Phase.ROLL_CALL, WHY))
        size = len(guard_faces(setup)) if setup.dealing is Dealing.HOUSE else setup.guard_deck_size
        transaction.do(Dealt((None,) * size, (None,) * len(location_cards(setup)), WHY))
    transaction.do(RoundBegan(before, phase, WHY))
    transaction.agenda[:] = [Step(_FIRST_STEP[phase])]
    if phase is Phase.LIGHTS_OUT:
        _lay_first(transaction)


def _lay_first(transaction: Transaction) -> None:
    """An empty board would pass at once (L-1, L-3), so what lies on the real one is entered before the locations."""
    if transaction.game.setup.calls_roll and all(is_empty(transaction.game, location) for location in Location):
        transaction.first(Step(StepKind.LAY_OUT))


def _location(game: Position) -> Fields | None:
    return {"location": Choose(_PLACES)} if game.phase is Phase.LIGHTS_OUT else None


def _go_to_location(transaction: Transaction, act: Act) -> None:
    first = Location(act.one("location"))
    if transaction.game.setup.calls_roll:
        transaction.do(LocationOpened(None, WHY))
    else:
        # Who was where is told anew from here on.
        transaction.do(RoundBegan(transaction.game.round, Phase.LIGHTS_OUT, WHY))
    transaction.agenda[:] = through_the_night(transaction.game, first)
    _lay_first(transaction)


def _depth(game: Position) -> Fields | None:
    """To light at any time; to full where the next round is about to begin."""
    if game.setup.solitary or game.phase in {Phase.LAST_RAID, Phase.ENDED}:
        return None
    if not game.setup.light:
        return {"depth": Choose((Depth.LIGHT.value,))}
    return (
        {"depth": Choose((Depth.FULL.value,))}
        if game.round < ROUNDS and game.agenda[0].kind is StepKind.LIGHT
        else None
    )


def _set_depth(transaction: Transaction, act: Act) -> None:
    (_to_light if act.one("depth") == Depth.LIGHT else _to_full)(transaction)


def _to_light(transaction: Transaction) -> None:
    """Resources, cards and tokens are no longer followed (E-14); what they count for the leader goal stays (O-2)."""
    game, goal = transaction.game, transaction.game.setup.leader
    counts = [(side, goal.counts.value, counted(game, side, goal.counts)) for side in game.setup.sides] if goal else []
    transaction.do(DepthSet(Depth.LIGHT, WHY))
    for side, what, number in counts:
        set_count(transaction, side, what, number, *WHY)
    phase = Phase.SETUP if game.phase is Phase.SETUP else Phase.ROUND
    transaction.do(RoundBegan(game.round, phase, WHY))
    transaction.agenda[:] = [Step(StepKind.LIGHT)]


def _to_full(transaction: Transaction) -> None:
    """What everybody holds is asked at once (E-14), then what lies on the board; icons only if none are laid (S-5)."""
    game = transaction.game
    transaction.do(DepthSet(Depth.FULL, WHY))
    spaces = [Step(StepKind.GOON_SPACE, location=location) for location in GOON_LOCATIONS]
    board = [Step(StepKind.ITEMS), *spaces]
    if game.phase is Phase.SETUP:
        laid = any(game.at(location, Cube.SUSPICION) for location in Location)
        transaction.agenda[:] = [*board, *([] if laid else [Step(StepKind.ICONS)]), Step(StepKind.BEGIN)]
    else:
        transaction.do(RoundBegan(game.round, Phase.PATROL, WHY))
        transaction.agenda[:] = [Step(StepKind.HOLDINGS), *board, Step(StepKind.BEGIN)]


def _away(game: Position) -> Fields | None:
    """A seat may be left and taken again (S-10)."""
    return None if game.setup.solitary else {"side": Choose(game.players), "away": Choose((YES, NO))}


def _set_away(transaction: Transaction, act: Act) -> None:
    """Nobody sits there, or somebody does again (S-10)."""
    side, away = act.one("side"), act.one("away") == YES
    if away != (side in transaction.game.away):
        transaction.do(AwaySet(side, away, (Reason("S-10", "correction.table_is_right"),)))


def _number_of_sides(game: Position) -> Fields | None:
    """Before the first round somebody may still come or leave (S-10)."""
    early = game.phase is Phase.SETUP and not game.setup.solitary
    return {"number": Whole(FEWEST_SIDES, MOST_SIDES)} if early else None


def _set_sides(transaction: Transaction, act: Act) -> None:
    """Whoever comes starts as everybody (S-2, S-8, S-10); the display grows or shrinks with the table (S-4)."""
    starts = transaction.game.setup.starts
    number = act.values["number"]
    for side in range(number, len(starts)):
        _clear_seat(transaction, side)
    new = Start(reputation=0) if transaction.game.setup.advanced else Start()
    transaction.do(SidesSet((*starts[:number], *(new,) * (number - len(starts))), WHY))
    for side in range(len(starts), number):
        give_start(transaction, side)
    if not transaction.game.setup.light:
        transaction.first(Step(StepKind.ITEMS))
    recheck_leader(transaction)


def _clear_seat(transaction: Transaction, side: Side) -> None:
    """All that lies with a seat goes back, and the card of its space of the display (S-4)."""
    for cube in Cube:
        transaction.put_back(side, cube, transaction.game.at(side, cube), *WHY)
    if tomes := transaction.game.tomes.get(side, 0):
        transaction.do(TomesMoved(tomes, side, None, WHY))
    owned: tuple[Spot, ...] = ((Zone.RESERVE, side), (Zone.CRAFTED, side), (Zone.GOONS, side))
    for spot in owned:
        for card in tuple(transaction.game.lying(spot)):
            transaction.do(CardReturned(card, spot, WHY))
    for shown in transaction.game.zones[DISPLAY][side + 1 :]:
        if shown is not None:
            transaction.do(CardReturned(shown, DISPLAY, WHY))


def _suspicion(game: Position) -> Fields | None:
    if game.location is None or not game.at(game.location, Cube.SUSPICION):
        return None
    return {"side": Choose((*game.setup.sides, STAYS))}


def _overrule_suspicion(transaction: Transaction, act: Act) -> None:
    transaction.do(Overruled("suspicion", act.one("side"), WHY))


def _guards_decide(game: Position, *locations: Location) -> bool:
    """Whether the guards' part at one of these locations is what comes: what they have done is taken back, not decided.

    What the table decides is over as a location is left.
    """
    to_come = any(step.kind is StepKind.RESOLVE or step.side == game.setup.guards for step in game.agenda)
    return game.setup.solitary and game.location in locations and to_come


def _commissary(game: Position) -> Fields | None:
    if not _guards_decide(game, Location.COMMISSARY):
        return None
    return {"takes": Choose((*(one.value for one in Resource), NOTHING))}


def _overrule_commissary(transaction: Transaction, act: Act) -> None:
    transaction.do(Overruled("commissary", act.one("takes"), WHY))


def _chow_hall(game: Position) -> Fields | None:
    spaces = tuple(location.value for location in goons_on_board(game))
    return {"goons": Choose(spaces, 0, min(2, len(spaces)))} if _guards_decide(game, Location.CHOW_HALL) else None


def _overrule_chow_hall(transaction: Transaction, act: Act) -> None:
    transaction.do(Overruled("chow_hall", tuple(act.values["goons"]), WHY))


def _cell_block(game: Position) -> Fields | None:
    if not _guards_decide(game, Location.CELL_BLOCK):
        return None
    display = tuple(game.lying(DISPLAY))
    reserve = tuple(game.lying((Zone.RESERVE, game.setup.guards)))
    crafts = tuple({"craft": card} for card in (*display, *reserve))
    return {"does": Choose((*crafts, *({"reserve": card} for card in display), NOTHING))}


def _overrule_cell_block(transaction: Transaction, act: Act) -> None:
    transaction.do(Overruled("cell_block", act.one("does"), WHY))


def _exchange(game: Position) -> Fields | None:
    pairs = tuple({"give": give.value, "get": get.value} for give in Resource for get in Resource if give is not get)
    # An exchange is what a goon or an item brings.
    offered = _guards_decide(game, Location.CHOW_HALL, Location.CELL_BLOCK)
    return {"does": Choose((*pairs, NOTHING))} if offered else None


def _overrule_exchange(transaction: Transaction, act: Act) -> None:
    transaction.do(Overruled("exchange", act.one("does"), WHY))


_Offered = Fields | tuple[Fields, ...] | None

_CORRECTIONS: Final[Mapping[str, tuple[Callable[[Position], _Offered], Callable[[Transaction, Act], None]]]] = {
    "set_cubes": (_cubes, _set_cubes),
    "set_reputation": (_side_number, _set_reputation),
    "set_storage": (_side_number, _set_storage),
    "set_marker": (lambda game: {"side": _sides(game)}, _set_marker),
    "set_token": (_token, _set_token),
    "set_guard_card": (_guard_card, _set_guard_card),
    "set_guard_face": (_guard_face, _set_guard_face),
    "lay_guard_card": (_new_guard_card, _lay_guard_card),
    "set_item": (_item_face, _set_item_face),
    "set_goon": (_goon_face, _set_goon_face),
    "set_shown": (_rest, _set_rest),
    "set_bandit": (_bandit, _set_bandit),
    "set_demon": (_demon, _set_demon),
    "move_item": (_item_to, _move_card),
    "move_goon": (_goon_to, _move_card),
    "draw_item": (_new_item, _draw_item),
    "draw_goon": (_new_goon, _draw_goon),
    "set_tomes": (_tomes, _set_tomes),
    "set_leader": (_leader, _set_leader),
    "set_instant": (_instant, _set_instant),
    "set_count": (_count, _set_count),
    "set_leader_goal": (_leader_goal, _set_leader_goal),
    "set_end_goal": (_end_goal, _set_end_goal),
    "drop_goal": (_no_goal, _drop_goal),
    "set_ruling": (_ruling, _set_ruling),
    "set_box": (_box, _set_box),
    "set_dealing": (_dealing, _set_dealing),
    "set_strength": (_strength, _set_strength),
    "set_turn": (_turn, _set_turn),
    "set_phase": (_jump, _jump_to),
    "go_to_location": (_location, _go_to_location),
    "set_depth": (_depth, _set_depth),
    "set_sides": (_number_of_sides, _set_sides),
    "set_away": (_away, _set_away),
    "overrule_suspicion": (_suspicion, _overrule_suspicion),
    "overrule_commissary": (_commissary, _overrule_commissary),
    "overrule_chow_hall": (_chow_hall, _overrule_chow_hall),
    "overrule_cell_block": (_cell_block, _overrule_cell_block),
    "overrule_exchange": (_exchange, _overrule_exchange),
}

IN_LIGHT_DEPTH: Final = frozenset(
    {
        "set_cubes",
        "set_reputation",
        "set_marker",
        "set_leader",
        "set_instant",
        "set_count",
        "set_leader_goal",
        "set_end_goal",
        "drop_goal",
        "set_ruling",
        "set_box",
        "set_phase",
        "set_depth",
        "set_sides",
        "set_away",
    }
)
"""What means something where the app follows neither resources nor cards nor tokens."""
