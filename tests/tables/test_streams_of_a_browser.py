"""From the fourth open stream of one browser on, its page is told to poll."""

from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest
from flask import Flask
from support.event_stream import Stream, ask, served
from support.patience import patiently
from support.seat_client import host_of

NAME = "Mozilla/5.0 (Linux; Android 10; K)"


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
def test_the_fourth_stream_of_a_browser_is_told_to_poll_and_others_are_not(
    table: tuple[int, str], headers: dict[str, str]
) -> None:
    port, code = table
    with ExitStack() as open_:
        streams = [open_.enter_context(closing(Stream(port, code, **headers))) for _ in range(6)]
        assert [one.status for one in streams] == [200] * 3 + [503] * 3
        assert {one.headers["Retry-After"] for one in streams[3:]} == {"15"}
        assert ask(port, f"/tables/{code}/version", **headers)[0] == 200
        other = Stream(port, code, Cookie="lockup_device=the-phone-of-another", User_Agent=NAME)
        assert open_.enter_context(closing(other)).status == 200


def test_a_window_that_is_closed_makes_room(table: tuple[int, str]) -> None:
    port, code = table
    headers = {"Cookie": "lockup_device=the-phone-of-somebody"}
    for _ in range(4):
        streams = [Stream(port, code, **headers) for _ in range(3)]
        for one in streams:
            one.close()

        def has_room() -> bool:
            with closing(Stream(port, code, **headers)) as stream:
                return stream.status == 200

        assert patiently(has_room)


def test_a_program_may_open_any_number(table: tuple[int, str]) -> None:
    port, code = table
    with ExitStack() as open_:
        for headers in ({}, {"User_Agent": "python-requests/2.32"}):
            assert {open_.enter_context(closing(Stream(port, code, **headers))).status for _ in range(5)} == {200}
