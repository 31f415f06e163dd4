"""Replays a golden game of each version with the code on the path; prints how that calls the event of a beginning."""

import random
import sys
from functools import partial

from companion.rules.engine.decider import next_decision, prompt
from companion.rules.shuffling.shuffle import shuffled
from companion.tables.line import Kind, Line
from companion.tables.timeline import games_before, rebuilt
from support.golden_games import VERSIONS, digests, games
from support.random_rules_player import any_act


def main() -> None:
    """Replay them."""
    for version in VERSIONS:
        golden = games(version)[0]
        lines = golden.lines()
        end = Line(lines[-1].version + 1, Kind.SEAT)
        before = games_before([*lines, end])
        course = [before[one + 1] for one in range(1, end.version)]
        assert digests(course) == [came for came, _ in golden.came_to]
        game = rebuilt(lines[: max(golden.stops().values())]).game
        waiting = prompt(game)
        next_decision(game, waiting, any_act(waiting, random.Random(1)), partial(shuffled, "renamed"))
        sys.stdout.write(f"{type(lines[0].events[0]).__name__}\n")


if __name__ == "__main__":
    main()
