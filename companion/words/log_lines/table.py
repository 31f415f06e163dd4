"""Decisions of a table in the log: goals, house rulings, corrections, counts."""

from typing import Any

from companion.rules.state import events
from companion.rules.state.cards import EndGoal, LeaderGoal
from companion.rules.state.pieces import Cube
from companion.rules.vocabulary import Location, Resource
from companion.words.catalogue import paragraph, reason, sentence, term
from companion.words.log_lines.registry import HANDS, LINES
from companion.words.log_lines.who_moves import move_for_side
from companion.words.messages import GAME, RULING_VALUES, RULINGS
from companion.words.telling import Telling, capital, named


@LINES.of(events.LeaderTaken)
def _leader_taken(telling: Telling, event: events.LeaderTaken) -> str:
    if event.side is None:
        return telling.say("line.leader.nobody")
    taken = telling.say("line.leader", side=telling.name(event.side))
    return paragraph(telling.language, [taken, leader_score(telling, event)])


def leader_score(telling: Telling, event: events.LeaderTaken) -> str:
    """Return the leader's count and the most of any other; empty if no one counted."""
    found = next((one.data for one in event.why if "counts" in one.data), None)
    if found is None or event.side is None:
        return ""
    others = [*found["counts"]]
    own = others.pop(event.side)
    return telling.say("line.leader.score", what=capital(telling.counted(found["what"])), n=own, most=max(others))


@HANDS.of(events.LeaderTaken)
def _take_leader(telling: Telling, event: events.LeaderTaken) -> str | None:
    return None if event.side is None else move_for_side(telling, event.side, "hands.leader_goal")


def leader_goal(telling: Telling, goal: LeaderGoal | None) -> str:
    """Return what the leader goal counts, in a sentence; empty if there is none."""
    return "" if goal is None else telling.say("line.goals.leader", what=telling.counted(goal.counts), n=goal.minimum)


def end_goal(telling: Telling, goal: EndGoal | None) -> str:
    """Say what the end game goal counts; empty if there is none."""
    return "" if goal is None else telling.say(f"line.goals.{goal.kind}", what=telling.counted(goal.counts))


@LINES.of(events.GoalsSet)
def _goals_set(telling: Telling, event: events.GoalsSet) -> str:
    leader = leader_goal(telling, event.leader) or telling.say("line.goals.no_leader")
    end = end_goal(telling, event.end) or telling.say("line.goals.no_end")
    # Of two only the one that is new.
    setup = telling.game.setup
    new = [text for text, changed in ((leader, event.leader != setup.leader), (end, event.end != setup.end)) if changed]
    return paragraph(telling.language, new or [leader, end])


@LINES.of(events.RulingSet)
def _ruling_set(telling: Telling, event: events.RulingSet) -> str:
    question = sentence(telling.language, RULINGS[event.key])
    answer = sentence(telling.language, RULING_VALUES[f"{event.key}.{event.value}"])
    return telling.say("line.ruling", question=question, answer=answer)


@LINES.of(events.DealingSet)
def _dealing_set(telling: Telling, event: events.DealingSet) -> str:
    return telling.say(f"line.dealing.{event.dealing}")


@LINES.of(events.BoxCounted)
def _box_counted(telling: Telling, event: events.BoxCounted) -> str:
    cubes = isinstance(event.what, Cube)
    what = telling.amount(event.what, event.number) if cubes else telling.say(f"piece.{event.what}", n=event.number)
    return telling.say("line.box", what=what, n=event.number)


@LINES.of(events.Overruled)
def _overruled(telling: Telling, event: events.Overruled) -> str | None:
    if event.outcome is None:
        return None
    decision = event.decision.partition(".")[0]
    told = outcome(telling, event.outcome)
    if decision in Location.words():
        return telling.say("line.overruled.at", location=Location(decision), outcome=told)
    return telling.say("line.overruled", what=telling.say(f"decision.{decision}"), outcome=told)


def outcome(telling: Telling, decided: Any) -> str:
    """Return the result that the table decided on."""
    match decided:
        case int():
            return telling.name(decided)
        case tuple() | list():
            return telling.listed(term(telling.language, one) for one in decided) or telling.say("option.nothing")
        case {"craft": card} | {"reserve": card}:
            kind = "craft" if "craft" in decided else "reserve"
            return telling.say(f"option.{kind}", card=telling.card(telling.game.face(card)))
        case {"give": gives, "get": gets}:
            return telling.say("option.exchange", gives=Resource(gives), gets=Resource(gets))
    return telling.say(f"option.{decided}") if f"option.{decided}" in GAME else term(telling.language, decided)


@LINES.of(events.Counted)
def _counted(telling: Telling, event: events.Counted) -> str | None:
    """Return a number that a player entered; None if only the score shows it."""
    side, key = telling.name(event.side), f"line.counted.{event.what}"
    if key in GAME:
        return telling.say(key, side=side, number=event.number)
    return (
        telling.say("line.counted", side=side, what=telling.counted(event.what), number=event.number)
        if event.why
        else None
    )


@LINES.of(events.Answered)
def _answered(telling: Telling, event: events.Answered) -> str:
    side, location = telling.name(event.side), telling.game.location
    if location is not None:
        return telling.say("line.answered.here", side=side, location=location)
    return telling.say("line.opened_again" if event.again else "line.answered", side=side)


@LINES.of(events.InstantSet)
def _instant_set(telling: Telling, event: events.InstantSet) -> str:
    if event.side is None:
        return telling.say("line.instant.nobody" if event.there else "line.no_instant")
    return telling.say("line.instant", side=telling.name(event.side))


@LINES.of(events.DepthSet)
def _depth_set(telling: Telling, event: events.DepthSet) -> str:
    return telling.say(f"line.depth.{event.depth}")


@LINES.of(events.RollCallSet)
def _roll_call_set(telling: Telling, event: events.RollCallSet) -> str:
    return telling.say("line.roll_call.app" if event.in_app else "line.roll_call.board")


@LINES.of(events.HintSet)
def _hint_set(telling: Telling, event: events.HintSet) -> str:
    return telling.say(f"line.hint.{event.hint}")


@LINES.of(events.OddsSet)
def _odds_set(telling: Telling, event: events.OddsSet) -> str:
    return telling.say(f"line.odds.{event.odds}")


@LINES.of(events.AwaySet)
def _away_set(telling: Telling, event: events.AwaySet) -> str:
    return telling.say("line.away" if event.away else "line.back", side=telling.name(event.side))


@LINES.of(events.SidesSet)
def _sides_set(telling: Telling, event: events.SidesSet) -> str:
    return telling.say("line.sides", n=len(event.starts))


@LINES.of(events.Noted)
def _noted(telling: Telling, event: events.Noted) -> str | None:
    """Return who ranks where; without ranks, the last reason, why nothing moved."""
    if not event.why:
        return None
    ranked = [one for one in event.why if {"rank", "strength"} <= one.data.keys()]
    if not ranked or telling.game.location is None:
        return reason(telling.language, named(event.why[-1], telling.names))
    places = (
        telling.say(
            "line.rank",
            strength=one.data["strength"],
            side=named(one, telling.names).data["side"],
        )
        for one in ranked
    )
    return telling.say("line.ranking", location=telling.game.location, ranking=telling.listed(places))
