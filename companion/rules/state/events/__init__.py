"""The events of a game: facts that change one thing each. `evolve` folds them to a game.

The log keeps events, so that an old game comes out as it was played, whatever the rules say later. Cubes, cards and
tomes only ever move, and None is the supply or the deck: so nothing can appear or get lost. Each kind, with the change
that it makes (`evolve`), is in the module of its subject.
"""

from collections.abc import Iterable
from functools import reduce
from typing import Final, TypeAlias

from companion.rules.state.events.cards import (
    CardDrawn,
    CardMoved,
    CardReturned,
    DiscardsShuffled,
    FaceTyped,
    TomesMoved,
)
from companion.rules.state.events.cubes import MarkerMoved, Moved, RewardOffered, Scored, StorageSet
from companion.rules.state.events.flow import AgendaSet, Answered, Began, LocationOpened, Noted, PhaseBegan
from companion.rules.state.events.goals import Counted, GoalsSet, InstantSet, LeaderTaken, Overruled
from companion.rules.state.events.guard_cards import (
    Dealt,
    DeckLooked,
    GuardCardLaid,
    GuardCardLooked,
    GuardCardMoved,
    GuardCardTurned,
    LocationCardTurned,
)
from companion.rules.state.events.registry import EVENTS, Why
from companion.rules.state.events.setup import (
    AwaySet,
    BoxCounted,
    DealingSet,
    DepthSet,
    HintSet,
    OddsSet,
    RollCallSet,
    RulingSet,
    SidesSet,
)
from companion.rules.state.events.tokens import (
    Assigned,
    Passed,
    Strengthened,
    StrengthStated,
    TokensMoved,
    TokensTurned,
)
from companion.rules.state.position import Position
from companion.rules.state.setup import Setup

__all__ = [
    "EVENTS",
    "NOTHING",
    "AgendaSet",
    "Answered",
    "Assigned",
    "AwaySet",
    "Began",
    "BoxCounted",
    "CardDrawn",
    "CardMoved",
    "CardReturned",
    "Counted",
    "DealingSet",
    "Dealt",
    "DeckLooked",
    "DepthSet",
    "DiscardsShuffled",
    "Event",
    "FaceTyped",
    "GoalsSet",
    "GuardCardLaid",
    "GuardCardLooked",
    "GuardCardMoved",
    "GuardCardTurned",
    "HintSet",
    "InstantSet",
    "LeaderTaken",
    "LocationCardTurned",
    "LocationOpened",
    "MarkerMoved",
    "Moved",
    "Noted",
    "OddsSet",
    "Overruled",
    "Passed",
    "PhaseBegan",
    "RewardOffered",
    "RollCallSet",
    "RulingSet",
    "Scored",
    "SidesSet",
    "StorageSet",
    "StrengthStated",
    "Strengthened",
    "TokensMoved",
    "TokensTurned",
    "TomesMoved",
    "Why",
    "evolve",
    "replay",
]

Event: TypeAlias = (
    Began
    | PhaseBegan
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
    | RollCallSet
    | OddsSet
    | HintSet
    | AwaySet
    | SidesSet
    | Noted
    | AgendaSet
)

NOTHING: Final = Position(Setup())
"""The position before a table has sat down."""


def evolve(game: Position, event: Event) -> Position:
    """Return the game after one more event."""
    return event.evolve(game)


def replay(events: Iterable[Event], game: Position = NOTHING) -> Position:
    """Return the game after all these events."""
    return reduce(evolve, events, game)
