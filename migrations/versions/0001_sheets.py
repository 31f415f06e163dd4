"""Score sheets and the keys they were made under.

Revision ID: 0001
Revises:
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "sheet",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("link", sa.String(16), nullable=False),
        sa.Column("edit_hash", sa.String(64), nullable=False),
        sa.Column("maker", sa.String(64), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("draft", sa.Boolean(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("typed", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sheet"),
        sa.UniqueConstraint("link", name="uq_sheet_link"),
    )
    op.create_index("ix_sheet_maker_changed", "sheet", ["maker", "changed"])
    op.create_index("ix_sheet_changed", "sheet", ["changed"])
    op.create_table(
        "sheet_key",
        sa.Column("key_hash", sa.String(64), nullable=False),
        sa.Column("body_hash", sa.String(64), nullable=False),
        sa.Column("salt", sa.String(64), nullable=False),
        sa.Column("sheet_id", sa.String(32), nullable=True),
        sa.Column("answer", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheet.id"], name="fk_sheet_key_sheet_id", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("key_hash", name="pk_sheet_key"),
    )
    op.create_index("ix_sheet_key_sheet_id", "sheet_key", ["sheet_id"])


def downgrade() -> None:
    """Drop the tables."""
    op.drop_table("sheet_key")
    op.drop_table("sheet")
