"""Why a log does not take a line; the table is as it was."""

from collections.abc import Sequence

from companion.rules.acts.actions import Act
from companion.rules.errors import RuleError
from companion.rules.state.pieces import Side
from companion.tables.repository import LoadedTable


class Refused(Exception):
    """A line that the log does not take; the table is as it was.

    Attributes:
        loaded: the table as it is.
    """

    def __init__(self, loaded: "LoadedTable") -> None:
        super().__init__(type(self).__name__)
        self.loaded = loaded


class Closed(Refused):
    """The table takes nothing more."""


class Changed(Refused):
    """The parts that the line touches have changed since the version on which it was based.

    Attributes:
        same: the line with which somebody else has done the same meanwhile, where one has.
    """

    def __init__(self, loaded: "LoadedTable", same: int | None = None) -> None:
        super().__init__(loaded)
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

    def __init__(self, loaded: "LoadedTable", seats: frozenset[Side]) -> None:
        super().__init__(loaded)
        self.seats = seats


class InTheWay(Refused):
    """A line alone cannot be struck: what it set was touched later.

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
        error: what is wrong.
        act: which act or correction it was, where it was one.
    """

    def __init__(self, loaded: "LoadedTable", error: RuleError, act: Act | None = None) -> None:
        super().__init__(loaded)
        self.error = error
        self.act = act


class NotEnded(Refused):
    """The game goes on, or its scores are covered; they are not kept before everybody has seen them.

    Attributes:
        covered: whether they are covered.
    """

    def __init__(self, loaded: "LoadedTable", *, covered: bool) -> None:
        super().__init__(loaded)
        self.covered = covered
