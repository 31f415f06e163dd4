"""Games that the odds-based player has played of a table's deal, for its par.

Revision ID: 0020
Revises: 0019
"""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "game_par",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("line", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("game", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("escaped", sa.Boolean(), nullable=False),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("game_par")
