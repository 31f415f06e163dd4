"""A server that is killed while games are played: every line that was acknowledged is in its log, once."""

import shutil
import sys
from pathlib import Path

import pytest
from support.databases import AppMaker
from support.killed_servers import Plan, play_while_servers_die
from support.table_client import sit_down

PLAN = Plan(kills=20, wait=range(24, 33), clients=6, hung_up=0.1)


@pytest.mark.slow
def test_every_acknowledged_line_is_in_its_log_exactly_once_however_often_the_server_is_killed(
    tmp_path: Path, migrated_file: Path, make_app: AppMaker, seed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = Path(shutil.copy(migrated_file, tmp_path / "lockup.db"))
    shared, _ = sit_down(make_app(f"sqlite:///{file}").test_client())
    found = play_while_servers_die(file, shared, seed, PLAN)
    with capsys.disabled():
        sys.stderr.write(
            f"\n{PLAN.kills} servers killed, {found.acknowledged} acknowledged lines, each once in its log;"
            f" {found.found_again} of them stood there already when they were asked for again\n"
        )
    # What nobody was told of: what each client was about to send when the last server was killed.
    assert found.unknown <= PLAN.clients
    assert found.acknowledged >= 500
    assert found.found_again > 0
