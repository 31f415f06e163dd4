"""32 writers at once, each at their own table, against as many who ask a route that does nothing."""

import json
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from threading import Thread
from typing import Final

from bench.asking import API, accepted, connected
from bench.processes import cpu_seconds
from bench.serving import Served, bare, lockup
from tests.support.random_json_player import any_action

WRITERS: Final = 32
ROUNDS: Final = 5
SECONDS: Final = 3.0
OPENING: Final = json.dumps({"dealing": "house", "seed": "rusty spoon"})


class Writer:
    """Somebody alone at their own table, who does the acts of a game that was played before, again and again."""

    def __init__(self, served: Served, acts: Sequence[str]) -> None:
        self._connection = connected(served)
        self._acts = acts
        self._left: Iterator[str] = iter(())

    def write(self) -> None:
        """Do the next act; after the last of a game, sit down to another."""
        act = next(self._left, None)
        if act is None:
            opened = json.loads(accepted(self._connection, f"{API}/tables", OPENING))
            self._path, self._token = f"{API}/tables/{opened['code']}/actions", opened["token"]
            self._left = iter(self._acts)
            act = next(self._left)
        accepted(self._connection, self._path, act, self._token)


def _acts_of_a_game(served: Served) -> list[str]:
    """Return the bodies of the acts of a whole random game; at another table with its seed they are legal too."""
    chance, connection = Random(1), connected(served)
    shown = json.loads(accepted(connection, f"{API}/tables", OPENING))
    path, token = f"{API}/tables/{shown['code']}/actions", shown["token"]
    bodies = []
    while shown["prompt"]["actions"]:
        bodies.append(json.dumps(any_action(shown, chance)))
        shown = json.loads(accepted(connection, path, bodies[-1], token))
    return bodies


def measure() -> None:
    """Print how many acts a second a server takes from all of them, and how many requests the bare one answers."""
    rates: list[tuple[float, float]] = []
    spent: list[tuple[float, float]] = []
    with lockup() as app, bare() as empty:
        acts = _acts_of_a_game(app)
        writing = [Writer(app, acts).write for _ in range(WRITERS)]
        asking = [_asking(empty) for _ in range(WRITERS)]
        for turn in range(ROUNDS + 1):
            pair = [_together(served, does) for served, does in ((app, writing), (empty, asking))]
            # The first turn warms both up.
            if turn:
                rates.append((pair[0][0], pair[1][0]))
                spent.append((pair[0][1], pair[1][1]))
    ratio = statistics.median(mine / theirs for mine, theirs in rates)
    mine, theirs = (statistics.median(column) for column in zip(*rates, strict=True))
    print(
        f"{WRITERS} writers, each at a table: {mine:.0f} acts a second, an empty Flask route: {theirs:.0f};"
        f" ratio {ratio:.2f} [0.12]"
    )
    each, empty_each = (statistics.median(column) * 1000 for column in zip(*spent, strict=True))
    print(f"  (CPU of the server for each: {each:.2f} ms and {empty_each:.2f} ms; whoever asks uses the rest)")


def _asking(served: Served) -> Callable[[], None]:
    connection = connected(served)

    def ask() -> None:
        accepted(connection, "/", "{}")

    return ask


def _together(served: Served, each: list[Callable[[], None]]) -> tuple[float, float]:
    """Return requests a second of all of them at once, and seconds of the server's CPU for each."""
    counts = [0] * len(each)
    begun, before = time.perf_counter(), cpu_seconds(served.process)

    def go_on(place: int) -> None:
        while time.perf_counter() - begun < SECONDS:
            each[place]()
            counts[place] += 1

    threads = [Thread(target=go_on, args=(place,)) for place in range(len(each))]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    return sum(counts) / (time.perf_counter() - begun), (cpu_seconds(served.process) - before) / sum(counts)
