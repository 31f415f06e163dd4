"""`/rulings/locations/{location}`: one location in lights out (docs/api.md, Locations)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from flask import Response
from marshmallow import Schema, fields

from companion.api.core.answers import why, why_field
from companion.api.core.operations import Resource, read
from companion.api.core.problems import Problem
from companion.api.core.schema_fields import described
from companion.presenters.faults import FieldError, refuse
from companion.presenters.fields.containers import Default, Many, Object, Required
from companion.presenters.fields.values import Choice, Count, Flag, GuardCard, Name
from companion.presenters.question import MOST_SIDES, TABLE_QUESTION, guards_errors, name_errors, rule_errors, rule_set
from companion.rules.editions import Edition
from companion.rules.rulings.locations import LocationResult, resolve
from companion.rules.rulings.ranking import FEWEST_SIDES, Presence, token_faults
from companion.rules.vocabulary import TOKENS, Location
from companion.rules.vocabulary import Resource as Cube
from companion.web.json_answers import send

resource = Resource("Rulings")


_SIDE: Final = Object(
    "LocationSideBody",
    {
        "name": Required(Name()),
        "guards": Default(Flag(), value=False),
        "power": Default(Count(), 1),
        "tokens": Many(Choice(TOKENS)),
        "cards": Many(GuardCard()),
    },
)
"""A side of the table; one without tokens or cards has nobody there."""

LOCATION: Final = Object(
    "LocationBody",
    {
        **TABLE_QUESTION,
        "first_player": Required(Name()),
        "suspicion": Default(Count(), 0),
        "bandit": Default(Many(Choice(Cube)), list),
        "sides": Required(Many(_SIDE, least=FEWEST_SIDES, most=MOST_SIDES)),
    },
)
"""The body of `/rulings/locations/{location}`: all sides of the table, clockwise."""


class OutcomeSchema(Schema):
    """What a location gives one side."""

    name = fields.String(required=True)
    strength = fields.Integer(required=True)
    rank = fields.Integer(required=True)
    suspicion = fields.Integer(required=True)
    bandit = fields.List(fields.String(), required=True)
    reward = fields.Dict(required=True, allow_none=True)
    to_library = fields.Boolean(required=True)


class LocationSchema(Schema):
    """The answer of `/rulings/locations/{location}`."""

    ranking = fields.List(fields.Nested(OutcomeSchema), required=True)
    suspicion_left = fields.Integer(required=True)
    bandit_left = fields.List(fields.String(), required=True)
    why = why_field()


def _errors_between(body: Mapping[str, Any], edition: Edition) -> Iterator[FieldError]:
    sides = body["sides"]
    yield from guards_errors(body)
    yield from name_errors(sides)
    for index, side in enumerate(sides):
        yield from _side_errors(index, side, len(sides), edition)
    if body["first_player"] not in {side["name"] for side in sides}:
        yield FieldError("/first_player", "sides.unknown_first_player")


def _side_errors(index: int, side: Mapping[str, Any], table_size: int, edition: Edition) -> Iterator[FieldError]:
    refused, key = ("tokens", "guards.no_tokens") if side["guards"] else ("cards", "guards.only_cards")
    if refused in side:
        yield FieldError(f"/sides/{index}/{refused}", key)
    if "tokens" in side and not side["guards"]:
        yield from rule_errors(token_faults(side["tokens"], table_size, ("sides", index, "tokens"), edition))


def _presence(*, tokens: Sequence[int | str] = (), cards: Sequence[int | str] = (), **side: Any) -> Presence:
    """A side as the rules take it: what JSON lists, they compare as tuples."""
    return Presence(tokens=tuple(tokens), cards=tuple(cards), **side)


def location_answer(result: LocationResult) -> dict[str, Any]:
    """A resolved location as the API gives it."""
    return {
        "ranking": [
            {
                "name": outcome.place.side.name,
                "strength": outcome.place.strength,
                "rank": outcome.place.rank,
                "suspicion": outcome.suspicion,
                "bandit": list(outcome.bandit),
                "reward": outcome.offer.reward,
                "to_library": outcome.to_library,
            }
            for outcome in result.outcomes
        ],
        "suspicion_left": result.suspicion_left,
        "bandit_left": list(result.bandit_left),
        "why": why(result.reasons),
    }


@resource.operation(
    "post",
    "/rulings/locations/{location}",
    body=described(LOCATION),
    answer=LocationSchema(),
    parameters={"location": Location.words()},
)
def rule_location(location: str) -> Response:
    """Resolve a location in lights out: the ranking, the cubes and what each side is offered."""
    body = read(LOCATION)
    edition, rulings = rule_set(body)
    if location not in edition.locations:
        raise Problem("not-found")
    refuse(_errors_between(body, edition))
    result = resolve(
        Location(location),
        [_presence(**side) for side in body["sides"]],
        body["first_player"],
        edition=edition,
        rulings=rulings,
        suspicion=body["suspicion"],
        bandit=body["bandit"],
        solitary=body["solitary"],
    )
    return send(location_answer(result))
