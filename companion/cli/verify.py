"""`lockup verify`: whether a closed table was dealt as it had promised."""

import sys
from pathlib import Path

import click

from companion.cli.console import fail, language
from companion.cli.database import database_option, prepared, settings_of
from companion.tables import queries, repository
from companion.tables.fairness_proof import NoProof, Proof
from companion.tables.fairness_proof import read as read_proof
from companion.web.strict_json import NotJson, parse_json
from companion.words import fairness_verdicts
from companion.words.catalogue import sentence
from companion.words.messages import VERDICTS


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), required=False)
@click.option("--code", metavar="CODE", help="Read this game from the database, without a FILE.")
@database_option
@click.option("--commitment", metavar="HASH", help="The hash that you noted when the game began.")
def verify(file: Path | None, code: str | None, database: str | None, commitment: str | None) -> None:
    """Deal a closed game again and say if its cards follow from the seed. FILE is the game's export."""
    if (file is None) is (code is None):
        fail("verify_what")
    proof = _proof_in(file) if file else _proof_of(code or "", database)
    honest, told = fairness_verdicts.told(language(), proof, commitment)
    click.echo("\n".join(told))
    sys.exit(0 if honest else 1)


def _proof_in(file: Path) -> Proof:
    try:
        return read_proof(parse_json(file.read_bytes()))
    except (NoProof, NotJson, OSError):
        fail("no_export", path=str(file))


def _proof_of(code: str, database: str | None) -> Proof:
    app = prepared(settings_of(database))
    with app.app_context():
        try:
            loaded = repository.find(code)
        except repository.TableGone:
            fail("no_table", code=code)
        if not loaded.state.closed:
            click.echo(sentence(language(), VERDICTS["verdict.not_closed"]), err=True)
            sys.exit(1)
        return queries.proof(loaded)
