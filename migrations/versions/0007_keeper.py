"""Tables say which seat keeps them, where that is not the host's.

Revision ID: 0007
Revises: 0006
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    with op.batch_alter_table("game_table") as table:
        table.add_column(sa.Column("keeper", sa.Integer(), nullable=True))


def downgrade() -> None:
    """Drop the column."""
    with op.batch_alter_table("game_table") as table:
        table.drop_column("keeper")
