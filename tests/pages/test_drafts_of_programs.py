"""Drafts that a program made: whatever is missing from them, every page has an answer, and none is a dead end."""

import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from forms import FormPhone
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from support.api_client import ask

SHAPES: list[dict[str, Any]] = [
    {},
    {"sides": []},
    {"sides": [{}]},
    {"sides": [{"reputation": 3}, {"name": "B"}]},
    {"solitary": True, "sides": [{"name": "A"}]},
    {"sides": [{"name": "A", "guards": True}]},
    {"solitary": True},
    {"sides": [{"name": "A", "cards": {"goons": [{"type": "demon"}]}}]},
    {"sides": [{"name": "A", "cards": {"goons": [{}]}}]},
]
"""Drafts that the API keeps and that cannot be scored."""

JSON = {"Accept": "application/json"}


def draft(client: FlaskClient, body: dict[str, Any]) -> str:
    answer = ask(client, "/sheets", {"draft": True, **body})
    assert answer.status_code == 201, answer.text
    assert answer.json["scores"] is None
    return str(answer.json["link"])


@pytest.fixture
def client(household_app: Flask) -> FlaskClient:
    return household_app.test_client()


@pytest.mark.parametrize("body", SHAPES, ids=json.dumps)
def test_a_draft_that_cannot_be_scored_leads_from_its_form_to_a_page_that_says_so(
    client: FlaskClient, body: dict[str, Any]
) -> None:
    link = draft(client, body)
    shown = client.get(f"/score/{link}", follow_redirects=True)
    assert (shown.status_code, shown.request.path) == (200, f"/s/{link}")
    assert "cannot be scored yet" in shown.text
    assert f'href="/score/{link}"' not in shown.text
    assert client.post(f"/score/{link}", data={"do": "finish"}).location == f"/s/{link}"


@pytest.mark.parametrize("body", SHAPES, ids=json.dumps)
def test_a_script_hears_that_a_draft_has_no_form(client: FlaskClient, body: dict[str, Any]) -> None:
    link = draft(client, body)
    assert client.get(f"/score/{link}", headers=JSON).status_code == 409
    assert client.post(f"/score/{link}", headers=JSON, data={"0.reputation": "3"}).status_code == 409


@pytest.mark.parametrize("body", SHAPES, ids=json.dumps)
def test_history_and_home_send_nobody_to_a_form_that_is_not_there(client: FlaskClient, body: dict[str, Any]) -> None:
    link = draft(client, body)
    history = client.get("/history").text
    assert f'href="/s/{link}"' in history
    assert f'href="/score/{link}"' not in history
    assert f'href="/score/{link}"' not in client.get("/").text


def test_home_goes_on_with_the_newest_draft_that_has_a_form(phone: FormPhone) -> None:
    phone.start()
    ask(phone.client, "/sheets", {"draft": True}, Origin="http://localhost")
    assert f'href="{phone.form}"' in phone.page("/")


_counts = st.integers(0, 3)
_side = st.fixed_dictionaries(
    {},
    optional={
        "name": st.sampled_from(["A", "B", "C"]),
        "guards": st.booleans(),
        "reputation": _counts,
        "suspicion": _counts,
        "goons": st.dictionaries(st.sampled_from(["dwarf", "cultist"]), _counts),
        "demons": st.lists(st.sampled_from(["gem", "any"]), max_size=2),
        "cards": st.fixed_dictionaries(
            {},
            optional={
                "items": st.lists(st.fixed_dictionaries({}, optional={"valuables": st.just(["gem"])}), max_size=2),
                "goons": st.lists(
                    st.fixed_dictionaries(
                        {}, optional={"type": st.sampled_from(["demon", "dwarf"]), "valuable": st.just("gem")}
                    ),
                    max_size=2,
                ),
            },
        ),
        "resources": st.dictionaries(st.sampled_from(["gold", "iron"]), _counts),
        "tomes": _counts,
        "first_player": st.booleans(),
        "leader_goal": st.booleans(),
        "leader_count": _counts,
        "goal_count": _counts,
        "goal_points": _counts,
    },
)
_drafts = st.fixed_dictionaries(
    {},
    optional={
        "sides": st.lists(_side, max_size=6),
        "solitary": st.booleans(),
        "edition": st.sampled_from(["prototype", "first", "later"]),
        "last_raid": st.booleans(),
        "end_game_goal": st.sampled_from(["majority", "condition", "none"]),
        "rulings": st.dictionaries(st.just("reserved_items"), st.sampled_from(["ignored", "tie_break"])),
    },
)


@pytest.mark.slow
@settings(
    derandomize=True,
    deadline=None,
    max_examples=settings.default.max_examples // 2,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(_drafts)
def test_every_page_answers_whatever_draft_the_api_kept(client: FlaskClient, body: dict[str, Any]) -> None:
    kept = ask(client, "/sheets", {"draft": True, **body})
    assert kept.status_code in {201, 422}, kept.text
    assume(kept.status_code == 201)
    link = kept.json["link"]
    for path in (f"/score/{link}", f"/s/{link}", "/history", "/"):
        assert client.get(path, follow_redirects=True).status_code == 200, path
    assert client.get(f"/score/{link}", headers=JSON).status_code in {200, 409}
    finished = client.post(f"/score/{link}", data={"do": "finish"}, follow_redirects=True)
    assert finished.status_code == 200
    # What is finished can be scored.
    now = client.get(f"/api/v1/sheets/{link}").json
    assert now["sheet"].get("draft") or now["scores"] is not None


# What the form makes whole


def test_a_draft_with_counts_for_the_goal_is_finished_as_a_majority(client: FlaskClient) -> None:
    link = draft(client, {"sides": [{"name": "A", "goal_count": 3}, {"name": "B"}]})
    assert f'href="/score/{link}"' in client.get(f"/s/{link}").text
    assert client.post(f"/score/{link}", data={"do": "finish"}).location == f"/s/{link}"
    kept = client.get(f"/api/v1/sheets/{link}").json
    assert "draft" not in kept["sheet"]
    assert [side["total"] for side in kept["scores"]["sides"]] == [6, 0]


def test_a_draft_with_points_for_the_goal_is_finished_as_a_condition(client: FlaskClient) -> None:
    link = draft(client, {"sides": [{"name": "A", "goal_points": 5}, {"name": "B"}]})
    client.post(f"/score/{link}", data={"do": "finish"})
    kept = client.get(f"/api/v1/sheets/{link}").json
    assert [side["total"] for side in kept["scores"]["sides"]] == [5, 0]


def test_a_long_list_of_cards_is_kept_to_its_last_entry(phone: FormPhone) -> None:
    phone.start(by="cards")
    entries = ["item::blade+gem+magic"] * 20
    phone.client.post(phone.form, data={"0.cards": " ".join(entries)})
    assert phone.value("0.cards").split() == entries
