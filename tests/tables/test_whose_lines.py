"""Whose the lines of a log are: who takes back what, and who is named to whom it stands in the way."""

from collections.abc import Sequence
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from support.common import rule
from support.random_json_player import any_fields
from support.seat_client import correct, now_at, of_players, party, through_setup
from support.table_client import Seat, done, offered, post, show, sit_down, somebody

from companion.identity.caller import Caller
from companion.rules.state.pieces import Side
from companion.tables import game_commands
from companion.tables.command import Command
from companion.tables.line import Kind
from companion.tables.refusals import InTheWay


def act(client: FlaskClient, seat: Seat, kind: str, **fields: Any) -> Any:
    return done(post(client, seat, "actions", {"version": now_at(client, seat), "type": kind, "fields": fields}))


def suspicion(client: FlaskClient, seat: Seat, number: int) -> int:
    """So many cubes lie at the Sewers, as a seat says; the line."""
    where = {"place": ["sewers"], "cube": ["suspicion"], "number": number}
    version: int = done(correct(client, seat, now_at(client, seat), "set_cubes", **where))["version"]
    return version


def undo(client: FlaskClient, seat: Seat, to: int) -> Any:
    return post(client, seat, "undo", {"version": now_at(client, seat), "to": to})


def in_the_way(app: Flask, client: FlaskClient, seat: Seat, struck: int) -> tuple[int, Sequence[Side]]:
    """The line that stands in the way of striking one, and whose lines those behind it are."""
    version = now_at(client, seat)
    with app.app_context(), pytest.raises(InTheWay) as refused:
        game_commands.play(seat.code, Caller(token=seat.token), Command(Kind.STRIKE, version, to=struck))
    return refused.value.line, refused.value.seats


def with_a_card_that_another_tells(client: FlaskClient) -> tuple[list[Seat], int, int]:
    """Isaac takes an item, and Claire types what it does: the phones, his line and hers."""
    phones = party(client, edits_all=False)
    vera, isaac, claire = phones
    through_setup(client, vera)
    act(client, vera, "pass")
    act(client, isaac, "assign", location=["cell_block"], tokens=[5], face_down=[])
    act(client, claire, "pass")
    shown = act(client, isaac, "pass")
    while offered(shown, "type_item"):
        shown = act(client, vera, "type_item", item={"reputation": 1, "cost": {}})
    crafted = act(client, isaac, "craft", card=[shown["state"]["display"][0]])["version"]
    told = act(client, claire, "type_card", card={"valuables": [], "effects": ["give_suspicion"]})["version"]
    return phones, crafted, told


@rule("R-1", "L-10")
def test_who_plays_several_seats_on_one_phone_acts_for_the_one_that_is_asked_and_corrects_for_the_first(
    client: FlaskClient,
) -> None:
    """Be it the only one that is asked, or the one that an act names."""
    seat, shown = sit_down(client, of_players())
    through_setup(client, seat)
    assert [act(client, seat, "pass")["line"]["seat"] for _ in range(3)] == [0, 1, 2]
    changed = correct(client, seat, now_at(client, seat), "set_reputation", side=[1], number=9)
    assert done(changed)["line"]["seat"] == 0
    seat, shown = sit_down(client, of_players(roll_call=False))
    through_setup(client, seat)
    shown = act(client, seat, "lights_out")
    named = next(one for one in shown["prompt"]["actions"] if one["fields"].get("side", {}).get("options") == [1])
    assert act(client, seat, named["type"], **any_fields(named, somebody("told")))["line"]["seat"] == 1


@rule("C-4")
def test_where_each_takes_back_the_own_what_others_have_told_of_a_card_goes_along_but_not_by_itself(
    client: FlaskClient,
) -> None:
    """Whoever tells what a card shows has acted on nothing."""
    (_, isaac, claire), crafted, told = with_a_card_that_another_tells(client)
    assert undo(client, isaac, crafted).json["type"] == "others-lines"
    assert undo(client, claire, crafted - 1).json["type"] == "others-lines"
    assert show(client, isaac).json["version"] == told
    back = done(undo(client, isaac, crafted - 1))
    assert offered(back, "craft")
    assert done(post(client, isaac, "redo", {"version": back["version"], "to": told}))


def test_who_cannot_take_a_line_back_hears_which_others_have_built_on_it_the_first_first_and_each_once(
    app: Flask, client: FlaskClient
) -> None:
    """Nobody is named to themselves, nor whoever has changed something else."""
    vera, isaac, claire = party(client)
    mine = suspicion(client, vera, 1)
    done(correct(client, isaac, mine, "set_reputation", side=[1], number=9))
    claires = suspicion(client, claire, 2)
    suspicion(client, vera, 3)
    assert in_the_way(app, client, vera, mine) == (claires, [2])
    suspicion(client, isaac, 4)
    suspicion(client, claire, 5)
    assert in_the_way(app, client, vera, mine) == (claires, [2, 1])


@rule("E-14")
def test_what_was_taken_back_before_a_line_does_not_stand_in_its_way(client: FlaskClient) -> None:
    """The cubes that lay there then are in the box again, and others have used them since."""
    vera, isaac, _ = party(client, depth="light")
    begun = now_at(client, vera)
    where = {"place": ["smithy"], "cube": ["suspicion"], "number": 8}
    taken = done(correct(client, vera, begun, "set_cubes", **where))["version"]
    mine = done(correct(client, vera, taken, "set_reputation", side=[0], number=9))["version"]
    done(post(client, vera, "strike", {"version": mine, "to": taken}))
    suspicion(client, isaac, 8)
    struck = done(post(client, vera, "strike", {"version": now_at(client, vera), "to": mine}))
    assert [one["reputation"] for one in struck["state"]["sides"]][:2] == [10, 10]


@rule("C-4")
def test_whoever_has_only_told_of_a_card_is_not_said_to_have_built_on_it(app: Flask, client: FlaskClient) -> None:
    (_, isaac, _), crafted, told = with_a_card_that_another_tells(client)
    assert in_the_way(app, client, isaac, crafted) == (told, [])
