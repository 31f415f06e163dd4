"""Par of a finished game at a table: the odds-based player's games of the same deal, played a few at a time."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from sqlalchemy import select

from companion.boxes.box import Box
from companion.persistence.database import db, writing
from companion.players.par import NoPar, Par, par_games
from companion.players.shown_cards import NotComplete, ShownCards
from companion.players.simulation import SimulatedGame
from companion.rules.engine.game import Game
from companion.rules.phases.patrol import BEGIN_ROUND
from companion.rules.state.events import NOTHING, replay
from companion.rules.state.position import Position
from companion.tables.records import ParGame, Table
from companion.tables.repository import LoadedTable, lines_after, lines_for_replay
from companion.tables.table_box import box_of_table

GAMES: Final = 100
"""The number of games of a par."""

PLAYER: Final = "counting"
"""The name of the player who plays them."""


class TablePar(NamedTuple):
    """The games that were played so far of a table's deal.

    Attributes:
        games: the points of each and whether its player won, in order.
    """

    games: Sequence[tuple[int, bool]]

    @property
    def par(self) -> Par | None:
        """The results; None until all games are played."""
        if len(self.games) < GAMES:
            return None
        return Par((*sorted(total for total, _ in self.games),), sum(escaped for _, escaped in self.games))


class _Deal(NamedTuple):
    """Where the games of a par begin: the entry that began the first round, and the games that are to be played."""

    line: int
    games: Iterator[SimulatedGame]


def par_of_table(loaded: LoadedTable) -> TablePar | None:
    """Return the games played so far of a finished game's deal; None: it has no par, as in `play_on`."""
    kept = _kept(loaded)
    if not kept and _deal(loaded, 0) is None:
        return None
    return TablePar(kept)


def known_par(loaded: LoadedTable) -> Par | None:
    """Return the par of a finished game's deal, if all its games are played."""
    return TablePar(_kept(loaded)).par


def play_on(loaded: LoadedTable, enough: Callable[[], bool]) -> None:
    """Play and keep further games of a finished game's deal, at least one, until there are 100.

    The game of a number is always the same, so it does not matter how many phones play it.

    A game has no par unless the guard cards were known as it began, every other card of the copy is known, and it was
    begun in Full mode and not in the middle.

    Args:
        loaded: the table. Its game is over.
        enough: says after each game whether to stop.
    """
    deal = _deal(loaded, len(_kept(loaded)))
    if deal is None:
        return
    played = []
    for one in deal.games:
        played.append(one)
        if enough():
            break
    with writing() as work:
        # On PostgreSQL too, phones write one after the other.
        if work.get(Table, loaded.table.id, with_for_update=True) is None:
            return
        for one in played:
            work.merge(
                ParGame(
                    table_id=loaded.table.id,
                    line=deal.line,
                    game=one.game,
                    total=one.player,
                    escaped=one.winner == "player",
                )
            )


def _kept(loaded: LoadedTable) -> list[tuple[int, bool]]:
    """Return the games that are kept of the deal, as the log counts now."""
    kept = select(ParGame).where(ParGame.table_id == loaded.table.id).order_by(ParGame.game)
    counting = {*loaded.state.history.counting}
    return [(one.total, one.escaped) for one in db.session.scalars(kept) if one.line in counting]


def _deal(loaded: LoadedTable, after: int) -> _Deal | None:
    """Return where the games begin, and the games after so many; None: there is no par."""
    box, counting = box_of_table(loaded.table), {*loaded.state.history.counting}
    if box is None:
        return None
    lines = [line for line in lines_after(loaded.table, 0, upto=loaded.state.version) if line.version in counting]
    first = next((place for place, line in enumerate(lines) if line.act.type == BEGIN_ROUND.word), None)
    if first is None:
        return None
    setup = [event for line in lines_for_replay(lines[:first]) for event in line.events]
    begun, now = replay(setup, NOTHING), loaded.state.game.setup
    if begun.round or (begun.setup.leader, begun.setup.end) != (now.leader, now.end):
        return None
    try:
        cards = partial(_cards, box, begun)
        cards(0)
        return _Deal(lines[first].version, par_games(Game.at(begun, seed=""), PLAYER, GAMES, cards, after=after))
    except (NoPar, NotComplete):
        return None


def _cards(box: Box, begun: Position, number: int) -> ShownCards:
    return ShownCards([*box.items.values()], [*box.goons.values()], begun, f"par {number}")
