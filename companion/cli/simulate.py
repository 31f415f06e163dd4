"""`lockup simulate`: whole games of a player against the guards of the house deck, a line each."""

import csv
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any, Final

import click

from companion.cli.console import fail, say
from companion.players import (
    NoSuchPlayer,
    NotPlayed,
    SimulatedGame,
    Simulation,
    named,
    names,
    processes,
    simulated,
    wilson,
)
from companion.rules import Difficulty, EditionName

NOTICE: Final = "Against the house deck and made-up cards, not the printed ones."
_PATIENCE: Final = 10
"""Seconds in which a scheduler answers."""

_REPORTS: Final = 10
"""The number of progress reports."""


@click.command()
@click.option("--player", default="counting", show_default=True, metavar="NAME", help="The bot that plays.")
@click.option(
    "--difficulty",
    type=click.Choice([one.value for one in Difficulty]),
    default=Difficulty.MODERATE.value,
    show_default=True,
)
@click.option(
    "--edition",
    type=click.Choice([one.value for one in EditionName]),
    default=EditionName.LATER.value,
    show_default=True,
)
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, help="How many games.")
@click.option("--seed", default="", help="A text that decides all games.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="How many at a time.")
@click.option("--scheduler", metavar="ADDRESS", help="Play with the workers of this Dask scheduler.")
@click.option(
    "--out", type=click.Choice(["csv", "json"]), default="csv", show_default=True, help="Format of the results."
)
def simulate(  # noqa: PLR0917 - each is an option
    player: str, difficulty: str, edition: str, games: int, seed: str, jobs: int, scheduler: str | None, out: str
) -> None:
    """Play games against the house deck and print their results. The same seed gives the same games."""
    simulation = Simulation(player, Difficulty(difficulty), seed, EditionName(edition))
    try:
        named(player)
        with _executor(jobs, scheduler) as executor:
            played = _with_progress(simulated(simulation, games, executor), games)
            won = sum(one.winner == "player" for one in _FORMS[out](simulation, played))
    except NoSuchPlayer:
        fail("no_player", name=player, names=", ".join(names()))
    except NotPlayed as error:
        fail("not_played", name=player, what=error)
    low, high = (round(100 * share) for share in wilson(won, games))
    click.echo(say("simulation", name=player, won=won, n=games, low=low, high=high), err=True)


@contextmanager
def _executor(jobs: int, scheduler: str | None) -> Iterator[Executor | None]:
    """Give what plays the games: processes here, the workers of a scheduler, or None for this process."""
    if scheduler is None:
        if jobs == 1:
            yield None
            return
        with processes(jobs) as pool:
            yield pool
        return
    if jobs != 1:
        fail("jobs_or_scheduler")
    try:
        from distributed import CancelledError, Client, KilledWorker  # noqa: PLC0415 - few have it
        from distributed.client import ClosedClientError  # noqa: PLC0415
        from distributed.comm.core import CommClosedError  # noqa: PLC0415
    except ImportError:
        fail("no_dask")
    try:
        client = Client(scheduler, timeout=_PATIENCE)
    except (OSError, ValueError):
        fail("no_scheduler", address=scheduler)
    try:
        with client:
            workers = len(client.nthreads())
            if not workers:
                fail("no_workers", address=scheduler)
            click.echo(say("scheduler", address=scheduler, n=workers), err=True)
            yield client.get_executor()
    except (CancelledError, ClosedClientError, CommClosedError, KilledWorker):
        fail("scheduler_lost", address=scheduler)
    except ImportError as error:
        fail("not_there", address=scheduler, what=error)


def _with_progress(played: Iterator[SimulatedGame], games: int) -> Iterator[SimulatedGame]:
    """Yield the games, and report progress."""
    begun, said = time.monotonic(), 0
    for done, one in enumerate(played, start=1):
        yield one
        if done * _REPORTS // games > said:
            said = done * _REPORTS // games
            rate = round(60 * done / max(time.monotonic() - begun, 1e-9))
            click.echo(say("simulated", done=done, n=games, rate=rate), err=True)


def _csv(simulation: Simulation, games: Iterator[SimulatedGame]) -> Iterator[SimulatedGame]:
    """Print a line for each game as soon as it is played, and yield the game."""
    lines = csv.writer(sys.stdout, lineterminator="\n")
    lines.writerow(SimulatedGame._fields)
    for one in games:
        lines.writerow(one)
        yield one


def _json(simulation: Simulation, games: Iterator[SimulatedGame]) -> Iterator[SimulatedGame]:
    """Yield the games, and print all of them in one value after the last."""
    played = []
    for one in games:
        played.append(one)
        yield one
    won = Counter(one.winner for one in played)
    value: Mapping[str, Any] = {
        "format": "Lockup simulation 1",
        "notice": NOTICE,
        "player": simulation.player,
        "difficulty": simulation.difficulty,
        "edition": simulation.edition,
        "seed": simulation.seed,
        "games": len(played),
        "won": {winner: won[winner] for winner in ("player", "guards", "both")},
        "share_of_player": {"of": won["player"] / len(played), **wilson(won["player"], len(played))._asdict()},
        "played": [one._asdict() for one in played],
    }
    click.echo(json.dumps(value, indent=1))


_FORMS: Final[Mapping[str, Callable[[Simulation, Iterator[SimulatedGame]], Iterator[SimulatedGame]]]] = {
    "csv": _csv,
    "json": _json,
}
