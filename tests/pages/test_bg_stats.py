"""A result as a play for BG Stats: the link decoded as that app would, its length, and who is who."""

import json
import random
import re
from datetime import UTC, datetime, timedelta, timezone
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from support.api_client import API
from support.common import rule
from support.sheet_client import DEVICE, keep
from support.table_client import Seat, done, play, post, sit_down

from companion.pages.sheet.bg_stats import ADDRESS, LONGEST_ADDRESS, PlayDetails, PlaySide, play_link
from companion.plays.person import person_id
from companion.rules.schema import LONGEST_NAME
from companion.scoring.score import SideScore
from companion.tables.score_reveal import ALL_LINES

MADE = datetime(2026, 5, 12, 21, 4, 5, tzinfo=UTC)
LAST = {"round": 6, "phase": "patrol", "goons": dict.fromkeys(
    ("sewers", "infirmary", "smithy", "commissary", "chow_hall")
)}  # fmt: skip


def side(name: str, total: int, rank: int, *, winner: bool = False) -> SideScore:
    return SideScore(name, total, rank, winner, (), ())


def decoded(link: str) -> Any:
    """What an app reads in a link."""
    address = urlsplit(link)
    assert f"{address.scheme}://{address.netloc}{address.path}" == ADDRESS
    [data] = parse_qs(address.query, strict_parsing=True)["data"]
    return json.loads(data)


def play_on(page: str) -> Any:
    """The play that a page links, decoded; None where it links none."""
    found = re.search(r'<a [^>]*href="(https://app\.bgstatsapp\.com[^"]*)"[^>]*>', page)
    if found is None:
        return None
    assert 'target="_blank"' in found[0]
    assert 'rel="noopener"' in found[0]
    return decoded(unescape(found[1]))


def test_a_play_that_was_worked_out_by_hand() -> None:
    guards = PlaySide(side("Guards", 61, 1, winner=True), "Expert", guards=True, starts=True)
    assert decoded(play_link("4c5d", PlayDetails(MADE), [PlaySide(side("Vera", 58, 2)), guards])) == {
        "sourceName": "Lockup companion",
        "sourcePlayId": "4c5d",
        "playDate": "2026-05-12 21:04:05",
        "game": {
            "name": "Lockup: A Roll Player Tale",
            "sourceGameId": "lockup",
            "bggId": 240855,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": "Vera",
                # The first 20 signs of sha256 of "vera".
                "sourcePlayerId": "c7f6d322bc205f26de15",
                "score": 58,
                "winner": False,
                "startPlayer": False,
                "rank": 2,
                "role": "",
            },
            {
                "name": "Guards",
                "sourcePlayerId": "guards",
                "score": 61,
                "winner": True,
                "startPlayer": True,
                "rank": 1,
                "role": "Expert",
            },
        ],
    }


def test_the_date_is_in_utc_wherever_the_sheet_was_made() -> None:
    there = MADE.astimezone(timezone(timedelta(hours=2)))
    assert decoded(play_link("", PlayDetails(there), []))["playDate"] == "2026-05-12 21:04:05"


@given(st.lists(st.tuples(st.text(), st.integers(-99, 9999), st.booleans(), st.text()), max_size=5), st.text())
def test_whatever_stands_in_a_play_comes_out_of_its_link_as_it_went_in(
    told: list[tuple[str, int, bool, str]], play: str
) -> None:
    sides = [PlaySide(side(name, n, 1, winner=flag), role, starts=not flag) for name, n, flag, role in told]
    found = decoded(play_link(play, PlayDetails(MADE), sides))
    assert found["sourcePlayId"] == play
    assert [
        (one["name"], one["score"], one["winner"], one["role"], one["startPlayer"]) for one in found["players"]
    ] == [(name, n, flag, role, not flag) for name, n, flag, role in told]


@given(st.lists(st.text(), max_size=5))
def test_a_link_holds_nothing_that_could_end_it(names: list[str]) -> None:
    link = play_link("", PlayDetails(MADE), [PlaySide(side(name, 0, 1)) for name in names])
    assert re.fullmatch(r"[A-Za-z0-9%_.~-]*", link.removeprefix(f"{ADDRESS}?data="))


@pytest.mark.parametrize("sign", ["维", "\N{GRINNING FACE}", "\\", '"', "ł"])
def test_five_names_as_long_as_names_can_be_fit_into_an_address(sign: str) -> None:
    name = sign * LONGEST_NAME
    sides = [PlaySide(side(name, 9999, 5, winner=True), "巨魔地精" * 5, starts=True)] * 5
    assert len(play_link("f" * 32, PlayDetails(MADE, 720, sign * 60, sign * 500), sides)) <= LONGEST_ADDRESS


def test_a_player_is_the_same_however_the_name_is_written_large_or_small() -> None:
    assert person_id("Vera") == person_id("vera") == person_id("VERA")
    assert len({person_id(name) for name in ("Vera", "Isaac", "维拉", "")}) == 4


def test_the_same_sheet_is_the_same_play_with_the_same_players_on_every_phone(hosted_app: Flask) -> None:
    kept = keep(hosted_app.test_client(), {"sides": [{"name": "Vera", "reputation": 9}, {"name": "Isaac"}]})
    other = keep(hosted_app.test_client(), {"sides": [{"name": "Isaac"}, {"name": "vera"}]})
    pages = [hosted_app.test_client().get(f"/s/{link}").text for link in (kept.link, kept.link, other.link)]
    first, again, second = map(play_on, pages)
    assert first == again
    assert first["sourcePlayId"] != second["sourcePlayId"]
    assert kept.link not in json.dumps(first)
    assert [one["sourcePlayerId"] for one in first["players"]] == [
        one["sourcePlayerId"] for one in reversed(second["players"])
    ]
    assert [(one["score"], one["rank"], one["winner"]) for one in first["players"]] == [(9, 1, True), (0, 2, False)]


def test_names_that_are_markup_are_only_names(hosted_app: Flask) -> None:
    names = ["<b>Vera</b>\"&'", "</script><script>alert(1)</script>", "%22}&data=", 'a\\"},{']
    kept = keep(hosted_app.test_client(), {"sides": [{"name": name} for name in names]})
    found = play_on(hosted_app.test_client().get(f"/s/{kept.link}").text)
    assert [one["name"] for one in found["players"]] == names


def test_a_sheet_that_is_still_being_counted_is_no_play(visitor: FlaskClient) -> None:
    draft = keep(visitor, {"sides": [{"name": "Vera"}, {"name": "Isaac"}], "draft": True})
    page = visitor.get(f"/s/{draft.link}")
    assert page.status_code == 200
    assert play_on(page.text) is None


def kept_of(client: FlaskClient, seat: Seat) -> str:
    link: str = client.put(f"{API}/tables/{seat.code}/sheet", headers=seat.headers()).json["link"]
    return link


def test_of_a_solitary_game_the_guards_are_a_player_whose_role_is_how_hard_it_was(visitor: FlaskClient) -> None:
    seat, shown = sit_down(visitor, {"dealing": "house", "difficulty": "expert", "name": "Vera", "begin": LAST})
    play(visitor, seat, shown, random.Random("Vera"))
    found = play_on(visitor.get(f"/s/{kept_of(visitor, seat)}").text)
    assert [(one["name"], one["role"], one["sourcePlayerId"]) for one in found["players"]] == [
        ("Vera", "", person_id("Vera")),
        ("Guards", "Expert", "guards"),
    ]


def ended_party(client: FlaskClient, holder: int | None) -> Seat:
    """A light game of three that has ended; somebody was given the marker before the first round was over."""
    players = [{"name": "Vera", "crew": "gnolls"}, {"name": "Isaac", "crew": "goblins"}, {"name": "Claire"}]
    seat, shown = sit_down(client, {"players": players, "depth": "light"})
    if holder is not None:
        marker = {"version": shown["version"], "type": "set_marker", "fields": {"side": [holder]}}
        shown = done(post(client, seat, "corrections", marker))
    shown = play(client, seat, shown, random.Random("x"), until=lambda now: now["state"]["round"] > 1)
    later = {"version": shown["version"], "type": "set_marker", "fields": {"side": [2]}}
    assert play(client, seat, done(post(client, seat, "corrections", later)), random.Random("y"))
    done(post(client, seat, "reveal", {"lines": ALL_LINES}))
    return seat


@rule("S-7")
@pytest.mark.parametrize(("given_to", "started"), [(None, 0), (1, 1)])
def test_who_had_the_marker_in_the_first_round_started(
    visitor: FlaskClient, given_to: int | None, started: int
) -> None:
    seat = ended_party(visitor, given_to)
    found = play_on(visitor.get(f"/s/{kept_of(visitor, seat)}").text)
    assert [one["startPlayer"] for one in found["players"]] == [place == started for place in range(3)]
    assert [one["role"] for one in found["players"]] == ["Gnolls", "Goblins", ""]


def test_of_a_game_that_began_in_the_middle_nobody_knows_who_started(visitor: FlaskClient) -> None:
    seat, shown = sit_down(visitor, {"dealing": "house", "begin": LAST})
    play(visitor, seat, shown, random.Random("Vera"))
    found = play_on(visitor.get(f"/s/{kept_of(visitor, seat)}").text)
    assert [one["startPlayer"] for one in found["players"]] == [False, False]


def test_the_end_of_a_table_links_the_play_once_its_scores_are_kept(visitor: FlaskClient) -> None:
    visitor.set_cookie(DEVICE, "the phone of Vera")
    seat = ended_party(visitor, None)
    export = f"{API}/tables/{seat.code}/export"
    page = visitor.get(f"/t/{seat.code}").text
    assert play_on(page) is None
    assert export in page
    link = kept_of(visitor, seat)
    assert play_on(visitor.get(f"/t/{seat.code}").text) == play_on(visitor.get(f"/s/{link}").text)


def test_whoever_only_looks_at_a_table_is_offered_no_export(hosted_app: Flask) -> None:
    phone = hosted_app.test_client()
    seat = ended_party(phone, None)
    page = hosted_app.test_client().get(f"/t/{seat.code}")
    assert page.status_code == 200
    assert "/export" not in page.text


def test_a_result_is_a_file_that_is_what_the_api_answers(visitor: FlaskClient) -> None:
    kept = keep(visitor, {"sides": [{"name": "维拉", "reputation": 9}, {"name": "Isaac"}]})
    page = visitor.get(f"/s/{kept.link}").text
    assert f'href="/s/{kept.link}/sheet.json"' in page
    file = visitor.get(f"/s/{kept.link}/sheet.json")
    assert file.json == visitor.get(f"{API}/sheets/{kept.link}").json
    assert file.headers["Content-Disposition"] == f'attachment; filename="lockup-{kept.link}.json"'
    assert file.mimetype == "application/json"


def test_the_file_of_no_sheet_is_not_found(visitor: FlaskClient) -> None:
    assert visitor.get("/s/0123456789abc/sheet.json").status_code == 404
