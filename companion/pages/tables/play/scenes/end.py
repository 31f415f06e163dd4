"""The end of a game: scores the room has seen, what is next, a line for friends."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from companion.pages.sheet.bg_stats_link import Ending, ending_of
from companion.pages.sheet.result import verdict
from companion.pages.tables.play.seen import Seen
from companion.pages.tables.setup.rematch import PlayAgain, play_again
from companion.presenters.kept_sheet import sheet_of_sides
from companion.presenters.table import distinct_names
from companion.rules.shuffling.weekly import Escape, prison_of
from companion.rules.state.setup import Dealing
from companion.scoring.from_game import sheet
from companion.scoring.score import Scores, score
from companion.scoring.sheet import ScoreSheet
from companion.tables import result_sheet
from companion.tables.par import known_par
from companion.tables.repository import LoadedTable
from companion.tables.score_reveal import ScoreLine, final_lines, is_covered, is_result_shown, is_sealed
from companion.words.telling import Names


class NextLine(NamedTuple):
    """The line of the scores that the room sees next.

    Attributes:
        number: how many it sees then.
        all: of how many.
        label: what that line counts.
    """

    number: int
    all: int
    label: str


class UncoveredLines(NamedTuple):
    """The score lines that the room has seen, as long as more are to come.

    Attributes:
        number: how many lines.
        all: of how many.
        label: what the last of them counts.
        totals: who has how much by these lines, clockwise: the sign, the name, the number.
    """

    number: int
    all: int
    label: str
    totals: tuple[tuple[str, str, int], ...]


@dataclass(frozen=True)
class End:
    """The end of a game: what the room has seen of the scores, and what comes after."""

    seen: Seen

    @property
    def result_shown(self) -> bool:
        """True if everyone may see the result."""
        return is_result_shown(self.seen.game, self.seen.table.revealed)

    @property
    def sealed(self) -> bool:
        """True if the room is to see the scores line by line."""
        return is_sealed(self.seen.game, self.seen.table.revealed)

    @property
    def covered(self) -> bool:
        """True if some lines are still to be uncovered."""
        return is_covered(self.seen.game, self.seen.table.revealed)

    @cached_property
    def lines(self) -> tuple[ScoreLine, ...]:
        """The lines of the scores; none while the game goes on."""
        return final_lines(self.seen.game) if self.seen.over else ()

    @property
    def still_covered(self) -> int:
        """The number of lines that are not uncovered."""
        return max(len(self.lines) - self.seen.table.revealed, 0)

    @cached_property
    def uncovered(self) -> UncoveredLines | None:
        """The uncovered lines while more are to come; phones show no number the room hasn't seen (V-1)."""
        seen, shown = self.seen, self.seen.table.revealed
        if not seen.over or not shown or self.result_shown:
            return None
        told = self.lines[:shown]
        totals = (
            (seen.seat_icon(side), seen.names[side], sum(line.points[place] for line in told))
            for place, side in enumerate(seen.game.setup.sides)
        )
        return UncoveredLines(len(told), len(self.lines), seen.text(f"line.{told[-1].category}"), tuple(totals))

    @cached_property
    def next(self) -> NextLine | None:
        """The line that this phone uncovers next; None if there is none."""
        seen, shown = self.seen, self.seen.table.revealed
        if not seen.over or not self.covered or not seen.keeps:
            return None
        return NextLine(shown + 1, len(self.lines), seen.text(f"line.{self.lines[shown].category}"))

    @cached_property
    def verdict(self) -> tuple[str, str]:
        """Who has won, once everyone may know."""
        return verdict_of(self.seen.loaded, self.seen.names)

    @cached_property
    def sent(self) -> Ending | None:
        """The links of the result; None while the game goes on."""
        return ending_of(self.seen.loaded)

    @cached_property
    def rematch(self) -> PlayAgain | None:
        """How the same people play again; None if they can't yet."""
        return play_again(self.seen.loaded)

    @cached_property
    def prison(self) -> str:
        """The line to paste of a finished prison of the week; empty otherwise."""
        seen, setup = self.seen, self.seen.game.setup
        prison = prison_of(seen.table.seed) if seen.table.given and setup.solitary else None
        same = prison is not None and (setup.dealing, setup.difficulty, setup.edition.name, setup.house_deck) == (
            Dealing.HOUSE,
            prison.difficulty,
            prison.edition,
            prison.house_deck,
        )
        result = result_of(seen.loaded, seen.names) if same else None
        if result is None or prison is None:
            return ""
        totals = {side: one.total for side, one in zip(setup.sides, result[0].sides, strict=True)}
        (player,) = seen.game.players
        (guards,) = {*totals} - {player}
        par = known_par(seen.loaded)
        return Escape("", prison, totals[player], totals[guards], None if par is None else round(par.mean)).line


def verdict_of(loaded: LoadedTable, names: Names) -> tuple[str, str]:
    """Return who has won, once everyone may know."""
    shown = result_of(loaded, names)
    return verdict(*shown) if shown else ("", "")


def result_of(loaded: LoadedTable, names: Names) -> tuple[Scores, str | None] | None:
    """Return the scores once everyone may know them, and the guards' name if solo."""
    counted = result_sheet_of(loaded, names)
    guards = loaded.state.game.setup.guards
    return None if counted is None else (score(counted), None if guards is None else distinct_names(names)[guards])


def result_sheet_of(loaded: LoadedTable, names: Names) -> ScoreSheet | None:
    """Return the final score sheet once everyone may know it.

    It is the sheet as people have corrected it, or the game's own.
    """
    table, game = loaded.table, loaded.state.game
    if not is_result_shown(game, table.revealed):
        return None
    # A score names its sides, each once; at a table two may be called the same.
    called, kept = distinct_names(names), result_sheet.sheet_of(table)
    # One that the table wrote itself may be of an ending that was undone since.
    corrected = kept is not None and kept.version != table.sheet_version
    found = sheet_of_sides(kept, called, solitary=game.setup.solitary) if kept is not None and corrected else None
    return found or sheet(game, called)
