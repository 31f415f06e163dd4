"""What leaves the server of a table, by who looks (V-1). Everything that is shown of a game comes from here. Pure.

Nobody sees the orders of decks and the faces of guard cards that lie face down, but for those that were shown; another
seat hides its tomes, its reserved cards, and those of its tokens that are at home or face down. The guards have no
secrets but their cards.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Any, Final, NamedTuple, TypeAlias

from companion.rules.acts.actions import Action, Prompt
from companion.rules.corrections.registry import NotInTheBox, corrections
from companion.rules.corrections.setup import out_of_box
from companion.rules.engine.physical_moves import Area, How, Move, Piece, Where
from companion.rules.errors import RuleError
from companion.rules.phases.effects import counted
from companion.rules.phases.final_counts import COUNT_RULES
from companion.rules.phases.free_actions import ANY_TIME
from companion.rules.reasons import Reason
from companion.rules.rulings.automa import Item
from companion.rules.rulings.ranking import MOST_SIDES
from companion.rules.schema import ChoiceField, IntField, Option
from companion.rules.state.cards import GoonFace, ItemFace
from companion.rules.state.events import (
    AgendaSet,
    Answered,
    Assigned,
    AwaySet,
    Began,
    BoxCounted,
    CardDrawn,
    CardMoved,
    CardReturned,
    Counted,
    DealingSet,
    Dealt,
    DeckLooked,
    DepthSet,
    DiscardsShuffled,
    Event,
    FaceTyped,
    GoalsSet,
    GuardCardLaid,
    GuardCardLooked,
    GuardCardMoved,
    GuardCardTurned,
    InstantSet,
    LeaderTaken,
    LocationCardTurned,
    LocationOpened,
    MarkerMoved,
    Moved,
    Noted,
    Overruled,
    Passed,
    RewardOffered,
    RoundBegan,
    RulingSet,
    Scored,
    SidesSet,
    StorageSet,
    Strengthened,
    StrengthStated,
    TokensMoved,
    TokensTurned,
    TomesMoved,
    evolve,
)
from companion.rules.state.position import DISCARDS, DISPLAY, Cube, Holder, Kind, Phase, Place, Position, Side, Zone
from companion.rules.state.stored_names import NAME_OF
from companion.rules.vocabulary import Location
from companion.tables.score_reveal import is_covered
from companion.tables.timeline import State


class Viewer(NamedTuple):
    """Who looks.

    Attributes:
        seats: in whose place; nobody's for one who only watches. A phone may hold several, and the host's plays those
            that nobody holds.
        edits_all: whether it may correct what is open of others' too.
        moves_all: whether it may go back and forward past what others have done.
        runs: whether it runs the table.
        revealed: how many lines of the final scores the room has seen.
    """

    seats: frozenset[Side] = frozenset()
    edits_all: bool = False
    moves_all: bool = False
    runs: bool = False
    revealed: int = 0

    @property
    def seat(self) -> Side | None:
        """The first of its seats, or None."""
        return min(self.seats, default=None)


WATCHER: Final = Viewer()


def view(state: State, viewer: Viewer, names: Sequence[str]) -> dict[str, Any]:
    """A game as a viewer may see it, as JSON can write it.

    Args:
        state: what the table has come to.
        viewer: who looks.
        names: of the sides, clockwise.
    """
    game = state.game
    setup = game.setup
    secret = secret_counts(game, viewer.revealed)
    return {
        "edition": setup.edition_name.value,
        "rulings": dict(setup.chosen_rulings),
        "difficulty": _plain(setup.difficulty),
        "dealing": setup.dealing.value,
        "depth": setup.depth.value,
        "roll_call": setup.calls_roll,
        "round": game.round,
        "phase": game.phase.value,
        "location": _plain(game.location),
        "first_player": game.first_player,
        "goals": _goals(game, viewer),
        "sides": [_side(game, side, viewer, names[side]) for side in setup.sides],
        "locations": [_location(game, location) for location in game.setup.edition.locations],
        "guard_cards": [_guard_card(state, viewer, index) for index in range(len(game.guard_cards))],
        "location_cards": [_plain(shows) for shows in game.location_cards],
        "display": list(game.zones[DISPLAY]),
        "discards": list(game.lying(DISCARDS)),
        "cards": {str(card): face_of(game.cards[card]) for card in sorted(_open_cards(game, viewer))},
        "decks": _decks(game, viewer),
        "supply": {cube.value: game.supply(cube) for cube in Cube},
        "box": {
            "cubes": {cube.value: setup.cubes[cube] for cube in Cube},
            "cards": {kind.value: setup.cards[kind] for kind in Kind},
        },
        "overruled": _plain(game.overruled),
        "counted": [
            {"side": side, "what": what, "number": n}
            for (side, what), n in game.counted.items()
            if what not in secret or owns(game, side, viewer)
        ],
        "offers": [{"side": side, "power": offer.power, "marker": offer.marker} for side, offer in game.offers.items()],
    }


def secret_counts(game: Position, revealed: int = 0) -> frozenset[str]:
    """What of what sides have counted is for their own eyes, until the reveal is over (V-1)."""
    if is_covered(game, revealed):
        return frozenset(what for _, what in game.counted) - BEFORE_THE_RAID
    return frozenset() if game.phase is Phase.ENDED else SECRET_COUNTS


SECRET_COUNTS: Final = frozenset({"tomes", "reserved"})
"""What is counted of what a side keeps to itself, for its own eyes until everybody has counted (V-1)."""

BEFORE_THE_RAID: Final = frozenset({"reputation_before", "suspicion_before"})
"""What the app notes of what lay open before the last raid."""


def _goals(game: Position, viewer: Viewer) -> dict[str, Any]:
    """The goals of the game, who holds the leader goal, how many each side has for it, who claimed the instant goal."""
    setup = game.setup
    leader = setup.leader
    covered = is_covered(game, viewer.revealed)
    told_of = {side for side in setup.sides if not covered or owns(game, side, viewer)}
    return {
        "leader": _plain_record(leader),
        "end": _plain_record(setup.end),
        "held_by": game.leader,
        "counts": [counted(game, side, leader.counts) if side in told_of else None for side in setup.sides]
        if leader
        else [],
        "instant": setup.instant,
        "claimed_by": game.instant,
    }


def owns(game: Position, side: Side, viewer: Viewer) -> bool:
    """Whether a viewer may see what a side keeps to itself; the guards keep nothing (V-1)."""
    return side in viewer.seats or side == game.setup.guards


def _owns_all(game: Position, viewer: Viewer) -> bool:
    return all(owns(game, side, viewer) for side in game.setup.sides)


def _cubes(game: Position, place: Place) -> dict[str, int]:
    return {cube.value: n for cube in Cube if (n := game.at(place, cube))}


def _side(game: Position, side: Side, viewer: Viewer, name: str) -> dict[str, Any]:
    open_ = owns(game, side, viewer)
    reserve = list(game.lying((Zone.RESERVE, side)))
    guards = side == game.setup.guards
    return {
        "seat": side,
        "name": name,
        "guards": guards,
        "reputation": game.reputation[side],
        "cubes": _cubes(game, side),
        "storage": None if guards else game.storage[side],
        "away": side in game.away,
        "passed": side in game.passed,
        "assigned": [location.value for location in game.setup.edition.locations if (side, location) in game.assigned],
        "home": [] if guards else list(game.at_home(side)) if open_ else [None] * len(game.at_home(side)),
        "tokens": [
            {
                "token": token if open_ or not laid.face_down else None,
                "location": laid.location.value,
                "face_down": laid.face_down,
            }
            for (whose, token), laid in game.tokens.items()
            if whose == side
        ],
        "crafted": list(game.lying((Zone.CRAFTED, side))),
        "goons": list(game.lying((Zone.GOONS, side))),
        "reserve": reserve if open_ else [None] * len(reserve),
        "tomes": game.tomes.get(side, 0) if open_ else None,
    }


def _location(game: Position, location: Location) -> dict[str, Any]:
    goon = next(game.lying((Zone.SPACE, location)), None) if location in game.setup.edition.goon_locations else None
    return {
        "location": location.value,
        "cubes": _cubes(game, location),
        "goon": goon,
        "counted": [
            {"side": side, "strength": told_.strength, "lookout": told_.lookout}
            for (side, where), told_ in game.strengths.items()
            if where is location
        ],
        "bonus": [{"side": side, "by": by} for (side, where), by in game.bonus.items() if where is location and by],
    }


def _guard_card(state: State, viewer: Viewer, index: int) -> dict[str, Any]:
    card = state.game.guard_cards[index]
    return {
        "card": index,
        "location": _plain(card.location),
        "up": card.up,
        "looked": card.looked,
        "face": _face_known(state, viewer, index),
    }


def _face_known(state: State, viewer: Viewer, index: int) -> dict[str, Any] | None:
    """What a guard card shows, as far as this viewer has been shown it, be it in a line that is struck since."""
    card = state.game.guard_cards[index]
    if card.up:
        return _plain_record(card.face)
    shown = [one.face for one in state.seen.get((state.deal, index), ()) if one.seat in {None, *viewer.seats}]
    return _plain_record(shown[-1]) if shown else None


def _open_cards(game: Position, viewer: Viewer) -> set[int]:
    hidden = {
        card
        for (zone, side), cards in game.zones.items()
        if zone is Zone.RESERVE and isinstance(side, int) and not owns(game, side, viewer)
        for card in cards
    }
    return {*game.cards} - hidden


def _decks(game: Position, viewer: Viewer) -> dict[str, int | None]:
    """How many cards decks have; that of the tomes would tell how many others hold."""
    return {
        "guards": len(game.guard_deck),
        "locations": len(game.location_deck),
        "items": game.deck(Kind.ITEM),
        "goons": game.deck(Kind.GOON),
        "tomes": game.deck(Kind.TOME) if _owns_all(game, viewer) else None,
        "discarded_tomes": game.tomes.get("discards", 0),
    }


def face_of(face: ItemFace | GoonFace) -> dict[str, Any]:
    """An item or a goon as far as it is known."""
    kind = "item" if isinstance(face, ItemFace) else "goon"
    return {"kind": kind, **{name: _plain(getattr(face, name)) for name in face._fields}}


def _plain_record(record: Any) -> dict[str, Any] | None:
    return None if record is None else {name: _plain(getattr(record, name)) for name in record._fields}


def _plain(value: Any) -> Any:
    """A value of the rules as JSON can write it."""
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, Item):
        cost = {resource.value: n for resource, n in value.cost.items()}
        return {"reputation": value.reputation, "cost": {**cost, "any": value.any} if value.any else cost}
    if hasattr(value, "_fields"):
        return _plain_record(value)
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    if isinstance(value, Mapping):
        return {str(_plain(key)): _plain(one) for key, one in value.items()}
    return value


# What may be done


def waiting(state: State) -> Prompt:
    """What the game waits for, whoever looks: to put it in words, for its actions are not everybody's."""
    return state.prompt


def prompt(state: State, viewer: Viewer) -> Prompt:
    """What the game waits for, with the actions that this viewer may take."""
    asked = waiting(state)
    mine = tuple(_own(asked.actions, viewer))
    barred = asked.barred if viewer.seats and asked.side in {None, *viewer.seats} else {}
    return Prompt(asked.step, asked.side, mine, barred)


def _own(actions: Iterable[Action], viewer: Viewer) -> Iterator[Action]:
    """The actions of a viewer's seats, and those that anybody at the table may take.

    What somebody does of their own accord they do for a side of theirs; what the game asks is answered as it asks.
    """
    if not viewer.seats:
        return
    for action in actions:
        if action.type in ANY_TIME:
            yield from _narrowed(action, {_SIDE: lambda option: option in viewer.seats})
        elif action.side is None or action.side in viewer.seats:
            yield action


def stand_in(state: State, side: Side) -> Prompt:
    """What somebody else may do for a side whose phone sleeps: nothing that shows what it keeps to itself (V-1)."""
    asked = waiting(state)
    hidden = {*state.game.cards} - _open_cards(state.game, WATCHER)
    open_ = {"card": lambda option: option not in hidden}
    actions = (
        one for one in asked.actions if one.side == side and one.type not in _ITS_OWN and one.type not in ANY_TIME
    )
    return Prompt(asked.step, side, tuple(one for action in actions for one in _narrowed(action, open_)))


_ITS_OWN: Final = frozenset({"assign", "count_hand", "enter_holdings", "enter_tokens"})
"""Acts in which somebody tells of tokens, tomes and cards that nobody else sees."""

_SIDE: Final = "side"
"""The field in which an act that nobody has asked for says whose it is."""


def _narrowed(action: Action, may: Mapping[str, Callable[[Option], bool]]) -> Iterator[Action]:
    """An action with only those options that may be chosen; nothing where a field has too few left."""
    fields = dict(action.fields)
    for name, shape in action.fields.items():
        if name not in may or not isinstance(shape, ChoiceField):
            continue
        options = tuple(option for option in shape.options if may[name](option))
        if len(options) == len(shape.options):
            continue
        if len(options) < max(shape.least, 1):
            return
        proposed = shape.proposed and tuple(option for option in shape.proposed if option in options)
        fields[name] = replace(shape, options=options, most=min(shape.most, len(options)), proposed=proposed)
    yield action._replace(fields=fields) if fields != action.fields else action


def correctable(state: State, viewer: Viewer) -> tuple[Action, ...]:
    """What this viewer may correct now: nothing that others keep to themselves (V-1).

    Of what is open it is what is its own or nobody's, or all of it where the table trusts everybody.
    """
    if state.closed or not viewer.seats:
        return ()
    game = state.game
    if viewer.seats >= {*game.players}:
        return tuple(_tomes_counted(action, out_of_box(game, Kind.TOME)) for action in corrections(game))
    hidden = {*game.cards} - _open_cards(game, viewer)
    others = {*game.setup.sides} - viewer.seats
    closed = frozenset() if viewer.edits_all else others - {game.setup.guards}
    down = {side for (side, _), laid in game.tokens.items() if laid.face_down}

    def _is_open(token: Mapping[str, Any]) -> bool:
        """Which tokens are at home is no secret as long as none lies face down."""
        laid = game.tokens.get((token["side"], token["token"]))
        return token["side"] not in others & down or (laid is not None and not laid.face_down)

    # Tomes in hand are nobody else's to see, whatever a table trusts in.
    may: dict[str, Callable[[Option], bool]] = {
        "card": lambda option: option not in hidden,
        "holder": lambda option: option not in others,
        **{name: lambda option: option not in closed for name in ("side", "place")},
        "token": lambda option: isinstance(option, dict) and option["side"] not in closed and _is_open(option),
        "to": lambda option: not isinstance(option, dict) or option.get("side") not in closed,
    }
    offered = (action if viewer.runs else _taking_no_seat(action, game) for action in corrections(game))
    # How few tomes the box can have would tell how many others hold; that it has more can always be said.
    offered = (_tomes_counted(action, game.setup.cards[Kind.TOME]) for action in offered)
    return tuple(one for action in offered for one in _narrowed(action, may))


def _taking_no_seat(action: Action, game: Position) -> Action:
    """Only whoever runs the table takes away a seat in which somebody may sit."""
    if action.type != "set_sides":
        return action
    return action._replace(fields={"number": IntField(len(game.setup.starts), MOST_SIDES)})


def _tomes_counted(action: Action, least: int) -> Action:
    """The correction of how many tomes the box has, from that number on; any other action as it is."""
    what = action.fields.get("what")
    if action.type != "set_box" or not isinstance(what, ChoiceField) or what.options != (Kind.TOME.value,):
        return action
    return action._replace(fields={**action.fields, "number": IntField(least)})


_UNTOLD: Final = {"correction.deck_empty": "correction.tomes_short", "correction.more_in_play": "correction.tomes_out"}
"""By what says why there are not so many tomes, or not so few: what says it without their number."""


def refusal_told(error: RuleError, game: Position, viewer: Viewer) -> RuleError:
    """Why something is not possible, as a viewer may know it: what others hold of tomes follows from no number."""
    about_tomes = isinstance(error, NotInTheBox) and Kind.TOME in error.data.values()
    if not about_tomes or _owns_all(game, viewer):
        return error
    return NotInTheBox(_UNTOLD[error.key], error.path)


# What has happened


class Told(NamedTuple):
    """An event as a viewer may know it.

    Attributes:
        name: which kind, in words with underscores.
        event: without what the viewer may not know, or None where nothing is left to be put in words.
        before: the game just before it.
        data: what it changed, as JSON can write it.
        why: the reasons.
    """

    name: str
    event: Event | None
    before: Position
    data: Mapping[str, Any]
    why: tuple[Reason, ...]


_OPEN: Final = frozenset(
    {
        Answered,
        AwaySet,
        BoxCounted,
        CardDrawn,
        CardMoved,
        CardReturned,
        DepthSet,
        DiscardsShuffled,
        GoalsSet,
        GuardCardLaid,
        GuardCardMoved,
        GuardCardTurned,
        InstantSet,
        LeaderTaken,
        LocationCardTurned,
        LocationOpened,
        MarkerMoved,
        Moved,
        Noted,
        Overruled,
        Passed,
        RewardOffered,
        RoundBegan,
        RulingSet,
        Scored,
        SidesSet,
        StorageSet,
        StrengthStated,
        Strengthened,
        TokensTurned,
    }
)
"""Events that everybody at the table sees happen."""


Seen: TypeAlias = tuple[Any, dict[str, Any]]
"""An event without what its viewer may not know, and what it changed."""


def _began(event: Began, before: Position, own: bool) -> Seen:
    return event, {}


def _dealt(event: Dealt, before: Position, own: bool) -> Seen:
    guards, locations = len(event.guard_deck), len(event.location_deck)
    hidden = Dealt((None,) * guards, (None,) * locations, event.why)
    return hidden, {"guard_cards": guards, "location_cards": locations}


def _dealing_set(event: DealingSet, before: Position, own: bool) -> Seen:
    return event._replace(guard_deck=()), {"dealing": event.dealing.value}


def _guard_card_looked(event: GuardCardLooked, before: Position, own: bool) -> Seen:
    seen = event if own else event._replace(face=None)
    return seen, {"card": seen.card, "face": _plain_record(seen.face)}


def _deck_looked(event: DeckLooked, before: Position, own: bool) -> Seen:
    seen = event if own else event._replace(shows=None)
    return seen, {"deck": seen.deck, "shows": _plain(seen.shows)}


def _assigned(event: Assigned, before: Position, own: bool) -> Seen:
    down = [token if own else None for token in event.face_down]
    told_ = {"side": event.side, "location": event.location.value, "tokens": list(event.tokens), "face_down": down}
    return event if own else event._replace(face_down=(HIDDEN,) * len(down)), told_


def _tokens_moved(event: TokensMoved, before: Position, own: bool) -> Seen:
    """Tokens that lie face up are known, those face down are not; from home they come face up, unless to stay there."""
    laid = {token: before.tokens.get((event.side, token)) for token in event.tokens}
    known = {token for token, one in laid.items() if own or (not one.face_down if one else event.to is not None)}
    tokens = [token if token in known else None for token in event.tokens]
    # A token that lies face down is seen to move; one that stays at home is not.
    moved = tuple(token if token in known else HIDDEN for token in event.tokens if token in known or laid[token])
    data = {"side": event.side, "tokens": tokens, "to": _plain(event.to)}
    return event._replace(tokens=moved) if moved else None, data


def _tomes_moved(event: TomesMoved, before: Position, own: bool) -> Seen:
    known = own or event.target == "discards"
    data = {"number": event.number if known else None, "source": event.source, "target": event.target}
    return event if known else None, data


def _face_typed(event: FaceTyped, before: Position, own: bool) -> Seen:
    """Items and goons lie open, but for those in somebody's reserve."""
    spot = before.spot(event.card)
    known = own or spot is None or spot[0] is not Zone.RESERVE or spot[1] == before.setup.guards
    return event if known else None, {"card": event.card, "face": face_of(event.face) if known else None}


def _counted(event: Counted, before: Position, own: bool, revealed: int) -> Seen:
    """What the app notes for the score by itself nobody needs to be told; players count between last raid and end.

    What is corrected once all have sealed is covered as the count was, until the room has seen the scores.
    """
    covered = before.phase is Phase.LAST_RAID or is_covered(before, revealed)
    secret = covered and event.what not in BEFORE_THE_RAID
    known = own or not (secret or event.what in SECRET_COUNTS)
    asked = event.what in COUNT_RULES or event.why
    told_ = {"side": event.side, "what": event.what, "number": event.number if known else None}
    return event if asked and known else None, told_


HIDDEN: Final = "hidden"
"""Stands for a token that lies face down."""

_GUARDED: Final[Mapping[type, Callable[[Any, Position, bool], Seen]]] = {
    Began: _began,
    Dealt: _dealt,
    DealingSet: _dealing_set,
    GuardCardLooked: _guard_card_looked,
    DeckLooked: _deck_looked,
    Assigned: _assigned,
    TokensMoved: _tokens_moved,
    TomesMoved: _tomes_moved,
    FaceTyped: _face_typed,
}
"""Events of which a part is secret: what is left of them for whoever did them, or for another."""

_OF_THEIR_SIDE: Final = frozenset({TokensMoved})
"""Events of which only their side knows the secret part: whoever plays a tome moves tokens that it does not know."""

_INNER: Final = frozenset({AgendaSet})
"""Events that are none at the table."""

_OWN_REASONS: Final = frozenset({"roll_call.passed"})
"""Reasons that name what only their own side may know."""


def told(events: Sequence[Event], before: Position, viewer: Viewer, seat: Side | None) -> Iterator[Told]:
    """What a viewer may know of the events of a line of the log.

    Args:
        events: of the line.
        before: the game just before the line.
        viewer: who looks.
        seat: whose line it is.
    """
    wrote = seat in viewer.seats
    game = before
    for event in events:
        kind = type(event)
        seen: Any = event
        own = (wrote and kind not in _OF_THEIR_SIDE) or _whose(event) in viewer.seats
        if isinstance(event, Counted):
            seen, data = _counted(event, game, own, viewer.revealed)
        elif kind in _GUARDED:
            seen, data = _GUARDED[kind](event, game, own)
        elif kind in _OPEN:
            data = {name: _plain(getattr(event, name)) for name in event._fields if name != "why"}
        elif kind not in _INNER:
            raise AssertionError(f"nobody has said who may see {kind.__name__}")
        if kind not in _INNER:
            why = tuple(reason for reason in event.why if own or reason.key not in _OWN_REASONS)
            yield Told(_snake(NAME_OF[kind]), seen, game, data, why)
        game = evolve(game, event)


def moves_told(moves: Iterable[Move], viewer: Viewer) -> Iterator[Move]:
    """Moves of hands as a viewer may know them: not which token it is that nobody saw, nor what tomes others draw."""
    for move in moves:
        own = move.side in viewer.seats
        if move.piece is Piece.TOME and not own and (move.side is None or _DISCARDED not in {move.source, move.target}):
            continue
        secret = move.hidden and not own
        yield move._replace(which=None, hidden=False, how=move.how or How.DOWN) if secret else move


_DISCARDED: Final = Where(Area.DISCARDS)


def _whose(event: Event) -> Side | None:
    """Whose an event is, where it is somebody's, for whoever wrote it down: its side, or who draws or plays tomes."""
    return getattr(event, "side", next((end for end in _ends(event) if isinstance(end, int)), None))


def _ends(event: Event) -> tuple[Holder | None, ...]:
    return (event.source, event.target) if isinstance(event, TomesMoved) else ()


def _snake(name: str) -> str:
    return "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in name).lstrip("_")


def act_told(act: Mapping[str, Any], viewer: Viewer, seat: Side | None) -> dict[str, Any]:
    """What a viewer may know of what was asked in a line: whoever asked, all; others, what kind of act it was."""
    if seat in viewer.seats:
        return dict(act)
    return {name: value for name, value in act.items() if name in {"type", "to", "for", "by"}}
