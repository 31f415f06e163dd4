"""The pieces on the real table as a game begins, as pages list them."""

from collections.abc import Collection, Iterator, Mapping
from typing import Final, NamedTuple
from zlib import crc32

from companion.rules.phases.setup_steps import SetupObject, setup_steps
from companion.rules.state.pieces import Side
from companion.rules.state.position import Position
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


class SetupRow(NamedTuple):
    """A row of the list.

    Attributes:
        object: what is laid out.
        icon: of the object.
        parts: of its sentence, each with whether it matters most.
        note: what else you have to know.
        mark: another for whatever else is to be laid out, and the same in every language.
    """

    object: str
    icon: str
    parts: tuple[tuple[str, bool], ...]
    note: str
    mark: str


def setup_rows(language: str, game: Position, names: Names, own: Collection[Side] = ()) -> Iterator[SetupRow]:
    """Yield the rows of the list, in the order in which people lay things out; what the goons lay leads.

    Args:
        language: of the text.
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
