"""The prison of the week: the same deal for friends elsewhere, and their results side by side."""

from datetime import date, datetime
from itertools import groupby
from typing import Final

from flask import request
from werkzeug.wrappers import Response

from companion.boxes.repository import box_of
from companion.identity.tokens import new_token
from companion.pages.blueprint import blueprint
from companion.pages.boxes.own_box import last_used
from companion.pages.layout import frame
from companion.persistence.database import now
from companion.players_day import on_players_clock
from companion.rules.shuffling.weekly import Escape, Prison, escapes
from companion.rules.state.setup import Difficulty
from companion.rules.vocabulary import EditionName
from companion.web.language import request_language
from companion.words import field_labels

MOST: Final = 4000
"""Characters of pasted lines that are read."""


@blueprint.get("/prison")
def prison() -> Response:
    """Offer this week's prisons, and lay pasted results side by side."""
    language, text = request_language(), request.args.get("lines", "")[:MOST]
    year, week = week_of(now(), request.args.get("zone"))
    box = last_used()
    edition = box_of(box).edition if box else EditionName.LATER
    prisons = [(_difficulty(one), Prison(f"{year}-W{week:02}", one, edition)) for one in Difficulty]
    found = sorted(escapes(text), key=lambda one: one.prison)
    return frame.page(
        "home/prison.html",
        week=f"{year}-W{week:02}",
        first_day=date.fromisocalendar(year, week, 1),
        last_day=date.fromisocalendar(year, week, 7),
        once=new_token(),
        box=box.link if box else "",
        edition=edition,
        edition_name=frame.page_text(language, f"edition.{edition}"),
        prisons=prisons,
        lines=text,
        example=Escape("", prisons[0][1], 52, 45).line,
        results=[(_named(one), [*same]) for one, same in groupby(found, key=lambda one: one.prison)],
    )


def week_of(moment: datetime, zone: str | None) -> tuple[int, int]:
    """Return the year and week on the clock of a phone."""
    year, week, _ = on_players_clock(moment, zone).isocalendar()
    return year, week


def _difficulty(one: Difficulty) -> str:
    return field_labels.word(request_language(), "difficulty", one)


def _named(one: Prison) -> str:
    edition = frame.page_text(request_language(), f"edition.{one.edition}")
    return f"{one.week} · {_difficulty(one.difficulty)} · {edition}"
