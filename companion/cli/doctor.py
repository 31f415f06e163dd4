"""`lockup doctor`: whether the database is well, line by line, without changing it."""

import shutil
import sqlite3
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import click
from sqlalchemy.exc import SQLAlchemyError

from companion import app as application
from companion import config
from companion.cli.console import fail, say
from companion.cli.database import database_option, settings_of
from companion.persistence import migrate
from companion.persistence.database import DriverMissing, UnreadableUrl, db, readable_url, sqlite_file
from companion.persistence.sqlite_file import Damaged, check

_LITTLE_SPACE: Final = 200 * config.MEBIBYTE


class Finding(NamedTuple):
    """A line of the report, and whether all is well there."""

    well: bool
    said: str


@click.command()
@database_option
def doctor(database: str | None) -> None:
    """Check the database: file, version, permissions and disk. The status is 1 if something is wrong, otherwise 0."""
    settings = settings_of(database)
    try:
        click.echo(say("database", path=readable_url(settings.database_url)))
        file = sqlite_file(settings.database_url)
    except UnreadableUrl:
        fail("unreadable_url")
    findings = list(_of_file(file) if file else _of_server(settings))
    for one in findings:
        click.echo(f"{'+' if one.well else '!'} {one.said}")
    sys.exit(0 if all(one.well for one in findings) else 1)


def _of_file(file: Path) -> Iterator[Finding]:
    if not file.exists():
        yield Finding(True, say("doctor.none"))
        return
    try:
        check(file)
        version = migrate.version_of_file(file)
    except Damaged as fault:
        yield Finding(False, say("damaged", database=file, what=fault))
    except sqlite3.Error as fault:
        yield Finding(False, say("no_database", database=file, what=fault))
    else:
        yield Finding(True, say("doctor.sound"))
        yield _of_version(version)
    free = shutil.disk_usage(file.parent).free
    yield Finding(free >= _LITTLE_SPACE, say("doctor.space", n=free // config.MEBIBYTE))
    if sys.platform != "win32":
        private = not file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)
        yield Finding(private, say("doctor.private" if private else "doctor.open"))


def _of_server(settings: config.Settings) -> Iterator[Finding]:
    try:
        with application.build(settings).app_context():
            version = migrate.version_of(db.engine)
            db.engine.dispose()
    except DriverMissing:
        yield Finding(False, say("driver_missing"))
    except SQLAlchemyError as fault:
        what = str(fault).partition("\n")[0]
        yield Finding(False, say("no_database", database=readable_url(settings.database_url), what=what))
    else:
        yield _of_version(version)


def _of_version(version: str | None) -> Finding:
    known = migrate.revisions()
    if version == known[-1]:
        return Finding(True, say("doctor.current"))
    return Finding(False, say("doctor.older" if version is None or version in known else "doctor.newer"))
