"""What somebody wants to add to the log of a table, and what has become of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.rules.acts.actions import Act
from companion.rules.engine import decider
from companion.rules.engine.decider import Decision
from companion.rules.errors import RuleError
from companion.rules.shuffling.shuffle import Shuffle
from companion.rules.state.pieces import Side
from companion.tables.line import Kind, LineInContext
from companion.tables.repository import LoadedTable
from companion.tables.timeline import State


@dataclass(frozen=True)
class Command:
    """What somebody wants to add to the log.

    Attributes:
        kind: an act, a correction, an undo, a redo, the strike of a line, something about a seat, or the end of it all.
        version: of the table on which it is based.
        act: the act or the correction.
        to: of an undo or a redo, the last line that shall count; of a strike, the line.
        key: the idempotency key, or None.
        raw: the request, which must be the same under the same key.
        language: of the answer.
        stands_in: the side for which somebody else acts, since its phone sleeps; None: one acts oneself.
        entered_by: the seat of that somebody.
        follows: whether it follows another of the same tap, on which it is based.
        phones: the seats of each phone until then, the keeper's first, where it changes them.
        repeats: the line that it says once more; 0: none.
        reopens: of an undo that takes a location back together, the seats that tell again who is there.
        apart: which of the cards that the act types are others than the box knows: spaces of goons, or its field.
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
    follows: bool = False
    phones: Sequence[Sequence[Side]] = ()
    repeats: int = 0
    reopens: Sequence[Side] = ()
    apart: frozenset[str] = frozenset()
    _outcomes: list[tuple[State, Decision | RuleError]] = field(
        default_factory=list, init=False, repr=False, compare=False
    )

    def told(self) -> dict[str, Any]:
        """What the log keeps of it."""
        if self.act is not None:
            by = {} if self.stands_in is None else {"for": self.stands_in, "by": self.entered_by}
            phones = {"phones": self.phones} if self.phones else {}
            repeats = {"repeats": self.repeats} if self.repeats else {}
            return {"type": self.act.type, "fields": dict(self.act.values), **by, **phones, **repeats}
        reopens = {"reopens": self.reopens} if self.reopens else {}
        return {} if self.to is None else {"to": self.to, **reopens}

    def decide(self, state: State, shuffle: Shuffle[Any]) -> Decision:
        """Decide the act or the correction at a table; for the same state the result is remembered.

        Args:
            state: of the table.
            shuffle: the order of its cards.

        Raises:
            RuleError: it cannot be done there.
        """
        outcome = next((known for of, known in self._outcomes if of is state), None)
        if outcome is None:
            outcome = self._outcome(state, shuffle)
            self._outcomes.append((state, outcome))
        if isinstance(outcome, RuleError):
            raise outcome
        return outcome

    def _outcome(self, state: State, shuffle: Shuffle[Any]) -> Decision | RuleError:
        assert self.act is not None
        try:
            if self.kind is Kind.CORRECTION:
                return decider.correction_decision(state.game, self.act, shuffle)
            return decider.next_decision(state.game, state.prompt, self.act, shuffle)
        except RuleError as refusal:
            return refusal


@dataclass(frozen=True)
class CommandResult:
    """A line that stands in the log, be it since just now or since it was first asked for.

    Attributes:
        loaded: the table right after it.
        line: what it says.
        language: of the answer; the one of the first time where it was asked again.
        since: the version of the table before it, and before the lines that were written together with it.
    """

    loaded: LoadedTable
    line: LineInContext
    language: str
    since: int
