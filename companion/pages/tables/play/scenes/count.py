"""The final count, each on the own phone: rows with icons, points, seals (F-1).

A player's count stays on the own phone until it is sealed; the server adds it up from a form that nothing keeps.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

from flask import abort, jsonify, request
from werkzeug.wrappers import Response

from companion.pages.blueprint import blueprint
from companion.pages.forms.submission import submitted
from companion.pages.tables.access import found, viewer_of
from companion.pages.tables.play.seen import Seen
from companion.rules.acts.actions import Act, Action
from companion.rules.engine.decider import decide
from companion.rules.errors import RuleError
from companion.rules.live import LiveSequence
from companion.rules.phases.final_counts import COUNT_HAND, DEMONS, OPEN_COUNT, counts_in_secret
from companion.rules.schema import IntField
from companion.rules.shuffling.shuffle import Shuffle
from companion.rules.state.events import replay
from companion.rules.state.pieces import Side
from companion.rules.state.position import Position
from companion.rules.vocabulary import Valuable
from companion.schemas.scores import COUNTED_GOONS
from companion.scoring.from_game import sheet
from companion.scoring.score import SideScore, score
from companion.scoring.sheet import EndGameGoal
from companion.tables.projection.actions import visible_prompt
from companion.tables.repository import LoadedTable
from companion.words import field_labels
from companion.words.catalogue import number

_ICONS: Final = {
    **dict.fromkeys(DEMONS, "demon"),
    "items": "item",
    "reserved": "box",
    "tomes": "tome",
    "gold": "cube-gold",
    "goal_count": "end_game_goal",
    "goal_points": "end_game_goal",
    "other_goons": "together",
}
"""The sign of what is counted, where it is not called as that."""

_SELDOM: Final = frozenset({*DEMONS, "other_goons", "reserved"})
"""Rows that few people need: they are behind one row until there is something to count."""

_NOTES: Final[Mapping[str, str]] = {
    "items": "count.ties",
    "reserved": "count.ties",
    "goal_count": "count.at_reveal",
    "resources": "note.plain",
    **{valuable.value: "note.valuables" for valuable in Valuable},
}

_OF_ONE: Final = LiveSequence(lambda: (*COUNTED_GOONS, "tomes", "other_goons"))
"""The rows with their own line in the scores."""


class Row(NamedTuple):
    """Something that is counted.

    Attributes:
        name: of its field.
        icon, label, note: what it is, and how it counts.
        value: what is proposed, and what was typed.
        folded: whether it is behind the row of what you have none of.
    """

    name: str
    icon: str
    label: str
    note: str
    value: str
    folded: bool


class Tab(NamedTuple):
    """A player who counts: the seat, its sign and name, whether it has sealed, and whether this phone counts for it."""

    side: Side
    sign: str
    name: str
    sealed: bool
    mine: bool


@dataclass(frozen=True)
class Counting:
    """The page of a player who counts."""

    seen: Seen

    @cached_property
    def _counting(self) -> dict[Side, Action]:
        return {_side_of(one): one for one in self.seen.prompt.actions if one.type == COUNT_HAND.word}

    @property
    def side(self) -> Side | None:
        """The side this phone counts for now; None if all of its sides have sealed."""
        return min(self._counting, default=None)

    @property
    def tabs(self) -> list[Tab]:
        """Everybody."""
        game, mine = self.seen.game, self.seen.viewer.seats
        return [
            Tab(side, self.seen.seat_icon(side), self.seen.names[side], side in game.answered, side in mine)
            for side in game.players
        ]

    @property
    def open_again(self) -> list[Side]:
        """The sides at this phone that have sealed, and may open that again."""
        return [_side_of(one) for one in self.seen.prompt.actions if one.type == OPEN_COUNT.word]

    @cached_property
    def rows(self) -> list[Row]:
        """The rows to count."""
        return [] if self.side is None else [*self._rows(self._counting[self.side])]

    @cached_property
    def _points(self) -> dict[str, int]:
        return {} if self.side is None else points_of(self.seen.game, self.side, _proposed(self._counting[self.side]))

    @property
    def total(self) -> int:
        """The total of all rows as they are proposed."""
        return self._points.get("total", 0)

    @cached_property
    def points(self) -> dict[str, str]:
        """The points of each row as it is proposed."""
        return {name: signed(value) for name, value in self._points.items()}

    def _rows(self, action: Action) -> Iterator[Row]:
        # What only decides a tie comes last.
        for name, shape in sorted(action.fields.items(), key=lambda field: field[0] == "items"):
            if not isinstance(shape, IntField):
                continue
            value = shape.proposed or 0
            label = (
                self.seen.text("score.resources")
                if name == "resources"
                else field_labels.field(self.seen.language, name)
            )
            key = _NOTES.get(name)
            note = self.seen.text(key) if key else ""
            yield Row(name, _ICONS.get(name, name), label, note, str(value), not value and name in _SELDOM)


def _side_of(action: Action) -> Side:
    return int(str(action.fields["side"].options[0]))  # type: ignore[attr-defined]


def _proposed(action: Action) -> dict[str, Any]:
    """Return an action's proposed values, as an act says them."""
    numbers = {name: shape.proposed or 0 for name, shape in action.fields.items() if isinstance(shape, IntField)}
    return {"side": [_side_of(action)], **numbers}


def _no_shuffle(round_: int, deck: str, cards: Any) -> Any:
    raise AssertionError("nothing is shuffled where somebody counts")


_NOTHING_SHUFFLED: Final[Shuffle[Any]] = _no_shuffle


def points_of(game: Position, side: Side, values: Mapping[str, Any]) -> dict[str, int]:
    """Return the points of a side's rows, and the total so far.

    Majorities are open until everyone has counted.

    Args:
        game: as it is, before the side has answered.
        side: that counts.
        values: the fields of its answer.

    Raises:
        RuleError: they do not fit.
    """
    scored = _scored(game, side, values)
    lines = {line.category: line.points for line in scored.lines}
    gold = lines["resources"] - _resources_without_gold(game, side, values) if "gold" in values else 0
    found = {str(name): lines.get(str(name), 0) for name in _OF_ONE if str(name) in values}
    demons = [word for word in DEMONS if values.get(word)]
    found |= dict.fromkeys(demons[:1], lines["demon"])
    if "resources" in values:
        found |= {"resources": lines["resources"] - gold, "gold": gold}
    majority = game.setup.end is not None and game.setup.end.kind == EndGameGoal.MAJORITY
    if "goal_points" in values:
        found["goal_points"] = lines["end_game_goal"]
    total = scored.total - (lines["end_game_goal"] if majority else 0)
    return {**found, "track": lines["track"] + lines["raid"], "leader_goal": lines["leader_goal"],
            "first_player": lines["first_player"], "total": total}  # fmt: skip


def _resources_without_gold(game: Position, side: Side, values: Mapping[str, Any]) -> int:
    scored = _scored(game, side, {**values, "gold": 0})
    return next(line.points for line in scored.lines if line.category == "resources")


def _scored(game: Position, side: Side, values: Mapping[str, Any]) -> SideScore:
    after = replay(decide(game, Act(COUNT_HAND.word, values), _NOTHING_SHUFFLED), game)
    return score(sheet(after, [str(one) for one in game.setup.sides])).sides[side]


SURE: Final = "sure"
"""A field of the form that seals: that somebody has been asked whether nothing at all counts."""


def seals_nothing(loaded: LoadedTable, act: Act | None, given: Mapping[str, str]) -> bool:
    """Return whether a player seals an empty count and was not asked back yet."""
    if act is None or act.type != COUNT_HAND.word or SURE in given or not counts_in_secret(loaded.state.game):
        return False
    if not {*act.values.get("side", ())} - loaded.state.game.answered:
        # It is sealed already: the code that takes no second count says so.
        return False
    return not any(value for name, value in act.values.items() if name != "side")


@blueprint.post("/t/<code>/count")
def count_points(code: str) -> Response:
    """Return the points of a count so far; nothing of it is kept."""
    loaded = found(code)
    game, viewer = loaded.state.game, viewer_of(loaded)
    actions = [one for one in visible_prompt(loaded.state, viewer).actions if one.type == COUNT_HAND.word]
    if not actions or not counts_in_secret(game):
        abort(409)
    act = submitted(actions, request.form)
    try:
        points = points_of(game, act.one("side"), act.values)
    except (RuleError, KeyError, ValueError):
        abort(409)
    shown = {name: signed(value) for name, value in points.items()}
    response = jsonify({**shown, "total": number(points["total"])})
    response.headers["Cache-Control"] = "no-store"
    return response


def signed(points: int) -> str:
    """Points as a row shows them; nothing for none."""
    return "" if not points else f"+{number(points)}" if points > 0 else number(points)
