"""What nobody else on the computer reads: the database's files, and what players typed in its errors."""

import stat
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from companion import create_app
from companion.config import Settings
from companion.persistence.database import db
from companion.persistence.migrate import upgrade
from companion.persistence.sqlite_file import copy_sqlite


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_files_of_a_new_database_are_its_owners_alone(tmp_path: Path) -> None:
    folder = tmp_path / "made"
    app = create_app(Settings(database=f"sqlite:///{folder / 'lockup.db'}"))
    with app.app_context():
        upgrade(db.engine)
        db.session.execute(text("SELECT 1"))
        files = {file.name: mode(file) for file in folder.iterdir()}
        db.session.close()
        db.engine.dispose()
    assert mode(folder) == 0o700
    assert files == dict.fromkeys(["lockup.db", "lockup.db-wal", "lockup.db-shm"], 0o600)


def test_so_is_the_copy_before_a_migration_and_a_folder_that_was_there_stays_as_it_is(
    tmp_path: Path, migrated_file: Path
) -> None:
    tmp_path.chmod(0o755)
    copy_sqlite(str(migrated_file), str(tmp_path / "copy.db"))
    assert (mode(tmp_path / "copy.db"), mode(tmp_path)) == (0o600, 0o755)


def test_an_error_of_the_database_does_not_say_what_was_typed(app: Flask) -> None:
    with app.app_context(), pytest.raises(SQLAlchemyError) as fault:
        db.session.execute(text("INSERT INTO nowhere VALUES (:name)"), {"name": "Véra"})
    assert "Véra" not in str(fault.value)
