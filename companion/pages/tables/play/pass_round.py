"""One phone for all players: in roll call it is handed on, covered, each turn."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import request
from werkzeug.wrappers import Response

from companion.pages.layout import frame
from companion.pages.tables.access import names_of, viewer_of
from companion.pages.tables.play.scenes.roll import seat_bar
from companion.rules.phases.roll_call import whose_turn
from companion.rules.state.pieces import Side
from companion.rules.state.step_kinds import StepKind
from companion.tables import repository
from companion.tables.permissions import holds
from companion.tables.projection.viewer import Viewer
from companion.tables.repository import LoadedTable
from companion.web.device_cookie import page_caller
from companion.web.language import request_language


@dataclass(frozen=True)
class Turn:
    """A turn at a phone that is handed on.

    Attributes:
        side: whose.
        looks: who has last said to have the phone, or None.
        stays: whether they still have it; the phone goes on with the turn.
    """

    side: Side
    looks: Side | None
    stays: bool


def turn_here(loaded: LoadedTable, given: Mapping[str, str]) -> Turn | None:
    """Return whose turn it is, if all play on this phone, which covers itself then, and place tokens in turn.

    Args:
        loaded: the table.
        given: who looks, as an address or a form says it.
    """
    step, game = loaded.state.prompt.step, loaded.state.game
    if (
        "covered" not in frame.aids()
        or step is None
        or step.kind not in {StepKind.TURN, StepKind.ROLL}
        or game.setup.solitary
    ):
        return None
    side = whose_turn(game) if step.side is None else step.side
    if side is None or len(loaded.table.seats) == 1:
        return None
    if not all(holds(page_caller(), seat) for seat in loaded.table.seats):
        return None
    looks = next((one for one in game.players if str(one) == given.get("side")), None)
    return Turn(side, looks, looks is not None and (looks == side or given.get("turn") == str(side)))


def viewer_at(loaded: LoadedTable, given: Mapping[str, str]) -> Viewer:
    """Return the viewer; on a handed-on phone, who last has it, or whose turn it is."""
    viewer, turn = viewer_of(loaded), turn_here(loaded, given)
    if turn is None:
        return viewer
    return viewer._replace(seats=frozenset({turn.side if turn.looks is None else turn.looks}))


def shown_cover(loaded: LoadedTable) -> Response | None:
    """Return the page between two turns, with nothing secret, or None if not needed."""
    turn = turn_here(loaded, request.args)
    if turn is None or turn.stays:
        return None
    game, names = loaded.state.game, names_of(loaded)
    called = next((one for one in game.players if str(one) == request.args.get("to")), turn.side)
    last = repository.latest_lines(loaded, [loaded.state.latest[-1][0]])[0].seat
    bar = seat_bar(request_language(), game, names, mine=(), asleep=(), free=(), turn=turn.side)
    response = frame.page(
        "tables/play/pass_round.html",
        code=loaded.table.code,
        version=loaded.state.version,
        rounds=game.setup.edition.rounds,
        round=game.round,
        seats=[*bar],
        called=called,
        turn=turn.side,
        before=last if last in game.players and called == turn.side != last else None,
        names=names,
    )
    response.headers["Cache-Control"] = "no-store"
    return response
