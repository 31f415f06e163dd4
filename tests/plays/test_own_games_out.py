"""Own games out of the history as files, and in again: nothing changes, and nothing is lost."""

import csv
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from io import StringIO
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete
from support.sheet_client import DEVICE, keep, rows
from test_past_plays import VOCABULARY, made_of
from test_past_plays_pages import confirm, figures, look

from companion.identity.caller import Caller
from companion.persistence.database import writing
from companion.plays.bg_stats_file import MEMBERS, read_bg_stats
from companion.plays.bg_stats_share import ShareWords, write_bg_stats
from companion.plays.csv_file import read_csv, write_csv
from companion.plays.imports import take_in, unseen
from companion.plays.models import Play, PlayDevice, PlayImport
from companion.plays.past_play import Details, PastPlay, Refused, Score, past_play
from companion.plays.person import person_id
from companion.plays.queries import plays_seen
from companion.plays.recording import INSERT_PLAY, INSERT_SIDE
from companion.web.strict_json import parse_json

WORDS = ShareWords("Guards", "Somebody", {"expert": "Expert", "moderate": "Moderate"})
HERE, ELSEWHERE = (
    Caller(device="the phone of Vera, which is long enough"),
    Caller(device="another phone of hers, long too"),
)

ZONES = [None, "UTC", "Europe/Warsaw", "Pacific/Auckland", "America/Los_Angeles", "Asia/Kathmandu"]
NAMES = ["", "Vera", "Isaac", "Łukasz", "维拉", '"Zoë", née; *', "-1", "=SUM(A1)", "'=x", "@home", "+", "'Ben", "a, b",
         "30*", "Automa", "A  B", "👨‍👩‍👧", "1.5.2024", "x" * 40]  # fmt: skip
scores = st.builds(Score, st.sampled_from(NAMES), st.integers(-5, 60), st.booleans())
details = st.builds(
    Details,
    st.sampled_from(["", "Kawiarnia „Pod Lampą”", "=1+1", "a;b"]),
    st.none() | st.integers(1, 300),
    st.sampled_from(["", 'Rain, tea.\nAnd "cake"; more', "-", "'- - -", "3/5/2024"]),
)
moments = st.integers(0, 2800).map(lambda n: datetime.fromtimestamp(1_700_000_000 + 9 * 3600 * n, UTC))


class Kept(NamedTuple):
    """A game of a history: as a file would tell it, the moment that is kept, and the zone of its phone."""

    play: PastPlay
    zone: str | None


@st.composite
def games(draw: st.DrawFn) -> Kept | None:
    guards = draw(st.none() | scores.map(lambda one: one._replace(name="")))
    sides = draw(st.lists(scores, min_size=1, max_size=5 if guards is None else 1))
    difficulty = draw(st.sampled_from([None, "expert", "moderate"]))
    edition = draw(st.sampled_from(["prototype", "first", "later"]))
    try:
        play = past_play(draw(moments), edition, difficulty, guards, sides)
    except Refused:
        return None
    return Kept(play._replace(details=draw(details)), draw(st.sampled_from(ZONES)))


def play_now(history: Sequence[Kept]) -> None:
    """Let a device have played those games, as tables do that have expired."""
    with writing() as session:
        session.execute(delete(Play))
        session.execute(delete(PlayImport))
        for play, zone in history:
            row = {"id": uuid4().hex, "sheet_id": None, "table_id": None, "played": play.played, "zone": zone}
            told = {name: getattr(play, name) for name in ("edition", "difficulty", "margin", "escaped")}
            session.execute(INSERT_PLAY, {**row, **told, "players": len(play.sides), **play.details._asdict()})
            of_play = {"play_id": row["id"], "players": len(play.sides), "played": play.played}
            people = [
                {**of_play, **one._asdict(), "place": place, "person": person_id(one.name) if one.name else ""}
                for place, one in enumerate(play.sides)
            ]
            session.execute(INSERT_SIDE, people)
            session.add(PlayDevice(play_id=row["id"], device=HERE.device_hash))


@pytest.mark.slow
@pytest.mark.parametrize("engine_url", ["sqlite"], indirect=True)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(history=st.lists(games().filter(bool), max_size=8))
def test_a_history_that_goes_out_as_a_file_and_comes_in_again_is_unchanged(app: Flask, history: list[Kept]) -> None:
    with app.app_context():
        play_now(history)
        before = plays_seen(HERE)
        assert len(before) == len(history)
        text = write_csv([*before.values()])
        found = made_of(read_csv(text))
        assert found.refusals == []
        # Here every game is known, and nothing comes in; where none is, all of them do, as they were.
        assert unseen(HERE, found.plays) == []
        assert take_in(HERE, found.plays, "games.csv") == 0
        assert plays_seen(HERE) == before
        assert take_in(ELSEWHERE, found.plays, "games.csv") == len(history)
        assert sorted(write_csv([*plays_seen(ELSEWHERE).values()]).splitlines()) == sorted(text.splitlines())


@given(st.lists(games().filter(bool), max_size=8))
def test_what_goes_to_bg_stats_comes_back_from_it(history: list[Kept]) -> None:
    plays = {uuid4().hex: play for play, _ in history}
    data = json.dumps(write_bg_stats(plays, WORDS), ensure_ascii=False).encode()
    found = made_of(read_bg_stats(parse_json(data, MEMBERS), VOCABULARY.difficulties))
    assert found.refusals == []
    later = [play._replace(edition="later") for play in plays.values()]
    assert [(one.played, one.margin, one.escaped, one.difficulty, one.details) for one in found.plays] == [
        (one.played, one.margin, one.escaped, one.difficulty, one.details) for one in later
    ]
    assert [[side[:2] for side in one.sides] for one in found.plays] == [
        [side[:2] for side in one.sides] for one in later
    ]


@pytest.fixture
def home(app: Flask) -> FlaskClient:
    """A phone of which the app knows the device."""
    client = app.test_client()
    client.set_cookie(DEVICE, "the phone of Vera")
    return client


BODY: dict[str, Any] = {"sides": [{"name": "=Vera", "reputation": 30}, {"name": "Łukasz", "reputation": 20}]}


def test_the_history_gives_the_games_that_it_counts(app: Flask, home: FlaskClient) -> None:
    assert "games.csv" not in home.get("/history").text
    keep(home, BODY)
    confirm(home, look(home, "date,name 1,points 1,guards\n2024-03-05,Vera,40,33\n").text)
    page = home.get("/history").text
    assert "/history/games.csv" in page
    assert "/history/games.bgsplay" in page
    assert "Both have all 2 games." in page
    answer = home.get("/history/games.csv")
    assert (answer.mimetype, answer.headers["Cache-Control"]) == ("text/csv", "no-store")
    assert answer.data.startswith(b"\xef\xbb\xbf")
    old, new = csv.DictReader(StringIO(answer.data.decode("utf-8-sig")))
    assert (old["date"], old["name 1"], old["points 1"], old["guards"]) == ("2024-03-05 12:00:00", "Vera", "40*", "33")
    # No spreadsheet takes a name for a formula.
    assert (new["name 1"], new["points 1"], new["name 2"], new["points 2"]) == ("'=Vera", "30*", "Łukasz", "20")
    shared = home.get("/history/games.bgsplay").json
    assert [play["playDate"] for play in shared["plays"]] == [old["date"], new["date"]]
    assert [player["name"] for player in shared["players"]] == ["Vera", "Guards", "=Vera", "Łukasz"]
    stranger = app.test_client()
    assert stranger.get("/history/games.csv").data.decode("utf-8-sig").splitlines()[1:] == []


def test_what_the_history_gives_is_known_when_it_comes_back(app: Flask, home: FlaskClient) -> None:
    keep(home, BODY)
    confirm(home, look(home, "date,name 1,points 1,guards\n2024-03-05,Vera,40,33\n").text)
    before = rows(app)
    for path in ("/history/games.csv", "/history/games.bgsplay"):
        page = look(home, home.get(path).data).text
        assert "2 games count here already" in page
        assert 'form="keep"' not in page
    assert rows(app) == before
    other = app.test_client()
    assert "Imported 2 games." in confirm(other, look(other, home.get("/history/games.csv").data).text)
    assert figures(other) == figures(home)
