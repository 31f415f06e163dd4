"""A migration that was landed never changes: databases out there were brought up by it as it was."""

import tomllib
from hashlib import sha256
from pathlib import Path

from companion.persistence.migrate import scripts_folder

FROZEN = tomllib.loads(Path(__file__).with_name("migration_checksums.toml").read_text("utf-8"))
"""By file. A new migration is entered with its sum; what has to change later is another migration."""


def test_each_migration_is_as_it_was_landed() -> None:
    files = sorted((scripts_folder() / "versions").glob("[0-9]*.py"))
    assert {file.name: sha256(file.read_text("utf-8").encode()).hexdigest() for file in files} == FROZEN
