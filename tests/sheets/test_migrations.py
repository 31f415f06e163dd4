"""Migrations: the same on SQLite and on PostgreSQL, after a copy, and never backwards."""

import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from shutil import ignore_patterns
from threading import Barrier

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import Engine, inspect, text
from support.databases import AppMaker, PostgresServer
from support.sheet_client import keep, rows, sheet, show

from companion.persistence import migrate
from companion.persistence.database import Base, db
from companion.persistence.migrate import NewerDatabase, upgrade


def downgrade(engine: Engine) -> None:
    config = Config()
    config.set_main_option("script_location", str(migrate.scripts_folder()))
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
        connection.commit()


def revision(engine: Engine) -> str | None:
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def set_revision(engine: Engine, number: str) -> None:
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :number"), {"number": number})


def test_a_new_database_becomes_what_the_models_say(empty_url: str, make_app: AppMaker) -> None:
    with make_app(empty_url).app_context():
        upgrade(db.engine)
        with db.engine.connect() as connection:
            context = MigrationContext.configure(
                connection, opts={"compare_type": True, "compare_server_default": True}
            )
            assert compare_metadata(context, Base.metadata) == []


def test_a_migrated_database_is_left_as_it_is(app: Flask) -> None:
    kept = keep(app.test_client())
    told: list[str] = []
    with app.app_context():
        upgrade(db.engine, told.append)
    assert told == []
    assert show(app.test_client(), kept.link).status_code == 200


def test_a_database_can_go_back_to_nothing_and_forward_again(own_app: Flask) -> None:
    with own_app.app_context():
        downgrade(db.engine)
        assert set(inspect(db.engine).get_table_names()) == {"alembic_version"}
        upgrade(db.engine)
    keep(own_app.test_client())
    assert len(rows(own_app)["sheet"]) == 1


def test_constraints_have_names_on_every_database(app: Flask) -> None:
    with app.app_context():
        looked = inspect(db.engine)
        for table in ("sheet", "sheet_key", "box", "box_key"):
            assert looked.get_pk_constraint(table)["name"] == f"pk_{table}"
            assert all(key["name"] for key in looked.get_foreign_keys(table))
            assert all(unique["name"] for unique in looked.get_unique_constraints(table))


def test_a_database_of_a_newer_app_is_left_alone(own_app: Flask) -> None:
    kept = keep(own_app.test_client())
    with own_app.app_context():
        set_revision(db.engine, "9999")
        with pytest.raises(NewerDatabase):
            upgrade(db.engine)
        assert revision(db.engine) == "9999"
    assert show(own_app.test_client(), kept.link).status_code == 200


@pytest.fixture
def other_scripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the migrations that a test may change; the app takes it for its own."""
    copied = shutil.copytree(migrate.scripts_folder(), tmp_path / "migrations", ignore=ignore_patterns("__pycache__"))
    monkeypatch.setattr(migrate, "scripts_folder", lambda: copied)
    return copied


def test_an_old_sqlite_file_is_copied_before_it_is_migrated(
    tmp_path: Path, migrated_file: Path, make_app: AppMaker, other_scripts: Path
) -> None:
    file = tmp_path / "lockup.db"
    shutil.copy(migrated_file, file)
    app = make_app(f"sqlite:///{file}")
    kept = keep(app.test_client())
    with app.app_context():
        old = revision(db.engine)
        (other_scripts / "versions" / "9998_colour.py").write_text(
            "from alembic import op\nimport sqlalchemy as sa\n"
            f"revision = '9998'\ndown_revision = '{old}'\n"
            "def upgrade():\n    with op.batch_alter_table('sheet') as sheet:\n"
            "        sheet.add_column(sa.Column('colour', sa.String(10)))\n"
        )
        told: list[str] = []
        upgrade(db.engine, told.append)
        assert revision(db.engine) == "9998"
        assert "colour" in {column["name"] for column in inspect(db.engine).get_columns("sheet")}
    assert told == [f"{file}.before-{old}-to-9998"]
    before = sqlite3.connect(told[0])
    assert before.execute("SELECT link FROM sheet").fetchall() == [(kept.link,)]
    assert before.execute("SELECT version_num FROM alembic_version").fetchall() == [(old,)]
    before.close()


def test_a_migration_that_fails_leaves_the_database_as_it_was(
    empty_url: str, make_app: AppMaker, other_scripts: Path
) -> None:
    first = min((other_scripts / "versions").glob("*.py"))
    broken = "def upgrade():\n    op.create_table('half', sa.Column('x', sa.Integer()))\n    1 / 0\n"
    sound = first.read_text()
    first.write_text(f"{first.read_text()}\n\n{broken}")
    with make_app(empty_url).app_context():
        with pytest.raises(ZeroDivisionError):
            upgrade(db.engine)
        assert "half" not in inspect(db.engine).get_table_names()
        assert revision(db.engine) is None
        first.write_text(sound)
        upgrade(db.engine)
        assert "sheet" in inspect(db.engine).get_table_names()


def test_the_versions_are_those_that_the_migrations_say() -> None:
    scripts = ScriptDirectory(str(migrate.scripts_folder()))
    assert migrate.revisions() == [script.revision for script in scripts.walk_revisions()][::-1]
    assert migrate.revisions()[-1] == scripts.get_current_head()


def test_text_and_numbers_survive_the_way_to_the_database_and_back(app: Flask) -> None:
    body = sheet("名字 \N{GRINNING FACE} ' \" \\ %s :x", rulings={}, leader_minimum=9999)
    kept = keep(app.test_client(), body)
    assert show(app.test_client(), kept.link).json["sheet"] == body


def test_who_upgrades_a_server_at_the_same_time_waits_and_finds_it_done(
    postgres: PostgresServer, make_app: AppMaker
) -> None:
    apps = [make_app(url) for url in [postgres.new_database()] * 4]
    at_once = Barrier(len(apps))

    def bring_up(app: Flask) -> str | None:
        with app.app_context():
            at_once.wait()
            upgrade(db.engine)
            return revision(db.engine)

    with ThreadPoolExecutor(len(apps)) as threads:
        assert {*threads.map(bring_up, apps)} == {migrate.revisions()[-1]}
