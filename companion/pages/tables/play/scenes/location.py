"""The location that lights out is at: who is there, what each gets, what is chosen; alone and of several players."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

from companion.pages.forms.query import ruling_choices
from companion.pages.forms.submission import encoded
from companion.pages.layout.frame import page_text
from companion.pages.layout.reasons import Why
from companion.pages.tables.log.happenings import happenings_of, whys
from companion.pages.tables.log.leader_change import LeaderChange, leader_change
from companion.pages.tables.play.board_view import BoardView
from companion.pages.tables.play.form_view import FormView
from companion.pages.tables.play.forms import Forms
from companion.pages.tables.play.own_row import OwnRow
from companion.pages.tables.play.scenes.night import Night, night
from companion.pages.tables.play.scenes.outlook import Outlook, Primary, Swap
from companion.pages.tables.play.seen import Seen
from companion.pages.tables.play.step import OF_A_CARD
from companion.rules.phases.final_counts import counts_in_secret
from companion.rules.phases.lights_out import GO_ON, RESOLVE, forecast
from companion.rules.phases.pace import DECLINE_INSTEAD
from companion.rules.phases.rewards import DECLINE, SWAP
from companion.rules.phases.tomes import PLAY_TOME
from companion.rules.reasons import Reason
from companion.rules.rulings.counterfactuals import other_ranking
from companion.rules.rulings.house_rulings import HOUSE_RULINGS, Rulings
from companion.rules.rulings.ranking import FEWEST_SIDES, seat_name
from companion.rules.state.events import CardMoved, Event, GuardCardMoved, LocationOpened, Moved, evolve
from companion.rules.state.pieces import Cube, Side, Zone
from companion.rules.state.position import Phase, Position
from companion.rules.state.setup import Dealing
from companion.rules.state.step_kinds import StepKind
from companion.rules.vocabulary import Location, Resource
from companion.tables.box_learning import guards_unlearned
from companion.tables.line import DONE, LineInContext
from companion.tables.projection.actions import current_prompt
from companion.tables.projection.scenes.location import location_ahead, locations_ranked
from companion.tables.projection.scenes.scene import Contestant, Scene
from companion.tables.redecide import RANKINGS
from companion.words import card_faces
from companion.words.action_labels import button
from companion.words.catalogue import amounts, paragraph, term
from companion.words.log_lines.event_sentences import event_sentence
from companion.words.log_lines.table import leader_score
from companion.words.telling import Names, capital, explained


@dataclass(frozen=True)
class Gain:
    """Something that a side gets or loses: a sign, and by how many; without a number the sign says it all."""

    sign: str
    by: int


def headlines(events: Iterable[Event], before: Position, names: Names, language: str) -> list[str]:
    """Return what ranks don't show: who takes suspicion, what guards chose, and why."""
    found: list[str] = []
    game, chosen_because = before, ""
    for event in events:
        guards = game.setup.guards
        match event:
            case Moved(Cube.SUSPICION, _, Location(), int(), why) if why:
                said = [one for one in why if one.key.startswith("location.suspicion")] or why
                found += [text for _, text in explained(language, said[:1], names)]
            case CardMoved(_, _, (_, side)) if side == guards and guards is not None:
                found.append(event_sentence(language, event, names, game) or "")
            case Moved(_, _, None, side) if side == guards and game.location is Location.COMMISSARY:
                found.append(event_sentence(language, event, names, game) or "")
            case GuardCardMoved(_, Location.LIBRARY, why):
                # Cards that the app deals lie on no table; where they count next is said all the same.
                onward = [text for _, text in explained(language, why[-1:], names)]
                found += [text for text in onward if text not in found]
        keys = {one.key for one in getattr(event, "why", ())}
        chosen_because = chosen_because or next((said for key, said in _CHOSEN_BECAUSE.items() if key in keys), "")
        game = evolve(game, event)
    return [*found, page_text(language, chosen_because)] if found and chosen_because else found


_CHOSEN_BECAUSE: Final = {
    "guards.rarest": "chosen.rarest",
    "guards.fewest": "chosen.fewest",
    "guards.seize": "chosen.seize",
    "guards.craft": "chosen.craft",
    "guards.reserve": "chosen.reserve",
}
"""The texts for what decides the guards' choice (Z-12 to Z-15), by reason; the first says most."""


def faces_stated(events: Iterable[Event], before: Position, language: str) -> Iterator[str]:
    """Yield a sentence on each known card that a player takes: what it shows."""
    game = before
    for event in events:
        match event:
            case CardMoved(card, _, (Zone.CRAFTED | Zone.GOONS, _)) if game.face(card).effects is not None:
                yield page_text(language, "location.stated", face=card_faces.label(language, game.face(card)))
        game = evolve(game, event)


_SINGLE: Final = {"marker": "marker", "leader": "leader_goal"}
_CARDS: Final = {Zone.CRAFTED.value: "item", Zone.RESERVE.value: "item", Zone.GOONS.value: "together"}


def gains_of(contestant: Contestant) -> tuple[Gain, ...]:
    """Return a side's gains and losses at a location, as icons."""
    numbers = [
        ("cube-suspicion", contestant.suspicion),
        ("star", contestant.reputation),
        *((f"cube-{cube}", number) for cube, number in contestant.gains.items()),
        *((f"cube-{cube}", -number) for cube, number in contestant.gives.items()),
    ]
    signs = [
        *(["tome"] if contestant.tomes else []),
        *(_CARDS[zone] for zone in contestant.cards),
        *(_SINGLE[what] for what in contestant.takes),
    ]
    return (*(Gain(sign, by) for sign, by in numbers if by), *(Gain(sign, 0) for sign in dict.fromkeys(signs)))


DECLINES: Final = frozenset({DECLINE.word, DECLINE_INSTEAD.word})
"""The acts that decline a reward: one still to be chosen, and one taken by itself."""

AT_A_LOCATION: Final = frozenset(
    {"reward", "pay", "pace", "card", "demon", "effects", "give", "exchange", "exchange_for"}
)
"""Steps at a location that has been resolved."""


@dataclass(frozen=True)
class LocationNow:
    """The location that lights out is at, as everybody sees it."""

    seen: Seen
    board: BoardView

    @cached_property
    def ranked(self) -> dict[Location, Scene]:
        """The locations that were ranked in this round, in order, with what everybody got there."""
        return locations_ranked(self.seen.game, [line for line in self.seen.lines if not line.declines_later])

    @cached_property
    def scene(self) -> Scene | None:
        """The location that lights out is at, as the room sees it too."""
        location = self.seen.game.location
        if location is None or self.seen.game.phase is not Phase.LIGHTS_OUT:
            return None
        return self.ranked.get(location) or location_ahead(self.seen.game, location)

    @cached_property
    def contestants(self) -> dict[Side, Contestant]:
        """The sides there, the strongest first."""
        return {} if self.scene is None else {one.side: one for one in self.scene.ranking}

    @property
    def settled(self) -> bool:
        """True if that location was ranked."""
        return self.seen.game.location in self.ranked

    def gains_at(self, location: Location) -> dict[Side, tuple[Gain, ...]]:
        """Return each side's gains and losses at a location since it was ranked."""
        scene = self.ranked.get(location)
        return {} if scene is None else {one.side: gains_of(one) for one in scene.ranking}

    @property
    def suspicion_taken(self) -> bool:
        """True if a side has taken suspicion there."""
        return self.settled and any(one.suspicion for one in self.contestants.values())

    @cached_property
    def lines(self) -> list[LineInContext]:
        """The lines since the table came to this location that are of it, the first from there on."""
        location = self.seen.game.location
        found: list[LineInContext] = []
        for line in reversed(self.seen.lines):
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
    def row(self) -> dict[str, Any] | None:
        """The row of the board of that location."""
        return next((row for row in self.board.rows if row["now"]), None)

    @property
    def first(self) -> str:
        """The sentence on who ranks first at the resolved location, or empty."""
        if not self.settled or self.row is None or not self.contestants:
            return ""
        return self.seen.text(
            "location.first", place=self.row["name"], side=self.seen.names[next(iter(self.contestants))]
        )

    @property
    def reasons(self) -> list[Why]:
        """The expected results of resolving that location, and why."""
        return whys(self.seen.language, self.reasons_ahead, self.seen.names)

    @property
    def reasons_ahead(self) -> tuple[Reason, ...]:
        """The reasons ahead, as the rules give them."""
        return () if self.scene is None or self.settled else self.scene.why

    @property
    def otherwise(self) -> list[str]:
        """The changes that would alter those results."""
        if not self.reasons_ahead or self.seen.game.location is None:
            return []
        ranking = [outcome.place for outcome in forecast(self.seen.game, self.seen.game.location).outcomes]
        reasons = other_ranking(ranking, seat_name(self.seen.game.first_player))
        return [one.text for one in whys(self.seen.language, reasons, self.seen.names)]

    @cached_property
    def row_asked(self) -> dict[str, Any] | None:
        """The board's reward for the second here, if it matters now and is unknown."""
        key = self._row_that_decides
        if key is None or key not in self.board.unknown_rows.values():
            return None
        (asked,) = _to_be_chosen([key], self.seen.game.setup.rulings)
        return asked

    @property
    def _row_that_decides(self) -> str | None:
        """The row of the board on which it depends now what the second of two sides gets."""
        game, last = self.seen.game, self.seen.lines[-1] if self.seen.lines else None
        if last is not None and last.act.type in RANKINGS:
            # In light depth it has just decided: a location was ranked, and nothing else was done since.
            key = game.setup.edition.board_rows.get(Location(last.act.values["location"][0]))
            named = {reason.key_of_ruling for event in last.events for reason in event.why}
            return key if key in named else None
        location, two = game.location, len(game.setup.sides) == FEWEST_SIDES
        key = game.setup.edition.board_rows.get(location) if location is not None and two else None
        ranked = [one for one in self.contestants.values() if one.rank is not None]
        if self.settled or len(ranked) < FEWEST_SIDES:
            return None
        # Guards who are second get nothing at some places, whatever the row says.
        return key if any(one.key_of_ruling == key for one in self.reasons_ahead) else None

    @property
    def pips(self) -> Iterator[dict[str, Any]]:
        """The locations in order: who was first there, which is next."""
        edition, now = self.seen.game.setup.edition, self.seen.game.location
        for location in edition.locations:
            scene = self.ranked.get(location)
            first = scene.ranking[0].side if scene is not None and scene.ranking else None
            here = location is now
            yield {
                "number": location.number,
                "name": capital(term(self.seen.language, location)),
                "now": here,
                "first": None if first is None else self.seen.seat_icon(first),
                "first_name": None if first is None else self.seen.names[first],
                "done": not here and (now is None or edition.is_before(location, now)),
            }


class LocationOutcome(NamedTuple):
    """The result of a location.

    Attributes:
        told: what the ranks do not show: who takes the suspicion, what the guards have chosen.
        why: all the reasons, each once.
        stated: of cards that somebody takes, what nobody was asked for since the box knows it; it can be corrected.
    """

    told: list[str]
    why: list[Why]
    stated: Sequence[str] = ()


@dataclass(frozen=True)
class SoloLocation:
    """The location in a solo game against the guards."""

    seen: Seen
    forms: Forms
    here: LocationNow

    @property
    def typed_guard_cards(self) -> list[int]:
        """The real guard cards that were typed there."""
        if self.seen.game.setup.dealing is not Dealing.CARDS:
            return []
        pieces = (piece for one in self.here.contestants.values() for piece in one.pieces)
        return [piece.card for piece in pieces if piece.card is not None]

    @cached_property
    def outlook(self) -> Outlook:
        """The player's options at the location."""
        mine = self.seen.viewer.seat if self.seen.viewer.seat is not None else self.seen.game.players[0]
        asked = self.seen.prompt if self.seen.viewer.seats else current_prompt(self.seen.state)
        own = self.here.contestants.get(mine) if self.here.settled else None
        gained = {one: own.gains.get(one.value, 0) - own.gives.get(one.value, 0) for one in Resource} if own else {}
        again = self.seen.to_redo is not None and self.seen.to_redo.type == RESOLVE.word
        return Outlook(self.seen, asked, mine, gained=gained, again=again)

    @property
    def decline(self) -> FormView | None:
        """The form to decline the player's reward, taken or to be chosen; in the foot."""
        return next((form for form in self.forms.all if form.type in DECLINES), None)

    @property
    def declines(self) -> str:
        """The sentence on what declining gives up; it counts cubes if that is all."""
        pace = next((step for step in self.seen.game.agenda if step.kind is StepKind.PACE), None)
        gains = [one for one in pace.data.get("gains", ()) if one["side"] in self.seen.game.players] if pace else []
        cubes = {cube.value: n for gain in gains for cube, n in gain["cubes"].items()}
        only_cubes = cubes and not any(gain["tomes"] or gain["marker"] is not None for gain in gains)
        if self.decline is None or not only_cubes or self.decline.type != DECLINE_INSTEAD.word:
            return "" if self.decline is None else self.seen.text("location.decline")
        return self.seen.text("location.decline.cubes", what=amounts(self.seen.language, cubes))

    @cached_property
    def outcome(self) -> LocationOutcome:
        """The result of the location that lights out is at: sentences and reasons."""
        here = [line for line in self.here.lines if line.kind in DONE]
        if not self.here.settled or not here:
            return LocationOutcome([*self._tie, *self._tome_first], [])
        before, events = here[0].before, [event for line in here for event in line.events]
        found = happenings_of(events, before, self.seen.viewer, self.seen.names, self.seen.language)
        why = list(dict.fromkeys(why for one in found for why in one.why))
        sentences = [*self._tie, *headlines(events, before, self.seen.names, self.seen.language)]
        stated = [] if self.seen.box is None else [*faces_stated(events, before, self.seen.language)]
        return LocationOutcome(sentences, why, stated)

    @property
    def night(self) -> Night:
        """The summary of this lights out."""
        return night(self.seen)

    @property
    def unlearned(self) -> int:
        """The number of guard cards that a copy would learn once their colour is said."""
        box = self.seen.box if self.seen.table.teaches else None
        return 0 if box is None else guards_unlearned(box, self.seen.game)

    @property
    def _tie(self) -> list[str]:
        """The sentence that the first player marker has decided a tie (L-4), or none."""
        strongest = next(iter(self.here.contestants.values()), None)
        if strongest is None or not strongest.tied:
            return []
        return [self.seen.text("location.tied", n=strongest.strength)]

    @property
    def _tome_first(self) -> list[str]:
        """The reminder to play a tome before the location is resolved (T-2), or none."""
        offered = {action.type for action in self.seen.prompt.actions}
        return [self.seen.text("location.tome_first")] if {RESOLVE.word, PLAY_TOME.word} <= offered else []


class Awaited(NamedTuple):
    """A side that a location waits for.

    Attributes:
        side: its seat.
        reward: what its rank is offered.
        asked: the kind of step that asks it now; empty: others are asked before.
        after: the name of who is asked before; empty: it is asked now.
        acts: whether the viewer may act for it.
    """

    side: Side
    reward: Mapping[str, Any] | None
    asked: str
    after: str
    acts: bool


@dataclass(frozen=True)
class SharedLocation:
    """The location at a table of several: who is awaited, what is chosen here."""

    seen: Seen
    forms: Forms
    here: LocationNow
    own_row: OwnRow

    @property
    def leader_taken(self) -> str:
        """The sentence on who just took the leader goal, from whom, and with what score."""
        if self.seen.over or counts_in_secret(self.seen.game):
            # The leader goal is uncovered with its line.
            return ""
        # Where no location is open, its lines may begin at one of an earlier round.
        now = self.seen.game.round
        lines = (line for line in (*self.here.lines, *self.seen.lines[-1:]) if line.before.round == now)
        change = leader_change(lines)
        if change is None or change.to != self.seen.game.leader:
            return ""
        score = leader_score(self.seen.aloud, change.event)
        return paragraph(self.seen.language, [self._whose_leader(change), score])

    def _whose_leader(self, change: LeaderChange) -> str:
        side = self.seen.names[change.to]
        if self.seen.viewer.seats == {change.to}:
            return self.seen.text("screen.leader.you")
        if change.of is None:
            return self.seen.text("screen.leader", side=side)
        if self.seen.viewer.seats == {change.of}:
            return self.seen.text("screen.leader.yours", side=side)
        return self.seen.text("screen.leader.from", side=side, other=self.seen.names[change.of])

    @property
    def choosing_sides(self) -> list[Side]:
        """The sides still to get rewards at this location, the next first."""
        steps = (step for step in self.seen.game.agenda if step.location is self.seen.game.location)
        return [step.side for step in steps if step.kind is StepKind.REWARD and step.side is not None]

    @property
    def asked_side(self) -> Side | None:
        """The side asked now: for the next reward, or about a card that it has taken."""
        step = current_prompt(self.seen.state).step
        if step is None or step.kind is StepKind.REWARD or step.kind not in AT_A_LOCATION:
            return next(iter(self.choosing_sides), None)
        holder = self.seen.game.holder(step.card) if step.kind in OF_A_CARD else step.side
        return holder if holder in self.seen.game.players else None

    @property
    def others_to_stand_in_for(self) -> list[tuple[Side, str]]:
        """The players whose phones sleep while they are asked, but for a reward at this location."""
        if self.own_row.step.scene != "ranking":
            return self.seen.to_stand_in_for
        return [(side, name) for side, name in self.seen.to_stand_in_for if side not in self.choosing_sides]

    @property
    def waits_for(self) -> list[Awaited]:
        """Whom this location waits for, in order."""
        may_act = {side for side, _ in self.seen.to_stand_in_for} & {*self.choosing_sides}
        first, step = self.asked_side, current_prompt(self.seen.state).step
        later = [side for side in self.choosing_sides if side != first]
        awaited: list[Awaited] = []
        for side in [*([] if first is None else [first]), *later]:
            # A tome may ask somebody who is elsewhere.
            there = self.here.contestants.get(side)
            asked = "" if awaited or step is None else step.kind.value
            after = self.seen.names[awaited[-1].side] if awaited else ""
            awaited.append(Awaited(side, None if there is None else there.reward, asked, after, side in may_act))
        return awaited

    @cached_property
    def outlook(self) -> Outlook:
        """The choices on cards at a location, for the seat that is asked."""
        step = self.seen.prompt.step
        side = step.side if step is not None and step.side is not None else self.own_row.own_side
        is_own = side in self.seen.viewer.seats
        mine = self.seen.game.players[0] if side is None else side
        return Outlook(self.seen, self.seen.prompt, mine, is_own)

    @property
    def swap(self) -> Swap | None:
        """The swap that this phone is asked for, at a location or by a card."""
        action = next(
            (one for one in self.seen.prompt.actions if one.type == SWAP.word and "cubes" in one.fields), None
        )
        return None if action is None else Swap(self.seen, action)

    @property
    def primary(self) -> Primary | None:
        """The button of what is chosen on cards or strips; None where forms do it."""
        if self.swap is not None:
            return self.swap.primary
        return self.outlook.primary if self.outlook.offers else None

    @property
    def goes_on_later(self) -> str:
        """The keeper's button text for when the asked have chosen here, otherwise empty."""
        pace = next((step for step in self.seen.game.agenda if step.kind is StepKind.PACE), None)
        asked = self.seen.prompt.side
        if pace is None or asked is None or asked in self.seen.viewer.seats or not self.seen.keeps:
            return ""
        return button(self.seen.language, GO_ON.action(), pace, self.seen.game)


def every_ruling(seen: Seen) -> list[dict[str, Any]]:
    """Return every house ruling, to be changed in this game."""
    return _to_be_chosen(HOUSE_RULINGS, seen.game.setup.rulings)


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
