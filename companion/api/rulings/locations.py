"""`/rulings/locations/{location}`: one location in lights out (docs/api.md, Locations)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from flask import Response
from marshmallow import Schema, fields

from companion.api.core.answers import why, why_field
from companion.api.core.fields import Choice, Count, Flag, GuardCard, Many, Name, Part, Strict
from companion.api.core.operations import Resource, read, send
from companion.api.rulings.question import MOST_SIDES, TableQuestion, guards_errors, name_errors, refuse, rule_set
from companion.presenters.faults import FieldError
from companion.rules.editions import STANDARD, Edition
from companion.rules.errors import RuleError
from companion.rules.rulings.locations import LocationResult, resolve
from companion.rules.rulings.ranking import FEWEST_SIDES, Presence, check_tokens
from companion.rules.vocabulary import TOKENS, Location
from companion.rules.vocabulary import Resource as Cube

resource = Resource("Rulings")


class LocationSideBody(Strict):
    """A side of the table; one without tokens or cards has nobody there."""

    name = Name(required=True)
    guards = Flag(load_default=False)
    power = Count(load_default=1)
    tokens = Many(Choice(TOKENS))
    cards = Many(GuardCard())


class LocationBody(TableQuestion):
    """The body of `/rulings/locations/{location}`: all sides of the table, clockwise."""

    first_player = Name(required=True)
    suspicion = Count(load_default=0)
    bandit = Many(Choice(Cube), load_default=list)
    sides = Many(Part(LocationSideBody), least=FEWEST_SIDES, most=MOST_SIDES, required=True)


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


BODY: Final = LocationBody()


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
    elif "tokens" in side:
        yield from _token_errors(index, side["tokens"], table_size, edition)


def _token_errors(index: int, tokens: Sequence[int | str], table_size: int, edition: Edition) -> Iterator[FieldError]:
    """Each token that the rules refuse; they name only the first one that they meet."""
    sound: list[int | str] = []
    for number, token in enumerate(tokens):
        path = f"/sides/{index}/tokens/{number}"
        try:
            check_tokens([*sound, token], table_size, (), edition)
        except RuleError as fault:
            yield FieldError(path, fault.key, fault.data)
        else:
            sound.append(token)


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
    body=BODY,
    answer=LocationSchema(),
    parameters={"location": STANDARD.locations},
)
def rule_location(location: str) -> Response:
    """Resolve a location in lights out: the ranking, the cubes and what each side is offered."""
    body = read(BODY)
    edition, rulings = rule_set(body)
    refuse(list(_errors_between(body, edition)))
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
