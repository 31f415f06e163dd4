"""Everything that can be corrected at a table, each with its form."""

from collections.abc import Mapping

from flask import redirect, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.identity.tokens import new_token
from companion.pages.blueprint import blueprint
from companion.pages.layout import frame
from companion.pages.tables.play.at_table import Given, names_of, seated, viewer_of, whole
from companion.pages.tables.play.corrected_card import ABOUT_A_CARD, CARD, filled_for
from companion.pages.tables.play.refusal_sentences import Count
from companion.pages.tables.play.table_view import TableView
from companion.rules.schema import ChoiceField
from companion.tables.projection.corrections import visible_corrections
from companion.tables.repository import LoadedTable
from companion.web.language import request_language


@blueprint.get("/t/<code>/correct")
def correct_table(code: str) -> Response:
    """Everything that can be corrected, each with its form."""
    kept = seated(code)
    kind = request.args.get("what", "")
    return to_closed(kept) or shown_corrections(kept, kind, filled=_of_a_card(kept, kind))


def _of_a_card(kept: LoadedTable, kind: str) -> Given:
    """The correction of the card that an address names, as far as somebody may correct that one; None without."""
    card = whole(request.args.get(CARD, ""))
    offered = (one.fields.get(CARD) for one in visible_corrections(kept.state, viewer_of(kept)) if one.type == kind)
    may = kind in ABOUT_A_CARD and any(isinstance(one, ChoiceField) and card in one.options for one in offered)
    return filled_for(kept.state.game, kind, card) if may and card is not None else None


def to_closed(kept: LoadedTable) -> Response | None:
    """The way to a table at which nothing can be corrected any more; None where it can."""
    return redirect(url_for("pages.table", code=kept.table.code)) if kept.state.closed else None


def fields_sent_again(given: Mapping[str, str] | None) -> list[tuple[str, str]]:
    """What of a refused form is sent again with another button; counts that it raised, since they were refused too."""
    new = {"version", "once"}
    fields = MultiDict(given or {}).items(multi=True)
    return [(name, text) for name, text in fields if name not in new]


def shown_corrections(
    kept: LoadedTable,
    chosen: str,
    problem: str = "",
    given: Given = None,
    count: Count | None = None,
    *,
    filled: Given = None,
) -> Response:
    """The page of corrections.

    Args:
        kept: the table.
        chosen: the type of the correction that is open.
        problem: why it was refused, in a sentence, or nothing.
        given: what was typed where it was refused.
        count: of the box that would have to be raised.
        filled: what its card is known to show.
    """
    response = frame.page(
        "tables/play/table_correct.html",
        table=TableView(kept.state, viewer_of(kept), names_of(kept), request_language(), typed=given or filled),
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
