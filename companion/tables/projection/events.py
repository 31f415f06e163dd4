"""The events at a table, as a viewer may know them (V-1). Pure.

Each kind of event is open, redacted, or internal: a kind that is none of the three is an error.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar, get_args, get_type_hints

from companion.rules.engine.cited_rules import cited_rules
from companion.rules.engine.physical_moves.move import Area, How, Move, Piece, Where
from companion.rules.engine.secrecy import HIDDEN, KEPT_TO_ONESELF, hidden_cards, is_secret_count
from companion.rules.phases.final_counts import COUNT_RULES
from companion.rules.reasons import Reason
from companion.rules.registry import Registry
from companion.rules.state import events
from companion.rules.state.events import EVENTS, Counted, Event, evolve
from companion.rules.state.pieces import Side
from companion.rules.state.position import Phase, Position
from companion.rules.state.stored_names import NAME_OF
from companion.tables.line import Line
from companion.tables.projection.event_shapes import (
    AssignedData,
    CountedData,
    DealingSetData,
    DealtData,
    DeckLookedData,
    FaceTypedData,
    GuardCardLookedData,
    NothingTold,
    TokensMovedData,
    TomesMovedData,
)
from companion.tables.projection.json_schemas import JsonSchema, members_of, object_of
from companion.tables.projection.json_values import as_json, face_as_json, record_as_json
from companion.tables.projection.viewer import Viewer
from companion.tables.score_reveal import is_sealed


class VisibleEvent(NamedTuple):
    """An event as a viewer may know it.

    Attributes:
        name: its kind, in words with underscores.
        event: without others' secrets, or None if nothing is left to be put in words.
        before: the game just before it.
        data: what it changed, as JSON can write it.
        why: the reasons.
        rules: the ids of the rules by which it happened, also if it needs no reason.
    """

    name: str
    event: Event | None
    before: Position
    data: Mapping[str, Any]
    why: tuple[Reason, ...]
    rules: tuple[str, ...]


OPEN_EVENTS: Final[set[type]] = {
    events.Answered,
    events.AwaySet,
    events.BoxCounted,
    events.CardDrawn,
    events.CardMoved,
    events.CardReturned,
    events.DepthSet,
    events.DiscardsShuffled,
    events.GoalsSet,
    events.GuardCardLaid,
    events.GuardCardMoved,
    events.GuardCardTurned,
    events.InstantSet,
    events.LeaderTaken,
    events.LocationCardTurned,
    events.LocationOpened,
    events.MarkerMoved,
    events.Moved,
    events.Noted,
    events.OddsSet,
    events.HintSet,
    events.Overruled,
    events.Passed,
    events.RewardOffered,
    events.RollCallSet,
    events.PhaseBegan,
    events.RulingSet,
    events.Scored,
    events.SidesSet,
    events.StorageSet,
    events.StrengthStated,
    events.Strengthened,
    events.TokensTurned,
}
"""Events that everyone at the table sees happen; an expansion enters its own."""


Data = TypeVar("Data")
Redaction: TypeAlias = tuple[Any, Data]
"""An event without its secret part, and what it changed, in its published shape."""


REDACTIONS: Final[Registry[type, Callable[[Any, Position, bool], Redaction[Any]]]] = Registry()
"""The functions that redact events with a secret part, for their player or others."""


@REDACTIONS.of(events.Began)
def _began(event: events.Began, before: Position, own: bool) -> Redaction[NothingTold]:
    return event, {}


@REDACTIONS.of(events.Dealt)
def _dealt(event: events.Dealt, before: Position, own: bool) -> Redaction[DealtData]:
    guards, locations = len(event.guard_deck), len(event.location_deck)
    hidden = events.Dealt((None,) * guards, (None,) * locations, event.why)
    return hidden, {"guard_cards": guards, "location_cards": locations}


@REDACTIONS.of(events.DealingSet)
def _dealing_set(event: events.DealingSet, before: Position, own: bool) -> Redaction[DealingSetData]:
    return event._replace(guard_deck=()), {"dealing": event.dealing.value}


@REDACTIONS.of(events.GuardCardLooked)
def _guard_card_looked(event: events.GuardCardLooked, before: Position, own: bool) -> Redaction[GuardCardLookedData]:
    seen = event if own else event._replace(face=None)
    return seen, {"card": seen.card, "face": record_as_json(seen.face)}


@REDACTIONS.of(events.DeckLooked)
def _deck_looked(event: events.DeckLooked, before: Position, own: bool) -> Redaction[DeckLookedData]:
    seen = event if own else event._replace(shows=None)
    return seen, {"deck": seen.deck, "shows": as_json(seen.shows)}


@REDACTIONS.of(events.Assigned)
def _assigned(event: events.Assigned, before: Position, own: bool) -> Redaction[AssignedData]:
    down = [token if own else None for token in event.face_down]
    data: AssignedData = {
        "side": event.side,
        "location": event.location.value,
        "tokens": [*event.tokens],
        "face_down": down,
    }
    return event if own else event._replace(face_down=(HIDDEN,) * len(down)), data


@REDACTIONS.of(events.TokensMoved)
def _tokens_moved(event: events.TokensMoved, before: Position, own: bool) -> Redaction[TokensMovedData]:
    """Show face-up tokens, and tokens that leave home; hide the others."""
    laid = {token: before.tokens.get((event.side, token)) for token in event.tokens}
    known = {token for token, one in laid.items() if own or (not one.face_down if one else event.to is not None)}
    tokens = [token if token in known else None for token in event.tokens]
    # Others see a face-down token move, but not a token that stays at home.
    moved = tuple(token if token in known else HIDDEN for token in event.tokens if token in known or laid[token])
    data: TokensMovedData = {"side": event.side, "tokens": tokens, "to": as_json(event.to)}
    return event._replace(tokens=moved) if moved else None, data


@REDACTIONS.of(events.TomesMoved)
def _tomes_moved(event: events.TomesMoved, before: Position, own: bool) -> Redaction[TomesMovedData]:
    # Discards are public.
    known = own or event.target == "discards" or not {event.source, event.target} & {*before.setup.sides}
    number = event.number if known else None
    data: TomesMovedData = {"number": number, "source": event.source, "target": event.target}
    return event if known else None, data


@REDACTIONS.of(events.FaceTyped)
def _face_typed(event: events.FaceTyped, before: Position, own: bool) -> Redaction[FaceTypedData]:
    """Show items and goons, except cards in another player's reserve."""
    known = own or event.card not in hidden_cards(before, ())
    return event if known else None, {"card": event.card, "face": face_as_json(event.face) if known else None}


def _is_covered(event: Counted, before: Position, revealed: int) -> bool:
    """Return whether a count is its side's secret, even its name: zeros are not noted.

    A correction after all have sealed is covered as the count was, until the room has seen the scores.
    """
    covered = before.phase is Phase.LAST_RAID or is_sealed(before, revealed)
    return event.what in KEPT_TO_ONESELF or is_secret_count(before, event.what, covered=covered)


def _counted(event: Counted) -> Redaction[CountedData]:
    """Hide counts that the app notes for the score by itself."""
    is_question = event.what in COUNT_RULES or event.why
    return event if is_question else None, {"side": event.side, "what": event.what, "number": event.number}


_OF_THEIR_SIDE: Final = frozenset({events.TokensMoved})
"""Events secret to all but their side: a player of a tome may move tokens unseen."""

_INNER_EVENTS: Final = frozenset({events.AgendaSet})
"""Events that are internal."""

_OWN_REASONS: Final = frozenset({"roll_call.passed"})
"""Reasons that name secrets of their side."""


def visible_events(
    events: Sequence[Event], before: Position, viewer: Viewer, seat: Side | None
) -> Iterator[VisibleEvent]:
    """Yield what a viewer may know of the events of an entry.

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
        data: Mapping[str, Any]
        own = (wrote and kind not in _OF_THEIR_SIDE) or _whose(event) in viewer.seats
        hidden = kind in _INNER_EVENTS
        if isinstance(event, Counted):
            seen, data = _counted(event)
            hidden = not own and _is_covered(event, game, viewer.revealed)
        elif kind in REDACTIONS:
            seen, data = REDACTIONS[kind](event, game, own)
        elif kind in OPEN_EVENTS:
            data = {name: as_json(getattr(event, name)) for name in event._fields if name not in _WHY}
        elif not hidden:
            raise AssertionError(f"nobody has said who may see {kind.__name__}")
        if not hidden:
            why = tuple(reason for reason in event.why if own or reason.key not in _OWN_REASONS)
            yield VisibleEvent(_snake(NAME_OF[kind]), seen, game, data, why, cited_rules(event, game, why))
        game = evolve(game, event)


def event_schemas() -> dict[str, tuple[str, JsonSchema]]:
    """Return each visible event's description and the schema of its `data`, by name."""
    kinds = (kind for kind in EVENTS.values() if kind not in _INNER_EVENTS)
    return {_snake(NAME_OF[kind]): (kind.__doc__ or "", _data_schema(kind)) for kind in kinds}


def _data_schema(kind: type) -> JsonSchema:
    if kind in OPEN_EVENTS:
        return object_of(members_of(kind, without=_WHY))
    redaction = _counted if kind is Counted else REDACTIONS[kind]
    _, shape = get_args(get_type_hints(redaction, include_extras=True)["return"])
    return {"description": shape.__doc__, **object_of(members_of(shape))}


_WHY: Final = frozenset({"why"})


def visible_moves(
    moves: Iterable[Move], viewer: Viewer, game: Position, silent: Container[Side] = ()
) -> Iterator[Move]:
    """Yield moves as a viewer may know them, without hidden tokens and drawn tomes.

    Cubes that one player gives another are shown to both: on the giver's list they are the giver's. A viewer who moves
    the pieces of silent seats also sees that those draw a tome.
    """
    for move in moves:
        own = move.side in viewer.seats
        is_open = own or move.side is None or move.side in silent or _DISCARDED in {move.source, move.target}
        if move.piece is Piece.TOME and not is_open:
            continue
        if move.hidden and not own:
            yield move._replace(which=None, hidden=False, how=move.how or How.DOWN)
        elif not own and move.side in game.players and (mine := viewer.seats & {*move.hands}):
            yield move._replace(side=min(mine))
        else:
            yield move


_DISCARDED: Final = Where(Area.DISCARDS)


def _whose(event: Event) -> Side | None:
    """Return the side of an event, or the side that draws or plays tomes, or None."""
    if isinstance(event, events.TomesMoved):
        return next((end for end in (event.source, event.target) if isinstance(end, int)), None)
    return getattr(event, "side", None)


@cache
def _snake(name: str) -> str:
    return "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in name).lstrip("_")


def visible_request(line: Line, viewer: Viewer) -> dict[str, Any]:
    """Return what a viewer may know of a request: of others' only the type of act."""
    if line.seat in viewer.seats:
        return {name: value for name, value in line.request.items() if name not in {"phones", "repeats", "reopens"}}
    return {name: value for name, value in line.request.items() if name in {"type", "to", "for", "by"}}
