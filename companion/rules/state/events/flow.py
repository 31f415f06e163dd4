"""Events of a game's flow: beginning, rounds, phases, open location, agenda."""

from typing import NamedTuple

from companion.rules.state.events.registry import Why, register
from companion.rules.state.pieces import DISPLAY, Side
from companion.rules.state.position import Phase, Position
from companion.rules.state.setup import Setup
from companion.rules.state.steps import Step
from companion.rules.vocabulary import Location


@register
class Began(NamedTuple):
    """The table sat down with this setup."""

    setup: Setup
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        starts, first = self.setup.starts, self.setup.first_player
        return Position(
            self.setup,
            reputation=tuple(start.reputation for start in starts),
            storage=tuple(start.storage for start in starts),
            first_player=(self.setup.guards or 0) if first is None else first,
            zones={DISPLAY: (None,) * (len(starts) + 1)},
            tomes={"out": self.setup.tomes_out} if self.setup.tomes_out else {},
        )


@register
class PhaseBegan(NamedTuple):
    """A phase of a round began.

    As a roll call begins, tokens come home, and guard and location cards are gathered, to be dealt.
    """

    round: int
    phase: Phase
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        if self.phase is not Phase.ENDED:
            # The last answer ends the game, perhaps two at once: so the end leaves the others' answers as they are.
            game = game._replace(answered=frozenset())
        if self.phase is Phase.LIGHTS_OUT:
            game = game._replace(spent=frozenset(), strengths={})
        if self.phase not in {Phase.ROLL_CALL, Phase.ROUND}:
            return game._replace(round=self.round, phase=self.phase, location=None)
        return game._replace(
            round=self.round,
            phase=self.phase,
            location=None,
            tokens={},
            assigned=frozenset(),
            passed=frozenset(),
            spent=frozenset(),
            strengths={},
            bonus={},
            guard_deck=(),
            location_deck=(),
            guard_cards=(),
            location_cards=(),
        )


@register
class LocationOpened(NamedTuple):
    """Lights out came to a location; None: it left the last one."""

    location: Location | None
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        return game._replace(location=self.location, answered=frozenset())


@register
class Answered(NamedTuple):
    """A side has answered a question to all at once; opened again: it answers again."""

    side: Side
    why: Why = ()
    again: bool = False

    def evolve(self, game: Position) -> Position:
        return game._replace(answered=game.answered - {self.side} if self.again else game.answered | {self.side})


@register
class Noted(NamedTuple):
    """Nothing moved, and this is why."""

    why: Why = ()

    def evolve(self, game: Position) -> Position:
        return game


@register
class AgendaSet(NamedTuple):
    """The steps still to do, next first."""

    steps: tuple[Step, ...]
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        return game._replace(agenda=self.steps)
