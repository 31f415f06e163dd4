"""The corrections possible at a table, by viewer, without secrets (V-1). Pure."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.rules.acts.actions import Action
from companion.rules.corrections.registry import NotInTheBox, corrections
from companion.rules.corrections.setup import out_of_box
from companion.rules.engine.secrecy import hidden_cards, is_secret_count
from companion.rules.errors import RuleError
from companion.rules.rulings.ranking import MOST_SIDES
from companion.rules.schema import ChoiceField, IntField, Option
from companion.rules.state.pieces import Kind
from companion.rules.state.position import Position
from companion.tables.projection.actions import narrowed
from companion.tables.projection.viewer import Viewer, owns, owns_all
from companion.tables.score_reveal import is_sealed
from companion.tables.timeline import State


def visible_corrections(state: State, viewer: Viewer) -> tuple[Action, ...]:
    """Return the corrections that a viewer may make now: no secrets of others (V-1).

    Of open values a viewer may correct their own and those without an owner, or all if the table trusts everyone.
    """
    if state.closed or not viewer.seats:
        return ()
    game = state.game
    if viewer.seats >= {*game.players}:
        return tuple(_with_least_tomes(action, out_of_box(game, Kind.TOME)) for action in corrections(game))
    hidden = hidden_cards(game, viewer.seats)
    others = {*game.setup.sides} - viewer.seats
    closed = frozenset() if viewer.edits_all else others - {game.setup.guards}
    down = {side for (side, _), laid in game.tokens.items() if laid.face_down}

    def _is_open(token: Mapping[str, Any]) -> bool:
        """Return whether a token may be named: one at home may while none is face down."""
        laid = game.tokens.get((token["side"], token["token"]))
        return token["side"] not in others & down or (laid is not None and not laid.face_down)

    # Tomes in hand are secret, even at a table that trusts everyone.
    may: dict[str, Callable[[Option], bool]] = {
        "card": lambda option: option not in hidden,
        "holder": lambda option: option not in others,
        **{name: lambda option: option not in closed for name in ("side", "place")},
        "token": lambda option: isinstance(option, dict) and option["side"] not in closed and _is_open(option),
        "to": lambda option: not isinstance(option, dict) or option.get("side") not in closed,
    }
    # Secret counts of others are not offered either: only counts above zero can be corrected.
    known = _known_counts(game, viewer)
    counts = {**may, "what": lambda option: option in known}
    offered = (action if viewer.runs else _without_taken_seats(action, game) for action in corrections(game))
    # The least number of tomes would reveal how many others hold; a higher number can always be entered.
    offered = (_with_least_tomes(action, game.setup.cards[Kind.TOME]) for action in offered)
    return tuple(one for action in offered for one in narrowed(action, counts if action.type == "set_count" else may))


def _known_counts(game: Position, viewer: Viewer) -> frozenset[Option]:
    """Return the counts that a viewer may know, and the leader goal's count."""
    covered = is_sealed(game, viewer.revealed)
    leader = game.setup.leader
    open_ = (
        what
        for side, what in game.counted
        if owns(game, side, viewer) or not is_secret_count(game, what, covered=covered)
    )
    return frozenset((*open_, leader.counts.value) if leader else open_)


def _without_taken_seats(action: Action, game: Position) -> Action:
    """Leave out seats that someone may sit in: only the host removes one."""
    if action.type != "set_sides":
        return action
    return action._replace(fields={"number": IntField(len(game.setup.starts), MOST_SIDES)})


def _with_least_tomes(action: Action, least: int) -> Action:
    """Return the correction of the number of tomes from that number on, or as it is."""
    what = action.fields.get("what")
    if action.type != "set_box" or not isinstance(what, ChoiceField) or what.options != (Kind.TOME.value,):
        return action
    return action._replace(fields={**action.fields, "number": IntField(least)})


_WITHOUT_NUMBER: Final = {
    "correction.deck_empty": "correction.tomes_short",
    "correction.more_in_play": "correction.tomes_out",
}
"""Reasons that name the number of tomes, and the same reasons without it."""


def visible_refusal(error: RuleError, game: Position, viewer: Viewer) -> RuleError:
    """Return an error as a viewer may know it, without numbers of others' tomes."""
    about_tomes = isinstance(error, NotInTheBox) and Kind.TOME in error.data.values()
    if not about_tomes or owns_all(game, viewer):
        return error
    return NotInTheBox(_WITHOUT_NUMBER[error.key], error.path)
