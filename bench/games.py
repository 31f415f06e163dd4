"""The cost of a game in-process: whole random games by the front door, and a game rebuilt from its log."""

from collections.abc import Callable, Sequence
from random import Random
from time import process_time

from companion.rules import Dealing, Game, Setup
from companion.rules.state.events import Event, replay
from companion.tables import log_codec
from companion.tables.upcasters import LOG_FORMAT
from tests.support.random_rules_player import any_act

GAMES = 60
REPEATED = 3
ACTIONS = 150


def random_game(seed: int) -> tuple[Game, list[tuple[Event, ...]]]:
    """Return a whole random game, and the events of each of its acts."""
    chance = Random(seed)
    game = Game.new(Setup(dealing=Dealing.HOUSE), seed=str(seed))
    happened = [game.last_events]
    while not game.is_over:
        game = game.play(any_act(game.prompt, chance))
        happened.append(game.last_events)
    return game, happened


def _best(work: Callable[[], object]) -> float:
    """Return the CPU seconds of the quickest of some runs: on a busy machine the least disturbed one."""
    taken = []
    for _ in range(REPEATED):
        begun = process_time()
        work()
        taken.append(process_time() - begun)
    return min(taken)


def _play() -> None:
    for seed in range(GAMES):
        random_game(seed)


def _replayed(games: Sequence[Sequence[tuple[Event, ...]]]) -> None:
    for happened in games:
        replay(event for events in happened for event in events)


def _rebuilt(games: Sequence[Sequence[tuple[int, str]]]) -> None:
    for texts in games:
        replay(event for events in log_codec.facts(texts) for event in events)


def measure() -> None:
    """Print games a second of CPU, and how long a game takes from its events and from its log."""
    seconds = _best(_play)
    played = [random_game(seed) for seed in range(GAMES)]
    acts = sum(len(game.history) for game, _ in played)
    games = [happened for _, happened in played]
    texts = [[(LOG_FORMAT, log_codec.split(events)[0]) for events in happened] for happened in games]
    print(
        f"Whole random games in-process: {GAMES / seconds:.0f} a second of CPU [200], {acts / GAMES:.0f} actions each,"
        f" {seconds / acts * 1e6:.0f} µs an action"
    )
    per_log = ACTIONS / acts * 1000
    print(
        f"{ACTIONS} actions replayed from their events: {_best(lambda: _replayed(games)) * per_log:.2f} ms;"
        f" read from the texts of the log too: {_best(lambda: _rebuilt(texts)) * per_log:.2f} ms"
        " [3 ms, the database included]"
    )
