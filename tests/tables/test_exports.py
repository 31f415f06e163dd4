"""A table as one file: what its viewer may see, and once it is closed all that proves how it was dealt."""

import copy
import json
from time import process_time
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from support.api_client import API, faults
from support.common import rule
from support.table_client import (
    BY_HAND,
    DEALT,
    Seat,
    done,
    play,
    post,
    read_log,
    show,
    sit_down,
    somebody,
    strengths_in,
    turned_up,
)

from companion.rules.shuffling.shuffle import commitment, shuffled
from companion.tables import queries, repository
from companion.tables.fairness_proof import NoProof, Proof, read


def export(client: FlaskClient, seat: Seat | str) -> Any:
    code, headers = (seat, {}) if isinstance(seat, str) else (seat.code, {"Authorization": f"Bearer {seat.token}"})
    response = client.get(f"{API}/tables/{code}/export", headers=headers)
    assert response.status_code == 200, response.text
    return response


def played(client: FlaskClient, body: Any, name: str = "Vera") -> tuple[Seat, Any]:
    seat, shown = sit_down(client, body)
    return seat, play(client, seat, shown, somebody(name), until=lambda shown: shown["state"]["round"] == 3)


def close(client: FlaskClient, seat: Seat, shown: Any) -> None:
    done(post(client, seat, "close", {"version": shown["version"]}))


def test_an_export_goes_on_where_it_ended_until_it_has_every_line(client: FlaskClient) -> None:
    seat, _ = played(client, DEALT)
    address, headers = f"{API}/tables/{seat.code}/export", {"Authorization": f"Bearer {seat.token}"}
    whole = export(client, seat).json
    assert whole["next"] is None
    lines: list[Any] = []
    following: dict[str, Any] = {}
    while following is not None:
        part = client.get(address, query_string={"limit": 7, **following}, headers=headers).json
        assert len(part["lines"]) == min(7, len(whole["lines"]) - len(lines))
        assert {**part, "lines": [], "next": None} == {**whole, "lines": []}
        lines += part["lines"]
        following = part["next"] and {"cursor": part["next"]}
    assert lines == whole["lines"]


@pytest.mark.parametrize("query", ["limit=0", "limit=1001", "limit=x", "cursor=x"])
def test_an_export_of_more_than_a_thousand_lines_at_once_is_refused(client: FlaskClient, query: str) -> None:
    seat, _ = sit_down(client, DEALT)
    answer = client.get(f"{API}/tables/{seat.code}/export?{query}", headers={"Authorization": f"Bearer {seat.token}"})
    assert faults(answer) == [f"/{query.partition('=')[0]}"]


@pytest.mark.parametrize("dealt", [DEALT, {"dealing": "house", "difficulty": "expert"}])
def test_the_export_of_a_closed_table_proves_that_it_was_dealt_from_its_seed(
    client: FlaskClient, dealt: dict[str, Any]
) -> None:
    seat, shown = played(client, {**dealt, "seed": "Kulbak"})
    close(client, seat, shown)
    exported = export(client, seat)
    assert exported.headers["Content-Disposition"] == f'attachment; filename="lockup-table-{seat.code}.json"'
    proof = read(exported.json)
    assert (proof.seed, proof.kept, proof.known) == ("Kulbak", True, True)
    assert [(deal.round, deal.deck) for deal in proof.deals] == [
        (round_, deck) for round_ in (1, 2, 3) for deck in ("guards", "locations")
    ]
    assert proof.verdict.honest
    assert proof.verdict.cards > 20


def test_an_export_holds_the_log_and_the_state_as_its_viewer_sees_them(client: FlaskClient) -> None:
    seat, _ = played(client, DEALT)
    for viewer in (seat, seat.code):
        exported = export(client, viewer).json
        assert exported["lines"] == read_log(client, viewer)
        assert exported["state"] == show(client, viewer).json["state"]
        assert (exported["format"], exported["version"], exported["code"]) == ("lockup-table", 1, seat.code)


@rule("V-1")
def test_the_export_of_an_open_table_shows_no_seed_and_no_card_before_it_is_turned(client: FlaskClient) -> None:
    seat, shown = sit_down(client, DEALT)
    seen: set[int] = set()
    for _ in range(20):
        for _ in range(3):
            shown = play(client, seat, shown, somebody("Isaac"), turns=1)
            seen |= turned_up(shown)
        for viewer in (seat, seat.code):
            exported = export(client, viewer)
            assert strengths_in(exported.data) <= seen
            assert (exported.json["seed"], exported.json["deals"]) == (None, None)
    assert seen


def test_what_was_seen_in_struck_lines_stands_in_the_proof_too(client: FlaskClient) -> None:
    seat, shown = sit_down(client, DEALT)
    before = play(client, seat, shown, somebody("Stan"), until=lambda shown: shown["prompt"]["step"]["kind"] == "begin")
    shown = play(client, seat, before, somebody("Stan"), until=turned_up)
    seen = len(turned_up(shown))
    shown = done(post(client, seat, "undo", {"version": shown["version"], "to": before["version"]}))
    shown = play(client, seat, shown, somebody("Claire"), until=turned_up)
    close(client, seat, shown)
    proof = read(export(client, seat).json)
    assert proof.verdict.honest
    assert [len([one for one in deal.seen if one.shows]) for deal in proof.deals if deal.deck == "guards"] >= [seen, 1]
    assert len(proof.deals) == 4


def test_a_table_dealt_by_hand_has_nothing_to_prove(client: FlaskClient) -> None:
    seat, shown = played(client, BY_HAND)
    close(client, seat, shown)
    assert export(client, seat).json["deals"] == []


def test_the_database_proves_the_same_as_the_file(app: Flask, client: FlaskClient) -> None:
    seat, shown = played(client, {"dealing": "house"})
    close(client, seat, shown)
    with app.app_context():
        assert queries.proof(repository.find(seat.code)) == read(export(client, seat).json)


# Files that were changed, or are none


@pytest.fixture(scope="module")
def file() -> Any:
    card = {"line": 3, "place": 0, "shows": [1, False]}
    guards = {
        "line": 2,
        "round": 1,
        "deck": "guards",
        "cards": [[1, False], ["power", True]],
        "order": [],
        "seen": [card],
    }
    sewers = {"line": 2, "round": 1, "deck": "locations", "cards": ["sewers", "off_duty"], "order": [], "seen": []}
    return {
        "format": "lockup-table",
        "version": 1,
        "seed": "Kulbak",
        "seed_known": False,
        "commitment": "1301962e891addbab864146b6e94c5966398a5793cda7e5f2e6c0d1fdb197a26",
        "deals": [guards, sewers],
    }


def test_a_file_is_read_with_what_it_promised(file: Any) -> None:
    assert read(file).kept
    assert not read({**file, "commitment": "0" * 64}).kept
    assert isinstance(read(json.loads(json.dumps(file))), Proof)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("format",), "lockup-box"),
        (("version",), 2),
        (("seed",), None),
        (("commitment",), 3),
        (("deals",), None),
        (("deals", 0), "guards"),
        (("deals", 0, "round"), 7),
        (("deals", 0, "round"), True),
        (("deals", 0, "line"), -1),
        (("deals", 0, "deck"), "tomes"),
        (("deals", 0, "cards", 0), [1]),
        (("deals", 0, "cards", 0), [1, 0]),
        (("deals", 0, "cards", 0), ["strong", False]),
        (("deals", 0, "cards", 0), "sewers"),
        (("deals", 1, "cards", 0), "library shelf"),
        (("deals", 1, "order"), [["sewers"]]),
        (("deals", 0, "seen", 0, "place"), "0"),
        (("deals", 0, "seen", 0), {}),
        (("deals", 1, "cards"), ["sewers"] * 201),
        (("deals", 1, "order"), ["sewers"] * 201),
        (("deals", 0, "seen"), [{"line": 1, "place": 0, "shows": [1, False]}] * 201),
        (("seed",), "x" * 101),
    ],
)
def test_what_is_no_export_of_a_closed_table_is_not_read(file: Any, path: tuple[Any, ...], value: Any) -> None:
    changed = copy.deepcopy(file)
    place = changed
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(NoProof):
        read(changed)


@pytest.mark.parametrize("value", [None, [], "lockup-table", 3, {}])
def test_what_is_no_object_at_all_is_not_read(value: Any) -> None:
    with pytest.raises(NoProof):
        read(value)


@pytest.mark.parametrize("cards", [200, 2])
def test_a_file_as_large_as_may_be_sent_is_dealt_again_within_a_second_of_work(file: Any, cards: int) -> None:
    deck = ["sewers", "smithy"] * (cards // 2)
    deal = {"line": 1, "round": 1, "deck": "locations", "cards": deck, "order": [], "seen": []}
    seed = "x" * 100
    deal["order"] = [*shuffled(seed, 1, "locations", deck)]
    length = len(json.dumps(deal)) + 2
    invented = {**file, "seed": seed, "commitment": commitment(seed), "deals": [deal] * (940_000 // length)}
    begun = process_time()
    verdict = read(invented).verdict
    assert process_time() - begun < 1
    assert verdict == (len(invented["deals"]), 0, None)
