"""Seats of tables, and links that invite to them; a table's only seat so far moves there.

Revision ID: 0004
Revises: 0003
"""

import json
import secrets

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_LINK_LENGTH = 13


def upgrade() -> None:
    """Make the tables, and move what the old columns say."""
    op.create_table(
        "game_seat",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("crew", sa.String(12), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=True),
        sa.Column("salt", sa.String(64), nullable=True),
        sa.Column("device", sa.String(64), nullable=True),
        sa.Column("seen", sa.DateTime(timezone=True), nullable=True),
        sa.Column("asked_hash", sa.String(64), nullable=True),
        sa.Column("asked_device", sa.String(64), nullable=True),
        sa.Column("asked_salt", sa.String(64), nullable=True),
        sa.Column("asked_name", sa.String(40), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name="fk_game_seat_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_game_seat"),
    )
    op.create_index("ix_game_seat_device", "game_seat", ["device"])
    op.create_table(
        "game_invite",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("salt", sa.String(64), nullable=False),
        sa.Column("made_by", sa.Integer(), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name="fk_game_invite_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("hash", name="pk_game_invite"),
    )
    op.create_index("ix_game_invite_table_id", "game_invite", ["table_id"])
    with op.batch_alter_table("game_table") as table:
        table.add_column(sa.Column("host", sa.Integer(), nullable=False, server_default="0"))
        table.add_column(sa.Column("edits_all", sa.Boolean(), nullable=False, server_default=sa.true()))
        table.add_column(sa.Column("revealed", sa.Integer(), nullable=False, server_default="0"))
        table.add_column(sa.Column("watch", sa.String(32), nullable=False, server_default=""))
    bind = op.get_bind()
    tables = sa.table(
        "game_table",
        *(sa.column(name) for name in ("id", "seat", "seat_hash", "names", "device", "host", "watch")),
    )
    seats = sa.table(
        "game_seat",
        *(sa.column(name) for name in ("table_id", "seat", "name", "crew", "token_hash", "device", "asked_name")),
    )
    for row in bind.execute(sa.select(tables)).mappings().all():
        # A driver may have read the JSON already.
        names = json.loads(row["names"]) if isinstance(row["names"], str) else row["names"]
        bind.execute(
            seats.insert().values(
                table_id=row["id"],
                seat=row["seat"],
                name=names[row["seat"]],
                crew="",
                token_hash=row["seat_hash"],
                device=row["device"],
                asked_name="",
            )
        )
        link = "".join(secrets.choice(_ALPHABET) for _ in range(_LINK_LENGTH))
        bind.execute(tables.update().where(tables.c.id == row["id"]).values(host=row["seat"], watch=link))
    with op.batch_alter_table("game_table") as table:
        table.alter_column("host", server_default=None)
        table.alter_column("edits_all", server_default=None)
        table.alter_column("revealed", server_default=None)
        table.alter_column("watch", server_default=None)
        table.create_unique_constraint("uq_game_table_watch", ["watch"])
        table.drop_index("ix_game_table_device_changed")
        table.drop_column("device")
        table.drop_column("seat")
        table.drop_column("seat_hash")
        table.drop_column("names")


def downgrade() -> None:
    """Move the first seat of each table back, and drop the tables."""
    with op.batch_alter_table("game_table") as table:
        table.add_column(sa.Column("seat", sa.Integer(), nullable=False, server_default="0"))
        table.add_column(sa.Column("seat_hash", sa.String(64), nullable=False, server_default=""))
        table.add_column(sa.Column("names", sa.JSON(), nullable=False, server_default='["",""]'))
        table.add_column(sa.Column("device", sa.String(64), nullable=True))
        table.create_index("ix_game_table_device_changed", ["device", "changed"])
        table.drop_constraint("uq_game_table_watch", type_="unique")
        table.drop_column("host")
        table.drop_column("edits_all")
        table.drop_column("revealed")
        table.drop_column("watch")
    bind = op.get_bind()
    tables = sa.table(
        "game_table",
        *(sa.column(name) for name in ("id", "seat", "seat_hash", "device")),
        sa.column("names", sa.JSON()),
    )
    seats = sa.table("game_seat", *(sa.column(name) for name in ("table_id", "seat", "name", "token_hash", "device")))
    names: dict[str, list[str]] = {}
    for row in bind.execute(sa.select(seats).order_by(seats.c.seat.desc())).mappings().all():
        # The guards had a name too, an empty one.
        named = names[row["table_id"]] = [row["name"], *names.get(row["table_id"], [] if row["seat"] else [""])]
        moved = {"seat": row["seat"], "seat_hash": row["token_hash"] or "", "device": row["device"], "names": named}
        bind.execute(tables.update().where(tables.c.id == row["table_id"]).values(**moved))
    with op.batch_alter_table("game_table") as table:
        for name in ("seat", "seat_hash", "names"):
            table.alter_column(name, server_default=None)
    op.drop_table("game_invite")
    op.drop_table("game_seat")
