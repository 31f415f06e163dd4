"""Writes the golden database of a migration by the app of a commit.

That is the last commit before the next migration was added. Its app serves from a tree of its own, and the REST
contract that every version keeps fills the database: a sheet, a box, a game that is over and others in the middle.
"""

import argparse
import json
import lzma
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.random_json_player import any_action

FOLDER = Path(__file__).with_name("databases")
PORT = 8390
API = f"http://127.0.0.1:{PORT}/api/v1"
SHEET = {"sides": [{"name": "Vera", "reputation": 31, "suspicion": 5}, {"name": "Isaac", "reputation": 28}]}
COMB = {"name": "Comb", "price": {"reputation": 5, "cost": {"iron": 1}}, "valuables": ["gem"], "effects": ["gain_gold"]}
BOX = {"name": "Our copy", "items": {"1": COMB}, "guards": {"base": {"1": {"strength": 2}, "2": {"strength": "power"}}}}
GAMES: dict[str, tuple[dict[str, Any], int]] = {
    "alone": ({"dealing": "house", "seed": "rusty spoon"}, 60),
    "alone, over": ({"dealing": "house", "seed": "iron"}, 3000),
    "three": ({"players": [{"name": name} for name in ("Vera", "Isaac", "Stan")]}, 60),
}
"""What opens a table, and how many acts are done at it at the most."""

_keys = count(1)


def asked(path: str, body: Any = None, token: str = "") -> Any:
    """The answer of the app; it is one that it gives."""
    headers = {"Content-Type": "application/json", "Idempotency-Key": f"key-of-the-golden-databases-{next(_keys)}"}
    given = {**headers, **({"Authorization": f"Bearer {token}"} if token else {})}
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(f"{API}{path}", data, given)) as answer:
        return json.loads(answer.read())


def played(name: str) -> dict[str, Any]:
    """A game as it was left, and what its table showed then."""
    body, most = GAMES[name]
    shown, chance = asked("/tables", body), random.Random(name)
    code, token = shown["code"], shown["token"]
    for _ in range(most):
        if not shown["prompt"]["actions"]:
            break
        try:
            shown = asked(f"/tables/{code}/actions", any_action(shown, chance), token)
        except HTTPError as refused:
            # Who knows no rule is refused now and then.
            if refused.code not in {409, 422}:
                raise
    shown = asked(f"/tables/{code}", token=token)
    waits = bool(shown["prompt"]["actions"])
    return {
        "name": name,
        "code": code,
        "token": token,
        "version": shown["version"],
        "state": shown["state"],
        "waits": waits,
    }


@contextmanager
def serving(tree: Path, database: Path) -> Iterator[None]:
    """The app of a tree serves in the block."""
    words = ["lockup", "serve", "--local", "--port", str(PORT), "--database", f"sqlite:///{database}"]
    line = f"import sys; sys.argv = {words!r}; from companion.__main__ import main; main()"
    with subprocess.Popen([sys.executable, "-c", line], cwd=tree) as app:
        until = monotonic() + 20
        while monotonic() < until:
            try:
                urlopen(f"http://127.0.0.1:{PORT}/").close()
                break
            except URLError:
                sleep(0.2)
        yield
        app.send_signal(signal.SIGINT)


def main(commit: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        tree, database = Path(name) / "tree", Path(name) / "lockup.db"
        subprocess.run(["git", "worktree", "add", "--detach", str(tree), commit], check=True)
        try:
            number = max(file.name[:4] for file in (tree / "migrations" / "versions").glob("[0-9]*.py"))
            with serving(tree, database):
                told: dict[str, Any] = {}
                for what, path, body in (("sheet", "/sheets", SHEET), ("box", "/boxes", BOX)):
                    link = asked(path, body)["link"]
                    told[what] = {"link": link, "shown": asked(f"{path}/{link}")}
                told["tables"] = [played(game) for game in GAMES]
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(tree)], check=True)
        with closing(sqlite3.connect(database)) as held:
            dump = "\n".join(held.iterdump()).encode()
        FOLDER.joinpath(f"{number}.sql.xz").write_bytes(lzma.compress(dump, preset=9))
        FOLDER.joinpath(f"{number}.json.xz").write_bytes(lzma.compress(json.dumps(told).encode(), preset=9))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commit", help="the last one before the next migration")
    main(parser.parse_args().commit)
