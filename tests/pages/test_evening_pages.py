"""The evening of a game on its pages, for whoever may read its result once it is over, and the file of it."""

import random
import re
from fractions import Fraction
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from support.api_client import API
from support.common import rule
from support.golden_games import VERSIONS, games
from support.table_client import Seat, done, play, post, sit_down

from companion.pages.evening.replay import seen_at
from companion.pages.tables.play.board_view import BoardView
from companion.presenters.evening import EveningPresenter
from companion.rules.state.events import FaceTyped, TomesMoved
from companion.rules.vocabulary import POWER
from companion.scoring.evening import Gain, standing
from companion.tables.evening_log import evening_log
from companion.tables.records import Table
from companion.tables.repository import LoadedTable, find
from companion.tables.timeline import State, games_before
from companion.words.log_lines.event_sentences import event_sentence

LAST = {"dealing": "house", "begin": {"round": 6, "phase": "lights_out", "location": "library", "goons": dict.fromkeys(
    ("sewers", "infirmary", "smithy", "commissary", "chow_hall")
)}}  # fmt: skip
MOST_BYTES = 150_000
ASKS = re.compile(r"""(?:src|href|action|data|poster|srcset)=|@import|url\(|https?://""")


class Over:
    """A game that has been played to its end, and the link of its result."""

    def __init__(self, client: FlaskClient, **wishes: Any) -> None:
        self.client = client
        self.seat, shown = sit_down(client, {**LAST, **wishes})
        self.shown = play(client, self.seat, shown, random.Random("Vera"))
        self.link = keep(client, self.seat)

    def page(self, path: str = "", **how: Any) -> str:
        answer = self.client.get(f"/s/{self.link}/evening{path}", **how)
        assert answer.status_code == 200, answer.text
        return answer.text


def keep(client: FlaskClient, seat: Seat) -> str:
    kept = client.put(f"{API}/tables/{seat.code}/sheet", headers={"Authorization": f"Bearer {seat.token}"})
    assert kept.status_code == 200, kept.text
    return str(kept.json["link"])


@pytest.fixture
def over(client: FlaskClient) -> Over:
    return Over(client)


def test_the_result_of_a_game_leads_to_its_evening_and_that_ends_with_its_points(over: Over) -> None:
    assert f"/s/{over.link}/evening" in over.client.get(f"/s/{over.link}").text
    result = over.client.get(f"{API}/tables/{over.seat.code}/evening").json["result"]
    cells = re.findall(r'class="number">([^<]+)<', over.page())
    assert [int(one.replace("\N{MINUS SIGN}", "-")) for one in cells[-2:]] == result


@pytest.mark.parametrize("path", ["", ".html"])
def test_the_table_says_of_which_moment_its_points_are_beside_a_turning_point_of_another(
    client: FlaskClient, path: str
) -> None:
    over = Over(client, begin={"round": 6, "phase": "roll_call", "first_player": "player"})
    told = over.client.get(f"{API}/tables/{over.seat.code}/evening").json
    ends = [one["points"] for one in told["rounds"]]
    turning = next(one["points"] for one in told["lines"] if one["line"] == told["turning_point"]["line"])
    assert turning not in ends
    assert "The points are those at the end of each round; the turning point lies within one." in over.page(path)


def test_where_the_sheet_was_corrected_the_evening_says_that_it_has_the_points_of_the_game(over: Over) -> None:
    said = "The score sheet was corrected later. This is the original result."
    paths = [f"/s/{over.link}/evening", f"/s/{over.link}/evening.html"]
    address, key = f"{API}/sheets/{over.link}", {"Authorization": f"Bearer {over.seat.token}"}

    def correct(name: str, by: int) -> list[int]:
        kept = over.client.get(address)
        body = kept.json["sheet"]
        body["sides"][0][name] = body["sides"][0].get(name, 0) + by
        done(over.client.put(address, json=body, headers={**key, "If-Match": kept.headers["ETag"]}))
        return [over.client.get(path).text.count(said) for path in paths]

    assert [over.client.get(path).text.count(said) for path in paths] == [0, 0]
    assert correct("reputation", 1) == [1, 1]
    assert correct("reputation", -1) == [0, 0]


def test_a_sheet_that_was_made_without_a_table_has_no_evening(client: FlaskClient) -> None:
    sides = [{"name": "Vera", "reputation": 3}, {"name": "Isaac"}]
    link = client.post(f"{API}/sheets", json={"sides": sides}, headers={"Idempotency-Key": "a" * 22}).json["link"]
    assert "/evening" not in client.get(f"/s/{link}").text
    for path in ("evening", "evening.html", "evening/1"):
        assert client.get(f"/s/{link}/{path}").status_code == 404
        assert client.get(f"/s/0000000000000/{path}").status_code == 404


def test_a_game_that_goes_back_before_its_end_tells_nothing_more(over: Over) -> None:
    undone = {"version": over.shown["version"], "to": over.shown["undo_to"]}
    done(post(over.client, over.seat, "undo", undone))
    assert "/evening" not in over.client.get(f"/s/{over.link}").text
    for path in ("evening", "evening.html", "evening/1"):
        refused = over.client.get(f"/s/{over.link}/{path}")
        assert refused.status_code == 409
        assert "This game is still going on" in refused.text


def test_its_file_asks_for_nothing_and_is_small(over: Over) -> None:
    file = over.page(".html")
    assert not ASKS.findall(file)
    assert "<script" not in file
    assert len(file.encode()) < MOST_BYTES
    assert over.seat.code not in file
    assert over.link not in file


def test_luck_is_told_where_the_app_has_called_the_roll_and_not_elsewhere(client: FlaskClient, over: Over) -> None:
    assert "Luck" not in over.page()
    begin = {name: one for name, one in LAST["begin"].items() if name != "location"}
    called = Over(client, begin={**begin, "phase": "roll_call"})
    luck = client.get(f"{API}/tables/{called.seat.code}/evening").json["luck"]
    by = luck["led"] - Fraction(luck["expected"])
    assert luck["led"] <= luck["sent"] <= 6
    told = r'<dt>Luck at locations</dt>\s*<dd><b>([^<]+)</b> <span class="soft">([^<]+)</span>'
    [(figure, text)] = re.findall(told, called.page())
    assert float(figure.replace("\N{MINUS SIGN}", "-")) == round(float(by), 1)
    of = f"In all rounds you had tokens at {luck['sent']} locations and led at {luck['led']}."
    assert text.startswith(f"{of} The odds said ")
    assert text in called.page(".html")


def test_what_choices_cost_is_shown_where_it_is_asked_for_and_then_in_the_file_too(
    client: FlaskClient, over: Over
) -> None:
    assert "What did your choices cost?" not in over.page(), "no roll call was called in the app"
    assert "Choices in roll calls" not in over.page("?choices=on")
    begin = {name: one for name, one in LAST["begin"].items() if name != "location"}
    called = Over(client, begin={**begin, "phase": "roll_call"})
    assert "What did your choices cost?" in called.page()
    assert "Choices in roll calls" not in called.page() + called.page(".html")
    asked = called.page("?choices=on")
    assert "What did your choices cost?" not in asked
    assert f"/s/{called.link}/evening.html?choices=on" in asked
    with called.client.application.test_request_context():
        choices = evening_log(find(called.seat.code)).choices()
    assert choices is not None
    dearest = choices.dearest(3)
    assert dearest
    cards = [card for one in dearest for card in one.before.guard_cards if card.location is not None]
    up = sorted(
        "!" if card.face.strength == POWER else str(card.face.strength) for card in cards if card.up and card.face
    )
    assert up
    for page in (asked, called.page(".html?choices=on")):
        assert page.count('class="choice"') == len(dearest)
        assert sorted(re.findall(r'class="choice-card">(.)<', page)) == up, "a card that was face up shows its strength"
        for one in dearest:
            assert f'<b class="number">\N{MINUS SIGN}{one.odds.cost:.1f}</b>' in page
    assert all(f"/s/{called.link}/evening/{one.line}" in asked for one in dearest)


@pytest.mark.slow
def test_the_best_single_scoring_like_every_other_names_all_that_it_was(hosted_app: Flask) -> None:
    client = hosted_app.test_client()
    seat, shown = sit_down(client, {"dealing": "house", "seed": "c"})
    play(client, seat, shown, random.Random("c"))
    with hosted_app.test_request_context():
        presenter = EveningPresenter(find(seat.code), "en")
        steps = [one for one in presenter.evening.steps if one.played and one.raid is None]
        gains = [Gain(one.line, side, by) for one in steps for side, by in enumerate(one.gains) if by]
        assert presenter.evening.best_scoring in gains
        several = 0
        for gain in gains:
            events = presenter.log.telling_events(gain)
            by = [
                standing(one.event.evolve(one.before)).points[gain.side] - standing(one.before).points[gain.side]
                for one in events
            ]
            # Which tomes somebody has is told to nobody else.
            if not any(isinstance(one, TomesMoved) for one in presenter.log.line(gain.line).events):
                assert sum(by) == gain.by
            # Of a card that was typed only then, it is said whose it is.
            said = (one for one in events if not isinstance(one.event, FaceTyped))
            told = {event_sentence("en", one.event, presenter.names, one.before) for one in said}
            assert all(one in presenter.gain_text(gain) for one in told if one)
            several += len(told) > 1
    assert several > 0


def test_nothing_in_the_curve_is_styled_in_place(over: Over) -> None:
    page = over.page()
    assert '<svg class="curve"' in page
    assert "style=" not in page


def test_an_act_is_shown_again_and_nothing_can_be_done_there(over: Over) -> None:
    page = over.page()
    line = int(re.findall(rf"/s/{over.link}/evening/(\d+)", page)[-1])
    shown = over.page(f"/{line}")
    assert "as it was then" in shown
    assert "<form" not in shown
    assert over.client.get(f"/s/{over.link}/evening/9999").status_code == 404


def test_every_act_of_a_game_can_be_looked_at_one_after_the_other(over: Over) -> None:
    line, seen = re.findall(rf"/s/{over.link}/evening/(\d+)", over.page())[-1], []
    while line:
        seen.append(int(line))
        found = re.search(rf'data-key="ArrowRight" href="/s/{over.link}/evening/(\d+)"', over.page(f"/{line}"))
        line = found[1] if found else ""
    assert seen == sorted({*seen})
    assert len(seen) > 2


@rule("V-1")
def test_what_lay_face_down_is_face_down_in_the_replay(app: Flask) -> None:
    kept = next(one for one in games(VERSIONS[0]) if one.name.startswith("3, called"))
    hidden = 0
    with app.test_request_context():
        for game in games_before(kept.lines()).values():
            down = sum(laid.face_down for laid in game.tokens.values())
            if not down:
                continue
            seen = seen_at(LoadedTable(Table(), State()), game, ("Vera", "Isaac", "Claire"), "en")
            rows = BoardView(seen).rows
            tokens = [one for row in rows for column in row["columns"] for one in column["tokens"]]
            assert [one["token"] for one in tokens if one["face_down"]] == [None] * down
            hidden += down
    assert hidden


@pytest.mark.parametrize(("language", "title"), [("pl", "Wieczór"), ("zh", "今晚回顾")])
def test_an_evening_is_told_in_every_language(over: Over, language: str, title: str) -> None:
    for path in ("", ".html"):
        assert title in over.page(path, headers={"Accept-Language": language})


def test_the_picture_of_a_result_holds_its_stamp_and_turning_point_and_nothing_secret(over: Over) -> None:
    result = over.client.get(f"{API}/tables/{over.seat.code}/evening").json
    picture = over.client.get(f"/s/{over.link}/picture.svg").text
    assert 'width="1080" height="1350"' in picture
    assert ("ESCAPED" if 0 in result["winners"] else "HELD") in picture
    if result["turning_point"] is not None:
        assert result["turning_point"]["text"].partition(": ")[2][:12] in picture
    for secret in (over.seat.code, over.seat.token, over.link, "http://localhost"):
        assert secret not in picture
    assert "style=" not in picture


def test_the_page_of_the_result_does_not_count_the_evening(over: Over, monkeypatch: pytest.MonkeyPatch) -> None:
    def counted(*_: Any) -> Any:
        raise AssertionError

    monkeypatch.setattr("companion.tables.evening_log.evening", counted)
    assert over.client.get(f"/s/{over.link}").status_code == 200
