"""Roll call at a table where each has a phone: who is still to assign, and the board with the own row on it (R-1, V-1).

Of others it tells what lies open, and how many tokens lie face down; never which.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Final

from companion.pages.forms.submission import encoded
from companion.pages.layout.frame import page_text
from companion.pages.tables.play.board_view import seat_icon, token_in_tray
from companion.rules.acts.actions import Act, Action
from companion.rules.rulings.ranking import Presence
from companion.rules.schema import ChoiceField
from companion.rules.state.pieces import Cube, Side
from companion.rules.state.position import Position
from companion.rules.vocabulary import Location
from companion.words.telling import Names

FACE_DOWN: Final = "face_down"


def seat_bar(
    language: str,
    game: Position,
    names: Names,
    *,
    mine: Collection[Side],
    asleep: Collection[Side],
    free: Collection[Side],
    turn: Side | None,
) -> Iterator[dict[str, Any]]:
    """Every seat, with what it has still to do.

    Args:
        language: of the page.
        game: in its roll call.
        names: of the seats.
        mine: the seats of this phone.
        asleep: those whose phones sleep.
        free: those in which nobody sits.
        turn: whose turn it is by the order of turns, which is only told.
    """
    for side in game.players:
        home = len(game.at_home(side))
        out = side in game.passed or not home
        if out:
            state, sign = page_text(language, "roll.passed"), "check"
        elif side in free and side != turn:
            state, sign = page_text(language, "roll.free"), ""
        elif side in asleep:
            state, sign = page_text(language, "roll.asleep"), ""
        elif side == turn:
            state, sign = page_text(language, "roll.your_turn" if side in mine else "roll.turn"), "next"
        else:
            state, sign = page_text(language, "roll.left", n=home), ""
        yield {
            "side": side,
            "sign": seat_icon(game, side),
            "name": names[side],
            "state": state,
            "state_sign": sign,
            "mine": side in mine,
            "turn": side == turn,
            "marker": side == game.first_player,
            "out": out,
            "free": side in free,
        }


def roll_rows(
    game: Position, shown: Mapping[str, Any], side: Side | None, action: Action | None, rows: Iterable[dict[str, Any]]
) -> Iterator[dict[str, Any]]:
    """The locations: what of the own crew lies there or could come, and what others have there.

    Args:
        game: in its roll call.
        shown: the same as its viewer may see it.
        side: whose row is the own one; None: nobody's.
        action: the assigning of that side, or None.
        rows: the board, see `companion.pages.tables.play.board_view.BoardView.rows`.
    """
    field = action.fields["location"] if action else None
    open_ = field.options if isinstance(field, ChoiceField) else ()
    for row in rows:
        location = row["location"]
        there = {one: _there(game, shown, one, location) for one in game.players}
        yield {
            **row,
            "own": there.get(side) if side is not None else None,
            "slot": encoded(location.value) if location.value in open_ else None,
            "others": [
                {"sign": seat_icon(game, one), **found} for one, found in there.items() if found and one != side
            ],
        }


def _there(game: Position, shown: Mapping[str, Any], side: Side, location: Location) -> dict[str, Any] | None:
    """What a viewer may know of a side's tokens at a location: their strength as far as they are known, and bars."""
    tokens = [one for one in shown["sides"][side]["tokens"] if one["location"] == location.value]
    if not tokens:
        return None
    known = tuple(one["token"] for one in tokens if one["token"] is not None)
    return {
        "side": side,
        "strength": Presence("", game.at(side, Cube.POWER), known).strength if known else None,
        "lookout": "lookout" in known,
        "hidden": len(tokens) - len(known),
        "tokens": [{"token": one["token"], "down": one["face_down"]} for one in tokens if one["token"] is not None],
    }


def tray(language: str, game: Position, names: Names, action: Action, typed: Collection[str]) -> list[dict[str, Any]]:
    """The tokens of a side that enters its own row: those that it may choose, and those that are gone.

    Args:
        language: of the page.
        game: as it is.
        names: of the seats.
        action: `assign` or `enter_tokens`, of that side.
        typed: the tokens that were chosen in a form that was refused, as it sent them.
    """
    tokens, down = action.fields["tokens"], action.fields.get(FACE_DOWN)
    possible = tokens.options if isinstance(tokens, ChoiceField) else ()
    proposed = (isinstance(tokens, ChoiceField) and tokens.proposed) or ()
    if action.type == "assign" and len(possible) == 1:
        # Which token it is follows by itself; only where it goes is chosen.
        proposed = possible
    power = game.at(action.side, Cube.POWER) if action.side is not None else 0
    return [
        {
            **token_in_tray(language, game, names, token, power),
            "home": token in possible,
            "chosen": encoded(token) in typed if typed else token in proposed,
            "may_lie": isinstance(down, ChoiceField) and token in down.options,
        }
        for token in game.setup.tokens()
    ]


def lying_chosen(act: Act) -> Act:
    """An act of the roll call as its form means it: without script a token can be turned face down and not chosen."""
    tokens, down = act.values.get("tokens"), act.values.get(FACE_DOWN)
    if not isinstance(tokens, list) or not isinstance(down, list):
        return act
    return Act(act.type, {**act.values, "tokens": [*tokens, *(one for one in down if one not in tokens)]})


def is_placing(game: Position, act: Act) -> bool:
    """Whether an `assign` names a player, a location and tokens that there are, be it allowed or not."""
    side, place = act.values.get("side"), act.values.get("location")
    tokens, down = act.values.get("tokens"), act.values.get(FACE_DOWN, [])
    if not isinstance(tokens, list) or not isinstance(down, list):
        return False
    known = {*game.setup.tokens()}
    named = all(isinstance(one, int | str) and one in known for one in (*tokens, *down))
    return (
        side in [[one] for one in game.players]
        and place in [[one] for one in game.setup.edition.location_words]
        and named
    )
