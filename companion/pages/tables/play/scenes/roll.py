"""Roll call with a phone each: who is still to assign, and the board (R-1, V-1).

Of others it tells what lies open, and how many tokens lie face down; never which.
"""

from collections.abc import Collection, Iterator
from typing import Any, Final

from companion.pages.layout.frame import page_text
from companion.pages.tables.play.signs import seat_icon
from companion.rules.acts.actions import Act
from companion.rules.state.pieces import Side
from companion.rules.state.position import Position
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
    """Yield every seat, with what it has still to do.

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


def lying_chosen(act: Act) -> Act:
    """Return an act of the roll call as its form means it.

    Without JavaScript a token can be turned face down and not chosen.
    """
    tokens, down = act.values.get("tokens"), act.values.get(FACE_DOWN)
    if not isinstance(tokens, list) or not isinstance(down, list):
        return act
    return Act(act.type, {**act.values, "tokens": [*tokens, *(one for one in down if one not in tokens)]})


def is_placing(game: Position, act: Act) -> bool:
    """Return whether an `assign` names an existing player, location and tokens.

    It may still be against the rules.
    """
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
