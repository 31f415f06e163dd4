"""Alembic's environment: the same migrations on SQLite and PostgreSQL, over the connection that the app hands in."""

from alembic import context

from companion.boxes import models as boxes  # noqa: F401 - the tables must be known
from companion.persistence.database import Base
from companion.sheets import models as sheets  # noqa: F401
from companion.tables import records as games  # noqa: F401

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
