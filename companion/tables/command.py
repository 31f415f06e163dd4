"""A requested change of a table's log, and its result."""

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
    """A requested entry in the log.

    Attributes:
        kind: an act, a correction, an undo, a redo, the strike of one entry, an act about seats, or closing the table.
        version: of the table on which it is based.
        act: the act or the correction.
        to: of an undo or a redo, the last entry that shall count; of a strike, the entry.
        key: the idempotency key, or None.
        raw: the request, which must be the same under the same key.
        language: of the response.
        stands_in: the side for which another player acts, since its phone sleeps; None: players act for themselves.
        entered_by: the seat of that other player.
        follows: whether it follows another command of the same tap, on which it is based.
        phones: the seats of each phone until then, the keeper's first, if the command changes them.
        repeats: the entry that it says again; 0: none.
        reopens: of an undo for a whole location, the seats that enter their tokens again.
        apart: which entered cards differ from those in the copy: spaces of goons, or the field.
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
        """Return the request as the log stores it."""
        if self.act is not None:
            by = {} if self.stands_in is None else {"for": self.stands_in, "by": self.entered_by}
            phones = {"phones": self.phones} if self.phones else {}
            repeats = {"repeats": self.repeats} if self.repeats else {}
            return {"type": self.act.type, "fields": dict(self.act.values), **by, **phones, **repeats}
        reopens = {"reopens": self.reopens} if self.reopens else {}
        return {} if self.to is None else {"to": self.to, **reopens}

    def decide(self, state: State, shuffle: Shuffle[Any]) -> Decision:
        """Decide the act or correction at a table; remember the result for the same state.

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
    """An entry in the log, new or found again.

    Attributes:
        loaded: the table right after it.
        line: the entry.
        language: of the response; for a repeated request, as for the first.
        since: the version before it, and before the entries that were written together with it.
        first: the entries written together with it, before it; none for a repeated request.
    """

    loaded: LoadedTable
    line: LineInContext
    language: str
    since: int
    first: tuple["CommandResult", ...] = ()
