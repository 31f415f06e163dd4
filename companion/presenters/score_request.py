"""The scores request: what it may hold, what must not contradict itself in it, and the score sheet that it is."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.presenters.faults import FieldError, refuse
from companion.presenters.fields.containers import Counts, Default, Many, Member, Object, Required
from companion.presenters.fields.values import Choice, Count, Flag, Name
from companion.presenters.question import (
    MOST_SIDES,
    TABLE_QUESTION,
    guards_errors,
    name_errors,
    only_one,
    rule_errors,
    rule_set,
)
from companion.rules.live import LiveSequence
from companion.rules.rulings.house_rulings import default_rulings
from companion.rules.rulings.ranking import guards_faults
from companion.rules.vocabulary import DemonValuable, Goon, Valuable
from companion.rules.vocabulary import Resource as Cube
from companion.scoring.sheet import EndGameGoal, GoonCard, ItemCard, ScoreSheet, Side, counted

COUNTED_GOONS: Final = LiveSequence(lambda: tuple(goon for goon in Goon.words() if goon is not Goon.DEMON))
COUNTS_BESIDE_CARDS: Final = ("items", "valuables", "goons", "demons")
GOAL_MEMBERS: Final = {
    "goal_count": (EndGameGoal.MAJORITY, "goal.count_not_asked"),
    "goal_points": (EndGameGoal.CONDITION, "goal.points_not_asked"),
}
"""Which kind of end game goal asks for which member, and what is said where it does not."""

_ITEM_CARD: Final = Object("ItemCardBody", {"valuables": Many(Choice(Valuable))})
_GOON_CARD: Final = Object(
    "GoonCardBody",
    {
        "type": Required(Choice(Goon.words())),
        "valuables": Many(Choice(Valuable)),
        # What a Demon counts.
        "valuable": Choice(DemonValuable),
    },
)
_CARDS: Final = Object("CardsBody", {"items": Many(_ITEM_CARD), "goons": Many(_GOON_CARD)})

_SIDE: Final[Mapping[str, Member]] = {
    "name": Required(Name()),
    "guards": Flag(),
    "reputation": Count(),
    "suspicion": Count(),
    "power": Count(),
    "items": Count(),
    "reserved": Count(),
    "valuables": Counts(Valuable),
    # Demons are listed apart, since each counts its own valuable.
    "goons": Counts(COUNTED_GOONS, {Goon.DEMON: "goons.demon_is_listed"}),
    "demons": Many(Choice(DemonValuable)),
    "cards": _CARDS,
    "resources": Counts(Cube),
    "tomes": Count(),
    "first_player": Flag(),
    "leader_goal": Flag(),
    "leader_count": Count(),
    "goal_count": Count(),
    "goal_points": Count(),
}

_TABLE: Final[Mapping[str, Member]] = {
    **TABLE_QUESTION,
    "last_raid": Default(Flag(), value=False),
    "end_game_goal": Default(Choice(EndGameGoal), EndGameGoal.NONE),
    "leader_minimum": Count(),
}


def _sides(side: Object) -> Required:
    return Required(Many(side, least=1, most=MOST_SIDES))


SCORES: Final = Object("ScoresBody", {**_TABLE, "sides": _sides(Object("ScoreSideBody", _SIDE))})
"""The body of `/rulings/scores`."""

SHEET: Final = Object(
    "SheetBody",
    {
        **_TABLE,
        # What goons of types of its own are worth, the owner of a kept sheet says.
        "sides": _sides(Object("SheetSideBody", {**_SIDE, "other_goons": Count()})),
        "draft": Default(Flag(), value=False),
    },
)
"""A scores request that is kept."""

SHEET_DRAFT: Final = SHEET.draft()
"""A scores request that is kept while it may be incomplete."""


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
    yield from _contradictions(body)
    for path, card in _goon_cards(body):
        if card["type"] is Goon.DEMON and "valuable" not in card:
            yield FieldError(f"{path}/valuable", "cards.demon_without_valuable")


def draft_errors(body: Mapping[str, Any]) -> Iterator[FieldError]:
    """What is wrong between the fields of a loaded draft: what no further member could mend."""
    said = [side.get("guards") for side in body.get("sides", [])]
    if not body.get("solitary", any(said)):
        yield from rule_errors(guards_faults(list(map(bool, said)), solitary=False))
    elif len(said) > 2 or said.count(True) > 1 or said == [False, False]:
        yield FieldError("/sides", "sides.solitary")
    yield from _contradictions(body)


def _contradictions(body: Mapping[str, Any]) -> Iterator[FieldError]:
    """What may not stand side by side, in a draft or not."""
    sides = body.get("sides", [])
    yield from name_errors(sides)
    yield from only_one(sides, "first_player", "sides.first_player_twice")
    yield from only_one(sides, "leader_goal", "sides.leader_goal_twice")
    # A draft may not say yet what kind of goal it is: then its first member says it.
    asked = (kind for side in sides for member, (kind, _) in GOAL_MEMBERS.items() if member in side)
    goal = body.get("end_game_goal") or next(asked, None)
    for index, side in enumerate(sides):
        yield from _side_errors(f"/sides/{index}", side, goal)
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
        if member in side and goal is not kind:
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
        InvalidFields: with everything that is wrong between its fields.
    """
    refuse(errors_between(body))
    return sheet_of(body)


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
