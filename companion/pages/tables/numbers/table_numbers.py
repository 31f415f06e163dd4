"""The numbers of a table on one page, to be compared with the real one and corrected together."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

from companion.identity.tokens import new_token
from companion.pages.blueprint import blueprint
from companion.pages.forms.submission import fields_sent_again
from companion.pages.forms.typed_sum import FieldFault, parse_sum
from companion.pages.layout import frame
from companion.pages.tables.access import found, seated
from companion.pages.tables.numbers.numbers_view import figure_act, figure_rows, figures
from companion.pages.tables.play.board_view import BoardView
from companion.pages.tables.play.correction_page import to_closed
from companion.pages.tables.play.form_commands import RAISE, version_of, with_larger_box
from companion.pages.tables.play.others import too_late
from companion.pages.tables.play.refusal_sentences import Count, count_needed, refusal
from companion.pages.tables.play.seen import see_board
from companion.persistence.linked import KeyReused
from companion.rules.acts.actions import Act
from companion.rules.state.position import Position
from companion.tables import game_commands, repository
from companion.tables.command import Command
from companion.tables.line import Kind
from companion.tables.refusals import AgainstRules, Changed, Closed
from companion.tables.repository import LoadedTable
from companion.web.device_cookie import page_caller
from companion.web.language import request_language
from companion.words.catalogue import paragraph, sentence
from companion.words.messages import ERRORS, PAGES

MARKER: Final = "marker"
"""The field that says who has the first player marker."""


@blueprint.get("/t/<code>/figures")
def table_figures(code: str) -> Response:
    """Show the numbers of the table, to be compared with the real one and corrected together."""
    loaded = seated(code)
    return to_closed(loaded) or _shown(loaded, {})


@blueprint.post("/t/<code>/figures")
def save_figures(code: str) -> Response:
    """Correct every number that was changed, each in its own line, all or none; what was refused stays typed."""
    loaded, given = seated(code), request.form
    version = version_of(given)
    changed = _said("table.changed")
    if not 0 < version <= loaded.state.version:
        return _shown(loaded, _typed(given, loaded.state.game), changed)
    # An untouched number stays as it is by now, whatever it was when the page was opened.
    then = repository.position_before(loaded.table, version + 1)
    typed = _typed(given, then)
    wanted, wrong = _read(typed)
    if wrong:
        return _shown(loaded, typed, wrong=wrong)
    if _meanwhile(wanted, then, loaded.state.game):
        return _shown(loaded, typed, changed)
    asked = Command(Kind.CORRECTION, loaded.state.version, language=request_language())
    lines = [replace(asked, act=act) for act in _corrections(wanted, loaded.state.game)]
    if not lines:
        return redirect(url_for("pages.table", code=code), 303)
    lines[-1] = replace(lines[-1], key=given.get("once") or None, raw=repr(sorted(wanted.items())).encode())
    try:
        game_commands.play(code, page_caller(), *with_larger_box(given, asked), *lines)
    except KeyReused:
        return _shown(found(code), typed, changed)
    except (Closed, Changed) as refused:
        return _shown(refused.loaded, typed, too_late(refused))
    except AgainstRules as refused:
        said = refusal(refused, Kind.CORRECTION)
        return _shown(refused.loaded, typed, said, raised=given.getlist(RAISE), count=count_needed(refused.error))
    return redirect(url_for("pages.table", code=code), 303)


def _said(key: str) -> str:
    return sentence(request_language(), PAGES[key])


def _values(game: Position) -> dict[str, int]:
    """Return all that this page corrects."""
    return {**figures(game), MARKER: game.first_player}


def _typed(given: Mapping[str, str], then: Position) -> dict[str, str]:
    """Return the texts that were typed over other numbers."""
    return {
        name: given[name]
        for name, number in _values(then).items()
        if given.get(name, "").strip() not in {"", str(number)}
        and (name != MARKER or given[name] in map(str, then.setup.sides))
    }


def _read(typed: Mapping[str, str]) -> tuple[dict[str, int], dict[str, str]]:
    """Return the numbers that were typed, and a sentence for each text that is no number."""
    wanted: dict[str, int] = {}
    wrong: dict[str, str] = {}
    for name, text in typed.items():
        try:
            number = parse_sum(text)
        except FieldFault as fault:
            wrong[name] = sentence(request_language(), ERRORS[fault.key])
        else:
            if number is not None:
                wanted[name] = number
    return wanted, wrong


def _meanwhile(wanted: Mapping[str, int], then: Position, now: Position) -> bool:
    """Return whether somebody has changed one of them to something else since."""
    before, by_now = _values(then), _values(now)
    return any(by_now[name] not in {before[name], number} for name, number in wanted.items())


def _corrections(wanted: Mapping[str, int], game: Position) -> Iterator[Act]:
    """Yield a correction for each number that differs; first the ones that free cubes for others."""
    now = _values(game)
    for name in sorted(wanted, key=lambda name: wanted[name] - now[name]):
        if wanted[name] != now[name]:
            number = wanted[name]
            yield Act("set_marker", {"side": [number]}) if name == MARKER else figure_act(name, number)


def _shown(
    loaded: LoadedTable,
    typed: Mapping[str, str],
    problem: str = "",
    *,
    wrong: Mapping[str, str] | None = None,
    raised: Iterable[str] = (),
    count: Count | None = None,
) -> Response:
    seen = see_board(loaded, typed)
    rows = [*figure_rows(seen.game, seen.names, seen.language, typed)]
    labels = {one["name"]: one["label"] for row in rows for one in row["fields"] if one}
    faults = [
        sentence(request_language(), PAGES["table.wish"], {"what": labels[name], "why": why})
        for name, why in (wrong or {}).items()
    ]
    response = frame.page(
        "tables/numbers/table_figures_page.html",
        seen=seen,
        board=BoardView(seen),
        figures=rows,
        code=loaded.table.code,
        version=loaded.state.version,
        once=new_token(),
        problem=paragraph(request_language(), [problem, *faults]),
        wrong=wrong or {},
        given=[*fields_sent_again(typed), *((RAISE, one) for one in raised)],
        count=count,
    )
    response.headers["Cache-Control"] = "no-store"
    response.status_code = 409 if problem or faults else 200
    return response
