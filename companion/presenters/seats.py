"""The seats of a table as somebody may see them."""

from typing import Any

from companion.identity.caller import Caller
from companion.persistence.database import now
from companion.tables.permissions import holds, viewer_of
from companion.tables.repository import LoadedTable
from companion.tables.silence import acting_keeper, presence
from companion.words.telling import SEATS


def seats_of(loaded: LoadedTable, who: Caller) -> dict[str, Any]:
    """Return the seats of a table as somebody may see them."""
    table = loaded.table
    there, keeps = presence(table, now()), acting_keeper(table, now())
    return {
        "seats": [
            {
                "seat": one.seat,
                "sign": SEATS[place],
                "name": one.name,
                "crew": one.crew,
                "free": one.free,
                "mine": holds(who, one),
                "host": one.seat == table.host,
                "keeper": one.seat == keeps,
                "silent": there[one.seat].silent,
                "wanted": one.wanted,
                "wanted_by": one.asked_name,
            }
            for place, one in enumerate(table.seats)
        ],
        "edits_all": table.edits_all,
        "watch": table.watch if viewer_of(table, who).seats else None,
    }
