"""The state of a table from its log: which entries count, and the game. Pure.

Entries are only ever added. Undo and redo are entries too: they move a mark among the acts. Entries after the mark are
struck; they can be redone until a new act replaces them.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeAlias

from companion.rules.acts.actions import Prompt
from companion.rules.engine import decider
from companion.rules.engine.decider import Decision
from companion.rules.errors import RuleError
from companion.rules.state.cards import GuardFace
from companion.rules.state.events import (
    NOTHING,
    AgendaSet,
    Dealt,
    Event,
    GuardCardLooked,
    GuardCardTurned,
    PhaseBegan,
    replay,
)
from companion.rules.state.pieces import Side
from companion.rules.state.position import Position
from companion.tables.line import DONE, MOVING, Kind, Line


class NoSuchLine(RuleError):
    """There is nothing to undo or redo up to that entry."""


class UndoHistory(NamedTuple):
    """The position of a table in its log.

    Attributes:
        counting: the entries that count, in order.
        ahead: the struck entries that can be redone, next first.
    """

    counting: tuple[int, ...] = ()
    ahead: tuple[int, ...] = ()

    def after(self, version: int, kind: Kind, to: int | None = None) -> "UndoHistory":
        """Return the history after one more entry.

        Raises:
            NoSuchLine: nothing can be undone or redone up to there.
        """
        if kind in DONE:
            return UndoHistory((*self.counting, version))
        if kind not in MOVING:
            return self
        going = UndoHistoryBuilder(self)
        going.take(version, kind, to)
        return going.history()

    def counts(self, version: int) -> bool:
        """Return whether an entry counts."""
        place = bisect_left(self.counting, version)
        return place < len(self.counting) and self.counting[place] == version


_NOWHERE: Final = UndoHistory()


class UndoHistoryBuilder:
    """Builds an `UndoHistory` entry by entry.

    The entries that count are sorted, so that one is found quickly however many there are. Entries that can be redone
    are in the order in which they were struck, last first: one that was struck by itself waits behind later ones undone
    after it. So a redo always returns to entries that have counted together before.
    """

    def __init__(self, history: UndoHistory = _NOWHERE) -> None:
        self._counting = [*history.counting]
        self._ahead = [*history.ahead]
        self._moved = len(self._counting)

    @property
    def last(self) -> int:
        """The last entry that counts; 0: none does."""
        return self._counting[-1] if self._counting else 0

    def history(self) -> UndoHistory:
        """Return the history so far."""
        return UndoHistory(tuple(self._counting), tuple(self._ahead))

    def moved(self) -> Iterable[tuple[int, int]]:
        """Yield the entries that now count or follow others, each after its predecessor."""
        for place in range(self._moved, len(self._counting)):
            yield self._counting[place - 1] if place else 0, self._counting[place]

    def take(self, version: int, kind: Kind, to: int | None) -> None:
        """Add an entry.

        Raises:
            NoSuchLine: nothing can be undone or done again up to there.
        """
        self._moved = len(self._counting)
        if kind in DONE:
            self._counting.append(version)
            self._ahead = []
        elif kind is Kind.UNDO:
            kept = self._place(to) + 1
            if kept == len(self._counting):
                raise _no_such_line("undo")
            self._ahead = self._counting[kept:] + self._ahead
            del self._counting[kept:]
        elif kind is Kind.STRIKE:
            place = self._place(to, "strike")
            if place == 0:
                # The first line is the table itself.
                raise _no_such_line("strike")
            self._ahead = [self._counting.pop(place)]
            self._moved = place
        elif kind is Kind.REDO:
            self._redo(to)

    def _place(self, line: int | None, way: str = "undo") -> int:
        """Return the index of a counting entry; `way` names the error otherwise."""
        place = 0 if line is None else bisect_left(self._counting, line)
        if place == len(self._counting) or self._counting[place] != line:
            raise _no_such_line(way)
        return place

    def _redo(self, to: int | None) -> None:
        if to not in self._ahead:
            raise _no_such_line("redo")
        number = self._ahead.index(to) + 1
        again = self._ahead[:number]
        self._moved = bisect_left(self._counting, min(again))
        # An entry that was struck by itself returns to its place.
        self._counting = sorted(self._counting + again)
        del self._ahead[:number]


def _no_such_line(way: str) -> NoSuchLine:
    return NoSuchLine(f"{way}.no_such_line", ("to",))


Deal: TypeAlias = tuple[Any, ...]
"""A deal of guard cards: equal if the app deals the same round from the same faces."""


class CardSight(NamedTuple):
    """A guard card that was seen, and by which seat; None: everyone."""

    face: GuardFace
    seat: Side | None


Seen: TypeAlias = Mapping[tuple[Deal, int], tuple[CardSight, ...]]

LATEST: Final = 60
"""The number of last entries kept with a state; more than a round has for one location."""


class _State(NamedTuple):
    """A table at one moment.

    Attributes:
        version: how many entries its log has.
        history: which of them count.
        closed: whether nothing more is taken.
        game: the result of the entries that count.
        deal: which guard cards are dealt.
        seen: sights of guard cards, also in entries that are struck since.
        latest: the last entries that count, each with the game just before it, without the agenda then.
        asked: the counting entry that first asked for what the game waits for now.
        came: the entry since which it waits for that: the same, or one that brought it back.
    """

    version: int = 0
    history: UndoHistory = UndoHistory()
    closed: bool = False
    game: Position = NOTHING
    deal: Deal = ()
    seen: Seen = {}
    latest: tuple[tuple[int, Position], ...] = ()
    asked: int = 0
    came: int = 0


class State(_State):
    """A table at one moment, with its game's prompt."""

    @cached_property
    def prompt(self) -> Prompt:
        """The prompt of the game; empty once the table is closed."""
        return Prompt(None, None, ()) if self.closed else decider.prompt(self.game)

    def waiting_for(self, prompt: Prompt) -> "State":
        """Return the same state with its prompt, which the caller has already."""
        if not self.closed:
            self.__dict__["prompt"] = prompt
        return self


_NOTHING: Final = State()


def _without_agenda(line: int, game: Position) -> tuple[int, Position]:
    return line, game._replace(agenda=())


def _watched(line: Line, round_: int, deal: Deal, seen: Seen) -> tuple[int, Deal, Seen]:
    """Return the round, the deal and the sights after an act or correction."""
    for place, event in enumerate(line.events):
        typed = line.kind is Kind.CORRECTION and place == 0
        match event:
            case PhaseBegan():
                round_ = event.round
            case Dealt():
                known = bool(event.guard_deck) and None not in event.guard_deck
                # Dealing by hand again deals other cards.
                deal = (round_, event.guard_deck) if known else (round_, line.version)
            case GuardCardTurned(card, face) | GuardCardLooked(card, GuardFace() as face):
                seat = None if isinstance(event, GuardCardTurned) else line.seat
                before = seen.get((deal, card), ())
                if _shows(event, deal, typed=typed) and CardSight(face, seat) not in before:
                    seen = {**seen, (deal, card): (*before, CardSight(face, seat))}
            case _:
                pass
    return round_, deal, seen


def _shows(event: GuardCardTurned | GuardCardLooked, deal: Deal, *, typed: bool) -> bool:
    """Return whether an event shows a card's face, which a viewer may remember.

    A face that a player enters over a card dealt by the app shows nothing, even if it is right: otherwise an undone
    guess would reveal whether it was.
    """
    _, order = deal
    return type(order) is not tuple or (not typed and order[event.card] == event.face)


def advanced(state: State, line: Line, decision: Decision | None = None) -> State:
    """Return a table after one more entry, except undo, redo, strike (see `rebuilt`).

    Args:
        state: the table before it.
        line: the entry.
        decision: its result, if it was decided just now: events, position and prompt are not computed again.
    """
    history = state.history.after(line.version, line.kind)
    if line.kind not in DONE:
        after = state._replace(version=line.version, closed=state.closed or line.kind is Kind.CLOSE)
        return after.waiting_for(state.prompt)
    _, deal, seen = _watched(line, state.game.round, state.deal, state.seen)
    game = decision.position if decision else replay(line.events, state.game)
    latest = (*state.latest[1 - LATEST :], _without_agenda(line.version, state.game))
    asked = (line.version, line.version) if line.asks_anew else (state.asked, state.came)
    after = State(line.version, history, state.closed, game, deal, seen, latest, *asked)
    return after.waiting_for(decision.prompt) if decision else after


def rebuilt(lines: Iterable[Line]) -> State:
    """Return a table after all the entries of its log, first to last."""
    going = UndoHistoryBuilder()
    version, closed = 0, False
    seen: Seen = {}
    after: dict[int, tuple[int, Deal]] = {0: (0, ())}
    done: dict[int, Sequence[Event]] = {}
    asking: set[int] = set()
    asked = came = 0
    for line in lines:
        version, closed = line.version, closed or line.kind is Kind.CLOSE
        if line.kind in DONE:
            round_, deal, seen = _watched(line, *after[going.last], seen)
            after[version] = (round_, deal)
            done[version] = line.events
        going.take(version, line.kind, line.to)
        if line.kind in MOVING:
            found = max(asking.intersection(going.history().counting), default=0)
            asked, came = (asked, came) if found == asked else (found, version)
        elif line.asks_anew:
            asking.add(version)
            asked = came = version
        for earlier, one in going.moved() if line.kind in MOVING else ():
            round_, deal, _ = _watched(Line(one, Kind.ACT).with_events(done[one]), *after[earlier], {})
            after[one] = (round_, deal)
    history = going.history()
    game = NOTHING
    latest: list[tuple[int, Position]] = []
    last = _last_agenda(done, history.counting)
    for place, one in enumerate(history.counting, LATEST - len(history.counting)):
        if place >= 0:
            latest.append(_without_agenda(one, game))
        for event in done[one]:
            # Each agenda is complete, so that only the last one matters.
            if type(event) is not AgendaSet or one == last:
                game = event.evolve(game)
    return State(version, history, closed, game, after[going.last][1], seen, tuple(latest), asked, came)


def _last_agenda(done: Mapping[int, Sequence[Event]], counting: Sequence[int]) -> int:
    """Return the last entry with an agenda; 0: none has one."""
    return next((one for one in reversed(counting) if AgendaSet in map(type, done[one])), 0)


def games_before(lines: Iterable[Line], state: State = _NOTHING) -> dict[int, Position]:
    """Return the game just before each entry, also before struck ones.

    Args:
        lines: of the log, one after the other.
        state: the table before the first of them; if it has begun by then, no entry may be `MOVING`.
    """
    going = UndoHistoryBuilder(state.history)
    after: dict[int, Position] = {going.last: state.game}
    before: dict[int, Position] = {}
    done: dict[int, Sequence[Event]] = {}
    for line in lines:
        before[line.version] = after[going.last]
        done[line.version] = line.events
        going.take(line.version, line.kind, line.to)
        for earlier, one in going.moved():
            after[one] = replay(done[one], after[earlier])
    return before
