"""Seats move along with a phone that comes back under another address; a table says which one was played after it.

Revision ID: 0008
Revises: 0007
"""

import sqlalchemy as sa
from alembic import op

from companion.persistence.database import UtcDateTime

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table and the column."""
    op.create_table(
        "game_transfer",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("game_table.id", ondelete="CASCADE"), nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("salt", sa.String(64), nullable=False),
        sa.Column("expires", UtcDateTime(), nullable=False),
    )
    op.create_index("ix_game_transfer_table_id", "game_transfer", ["table_id"])
    with op.batch_alter_table("game_table") as table:
        table.add_column(sa.Column("next_code", sa.String(8), nullable=True))


def downgrade() -> None:
    """Drop the table and the column."""
    with op.batch_alter_table("game_table") as table:
        table.drop_column("next_code")
    op.drop_table("game_transfer")
