"""Plays games over REST with the app as it is now, and writes them as golden games of its version."""

import argparse
import json
import lzma
import random
import sqlite3
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from flask.testing import FlaskClient
from support.api_client import API
from support.databases import migrate, put_away
from support.golden_games import FOLDER, digest
from support.random_json_player import any_action, any_fields
from support.seat_client import of_players
from support.table_client import BY_HAND, Seat, done, post, show, sit_down

from companion import create_app
from companion.config import Settings
from companion.tables import repository

FACES = [{"strength": strength, "special": strength == 4} for strength in (0, 1, 1, 2, 2, 3, 1, 2, 3, 3, 4)]
DECK: dict[str, Any] = {"dealing": "app", "guard_deck": [*FACES, {"strength": "power"}], "seed": "rusty spoon"}
GOALS: dict[str, Any] = {
    "leader_goal": {"counts": "gem", "minimum": 1},
    "end_goal": {"kind": "majority", "counts": "items"},
}
SMALL: dict[str, Any] = {"cubes": {"suspicion": 9, "power": 9, "gold": 4}, "cards": {"tomes": 9, "items": 16}}
FULL: dict[str, Any] = {**GOALS, "instant_goal": True}
KINDS: dict[str, tuple[dict[str, Any], int]] = {
    "app": ({**DECK, **GOALS}, 2),
    "app, prototype": ({**DECK, **GOALS, "edition": "prototype"}, 1),
    "app, expert, advanced": ({**DECK, **GOALS, "difficulty": "expert", "advanced": True, **SMALL}, 2),
    "house": ({"dealing": "house", "edition": "first", **GOALS}, 2),
    "cards": ({**BY_HAND, **GOALS}, 2),
    "cards, in the middle": (
        {**BY_HAND, "begin": {"round": 3, "phase": "roll_call", "player": {"reputation": 14, "tomes": 2}}},
        1,
    ),
    "cards, lights out": ({**BY_HAND, "begin": {"round": 5, "phase": "lights_out"}}, 1),
    "2, called": (of_players("Vera", "Isaac", **FULL, **SMALL), 1),
    "3, called": (of_players(**FULL), 2),
    "3, told": (of_players(**FULL, turns="told"), 1),
    "3, board": (of_players(**{**FULL, "roll_call": False}), 2),
    "5, board, advanced": (of_players("V", "I", "C", "S", "F", **{**FULL, **SMALL, "roll_call": False}), 1),
    "3, light": (of_players(**FULL, depth="light"), 2),
    "3, light, small": (of_players(**FULL, depth="light", cubes={"suspicion": 6, "power": 6}), 1),
    "3, in the middle": (
        of_players(
            **FULL,
            begin_together={"round": 4, "phase": "roll_call", "sides": [{"reputation": 20}, {"reputation": 12}]},
        ),
        1,
    ),
    "3, full from round 3": (of_players(**FULL, depth="light"), 1),
}
"""What sorts of games, and how many of each."""

MOST = 330
BORING = {"pass", "decline", "keep", "deck_empty", "space_empty", "raid_now", "play_tome", "nobody_there"}
HARMLESS = {"set_phase", "set_depth", "set_roll_call", "set_sides", "set_turn", "set_box", "set_goons", "set_dealing"}


class Play:
    """A game that somebody plays who knows no rule, and goes back and forth in it."""

    def __init__(self, client: FlaskClient, wishes: dict[str, Any], seed: str) -> None:
        self.client, self.chance = client, random.Random(seed)
        self.seat, self.shown = sit_down(client, wishes)

    def line(self, path: str, **body: Any) -> bool:
        """One line more, where it is taken."""
        answer = post(self.client, self.seat, path, {"version": self.shown["version"], **body})
        if answer.status_code != 200:
            assert answer.status_code in {409, 422}, answer.text
            return False
        self.shown = answer.json
        return True

    def run(self, deeper: bool, close: bool) -> None:
        """To its end, or until it has become long; one in light depth may go on in full depth."""
        while deeper and self.shown["state"]["round"] < 3:
            self._any_line()
        if deeper:
            assert self.line("corrections", type="set_depth", fields={"depth": ["full"]})
        while self.shown["prompt"]["actions"] and self.shown["version"] < MOST:
            self._any_line()
        if close:
            done(post(self.client, self.seat, "close", {"version": self.shown["version"]}))

    def _any_line(self) -> None:
        chance = self.chance.random()
        counting = self.shown["version"] > 12
        if chance < 0.05 and counting:
            self._correct()
        elif chance < 0.07 and counting and self.shown["undo_to"]:
            self.line("undo", to=max(2, self.shown["undo_to"] - self.chance.randint(0, 2)))
            if self.chance.random() < 0.6 and self.shown["redo_to"]:
                self.line("redo", to=self.shown["redo_to"])
        elif chance < 0.11 and counting:
            self.line("strike", to=self.shown["version"] - self.chance.randint(0, 6))
        elif self.shown["again"]:
            self.line("again", to=self.shown["again"]["to"])
        else:
            self._act()

    def _correct(self) -> None:
        offered = show(self.client, self.seat).json["corrections"]
        often = [one for one in offered if one["type"] in {"set_reputation", "set_cubes", "set_ruling"}]
        some = offered if self.chance.random() < 0.4 else often
        action = self.chance.choice([one for one in some if one["type"] not in HARMLESS])
        self.line("corrections", type=action["type"], fields=any_fields(action, self.chance))

    def _act(self) -> None:
        actions = self.shown["prompt"]["actions"]
        if self.chance.random() < 0.95:
            actions = [one for one in actions if one["type"] not in BORING] or actions
        self.line("actions", **any_action({**self.shown, "prompt": {"actions": actions}}, self.chance))


def came_to(app: Any, seat: Seat) -> Iterator[tuple[str, str | None]]:
    with app.app_context():
        loaded = repository.find(seat.code)
        for version in range(1, loaded.state.version + 1):
            game = repository.state_at(loaded.table, version).game
            yield digest(game), game.agenda[0].kind if game.agenda else None


def main(version: str, tries: int, names: Sequence[str]) -> None:
    folder = Path(tempfile.mkdtemp())
    url = f"sqlite:///{folder / 'lockup.db'}"
    migrate(url)
    app = create_app(Settings(database=url, wrong_codes_per_hour=0, testing=True))
    client = app.test_client()
    written = []
    for name in names:
        wishes, number = KINDS[name]
        met: set[str] = set()
        games = []
        for seed in range(tries):
            play = Play(client, wishes, f"{name} {seed}")
            play.run(name == "3, full from round 3", close=seed % 2 == 0)
            found = list(came_to(app, play.seat))
            games.append((play, found, {step for _, step in found if step}))
        kept = []
        for _ in range(number):
            best = max(games, key=lambda one: (len(one[2] - met), -one[0].shown["version"]))
            games.remove(best)
            met |= best[2]
            kept.append(best)
        for play, *_ in games:
            client.delete(f"{API}/tables/{play.seat.code}", headers=play.seat.headers())
        for play, found, _ in kept:
            closed = show(client, play.seat).json["closed"]
            export = (
                done(client.get(f"{API}/tables/{play.seat.code}/export", headers=play.seat.headers()))
                if closed
                else None
            )
            if export:
                export = {**export, "lines": []}
            seat = {"code": play.seat.code, "token": play.seat.token}
            written.append({"name": name, **seat, "came_to": found, "export": export})
        sys.stdout.write(f"{name}: {' '.join(sorted(met))}\n")
    put_away(app)
    database = sqlite3.connect(folder / "lockup.db")
    dump = "\n".join(database.iterdump()).encode()
    FOLDER.joinpath(f"{version}.sql.xz").write_bytes(lzma.compress(dump, preset=9))
    FOLDER.joinpath(f"{version}.json.xz").write_bytes(lzma.compress(json.dumps(written).encode(), preset=9))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("version", help="<version>-<commit>; the name of the files")
    parser.add_argument("tries", type=int, help="how many games of each kind are played, from which the best are kept")
    parser.add_argument("kinds", nargs="*", help="the kinds of games that are played; all, if none is named")
    given = parser.parse_args()
    main(given.version, given.tries, given.kinds or [*KINDS])
