"""The link to BG Stats: a sheet's scores, and what its table knows beyond them."""

from typing import NamedTuple

from companion.pages.sheet.bg_stats import PlayDetails, PlaySide, play_link
from companion.players_day import on_players_clock
from companion.plays.queries import minutes_of
from companion.presenters.kept_sheet import scores_of
from companion.rules.state.position import Phase
from companion.sheets.models import Sheet
from companion.tables import queries, repository, result_sheet
from companion.tables.repository import LoadedTable
from companion.web.language import request_language
from companion.words import field_labels


def bg_stats_link(sheet: Sheet) -> str | None:
    """Return the link that opens a sheet as a play in BG Stats; None for one that is still being counted."""
    scores = None if sheet.draft else scores_of(sheet.body)
    if scores is None:
        return None
    guards = [bool(side.get("guards")) for side in sheet.body["sides"]]
    roles, starts = _of_the_table(sheet)
    sides = [PlaySide(one, roles.get(side, ""), side == starts, guards[side]) for side, one in enumerate(scores.sides)]
    began = on_players_clock(sheet.played, sheet.zone)
    return play_link(sheet.id, PlayDetails(began, minutes_of(sheet.id), sheet.place, sheet.note), sides)


def _of_the_table(sheet: Sheet) -> tuple[dict[int, str], int | None]:
    """Return the roles of its sides, and who started; a sheet that was made without a table says neither."""
    table = result_sheet.table_of(sheet)
    if table is None:
        return {}, None
    loaded, language = repository.load_state(table), request_language()
    setup = loaded.state.game.setup
    if len(sheet.body["sides"]) != len(setup.sides):
        # Somebody has corrected it to another game.
        return {}, None
    roles = {one.seat: field_labels.word(language, "crew", one.crew) for one in table.seats if one.crew}
    if setup.guards is not None and setup.difficulty is not None:
        roles[setup.guards] = field_labels.word(language, "difficulty", setup.difficulty)
    return roles, queries.started_by(loaded)


class Ending(NamedTuple):
    """The links that the end of a table offers; none while no sheet is kept of it.

    Attributes:
        result: the link of the sheet.
        bg_stats: what opens it as a play in BG Stats.
    """

    result: str | None = None
    bg_stats: str | None = None


def ending_of(loaded: LoadedTable) -> Ending | None:
    """Return the same; None while the game goes on."""
    if loaded.state.game.phase is not Phase.ENDED:
        return None
    sheet = result_sheet.sheet_of(loaded.table)
    if sheet is None:
        return Ending()
    return Ending(sheet.link, bg_stats_link(sheet))
