"""What was played to its end, by side; what ended before is due to be told.

Revision ID: 0014
Revises: 0013
"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables, and enter what is due."""
    op.create_table(
        "play",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("sheet_id", sa.String(32), sa.ForeignKey("sheet.id", ondelete="CASCADE"), nullable=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("game_table.id", ondelete="CASCADE"), nullable=True),
        sa.Column("played", sa.DateTime(timezone=True), nullable=False),
        sa.Column("edition", sa.String(20), nullable=False),
        sa.Column("difficulty", sa.String(20), nullable=True),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("margin", sa.Integer(), nullable=True),
        sa.Column("escaped", sa.Boolean(), nullable=True),
    )
    op.create_index("ix_play_sheet_id", "play", ["sheet_id"])
    op.create_index("ix_play_table_id", "play", ["table_id"])
    op.create_table(
        "play_side",
        sa.Column("play_id", sa.String(32), sa.ForeignKey("play.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("place", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("person", sa.String(20), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("winner", sa.Boolean(), nullable=False),
    )
    op.create_index("ix_play_side_person", "play_side", ["person"])
    op.create_table("play_due", sa.Column("id", sa.String(32), primary_key=True))
    op.create_table(
        "same_person",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(20), primary_key=True),
        sa.Column("into", sa.String(20), nullable=False),
    )
    due = sa.table("play_due", sa.column("id", sa.String))
    sheets = sa.table("sheet", sa.column("id", sa.String), sa.column("draft", sa.Boolean))
    games = sa.table("game_table", sa.column("id", sa.String), sa.column("over", sa.Boolean))
    op.execute(due.insert().from_select(["id"], sa.select(sheets.c.id).where(sheets.c.draft == sa.false())))
    op.execute(due.insert().from_select(["id"], sa.select(games.c.id).where(games.c.over == sa.true())))


def downgrade() -> None:
    """Drop the tables: what they hold stands in sheets and games."""
    for table in ("same_person", "play_due", "play_side", "play"):
        op.drop_table(table)
