"""What nobody has entered yet is headed by what it is; only what was entered before is corrected."""

import pytest
from flask import Flask
from plain_browser import PlainBrowser
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


@rule("O-7")
@pytest.mark.parametrize("path", ["/together", "/alone"])
def test_a_majority_of_nothing_opens_no_table_and_asks_for_what_it_counts(hosted_app: Flask, path: str) -> None:
    plain = PlainBrowser(hosted_app.test_client())
    form = plain.open(path).forms[0].fill("f.end_goal.kind", "majority")
    refused = plain.send(form.fill("dealing", "house") if form.named("dealing") else form)
    assert refused.status == 422
    assert refused.problem == "A majority of what? Choose what the end game goal counts."
    kept = refused.forms[0]
    assert kept.value("f.end_goal.kind") == "majority"
    assert plain.send(kept.fill("f.end_goal.counts", "other")).status == 200
    assert "/t/" in plain.address


@rule("O-7")
def test_a_goal_entered_later_is_no_majority_of_nothing(hosted_app: Flask) -> None:
    sitting = Sitting(hosted_app, depth="full")
    page = sitting.at(0, "/correct?what=set_end_goal")
    refused = sitting.phones[0].send(page.form(type="set_end_goal").fill("f.goal.kind", "majority"))
    assert "A majority of what?" in refused.top.text
    condition = refused.form(type="set_end_goal").fill("f.goal.kind", "condition")
    assert "A majority of what?" not in sitting.phones[0].send(condition).top.text
