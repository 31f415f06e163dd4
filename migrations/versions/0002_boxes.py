"""Boxes and the keys they were made under.

Revision ID: 0002
Revises: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "box",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("link", sa.String(16), nullable=False),
        sa.Column("edit_hash", sa.String(64), nullable=False),
        sa.Column("maker", sa.String(64), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_box"),
        sa.UniqueConstraint("link", name="uq_box_link"),
    )
    op.create_index("ix_box_maker_changed", "box", ["maker", "changed"])
    op.create_index("ix_box_changed", "box", ["changed"])
    op.create_table(
        "box_key",
        sa.Column("key_hash", sa.String(64), nullable=False),
        sa.Column("body_hash", sa.String(64), nullable=False),
        sa.Column("salt", sa.String(64), nullable=False),
        sa.Column("box_id", sa.String(32), nullable=True),
        sa.Column("answer", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(["box_id"], ["box.id"], name="fk_box_key_box_id", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("key_hash", name="pk_box_key"),
    )
    op.create_index("ix_box_key_box_id", "box_key", ["box_id"])


def downgrade() -> None:
    """Drop the tables."""
    op.drop_table("box_key")
    op.drop_table("box")
