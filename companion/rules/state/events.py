"""What happens in a game: facts, each of which changes one thing. A game is a fold of `evolve` over them.

An event is what the log keeps, so that an old game comes out as it was played, whatever the rules say later. Cubes,
cards and tomes only ever move, and None is the supply or the deck: so nothing can appear or get lost.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import reduce
from typing import Any, Final, NamedTuple, TypeAlias

from companion.rules.reasons import Reason
from companion.rules.rulings.ranking import Stated
from companion.rules.state.cards import EndGoal, Face, GuardFace, LeaderGoal
from companion.rules.state.position import (
    DISPLAY,
    FOLLOWED,
    Cube,
    Dealing,
    Depth,
    GuardCard,
    Holder,
    Kind,
    Laid,
    Phase,
    Place,
    Position,
    Setup,
    Side,
    Spot,
    Start,
    Step,
    Token,
    TrackedReward,
    Zone,
)
from companion.rules.vocabulary import Location

Why: TypeAlias = tuple[Reason, ...]


class Began(NamedTuple):
    """The table sat down with this setup."""

    setup: Setup
    why: Why = ()


class RoundBegan(NamedTuple):
    """A phase of a round began.

    As a roll call begins, tokens come home, and guard and location cards are gathered, to be dealt.
    """

    round: int
    phase: Phase
    why: Why = ()


class Dealt(NamedTuple):
    """The guard deck and the location deck were shuffled; None is a card whose face the app does not know (Z-3, Z-20).

    Nobody may see the orders.
    """

    guard_deck: tuple[GuardFace | None, ...]
    location_deck: tuple[str | None, ...]
    why: Why = ()


class GuardCardLaid(NamedTuple):
    """The top card of the guard deck was laid face down at a location (Z-3, Z-5, Z-8)."""

    location: Location
    why: Why = ()


class GuardCardTurned(NamedTuple):
    """A guard card was turned face up: which of this round, what it shows, and its colour where that was typed too."""

    card: int
    face: GuardFace
    why: Why = ()
    colour: str = ""


class GuardCardLooked(NamedTuple):
    """The player looked at a guard card, which stays face down (Z-21); None: the app does not know what it shows."""

    card: int
    face: GuardFace | None
    why: Why = ()


class DeckLooked(NamedTuple):
    """The player looked at the top card of a deck that the app has shuffled (Z-21)."""

    deck: str
    shows: GuardFace | str | None
    why: Why = ()


class GuardCardMoved(NamedTuple):
    """A guard card was moved, as it lies; to None: away from the board."""

    card: int
    to: Location | None
    why: Why = ()


class LocationCardTurned(NamedTuple):
    """The top location card was turned up (Z-5)."""

    shows: str
    why: Why = ()


class Assigned(NamedTuple):
    """A side laid tokens at a location in its turn (R-1)."""

    side: Side
    location: Location
    tokens: tuple[Token, ...]
    face_down: tuple[Token, ...] = ()
    why: Why = ()


class TokensMoved(NamedTuple):
    """A side's tokens went to a location; to None: home."""

    side: Side
    tokens: tuple[Token, ...]
    to: Location | None
    why: Why = ()


class TokensTurned(NamedTuple):
    """All tokens at a location were turned face up (L-10)."""

    location: Location
    why: Why = ()


class Passed(NamedTuple):
    """A side is out of this roll call (R-4)."""

    side: Side
    why: Why = ()


class Strengthened(NamedTuple):
    """A tome changed a side's strength at a location for this round."""

    side: Side
    location: Location
    by: int
    why: Why = ()


class StrengthStated(NamedTuple):
    """A side's tokens at a location were counted together; 0 without its lookout: nothing of it is there."""

    side: Side
    location: Location
    strength: int
    lookout: bool = False
    why: Why = ()


class LocationOpened(NamedTuple):
    """Lights out came to a location; None: it left the last one."""

    location: Location | None
    why: Why = ()


class Moved(NamedTuple):
    """Cubes of one colour moved; None is the supply."""

    cube: Cube
    number: int
    source: Place | None
    target: Place | None
    why: Why = ()


class Scored(NamedTuple):
    """A side moved on the reputation track, back where `by` is negative."""

    side: Side
    by: int
    why: Why = ()


class MarkerMoved(NamedTuple):
    """The first player marker went to a side."""

    side: Side
    why: Why = ()


class StorageSet(NamedTuple):
    """A side keeps so many resources in patrol (P-2)."""

    side: Side
    limit: int
    why: Why = ()


class CardDrawn(NamedTuple):
    """The top card of the item or goon deck was laid at a spot; `space` is its place in the display, from 0."""

    card: int
    face: Face
    spot: Spot
    space: int = 0
    why: Why = ()


class CardMoved(NamedTuple):
    """An item or goon went from one spot to another; `space` is its place in the display, from 0."""

    card: int
    source: Spot
    target: Spot
    space: int = 0
    why: Why = ()


class CardReturned(NamedTuple):
    """A card that was thought to be there is still in its deck."""

    card: int
    source: Spot
    why: Why = ()


class FaceTyped(NamedTuple):
    """More of a card, or something else than before, is known."""

    card: int
    face: Face
    why: Why = ()


class DiscardsShuffled(NamedTuple):
    """The discarded goons went back into their deck (P-9)."""

    why: Why = ()


class TomesMoved(NamedTuple):
    """Tomes moved; None is their deck."""

    number: int
    source: Holder | None
    target: Holder | None
    why: Why = ()


class LeaderTaken(NamedTuple):
    """The leader goal went to a side, or to nobody (O-1, O-2)."""

    side: Side | None
    why: Why = ()


class GoalsSet(NamedTuple):
    """The goals of this game are these."""

    leader: LeaderGoal | None
    end: EndGoal | None
    why: Why = ()


class InstantSet(NamedTuple):
    """Whether there is an instant goal (O-6), and who has claimed it."""

    there: bool
    side: Side | None = None
    why: Why = ()


class RulingSet(NamedTuple):
    """The table decided a house ruling; it holds from now on."""

    key: str
    value: str
    why: Why = ()


class DealingSet(NamedTuple):
    """From the next round on, guard and location cards are dealt so, from these faces."""

    dealing: Dealing
    guard_deck: tuple[GuardFace, ...]
    why: Why = ()


class BoxCounted(NamedTuple):
    """The box holds so many cubes of a colour or cards of a deck (E-14)."""

    what: Cube | Kind
    number: int
    why: Why = ()


class Overruled(NamedTuple):
    """The table decided a result itself; None: it left it to the app again."""

    decision: str
    outcome: Any
    why: Why = ()


class Counted(NamedTuple):
    """A player said at the end how many a side has of something, or what it is worth."""

    side: Side
    what: str
    number: int
    why: Why = ()


class Answered(NamedTuple):
    """A side has answered what is asked of all at the same time; opened again: it answers anew."""

    side: Side
    why: Why = ()
    again: bool = False


class RewardOffered(NamedTuple):
    """In light depth a side may take power cubes and the marker (L-11); neither: it may no longer."""

    side: Side
    power: int = 0
    marker: bool = False
    why: Why = ()


class DepthSet(NamedTuple):
    """The app follows so much of the table from now on (light: resources, cards and tokens no longer)."""

    depth: Depth
    why: Why = ()


class AwaySet(NamedTuple):
    """A seat is empty, or it is so no longer (S-10)."""

    side: Side
    away: bool
    why: Why = ()


class SidesSet(NamedTuple):
    """So many sides sit at the table, each with its start; those that come or go are the last ones."""

    starts: tuple[Start, ...]
    why: Why = ()


class Noted(NamedTuple):
    """Nothing moved, and this is why."""

    why: Why = ()


class AgendaSet(NamedTuple):
    """What is to be done, next first."""

    steps: tuple[Step, ...]
    why: Why = ()


Event: TypeAlias = (
    Began
    | RoundBegan
    | Dealt
    | GuardCardLaid
    | GuardCardTurned
    | GuardCardLooked
    | DeckLooked
    | GuardCardMoved
    | LocationCardTurned
    | Assigned
    | TokensMoved
    | TokensTurned
    | Passed
    | Strengthened
    | StrengthStated
    | LocationOpened
    | Moved
    | Scored
    | MarkerMoved
    | StorageSet
    | CardDrawn
    | CardMoved
    | CardReturned
    | FaceTyped
    | DiscardsShuffled
    | TomesMoved
    | LeaderTaken
    | GoalsSet
    | InstantSet
    | RulingSet
    | DealingSet
    | BoxCounted
    | Overruled
    | Counted
    | Answered
    | RewardOffered
    | DepthSet
    | AwaySet
    | SidesSet
    | Noted
    | AgendaSet
)


def _began(game: Position, event: Began) -> Position:
    starts, first = event.setup.starts, event.setup.first_player
    return Position(
        event.setup,
        reputation=tuple(start.reputation for start in starts),
        storage=tuple(start.storage for start in starts),
        first_player=(event.setup.guards or 0) if first is None else first,
        zones={DISPLAY: (None,) * (len(starts) + 1)},
        tomes={"out": event.setup.tomes_out} if event.setup.tomes_out else {},
    )


def _round_began(game: Position, event: RoundBegan) -> Position:
    if event.phase is not Phase.ENDED:
        # Whoever answers last ends the game, be it two at once: so that leaves what the others have said as it is.
        game = game._replace(answered=frozenset())
    if event.phase is Phase.LIGHTS_OUT:
        game = game._replace(spent=frozenset(), strengths={})
    if event.phase not in {Phase.ROLL_CALL, Phase.ROUND}:
        return game._replace(round=event.round, phase=event.phase, location=None)
    return game._replace(
        round=event.round,
        phase=event.phase,
        location=None,
        tokens={},
        assigned=frozenset(),
        passed=frozenset(),
        spent=frozenset(),
        strengths={},
        bonus={},
        guard_deck=(),
        location_deck=(),
        guard_cards=(),
        location_cards=(),
    )


def _dealt(game: Position, event: Dealt) -> Position:
    return game._replace(guard_deck=event.guard_deck, location_deck=event.location_deck)


def _guard_card_laid(game: Position, event: GuardCardLaid) -> Position:
    face, *left = game.guard_deck
    card = GuardCard(event.location, face)
    return game._replace(guard_deck=tuple(left), guard_cards=(*game.guard_cards, card))


def _guard_card(game: Position, index: int, **now: Any) -> Position:
    cards = list(game.guard_cards)
    cards[index] = cards[index]._replace(**now)
    return game._replace(guard_cards=tuple(cards))


def _guard_card_turned(game: Position, event: GuardCardTurned) -> Position:
    colour = event.colour or game.guard_cards[event.card].colour
    return _guard_card(game, event.card, face=event.face, up=True, colour=colour)


def _location_card_turned(game: Position, event: LocationCardTurned) -> Position:
    return game._replace(location_deck=game.location_deck[1:], location_cards=(*game.location_cards, event.shows))


def _assigned(game: Position, event: Assigned) -> Position:
    up = {(event.side, token): Laid(event.location) for token in event.tokens}
    down = {(event.side, token): Laid(event.location, face_down=True) for token in event.face_down}
    assigned = game.assigned | {(event.side, event.location)}
    laid = {**up, **down}
    return game._replace(tokens={**game.tokens, **laid}, assigned=assigned, spent=game.spent | {*laid})


def _tokens_moved(game: Position, event: TokensMoved) -> Position:
    tokens = dict(game.tokens)
    for token in event.tokens:
        laid = tokens.pop((event.side, token), Laid(Location.LIBRARY))
        if event.to is not None:
            tokens[event.side, token] = laid._replace(location=event.to)
    return game._replace(tokens=tokens, spent=game.spent | {*tokens})


def _tokens_turned(game: Position, event: TokensTurned) -> Position:
    there = {key: Laid(laid.location) for key, laid in game.tokens.items() if laid.location is event.location}
    return game._replace(tokens={**game.tokens, **there})


def _strengthened(game: Position, event: Strengthened) -> Position:
    key = (event.side, event.location)
    return game._replace(bonus={**game.bonus, key: game.bonus.get(key, 0) + event.by})


def _strength_stated(game: Position, event: StrengthStated) -> Position:
    strengths = dict(game.strengths)
    strengths.pop((event.side, event.location), None)
    if event.strength or event.lookout:
        strengths[event.side, event.location] = Stated(event.strength, event.lookout)
    return game._replace(strengths=strengths)


def _moved(game: Position, event: Moved) -> Position:
    cubes = dict(game.cubes)
    for place, change in ((event.source, -event.number), (event.target, event.number)):
        if place is not None:
            left = cubes.pop((place, event.cube), 0) + change
            if left:
                cubes[place, event.cube] = left
    return game._replace(cubes=cubes)


def _at(values: tuple[int, ...], side: Side, value: int) -> tuple[int, ...]:
    return (*values[:side], value, *values[side + 1 :])


def _scored(game: Position, event: Scored) -> Position:
    return game._replace(reputation=_at(game.reputation, event.side, game.reputation[event.side] + event.by))


def _put(zones: dict[Spot, tuple[int | None, ...]], card: int, spot: Spot, space: int) -> None:
    cards = zones.get(spot, ())
    zones[spot] = (*cards[:space], card, *cards[space + 1 :]) if spot[0] is Zone.DISPLAY else (*cards, card)


def _card_drawn(game: Position, event: CardDrawn) -> Position:
    zones = dict(game.zones)
    _put(zones, event.card, event.spot, event.space)
    return game._replace(zones=zones, cards={**game.cards, event.card: event.face})


def _taken(game: Position, card: int, spot: Spot) -> dict[Spot, tuple[int | None, ...]]:
    """The zones without that card; the display keeps an empty space."""
    display = spot[0] is Zone.DISPLAY
    zones = dict(game.zones)
    left = tuple(None if one == card else one for one in zones.pop(spot) if display or one != card)
    if left:
        zones[spot] = left
    return zones


def _card_moved(game: Position, event: CardMoved) -> Position:
    zones = _taken(game, event.card, event.source)
    _put(zones, event.card, event.target, event.space)
    return game._replace(zones=zones)


def _discards_shuffled(game: Position, event: DiscardsShuffled) -> Position:
    return game._replace(zones={spot: cards for spot, cards in game.zones.items() if spot[0] is not Zone.DISCARDS})


def _tomes_moved(game: Position, event: TomesMoved) -> Position:
    tomes = dict(game.tomes)
    for holder, change in ((event.source, -event.number), (event.target, event.number)):
        if holder is not None:
            left = tomes.pop(holder, 0) + change
            if left:
                tomes[holder] = left
    return game._replace(tomes=tomes)


def _setup(game: Position, **now: Any) -> Position:
    return game._replace(setup=replace(game.setup, **now))


def _box_counted(game: Position, event: BoxCounted) -> Position:
    if isinstance(event.what, Cube):
        return _setup(game, cubes={**game.setup.cubes, event.what: event.number})
    return _setup(game, cards={**game.setup.cards, event.what: event.number})


def _answered(game: Position, event: Answered) -> Position:
    return game._replace(answered=game.answered - {event.side} if event.again else game.answered | {event.side})


def _reward_offered(game: Position, event: RewardOffered) -> Position:
    offers = {side: offer for side, offer in game.offers.items() if side != event.side}
    if event.power or event.marker:
        offers[event.side] = TrackedReward(event.power, event.marker)
    return game._replace(offers=offers)


def _depth_set(game: Position, event: DepthSet) -> Position:
    """What light depth does not follow has gone on the way there, and is not there yet on the way back."""
    return _setup(game, depth=event.depth)._replace(
        location=None,
        cubes={place: number for place, number in game.cubes.items() if place[1] in FOLLOWED[Depth.LIGHT]},
        tokens={},
        zones={DISPLAY: (None,) * len(game.zones[DISPLAY])},
        tomes={holder: number for holder, number in game.tomes.items() if holder == "out"},
        overruled={},
        offers={},
    )


def _away_set(game: Position, event: AwaySet) -> Position:
    return game._replace(away=game.away | {event.side} if event.away else game.away - {event.side})


def _sides_set(game: Position, event: SidesSet) -> Position:
    number, new = len(event.starts), event.starts[len(game.setup.starts) :]
    display = (*game.zones[DISPLAY], *(None,) * len(new))[: number + 1]
    return _setup(game, starts=event.starts)._replace(
        reputation=(*game.reputation[:number], *(start.reputation for start in new)),
        storage=(*game.storage[:number], *(start.storage for start in new)),
        first_player=game.first_player if game.first_player < number else 0,
        zones={**game.zones, DISPLAY: display},
        counted={(side, what): n for (side, what), n in game.counted.items() if side < number},
        away=frozenset(side for side in game.away if side < number),
        leader=game.leader if game.leader is None or game.leader < number else None,
        instant=game.instant if game.instant is None or game.instant < number else None,
    )


def _overruled(game: Position, event: Overruled) -> Position:
    overruled = {key: outcome for key, outcome in game.overruled.items() if key != event.decision}
    if event.outcome is not None:
        overruled[event.decision] = event.outcome
    return game._replace(overruled=overruled)


_EVOLVE: Final[Mapping[type, Callable[[Position, Any], Position]]] = {
    Began: _began,
    RoundBegan: _round_began,
    Dealt: _dealt,
    GuardCardLaid: _guard_card_laid,
    GuardCardTurned: _guard_card_turned,
    GuardCardLooked: lambda game, event: _guard_card(game, event.card, face=event.face, looked=True),
    DeckLooked: lambda game, _: game,
    GuardCardMoved: lambda game, event: _guard_card(game, event.card, location=event.to),
    LocationCardTurned: _location_card_turned,
    Assigned: _assigned,
    TokensMoved: _tokens_moved,
    TokensTurned: _tokens_turned,
    Passed: lambda game, event: game._replace(passed=game.passed | {event.side}),
    Strengthened: _strengthened,
    StrengthStated: _strength_stated,
    LocationOpened: lambda game, event: game._replace(location=event.location, answered=frozenset()),
    Moved: _moved,
    Scored: _scored,
    MarkerMoved: lambda game, event: game._replace(first_player=event.side),
    StorageSet: lambda game, event: game._replace(storage=_at(game.storage, event.side, event.limit)),
    CardDrawn: _card_drawn,
    CardMoved: _card_moved,
    CardReturned: lambda game, event: game._replace(zones=_taken(game, event.card, event.source)),
    FaceTyped: lambda game, event: game._replace(cards={**game.cards, event.card: event.face}),
    DiscardsShuffled: _discards_shuffled,
    TomesMoved: _tomes_moved,
    LeaderTaken: lambda game, event: game._replace(leader=event.side),
    GoalsSet: lambda game, event: _setup(game, leader=event.leader, end=event.end),
    InstantSet: lambda game, event: _setup(game, instant=event.there)._replace(instant=event.side),
    RulingSet: lambda game, event: _setup(game, chosen_rulings={**game.setup.chosen_rulings, event.key: event.value}),
    DealingSet: lambda game, event: _setup(game, dealing=event.dealing, guard_deck=event.guard_deck),
    BoxCounted: _box_counted,
    Overruled: _overruled,
    Counted: lambda game, event: game._replace(counted={**game.counted, (event.side, event.what): event.number}),
    Answered: _answered,
    RewardOffered: _reward_offered,
    DepthSet: _depth_set,
    AwaySet: _away_set,
    SidesSet: _sides_set,
    Noted: lambda game, _: game,
    AgendaSet: lambda game, event: game._replace(agenda=event.steps),
}


NOTHING: Final = Position(Setup())
"""What there is before a table has sat down."""


def evolve(game: Position, event: Event) -> Position:
    """The game after one more event."""
    return _EVOLVE[type(event)](game, event)


def replay(events: Iterable[Event], game: Position = NOTHING) -> Position:
    """The game after all these events."""
    return reduce(evolve, events, game)
