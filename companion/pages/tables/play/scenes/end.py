"""The end of a game: scores the room has seen, what is next, a line for friends."""

from typing import NamedTuple

from companion.pages.sheet.result import verdict
from companion.pages.tables.play.seen import Seen
from companion.presenters.kept_sheet import sheet_of_sides
from companion.presenters.table import distinct_names
from companion.rules.shuffling.weekly import Escape, prison_of
from companion.rules.state.position import Phase
from companion.rules.state.setup import Dealing
from companion.scoring.from_game import sheet
from companion.scoring.score import Scores, score
from companion.scoring.sheet import ScoreSheet
from companion.tables import result_sheet
from companion.tables.repository import LoadedTable
from companion.tables.score_reveal import final_lines, is_covered, is_result_shown, is_sealed
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


class End(NamedTuple):
    """The room's progress through the scores.

    Attributes:
        result_shown: whether everybody may see the result.
        sealed: whether the room is to see them line by line.
        covered: whether some lines are still to be uncovered.
        all_lines, still_covered: how many lines there are, and how many are not uncovered.
        uncovered: what is uncovered, as long as more is to come.
        next: the line that this phone uncovers next.
    """

    result_shown: bool
    sealed: bool
    covered: bool
    all_lines: int
    still_covered: int
    uncovered: UncoveredLines | None
    next: NextLine | None


def end_of(seen: Seen) -> End:
    """Return how much of the scores the room has seen."""
    game, shown = seen.game, seen.table.revealed
    all_lines = len(final_lines(game)) if seen.over else 0
    return End(
        is_result_shown(game, shown),
        is_sealed(game, shown),
        is_covered(game, shown),
        all_lines,
        max(all_lines - shown, 0),
        _uncovered(seen),
        _next(seen),
    )


def _uncovered(seen: Seen) -> UncoveredLines | None:
    """Return the uncovered lines; phones show no number the room hasn't seen (V-1)."""
    game, shown = seen.game, seen.table.revealed
    if game.phase is not Phase.ENDED or not shown or is_result_shown(game, shown):
        return None
    lines = final_lines(game)
    told = lines[:shown]
    label = seen.text(f"line.{told[-1].category}")
    totals = (
        (seen.seat_icon(side), seen.names[side], sum(line.points[place] for line in told))
        for place, side in enumerate(game.setup.sides)
    )
    return UncoveredLines(len(told), len(lines), label, tuple(totals))


def _next(seen: Seen) -> NextLine | None:
    """Return the line that the keeper uncovers next; None if there is none."""
    game, shown = seen.game, seen.table.revealed
    if not seen.over or not is_covered(game, shown) or not seen.keeps:
        return None
    lines = final_lines(game)
    label = seen.text(f"line.{lines[shown].category}")
    return NextLine(shown + 1, len(lines), label)


def prison_line(seen: Seen) -> str:
    """Return the line to paste of a finished prison of the week; empty otherwise."""
    setup, prison = seen.game.setup, prison_of(seen.table.seed) if seen.table.given else None
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
    return Escape("", prison, totals[player], totals[guards]).line


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
