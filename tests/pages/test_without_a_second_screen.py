"""Pages of an app that has no second screen, as on a phone that runs it by itself: they speak of none."""

from dataclasses import replace

import pytest
from flask import Flask
from test_party_pages import Sitting

from companion.config import IN_A_POCKET


@pytest.fixture
def counting(hosted_app: Flask) -> Sitting:
    """Two whose one phone is handed round, as they count."""
    party = Sitting(hosted_app, ("Vera", "Isaac"), holds="all")
    party.begin()
    party.count()
    return party


@pytest.fixture
def pocket(hosted_app: Flask, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """The app on a phone by itself."""
    monkeypatch.setitem(hosted_app.config, "LOCKUP", replace(hosted_app.config["LOCKUP"], can=IN_A_POCKET))
    return hosted_app


def test_the_scores_are_uncovered_on_the_only_phone(counting: Sitting, request: pytest.FixtureRequest) -> None:
    request.getfixturevalue("pocket")
    for name in ("Vera", "Seat 2"):
        # One phone is handed round: whose count it is stands above it.
        counts = counting.at(0)
        assert f"Hand the phone to {name}" in counts.top.text
        counting.send(0, counts.form(type="count_hand").fill("f.tomes", "1"))
    page = counting.send(0, counting.at(0).form(type="begin_reveal"))
    assert "Vera uncovers them line by line." in page.top.text
    assert "screen" not in page.top.text


def test_who_has_one_phone_each_is_told_to_hand_none_on(hosted_app: Flask) -> None:
    party = Sitting(hosted_app, ("Vera", "Isaac"))
    party.begin()
    party.count()
    assert "Hand the phone" not in party.at(1).top.text


def test_the_setup_says_of_odds_only_what_this_phone_shows(pocket: Flask) -> None:
    text = pocket.test_client().get("/alone").text
    assert "Your chance of leading at a location, from what you can see." in text
    assert "second screen" not in text
