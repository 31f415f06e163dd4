"""Plays outlive their tables, for the devices that sat there.

Revision ID: 0017
Revises: 0016
"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table of who sat there."""
    op.create_table(
        "play_device",
        sa.Column("play_id", sa.String(32), sa.ForeignKey("play.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("device", sa.String(64), primary_key=True),
    )
    op.create_index("ix_play_device_device", "play_device", ["device"])


def downgrade() -> None:
    """Drop it, with the plays that nothing else tells of."""
    op.drop_table("play_device")
    lone = "sheet_id IS NULL AND table_id IS NULL AND id NOT IN (SELECT play_id FROM imported_play)"
    op.execute(f"DELETE FROM play_side WHERE play_id IN (SELECT id FROM play WHERE {lone})")  # noqa: S608
    op.execute(f"DELETE FROM play WHERE {lone}")  # noqa: S608
