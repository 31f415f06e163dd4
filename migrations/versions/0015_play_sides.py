"""What a person has come to in a play says when that was and how many played: it is counted out of one index.

Revision ID: 0015
Revises: 0014
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table anew; what stood in it is due to be told again."""
    _remake(
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("played", sa.DateTime(timezone=True), nullable=False),
    )
    counted = ["person", "players", "name", "played", "winner", "points", "play_id"]
    op.create_index("ix_play_side_counted", "play_side", counted)


def downgrade() -> None:
    """Make the table as it was."""
    _remake()
    op.create_index("ix_play_side_person", "play_side", ["person"])


def _remake(*columns: sa.Column[Any]) -> None:
    op.drop_table("play_side")
    op.create_table(
        "play_side",
        sa.Column("play_id", sa.String(32), sa.ForeignKey("play.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("place", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("person", sa.String(20), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("winner", sa.Boolean(), nullable=False),
        *columns,
    )
    due = sa.table("play_due", sa.column("id", sa.String))
    plays = sa.table("play", sa.column("id", sa.String))
    missing = sa.select(plays.c.id).where(plays.c.id.not_in(sa.select(due.c.id)))
    op.execute(due.insert().from_select(["id"], missing))
