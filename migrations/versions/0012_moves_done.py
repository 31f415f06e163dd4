"""Up to which version the hands at a phone have moved what it lists, what each line was based on, and who woke when.

Revision ID: 0012
Revises: 0011
"""

import sqlalchemy as sa
from alembic import op

from companion.persistence.database import UtcDateTime

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns."""
    with op.batch_alter_table("game_seat") as batch:
        batch.add_column(sa.Column("woke", UtcDateTime(), nullable=True))
        batch.add_column(sa.Column("moves_done", sa.Integer(), nullable=False, server_default="0"))
        batch.add_column(sa.Column("moves_done_at", UtcDateTime(), nullable=True))
    with op.batch_alter_table("game_entry") as batch:
        batch.add_column(sa.Column("shown", sa.Integer(), nullable=True))


def downgrade() -> None:
    """Take them away again."""
    with op.batch_alter_table("game_entry") as batch:
        batch.drop_column("shown")
    with op.batch_alter_table("game_seat") as batch:
        batch.drop_column("moves_done_at")
        batch.drop_column("moves_done")
        batch.drop_column("woke")
