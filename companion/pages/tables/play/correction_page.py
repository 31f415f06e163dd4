"""Everything that can be corrected at a table, each with its form."""

from collections.abc import Mapping

from flask import redirect, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.identity.tokens import new_token
from companion.pages.blueprint import blueprint
from companion.pages.layout import frame
from companion.pages.tables.play.at_table import Given, names_of, seated, viewer_of
from companion.pages.tables.play.refusal_sentences import Count
from companion.pages.tables.play.table_view import TableView
from companion.tables.repository import LoadedTable
from companion.web.language import request_language


@blueprint.get("/t/<code>/correct")
def correct_table(code: str) -> Response:
    """Everything that can be corrected, each with its form."""
    kept = seated(code)
    return to_closed(kept) or shown_corrections(kept, request.args.get("what", ""))


def to_closed(kept: LoadedTable) -> Response | None:
    """The way to a table at which nothing can be corrected any more; None where it can."""
    return redirect(url_for("pages.table", code=kept.table.code)) if kept.state.closed else None


def fields_sent_again(given: Mapping[str, str] | None) -> list[tuple[str, str]]:
    """What of a refused form is sent again with another button; counts that it raised, since they were refused too."""
    new = {"version", "once"}
    fields = MultiDict(given or {}).items(multi=True)
    return [(name, text) for name, text in fields if name not in new]


def shown_corrections(
    kept: LoadedTable, chosen: str, problem: str = "", given: Given = None, count: Count | None = None
) -> Response:
    """The page of corrections, with what was wrong and typed where one was refused."""
    response = frame.page(
        "tables/play/table_correct.html",
        table=TableView(kept.state, viewer_of(kept), names_of(kept), request_language(), typed=given),
        code=kept.table.code,
        version=kept.state.version,
        once=new_token(),
        chosen=chosen,
        problem=problem,
        given=fields_sent_again(given),
        count=count,
    )
    response.headers["Cache-Control"] = "no-store"
    response.status_code = 409 if problem else 200
    return response
