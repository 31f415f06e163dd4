"""`lockup backup` and `lockup restore`: an SQLite database copied, and put back."""

import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import click

from companion.cli.console import fail, say
from companion.cli.database import database_option, settings_of, sound
from companion.persistence import migrate
from companion.persistence.database import UnreadableUrl, readable_url, sqlite_file
from companion.persistence.sqlite_file import InUse, copy_sqlite, put_in_place


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@database_option
def backup(file: Path, database: str | None) -> None:
    """Copy the database to a new FILE and check the copy. The app may be running."""
    source = _file_of(database)
    if file.exists():
        fail("exists", path=file)
    sound(source)
    try:
        copy_sqlite(str(source), str(file))
    except (sqlite3.Error, OSError) as fault:
        fail("cannot_write", path=file, what=fault)
    sound(file)
    click.echo(say("backed_up", path=file))


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@database_option
def restore(file: Path, database: str | None) -> None:
    """Replace the database with a backup, while the app is stopped. The old database stays next to it."""
    target = _file_of(database)
    sound(file)
    if migrate.version_of_file(file) not in migrate.revisions():
        fail("no_backup", path=file)
    old = target.with_name(f"{target.name}.before-restore-{datetime.now(UTC):%Y%m%dT%H%M%S}")
    try:
        put_in_place(file, target, old)
    except InUse:
        fail("in_use", database=target)
    except (sqlite3.Error, OSError) as fault:
        fail("cannot_write", path=target, what=fault)
    click.echo(say("restored", path=target))
    if old.exists():
        click.echo(say("restored_over", path=old))


def _file_of(database: str | None) -> Path:
    """Return the file of the database; end the command where it is no SQLite."""
    url = settings_of(database).database_url
    try:
        file = sqlite_file(url)
    except UnreadableUrl:
        fail("unreadable_url")
    if file is None:
        fail("no_file", database=readable_url(url))
    return file
