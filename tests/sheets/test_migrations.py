"""Migrations: the same on SQLite and on PostgreSQL, after a copy, and never backwards."""

import sqlite3
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from flask import Flask
from keeping import keep, rows, sheet, show
from sqlalchemy import Engine, inspect, text

from companion import migrate
from companion.database import Base, db
from companion.migrate import NewerDatabase, upgrade


def downgrade(engine: Engine) -> None:
    config = migrate._config()
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


def test_a_new_database_becomes_what_the_models_say(empty_url: str, make_app) -> None:
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


def test_a_database_can_go_back_to_nothing_and_forward_again(app: Flask) -> None:
    with app.app_context():
        downgrade(db.engine)
        assert set(inspect(db.engine).get_table_names()) == {"alembic_version"}
        upgrade(db.engine)
    keep(app.test_client())
    assert len(rows(app)["sheet"]) == 1


def test_constraints_have_names_on_every_database(app: Flask) -> None:
    with app.app_context():
        looked = inspect(db.engine)
        for table in ("sheet", "sheet_key"):
            assert looked.get_pk_constraint(table)["name"] == f"pk_{table}"
            assert all(key["name"] for key in looked.get_foreign_keys(table))
            assert all(unique["name"] for unique in looked.get_unique_constraints(table))


def test_a_database_of_a_newer_app_is_left_alone(app: Flask) -> None:
    kept = keep(app.test_client())
    with app.app_context():
        set_revision(db.engine, "9999")
        with pytest.raises(NewerDatabase):
            upgrade(db.engine)
        assert revision(db.engine) == "9999"
    assert show(app.test_client(), kept.link).status_code == 200


def test_an_old_sqlite_file_is_copied_before_it_is_migrated(
    tmp_path: Path, migrated_file: Path, make_app, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripts = tmp_path / "migrations"
    (scripts / "versions").mkdir(parents=True)
    here = Path(migrate.__file__).parent.parent / "migrations"
    for script in ("env.py", "script.py.mako"):
        (scripts / script).write_text((here / script).read_text())
    for script in (here / "versions").glob("*.py"):
        (scripts / "versions" / script.name).write_text(script.read_text())
    file = tmp_path / "lockup.db"
    file.write_bytes(migrated_file.read_bytes())
    app = make_app(f"sqlite:///{file}")
    kept = keep(app.test_client())
    with app.app_context():
        old = revision(db.engine)
        (scripts / "versions" / "next.py").write_text(
            "from alembic import op\nimport sqlalchemy as sa\n"
            f"revision = 'next'\ndown_revision = '{old}'\n"
            "def upgrade():\n    with op.batch_alter_table('sheet') as sheet:\n"
            "        sheet.add_column(sa.Column('colour', sa.String(10)))\n"
        )
        monkeypatch.setattr(migrate, "_scripts_folder", lambda: scripts)
        told: list[str] = []
        upgrade(db.engine, told.append)
        assert revision(db.engine) == "next"
        assert "colour" in {column["name"] for column in inspect(db.engine).get_columns("sheet")}
    (copy,) = told
    assert copy == f"{file}.before-{old}-to-next"
    before = sqlite3.connect(copy)
    assert before.execute("SELECT link FROM sheet").fetchall() == [(kept.link,)]
    assert before.execute("SELECT version_num FROM alembic_version").fetchall() == [(old,)]
    before.close()


def test_a_migration_that_fails_leaves_the_database_as_it_was(
    empty_url: str, make_app, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripts = tmp_path / "migrations"
    (scripts / "versions").mkdir(parents=True)
    here = Path(migrate.__file__).parent.parent / "migrations"
    (scripts / "env.py").write_text((here / "env.py").read_text())
    first = (here / "versions" / next(iter(sorted(path.name for path in (here / "versions").glob("*.py"))))).read_text()
    (scripts / "versions" / "first.py").write_text(
        f"{first}\n\ndef upgrade():\n    op.create_table('half', sa.Column('x', sa.Integer()))\n    1 / 0\n"
    )
    with make_app(empty_url).app_context():
        with monkeypatch.context() as patched:
            patched.setattr(migrate, "_scripts_folder", lambda: scripts)
            with pytest.raises(ZeroDivisionError):
                upgrade(db.engine)
        assert "half" not in inspect(db.engine).get_table_names()
        assert revision(db.engine) is None
        upgrade(db.engine)


def test_text_and_numbers_survive_the_way_to_the_database_and_back(app: Flask) -> None:
    body = sheet("名字 \N{GRINNING FACE} ' \" \\ %s :x", rulings={}, leader_minimum=9999)
    kept = keep(app.test_client(), body)
    assert show(app.test_client(), kept.link).json["sheet"] == body
