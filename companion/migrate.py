"""Bringing the database to the version of the app: by itself, after a copy, and never backwards."""

from collections.abc import Callable
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine

from companion.database import copy_sqlite


class NewerDatabase(Exception):
    """The database was written by a newer version of the app."""


def _scripts_folder() -> Path:
    """The migrations: inside an installed package, at the top of the project in a checkout."""
    installed = Path(__file__).parent / "migrations"
    return installed if installed.is_dir() else Path(__file__).parent.parent / "migrations"


def _config() -> Config:
    config = Config()
    # Alembic reads % as the start of an interpolation.
    config.set_main_option("script_location", str(_scripts_folder()).replace("%", "%%"))
    return config


def upgrade(engine: Engine, told: Callable[[str], None] = lambda _: None) -> None:
    """Migrate the database to the newest version that this app knows; an SQLite file is copied first.

    Args:
        engine: the database.
        told: hears where the copy lies.

    Raises:
        NewerDatabase: the database is of a version that this app does not know.
    """
    config = _config()
    scripts = ScriptDirectory.from_config(config)
    with engine.connect() as connection:
        current = MigrationContext.configure(connection).get_current_revision()
    if current is not None and current not in {script.revision for script in scripts.walk_revisions()}:
        raise NewerDatabase
    if current == scripts.get_current_head():
        return
    if current is not None and engine.dialect.name == "sqlite" and engine.url.database:
        copy = f"{engine.url.database}.before-{current}-to-{scripts.get_current_head()}"
        copy_sqlite(engine.url.database, copy)
        told(copy)
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        connection.commit()
