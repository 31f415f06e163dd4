"""`/rulings/locations/{location}`: one location in lights out (docs/api.md, Locations)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from flask import Response
from marshmallow import Schema, fields

from companion.api.core.answers import send_as
from companion.api.core.operations import Resource, read
from companion.api.core.problems import Problem
from companion.rules.rulings.locations import resolve
from companion.rules.rulings.ranking import FEWEST_SIDES, Presence, token_faults
from companion.rules.schema import Invalid
from companion.rules.state.cards import GUARD_CARD
from companion.rules.vocabulary import TOKENS, Location
from companion.rules.vocabulary import Resource as Cube
from companion.schemas.answers import why_field
from companion.schemas.body import Body
from companion.schemas.faults import rule_faults
from companion.schemas.fields import Choice, Flag, Many, Name, Shape, Whole
from companion.schemas.question import TableQuestionBody, rule_set, sides_of

resource = Resource("Rulings")


class LocationSideBody(Body):
    """A side of the table; one without tokens or cards has nobody there."""

    name = Name(required=True)
    guards = Flag(load_default=False)
    power = Whole(load_default=1)
    tokens = Many(Choice(TOKENS))
    cards = Many(Shape(GUARD_CARD.members["strength"]))


class LocationBody(TableQuestionBody):
    """The body of `/rulings/locations/{location}`: all sides of the table, clockwise."""

    first_player = Name(required=True)
    suspicion = Whole(load_default=0)
    bandit = Many(Choice(Cube), load_default=list)
    sides = sides_of(LocationSideBody, FEWEST_SIDES)

    def faults_between(self, body: Mapping[str, Any], *, draft: bool) -> Iterator[Invalid]:
        """Yield also what a side cannot have there, and a first player who does not sit at the table."""
        yield from super().faults_between(body, draft=draft)
        sides, (edition, _) = body["sides"], rule_set(body)
        for index, side in enumerate(sides):
            refused, key = ("tokens", "guards.no_tokens") if side["guards"] else ("cards", "guards.only_cards")
            if refused in side:
                yield Invalid(("sides", index, refused), key)
            if "tokens" in side and not side["guards"]:
                yield from rule_faults(token_faults(side["tokens"], len(sides), ("sides", index, "tokens"), edition))
        if body["first_player"] not in {side["name"] for side in sides}:
            yield Invalid(("first_player",), "sides.unknown_first_player")


LOCATION: Final = LocationBody()


class OutcomeSchema(Schema):
    """A location's outcome for one side."""

    name = fields.String(required=True, attribute="place.side.name")
    strength = fields.Integer(required=True, attribute="place.strength")
    rank = fields.Integer(required=True, attribute="place.rank")
    suspicion = fields.Integer(required=True)
    bandit = fields.List(fields.String(), required=True)
    reward = fields.Dict(required=True, allow_none=True, attribute="offer.reward")
    to_library = fields.Boolean(required=True)


class LocationSchema(Schema):
    """The answer of `/rulings/locations/{location}`."""

    ranking = fields.Nested(OutcomeSchema, many=True, required=True, attribute="outcomes")
    suspicion_left = fields.Integer(required=True)
    bandit_left = fields.List(fields.String(), required=True)
    why = why_field()


def _presence(*, tokens: Sequence[int | str] = (), cards: Sequence[int | str] = (), **side: Any) -> Presence:
    """Return a side as the rules take it: they compare tuples, where JSON has lists."""
    return Presence(tokens=tuple(tokens), cards=tuple(cards), **side)


LOCATION_RESULT: Final = LocationSchema()


@resource.operation(
    "post",
    "/rulings/locations/{location}",
    body=LOCATION,
    answer=LOCATION_RESULT,
    parameters={"location": Location.words()},
)
def rule_location(location: str) -> Response:
    """Resolve a location in lights out: the ranking, the cubes and what each side is offered."""
    body = read(LOCATION)
    edition, rulings = rule_set(body)
    if location not in edition.locations:
        raise Problem("not-found")
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
    return send_as(LOCATION_RESULT, result)
