"""Bots, and whole games in which they play against the guards, by the thousand.

The guards play the house deck and the cards of the real box are made up, so results say nothing about the printed ones.
A bot gets a game in which all that its seat cannot know has been dealt again, so that it cannot peek.
"""

from companion.players.choices import Choice, Choices, choices_of
from companion.players.intervals import Interval, wilson
from companion.players.made_up_cards import MadeUpCards
from companion.players.par import NoPar, Par, dealt_again, first_decision, par_games, par_of
from companion.players.registry import GROUP, NoSuchPlayer, Player, named, names
from companion.players.simulation import NotPlayed, SimulatedGame, Simulation, processes, simulated

__all__ = [
    "GROUP",
    "Choice",
    "Choices",
    "Interval",
    "MadeUpCards",
    "NoPar",
    "NoSuchPlayer",
    "NotPlayed",
    "Par",
    "Player",
    "SimulatedGame",
    "Simulation",
    "choices_of",
    "dealt_again",
    "first_decision",
    "named",
    "names",
    "par_games",
    "par_of",
    "processes",
    "simulated",
    "wilson",
]
