"""The problems that an API answers where the store or the log of a table refuses."""

from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from companion.api.core.problems import Problem
from companion.api.core.writes import refuse_writing
from companion.api.tables.requests import MOST_LINES
from companion.api.tables.viewers import etag_of
from companion.identity.caller import Caller, NotAllowed
from companion.persistence.linked import KeyReused
from companion.presenters.refusals import PROBLEM_OF
from companion.presenters.table import TablePresenter
from companion.rules.acts.actions import IllegalAct
from companion.rules.corrections.registry import suggest_larger_box
from companion.rules.schema import Invalid, Path
from companion.tables import refusals, repository
from companion.tables.command import Command
from companion.tables.line import Kind
from companion.tables.permissions import viewer_of
from companion.tables.refusals import AgainstRules, Changed, InTheWay
from companion.tables.repository import TableGone
from companion.web.language import request_language

_T = TypeVar("_T")


def refuse(error: Exception) -> NoReturn:
    """Answer with the problem that an error of the store is."""
    match error:
        case TableGone():
            raise Problem("not-found") from error
        case _:
            refuse_writing(error)


def taken(write: Callable[[], _T], who: Caller, asked: Command) -> _T:
    """Write a line and return the result; a refusal becomes a problem."""
    try:
        return write()
    except (TableGone, NotAllowed, KeyReused) as refusal:
        refuse(refusal)
    except refusals.Refused as refusal:
        refuse_line(refusal, who, asked)


def refuse_line(refusal: refusals.Refused, who: Caller, asked: Command) -> NoReturn:
    """Answer with the problem that a line is which the log does not take."""
    loaded = refusal.loaded
    viewer, language = viewer_of(loaded.table, who), request_language()
    presenter = TablePresenter(loaded, viewer, language)
    match refusal:
        case _ if type(refusal) in PROBLEM_OF:
            raise Problem(PROBLEM_OF[type(refusal)]) from refusal
        case InTheWay(line=line):
            (obstacle,) = repository.log(loaded.table, after=line - 1, upto=line)
            raise Problem("in-the-way", members={"changed": [presenter.line(obstacle)]}) from refusal
        case Changed():
            since = repository.log(loaded.table, after=asked.version, upto=loaded.state.version, most=MOST_LINES)
            members = {"changed": [presenter.line(line) for line in since], "current": presenter.common_members()}
            raise Problem("conflict", headers={"ETag": etag_of(loaded, viewer, language)}, members=members) from refusal
        case AgainstRules(error=error):
            faults = error.faults if isinstance(error, IllegalAct) else (Invalid(error.path, error.key, error.data),)
            rule = error.rule if isinstance(error, IllegalAct) else ""
            refused: dict[str, Any] = {"rule": rule, "prompt": presenter.prompt()}
            correcting = asked.kind is Kind.CORRECTION
            if correcting:
                offer = suggest_larger_box(error)
                offered = offer and {"type": offer.type, "fields": dict(offer.values)}
                refused = {"rule": rule or "E-14", "corrections": presenter.corrections(), "offer": offered}
            told = [presenter.refusal(one, asked.act, correcting=correcting) for one in faults] if asked.act else ()
            errors = [one._replace(path=_placed(one, asked)) for one in faults]
            raise Problem("illegal", errors=errors, sentences=told, members=refused) from refusal
        case _:
            raise refusal


def _placed(fault: Invalid, asked: Command) -> Path:
    """Return where in the request a fault is: in one of the fields, or in the request itself."""
    if asked.act is None or (fault.path == ("type",) and "type" not in asked.act.values):
        return fault.path
    return ("fields", *fault.path)
