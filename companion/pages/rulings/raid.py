"""Raid: cubes and reputation per side, the losses, why."""

from typing import Final

from werkzeug.wrappers import Response

from companion.pages.blueprint import blueprint
from companion.pages.forms.query import Query, ruling_choices
from companion.pages.layout import frame
from companion.pages.layout.reasons import told
from companion.pages.sheet.score import seat_name
from companion.pages.sheet.score_view import GUARDS_SEAT
from companion.rules.reasons import Reason
from companion.rules.rulings.raids import Suspect, raid
from companion.rules.schema import MOST
from companion.rules.vocabulary import EditionName
from companion.web.language import request_language
from companion.words.catalogue import number
from companion.words.telling import SEATS

PLAYERS: Final = ("solitary", "2", "3", "4", "5")


@blueprint.get("/raid", endpoint="raid")
def show_raid() -> Response:
    """Say who loses what in a raid."""
    query = Query()
    edition, rulings = query.rule_set()
    players = query.choice("players", PLAYERS, "4")
    solitary = players == "solitary"
    seats = [SEATS[0], GUARDS_SEAT] if solitary else list(SEATS[: int(players)])
    names = [_name(seat, solitary=solitary) for seat in seats]
    tracks = [query.number(f"{seat}.reputation") for seat in seats]
    suspects = [
        # A side whose reputation nobody typed has enough to lose.
        Suspect(name, query.count(f"{seat}.suspicion"), MOST if track is None else track, seat == GUARDS_SEAT)
        for seat, name, track in zip(seats, names, tracks, strict=True)
    ]
    result = raid(suspects, edition=edition, rulings=rulings, solitary=solitary)
    language = request_language()
    keys = ["solitary_raid_locations"] if solitary else ["zero_suspicion"] if len(seats) > 2 else []
    return frame.page(
        "rulings/raid.html",
        query=query,
        players=players,
        sides=[
            {
                "seat": seat,
                "name": name,
                "before": suspect,
                "after": after,
                "known": track is not None,
                "lost": number(after.reputation - suspect.reputation),
            }
            for seat, name, track, suspect, after in zip(seats, names, tracks, suspects, result.sides, strict=True)
        ],
        cleared=result.locations_cleared,
        reasons_list=list(
            dict.fromkeys(
                told(one for side in result.sides for one in (*side.reasons, *filter(_matters, side.aftermath)))
            )
        ),
        rulings=ruling_choices(keys, rulings),
        edition=edition.name,
        editions=[(one.value, frame.page_text(language, f"edition.{one}")) for one in EditionName.words()],
    )


def _matters(aftermath: Reason) -> bool:
    """Return whether the page says it: that cubes return goes without saying, that they stay does not."""
    return aftermath.key_of_ruling is not None or aftermath.key == "raid.cubes_stay"


def _name(seat: str, *, solitary: bool) -> str:
    if not solitary:
        return seat_name(seat)
    return frame.page_text(request_language(), "seat.guards" if seat == GUARDS_SEAT else "seat.you")
