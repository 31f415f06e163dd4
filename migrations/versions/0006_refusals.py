"""Requests that were refused because of what others had done stay refused.

Revision ID: 0006
Revises: 0005
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "game_refusal",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("key_hash", sa.String(64), primary_key=True),
        sa.Column("body_hash", sa.String(64), primary_key=True),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("game_refusal")
