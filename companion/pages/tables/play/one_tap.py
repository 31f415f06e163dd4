"""Lines of the log that one tap has written."""

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Final

from companion.pages.tables.play.acts import page_act
from companion.rules.acts.actions import Act
from companion.tables import repository
from companion.tables.line import Kind, Line, LineInContext
from companion.tables.repository import LoadedTable

PAID: Final = "pay"
"""The name of a form's field that says with which resources its act is paid, and of the act that pays."""


def paid_together(lines: Sequence[LineInContext]) -> bool:
    """Return whether the last entry pays for the one before, both from one tap."""
    if len(lines) < 2:
        return False
    deed, payment = lines[-2:]
    types = bool(page_act(deed.act.type).chooses) and payment.act.type == PAID
    return types and deed.by == payment.by and deed.version == payment.version - 1


def corrected_together(lines: Iterable[LineInContext | Line]) -> int:
    """Return how many first entries are corrections from one form; otherwise 1."""
    forms = ((one.kind, one.seat, one.seen) for one in lines)
    first = next(forms)
    return 1 + sum(1 for _ in takewhile(first.__eq__, forms)) if first[0] == Kind.CORRECTION else 1


def taken_back(loaded: LoadedTable) -> Act | None:
    """Return the act to be redone next, which fills in the form's fields."""
    lines = repository.stored_lines(loaded.table, loaded.state.history.ahead[:1])
    return lines[0].act if lines else None
