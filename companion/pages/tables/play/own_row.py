"""The row entered on this phone in roll call, and where strengths are counted."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any, Final

from werkzeug.datastructures import MultiDict

from companion.pages.forms.submission import encoded
from companion.pages.tables.log.happenings import happenings
from companion.pages.tables.play.board_view import BoardView, token_in_tray
from companion.pages.tables.play.crew_view import crew_strip
from companion.pages.tables.play.form_view import FormView, form_view
from companion.pages.tables.play.scenes.roll import FACE_DOWN, seat_bar
from companion.pages.tables.play.seen import Seen
from companion.pages.tables.play.step import SharedStep
from companion.pages.tables.play.take_back import taken_back_sentences
from companion.rules.acts.actions import Action
from companion.rules.phases.pace import DECLINE_INSTEAD
from companion.rules.phases.presence_entry import ENTER_STRENGTH, ENTER_TOKENS
from companion.rules.phases.roll_call import ASSIGN, PASS, whose_turn
from companion.rules.rulings.ranking import Presence
from companion.rules.schema import ChoiceField, IntField, Schema
from companion.rules.state.pieces import Cube, Side
from companion.rules.state.position import Phase
from companion.rules.vocabulary import Location
from companion.tables.projection.actions import current_prompt
from companion.tables.together import TakenBack, taken_back_together
from companion.words.catalogue import isolated, listed, paragraph

OFTEN: Final = 3
"""So many turns before the same one are named in one sentence."""


@dataclass(frozen=True)
class OwnRow:
    """The row entered on this phone in roll call, and where strengths are counted."""

    seen: Seen
    board: BoardView
    step: SharedStep

    @cached_property
    def taken(self) -> TakenBack | None:
        """The shared undo of the location that waits for rows, or None."""
        return taken_back_together(self.seen.loaded)

    def _of(self, kind: str, side: Side | None) -> Action | None:
        actions = (one for one in self.seen.prompt.actions if one.type == kind and one.side == side)
        return None if side is None else next(actions, None)

    @property
    def gathered(self) -> dict[str, Any] | None:
        """The row of the board of the location at which is asked who is there."""
        step = self.seen.prompt.step
        return next((row for row in self.board.rows if step is not None and row["location"] is step.location), None)

    @cached_property
    def entering(self) -> Side | None:
        """The seat whose row is entered: the chosen one, whose turn it is, or the next.

        A player who stands in for a sleeper enters the sleeper's tokens where they lie face up on the real board.
        """
        if self.seen.acts_for is not None:
            return None if self._of(ENTER_TOKENS.word, self.seen.acts_for) is None else self.seen.acts_for
        asked = [
            action.side
            for action in self.seen.prompt.actions
            if action.type in {ASSIGN.word, ENTER_TOKENS.word, PASS.word}
        ]
        mine = [side for side in asked if side in self.seen.viewer.seats]
        turn = whose_turn(self.seen.game) if self.step.scene == "roll" else None
        # Another seat of this phone was chosen for as long as that turn: the next tap is for whose turn it is then.
        over = self.step.turn is not None and self.seen.chosen.get("turn") != str(self.step.turn)
        wished = (None if over else self.seen.asked_for, turn)
        return next((side for side in (*wished, *mine) if side in mine), None)

    @property
    def enters_for(self) -> str:
        """The player whose tokens are entered; empty if the phone has just that seat."""
        if self.entering is None or (len(self.seen.viewer.seats) == 1 and self.seen.acts_for is None):
            return ""
        return self.seen.names[self.entering]

    @property
    def pass_form(self) -> FormView | None:
        """The pass form of the seat being entered or acted for; it is in the foot."""
        action = self._of(PASS.word, self.entering if self.seen.acts_for is None else self.seen.acts_for)
        return None if action is None else form_view(self.seen, action, self.seen.prompt.step)

    @property
    def own_side(self) -> Side | None:
        """The side whose row is the phone's own here."""
        return self.seen.viewer.seat if self.entering is None or self.seen.acts_for is not None else self.entering

    @property
    def seat_bar(self) -> list[dict[str, Any]]:
        """Every seat with what it has still to do in the roll call."""
        phones = {"mine": self.seen.viewer.seats, "asleep": self.seen.asleep, "free": self.seen.free}
        return [*seat_bar(self.seen.language, self.seen.game, self.seen.names, turn=self.step.turn, **phones)]

    @property
    def out_of_turn(self) -> bool:
        """True if it is another's turn, though your own tokens may be entered (R-1)."""
        return self.step.scene == "roll" and self.step.turn not in {None, self.entering}

    @property
    def waits_for_turn(self) -> str:
        """The player whose turn the own tokens wait for, or empty.

        The app only suggests an order here: a player may place before it (R-1), and says so first.
        """
        turn = self.step.turn
        if not self.out_of_turn or "early" in self.seen.chosen or self.seen.acts_for is not None:
            return ""
        if turn is None or turn in self.seen.viewer.seats:
            return ""
        return self.seen.names[turn]

    @property
    def placed_early(self) -> str:
        """The players who placed or passed early (R-1), until that turn and the next end."""
        found: dict[tuple[str, Side], list[Side]] = {}
        turns = 0
        for line in reversed(self.seen.lines):
            kind = line.act.type
            if self.seen.plays_all or turns > 1 or line.before.phase is not Phase.ROLL_CALL:
                break
            if kind not in {ASSIGN.word, PASS.word} or "side" not in line.act.values:
                continue
            (side,), turn = line.act.values["side"], whose_turn(line.before)
            if turn in {side, None}:
                turns += 1
            else:
                found.setdefault(("roll.early" if kind == ASSIGN.word else "roll.passed_early", turn), []).insert(
                    0, side
                )
        if self.step.scene != "roll":
            return ""
        told = (self._before_turn(key, sides, turn) for (key, turn), sides in reversed(found.items()))
        return paragraph(self.seen.language, chain.from_iterable(told))

    def _before_turn(self, key: str, sides: Sequence[Side], turn: Side) -> Iterator[str]:
        """Yield sentences on players who placed or passed before a turn; many become one."""
        before = self.seen.names[turn]
        if key == "roll.early" and len(sides) >= OFTEN:
            who = listed(self.seen.language, [isolated(self.seen.names[side]) for side in sorted({*sides})])
            yield self.seen.text("roll.early.often", sides=who, n=len(sides), before=before)
        else:
            yield from (self.seen.text(key, side=self.seen.names[side], before=before) for side in sides)

    @property
    def laid_last(self) -> str | None:
        """The sentence on tokens just placed; empty if placed here, None if none were."""
        line = self.seen.lines[-1] if self.seen.lines else None
        if self.step.scene != "roll" or line is None or line.act.type not in {ASSIGN.word, PASS.word}:
            return None
        if line.by in self.seen.viewer.seats:
            return ""
        return paragraph(
            self.seen.language,
            (one.text for one in happenings(line, self.seen.viewer, self.seen.names, self.seen.language)),
        )

    @cached_property
    def roll_rows(self) -> list[dict[str, Any]]:
        """The board: what of the own crew lies at each location or could come, and what others have there."""
        game, side = self.seen.game, self.own_side
        action = None if self.waits_for_turn else self._of(ASSIGN.word, self.entering)
        field = action.fields["location"] if action else None
        open_ = field.options if isinstance(field, ChoiceField) else ()
        rows = []
        for row in self.board.rows:
            location = row["location"]
            there = {one: self._there(one, location) for one in game.players}
            rows.append(
                {
                    **row,
                    "own": there.get(side) if side is not None else None,
                    "slot": encoded(location.value) if location.value in open_ else None,
                    "others": [
                        {"sign": self.seen.seat_icon(one), **found}
                        for one, found in there.items()
                        if found and one != side
                    ],
                }
            )
        return rows

    def _there(self, side: Side, location: Location) -> dict[str, Any] | None:
        """Return a side's known strength and hidden tokens at a location, or None."""
        tokens = [one for one in self.seen.shown["sides"][side]["tokens"] if one["location"] == location.value]
        if not tokens:
            return None
        known = tuple(one["token"] for one in tokens if one["token"] is not None)
        return {
            "side": side,
            "strength": Presence("", self.seen.game.at(side, Cube.POWER), known).strength if known else None,
            "lookout": "lookout" in known,
            "hidden": len(tokens) - len(known),
            "tokens": [{"token": one["token"], "down": one["face_down"]} for one in tokens if one["token"] is not None],
        }

    @property
    def taken_back(self) -> tuple[str, str]:
        """Sentences on who undid this location for all, and on the viewer's row, or empty."""
        if self.taken is None or self.seen.game.location is None:
            return "", ""
        return taken_back_sentences(self.seen, self.taken, self.seen.game.location)

    def _as_told(self, kind: str) -> Action | None:
        """Return the action to enter a row, filled in from before a shared undo."""
        action = self._of(kind, self.entering)
        told = None if self.taken is None or self.entering is None else self.taken.rows.get(self.entering)
        if action is None or told is None or told.type != kind:
            return action
        fields: dict[str, Schema] = {**action.fields}
        for name, field in action.fields.items():
            if isinstance(field, ChoiceField):
                fields[name] = replace(field, proposed=tuple(told.values[name]))
            elif isinstance(field, IntField):
                fields[name] = replace(field, proposed=told.values[name])
        return action._replace(fields=fields)

    @cached_property
    def row_tray(self) -> list[dict[str, Any]]:
        """The tokens that this phone may place, or say are there, and the ones gone."""
        game, action = self.seen.game, self._of(ASSIGN.word, self.entering) or self._as_told(ENTER_TOKENS.word)
        if action is None:
            return []
        typed = self.seen.typed.getlist("f.tokens") if isinstance(self.seen.typed, MultiDict) else []
        tokens, down = action.fields["tokens"], action.fields.get(FACE_DOWN)
        possible = tokens.options if isinstance(tokens, ChoiceField) else ()
        proposed = (isinstance(tokens, ChoiceField) and tokens.proposed) or ()
        if action.type == ASSIGN.word and len(possible) == 1:
            # Which token it is follows by itself; only where it goes is chosen.
            proposed = possible
        power = game.at(action.side, Cube.POWER) if action.side is not None else 0
        return [
            {
                **token_in_tray(self.seen, token, power),
                "home": token in possible,
                "chosen": encoded(token) in typed if typed else token in proposed,
                "may_lie": isinstance(down, ChoiceField) and token in down.options,
            }
            for token in game.setup.tokens()
        ]

    @property
    def chosen_strength(self) -> str:
        """The strength of the chosen tokens at a location; empty if none is chosen."""
        chosen = [one["strength"] for one in self.row_tray if one["chosen"]]
        return str(sum(chosen)) if chosen else ""

    @property
    def may_lie(self) -> int:
        """The number of tokens that this phone may still place face down (R-3)."""
        action = None if self.waits_for_turn else self._of(ASSIGN.word, self.entering)
        field = action.fields.get("face_down") if action is not None else None
        return field.most if isinstance(field, ChoiceField) else 0

    @property
    def strength_form(self) -> FormView | None:
        """The form in which your own tokens are counted together."""
        action = self._as_told(ENTER_STRENGTH.word)
        return None if action is None else form_view(self.seen, action, self.seen.prompt.step)

    @property
    def told_strength(self) -> bool:
        """True if the row was entered as a strength before the location was undone."""
        told = None if self.taken is None or self.entering is None else self.taken.rows.get(self.entering)
        return told is not None and told.type == ENTER_STRENGTH.word

    @property
    def missing(self) -> list[tuple[Side, str]]:
        """The players whose rows are still awaited, from any phone."""
        asked = dict.fromkeys(
            one.side for one in current_prompt(self.seen.state).actions if one.type == ENTER_TOKENS.word
        )
        return [(side, self.seen.names[side]) for side in asked if side is not None]

    @property
    def gains(self) -> list[tuple[Side, str]]:
        """The seats here that got something by itself and may decline, and their names."""
        sides = [
            one.side for one in self.seen.prompt.actions if one.type == DECLINE_INSTEAD.word and one.side is not None
        ]
        return [(side, self.seen.names[side]) for side in sides]

    @property
    def crew(self) -> dict[str, Any] | None:
        """The strip of the own crew; None in light mode and outside the rounds."""
        if self.seen.game.setup.light or self.own_side is None or not self.seen.game.round or self.seen.over:
            return None
        return crew_strip(self.seen.game, self.own_side, self.seen.names)

    @property
    def question(self) -> str:
        """The present question; it names the seat if the phone enters several seats' rows."""
        if self.step.scene != "rows" or self.entering is None or self.seen.acts_for is not None or not self.enters_for:
            return self.step.question
        key = "party.rows_free" if self.entering in self.seen.free else "party.rows_for"
        return self.seen.text(key, side=self.enters_for)
