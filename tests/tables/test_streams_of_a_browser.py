"""A browser has three streams: from its fourth window on, the oldest is told to poll."""

from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest
from flask import Flask
from support.event_stream import Stream, ask, served
from support.seat_client import host_of

NAME = "Mozilla/5.0 (Linux; Android 10; K)"
POLL = "event: poll\ndata: {}\n"


@pytest.fixture
def table(app: Flask) -> Iterator[tuple[int, str]]:
    """The port of a server, and the code of a table there."""
    host, _ = host_of(app.test_client())
    with served(app) as port:
        yield port, host.code


@pytest.mark.parametrize(
    "headers",
    [{"Cookie": "lockup_device=the-phone-of-somebody"}, {"User_Agent": NAME}],
    ids=["by its cookie", "without a cookie"],
)
def test_of_six_streams_of_a_browser_the_newest_three_go_on_and_the_others_are_told_to_poll(
    table: tuple[int, str], headers: dict[str, str]
) -> None:
    port, code = table
    with ExitStack() as open_:

        def opened(**by: str) -> Stream:
            return open_.enter_context(closing(Stream(port, code, **by)))

        other = opened(Cookie="lockup_device=the-phone-of-another", User_Agent=NAME)
        streams = [opened(**headers) for _ in range(6)]
        assert {one.status for one in streams} == {200}
        assert [one.rest().endswith(POLL + "\n") for one in streams[:3]] == [True] * 3
        assert ask(port, f"/tables/{code}/version", **headers)[0] == 200
        for one in (other, *streams[3:]):
            assert one.version() == 1
            assert one.part() == "event: beat\ndata: {}\n"


def test_streams_that_are_gone_keep_nobody_from_a_new_one(table: tuple[int, str]) -> None:
    port, code = table
    headers = {"Cookie": "lockup_device=the-phone-of-somebody"}
    for _ in range(12):
        stream = Stream(port, code, **headers)
        assert stream.status == 200
        assert stream.version() == 1
        stream.close()


def test_a_program_may_open_any_number(table: tuple[int, str]) -> None:
    port, code = table
    with ExitStack() as open_:
        for headers in ({}, {"User_Agent": "python-requests/2.32"}):
            streams = [open_.enter_context(closing(Stream(port, code, **headers))) for _ in range(5)]
            for one in streams:
                assert one.version() == 1
                assert one.part() == "event: beat\ndata: {}\n"
