"""What a game costs in-process: whole random games, and a state rebuilt from its events."""

from functools import partial
from random import Random
from time import perf_counter

from companion.rules.engine.decider import first_decision, next_decision
from companion.rules.shuffling.shuffle import shuffled
from companion.rules.state.events import Event, replay
from companion.rules.state.position import Dealing, Setup
from tests.support.random_rules_player import any_act

GAMES = 200
ACTIONS = 150


def random_game(seed: int) -> tuple[list[Event], int]:
    """A whole random game: its events, and how many actions made them."""
    chance = Random(seed)
    shuffle = partial(shuffled, str(seed))
    decision = first_decision(Setup(dealing=Dealing.HOUSE), shuffle)
    events = [*decision.events]
    actions = 0
    while decision.prompt.actions:
        decision = next_decision(decision.position, decision.prompt, any_act(decision.prompt, chance), shuffle)
        events += decision.events
        actions += 1
    return events, actions


def measure() -> None:
    """Print games a second, and how long a log takes to replay."""
    started = perf_counter()
    played = [random_game(seed) for seed in range(GAMES)]
    seconds = perf_counter() - started
    games = [events for events, _ in played]
    actions = sum(number for _, number in played)
    print(f"Whole random games in-process: {GAMES / seconds:.0f} a second [1,000], {actions / GAMES:.0f} actions each")
    started = perf_counter()
    for events in games:
        replay(events)
    each = (perf_counter() - started) / actions * ACTIONS * 1000
    print(f"{ACTIONS} actions replayed from their events: {each:.2f} ms [3 ms, the reading from the log included]")
