"""The schemas of the answers of `/tables`; tests check every answer against them."""

from marshmallow import Schema, fields

from companion.api.core.schema_fields import ReferenceField
from companion.api.scores.sheets import SheetSchema
from companion.rules.engine.physical_moves.move import Area, How, Piece
from companion.rules.phases.setup_steps import SetupObject
from companion.rules.schema import CARD, CHOOSE, NUMBER
from companion.rules.shuffling.shuffle import GUARDS, LOCATIONS
from companion.rules.state.pieces import Cube
from companion.rules.state.position import Phase
from companion.schemas.answers import why_field
from companion.schemas.scores import ScoresSchema
from companion.tables import fairness_proof
from companion.tables.line import Kind
from companion.tables.projection.position_shapes import VisiblePosition
from companion.tables.projection.scenes.scene import SceneKind, Standing


class TableKnownSchema(Schema):
    """A face that the box on the table knows: what the field takes, and what to call it."""

    value = fields.Raw(required=True)
    label = fields.String(required=True)


class TableBarredSchema(Schema):
    """An option that is not on offer, and why."""

    option = fields.Raw(required=True)
    rule = fields.String(required=True)
    text = fields.String(required=True)


class TableChooseFieldSchema(Schema):
    """A field to fill in with a list of `least` to `most` of the options, each as often as it is listed."""

    kind = fields.String(required=True, metadata={"enum": [CHOOSE.value]})
    options = fields.List(fields.Raw(), required=True)
    least = fields.Integer(required=True)
    most = fields.Integer(required=True)
    proposed = fields.List(fields.Raw(), metadata={"description": "What the app would choose."})
    barred = fields.List(fields.Nested(TableBarredSchema))
    known = fields.List(fields.Nested(TableKnownSchema))


class TableNumberFieldSchema(Schema):
    """A field to be filled in with a whole number from `least` to `most`."""

    kind = fields.String(required=True, metadata={"enum": [NUMBER.value]})
    least = fields.Integer(required=True)
    most = fields.Integer(required=True)
    proposed = fields.Integer(metadata={"description": "What the app would fill in."})


class TableCardFieldSchema(Schema):
    """A field to fill in from a real card: any value that fits the JSON Schema in `schema`."""

    kind = fields.String(required=True, metadata={"enum": [CARD.value]})
    schema = fields.Dict(required=True)
    known = fields.List(fields.Nested(TableKnownSchema))


class TableActionSchema(Schema):
    """Something that may be done: every fill-in of its fields is legal."""

    type = fields.String(required=True)
    rule = fields.String(required=True)
    side = fields.Integer(required=True, allow_none=True)
    label = fields.String(metadata={"description": "What a button says; corrections have none."})
    fields_ = fields.Dict(required=True, data_key="fields")


class TableStandInSchema(Schema):
    """Actions that others may take for a seat with a silent phone, with `for`; none reveals its secrets."""

    seat = fields.Integer(required=True)
    actions = fields.List(ReferenceField("Action"), required=True)


class TableBarredActionSchema(Schema):
    """An action that a player might look for and cannot take, and why."""

    type = fields.String(required=True)
    rule = fields.String(required=True)
    text = fields.String(required=True)


class TablePromptSchema(Schema):
    """The members of a prompt that every step has: what the game waits for."""

    step = fields.Raw(required=True, allow_none=True)
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
        metadata={
            "description": "Seats that are asked while their phones are silent, and what others may do for them."
        },
    )
    since = fields.Integer(
        required=True, metadata={"description": "The version since which it is asked: a step is not taken for another."}
    )
    actions = fields.List(fields.Nested(TableActionSchema), required=True)
    barred = fields.List(fields.Nested(TableBarredActionSchema), required=True)


class TableEventSchema(Schema):
    """Something that happened: in words, as moves on the board, the changes, and why."""

    event = fields.String(required=True)
    text = fields.String(required=True, allow_none=True)
    hands = fields.String(required=True, allow_none=True)
    data = fields.Dict(required=True)
    rules = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "The ids of its rules, also where it needs no reason; of a seat none."},
    )
    why = why_field()


class TableLineSchema(Schema):
    """A line of the log."""

    version = fields.Integer(required=True)
    kind = fields.String(required=True, metadata={"enum": list(Kind)})
    seat = fields.Integer(required=True, allow_none=True)
    at = fields.String(required=True)
    struck = fields.Boolean(required=True)
    act = fields.Dict(required=True)
    lines = fields.List(ReferenceField("Event"), required=True)


class TableAgainSchema(Schema):
    """A decision that can be made again: a house ruling on which it rested was changed right after it."""

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
        metadata={"description": "`marker`, `leader`: whichever of the two it has got there."},
    )
    cards = fields.Dict(required=True, metadata={"description": "`crafted`, `reserve`, `goons`: how many."})
    declined = fields.Boolean(required=True)
    strays = fields.Boolean(required=True, metadata={"description": "Its pieces go to the Library."})


class TableLossSchema(Schema):
    """A raid's cost for a side."""

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
    """The scene that a second screen shows now; lists of other scenes are empty."""

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
    link = fields.String(
        required=True, metadata={"description": "Stands in addresses for the code; finds the table when it is closed."}
    )
    version = fields.Integer(required=True)
    seat = fields.Integer(
        required=True, allow_none=True, metadata={"description": "The first of the caller's seats; null for a watcher."}
    )
    seats = fields.List(
        fields.Integer(),
        required=True,
        metadata={"description": "The seats that the caller plays; the host also plays free ones."},
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
    state = ReferenceField(VisiblePosition.__name__, required=True)
    prompt = ReferenceField("Prompt", required=True)


class TableSetupStepSchema(Schema):
    """One kind of object to lay out before the game; `data` depends only on `object`."""

    object = fields.String(required=True, metadata={"enum": list(SetupObject)})
    number = fields.Integer(required=True)
    rule = fields.String(required=True)
    data = fields.Dict(required=True)
    text = fields.String(required=True)
    note = fields.String(required=True, metadata={"description": "What else you have to know; empty: nothing."})


class TableSchema(TableShownSchema):
    """The answer of GET: also the scene, what can be corrected, the faces that the box knows, and the score sheet."""

    setup = fields.List(fields.Nested(TableSetupStepSchema), required=True)
    scene = fields.Nested(TableSceneSchema, required=True)
    corrections = fields.List(ReferenceField("Correction"), required=True)
    sheet = fields.String(
        required=True, allow_none=True, metadata={"description": "The link of the score sheet that is kept of it."}
    )


class TableWhereSchema(Schema):
    """A place on the table: what kind of place, and which: a seat, a location, a space counted from 0, or none."""

    area = fields.String(required=True, metadata={"enum": list(Area)})
    of = fields.Raw(required=True, allow_none=True)


class TableMoveSchema(Schema):
    """A move on the board: pieces go from one place to another, or are turned, looked at or shuffled there."""

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
    """A new table: `token` belongs to its seat and is shown once; `code` lets others watch."""

    token = fields.String()
    setup = fields.List(fields.Nested(TableSetupStepSchema), required=True)
    moves = fields.List(
        fields.Nested(TableMoveSchema),
        required=True,
        metadata={
            "description": "What a game begun in the middle moves next; of another `setup` says what to lay out."
        },
    )


class TableWrittenSchema(TableShownSchema):
    """The table after a line, the line, and the moves on the board that it needs."""

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
    """A card that was revealed or looked at: its place in the deck as dealt (the top is 0), and its face."""

    line = fields.Integer(required=True)
    place = fields.Integer(required=True)
    shows = fields.Raw(required=True)


class TableDealSchema(Schema):
    """A deck that the app shuffled: as listed, as dealt, and the cards of it that were seen."""

    line = fields.Integer(required=True)
    round = fields.Integer(required=True)
    deck = fields.String(required=True, metadata={"enum": [GUARDS, LOCATIONS]})
    cards = fields.List(fields.Raw(), required=True)
    order = fields.List(fields.Raw(), required=True)
    seen = fields.List(fields.Nested(TableSightSchema), required=True)


class TableExportSchema(Schema):
    """A table as one file; `seed` and `deals` are null until it is closed."""

    format = fields.String(required=True, metadata={"enum": [fairness_proof.PROOF_FORMAT]})
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
    state = ReferenceField(VisiblePosition.__name__, required=True)
    lines = fields.List(fields.Nested(TableLineSchema), required=True)
    next = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The cursor of the following lines; null: there are none."},
    )


class TableSheetSchema(SheetSchema):
    """The score sheet of a game that has ended, and its link."""

    link = fields.String(required=True)


class TableScoresSchema(Schema):
    """The final scores."""

    scores = fields.Nested(ScoresSchema, required=True)
