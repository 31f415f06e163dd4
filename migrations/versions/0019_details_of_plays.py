"""The day of a game: the zone of the phone that began it, when it began, how long it took, where, and a note.

Revision ID: 0019
Revises: 0018
"""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)


def _text(name: str, length: int) -> sa.Column[str]:
    return sa.Column(name, sa.String(length), nullable=False, server_default=sa.text("''"))


def upgrade() -> None:
    """Give each a place for that; a game is dated by its beginning from now on, no longer by its end."""
    with op.batch_alter_table("game_table") as batch:
        batch.add_column(sa.Column("zone", sa.String(64), nullable=True))
        batch.add_column(sa.Column("began", _MOMENT, nullable=True))
    with op.batch_alter_table("sheet") as batch:
        batch.add_column(sa.Column("zone", sa.String(64), nullable=True))
        batch.add_column(sa.Column("began", _MOMENT, nullable=True))
        batch.add_column(_text("place", 60))
        batch.add_column(_text("note", 500))
    with op.batch_alter_table("play") as batch:
        batch.add_column(sa.Column("zone", sa.String(64), nullable=True))
        batch.add_column(sa.Column("minutes", sa.Integer(), nullable=True))
        batch.add_column(_text("place", 60))
        batch.add_column(_text("note", 500))
    with op.batch_alter_table("play_import") as batch:
        batch.add_column(sa.Column("zone", sa.String(64), nullable=True))
    op.execute("UPDATE sheet SET began = (SELECT MIN(created) FROM game_table WHERE sheet_id = sheet.id)")
    op.execute(
        "UPDATE play SET played = (SELECT created FROM game_table WHERE id = play.table_id) WHERE table_id IS NOT NULL"
    )
    op.execute(
        "UPDATE play SET played = (SELECT COALESCE(began, created) FROM sheet WHERE id = play.sheet_id)"
        " WHERE sheet_id IS NOT NULL"
    )
    op.execute("UPDATE play_side SET played = (SELECT played FROM play WHERE id = play_side.play_id)")
    # A file names days without a zone; they are kept as they stand in it.
    op.execute("UPDATE play SET zone = 'UTC' WHERE id IN (SELECT play_id FROM imported_play)")


def downgrade() -> None:
    """Take it away again; games stay dated by their beginning."""
    with op.batch_alter_table("play_import") as batch:
        batch.drop_column("zone")
    with op.batch_alter_table("play") as batch:
        for column in ("note", "place", "minutes", "zone"):
            batch.drop_column(column)
    with op.batch_alter_table("sheet") as batch:
        for column in ("note", "place", "began", "zone"):
            batch.drop_column(column)
    with op.batch_alter_table("game_table") as batch:
        for column in ("began", "zone"):
            batch.drop_column(column)
