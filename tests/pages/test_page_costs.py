"""What a page may cost: few questions to the database, a sheet scored once."""

import re
from typing import Any, Final

import pytest
from flask import Flask
from flask.testing import FlaskClient
from forms import FormPhone
from support.api_client import API
from support.databases import statements
from support.seat_client import of_players
from support.table_client import done, offered

from companion.pages.layout.icons import icon
from companion.pages.sheet import score_view
from companion.pages.sheet.score_form import ScoreForm
from companion.rules.state.pieces import Cube

MOST_QUERIES: Final = 2


def at_a_table(app: Flask) -> tuple[str, list[FlaskClient]]:
    """Three phones at a new table, the host first."""
    phones = [app.test_client() for _ in range(3)]
    for number, phone in enumerate(phones):
        phone.set_cookie("lockup_device", f"the-secret-of-phone-number-{number}")
    opened: Any = phones[0].post(f"{API}/tables", json=of_players(holds=[0])).json
    code: str = opened["code"]
    for seat, phone in enumerate(phones[1:], 1):
        done(phone.post(f"{API}/tables/{code}/seats/{seat}", json={}, headers={"Idempotency-Key": f"sits-{seat}"}))
    return code, phones


def test_the_page_of_a_shared_table_asks_the_database_at_most_twice_whoever_has_acted(hosted_app: Flask) -> None:
    code, phones = at_a_table(hosted_app)
    for number in range(8):
        shown = done(phones[0].get(f"{API}/tables/{code}"))
        kind = next(one for one in ("deck_empty", "begin_round", "raid_now") if offered(shown, one))
        body = {"version": shown["version"], "type": kind, "fields": {}}
        done(phones[0].post(f"{API}/tables/{code}/actions", json=body, headers={"Idempotency-Key": f"act-{number}"}))
        if kind == "raid_now":
            for phone in phones:
                with statements() as said:
                    assert phone.get(f"/t/{code}").status_code == 200
                assert len(said) <= MOST_QUERIES, said
            break
    else:
        pytest.fail("The first round did not begin.")


def test_a_cube_is_drawn_in_place_and_not_looked_up_in_the_sprite(hosted_app: Flask) -> None:
    cube: Any = vars(hosted_app.jinja_env.get_template("layout/parts.html").module)["cube"]
    for kind in (*Cube, "any"):
        assert re.search(r"<svg[^>]*><(?:path|rect|circle) ", cube(kind, "!")), kind


def test_a_short_icon_is_drawn_in_place_and_a_long_one_out_of_the_sprite() -> None:
    assert icon("/sprite", "next") == (
        '<svg class="icon " viewBox="0 0 24 24" aria-hidden="true"><path d="M8.5 4.5L16 12l-7.5 7.5"/></svg>'
    )
    assert '<use href="/sprite#sewers"/>' in icon("/sprite", "sewers", "big")


@pytest.mark.parametrize("accept", ["application/json", "text/html"])
def test_a_score_field_that_is_posted_builds_its_form_once_and_scores_its_sheet_once(
    phone: FormPhone, monkeypatch: pytest.MonkeyPatch, accept: str
) -> None:
    phone.start()
    phone.send(reputation_0="3+1", gold_1="1+1")
    scored, formed = [], []
    score, form = score_view.score, ScoreForm.of
    monkeypatch.setattr(score_view, "score", lambda sheet: scored.append(sheet) or score(sheet))
    monkeypatch.setattr(ScoreForm, "of", lambda *given: formed.append(given) or form(*given))
    answer = phone.client.post(phone.form, data={"0.reputation": "22"}, headers={"Accept": accept})
    assert answer.status_code in {200, 303}
    assert len(formed) == 1
    assert len(scored) <= 1
