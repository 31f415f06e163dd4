"""Everything that can be corrected at a table, each with its form."""

from collections.abc import Iterable

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

from companion.identity.tokens import new_token
from companion.pages.blueprint import blueprint
from companion.pages.forms.submission import Given, fields_sent_again
from companion.pages.layout import frame
from companion.pages.tables.access import seated, viewer_of, whole
from companion.pages.tables.log.after_undo import OUT, left_by
from companion.pages.tables.play.acts import CORRECTIONS, GAME
from companion.pages.tables.play.corrected_card import ABOUT_A_CARD, CARD, filled_for
from companion.pages.tables.play.form_view import FormView, corrections
from companion.pages.tables.play.goals import Goals
from companion.pages.tables.play.recognised_card import RecognisedCard
from companion.pages.tables.play.refusal_sentences import Count
from companion.pages.tables.play.scenes.location import every_ruling
from companion.pages.tables.play.scenes.raid import cubes_held
from companion.pages.tables.play.seen import Seen, see_board
from companion.rules.phases.free_actions import RAID_NOW
from companion.rules.schema import ChoiceField
from companion.rules.state.position import Phase
from companion.tables.projection.actions import visible_prompt
from companion.tables.projection.corrections import visible_corrections
from companion.tables.repository import LoadedTable
from companion.web.language import request_language


@blueprint.get("/t/<code>/correct")
def correct_table(code: str) -> Response:
    """Everything that can be corrected, each with its form."""
    loaded = seated(code)
    kind = request.args.get("what", "")
    return to_closed(loaded) or shown_corrections(loaded, kind, filled=_of_a_card(loaded, kind))


def _of_a_card(loaded: LoadedTable, kind: str) -> Given:
    """Return the filled-in correction of the card in the address, if allowed."""
    card = _card(loaded, kind, request.args.get(CARD, ""))
    return None if card is None else filled_for(loaded.state.game, kind, card)


def _card(loaded: LoadedTable, kind: str, text: str) -> int | None:
    """Return the card that a correction of a kind is about, if it may be corrected."""
    card = whole(text)
    offered = (one.fields.get(CARD) for one in visible_corrections(loaded.state, viewer_of(loaded)) if one.type == kind)
    may = kind in ABOUT_A_CARD and any(isinstance(one, ChoiceField) and card in one.options for one in offered)
    return card if may else None


def _raid(loaded: LoadedTable) -> int | None:
    """Return the cubes held, for the address of a raid; None if none can be called."""
    game = loaded.state.game
    offered = any(one.type == RAID_NOW.word for one in visible_prompt(loaded.state, viewer_of(loaded)).actions)
    return cubes_held(game) if offered and not game.setup.solitary else None


def _first_entries(seen: Seen) -> dict[str, str]:
    """Return the headings, by type, of details that are entered for the first time."""
    setup, begins, goals = seen.game.setup, seen.game.phase is Phase.SETUP, Goals(seen)
    is_first = {
        "set_marker": begins,
        "set_leader_goal": goals.leader_missing or (begins and setup.leader is None),
        "set_end_goal": goals.end_missing or (begins and setup.end is None),
    }
    return {
        kind: frame.page_text(request_language(), f"first.{kind}")
        for kind, is_missing in is_first.items()
        if is_missing
    }


def to_closed(loaded: LoadedTable) -> Response | None:
    """Return the way to a table that can no longer be corrected, otherwise None."""
    return redirect(url_for("pages.table", code=loaded.table.code)) if loaded.state.closed else None


def _form(offered: Iterable[tuple[str, tuple[FormView, ...]]], kind: str) -> FormView | None:
    return next((form for _, forms in offered for form in forms if form.type == kind), None)


def shown_corrections(
    loaded: LoadedTable,
    chosen: str,
    problem: str = "",
    given: Given = None,
    count: Count | None = None,
    *,
    filled: Given = None,
    recognised: RecognisedCard | None = None,
) -> Response:
    """Return the page of corrections.

    Args:
        loaded: the table.
        chosen: the type of the correction that stands alone; all are offered where it is none.
        problem: why it was refused, in a sentence, or nothing.
        given: what was typed where it was refused.
        count: of the box that would have to be raised.
        filled: what its card is known to show.
        recognised: the card that was typed, where the page asks whether it is one that the box knows.
    """
    typed = given or filled
    card = _card(loaded, chosen, typed.get(f"f.{CARD}", "")) if typed else None
    seen = see_board(loaded, typed)
    offered = [*corrections(seen, visible_corrections(seen.state, seen.viewer))]
    response = frame.page(
        "tables/play/table_correct.html",
        seen=seen,
        rulings=every_ruling(seen),
        corrections=offered,
        lone=_form(offered, chosen),
        phase=_form(offered, "set_phase"),
        first_entries=_first_entries(seen),
        agreed=CORRECTIONS[GAME],
        code=loaded.table.code,
        version=loaded.state.version,
        once=new_token(),
        problem=problem,
        given=fields_sent_again(given),
        count=count,
        recognised=recognised,
        raid=_raid(loaded),
        twins=[] if card is None else left_by(loaded, chosen, card),
        kept_twins=given is not None and OUT not in given,
    )
    response.headers["Cache-Control"] = "no-store"
    response.status_code = 409 if problem else 200
    return response
