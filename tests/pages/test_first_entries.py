"""What nobody has entered yet is headed by what it is; only what was entered before is corrected."""

import pytest
from flask import Flask
from support.common import rule
from test_party_pages import Sitting

FIRST = {
    "set_marker": "Who begins?",
    "set_leader_goal": "Which leader goal?",
    "set_end_goal": "Which end game goal?",
}


@rule("S-6")
@pytest.mark.parametrize("kind", FIRST)
def test_a_first_entry_is_headed_by_what_it_is(hosted_app: Flask, kind: str) -> None:
    page = Sitting(hosted_app, depth="full").at(0, f"/correct?what={kind}")
    assert [one.text for one in page.top.all("h1")] == [FIRST[kind]]
    assert "Correct" not in [one.text for one in page.top.all("h2")]
    assert [form.value("type") for form in page.forms if form.value("kind") == "correction"] == [kind]
    buttons = [one.label for one in page.form(type=kind).buttons]
    assert "Correct this" not in buttons


@rule("S-7")
def test_who_has_the_marker_is_corrected_once_the_first_round_has_begun(hosted_app: Flask) -> None:
    sitting = Sitting(hosted_app)
    sitting.begin()
    page = sitting.at(0, "/correct?what=set_marker")
    assert [one.text for one in page.top.all("h1")] == ["Correct"]
    assert [one.text for one in page.top.all("h2")] == ["Who has the marker"]
