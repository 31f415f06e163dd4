"""Which database a URL means."""

from pathlib import Path

import pytest
from support.databases import AppMaker, PostgresServer
from support.sheet_client import keep, show

from companion.persistence.database import db
from companion.persistence.migrate import upgrade


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg"])
def test_postgresql_is_reached_by_any_of_its_urls(postgres_url: str, make_app: AppMaker, scheme: str) -> None:
    app = make_app(postgres_url.replace("postgresql", scheme, 1))
    with app.app_context():
        assert (db.engine.dialect.name, db.engine.dialect.driver) == ("postgresql", "psycopg")
    kept = keep(app.test_client())
    assert show(app.test_client(), kept.link).status_code == 200


def test_sqlite_is_set_so_that_what_is_acknowledged_survives(tmp_path: Path, make_app: AppMaker) -> None:
    with (
        make_app(f"sqlite:///{tmp_path / 'deep' / 'er' / 'lockup.db'}").app_context(),
        db.engine.connect() as connection,
    ):
        said = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "secure_delete")
        }
    assert said == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "secure_delete": 1}


def test_a_path_that_is_not_whole_begins_where_the_app_was_started(
    tmp_path: Path, make_app: AppMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with make_app("sqlite:///lockup.db").app_context():
        upgrade(db.engine)
    assert (tmp_path / "lockup.db").stat().st_size


def test_a_lost_connection_to_postgresql_is_made_anew(
    postgres: PostgresServer, postgres_url: str, make_app: AppMaker
) -> None:
    app = make_app(postgres_url)
    kept = keep(app.test_client())
    postgres.run(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()",
        postgres_url,
    )
    assert show(app.test_client(), kept.link).status_code == 200
