"""Score sheets as docs/api.md has them in its part 2, on SQLite and on PostgreSQL."""

import hashlib
import math
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from support.api_client import EXAMPLE, answered, ask, check_problem, faults, refused
from support.databases import AppMaker
from support.sheet_client import DEVICE, delete, keep, put, rows, sheet, show

from companion.identity.tokens import ALPHABET


def test_a_new_sheet_is_answered_with_its_link_its_token_and_its_scores(client: FlaskClient) -> None:
    response = ask(client, "/sheets", EXAMPLE)
    assert response.status_code == 201
    answer = response.json
    assert sorted(answer) == ["edit", "id", "link", "scores", "sheet"]
    assert response.headers["Location"].endswith(f"/api/v1/sheets/{answer['link']}")
    assert re.fullmatch(r'"[^"]+"', response.headers["ETag"])
    assert answer["sheet"] == EXAMPLE
    assert answer["scores"] == answered(client, "/rulings/scores", EXAMPLE)


def test_its_location_is_where_it_is_read(client: FlaskClient) -> None:
    made = ask(client, "/sheets", EXAMPLE)
    read = client.get(made.headers["Location"])
    assert read.status_code == 200
    assert read.headers["ETag"] == made.headers["ETag"]
    assert read.json == {"sheet": made.json["sheet"], "scores": made.json["scores"]}


def test_a_link_is_short_and_has_at_least_64_random_bits(client: FlaskClient) -> None:
    links = [keep(client).link for _ in range(20)]
    assert len(set(links)) == 20
    for link in links:
        assert set(link) <= set(ALPHABET)
        assert len(link) * math.log2(len(ALPHABET)) >= 64
        assert len(link) <= 16


def test_the_token_is_shown_only_once(client: FlaskClient) -> None:
    kept = keep(client)
    assert kept.edit not in show(client, kept.link).text
    changed = put(client, kept.link, sheet("Isaac"), kept.edit, kept.etag)
    assert kept.edit not in changed.text
    assert sorted(changed.json) == ["scores", "sheet"]


def test_names_are_kept_as_they_are_compared(client: FlaskClient) -> None:
    kept = keep(client, sheet("  Zoe\N{COMBINING DIAERESIS} "))
    assert show(client, kept.link).json["sheet"] == sheet("Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}")


def test_text_of_every_script_is_kept(client: FlaskClient) -> None:
    body = sheet("维拉", "Łucja", "\N{GRINNING FACE}" * 40, "<b>'\"&\\</b>", "\N{RIGHT-TO-LEFT OVERRIDE}x")
    assert show(client, keep(client, body).link).json["sheet"] == body


def test_what_was_left_out_stays_left_out(client: FlaskClient) -> None:
    assert show(client, keep(client, sheet()).link).json["sheet"] == sheet()
    said = sheet(edition="first", solitary=False, rulings={}, end_game_goal="none", last_raid=False)
    assert show(client, keep(client, said).link).json["sheet"] == said


def test_a_whole_sheet_may_say_that_it_is_no_draft(client: FlaskClient) -> None:
    answer = show(client, keep(client, sheet(draft=False)).link).json
    assert answer["sheet"] == sheet()
    assert answer["scores"]["winners"] == ["Vera"]


@pytest.mark.parametrize(
    ("body", "paths"),
    [
        ({}, ["/sides"]),
        ([], [""]),
        (None, [""]),
        (sheet(colour=1), ["/colour"]),
        (sheet("Vera", "Vera"), ["/sides/1/name"]),
        (sheet(draft=None), ["/draft"]),
        (sheet(draft="yes"), ["/draft"]),
        (sheet(draft=1), ["/draft"]),
        (sheet("nul\0"), ["/sides/0/name"]),
        (sheet("\ud800"), ["/sides/0/name"]),
        (sheet(**{"nul\0": "\0"}), ["/nul\0"]),
        (sheet(id="x", link="y"), ["/id", "/link"]),
        ({"sides": [{"goal_count": 1}]}, ["/sides/0/name"]),
        (sheet(solitary=True), ["/sides"]),
    ],
)
def test_a_sheet_that_cannot_be_is_refused_and_nothing_is_kept(
    app: Flask, client: FlaskClient, body: Any, paths: list[str]
) -> None:
    assert refused(client, "/sheets", body) == paths
    assert not any(rows(app).values())


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"sides": []},
        {"sides": [{}, {"name": "Vera"}]},
        {"solitary": True, "sides": [{"name": "Vera"}]},
        {"solitary": True},
        {"sides": [{"name": "Guards", "guards": True}]},
        {
            "sides": [
                {"name": "Vera", "cards": {"goons": [{}, {"type": "demon"}, {"valuable": "gem"}, {"type": "dwarf"}]}}
            ]
        },
        {"solitary": True, "sides": [{"guards": False}, {}]},
        {"sides": [{"name": "Vera", "goal_count": 3}, {}]},
        {"rulings": {"leader_tie": "nobody"}, "edition": "first"},
    ],
)
def test_a_draft_may_be_incomplete(client: FlaskClient, body: dict[str, Any]) -> None:
    kept = keep(client, {**body, "draft": True})
    answer = show(client, kept.link).json
    assert answer["sheet"] == {**body, "draft": True}
    assert answer["scores"] is None


def test_a_draft_that_can_be_scored_is_scored(client: FlaskClient) -> None:
    assert show(client, keep(client, sheet(draft=True)).link).json["scores"]["winners"] == ["Vera"]


@pytest.mark.parametrize(
    ("body", "paths"),
    [
        ({"colour": 1}, ["/colour"]),
        ({"sides": [{"name": ""}]}, ["/sides/0/name"]),
        ({"sides": [{"name": None, "tomes": 1.0}]}, ["/sides/0/name", "/sides/0/tomes"]),
        ({"sides": [{"name": "A"}, {}, {"name": "A"}]}, ["/sides/2/name"]),
        ({"sides": [{"first_player": True}, {"first_player": True}]}, ["/sides/1/first_player"]),
        ({"sides": [{}] * 6}, ["/sides"]),
        ({"sides": [{"cards": {}, "items": 1}]}, ["/sides/0/items"]),
        (
            {"sides": [{"cards": {"goons": [{"type": "dwarf", "valuable": "gem"}]}}]},
            ["/sides/0/cards/goons/0/valuable"],
        ),
        ({"end_game_goal": "condition", "sides": [{"goal_count": 1}]}, ["/sides/0/goal_count"]),
        ({"sides": [{"guards": True, "tomes": 1}]}, ["/sides/0/tomes"]),
        ({"sides": [{"goal_count": 3, "goal_points": 2}]}, ["/sides/0/goal_points"]),
        ({"sides": [{"goal_points": 3}, {"goal_count": 2}]}, ["/sides/1/goal_count"]),
        ({"solitary": False, "sides": [{"guards": True}]}, ["/sides/0/guards"]),
        ({"solitary": True, "sides": [{}, {}, {}]}, ["/sides"]),
        ({"sides": [{"guards": True}, {}, {}]}, ["/sides"]),
        ({"sides": [{"guards": True}, {"guards": True}]}, ["/sides"]),
        ({"solitary": True, "sides": [{"guards": False}, {"guards": False}]}, ["/sides"]),
    ],
)
def test_what_a_draft_does_hold_must_be_right(client: FlaskClient, body: dict[str, Any], paths: list[str]) -> None:
    assert refused(client, "/sheets", {**body, "draft": True}) == paths


def test_a_draft_becomes_a_sheet_and_a_sheet_a_draft(client: FlaskClient) -> None:
    kept = keep(client, {"draft": True})
    whole = put(client, kept.link, EXAMPLE, kept.edit, kept.etag)
    assert whole.json["sheet"] == EXAMPLE
    assert whole.json["scores"]["winners"] == ["Vera"]
    again = put(client, kept.link, {"draft": True}, kept.edit, whole.headers["ETag"])
    assert again.json == {"sheet": {"draft": True}, "scores": None}


def test_a_sheet_that_has_not_changed_is_304_without_a_body(client: FlaskClient) -> None:
    kept = keep(client)
    for known in (kept.etag, f"W/{kept.etag}", f'"other", {kept.etag}', "*"):
        response = show(client, kept.link, If_None_Match=known)
        assert response.status_code == 304
        assert response.headers["ETag"] == kept.etag
        assert not response.data
    assert show(client, kept.link, If_None_Match='"other"').status_code == 200
    put(client, kept.link, sheet("Isaac"), kept.edit, kept.etag)
    assert show(client, kept.link, If_None_Match=kept.etag).status_code == 200


def test_each_language_of_a_sheet_has_its_etag(client: FlaskClient) -> None:
    kept = keep(client, {"draft": True})
    polish = show(client, kept.link, Accept_Language="pl")
    assert polish.headers["ETag"] != kept.etag
    assert show(client, kept.link, Accept_Language="pl", If_None_Match=kept.etag).status_code == 200
    assert put(client, kept.link, {"draft": True}, kept.edit, polish.headers["ETag"]).status_code == 200


def test_a_sheet_is_changed_with_its_token_and_version(client: FlaskClient) -> None:
    kept = keep(client)
    changed = put(client, kept.link, sheet("Isaac"), kept.edit, kept.etag)
    assert changed.status_code == 200
    assert changed.json["sheet"] == sheet("Isaac")
    assert changed.json["scores"]["winners"] == ["Isaac"]
    assert changed.headers["ETag"] != kept.etag
    read = show(client, kept.link)
    assert (read.json, read.headers["ETag"]) == (changed.json, changed.headers["ETag"])


def test_a_version_is_good_for_one_change_even_one_that_changes_nothing(client: FlaskClient) -> None:
    kept = keep(client)
    assert put(client, kept.link, sheet(), kept.edit, kept.etag).status_code == 200
    assert put(client, kept.link, sheet(), kept.edit, kept.etag).status_code == 412


def test_a_change_that_cannot_be_leaves_the_sheet_as_it_was(client: FlaskClient) -> None:
    kept = keep(client)
    assert faults(put(client, kept.link, sheet("Vera", "Vera"), kept.edit, kept.etag)) == ["/sides/1/name"]
    read = show(client, kept.link)
    assert (read.json["sheet"], read.headers["ETag"]) == (sheet(), kept.etag)


def test_a_change_without_a_version_is_428(client: FlaskClient) -> None:
    kept = keep(client)
    for response in (put(client, kept.link, sheet("Isaac"), kept.edit), delete(client, kept.link, kept.edit)):
        assert response.status_code == 428
        check_problem(response)
    assert show(client, kept.link).json["sheet"] == sheet()


@pytest.mark.parametrize(
    "stale", ["first", '"0-en"', '"999-en"', '"junk"', "junk", '""', "", ",", '"', "W/", '"1"', "\xff"]
)
def test_a_change_of_another_version_is_412_with_the_sheet_as_it_is(client: FlaskClient, stale: str) -> None:
    kept = keep(client)
    now = put(client, kept.link, sheet("Isaac"), kept.edit, kept.etag)
    etag = kept.etag if stale == "first" else stale
    for response in (
        put(client, kept.link, sheet("Stan"), kept.edit, etag),
        delete(client, kept.link, kept.edit, etag),
    ):
        assert response.status_code == 412
        check_problem(response)
        assert response.json["type"] == "stale"
        assert response.json["current"] == now.json
        assert response.headers["ETag"] == now.headers["ETag"]
    assert show(client, kept.link).json == now.json


def test_a_star_is_any_version(client: FlaskClient) -> None:
    kept = keep(client)
    put(client, kept.link, sheet("Isaac"), kept.edit, kept.etag)
    assert put(client, kept.link, sheet("Stan"), kept.edit, "*").json["sheet"] == sheet("Stan")


def test_the_etag_of_a_stale_answer_can_be_used(client: FlaskClient) -> None:
    kept = keep(client)
    put(client, kept.link, sheet("Isaac"), kept.edit, kept.etag)
    stale = put(client, kept.link, sheet("Stan"), kept.edit, kept.etag)
    assert put(client, kept.link, sheet("Stan"), kept.edit, stale.headers["ETag"]).status_code == 200


def test_without_a_token_a_change_is_401(client: FlaskClient) -> None:
    kept = keep(client)
    for response in (put(client, kept.link, sheet("Isaac"), etag=kept.etag), delete(client, kept.link, etag=kept.etag)):
        assert response.status_code == 401
        check_problem(response)
        assert response.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize(
    "value", ["Bearer", "Bearer ", "Basic", "Basic dTpw", "Basic \xff", "junk", "", "Digest a=b", "\xff"]
)
def test_what_is_no_bearer_token_is_none(client: FlaskClient, value: str) -> None:
    kept = keep(client)
    assert put(client, kept.link, sheet(), etag=kept.etag, Authorization=value).status_code == 401


def test_another_token_is_403(client: FlaskClient) -> None:
    kept, other = keep(client), keep(client)
    for token in (other.edit, "junk", kept.link, kept.edit[:-1], kept.edit + "x", kept.edit.swapcase(), "a=b", "\xff"):
        for response in (put(client, kept.link, sheet("Isaac"), token, "*"), delete(client, kept.link, token, "*")):
            assert response.status_code == 403
            check_problem(response)
            assert response.json["type"] == "forbidden"
    assert show(client, kept.link).json["sheet"] == sheet()


def test_neither_the_link_nor_the_id_nor_what_is_stored_gives_a_right(app: Flask, client: FlaskClient) -> None:
    made = ask(client, "/sheets", sheet()).json
    (row,) = rows(app)["sheet"]
    for token in (made["link"], made["id"], row["edit_hash"]):
        assert put(client, made["link"], sheet("Isaac"), token, "*").status_code == 403


@pytest.mark.parametrize(
    "link", ["0123456789abc", "0", "nothing", "%00", "a%00b", "%ff", "x" * 3000, "0123456789ab%00", "0123456789ab'"]
)
def test_a_sheet_that_is_not_there_is_404(client: FlaskClient, link: str) -> None:
    for response in (show(client, link), put(client, link, sheet(), "token", "*"), delete(client, link, "token", "*")):
        assert response.status_code == 404
        check_problem(response)


def test_the_id_is_no_address(client: FlaskClient) -> None:
    made = ask(client, "/sheets", sheet()).json
    assert show(client, made["id"]).status_code == 404


def test_a_deleted_sheet_is_404(client: FlaskClient) -> None:
    kept = keep(client)
    response = delete(client, kept.link, kept.edit, kept.etag)
    assert response.status_code == 204
    assert not response.data
    assert show(client, kept.link).status_code == 404
    assert put(client, kept.link, sheet(), kept.edit, kept.etag).status_code == 404
    assert delete(client, kept.link, kept.edit, kept.etag).status_code == 404


def test_deleting_one_sheet_leaves_the_others(client: FlaskClient) -> None:
    gone, left = keep(client, sheet("Vera")), keep(client, sheet("Isaac"))
    delete(client, gone.link, gone.edit, gone.etag)
    assert show(client, left.link).json["sheet"] == sheet("Isaac")


def test_the_device_that_made_a_sheet_may_change_and_delete_it(client: FlaskClient) -> None:
    client.set_cookie(DEVICE, "the secret of a phone")
    kept = keep(client)
    changed = put(client, kept.link, sheet("Isaac"), etag=kept.etag)
    assert changed.status_code == 200
    assert delete(client, kept.link, etag=changed.headers["ETag"]).status_code == 204


def test_another_device_may_not(client: FlaskClient) -> None:
    client.set_cookie(DEVICE, "the secret of a phone")
    kept = keep(client)
    for secret in ("another phone", "the secret of a phon", "The secret of a phone"):
        client.set_cookie(DEVICE, secret)
        assert put(client, kept.link, sheet("Isaac"), etag="*").status_code == 403


@pytest.mark.parametrize(
    "cookie", ["", ";;;", "=", f"{DEVICE}", f"{DEVICE}=", f"{DEVICE}={'x' * 5000}", "\xff=\xff", f'{DEVICE}="\\000']
)
def test_what_is_no_cookie_of_a_device_is_none(app: Flask, cookie: str) -> None:
    client = app.test_client(use_cookies=False)
    kept = keep(client, Cookie=cookie)
    assert put(client, kept.link, sheet("Isaac"), etag="*", Cookie=cookie).status_code in {401, 403}
    assert put(client, kept.link, sheet("Isaac"), kept.edit, kept.etag, Cookie=cookie).status_code == 200


def test_a_sheet_made_without_a_device_is_nobodys_by_cookie(client: FlaskClient) -> None:
    kept = keep(client)
    for secret in ("", "None", hashlib.sha256(b"").hexdigest()):
        client.set_cookie(DEVICE, secret)
        assert put(client, kept.link, sheet("Isaac"), etag="*").status_code in {401, 403}


def test_a_wrong_token_is_not_mended_by_the_right_device(client: FlaskClient) -> None:
    client.set_cookie(DEVICE, "the secret of a phone")
    kept = keep(client)
    assert put(client, kept.link, sheet("Isaac"), "wrong", "*").status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
        {"Sec_Fetch_Site": "junk"},
        {"Sec_Fetch_Site": ""},
        {"Sec_Fetch_Site": "cross-site", "Origin": "http://localhost"},
        {"Origin": "http://elsewhere.example"},
        {"Origin": "http://localhost:5000"},
        {"Origin": "http://localhost.elsewhere.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "http://["},
        {"Origin": "localhost"},
    ],
)
def test_another_site_may_not_use_the_cookie_of_a_device(client: FlaskClient, headers: dict[str, str]) -> None:
    client.set_cookie(DEVICE, "the secret of a phone")
    kept = keep(client)
    for response in (
        put(client, kept.link, sheet("Isaac"), etag="*", **headers),
        delete(client, kept.link, etag="*", **headers),
        put(client, kept.link, sheet("Isaac"), etag="*", Authorization="Bearer ", **headers),
        ask(client, "/sheets", sheet(), **headers),
    ):
        assert response.status_code == 403
        check_problem(response)
        assert response.json["type"] == "cross-site"
    assert show(client, kept.link).json["sheet"] == sheet()


@pytest.mark.parametrize(
    "headers", [{"Sec_Fetch_Site": "same-origin"}, {"Sec_Fetch_Site": "none"}, {"Origin": "http://localhost"}]
)
def test_a_page_of_ours_may_use_it(client: FlaskClient, headers: dict[str, str]) -> None:
    client.set_cookie(DEVICE, "the secret of a phone")
    kept = keep(client, **headers)
    assert put(client, kept.link, sheet("Isaac"), etag=kept.etag, **headers).status_code == 200


def test_a_program_with_the_token_may_say_any_origin(client: FlaskClient) -> None:
    kept = keep(client, Origin="http://elsewhere.example")
    changed = put(client, kept.link, sheet("Isaac"), kept.edit, kept.etag, Origin="http://elsewhere.example")
    assert changed.status_code == 200


def test_only_hashes_of_secrets_are_stored(app: Flask, client: FlaskClient) -> None:
    client.set_cookie(DEVICE, "the secret of a phone")
    kept = keep(client, Idempotency_Key="the-very-own-key-of-a-request")
    put(client, kept.link, sheet("Isaac"), kept.edit, kept.etag)
    stored = str(rows(app))
    assert hashlib.sha256(kept.edit.encode()).hexdigest() in stored
    for secret in (kept.edit, "the secret of a phone", "the-very-own-key-of-a-request"):
        assert secret not in stored


def test_a_sheet_is_there_after_a_restart(client: FlaskClient, engine_url: str, make_app: AppMaker) -> None:
    kept = keep(client, EXAMPLE)
    restarted = make_app(engine_url).test_client()
    assert show(restarted, kept.link).json["sheet"] == EXAMPLE
    assert put(restarted, kept.link, sheet(), kept.edit, kept.etag).status_code == 200


def test_the_api_gives_no_cookie(client: FlaskClient) -> None:
    kept = ask(client, "/sheets", sheet())
    assert "Set-Cookie" not in kept.headers
    assert "Set-Cookie" not in show(client, kept.json["link"]).headers
