"""Playing again with the same people and box: the form of a new table, filled in from one that is over."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Final, NamedTuple

from flask import url_for
from werkzeug.datastructures import MultiDict

from companion.boxes.models import KeptBox
from companion.boxes.repository import BoxGone
from companion.boxes.repository import by_id as find_box
from companion.boxes.schemas import Name, trimmed
from companion.persistence.database import now
from companion.rules.schema import Invalid
from companion.rules.state.pieces import Side
from companion.rules.state.position import Phase
from companion.rules.vocabulary import Crew
from companion.tables import next_table, repository
from companion.tables.command import Command
from companion.tables.line import Kind
from companion.tables.permissions import Sitting, holds, viewer_of
from companion.tables.refusals import Closed
from companion.tables.repository import LoadedTable, TableGone
from companion.tables.silence import may_be_answered_for
from companion.web.device_cookie import page_caller
from companion.web.language import request_language
from companion.words.telling import SEATS, seat_names

AGAIN: Final = "again"
"""The field, or part of the address, that names the table that is over."""

SAME: Final = "same"
"""Everybody plays on the phone of the last time."""


def rematch_address(loaded: LoadedTable) -> str:
    """Return the address where the same people open their next table."""
    page = "pages.new_table" if loaded.state.game.setup.solitary else "pages.new_party"
    return url_for(page, again=loaded.table.code)


def following_table(loaded: LoadedTable) -> LoadedTable | None:
    """Return the table at which the same people play on; None where they don't."""
    try:
        return repository.find(loaded.table.next_code) if loaded.table.next_code else None
    except TableGone:
        return None


class NextGame(NamedTuple):
    """The next game of the same people.

    Attributes:
        address: where they play on.
        opened_by: who has opened it; empty where that can only be one, and where the log does not say.
    """

    address: str
    opened_by: str


def next_game(loaded: LoadedTable) -> NextGame | None:
    """Return where the same people play on; None where they don't."""
    played_on = following_table(loaded)
    if played_on is None:
        return None
    version = loaded.state.version
    recent = repository.lines_after(loaded.table, max(version - _RECENT, 0), upto=version)
    opened = [line.seat for line in recent if line.kind == Kind.SEAT and line.act.type == "rematch"]
    setup, by = loaded.state.game.setup, opened[-1] if opened else None
    names = seat_names(request_language(), setup, loaded.table.names)
    address = url_for("pages.table", code=played_on.table.code, came_from=loaded.table.code)
    return NextGame(address, "" if by is None or setup.solitary else names[by])


_RECENT: Final = 24
"""Lines to look back for the opening of the next game; little comes after that."""


class PlayAgain(NamedTuple):
    """The way to the next game of the same people, of as many taps as it needs.

    Attributes:
        address: where it is opened; without fields the page that asks for things that differ each time.
        fields: of the form that opens it.
    """

    address: str
    fields: list[tuple[str, str]]


def play_again(loaded: LoadedTable) -> PlayAgain | None:
    """Return how the same people play again; None while they play, for onlookers, or if it is opened already."""
    game, caller = loaded.state.game, page_caller()
    over = loaded.state.closed or game.phase is Phase.ENDED
    if not over or loaded.table.next_code or not viewer_of(loaded.table, caller).seats:
        return None
    if game.setup.advanced:
        # Traits are dealt again.
        return PlayAgain(rematch_address(loaded), [])
    page = "pages.begin_table" if game.setup.solitary else "pages.begin_party"
    return PlayAgain(url_for(page), [*Rematch(loaded).typed.items(multi=True)])


class Rematch:
    """A table whose people play again, for somebody who sits at it; see `asked_for`."""

    def __init__(self, loaded: LoadedTable) -> None:
        self._loaded = loaded
        caller = page_caller()
        self._mine = frozenset(one.seat for one in loaded.table.seats if holds(caller, one))

    @property
    def typed(self) -> MultiDict[str, str]:
        """The values with which the form of a new table begins; goals are new each time."""
        table, setup = self._loaded.table, self._loaded.state.game.setup
        chosen = {
            AGAIN: table.code,
            "number": str(len(table.seats)),
            "depth": setup.depth.value,
            "edition": setup.edition_name.value,
            "holds": SAME,
            "trust": "" if table.edits_all else "own",
            "roll_call": "yes" if setup.roll_call else "",
            "instant_goal": "yes" if setup.instant else "",
            "advanced": "yes" if setup.advanced else "",
            "box": "" if self.box is None else self.box.link,
            "difficulty": str(setup.difficulty or ""),
            "dealing": setup.dealing.value,
            "odds": setup.odds.value,
            "hint": setup.hint.value,
        }
        names = {f"name.{one.seat}": one.name for one in table.seats}
        return MultiDict({**chosen, **names, **{f"crew.{one.seat}": one.crew for one in table.seats}})

    @property
    def places(self) -> list[str]:
        """The ending of the field names of each seat."""
        return [f".{one.seat}" for one in self._loaded.table.seats]

    def seats(self, given: Mapping[str, str]) -> list[dict[str, str]]:
        """Return the seats as the form asks for them."""
        return seats_asked(self.places, given)

    def sitting(self, given: Mapping[str, str]) -> list[Sitting]:
        """Return who sits down, as the form was filled in."""
        return [Sitting(trimmed(given.get(f"name{place}", "")), given.get(f"crew{place}", "")) for place in self.places]

    @property
    def known(self) -> list[Sitting]:
        """The people who sat at the table."""
        return [Sitting(one.name, one.crew) for one in self._loaded.table.seats]

    def held(self, number: int) -> frozenset[Side]:
        """Return the seats, of so many, that this phone had; one in any case, for somebody runs the table."""
        return frozenset(seat for seat in self._mine if seat < number) or frozenset({0})

    def others(self, number: int) -> dict[Side, str]:
        """Return the devices that had the other seats, as they are stored; a program's seat becomes free."""
        held = self.held(number)
        seats = (one for one in self._loaded.table.seats if one.seat < number and one.seat not in held)
        return {one.seat: one.device for one in seats if one.device is not None}

    def host(self, number: int) -> Side | None:
        """Return the seat of the last host, if still here, to run the next table too; None: its opener runs it."""
        host = next((one for one in self._loaded.table.seats if one.seat == self._loaded.table.host), None)
        if host is None or host.seat not in self.others(number) or may_be_answered_for(host, now()):
            return None
        return host.seat

    @property
    def following(self) -> str | None:
        """The code of the table at which the same people play on already."""
        played_on = following_table(self._loaded)
        return played_on.table.code if played_on else None

    def followed_by(self, code: str) -> str:
        """Lead everybody at the table, and the second screen, to the next one, and return its code.

        It is not the code of the opened table if somebody else was quicker.
        """
        asked = Command(Kind.SEAT, 0, key=f"next {code}", raw=code.encode(), language=request_language())
        # A table that takes nothing more leads nobody anywhere; the phones that have a seat find the game on their own.
        with suppress(Closed):
            return next_table.lead_to_next_table(self._loaded.table.code, page_caller(), asked, code)
        return code

    @property
    def box(self) -> KeptBox | None:
        """The box that lay on the table; None where there was none, or where it is gone."""
        try:
            return find_box(self._loaded.table.box_id or "")
        except BoxGone:
            return None


def seats_asked(places: Iterable[str], given: Mapping[str, str]) -> list[dict[str, str]]:
    """Return the seats of several people as a form asks for them.

    Args:
        places: the ending of the field names of each seat.
        given: what was typed.
    """
    return [
        {"place": place, "sign": sign, "name": given.get(f"name{place}", ""), "crew": given.get(f"crew{place}", "")}
        for place, sign in zip(places, SEATS, strict=False)
    ]


def sitting_faults(name: str, crew: str) -> list[Invalid]:
    """Return the faults in the name and crew of somebody who sits down; both may be empty."""
    found = [*Name().faults(name, ("name",))] if name.strip() else []
    if crew not in {"", *Crew}:
        found.append(Invalid(("crew",), "shape.one_of", {"options": tuple(Crew)}))
    return found


def asked_for(given: Mapping[str, str]) -> Rematch | None:
    """Return the table whose people play again, as an address or form names it; None unless the caller sat there."""
    try:
        loaded = repository.find(given.get(AGAIN, ""))
    except TableGone:
        return None
    return Rematch(loaded) if viewer_of(loaded.table, page_caller()).seats else None
