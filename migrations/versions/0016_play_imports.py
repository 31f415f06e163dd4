"""Plays that were played before, taken in from a file: whose the file is, and which plays came with it.

Revision ID: 0016
Revises: 0015
"""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables: of the files, and of what came with which."""
    op.create_table(
        "play_import",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("maker", sa.String(64), nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
    )
    op.create_index("ix_play_import_maker", "play_import", ["maker"])
    op.create_table(
        "imported_play",
        sa.Column("play_id", sa.String(32), sa.ForeignKey("play.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("import_id", sa.String(32), sa.ForeignKey("play_import.id", ondelete="CASCADE"), nullable=False),
    )
    op.create_index("ix_imported_play_import_id", "imported_play", ["import_id"])


def downgrade() -> None:
    """Drop what came from files: nothing else tells of it."""
    op.execute("DELETE FROM play_side WHERE play_id IN (SELECT play_id FROM imported_play)")
    op.execute("DELETE FROM play WHERE id IN (SELECT play_id FROM imported_play)")
    op.drop_table("imported_play")
    op.drop_table("play_import")
