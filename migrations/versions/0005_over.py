"""Tables say whether they are over, so that a history lists those first that go on.

Revision ID: 0005
Revises: 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; over is what is closed, and what has a line with which a game ended."""
    with op.batch_alter_table("game_table") as table:
        table.add_column(sa.Column("over", sa.Boolean(), nullable=False, server_default=sa.false()))
    tables = sa.table("game_table", sa.column("id"), sa.column("closed", sa.Boolean()), sa.column("over", sa.Boolean()))
    lines = sa.table("game_entry", sa.column("table_id"), sa.column("facts"))
    # A game that went back after its end is taken for over until its next line.
    ended = sa.exists().where(lines.c.table_id == tables.c.id, lines.c.facts.like('%"@Phase.ended"%'))
    op.get_bind().execute(tables.update().where(tables.c.closed | ended).values(over=True))
    with op.batch_alter_table("game_table") as table:
        table.alter_column("over", server_default=None)


def downgrade() -> None:
    """Drop the column."""
    with op.batch_alter_table("game_table") as table:
        table.drop_column("over")
