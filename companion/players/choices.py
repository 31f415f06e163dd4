"""The choices of a solitary game's roll calls, compared with what the odds preferred.

Each is judged by what the player could know then. The worth of a location is a guess of `companion.players.lookahead`.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from companion.players import lookahead
from companion.players.roll_call import Comparison, NothingToSend, compared
from companion.rules.engine.game import Game
from companion.rules.engine.secrecy import seen_by
from companion.rules.odds.errors import UnknownCards
from companion.rules.state.events import NOTHING, Assigned, Event
from companion.rules.state.position import Position
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step

WORTH_A_LOOK: Final = 0.5
"""Points that a choice must cost at least to be among the dearest."""


class Choice(NamedTuple):
    """Tokens that the player assigned.

    Attributes:
        line: the entry.
        before: the game just before.
        odds: how it compares with what the odds preferred.
    """

    line: int
    before: Position
    odds: Comparison


class Choices(NamedTuple):
    """All that a player assigned in a game, first to last."""

    made: tuple[Choice, ...]

    @property
    def cost(self) -> float:
        """The points that they cost together."""
        return sum(one.odds.cost for one in self.made)

    def dearest(self, number: int) -> list[Choice]:
        """Return the dearest choices, at most so many, in the order of the game."""
        by_cost = sorted(self.made, key=lambda one: -one.odds.cost)[:number]
        return sorted((one for one in by_cost if one.odds.cost >= WORTH_A_LOOK), key=lambda one: one.line)


class Parts(NamedTuple):
    """A player's points in parts that add up, in tenths of a point.

    Attributes:
        expected: the average of par.
        luck: all that is neither expected nor a choice.
        choices: minus the cost of the choices.
        total: the points.
    """

    expected: int
    luck: int
    choices: int
    total: int


def parts_of(total: int, mean: float, cost: float) -> Parts:
    """Return a player's points in parts.

    Args:
        total: the points.
        mean: the average of the games of par.
        cost: of the choices.
    """
    expected, choices = (round(10 * round(points, 1)) for points in (mean, -cost))
    return Parts(expected, 10 * total - expected - choices, choices, 10 * total)


def choices_of(lines: Iterable[tuple[int, Sequence[Event]]]) -> Choices | None:
    """Return a player's choices from the events of the entries that count, first to last.

    None: there were no guards, no roll call in the app, or not all cards of the guards were known.

    Args:
        lines: the version of each entry, and what happened in it.
    """
    game, made = NOTHING, []
    for line, events in lines:
        for event in events:
            if isinstance(event, Assigned) and game.setup.solitary and event.side in game.players:
                try:
                    made.append(Choice(line, game, _compared(game, event)))
                except UnknownCards:
                    return None
                except NothingToSend:
                    # A correction or a tome moved it.
                    continue
            game = event.evolve(game)
    return Choices((*made,)) if made else None


def _compared(game: Position, sent: Assigned) -> Comparison:
    # The bot gets the game as the player sees it, so that nothing hidden judges a choice.
    turn = seen_by(game, sent.side)._replace(agenda=(Step(StepKind.TURN, sent.side),))
    return compared(Game.at(turn, seed=""), sent.side, (*sent.tokens, *sent.face_down), sent.location, lookahead.WORTH)
