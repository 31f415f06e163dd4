"""A reward that was declined after the table had gone on, as older logs tell (L-7): it stays, and nobody else can."""

from typing import Any

from flask.testing import FlaskClient
from sqlalchemy import insert
from support.common import rule
from support.seat_client import now_at, party, through_setup
from support.table_client import Seat, done, post, read_log, show

from companion.persistence.database import now, writing
from companion.rules.acts.actions import Act
from companion.rules.engine import decider
from companion.rules.state.events import AgendaSet
from companion.tables.command import Command
from companion.tables.line import DECLINE_LATER, Kind, Line
from companion.tables.records import Entry
from companion.tables.repository import find, position_before
from companion.tables.unit_of_work import entry_values


def act(client: FlaskClient, seat: Seat, kind: str, **fields: Any) -> Any:
    return done(post(client, seat, "actions", {"version": now_at(client, seat), "type": kind, "fields": fields}))


def gone_on(client: FlaskClient) -> list[Seat]:
    """Three phones at the Smithy; Vera's 5 has brought 3 scrap at the Sewers, and the table has gone on from there."""
    phones = party(client, turns="told")
    vera = phones[0]
    through_setup(client, vera)
    laid = [(0, "sewers", [5]), (1, "sewers", [4]), (2, "smithy", [3])]
    for side, place, tokens in laid:
        act(client, phones[side], "assign", side=[side], location=[place], tokens=tokens, face_down=[])
    for side, phone in enumerate(phones):
        act(client, phone, "pass", side=[side])
    act(client, vera, "go_on")
    return phones


def decline_as_older_versions_did(client: FlaskClient, code: str) -> None:
    """Add the line that they wrote behind the one with which the table has gone on."""
    with client.application.app_context():
        table = find(code).table
        before = position_before(table, table.version)
        declined = decider.decide(before, Act("decline_instead", {"side": [0]}), tuple)  # type: ignore[arg-type]
        events = tuple(event for event in declined if not isinstance(event, AgendaSet))
        kept = Act(DECLINE_LATER, {"side": [0], "location": ["sewers"]})
        command = Command(Kind.ACT, table.version, kept)
        line = Line(table.version + 1, Kind.ACT, 0, command.told(), now(), shown=table.version).with_events(events)
        with writing() as session:
            session.execute(insert(Entry), [entry_values(table.id, command, line)])
            find(code).table.version = line.version


@rule("L-7")
def test_a_reward_that_an_older_version_let_decline_afterwards_stays_declined_is_told_and_is_undone(
    client: FlaskClient,
) -> None:
    vera, isaac, _ = gone_on(client)
    decline_as_older_versions_did(client, vera.code)
    client.application.extensions.pop("lockup_tables")
    shown = done(show(client, vera))
    assert [side["cubes"].get("scrap", 0) for side in shown["state"]["sides"]] == [0, 1, 0]
    assert shown["prompt"]["step"]["kind"] == "pace"
    line = read_log(client, isaac)[-1]
    assert (line["kind"], line["act"]["type"], line["lines"][0]["why"][0]["rule"]) == ("act", DECLINE_LATER, "L-7")
    version = shown["version"]
    done(post(client, vera, "undo", {"version": version, "to": version - 1}))
    assert done(show(client, vera))["state"]["sides"][0]["cubes"]["scrap"] == 3
    done(post(client, vera, "redo", {"version": version + 1, "to": version}))
    assert done(act_and_show(client, vera))["state"]["sides"][0]["cubes"].get("scrap", 0) == 0


def act_and_show(client: FlaskClient, seat: Seat) -> Any:
    """The table after the next step, as somebody sees it."""
    act(client, seat, "go_on")
    return show(client, seat)


@rule("L-7")
def test_a_reward_is_declined_while_its_location_is_open_and_not_afterwards(client: FlaskClient) -> None:
    vera, _, claire = gone_on(client)
    version = now_at(client, vera)
    body = {"version": version, "type": "decline_instead", "fields": {"side": [0]}}
    assert post(client, vera, "actions", body).status_code == 422
    asked = {"version": version, "to": version, "side": 0}
    assert post(client, vera, "strike", asked).json["errors"][0]["path"] == "/side"
    act(client, claire, "decline_instead", side=[2])
    assert done(show(client, vera))["state"]["sides"][2]["cubes"].get("iron", 0) == 0
