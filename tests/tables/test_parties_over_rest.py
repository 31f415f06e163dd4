"""Whole games of two to five over REST, a phone each: nobody's answers tell what others keep to themselves.

Every answer is held against the OpenAPI document, too.
"""

import pytest
from support.common import SEED, rule
from support.documented_client import DocumentedClient
from support.party_client import FEW, KINDS, Kind, Party
from support.random_games import first_is_quick, play_whole


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Fresh seeds play every kind."""
    kinds = FEW if metafunc.config.getoption("--seed") == SEED else KINDS
    metafunc.parametrize("kind", first_is_quick(kinds), ids=str)


@rule("V-1", "R-3")
def test_a_whole_game_of_several_tells_each_phone_its_own_secrets_alone_as_the_document_says(
    documented: DocumentedClient, kind: Kind, seed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = documented.compared
    play_whole(Party(documented, kind, seed), capsys)
    assert documented.compared > before + 100
