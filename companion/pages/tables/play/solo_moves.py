"""A solo player's moves: the net change since the version of the last tap."""

from itertools import chain
from typing import Final, NamedTuple

from companion.pages.tables.play.one_tap import corrected_together
from companion.rules.engine.physical_moves.event_moves import moves_of
from companion.rules.engine.physical_moves.move import Move
from companion.rules.engine.physical_moves.net_moves import reversed_moves
from companion.rules.state.position import Phase
from companion.tables import repository
from companion.tables.line import Kind, LineInContext
from companion.tables.moves import ALL_MOVED, Baseline, baseline_of, moves_listed, net_moves
from companion.tables.repository import LoadedTable


class SoloMoves(NamedTuple):
    """The list of a page.

    Attributes:
        moves: in net.
        back: whether they put back what was undone.
        undone: the first line that was undone.
        undone_together: how many figures that one form has corrected were undone with it.
        undone_after: how many taps after it were undone with it.
        left_to_put_back, left: the moves of earlier lists that may still be to make: what they put back, and the rest.
        since: where the list begins.
    """

    moves: tuple[Move, ...] = ()
    back: bool = False
    undone: LineInContext | None = None
    undone_together: int = 1
    undone_after: int = 0
    left_to_put_back: tuple[Move, ...] = ()
    left: tuple[Move, ...] = ()
    since: Baseline = ALL_MOVED

    @property
    def undone_alone(self) -> str:
        """The type of the act that was undone alone; empty: none was, or others with it."""
        line = self.undone
        if line is None or {*self.moves} != {*reversed_moves(moves_of(line.events, line.before, told=True))}:
            return ""
        return str(line.act.type)


NOTHING_MOVED: Final = SoloMoves()


def moves_since_last_tap(loaded: LoadedTable) -> SoloMoves:
    """Return what has moved since the player tapped last; what the page before listed counts as moved.

    Who corrects a number has not gone on: the list stays.
    """
    baseline = baseline_of(loaded)
    # The setup has its own list.
    if loaded.state.game.phase is Phase.SETUP:
        found = SoloMoves()
    else:
        put_back, left = (
            tuple(chain.from_iterable(moves_listed(loaded, one) for one in baseline.left if one.back == back))
            for back in (True, False)
        )
        moves = net_moves(loaded, baseline.version)
        found = SoloMoves(moves, left_to_put_back=put_back, left=left, since=baseline)
    kind = repository.stored_line(loaded.table, baseline.undone).kind if baseline.undone else None
    ahead = loaded.state.history.ahead if kind is Kind.UNDO else ()
    if not ahead:
        return found._replace(back=kind in {Kind.UNDO, Kind.STRIKE})
    (undone,) = repository.log(loaded.table, after=ahead[0] - 1, upto=ahead[0])
    together = corrected_together(repository.stored_lines(loaded.table, ahead))
    return found._replace(
        back=True,
        undone=undone,
        undone_together=together,
        undone_after=_taps_undone(loaded, baseline.undone, ahead[0]) - 1,
    )


def _taps_undone(loaded: LoadedTable, undo: int, first: int) -> int:
    """Return how many taps an undo reverts, from an entry on, by their versions."""
    before = repository.state_as_it_was(loaded.table, undo - 1).history.counting
    lines = repository.stored_lines(loaded.table, (one for one in before if one >= first))
    return len({one.seen for one in lines})
