"""The page of a table, alone and of several (`party_page`): the board, what has happened last, what may be done now."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from flask import abort, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.identity.tokens import new_token
from companion.pages.blueprint import blueprint
from companion.pages.layout import frame
from companion.pages.sheet.bg_stats_link import ending_of
from companion.pages.tables.log.after_undo import left_in_box, redecision_offer
from companion.pages.tables.log.take_along import shown_question
from companion.pages.tables.play.at_table import (
    PAID,
    PAID_FOR,
    Given,
    corrected_together,
    found,
    names_of,
    result_of,
    seated,
    taken_back,
    verdict_of,
    viewer_of,
)
from companion.pages.tables.play.form_commands import GO_ON, PASS, before_ranking, stays_at_home
from companion.pages.tables.play.lessons import card_of, remember
from companion.pages.tables.play.location.choice import read_choice
from companion.pages.tables.play.party_page import shown_party
from companion.pages.tables.play.pass_round import shown_cover
from companion.pages.tables.play.recognised_card import RecognisedCard
from companion.pages.tables.play.solo_moves import NOTHING_MOVED, moves_since_last_tap
from companion.pages.tables.play.table_view import TableView
from companion.pages.tables.seats.notices import notices
from companion.pages.tables.setup.rematch import play_again
from companion.rules.acts.actions import Act
from companion.rules.engine.decider import RESOLVE, Decision, correction_decision, next_decision
from companion.rules.errors import RuleError
from companion.rules.phases.free_actions import ANY_TIME
from companion.rules.phases.lights_out import ranking_in
from companion.rules.phases.roll_call import FOR_A_TOME
from companion.rules.shuffling.shuffle import commitment
from companion.rules.shuffling.weekly import Escape, prison_of
from companion.rules.state.position import Phase, Position
from companion.rules.state.setup import Dealing
from companion.rules.state.step_kinds import StepKind
from companion.tables import repository, table_box
from companion.tables.box_learning import guards_unlearned
from companion.tables.line import Kind, LineInContext
from companion.tables.repository import LoadedTable
from companion.web.language import request_language
from companion.words.act_names import name_in
from companion.words.telling import Names, Telling


@blueprint.get("/t/<code>")
def table(code: str) -> Response:
    """Show a table: the board, what has happened last, what may be done now."""
    loaded = found(code)
    if "watch" not in request.args and _may_sit(loaded):
        return redirect(url_for("pages.join", code=code))
    return shown_question(loaded) or shown_cover(loaded) or shown_table(loaded)


def _may_sit(loaded: LoadedTable) -> bool:
    """Whether somebody has come to a table that is laid out, and may take one of its seats."""
    setup = loaded.state.game.phase is Phase.SETUP and not loaded.state.game.setup.solitary and not loaded.state.closed
    return setup and any(one.free for one in loaded.table.seats) and not viewer_of(loaded).seats


def shown_table(
    loaded: LoadedTable, problem: str = "", given: Given = None, recognised: RecognisedCard | None = None
) -> Response:
    """The page of a table, with what was wrong and typed where a form was refused.

    Args:
        loaded: the table.
        problem: what was wrong.
        given: what was typed.
        recognised: the card that was typed, where the page asks whether it is one that the box knows.
    """
    if not loaded.state.game.setup.solitary:
        return shown_party(loaded, problem, given, recognised=recognised)
    repository.remember_lines(loaded)
    viewer, names = viewer_of(loaded), names_of(loaded)
    lines = repository.latest_lines(loaded) if viewer.seat is not None else []
    box = table_box.box_of_table(loaded.table)
    asks_pass = PASS in request.args and not problem and stays_at_home(loaded.state.game)
    table_ = TableView(
        loaded.state,
        viewer,
        names,
        request_language(),
        typed=given,
        lines=lines,
        box=box,
        moved=moves_since_last_tap(loaded) if lines else NOTHING_MOVED,
        choice=read_choice(request.args),
        taken_back=taken_back(loaded),
    )
    lesson = card_of(loaded.table.code, loaded.state.game, table_.reasons_told) if viewer.seats else None
    response = frame.page(
        "tables/play/table.html",
        table=table_,
        lesson=lesson,
        code=loaded.table.code,
        version=loaded.state.version,
        once=new_token(),
        problem=_sure_to_pass(loaded.state.game, names) if asks_pass else problem,
        asks_pass=asks_pass,
        recognised=recognised,
        undo=_undo(lines, loaded.state.game, names),
        left=left_in_box(loaded, viewer),
        again=redecision_offer(loaded, viewer, names),
        ahead=_redo(loaded),
        seated=viewer.seat is not None,
        commitment=commitment(loaded.table.seed),
        house=loaded.state.game.setup.dealing is Dealing.HOUSE,
        verdict=verdict_of(loaded, names),
        ending=ending_of(loaded),
        prison=_prison_line(loaded, names),
        unlearned=guards_unlearned(box, loaded.state.game) if box is not None and loaded.table.teaches else 0,
        rematch=play_again(loaded),
        **notices(loaded),
    )
    remember(response, lesson)
    response.headers["Cache-Control"] = "no-store"
    response.status_code = 409 if problem else 200
    return response


def _prison_line(loaded: LoadedTable, names: Names) -> str:
    """What to paste of a prison of a week that has been played to its end; empty of any other game."""
    setup, prison = loaded.state.game.setup, prison_of(loaded.table.seed) if loaded.table.given else None
    same = prison is not None and (setup.dealing, setup.difficulty, setup.edition.name, setup.house_deck) == (
        Dealing.HOUSE,
        prison.difficulty,
        prison.edition,
        prison.house_deck,
    )
    result = result_of(loaded, names) if same else None
    if result is None or prison is None:
        return ""
    totals = {side: one.total for side, one in zip(setup.sides, result[0].sides, strict=True)}
    (player,) = loaded.state.game.players
    (guards,) = {*totals} - {player}
    return Escape("", prison, totals[player], totals[guards]).line


def _sure_to_pass(game: Position, names: Names) -> str:
    """What asks somebody back who passes with tokens at home: which stay there."""
    language, home = request_language(), game.at_home(game.players[0])
    if len(home) == len(game.setup.tokens()):
        return frame.page_text(language, "pass.all", n=len(home))
    telling = Telling(language, names, game)
    return frame.page_text(language, "pass.some", what=telling.listed(telling.token(one) for one in home), n=len(home))


@blueprint.get("/t/<code>/board")
def board_beside(code: str) -> Response:
    """The board of a game alone, by itself: what each got at the locations of this night, and who is at the others."""
    loaded = seated(code)
    if not loaded.state.game.setup.solitary:
        abort(404)
    table_ = TableView(
        loaded.state, viewer_of(loaded), names_of(loaded), request_language(), lines=repository.latest_lines(loaded)
    )
    response = frame.page("tables/play/table_beside.html", table=table_, code=code, seated=True)
    response.headers["Cache-Control"] = "no-store"
    return response


def _redo(loaded: LoadedTable) -> tuple[int, ...]:
    """The line up to which is done again what was taken back, if any, with what was done by the same tap."""
    ahead = loaded.state.history.ahead
    if not ahead:
        return ()
    lines = repository.stored_lines(loaded.table, ahead)
    taps = 2 if len(lines) > 1 and lines[1].act.type == PAID else corrected_together(lines)
    return ahead[taps - 1 : taps]


def _undo(lines: Sequence[LineInContext], game: Position, names: Names) -> tuple[int, str] | None:
    """To which line the last tap is undone, and what that undoes.

    A location is undone to how it lay before it was ranked, or to the choice that was made there; before that what was
    done last at the location before is undone, with leaving it. A choice is undone with all that its tap has done.
    """
    if not lines:
        return None
    taps = corrected = corrected_together(reversed(lines))
    tap = [*takewhile(lambda one: (one.seat, one.seen) == (lines[-1].seat, lines[-1].seen), reversed(lines))]
    left = lines[-1].act.type == GO_ON and game.location is not None and not ranking_in(lines[-1].events)
    at_night = tap[-1].kind is Kind.ACT and tap[-1].before.phase is Phase.LIGHTS_OUT
    if at_night and (tap[-1].act.type != GO_ON or game.location is None):
        taps = len(tap)
    elif left and len(lines) > 1:
        taps += 1
    if lines[-taps].act.type == PAID and len(lines) > taps and lines[-taps - 1].act.type in PAID_FOR:
        taps += 1
    if len(lines) <= taps:
        return None
    last = lines[-taps]
    telling = Telling(request_language(), names, last.before)
    return lines[-taps - 1].version, name_in("undo", telling, last.act, number=corrected)


def done_with(loaded: LoadedTable, kind: Kind, act: Act | None, paid: Act | None) -> list[Act]:
    """What a tap of somebody alone does besides what it says.

    A choice at a location goes on, where nothing more is asked there; and a location to which a tap leads is resolved
    with it, where nothing is asked before it and nobody has a tome to think about. After the last location the tap goes
    on to patrol. Who has taken a choice back looks at what comes of it.

    Args:
        loaded: the table.
        kind: what kind of line the tap writes.
        act: what it says.
        paid: what pays for that, where the tap says it too.
    """
    if act is None or not _may_go_on(loaded.state.game, act):
        return []
    try:
        now = _after(loaded, kind, act)
        if paid is not None:
            now = next_decision(now.position, now.prompt, paid, loaded.shuffle())
    except RuleError:
        return []
    besides: list[Act] = []
    chosen = loaded.state.game.agenda[0].kind in _CHOICES and taken_back(loaded) is None
    if chosen and _waits(now, StepKind.PACE):
        besides.append(before_ranking(now.position, Act(GO_ON)))
        now = next_decision(now.position, now.prompt, besides[0], loaded.shuffle())
    if _waits(now, StepKind.NIGHT):
        besides.append(Act(GO_ON))
    if _waits(now, StepKind.RESOLVE) and now.position.agenda[0].data != FOR_A_TOME and not _row_asked(loaded, now):
        besides.append(Act(RESOLVE))
    return besides


_CHOICES: Final = frozenset({StepKind.REWARD, StepKind.EFFECTS, StepKind.GIVE, StepKind.EXCHANGE_FOR})
"""Steps of lights out in which a player chooses what comes of a location."""


def _may_go_on(game: Position, act: Act) -> bool:
    """Whether an act may lead on to another location, alone."""
    at_night = game.phase in {Phase.ROLL_CALL, Phase.LIGHTS_OUT} and game.agenda[0].kind is not StepKind.TOME
    return game.setup.solitary and game.setup.paced and at_night and act.type not in ANY_TIME


def _after(loaded: LoadedTable, kind: Kind, act: Act) -> Decision:
    """What comes of an act, or of saying what a row of the board shows; any other correction resolves nothing."""
    state = loaded.state
    if kind is Kind.CORRECTION and _row_asked(loaded, Decision((), state.game, state.prompt)):
        return correction_decision(state.game, act, loaded.shuffle())
    return next_decision(state.game, state.prompt, act, loaded.shuffle())


def _row_asked(loaded: LoadedTable, then: Decision) -> bool:
    """Whether a row of the board is asked for where a game stands after a decision."""
    state, viewer = loaded.state._replace(game=then.position), viewer_of(loaded)
    box = table_box.box_of_table(loaded.table)
    return TableView(state, viewer, names_of(loaded), request_language(), box=box).row_asked is not None


def _waits(decision: Decision, kind: StepKind) -> bool:
    """Whether a game waits for a kind of step after a decision."""
    return decision.prompt.step is not None and decision.prompt.step.kind is kind
