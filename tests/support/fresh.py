"""What a run may ask to be other than the last: the seed, and how many positions. Tests of the rules need no more."""

import pytest

from support.common import SEED


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--seed`: what random games over REST follow from; `make soak` gives fresh ones.

    `--positions`: in how many small roll calls the odds are held against every deal.
    """
    parser.addoption("--seed", default=SEED)
    parser.addoption("--positions", type=int, default=120)


@pytest.fixture(scope="session")
def seed(request: pytest.FixtureRequest) -> str:
    given: str = request.config.getoption("--seed")
    return given


@pytest.fixture(scope="session")
def positions(request: pytest.FixtureRequest) -> int:
    given: int = request.config.getoption("--positions")
    return given
