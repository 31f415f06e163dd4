"""The location that lights out is at, as a table's page shows it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

from companion.pages.forms.query import ruling_choices
from companion.pages.forms.submission import encoded
from companion.pages.layout.frame import page_text
from companion.pages.layout.reasons import Why
from companion.pages.tables.log.happenings import happenings_of, whys
from companion.pages.tables.play.duel_view import Duel, duel, first_at
from companion.pages.tables.play.location.gains import Gain, faces_stated, gains_of, headlines
from companion.pages.tables.play.location.outlook import Outlook
from companion.pages.tables.play.night_view import Night, Raid, night, raid_of
from companion.pages.tables.play.table_parts.base import TableBase
from companion.rules.phases.patrol import RAID
from companion.rules.rulings.house_rulings import HOUSE_RULINGS, Rulings
from companion.rules.rulings.ranking import FEWEST_SIDES
from companion.rules.rulings.rewards import offer
from companion.rules.state.pieces import Side
from companion.rules.state.step_kinds import StepKind
from companion.rules.vocabulary import Location
from companion.tables.line import DONE
from companion.tables.projection.actions import current_prompt
from companion.words.catalogue import term
from companion.words.telling import capital

OF_CARDS: Final = frozenset({"recruit", "item"})
"""Rewards that are a card."""


class LocationOutcome(NamedTuple):
    """What a location comes to.

    Attributes:
        gains: what each side gets and loses there.
        told: what nobody sees from the ranks alone: who takes the suspicion, what the guards have chosen.
        why: all the reasons, each once.
        stated: of cards that somebody takes, what nobody was asked for since the box knows it; it can be corrected.
    """

    gains: Mapping[Side, tuple[Gain, ...]]
    told: list[str]
    why: list[Why]
    stated: Sequence[str] = ()


class TableLocation(TableBase):
    """The location that lights out is at, as a table's page shows it."""

    @property
    def duel(self) -> Duel | None:
        """The location that lights out is at."""
        location = self.game.location
        return duel(self.game, None if location is None else self._resolved.get(location))

    @property
    def brings_cards(self) -> bool:
        """Whether the strongest takes a card there: what a rank brings takes a line more."""
        setup, location = self.game.setup, self.game.location
        if location is None:
            return False
        number = len(setup.sides)
        strongest = offer(
            location,
            1,
            present=number,
            table_size=number,
            guards=False,
            edition=setup.edition,
            rulings=setup.rulings,
        )
        return strongest.reward is not None and strongest.reward["kind"] in OF_CARDS

    @cached_property
    def outlook(self) -> Outlook:
        """What the tap on the page of a location comes to."""
        mine = self.viewer.seat if self.viewer.seat is not None else self.game.players[0]
        asked = self.prompt if self.viewer.seats else current_prompt(self.state)
        undecided = self.row_asked is not None
        return Outlook(self.game, asked, mine, self._choice, self.names, self.language, undecided=undecided)

    @cached_property
    def outcome(self) -> LocationOutcome:
        """What comes of the location that lights out is at: who gets what, and the sentences that say so."""
        if self.row_asked is not None:
            # What the board says decides what comes of it: nothing is guessed.
            return LocationOutcome({}, [], [])
        location, ahead = self.game.location, self.outlook.ahead
        before, events = self.game, list(ahead.events if ahead else ())
        if location is not None and location in self._resolved:
            before = self._resolved[location]
            done = [line for line in self._lines[self._index_of_ranking(location) :] if line.kind in DONE]
            events = [*(event for line in done for event in line.events), *events]
        elif not events and self.outlook.chooses and self.outlook.before_choice:
            events = list(self.outlook.before_choice.events)
        found = happenings_of(events, before, self.viewer, self.names, self.language)
        why = list(dict.fromkeys(why for one in found for why in one.why))
        sentences = [*self._tie, *headlines(events, before, self.names, self.language)]
        stated = [] if self._box is None else [*faces_stated(events, before, self.language)]
        return LocationOutcome(gains_of(events, before, self.game.setup.sides), sentences, why, stated)

    @property
    def gains_of_night(self) -> dict[Location, list[tuple[Gain, ...]]]:
        """By location that was resolved in this round, what each side got and lost there so far."""
        sides = self.game.setup.sides
        ranked = sorted((self._index_of_ranking(location), location) for location in self._resolved)
        ends = [*(start for start, _ in ranked[1:]), len(self._lines)]
        found: dict[Location, list[tuple[Gain, ...]]] = {}
        for (start, location), end in zip(ranked, ends, strict=False):
            events = [event for line in self._lines[start:end] if line.kind in DONE for event in line.events]
            gained = gains_of(events, self._resolved[location], sides)
            found[location] = [gained[side] for side in sides]
        return found

    @property
    def _tie(self) -> list[str]:
        """That the first player marker has decided, where both are as strong (L-4)."""
        ranked = [one for one in self.duel.corners if one.rank is not None] if self.duel else []
        if len(ranked) < FEWEST_SIDES or len({one.strength for one in ranked}) > 1:
            return []
        return [page_text(self.language, "location.tie", n=ranked[0].strength)]

    @property
    def night(self) -> Night:
        """What this night has come to."""
        return night(self.game, self._lines, self.viewer, self.names, self.language)

    @cached_property
    def raid_told(self) -> Raid | None:
        """The raid that comes next or has just been carried out, alone; None: neither."""
        if self.prompt.step is not None and self.prompt.step.kind is StepKind.RAID:
            return raid_of(self.game, self.names, self.language)
        last = self._lines[-1] if self._lines and self._moved.undone is None else None
        if last is None or last.act.type != RAID.word:
            return None
        return raid_of(last.before, self.names, self.language)

    @property
    def place(self) -> dict[str, Any] | None:
        """The row of the board of that location."""
        return next((row for row in self.board.rows if row["now"]), None)

    @property
    def reasons(self) -> list[Why]:
        """What resolving that location would do, and why."""
        return whys(self.language, self.duel.reasons if self.duel else (), self.names)

    @property
    def otherwise(self) -> list[str]:
        """What would change that."""
        return [one.text for one in whys(self.language, self.duel.otherwise if self.duel else (), self.names)]

    @cached_property
    def row_asked(self) -> dict[str, Any] | None:
        """What stands on the board for the second here, where that matters now and nobody has looked it up yet."""
        key = self._row_that_decides()
        if key is None or key not in self.board.unknown_rows.values():
            return None
        (asked,) = _to_be_chosen([key], self.game.setup.rulings)
        return asked

    def _row_that_decides(self) -> str | None:
        """The row of the board on which it depends now what the second of two sides gets."""
        location, two = self.game.location, len(self.game.setup.sides) == FEWEST_SIDES
        key = self.game.setup.edition.board_rows.get(location) if location is not None and two else None
        if self.duel is None or self.duel.settled or any(one.rank is None for one in self.duel.corners):
            return None
        # Guards who are second get nothing at some places, whatever the row says.
        return key if any(one.key_of_ruling == key for one in self.duel.reasons) else None

    @property
    def rulings(self) -> list[dict[str, Any]]:
        """Every house ruling, to be changed in this game."""
        return _to_be_chosen(HOUSE_RULINGS, self.game.setup.rulings)

    @property
    def pips(self) -> Iterator[dict[str, Any]]:
        """The locations in order: who was first there, which is next."""
        edition, now = self.game.setup.edition, self.game.location
        for location in edition.locations:
            before = self._resolved.get(location)
            first = None if before is None else first_at(before, location)
            here = location is now
            yield {
                "number": location.number,
                "name": capital(term(self.language, location)),
                "now": here,
                "first": None if first is None or here else self.seat_icon(first),
                "first_name": None if first is None else self.names[first],
                "done": not here and (now is None or edition.is_before(location, now)),
            }

    def _index_of_ranking(self, location: Location) -> int:
        """At which of the lines a location was ranked."""
        return next(at for at, line in enumerate(self._lines) if line.before is self._resolved[location])


def _to_be_chosen(keys: Iterable[str], rulings: Rulings) -> list[dict[str, Any]]:
    """House rulings, each value as the correction that sets it takes it, and whether it holds now."""
    return [
        {
            **asked,
            "options": [
                (encoded({"key": asked["key"], "value": one}), text, one == asked["chosen"])
                for one, text in asked["options"]
            ],
        }
        for asked in ruling_choices(keys, rulings)
    ]
