"""Which database a command works on, and opening it."""

from dataclasses import replace
from typing import Final

import click
from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from companion import app as application
from companion import config
from companion.cli.console import fail, say
from companion.persistence import migrate
from companion.persistence.database import DriverMissing, UnreadableUrl, db, shown

database_option: Final = click.option(
    "--database", metavar="URL", help="An SQLAlchemy URL; by default SQLite in your data folder."
)


def settings_of(database: str | None) -> config.Settings:
    """The settings of the environment, with another database if one is named."""
    try:
        settings = config.from_environment()
    except config.BadSetting as fault:
        fail("bad_setting", what=say(fault.wanted, variable=fault.variable, value=fault.value))
    return replace(settings, database=database) if database else settings


def prepared(settings: config.Settings) -> Flask:
    """The app with its database opened and brought to this version; ends the command where that cannot be."""
    url = settings.database_url
    try:
        app = application.build(settings)
        with app.app_context():
            migrate.upgrade(db.engine, lambda copy: click.echo(say("copied", path=copy)))
    except UnreadableUrl:
        fail("unreadable_url")
    except DriverMissing:
        fail("driver_missing")
    except migrate.NewerDatabase:
        fail("newer_database", database=shown(url))
    except (SQLAlchemyError, OSError, ImportError) as fault:
        fail("no_database", database=shown(url), what=str(fault).partition("\n")[0])
    return app
