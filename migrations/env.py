"""Alembic's environment: the same migrations on SQLite and PostgreSQL, over the connection that the app hands in."""

from alembic import context

from companion.database import Base
from companion.sheets import models  # noqa: F401 - the tables must be known

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
