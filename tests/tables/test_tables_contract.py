"""Opening tables and looking at them: what is answered, to whom, and what is refused (docs/api.md, 3)."""

import hashlib
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from support.api_client import API, check_problem, faults
from support.box_builders import delete_box, keep_box, put_box
from support.common import rule
from support.databases import AppMaker
from support.random_json_player import any_action
from support.sheet_client import DEVICE, rows
from support.table_client import (
    BY_HAND,
    DEALT,
    FACES,
    GUARD_CARDS,
    Seat,
    an_action,
    done,
    of_the_log,
    offered,
    open_table,
    play,
    post,
    question,
    read_log,
    show,
    sit_down,
    somebody,
)

from companion.tables.codes import ALPHABET, CODE_LENGTH

LANGUAGES = ["en", "pl", "zh"]


# Opening


def test_a_new_table_has_a_code_to_read_aloud_a_token_and_the_first_question(client: FlaskClient) -> None:
    response = open_table(client)
    assert response.status_code == 201
    opened = response.json
    assert re.fullmatch(f"[{ALPHABET}]{{{CODE_LENGTH}}}", opened["code"])
    assert len(opened["token"]) >= 43
    assert response.headers["Location"] == f"{API}/tables/{opened['code']}"
    assert response.headers["ETag"] == '"1-0-en"'
    assert (opened["version"], opened["seat"], opened["closed"]) == (1, 0, False)
    assert (opened["seed"], opened["seed_known"]) == (None, False)
    assert (opened["undo_to"], opened["redo_to"]) == (None, None)
    assert opened["prompt"]["text"]
    assert [one["type"] for one in opened["prompt"]["actions"]] == ["type_goon", "type_goons", "deck_empty"]


def test_codes_have_no_signs_that_look_or_sound_alike() -> None:
    assert not {*ALPHABET} & {*"01iloIOLu"}


@pytest.mark.parametrize(
    "written", [str.upper, lambda code: f"{code[:3]}-{code[3:]}", lambda code: f"{code[:3]} {code[3:]}"]
)
def test_a_code_is_found_as_people_write_it(client: FlaskClient, written: Any) -> None:
    seat, _ = sit_down(client)
    assert show(client, written(seat.code)).json["code"] == seat.code


def test_only_hashes_of_token_and_device_are_kept(app: Flask, client: FlaskClient) -> None:
    client.set_cookie(DEVICE, "my phone")
    seat, _ = sit_down(client, Idempotency_Key="a-key-of-mine-and-nobody-elses")
    kept = str(rows(app))
    for secret in (seat.token, "my phone", "a-key-of-mine-and-nobody-elses"):
        assert secret not in kept


def test_everything_that_a_table_may_agree_on_shows_in_its_state(client: FlaskClient) -> None:
    _, shown = sit_down(
        client,
        {
            "edition": "first",
            "rulings": {"total_floor": "zero"},
            "difficulty": "expert",
            "dealing": "app",
            "name": "  Véra ",
            "starts": {"player": {"power": 3, "suspicion": 1}, "guards": {"reputation": 12}},
            "leader_goal": {"counts": "dwarf", "minimum": 3},
            "end_goal": {"kind": "majority", "counts": "gem"},
            "cubes": {"gold": 9},
            "cards": {"items": 25},
            "tomes_out": 2,
            "guard_deck": FACES,
            "seed": "Kulbak",
        },
    )
    state = shown["state"]
    assert {name: state[name] for name in ("edition", "rulings", "difficulty", "dealing")} == {
        "edition": "first",
        "rulings": {"total_floor": "zero"},
        "difficulty": "expert",
        "dealing": "app",
    }
    player, guards = state["sides"]
    assert player["name"] == "Véra"
    assert player["cubes"] == {"power": 3, "suspicion": 1}
    assert guards["reputation"] == 12
    assert state["goals"] == {
        "leader": {"counts": "dwarf", "minimum": 3},
        "end": {"kind": "majority", "counts": "gem"},
        "held_by": None,
        "counts": [0, 0],
        "instant": False,
        "claimed_by": None,
    }
    assert state["box"]["cubes"]["gold"] == 9
    assert state["box"]["cards"]["item"] == 25
    assert state["decks"]["tomes"] == state["box"]["cards"]["tome"] - 2


@rule("Z-1", "S-8")
def test_the_advanced_setup_begins_far_apart(client: FlaskClient) -> None:
    _, shown = sit_down(client, {**BY_HAND, "edition": "later", "advanced": True})
    assert [side["reputation"] for side in shown["state"]["sides"]] == [0, 20]


def test_a_table_takes_what_it_uses_from_a_box_as_the_box_is_now(client: FlaskClient) -> None:
    box = keep_box(
        client, {"name": "Mine", "edition": "first", "cubes": {"gold": 3}, "rulings": {"total_floor": "zero"}}
    )
    seat, shown = sit_down(client, {"box": box.link})
    client.delete(f"{API}/boxes/{box.link}", headers={"Authorization": f"Bearer {box.edit}", "If-Match": "*"})
    for state in (shown["state"], show(client, seat).json["state"]):
        assert (state["edition"], state["rulings"], state["box"]["cubes"]["gold"]) == (
            "first",
            {"total_floor": "zero"},
            3,
        )


def test_a_box_that_knows_all_guard_cards_lets_the_app_deal(client: FlaskClient) -> None:
    colours = {"base": 7, "green": 5}
    faces = {colour: {str(n): {"strength": 1} for n in range(1, many + 1)} for colour, many in colours.items()}
    box = keep_box(client, {"name": "Mine", "guards": faces})
    whole = next(
        difficulty
        for difficulty, known in client.get(f"{API}/boxes/{box.link}").json["guards_known"].items()
        if known["complete"]
    )
    assert sit_down(client, {"box": box.link, "difficulty": whole})[1]["state"]["dealing"] == "app"
    assert sit_down(client, {"box": box.link, "difficulty": "expert"})[1]["state"]["dealing"] == "cards"


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({"edition": "fourth"}, "/edition"),
        ({"difficulty": "easy"}, "/difficulty"),
        ({"dealing": "magic"}, "/dealing"),
        ({"rulings": {"nothing": "x"}}, "/rulings/nothing"),
        ({"rulings": {"total_floor": "x"}}, "/rulings/total_floor"),
        ({"name": ""}, "/name"),
        ({"name": "x" * 41}, "/name"),
        ({"name": "a\0b"}, "/name"),
        ({"advanced": "yes"}, "/advanced"),
        ({"advanced": True, "edition": "prototype"}, "/advanced"),
        ({"starts": {"player": {"power": -1}}}, "/starts/player/power"),
        ({"starts": {"player": {"power": 1.0}}}, "/starts/player/power"),
        ({"starts": {"guards": {"name": "G"}}}, "/starts/guards/name"),
        ({"starts": {"nobody": {}}}, "/starts/nobody"),
        ({"leader_goal": {"counts": "money"}}, "/leader_goal/counts"),
        ({"leader_goal": {}}, "/leader_goal/counts"),
        ({"end_goal": {"counts": "gem"}}, "/end_goal/kind"),
        ({"cubes": {"silver": 1}}, "/cubes/silver"),
        ({"cards": {"traits": 1}}, "/cards/traits"),
        ({"tomes_out": True}, "/tomes_out"),
        ({"guard_cards": 201}, "/guard_cards"),
        ({"dealing": "app"}, "/guard_deck"),
        ({"dealing": "app", "guard_deck": FACES[:-1]}, "/guard_deck"),
        ({"guard_deck": [*FACES, FACES[0]]}, "/guard_deck"),
        ({"guard_deck": [{"strength": "strong"}]}, "/guard_deck/0/strength"),
        ({"guard_deck": [{"special": True}]}, "/guard_deck/0/strength"),
        ({"seed": ""}, "/seed"),
        ({"seed": 7}, "/seed"),
        ({"box": "0123456789abc"}, "/box"),
        ({"colour": "red"}, "/colour"),
        ([], ""),
    ],
)
def test_what_no_table_can_agree_on_is_refused_at_its_field(
    app: Flask, client: FlaskClient, body: Any, where: str
) -> None:
    assert faults(open_table(client, body)) == [where]
    assert rows(app)["game_table"] == []


def test_all_that_is_wrong_with_a_table_is_said_at_once(client: FlaskClient) -> None:
    response = open_table(client, {"edition": "x", "name": "", "guard_deck": [{"strength": -1}], "more": 1})
    assert faults(response) == ["/edition", "/guard_deck/0/strength", "/more", "/name"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_speaks_the_language_of_the_request(client: FlaskClient, language: str) -> None:
    said = {"en": "Guards", "pl": "Strażnicy", "zh": "警卫"}
    seat, shown = sit_down(client, Accept_Language=language)
    response = show(client, seat, Accept_Language=language)
    assert response.headers["Content-Language"] == language
    assert response.headers["ETag"] == f'"1-0-{language}"'
    for answer in (shown, response.json):
        assert answer["state"]["sides"][1]["name"] == said[language]
    refused = post(client, seat, "actions", {"version": 1, "type": "pass"}, Accept_Language=language)
    assert refused.headers["Content-Language"] == language


def test_refusals_differ_from_language_to_language(client: FlaskClient) -> None:
    seat, _ = sit_down(client)
    bad: list[Any] = [{"version": 1, "type": "pass"}, {"version": 9, "type": "pass"}, {"version": 0, "type": ""}]
    for body in bad:
        said = [post(client, seat, "actions", body, Accept_Language=one).json for one in LANGUAGES]
        assert len({one["detail"] for one in said}) == len(LANGUAGES)
        if "errors" in said[0]:
            assert len({one["errors"][0]["message"] for one in said}) == len(LANGUAGES)


# Fair shuffles


@rule("Z-20")
def test_a_table_commits_itself_to_its_seed_and_shows_it_once_closed(client: FlaskClient) -> None:
    seat, opened = sit_down(client)
    closed = done(post(client, seat, "close", {"version": 1}))
    assert closed["commitment"] == opened["commitment"]
    assert len(bytes.fromhex(closed["seed"])) * 8 >= 128
    assert closed["commitment"] == hashlib.sha256(f"lockup seed 1\n{closed['seed']}".encode()).hexdigest()


def test_a_given_seed_is_marked_as_known_but_not_shown_before_the_end(client: FlaskClient) -> None:
    seat, opened = sit_down(client, {**DEALT, "seed": "Kulbak"})
    assert opened["seed_known"] is True
    for response in (show(client, seat), show(client, seat.code)):
        assert "Kulbak" not in response.text
    assert done(post(client, seat, "close", {"version": 1}))["seed"] == "Kulbak"


def test_no_two_tables_have_the_same_seed(client: FlaskClient) -> None:
    assert len({open_table(client).json["commitment"] for _ in range(5)}) == 5


# Looking


def test_what_is_shown_is_what_the_last_answer_said(client: FlaskClient) -> None:
    seat, opened = sit_down(client)
    shown = show(client, seat).json
    assert shown["corrections"]
    assert of_the_log(shown) == {
        name: value for name, value in of_the_log(opened).items() if name not in {"token", "moves"}
    }
    assert opened["moves"] == []
    assert shown["setup"] == opened["setup"]
    written = done(post(client, seat, "actions", an_action(opened)))
    same = {name: value for name, value in written.items() if name not in {"line", "moves"}}
    assert of_the_log(show(client, seat).json) == same


def test_an_unchanged_table_is_304_until_something_happens(client: FlaskClient) -> None:
    seat, opened = sit_down(client)
    etag = show(client, seat).headers["ETag"]
    again = show(client, seat, If_None_Match=etag)
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", etag)
    assert show(client, seat, If_None_Match=f"W/{etag}").status_code == 304
    assert show(client, seat, If_None_Match=etag, Accept_Language="pl").status_code == 200
    assert show(client, seat.code, If_None_Match=etag).status_code == 200
    done(post(client, seat, "actions", an_action(opened)))
    assert show(client, seat, If_None_Match=etag).status_code == 200


def test_what_changes_beside_the_log_changes_the_etag(client: FlaskClient) -> None:
    box = keep_box(client, {"name": "Mine", "goons": {"1": {"type": "dwarf", "icons": 2}}})
    seat, _ = sit_down(client, {**BY_HAND, "box": box.link})
    first = show(client, seat)
    body = {"name": "Mine", "goons": {"2": {"type": "demon", "icons": 1}}}
    assert put_box(client, box.link, body, box.edit, "*").status_code == 200
    second = show(client, seat, If_None_Match=first.headers["ETag"])
    assert second.status_code == 200
    assert second.json["prompt"] != first.json["prompt"]
    assert delete_box(client, box.link, box.edit, "*").status_code == 204
    third = show(client, seat, If_None_Match=second.headers["ETag"])
    assert third.status_code == 200
    assert '"known":' in second.text
    assert '"known":' not in third.text


def test_a_kept_sheet_changes_the_etag(client: FlaskClient) -> None:
    seat, shown = sit_down(client)
    play(client, seat, shown, somebody("sheet"))
    before = show(client, seat)
    mine = {"Authorization": f"Bearer {seat.token}"}
    link = client.put(f"{API}/tables/{seat.code}/sheet", headers=mine).json["link"]
    assert show(client, seat, If_None_Match=before.headers["ETag"]).json["sheet"] == link


def test_the_answer_to_a_line_has_the_etag_of_the_table(client: FlaskClient) -> None:
    seat, opened = sit_down(client)
    response = post(client, seat, "actions", an_action(opened))
    assert response.headers["ETag"] == show(client, seat).headers["ETag"] == '"2-0-en"'


def test_a_table_shows_the_same_after_a_restart(client: FlaskClient, engine_url: str, make_app: AppMaker) -> None:
    seat, shown = sit_down(client)
    chance = somebody("restart")
    for _ in range(30):
        shown = done(post(client, seat, "actions", any_action(shown, chance)))
    restarted = make_app(engine_url).test_client()
    assert show(restarted, seat).data == show(client, seat).data
    assert show(restarted, seat.code).data == show(client, seat.code).data
    assert read_log(restarted, seat) == read_log(client, seat)


@pytest.mark.parametrize("code", ["zzzzzz", "0", "x" * 500, "%00", "abc%2Fdef", "ąąąąąą", "'; --"])
@pytest.mark.parametrize("path", ["", "/log", "/scores"])
def test_no_table_is_404(client: FlaskClient, code: str, path: str) -> None:
    response = client.get(f"{API}/tables/{code}{path}")
    assert response.status_code == 404
    check_problem(response)


@pytest.mark.parametrize("path", ["actions", "corrections", "undo", "redo", "close"])
def test_nothing_is_done_at_no_table(client: FlaskClient, path: str) -> None:
    body = {"version": 1, **({"type": "pass"} if path in {"actions", "corrections"} else {})}
    body |= {"to": 1} if path in {"undo", "redo"} else {}
    response = post(client, Seat("zzzzzz", "token"), path, body)
    assert response.status_code == 404
    check_problem(response)


# The log


def test_each_line_of_the_log_is_the_one_that_its_answer_had(client: FlaskClient) -> None:
    seat, shown = sit_down(client)
    chance = somebody("log")
    answered = []
    for _ in range(25):
        shown = done(post(client, seat, "actions", any_action(shown, chance)))
        answered.append(shown["line"])
    first, *rest = read_log(client, seat)
    assert (first["version"], first["kind"], first["seat"], first["act"]) == (1, "begin", None, {})
    assert rest == answered


def test_every_event_has_its_reasons_with_rule_ids(client: FlaskClient) -> None:
    seat, shown = sit_down(client)
    play(client, seat, shown, somebody("reasons"))
    events = [event for line in read_log(client, seat) for event in line["lines"]]
    assert all(reason["text"] and re.fullmatch(r"[A-Z]-\d+", reason["rule"]) for one in events for reason in one["why"])
    assert {one["event"] for one in events} >= {"dealt", "guard_card_turned", "moved", "scored", "round_began"}
    # What has no sentence says in `why`, or in the state, all that there is to say.
    untold = {one["event"] for one in events if not one["text"]}
    assert untold <= {"counted", "location_opened", "tokens_turned"}


@pytest.mark.parametrize("limit", [1, 7, 200])
def test_the_log_is_read_page_by_page_without_a_gap_or_a_repetition(client: FlaskClient, limit: int) -> None:
    seat, shown = sit_down(client)
    chance = somebody("pages")
    for _ in range(15):
        shown = done(post(client, seat, "actions", any_action(shown, chance)))
    versions: list[int] = []
    cursor = None
    while True:
        response = client.get(f"{API}/tables/{seat.code}/log", query_string={"limit": limit, "cursor": cursor})
        page = [line["version"] for line in response.json["lines"]]
        assert 1 <= len(page) <= limit
        versions += page
        cursor = response.json["next"]
        if cursor is None:
            break
    assert versions == list(range(1, 17))


def test_a_cursor_goes_on_where_lines_have_been_added_since(client: FlaskClient) -> None:
    seat, shown = sit_down(client)
    shown = done(post(client, seat, "actions", an_action(shown)))
    cursor = client.get(f"{API}/tables/{seat.code}/log?limit=1").json["next"]
    done(post(client, seat, "actions", an_action(shown)))
    rest = client.get(f"{API}/tables/{seat.code}/log", query_string={"cursor": cursor}).json
    assert [line["version"] for line in rest["lines"]] == [2, 3]
    assert rest["next"] is None


@pytest.mark.parametrize(
    ("query", "where"),
    [
        ("limit=0", ["/limit"]),
        ("limit=201", ["/limit"]),
        ("limit=-1", ["/limit"]),
        ("limit=1e2", ["/limit"]),
        ("limit=", ["/limit"]),
        ("limit=٣", ["/limit"]),
        ("limit=" + "9" * 5000, ["/limit"]),
        ("cursor=", ["/cursor"]),
        ("cursor=!!!", ["/cursor"]),
        ("cursor=YWZ0ZXIgLTE", ["/cursor"]),
        ("cursor=%00", ["/cursor"]),
        ("cursor=ą", ["/cursor"]),
        ("cursor=a", ["/cursor"]),
        ("cursor=x&limit=x", ["/cursor", "/limit"]),
    ],
)
def test_a_query_that_is_none_is_refused_at_its_field(client: FlaskClient, query: str, where: list[str]) -> None:
    seat, _ = sit_down(client)
    assert faults(client.get(f"{API}/tables/{seat.code}/log?{query}")) == where


# The scores


def test_there_are_no_scores_before_the_end(client: FlaskClient) -> None:
    seat, _ = sit_down(client)
    response = client.get(f"{API}/tables/{seat.code}/scores")
    assert response.status_code == 409
    check_problem(response)
    assert response.json["type"] == "not-ended"


def test_a_game_that_has_ended_is_scored_from_its_log(client: FlaskClient) -> None:
    seat, shown = sit_down(client, {**DEALT, "name": "Vera"})
    shown = play(client, seat, shown, somebody("scores"))
    nobody = {"step": None, "side": None, "keeper": None, "asleep": [], "actions": [], "barred": []}
    assert question(shown) == {**nobody, "text": shown["prompt"]["text"]}
    scores = client.get(f"{API}/tables/{seat.code}/scores").json["scores"]
    assert [side["name"] for side in scores["sides"]] == ["Vera", "Guards"]
    for side in scores["sides"]:
        assert sum(line["points"] for line in side["lines"]) == side["total"]
    tracks = [next(line["points"] for line in side["lines"] if line["category"] == "track") for side in scores["sides"]]
    assert all(isinstance(points, int) for points in tracks)
    assert len(scores["winners"]) == 1


def test_a_player_may_be_called_as_the_guards_are(client: FlaskClient) -> None:
    seat, shown = sit_down(client, {**DEALT, "name": "Guards"})
    play(client, seat, shown, somebody("name"))
    scores = client.get(f"{API}/tables/{seat.code}/scores").json["scores"]
    assert len({side["name"] for side in scores["sides"]}) == 2


# Who may


@pytest.fixture
def seat_and_action(client: FlaskClient) -> tuple[Seat, dict[str, Any]]:
    seat, shown = sit_down(client)
    return seat, an_action(shown)


WRITES = ["actions", "corrections", "undo", "redo", "close"]


def bodies(action: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """A body for each way to write, all of them sound in form."""
    to = {"version": 1, "to": 1}
    return {"actions": action, "corrections": action, "undo": to, "redo": to, "close": {"version": 1}}


@pytest.mark.parametrize("path", WRITES)
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        ({"Authorization": "Bearer wrong"}, 403),
        ({"Authorization": "Bearer \xff"}, 403),
        ({"Authorization": "Basic Zm9v"}, 401),
        ({"Cookie": "another phone"}, 403),
    ],
)
def test_who_has_no_seat_writes_nothing(
    app: Flask, seat_and_action: tuple[Seat, dict[str, Any]], path: str, headers: dict[str, str], status: int
) -> None:
    seat, action = seat_and_action
    client = app.test_client()
    if "Cookie" in headers:
        client.set_cookie(DEVICE, headers["Cookie"])
    response = client.post(
        f"{API}/tables/{seat.code}/{path}", json=bodies(action)[path], headers={**headers, "Idempotency-Key": "k"}
    )
    assert response.status_code == status
    check_problem(response)
    assert ("WWW-Authenticate" in response.headers) == (status == 401)
    assert len(rows(app)["game_entry"]) == 1


@pytest.mark.parametrize("path", WRITES)
def test_the_seat_of_another_table_is_none_here(
    app: Flask, client: FlaskClient, seat_and_action: tuple[Seat, dict[str, Any]], path: str
) -> None:
    seat, action = seat_and_action
    other, _ = sit_down(client)
    response = post(client, Seat(seat.code, other.token), path, bodies(action)[path])
    assert response.status_code == 403
    check_problem(response)
    assert show(client, seat).json["version"] == 1


@pytest.mark.parametrize("path", ["", "/log", "/scores"])
def test_a_wrong_token_sees_nothing(client: FlaskClient, path: str) -> None:
    seat, _ = sit_down(client)
    for token in ("wrong", sit_down(client)[0].token):
        response = client.get(f"{API}/tables/{seat.code}{path}", headers={"Authorization": f"Bearer {token}"})
        assert response.status_code == 403
        check_problem(response)


def test_whoever_has_the_code_may_watch_and_do_nothing(client: FlaskClient) -> None:
    seat, _ = sit_down(client)
    watched = show(client, seat.code).json
    assert watched["seat"] is None
    assert watched["prompt"]["actions"] == []
    assert watched["prompt"]["text"]
    assert watched["corrections"] == []


def test_the_device_that_opened_a_table_sits_there_without_its_token(app: Flask) -> None:
    client = app.test_client()
    client.set_cookie(DEVICE, "my phone")
    opened = open_table(client).json
    assert client.get(f"{API}/tables/{opened['code']}").json["seat"] == 0
    response = client.post(
        f"{API}/tables/{opened['code']}/actions", json=an_action(opened), headers={"Idempotency-Key": "k"}
    )
    assert response.status_code == 200
    other = app.test_client()
    other.set_cookie(DEVICE, "another phone")
    assert other.get(f"{API}/tables/{opened['code']}").json["seat"] is None


@pytest.mark.parametrize("headers", [{"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}])
def test_another_site_writes_nothing_with_the_cookie_of_the_device(app: Flask, headers: dict[str, str]) -> None:
    client = app.test_client()
    client.set_cookie(DEVICE, "my phone")
    opened = open_table(client).json
    for path, body in bodies(an_action(opened)).items():
        response = client.post(
            f"{API}/tables/{opened['code']}/{path}", json=body, headers={"Idempotency-Key": "k", **headers}
        )
        assert response.status_code == 403
        assert response.json["type"] == "cross-site"
    assert len(rows(app)["game_entry"]) == 1


@pytest.fixture
def of_the_player(client: FlaskClient) -> Any:
    """A table at which the player keeps things secret: a reserved item, tomes, tokens at home and face down."""
    seat, shown = sit_down(client)
    shown = play(client, seat, shown, somebody("Vera"), until=lambda now: offered(now, "assign"))
    for kind, fields in (
        ("set_tomes", {"holder": [0], "number": 2}),
        ("draw_item", {"to": [{"zone": "reserve", "side": 0}]}),
    ):
        body = {"version": shown["version"], "type": kind, "fields": fields}
        shown = done(post(client, seat, "corrections", body))
    tokens = {"location": ["sewers"], "tokens": ["enforcer", 3], "face_down": [3]}
    shown = done(post(client, seat, "actions", {"version": shown["version"], "type": "assign", "fields": tokens}))
    return seat, shown


@rule("V-1", "R-3")
def test_a_watcher_sees_how_many_a_player_keeps_hidden_but_not_which(client: FlaskClient, of_the_player: Any) -> None:
    seat, shown = of_the_player
    player = shown["state"]["sides"][0]
    response = show(client, seat.code)
    watched = response.json["state"]["sides"][0]
    assert watched["home"] == [None] * len(player["home"])
    assert watched["reserve"] == [None] * len(player["reserve"])
    assert watched["tomes"] is None
    assert response.json["state"]["decks"]["tomes"] is None
    assert {str(card) for card in player["reserve"]} & {*response.json["state"]["cards"]} == set()
    for mine, seen in zip(player["tokens"], watched["tokens"], strict=True):
        assert seen == {**mine, "token": None if mine["face_down"] else mine["token"]}


@rule("V-1")
def test_the_log_tells_a_watcher_what_was_done_but_not_with_which_hidden_tokens(
    client: FlaskClient, of_the_player: Any
) -> None:
    seat, _ = of_the_player
    mine = read_log(client, seat)
    watched = read_log(client, seat.code)
    assert [(line["version"], line["kind"]) for line in watched] == [(line["version"], line["kind"]) for line in mine]
    assert all({*line["act"]} <= {"type", "to"} for line in watched)
    hidden = 0
    for line in watched:
        for event in line["lines"]:
            if event["event"] == "assigned":
                assert {*event["data"]["face_down"]} <= {None}
                hidden += len(event["data"]["face_down"])
            if event["event"] == "tomes_moved" and event["data"]["target"] != "discards":
                assert event["data"]["number"] is None
    assert hidden


# Bodies


@pytest.mark.parametrize(
    ("path", "body", "where"),
    [
        ("actions", {}, ["/type", "/version"]),
        ("actions", {"version": 1}, ["/type"]),
        ("actions", {"version": 0, "type": "x"}, ["/version"]),
        ("actions", {"version": "1", "type": "x"}, ["/version"]),
        ("actions", {"version": 1.0, "type": "x"}, ["/version"]),
        ("actions", {"version": 2**31, "type": "x"}, ["/version"]),
        ("actions", {"version": 1, "type": 7}, ["/type"]),
        ("actions", {"version": 1, "type": ""}, ["/type"]),
        ("actions", {"version": 1, "type": "x" * 41}, ["/type"]),
        ("actions", {"version": 1, "type": "x\0"}, ["/type"]),
        ("actions", {"version": 1, "type": "x", "fields": []}, ["/fields"]),
        ("actions", {"version": 1, "type": "x", "fields": {"a": 1.5, "b": ["\0"]}}, ["/fields/a", "/fields/b/0"]),
        ("actions", {"version": 1, "type": "x", "more": 1}, ["/more"]),
        ("corrections", {"version": 1, "type": None}, ["/type"]),
        ("undo", {"version": 1}, ["/to"]),
        ("undo", {"version": 1, "to": 0}, ["/to"]),
        ("redo", {"to": 1}, ["/version"]),
        ("close", {"version": 1, "type": "x"}, ["/type"]),
        ("close", [], [""]),
    ],
)
def test_a_body_of_the_wrong_form_is_refused_at_its_fields(
    client: FlaskClient, path: str, body: Any, where: list[str]
) -> None:
    seat, _ = sit_down(client)
    assert faults(post(client, seat, path, body)) == where
    assert show(client, seat).json["version"] == 1


@pytest.mark.parametrize("path", WRITES)
def test_a_line_wants_a_key(client: FlaskClient, path: str) -> None:
    seat, shown = sit_down(client)
    response = client.post(
        f"{API}/tables/{seat.code}/{path}",
        json=bodies(an_action(shown))[path],
        headers={"Authorization": f"Bearer {seat.token}"},
    )
    assert response.status_code == 400
    check_problem(response)
    assert response.json["type"] == "bad-key"


def test_the_guard_deck_of_the_tests_is_whole() -> None:
    assert len(FACES) == GUARD_CARDS


@pytest.mark.parametrize(
    "fields", [dict.fromkeys(map(str, range(201)), 1), {"goon": dict.fromkeys(map(str, range(201)))}]
)
def test_no_action_has_more_members_than_anything_has(client: FlaskClient, fields: dict[str, Any]) -> None:
    seat, shown = sit_down(client)
    refused = post(client, seat, "actions", {"version": shown["version"], "type": "type_goon", "fields": fields})
    assert (refused.status_code, refused.json["type"]) == (422, "invalid-fields")
    assert [one["message"] for one in refused.json["errors"]] == ["At most 200 entries, please."]
