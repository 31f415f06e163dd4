"""Recent changes of seats, from the log of a table."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple

from companion.persistence.database import now
from companion.rules.acts.actions import Act
from companion.rules.state.pieces import Side
from companion.rules.state.position import Phase
from companion.tables.line import Kind, Line
from companion.tables.permissions import phones_of
from companion.tables.repository import LoadedTable, lines_about_seats, lines_after
from companion.tables.silence import is_recent

_RECENT_LINES: Final = 20
"""The number of log entries searched for recent takeovers."""


def seats_taken_over(loaded: LoadedTable) -> list[Side]:
    """Return the seats taken over from silent phones in the last two minutes."""
    return [seat for seat, kind in _taken_lately(loaded) if kind == "take_over"]


def seats_taken_back(loaded: LoadedTable) -> list[Side]:
    """Return the seats that silent phones took back in the last two minutes."""
    return [seat for seat, kind in _taken_lately(loaded) if kind == "take_back"]


def seats_left(loaded: LoadedTable) -> list[Side]:
    """Return the seats that players have left and that are free, during the game."""
    free = {one.seat for one in loaded.table.seats if one.free}
    if not free or loaded.state.game.phase is Phase.ENDED:
        return []
    acts = [line.act for line in lines_about_seats(loaded.table)]
    return sorted(free & {act.values["seat"] for act in acts if act.type == "leave"})


def _taken_lately(loaded: LoadedTable) -> Iterable[tuple[Side, str]]:
    """Return the seats that changed phones lately, with the last act."""
    acts = (act for act in _recent_acts(loaded) if act.type in {"take_over", "take_back"})
    return {act.values["seat"]: act.type for act in acts}.items()


def taken_from_others(loaded: LoadedTable, seats: Collection[Side]) -> list[Side]:
    """Return a phone's seats that another phone had before, except its oldest.

    Args:
        loaded: the table.
        seats: the seats of one phone.
    """
    if len(seats) < _TWO:
        return []
    came: dict[Side, tuple[int, str]] = dict.fromkeys(seats, (0, ""))
    for line in lines_about_seats(loaded.table):
        seat = line.act.values.get("seat")
        if seat in came and line.act.type in _COMING:
            came[seat] = (line.version, line.act.type)
    own = min(came, key=lambda seat: came[seat])
    return [seat for seat in sorted(came) if seat != own and came[seat][1] in _FROM_OTHERS]


_TWO: Final = 2
_FROM_OTHERS: Final = frozenset({"take_over", "let_in"})
_COMING: Final = _FROM_OTHERS | {"sit", "take_back"}
"""Acts that give a phone a seat; `_FROM_OTHERS` take it from another phone."""


def was_handed_on(loaded: LoadedTable) -> bool:
    """Return whether the keeper was changed lately, with no act since."""
    for line in reversed(_recent_lines(loaded)):
        if line.kind == Kind.ACT or line.act.type == "keeper":
            return line.kind == Kind.SEAT and is_recent(line.moment, now())
    return False


class Phones(NamedTuple):
    """The seats of each phone until an entry changed them, or changed the keeper.

    Attributes:
        upto: that entry.
        seats: of each phone; the chosen keeper's phone is first.
        keeper: the acting keeper, since the chosen keeper's phone may have slept.
    """

    upto: int
    seats: Sequence[Sequence[Side]]
    keeper: Side


def phones_before(loaded: LoadedTable, lines: Iterable[Line]) -> list[Phones]:
    """Return who sat where before each of these entries; old logs have only keepers."""
    found: list[Phones] = []
    arriving = _FIRST_TO_ARRIVE
    for line in (one for one in lines if one.kind is Kind.SEAT):
        giver: Side | None = line.act.values.get("giver")
        if line.version == arriving and line.act.type in _ARRIVING:
            # Players who sit down before any other act sat there from the beginning.
            arriving += 1
        elif line.phones:
            chosen = line.phones[0][0]
            found.append(Phones(line.version, line.phones, chosen if giver is None else giver))
        elif giver is not None:
            found.append(Phones(line.version, phones_of(loaded.table, giver), giver))
    return found


_FIRST_TO_ARRIVE: Final = 2
_ARRIVING: Final = frozenset({"sit", "ask", "let_in"})


def _recent_acts(loaded: LoadedTable) -> list[Act]:
    """Return the acts about seats in the last two minutes."""
    moment = now()
    return [one.act for one in _recent_lines(loaded) if one.kind == Kind.SEAT and is_recent(one.moment, moment)]


def _recent_lines(loaded: LoadedTable) -> Sequence[Line]:
    version = loaded.state.version
    return lines_after(loaded.table, version - _RECENT_LINES, upto=version)
