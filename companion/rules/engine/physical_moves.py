"""What hands have to move on the real table because of what happened: from events to net physical moves. Pure.

An event says what changed in the game; a move says which piece goes from where to where. `moves_of` sums them up over
any events: cubes of one colour and one way are one move, opposite ways cancel, and a piece that is one of a kind goes
from where it lay first to where it lies last. So the moves of one act, of several, or of what was taken back
(`reversed_moves`) are a list as short as the work is. What of it somebody may know says the projection of a table.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import combinations, permutations
from typing import Any, Final, NamedTuple, TypeAlias

from companion.rules.state import events as happened
from companion.rules.state.events import Event, evolve
from companion.rules.state.position import KIND_OF, Cube, Dealing, Holder, Kind, Phase, Position, Side, Spot, Zone
from companion.rules.state.position import Place as Spots
from companion.rules.vocabulary import Location, Vocabulary

LIES_SO: Final = frozenset({"correction.table_is_right", "begin.told", "lights_out.told", "game.holdings_told"})
"""The keys of the reasons with which somebody tells the app what lies on the table already."""

CLEARS: Final = frozenset({"game.location_cleared"})
"""The keys of the reasons for which a raid empties the locations (D-3)."""

COMES_FACE_UP: Final = frozenset({"roll_call.comes", "lights_out.special"})
"""The keys of the reasons for which a guard card comes from its deck to be revealed (Z-5, Z-8)."""


class Piece(Vocabulary):
    """What lies on a table besides cubes."""

    TOKEN = "token"  # noqa: S105
    CREW = "crew"
    """The tokens of a side at one place, where the app was not told which they are."""
    GUARD_CARD = "guard_card"
    LOCATION_CARD = "location_card"
    ITEM = "item"
    GOON = "goon"
    TOME = "tome"
    FIRST_PLAYER = "first_player"
    LEADER_GOAL = "leader_goal"
    INSTANT_GOAL = "instant_goal"
    REPUTATION = "reputation"
    ROUND_MARKER = "round_marker"


class Area(Vocabulary):
    """A kind of place at which a piece can lie; `Where.of` says which of them."""

    SUPPLY = "supply"
    SIDE = "side"
    LOCATION = "location"
    HOME = "home"
    DECK = "deck"
    DISCARDS = "discards"
    ASIDE = "aside"
    """Guard and location cards that are done with for this round."""
    OUT = "out"
    """Out of the game (E-4)."""
    DISPLAY = "display"
    SPACE = "space"
    RESERVE = "reserve"
    CRAFTED = "crafted"
    GOONS = "goons"
    GOALS = "goals"
    """The goal cards that nobody has."""
    TRACK = "track"
    ROUNDS = "rounds"
    """The track on which the round marker stands."""


class Where(NamedTuple):
    """A place on the table.

    Attributes:
        area: what kind of place.
        of: whose, which location, which space of the display from 0, which space of a track; None: there is one.
    """

    area: Area
    of: Side | Location | None = None


class How(StrEnum):
    """What is done with a piece besides that it goes somewhere."""

    PLAIN = ""
    DOWN = "down"
    """It lies face down afterwards."""
    UP = "up"
    """It is turned face up where it lies."""
    REVEAL = "reveal"
    """It is turned face up as it comes, and the app does not know its face yet."""
    LOOK = "look"
    """It is looked at, and lies as before."""
    SHUFFLE = "shuffle"
    """The whole deck is shuffled."""
    CLEAR = "clear"
    """It goes back with all others there, before any come again: a raid empties the board (D-3)."""


UNTYPED: Final = frozenset({How.DOWN, How.REVEAL})
"""What leaves a card of unknown face at a location, as far as the app knows."""


class Move(NamedTuple):
    """A piece, or some of a kind, goes from somewhere to somewhere.

    Attributes:
        piece: which, or the colour of the cubes.
        number: how many; on a track the spaces.
        source, target: from where and to where; the same where a piece is only turned or looked at.
        side: in whose hands it is or comes to be, or None for what is the table's.
        which: which of its kind: a token, or the number of a card in the game; None: any, or not to be known.
        how: what else is done with it.
        down: whether it lay face down at its source.
        drawn: of tomes, how many are drawn for those that are kept.
        hidden: whether it lay face down or at home all the way, so that only its side knows which it is.
    """

    piece: Piece | Cube
    number: int
    source: Where
    target: Where
    side: Side | None = None
    which: int | str | None = None
    how: How = How.PLAIN
    down: bool = False
    drawn: int = 0
    hidden: bool = False

    @property
    def key(self) -> Hashable:
        """By what a piece that is one of a kind is known again; None for what is as good as any other."""
        if self.piece in _ONE_OF_A_KIND:
            return self.piece, self.side if self.piece is Piece.REPUTATION else None
        return None if self.which is None else (self.piece, self.side if self.piece in _OF_A_SIDE else None, self.which)


_ONE_OF_A_KIND: Final = frozenset(
    {Piece.REPUTATION, Piece.ROUND_MARKER, Piece.FIRST_PLAYER, Piece.LEADER_GOAL, Piece.INSTANT_GOAL}
)
_ON_TRACKS: Final = frozenset({Piece.REPUTATION, Piece.ROUND_MARKER})
_OF_A_SIDE: Final = frozenset({Piece.TOKEN, Piece.CREW})

SUPPLY: Final = Where(Area.SUPPLY)
DECK: Final = Where(Area.DECK)
DISCARDS: Final = Where(Area.DISCARDS)
ASIDE: Final = Where(Area.ASIDE)

AREA_OF: Final[dict[Zone, Area]] = {
    Zone.DISPLAY: Area.DISPLAY,
    Zone.SPACE: Area.SPACE,
    Zone.RESERVE: Area.RESERVE,
    Zone.CRAFTED: Area.CRAFTED,
    Zone.GOONS: Area.GOONS,
    Zone.DISCARDS: Area.DISCARDS,
}
"""Where the cards of a zone lie; an expansion enters its own."""

PIECE_OF: Final[dict[Kind, Piece]] = {Kind.ITEM: Piece.ITEM, Kind.GOON: Piece.GOON, Kind.TOME: Piece.TOME}
"""The piece that a card of a kind is; an expansion enters its own."""


def moves_of(events: Iterable[Event], before: Position, *, told: bool = False) -> tuple[Move, ...]:
    """The net moves of events, in the order in which hands do them: suspicion, gains, track, cards.

    Args:
        events: in the order in which they happened.
        before: the game just before the first of them.
        told: whether also what somebody has only told the app is listed, though the table is ahead of it.
    """
    return netted(each_move(events, before, told=told))


def each_move(events: Iterable[Event], before: Position, *, told: bool = False) -> Iterator[Move]:
    """Every move by itself, in order; see `moves_of`."""
    game = before
    for event in events:
        found = MOVES[type(event)]
        if found is not None:
            ahead = any(one.key in LIES_SO for one in event.why) or _done_by_hand(game, event)
            if told or not ahead:
                yield from found(game, event)
        game = evolve(game, event)


def _done_by_hand(game: Position, event: Event) -> bool:
    """Whether the player has done it on the table already, and then typed what there was to see."""
    return isinstance(event, happened.GuardCardTurned | happened.LocationCardTurned | happened.CardReturned)


def netted(moves: Iterable[Move]) -> tuple[Move, ...]:
    """The same work without detours: what a list of moves comes to in all, in the order of `moves_of`."""
    chains: list[Move] = []
    open_: dict[Hashable, int] = {}
    flows: dict[Move, int] = {}
    for move in moves:
        if move.key is None:
            flow = move._replace(number=0)
            flows[flow] = flows.get(flow, 0) + move.number
        elif move.key in open_ and chains[open_[move.key]].target == move.source:
            place = open_[move.key]
            chains[place] = _joined(chains[place], move)
        else:
            open_[move.key] = len(chains)
            chains.append(move)
    found = [one for one in chains if one.source != one.target or one.how]
    return _in_order([*_cancelled(flows), *found])


def _joined(first: Move, then: Move) -> Move:
    """One piece goes on from where it came to."""
    lies_down = then.how in UNTYPED or (then.how is How.LOOK and then.down)
    how = How.DOWN if lies_down else How.PLAIN
    if first.source == then.target and lies_down is first.down:
        how = How.LOOK if How.LOOK in {first.how, then.how} else How.PLAIN
    elif first.source == then.target:
        how = How.DOWN if lies_down else How.UP
    number = then.number
    if first.piece in _ON_TRACKS:
        number = abs(int(then.target.of or 0) - int(first.source.of or 0))
    hidden = first.hidden and then.hidden
    return then._replace(source=first.source, how=how, number=number, down=first.down, hidden=hidden)


def _cancelled(flows: Mapping[Move, int]) -> Iterator[Move]:
    """Flows less those of the same pieces the other way, but for what comes where a raid has emptied the board."""
    left = dict(flows)
    for one, other in combinations(flows, 2):
        # Hands that empty the board take all that lies there, and what comes afterwards comes whole: one is `CLEAR`.
        back = one._replace(source=one.target, target=one.source, drawn=other.drawn)
        if other == back and one.how is not How.SHUFFLE:
            both = min(left[one], left[other])
            left[one] -= both
            left[other] -= both
    return (flow._replace(number=number) for flow, number in left.items() if number)


def balanced(net: Sequence[Move]) -> tuple[Move, ...]:
    """The fewest moves to where a list of net moves leads, in whatever order they are done.

    Of what is as good as any other of its kind each place then only gives or only gets. So a list over many acts asks
    nobody for cubes that came in between and are gone again.
    """
    alike = [one for one in net if one.key is None and one.how is not How.SHUFFLE]
    found = [one for one in net if one not in alike]
    for piece in dict.fromkeys(one.piece for one in alike):
        found += _shortest(piece, [one for one in alike if one.piece is piece])
    return _in_order(found)


def _shortest(piece: Piece | Cube, flows: Sequence[Move]) -> Iterator[Move]:
    """Flows of one kind of piece, each from where fewer are in the end to where more are; direct ones first."""
    more: Counter[Where] = Counter()
    for one in flows:
        more[one.target] += one.number
        more[one.source] -= one.number
    direct = [(one.source, one.target) for one in flows]
    for source, target in (*direct, *permutations(sorted(more, key=_number), 2)):
        number = min(-more[source], more[target])
        if number > 0:
            more[source] += number
            more[target] -= number
            owners = (one.of for one in (target, source) if one.area is Area.SIDE)
            side = next((one for one in owners if isinstance(one, int)), None)
            yield Move(piece, number, source, target, side)


def reversed_moves(net: Iterable[Move]) -> tuple[Move, ...]:
    """The way back of net moves; what was only looked at, and a deck that was shuffled, needs none."""
    return _in_order(_back(one) for one in net if one.how not in {How.LOOK, How.SHUFFLE})


def _back(one: Move) -> Move:
    there, here = one.target, one.source
    how = How.CLEAR if one.how is How.CLEAR else How.UP if there == here else How.PLAIN
    how = How.DOWN if one.down and here.area is Area.LOCATION else how
    down = one.how in UNTYPED and there.area is Area.LOCATION
    return one._replace(source=there, target=here, how=how, down=down, drawn=0)


_ORDER: Final = (
    Cube.SUSPICION,
    Cube.POWER,
    Piece.FIRST_PLAYER,
    Cube.SCRAP,
    Cube.POTION,
    Cube.IRON,
    Cube.GOLD,
    Piece.REPUTATION,
    Piece.ROUND_MARKER,
    Piece.LEADER_GOAL,
    Piece.INSTANT_GOAL,
    Piece.ITEM,
    Piece.GOON,
    Piece.TOME,
    Piece.TOKEN,
    Piece.CREW,
    Piece.GUARD_CARD,
    Piece.LOCATION_CARD,
)
_RANKS: Final = {piece: rank for rank, piece in enumerate(_ORDER)}


def _in_order(moves: Iterable[Move]) -> tuple[Move, ...]:
    """Moves in the order of `_order`, but each space is left before another card comes to it."""
    waiting = sorted(moves, key=_order)
    taken = {one.source for one in waiting if one.source.area in _FOR_ONE}
    done: list[Move] = []
    while waiting:
        # Cards that change places with each other have to begin somewhere.
        now = next((one for one in waiting if one.target not in taken), waiting[0])
        waiting.remove(now)
        taken.discard(now.source)
        done.append(now)
    return tuple(done)


_FOR_ONE: Final = frozenset({Area.SPACE, Area.DISPLAY})
"""Where one card lies at a time."""


def _order(move: Move) -> tuple[Any, ...]:
    """Suspicion, gains, track, cards; of each kind what is shuffled, then so that all lies there when it is taken."""
    return (
        _RANKS.get(move.piece, len(_ORDER)),
        move.how is not How.SHUFFLE,
        _turn(move),
        _number(move.source),
        _came_as(move) or _number(move.target),
        str(move.which),
    )


def _turn(move: Move) -> tuple[bool, ...]:
    """Cubes go back before others are taken from the supply, which may have no more.

    Goons leave, those on the board move up, and then new ones come (P-4). Guard cards go back into their deck before
    those of the round before come.
    """
    if isinstance(move.piece, Cube):
        return move.source == SUPPLY, move.target == SUPPLY
    if move.piece is Piece.GOON:
        return move.source == DECK, move.target != DISCARDS
    return (move.piece is Piece.GUARD_CARD and move.target != DECK,)


def _came_as(move: Move) -> tuple[str, int] | None:
    """Of a goon from the deck, the how many-th it is: in the setup from the Sewers on (S-5), in patrol back to them."""
    drawn = move.piece is Piece.GOON and move.source == DECK and isinstance(move.which, int)
    return (move.target.area.value, int(move.which)) if drawn and move.which is not None else None


def _number(where: Where) -> tuple[str, int]:
    """Where it stands in a list: goons close up from the last space on."""
    of = where.of.number if isinstance(where.of, Location) else -1 if where.of is None else where.of
    return where.area.value, -of if where.area is Area.SPACE else of


# What each event moves


def _at(place: Spots | None) -> Where:
    """Where cubes lie; None is the supply."""
    if place is None:
        return SUPPLY
    return Where(Area.LOCATION, place) if isinstance(place, Location) else Where(Area.SIDE, place)


def _moved(game: Position, event: happened.Moved) -> Iterator[Move]:
    ends = (event.target, event.source)
    side = next((one for one in ends if one is not None and not isinstance(one, Location)), None)
    cleared = isinstance(event.source, Location) and any(one.key in CLEARS for one in event.why)
    how = How.CLEAR if cleared else How.PLAIN
    yield Move(event.cube, event.number, _at(event.source), _at(event.target), side, how=how)


def _scored(game: Position, event: happened.Scored) -> Iterator[Move]:
    now = game.reputation[event.side]
    source, target = (Where(Area.TRACK, space) for space in (now, now + event.by))
    yield Move(Piece.REPUTATION, abs(event.by), source, target, event.side)


def _marker_moved(game: Position, event: happened.MarkerMoved) -> Iterator[Move]:
    yield Move(Piece.FIRST_PLAYER, 1, _at(game.first_player), _at(event.side), event.side)


def _of_goals(side: Side | None) -> Where:
    return Where(Area.GOALS) if side is None else Where(Area.SIDE, side)


def _leader_taken(game: Position, event: happened.LeaderTaken) -> Iterator[Move]:
    side = game.leader if event.side is None else event.side
    yield Move(Piece.LEADER_GOAL, 1, _of_goals(game.leader), _of_goals(event.side), side)


def _instant_set(game: Position, event: happened.InstantSet) -> Iterator[Move]:
    side = game.instant if event.side is None else event.side
    yield Move(Piece.INSTANT_GOAL, 1, _of_goals(game.instant), _of_goals(event.side), side)


# Tokens and guard cards


def _lies(game: Position, side: Side, token: int | str) -> tuple[Where, bool]:
    """Where a token lies, and whether face down."""
    laid = game.tokens.get((side, token))
    return (Where(Area.HOME, side), False) if laid is None else (_at(laid.location), laid.face_down)


def _assigned(game: Position, event: happened.Assigned) -> Iterator[Move]:
    down = {*event.face_down}
    for token in (*event.tokens, *event.face_down):
        source, hidden = _lies(game, event.side, token)
        how = How.DOWN if token in down else How.PLAIN
        covered = token in down and (hidden or source.area is Area.HOME)
        yield Move(Piece.TOKEN, 1, source, _at(event.location), event.side, token, how, hidden, hidden=covered)


def _tokens_moved(game: Position, event: happened.TokensMoved) -> Iterator[Move]:
    for token in event.tokens:
        source, down = _lies(game, event.side, token)
        target = Where(Area.HOME, event.side) if event.to is None else _at(event.to)
        how = How.DOWN if down and event.to is not None else How.PLAIN
        yield Move(Piece.TOKEN, 1, source, target, event.side, token, how, down, hidden=down)


def _tokens_turned(game: Position, event: happened.TokensTurned) -> Iterator[Move]:
    for (side, token), laid in game.tokens.items():
        if laid.location is event.location and laid.face_down:
            yield Move(Piece.TOKEN, 1, _at(event.location), _at(event.location), side, token, How.UP, down=True)


def _strength_stated(game: Position, event: happened.StrengthStated) -> Iterator[Move]:
    """Stragglers that nobody has named move as the tokens that they are (L-8)."""
    if game.location is not None and game.location is not event.location:
        yield Move(Piece.CREW, 1, _at(game.location), _at(event.location), event.side, event.side)


def _by_hand(game: Position) -> bool:
    """Whether the guard and location cards lie on the real table, and not in the app."""
    return game.setup.dealing is Dealing.CARDS


def _dealt(game: Position, event: happened.Dealt) -> Iterator[Move]:
    # For the first round setup has shuffled them already (S-1, Z-2).
    if _by_hand(game) and game.round > 1:
        guards = game.setup.guards
        yield Move(Piece.GUARD_CARD, len(event.guard_deck), ASIDE, DECK, guards, how=How.SHUFFLE)
        yield Move(Piece.LOCATION_CARD, len(event.location_deck), ASIDE, DECK, guards, how=How.SHUFFLE)


def _guard_card_laid(game: Position, event: happened.GuardCardLaid) -> Iterator[Move]:
    if _by_hand(game):
        card = len(game.guard_cards)
        how = How.REVEAL if any(one.key in COMES_FACE_UP for one in event.why) else How.DOWN
        yield Move(Piece.GUARD_CARD, 1, DECK, _at(event.location), game.setup.guards, card, how)


def _lying(location: Location | None) -> Where:
    return ASIDE if location is None else _at(location)


def _guard_card_moved(game: Position, event: happened.GuardCardMoved) -> Iterator[Move]:
    card = game.guard_cards[event.card]
    if _by_hand(game) and card.location is not event.to:
        how = How.PLAIN if card.up or event.to is None else How.DOWN
        places = _lying(card.location), _lying(event.to)
        yield Move(Piece.GUARD_CARD, 1, *places, game.setup.guards, event.card, how, not card.up)


def _guard_card_turned(game: Position, event: happened.GuardCardTurned) -> Iterator[Move]:
    card = game.guard_cards[event.card]
    if _by_hand(game) and not card.up:
        where = _lying(card.location)
        yield Move(Piece.GUARD_CARD, 1, where, where, game.setup.guards, event.card, How.UP, down=True)


def _guard_card_looked(game: Position, event: happened.GuardCardLooked) -> Iterator[Move]:
    if _by_hand(game):
        card = game.guard_cards[event.card]
        where = _lying(card.location)
        yield Move(Piece.GUARD_CARD, 1, where, where, game.setup.guards, event.card, How.LOOK, not card.up)


def _location_card_turned(game: Position, event: happened.LocationCardTurned) -> Iterator[Move]:
    if _by_hand(game):
        yield Move(Piece.LOCATION_CARD, 1, DECK, ASIDE, which=len(game.location_cards))


def _round_began(game: Position, event: happened.RoundBegan) -> Iterator[Move]:
    """As a roll call begins, the round marker goes on, and what is still on the board is taken away."""
    if event.phase not in {Phase.ROLL_CALL, Phase.ROUND}:
        return
    # Before the first round it is set up already (S-1).
    now, then = max(1, game.round), max(1, event.round)
    if now != then:
        yield Move(Piece.ROUND_MARKER, abs(then - now), Where(Area.ROUNDS, now), Where(Area.ROUNDS, then))
    for (side, token), laid in game.tokens.items():
        home = Where(Area.HOME, side)
        yield Move(Piece.TOKEN, 1, _at(laid.location), home, side, token, down=laid.face_down, hidden=laid.face_down)
    for index, card in enumerate(game.guard_cards):
        if _by_hand(game) and card.location is not None:
            yield Move(Piece.GUARD_CARD, 1, _at(card.location), ASIDE, game.setup.guards, index, down=not card.up)


# Items, goons, tomes


def _spot(spot: Spot, space: int | None) -> Where:
    zone, of = spot
    return Where(AREA_OF[zone], space if zone is Zone.DISPLAY else of)


def _owner(*spots: Spot) -> Side | None:
    """Whose a card becomes or was."""
    return next((of for _, of in reversed(spots) if of is not None and not isinstance(of, Location)), None)


def _kind(spot: Spot) -> Piece:
    return PIECE_OF[KIND_OF[spot[0]]]


def _card_drawn(game: Position, event: happened.CardDrawn) -> Iterator[Move]:
    target = _spot(event.spot, event.space)
    yield Move(_kind(event.spot), 1, DECK, target, _owner(event.spot), event.card)


def _in_display(game: Position, card: int, spot: Spot) -> int | None:
    cards = game.zones.get(spot, ())
    return cards.index(card) if card in cards else None


def _card_moved(game: Position, event: happened.CardMoved) -> Iterator[Move]:
    source = _spot(event.source, _in_display(game, event.card, event.source))
    target = _spot(event.target, event.space)
    yield Move(_kind(event.target), 1, source, target, _owner(event.source, event.target), event.card)


def _card_returned(game: Position, event: happened.CardReturned) -> Iterator[Move]:
    source = _spot(event.source, _in_display(game, event.card, event.source))
    yield Move(_kind(event.source), 1, source, DECK, _owner(event.source), event.card)


def _discards_shuffled(game: Position, event: happened.DiscardsShuffled) -> Iterator[Move]:
    number = sum(len(cards) for (zone, _), cards in game.zones.items() if zone is Zone.DISCARDS)
    yield Move(Piece.GOON, number, DISCARDS, DECK, how=How.SHUFFLE)


def _holder(holder: Holder | None) -> Where:
    if holder is None:
        return DECK
    return Where(Area.SIDE, holder) if isinstance(holder, int) else Where(Area(holder))


def _tomes_moved(game: Position, event: happened.TomesMoved) -> Iterator[Move]:
    side = next((one for one in (event.target, event.source) if isinstance(one, int)), None)
    shuffled = event.source == "discards" and event.target is None and event.number == game.tomes.get("discards")
    yield Move(
        Piece.TOME,
        event.number,
        _holder(event.source),
        _holder(event.target),
        side,
        how=How.SHUFFLE if shuffled else How.PLAIN,
        drawn=_drawn(game, event),
    )


def _drawn(game: Position, event: happened.TomesMoved) -> int:
    """How many are drawn, of which these are kept (L-18, C-3); the deck may hold fewer than are to be drawn (T-5)."""
    if event.source is not None:
        return 0
    kept = event.number
    drawn = (2 if one.key == "effect.choose_tome" else one.data.get("draw", kept) for one in event.why)
    return max(min(max(drawn, default=kept), game.deck(Kind.TOME)), kept)


Moving: TypeAlias = Callable[[Position, Any], Iterator[Move]]

MOVES: Final[dict[type, Moving | None]] = {
    happened.Began: None,
    happened.RoundBegan: _round_began,
    happened.Dealt: _dealt,
    happened.GuardCardLaid: _guard_card_laid,
    happened.GuardCardTurned: _guard_card_turned,
    happened.GuardCardLooked: _guard_card_looked,
    happened.DeckLooked: None,
    happened.GuardCardMoved: _guard_card_moved,
    happened.LocationCardTurned: _location_card_turned,
    happened.Assigned: _assigned,
    happened.TokensMoved: _tokens_moved,
    happened.TokensTurned: _tokens_turned,
    happened.Passed: None,
    happened.Strengthened: None,
    happened.StrengthStated: _strength_stated,
    happened.LocationOpened: None,
    happened.Moved: _moved,
    happened.Scored: _scored,
    happened.MarkerMoved: _marker_moved,
    happened.StorageSet: None,
    happened.CardDrawn: _card_drawn,
    happened.CardMoved: _card_moved,
    happened.CardReturned: _card_returned,
    happened.FaceTyped: None,
    happened.DiscardsShuffled: _discards_shuffled,
    happened.TomesMoved: _tomes_moved,
    happened.LeaderTaken: _leader_taken,
    happened.GoalsSet: None,
    happened.InstantSet: _instant_set,
    happened.RulingSet: None,
    happened.DealingSet: None,
    happened.BoxCounted: None,
    happened.Overruled: None,
    happened.Counted: None,
    happened.Answered: None,
    happened.RewardOffered: None,
    happened.DepthSet: None,
    happened.AwaySet: None,
    happened.SidesSet: None,
    happened.Noted: None,
    happened.AgendaSet: None,
}
"""By kind of event: what it moves; None: nothing that anybody has in hand. Every new kind has to say so."""
