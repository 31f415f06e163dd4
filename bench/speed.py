"""One figure of the app whose folder is named: how often something is done in a second of CPU.

`bench.before` asks for a figure of one folder and then of another, each in its own process. The measured work is
defined here once for both, by interfaces that are public and stay: the rules as a library, and pages and API over HTTP.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any, Final, TypeAlias

Work: TypeAlias = Callable[[], object]
"""Does once what is counted."""


def rate(work: Work, seconds: float) -> float:
    """Return how often something is done in a second of CPU, after a first time that counts for nothing."""
    work()
    done, begun = 0, time.process_time()
    while (taken := time.process_time() - begun) < seconds:
        work()
        done += 1
    return done / taken


def simulated(player: str) -> Work:
    """Return a game of `lockup simulate`: before every decision all that the player cannot know is dealt again."""
    simulation = import_module("companion.players").Simulation(player)
    played = import_module("companion.players.simulation").played
    numbers = count(1)
    return lambda: played(simulation, next(numbers))


def _roll_call() -> Any:
    """Return a solitary game with the player's first turn before it, and six tokens at home."""
    rules = import_module("companion.rules")
    game = rules.Game.new(rules.Setup(dealing=rules.Dealing.HOUSE, difficulty=rules.Difficulty.EXPERT), seed="speed")
    while game.legal_actions[0].type == "type_goon":
        game = game.play(game.type_goon({"type": "dwarf", "icons": 1}))
    game = game.play(game.begin_round())
    return game.play(next(game.legal_acts()))


def _odds() -> Work:
    rules = import_module("companion.rules")
    position = _roll_call().position
    return lambda: [rules.odds_by_token(position, 0, place) for place in position.setup.edition.assignable]


def _dealt_anew() -> Work:
    game, numbers = _roll_call(), count()
    return lambda: game.resample(0, seed=str(next(numbers)))


def _scores() -> Work:
    scores, game = import_module("companion.scoring").scores, _roll_call()
    return lambda: scores(game)


def _as_text() -> Work:
    of_text, text = import_module("companion.rules").Game.from_text, _roll_call().to_text()
    return lambda: of_text(text)


class _Table:
    """A solitary game in its own app, opened by a device."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        settings = import_module("companion.config").Settings
        database = import_module("companion.persistence.database").db
        app = import_module("companion").create_app(
            settings(database=f"sqlite:///{self._folder.name}/lockup.db", testing=True)
        )
        with app.app_context():
            import_module("companion.persistence.migrate").upgrade(database.engine)
        self._client = app.test_client()
        self._client.get("/alone")
        self._keys = count(1)
        shown = self._posted("/api/v1/tables", {"dealing": "house"})
        self._code, self._version, self._token = shown["code"], shown["version"], shown["token"]

    def page(self) -> None:
        answer = self._client.get(f"/t/{self._code}")
        assert answer.status_code == 200, answer.status

    def step(self) -> None:
        """Move the player on the track, to and fro."""
        fields = {"side": [0], "number": 11 + self._version % 2}
        body = {"version": self._version, "type": "set_reputation", "fields": fields}
        self._version = self._posted(f"/api/v1/tables/{self._code}/corrections", body)["version"]

    def _posted(self, path: str, body: Any) -> Any:
        headers = {"Idempotency-Key": f"speed-{next(self._keys):022}"}
        if path.endswith("corrections"):
            headers["Authorization"] = f"Bearer {self._token}"
        answer = self._client.post(path, json=body, headers=headers)
        assert answer.status_code in {200, 201}, answer.get_data(as_text=True)
        return answer.get_json()


def _page() -> Work:
    return _Table().page


def _step() -> Work:
    return _Table().step


FIGURES: Final[Mapping[str, Callable[[], Work]]] = {
    "whole games at random": partial(simulated, "random"),
    "whole games, greedy": partial(simulated, "greedy"),
    "whole games, counting odds": partial(simulated, "counting"),
    "odds of a whole roll call": _odds,
    "a game dealt anew": _dealt_anew,
    "scores of a game": _scores,
    "a game read from its text": _as_text,
    "the page of a game alone": _page,
    "a line over REST": _step,
}


def main() -> None:
    """Print how often a second of CPU holds that figure, with the app of that folder."""
    folder, figure, seconds = sys.argv[1:]
    sys.path.insert(0, folder)
    work = FIGURES[figure]()
    found = Path(str(import_module("companion").__file__)).parents[1]
    assert found == Path(folder).resolve(), f"{found} was measured instead"
    print(rate(work, float(seconds)))


if __name__ == "__main__":
    main()
