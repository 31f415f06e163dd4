"""Whole games over REST: no strength is told before its card is turned, and going back comes to the same cards.

Every answer is held against the OpenAPI document, too.
"""

import pytest
from support.common import SEED, rule
from support.documented_client import DocumentedClient
from support.game_witness import DECK, FEW, KINDS, Kind, WholeGame
from support.random_games import first_is_quick, play_whole

from companion.rules.phases import roll_call


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Fresh seeds play every kind."""
    kinds = FEW if metafunc.config.getoption("--seed") == SEED else KINDS
    metafunc.parametrize("kind", first_is_quick(kinds), ids=str)


@pytest.fixture
def strange_house_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    """The house deck has strengths that are found nowhere else."""
    monkeypatch.setattr(roll_call, "house_deck", lambda *_: DECK)


@rule("V-1", "Z-20")
@pytest.mark.usefixtures("strange_house_deck")
def test_a_whole_game_tells_nothing_too_early_comes_back_the_same_and_answers_as_the_document_says(
    documented: DocumentedClient, kind: Kind, seed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = documented.compared
    play_whole(WholeGame(documented, kind, seed), capsys)
    assert documented.compared > before + 100
