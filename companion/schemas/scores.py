"""The scores request: its members, contradictions in it, and the score sheet that it gives."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from marshmallow import Schema, fields

from companion.rules.live import LiveSequence
from companion.rules.rulings.house_rulings import default_rulings
from companion.rules.rulings.ranking import guards_faults
from companion.rules.schema import Invalid, Path
from companion.rules.vocabulary import DemonValuable, Goon, Valuable
from companion.rules.vocabulary import Resource as Cube
from companion.schemas.answers import why_field
from companion.schemas.body import Body
from companion.schemas.faults import rule_faults
from companion.schemas.fields import Choice, Counts, Flag, Many, Name, Part, Whole
from companion.schemas.question import TableQuestionBody, name_faults, only_one, rule_set, sides_of
from companion.scoring.score import ALL_CATEGORIES
from companion.scoring.sheet import EndGameGoal, GoonCard, ItemCard, ScoreSheet, Side, counted

COUNTED_GOONS: Final = LiveSequence(lambda: tuple(goon for goon in Goon.words() if goon is not Goon.DEMON))
COUNTS_BESIDE_CARDS: Final = ("items", "valuables", "goons", "demons")
GOAL_MEMBERS: Final = {
    "goal_count": (EndGameGoal.MAJORITY, "goal.count_not_asked"),
    "goal_points": (EndGameGoal.CONDITION, "goal.points_not_asked"),
}
"""The kind of end game goal that asks for each member, and the sentence where the goal is another."""


class ItemCardBody(Body):
    """A crafted item."""

    valuables = Many(Choice(Valuable))


class GoonCardBody(Body):
    """A goon; `valuable` is what a Demon counts."""

    type = Choice(Goon.words(), required=True)
    valuables = Many(Choice(Valuable))
    valuable = Choice(DemonValuable)


class CardsBody(Body):
    """The cards of a side, instead of counts."""

    items = Many(Part(ItemCardBody))
    goons = Many(Part(GoonCardBody))


class ScoreSideBody(Body):
    """A side as it is scored."""

    name = Name(required=True)
    guards = Flag()
    reputation = Whole()
    suspicion = Whole()
    power = Whole()
    items = Whole()
    reserved = Whole()
    valuables = Counts(Valuable)
    # Demons are listed apart, since each counts its own valuable.
    goons = Counts(COUNTED_GOONS, {Goon.DEMON: "goons.demon_is_listed"})
    demons = Many(Choice(DemonValuable))
    cards = Part(CardsBody)
    resources = Counts(Cube)
    tomes = Whole()
    first_player = Flag()
    leader_goal = Flag()
    leader_count = Whole()
    goal_count = Whole()
    goal_points = Whole()


class ScoresBody(TableQuestionBody):
    """The body of `/rulings/scores`."""

    last_raid = Flag(load_default=False)
    end_game_goal = Choice(EndGameGoal, load_default=EndGameGoal.NONE)
    leader_minimum = Whole()
    sides = sides_of(ScoreSideBody)

    def faults_between(self, body: Mapping[str, Any], *, draft: bool) -> Iterator[Invalid]:
        """Yield contradictions; of a draft, only the ones that no further field could mend."""
        if draft:
            yield from _draft_faults(body)
        else:
            yield from super().faults_between(body, draft=draft)
        yield from _contradictions(body)
        if not draft:
            for path, card in _goon_cards(body):
                if card["type"] is Goon.DEMON and "valuable" not in card:
                    yield Invalid((*path, "valuable"), "cards.demon_without_valuable")


class SheetSideBody(ScoreSideBody):
    """A side of a kept sheet, whose owner says what goons of other types are worth."""

    other_goons = Whole()


class SheetBody(ScoresBody):
    """A scores request that is kept."""

    sides = sides_of(SheetSideBody)
    draft = Flag(load_default=False)


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
    lines = fields.Nested(LineSchema, many=True, required=True)
    why = why_field()


class ScoresSchema(Schema):
    """The answer of `/rulings/scores`."""

    sides = fields.Nested(SideScoreSchema, many=True, required=True)
    winners = fields.List(fields.String(), required=True)


SCORES: Final = ScoresBody()
SHEET: Final = SheetBody()
SCORED: Final = ScoresSchema()


def sheet_of(body: Mapping[str, Any]) -> ScoreSheet:
    """Return the score sheet of a loaded body."""
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


def _draft_faults(body: Mapping[str, Any]) -> Iterator[Invalid]:
    sides = body.get("sides", [])
    said = [side.get("guards") for side in sides]
    if not body.get("solitary", any(said)):
        yield from rule_faults(guards_faults(list(map(bool, said)), solitary=False))
    elif len(said) > 2 or said.count(True) > 1 or said == [False, False]:
        yield Invalid(("sides",), "sides.solitary")
    yield from name_faults(sides)


def _contradictions(body: Mapping[str, Any]) -> Iterator[Invalid]:
    """Yield members that contradict each other, in a draft or not."""
    sides = body.get("sides", [])
    yield from only_one(sides, "first_player", "sides.first_player_twice")
    yield from only_one(sides, "leader_goal", "sides.leader_goal_twice")
    # A draft may not say yet what kind of goal it is: then its first member says it.
    asked = (kind for side in sides for member, (kind, _) in GOAL_MEMBERS.items() if member in side)
    goal = body.get("end_game_goal") or next(asked, None)
    for index, side in enumerate(sides):
        yield from _side_faults(("sides", index), side, goal)
    for path, card in _goon_cards(body):
        if "valuable" in card and card.get("type", Goon.DEMON) is not Goon.DEMON:
            yield Invalid((*path, "valuable"), "cards.valuable_without_demon")


def _goon_cards(body: Mapping[str, Any]) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    """Yield each goon card of a loaded body, with its path."""
    for index, side in enumerate(body.get("sides", [])):
        for number, card in enumerate(side.get("cards", {}).get("goons", [])):
            yield ("sides", index, "cards", "goons", number), card


def _side_faults(path: Path, side: Mapping[str, Any], goal: EndGameGoal | None) -> Iterator[Invalid]:
    for member, (kind, key) in GOAL_MEMBERS.items():
        if member in side and goal is not kind:
            yield Invalid((*path, member), key)
    if side.get("guards") and side.get("tomes"):
        yield Invalid((*path, "tomes"), "guards.no_tomes")
    if "cards" in side:
        for member in COUNTS_BESIDE_CARDS:
            if member in side:
                yield Invalid((*path, member), "cards.beside_counts")


def body_of(sheet: ScoreSheet) -> dict[str, Any]:
    """Return the scores request of a score sheet, without members that are zero or false."""
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
