"""The score sheet of a game that has ended: kept once, found from the table, and the table from it."""

import random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from support.api_client import API, check_problem
from support.common import rule
from support.seat_client import invited, of_players, party, take
from support.sheet_client import DEVICE, delete, put, rows
from support.sheet_client import show as show_sheet
from support.table_client import Seat, done, offered, play, post, show, sit_down
from werkzeug.test import TestResponse

from companion.persistence.database import db
from companion.sheets.repository import find as find_sheet
from companion.tables import result_sheet

LAST = {"dealing": "house", "begin": {"round": 6, "phase": "patrol", "goons": dict.fromkeys(
    ("sewers", "infirmary", "smithy", "commissary", "chow_hall")
)}}  # fmt: skip


def ended(client: FlaskClient, **wishes: Any) -> tuple[Seat, Any]:
    """A table after its last raid."""
    seat, shown = sit_down(client, {**LAST, **wishes})
    return seat, play(client, seat, shown, random.Random("Vera"))


def ended_party(client: FlaskClient, **wishes: Any) -> Seat:
    """A table of two in full depth after its last raid, all of whose points the app knows; Isaac is far ahead."""
    sides = [{"reputation": 3}, {"reputation": 44}]
    begin = {"round": 6, "phase": "lights_out", "location": "library", "goons": LAST["begin"]["goons"], "sides": sides}
    seat, shown = sit_down(client, of_players("Vera", "Isaac", begin_together=begin, **wishes))
    assert play(client, seat, shown, random.Random("Vera"))["state"]["phase"] == "ended"
    return seat


def keep(client: FlaskClient, seat: Seat, token: str | None = None, **headers: str) -> TestResponse:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    bearer = {"Authorization": f"Bearer {token or seat.token}"} if token != "" else {}
    return client.put(f"{API}/tables/{seat.code}/sheet", headers={**bearer, **named})


@rule("F-1")
def test_the_scores_of_an_ended_game_are_kept_as_a_sheet_that_the_table_leads_to(client: FlaskClient) -> None:
    seat, _ = ended(client)
    assert show(client, seat).json["sheet"] is None
    kept = keep(client, seat)
    assert kept.status_code == 200, kept.text
    assert kept.headers["Location"] == f"{API}/sheets/{kept.json['link']}"
    scores = client.get(f"{API}/tables/{seat.code}/scores").json["scores"]
    assert kept.json["scores"] == scores
    sheet = show_sheet(client, kept.json["link"])
    assert (sheet.json["scores"], sheet.headers["ETag"]) == (scores, kept.headers["ETag"])
    assert [side["name"] for side in sheet.json["sheet"]["sides"]] == ["You", "Guards"]
    for viewer in (seat, seat.code):
        assert show(client, viewer).json["sheet"] == kept.json["link"]


@rule("E-14")
def test_what_goons_of_no_known_type_are_worth_is_a_line_of_tables_and_sheets_alone(client: FlaskClient) -> None:
    strange = {"round": 6, "phase": "patrol", "player": {"goons": [{"type": "other", "icons": 0}]}}
    seat, shown = sit_down(client, {**LAST, "begin": {**LAST["begin"], **strange}})
    shown = play(client, seat, shown, random.Random("Vera"), until=lambda now: offered(now, "count"))
    done(post(client, seat, "actions", {"version": shown["version"], "type": "count", "fields": {"number": 7}}))
    kept = keep(client, seat).json
    sheet = show_sheet(client, kept["link"])
    lines = [[line["category"] for line in side["lines"]] for side in kept["scores"]["sides"]]
    for one in lines:
        assert one[one.index("flayer") + 1] == "other_goons"
    assert {line["category"]: line["points"] for line in kept["scores"]["sides"][0]["lines"]}["other_goons"] == 7
    body = sheet.json["sheet"]
    assert [side.get("other_goons") for side in body["sides"]] == [7, None]
    changed = put(client, kept["link"], body, seat.token, sheet.headers["ETag"])
    assert (changed.status_code, changed.json["scores"]) == (200, kept["scores"])
    refused = client.post(f"{API}/rulings/scores", json=body)
    assert [error["path"] for error in refused.json["errors"]] == ["/sides/0/other_goons"]
    # A page shows the line too, and its points can be corrected there.
    assert b"Other goons" in client.get(f"/s/{kept['link']}").data


def test_who_has_won_a_game_in_which_nobody_had_to_count_is_known_to_nobody_before_somebody_shows_it(
    client: FlaskClient,
) -> None:
    client.set_cookie(DEVICE, "our phone")
    seat = ended_party(client)

    def pages() -> list[str]:
        paths = (f"/t/{seat.code}", f"/screen/{seat.code}", "/history")
        return [client.get(path).text for path in paths]

    sealed = show(client, seat.code).json
    # Nobody has counted in secret, so that a program that asks for points is told.
    assert None not in [one["score"] for one in sealed["summary"]["sides"]]
    assert (sealed["scene"]["kind"], sealed["scene"]["lines"], sealed["scene"]["winners"]) == ("reveal", [], [])
    assert not [page for page in pages() if "Isaac wins" in page]
    assert "The scores are covered." in pages()[-1]
    assert keep(client, seat).status_code == 200
    told = show(client, seat.code).json
    assert told["version"] > sealed["version"]
    assert told["scene"]["kind"] == "result"
    assert all("Isaac wins" in page for page in pages())
    # It is shown once.
    keep(client, seat)
    assert show(client, seat.code).json["version"] == told["version"]


def lines_shown(client: FlaskClient, seat: Seat) -> tuple[int, int]:
    """How many lines the room sees of the scores, and how many are covered."""
    scene = show(client, seat.code).json["scene"]
    return len(scene["lines"]), len(scene.get("covered", ()))


def test_line_by_line_the_scores_are_uncovered_by_whoever_keeps_or_runs_the_table_but_all_of_them_by_anybody(
    client: FlaskClient,
) -> None:
    """As docs/api.md says; each line is one of `lines`, so that as many as there are uncover all."""
    vera = ended_party(client, holds=[0])
    isaac = take(client, vera.code, 1, invite=invited(client, vera, seat=1))
    shown, lines = lines_shown(client, vera)
    assert shown == 0
    refused = post(client, isaac, "reveal", {"lines": lines - 1})
    assert (refused.status_code, refused.json["type"]) == (403, "not-host")
    done(post(client, vera, "reveal", {"lines": 1}))
    assert lines_shown(client, vera) == (1, lines - 1)
    done(post(client, isaac, "reveal", {"lines": lines}))
    assert lines_shown(client, vera) == (lines, 0)
    # A tap that comes late covers nothing again.
    done(post(client, vera, "reveal", {"lines": 2}))
    assert lines_shown(client, vera) == (lines, 0)
    assert show(client, vera.code).json["scene"]["kind"] == "reveal"
    done(post(client, isaac, "reveal", {"lines": 99}))
    assert show(client, vera.code).json["scene"]["kind"] == "result"


def test_before_the_end_nobody_uncovers_scores_and_each_hears_why(client: FlaskClient) -> None:
    """Who could uncover line by line later hears that the game goes on; the others that it is not theirs to do."""
    vera, isaac = party(client, "Vera", "Isaac")
    for who, lines, status, kind in (
        (vera, 1, 409, "not-ended"),
        (isaac, 1, 403, "not-host"),
        (isaac, 99, 409, "not-ended"),
    ):
        refused = post(client, who, "reveal", {"lines": lines})
        assert (refused.status_code, refused.json["type"]) == (status, kind), (who, lines)
    done(post(client, vera, "keeper", {"seat": 1}))
    assert post(client, isaac, "reveal", {"lines": 1}).json["type"] == "not-ended"


def test_closing_a_game_shows_who_has_won(client: FlaskClient) -> None:
    seat = ended_party(client)
    closed = done(post(client, seat, "close", {"version": show(client, seat).json["version"]}))
    assert show(client, closed["link"]).json["scene"]["kind"] == "result"


def test_the_sheet_leads_back_to_its_table(app: Flask, client: FlaskClient) -> None:
    seat, _ = ended(client)
    link = keep(client, seat).json["link"]
    with app.app_context():
        table = result_sheet.table_of(find_sheet(link))
        assert table is not None
        assert table.code == seat.code


def test_a_table_keeps_one_sheet_however_often_it_is_asked_and_in_whatever_language(
    app: Flask, client: FlaskClient
) -> None:
    seat, _ = ended(client)
    first = keep(client, seat)
    again = keep(client, seat, Accept_Language="pl")
    assert again.json["link"] == first.json["link"]
    assert again.json["sheet"] == first.json["sheet"]
    assert len(rows(app)["sheet"]) == 1


def test_a_player_called_as_the_guards_are_is_told_apart(client: FlaskClient) -> None:
    seat, _ = ended(client, name="Guards")
    assert [side["name"] for side in keep(client, seat).json["sheet"]["sides"]] == ["Guards", "Guards 2"]


def test_a_game_that_goes_on_keeps_no_scores(client: FlaskClient) -> None:
    seat, _ = sit_down(client, LAST)
    refused = keep(client, seat)
    check_problem(refused)
    assert (refused.status_code, refused.json["type"]) == (409, "not-ended")


def test_a_closed_table_keeps_its_scores_and_corrections_go_to_the_sheet(client: FlaskClient) -> None:
    seat, shown = ended(client)
    done(post(client, seat, "close", {"version": shown["version"]}))
    kept = keep(client, seat)
    body = {**kept.json["sheet"], "last_raid": False}
    refused = post(client, seat, "corrections", {"version": shown["version"] + 1, "type": "set_marker", "fields": {}})
    assert (refused.status_code, refused.json["type"]) == (409, "closed")
    changed = put(client, kept.json["link"], body, seat.token, kept.headers["ETag"])
    assert changed.status_code == 200, changed.text
    assert "last_raid" not in keep(client, seat).json["sheet"] or not keep(client, seat).json["sheet"]["last_raid"]


@pytest.mark.parametrize(("token", "status"), [("", 401), ("another", 403)])
def test_only_the_seat_keeps_the_scores(client: FlaskClient, token: str, status: int) -> None:
    seat, _ = ended(client)
    assert keep(client, seat, token).status_code == status


def test_no_table_no_sheet(client: FlaskClient) -> None:
    assert keep(client, Seat("222222", "token")).status_code == 404


def test_the_device_that_opened_the_table_corrects_and_deletes_its_sheet(client: FlaskClient) -> None:
    client.set_cookie(DEVICE, "my phone")
    seat, _ = ended(client)
    kept = keep(client, seat, "")
    assert kept.status_code == 200, kept.text
    deleted = delete(client, kept.json["link"], etag=kept.headers["ETag"])
    assert deleted.status_code == 204
    assert show(client, seat).json["sheet"] is None


def test_a_deleted_sheet_is_made_anew_when_it_is_asked_for(client: FlaskClient) -> None:
    seat, _ = ended(client)
    first = keep(client, seat)
    delete(client, first.json["link"], seat.token, "*")
    second = keep(client, seat)
    assert second.json["link"] != first.json["link"]
    assert second.json["sheet"] == first.json["sheet"]


def ended_otherwise(client: FlaskClient, seat: Seat) -> None:
    """The same game, gone back and ended with another figure."""
    shown = show(client, seat).json
    back = done(post(client, seat, "undo", {"version": shown["version"], "to": shown["undo_to"]}))
    body = {"version": back["version"], "type": "set_reputation", "fields": {"side": [0], "number": 77}}
    play(client, seat, done(post(client, seat, "corrections", body)), random.Random("Vera"))


def test_a_sheet_follows_its_table_that_went_back_and_ended_otherwise(app: Flask, client: FlaskClient) -> None:
    seat, _ = ended(client)
    first = keep(client, seat)
    ended_otherwise(client, seat)
    second = keep(client, seat)
    assert second.json["link"] == first.json["link"]
    assert second.headers["ETag"] != first.headers["ETag"]
    assert second.json["sheet"]["sides"][0]["reputation"] == 77
    assert len(rows(app)["sheet"]) == 1


def test_a_sheet_that_somebody_has_corrected_is_left_as_it_is(client: FlaskClient) -> None:
    seat, _ = ended(client)
    first = keep(client, seat)
    sides = [{**side, "reputation": 50} for side in first.json["sheet"]["sides"]]
    put(client, first.json["link"], {**first.json["sheet"], "sides": sides}, seat.token, "*")
    ended_otherwise(client, seat)
    assert {side["reputation"] for side in keep(client, seat).json["sheet"]["sides"]} == {50}


def test_two_phones_that_keep_at_the_same_moment_keep_one_sheet(app: Flask, client: FlaskClient) -> None:
    from concurrent.futures import ThreadPoolExecutor

    seat, _ = ended(client)
    with ThreadPoolExecutor(4) as threads:
        links = {one.json["link"] for one in threads.map(lambda _: keep(app.test_client(), seat), range(8))}
    assert len(links) == len(rows(app)["sheet"]) == 1
    with app.app_context():
        db.engine.dispose()
