"""Tables, the lines of their logs, and the keys they were opened under.

Revision ID: 0003
Revises: 0002
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "game_table",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("code", sa.String(8), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("rules", sa.String(40), nullable=False),
        sa.Column("seed", sa.String(200), nullable=False),
        sa.Column("given", sa.Boolean(), nullable=False),
        sa.Column("names", sa.JSON(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("seat_hash", sa.String(64), nullable=False),
        sa.Column("device", sa.String(64), nullable=True),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sa.Column("box_id", sa.String(32), nullable=True),
        sa.Column("teaches", sa.Boolean(), nullable=False),
        sa.Column("sheet_id", sa.String(32), nullable=True),
        sa.Column("sheet_version", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["box_id"], ["box.id"], name="fk_game_table_box_id", ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheet.id"], name="fk_game_table_sheet_id", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_game_table"),
        sa.UniqueConstraint("code", name="uq_game_table_code"),
    )
    op.create_index("ix_game_table_device_changed", "game_table", ["device", "changed"])
    op.create_index("ix_game_table_changed", "game_table", ["changed"])
    op.create_index("ix_game_table_box_id", "game_table", ["box_id"])
    op.create_index("ix_game_table_sheet_id", "game_table", ["sheet_id"])
    op.create_table(
        "game_entry",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("act", sa.JSON(), nullable=False),
        sa.Column("facts", sa.Text(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("rules", sa.String(40), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("moment", sa.DateTime(timezone=True), nullable=False),
        sa.Column("key_hash", sa.String(64), nullable=True),
        sa.Column("body_hash", sa.String(64), nullable=True),
        sa.Column("language", sa.String(8), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["game_table.id"], name="fk_game_entry_table_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "version", name="pk_game_entry"),
        sa.UniqueConstraint("table_id", "key_hash", name="uq_game_entry_key_hash"),
    )
    op.create_table(
        "game_table_key",
        sa.Column("key_hash", sa.String(64), nullable=False),
        sa.Column("body_hash", sa.String(64), nullable=False),
        sa.Column("salt", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["game_table.id"], name="fk_game_table_key_table_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("key_hash", name="pk_game_table_key"),
    )
    op.create_index("ix_game_table_key_table_id", "game_table_key", ["table_id"])


def downgrade() -> None:
    """Drop the tables."""
    op.drop_table("game_table_key")
    op.drop_table("game_entry")
    op.drop_table("game_table")
