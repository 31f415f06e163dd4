"""`lockup` without a word, as a double click starts it: it serves, and the page of this computer opens."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from socket import create_server
from typing import TextIO

import pytest
from serving import LOCKUP, Running, environment, started

from companion.config import APP_NAME

pytestmark = pytest.mark.slow


@pytest.fixture
def desk(tmp_path: Path, migrated_file: Path) -> Mapping[str, str]:
    """The environment of somebody who has a database, and whose browser only writes down what it is to open."""
    (tmp_path / "lockup-companion").mkdir()
    shutil.copy(migrated_file, tmp_path / "lockup-companion" / "lockup.db")
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {tmp_path / "opened"}\n')
    browser.chmod(0o755)
    return environment(BROWSER=str(browser), HOME=str(tmp_path), XDG_DATA_HOME=str(tmp_path))


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[TextIO]:
    """What the browser has been told to open, a line each. A pipe, so that reading a line waits for the browser."""
    os.mkfifo(tmp_path / "opened")
    # Open for both ends: the browser never waits for a reader, and the reader never meets the end.
    with os.fdopen(os.open(tmp_path / "opened", os.O_RDWR)) as lines:
        yield lines


def unasked(port: int | str) -> tuple[str, ...]:
    """The command as a double click runs it, on another port than the usual one, which somebody may be using here."""
    return sys.executable, "-c", f"from companion.cli.serve import serve_unasked; serve_unasked({port})"


def page(server: Running) -> str:
    """The line of this server's own page."""
    return f"http://localhost:{server.port}/host\n"


def answers(server: Running) -> bool:
    return f'{APP_NAME}"' in server.get("/manifest.webmanifest")


def test_either_command_alone_opens_the_page_of_this_computer(desk: Mapping[str, str], opened: TextIO) -> None:
    # One after the other, since both take the usual port. Where the app is running here already, its page opens.
    for name in ("lockup", "lockup-companion"):
        with started(str(Path(LOCKUP).with_name(name)), env=desk) as server:
            assert answers(server)
            assert opened.readline() == page(server)


def test_where_another_program_has_the_port_it_takes_any_and_started_again_it_opens_the_page_of_the_first(
    desk: Mapping[str, str], opened: TextIO
) -> None:
    with closing(create_server(("", 0))) as other:
        port = other.getsockname()[1]
        with started(*unasked(port), env=desk) as first:
            assert answers(first)
            assert int(first.port) != port
            assert opened.readline() == page(first)
            again = subprocess.run(
                unasked(first.port), env=desk, check=True, capture_output=True, text=True, timeout=60
            )
            assert "runs already" in again.stdout
            assert opened.readline() == page(first)
