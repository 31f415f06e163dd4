"""`lockup list`, `delete` and `expire`: what is kept, and what of it shall go."""

from datetime import timedelta

import click

from companion.boxes import repository as boxes
from companion.cli.console import fail, say
from companion.cli.database import database_option, opened, settings_of
from companion.persistence.database import now
from companion.plays import expired, imports
from companion.sheets import repository as sheets
from companion.tables import commands as tables
from companion.tables import housekeeping
from companion.tables.repository import TableGone


@click.command("list")
@database_option
def list_(database: str | None) -> None:
    """List games, score sheets, copies, imported files and stats of expired games: last change, id, kind."""
    with opened(settings_of(database)):
        found = housekeeping.everything()
    for kept in found:
        click.echo(f"{kept.changed:%Y-%m-%d}  {kept.name}  {say(f'kept.{kept.kind}')}")
    if not found:
        click.echo(say("nothing_kept"))


@click.command()
@click.argument("names", metavar="ID...", nargs=-1, required=True)
@click.option("--yes", is_flag=True, help="Do not ask.")
@database_option
def delete(names: tuple[str, ...], yes: bool, database: str | None) -> None:
    """Delete games, score sheets, copies, imported files and stats for good, by the ids that `lockup list` shows."""
    if not yes and not click.confirm(say("delete_sure", names=", ".join(names))):
        return
    with opened(settings_of(database)):
        for name in names:
            _delete(name)
            click.echo(say("deleted", name=name))


def _delete(name: str) -> None:
    for remove, gone in (
        (tables.remove, TableGone),
        (sheets.remove, sheets.SheetGone),
        (boxes.remove, boxes.BoxGone),
        (imports.remove, imports.ImportGone),
        (expired.remove, expired.FiguresGone),
    ):
        try:
            remove(name)
        except gone:
            continue
        return
    fail("no_such_name", name=name)


@click.command()
@click.option(
    "--days", type=click.IntRange(1), default=180, show_default=True, help="Days since the game last changed."
)
@click.option("--dry-run", is_flag=True, help="Only list them.")
@database_option
def expire(days: int, dry_run: bool, database: str | None) -> None:
    """Delete games that ended long ago. Their stats stay, and so do unfinished games, copies and score sheets."""
    before = now() - timedelta(days=days)
    with opened(settings_of(database)):
        count = 0
        for code in housekeeping.over_before(before):
            if dry_run or tables.expire(code, before):
                click.echo(code)
                count += 1
    click.echo(say("would_expire" if dry_run else "expired", n=count))
