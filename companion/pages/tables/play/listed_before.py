"""What of a line of the log the page of a location has listed before its tap, so that hands have moved it by then."""

from itertools import takewhile
from typing import Final

from companion.rules.acts.actions import Act
from companion.rules.engine.decider import foreseen, leaves_at
from companion.rules.engine.physical_moves.event_moves import moves_of
from companion.rules.engine.physical_moves.move import Move
from companion.rules.state.events import replay
from companion.rules.state.position import Phase
from companion.rules.state.step_kinds import StepKind
from companion.tables import repository
from companion.tables.line import Kind, LineInContext
from companion.tables.repository import LoadedTable

LISTED_ACTS: Final = frozenset({"resolve", "take", "decline", "go_on"})
"""Acts of which the page before has listed what they do at the location, where they choose nothing."""


def not_listed(loaded: LoadedTable, line: LineInContext) -> tuple[Move, ...]:
    """What a line moves beyond what the page before has listed."""
    listed = listed_moves(loaded, line)
    return moves_of(line.events[listed:], replay(line.events[:listed], line.before))


def listed_moves(loaded: LoadedTable, line: LineInContext) -> int:
    """How many of its events the page before has listed."""
    at_location = line.before.phase is Phase.LIGHTS_OUT and line.before.location is not None
    if not (at_location and line.kind is Kind.ACT and line.before.setup.solitary):
        return 0
    if line.act.type in LISTED_ACTS and not line.act.values:
        return leaves_at(line.events)
    if line.act.type == "swap":
        return 0
    # Where something is chosen: what comes before the choice.
    before = repository.position_before(loaded.table, line.version)
    if not before.agenda or before.agenda[0].kind is not StepKind.RESOLVE:
        return 0
    first = foreseen(before, Act("resolve")).events
    # How it ends differs: there it waits for the choice.
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, line.events, strict=False)))
