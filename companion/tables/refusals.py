"""Errors of requests that a log rejects; the table stays as it was."""

from collections.abc import Sequence

from companion.rules.acts.actions import Act
from companion.rules.errors import RuleError
from companion.rules.state.pieces import Side
from companion.tables.repository import LoadedTable


class Refused(Exception):
    """A rejected request; the table stays as it was.

    Attributes:
        loaded: the table as it is.
    """

    def __init__(self, loaded: "LoadedTable") -> None:
        super().__init__(type(self).__name__)
        self.loaded = loaded


class Closed(Refused):
    """The table is closed."""


class Changed(Refused):
    """The parts that the entry touches have changed since its version.

    Attributes:
        same: another player's entry that has done the same since, if any.
    """

    def __init__(self, loaded: "LoadedTable", same: int | None = None) -> None:
        super().__init__(loaded)
        self.same = same


class NotHost(Refused):
    """Only the host may do that."""


class NotYours(Refused):
    """The game allows it, but it is for another seat to do."""


class OthersLines(NotYours):
    """Others' entries that only the host may undo or redo at a table without trust.

    Attributes:
        seats: the owners of these entries.
    """

    def __init__(self, loaded: "LoadedTable", seats: frozenset[Side]) -> None:
        super().__init__(loaded)
        self.seats = seats


class InTheWay(Refused):
    """An entry that cannot be struck: later entries changed what it set.

    Attributes:
        line: the first line that touched it.
        seats: who else has touched it, the first of them first.
    """

    def __init__(self, loaded: "LoadedTable", line: int, seats: Sequence[Side]) -> None:
        super().__init__(loaded)
        self.line, self.seats = line, seats


class AgainstRules(Refused):
    """The game does not offer this now.

    Attributes:
        error: the error of the rules.
        act: the act or correction, if it was one.
    """

    def __init__(self, loaded: "LoadedTable", error: RuleError, act: Act | None = None) -> None:
        super().__init__(loaded)
        self.error = error
        self.act = act


class NotEnded(Refused):
    """The game goes on, or its scores are covered and cannot be kept yet.

    Attributes:
        covered: whether they are covered.
    """

    def __init__(self, loaded: "LoadedTable", *, covered: bool) -> None:
        super().__init__(loaded)
        self.covered = covered
