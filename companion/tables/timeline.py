"""The state of a table from its log: which lines count, which are struck, and the resulting game. Pure.

Lines are only ever added. Undoing and redoing are lines too: they move a mark among the lines that were done. What
comes after the mark is struck, and can be done again until something else is done in its place.
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
    """There is nothing to undo or to do again up to that line."""


class UndoHistory(NamedTuple):
    """Where in its log a table stands.

    Attributes:
        counting: the lines that count, in order.
        ahead: the struck lines that can be done again, next first.
    """

    counting: tuple[int, ...] = ()
    ahead: tuple[int, ...] = ()

    def after(self, version: int, kind: Kind, to: int | None = None) -> "UndoHistory":
        """Where it stands after one more line.

        Raises:
            NoSuchLine: nothing can be undone or done again up to there.
        """
        if kind in DONE:
            return UndoHistory((*self.counting, version))
        if kind not in MOVING:
            return self
        going = UndoHistoryBuilder(self)
        going.take(version, kind, to)
        return going.history()

    def counts(self, version: int) -> bool:
        """Whether a line counts."""
        place = bisect_left(self.counting, version)
        return place < len(self.counting) and self.counting[place] == version


_NOWHERE: Final = UndoHistory()


class UndoHistoryBuilder:
    """Where a table stands while the lines of its log are gone through: `UndoHistory` that change.

    The lines that count go up, so that one is found quickly however many there are. Those that can be done again are
    in the order in which they were struck, last first: a line that was struck alone waits behind later ones that were
    undone after it. So doing again always comes back to lines that have counted together before.
    """

    def __init__(self, history: UndoHistory = _NOWHERE) -> None:
        self._counting = [*history.counting]
        self._ahead = [*history.ahead]
        self._moved = len(self._counting)

    @property
    def last(self) -> int:
        """The last line that counts; 0 where none does."""
        return self._counting[-1] if self._counting else 0

    def history(self) -> UndoHistory:
        """Where it stands now."""
        return UndoHistory(tuple(self._counting), tuple(self._ahead))

    def moved(self) -> Iterable[tuple[int, int]]:
        """The lines that the last one has made count, or count after others than before; each after its new one."""
        for place in range(self._moved, len(self._counting)):
            yield self._counting[place - 1] if place else 0, self._counting[place]

    def take(self, version: int, kind: Kind, to: int | None) -> None:
        """Go on by a line.

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
        """Where a line stands among those that count; the way names what is refused where it does not."""
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
        # A line that was struck alone goes back to its place.
        self._counting = sorted(self._counting + again)
        del self._ahead[:number]


def _no_such_line(way: str) -> NoSuchLine:
    return NoSuchLine(f"{way}.no_such_line", ("to",))


Deal: TypeAlias = tuple[Any, ...]
"""Which guard cards lie in which order: the same again whenever the app deals the same round from the same faces."""


class CardSight(NamedTuple):
    """A guard card that was seen, and by which seat; None is everybody."""

    face: GuardFace
    seat: Side | None


Seen: TypeAlias = Mapping[tuple[Deal, int], tuple[CardSight, ...]]

LATEST: Final = 60
"""As many lines as are told with a table; more than a round has of one location."""


class _State(NamedTuple):
    """A table at one moment.

    Attributes:
        version: how many lines its log has.
        marks: which of them count.
        closed: whether nothing more is taken.
        game: the result of the lines that count.
        deal: which guard cards are dealt.
        seen: what was shown of guard cards, also in lines that are struck since.
        latest: the last lines that count, each with the game just before it, but for what was still to be done then.
        asked: the line that counts with which came up what the game waits for now.
        came: the line with which it came to wait for that: the same, or one that has brought that back.
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
    """A table at one moment, and what its game waits for then."""

    @cached_property
    def prompt(self) -> Prompt:
        """What the game waits for; nothing once the table is closed."""
        return Prompt(None, None, ()) if self.closed else decider.prompt(self.game)

    def waiting_for(self, prompt: Prompt) -> "State":
        """The same state, of which somebody knows already what its game waits for."""
        if not self.closed:
            self.__dict__["prompt"] = prompt
        return self


_NOTHING: Final = State()


def _told_before(line: int, game: Position) -> tuple[int, Position]:
    return line, game._replace(agenda=())


def _watched(line: Line, round_: int, deal: Deal, seen: Seen) -> tuple[int, Deal, Seen]:
    """The round, the deal and what was seen, after a line in which something happens."""
    for place, event in enumerate(line.events):
        typed = line.kind is Kind.CORRECTION and place == 0
        match event:
            case PhaseBegan():
                round_ = event.round
            case Dealt():
                known = bool(event.guard_deck) and None not in event.guard_deck
                # Who deals by hand again deals other cards.
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
    """Whether an event shows a card's face, which a viewer may remember.

    What somebody has typed over a card that the app dealt shows nothing, even if it is right: otherwise a guess that is
    undone would say whether it was.
    """
    _, order = deal
    return type(order) is not tuple or (not typed and order[event.card] == event.face)


def advanced(state: State, line: Line, decision: Decision | None = None) -> State:
    """A table after one more line; not for those that change which others count (`MOVING`): see `rebuilt`.

    Args:
        state: the table before it.
        line: what is done in it.
        decision: what that came to, where it was decided just now: events, position and prompt are not computed again.
    """
    history = state.history.after(line.version, line.kind)
    if line.kind not in DONE:
        after = state._replace(version=line.version, closed=state.closed or line.kind is Kind.CLOSE)
        return after.waiting_for(state.prompt)
    _, deal, seen = _watched(line, state.game.round, state.deal, state.seen)
    game = decision.position if decision else replay(line.events, state.game)
    latest = (*state.latest[1 - LATEST :], _told_before(line.version, state.game))
    asked = (line.version, line.version) if line.asks_anew else (state.asked, state.came)
    after = State(line.version, history, state.closed, game, deal, seen, latest, *asked)
    return after.waiting_for(decision.prompt) if decision else after


def rebuilt(lines: Iterable[Line]) -> State:
    """A table after all the lines of its log, first to last."""
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
            latest.append(_told_before(one, game))
        for event in done[one]:
            # Each agenda is told whole, so that only the last one matters.
            if type(event) is not AgendaSet or one == last:
                game = event.evolve(game)
    return State(version, history, closed, game, after[going.last][1], seen, tuple(latest), asked, came)


def _last_agenda(done: Mapping[int, Sequence[Event]], counting: Sequence[int]) -> int:
    """The last line that says what is still to be done; 0 where none does."""
    return next((one for one in reversed(counting) if AgendaSet in map(type, done[one])), 0)


def games_before(lines: Iterable[Line], state: State = _NOTHING) -> dict[int, Position]:
    """The game just before each line, also before those that are struck.

    Args:
        lines: of the log, one after the other.
        state: the table before the first of them; where it has begun before, none of them may be `MOVING`.
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
