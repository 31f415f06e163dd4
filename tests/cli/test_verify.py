"""`lockup verify`: a closed table is dealt again, from a file or from the database, and the answer is a sentence."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from serving import run_here
from support.api_client import API
from support.table_client import BY_HAND, Seat, done, play, post, sit_down, somebody

from companion.cli import main

WISHES = {"dealing": "house", "difficulty": "expert"}


def verify(*arguments: str) -> tuple[int, str]:
    """What the command says, without the second that a process of its own takes."""
    done_ = CliRunner().invoke(main, ["verify", *arguments], env={"LC_ALL": "en"})
    assert done_.exception is None or isinstance(done_.exception, SystemExit), done_.exc_info
    return done_.exit_code, done_.output


def played(client: FlaskClient, body: Any) -> tuple[Seat, Any]:
    seat, shown = sit_down(client, body)
    return seat, play(client, seat, shown, somebody("Vera"), until=lambda shown: shown["state"]["round"] == 2)


def closed(client: FlaskClient, body: Any = WISHES) -> Seat:
    seat, shown = played(client, body)
    done(post(client, seat, "close", {"version": shown["version"]}))
    return seat


def exported(client: FlaskClient, folder: Path, seat: Seat) -> tuple[Path, Any]:
    # By its code a closed table is found by those alone who sit there.
    value = client.get(f"{API}/tables/{seat.code}/export", headers=seat.headers()).json
    return written(folder, value), value


def written(folder: Path, value: Any) -> Path:
    file = folder / "table.json"
    file.write_text(json.dumps(value), "utf-8")
    return file


@pytest.fixture
def engine_url(tmp_path: Path, migrated_file: Path) -> str:
    """One kind of database is enough: what the other holds, tests of tables compare."""
    (tmp_path / "lockup.db").write_bytes(migrated_file.read_bytes())
    return f"sqlite:///{tmp_path / 'lockup.db'}"


def test_an_honest_table_is_said_to_be_honest(client: FlaskClient, tmp_path: Path) -> None:
    file, value = exported(client, tmp_path, closed(client))
    code, said = verify(str(file))
    cards = sum(len(deal["seen"]) for deal in value["deals"])
    assert code == 0
    assert said == f"Honest: every card follows from the seed. Shuffles: 4; cards revealed: {cards}.\n"


def test_the_command_speaks_the_language_of_its_environment(client: FlaskClient, tmp_path: Path) -> None:
    file, _ = exported(client, tmp_path, closed(client, BY_HAND))
    english, polish = (run_here("verify", str(file), LANG=one).stdout for one in ("en_GB.UTF-8", "pl_PL.UTF-8"))
    assert english == "Nothing to check: the app has shuffled nothing at this table.\n"
    assert polish != english


def test_the_database_is_asked_with_the_code_of_the_table(client: FlaskClient, engine_url: str) -> None:
    seat = closed(client)
    code, said = verify("--code", seat.code.upper(), "--database", engine_url)
    assert (code, said.partition(":")[0]) == (0, "Honest")


def test_a_seed_that_somebody_gave_is_named_as_known(client: FlaskClient, tmp_path: Path) -> None:
    file, _ = exported(client, tmp_path, closed(client, {**WISHES, "seed": "our prison"}))
    code, said = verify(str(file))
    assert code == 0
    assert said.splitlines()[1].startswith("Someone could know the seed, and so the order")


def test_the_first_card_that_was_not_dealt_so_is_named(client: FlaskClient, tmp_path: Path) -> None:
    _, value = exported(client, tmp_path, closed(client))
    order = value["deals"][2]["order"]
    real, order[4] = order[4], [77, False]
    code, said = verify(str(written(tmp_path, value)))
    assert code == 1
    assert said.startswith("Not honest: round 2, guard cards, card 5: 77. The seed gives: ")
    assert str(real[0]) in said.partition("gives: ")[2] or real[0] == "power"


def test_another_seed_than_the_one_that_was_promised_is_found(client: FlaskClient, tmp_path: Path) -> None:
    file, value = exported(client, tmp_path, closed(client))
    assert verify(str(file), "--commitment", value["commitment"].upper())[0] == 0
    for arguments in ([str(file), "--commitment", "0" * 64], [str(written(tmp_path, {**value, "seed": "other"}))]):
        code, said = verify(*arguments)
        assert code == 1
        assert said.startswith("Not honest: this seed does not fit")


def test_an_open_table_keeps_its_secret(client: FlaskClient, engine_url: str, tmp_path: Path) -> None:
    seat, _ = played(client, WISHES)
    code, said = verify("--code", seat.code, "--database", engine_url)
    assert code == 1
    assert said.startswith("This table is not closed yet")
    file, _ = exported(client, tmp_path, seat)
    assert verify(str(file)) == (1, f"This is not an export of a closed table: {file}\n")


def test_a_table_dealt_by_hand_has_nothing_to_check(client: FlaskClient, tmp_path: Path) -> None:
    file, _ = exported(client, tmp_path, closed(client, BY_HAND))
    assert verify(str(file)) == (0, "Nothing to check: the app has shuffled nothing at this table.\n")


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": "lockup-table"}', "[" * 100])
def test_a_file_that_is_none_is_refused_in_a_sentence(tmp_path: Path, text: str) -> None:
    file = tmp_path / "other.json"
    file.write_text(text, "utf-8")
    assert verify(str(file)) == (1, f"This is not an export of a closed table: {file}\n")
    assert verify(str(tmp_path / "none.json"))[0] == 1


def test_a_table_that_there_is_not_is_refused_in_a_sentence(engine_url: str) -> None:
    assert verify("--code", "222222", "--database", engine_url) == (1, "No table has this code: 222222\n")


@pytest.mark.parametrize("arguments", [[], ["table.json", "--code", "222222"]])
def test_either_a_file_or_a_code_is_named(arguments: list[str]) -> None:
    assert verify(*arguments) == (1, "Name a file, or a table with --code.\n")
