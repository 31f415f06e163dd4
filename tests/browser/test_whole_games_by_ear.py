"""The first and the last round of a game by ear: at its end the board that was heard has the score of the log."""

import json
import os
from typing import Any, Final

import pytest
from phones import PhoneMaker, Server
from players_by_ear import CARD, PAGE, Ears
from tables import WHOLE_BOX, Wire, round_of
from test_by_ear import acts_are_heard
from test_whole_tables import FIRST, PLAYED, leap

pytestmark = pytest.mark.browser

GAMES: Final = int(os.environ.get("LOCKUP_EARS", "1"))
"""How many games are played: the first with a copy that is known, and guards of the house."""

GUARDS: Final = {colour: {str(n): {"strength": n} for n in range(5)} for colour in ("yellow", "red")}
COPY: Final[dict[str, Any]] = {**WHOLE_BOX, "guards": {**WHOLE_BOX["guards"], **GUARDS}}
DIFFICULTIES: Final = ("Moderate", "Challenging", "Expert")
KINDS: Final = (
    ("House deck", True),
    ("House deck", False),
    ("App deals", True),
    ("My cards", True),
    ("My cards", False),
)
"""Who deals, and whether the app knows the copy before or each card is entered as it comes."""


@pytest.mark.parametrize("game", range(GAMES))
def test_a_game_by_ear_has_the_score_of_its_log(
    phones: PhoneMaker, own_server: Server, report: list[str], game: int
) -> None:
    dealing, known = KINDS[game % len(KINDS)]
    if known:
        own_server.post("/box/import", text=json.dumps(COPY))
    phone = phones(own_server, hurried=True, has_touch=False, is_mobile=False)
    ears = Ears.begin(phone, f"by ear {game}", DIFFICULTIES[game % len(DIFFICULTIES)], dealing)
    ears.play(lambda one: one.corrected and round_of(phone) > FIRST)
    assert ears.lost == 0
    leap(phone)
    ears.page = ears.read()
    ears.play(lambda one: one.is_over)
    code = phone.page.url.rpartition("/")[2].partition("?")[0]
    scores = Wire(own_server).get(f"/api/v1/tables/{code}/scores").json["scores"]["sides"]
    assert ears.totals() == {one["name"]: one["total"] for one in scores}
    report.append(f"{dealing}, {'known' if known else 'unknown'} copy: {ears.totals()}, as the log")
    # Before each round but the first and one that was leapt to, and once more after the number that is corrected.
    assert ears.compared == PLAYED
    assert ears.board.unplaced == []
    assert ears.lost == 0
    acts_are_heard([one for one in ears.heard if one.type not in {CARD, PAGE}], report)
