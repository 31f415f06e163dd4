"""An upgrade that is broken off leaves the database as it was, or as it shall be: never between two versions."""

import lzma
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from support.broken_off_upgrades import attempts, held

from companion.persistence import migrate

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parents[1] / "golden" / "databases"


def golden(number: str, file: Path) -> Path:
    """The database that the app of a migration has left; an empty one is that of none."""
    with closing(sqlite3.connect(file)) as database:
        if number:
            database.executescript(lzma.decompress((FOLDER / f"{number}.sql.xz").read_bytes()).decode())
    return file


OLD = migrate.revisions()[:-1]
EACH = ["", *(pytest.param(one, marks=() if one == "0009" else pytest.mark.endurance) for one in OLD)]
"""A new database, and one from half the way: five seconds each, and the others go the same way or the end of it."""


@pytest.mark.parametrize("number", EACH)
def test_broken_off_anywhere_it_leaves_the_old_database_and_the_next_one_comes_through(
    tmp_path: Path, number: str
) -> None:
    file = golden(number, tmp_path / "lockup.db")
    _, before = held(file)
    *broken_off, last = attempts(file)
    assert len(broken_off) > 3
    newest = migrate.revisions()[-1]
    # What is left to do after the migrations may be broken off as well.
    assert {(one.version, one.digest == before) for one in broken_off} <= {(number or None, True), (newest, False)}
    assert (last.broken_off, last.version) == (False, newest)
    copies = sorted(one.name for one in tmp_path.iterdir() if "before" in one.name)
    assert copies == ([f"lockup.db.before-{number}-to-{newest}"] if number else [])
    for name in copies:
        assert held(tmp_path / name) == (number, before)
