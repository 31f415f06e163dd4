"""`/tables`: an evening's game against the guards, line by line (docs/api.md, 3)."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, islice
from typing import Any, Final, NoReturn, TypeVar

from flask import Response, request
from marshmallow import Schema, fields

from companion.api.core.answers import why_field
from companion.api.core.bodies import parse_body
from companion.api.core.operations import PREFIX, Resource, send, send_unchanged
from companion.api.core.problems import FieldError, Problem, pointer
from companion.api.core.schema_fields import field_errors, shaped
from companion.api.core.writes import caller, idempotency_key, refuse_writing
from companion.api.rulings.question import name_errors
from companion.api.rulings.question import refuse as refuse_fields
from companion.api.scores.scores import ScoresSchema, body_of, scores_answer
from companion.api.scores.sheets import SheetSchema
from companion.api.scores.sheets import content as sheet_content
from companion.api.scores.sheets import etag_of as sheet_etag
from companion.boxes.box import Box
from companion.boxes.repository import BoxGone, box_of
from companion.boxes.repository import find as find_box
from companion.boxes.schemas import MOST_ENTRIES, Flag, Listing, Name, trimmed
from companion.persistence.database import now
from companion.rules.acts.actions import Act, Action, IllegalAct, Prompt
from companion.rules.corrections.registry import NotInTheBox, raised
from companion.rules.engine.mid_game_setup import WrongFigures
from companion.rules.engine.physical_moves import Area, How, Piece
from companion.rules.phases.setup_steps import SetupObject, setup_steps
from companion.rules.reasons import Reason
from companion.rules.rulings.ranking import MOST_SIDES
from companion.rules.schema import LONGEST_NAME, Choose, Fault, Path, Record, Shape, Whole
from companion.rules.shuffling.shuffle import GUARDS, LOCATIONS, commitment
from companion.rules.state.position import Cube, Dealing, Phase, Step
from companion.scoring.from_game import sheet
from companion.scoring.score import score
from companion.scoring.sheet import ScoreSheet
from companion.sheets.models import Sheet
from companion.sheets.repository import Caller, KeyReused, NotAllowed
from companion.tables import commands, fairness_proof, seating_commands, suggestions, timeline
from companion.tables.commands import (
    AgainstRules,
    Changed,
    Closed,
    Command,
    CommandResult,
    InTheWay,
    LoadedTable,
    LogLine,
    NotYours,
    Opening,
    TableGone,
)
from companion.tables.permissions import Sitting, keeper, sleepers, viewer_of
from companion.tables.projection.scenes import (
    Happened,
    Scene,
    SceneKind,
    Standing,
    places,
    scene,
    summary,
    told_by,
    written,
)
from companion.tables.projection.views import (
    Told,
    Viewer,
    act_told,
    correctable,
    moves_told,
    prompt,
    stand_in,
    told,
    view,
    waiting,
)
from companion.tables.score_reveal import is_covered
from companion.tables.setup_request import WISHES, BadWish, agreed, begun, place_of_figure
from companion.web.device_cookie import bearer, device
from companion.web.language import request_language
from companion.web.limits import count_sheet
from companion.words import card_faces, log_lines, questions, reports
from companion.words.catalogue import reason, sentence
from companion.words.messages import GAME
from companion.words.move_sentences import move_sentence
from companion.words.seats import seat_line
from companion.words.setup_steps import setup_line
from companion.words.telling import explained, named, seat_names

_T = TypeVar("_T")

resource = Resource("Tables")

KEY: Final = ("Idempotency-Key", "The same key with the same body is one line of the log and one answer.", True)
KEY_OF_TABLE: Final = ("Idempotency-Key", "The same key with the same body is one table and one answer.", False)
IF_NONE_MATCH: Final = ("If-None-Match", "An ETag; an unchanged table is 304 without a body.", False)
CODE: Final[Mapping[str, None]] = {"code": None}

LONGEST_WORD: Final = 40
MOST_LINES: Final = 200
_LINES: Final = 50
_MOST_VERSION: Final = 2**31 - 1


# What is sent


@dataclass(frozen=True)
class Word(Shape):
    """Text such as the type of an action, of so many characters at most."""

    most: int = LONGEST_WORD

    def _faults(self, value: Any, path: Path) -> Iterator[Fault]:
        if not isinstance(value, str):
            yield Fault(path, "shape.text")
        elif not 1 <= len(value) <= self.most:
            yield Fault(path, "shape.name", {"most": self.most})
        else:
            yield from _unsound(value, path)

    def _schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": 1, "maxLength": self.most}


@dataclass(frozen=True)
class Filled(Shape):
    """The fields of an action; what each may be, the prompt says."""

    def _faults(self, value: Any, path: Path) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield Fault(path, "shape.object")
        else:
            yield from islice(_unsound(value, path), MOST_ENTRIES)

    def _schema(self) -> dict[str, Any]:
        return {"type": "object", "maxProperties": MOST_ENTRIES}


def _unsound(value: Any, path: Path) -> Iterator[Fault]:
    """What nothing can hold: text that no database keeps, numbers with a point, more members than anything has."""
    if isinstance(value, str):
        if "\0" in value or any("\ud800" <= sign <= "\udfff" for sign in value):
            yield Fault(path, "field.bad_text")
    elif isinstance(value, float):
        yield Fault(path, "shape.whole")
    elif isinstance(value, dict) and len(value) > MOST_ENTRIES:
        yield Fault(path, "shape.too_many", {"most": MOST_ENTRIES})
    elif isinstance(value, dict):
        for name, inner in value.items():
            if any(_unsound(name, ())):
                yield Fault((*path, name), "field.bad_text")
            yield from _unsound(inner, (*path, name))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _unsound(inner, (*path, index))


TABLE: Final = Record(
    {
        "box": Word(),
        "name": Name(),
        "seed": Name(),
        "holds": Listing(Whole(0, MOST_SIDES - 1), MOST_SIDES),
        "edits_all": Flag(),
        **WISHES.members,
    }
)
"""What a table agrees on; all that is left out is as the box says, else the edition.

`holds` are the seats that whoever opens the table takes, left out all of them; the others are free.
"""

_VERSION: Final = Whole(1, _MOST_VERSION)
ACTION: Final = Record({"version": _VERSION, "type": Word(), "fields": Filled()}, frozenset({"version", "type"}))
ACTING: Final = Record(
    {"version": _VERSION, "type": Word(), "fields": Filled(), "for": Whole(0, MOST_SIDES - 1)},
    frozenset({"version", "type"}),
)
"""As `ACTION`; `for`: the seat for which one acts, since its phone sleeps."""
TO: Final = Record({"version": _VERSION, "to": _VERSION}, frozenset({"version", "to"}))
STRIKING: Final = Record(
    {"version": _VERSION, "to": _VERSION, "side": Whole(0, MOST_SIDES - 1)}, frozenset({"version", "to"})
)
"""As `TO`; `side`: the seat that declines what the app took for it in that line, which stays as it is."""
LAST: Final = Record({"version": _VERSION}, frozenset({"version"}))

TABLE_BODY: Final = shaped("TableBody", TABLE)()
ACTION_BODY: Final = shaped("ActionBody", ACTION)()
ACTING_BODY: Final = shaped("ActingBody", ACTING)()
TO_BODY: Final = shaped("ToBody", TO)()
STRIKING_BODY: Final = shaped("StrikingBody", STRIKING)()
LAST_BODY: Final = shaped("CloseBody", LAST)()


def read_shape(shape: Record) -> dict[str, Any]:
    """The body of this request, if it fits."""
    value = parse_body(request)
    refuse_fields(field_errors(shape.faults(value)))
    read: dict[str, Any] = value
    return read


# What is answered


class TableKnownSchema(Schema):
    """A face that the box on the table knows: what the field takes, and what to call it."""

    value = fields.Raw(required=True)
    label = fields.String(required=True)


class TableFieldSchema(Schema):
    """A field of an action: what `kind` says, and what fits it."""

    kind = fields.String(required=True, metadata={"enum": ["choose", "number", "card"]})
    options = fields.List(fields.Raw())
    least = fields.Integer()
    most = fields.Integer()
    proposed = fields.Raw(metadata={"description": "What the app would fill in: a list of options, or a number."})
    barred = fields.List(fields.Dict())
    schema = fields.Dict()
    known = fields.List(fields.Nested(TableKnownSchema))


class TableActionSchema(Schema):
    """Something that may be done: every fill-in of its fields is legal."""

    type = fields.String(required=True)
    rule = fields.String(required=True)
    side = fields.Integer(required=True, allow_none=True)
    label = fields.String(metadata={"description": "What a button says; corrections have none."})
    fields_ = fields.Dict(
        keys=fields.String(), values=fields.Nested(TableFieldSchema), required=True, data_key="fields"
    )


class TableStandInSchema(Schema):
    """What somebody else may do for a seat whose phone sleeps, with `for`; nothing that tells its secrets."""

    seat = fields.Integer(required=True)
    actions = fields.List(fields.Nested(TableActionSchema), required=True)


class TablePromptSchema(Schema):
    """What the game waits for; `step` is null once it has ended or the table is closed."""

    step = fields.Dict(required=True, allow_none=True)
    side = fields.Integer(required=True, allow_none=True)
    text = fields.String(required=True, metadata={"description": "What is asked, in words."})
    keeper = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "The seat that does what is nobody's own; anybody may. Null against the guards."},
    )
    asleep = fields.List(
        fields.Nested(TableStandInSchema),
        required=True,
        metadata={"description": "Seats that are asked while their phones sleep, and what one may do for them."},
    )
    since = fields.Integer(
        required=True, metadata={"description": "The version since which it is asked: a step is not taken for another."}
    )
    actions = fields.List(fields.Nested(TableActionSchema), required=True)
    barred = fields.List(fields.Dict(), required=True)


class TableEventSchema(Schema):
    """Something that happened: in words, what hands have to move because of it, what it changed, and why."""

    event = fields.String(required=True)
    text = fields.String(required=True, allow_none=True)
    hands = fields.String(required=True, allow_none=True)
    data = fields.Dict(required=True)
    why = why_field()


class TableLineSchema(Schema):
    """A line of the log."""

    version = fields.Integer(required=True)
    kind = fields.String(required=True, metadata={"enum": list(timeline.Kind)})
    seat = fields.Integer(required=True, allow_none=True)
    at = fields.String(required=True)
    struck = fields.Boolean(required=True)
    act = fields.Dict(required=True)
    lines = fields.List(fields.Nested(TableEventSchema), required=True)


class TableAgainSchema(Schema):
    """What can be decided again, since a house ruling on which it rested was changed right after it."""

    to = fields.Integer(required=True, metadata={"description": "The line of the log."})
    text = fields.String(required=True)


class TableSummarySideSchema(Schema):
    """A side at a glance: `score` is null until all of it is uncovered."""

    name = fields.String(required=True)
    guards = fields.Boolean(required=True)
    reputation = fields.Integer(required=True)
    suspicion = fields.Integer(required=True)
    power = fields.Integer(required=True)
    score = fields.Integer(required=True, allow_none=True)


class TableSummarySchema(Schema):
    """A table at a glance, for overlays and scoreboards: these members never change."""

    round = fields.Integer(required=True)
    phase = fields.String(required=True, metadata={"enum": list(Phase)})
    over = fields.Boolean(required=True)
    first_player = fields.Integer(required=True, metadata={"description": "Which of `sides`, from 0."})
    sides = fields.List(fields.Nested(TableSummarySideSchema), required=True)


class TablePieceSchema(Schema):
    """A token, a guard card, or tokens counted together; null where it lies face down."""

    kind = fields.String(required=True, metadata={"enum": ["token", "card", "sum"]})
    shows = fields.Raw(required=True, allow_none=True)
    points = fields.Integer(required=True, allow_none=True)


class TableContestantSchema(Schema):
    """A side at the location that is shown; `rank` and `strength` are null as long as something lies face down."""

    side = fields.Integer(required=True)
    pieces = fields.List(fields.Nested(TablePieceSchema), required=True)
    bonus = fields.Integer(required=True)
    rank = fields.Integer(required=True, allow_none=True)
    strength = fields.Integer(required=True, allow_none=True)
    tied = fields.Boolean(required=True)
    marker = fields.Boolean(required=True, metadata={"description": "It holds the first player marker then."})
    suspicion = fields.Integer(required=True, metadata={"description": "Cubes that it takes there."})
    reward = fields.Dict(required=True, allow_none=True, metadata={"description": "What its rank is offered."})
    gains = fields.Dict(required=True, metadata={"description": "Cubes that it has got there, by colour."})
    gives = fields.Dict(required=True, metadata={"description": "Cubes that it has paid or swapped there, by colour."})
    takes = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "`marker`, `leader`: what of which there is one has come to it there."},
    )
    cards = fields.Dict(required=True, metadata={"description": "`crafted`, `reserve`, `goons`: how many."})
    declined = fields.Boolean(required=True)
    strays = fields.Boolean(required=True, metadata={"description": "Its pieces go to the Library."})


class TableLossSchema(Schema):
    """What a raid costs a side."""

    side = fields.Integer(required=True)
    suspicion = fields.Integer(required=True)
    lost = fields.Integer(required=True)
    before = fields.Integer(required=True)
    after = fields.Integer(required=True)
    standing = fields.String(required=True, metadata={"enum": list(Standing)})


class TableScoreLineSchema(Schema):
    """A line of the final scores that is uncovered: its category, and the points of each side."""

    category = fields.String(required=True)
    points = fields.List(fields.Integer(), required=True)


class TablePlaceSchema(Schema):
    """The cubes at a location."""

    location = fields.String(required=True)
    cubes = fields.Dict(required=True)


class TableSceneSchema(Schema):
    """What a second screen shows now; lists are empty where the scene is another one."""

    kind = fields.String(required=True, metadata={"enum": list(SceneKind)})
    awaited = fields.List(fields.Integer(), required=True, metadata={"description": "Whose act everybody waits for."})
    places = fields.List(fields.Nested(TablePlaceSchema), required=True)
    location = fields.String(required=True, allow_none=True)
    ranking = fields.List(fields.Nested(TableContestantSchema), required=True)
    losses = fields.List(fields.Nested(TableLossSchema), required=True)
    lines = fields.List(fields.Nested(TableScoreLineSchema), required=True)
    covered = fields.List(fields.String(), required=True, metadata={"description": "The categories still covered."})
    totals = fields.List(fields.Integer(), required=True, metadata={"description": "What uncovered lines add up to."})
    winners = fields.List(fields.Integer(), required=True)
    why = why_field()


class TableShownSchema(Schema):
    """A table as this viewer may see it."""

    code = fields.String(required=True)
    version = fields.Integer(required=True)
    seat = fields.Integer(
        required=True, allow_none=True, metadata={"description": "The first of one's seats; null for a watcher."}
    )
    seats = fields.List(
        fields.Integer(), required=True, metadata={"description": "Those one plays; the host also plays free ones."}
    )
    closed = fields.Boolean(required=True)
    notice = fields.String(
        required=True, allow_none=True, metadata={"description": "That the guards' cards are not the printed ones."}
    )
    commitment = fields.String(required=True)
    seed_known = fields.Boolean(required=True)
    seed = fields.String(required=True, allow_none=True)
    undo_to = fields.Integer(required=True, allow_none=True)
    redo_to = fields.Integer(required=True, allow_none=True)
    again = fields.Nested(TableAgainSchema, required=True, allow_none=True)
    summary = fields.Nested(TableSummarySchema, required=True)
    state = fields.Dict(required=True)
    prompt = fields.Nested(TablePromptSchema, required=True)


class TableSetupStepSchema(Schema):
    """One kind of object to lay out before the game; what `data` holds depends on `object` alone."""

    object = fields.String(required=True, metadata={"enum": list(SetupObject)})
    number = fields.Integer(required=True)
    rule = fields.String(required=True)
    data = fields.Dict(required=True)
    text = fields.String(required=True)
    note = fields.String(required=True, metadata={"description": "What else one has to know; empty: nothing."})


class TableSchema(TableShownSchema):
    """The same, with the scene, what can be corrected, the faces that the box knows, and the score sheet."""

    setup = fields.List(fields.Nested(TableSetupStepSchema), required=True)
    scene = fields.Nested(TableSceneSchema, required=True)
    corrections = fields.List(fields.Nested(TableActionSchema), required=True)
    sheet = fields.String(
        required=True, allow_none=True, metadata={"description": "The link of the score sheet that is kept of it."}
    )


class TableWhereSchema(Schema):
    """A place on the table: what kind of place, and which: a seat, a location, a space counted from 0, or none."""

    area = fields.String(required=True, metadata={"enum": list(Area)})
    of = fields.Raw(required=True, allow_none=True)


class TableMoveSchema(Schema):
    """What hands move: pieces of a kind go from somewhere to somewhere, or are turned, looked at, shuffled there."""

    piece = fields.String(required=True, metadata={"enum": [*Cube, *Piece]})
    number = fields.Integer(required=True)
    from_ = fields.Nested(TableWhereSchema, required=True, data_key="from")
    to = fields.Nested(TableWhereSchema, required=True)
    side = fields.Integer(
        required=True, allow_none=True, metadata={"description": "Whose it becomes or was; null: the table's."}
    )
    which = fields.Raw(
        required=True, allow_none=True, metadata={"description": "A token, or a card's number; null: any, or secret."}
    )
    how = fields.String(required=True, metadata={"enum": list(How)})
    drawn = fields.Integer(required=True, metadata={"description": "Tomes to draw for those kept; otherwise 0."})
    text = fields.String(required=True)


class NewTableSchema(TableShownSchema):
    """A new table: `token` is that of its seat, shown once; `code` lets others watch."""

    token = fields.String(required=True)
    setup = fields.List(fields.Nested(TableSetupStepSchema), required=True)
    moves = fields.List(
        fields.Nested(TableMoveSchema),
        required=True,
        metadata={
            "description": "What a game begun in the middle moves next; of another `setup` says what to lay out."
        },
    )


class TableWrittenSchema(TableShownSchema):
    """The table after a line, that line, and what hands have to move because of it."""

    line = fields.Nested(TableLineSchema, required=True)
    moves = fields.List(
        fields.Nested(TableMoveSchema),
        required=True,
        metadata={"description": "In net; of what was undone, the way back."},
    )


class TableLogSchema(Schema):
    """Lines of the log, the oldest first, and the cursor of the next ones."""

    lines = fields.List(fields.Nested(TableLineSchema), required=True)
    next = fields.String(required=True, allow_none=True)


class TableSightSchema(Schema):
    """A card that was turned up or looked at: its place in the deck as dealt, the top is 0, and what it shows."""

    line = fields.Integer(required=True)
    place = fields.Integer(required=True)
    shows = fields.Raw(required=True)


class TableDealSchema(Schema):
    """A deck that the app has shuffled: as it was listed, as it was dealt, and what was turned up of it."""

    line = fields.Integer(required=True)
    round = fields.Integer(required=True)
    deck = fields.String(required=True, metadata={"enum": [GUARDS, LOCATIONS]})
    cards = fields.List(fields.Raw(), required=True)
    order = fields.List(fields.Raw(), required=True)
    seen = fields.List(fields.Nested(TableSightSchema), required=True)


class TableExportSchema(Schema):
    """A table as one file; `seed` and `deals` are null until it is closed."""

    format = fields.String(required=True, metadata={"enum": [fairness_proof.FORMAT]})
    version = fields.Integer(required=True, metadata={"enum": [fairness_proof.VERSION]})
    code = fields.String(required=True)
    opened = fields.String(required=True)
    rules = fields.String(required=True, metadata={"description": "The version of the app that opened the table."})
    names = fields.List(fields.String(), required=True)
    closed = fields.Boolean(required=True)
    notice = fields.String(required=True, allow_none=True)
    commitment = fields.String(required=True)
    seed_known = fields.Boolean(required=True)
    seed = fields.String(required=True, allow_none=True)
    deals = fields.List(fields.Nested(TableDealSchema), required=True, allow_none=True)
    state = fields.Dict(required=True)
    lines = fields.List(fields.Nested(TableLineSchema), required=True)


class TableSheetSchema(SheetSchema):
    """The score sheet of a game that has ended, and its link."""

    link = fields.String(required=True)


class TableScoresSchema(Schema):
    """The final scores."""

    scores = fields.Nested(ScoresSchema, required=True)


def names_of(kept: LoadedTable, language: str) -> tuple[str, ...]:
    """The names of the sides as sentences use them."""
    return seat_names(language, kept.state.game.setup, kept.table.names)


def _why(reasons: Iterable[Reason], names: Sequence[str], language: str) -> list[dict[str, str]]:
    return [{"rule": rule, "text": text} for rule, text in explained(language, reasons, names)]


class Teller:
    """Says what there is of a table to one viewer in one language; `acted`: right after an act."""

    def __init__(self, kept: LoadedTable, viewer: Viewer, language: str, *, acted: bool = False) -> None:
        self._acted = acted
        self._kept = kept
        self._viewer = viewer
        self._language = language
        self._names = names_of(kept, language)

    def shown(self, box: Box | None = None) -> dict[str, Any]:
        """The table; with a box, also which of its faces fit what is asked."""
        table, state = self._kept.table, self._kept.state
        steps = commands.steps(self._kept, self._viewer)
        return {
            "code": table.code,
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
            "summary": summary(state, self._names, table.revealed),
            "state": view(state, self._viewer, self._names),
            "prompt": self.prompt(box),
        }

    def shown_now(self, sheet_kept: Sheet | None) -> dict[str, Any]:
        """The table with all that lies beside its log: its box, its score sheet, and what can be corrected."""
        box = commands.box_of_table(self._kept.table)
        return {
            **self.shown(box),
            "setup": self.setup(),
            "scene": self._scene(),
            "corrections": self.corrections(box),
            "sheet": sheet_kept.link if sheet_kept else None,
        }

    def setup(self) -> list[dict[str, Any]]:
        """What lies on the real table as the game begins."""
        game = self._kept.state.game
        lines = ((step, setup_line(self._language, step, game, self._names)) for step in setup_steps(game))
        return [{**step._asdict(), "text": line.text, "note": line.note} for step, line in lines]

    def exported(self, lines: Sequence[LogLine]) -> dict[str, Any]:
        """The table as one file, with these lines of its log."""
        table, shown = self._kept.table, self.shown()
        same = ("code", "closed", "notice", "commitment", "seed_known", "seed", "state")
        return {
            "format": fairness_proof.FORMAT,
            "version": fairness_proof.VERSION,
            "opened": table.created.isoformat(),
            "rules": table.rules,
            "names": [*self._names],
            "deals": fairness_proof.written(commands.proof(self._kept).deals) if self._kept.state.closed else None,
            **{name: shown[name] for name in same},
            "lines": [self.line(line) for line in lines],
        }

    def _scene(self) -> dict[str, Any]:
        """What a second screen shows: the same for everybody."""
        game, now = self._kept.state.game, scene_of(self._kept)
        why = _why(now.why, self._names, self._language)
        return {**written(now), "places": places(game), "why": why}

    def _again(self) -> dict[str, Any] | None:
        offered = None if self._acted else commands.redecision_offer(self._kept, self._viewer)
        if offered is None:
            return None
        game = commands.before(self._kept.table, offered.line)
        return {"to": offered.line, "text": questions.again(self._language, offered.act, game, self._names)}

    def _notice(self) -> str | None:
        if self._kept.state.game.setup.dealing is not Dealing.HOUSE:
            return None
        return sentence(self._language, GAME["table.house_deck"])

    def prompt(self, box: Box | None = None) -> dict[str, Any]:
        """What the game waits for; with a box, also which of its faces fit."""
        asked = prompt(self._kept.state, self._viewer)
        step = asked.step
        return {
            "step": step and {"kind": step.kind, "side": step.side, "location": step.location, "card": step.card},
            "side": asked.side,
            "text": questions.question(self._language, waiting(self._kept.state), self._kept.state.game, self._names),
            "keeper": None if self._kept.state.game.setup.solitary else keeper(self._kept.table, now()),
            "asleep": self._asleep(),
            "since": self._kept.state.asked,
            "actions": [
                {
                    **self._with_known(action, step, box),
                    "label": questions.button(self._language, action, step, self._kept.state.game),
                }
                for action in asked.actions
            ],
            "barred": [{"type": kind, **self._told(one)} for kind, one in asked.barred.items()],
        }

    def _asleep(self) -> list[dict[str, Any]]:
        """What this viewer may do for others, who are asked while their phones sleep."""
        state, viewer = self._kept.state, self._viewer
        found = {side: stand_in(state, side).actions for side in sleepers(self._kept.table, state, viewer, now())}
        return [
            {"seat": side, "actions": [self._with_known(action, None, None) for action in actions]}
            for side, actions in found.items()
        ]

    def corrections(self, box: Box | None = None) -> list[dict[str, Any]]:
        """What can be corrected; with a box, also which of its faces fit."""
        return [self._with_known(action, None, box) for action in correctable(self._kept.state, self._viewer)]

    def _action(self, action: Action) -> dict[str, Any]:
        return {
            "type": action.type,
            "rule": action.rule,
            "side": action.side,
            "fields": {name: self._field(shape) for name, shape in action.fields.items()},
        }

    def _with_known(self, action: Action, step: Step | None, box: Box | None) -> dict[str, Any]:
        """An action, with the faces that the box knows for its fields."""
        told_ = self._action(action)
        if box is not None and suggestions.asks_for_a_face(action):
            for name, field in told_["fields"].items():
                found = suggestions.known(box, self._kept.state.game, step, action, name)
                listed = [
                    {"value": one.value, "label": card_faces.label(self._language, one.face, one.colour)}
                    for one in found
                ]
                if listed:
                    field["known"] = listed
        return told_

    def _field(self, shape: Shape) -> dict[str, Any]:
        match shape:
            case Choose(options, least, most, proposed, barred):
                asked = {"kind": "choose", "options": list(options), "least": least, "most": most}
                if proposed is not None:
                    asked["proposed"] = list(proposed)
                if barred:
                    asked["barred"] = [{"option": option, **self._told(one)} for option, one in barred]
                return asked
            case Whole(least, most, proposed):
                asked = {"kind": "number", "least": least, "most": most}
                return asked if proposed is None else {**asked, "proposed": proposed}
            case _:
                return {"kind": "card", "schema": shape.schema()}

    def _told(self, one: Reason) -> dict[str, str]:
        return {"rule": one.rule, "text": reason(self._language, named(one, self._names))}

    def line(self, line: LogLine) -> dict[str, Any]:
        """A line of the log."""
        counting = {*self._kept.state.history.counting}
        told_ = [self._event(one, line) for one in told(line.events, line.before, self._viewer, line.seat)]
        if line.kind is timeline.Kind.SEAT:
            told_ = [{**_NOTHING_MOVES, **seat_line(self._language, line.act, self._names)}]
        return {
            "version": line.version,
            "kind": line.kind.value,
            "seat": line.seat,
            "at": line.moment.isoformat(),
            "struck": line.kind in timeline.DONE and line.version not in counting,
            "act": act_told(line.act, self._viewer, line.seat),
            "lines": told_,
        }

    def _event(self, one: Told, line: LogLine) -> dict[str, Any]:
        act = Act(line.act.get("type", ""), line.act.get("fields", {}))
        in_words = (
            {"text": None, "hands": None}
            if one.event is None
            else {
                "text": reports.said_of_another(self._language, one.event, act, self._names, line.seat)
                or log_lines.line(self._language, one.event, self._names, one.before),
                "hands": log_lines.hands(self._language, one.event, self._names, one.before),
            }
        )
        return {"event": one.name, **in_words, "data": one.data, "why": _why(one.why, self._names, self._language)}

    def moves(self, since: int) -> list[dict[str, Any]]:
        """What hands have to move so that the table, which lay as at a version, lies as now."""
        game = self._kept.state.game
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
            for one in moves_told(commands.moves_since(self._kept, since), self._viewer)
        ]

    def refusal(self, fault: Fault, act: Act, *, correcting: bool) -> str:
        """Why an act or a correction is not possible."""
        game = self._kept.state.game
        asked = prompt(self._kept.state, self._viewer)
        if correcting:
            asked = Prompt(None, None, correctable(self._kept.state, self._viewer))
        return questions.refusal(self._language, fault, act, asked, game=game, names=self._names)


_NOTHING_MOVES: Final[Mapping[str, Any]] = {"hands": None, "data": {}, "why": []}


def scene_of(kept: LoadedTable) -> Scene:
    """What the room looks at."""
    lines = commands.latest(kept, told_by(kept.state))
    happened = [Happened(line.before, line.events) for line in lines if not line.afterwards]
    return scene(kept.state, happened, kept.table.revealed)


def etag_of(kept: LoadedTable, viewer: Viewer, language: str, *beside: object) -> str:
    """The tag of what a viewer sees of a table; `beside`: what of it is not in its log."""
    seats = "".join(map(str, sorted(viewer.seats))) or "w"
    return f'"{"-".join(map(str, (kept.state.version, seats, language, *filter(None, beside))))}"'


# Who asks


def looking(kept: LoadedTable) -> Viewer:
    """Who looks: the bearer of a seat's token, the device that opened the table, or anybody.

    Raises:
        Problem: the token is not of this table.
    """
    asker = _asker()
    viewer = viewer_of(kept.table, asker)
    if asker.token and not viewer.seats:
        raise Problem("forbidden")
    return viewer


def _asker() -> Caller:
    """Who asks to see something: another site may have caused it, but does not hear the answer."""
    token = bearer()
    return Caller(token=token) if token else Caller(device=device())


def found(code: str) -> LoadedTable:
    """The table with that code; where there is none, that is a problem."""
    try:
        return commands.find(code)
    except TableGone as gone:
        raise Problem("not-found") from gone


# Opening


def _opening(body: Mapping[str, Any], key: str | None) -> Opening:
    """What table somebody wants, from the body of a request."""
    wished = {name: value for name, value in body.items() if name in WISHES.members}
    faults = [*_bad_names(body), *_bad_holds(body)]
    try:
        box = find_box(body["box"]) if "box" in body else None
        setup = agreed(wished, None if box is None else box_of(box))
    except BoxGone as gone:
        raise Problem("invalid-fields", errors=[*faults, FieldError("/box", "table.no_such_box")]) from gone
    except BadWish as bad:
        found = [FieldError(pointer(one.path), one.key, one.data) for one in bad.all]
        raise Problem("invalid-fields", errors=[*faults, *found]) from bad
    refuse_fields(faults)
    return Opening(
        setup,
        [Sitting(trimmed(one.get("name", "")), one.get("crew", "")) for one in body.get("players", [body])],
        held=frozenset(body["holds"]) if "holds" in body else None,
        edits_all=body.get("edits_all", True),
        seed=trimmed(body["seed"]) if "seed" in body else None,
        box=box.id if box else None,
        wished=wished,
        key=key,
        raw=request.get_data(),
        language=request_language(),
        figures=begun(wished, setup),
    )


def _bad_names(body: Mapping[str, Any]) -> Iterator[FieldError]:
    """A name given twice, or one that stands for nobody."""
    players = [{"name": trimmed(one["name"])} if "name" in one else {} for one in body.get("players", ())]
    yield from name_errors(players, "players")
    if "players" in body and "name" in body:
        yield FieldError("/name", "table.only_alone")


def _bad_holds(body: Mapping[str, Any]) -> Iterator[FieldError]:
    """Seats that there are not, or none at all: somebody has to run the table."""
    seats = range(len(body.get("players", ("alone",))))
    for index, seat in enumerate(body.get("holds", ())):
        if seat not in seats:
            yield FieldError(f"/holds/{index}", "shape.one_of", {"options": tuple(map(str, seats))})
    if body.get("holds") == []:
        yield FieldError("/holds", "table.holds_none")


@resource.operation(
    "post", "/tables", body=TABLE_BODY, answer=NewTableSchema(), status=201, problems=(403, 429),
    headers=[KEY_OF_TABLE],
)  # fmt: skip
def open_table() -> Response:
    """Open a table, of players or against the guards; the answer holds its code and, this once, its seats' token."""
    key = idempotency_key()
    body = read_shape(TABLE)
    opening = _opening(body, key)
    try:
        opened = commands.open_table(opening, caller(), count_sheet)
    except KeyReused as reused:
        refuse(reused)
    except (NotInTheBox, WrongFigures) as wrong:
        place = pointer(place_of_figure(wrong.path, opening.wished, opening.setup))
        raise Problem("invalid-fields", errors=[FieldError(place, wrong.key, wrong.data)]) from wrong
    viewer = viewer_of(opened.kept.table, Caller(token=opened.token))
    teller = Teller(opened.kept, viewer, opened.language)
    shown = teller.shown()
    headers = {
        "Location": f"{PREFIX}/tables/{opened.kept.table.code}",
        "ETag": etag_of(opened.kept, viewer, opened.language),
    }
    moves = teller.moves(0) if opening.figures else []
    return send(
        {**shown, "token": opened.token, "setup": teller.setup(), "moves": moves}, 201, headers, opened.language
    )


# Looking


@resource.operation(
    "get", "/tables/{code}", answer=TableSchema(), problems=(403,), parameters=CODE, headers=[IF_NONE_MATCH]
)
def show_table(code: str) -> Response:
    """Show a table as this viewer may see it: its state, what may be done, and what can be corrected."""
    kept = found(code)
    viewer, language = looking(kept), request_language()
    seating_commands.heard_of(kept.table, _asker())
    kept_sheet, box_version = commands.sheet_of(kept.table), commands.box_version(kept.table)
    # Who keeps the table depends on which phones are awake.
    keeps = "" if kept.state.game.setup.solitary else f"k{keeper(kept.table, now())}"
    etag = etag_of(kept, viewer, language, box_version, kept_sheet and kept_sheet.link, keeps)
    if request.if_none_match.contains_weak(etag.strip('"')):
        return send_unchanged(etag)
    return send(Teller(kept, viewer, language).shown_now(kept_sheet), headers={"ETag": etag})


_CURSOR: Final = ("cursor", {"type": "string"}, "Where to go on: `next` of the answer before.")
_LIMIT: Final = ("limit", {"type": "integer", "minimum": 1, "maximum": MOST_LINES}, "How many lines at most; 50.")


@resource.operation(
    "get", "/tables/{code}/log", answer=TableLogSchema(), problems=(403, 422), parameters=CODE,
    query=[_CURSOR, _LIMIT],
)  # fmt: skip
def show_log(code: str) -> Response:
    """Show the log of a table, the oldest lines first, each event with its reasons."""
    after, limit = _read_query()
    kept = found(code)
    teller = Teller(kept, looking(kept), request_language())
    lines = commands.log(kept.table, after=after, upto=kept.state.version, most=limit + 1)
    more = _cursor(lines[limit - 1].version) if len(lines) > limit else None
    return send({"lines": [teller.line(line) for line in lines[:limit]], "next": more})


def _cursor(version: int) -> str:
    return urlsafe_b64encode(f"after {version}".encode()).decode().rstrip("=")


def _read_query() -> tuple[int, int]:
    """After which line to begin, and how many are wanted."""
    faults = []
    after, limit = 0, _LINES
    cursor, wanted = request.args.get("cursor"), request.args.get("limit")
    if cursor is not None:
        after = _after(cursor)
        if after < 0:
            faults.append(FieldError("/cursor", "log.cursor"))
    if wanted is not None:
        limit = int(wanted) if wanted.isascii() and wanted.isdecimal() and len(wanted) <= LONGEST_WORD else 0
        if not 1 <= limit <= MOST_LINES:
            faults.append(FieldError("/limit", "shape.range", {"least": 1, "most": MOST_LINES}))
    if faults:
        raise Problem("invalid-fields", errors=faults)
    return after, limit


def _after(cursor: str) -> int:
    """The line that a cursor names; -1 where it is none of ours."""
    try:
        word, _, version = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode("ascii").partition(" ")
    except ValueError:
        return -1
    sound = word == "after" and version.isdecimal() and len(version) <= len(str(_MOST_VERSION))
    return min(int(version), _MOST_VERSION) if sound else -1


@resource.operation("get", "/tables/{code}/export", answer=TableExportSchema(), problems=(403,), parameters=CODE)
def export_table(code: str) -> Response:
    """Show a table as one file, as this viewer may see it; closed, with its seed and all that was dealt."""
    kept = found(code)
    viewer, language = looking(kept), request_language()
    exported = Teller(kept, viewer, language).exported(commands.log(kept.table, upto=kept.state.version))
    headers = {
        "ETag": etag_of(kept, viewer, language),
        "Content-Disposition": f'attachment; filename="lockup-table-{kept.table.code}.json"',
    }
    return send(exported, headers=headers)


@resource.operation("get", "/tables/{code}/scores", answer=TableScoresSchema(), problems=(403, 409), parameters=CODE)
def show_scores(code: str) -> Response:
    """Show the final scores of a game that has ended, counted from its log."""
    kept = found(code)
    looking(kept)
    if is_covered(kept.state.game, kept.table.revealed):
        raise Problem("sealed")
    if kept.state.game.phase is not Phase.ENDED:
        raise Problem("not-ended")
    return send({"scores": scores_answer(score(score_sheet(kept, request_language())))})


def score_sheet(kept: LoadedTable, language: str) -> ScoreSheet:
    """The score sheet of a table as it is; a side that nobody named is called as that language calls it."""
    return sheet(kept.state.game, unlike(names_of(kept, language)))


def unlike(names: Sequence[str]) -> tuple[str, ...]:
    """Names as a score has them, each once: a later one that is taken gets a number."""
    found: list[str] = []
    for name in names:
        numbered = (f"{name[: LONGEST_NAME - len(str(n)) - 1]} {n}" for n in count(2))
        found.append(name if name not in found else next(one for one in numbered if one not in found))
    return tuple(found)


@resource.operation(
    "put", "/tables/{code}/sheet", answer=TableSheetSchema(), problems=(401, 403, 409), parameters=CODE, secured=True
)
def keep_sheet(code: str) -> Response:
    """Keep the scores of a game that has ended as a score sheet, once; the token of the seat is its edit token."""
    language = request_language()
    try:
        made = commands.keep_sheet(code, caller(), lambda kept: body_of(score_sheet(kept, language)))
    except (TableGone, NotAllowed) as refusal:
        refuse(refusal)
    except commands.NotEnded as refusal:
        raise Problem("sealed" if refusal.covered else "not-ended") from refusal
    headers = {"Location": f"{PREFIX}/sheets/{made.link}", "ETag": sheet_etag(made.version)}
    return send({"link": made.link, **sheet_content(made)}, headers=headers)


# Writing


def refuse(error: Exception) -> NoReturn:
    """Answer with the problem that an error of the store is."""
    match error:
        case TableGone():
            raise Problem("not-found") from error
        case _:
            refuse_writing(error)


def _write(
    code: str, asked: Command, write: Callable[[str, Caller, Command], CommandResult] = commands.write
) -> Response:
    """Add a line to the log of a table, or say why not."""
    who = caller()
    written = taken(lambda: write(code, who, asked), who, asked)
    return send_line(written, who)


def taken(write: Callable[[], _T], who: Caller, asked: Command) -> _T:
    """What a line comes to that the log takes; what it does not take is a problem."""
    try:
        return write()
    except (TableGone, NotAllowed, KeyReused) as refusal:
        refuse(refusal)
    except commands.Refused as refusal:
        refuse_line(refusal, who, asked)


def send_line(written: CommandResult, who: Caller, **more: Any) -> Response:
    """The table after a line, and that line."""
    viewer = viewer_of(written.kept.table, who)
    teller = Teller(written.kept, viewer, written.language, acted=written.line.kind is timeline.Kind.ACT)
    headers = {"ETag": etag_of(written.kept, viewer, written.language)}
    answer = {**teller.shown(), "line": teller.line(written.line), "moves": teller.moves(written.since), **more}
    return send(answer, headers=headers, language=written.language)


PROBLEM_OF: Final[Mapping[type[commands.Refused], str]] = {
    Closed: "closed",
    NotYours: "not-yours",
    commands.OthersLines: "others-lines",
    commands.NotHost: "not-host",
    seating_commands.BadInvite: "bad-invite",
    seating_commands.SeatWanted: "seat-wanted",
    seating_commands.NobodyAsks: "nobody-asks",
    seating_commands.HostIsHere: "host-is-here",
    seating_commands.LastSeat: "last-seat",
}
"""The problems of refusals that need no more words than their own."""


def refuse_line(refusal: commands.Refused, who: Caller, asked: Command) -> NoReturn:
    """Answer with the problem that a line is which the log does not take."""
    kept = refusal.kept
    viewer, language = viewer_of(kept.table, who), request_language()
    teller = Teller(kept, viewer, language)
    match refusal:
        case _ if type(refusal) in PROBLEM_OF:
            raise Problem(PROBLEM_OF[type(refusal)]) from refusal
        case InTheWay(line=line):
            (obstacle,) = commands.log(kept.table, after=line - 1, upto=line)
            raise Problem("in-the-way", members={"changed": [teller.line(obstacle)]}) from refusal
        case Changed():
            since = commands.log(kept.table, after=asked.version, upto=kept.state.version, most=MOST_LINES)
            members = {"changed": [teller.line(line) for line in since], "current": teller.shown()}
            raise Problem("conflict", headers={"ETag": etag_of(kept, viewer, language)}, members=members) from refusal
        case AgainstRules(error=error):
            faults = error.faults if isinstance(error, IllegalAct) else (Fault(error.path, error.key, error.data),)
            rule = error.rule if isinstance(error, IllegalAct) else ""
            refused: dict[str, Any] = {"rule": rule, "prompt": teller.prompt()}
            correcting = asked.kind is timeline.Kind.CORRECTION
            if correcting:
                offer = raised(error)
                offered = offer and {"type": offer.type, "fields": dict(offer.values)}
                refused = {"rule": rule or "E-14", "corrections": teller.corrections(), "offer": offered}
            errors = [
                FieldError(
                    pointer(_placed(fault, asked)),
                    fault.key,
                    fault.data,
                    teller.refusal(fault, asked.act, correcting=correcting) if asked.act is not None else "",
                )
                for fault in faults
            ]
            raise Problem("illegal", errors=errors, members=refused) from refusal
        case _:
            raise refusal


def _placed(fault: Fault, asked: Command) -> Path:
    """Where in the request a fault is: in one of the fields, unless it is about the request itself."""
    if asked.act is None or (fault.path == ("type",) and "type" not in asked.act.values):
        return fault.path
    return ("fields", *fault.path)


def needed_key() -> str:
    """The `Idempotency-Key`, which what writes has to have."""
    key = idempotency_key()
    if key is None:
        raise Problem("bad-key")
    return key


def _asked(kind: timeline.Kind, shape: Record, address: str = "") -> Command:
    """What this request wants to add to the log."""
    key = needed_key()
    body = read_shape(shape)
    act = Act(body["type"], body.get("fields", {})) if "type" in body else None
    # A key is of one request: the same bytes sent to another address are another one.
    raw = f"{address or kind}\n".encode() + request.get_data()
    of = {"stands_in": body.get("for"), "taken_for": body.get("side")}
    return Command(kind, body["version"], act, body.get("to"), key, raw, request_language(), **of)


PROBLEMS: Final = (401, 403, 409)


@resource.operation(
    "delete", "/tables/{code}", status=204, problems=(401, 403), parameters=CODE, secured=True,
)  # fmt: skip
def delete_table(code: str) -> Response:
    """Delete a table with its log, seats, invitations and keys, as its host; a score sheet of it stays."""
    try:
        commands.delete(code, caller())
    except commands.NotHost as refusal:
        raise Problem("not-host") from refusal
    except (TableGone, NotAllowed) as refusal:
        refuse(refusal)
    return Response(status=204)


@resource.operation(
    "post", "/tables/{code}/actions", body=ACTING_BODY, answer=TableWrittenSchema(), problems=PROBLEMS,
    parameters=CODE, headers=[KEY], secured=True,
)  # fmt: skip
def act(code: str) -> Response:
    """Do one of the actions of the prompt."""
    return _write(code, _asked(timeline.Kind.ACT, ACTING))


@resource.operation(
    "post", "/tables/{code}/corrections", body=ACTION_BODY, answer=TableWrittenSchema(), problems=PROBLEMS,
    parameters=CODE, headers=[KEY], secured=True,
)  # fmt: skip
def correct(code: str) -> Response:
    """Correct something, since the table is right and the app follows."""
    return _write(code, _asked(timeline.Kind.CORRECTION, ACTION))


@resource.operation(
    "post", "/tables/{code}/undo", body=TO_BODY, answer=TableWrittenSchema(), problems=PROBLEMS, parameters=CODE,
    headers=[KEY], secured=True,
)  # fmt: skip
def undo(code: str) -> Response:
    """Go back to a line of the log: those after it are struck."""
    return _write(code, _asked(timeline.Kind.UNDO, TO))


@resource.operation(
    "post", "/tables/{code}/strike", body=STRIKING_BODY, answer=TableWrittenSchema(), problems=PROBLEMS,
    parameters=CODE, headers=[KEY], secured=True,
)  # fmt: skip
def strike(code: str) -> Response:
    """Take back one line of one's own, though others have done something since, as long as nothing touched it.

    With `side` the line stays, and that seat declines what the app took for it there.
    """
    return _write(code, _asked(timeline.Kind.STRIKE, STRIKING))


@resource.operation(
    "post", "/tables/{code}/redo", body=TO_BODY, answer=TableWrittenSchema(), problems=PROBLEMS, parameters=CODE,
    headers=[KEY], secured=True,
)  # fmt: skip
def redo(code: str) -> Response:
    """Do struck lines again, up to one of them."""
    return _write(code, _asked(timeline.Kind.REDO, TO))


@resource.operation(
    "post", "/tables/{code}/again", body=TO_BODY, answer=TableWrittenSchema(), problems=PROBLEMS, parameters=CODE,
    headers=[KEY], secured=True,
)  # fmt: skip
def decide_again(code: str) -> Response:
    """Take back what rested on a house ruling that was changed since, and do it again under the ruling as it is now."""
    asked = _asked(timeline.Kind.ACT, TO, "again")
    return _write(code, asked, commands.decide_again)


@resource.operation(
    "post", "/tables/{code}/close", body=LAST_BODY, answer=TableWrittenSchema(), problems=PROBLEMS, parameters=CODE,
    headers=[KEY], secured=True,
)  # fmt: skip
def close(code: str) -> Response:
    """Close a table: its seed is shown, and it takes nothing more."""
    return _write(code, _asked(timeline.Kind.CLOSE, LAST))
