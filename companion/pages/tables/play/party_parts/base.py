"""What every part of the page of several players knows: whose phone it is, what is asked, who does it."""

from collections.abc import Mapping, Set
from enum import StrEnum
from functools import cached_property
from typing import Final, NamedTuple

from companion.pages.layout.frame import page_text
from companion.pages.tables.play.final_count import Counting
from companion.pages.tables.play.light_view import LightView
from companion.pages.tables.play.table_forms import FormView, in_forms, of_item
from companion.pages.tables.play.table_view import TableView
from companion.persistence.database import now
from companion.rules.acts.actions import Action, Prompt
from companion.rules.frozen import EMPTY
from companion.rules.phases.final_counts import counts_in_secret
from companion.rules.phases.free_actions import ANY_TIME
from companion.rules.phases.lights_out import asked_together
from companion.rules.phases.patrol import RETURN_CUBES
from companion.rules.phases.roll_call import whose_turn
from companion.rules.schema import ChoiceField
from companion.rules.state.pieces import DISPLAY, Side
from companion.rules.state.position import Phase
from companion.rules.state.step_kinds import StepKind
from companion.tables.permissions import phones_of
from companion.tables.phone_moves import NOTHING_TO_MOVE, MovesToMake
from companion.tables.projection.actions import current_prompt, stand_in_prompt
from companion.tables.projection.corrections import visible_corrections
from companion.tables.records import Table
from companion.tables.silence import acting_keeper, presence, seats_to_stand_in_for
from companion.words import card_faces, step_questions


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


OF_A_CARD: Final = frozenset({StepKind.CARD, StepKind.DEMON})
"""Steps in which is asked what a card shows or counts that somebody has taken."""

PASS: Final = "pass"  # noqa: S105

NEWS_OF_ALL: Final = 4
"""As many sentences the foot has room for here: how sides rank, and what some of them are offered."""


class ItemToEnter(NamedTuple):
    """An item of the display, while several phones enter some at the same time.

    Attributes:
        card: its number.
        space: of the display, counted from 1.
        told: what it is, or whose phone is asked to enter it.
        open: whether nobody has entered it yet.
        here: whether it is entered on this phone.
    """

    card: int
    space: int
    told: str
    open: bool
    here: bool


class PartyTable(TableView):
    """What the page of a table of several players shows; see `TableView`.

    Attributes:
        table: as it is kept.
        editing: the side whose numbers can be set in large.
        keeper: the seat that does the steps of the table.
        to_stand_in_for: those whose phones are silent while they are asked, and for whom this phone may act.
        asleep: the seats whose phones sleep.
        acts_for: the side for which this phone acts while its own is silent, or None.
    """

    room = NEWS_OF_ALL
    acts_for: Side | None = None
    asleep: Set[Side] = frozenset()
    _silent_for: Mapping[Side, int] = EMPTY
    _moved_here: MovesToMake = NOTHING_TO_MOVE
    _does_anyway = False
    _places_early = False
    _chosen_in_turn: str | None = None
    _looks_at_raid = ""

    def seated_at(self, table: Table, editing: str) -> None:
        """Say at which table, and whose numbers somebody has asked to set."""
        self.table = table
        asked = int(editing) if editing.isdecimal() and len(editing) == 1 else -1
        mine = self.viewer.seat if self.viewer.seat is not None else self.game.players[0]
        self.editing: Side = asked if asked in self.game.players else mine
        moment = now()
        self.keeper: Side = acting_keeper(table, moment)
        phones = presence(table, moment)
        self.asleep = {side for side, phone in phones.items() if phone.silent}
        self._silent_for = {
            side: int((moment - phone.heard).total_seconds())
            for side, phone in phones.items()
            if phone.heard is not None
        }
        self._asked_for = asked if asked in self.viewer.seats else None
        # What somebody might take back of their own accord is nothing that others wait for.
        waited = {one.side for one in current_prompt(self.state).actions if one.type != "decline_instead"}
        silent = [side for side in seats_to_stand_in_for(table, self.state, self.viewer, moment) if side in waited]
        self.to_stand_in_for = [(side, self.names[side]) for side in silent]
        self._correctable = {action.type: action for action in visible_corrections(self.state, self.viewer)}

    def choose(self, chosen: Mapping[str, str]) -> None:
        """Say what somebody is in the middle of choosing, by the address of the page."""
        self._does_anyway = chosen.get("does") == str(self.state.asked)
        self._places_early = "early" in chosen
        self._chosen_in_turn = chosen.get("turn")
        self._looks_at_raid = chosen.get("raid", "")
        self.light = LightView(self.game, self.viewer, self.names, self.language, editing=self.editing, chosen=chosen)

    def choose_item(self, asked: str) -> None:
        """Say which item is entered on this phone, where several phones enter some at the same time.

        It is the one that somebody here has chosen, or else the share of this phone, or what only this seat may see.

        Args:
            asked: the number of a card, as an address or a form says it.
        """
        cards = asked_together(self.prompt)
        chosen = [card for card in cards if str(card) == asked]
        own = [
            card for card, side in cards.items() if (self._enters(card) if side is None else side) in self.viewer.seats
        ]
        self.item = next(iter((*chosen, *own)), None)
        if cards:
            self._show(of_item(self.prompt, self.item))

    def _enters(self, card: int) -> Side:
        """Whose phone is asked to enter an item of the display: the spaces go round the phones that are awake."""
        awake = [side for side, *_ in phones_of(self.table, self.keeper) if side not in self.asleep] or [self.keeper]
        display = self.game.zones.get(DISPLAY, ())
        # What is in the reserve of an empty seat anybody may enter.
        return awake[display.index(card) % len(awake)] if card in display else awake[0]

    @property
    def items(self) -> list[ItemToEnter]:
        """The display while several phones enter its items at the same time; else nothing."""
        cards = asked_together(current_prompt(self.state))
        lying = [*enumerate(self.game.zones.get(DISPLAY, ()), start=1)]
        return [self._item(card, space, card in cards) for space, card in lying if card is not None] if cards else []

    def _item(self, card: int, space: int, still_open: bool) -> ItemToEnter:
        if still_open:
            told = page_text(self.language, "screen.types.price", side=self.names[self._enters(card)], space=space)
        else:
            face = card_faces.label(self.language, self.game.face(card))
            told = page_text(self.language, "items.entered", n=space, card=face)
        return ItemToEnter(card, space, told, still_open, card == self.item)

    def _show(self, prompt: Prompt) -> None:
        """Show what one prompt asks in place of what this viewer is asked otherwise."""
        self.prompt = prompt
        self.in_forms = in_forms(self.prompt)
        self.forms = tuple(self._makes.form(action, self.prompt.step) for action in self.in_forms)

    def act_for(self, side: Side) -> None:
        """Show what may be done for a side whose phone is silent, in place of what this viewer may do."""
        self._show(stand_in_prompt(self.state, side))
        self.acts_for, self.item = side, None

    @property
    def free(self) -> list[Side]:
        """The seats in which nobody sits; the host's phone enters for them."""
        return [one.seat for one in self.table.seats if one.free]

    @property
    def question(self) -> str:
        """What the game waits for; on the phone of the one who is asked without the name."""
        asked = current_prompt(self.state)
        if self.item is not None:
            asked = self.prompt._replace(side=None)
        mine = tuple(one for one in self.in_forms if one.type == RETURN_CUBES.word)
        if mine:
            # Others may be asked at the same time.
            asked = asked._replace(side=mine[0].side, actions=mine)
        alone = self.viewer.seats == {asked.side} and self.acts_for is None
        if self.party_scene is PartyScene.ROLL and self.turn is not None:
            own = self.viewer.seats == {self.turn} and self.acts_for is None
            return self.aloud.say("question.turn" if own else "question.roll", side=self.aloud.name(self.turn))
        if asked.step is not None and asked.step.kind is StepKind.DEMON and self.card_owner in self.viewer.seats:
            return self.aloud.say("question.demon")
        if self.state.closed:
            return super().question
        asked = asked._replace(side=None) if alone else asked
        return step_questions.question(self.language, asked, self.game, self.names)

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
        """Who holds the card of which is asked what it shows or counts; None where nobody at a phone does."""
        step = current_prompt(self.state).step
        owner = self.game.holder(step.card) if step is not None and step.kind in OF_A_CARD else None
        return owner if owner in self.game.players and owner not in self.asleep else None

    @property
    def left_to_another(self) -> bool:
        """Whether a card is entered on its owner's phone, or else the keeper's, and nobody here wants to do it."""
        if self.acts_for is None and asked_together(current_prompt(self.state)):
            return self.item is None
        if self._does_anyway or self.typed:
            return False
        if self.card_owner is not None:
            return self.card_owner not in self.viewer.seats
        return self.card is not None and self.of_the_table and not self.keeps

    @property
    def asked_of_card(self) -> FormView | None:
        """How this phone would tell what a card shows or counts; None where it only watches."""
        return self.card or next((form for form in self.forms if form.type not in ANY_TIME), None)

    @property
    def does_step(self) -> bool:
        """Whether what is asked is done on this phone, rather than on another's out of courtesy."""
        if self.card_owner is not None:
            return not self.left_to_another
        return self._does_anyway or self.keeps or not self.of_the_table

    @property
    def party_scene(self) -> PartyScene:
        """What the page is about."""
        kind = self.prompt.step.kind if self.prompt.step else ""
        if self.over:
            return PartyScene.END
        if self.goon_panel is not None:
            return PartyScene.GOONS
        if self.card is not None and not self.left_to_another:
            return PartyScene.CARD
        if kind in _OF_THE_STEP:
            return _OF_THE_STEP[kind]
        if self.game.phase is Phase.LIGHTS_OUT and self.game.location is not None:
            return PartyScene.RANKING
        return PartyScene.STORY

    @property
    def types_goons(self) -> bool:
        """Whether the goons are typed on this phone: the keeper's, or another that has said so."""
        refused = bool(self.typed) and self.typed.get("type") not in ANY_TIME
        return self.keeps or self._does_anyway or refused

    @property
    def types_goons_of_patrol(self) -> bool:
        """Whether they are typed here after others have moved up on the board, which hands do first (P-4)."""
        return self.party_scene is PartyScene.GOONS and self.types_goons and self.game.phase is Phase.PATROL

    @property
    def who_types_goons(self) -> str:
        """Whose phone types the goons, said to the others."""
        return page_text(self.language, "goons.who", side=self.names[self.keeper])

    @property
    def own_name(self) -> str:
        """What whoever looks is called, where this phone has one seat of several."""
        return self.names[self.viewer.seat] if self.viewer.seat is not None and len(self.viewer.seats) == 1 else ""

    def _may(self, kind: str, side: Side) -> bool:
        action = self._correctable.get(kind)
        field = None if action is None else action.fields.get("side", action.fields.get("place"))
        return isinstance(field, ChoiceField) and side in field.options

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

    def _of(self, kind: str, side: Side | None) -> Action | None:
        found = (action for action in self.prompt.actions if action.type == kind and action.side == side)
        return None if side is None else next(found, None)

    @property
    def has_side_field(self) -> bool:
        """Whether the form of a row says whose it is; in turns that follows by itself."""
        return self.prompt.step is not None and self.prompt.step.kind != "turn"

    @property
    def turn(self) -> Side | None:
        """Whose turn it is in the roll call."""
        return self.prompt.step.side if self.prompt.step and not self.has_side_field else whose_turn(self.game)

    def is_moved_here(self, moves: MovesToMake) -> None:
        """Say what is to be moved at this phone, whoever may know it."""
        self._moved_here = moves

    @property
    def plays_all(self) -> bool:
        """Whether this phone plays every seat, so that none is its own beside others."""
        return {*self.game.players} <= self.viewer.seats
