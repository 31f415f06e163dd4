"""A hundred servers killed under thirty-two clients: nothing acknowledged is lost, nothing is there twice."""

import shutil
import subprocess
import sys
from pathlib import Path
from time import monotonic
from urllib.request import urlopen

import pytest
from support.databases import AppMaker
from support.killed_servers import Plan, play_while_servers_die
from support.patience import patiently
from support.table_client import sit_down

pytestmark = pytest.mark.endurance

PLAN = Plan(kills=100, wait=range(1010, 1100), clients=32, hung_up=0.2, duplicated=0.2, patience=900)
ACKNOWLEDGED = 100_000
STARTS = 5


def test_a_hundred_servers_killed_under_32_clients_lose_and_double_nothing(
    tmp_path: Path, migrated_file: Path, make_app: AppMaker, seed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = Path(shutil.copy(migrated_file, tmp_path / "lockup.db"))
    shared, _ = sit_down(make_app(f"sqlite:///{file}").test_client())
    begun = monotonic()
    found = play_while_servers_die(file, shared, seed, PLAN)
    took = monotonic() - begun
    first = sorted(_first_answer(file) for _ in range(STARTS))
    with capsys.disabled():
        sys.stderr.write(
            f"\n{PLAN.kills} servers killed under {PLAN.clients} clients in {took:.0f} s: {found.acknowledged} lines"
            f" acknowledged, 0 lost, 0 twice; {found.found_again} had been written before their answer was lost."
            f"\nFirst answer of a server started anew on that file ({file.stat().st_size / 1e6:.0f} MB), from the start"
            f" of its process: median {first[STARTS // 2]:.2f} s, worst {first[-1]:.2f} s\n"
        )
    assert found.acknowledged >= ACKNOWLEDGED
    assert found.unknown <= PLAN.clients


def _first_answer(file: Path) -> float:
    """Seconds from the start of `lockup serve` to its first answer."""
    command = [sys.executable, "-m", "companion", "serve", "--local", "--port", "0", "--database", f"sqlite:///{file}"]
    begun = monotonic()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            assert process.stdout is not None
            address = next(word for line in process.stdout for word in line.split() if word.startswith("http://"))
            assert patiently(lambda: urlopen(f"{address}/healthz", timeout=10).status == 200)
            return monotonic() - begun
        finally:
            process.kill()
