"""Whose phone had a seat before another one took it while that was silent.

Revision ID: 0018
Revises: 0017
"""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Give every seat a place for that."""
    with op.batch_alter_table("game_seat") as batch:
        batch.add_column(sa.Column("former_hash", sa.String(64), nullable=True))
        batch.add_column(sa.Column("former_device", sa.String(64), nullable=True))


def downgrade() -> None:
    """Take it away again."""
    with op.batch_alter_table("game_seat") as batch:
        batch.drop_column("former_device")
        batch.drop_column("former_hash")
