"""A table as one viewer may see it, in one language: its state, what may be done, the lines of its log."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import Any, Final

from companion.boxes.box import Box
from companion.persistence.database import now
from companion.rules.acts.actions import Act, Action, Prompt
from companion.rules.engine.physical_moves.move import Piece
from companion.rules.phases.setup_steps import setup_steps
from companion.rules.reasons import Reason
from companion.rules.schema import CARD, CHOOSE, LONGEST_NAME, NUMBER, ChoiceField, IntField, Invalid, Schema
from companion.rules.shuffling.shuffle import commitment
from companion.rules.state.pieces import Side
from companion.rules.state.setup import Dealing
from companion.rules.state.steps import Step
from companion.scoring.from_game import sheet
from companion.scoring.sheet import ScoreSheet
from companion.sheets.models import Sheet
from companion.tables import (
    fairness_proof,
    queries,
    repository,
    suggestions,
    table_box,
)
from companion.tables.line import DONE, Kind, LineInContext
from companion.tables.moves import net_moves
from companion.tables.projection.actions import current_prompt, stand_in_prompt, visible_prompt
from companion.tables.projection.corrections import visible_corrections
from companion.tables.projection.events import VisibleEvent, visible_events, visible_moves, visible_request
from companion.tables.projection.position import visible_position
from companion.tables.projection.scenes.current_scene import current_scene, scene_versions
from companion.tables.projection.scenes.room_summary import location_cubes, room_summary
from companion.tables.projection.scenes.scene import Scene, scene_as_json
from companion.tables.projection.viewer import Viewer
from companion.tables.redecisions import may_lead_to_redecision, redecision_offer
from companion.tables.repository import LoadedTable
from companion.tables.silence import acting_keeper, seats_to_stand_in_for
from companion.words import act_refusals, action_labels, card_faces, step_questions
from companion.words.act_names import name_in
from companion.words.catalogue import reason, sentence
from companion.words.log_lines.event_sentences import event_sentence, hands_sentence
from companion.words.messages import GAME
from companion.words.move_sentences import move_sentence
from companion.words.reports import said_of_another
from companion.words.seats import seat_line
from companion.words.setup_steps import setup_line
from companion.words.telling import Telling, explained, named, seat_names


def names_of(loaded: LoadedTable, language: str) -> tuple[str, ...]:
    """Return the names of the sides as sentences use them."""
    return seat_names(language, loaded.state.game.setup, loaded.table.names)


def _why(reasons: Iterable[Reason], names: Sequence[str], language: str) -> list[dict[str, str]]:
    return [{"rule": rule, "text": text} for rule, text in explained(language, reasons, names)]


class TablePresenter:
    """A table for one viewer in one language; `since`: right after that line."""

    def __init__(
        self, loaded: LoadedTable, viewer: Viewer, language: str, *, since: LineInContext | None = None
    ) -> None:
        self._since = since
        self._loaded = loaded
        self._viewer = viewer
        self._language = language
        self._names = names_of(loaded, language)

    def common_members(self, box: Box | None = None) -> dict[str, Any]:
        """Return the members that every answer of a table has; with a box, also its faces that fit the question."""
        table, state = self._loaded.table, self._loaded.state
        steps = queries.steps(self._loaded, self._viewer)
        return {
            "code": table.code,
            "link": self._loaded.link,
            "version": state.version,
            "seat": self._viewer.seat,
            "seats": sorted(self._viewer.seats),
            "closed": state.closed,
            "notice": self._notice(),
            "commitment": commitment(table.seed),
            "seed_known": table.given,
            "seed": table.seed if state.closed else None,
            "undo_to": steps.back,
            "again": self._again(),
            "redo_to": steps.forward,
            "summary": room_summary(state, self._names, table.revealed),
            "state": visible_position(state, self._viewer, self._names),
            "prompt": self.prompt(box),
        }

    def full_answer(self, sheet_kept: Sheet | None) -> dict[str, Any]:
        """Return the answer of GET, also with things outside the log, such as the score sheet, and with corrections."""
        box = table_box.box_of_table(self._loaded.table)
        return {
            **self.common_members(box),
            "setup": self.setup(),
            "scene": self._scene(),
            "corrections": self.corrections(box),
            "sheet": sheet_kept.link if sheet_kept else None,
        }

    def setup(self) -> list[dict[str, Any]]:
        """Return the pieces on the real table as the game begins."""
        game = self._loaded.state.game
        lines = ((step, setup_line(self._language, step, game, self._names)) for step in setup_steps(game))
        return [{**step._asdict(), "text": line.text, "note": line.note} for step, line in lines]

    def exported(self, lines: Sequence[LineInContext]) -> dict[str, Any]:
        """Return the table as one file, with these lines of its log."""
        table, shown = self._loaded.table, self.common_members()
        same = ("code", "closed", "notice", "commitment", "seed_known", "seed", "state")
        return {
            "format": fairness_proof.PROOF_FORMAT,
            "version": fairness_proof.VERSION,
            "opened": table.created.isoformat(),
            "rules": table.rules,
            "names": [*self._names],
            "deals": fairness_proof.written(queries.proof(self._loaded).deals) if self._loaded.state.closed else None,
            **{name: shown[name] for name in same},
            "lines": [self.line(line) for line in lines],
        }

    def _scene(self) -> dict[str, Any]:
        """Return the scene that a second screen shows: the same for everybody."""
        game, now = self._loaded.state.game, scene_of(self._loaded)
        why = _why(now.why, self._names, self._language)
        return {**scene_as_json(now), "places": location_cubes(game), "why": why}

    def _again(self) -> dict[str, Any] | None:
        if self._since is not None and not may_lead_to_redecision(self._since):
            return None
        offered = redecision_offer(self._loaded, self._viewer)
        if offered is None:
            return None
        game = repository.position_before(self._loaded.table, offered.line)
        return {"to": offered.line, "text": name_in("again", Telling(self._language, self._names, game), offered.act)}

    def _notice(self) -> str | None:
        if self._loaded.state.game.setup.dealing is not Dealing.HOUSE:
            return None
        return sentence(self._language, GAME["table.house_deck"])

    def prompt(self, box: Box | None = None) -> dict[str, Any]:
        """Return what the game waits for; with a box, also which of its faces fit."""
        asked = visible_prompt(self._loaded.state, self._viewer)
        step = asked.step
        return {
            "step": step and {"kind": step.kind, "side": step.side, "location": step.location, "card": step.card},
            "side": asked.side,
            "text": step_questions.question(
                self._language, current_prompt(self._loaded.state), self._loaded.state.game, self._names
            ),
            "keeper": None if self._loaded.state.game.setup.solitary else acting_keeper(self._loaded.table, now()),
            "asleep": self._stand_ins(),
            "since": self._loaded.state.asked,
            "actions": [
                {
                    **self._with_known(action, step, box),
                    "label": action_labels.button(self._language, action, step, self._loaded.state.game),
                }
                for action in asked.actions
            ],
            "barred": [{"type": kind, **self._reason(one)} for kind, one in asked.barred.items()],
        }

    def _stand_ins(self) -> list[dict[str, Any]]:
        """Return what this viewer may do for other seats, while their phones are silent."""
        state, viewer = self._loaded.state, self._viewer
        found = {
            side: stand_in_prompt(state, side).actions
            for side in seats_to_stand_in_for(self._loaded.table, state, viewer, now())
        }
        return [
            {"seat": side, "actions": [self._with_known(action, None, None) for action in actions]}
            for side, actions in found.items()
        ]

    def corrections(self, box: Box | None = None) -> list[dict[str, Any]]:
        """Return what can be corrected; with a box, also which of its faces fit."""
        return [self._with_known(action, None, box) for action in visible_corrections(self._loaded.state, self._viewer)]

    def _action(self, action: Action) -> dict[str, Any]:
        return {
            "type": action.type,
            "rule": action.rule,
            "side": action.side,
            "fields": {name: self._field(shape) for name, shape in action.fields.items()},
        }

    def _with_known(self, action: Action, step: Step | None, box: Box | None) -> dict[str, Any]:
        """Return an action, with the faces that the box knows for its fields."""
        description = self._action(action)
        if box is not None and suggestions.asks_for_a_face(action):
            for name, field in description["fields"].items():
                found = suggestions.known(box, self._loaded.state.game, step, action, name)
                listed = [
                    {"value": one.value, "label": card_faces.label(self._language, one.face, one.colour)}
                    for one in found
                ]
                if listed:
                    field["known"] = listed
        return description

    def _field(self, shape: Schema) -> dict[str, Any]:
        match shape:
            case ChoiceField(options, least, most, proposed, barred):
                asked = {"kind": CHOOSE.value, "options": list(options), "least": least, "most": most}
                if proposed is not None:
                    asked["proposed"] = list(proposed)
                if barred:
                    asked["barred"] = [{"option": option, **self._reason(one)} for option, one in barred]
                return asked
            case IntField(least, most, proposed):
                asked = {"kind": NUMBER.value, "least": least, "most": most}
                return asked if proposed is None else {**asked, "proposed": proposed}
            case _:
                return {"kind": CARD.value, "schema": shape.json_schema()}

    def _reason(self, one: Reason) -> dict[str, str]:
        return {"rule": one.rule, "text": reason(self._language, named(one, self._names))}

    def line(self, line: LineInContext) -> dict[str, Any]:
        """Return a line of the log."""
        counts = self._loaded.state.history.counts(line.version)
        act = line.act
        seen = visible_events(line.events, line.before, self._viewer, line.seat)
        events = [self._event(one, act, line.seat) for one in seen]
        if line.kind is Kind.SEAT:
            events = [{**_NOTHING_MOVES, **seat_line(self._language, line.act, self._names)}]
        return {
            "version": line.version,
            "kind": line.kind.value,
            "seat": line.seat,
            "at": line.moment.isoformat(),
            "struck": line.kind in DONE and not counts,
            "act": visible_request(line, self._viewer),
            "lines": events,
        }

    def _event(self, one: VisibleEvent, act: Act, seat: Side | None) -> dict[str, Any]:
        in_words = (
            {"text": None, "hands": None}
            if one.event is None
            else {
                "text": said_of_another(Telling(self._language, self._names, one.before), one.event, act, seat)
                or event_sentence(self._language, one.event, self._names, one.before),
                "hands": hands_sentence(self._language, one.event, self._names, one.before),
            }
        )
        return {
            "event": one.name,
            **in_words,
            "data": one.data,
            "rules": list(one.rules),
            "why": _why(one.why, self._names, self._language),
        }

    def moves(self, since: int, known: LineInContext | None = None) -> list[dict[str, Any]]:
        """Return the moves that bring the board from a version to now.

        Args:
            since: that version.
            known: a line since then that need not be read again.
        """
        game = self._loaded.state.game
        return [
            {
                "piece": one.piece.value,
                "number": one.number,
                "from": {"area": one.source.area.value, "of": one.source.of},
                "to": {"area": one.target.area.value, "of": one.target.of},
                "side": one.side,
                "which": None if one.piece is Piece.CREW else one.which,
                "how": one.how.value,
                "drawn": one.drawn,
                "text": move_sentence(self._language, one, self._names, game),
            }
            for one in visible_moves(net_moves(self._loaded, since, known=known), self._viewer, game)
        ]

    def refusal(self, fault: Invalid, act: Act, *, correcting: bool) -> str:
        """Say why an act or a correction is not possible."""
        game = self._loaded.state.game
        asked = visible_prompt(self._loaded.state, self._viewer)
        if correcting:
            asked = Prompt(None, None, visible_corrections(self._loaded.state, self._viewer))
        return act_refusals.refusal(self._language, fault, act, asked, game=game, names=self._names)


_NOTHING_MOVES: Final[Mapping[str, Any]] = {"hands": None, "data": {}, "rules": [], "why": []}


def scene_of(loaded: LoadedTable) -> Scene:
    """Return the scene that the room looks at."""
    lines = repository.latest_lines(loaded, scene_versions(loaded.state))
    happened = [line for line in lines if not line.declines_later]
    return current_scene(loaded.state, happened, loaded.table.revealed)


def score_sheet(loaded: LoadedTable, language: str) -> ScoreSheet:
    """Return the score sheet of a table as it is; a side that nobody named has its name in that language."""
    return sheet(loaded.state.game, distinct_names(names_of(loaded, language)))


def distinct_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return names as a score has them, each once: a later one that is taken gets a number."""
    found: list[str] = []
    for name in names:
        numbered = (f"{name[: LONGEST_NAME - len(str(n)) - 1]} {n}" for n in count(2))
        found.append(name if name not in found else next(one for one in numbered if one not in found))
    return tuple(found)
