"""Whole games of two to five over REST, a phone each: nobody's answers tell what others keep to themselves."""

import pytest
from flask.testing import FlaskClient
from support.common import rule
from support.party_client import KINDS, Kind, Party
from support.random_games import each, play_whole


@rule("V-1", "R-3")
@each(KINDS)
def test_a_whole_game_of_several_tells_each_phone_its_own_secrets_alone(
    plain_client: FlaskClient, kind: Kind, seed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    play_whole(Party(plain_client, kind, seed), capsys)
