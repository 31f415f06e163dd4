"""The place of each type of act on a table's pages, and what goes with it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from companion.rules.state.position import Position


class PageAct(NamedTuple):
    """A type of act on the pages of a table.

    Attributes:
        solo: where its control is on the page of a solo game.
        shared: where on the page of several: `row` is on the board, in the tray, or beside whom it is about; `cards`
            are cards or strips, where those are offered; `apart` has its own place.
        leaves: whether it leaves things as they are, with its control left of the usual button.
        chooses: at a location, the field that names what is chosen and paid for with the same tap; empty: none.
        shows_card: whether it says what a guard or location card shows that a player has revealed.
        begins_round: whether one tap does it, carries out patrol and begins the next round, where patrol asks nothing.
        sign: beside the board, who or what moved.
        heading: on the page of corrections; empty: it is none.
        named: whether the heading of the game names it, since people alone and several have different ones.
        lays: its place among acts that put down tokens and guard cards the game waits for; 0: none.
        now: each side's present number, if it sets one.
    """

    solo: Literal["hand", "board", "foot", "panel"] = "hand"
    shared: Literal["next", "any time", "long", "row", "folded", "cards", "apart"] = "next"
    leaves: bool = False
    chooses: str = ""
    shows_card: bool = False
    begins_round: bool = False
    sign: str = "log"
    heading: str = ""
    named: bool = False
    lays: int = 0
    now: Callable[[Position], Sequence[int]] | None = None


ACTS: Final[Mapping[str, PageAct]] = {
    # Roll call.
    "assign": PageAct(solo="board", shared="row", sign="token"),
    "pass": PageAct(solo="foot", shared="row"),
    "turn_guard_card": PageAct(solo="board", sign="keys"),
    "show_guard_card": PageAct(solo="panel", shows_card=True),
    "type_location_card": PageAct(shows_card=True, sign="keys"),
    "type_guard_card": PageAct(shows_card=True),
    # Lights out.
    "enter_tokens": PageAct(shared="row"),
    "enter_strength": PageAct(shared="row"),
    "nobody_there": PageAct(shared="row"),
    "gather": PageAct(shared="long"),
    "gather_strengths": PageAct(shared="folded"),
    "craft": PageAct(shared="cards", chooses="card"),
    "reserve": PageAct(shared="cards", chooses="card"),
    "recruit": PageAct(shared="cards", chooses="goons"),
    "take": PageAct(chooses="resource"),
    "swap": PageAct(shared="cards", chooses="get"),
    "decline": PageAct(shared="apart", leaves=True),
    "decline_instead": PageAct(shared="row"),
    "keep": PageAct(leaves=True),
    "go_on": PageAct(begins_round=True),
    "space_empty": PageAct(leaves=True),
    # Patrol.
    "type_goons": PageAct(solo="panel"),
    "deck_empty": PageAct(leaves=True),
    "return_cubes": PageAct(begins_round=True),
    # At any time.
    "play_tome": PageAct(solo="foot", shared="any time"),
    "tome_done": PageAct(leaves=True),
    "claim_instant": PageAct(shared="any time"),
    "raid_now": PageAct(shared="apart"),
    # Light depth, and the end.
    "cubes_come": PageAct(shared="folded"),
    "rank_location": PageAct(shared="folded"),
    "rank_strengths": PageAct(shared="folded"),
    "move_suspicion": PageAct(shared="apart"),
    "take_rewards": PageAct(shared="apart"),
    "count_hand": PageAct(shared="long"),
    "enter_holdings": PageAct(shared="long"),
    "open_count": PageAct(shared="apart"),
    # Corrections, by what they are about; the first are what the guards do next.
    "overrule_suspicion": PageAct(heading="guards"),
    "overrule_commissary": PageAct(heading="guards"),
    "overrule_chow_hall": PageAct(heading="guards"),
    "overrule_cell_block": PageAct(heading="guards"),
    "overrule_exchange": PageAct(heading="guards"),
    "set_cubes": PageAct(heading="cubes"),
    "set_reputation": PageAct(heading="cubes", now=lambda game: game.reputation),
    "set_storage": PageAct(heading="cubes", now=lambda game: game.storage),
    "set_marker": PageAct(heading="cubes"),
    "set_tomes": PageAct(heading="cubes"),
    "set_token": PageAct(heading="board", lays=1),
    "set_guard_card": PageAct(heading="board"),
    "set_guard_face": PageAct(heading="board", lays=3),
    "lay_guard_card": PageAct(heading="board", lays=2),
    "set_strength": PageAct(heading="board"),
    "move_item": PageAct(heading="cards"),
    "set_item": PageAct(heading="cards"),
    "draw_item": PageAct(heading="cards"),
    "move_goon": PageAct(heading="cards"),
    "set_goon": PageAct(heading="cards"),
    "draw_goon": PageAct(heading="cards"),
    "set_shown": PageAct(heading="cards"),
    "set_bandit": PageAct(heading="cards"),
    "set_demon": PageAct(heading="cards"),
    "set_count": PageAct(heading="goals"),
    "set_leader": PageAct(heading="goals"),
    "set_leader_goal": PageAct(heading="goals"),
    "set_end_goal": PageAct(heading="goals"),
    "set_instant": PageAct(heading="goals"),
    "drop_goal": PageAct(heading="goals"),
    "set_ruling": PageAct(heading="game", named=True),
    "set_turn": PageAct(heading="game"),
    "go_to_location": PageAct(heading="game"),
    "set_phase": PageAct(heading="game", named=True),
    "set_depth": PageAct(heading="game", named=True),
    "set_roll_call": PageAct(heading="game"),
    "set_sides": PageAct(heading="game"),
    "set_away": PageAct(heading="game"),
    "set_dealing": PageAct(heading="game", named=True),
    "set_odds": PageAct(heading="game", named=True),
    "set_hint": PageAct(heading="game", named=True),
    "set_box": PageAct(heading="game", named=True),
}
"""The acts by type; one without a row, such as an expansion's, is a form in the hand, or next."""

_ANY_ACT: Final = PageAct()


def page_act(kind: str) -> PageAct:
    """Return how the pages of a table show acts of a type."""
    return ACTS.get(kind, _ANY_ACT)


GAME: Final = "game"
"""The heading of what is agreed on for the whole game."""

CORRECTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    heading: tuple(kind for kind, row in ACTS.items() if row.heading == heading)
    for heading in dict.fromkeys(row.heading for row in ACTS.values() if row.heading)
}
"""The types of corrections by heading."""
