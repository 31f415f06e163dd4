"""`lockup export` and `lockup import`: everything that a database holds in one file, for any kind of database."""

from pathlib import Path

import click

from companion.cli.console import fail, say
from companion.cli.database import database_option, opened, settings_of
from companion.persistence import archive, migrate
from companion.persistence.database import db, make_private, readable_url, writing


@click.command("export")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@database_option
def export(file: Path, database: str | None) -> None:
    """Write the whole database to a new FILE. `lockup import` of the same version reads it."""
    if file.exists():
        fail("exists", path=file)
    settings = settings_of(database)
    try:
        make_private(file)
        with opened(settings), file.open("w", encoding="utf-8", newline="\n") as out:
            out.writelines(archive.written(db.engine, migrate.revisions()[-1]))
    except OSError as fault:
        file.unlink(missing_ok=True)
        fail("cannot_write", path=file, what=fault)
    click.echo(say("exported", path=file))


@click.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@database_option
def import_(file: Path, database: str | None) -> None:
    """Read an export into an empty database: all of it or nothing."""
    settings = settings_of(database)
    try:
        with opened(settings), file.open(encoding="utf-8") as lines, writing() as session:
            count = archive.read(session, lines, migrate.revisions()[-1])
    except archive.NotEmpty:
        fail("not_empty", database=readable_url(settings.database_url))
    except archive.NoArchive:
        fail("no_archive", path=file)
    click.echo(say("imported", n=count, database=readable_url(settings.database_url)))
