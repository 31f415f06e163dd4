"""Pieces on a real table, counted as one would count them there, and moved as a list of moves says."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from companion.rules.engine.physical_moves.move import DECK, DISCARDS, SUPPLY, UNTYPED, Area, How, Move, Piece, Where
from companion.rules.phases.roll_call import location_cards
from companion.rules.state.events import BoxCounted, Event, evolve
from companion.rules.state.pieces import Cube, Kind, Zone
from companion.rules.state.position import Position
from companion.rules.state.setup import Dealing
from companion.rules.state.step_kinds import StepKind
from companion.rules.vocabulary import Location

AREAS = {
    Zone.DISPLAY: Area.DISPLAY,
    Zone.SPACE: Area.SPACE,
    Zone.RESERVE: Area.RESERVE,
    Zone.CRAFTED: Area.CRAFTED,
    Zone.GOONS: Area.GOONS,
    Zone.DISCARDS: Area.DISCARDS,
}
DECKS = {Kind.ITEM: Piece.ITEM, Kind.GOON: Piece.GOON, Kind.TOME: Piece.TOME}
HEAP = "heap"
Counts = Counter[tuple[Any, ...]]


def counts(game: Position) -> Counts:
    """How many of each piece lie where, as one would count them on the table and in the supply; cards one by one."""
    found: Counts = Counter({(cube, SUPPLY): game.supply(cube) for cube in Cube})
    for (place, cube), number in game.cubes.items():
        area = Area.LOCATION if isinstance(place, Location) else Area.SIDE
        found[cube, Where(area, place)] += number
    for side in game.players if not game.setup.light else ():
        for token in game.at_home(side):
            found[Piece.TOKEN, side, token, Where(Area.HOME, side), False] += 1
    for (side, token), laid in game.tokens.items():
        found[Piece.TOKEN, side, token, Where(Area.LOCATION, laid.location), laid.face_down] += 1
    _add_cards(found, game)
    for side, reputation in enumerate(game.reputation):
        found[Piece.REPUTATION, side] = reputation
    found[Piece.ROUND_MARKER, None] = max(1, game.round)
    found[Piece.FIRST_PLAYER, game.first_player] = 1
    found[Piece.LEADER_GOAL, game.leader] = 1
    found[Piece.INSTANT_GOAL, game.instant] = 1
    return +found


def _add_cards(found: Counts, game: Position) -> None:
    for (zone, of), cards in game.zones.items():
        piece = Piece.ITEM if zone in {Zone.DISPLAY, Zone.RESERVE, Zone.CRAFTED} else Piece.GOON
        if zone is Zone.DISCARDS:
            found[piece, DISCARDS] = len(cards)
            continue
        for space, card in enumerate(cards):
            if card is not None:
                found[piece, Where(AREAS[zone], space if zone is Zone.DISPLAY else of), card] += 1
    for holder, number in game.tomes.items():
        area = Where(Area.SIDE, holder) if isinstance(holder, int) else Where(Area(holder))
        found[Piece.TOME, area] += number
    for kind, piece in DECKS.items() if not game.setup.light else ():
        found[piece, DECK] = game.deck(kind)
    if game.setup.dealing is Dealing.CARDS and game.setup.solitary:
        laid = (card for card in game.guard_cards if card.location is not None)
        found.update((Piece.GUARD_CARD, Where(Area.LOCATION, card.location), not card.up) for card in laid)


def crews(game: Position) -> Counts:
    """Whose tokens lie where and were only counted together: what the table has left behind went home (L-8)."""
    to_come = {step.location for step in game.agenda if step.kind is StepKind.LOCATION}
    there = ((side, where) for side, where in game.strengths if where is game.location or where in to_come)
    return Counter((Piece.CREW, side, Where(Area.LOCATION, where)) for side, where in there)


def guards_heap(game: Position) -> Counts:
    """How many of the guards' cards lie nowhere on the board: in their decks, or set aside until they are shuffled."""
    if not (game.setup.solitary and game.setup.dealing is Dealing.CARDS):
        return Counter()
    laid = sum(card.location is not None for card in game.guard_cards)
    cards = {Piece.GUARD_CARD: game.setup.guard_deck_size - laid, Piece.LOCATION_CARD: len(location_cards(game.setup))}
    return Counter({(piece, HEAP): number for piece, number in cards.items()})


def counted_anew(events: Iterable[Event], game: Position) -> Counts:
    """By how much the supply and the decks hold more or less than was thought, as the box was counted anew (E-14)."""
    found: Counts = Counter()
    for event in events:
        if isinstance(event, BoxCounted):
            before = game.setup.cubes if isinstance(event.what, Cube) else game.setup.cards
            where = (event.what, SUPPLY) if isinstance(event.what, Cube) else (DECKS[event.what], DECK)
            found[where] += event.number - before[event.what]  # type: ignore[index]
        game = evolve(game, event)
    return found


ONE_OF_A_KIND = {Piece.FIRST_PLAYER, Piece.LEADER_GOAL, Piece.INSTANT_GOAL}
OF_GUARDS = {Piece.GUARD_CARD, Piece.LOCATION_CARD}


def applied(moves: Iterable[Move], before: Counts, *, whole: bool = False) -> Counts:
    """The counts once all of these were done by hand, one by one in their order: none takes what is not there yet.

    Args:
        moves: in the order of their list.
        before: what lies where.
        whole: whether the guards' cards that do not lie on the board, and crews, are counted too.
    """
    now = before.copy()
    for one in moves:
        if one.piece in {Piece.REPUTATION, Piece.ROUND_MARKER}:
            assert now[one.piece, one.side] == one.source.of, one
            now[one.piece, one.side] = one.target.of
        elif one.piece in ONE_OF_A_KIND:
            _take(now, (one.piece, one.source.of), 1, one)
            now[one.piece, one.target.of] += 1
        elif one.how is How.SHUFFLE:
            _shuffle(now, one, whole=whole)
        elif one.piece is not Piece.CREW:
            lies_down = one.how in UNTYPED or (one.how is How.LOOK and one.down)
            source, target = _key(one, one.source, down=one.down), _key(one, one.target, down=lies_down)
            if whole or HEAP not in source:
                _take(now, source, one.number, one)
            if whole or HEAP not in target:
                now[target] += one.number
            # A space is left before the next card comes to it.
            if one.target.area in {Area.SPACE, Area.DISPLAY}:
                assert sum(number for key, number in now.items() if key[:2] == (one.piece, one.target)) == 1, one
        elif whole:
            _go_together(now, one)
    return +now


def _take(now: Counts, key: tuple[Any, ...], number: int, move: Move) -> None:
    now[key] -= number
    assert now[key] >= 0, (move, key)


def _shuffle(now: Counts, move: Move, *, whole: bool) -> None:
    """All that lie there go, whichever they are; of the guards' cards none lies anywhere else any more."""
    if move.piece in OF_GUARDS:
        assert not whole or now[move.piece, HEAP] == move.number, (move, now)
        return
    if move.piece is Piece.GOON:
        assert not now[move.piece, DECK], move
    assert now.pop((move.piece, DISCARDS)) == move.number, move
    now[move.piece, DECK] += move.number


def _go_together(now: Counts, move: Move) -> None:
    """A crew that was counted together goes as a whole from where it was counted, from the Library also in part."""
    source, target = ((move.piece, move.side, where) for where in (move.source, move.target))
    if move.source.area is not Area.HOME:
        _take(now, source, now[source] if move.which is move.source.of and now[source] else 1, move)
    if move.target.area is not Area.HOME:
        now[target] += 1


def _key(move: Move, where: Where, *, down: bool) -> tuple[Any, ...]:
    """What `counts` counts such a piece as, where it lies so."""
    if move.piece in OF_GUARDS and where.area in {Area.DECK, Area.ASIDE}:
        return move.piece, HEAP
    if where.area in {Area.DECK, Area.DISCARDS}:
        return move.piece, where
    match move.piece:
        case Piece.TOKEN:
            return move.piece, move.side, move.which, where, down and where.area is not Area.HOME
        case Piece.GUARD_CARD:
            return move.piece, where, down
        case Piece.ITEM | Piece.GOON:
            return move.piece, where, move.which
    return move.piece, where
