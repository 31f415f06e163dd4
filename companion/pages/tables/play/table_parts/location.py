"""The location that lights out is at, as a table's page shows it."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

from companion.pages.forms.query import ruling_choices
from companion.pages.forms.submission import encoded
from companion.pages.layout.frame import page_text
from companion.pages.layout.reasons import Why
from companion.pages.tables.log.happenings import happenings_of, whys
from companion.pages.tables.play.location.gains import Gain, faces_stated, gains_of, headlines
from companion.pages.tables.play.location.outlook import Outlook
from companion.pages.tables.play.night_view import Night, Raid, night, solo_raid
from companion.pages.tables.play.table_forms import FormView
from companion.pages.tables.play.table_parts.base import TableBase
from companion.rules.phases.lights_out import forecast
from companion.rules.phases.pace import DECLINE_INSTEAD
from companion.rules.phases.patrol import RAID
from companion.rules.phases.rewards import DECLINE
from companion.rules.reasons import Reason
from companion.rules.rulings.counterfactuals import other_ranking
from companion.rules.rulings.house_rulings import HOUSE_RULINGS, Rulings
from companion.rules.rulings.ranking import FEWEST_SIDES, seat_name
from companion.rules.rulings.rewards import offer
from companion.rules.state.events import LocationOpened, evolve
from companion.rules.state.pieces import Side
from companion.rules.state.position import Phase
from companion.rules.state.setup import Dealing
from companion.rules.state.step_kinds import StepKind
from companion.rules.vocabulary import Location, Resource
from companion.tables.line import DONE, LineInContext
from companion.tables.projection.actions import current_prompt
from companion.tables.projection.scenes.location import location_ahead
from companion.tables.projection.scenes.scene import Contestant, Scene
from companion.words.catalogue import amounts, term
from companion.words.telling import capital

DECLINES: Final = frozenset({DECLINE.word, DECLINE_INSTEAD.word})
"""How a reward is declined that is still to be chosen, and one that was taken by itself."""

OF_CARDS: Final = frozenset({"recruit", "item"})
"""Rewards that are a card."""


class LocationOutcome(NamedTuple):
    """What a location comes to.

    Attributes:
        told: what nobody sees from the ranks alone: who takes the suspicion, what the guards have chosen.
        why: all the reasons, each once.
        stated: of cards that somebody takes, what nobody was asked for since the box knows it; it can be corrected.
    """

    told: list[str]
    why: list[Why]
    stated: Sequence[str] = ()


class TableLocation(TableBase):
    """The location that lights out is at, as a table's page shows it."""

    @cached_property
    def place_scene(self) -> Scene | None:
        """The location that lights out is at, as the room sees it too."""
        location = self.game.location
        if location is None or self.game.phase is not Phase.LIGHTS_OUT:
            return None
        return self.ranked.get(location) or location_ahead(self.game, location)

    @property
    def contestants(self) -> dict[Side, Contestant]:
        """Who is there, the strongest first."""
        return {} if self.place_scene is None else {one.side: one for one in self.place_scene.ranking}

    @property
    def settled(self) -> bool:
        """Whether that location was ranked."""
        return self.game.location in self.ranked

    def gains_at(self, location: Location) -> dict[Side, tuple[Gain, ...]]:
        """What each side has got and given at a location since it was ranked."""
        scene = self.ranked.get(location)
        return {} if scene is None else {one.side: gains_of(one) for one in scene.ranking}

    @property
    def typed_guard_cards(self) -> list[int]:
        """The real guard cards that were typed there."""
        if self.game.setup.dealing is not Dealing.CARDS:
            return []
        pieces = (piece for one in self.contestants.values() for piece in one.pieces)
        return [piece.card for piece in pieces if piece.card is not None]

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
        """What the player may do at the location."""
        mine = self.viewer.seat if self.viewer.seat is not None else self.game.players[0]
        asked = self.prompt if self.viewer.seats else current_prompt(self.state)
        own = self.contestants.get(mine) if self.settled else None
        gained = {one: own.gains.get(one.value, 0) - own.gives.get(one.value, 0) for one in Resource} if own else {}
        again = self._to_redo is not None and self._to_redo.type == "resolve"
        return Outlook(self.game, asked, mine, self._choice, self.names, self.language, gained=gained, again=again)

    @property
    def decline(self) -> FormView | None:
        """How the reward of the player is declined, taken or still to be chosen; it stands in the foot."""
        return next((form for form in self.forms if form.type in DECLINES), None)

    @property
    def declines(self) -> str:
        """What that gives up, where it is cubes that were taken."""
        pace = next((step for step in self.game.agenda if step.kind is StepKind.PACE), None)
        gains = [one for one in pace.data.get("gains", ()) if one["side"] in self.game.players] if pace else []
        cubes = {cube.value: n for gain in gains for cube, n in gain["cubes"].items()}
        only_cubes = cubes and not any(gain["tomes"] or gain["marker"] is not None for gain in gains)
        if self.decline is None or not only_cubes or self.decline.type != DECLINE_INSTEAD.word:
            return "" if self.decline is None else page_text(self.language, "location.decline")
        return page_text(self.language, "location.decline.cubes", what=amounts(self.language, cubes))

    @cached_property
    def outcome(self) -> LocationOutcome:
        """What has come of the location that lights out is at: who got what, and the sentences that say so."""
        here = [line for line in self._here() if line.kind in DONE]
        if not self.settled or not here:
            return LocationOutcome([*self._tie], [])
        before, events = here[0].before, [event for line in here for event in line.events]
        found = happenings_of(events, before, self.viewer, self.names, self.language)
        why = list(dict.fromkeys(why for one in found for why in one.why))
        sentences = [*self._tie, *headlines(events, before, self.names, self.language)]
        stated = [] if self._box is None else [*faces_stated(events, before, self.language)]
        return LocationOutcome(sentences, why, stated)

    @property
    def suspicion_taken(self) -> bool:
        """Whether somebody has taken suspicion there."""
        return self.settled and any(one.suspicion for one in self.contestants.values())

    def _here(self) -> list[LineInContext]:
        """The lines since the table came to this location that are of it, the first from there on."""
        location = self.game.location
        found: list[LineInContext] = []
        for line in reversed(self._lines):
            if line.declines_later:
                continue
            game = line.before
            for place, event in enumerate(line.events, 1):
                game = evolve(game, event)
                if event == LocationOpened(location, event.why):
                    return [line.with_events(line.events[place:]).after(game), *reversed(found)]
            found.append(line)
        return []

    @property
    def _tie(self) -> list[str]:
        """That the first player marker has decided, where both are as strong (L-4)."""
        strongest = next(iter(self.contestants.values()), None)
        if strongest is None or not strongest.tied:
            return []
        return [page_text(self.language, "location.tie", n=strongest.strength)]

    @property
    def night(self) -> Night:
        """What this night has come to."""
        return night(self.game, self._lines, self.viewer, self.names, self.language)

    @cached_property
    def raid_told(self) -> Raid | None:
        """The raid that comes next or has just been carried out, alone; None: neither."""
        if self.prompt.step is not None and self.prompt.step.kind is StepKind.RAID:
            return solo_raid(self.game, self.names, self.language)
        last = self._lines[-1] if self._lines and self._moved.undone is None else None
        if last is None or last.act.type != RAID.word:
            return None
        return solo_raid(last.before, self.names, self.language)

    @property
    def place(self) -> dict[str, Any] | None:
        """The row of the board of that location."""
        return next((row for row in self.board.rows if row["now"]), None)

    @property
    def reasons(self) -> list[Why]:
        """What resolving that location would do, and why."""
        return whys(self.language, self._reasons_ahead, self.names)

    @property
    def _reasons_ahead(self) -> tuple[Reason, ...]:
        return () if self.place_scene is None or self.settled else self.place_scene.why

    @property
    def otherwise(self) -> list[str]:
        """What would change that."""
        if not self._reasons_ahead or self.game.location is None:
            return []
        ranking = [outcome.place for outcome in forecast(self.game, self.game.location).outcomes]
        reasons = other_ranking(ranking, seat_name(self.game.first_player))
        return [one.text for one in whys(self.language, reasons, self.names)]

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
        ranked = [one for one in self.contestants.values() if one.rank is not None]
        if self.settled or len(ranked) < FEWEST_SIDES:
            return None
        # Guards who are second get nothing at some places, whatever the row says.
        return key if any(one.key_of_ruling == key for one in self._reasons_ahead) else None

    @property
    def rulings(self) -> list[dict[str, Any]]:
        """Every house ruling, to be changed in this game."""
        return _to_be_chosen(HOUSE_RULINGS, self.game.setup.rulings)

    @property
    def pips(self) -> Iterator[dict[str, Any]]:
        """The locations in order: who was first there, which is next."""
        edition, now = self.game.setup.edition, self.game.location
        for location in edition.locations:
            scene = self.ranked.get(location)
            first = scene.ranking[0].side if scene is not None and scene.ranking else None
            here = location is now
            yield {
                "number": location.number,
                "name": capital(term(self.language, location)),
                "now": here,
                "first": None if first is None else self.seat_icon(first),
                "first_name": None if first is None else self.names[first],
                "done": not here and (now is None or edition.is_before(location, now)),
            }


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
