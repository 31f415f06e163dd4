"""Which cards of its box a table has brought there, so that only these are named when their lines are taken back.

Revision ID: 0011
Revises: 0010
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "game_lesson",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("section", sa.String(12), primary_key=True),
        sa.Column("colour", sa.String(12), primary_key=True),
        sa.Column("card", sa.String(12), primary_key=True),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("game_lesson")
