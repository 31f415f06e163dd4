"""A table as one request sees it: everything that a page of the table is made from."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, Final

from flask import request
from werkzeug.datastructures import MultiDict

from companion.boxes.box import Box
from companion.pages.forms.submission import Given
from companion.pages.layout.frame import page_text
from companion.pages.tables.access import names_of, viewer_of, whole
from companion.pages.tables.play.one_tap import taken_back
from companion.pages.tables.play.pass_round import viewer_at
from companion.pages.tables.play.scenes.choice import Choice, read_choice
from companion.pages.tables.play.signs import seat_icon
from companion.pages.tables.play.solo_moves import NOTHING_MOVED, SoloMoves, moves_since_last_tap
from companion.persistence.database import now
from companion.rules.acts.actions import Act, Action, Prompt
from companion.rules.phases.lights_out import OF_ONE_ITEM, TYPE_ITEM, asked_together
from companion.rules.phases.pace import DECLINE_INSTEAD
from companion.rules.schema import ChoiceField
from companion.rules.state.pieces import DISPLAY, Side
from companion.rules.state.position import Phase, Position
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step
from companion.tables import repository, table_box
from companion.tables.line import Kind, LineInContext
from companion.tables.permissions import phones_of
from companion.tables.projection.actions import current_prompt, stand_in_prompt, visible_prompt
from companion.tables.projection.corrections import visible_corrections
from companion.tables.projection.position import visible_position
from companion.tables.projection.viewer import Viewer
from companion.tables.records import Table
from companion.tables.repository import LoadedTable
from companion.tables.silence import acting_keeper, presence, seats_to_stand_in_for
from companion.tables.timeline import State
from companion.web.language import request_language
from companion.words.telling import Names, Telling

_NOTHING: Final[MultiDict[str, str]] = MultiDict()


@dataclass(frozen=True)
class Seen:
    """A table as one request sees it.

    Attributes:
        loaded: the table and its state.
        viewer: who looks.
        names: of the seats.
        language: of the page.
        moment: now.
        lines: the latest of the log that count, in order; none where a page tells nothing that has happened.
        box: that lies on the table, or None.
        address: what the address of the page says.
        given: the form that was refused, to be shown again, or None.
        table, state, game: the stored table, its state, and its game.
    """

    loaded: LoadedTable
    viewer: Viewer
    names: Names
    language: str
    moment: datetime
    lines: Sequence[LineInContext] = ()
    box: Box | None = None
    address: MultiDict[str, str] = field(default_factory=MultiDict)
    given: Mapping[str, Any] | None = None
    table: Table = field(init=False)
    state: State = field(init=False)
    game: Position = field(init=False)

    def __post_init__(self) -> None:
        """Put at hand what every part of a page asks for."""
        for name, value in (
            ("table", self.loaded.table),
            ("state", self.loaded.state),
            ("game", self.loaded.state.game),
        ):
            object.__setattr__(self, name, value)

    @cached_property
    def typed(self) -> Mapping[str, Any]:
        """The form that was refused, by field; empty if its question is over."""
        given = self.given or _NOTHING
        return _NOTHING if not self.game.setup.solitary and (self._is_over or self._is_entered) else given

    @property
    def _is_over(self) -> bool:
        """True if the form's question is over, so its values are not for the next one."""
        given = self.given or _NOTHING
        version = whole(given.get("version", ""))
        is_act = given.get("kind") == Kind.ACT and not self.game.setup.light
        return is_act and version is not None and version < self.state.came

    @property
    def _is_entered(self) -> bool:
        """True if another has entered the form's item, so its values fit no other item."""
        given = self.given or _NOTHING
        open_items = map(str, asked_together(self.state.prompt))
        return given.get("type") == TYPE_ITEM.word and given.get("f.card", "") not in open_items

    @property
    def chosen(self) -> Mapping[str, str]:
        """The choice in progress, from the address; empty if a form was refused."""
        return _NOTHING if self.given else self.address

    @cached_property
    def choice(self) -> Choice:
        """The choice at a location, from the address."""
        return read_choice(self.address)

    @property
    def about(self) -> Mapping[str, Any]:
        """The form or address that says whose numbers to show and whom to act for."""
        return self.given or self.address

    def text(self, key: str, **data: Any) -> str:
        """Return a text of the pages in the language of this one."""
        return page_text(self.language, key, **data)

    @cached_property
    def aloud(self) -> Telling:
        """The words for screen readers of what icons show."""
        return Telling(self.language, self.names, self.game)

    @cached_property
    def shown(self) -> Mapping[str, Any]:
        """The game as this viewer may see it."""
        return visible_position(self.state, self.viewer, self.names)

    @cached_property
    def correctable(self) -> dict[str, Action]:
        """The corrections that this viewer may make, by type."""
        return {action.type: action for action in visible_corrections(self.state, self.viewer)}

    @cached_property
    def moved(self) -> SoloMoves:
        """The moves a solo player has to make since the last tap."""
        return moves_since_last_tap(self.loaded) if self.lines and self.game.setup.solitary else NOTHING_MOVED

    @cached_property
    def to_redo(self) -> Act | None:
        """The act that would be the next one to be done again."""
        return taken_back(self.loaded)

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self.game.phase is Phase.ENDED

    @property
    def rounds(self) -> int:
        """The number of rounds in a game (S-9)."""
        return self.game.setup.edition.rounds

    @property
    def begins(self) -> bool:
        """True if a round is to begin."""
        return self.prompt.step is not None and self.prompt.step.kind is StepKind.BEGIN

    def seat_icon(self, side: Side) -> str:
        """Return the icon of a side."""
        return seat_icon(self.game, side)

    @cached_property
    def prompt(self) -> Prompt:
        """The possible actions here: for a silent seat, of one item, or all that is asked."""
        if self.acts_for is not None:
            return stand_in_prompt(self.state, self.acts_for)
        prompt = visible_prompt(self.state, self.viewer)
        several_items = not self.game.setup.solitary and asked_together(prompt)
        return _of_item(prompt, self.item) if several_items else prompt

    @cached_property
    def keeper(self) -> Side:
        """The seat that does the steps of the table."""
        return acting_keeper(self.table, self.moment)

    @property
    def keeps(self) -> bool:
        """True if this phone runs the shared steps."""
        return self.keeper in self.viewer.seats

    @cached_property
    def asleep(self) -> Set[Side]:
        """The seats whose phones are silent."""
        return {side for side, phone in presence(self.table, self.moment).items() if phone.silent}

    @property
    def silent_for(self) -> Mapping[Side, int]:
        """The seconds since each seat's phone was heard, if ever."""
        heard = {side: phone.heard for side, phone in presence(self.table, self.moment).items()}
        return {side: int((self.moment - then).total_seconds()) for side, then in heard.items() if then is not None}

    @property
    def free(self) -> list[Side]:
        """The seats in which nobody sits; the host's phone enters for them."""
        return [one.seat for one in self.table.seats if one.free]

    @property
    def plays_all(self) -> bool:
        """True if this phone plays every seat, so that none is its own."""
        return {*self.game.players} <= self.viewer.seats

    @property
    def own_name(self) -> str:
        """The viewer's name, if this phone has one seat of several; otherwise empty."""
        return self.names[self.viewer.seat] if self.viewer.seat is not None and len(self.viewer.seats) == 1 else ""

    @cached_property
    def editing(self) -> Side:
        """The side whose numbers can be set in large."""
        mine = self.viewer.seat if self.viewer.seat is not None else self.game.players[0]
        return self._asked_about if self._asked_about in self.game.players else mine

    @property
    def asked_for(self) -> Side | None:
        """The seat of this phone that somebody has chosen, or None."""
        return self._asked_about if self._asked_about in self.viewer.seats else None

    @property
    def _asked_about(self) -> Side:
        asked = self.about.get("side", "")
        return int(asked) if asked.isdecimal() and len(asked) == 1 else -1

    @cached_property
    def to_stand_in_for(self) -> list[tuple[Side, str]]:
        """The players asked while their phones are silent, for whom this phone may act."""
        # What somebody might take back of their own accord is nothing that others wait for.
        waited = {one.side for one in current_prompt(self.state).actions if one.type != DECLINE_INSTEAD.word}
        silent = seats_to_stand_in_for(self.table, self.state, self.viewer, self.moment)
        return [(side, self.names[side]) for side in silent if side in waited]

    @cached_property
    def acts_for(self) -> Side | None:
        """The side for which this phone acts while its own is silent, or None."""
        side = self.about.get("for", "")
        may = side and side in {str(one) for one, _ in self.to_stand_in_for} and not self._answers_another
        return int(side) if may else None

    @property
    def _answers_another(self) -> bool:
        """True if a stand-in answered another question than the present one."""
        if self.given is not None:
            return self._is_over
        asked = str(self.state.asked)
        return (self.address.get("asked") or asked) != asked

    @cached_property
    def item(self) -> int | None:
        """The item that this phone enters, where several phones enter some at the same time.

        It is the one that somebody here has chosen, or else the share of this phone, or what only this seat may see.
        """
        if self.acts_for is not None or self.game.setup.solitary:
            return None
        cards = asked_together(visible_prompt(self.state, self.viewer))
        asked = self.about.get("f.card" if self.given else "item", "")
        chosen = [card for card in cards if str(card) == asked]
        own = [
            card
            for card, side in cards.items()
            if (self.who_enters(card) if side is None else side) in self.viewer.seats
        ]
        return next(iter((*chosen, *own)), None)

    def who_enters(self, card: int) -> Side:
        """Return who enters an item of the display; awake phones share the spaces."""
        awake = [side for side, *_ in phones_of(self.table, self.keeper) if side not in self.asleep] or [self.keeper]
        display = self.game.zones.get(DISPLAY, ())
        # What is in the reserve of an empty seat anybody may enter.
        return awake[display.index(card) % len(awake)] if card in display else awake[0]


def see(loaded: LoadedTable, given: Given = None) -> Seen:
    """Return a table as its viewer sees it, with the form that was refused, if any."""
    viewer = viewer_at(loaded, given or request.args)
    repository.remember_lines(loaded)
    # The watcher of a solo game sees nothing of what has happened.
    tells = not loaded.state.game.setup.solitary or viewer.seat is not None
    return Seen(
        loaded,
        viewer,
        names_of(loaded),
        request_language(),
        now(),
        repository.latest_lines(loaded) if tells else (),
        table_box.box_of_table(loaded.table),
        request.args,
        given,
    )


def see_board(loaded: LoadedTable, typed: Mapping[str, Any] | None = None) -> Seen:
    """Return a table as its viewer sees it on a page that reports no events."""
    return Seen(loaded, viewer_of(loaded), names_of(loaded), request_language(), now(), given=typed)


def _of_item(prompt: Prompt, card: int | None) -> Prompt:
    """Return a prompt for several items as one for a single item, or for none."""
    others = tuple(one for one in prompt.actions if one.type not in OF_ONE_ITEM)
    if card is None:
        return prompt._replace(actions=others)
    alone = ChoiceField((card,), proposed=(card,))
    mine = (one for one in prompt.actions if one.type in OF_ONE_ITEM and one.fields.get("card") == alone)
    step = Step(StepKind.PRICE, asked_together(prompt)[card], card=card)
    return prompt._replace(step=step, actions=(*mine, *others))
