"""Crew tokens and strengths in the log."""

from companion.rules.engine.physical_moves.event_moves import each_move, says_what_lies_there
from companion.rules.state import events
from companion.rules.vocabulary import TOKENS, Location
from companion.words.catalogue import paragraph
from companion.words.log_lines.registry import HANDS, LINES
from companion.words.log_lines.who_moves import by_side
from companion.words.move_sentences import crew_moved
from companion.words.telling import Telling


@LINES.of(events.Assigned)
def _assigned(telling: Telling, event: events.Assigned) -> str:
    """Say that a player places tokens, or that they are there on the real board."""
    return _laid(telling, "line.there" if says_what_lies_there(event) else "line.assigned", event)


@HANDS.of(events.Assigned)
def _assign(telling: Telling, event: events.Assigned) -> str:
    return by_side(telling, event.side, _laid(telling, "hands.assign", event))


def _laid(telling: Telling, key: str, event: events.Assigned) -> str:
    crew = telling.crew(event.tokens, len(event.face_down))
    return telling.say(key, side=telling.name(event.side), crew=crew, location=event.location)


@LINES.of(events.TokensMoved)
def _tokens_moved(telling: Telling, event: events.TokensMoved) -> str:
    side, crew = telling.name(event.side), _crew_moved(telling, event)
    if event.to is None:
        return telling.say("line.tokens_home", side=side, crew=crew)
    key = "line.there" if says_what_lies_there(event) else "line.tokens_moved"
    return telling.say(key, side=side, crew=crew, location=event.to)


@HANDS.of(events.TokensMoved)
def _move_tokens(telling: Telling, event: events.TokensMoved) -> str | None:
    crew = _crew_moved(telling, event)
    if event.to is None:
        out = any((event.side, token) in telling.game.tokens for token in event.tokens)
        return by_side(telling, event.side, telling.say("hands.take_tokens", crew=crew)) if out else None
    return by_side(telling, event.side, telling.say("hands.move_tokens", crew=crew, location=event.to))


def _crew_moved(telling: Telling, event: events.TokensMoved) -> str:
    """Describe the tokens; only count those hidden from the reader."""
    known = [token for token in event.tokens if token in TOKENS]
    return telling.crew(known, len(event.tokens) - len(known))


@LINES.of(events.TokensTurned)
def _tokens_turned(telling: Telling, event: events.TokensTurned) -> str | None:
    return telling.say("line.tokens_turned", location=event.location) if _face_down(telling, event.location) else None


@HANDS.of(events.TokensTurned)
def _turn_tokens(telling: Telling, event: events.TokensTurned) -> str | None:
    return telling.say("hands.turn_tokens", location=event.location) if _face_down(telling, event.location) else None


def _face_down(telling: Telling, location: Location) -> bool:
    return any(laid.face_down for laid in telling.game.tokens.values() if laid.location is location)


@LINES.of(events.Passed)
def _passed(telling: Telling, event: events.Passed) -> str:
    return telling.say("line.passed", side=telling.name(event.side), n=len(telling.game.at_home(event.side)))


@LINES.of(events.Strengthened)
def _strengthened(telling: Telling, event: events.Strengthened) -> str:
    return telling.say("line.strengthened", side=telling.name(event.side), by=event.by, location=event.location)


@LINES.of(events.StrengthStated)
def _strength_stated(telling: Telling, event: events.StrengthStated) -> str:
    side = telling.name(event.side)
    if not event.strength and not event.lookout:
        return telling.say("line.strength_gone", side=side, location=event.location)
    key = "line.strength_stated.lookout" if event.lookout else "line.strength_stated"
    return telling.say(key, side=side, n=event.strength, location=event.location)


@HANDS.of(events.StrengthStated, events.LocationOpened)
def _move_crew(telling: Telling, event: events.StrengthStated | events.LocationOpened) -> str | None:
    """Move an unnamed crew as a whole: to the Library, back, and home (L-7, L-8)."""
    moves = each_move([event], telling.game)
    told = [by_side(telling, one.side, crew_moved(telling, one)) for one in moves if one.side is not None]
    return paragraph(telling.language, told) if told else None
