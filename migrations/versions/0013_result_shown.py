"""A game of which a sheet is kept, or that is closed, has shown who won, and stays so.

Revision ID: 0013
Revises: 0012
"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

ALL_LINES = 99
"""As many uncovered lines as no score has; see `companion.tables.score_reveal`."""


def upgrade() -> None:
    """Let those be uncovered."""
    games = sa.table(
        "game_table",
        sa.column("closed", sa.Boolean),
        sa.column("sheet_id", sa.String),
        sa.column("revealed", sa.Integer),
    )
    shown = sa.or_(games.c.closed == sa.true(), games.c.sheet_id.is_not(None))
    op.execute(games.update().where(shown).values(revealed=ALL_LINES))


def downgrade() -> None:
    """Nothing is covered that was shown."""
