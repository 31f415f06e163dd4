"""The database that a command works on, and opening it."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

import click
from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from companion import app as application
from companion import config
from companion.cli.console import fail, say
from companion.persistence import migrate
from companion.persistence.database import DriverMissing, UnreadableUrl, db, is_busy, readable_url, sqlite_file
from companion.persistence.sqlite_file import Damaged, check
from companion.presenters.plays_due import record_due

database_option: Final = click.option(
    "--database", metavar="URL", help="An SQLAlchemy URL; by default SQLite in your data folder."
)


def settings_of(database: str | None) -> config.Settings:
    """Return the settings of the environment, with another database if one is named."""
    try:
        settings = config.from_environment()
    except config.BadSetting as fault:
        fail("bad_setting", what=say(fault.wanted, variable=fault.variable, value=fault.value))
    return replace(settings, database=database) if database else settings


def prepared(settings: config.Settings) -> Flask:
    """Return the app with its database open and upgraded; end the command where that fails."""
    url = settings.database_url
    try:
        file = sqlite_file(url)
        if file and file.exists():
            sound(file)
        app = application.build(settings)
        with app.app_context():
            migrate.upgrade(db.engine, lambda copy: click.echo(say("copied", path=copy)))
            record_due()
    except UnreadableUrl:
        fail("unreadable_url")
    except DriverMissing:
        fail("driver_missing")
    except migrate.NewerDatabase:
        fail("newer_database", database=readable_url(url))
    except (SQLAlchemyError, sqlite3.Error, OSError, ImportError) as fault:
        if is_busy(fault):
            fail("busy", database=readable_url(url))
        fail("no_database", database=readable_url(url), what=str(fault).partition("\n")[0])
    return app


@contextmanager
def opened(settings: config.Settings) -> Iterator[None]:
    """Open the app's context on its database as `prepared` leaves it; its connections end with the block."""
    with prepared(settings).app_context():
        try:
            yield
        finally:
            db.session.remove()
            db.engine.dispose()


def sound(file: Path) -> None:
    """End the command where an SQLite database is damaged or cannot be opened."""
    try:
        check(file)
    except Damaged as fault:
        fail("damaged", database=file, what=fault)
    except sqlite3.Error as fault:
        if is_busy(fault):
            fail("busy", database=file)
        fail("no_database", database=file, what=fault)
