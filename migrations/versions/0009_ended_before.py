"""Games that ended before scores were uncovered line by line were seen whole, and stay so.

Revision ID: 0009
Revises: 0008
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

ALL_LINES = 99
"""As many uncovered lines as no score has; see `companion.tables.score_reveal`."""


def upgrade() -> None:
    """Let every game that is over be uncovered."""
    games = sa.table("game_table", sa.column("over", sa.Boolean), sa.column("revealed", sa.Integer))
    op.execute(games.update().where(games.c.over == sa.true()).values(revealed=ALL_LINES))


def downgrade() -> None:
    """Nothing is covered that was shown."""
