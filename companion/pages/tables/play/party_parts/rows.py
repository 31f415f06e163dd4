"""The rows of one's own: what is entered on this phone in roll call, and where strengths are counted."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import Any, Final

from werkzeug.datastructures import MultiDict

from companion.pages.layout.frame import page_text
from companion.pages.tables.log.happenings import happenings
from companion.pages.tables.play.crew_view import crew_strip
from companion.pages.tables.play.party_parts.base import PASS, PartyScene, PartyTable
from companion.pages.tables.play.roll_view import roll_rows, seat_bar, tray
from companion.pages.tables.play.table_forms import FormView
from companion.pages.tables.play.take_back import taken_back_sentences
from companion.rules.acts.actions import Action
from companion.rules.phases.roll_call import whose_turn
from companion.rules.schema import ChoiceField, IntField, Schema
from companion.rules.state.pieces import Side
from companion.rules.state.position import Phase
from companion.tables.projection.actions import current_prompt
from companion.tables.projection.position import visible_position
from companion.tables.together import TakenBack
from companion.words.catalogue import isolated, listed, paragraph

OFTEN: Final = 3
"""So many turns before the same one are told in one sentence."""


class PartyRows(PartyTable):
    """The rows of one's own: what is entered on this phone in roll call, and where strengths are counted."""

    _taken: TakenBack | None = None

    @property
    def gathered(self) -> dict[str, Any] | None:
        """The row of the board of the location at which is asked who is there."""
        step = self.prompt.step
        return next((row for row in self.board.rows if step is not None and row["location"] is step.location), None)

    @property
    def entering(self) -> Side | None:
        """The seat whose row is entered now: of this phone the one chosen, or whose turn it is, or the next.

        Who stands in for a sleeper tells of the sleeper's tokens, where they lie face up on the real board.
        """
        if self.acts_for is not None:
            return None if self._of("enter_tokens", self.acts_for) is None else self.acts_for
        asked = [action.side for action in self.prompt.actions if action.type in {"assign", "enter_tokens", PASS}]
        mine = [side for side in asked if side in self.viewer.seats]
        turn = whose_turn(self.game) if self.party_scene is PartyScene.ROLL else None
        # Another seat of this phone was chosen for as long as that turn: the next tap is for whose turn it is then.
        over = self.turn is not None and self._chosen_in_turn != str(self.turn)
        wished = (None if over else self._asked_for, turn)
        return next((side for side in (*wished, *mine) if side in mine), None)

    @property
    def enters_for(self) -> str:
        """Whose tokens are entered here, where they need not be those of whoever holds the phone; else empty."""
        if self.entering is None or (len(self.viewer.seats) == 1 and self.acts_for is None):
            return ""
        return self.names[self.entering]

    @property
    def question(self) -> str:
        """What the game waits for; where a phone enters the tokens of several seats, of which."""
        if self.party_scene is not PartyScene.ROWS or self.entering is None or self.acts_for is not None:
            return super().question
        key = "party.rows_free" if self.entering in self.free else "party.rows_for"
        return page_text(self.language, key, side=self.enters_for) if self.enters_for else super().question

    @property
    def pass_form(self) -> FormView | None:
        """How the seat whose row is entered passes, or one for which this phone acts; it stands in the foot."""
        action = self._of(PASS, self.entering if self.acts_for is None else self.acts_for)
        return None if action is None else self._makes.form(action, self.prompt.step)

    @property
    def own_side(self) -> Side | None:
        """Whose row is the own one here."""
        return self.viewer.seat if self.entering is None or self.acts_for is not None else self.entering

    @property
    def seat_bar(self) -> list[dict[str, Any]]:
        """Every seat with what it has still to do in the roll call."""
        phones = {"mine": self.viewer.seats, "asleep": self.asleep, "free": self.free}
        return [*seat_bar(self.language, self.game, self.names, turn=self.turn, **phones)]

    @property
    def out_of_turn(self) -> bool:
        """Whether it is somebody else's turn, though one may enter the own tokens (R-1)."""
        return self.party_scene is PartyScene.ROLL and self.turn not in {None, self.entering}

    @property
    def waits_for_turn(self) -> str:
        """Whose turn it is, where the own tokens wait for it; empty where nobody else's phone has the turn.

        Order is only told at such a table: who wants to may place before it (R-1), and says so first.
        """
        turn = self.turn
        if not self.out_of_turn or self._places_early or self.acts_for is not None:
            return ""
        if turn is None or turn in self.viewer.seats:
            return ""
        return self.names[turn]

    @property
    def placed_early(self) -> str:
        """Who has placed or passed before somebody else's turn (R-1), told until that turn and the next are over."""
        found: dict[tuple[str, Side], list[Side]] = {}
        turns = 0
        for line in reversed(self._lines):
            kind = line.act.type
            if self.plays_all or turns > 1 or line.before.phase is not Phase.ROLL_CALL:
                break
            if kind not in {"assign", PASS} or "side" not in line.act.values:
                continue
            (side,), turn = line.act.values["side"], whose_turn(line.before)
            if turn in {side, None}:
                turns += 1
            else:
                found.setdefault(("roll.early" if kind == "assign" else "roll.passed_early", turn), []).insert(0, side)
        if self.party_scene is not PartyScene.ROLL:
            return ""
        told = (self._before_turn(key, sides, turn) for (key, turn), sides in reversed(found.items()))
        return paragraph(self.language, chain.from_iterable(told))

    def _before_turn(self, key: str, sides: Sequence[Side], turn: Side) -> Iterator[str]:
        """That some have placed or passed before a turn; what a phone that sleeps through many of them reads as one."""
        before = self.names[turn]
        if key == "roll.early" and len(sides) >= OFTEN:
            who = listed(self.language, [isolated(self.names[side]) for side in sorted({*sides})])
            yield page_text(self.language, "roll.early.often", sides=who, n=len(sides), before=before)
        else:
            yield from (page_text(self.language, key, side=self.names[side], before=before) for side in sides)

    @property
    def laid_last(self) -> str | None:
        """In roll call what somebody has just laid; empty where it was somebody here, None before anybody has."""
        line = self._lines[-1] if self._lines else None
        if self.party_scene is not PartyScene.ROLL or line is None or line.act.type not in {"assign", PASS}:
            return None
        if line.by in self.viewer.seats:
            return ""
        return paragraph(self.language, (one.text for one in happenings(line, self.viewer, self.names, self.language)))

    @cached_property
    def roll_rows(self) -> list[dict[str, Any]]:
        """The board with the own row on it."""
        side = self.own_side
        action = None if self.waits_for_turn else self._of("assign", self.entering)
        return [
            *roll_rows(self.game, visible_position(self.state, self.viewer, self.names), side, action, self.board.rows)
        ]

    def rows_open_again(self, taken: TakenBack | None) -> None:
        """Say how the location that waits for rows was taken back together, if it was."""
        self._taken = taken

    @property
    def taken_back(self) -> tuple[str, str]:
        """Who took this location back together, and what that means for the row of whoever looks; else empty."""
        if self._taken is None or self.game.location is None:
            return "", ""
        has_row = bool(self.viewer.seats & self.game.answered)
        return taken_back_sentences(
            self._taken, self.game.location, self.viewer, self.names, self.language, has_row=has_row
        )

    @property
    def rows_again(self) -> Collection[Side]:
        """The seats that tell their row again, since the location was taken back together."""
        return () if self._taken is None else self._taken.rows

    def _as_told(self, kind: str) -> Action | None:
        """How a seat tells its row; filled in with its row from before the location was taken back."""
        action = self._of(kind, self.entering)
        told = None if self._taken is None or self.entering is None else self._taken.rows.get(self.entering)
        if action is None or told is None or told.type != kind:
            return action
        fields: dict[str, Schema] = {**action.fields}
        for name, field in action.fields.items():
            if isinstance(field, ChoiceField):
                fields[name] = replace(field, proposed=tuple(told.values[name]))
            elif isinstance(field, IntField):
                fields[name] = replace(field, proposed=told.values[name])
        return action._replace(fields=fields)

    @property
    def row_tray(self) -> list[dict[str, Any]]:
        """The tokens that this phone may lay, or say to lie there."""
        action = self._of("assign", self.entering) or self._as_told("enter_tokens")
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
        action = self._as_told("enter_strength")
        return None if action is None else self._makes.form(action, self.prompt.step)

    @property
    def told_strength(self) -> bool:
        """Whether the row that is entered was told as a strength before the location was taken back."""
        told = None if self._taken is None or self.entering is None else self._taken.rows.get(self.entering)
        return told is not None and told.type == "enter_strength"

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

    @property
    def crew(self) -> dict[str, Any] | None:
        """What the own crew has, in a strip; in light depth the app does not know it."""
        if self.game.setup.light or self.own_side is None or not self.game.round or self.over:
            return None
        return crew_strip(self.game, self.own_side, self.names)
