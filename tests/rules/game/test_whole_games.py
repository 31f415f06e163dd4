"""Games played to the end by hand: every decision, every figure and both scores stand in a script."""

import pytest
from scripts import FOLDER, Reading, Script
from support import rule

from companion.rules.game.state import Dealing


@rule("S-9")
@pytest.mark.parametrize("dealing", [Dealing.APP, Dealing.CARDS])
@pytest.mark.parametrize("game", ["moderate", "challenging"])
def test_a_whole_game_goes_as_it_was_worked_out_by_hand(game: str, dealing: Dealing):
    Reading(Script(FOLDER / f"{game}.txt"), dealing).play()
