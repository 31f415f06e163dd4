"""Keeping tables: open one, read it, add a line to its log. One code path for SQLite and PostgreSQL.

A line is acknowledged once it is committed, and from then on it is never changed. What a table has come to is kept in
the memory of the process and otherwise rebuilt from the log, so that a line costs the same whatever the log's length.
"""

import uuid
from collections import OrderedDict, deque
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache, partial
from importlib.metadata import version as installed_version
from threading import Lock
from typing import Any, Final, NamedTuple, TypeAlias

from flask import current_app
from sqlalchemy import ColumnElement, Select, false, insert, select, true
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.orm import Session

from companion.boxes.box import Box
from companion.boxes.models import KeptBox
from companion.boxes.repository import BoxGone, box_of, learn
from companion.boxes.repository import by_id as find_box
from companion.identity.tokens import fingerprint, is_link, new_link, new_token, token_of
from companion.persistence.database import db, forget_deleted, now, writing
from companion.rules.acts.actions import Act, Action, IllegalAct, Prompt, checked, offered
from companion.rules.engine import decider
from companion.rules.engine.fairness import Told, deals
from companion.rules.engine.mid_game_setup import Figures
from companion.rules.engine.physical_moves import Move, Piece, balanced, each_move, netted, reversed_moves
from companion.rules.errors import RuleError
from companion.rules.phases.free_actions import RAID_NOW
from companion.rules.phases.light_mode import OF_WHAT_LIES_THERE
from companion.rules.phases.lights_out import ranking_in
from companion.rules.phases.presence_entry import TELLS_OF_ANOTHER
from companion.rules.schema import Choose
from companion.rules.shuffling.shuffle import Shuffle, commitment, shuffled
from companion.rules.state import value_codec
from companion.rules.state.events import Event, evolve, replay
from companion.rules.state.position import Phase, Position, Setup, Side
from companion.sheets.models import Sheet
from companion.sheets.repository import Caller, KeyReused, new_sheet
from companion.tables import box_learning, log_codec
from companion.tables.box_learning import LeftCard
from companion.tables.broadcast import live, tell_others
from companion.tables.codes import new_code, new_seed, read_code
from companion.tables.conflicts import applies_cleanly
from companion.tables.fairness_proof import Proof
from companion.tables.late_decline import DECLINE_LATER, Taking, declined_later, takings
from companion.tables.permissions import (
    Sitting,
    holder_of,
    hosts,
    is_silent,
    match_seats,
    new_seats,
    unheard,
    viewer_of,
)
from companion.tables.projection.views import Viewer, correctable, prompt, refusal_told, stand_in
from companion.tables.records import Entry, Table, TableKey, TableRefusal, TableSeat
from companion.tables.redecide import (
    RANKINGS,
    SET_RULING,
    Done,
    Redecision,
    only_rulings_since,
    read_act,
    redecision_of,
)
from companion.tables.score_reveal import is_covered
from companion.tables.strike import in_the_way, seats_behind
from companion.tables.suggestions import types_cards, with_shows
from companion.tables.timeline import (
    DONE,
    MOVING,
    Kind,
    Line,
    NoSuchLine,
    State,
    UndoHistoryBuilder,
    advanced,
    games_before,
    rebuilt,
)
from companion.tables.upcasters import FORMAT, form_of

MOST_REMEMBERED: Final = 256
"""Tables whose state a process keeps in memory."""

MOST_VERSIONS: Final = 24
"""States of each that it keeps: what several phones do at once is based on one of the last ones."""

_REMEMBERED: Final = "lockup_tables"
_NOTHING: Final = "[]"
_TRIES: Final = 5


class TableGone(Exception):
    """No table has this code."""


class Refused(Exception):
    """A line that the log does not take; the table is as it was.

    Attributes:
        kept: the table as it is.
    """

    def __init__(self, kept: "LoadedTable") -> None:
        super().__init__(type(self).__name__)
        self.kept = kept


class Closed(Refused):
    """The table takes nothing more."""


class Changed(Refused):
    """What the line touches has changed since the version on which it was based.

    Attributes:
        same: the line with which somebody else has done the same meanwhile, where one has.
    """

    def __init__(self, kept: "LoadedTable", same: int | None = None) -> None:
        super().__init__(kept)
        self.same = same


class NotHost(Refused):
    """Only the host may do that."""


class NotYours(Refused):
    """The game allows it, but it is for another seat to do."""


class OthersLines(NotYours):
    """Where each corrects only what is their own, only the host goes back or forward past what others have done.

    Attributes:
        seats: whose lines it would strike, or bring back.
    """

    def __init__(self, kept: "LoadedTable", seats: frozenset[Side]) -> None:
        super().__init__(kept)
        self.seats = seats


class InTheWay(Refused):
    """A line alone cannot be struck: what it set was touched later.

    Attributes:
        line: the first line that touched it.
        seats: who else has touched it, the first of them first.
    """

    def __init__(self, kept: "LoadedTable", line: int, seats: Sequence[Side]) -> None:
        super().__init__(kept)
        self.line, self.seats = line, seats


class AgainstRules(Refused):
    """The game does not offer this now.

    Attributes:
        error: what is wrong.
        act: which act or correction it was, where it was one.
    """

    def __init__(self, kept: "LoadedTable", error: RuleError, act: Act | None = None) -> None:
        super().__init__(kept)
        self.error = error
        self.act = act


@dataclass(frozen=True)
class LoadedTable:
    """A table and what it has come to."""

    table: Table
    state: State

    def shuffle(self) -> Shuffle[Any]:
        """The order of its cards, which follows from its seed."""
        return shuffle_of(self.table)


@dataclass(frozen=True)
class OpenResult:
    """A new table, and the token of its seat, which is shown once."""

    kept: LoadedTable
    token: str
    language: str


@dataclass(frozen=True)
class Command:
    """What somebody wants to add to the log.

    Attributes:
        kind: an act, a correction, an undo, a redo, or the end of it all.
        version: of the table on which it is based.
        act: the act or the correction.
        to: of an undo or a redo, the last line that shall count.
        key: the idempotency key, or None.
        raw: the request, which must be the same under the same key.
        language: of the answer.
        stands_in: the side for which somebody else acts, since its phone sleeps; None: one acts oneself.
        entered_by: the seat of that somebody.
        taken_for: of a strike, the side that declines what the app took for it in that line; None: the line is struck.
    """

    kind: Kind
    version: int
    act: Act | None = None
    to: int | None = None
    key: str | None = None
    raw: bytes = b""
    language: str = "en"
    stands_in: Side | None = None
    entered_by: Side | None = None
    taken_for: Side | None = None

    def told(self) -> dict[str, Any]:
        """What the log keeps of it."""
        if self.act is not None:
            by = {} if self.stands_in is None else {"for": self.stands_in, "by": self.entered_by}
            return {"type": self.act.type, "fields": dict(self.act.values), **by}
        return {} if self.to is None else {"to": self.to}


@dataclass(frozen=True)
class CommandResult:
    """A line that stands in the log, be it since just now or since it was first asked for.

    Attributes:
        kept: the table right after it.
        line: what it says.
        language: of the answer; the one of the first time where it was asked again.
        since: the version of the table before it, and before the lines that were written together with it.
    """

    kept: LoadedTable
    line: "LogLine"
    language: str
    since: int


@dataclass(frozen=True)
class LogLine:
    """A line of the log with all that it says.

    Attributes:
        version: which.
        kind: what it is.
        seat: whose, or None for the table's own.
        moment: when.
        act: what was asked.
        events: what happened, with the reasons.
        before: the game just before it.
    """

    version: int
    kind: Kind
    seat: Side | None
    moment: datetime
    act: Mapping[str, Any]
    events: tuple[Event, ...]
    before: Position

    @property
    def by(self) -> Side | None:
        """Who has entered it: whose line it is, or who chose for that one, where the log knows (older ones do not)."""
        by: Side | None = self.act.get("by", self.seat)
        return by

    @property
    def owners(self) -> frozenset[Side]:
        """Whose own it is to take back: that of whom it is, and that of whoever chose for them."""
        return _owners(self.seat, self.act)

    @property
    def afterwards(self) -> bool:
        """Whether it is of a location that the table had left: a reward that was declined later (L-7)."""
        return self.act.get("type") == DECLINE_LATER


@cache
def rules_version() -> str:
    """What is stored with every line: the version of the app, and the form in which it writes."""
    return f"{installed_version('lockup-companion')}/{FORMAT}"


def shuffle_of(table: Table) -> Shuffle[Any]:
    """The order of a table's cards."""
    return partial(shuffled, table.seed)


def box_of_table(table: Table) -> Box | None:
    """The box that lies on a table; None where there is none, or none any more."""
    try:
        return None if table.box_id is None else box_of(find_box(table.box_id))
    except BoxGone:
        return None


def box_version(table: Table) -> int | None:
    """The version of that box."""
    return db.session.scalar(select(KeptBox.version).where(KeptBox.id == table.box_id)) if table.box_id else None


# Opening


@dataclass(frozen=True)
class Opening:
    """What somebody wants to open.

    Attributes:
        setup: what the table has agreed on.
        seats: who sits there, clockwise; the guards have none.
        held: the seats that whoever opens the table takes; the others are free. None: all of them.
        others: the devices, as they are stored, that have other seats from the beginning.
        host: the seat that runs the table, one of those; None: the first of whoever opens it.
        edits_all: whether everybody who sits may correct what is open of others' too.
        seed: what its cards are dealt from; None: nobody knows it.
        box: the id of the box that lies on it, or None.
        wished: what was wished of it, as `companion.tables.setup_request.WISHES` has it.
        key: the idempotency key, or None.
        raw: the request, which must be the same under the same key.
        language: of the answer.
        figures: how the game stands already; None: it begins.
    """

    setup: Setup
    seats: Sequence[Sitting] = ()
    held: frozenset[Side] | None = None
    others: Mapping[Side, str] = field(default_factory=dict)
    host: Side | None = None
    edits_all: bool = True
    seed: str | None = None
    box: str | None = None
    wished: Mapping[str, Any] = field(default_factory=dict)
    key: str | None = None
    raw: bytes = b""
    language: str = "en"
    figures: Figures | None = None


def open_table(opening: Opening, caller: Caller, counted: Callable[[], None] = lambda: None) -> OpenResult:
    """Open a table; the same idempotency key with the same request gives the first answer again.

    Args:
        opening: what table.
        caller: who opens it.
        counted: called before a table is really made.

    Raises:
        KeyReused: the key came with another request.
        NotInTheBox, WrongFigures: the game cannot stand so.
    """
    opened = _open_once(opening, caller, counted)
    _teach(opened.kept.table, lambda box: box_learning.opened(box, opening.wished, opened.kept.state.game))
    return opened


def _open_once(opening: Opening, caller: Caller, counted: Callable[[], None]) -> OpenResult:
    for _ in range(_TRIES):
        try:
            return _open(opening, caller, counted)
        except IntegrityError:
            # Another process wrote the same key in the same moment, or the code is taken.
            continue
    return _open(opening, caller, counted)


def _open(opening: Opening, caller: Caller, counted: Callable[[], None]) -> OpenResult:
    key, setup = opening.key, opening.setup
    salt = new_token()
    token = token_of(key, salt) if key else new_token()
    held = frozenset(setup.players) if opening.held is None else opening.held
    with writing() as session:
        if key and (earlier := session.get(TableKey, fingerprint(key))):
            if earlier.body_hash != fingerprint(opening.raw):
                raise KeyReused
            return _opened_before(session, earlier, key)
        counted()
        moment = now()
        # The box may have been deleted since it was read.
        box = session.get(KeptBox, opening.box) if opening.box else None
        table = Table(
            id=uuid.uuid4().hex,
            code=new_code(),
            created=moment,
            changed=moment,
            version=1,
            rules=rules_version(),
            seed=opening.seed or new_seed(),
            given=opening.seed is not None,
            host=min(held) if opening.host is None else opening.host,
            edits_all=opening.edits_all,
            revealed=0,
            watch=new_link(),
            seats=new_seats(setup, opening.seats, held, holder_of(token, caller), moment, others=opening.others),
            closed=False,
            over=False,
            box_id=box.id if box else None,
            teaches=box is not None and caller.may_change(box),
        )
        session.add(table)
        shuffle = shuffle_of(table)
        figures = opening.figures
        happened = decider.begin_at(setup, figures, shuffle) if figures else decider.begin(setup, shuffle)
        _insert(session, table, Command(Kind.BEGIN, 0, language=opening.language), None, happened)
        if key:
            kept_key = TableKey(
                key_hash=fingerprint(key), body_hash=fingerprint(opening.raw), salt=salt, table_id=table.id
            )
            session.add(kept_key)
    state = advanced(State(), Line(1, Kind.BEGIN, events=happened))
    _remember(table, state)
    return OpenResult(LoadedTable(table, state), token, opening.language)


def _opened_before(session: Session, earlier: TableKey, key: str) -> OpenResult:
    table = session.get_one(Table, earlier.table_id)
    first = session.get_one(Entry, (table.id, 1))
    return OpenResult(LoadedTable(table, _at(session, table, 1)), token_of(key, earlier.salt), first.language)


# Reading


def find(code: str) -> LoadedTable:
    """The table with that code.

    Raises:
        TableGone: there is none.
    """
    return _found(db.session.scalar(_with_code(code)))


def find_watched(link: str) -> LoadedTable:
    """The table whose second screen has that link.

    Raises:
        TableGone: there is none.
    """
    return _found(db.session.scalar(select(Table).where(Table.watch == link)) if is_link(link) else None)


def _found(table: Table | None) -> LoadedTable:
    if table is None:
        raise TableGone
    return load_state(table)


def load_state(table: Table) -> LoadedTable:
    """A table that was read, and what it has come to.

    Raises:
        TableGone: it was deleted since it was read.
    """
    if not table.seats:
        # Every table has seats. Read here, so that whoever asks later who may see it doesn't find nobody.
        raise TableGone
    state = _remembered(table)
    if state is not None and state.version > table.version:
        # Somebody has written since this was read: what is told of the log has to be of the same moment.
        state = _as_it_was(db.session(), table, table.version)
    elif state is None or state.version < table.version:
        state = _caught_up(db.session(), table, state)
        _remember(table, state)
    return LoadedTable(table, state)


def before(table: Table, version: int) -> Position:
    """The game just before a line of the log was written."""
    return _at(db.session(), table, version - 1).game


def log(table: Table, *, after: int = 0, upto: int | None = None, most: int | None = None) -> list[LogLine]:
    """Lines of the log, the oldest first.

    Args:
        table: whose.
        after: the version of the last line that is not wanted.
        upto: the version of the last line that is wanted, or None for all.
        most: how many at most.
    """
    query = select(Entry).where(Entry.table_id == table.id, Entry.version > after)
    if upto is not None:
        query = query.where(Entry.version <= upto)
    entries = db.session.scalars(query.order_by(Entry.version).limit(most)).all()
    if not entries:
        return []
    before = _games_before(db.session(), table, entries[0].version, entries[-1].version)
    return [_line(entry, before) for entry in entries]


def latest(kept: LoadedTable, versions: Iterable[int] | None = None) -> list[LogLine]:
    """The last lines that count, the oldest first, without going through the log once more.

    Args:
        kept: the table.
        versions: which of them; None: all.
    """
    before = dict(kept.state.latest)
    return [_line(entry, before) for entry in _entries(kept.table, before if versions is None else versions)]


def moves_since(kept: LoadedTable, version: int, told_by: Container[Side] | None = None) -> tuple[Move, ...]:
    """What hands have to move so that a table that lay as at a version lies as now: all of it, whoever may know it.

    What was taken back since is moved back, what was done is moved, and what was only told the app lies there already.
    Corrections alone move nothing, be they taken back or done again: what was entered was wrong, or right.

    Args:
        kept: the table.
        version: where it lay as the log says.
        told_by: the seats whose own hands have moved what they told the app; an act of another one is moved too. None:
            whoever told it has moved it. Between several hands each move stays with those who make it.
    """
    then = _as_it_was(db.session(), kept.table, version).history.counting if version else ()
    counting = kept.state.history.counting
    lines = {line.version: line for line in _lines_told(kept.table, {*then} ^ {*counting})}
    gone = [lines[one] for one in then if one in lines]
    came = [lines[one] for one in counting if one in lines]
    return moves_between(gone, came, version, told_by)


def moves_between(
    gone: Sequence[LogLine], came: Sequence[LogLine], version: int, told_by: Container[Side] | None = None
) -> tuple[Move, ...]:
    """The moves of `moves_since`, from the lines that count no more and those that count since, each in order. Pure."""
    back = reversed_moves(netted(_moved(gone, told=any(line.kind is Kind.ACT for line in gone))))
    redone = [line for line in came if line.version <= version]
    again_ = _moved(redone, told=any(line.kind is Kind.ACT for line in redone))
    new = [line for line in came if line.version > version]
    net = netted([*back, *again_, *_moved(new, told=False)])
    if not version:
        # Who takes up a game in the middle tells its round from where the marker stands.
        net = tuple(one for one in net if one.piece is not Piece.ROUND_MARKER)
    if told_by is None:
        return net if len(came) == 1 and not gone else balanced(net)
    others = [line for line in new if line.kind is Kind.ACT and line.seat not in told_by]
    # What other hands have done by themselves stands apart: whoever follows the list would else move the difference.
    return (*netted(move for line in others for move in _only_told(line)), *net)


def _only_told(line: LogLine) -> Iterator[Move]:
    """What a line only tells the app, and hands have done."""
    game = line.before
    for event in line.events:
        if not [*each_move((event,), game)]:
            yield from each_move((event,), game, told=True)
        game = evolve(game, event)


def _moved(lines: Iterable[LogLine], *, told: bool) -> Iterator[Move]:
    for line in lines:
        if line.kind in DONE:
            yield from each_move(line.events, line.before, told=told)


def _lines_told(table: Table, versions: set[int]) -> list[LogLine]:
    if not versions:
        return []
    before = _games_before(db.session(), table, min(versions), max(versions))
    return [_line(entry, before) for entry in _entries(table, versions)]


def asking(kept: LoadedTable) -> LogLine:
    """The line with which the table came to wait for what it waits for now."""
    entry = db.session.get_one(Entry, (kept.table.id, kept.state.came))
    return _line(entry, {entry.version: kept.state.game, **dict(kept.state.latest)})


def left_in_box(kept: LoadedTable, box: Box, viewer: Viewer) -> list[LeftCard]:
    """The cards that somebody has told and taken back, and that the box on the table still has.

    Taken back are lines that can be done again, and a face over which a correction, the last line, has typed another.
    """
    if not kept.table.teaches:
        return []
    taken_back = [_happened(one) for one in _entries(kept.table, kept.state.history.ahead) if one.seat in viewer.seats]
    before = dict(kept.state.latest[-1:])
    for one in _entries(kept.table, before):
        if one.seat in viewer.seats and one.kind == Kind.CORRECTION:
            line = _line(one, before)
            taken_back.append(tuple(box_learning.typed_over(line.before, line.events)))
    return box_learning.left_in(box, kept.state.game, taken_back)


def _entries(table: Table, versions: Iterable[int]) -> Sequence[Entry]:
    query = select(Entry).where(Entry.table_id == table.id, Entry.version.in_(versions)).order_by(Entry.version)
    return db.session.scalars(query).all()


def _games_before(session: Session, table: Table, first: int, last: int) -> Mapping[int, Position]:
    """The game just before each line from one to another; from the start of the log where it is not remembered."""
    known = _memory().at(table.id, first - 1)
    rows = _rows(session, table, known.version if known else 0, last)
    if known and any(row.kind in MOVING for row in rows):
        known, rows = None, _rows(session, table, 0, last)
    # Nothing that is told of a line depends on what was still to be done before it.
    lines = _lines(rows, agendas=frozenset())
    return games_before(lines, known) if known else games_before(lines)


def _line(entry: Entry, before: Mapping[int, Position]) -> LogLine:
    kind = Kind(entry.kind)
    return LogLine(entry.version, kind, entry.seat, entry.moment, entry.act, _happened(entry), before[entry.version])


def _happened(entry: Entry) -> tuple[Event, ...]:
    return log_codec.joined(entry.facts, entry.why, form_of(entry.rules))


def proof(kept: LoadedTable) -> Proof:
    """What proves that a table was dealt fairly. Its seed is for nobody's eyes before the table is closed."""
    lines = (Told(line.version, line.before, line.events) for line in log(kept.table, upto=kept.state.version))
    seed = kept.table.seed
    return Proof(seed, commitment(seed), tuple(deals(lines)), kept.table.given)


def redecision_offer(kept: LoadedTable, viewer: Viewer) -> Redecision | None:
    """The act that somebody can decide again, since a house ruling on which it rested was changed right after it."""
    session = db.session()
    found = None if kept.state.closed or not viewer.seats else _to_decide_again(session, kept)
    if found is None or _others_lines(session, kept, viewer, _undo_of(kept, found)):
        return None
    then = _as_it_was(session, kept.table, found.line - 1)
    try:
        found = _fitting(then.game, found, kept.shuffle())
        checked(prompt(then, viewer), found.act)
    except IllegalAct:
        return None
    return found


def _fitting(game: Position, found: Redecision, shuffle: Shuffle[Any]) -> Redecision:
    """What is decided again in the game just before: a location alone where the act chose what is not offered now."""
    for ruling in found.rulings:
        game = replay(decider.correct(game, ruling, shuffle), game)
    try:
        checked(decider.prompt(game), found.act)
    except IllegalAct:
        return found._replace(act=Act(decider.RESOLVE))
    return found


def _undo_of(kept: LoadedTable, found: Redecision) -> Command:
    """What takes an act back that is decided again."""
    counting = kept.state.history.counting
    return Command(Kind.UNDO, 0, to=counting[counting.index(found.line) - 1])


def _to_decide_again(session: Session, kept: LoadedTable) -> Redecision | None:
    counting = kept.state.history.counting
    last = select(Entry.act).where(Entry.table_id == kept.table.id, Entry.version == counting[-1])
    if session.scalars(last).one().get("type") != SET_RULING:
        return None
    lines: list[Done] = []
    for start in range(len(counting), 0, -_LOOKED_BACK):
        wanted = counting[max(0, start - _LOOKED_BACK) : start]
        query = select(Entry).where(Entry.table_id == kept.table.id, Entry.version.in_(wanted))
        entries = session.scalars(query.order_by(Entry.version)).all()
        found = [Done(one.version, Kind(one.kind), one.act, _happened(one)) for one in entries]
        lines[:0] = found
        if not only_rulings_since(lines):
            return None
        if any(ranking_in(line.events) for line in found):
            break
    return redecision_of(lines, kept.state.game)


_LOOKED_BACK: Final = 20


class Undoable(NamedTuple):
    """What somebody at a table can take back.

    Attributes:
        line: the last line of theirs that counts, with all that it says.
        to: where nobody has done anything since: the line before it, to which the table goes back; else None.
        others: where what it set was touched since: which other seats did; else None.
    """

    line: LogLine
    to: int | None
    others: Sequence[Side] | None


class Steps(NamedTuple):
    """The lines to which somebody can go one step back and one forward; None where there is none for them."""

    back: int | None
    forward: int | None


def steps(kept: LoadedTable, viewer: Viewer) -> Steps:
    """The same; for nobody once the table is closed."""
    counting, ahead = kept.state.history

    def to(kind: Kind, line: int) -> int | None:
        return None if _others_lines(db.session(), kept, viewer, Command(kind, 0, to=line)) else line

    if kept.state.closed:
        return Steps(None, None)
    return Steps(to(Kind.UNDO, counting[-2]) if len(counting) > 1 else None, to(Kind.REDO, ahead[0]) if ahead else None)


def undoable(kept: LoadedTable, viewer: Viewer) -> Undoable | None:
    """What somebody at a table can take back next; None where there is nothing."""
    counting = kept.state.history.counting
    query = select(Entry.version, Entry.seat).where(Entry.table_id == kept.table.id, Entry.version.in_(counting[1:]))
    own = max((version for version, seat in db.session.execute(query) if seat in viewer.seats), default=0)
    since = select(Entry.version, Entry.act).where(
        Entry.table_id == kept.table.id, Entry.version.in_([version for version in counting[1:] if version > own])
    )
    acts = [(version, act) for version, act in db.session.execute(since)]
    own = max((version for version, act in acts if act.get("by") in viewer.seats), default=own)
    last = max((version for version, act in acts if version > own and _tells_of(act) & viewer.seats), default=own)
    if kept.state.closed or not last:
        return None
    (line,) = log(kept.table, after=last - 1, upto=last)
    if last == counting[-1] and last == own:
        return Undoable(line, counting[-2], None)
    lines = _counting(db.session(), kept, last)
    obstacle = in_the_way(lines, last, kept.shuffle())
    return Undoable(line, None, None if obstacle is None else _others_behind(lines, last, obstacle, viewer))


def _owners(seat: Side | None, act: Mapping[str, Any]) -> frozenset[Side]:
    """The seats whose own a line is: see `LogLine.owners`."""
    return frozenset(one for one in (seat, act.get("by")) if one is not None)


def _others_behind(lines: Sequence[Line], struck: int, first: Line, viewer: Viewer) -> list[Side]:
    """The other seats whose lines stand in the way of striking one."""
    return [seat for seat in seats_behind(lines, struck, first) if seat not in viewer.seats]


def _tells_of(act: Mapping[str, Any]) -> frozenset[Side]:
    """The seats of which a line tells what is theirs to tell, so that it is theirs to take back too."""
    return frozenset(act["fields"]["side"] if act.get("type") in TELLS_OF_ANOTHER else ())


def recent(caller: Caller, *, most: int = 50, unfinished: bool = False) -> Sequence[Table]:
    """The tables of a device, or of a household all of this computer, the last changed first.

    Args:
        caller: who asks.
        most: how many at most.
        unfinished: whether those that are over are left out.
    """
    query = select(Table).where(seen_by(caller)).order_by(Table.changed.desc(), Table.id.desc()).limit(most)
    if unfinished:
        query = query.where(~Table.over)
    return db.session.scalars(query).all()


def seen_by(caller: Caller) -> ColumnElement[bool]:
    """Which tables a history shows: to a household all of this computer, to a device those at which it has a seat."""
    if caller.household:
        return true()
    if caller.device is None:
        return false()
    held = select(TableSeat.table_id).where(TableSeat.device == fingerprint(caller.device))
    return Table.id.in_(held)


def started_by(kept: LoadedTable) -> Side | None:
    """Who held the first player marker when the first lights out came, or in light depth the first round ended (S-7).

    None where the table does not know: its game began in the middle.
    """
    counting = kept.state.history.counting
    before = _games_before(db.session(), kept.table, 1, kept.state.version)
    holder = None
    for version in counting[1:]:
        game = before[version]
        if game.round > 1 or game.phase not in _BEGINNING or game.offers:
            break
        holder = game.first_player
    return holder


_BEGINNING: Final = frozenset({Phase.SETUP, Phase.ROUND, Phase.ROLL_CALL})
"""What is before the marker can move by a rule."""


def _with_code(code: str) -> Select[Table]:
    read = read_code(code)
    return select(Table).where(Table.code == read) if read else select(Table).where(false())


# Writing


def write(code: str, caller: Caller, *asked: Command) -> CommandResult:
    """Add a line to the log of a table, or say why not. Here stands the order of checks, after the shape.

    Args:
        code: of the table.
        caller: who asks.
        asked: what is to be added; several lines all or nothing, under the key of the last.

    Returns:
        The last of the lines.

    Raises:
        TableGone: there is no such table.
        NotAllowed: who asks has no seat there.
        KeyReused: the key came with another request before.
        Closed: nothing more is taken.
        Changed: what it touches has changed since.
        AgainstRules: the game does not offer it.
    """

    def append(session: Session, kept: LoadedTable, last: Command, viewer: Viewer) -> AppendResult:
        if last.taken_for is not None:
            return _declined(session, kept, last, viewer)
        for one in asked[:-1]:
            _check_version(session, kept, one)
        return _lines_added(session, kept, asked, viewer)

    return _taught(add(code, caller, asked[-1], append))


def taken(kept: LoadedTable, viewer: Viewer) -> list[Taking]:
    """What the app took by itself in this round for those who look, and they could decline, the first first."""
    if kept.state.closed or not viewer.seats or not kept.state.game.setup.paced:
        return []
    found = takings(_counting(db.session(), kept, 1))
    return [one for one in found if one.side in viewer.seats and one.round == kept.state.game.round]


class AppendResult(NamedTuple):
    """A line that was added to a log: the table after it, what was asked, by whom, what happened, the game before."""

    state: State
    asked: Command
    seat: Side | None
    happened: tuple[Event, ...]
    before: Position


def _lines_added(session: Session, kept: LoadedTable, lines: Iterable[Command], viewer: Viewer) -> AppendResult:
    """Lines one after another; the last of them. Where one is refused, the transaction takes them all back."""
    here, others = kept, {one.seat for one in kept.table.seats if not one.free} - viewer.seats
    for line in lines:
        asked = _with_shows(here, line)
        if asked.stands_in is not None:
            asked = replace(asked, entered_by=viewer.seat)
        try:
            seat, happened = _checked_rules(session, here, asked, viewer)
        except RuleError as error:
            raise AgainstRules(kept, error, asked.act) from error
        except (NotYours, Changed) as refusal:
            refusal.kept = kept
            raise
        added = AppendResult(_appended(session, here, asked, seat, happened), asked, seat, happened, here.state.game)
        here = LoadedTable(kept.table, added.state)
        if not viewer.runs and not others <= {one.seat for one in kept.table.seats}:
            # To take away a seat in which somebody sits is to free it, and that is for the host to do.
            raise NotYours(kept)
    return added


def _declined(session: Session, kept: LoadedTable, asked: Command, viewer: Viewer) -> AppendResult:
    """Decline what was taken by itself in a line that may stand behind others since: a line of its own."""
    if asked.taken_for not in viewer.seats:
        raise NotYours(kept)
    lines = _counting(session, kept, 1)
    found = [one for one in takings(lines) if (one.line, one.side) == (asked.to, asked.taken_for)]
    if not found:
        raise AgainstRules(kept, NoSuchLine("strike.no_such_line", ("to",)))
    taking = found[-1]
    declining = replace(asked, kind=Kind.ACT, to=None, taken_for=None)
    if taking.gone_on is None:
        at_once = Act("decline_instead", {"side": [taking.side]})
        return _lines_added(session, kept, (replace(declining, act=at_once),), viewer)
    happened, obstacle = declined_later(lines, taking, kept.shuffle())
    if obstacle is not None:
        others = [side for side in kept.state.game.players if side == obstacle.seat and side not in viewer.seats]
        raise InTheWay(kept, obstacle.version, others)
    act = Act(DECLINE_LATER, {"side": [taking.side], "location": [taking.location.value]})
    declining = replace(declining, act=act)
    state = _appended(session, kept, declining, taking.side, happened)
    return AppendResult(state, declining, taking.side, happened, kept.state.game)


def _with_shows(kept: LoadedTable, asked: Command) -> Command:
    """What was asked, with what the box on the table knows of the cards that it types."""
    if asked.act is None or not types_cards(asked.act):
        return asked
    return replace(asked, act=with_shows(box_of_table(kept.table), kept.state.game, asked.act))


def add_seat_line(session: Session, kept: LoadedTable, asked: Command, seat: Side | None) -> AppendResult:
    """Add a line that is about the seats, not the game."""
    return AppendResult(_appended(session, kept, asked, seat, ()), asked, seat, (), kept.state.game)


def _checked_who(table: Table, caller: Caller) -> Viewer:
    viewer = viewer_of(table, caller)
    if not viewer.seats:
        raise caller.refusal()
    return viewer


Append: TypeAlias = Callable[[Session, LoadedTable, Command, Viewer], AppendResult]
"""What adds what was asked to a log: all of it or nothing."""


def add(
    code: str,
    caller: Caller,
    asked: Command,
    append: Append,
    who: Callable[[Table, Caller], Viewer] = _checked_who,
) -> CommandResult:
    """Add what was asked to the log of a table; see `write`, whose checks these are.

    Args:
        code: of the table.
        caller: who asks.
        asked: what.
        append: makes a line of it, or several.
        who: who may ask.
    """
    with writing() as session:
        table = _locked(session, code)
        viewer = who(table, caller)
        earlier = _checked_key(session, table, asked)
        if earlier is not None:
            before = _games_before(session, table, earlier.version, earlier.version)
            line = _line(earlier, before)
            then = LoadedTable(table, _as_it_was(session, table, earlier.version))
            return CommandResult(then, line, earlier.language, earlier.version - 1)
        kept = LoadedTable(table, _current(session, table))
        if kept.state.closed:
            raise Closed(kept)
        for one in unheard(table, caller, now()):
            one.seen = now()
        try:
            _check_version(session, kept, asked)
            state, last, seat, happened, game = append(session, kept, asked, viewer)
        except (Changed, NotYours, InTheWay):
            _refuse_for_good(session, kept, asked)
            raise
        except AgainstRules as refusal:
            refusal.error = refusal_told(refusal.error, kept.state.game, viewer)
            raise
        tell_others(session, table.id, state.version)
    _remember(table, state)
    live().tell(table.id, state.version)
    line = LogLine(state.version, last.kind, seat, table.changed, last.told(), happened, game)
    return CommandResult(LoadedTable(table, state), line, asked.language, state.version - 1)


def _taught(written: CommandResult) -> CommandResult:
    """What has been written, once the box has learned from it; asked for again, it learns nothing twice."""
    game, happened = written.kept.state.game, written.line.events
    if box_learning.teaches(happened):
        _teach(written.kept.table, lambda box: box_learning.learned(box, game, happened))
    return written


def _teach(table: Table, apply: Callable[[Box], Box]) -> None:
    """Let the box of a table remember; what was acknowledged stands, whatever becomes of this."""
    if table.box_id is None or not table.teaches:
        return
    session = db.session()
    if table in session:
        # To write to the box would read the table anew.
        session.expunge(table)
    try:
        learn(find_box(table.box_id).link, apply)
    except BoxGone:
        pass
    except SQLAlchemyError:
        current_app.logger.exception("A box did not learn what was typed at its table.")


def decide_again(code: str, caller: Caller, asked: Command) -> CommandResult:
    """Strike an act that rested on a house ruling, and do it again under the ruling as it is now: all or nothing.

    Args:
        code: of the table.
        caller: who asks.
        asked: an act without one; `to` is its line, as `redecision_offer` offers it.

    Returns:
        The last of the lines that this adds: the act, done again.

    Raises:
        TableGone, NotAllowed, KeyReused, Closed, Changed, AgainstRules: as `write`.
    """
    written = _taught(add(code, caller, asked, _decided_again))
    return replace(written, since=_before_again(written))


def _before_again(written: CommandResult) -> int:
    """The version of a table before an act was struck that was decided again: before the undo and the rulings."""
    query = (
        select(Entry.version)
        .where(Entry.table_id == written.kept.table.id, Entry.version < written.line.version, Entry.kind == Kind.UNDO)
        .order_by(Entry.version.desc())
    )
    return db.session.scalars(query.limit(1)).one() - 1


def _decided_again(session: Session, kept: LoadedTable, asked: Command, viewer: Viewer) -> AppendResult:
    offered = _to_decide_again(session, kept)
    if offered is None or offered.line != asked.to:
        raise AgainstRules(kept, NoSuchLine("again.no_such_line", ("to",)))
    then = _as_it_was(session, kept.table, offered.line - 1)
    offered = _fitting(then.game, offered, kept.shuffle())
    undone = replace(_undo_of(kept, offered), language=asked.language)
    rulings = [Command(Kind.CORRECTION, 0, act, language=asked.language) for act in offered.rulings]
    return _lines_added(session, kept, (undone, *rulings, replace(asked, act=offered.act, to=None)), viewer)


@contextmanager
def locked(code: str) -> Iterator[tuple[Session, LoadedTable]]:
    """A transaction in which nobody else writes to a table, and what that has come to.

    Raises:
        TableGone: there is no such table.
    """
    with writing() as session:
        table = _locked(session, code)
        yield session, LoadedTable(table, _current(session, table))


def _locked(session: Session, code: str) -> Table:
    """The table, which nobody else writes to until this transaction ends."""
    query = _with_code(code).with_for_update().execution_options(populate_existing=True)
    table = session.scalar(query)
    if table is None:
        raise TableGone
    return table


def _checked_key(session: Session, table: Table, asked: Command) -> Entry | None:
    """The line that was written under this key, if one was."""
    if asked.key is None:
        return None
    query = select(Entry).where(Entry.table_id == table.id, Entry.key_hash == fingerprint(asked.key))
    earlier = session.scalar(query)
    if earlier is not None and earlier.body_hash != fingerprint(asked.raw):
        raise KeyReused
    return earlier


def _check_version(session: Session, kept: LoadedTable, asked: Command) -> None:
    """Take what was based on an older version only where nothing that it touches has changed since."""
    if asked.version == kept.state.version or asked.kind is Kind.SEAT:
        # Who sits where is decided by how the seats are now, whatever the game has come to.
        return
    if asked.kind is Kind.STRIKE and asked.version < kept.state.version:
        # It names its line, and what has touched that since is looked for anyway.
        return
    if asked.version > kept.state.version or asked.version < 1 or asked.act is None:
        raise Changed(kept)
    then = _as_it_was(session, kept.table, asked.version)
    before = then.game
    if asked.kind is Kind.ACT:
        if then.asked != kept.state.asked:
            # The step that its owner saw has ended since, however much what is asked now looks like it.
            raise Changed(kept)
        _check_done_once(session, kept, asked, before)
    _check_same(kept, asked, before)


def _check_same(kept: LoadedTable, asked: Command, before: Position) -> None:
    """Compare what a change comes to with what it came to where it was based."""
    assert asked.act is not None
    try:
        based = _outcome(before, asked, kept.shuffle())
    except RuleError as then:
        try:
            _outcome(kept.state.game, asked, kept.shuffle())
        except RuleError as error:
            # What is told of it is told with the table as it is now.
            raise AgainstRules(kept, error, asked.act) from error
        raise Changed(kept) from then
    try:
        found = _outcome(kept.state.game, asked, kept.shuffle())
    except RuleError as error:
        raise Changed(kept) from error
    same = applies_cleanly(before, based, kept.state.game, found)
    if asked.kind is Kind.ACT and asked.act.type not in OF_WHAT_LIES_THERE:
        offer = _offered(kept.state.game, asked.act)
        # What others do in rows of their own changes where the last of them leads to, and nothing in this one.
        same = (same or _is_own_row(kept.state.game, offer)) and _offered(before, asked.act) == offer
    if not same:
        raise Changed(kept)


def _check_done_once(session: Session, kept: LoadedTable, asked: Command, before: Position) -> None:
    """Refuse what was there to be done once, and what somebody else has done meanwhile: also a ranking (L-10)."""
    act = asked.act
    assert act is not None
    ranks = act.type in RANKINGS
    gone = _is_legal(before, act) and not _is_legal(kept.state.game, act)
    if not (ranks or gone or act.type == RAID_NOW):
        return
    counting = {*kept.state.history.counting}
    query = select(Entry).where(Entry.table_id == kept.table.id, Entry.version > asked.version)
    since = [entry for entry in session.scalars(query.order_by(Entry.version.desc())) if entry.version in counting]
    place = act.values.get("location")
    for entry in since:
        if ranks and entry.act.get("type") in RANKINGS and entry.act.get("fields", {}).get("location") == place:
            raise Changed(kept, entry.version)
        if act.type == RAID_NOW and entry.act.get("type") == RAID_NOW:
            # Of no cubes another raid would change nothing, and still be told as one.
            raise Changed(kept, entry.version)
    if gone:
        raise Changed(kept, max(since, key=partial(_likeness, act)).version if since else None)


def _is_legal(game: Position, act: Act) -> bool:
    try:
        checked(decider.prompt(game), act)
    except IllegalAct:
        return False
    return True


def _likeness(act: Act, entry: Entry) -> tuple[bool, ...]:
    """How much a line that came between is what has made an act impossible: the same, of the same side, of its type."""
    fields, type_ = entry.act.get("fields", {}), entry.act.get("type")
    return (type_, fields) == (act.type, act.values), fields.get("side") == act.values.get("side"), type_ == act.type


def _refused_before(session: Session, table: Table, asked: Command) -> bool:
    """Whether this very request was refused: a copy of it that comes late finds a table that would take it now."""
    if asked.key is None:
        return False
    refusal = (table.id, fingerprint(asked.key), fingerprint(asked.raw))
    return session.get(TableRefusal, refusal) is not None


def _refuse_for_good(session: Session, kept: LoadedTable, asked: Command) -> None:
    """Remember a refusal that another state of the table would not repeat, so that its request stays refused.

    Of several lines at once the first may be written by now: then nothing is kept, and a late copy is judged anew.
    """
    if asked.key is None or kept.table.version != kept.state.version:
        return
    refusal = {"key_hash": fingerprint(asked.key), "body_hash": fingerprint(asked.raw)}
    if not _refused_before(session, kept.table, asked):
        session.execute(insert(TableRefusal).values(table_id=kept.table.id, **refusal))
    # What was read is still to be shown, as it is.
    session.expunge_all()
    session.commit()


def _is_own_row(game: Position, action: Action | None) -> bool:
    """Whether an action tells of one side alone, where several are asked at once."""
    side = action and action.fields.get("side")
    return decider.STEPS[game.agenda[0].kind].shared and isinstance(side, Choose) and len(side.options) == 1


def _offered(game: Position, act: Act) -> Action | None:
    return offered(decider.prompt(game), act)


def _checked_rules(
    session: Session, kept: LoadedTable, asked: Command, viewer: Viewer
) -> tuple[Side | None, tuple[Event, ...]]:
    """Whose line it is, and what it comes to."""
    seat, happened = viewer.seat, tuple[Event, ...]()
    if asked.kind is Kind.CLOSE and not viewer.runs:
        # It ends the log for everybody, and nothing undoes it.
        raise NotHost(kept)
    if asked.act is not None:
        happened = _outcome(kept.state.game, asked, kept.shuffle())
        seat = _allowed(kept, asked, viewer)
    else:
        kept.state.history.after(kept.state.version + 1, asked.kind, asked.to)
    if asked.kind is Kind.STRIKE:
        _checked_strike(session, kept, asked.to or 0, viewer)
    elif others := _others_lines(session, kept, viewer, asked):
        raise OthersLines(kept, others)
    if asked.version != kept.state.version and _refused_before(session, kept.table, asked):
        raise Changed(kept)
    return seat, happened


def _others_lines(session: Session, kept: LoadedTable, viewer: Viewer, asked: Command) -> frozenset[Side]:
    """Whose lines somebody would strike, or bring back, who may not."""
    if viewer.moves_all or asked.kind not in MOVING:
        return frozenset()
    now_, then = kept.state.history, kept.state.history.after(kept.state.version + 1, asked.kind, asked.to)
    moved = {*now_.counting} ^ {*then.counting}
    query = select(Entry.seat, Entry.act).where(Entry.table_id == kept.table.id, Entry.version.in_(moved))
    others = ((seat, _owners(seat, act)) for seat, act in session.execute(query))
    return frozenset(seat for seat, owners in others if seat is not None and not owners & viewer.seats)


def _checked_strike(session: Session, kept: LoadedTable, struck: int, viewer: Viewer) -> None:
    """One takes back alone what one did oneself, as long as nobody has built on it since."""
    lines = _counting(session, kept, struck)
    mine = next(line for line in lines if line.version == struck)
    act = session.scalars(select(Entry.act).where(Entry.table_id == kept.table.id, Entry.version == struck)).one()
    if not (_owners(mine.seat, act) | _tells_of(act)) & viewer.seats:
        raise NotYours(kept)
    obstacle = in_the_way(lines, struck, kept.shuffle())
    if obstacle is not None:
        raise InTheWay(kept, obstacle.version, _others_behind(lines, struck, obstacle, viewer))


def _counting(session: Session, kept: LoadedTable, struck: int) -> list[Line]:
    """The lines that count, those after one with their acts."""
    counting = {*kept.state.history.counting}
    rows = [row for row in _rows(session, kept.table, 0, kept.state.version) if row.version in counting]
    query = select(Entry.version, Entry.act).where(Entry.table_id == kept.table.id, Entry.version > struck)
    acts = {version: act for version, act in session.execute(query) if version in counting}
    return [line._replace(act=read_act(acts[line.version])) if line.version in acts else line for line in _lines(rows)]


def _allowed(kept: LoadedTable, asked: Command, viewer: Viewer) -> Side | None:
    """The seat for which somebody does what the game allows.

    Raises:
        NotYours: it is for others to do.
    """
    assert asked.act is not None
    if asked.stands_in is not None:
        return _allowed_for(kept, asked.stands_in, asked.act)
    if asked.kind is Kind.CORRECTION:
        asked_for = Prompt(None, None, correctable(kept.state, viewer))
    else:
        asked_for = prompt(kept.state, viewer)
    try:
        action = checked(asked_for, asked.act)
    except IllegalAct as others:
        raise NotYours(kept) from others
    chosen = asked.act.values.get("side") if asked.kind is Kind.ACT else None
    side = action.side if action.side is not None else chosen[0] if chosen else None
    return side if side in viewer.seats else viewer.seat


def _allowed_for(kept: LoadedTable, side: Side, act: Act) -> Side:
    """The side for which somebody else acts: the line is its own, so that it can take it back, as whoever acted can.

    Raises:
        NotYours: its phone is awake, or it is to be done with what only that side may see.
    """
    row = next((one for one in kept.table.seats if one.seat == side), None)
    try:
        checked(stand_in(kept.state, side), act)
    except IllegalAct as own:
        raise NotYours(kept) from own
    if row is None or not is_silent(row, now()):
        raise NotYours(kept)
    return side


def _outcome(game: Position, asked: Command, shuffle: Shuffle[Any]) -> tuple[Event, ...]:
    assert asked.act is not None
    carry_out = decider.correct if asked.kind is Kind.CORRECTION else decider.decide
    return carry_out(game, asked.act, shuffle)


def _appended(
    session: Session, kept: LoadedTable, asked: Command, seat: Side | None, happened: tuple[Event, ...]
) -> State:
    """The table after the line, which is now in the log."""
    table = kept.table
    table.version = kept.state.version + 1
    table.changed = now()
    table.closed = asked.kind is Kind.CLOSE
    _insert(session, table, asked, seat, happened)
    if asked.kind in MOVING:
        state = _at(session, table, table.version)
    else:
        state = advanced(kept.state, Line(table.version, asked.kind, asked.to, seat, happened))
    table.over = state.closed or state.game.phase is Phase.ENDED
    if state.game.setup.starts != kept.state.game.setup.starts:
        match_seats(table, state.game.setup)
    return state


_ENTRY: Final = insert(Entry.__table__)  # type: ignore[arg-type]
"""Past the unit of work: a line is never changed, so nothing needs to watch it."""


def _insert(session: Session, table: Table, asked: Command, seat: Side | None, happened: Iterable[Event]) -> None:
    facts, why = log_codec.split(happened)
    session.flush()
    session.execute(
        _ENTRY,
        {
            "table_id": table.id,
            "version": table.version,
            "kind": asked.kind.value,
            "act": asked.told(),
            "facts": facts,
            "why": why,
            "rules": rules_version(),
            "seat": seat,
            "moment": table.changed,
            "key_hash": fingerprint(asked.key) if asked.key else None,
            "body_hash": fingerprint(asked.raw) if asked.key else None,
            "language": asked.language,
        },
    )


def delete(code: str, caller: Caller) -> None:
    """Delete a table: its log, seats, invitations and keys. A score sheet that was kept of it stays.

    Args:
        code: of the table.
        caller: who asks: whoever holds the seat that runs it.

    Raises:
        TableGone: there is no such table.
        NotAllowed: who asks has no seat there.
        NotHost: another seat runs it.
    """
    with locked(code) as (session, kept):
        table = kept.table
        _checked_who(table, caller)
        if not hosts(caller, table):
            raise NotHost(kept)
        session.delete(table)
        tell_others(session, table.id, None)
    forget_deleted()
    _memory().forget(table.id)
    live().tell(table.id, None)


# The score sheet


class NotEnded(Refused):
    """The game goes on, or its scores are covered; they are not kept before everybody has seen them.

    Attributes:
        covered: whether they are covered.
    """

    def __init__(self, kept: "LoadedTable", *, covered: bool) -> None:
        super().__init__(kept)
        self.covered = covered


def keep_sheet(code: str, caller: Caller, body: Callable[[LoadedTable], Mapping[str, Any]]) -> Sheet:
    """The score sheet of a game that has ended: made the first time, and the same from then on.

    Whoever runs the table may correct and delete the sheet: the token of the host's seat is its edit token, and the
    host's device its maker. Where the game went back since and ended otherwise, the sheet follows, unless people
    have corrected it.

    Args:
        code: of the table.
        caller: who asks.
        body: makes the scores request of it.

    Raises:
        TableGone, NotAllowed: as `write`.
        NotEnded: the game goes on.
    """
    with locked(code) as (session, kept):
        table = kept.table
        _checked_who(table, caller)
        covered = is_covered(kept.state.game, table.revealed)
        if covered or kept.state.game.phase is not Phase.ENDED:
            raise NotEnded(kept, covered=covered)
        sheet = session.get(Sheet, table.sheet_id, with_for_update=True) if table.sheet_id else None
        if sheet is None:
            host = next(one for one in table.seats if one.seat == table.host)
            sheet = new_sheet(session, body(kept), edit_hash=host.token_hash or "", maker=host.device)
            table.sheet_id, table.sheet_version = sheet.id, sheet.version
        elif sheet.version == table.sheet_version:
            found = _with_names_of(sheet, body(kept))
            if found != sheet.body:
                sheet.body, sheet.version, sheet.changed = found, sheet.version + 1, now()
                table.sheet_version = sheet.version
    return sheet


def _with_names_of(sheet: Sheet, body: Mapping[str, Any]) -> dict[str, Any]:
    """A scores request with the names that a sheet has: those of nameless seats depend on the language."""
    named = zip(body["sides"], sheet.body["sides"], strict=True)
    return {**body, "sides": [{**side, "name": kept["name"]} for side, kept in named]}


def sheet_of(table: Table) -> Sheet | None:
    """The score sheet of a table, or None where none is kept."""
    return db.session.get(Sheet, table.sheet_id) if table.sheet_id else None


def table_of(sheet: Sheet) -> Table | None:
    """The table of a score sheet, or None where it was made otherwise."""
    return db.session.scalar(select(Table).where(Table.sheet_id == sheet.id))


# What a table has come to


class _Memory:
    """The last states of tables by id, of those used last; as many as fit."""

    def __init__(self) -> None:
        self._states: OrderedDict[str, deque[State]] = OrderedDict()
        self._lock = Lock()

    def get(self, table_id: str) -> State | None:
        with self._lock:
            states = self._states.get(table_id)
            if not states:
                return None
            self._states.move_to_end(table_id)
            return states[-1]

    def at(self, table_id: str, version: int) -> State | None:
        with self._lock:
            return next((one for one in self._states.get(table_id, ()) if one.version == version), None)

    def put(self, table_id: str, state: State) -> None:
        with self._lock:
            states = self._states.setdefault(table_id, deque(maxlen=MOST_VERSIONS))
            if not states or states[-1].version < state.version:
                states.append(state)
                self._states.move_to_end(table_id)
            while len(self._states) > MOST_REMEMBERED:
                self._states.popitem(last=False)

    def forget(self, table_id: str) -> None:
        with self._lock:
            self._states.pop(table_id, None)


def _memory() -> _Memory:
    memory: _Memory = current_app.extensions.setdefault(_REMEMBERED, _Memory())
    return memory


def _remembered(table: Table) -> State | None:
    return _memory().get(table.id)


def _remember(table: Table, state: State) -> None:
    _memory().put(table.id, state)


def _current(session: Session, table: Table) -> State:
    """What the table, whose row is locked, has come to."""
    state = _remembered(table)
    if state is None or state.version > table.version:
        return _at(session, table, table.version)
    return state if state.version == table.version else _caught_up(session, table, state)


def _caught_up(session: Session, table: Table, state: State | None) -> State:
    """The state after the lines that others have written since."""
    if state is None:
        return _at(session, table, table.version)
    rows = _rows(session, table, state.version, table.version)
    if any(row.kind in MOVING for row in rows):
        return _at(session, table, table.version)
    for line in _lines(rows):
        state = advanced(state, line)
        _remember(table, state)
    return state


def _as_it_was(session: Session, table: Table, version: int) -> State:
    """What the table had come to at a version, remembered or read."""
    return _memory().at(table.id, version) or _at(session, table, version)


def _at(session: Session, table: Table, version: int) -> State:
    """What the table had come to at a version, read from its log."""
    rows = _rows(session, table, 0, version)
    going = UndoHistoryBuilder()
    for row in rows:
        going.take(row.version, row.kind, row.to)
    # Of the agendas only the last that counts is needed; to read the others would take most of the time.
    return rebuilt(_lines(rows, agendas={*going.history().counting}))


class _Row(NamedTuple):
    """What a table is rebuilt from: of a line, as the database has it, what the game depends on."""

    version: int
    kind: Kind
    to: int | None
    seat: Side | None
    facts: str
    rules: str


def _rows(session: Session, table: Table, after: int, upto: int) -> Sequence[_Row]:
    query = (
        select(Entry.version, Entry.kind, Entry.act["to"].as_integer(), Entry.seat, Entry.facts, Entry.rules)
        .where(Entry.table_id == table.id, Entry.version > after, Entry.version <= upto)
        .order_by(Entry.version)
    )
    rows = [_Row(version, _KINDS[kind], *others) for version, kind, *others in session.execute(query)]
    if not after and not rows:
        # Every table has a first line; this one was deleted since it was read.
        raise TableGone
    return rows


_KINDS: Final = {kind.value: kind for kind in Kind}


_AGENDA: Final = f'"{value_codec.TAG}":"{log_codec.AGENDA}"'
"""Stands in what happened where a line ends what was asked before it."""


def _lines(rows: Sequence[_Row], agendas: Collection[int] | None = None) -> Iterator[Line]:
    """The lines; of the agendas that these lines set, by version, only the last; None: all agendas of all lines."""
    done = [row for row in rows if row.kind in DONE]
    places = None if agendas is None else {place for place, row in enumerate(done) if row.version in agendas}
    forms = {rules: form_of(rules) for rules in {row.rules for row in done}}
    happened = iter(log_codec.facts([(forms[row.rules], row.facts) for row in done], agendas=places))
    for row in rows:
        events = next(happened) if row.kind in DONE else ()
        yield Line(row.version, row.kind, row.to, row.seat, events, row.kind in DONE and _AGENDA in row.facts)
