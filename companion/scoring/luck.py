"""Luck in a solitary game: locations led minus locations the odds predicted.

Expected is what the odds said as each token was sent, given what the player could know then; the guards' cards are the
only chance there is. An effect of a tome and a corrected token count as chance too.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from companion.rules.odds.errors import UnknownCards
from companion.rules.odds.location_odds import location_odds
from companion.rules.phases.lights_out import presences
from companion.rules.rulings.ranking import rank, seat_name
from companion.rules.state.events import NOTHING, Assigned, Event, Noted, PhaseBegan
from companion.rules.state.position import Position
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step
from companion.rules.vocabulary import Location


class Luck(NamedTuple):
    """A player's luck against the guards.

    Attributes:
        sent: to how many locations tokens were sent, over all rounds.
        led: at how many of them the player then led.
        expected: at how many the odds predicted that.
    """

    sent: int
    led: int
    expected: Fraction

    @property
    def by(self) -> Fraction:
        """The number of locations led beyond the expected number; below 0: fewer."""
        return self.led - self.expected


def luck(lines: Iterable[Sequence[Event]]) -> Luck | None:
    """Return a player's luck from the events of the entries that count, first to last.

    None: there were no guards, no roll call in the app, or not all cards of the guards were known.

    Args:
        lines: what happened in each; neither reasons nor what was then to be done are needed.
    """
    game = NOTHING
    sent, led, expected = 0, 0, Fraction()
    awaited: set[Location] = set()
    for event in (event for line in lines for event in line):
        if isinstance(event, PhaseBegan) and event.round != game.round:
            awaited.clear()
        elif isinstance(event, Assigned) and game.setup.solitary and event.side in game.players:
            try:
                expected += _chance(game, event)
            except UnknownCards:
                return None
            sent += 1
            awaited.add(event.location)
        elif isinstance(event, Noted) and game.location in awaited and _all_is_up(game, game.location):
            # Resolving a location begins with saying who ranks where.
            awaited.discard(game.location)
            led += _leads(game, game.location)
        game = event.evolve(game)
    return Luck(sent, led, expected) if sent else None


def _chance(game: Position, sent: Assigned) -> Fraction:
    """Return the player's chance of leading, just before these tokens were sent."""
    turn = game._replace(agenda=(Step(StepKind.TURN, sent.side),))
    return location_odds(turn, sent.side, sent.location, (*sent.tokens, *sent.face_down)).leads


def _all_is_up(game: Position, location: Location) -> bool:
    tokens = (laid for laid in game.tokens.values() if laid.location is location)
    cards = (game.guard_cards[index] for index in game.guard_cards_at(location))
    return all(card.up for card in cards) and not any(laid.face_down for laid in tokens)


def _leads(game: Position, location: Location) -> bool:
    ranking = rank(presences(game, location), seat_name(game.first_player))
    return bool(ranking) and not ranking[0].side.guards
