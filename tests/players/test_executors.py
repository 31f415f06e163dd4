"""Games on other processors and machines: the same lines, byte by byte, also when a worker dies in the middle."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from support.patience import patiently

from companion.cli import main
from companion.players import NotPlayed, Simulation, processes, simulated

if TYPE_CHECKING:
    from distributed import LocalCluster

LOCKUP = Path(sys.executable).with_name("lockup")
RANDOM = Simulation("random", seed="x")


@pytest.mark.parametrize("kind", [processes, ProcessPoolExecutor, ThreadPoolExecutor])
def test_whatever_plays_them_the_games_are_the_same_and_in_their_order(kind: type[Executor]) -> None:
    with kind(2) as executor:
        assert [*simulated(RANDOM, 6, executor)] == [*simulated(RANDOM, 6)]


def test_what_a_player_may_not_do_ends_the_games_of_an_executor_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
    with ProcessPoolExecutor(2) as executor, pytest.raises(NotPlayed, match="fly"):
        [*simulated(Simulation(f"{__name__}:fly"), 10, executor)]


def fly(game, seat, chance):
    """What nobody can do."""
    return game.act("fly")


def cluster_of(workers: int) -> "LocalCluster":
    # To import it takes a second, which each process that collects the tests would pay.
    from distributed import LocalCluster

    return LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=":0")


@pytest.fixture(scope="module")
def cluster() -> Iterator["LocalCluster"]:
    with cluster_of(4) as cluster:
        yield cluster


@pytest.mark.slow
def test_the_lines_are_the_same_when_one_of_four_workers_of_a_scheduler_is_killed_in_the_middle(
    cluster: "LocalCluster",
) -> None:
    asked = ("simulate", "--player", "random", "--games", "30", "--seed", "x")
    alone = subprocess.run([LOCKUP, *asked], capture_output=True, text=True, check=True)
    victim = min(worker.pid for worker in cluster.workers.values())
    with subprocess.Popen(
        [LOCKUP, *asked, "--scheduler", cluster.scheduler_address],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as process:  # fmt: skip
        assert process.stdout is not None
        begun = [process.stdout.readline() for _ in range(4)]
        os.kill(victim, signal.SIGKILL)
        rest, said = process.communicate(timeout=120)
    assert "".join(begun) + rest == alone.stdout
    assert f"4 workers at {cluster.scheduler_address} are ready to play." in said
    assert victim not in {worker.pid for worker in cluster.workers.values()}


@pytest.mark.slow
def test_where_the_scheduler_dies_in_the_middle_a_sentence_says_so(tmp_path: Path) -> None:
    found = tmp_path / "scheduler.json"
    dask = [Path(sys.executable).with_name("dask")]
    options = ["--scheduler-file", found, "--no-dashboard"]
    with subprocess.Popen([*dask, "scheduler", "--port", "0", *options], stderr=subprocess.DEVNULL) as scheduler:
        worker = subprocess.Popen(
            [*dask, "worker", *options, "--no-nanny", "--nthreads", "1"], stderr=subprocess.DEVNULL, cwd=tmp_path
        )
        try:
            assert patiently(lambda: found.exists() and found.read_text("utf-8").endswith("}"))
            address = json.loads(found.read_text("utf-8"))["address"]
            with subprocess.Popen(
                [LOCKUP, "simulate", "--player", "random", "--games", "300", "--scheduler", address],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                env={**os.environ, "PYTHONUNBUFFERED": "1", "LC_ALL": "en"},
            ) as process:  # fmt: skip
                assert process.stdout is not None
                process.stdout.readline()
                scheduler.kill()
                _, said = process.communicate(timeout=120)
        finally:
            scheduler.kill()
            worker.kill()
            worker.wait()
    assert process.returncode == 1
    ended = f"The scheduler at {address} or its workers stopped. The same seed plays the same games again."
    # What Dask itself notes of it stands before.
    assert said.splitlines()[-1] == ended


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("--jobs", "2", "--scheduler", "tcp://127.0.0.1:1"), "Give --jobs or --scheduler, not both"),
        (("--scheduler", "nowhere://127.0.0.1:1"), "No Dask scheduler answers at nowhere://127.0.0.1:1."),
    ],
)
def test_a_scheduler_that_cannot_be_asked_is_refused_with_a_sentence(asked: tuple[str, ...], said: str) -> None:
    refused = CliRunner().invoke(main, ["simulate", "--games", "1", *asked], env={"LC_ALL": "en"})
    assert refused.exit_code == 1
    assert refused.stderr.startswith(said)


def test_without_dask_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    refused = CliRunner().invoke(main, ["simulate", "--scheduler", "tcp://127.0.0.1:1"], env={"LC_ALL": "en"})
    assert refused.exit_code == 1
    assert refused.stderr == "--scheduler needs Dask. Install it next to the app: pip install distributed\n"


@pytest.mark.slow
def test_a_scheduler_without_workers_is_named_and_not_waited_for() -> None:
    with cluster_of(0) as cluster:
        address = cluster.scheduler_address
        refused = CliRunner().invoke(main, ["simulate", "--games", "1", "--scheduler", address], env={"LC_ALL": "en"})
    assert refused.exit_code == 1
    assert refused.stderr.startswith(f"The scheduler at {address} has no workers yet.")
