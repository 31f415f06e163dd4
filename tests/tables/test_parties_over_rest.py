"""Whole games of two to five over REST, a phone each: nobody's answers tell what others keep to themselves."""

import sys

import pytest
from flask.testing import FlaskClient
from partying import KINDS, Kind, Party
from support import rule


@rule("V-1", "R-3")
@pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, marks=pytest.mark.slow) if number else kind for number, kind in enumerate(KINDS)],
    ids=str,
)
def test_a_whole_game_of_several_tells_each_phone_its_own_secrets_alone(
    plain_client: FlaskClient, kind: Kind, seed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    party = Party(plain_client, kind, seed)
    party.play()
    with capsys.disabled():
        sys.stderr.write(f"\n{kind}, over REST: {party.actions} actions, {party.answers} answers looked through\n")
