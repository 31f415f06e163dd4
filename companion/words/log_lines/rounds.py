"""Rounds, guard cards and location cards in the log."""

from typing import Any

from companion.rules.engine.physical_moves.event_moves import LIES_SO
from companion.rules.state import events
from companion.rules.state.position import Position
from companion.words.catalogue import term
from companion.words.log_lines.registry import HANDS, LINES
from companion.words.log_lines.who_moves import cards_lie_on_table
from companion.words.telling import Telling


@LINES.of(events.RewardOffered, events.AgendaSet)
def _nothing(telling: Telling, event: Any) -> None:
    return None


@LINES.of(events.PhaseBegan)
def _phase_began(telling: Telling, event: events.PhaseBegan) -> str:
    return telling.say(f"line.round.{event.phase}", round=event.round)


@LINES.of(events.Dealt)
def _dealt(telling: Telling, event: events.Dealt) -> str | None:
    """Return None if the round's cards were on the table: no one shuffled."""
    return None if any(one.key in LIES_SO for one in event.why) else telling.say("line.dealt")


@HANDS.of(events.Dealt)
def _shuffle(telling: Telling, event: events.Dealt) -> str | None:
    return telling.say("hands.shuffle") if cards_lie_on_table(telling) else None


@LINES.of(events.GuardCardLaid)
def _guard_card_laid(telling: Telling, event: events.GuardCardLaid) -> str:
    return telling.say("line.guard_card_laid", location=event.location)


@HANDS.of(events.GuardCardLaid)
def _lay_guard_card(telling: Telling, event: events.GuardCardLaid) -> str | None:
    return telling.say("hands.lay_guard_card", location=event.location) if cards_lie_on_table(telling) else None


@LINES.of(events.GuardCardTurned)
def _guard_card_turned(telling: Telling, event: events.GuardCardTurned) -> str:
    location = telling.game.guard_cards[event.card].location
    strength = telling.strength(event.face)
    if location is None:
        return telling.say("line.guard_card_turned_away", strength=strength)
    key = "line.guard_card_comes" if _has_just_come(telling.game, event.card) else "line.guard_card_turned"
    return telling.say(key, location=location, strength=strength)


def _has_just_come(game: Position, card: int) -> bool:
    """Return whether the last location card brought this guard card, face up (Z-5)."""
    newest = card == len(game.guard_cards) - 1 >= len(game.setup.edition.guarded)
    return newest and game.location_cards[-1:] == (game.guard_cards[card].location,)


@LINES.of(events.GuardCardLooked)
def _guard_card_looked(telling: Telling, event: events.GuardCardLooked) -> str:
    location = telling.location(telling.game.guard_cards[event.card].location)
    if event.face is None:
        return telling.say("line.guard_card_looked", location=location)
    return telling.say("line.guard_card_seen", location=location, strength=telling.strength(event.face))


@HANDS.of(events.GuardCardLooked)
def _look_at_guard_card(telling: Telling, event: events.GuardCardLooked) -> str | None:
    location = telling.game.guard_cards[event.card].location
    return (
        telling.say("hands.look_at_guard_card", location=location) if location and cards_lie_on_table(telling) else None
    )


@LINES.of(events.DeckLooked)
def _deck_looked(telling: Telling, event: events.DeckLooked) -> str:
    if event.shows is None:
        return telling.say(f"line.deck_looked.{event.deck}")
    what = term(telling.language, event.shows) if isinstance(event.shows, str) else telling.strength(event.shows)
    return telling.say(f"line.deck_seen.{event.deck}", what=what)


@LINES.of(events.GuardCardMoved)
def _guard_card_moved(telling: Telling, event: events.GuardCardMoved) -> str | None:
    origin = telling.game.guard_cards[event.card].location
    if origin is event.to:
        return None
    if event.to is None:
        return telling.say("line.guard_card_leaves", location=origin)
    if origin is None:
        return telling.say("line.guard_card_back", to=event.to)
    return telling.say("line.guard_card_moved", location=origin, to=event.to)


@HANDS.of(events.GuardCardMoved)
def _move_guard_card(telling: Telling, event: events.GuardCardMoved) -> str | None:
    location = telling.game.guard_cards[event.card].location
    if not cards_lie_on_table(telling) or location is event.to:
        return None
    if event.to is None:
        return telling.say("hands.take_guard_card", n=1, location=location)
    if location is None:
        return telling.say("hands.bring_guard_card", n=1, to=event.to)
    return telling.say("hands.move_guard_card", location=location, to=event.to)


@LINES.of(events.LocationCardTurned)
def _location_card_turned(telling: Telling, event: events.LocationCardTurned) -> str:
    return telling.say("line.location_card", shows=event.shows)


@LINES.of(events.LocationOpened)
def _location_opened(telling: Telling, event: events.LocationOpened) -> str | None:
    if event.location is None:
        return None
    return telling.say("line.opened", n=event.location.number, location=event.location)


@LINES.of(events.Began)
def _began(telling: Telling, event: events.Began) -> str:
    return telling.say("line.began")
