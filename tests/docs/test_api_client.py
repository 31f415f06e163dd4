"""The program in `docs/api.md` plays a table to its end, on a server that runs."""

import subprocess
import sys
from pathlib import Path

import pytest
from documents import blocks
from support.servers import forks

from companion.cli.serve import DEFAULT_PORT

MOST_LINES = 15


@pytest.mark.slow
def test_the_program_of_the_document_plays_a_table_to_its_end(tmp_path: Path) -> None:
    [program] = blocks("docs/api.md", "python")
    assert sum(bool(line) for line in program.splitlines()) <= MOST_LINES
    home = f"http://localhost:{DEFAULT_PORT}"
    assert home in program
    with forks(f"sqlite:///{tmp_path}/lockup.db") as servers:
        there = program.replace(home, f"http://127.0.0.1:{servers.server().port}")
        played = subprocess.run([sys.executable, "-c", there], capture_output=True, text=True, timeout=120, check=False)
    assert played.stderr == ""
    assert played.stdout.startswith("The game is over.")
