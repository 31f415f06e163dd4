"""`/rulings/scores`: the final scores of a table (docs/api.md, Scores)."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from flask import Response
from marshmallow import Schema, fields

from companion.api.core.answers import why, why_field
from companion.api.core.fields import Choice, Count, Counts, Flag, GoonCounts, Many, Name, Part, Strict
from companion.api.core.operations import Resource, read, send
from companion.api.rulings.question import (
    MOST_SIDES,
    TableQuestion,
    guards_errors,
    name_errors,
    only_one,
    refuse,
    rule_set,
)
from companion.presenters.faults import FieldError
from companion.rules.rulings.house_rulings import default_rulings
from companion.rules.vocabulary import DemonValuable, Goon, Valuable
from companion.rules.vocabulary import Resource as Cube
from companion.scoring.score import ALL_CATEGORIES, Scores, score
from companion.scoring.sheet import EndGameGoal, GoonCard, ItemCard, ScoreSheet, Side, counted

resource = Resource("Rulings")

COUNTED_GOONS: Final = tuple(goon for goon in Goon if goon is not Goon.DEMON)
COUNTS_BESIDE_CARDS: Final = ("items", "valuables", "goons", "demons")
GOAL_MEMBERS: Final = {
    "goal_count": (EndGameGoal.MAJORITY, "goal.count_not_asked"),
    "goal_points": (EndGameGoal.CONDITION, "goal.points_not_asked"),
}
"""Which kind of end game goal asks for which member, and what is said where it does not."""


class ItemCardBody(Strict):
    """A crafted item."""

    valuables = Many(Choice(Valuable))


class GoonCardBody(Strict):
    """A recruited goon; `valuable` is what a Demon counts."""

    type = Choice(Goon, required=True)
    valuables = Many(Choice(Valuable))
    valuable = Choice(DemonValuable)


class CardsBody(Strict):
    """A side's cards, in place of its counts."""

    items = Many(Part(ItemCardBody))
    goons = Many(Part(GoonCardBody))


class ScoreSideBody(Strict):
    """A side of a score sheet."""

    name = Name(required=True)
    guards = Flag()
    reputation = Count()
    suspicion = Count()
    power = Count()
    items = Count()
    reserved = Count()
    valuables = Counts(Valuable)
    goons = GoonCounts(COUNTED_GOONS)
    demons = Many(Choice(DemonValuable))
    cards = Part(CardsBody)
    resources = Counts(Cube)
    tomes = Count()
    first_player = Flag()
    leader_goal = Flag()
    leader_count = Count()
    goal_count = Count()
    goal_points = Count()


class ScoresBody(TableQuestion):
    """The body of `/rulings/scores`."""

    last_raid = Flag(load_default=False)
    end_game_goal = Choice(EndGameGoal, load_default=EndGameGoal.NONE)
    leader_minimum = Count()
    sides = Many(Part(ScoreSideBody), least=1, most=MOST_SIDES, required=True)


class LineSchema(Schema):
    """One line of a score."""

    category = fields.String(required=True, metadata={"enum": list(ALL_CATEGORIES)})
    points = fields.Integer(required=True)


class SideScoreSchema(Schema):
    """A side's score: the lines add up to the total."""

    name = fields.String(required=True)
    total = fields.Integer(required=True)
    rank = fields.Integer(required=True)
    winner = fields.Boolean(required=True)
    lines = fields.List(fields.Nested(LineSchema), required=True)
    why = why_field()


class ScoresSchema(Schema):
    """The answer of `/rulings/scores`."""

    sides = fields.List(fields.Nested(SideScoreSchema), required=True)
    winners = fields.List(fields.String(), required=True)


BODY: Final = ScoresBody()


def sheet_of(body: Mapping[str, Any]) -> ScoreSheet:
    """The score sheet that a loaded body is."""
    edition, rulings = rule_set(body)
    return ScoreSheet(
        [_side(side) for side in body["sides"]],
        edition,
        rulings,
        solitary=body["solitary"],
        last_raid=body["last_raid"],
        end_game_goal=body["end_game_goal"],
        leader_minimum=body.get("leader_minimum"),
    )


def _side(body: Mapping[str, Any]) -> Side:
    held = dict(body)
    cards = held.pop("cards", None)
    if cards is not None:
        held |= counted(
            [ItemCard(**card) for card in cards.get("items", ())], [GoonCard(**card) for card in cards.get("goons", ())]
        )
    return Side(**held)


def errors_between(body: Mapping[str, Any]) -> Iterator[FieldError]:
    """What is wrong between the fields of a loaded body, each of which is valid."""
    yield from guards_errors(body)
    yield from contradictions(body)
    for path, card in _goon_cards(body):
        if card["type"] is Goon.DEMON and "valuable" not in card:
            yield FieldError(f"{path}/valuable", "cards.demon_without_valuable")


def contradictions(body: Mapping[str, Any]) -> Iterator[FieldError]:
    """What no further member could mend: the errors that a draft may not have either."""
    sides = body.get("sides", [])
    yield from name_errors(sides)
    yield from only_one(sides, "first_player", "sides.first_player_twice")
    yield from only_one(sides, "leader_goal", "sides.leader_goal_twice")
    for index, side in enumerate(sides):
        yield from _side_errors(f"/sides/{index}", side, body.get("end_game_goal"))
    for path, card in _goon_cards(body):
        if "valuable" in card and card.get("type", Goon.DEMON) is not Goon.DEMON:
            yield FieldError(f"{path}/valuable", "cards.valuable_without_demon")


def _goon_cards(body: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Each goon card of a loaded body and where it stands."""
    for index, side in enumerate(body.get("sides", [])):
        for number, card in enumerate(side.get("cards", {}).get("goons", [])):
            yield f"/sides/{index}/cards/goons/{number}", card


def _side_errors(path: str, side: Mapping[str, Any], goal: EndGameGoal | None) -> Iterator[FieldError]:
    for member, (kind, key) in GOAL_MEMBERS.items():
        # A draft may not say yet what kind of goal it is.
        if member in side and goal is not None and goal is not kind:
            yield FieldError(f"{path}/{member}", key)
    if side.get("guards") and side.get("tomes"):
        yield FieldError(f"{path}/tomes", "guards.no_tomes")
    if "cards" in side:
        for member in COUNTS_BESIDE_CARDS:
            if member in side:
                yield FieldError(f"{path}/{member}", "cards.beside_counts")


def checked(body: Mapping[str, Any]) -> ScoreSheet:
    """The score sheet of a loaded body.

    Raises:
        Problem: with everything that is wrong between its fields.
    """
    refuse(list(errors_between(body)))
    return sheet_of(body)


def scores_answer(scores: Scores) -> dict[str, Any]:
    """Scores as the API gives them."""
    return {
        "sides": [
            {
                "name": side.name,
                "total": side.total,
                "rank": side.rank,
                "winner": side.winner,
                "lines": [{"category": line.category, "points": line.points} for line in side.lines],
                "why": why(side.reasons),
            }
            for side in scores.sides
        ],
        "winners": list(scores.winners),
    }


@resource.operation("post", "/rulings/scores", body=BODY, answer=ScoresSchema())
def rule_scores() -> Response:
    """Score a table: every line of every side, the ranks and the winners."""
    return send(scores_answer(score(checked(read(BODY)))))


def body_of(sheet: ScoreSheet) -> dict[str, Any]:
    """The scores request that a score sheet comes from: what is zero or false is left out."""
    defaults = default_rulings(sheet.edition)
    members: dict[str, Any] = {
        "edition": sheet.edition.name.value,
        "rulings": {key: value for key, value in sheet.rulings.items() if value != defaults[key]},
        "solitary": sheet.solitary,
        "last_raid": sheet.last_raid,
        "end_game_goal": sheet.end_game_goal.value,
        "leader_minimum": sheet.leader_minimum,
    }
    told = {name: value for name, value in members.items() if value}
    return {**told, "sides": [_side_body(side, sheet.end_game_goal) for side in sheet.sides]}


_PLAIN: Final = (
    "guards",
    "reputation",
    "suspicion",
    "power",
    "items",
    "reserved",
    "tomes",
    "first_player",
    "leader_goal",
)
"""Members of a side that the request and the sheet have alike."""


def _side_body(side: Side, goal: EndGameGoal) -> dict[str, Any]:
    members: dict[str, Any] = {
        **{name: getattr(side, name) for name in _PLAIN},
        "valuables": {valuable.value: count for valuable, count in side.valuables.items() if count},
        "goons": {goon.value: count for goon, count in side.goons.items() if count},
        "demons": [demon.value for demon in side.demons],
        "resources": {resource.value: count for resource, count in side.resources.items() if count},
    }
    asked = {name: getattr(side, name) for name, (kind, _) in GOAL_MEMBERS.items() if kind is goal}
    for name in ("leader_count", "other_goons"):
        if getattr(side, name) is not None:
            asked[name] = getattr(side, name)
    return {"name": side.name, **{name: value for name, value in members.items() if value}, **asked}
