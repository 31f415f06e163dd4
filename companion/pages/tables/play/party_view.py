"""A table of several players as its pages show it: everybody at a glance, what each may set, who is where."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from enum import StrEnum
from functools import cached_property
from itertools import accumulate
from typing import Any, Final, NamedTuple

from werkzeug.datastructures import MultiDict

from companion.pages.forms.submission import encoded
from companion.pages.layout.frame import page_text
from companion.pages.layout.reasons import Why
from companion.pages.tables.log.happenings import Happening, happenings, whys
from companion.pages.tables.play.board_view import seat_icon
from companion.pages.tables.play.crew_view import crew_strip
from companion.pages.tables.play.final_count import Counting
from companion.pages.tables.play.light_view import LightView
from companion.pages.tables.play.location.gains import gains_of
from companion.pages.tables.play.location.offers import Primary
from companion.pages.tables.play.location.outlook import Outlook
from companion.pages.tables.play.moves_view import MoveList, move_list
from companion.pages.tables.play.pending_moves import Moved, Raid
from companion.pages.tables.play.roll_view import roll_rows, seat_bar, tray
from companion.pages.tables.play.swap_view import Swap
from companion.pages.tables.play.table_forms import FormView
from companion.pages.tables.play.table_view import TableView
from companion.pages.tables.screen.raid_part import why_raided
from companion.persistence.database import now
from companion.rules.acts.actions import Action
from companion.rules.corrections.seats import NO, YES
from companion.rules.engine.physical_moves.move import Move
from companion.rules.phases.final_counts import counts_in_secret
from companion.rules.phases.free_actions import ANY_TIME
from companion.rules.phases.lights_out import forecast
from companion.rules.phases.patrol import raided
from companion.rules.phases.roll_call import whose_turn
from companion.rules.schema import ChoiceField
from companion.rules.state.events import LeaderTaken, LocationOpened, evolve
from companion.rules.state.position import Cube, Phase, Side
from companion.rules.state.step_kinds import StepKind
from companion.rules.vocabulary import Location
from companion.tables.permissions import ASLEEP_AFTER, appointed, keeper, presence, sleepers
from companion.tables.projection.actions import current_prompt, stand_in_prompt
from companion.tables.projection.corrections import visible_corrections
from companion.tables.projection.events import visible_moves
from companion.tables.projection.position import visible_position
from companion.tables.projection.scenes.raid import raid_scene
from companion.tables.projection.scenes.scene import SceneLine
from companion.tables.records import Table, TableSeat
from companion.tables.redecide import RANKINGS
from companion.tables.repository import LogLine
from companion.tables.timeline import DONE, Kind
from companion.words import field_labels, step_questions
from companion.words.catalogue import number, term
from companion.words.telling import Telling, capital


class PartyScene(StrEnum):
    """What the page of a table of several players is about."""

    LIGHT = "light"
    ROUND = "round"
    ROLL = "roll"
    ROWS = "rows"
    GATHER = "gather"
    RANKING = "ranking"
    RAID = "raid"
    CARD = "card"
    GOONS = "goons"
    TOME = "tome"
    HANDS = "hands"
    STORY = "story"
    END = "end"


class PassedOver(NamedTuple):
    """A seat that everybody waits for, and that can be passed over from now on; or one that somebody comes back to.

    Attributes:
        name: whose it is.
        back: whether it is empty, and somebody comes back.
        fields: of the correction that does it.
    """

    name: str
    back: bool
    fields: tuple[tuple[str, str], ...]


def _away(side: Side, away: bool) -> tuple[tuple[str, str], ...]:
    return (("f.side", encoded(side)), ("f.away", encoded(YES if away else NO)))


class Stepper(NamedTuple):
    """A number that is set by one tap more or less, or typed: a correction with its value left open.

    Attributes:
        key: tells it from the others on the page.
        label: what it is.
        icon: its sign.
        type: of the correction.
        fixed: its fields that are settled, as a form sends them.
        value: the number now.
    """

    key: str
    label: str
    icon: str
    type: str
    fixed: tuple[tuple[str, str], ...]
    value: int


_OF_THE_STEP: Final[Mapping[str, PartyScene]] = {
    "light": PartyScene.LIGHT,
    "gather": PartyScene.GATHER,
    "raid": PartyScene.RAID,
    "tome": PartyScene.TOME,
    "hands": PartyScene.HANDS,
    "holdings": PartyScene.HANDS,
    "begin": PartyScene.ROUND,
    "on_board": PartyScene.ROUND,
    "turn": PartyScene.ROLL,
    "roll": PartyScene.ROLL,
    "rows": PartyScene.ROWS,
}
"""What a step is about, where its kind alone says so."""

_AT_A_LOCATION: Final = frozenset(
    {"reward", "pay", "pace", "card", "demon", "effects", "give", "exchange", "exchange_for"}
)
"""Steps at a location that has been resolved."""

MOST_ROWS: Final = 4
"""From so many rows of moves of before on the others are folded."""

LONG_SILENCE: Final = 45
"""After so many seconds without a sign of the keeper's phone others are told that it is silent."""

WAKING: Final = 15
"""Where a phone sleeps others look so often, in seconds, whether it does still: who keeps the table may change."""

WAKING_KEEPER: Final = 5
"""The same where that is the keeper's: two would else move the same pieces."""

PASS: Final = "pass"  # noqa: S105

NEWS_OF_ALL: Final = 4
"""As many sentences the foot has room for here: how sides rank, and what some of them are offered."""

_FOOT: Final = frozenset({"play_tome", "raid_now", "claim_instant"})
"""What can be done at any time; it stands apart from what is next."""

_LONG: Final = frozenset({"gather", "count_hand", "enter_holdings"})
"""Forms with more fields than the hand has room for."""

_OWN_ROWS: Final = frozenset({"assign", "enter_tokens", "enter_strength", "nobody_there", "decline_instead", "pass"})
"""What stands on the board, in the tray, or beside whom it is about."""

_FOLDED: Final = frozenset({"cubes_come", "rank_location", "rank_strengths", "gather_strengths"})
"""Forms that are opened when they are wanted."""

_ON_CARDS: Final = frozenset({"craft", "reserve", "recruit", "swap", "decline"})
"""What is chosen on cards or strips, with a button of its own, or declined in the foot."""

_WITH_CARDS: Final = frozenset({Location.CHOW_HALL, Location.CELL_BLOCK})
"""Where goons or items are offered, whose ranking leaves no room below it."""

_MANY_ROWS: Final = 3
"""From so many rows of a ranking on no room is left below it on a small phone."""

_ELSEWHERE: Final = frozenset({"move_suspicion", "take_rewards", "open_count"})
"""What the page offers in its own way, beside what is next."""


class PartyView(TableView):
    """What the page of a table of several players shows; see `TableView`.

    Attributes:
        table: as it is kept.
        editing: the side whose numbers can be set in large.
        keeper: the seat that does the steps of the table.
        sleepers: those whose phones sleep while they are asked, and for whom this phone may act.
        asleep: the seats whose phones sleep.
        acts_for: the side for which this phone acts while its own sleeps, or None.
    """

    room = NEWS_OF_ALL
    acts_for: Side | None = None
    asleep: Set[Side] = frozenset()
    _moved_here: Sequence[Moved] = ()
    _wants_goons = False
    _places_early = False

    def seated_at(self, table: Table, editing: str) -> None:
        """Say at which table, and whose numbers somebody has asked to set."""
        self.table = table
        asked = int(editing) if editing.isdecimal() and len(editing) == 1 else -1
        mine = self.viewer.seat if self.viewer.seat is not None else self.game.players[0]
        self.editing: Side = asked if asked in self.game.players else mine
        moment = now()
        self.keeper: Side = keeper(table, moment)
        phones = presence(table, moment)
        self.asleep = {side for side, phone in phones.items() if phone.asleep}
        heard = phones[self.keeper].heard
        self._keeper_silent = int((moment - heard).total_seconds()) if heard is not None else 0
        self._asked_for = asked if asked in self.viewer.seats else None
        self.sleepers = [(side, self.names[side]) for side in sleepers(table, self.state, self.viewer, moment)]
        self._correctable = {action.type: action for action in visible_corrections(self.state, self.viewer)}

    def choose(self, chosen: Mapping[str, str]) -> None:
        """Say what somebody is in the middle of choosing, by the address of the page."""
        self._wants_goons = "goons" in chosen
        self._places_early = "early" in chosen
        self.light = LightView(self.game, self.viewer, self.names, self.language, editing=self.editing, chosen=chosen)

    def act_for(self, side: Side) -> None:
        """Show what may be done for a side whose phone sleeps, in place of what this viewer may do."""
        self.prompt = stand_in_prompt(self.state, side)
        self.in_forms = self.prompt.actions
        self.forms = tuple(self._makes.form(action, self.prompt.step) for action in self.in_forms)
        self.acts_for = side

    @property
    def question(self) -> str:
        """What the game waits for; on the phone of the one who is asked without the name."""
        asked = current_prompt(self.state)
        alone = self.viewer.seats == {asked.side} and self.acts_for is None
        if self.party_scene is PartyScene.ROLL and self.viewer.seats == {self._turn} and self.acts_for is None:
            return Telling(self.language, self.names, self.game).say("question.turn")
        # Roll call says itself whose turn it is.
        if self.state.closed or not (alone or self.party_scene is PartyScene.ROLL):
            return super().question
        return step_questions.question(self.language, asked._replace(side=None), self.game, self.names)

    @property
    def absent(self) -> list[PassedOver]:
        """Who is waited for while the phone sleeps, to be passed over; or who comes back to an empty seat (S-10)."""
        if "set_away" not in self._correctable or self.game.setup.light:
            return []
        asked = {action.side for action in current_prompt(self.state).actions} if self.keeps else set()
        silent = [side for side in self.asleep if side in asked and side not in self.viewer.seats]
        back = [side for side in self.game.away if side == self.viewer.seat]
        return [
            PassedOver(self.names[side], back=side in back, fields=_away(side, side not in back))
            for side in (*back, *silent)
            if side in back or (side not in self.game.away and self._may("set_away", side))
        ]

    @property
    def of_the_table(self) -> bool:
        """Whether what is asked is a step of the table, which its keeper does (a courtesy: anybody may)."""
        asked = [action for action in current_prompt(self.state).actions if action.type not in ANY_TIME]
        return bool(asked) and asked[0].side is None

    @property
    def keeps(self) -> bool:
        """Whether this phone does the steps of the table."""
        return self.keeper in self.viewer.seats

    @property
    def card_owner(self) -> Side | None:
        """Who has taken the card of which is asked what it shows, and holds it; None where nobody at a phone does."""
        step = current_prompt(self.state).step
        owner = step.side if step is not None and step.kind is StepKind.CARD else None
        return owner if owner in self.game.players and owner not in self.asleep else None

    @property
    def does_step(self) -> bool:
        """Whether what is asked is done on this phone, rather than on another's out of courtesy."""
        if self.card_owner is not None:
            return self.card_owner in self.viewer.seats
        return self.keeps or not self.of_the_table

    @property
    def party_scene(self) -> PartyScene:
        """What the page is about."""
        kind = self.prompt.step.kind if self.prompt.step else ""
        if self.over:
            return PartyScene.END
        if self.goon_panel is not None:
            return PartyScene.GOONS
        if self.card is not None:
            return PartyScene.CARD
        if kind in _OF_THE_STEP:
            return _OF_THE_STEP[kind]
        if self.game.phase is Phase.LIGHTS_OUT and self.game.location is not None:
            return PartyScene.RANKING
        return PartyScene.STORY

    @property
    def types_goons(self) -> bool:
        """Whether the goons are typed on this phone: the keeper's, or another that has said so."""
        return self.keeps or self._wants_goons or bool(self.typed)

    @property
    def who_types_goons(self) -> str:
        """Whose phone types the goons, said to the others."""
        return page_text(self.language, "goons.who", side=self.names[self.keeper])

    @property
    def own_name(self) -> str:
        """What whoever looks is called, where this phone has one seat of several."""
        return self.names[self.viewer.seat] if self.viewer.seat is not None and len(self.viewer.seats) == 1 else ""

    @property
    def leader_taken(self) -> str:
        """Who has taken the leader goal just now, told to the others."""
        if self.over or counts_in_secret(self.game):
            # What it counts for is uncovered with its line.
            return ""
        events = (event for line in (*self._here(), *self._lines[-1:]) for event in line.events)
        takers = [one.side for one in events if isinstance(one, LeaderTaken)]
        side = takers[-1] if takers else None
        if side is None or side in self.viewer.seats or side != self.game.leader:
            return ""
        return page_text(self.language, "screen.leader", side=self.names[side])

    # Everybody

    @property
    def left(self) -> int:
        """How many suspicion cubes are left before a raid (P-6)."""
        return self.game.supply(Cube.SUSPICION)

    @property
    def everybody(self) -> Iterator[dict[str, Any]]:
        """The seats, clockwise."""
        game = self.game
        for side in game.players:
            yield {
                "side": side,
                "sign": seat_icon(game, side),
                "name": self.names[side],
                "reputation": game.reputation[side],
                "suspicion": game.at(side, Cube.SUSPICION),
                "power": game.at(side, Cube.POWER),
                "marker": side == game.first_player,
                "leader": side == game.leader,
                "mine": side in self.viewer.seats and not self.plays_all,
                "editing": side == self.editing,
                "away": side in game.away,
                "keeps": side == self.keeper and len(self.viewer.seats) < len(game.players),
                "asleep": side in self.asleep and side not in self.viewer.seats,
            }

    @property
    def wanted(self) -> list[tuple[str, str]]:
        """Who asks for a seat, as far as they have said so, and for which; for the host to answer."""
        if self.table.host not in self.viewer.seats:
            return []
        return [(one.asked_name, self.names[one.seat]) for one in self.table.seats if one.wanted]

    # What can be set

    @property
    def steppers(self) -> list[Stepper]:
        """The numbers of the side that is being edited."""
        side, game = self.editing, self.game
        fixed = (("f.side", encoded(side)),)
        found = [
            Stepper("reputation", field_labels.field(self.language, "reputation"), "star", "set_reputation", fixed,
                    game.reputation[side]),
            *(self._cubes(side, cube) for cube in (Cube.SUSPICION, Cube.POWER)),
        ]  # fmt: skip
        counts = self._correctable.get("set_count")
        if counts is not None:
            what = counts.fields["what"]
            assert isinstance(what, ChoiceField)
            (word,) = what.options
            label = field_labels.option(self.language, "set_count", "what", word, game=game, names=self.names)
            value = game.counted.get((side, str(word)), 0)
            count = Stepper("count", label, str(word), "set_count", (*fixed, ("f.what", encoded(word))), value)
            found.append(count)
        return [one for one in found if self._may(one.type, side)]

    def stepper_of(self, kind: str, fields: Sequence[tuple[str, str]]) -> Stepper | None:
        """The stepper that sets the number of a correction, as its form sends it."""
        found = (one for one in self.steppers if one.type == kind and {*one.fixed} <= {*fields})
        return next(found, None)

    def _cubes(self, place: Side | Location, cube: Cube) -> Stepper:
        named = place.value if isinstance(place, Location) else place
        label = field_labels.option(self.language, "", "cube", cube.value, game=self.game, names=self.names)
        fixed = (("f.place", encoded(named)), ("f.cube", encoded(cube.value)))
        return Stepper(f"{cube}-{named}", label, f"cube-{cube}", "set_cubes", fixed, self.game.at(place, cube))

    def _may(self, kind: str, side: Side) -> bool:
        action = self._correctable.get(kind)
        field = None if action is None else action.fields.get("side", action.fields.get("place"))
        return isinstance(field, ChoiceField) and side in field.options

    @property
    def may_give_marker(self) -> bool:
        """Whether the side that is edited can be given the first player marker."""
        return self.editing != self.game.first_player and self._may("set_marker", self.editing)

    # What happens

    @property
    def gathered(self) -> dict[str, Any] | None:
        """The row of the board of the location at which is asked who is there."""
        step = self.prompt.step
        return next((row for row in self.board.rows if step is not None and row["location"] is step.location), None)

    @property
    def ranking(self) -> list[dict[str, Any]]:
        """Who is at the location being resolved, the strongest first, and what each has got or still waits for."""
        location = self.game.location
        if location is None:
            return []
        shown = self._resolved.get(location, self.game)
        result = forecast(shown, location)
        here = self._here()
        events = [event for line in here for event in line.events]
        got = gains_of(events, here[0].before, self.game.players) if here else {}
        awaited = self._awaited
        told = []
        for one in result.outcomes:
            side = int(one.place.side.name)
            told.append(
                {
                    "side": side,
                    "sign": seat_icon(self.game, side),
                    "name": self.names[side],
                    "mine": side in self.viewer.seats,
                    "rank": one.place.rank,
                    "strength": one.place.strength,
                    "marker": side == shown.first_player,
                    "units": list(shown.tokens_at(side, location)),
                    "reward": one.offer.reward,
                    "gains": got.get(side, ()),
                    "awaited": side in awaited,
                    "chooses": side in awaited[:1],
                    "strays": bool(here) and side not in awaited and self._strays(side, location),
                }
            )
        return told

    @property
    def _awaited(self) -> list[Side]:
        """Whose rewards at this location are still to be given, the next first."""
        steps = (step for step in self.game.agenda if step.location is self.game.location)
        return [step.side for step in steps if step.kind is StepKind.REWARD and step.side is not None]

    def _strays(self, side: Side, location: Location) -> bool:
        """Whether a side has left a location for the Library with nothing (L-8)."""
        there = self.game.tokens_at(side, location) or (side, location) in self.game.strengths
        return not there and location is not Location.LIBRARY

    @property
    def other_sleepers(self) -> list[tuple[Side, str]]:
        """Those whose phones sleep while they are asked at a location for something else than a reward."""
        return [(side, name) for side, name in self.sleepers if side not in self._awaited]

    @property
    def waits_for(self) -> list[dict[str, Any]]:
        """Whom this location waits for, why, and whether their phones are awake."""
        rewards = {one["side"]: one for one in self.ranking}
        may_act = {side for side, _ in self.sleepers}
        before = ""
        rows = []
        for side in self._awaited:
            rows.append(
                {
                    **rewards[side],
                    "chooses": not before,
                    "after": before,
                    "asleep": side in self.asleep,
                    "acts": side in may_act,
                }
            )
            before = self.names[side]
        return rows

    @cached_property
    def outlook(self) -> Outlook:
        """What is chosen on cards at a location, for the seat that is asked."""
        step = self.prompt.step
        side = step.side if step is not None and step.side is not None else self.own_side
        is_own = side in self.viewer.seats
        mine = self.game.players[0] if side is None else side
        return Outlook(self.game, self.prompt, mine, self._choice, self.names, self.language, is_own)

    @property
    def swap(self) -> Swap | None:
        """The swap that this phone is asked for, at a location or by a card."""
        action = next((one for one in self.prompt.actions if one.type == "swap" and "cubes" in one.fields), None)
        return None if action is None else Swap(self.game, action, self._choice, self.language)

    @property
    def primary(self) -> Primary | None:
        """The button of what is chosen on cards or strips; None where forms do it."""
        if self.swap is not None:
            return self.swap.primary
        return self.outlook.primary if self.outlook.offers else None

    @property
    def decline_form(self) -> FormView | None:
        """How what a location offers is declined; it stands in the foot."""
        return next((form for form in self.forms if form.type == "decline"), None)

    @property
    def raid_loss(self) -> int | None:
        """What a raid would cost whoever looks now; None for who has no seat."""
        side = self.raid_side
        return None if side is None else raided(self.game).sides[side].lost

    @property
    def raid_side(self) -> Side | None:
        """Of whom is said what a raid would cost; in light depth with one phone for all, whose numbers are set."""
        return self.editing if self.plays_all and self.game.setup.light else self.own_side

    @property
    def why_so(self) -> list[Why]:
        """Why they rank so, and what resolving the location does."""
        location = self.game.location
        if location is None or location in self._resolved:
            return []
        return whys(self.language, forecast(self.game, location).reasons, self.names)

    def _row_that_decides(self) -> str | None:
        """In light depth it has just decided: a location was ranked, and nothing else was done since."""
        last = self._lines[-1] if self._lines else None
        if last is None or last.act.get("type") not in RANKINGS:
            return super()._row_that_decides()
        key = self.game.setup.edition.board_rows.get(Location(last.act["fields"]["location"][0]))
        named = {reason.key_of_ruling for event in last.events for reason in event.why}
        return key if key in named else None

    @property
    def raid(self) -> list[dict[str, Any]]:
        """What a raid would cost everybody now."""
        return [
            {
                "sign": seat_icon(self.game, side),
                "name": self.names[side],
                "suspicion": self.game.at(side, Cube.SUSPICION),
                "lost": after.lost,
                "before": self.game.reputation[side],
                "after": after.reputation,
                "why": whys(self.language, after.reasons, self.names),
            }
            for side, after in enumerate(raided(self.game).sides)
        ]

    # Counting

    @property
    def title(self) -> str:
        """The phase; what everybody does at the end."""
        return super().title if self.counts is None else page_text(self.language, "count.title")

    @cached_property
    def counts(self) -> Counting | None:
        """What somebody counts at the end, and who has sealed."""
        if not counts_in_secret(self.game):
            return None
        return Counting(self.game, self.viewer, self.names, self.language, self.prompt.actions)

    # Rows of one's own

    @property
    def entering(self) -> Side | None:
        """The seat of this phone whose row is entered now: the one chosen, or whose turn it is, or the next."""
        asked = [action.side for action in self.prompt.actions if action.type in {"assign", "enter_tokens", PASS}]
        mine = [side for side in asked if side in self.viewer.seats]
        wished = (self._asked_for, whose_turn(self.game) if self.party_scene is PartyScene.ROLL else None)
        return next((side for side in (*wished, *mine) if side in mine), None)

    @property
    def pass_form(self) -> FormView | None:
        """How the seat whose row is entered passes, or one for which this phone acts; it stands in the foot."""
        action = self._of(PASS, self.entering if self.acts_for is None else self.acts_for)
        return None if action is None else self._makes.form(action, self.prompt.step)

    def _of(self, kind: str, side: Side | None) -> Action | None:
        found = (action for action in self.prompt.actions if action.type == kind and action.side == side)
        return None if side is None else next(found, None)

    @property
    def own_side(self) -> Side | None:
        """Whose row is the own one here."""
        return self.viewer.seat if self.entering is None else self.entering

    @property
    def has_side_field(self) -> bool:
        """Whether the form of a row says whose it is; in turns that follows by itself."""
        return self.prompt.step is not None and self.prompt.step.kind != "turn"

    @property
    def seat_bar(self) -> list[dict[str, Any]]:
        """Every seat with what it has still to do in the roll call."""
        mine = self.viewer.seats
        return [*seat_bar(self.language, self.game, self.names, mine=mine, asleep=self.asleep, turn=self._turn)]

    @property
    def _turn(self) -> Side | None:
        """Whose turn it is in the roll call."""
        return self.prompt.step.side if self.prompt.step and not self.has_side_field else whose_turn(self.game)

    @property
    def out_of_turn(self) -> bool:
        """Whether it is somebody else's turn, though one may enter the own tokens (R-1)."""
        return self.party_scene is PartyScene.ROLL and self._turn not in {None, self.entering}

    @property
    def waits_for_turn(self) -> str:
        """Whose turn it is, where the own tokens wait for it; empty where nobody else's phone has the turn.

        Order is only told at such a table: who wants to may place before it (R-1), and says so first.
        """
        turn = self._turn
        if not self.out_of_turn or self._places_early or self.acts_for is not None:
            return ""
        if turn is None or turn in self.viewer.seats:
            return ""
        return self.names[turn]

    @property
    def placed_early(self) -> str:
        """Who has placed or passed before somebody else's turn (R-1), told until that turn and the next are over."""
        found: list[str] = []
        turns = 0
        for line in reversed(self._lines):
            kind = line.act.get("type")
            if self.plays_all or turns > 1 or line.before.phase is not Phase.ROLL_CALL:
                break
            if kind not in {"assign", PASS} or "side" not in line.act["fields"]:
                continue
            (side,), turn = line.act["fields"]["side"], whose_turn(line.before)
            if turn in {side, None}:
                turns += 1
            else:
                key = "roll.early" if kind == "assign" else "roll.passed_early"
                found.insert(0, page_text(self.language, key, side=self.names[side], before=self.names[turn]))
        return " ".join(found) if self.party_scene is PartyScene.ROLL else ""

    @property
    def laid_last(self) -> str | None:
        """In roll call what somebody has just laid; empty where it was somebody here, None before anybody has."""
        line = self._lines[-1] if self._lines else None
        if self.party_scene is not PartyScene.ROLL or line is None or line.act.get("type") not in {"assign", PASS}:
            return None
        if line.by in self.viewer.seats:
            return ""
        return " ".join(one.text for one in happenings(line, self.viewer, self.names, self.language) if one.text)

    @property
    def roll_rows(self) -> list[dict[str, Any]]:
        """The board with the own row on it."""
        side = self.own_side
        action = None if self.waits_for_turn else self._of("assign", self.entering)
        return [
            *roll_rows(self.game, visible_position(self.state, self.viewer, self.names), side, action, self.board.rows)
        ]

    @property
    def row_tray(self) -> list[dict[str, Any]]:
        """The tokens that this phone may lay, or say to lie there."""
        action = self._of("assign", self.entering) or self._of("enter_tokens", self.entering)
        typed = self.typed.getlist("f.tokens") if isinstance(self.typed, MultiDict) else []
        return tray(self.language, self.game, self.names, action, typed) if action is not None else []

    @property
    def chosen_strength(self) -> str:
        """What the tokens chosen would add at a location; empty where none is."""
        chosen = [one["strength"] for one in self.row_tray if one["chosen"]]
        return str(sum(chosen)) if chosen else ""

    @property
    def may_lie(self) -> int:
        """How many tokens this phone may still lay face down (R-3)."""
        action = None if self.waits_for_turn else self._of("assign", self.entering)
        field = action.fields.get("face_down") if action is not None else None
        return field.most if isinstance(field, ChoiceField) else 0

    @property
    def strength_form(self) -> FormView | None:
        """Where the own tokens are counted together."""
        action = self._of("enter_strength", self.entering)
        return None if action is None else self._makes.form(action, self.prompt.step)

    @property
    def missing(self) -> list[tuple[Side, str]]:
        """Whose rows are still awaited here, whoever enters them."""
        asked = dict.fromkeys(one.side for one in current_prompt(self.state).actions if one.type == "enter_tokens")
        return [(side, self.names[side]) for side in asked if side is not None]

    @property
    def gains(self) -> list[tuple[Side, str]]:
        """Those of this phone who were given something by itself, and what in words; they may still decline."""
        sides = [one.side for one in self.prompt.actions if one.type == "decline_instead" and one.side is not None]
        return [(side, self.names[side]) for side in sides]

    def hands_move(self, moved: Sequence[Moved]) -> None:
        """Say what hands have to move, whoever is to know it."""
        self._moved_here = moved

    @cached_property
    def move_lists(self) -> list[MoveList]:
        """What hands here have to move."""
        found = [(one, [*visible_moves(one.moves, self.viewer)]) for one in self._moved_here]
        if self.game.setup.light:
            found = [(one, [move for move in moves if move.side in self._light_hands]) for one, moves in found]
        return [
            self._list_of(one, moves, one.left if isinstance(one.left, Location) else self.game.location)
            for one, moves in found
            if moves
        ]

    def _list_of(self, moved: Moved, moves: Sequence[Move], here: Location | None = None) -> MoveList:
        return move_list(
            moves,
            self.game,
            names=self.names,
            language=self.language,
            sides=[side for side in self.game.setup.sides if any(one.side == side for one in moves)],
            here=here,
            back=moved.back,
            left=self._called(moved.left),
            by="" if moved.by is None else self.names[moved.by],
        )

    @property
    def new_moves(self) -> list[MoveList]:
        """What hands here have to move, but for what is of before."""
        return [one for one in self.move_lists if not one.left and not one.by]

    @property
    def old_moves(self) -> tuple[list[MoveList], list[MoveList]]:
        """What they have to move of before, in the order in which it came: what stands on the page, what is folded."""
        old = [one for one in self.move_lists if one.left or one.by]
        rows = [*accumulate(one.length for one in old)]
        seen = max(sum(number <= MOST_ROWS for number in rows), 1)
        return old[:seen], old[seen:]

    @property
    def woke(self) -> str:
        """That whoever keeps the table, or looks, is back, and who may have moved what is listed; until they act."""
        for one in self.table.seats:
            mine, keeps = one.seat in self.viewer.seats, one.seat == self.keeper == appointed(self.table)
            recent = one.woke is not None and now() - one.woke < ASLEEP_AFTER
            if not recent or not (mine or keeps) or self._acted_since(one):
                continue
            others = [row.seat for row in self.table.seats if row.seat not in self.asleep and not row.free]
            clockwise = sorted({*others} - {one.seat}, key=lambda seat: (seat < one.seat, seat))
            if not clockwise or (mine and not self.move_lists):
                continue
            names = {"side": self.names[one.seat], "other": self.names[clockwise[0]]}
            key = "keys.back.mine" if mine and not keeps else "keys.back.you" if mine else "keys.back"
            return page_text(self.language, "keys.back.say" if clockwise[0] in self.viewer.seats else key, **names)
        return ""

    def _acted_since(self, seat: TableSeat) -> bool:
        """Whether somebody has acted since their phone woke, or has said that all is moved."""
        last = [line.moment for line in self._lines if line.by == seat.seat] + [seat.moves_done_at]
        return any(moment is not None and seat.woke is not None and moment > seat.woke for moment in last)

    @property
    def folded_moves(self) -> int:
        """How many moves are folded."""
        return sum(one.number for one in self.old_moves[1])

    def _called(self, left: Location | Phase | Raid | int | None) -> str:
        """The location, phase, raid or round that the table has left."""
        if left is None:
            return ""
        if isinstance(left, Raid):
            return page_text(self.language, "moves.raid", round=left.round)
        if isinstance(left, int):
            return page_text(self.language, "moves.round", round=left)
        if isinstance(left, Location):
            return f"{left.number} {capital(term(self.language, left))}"
        return field_labels.word(self.language, "phase", left)

    @property
    def moves_number(self) -> int:
        """How many moves that are."""
        return sum(one.number for one in self.move_lists)

    @property
    def moves_lead(self) -> bool:
        """Whether the moves stand first: nothing is left to choose, and below cards or many rows nobody saw them."""
        pushed = self.game.location in _WITH_CARDS or len(self.ranking) >= _MANY_ROWS
        return bool(self.move_lists) and not self.outlook.offers and pushed

    @property
    def _light_hands(self) -> Set[Side | None]:
        """Whose pieces hands here move in light depth: the own, where it keeps the table's and sleepers' too."""
        return {*self.viewer.seats, *(self.asleep | {None} if self.keeps else ())}

    def heads_of(self, moves: MoveList) -> list[str]:
        """The signs of the seats at the head of the columns of a list; none where all that is listed is one's own."""
        listed = {one.side for one in moves.columns} - {None, self.viewer.seat}
        return [self.seat_icon(side) for side in self.game.setup.sides] if listed else []

    @property
    def raided(self) -> list[Why]:
        """How the raid was counted that happened last, each reason once; none where it was something else."""
        happened = self._last_raid if counts_in_secret(self.game) else self.happened
        found = dict.fromkeys(why for one in happened for why in one.why)
        return [*found] if any(why.rule.startswith("D-") for why in found) else []

    @property
    def _last_raid(self) -> list[Happening]:
        """What has happened in the last raid, as far as its line is one of the last."""
        lines = [line for line in self._lines if line.act.get("type") == StepKind.RAID]
        return [one for line in lines[-1:] for one in happenings(line, self.viewer, self.names, self.language)]

    @property
    def raid_came(self) -> tuple[str, list[tuple[str, str, str]]]:
        """Why a raid has just come, and what it has cost whom: a sign, a name, a figure; empty where none has."""
        if not self.raided:
            return "", []
        counting = counts_in_secret(self.game)
        lines = [line for line in self._lines if not counting or line.act.get("type") == StepKind.RAID]
        scene = raid_scene(self.state, [SceneLine(line.before, line.events) for line in lines[-1:]])
        if scene is None or not scene.raid_done:
            return "", []
        told = [(self.seat_icon(one.side), self.names[one.side], number(-one.lost)) for one in scene.losses]
        return " ".join(why_raided(self.language, self.game, scene)), told

    def _here(self) -> list[LogLine]:
        """The lines since the table came to this location that are of it, the first from there on."""
        location = self.game.location
        found: list[LogLine] = []
        for line in reversed(self._lines):
            if line.afterwards:
                continue
            game = line.before
            for place, event in enumerate(line.events, 1):
                game = evolve(game, event)
                if event == LocationOpened(location, event.why):
                    return [replace(line, events=line.events[place:], before=game), *reversed(found)]
            found.append(line)
        return []

    @property
    def happened(self) -> list[Happening]:
        """At a location that was resolved by itself all that has happened there; else as against the guards."""
        step, ranked = self.prompt.step, self.game.location in self._resolved
        # A tome may be played between what happens there.
        if not self.game.setup.paced or step is None or not (ranked or step.kind in _AT_A_LOCATION):
            return super().happened
        return [one for line in self._here() for one in happenings(line, self.viewer, self.names, self.language)]

    @property
    def crew(self) -> dict[str, Any] | None:
        """What the own crew has, in a strip; in light depth the app does not know it."""
        if self.game.setup.light or self.own_side is None or not self.game.round or self.over:
            return None
        return crew_strip(self.game, self.own_side, self.names)

    # Forms

    @property
    def next_forms(self) -> tuple[FormView, ...]:
        """What is to be done next, with a tap or two."""
        elsewhere = _FOOT | _FOLDED | _LONG | _OWN_ROWS | _ELSEWHERE | {form.type for form in self.seldom}
        elsewhere |= _ON_CARDS if self.primary is not None else frozenset({"decline"})
        return tuple(form for form in self.forms if form.type not in elsewhere and not form.is_card)

    @property
    def long_forms(self) -> tuple[tuple[str, FormView], ...]:
        """What is to be done next and needs room, each with whose it is."""
        long = ((action, form) for action, form in zip(self.in_forms, self.forms, strict=True) if form.type in _LONG)
        return tuple((self._name_of(action), _from_nothing(form)) for action, form in long)

    def _name_of(self, action: Action) -> str:
        side = action.fields.get("side")
        if action.side is None and isinstance(side, ChoiceField) and len(side.options) == 1:
            return self.names[int(str(side.options[0]))]
        return "" if action.side is None else self.names[action.side]

    @property
    def folded(self) -> tuple[FormView, ...]:
        """What is opened when it is wanted."""
        return tuple(_from_nothing(form) for form in self.forms if form.type in _FOLDED)

    @property
    def at_any_time(self) -> tuple[FormView, ...]:
        """What stands apart: a raid by hand, the instant goal, tomes."""
        return tuple(form for form in self.forms if form.type in _FOOT)

    @property
    def suspicion(self) -> Stepper | None:
        """The suspicion of the side that is edited."""
        return next((one for one in self.steppers if one.icon == "cube-suspicion"), None)

    @property
    def laying(self) -> FormView | None:
        """The cubes that the goons bring, as one act."""
        return next((_from_nothing(form) for form in self.forms if form.type == "cubes_come"), None)

    @property
    def heard_of(self) -> bool:
        """Whether the hand tells what has happened: in light depth a ranking needs it, moves have their own list."""
        last = self._lines[-1] if self._lines else None
        return last is not None and last.kind is Kind.ACT and last.act.get("type") in RANKINGS

    @property
    def laid(self) -> bool:
        """Whether the goons' suspicion was laid since the round began; in the setup, since the beginning (S-5, P-6)."""
        return any(line.act.get("type") == "cubes_come" for line in self._of_round)

    @property
    def lays(self) -> bool:
        """Whether the hand shows the cubes that the goons bring: somebody has asked for it, or the setup needs it."""
        if self.laying is None or not self.viewer.seats:
            return False
        return self.light.laying or (self.game.phase is Phase.SETUP and self.keeps and not self.laid)

    @property
    def round_played(self) -> bool:
        """Whether somebody has entered anything in this round, so that its end may be near."""
        return bool(self._of_round)

    @property
    def may_end(self) -> bool:
        """Whether going on to the next round is what is most likely wanted: all that a round brings is entered."""
        return self.laid or (self.game.round == self.rounds and self.round_played)

    @cached_property
    def _of_round(self) -> list[LogLine]:
        """What was done since the round began."""
        return [line for line in self._lines if line.before.round == self.game.round and line.kind in DONE]

    @property
    def ends_round(self) -> str:
        """In light depth, who ends the round once all is laid; until then what the round is about: nobody waits."""
        in_setup = self.game.phase is Phase.SETUP
        if not self.laid and (self.keeps or not in_setup):
            return self.question
        if self.keeps:
            return self.question if self.plays_all else page_text(self.language, "light.keeps")
        key = "light.begins" if self.game.round < self.rounds else "light.ends"
        return page_text(self.language, key, side=self.names[self.keeper], round=self.game.round + 1)

    @property
    def plays_all(self) -> bool:
        """Whether this phone plays every seat, so that none is its own beside others."""
        return {*self.game.players} <= self.viewer.seats

    @property
    def stands_in_for(self) -> str:
        """Who was chosen to do the steps of the table, and sleeps, so that another does them for now; else empty."""
        chosen = appointed(self.table)
        return self.names[chosen] if chosen != self.keeper and chosen in self.asleep else ""

    @property
    def keeper_silent(self) -> int:
        """For how many seconds nothing was heard of the keeper's phone, where that is long; else 0."""
        others = self.keeper not in self.viewer.seats
        return self._keeper_silent if others and self._keeper_silent >= LONG_SILENCE else 0

    @property
    def look_again(self) -> int:
        """After how many seconds a page asks anew that waits for somebody, or for somebody to wake; 0: never.

        Neither a silence nor its end is told to anybody.
        """
        if self.viewer.seats and self.asleep - self.viewer.seats and not self.over:
            return WAKING_KEEPER if self.stands_in_for else WAKING
        asked = {
            one.side for one in current_prompt(self.state).actions if one.type not in ANY_TIME and one.side is not None
        }
        others = not self.keeps if self.of_the_table else bool(asked - self.viewer.seats)
        return LONG_SILENCE if self.viewer.seats and others and not self.over else 0

    @property
    def whose_turn(self) -> str:
        """For whom everybody waits, where it is somebody else."""
        if self.still_asked and not self.long_forms:
            return page_text(self.language, "party.waits_for", sides=tuple(self.still_asked))
        if self.card_owner is not None:
            return (
                "" if self.does_step else page_text(self.language, "party.types_card", side=self.names[self.card_owner])
            )
        if self.of_the_table and not self.keeps and self.prompt.step and self.prompt.step.kind is StepKind.PACE:
            key = "party.goes_on" if self.moves_number else "party.only_goes_on"
            return page_text(self.language, key, side=self.names[self.keeper])
        if self.of_the_table and not self.keeps:
            return page_text(self.language, "party.keeps", side=self.names[self.keeper], what=self.question)
        side = self.prompt.side
        if side is None or side in self.viewer.seats or side == self.acts_for or self.party_scene is PartyScene.ROLL:
            return ""
        key = "party.plays_tome" if self.party_scene is PartyScene.TOME else "party.chooses"
        return page_text(self.language, key, side=self.names[side])

    @property
    def still_asked(self) -> list[str]:
        """Those whose answers are still awaited, where all are asked at once."""
        asked = current_prompt(self.state).actions if self.party_scene is PartyScene.HANDS else ()
        asked = tuple(action for action in asked if action.type != "open_count")
        sides = [action.side for action in asked if action.side is not None and action.side not in self.viewer.seats]
        return [self.names[side] for side in sides]


def _from_nothing(form: FormView) -> FormView:
    """A form in which a number that nobody has typed is 0: who has nothing of a kind need not say so."""
    fields = (replace(one, value="0") if one.kind == "number" and not one.value else one for one in form.fields)
    return replace(form, fields=tuple(fields))
