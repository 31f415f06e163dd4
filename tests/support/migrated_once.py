"""For `make mutants`, which tries the same tests in hundreds of processes: all have copies of one migrated database."""

from pathlib import Path

import pytest

from support.databases import migrate


@pytest.fixture(scope="session")
def migrated_file(pytestconfig: pytest.Config) -> Path:
    """What was migrated by the first process that asked, in place of the conftest's."""
    file = pytestconfig.rootpath / "migrated.db"
    if not file.exists():
        migrate(f"sqlite:///{file}")
    return file
