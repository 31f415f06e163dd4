"""Games played to the end by hand: every decision, every figure and both scores stand in a script."""

import pytest
from support.common import rule
from support.game_scripts import FOLDER, Reading, Script

from companion.rules.state.setup import Dealing


@rule("E-5", "E-6", "E-8", "E-9", "E-10", "E-11", "E-12", "E-17", "S-2", "S-4", "S-5", "S-9", "R-1", "R-2", "R-4")
@rule("R-5", "R-6", "L-1", "L-2", "L-3", "L-4", "L-5", "L-6", "L-7", "L-8", "L-9", "L-10", "L-11", "L-12", "L-13")
@rule("L-14", "L-15", "L-16", "L-17", "L-18", "L-19", "C-1", "C-2", "C-3", "C-4", "C-6", "T-2", "T-3", "P-1", "P-2")
@rule("P-3", "P-4", "P-5", "P-6", "P-7", "P-8", "P-10", "D-4", "D-6", "O-1", "O-2", "O-7", "O-8", "O-10", "G-1")
@rule("G-2", "G-3", "G-4", "G-5", "G-6", "G-7", "F-1", "F-4", "F-5", "Z-1", "Z-2", "Z-3", "Z-4", "Z-5", "Z-6", "Z-7")
@rule("Z-8", "Z-9", "Z-10", "Z-11", "Z-12", "Z-13", "Z-14", "Z-15", "Z-16", "Z-17", "Z-18", "Z-19", "Z-20", "Z-21")
@rule("Z-22")
@pytest.mark.parametrize("dealing", [Dealing.APP, Dealing.CARDS])
@pytest.mark.parametrize("game", ["moderate", "challenging", "expert"])
def test_a_whole_game_goes_as_it_was_worked_out_by_hand(game: str, dealing: Dealing):
    Reading(Script(FOLDER / f"{game}.txt"), dealing).play()


@rule("S-1", "S-2", "S-3", "S-4", "S-5", "S-7", "S-9", "S-10", "R-1", "R-4", "L-2", "L-3", "L-4", "L-5", "L-6", "L-7")
@rule("L-8", "L-9", "L-10", "L-11", "L-12", "L-13", "L-14", "L-15", "L-16", "L-17", "L-18", "C-1", "C-2", "P-2", "P-4")
@rule("P-5", "P-6", "P-7", "D-1", "D-2", "D-3", "D-5", "D-6", "D-7", "O-1", "O-2", "O-4", "O-6", "O-7", "O-8", "O-10")
@rule("G-3", "G-4", "G-5", "G-6", "G-7", "F-1", "F-2", "E-8", "E-9", "E-10", "E-12")
@pytest.mark.parametrize("game", ["two", "three", "four", "five"])
def test_a_whole_game_of_people_goes_as_it_was_worked_out_by_hand(game: str):
    Reading(Script(FOLDER / f"{game}.txt"), Dealing.CARDS).play()
