"""`lockup` without a word, as a double click starts it: it serves, and the page of this computer opens."""

import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from socket import create_server

import pytest
from serving import LOCKUP, Running, environment, started

from companion.config import APP_NAME

pytestmark = pytest.mark.slow


@pytest.fixture
def desk(tmp_path: Path) -> Mapping[str, str]:
    """The environment of somebody whose browser only writes down what it is to open."""
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {tmp_path / "opened"}\n')
    browser.chmod(0o755)
    return environment(BROWSER=str(browser), HOME=str(tmp_path), XDG_DATA_HOME=str(tmp_path))


def opened(tmp_path: Path) -> list[str]:
    return (tmp_path / "opened").read_text().splitlines()


def unasked(port: int | str) -> tuple[str, ...]:
    """The command as a double click runs it, on another port than the usual one, which somebody may be using here."""
    return sys.executable, "-c", f"from companion.cli.serve import serve_unasked; serve_unasked({port})"


def answers(server: Running) -> None:
    """It answers only after it has opened the page."""
    assert f'{APP_NAME}"' in server.get("/manifest.webmanifest")


def test_either_command_alone_opens_the_page_of_this_computer(desk: Mapping[str, str], tmp_path: Path) -> None:
    # One after the other, since both take the usual port. Where the app is running here already, its page opens.
    for number, name in enumerate(("lockup", "lockup-companion")):
        with started(str(Path(LOCKUP).with_name(name)), env=desk) as server:
            answers(server)
            assert opened(tmp_path)[number:] == [f"http://localhost:{server.port}/host"]


def test_started_twice_it_serves_once_and_opens_the_page_of_the_first(desk: Mapping[str, str], tmp_path: Path) -> None:
    with started(*unasked(0), env=desk) as first:
        answers(first)
        again = subprocess.run(unasked(first.port), env=desk, check=True, capture_output=True, text=True, timeout=60)
        assert "runs already" in again.stdout
        assert opened(tmp_path) == [f"http://localhost:{first.port}/host"] * 2


def test_where_another_program_has_the_port_it_takes_any(desk: Mapping[str, str], tmp_path: Path) -> None:
    with closing(create_server(("", 0))) as other:
        port = other.getsockname()[1]
        with started(*unasked(port), env=desk) as server:
            answers(server)
            assert int(server.port) != port
            assert opened(tmp_path) == [f"http://localhost:{server.port}/host"]
