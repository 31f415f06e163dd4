"""Opening a table: a repeated idempotency key gets the first response again."""

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from companion.boxes.models import KeptBox
from companion.identity.caller import Caller
from companion.identity.tokens import fingerprint, new_link, new_token, token_of
from companion.persistence.database import now, writing
from companion.persistence.linked import KeyReused, gives_secrets
from companion.rules.engine import decider
from companion.rules.engine.mid_game_setup import EnteredPosition
from companion.rules.state.pieces import Side
from companion.rules.state.setup import Setup
from companion.tables import box_learning
from companion.tables.codes import new_code, new_seed
from companion.tables.command import Command
from companion.tables.line import Kind, Line
from companion.tables.permissions import Sitting, holder_of, new_seats
from companion.tables.records import Entry, Table, TableKey, copy_of
from companion.tables.repository import LoadedTable, rules_version, shuffle_of, state_at
from companion.tables.state_cache import state_cache
from companion.tables.table_box import teach_box
from companion.tables.timeline import State, advanced
from companion.tables.unit_of_work import INSERT_ENTRY, entry_values

_TRIES: Final = 5


@dataclass(frozen=True)
class OpenResult:
    """A new table, and the token of its seat, which is shown once; None: no longer."""

    loaded: LoadedTable
    token: str | None
    language: str


@dataclass(frozen=True)
class Opening:
    """A request to open a table.

    Attributes:
        setup: the agreed setup.
        seats: who sits there, clockwise; the guards have none.
        held: the seats that the opener takes; the others are free. None: all of them.
        others: the devices, as they are stored, that have other seats from the beginning.
        host: the seat that runs the table, one of those; None: the opener's first.
        edits_all: whether all players may correct others' open values too.
        seed: the seed of its cards; None: a new one that no one knows.
        box: the id of the copy on it, or None.
        wished: the requested setup, as in `companion.tables.setup_request.SETUP_REQUEST`.
        key: the idempotency key, or None.
        raw: the request, which must be the same under the same key.
        language: of the response.
        figures: the position of a game under way; None: it begins.
        zone: the time zone of the phone that asks; None: unknown.
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
    figures: EnteredPosition | None = None
    zone: str | None = None


def open_table(opening: Opening, caller: Caller, counted: Callable[[], None] = lambda: None) -> OpenResult:
    """Open a table; a repeated request with the same key gets the first response.

    Args:
        opening: the requested table.
        caller: who opens it.
        counted: called before a table is really made.

    Raises:
        KeyReused: the key came with another request.
        NotInTheBox, WrongFigures: the requested position is impossible.
    """
    opened = _open_once(opening, caller, counted)
    teach_box(opened.loaded.table, lambda box: box_learning.opened(box, opening.wished, opened.loaded.state.game))
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
    key, setup = caller.own_key(opening.key), opening.setup
    salt = new_token()
    token = token_of(key, salt) if key else new_token()
    held = frozenset(setup.players) if opening.held is None else opening.held
    with writing() as session:
        if key and (earlier := session.get(TableKey, fingerprint(key))):
            if earlier.body_hash != fingerprint(opening.raw):
                raise KeyReused
            return _opened_before(session, earlier, key, owned=bool(caller.owner))
        counted()
        moment = now()
        # The copy may have been deleted since it was read.
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
            zone=opening.zone,
            began=None if opening.figures else moment,
        )
        session.add(table)
        shuffle = shuffle_of(table)
        figures = opening.figures
        happened = decider.begin_at(setup, figures, shuffle) if figures else decider.begin(setup, shuffle)
        begin = Command(Kind.BEGIN, 0, language=opening.language)
        line = Line(1, Kind.BEGIN, moment=moment, shown=begin.version).with_events(happened)
        session.execute(INSERT_ENTRY, entry_values(table.id, begin, line))
        if key:
            kept_key = TableKey(
                key_hash=fingerprint(key), body_hash=fingerprint(opening.raw), salt=salt, table_id=table.id
            )
            session.add(kept_key)
    state = advanced(State(), line)
    state_cache().put(table.id, state)
    state_cache().put_row(copy_of(table))
    return OpenResult(LoadedTable(table, state), token, opening.language)


def _opened_before(session: Session, earlier: TableKey, key: str, *, owned: bool) -> OpenResult:
    table = session.get_one(Table, earlier.table_id)
    first = session.get_one(Entry, (table.id, 1))
    token = token_of(key, earlier.salt) if owned or gives_secrets(table.created) else None
    return OpenResult(LoadedTable(table, state_at(table, 1)), token, first.language)
