"""Players that decide for themselves, and whole games of theirs against the guards, by the thousand.

The guards play the house deck and the cards of the real box are made up, so what comes out says nothing of the printed
ones. A player is handed a game in which all that its seat cannot know has been dealt anew: it can peek at nothing.
"""

from companion.players.intervals import Interval, wilson
from companion.players.made_up_cards import MadeUpCards
from companion.players.registry import GROUP, NoSuchPlayer, Player, named, names
from companion.players.simulation import NotPlayed, SimulatedGame, Simulation, processes, simulated

__all__ = [
    "GROUP",
    "Interval",
    "MadeUpCards",
    "NoSuchPlayer",
    "NotPlayed",
    "Player",
    "SimulatedGame",
    "Simulation",
    "named",
    "names",
    "processes",
    "simulated",
    "wilson",
]
