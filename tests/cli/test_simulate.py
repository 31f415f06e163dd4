"""`lockup simulate`: the same lines for the same seed on however many processors, and how far it is beside them."""

import csv
import json
from io import StringIO

from click.testing import CliRunner, Result

from companion.cli import main


def simulate(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["simulate", *arguments], env={"LC_ALL": "en"})


def test_the_lines_are_the_same_for_the_same_seed_whatever_the_jobs() -> None:
    asked = ("--player", "random", "--difficulty", "expert", "--seed", "x")
    alone, together = simulate(*asked, "--games", "6"), simulate(*asked, "--games", "6", "--jobs", "2")
    assert alone.stdout == together.stdout
    lines = [*csv.DictReader(StringIO(alone.stdout))]
    assert [line["game"] for line in lines] == ["1", "2", "3", "4", "5", "6"]
    assert {line["winner"] for line in lines} <= {"player", "guards", "both"}
    assert simulate(*asked, "--games", "2").stdout == "".join(alone.stdout.splitlines(keepends=True)[:3])
    assert simulate(*asked[:-1], "y", "--games", "2").stdout != simulate(*asked, "--games", "2").stdout


def test_how_far_it_is_stands_beside_the_lines_and_what_comes_out_says_against_what() -> None:
    done = simulate("--player", "random", "--games", "3")
    assert [line.partition(",")[0] for line in done.stderr.splitlines()[:-1]] == [
        "1 of 3 games played",
        "2 of 3 games played",
        "3 of 3 games played",
    ]
    won = "“random” won 0 of 3 games (0 to 56 %, Wilson’s interval) against the house deck, not the printed one."
    assert done.stderr.splitlines()[-1] == won


def test_as_json_it_has_every_game_the_share_with_its_interval_and_against_what() -> None:
    said = json.loads(simulate("--player", "random", "--games", "1", "--out", "json", "--seed", "x").stdout)
    assert said["notice"] == "Against the house deck and made-up cards, not the printed ones."
    assert (said["player"], said["difficulty"], said["games"], len(said["played"])) == ("random", "moderate", 1, 1)
    assert said["won"] == {"player": 0, "guards": 1, "both": 0}
    assert said["share_of_player"]["low"] == 0


def test_a_player_that_nobody_has_is_refused_with_those_that_there_are() -> None:
    refused = simulate("--player", "nobody")
    assert refused.exit_code == 1
    assert refused.stderr == "No player is called “nobody”. There are: random, greedy, counting, lookahead\n"
