"""What lies on the real table as a game begins, as pages list it."""

from collections.abc import Collection, Iterator, Mapping
from typing import Final, NamedTuple
from zlib import crc32

from companion.rules.phases.setup_steps import SetupObject, setup_steps
from companion.rules.state.pieces import Side
from companion.rules.state.position import Position
from companion.tables.records import Table
from companion.words.setup_steps import setup_line
from companion.words.telling import Names

_ICONS: Final[Mapping[SetupObject, str]] = {
    SetupObject.BOARD: "tally",
    SetupObject.GUARD_CARDS: "guard-down",
    SetupObject.LOCATION_CARDS: "log",
    SetupObject.REPUTATION: "star",
    SetupObject.POWER: "cube-power",
    SetupObject.CREW_BOARDS: "storage",
    SetupObject.TRAITS: "special",
    SetupObject.MARKER: "marker",
    SetupObject.TOKENS: "token",
    SetupObject.ITEMS: "item",
    SetupObject.GOONS: "hobgoblin",
    SetupObject.GOALS: "leader",
    SetupObject.TOMES_OUT: "tome",
    SetupObject.SUSPICION: "cube-suspicion",
}


SHARED: Final = (SetupObject.SUSPICION, SetupObject.ITEMS, SetupObject.BOARD)
"""What is nobody's own and is typed by nobody, the most work first: other phones than the keeper's lay it out."""


class SetupRow(NamedTuple):
    """A row of the list.

    Attributes:
        object: what is laid out.
        icon: its sign.
        parts: of its sentence, each with whether it matters most.
        note: what else one has to know.
        mark: another for whatever else is to be laid out, and the same in every language.
    """

    object: str
    icon: str
    parts: tuple[tuple[str, bool], ...]
    note: str
    mark: str


def setup_rows(language: str, game: Position, names: Names, own: Collection[Side] = ()) -> Iterator[SetupRow]:
    """The rows of the list, in the order in which people lay things out; what the goons lay leads.

    Args:
        language: to be spoken.
        game: of which the setup counts.
        names: of the seats.
        own: the seats whose own pieces are laid here, where others lay theirs; empty: all are.
    """
    for step in sorted(setup_steps(game), key=lambda one: one.object is not SetupObject.SUSPICION):
        of_here = own and "sides" in step.data
        told = step._replace(data={**step.data, "own": sorted(own)}) if of_here else step
        line = setup_line(language, told, game, names)
        mark = f"{crc32(repr(sorted(told.data.items())).encode()):x}"
        yield SetupRow(step.object.value, _ICONS[step.object], line.parts, line.note, mark)


def shared_out(table: Table, keeper: Side) -> dict[str, Side]:
    """By object of `SHARED`: a seat of the phone that lays it out, dealt clockwise from the keeper's.

    Empty where one phone plays all. Phones that sleep have their share, since hands that lay tokens let them sleep.
    """
    device = {one.seat: one.device for one in table.seats}
    # The host's phone plays the seats that nobody holds.
    phones = {device[keeper] or device[table.host], None}
    others: list[Side] = []
    for seat in sorted(device, key=lambda seat: (seat < keeper, seat)):
        if device[seat] not in phones:
            phones.add(device[seat])
            others.append(seat)
    return {what.value: others[place % len(others)] for place, what in enumerate(SHARED)} if others else {}
