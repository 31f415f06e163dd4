"""A clock that is set back: what was noted then is yet to come, and keeps nobody waiting for that."""

from datetime import timedelta

from flask.testing import FlaskClient
from support.common import rule
from support.seat_client import grow_older, party, seats_of
from support.table_client import show

DAY = timedelta(days=1)
A_MINUTE = timedelta(minutes=1)


def set_back(client: FlaskClient) -> None:
    grow_older(client.application, -DAY)


@rule("V-1")
def test_a_phone_that_has_gone_counts_as_silent_a_minute_after_the_others_were_heard_of(client: FlaskClient) -> None:
    host, isaac, _ = party(client)
    set_back(client)
    show(client, host)
    grow_older(client.application, A_MINUTE)
    show(client, host)
    assert [seat["silent"] for seat in seats_of(client, host)["seats"]] == [False, True, True]
    show(client, isaac)
    assert [seat["silent"] for seat in seats_of(client, host)["seats"]] == [False, False, True]


def test_nobody_counts_as_asleep_for_the_clock_alone(client: FlaskClient) -> None:
    host, *_ = party(client)
    set_back(client)
    show(client, host)
    assert [seat["silent"] for seat in seats_of(client, host)["seats"]] == [False, False, False]
