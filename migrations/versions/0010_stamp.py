"""Every change of a table or its seats raises a stamp, so that a process knows whether what it remembers still holds.

Revision ID: 0010
Revises: 0009
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Give every table a stamp."""
    with op.batch_alter_table("game_table") as batch:
        batch.add_column(sa.Column("stamp", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    """Take it away again."""
    with op.batch_alter_table("game_table") as batch:
        batch.drop_column("stamp")
