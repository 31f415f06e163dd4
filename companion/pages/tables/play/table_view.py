"""A table as its page shows it: the scene, what has just happened, and what may be done now."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from typing import Any, Final, NamedTuple

from companion.boxes.box import Box
from companion.pages.forms.query import ruling_choices
from companion.pages.forms.submission import encoded
from companion.pages.layout.frame import page_text
from companion.pages.layout.reasons import Why
from companion.pages.tables.log.happenings import Happening, happenings, happenings_of, whys
from companion.pages.tables.numbers.numbers_view import figure_rows
from companion.pages.tables.play.board_view import BoardView, seat_icon
from companion.pages.tables.play.duel_view import Duel, duel, first_at, resolved_this_round
from companion.pages.tables.play.goon_panel import GoonPanel
from companion.pages.tables.play.guard_pad import GuardPad, guard_pad
from companion.pages.tables.play.location.choice import NO_CHOICE, Choice
from companion.pages.tables.play.location.gains import Gain, faces_stated, gains_of, headlines
from companion.pages.tables.play.location.outlook import Outlook
from companion.pages.tables.play.moves_view import MoveList, counted_cards, move_list
from companion.pages.tables.play.night_view import Night, Raid, night, raid_of
from companion.pages.tables.play.pending_moves import NOTHING_MOVED, Moved
from companion.pages.tables.play.table_forms import Forms, FormView, known_faces
from companion.pages.tables.setup.setup_list import SetupRow, setup_rows
from companion.rules.acts.actions import Act, Prompt
from companion.rules.engine.physical_moves.event_moves import moves_of
from companion.rules.engine.physical_moves.move import Move
from companion.rules.engine.physical_moves.net_moves import netted, reversed_moves
from companion.rules.phases.patrol import TYPE_GOONS
from companion.rules.phases.roll_call import SHOW_GUARD_CARD
from companion.rules.rulings.house_rulings import HOUSE_RULINGS, Rulings
from companion.rules.rulings.ranking import FEWEST_SIDES
from companion.rules.state.position import Dealing, Phase, Position, Side, Zone
from companion.rules.state.step_kinds import StepKind
from companion.rules.vocabulary import Location
from companion.tables.projection.actions import current_prompt, visible_prompt
from companion.tables.projection.corrections import visible_corrections
from companion.tables.projection.events import visible_moves
from companion.tables.projection.position import visible_position
from companion.tables.projection.viewer import Viewer
from companion.tables.repository import LogLine
from companion.tables.timeline import DONE, Kind, State
from companion.words import act_names, field_labels, step_questions
from companion.words.catalogue import term
from companion.words.telling import Names, Telling, capital

ON_THE_BOARD: Final = {"turn_guard_card": "card", "assign": "location"}
"""Actions whose last tap is on a row of the board, and the field that it fills in."""

PANELS: Final = (TYPE_GOONS, SHOW_GUARD_CARD)
"""Actions that a panel of their own fills in."""

QUIET: Final = ("pass", "play_tome")
"""Actions that stand in the foot."""

DECK_EMPTY: Final = "deck_empty"

LAYING: Final = ("set_token", "lay_guard_card", "set_guard_face")
"""The corrections that lay tokens and guard cards on the board."""

SETUP_STEPS: Final = 5
"""The steps of a setup: three answers, the goons, and what lies on the table."""

RECENT: Final = 8
"""As many lines of the log as stand beside the board where a screen is wide."""

NEWS: Final = 2
"""As many sentences, and as many moves of the hands, the foot of the page has room for in a solitary game."""


class Scene(StrEnum):
    """What the page of a table is about."""

    BOARD = "board"
    CARD = "card"
    GOONS = "goons"
    SETUP = "setup"
    DUEL = "duel"
    NIGHT = "night"
    TOME = "tome"
    CHECK = "check"
    STORY = "story"
    END = "end"


class Here(NamedTuple):
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


TYPED_BY_HAND: Final = frozenset({SHOW_GUARD_CARD, "type_guard_card", "type_location_card"})
"""Acts that say what a card shows which a hand has turned up: who takes one back has mistyped it."""


class TableView:
    """What the page of a table shows.

    Args:
        state: what the table has come to.
        viewer: who looks.
        names: of the seats.
        language: of the page.
        typed: the form that was refused, by field, to be shown again.
        lines: the latest of the log that count, in order.
        box: that lies on the table, or None.
        moved: what hands have to move since the page before, and it has not listed.
        choice: what somebody has chosen at a location, by the address.

    Attributes:
        in_forms: what may be done, but for what has a panel of its own.
        room: for how many sentences the foot of the page has room.
    """

    room: int = NEWS

    def __init__(
        self,
        state: State,
        viewer: Viewer,
        names: Names,
        language: str,
        *,
        typed: Mapping[str, Any] | None = None,
        lines: Sequence[LogLine] = (),
        box: Box | None = None,
        moved: Moved = NOTHING_MOVED,
        choice: Choice = NO_CHOICE,
    ) -> None:
        self.state = state
        self.game: Position = state.game
        self.viewer = viewer
        self.names = names
        self.language = language
        self.typed = typed or {}
        # What signs say to those who look is put in words for those who listen.
        self.aloud = Telling(language, names, self.game)
        self.prompt: Prompt = visible_prompt(state, viewer)
        self.board = BoardView(
            self.game,
            visible_position(state, viewer, names),
            self.prompt,
            names=names,
            language=language,
            typed=self.typed,
            asks_rows=box is not None,
        )
        self._makes = Forms(self.game, names, language, self.typed)
        self.in_forms = tuple(action for action in self.prompt.actions if action.type not in PANELS)
        self.forms = tuple(self._makes.form(action, self.prompt.step) for action in self.in_forms)
        self._resolved = resolved_this_round(state.game, lines)
        self._lines = lines
        self._box = box
        self._moved = moved
        self._choice = choice

    # The frame

    @property
    def scene(self) -> Scene:
        """What the page is about."""
        kind = self.prompt.step.kind if self.prompt.step else ""
        if self.over:
            return Scene.END
        if kind == "tome":
            return Scene.TOME
        if self.goon_panel is not None:
            return Scene.GOONS
        if self.card is not None:
            return Scene.CARD
        if kind == StepKind.NIGHT:
            return Scene.NIGHT
        if self.duel is not None:
            return Scene.DUEL
        if kind == StepKind.BEGIN:
            return Scene.CHECK if self.game.round else Scene.SETUP
        board = self.game.phase in {Phase.ROLL_CALL, Phase.SETUP} or kind == StepKind.LAY_OUT
        return Scene.BOARD if board else Scene.STORY

    @property
    def title(self) -> str:
        """The phase, or what lies on the table before the first."""
        if self.scene is Scene.SETUP:
            return page_text(self.language, "setup.on_your_table")
        return field_labels.word(self.language, "phase", self.game.phase)

    @property
    def rounds(self) -> int:
        """How many rounds a game has (S-9)."""
        return self.game.setup.edition.rounds

    @property
    def question(self) -> str:
        """What the game waits for."""
        if self.state.closed:
            return page_text(self.language, "table.closed")
        return step_questions.question(self.language, current_prompt(self.state), self.game, self.names)

    @property
    def blank_refused(self) -> str:
        """What a card that was entered empty is refused with, which is over as soon as something is tapped."""
        return page_text(self.language, "card.blank")

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.phase is Phase.ENDED

    @property
    def end_goal_missing(self) -> bool:
        """Whether the last raid is next and nobody has typed the end game goal, which scores after it (S-6, O-7)."""
        return self.game.phase is Phase.LAST_RAID and self.game.setup.end is None and not self.over

    @property
    def leader_goal_missing(self) -> bool:
        """The same of the leader goal, which scores for whoever holds it (O-4)."""
        return self.game.phase is Phase.LAST_RAID and self.game.setup.leader is None and not self.over

    # Lights out

    @property
    def duel(self) -> Duel | None:
        """The location that lights out is at."""
        location = self.game.location
        return duel(self.game, None if location is None else self._resolved.get(location))

    @cached_property
    def outlook(self) -> Outlook:
        """What the tap on the page of a location comes to."""
        mine = self.viewer.seat if self.viewer.seat is not None else self.game.players[0]
        asked = self.prompt if self.viewer.seats else current_prompt(self.state)
        undecided = self.row_asked is not None
        return Outlook(self.game, asked, mine, self._choice, self.names, self.language, undecided=undecided)

    @cached_property
    def here(self) -> Here:
        """What comes of the location that lights out is at: who gets what, and the sentences that say so."""
        if self.row_asked is not None:
            # What the board says decides what comes of it: nothing is guessed.
            return Here({}, [], [])
        location, ahead = self.game.location, self.outlook.ahead
        before, events = self.game, list(ahead.events if ahead else ())
        if location is not None and location in self._resolved:
            before = self._resolved[location]
            done = [line for line in self._lines[self._since(location) :] if line.kind in DONE]
            events = [*(event for line in done for event in line.events), *events]
        elif not events and self.outlook.chooses and self.outlook.before_choice:
            events = list(self.outlook.before_choice.events)
        told_ = happenings_of(events, before, self.viewer, self.names, self.language)
        why = list(dict.fromkeys(why for one in told_ for why in one.why))
        told = [*self._tie, *headlines(events, before, self.names, self.language)]
        stated = [] if self._box is None else [*faces_stated(events, before, self.language)]
        return Here(gains_of(events, before, self.game.setup.sides), told, why, stated)

    @property
    def gains_of_night(self) -> dict[Location, list[tuple[Gain, ...]]]:
        """By location that was resolved in this round, what each side got and lost there so far."""
        sides = self.game.setup.sides
        ranked = sorted((self._since(location), location) for location in self._resolved)
        ends = [*(since for since, _ in ranked[1:]), len(self._lines)]
        found: dict[Location, list[tuple[Gain, ...]]] = {}
        for (since, location), end in zip(ranked, ends, strict=False):
            events = [event for line in self._lines[since:end] if line.kind in DONE for event in line.events]
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

    @cached_property
    def move_lists(self) -> list[MoveList]:
        """What hands have to move: what the page before has not listed, and what this page's tap will do."""
        location, ahead = self._location_shown, self.ahead
        if self._moved.merged:
            lists = [(self._merged, False)]
        elif self._moved.back:
            lists = [(self._moved.moves, True), (ahead, False)]
        else:
            lists = [((*self._moved.moves, *ahead), False)]
        return [
            move_list(
                visible_moves(moves, self.viewer),
                self.game,
                names=self.names,
                language=self.language,
                sides=self.game.setup.sides,
                here=location,
                back=back,
                mistyped=back and self._takes_back in TYPED_BY_HAND,
            )
            for moves, back in lists
            if moves
        ]

    @property
    def _merged(self) -> tuple[Move, ...]:
        """What leads back and what the tap will move, in one."""
        return netted((*self._moved.moves, *self.ahead))

    @cached_property
    def _takes_back(self) -> str:
        """The type of the act that was taken back alone; empty: none was, or others with it."""
        line = self._moved.undone
        if line is None or {*self._moved.moves} != {*reversed_moves(moves_of(line.events, line.before, told=True))}:
            return ""
        return str(line.act.get("type", ""))

    @property
    def _location_shown(self) -> Location | None:
        return self.game.location if self.scene is Scene.DUEL else None

    @property
    def ahead(self) -> tuple[Move, ...]:
        """What this page's tap will move, so that it is moved before that tap."""
        return self.outlook.moves if self._location_shown is not None and self.row_asked is None else ()

    @property
    def told_before(self) -> list[str]:
        """What pages before have told of this location or patrol, for whoever has not kept up."""
        return self._sentences(self._moved.before)

    def _sentences(self, moves: Iterable[Move]) -> list[str]:
        told, sides = visible_moves(moves, self.viewer), self.game.setup.sides
        return [*move_list(told, self.game, names=self.names, language=self.language, sides=sides).sentences]

    @property
    def move_notes(self) -> Iterator[str]:
        """What no list knows once something was taken back: what may lie there already, and what can stay there."""
        if self._takes_back == "type_goons" and self.game.round:
            yield page_text(self.language, "moves.stays.goons")
        if self._moved.merged:
            yield page_text(self.language, "moves.merged" if self._merged else "moves.merged.none")
        listed = self._moved.not_carried_out
        if not listed or listed == (self._merged if self._moved.merged else self.ahead):
            return
        key, moves = ("moves.listed.redo", listed) if self._moved.stays else ("moves.listed", reversed_moves(listed))
        yield self._note(key, moves, self._moved.listed_at)

    def _note(self, key: str, moves: Iterable[Move], location: Location | None = None) -> str:
        what = " ".join(self._sentences(counted_cards(moves)))
        return page_text(self.language, key if what else f"{key}.none", what=what, location=location)

    @property
    def heads(self) -> list[str]:
        """The signs of the sides, as they stand over the columns of a list."""
        return [self.seat_icon(side) for side in self.game.setup.sides]

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
        if last is None or last.act.get("type") != StepKind.RAID:
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
    def _now(self) -> Location | None:
        """The location that lights out is at; None once all are done."""
        return self.game.location

    @property
    def pips(self) -> Iterator[dict[str, Any]]:
        """The locations in order: who was first there, which is next."""
        for location in self.game.setup.edition.locations:
            before = self._resolved.get(location)
            first = None if before is None else first_at(before, location)
            here = location is self.game.location
            yield {
                "number": location.number,
                "name": capital(term(self.language, location)),
                "now": here,
                "first": None if first is None or here else self.seat_icon(first),
                "first_name": None if first is None else self.names[first],
                "done": not here and (self._now is None or self.game.setup.edition.is_before(location, self._now)),
            }

    @property
    def happened(self) -> list[Happening]:
        """What the player has not heard yet: the last line, or all that happened at this location."""
        if not self._lines:
            return []
        location = self.game.location
        since = len(self._lines) - 1
        if location is not None and location in self._resolved:
            since = self._since(location)
        told: list[Happening] = []
        for one in self._lines[since:]:
            told += happenings(one, self.viewer, self.names, self.language)
        return told

    def _since(self, location: Location) -> int:
        """At which of the lines a location was ranked."""
        return next(at for at, line in enumerate(self._lines) if line.before is self._resolved[location])

    @property
    def recent(self) -> list[str]:
        """What has happened last in this round, the newest first, for screens that have room for it."""
        found: list[str] = []
        for one in reversed(self._lines):
            if len(found) >= RECENT or one.before.round != self.game.round or one.kind is Kind.BEGIN:
                break
            told = happenings(one, self.viewer, self.names, self.language)
            texts = [happened.text for happened in told if happened.text and not happened.minor]
            found += [" ".join(texts[:NEWS])] if texts else []
        return found

    @property
    def news(self) -> dict[str, Any]:
        """The same in the hand: as much as it has room for, and how much more there is."""
        if self._moved.undone is not None:
            return {"texts": [self._taken_back(self._moved.undone)], "moves": [], "more": 0, "whys": []}
        if self.scene is Scene.CHECK:
            # Before a round the lists say what is to be done, and two lines of many would say nothing.
            return {"texts": [], "moves": [], "more": 0, "whys": []}
        told = self.happened
        texts = [one.text for one in told if one.text and not one.minor] or [one.text for one in told if one.text]
        # Alone every move has its list.
        moves = [] if self.game.setup.solitary else [one.hands for one in told if one.hands]
        room = self.room
        left = max(0, len(texts) - room) + max(0, len(moves) - room)
        return {"texts": texts[:room], "moves": moves[:room], "more": left, "whys": [one for one in told if one.why]}

    def _taken_back(self, line: LogLine) -> str:
        act = Act(line.act.get("type", ""), line.act.get("fields", {}))
        return act_names.undo_sentence(self.language, act, line.before, self.names)

    def seat_icon(self, side: Side) -> str:
        """The sign of a side."""
        return seat_icon(self.game, side)

    @property
    def figures(self) -> Iterator[dict[str, Any]]:
        """The numbers of the sides, to be compared and corrected."""
        return figure_rows(self.game, self.names, self.language, self.typed)

    @property
    def setup_rows(self) -> list[SetupRow]:
        """What lies on the real table before the first round."""
        if self.game.phase is not Phase.SETUP:
            return []
        return [*setup_rows(self.language, self.game, self.names)]

    @property
    def agreement(self) -> str:
        """What a game alone is played with, from which that list follows: difficulty, dealing, the advanced setup."""
        setup = self.game.setup
        parts = [field_labels.word(self.language, "dealing", setup.dealing)]
        if setup.difficulty is not None:
            parts.insert(0, field_labels.word(self.language, "difficulty", setup.difficulty))
        return self.aloud.listed([*parts, *([self.aloud.say("setup.advanced")] if setup.advanced else [])])

    @property
    def deck_in_box(self) -> str:
        """Which cards are not laid out, where the app deals; empty where somebody deals the real ones."""
        dealing = self.game.setup.dealing
        return "" if dealing is Dealing.CARDS else self.aloud.say(f"setup.deck_in_box.{dealing}")

    @property
    def guided_step(self) -> int | None:
        """Which step of the guided setup the page is, after those of a new game; None once the game goes on."""
        if self.game.phase is not Phase.SETUP:
            return None
        return SETUP_STEPS - (self.prompt.step is not None and self.prompt.step.kind != StepKind.BEGIN)

    @property
    def setup_step(self) -> tuple[int, int] | None:
        """The how many-th goon of the setup is typed in, and of how many."""
        if self.game.phase is not Phase.SETUP or self.card is None or self.card.type != "type_goon":
            return None
        spaces = self.game.setup.edition.goon_locations
        laid = sum(next(self.game.lying((Zone.SPACE, location)), None) is not None for location in spaces)
        return laid + 1, len(spaces)

    # Forms

    @property
    def card(self) -> FormView | None:
        """The form of a card, which fills the page; a guard card is one tap."""
        return next((form for form in self.forms if form.is_card), None)

    @property
    def goon_panel(self) -> GoonPanel | None:
        """The goons that are typed on one screen, where all that are to come can."""
        if all(action.type != TYPE_GOONS for action in self.prompt.actions):
            return None
        return GoonPanel(self.game, self._box, self.language, self.typed)

    @property
    def pad(self) -> GuardPad | None:
        """The pad of a guards' turn with the real cards."""
        typed, undone = self.typed, self._moved.undone
        if not typed and undone is not None and self._takes_back == SHOW_GUARD_CARD:
            # The card that was mistyped is the one that lies face up.
            typed = {"f.card": encoded(Act(SHOW_GUARD_CARD, undone.act["fields"]).one("card"))}
        return guard_pad(self.game, self.prompt, self.language, typed)

    @property
    def known(self) -> list[tuple[str, str, str]]:
        """Faces that the box knows for what is typed in now: the name of a button, its value, its label."""
        return known_faces(self.language, self._box, self.game, self.prompt)

    @property
    def hand(self) -> tuple[FormView, ...]:
        """The forms of the hand: what is not done on the board, and no quiet extra."""
        elsewhere = {*ON_THE_BOARD, *QUIET, *(form.type for form in self.seldom)}
        return tuple(form for form in self.forms if form.type not in elsewhere and not form.is_card)

    @property
    def seldom(self) -> tuple[FormView, ...]:
        """What a form stands apart for: in the setup a goon deck is hardly ever empty."""
        apart = self.setup_step or self.goon_panel
        return tuple(form for form in self.forms if form.type == DECK_EMPTY) if apart else ()

    @property
    def extras(self) -> tuple[FormView, ...]:
        """What stands quietly in the foot."""
        return tuple(form for form in self.forms if form.type in QUIET)

    @property
    def laid_by(self) -> list[tuple[str, str]]:
        """The corrections that lay what lies on the board, where the game waits for that: their types and labels."""
        if self.prompt.step is None or self.prompt.step.kind is not StepKind.LAY_OUT:
            return []
        offered = {action.type for action in visible_corrections(self.state, self.viewer)}
        return [(kind, self.aloud.say(f"action.{kind}")) for kind in LAYING if kind in offered]

    @property
    def corrections(self) -> Iterator[tuple[str, tuple[FormView, ...]]]:
        """What can be corrected, under its headings."""
        return self._makes.corrections(visible_corrections(self.state, self.viewer))


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
