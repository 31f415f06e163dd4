"""Whose seat is anybody's again: what silence gives to a household and to the host, and how its phone comes back."""

from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from support.seat_client import grow_older, host_of, seats_of, take, through_setup
from support.table_client import Seat

from companion.identity.caller import Caller
from companion.rules.state.pieces import Side
from companion.tables import seating_commands
from companion.tables.command import Command
from companion.tables.invites import BadInvite, make_invite
from companion.tables.line import Kind
from companion.tables.permissions import Sitting
from companion.tables.seating_commands import SeatWanted
from companion.tables.silence import SILENT_AFTER

ROUND = timedelta(seconds=1)
AT_HOME = Caller(device="a phone of the household", household=True)
ELSEWHERE = Caller(device="a phone from elsewhere")
ISAAC, CLAIRE = Caller(device="Isaac’s phone"), Caller(device="Claire’s phone")


def sits(app: Flask, code: str, caller: Caller, seat: Side, **sitting: Any) -> tuple[str, Side]:
    """How somebody sits down: as the log says it, and where."""
    with app.app_context():
        result = seating_commands.sit(code, caller, Command(Kind.SEAT, 0), seat, Sitting(**sitting))
    act = result.result.line.act
    assert result.seated == (act.type != "ask")
    return act.type, act.values["seat"]


def all_there(app: Flask, client: FlaskClient) -> tuple[Seat, Caller]:
    """A table at which Isaac and Claire have sat down with their phones; its host, and who that is."""
    host, _ = host_of(client)
    for seat, (caller, name) in enumerate([(ISAAC, "Isaac"), (CLAIRE, "Claire")], start=1):
        assert sits(app, host.code, caller, seat, name=name) == ("sit", seat)
    return host, Caller(token=host.token)


def link_of(app: Flask, code: str, caller: Caller, seat: Side) -> str:
    """The secret of a link to a certain seat."""
    with app.app_context():
        return make_invite(code, caller, seat)[0]


def names(client: FlaskClient, seat: Seat) -> list[str]:
    return [one["name"] for one in seats_of(client, seat)["seats"]]


def test_whoever_proves_nothing_and_sends_no_key_is_given_a_token_and_sits_by_it(
    app: Flask, client: FlaskClient
) -> None:
    host, _ = host_of(client)
    with app.app_context():
        sat = seating_commands.sit(host.code, Caller(), Command(Kind.SEAT, 0), 1, Sitting())
    assert sat.token
    assert seats_of(client, Seat(host.code, sat.token))["seats"][1]["mine"]


def test_who_was_less_quick_before_the_first_round_has_another_free_seat_where_any_will_do(
    app: Flask, client: FlaskClient
) -> None:
    host, _ = host_of(client)
    take(client, host.code, 1)
    assert sits(app, host.code, ELSEWHERE, 1, name="Late", else_free=True) == ("sit", 2)
    # Who sits already asks for that very seat, and so does everybody where none is free.
    assert sits(app, host.code, ELSEWHERE, 1, else_free=True) == ("ask", 1)
    assert sits(app, host.code, Caller(device="one more"), 0, else_free=True) == ("ask", 0)


def test_who_wants_that_very_seat_or_comes_later_asks_for_it(app: Flask, client: FlaskClient) -> None:
    host, _ = host_of(client)
    take(client, host.code, 1)
    assert sits(app, host.code, ELSEWHERE, 1) == ("ask", 1)
    through_setup(client, host)
    assert sits(app, host.code, Caller(device="another"), 0, else_free=True) == ("ask", 0)
    with pytest.raises(SeatWanted):
        sits(app, host.code, Caller(device="a third"), 0)


def test_in_a_household_a_seat_whose_phone_sleeps_is_anybodys_and_its_phone_has_it_back_without_asking(
    app: Flask, client: FlaskClient
) -> None:
    """Until then, and for phones from elsewhere, it is asked for."""
    host, _ = all_there(app, client)
    grow_older(app, SILENT_AFTER - ROUND)
    assert sits(app, host.code, AT_HOME, 1) == ("ask", 1)
    grow_older(app, ROUND)
    assert sits(app, host.code, Caller(device="a guest"), 2) == ("ask", 2)
    assert sits(app, host.code, AT_HOME, 1, name="Stan") == ("take_over", 1)
    assert names(client, host) == ["Vera", "Stan", "Claire"]
    assert sits(app, host.code, ISAAC, 1, name="Isaac") == ("take_back", 1)
    assert names(client, host) == ["Vera", "Isaac", "Claire"]
    # Whoever had it meanwhile has no way back of that kind.
    assert sits(app, host.code, AT_HOME, 1) == ("ask", 1)


def test_the_host_takes_the_seat_of_a_silent_phone_and_nobody_else_of_the_table_does(
    app: Flask, client: FlaskClient
) -> None:
    host, vera = all_there(app, client)
    grow_older(app, SILENT_AFTER - ROUND)
    assert sits(app, host.code, vera, 1) == ("ask", 1)
    host, vera = all_there(app, client)
    grow_older(app, SILENT_AFTER)
    assert sits(app, host.code, CLAIRE, 1) == ("ask", 1)
    assert sits(app, host.code, vera, 1) == ("take_over", 1)
    assert [one["mine"] for one in seats_of(client, host)["seats"]] == [True, True, False]
    assert sits(app, host.code, ISAAC, 1) == ("take_back", 1)
    assert [one["mine"] for one in seats_of(client, host)["seats"]] == [True, False, False]


def test_whoever_has_a_link_sits_down_by_it_and_takes_over_nothing(app: Flask, client: FlaskClient) -> None:
    """Though the seat is anybody's by now: a phone that was invited in its stead has no claim on it."""
    host, _ = all_there(app, client)
    link = link_of(app, host.code, ISAAC, 1)
    grow_older(app, SILENT_AFTER)
    assert sits(app, host.code, AT_HOME, 1, invite=link) == ("sit", 1)
    assert sits(app, host.code, ISAAC, 1) == ("ask", 1)


@pytest.mark.parametrize("back", [False, True])
def test_links_to_a_seat_are_good_no_more_once_another_phone_has_it(
    app: Flask, client: FlaskClient, *, back: bool
) -> None:
    """Those that were made there: be it that somebody has taken it over, or that its own phone has taken it back."""
    host, _ = all_there(app, client)
    link = link_of(app, host.code, ISAAC, 1)
    grow_older(app, SILENT_AFTER)
    assert sits(app, host.code, AT_HOME, 1) == ("take_over", 1)
    if back:
        link = link_of(app, host.code, AT_HOME, 1)
        assert sits(app, host.code, ISAAC, 1) == ("take_back", 1)
    with pytest.raises(BadInvite):
        sits(app, host.code, ELSEWHERE, 1, invite=link)
