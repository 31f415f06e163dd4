"""`lockup upgrade`: the database brought to the version of this app."""

import click

from companion.cli.console import say
from companion.cli.database import database_option, prepared, settings_of
from companion.persistence.database import readable_url


@click.command()
@database_option
def upgrade(database: str | None) -> None:
    """Upgrade the database to this version. Hosts run it once, before they start their workers."""
    settings = settings_of(database)
    prepared(settings)
    click.echo(say("upgraded", database=readable_url(settings.database_url)))
