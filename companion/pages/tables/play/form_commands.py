"""The commands that a table's form asks for."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from werkzeug.datastructures import MultiDict

from companion.pages.forms.submission import submitted
from companion.pages.tables.access import viewer_of, whole
from companion.pages.tables.play.acts import page_act
from companion.pages.tables.play.board_view import BoardView
from companion.pages.tables.play.one_tap import PAID, taken_back
from companion.pages.tables.play.scenes.count import SURE, seals_nothing
from companion.pages.tables.play.scenes.light import goons_are_forgotten
from companion.pages.tables.play.scenes.location import LocationNow
from companion.pages.tables.play.scenes.roll import lying_chosen
from companion.pages.tables.play.seen import see_board
from companion.rules.acts.actions import Act
from companion.rules.engine.decider import RESOLVE, Decision, correction_decision, next_decision
from companion.rules.errors import RuleError
from companion.rules.phases.free_actions import ANY_TIME
from companion.rules.phases.light_mode import CUBES_COME
from companion.rules.phases.lights_out import GO_ON, next_stop
from companion.rules.phases.patrol import BEGIN_ROUND
from companion.rules.phases.roll_call import FOR_A_TOME, PASS, RANKING
from companion.rules.state.position import Phase, Position
from companion.rules.state.step_kinds import StepKind
from companion.tables import repository, table_box
from companion.tables.command import Command
from companion.tables.line import Kind
from companion.tables.projection.actions import stand_in_prompt, visible_prompt
from companion.tables.projection.corrections import visible_corrections
from companion.tables.repository import LoadedTable


def commands_of(given: MultiDict[str, str], asked: Command, besides: Sequence[Act] = ()) -> list[Command]:
    """Return a form's commands: raised counts of the box, the act, its payment.

    Corrections made together are undone together.

    Args:
        given: the form.
        asked: its act.
        besides: what the same tap does after that.
    """
    if asked.kind is Kind.STRIKE:
        *first, last = (replace(asked, to=whole(to)) for to in given.getlist("to") or [""])
        return [*(replace(one, key=None) for one in first), last]
    after = [one for one in (paid_by(given), *besides) if one is not None]
    acts = [asked, *(replace(asked, kind=Kind.ACT, act=one, follows=True) for one in after)]
    if given.get(THEN) == BEGIN and asked.act is not None and page_act(asked.act.type).begins_round:
        acts.append(replace(asked, act=Act(BEGIN), follows=True))
    # The last carries the key for all of them.
    return [*with_larger_box(given, asked), *(replace(one, key=None) for one in acts[:-1]), acts[-1]]


def paid_by(given: MultiDict[str, str]) -> Act | None:
    """Return the act that pays for a form's act, or None."""
    paid = given.getlist(PAID)
    return Act(PAID, {"cubes": paid}) if paid else None


THEN: Final = "then"
"""A field of a form that says what its tap does besides."""

BEGIN: Final = BEGIN_ROUND.word
BEGIN_ANYWAY: Final = "begin_anyway"
"""The same field's value if a tap begins the round too: with the goons' cubes in the setup of light depth, and on
leaving the last location where patrol asks nothing."""


def begins_with_none(act: Act | None, given: Mapping[str, str]) -> bool:
    """Return whether a form begins the round with no cubes entered for the goons.

    Entered cubes come first: players place them before the round begins.
    """
    lays = act is not None and act.type == CUBES_COME.word and not any(act.values.values())
    return lays and given.get(THEN) in {BEGIN, BEGIN_ANYWAY}


def _begins_bare(loaded: LoadedTable, act: Act | None, given: Mapping[str, str]) -> bool:
    """Return whether a light round begins without the goons' suspicion, unconfirmed (S-5, P-6)."""
    game = loaded.state.game
    asked_back = SURE in given or given.get(THEN) == BEGIN_ANYWAY
    begins = act is not None and act.type == BEGIN and game.setup.light
    return begins and not asked_back and goons_are_forgotten(game, repository.latest_lines(loaded))


def question_back(loaded: LoadedTable, act: Act | None, given: Mapping[str, str]) -> dict[str, Any]:
    """Return the query that asks for confirmation; it stays while others act."""
    if seals_nothing(loaded, act, given):
        return {"seal": "ask"}
    if _passes_early(loaded, act) and SURE not in given:
        return {PASS.word: "ask"}
    return {"begin": "ask"} if _begins_bare(loaded, act, given) else {}


def _passes_early(loaded: LoadedTable, act: Act | None) -> bool:
    """Return whether a solo player passes with tokens still at home (R-4).

    The pass key is next to others.
    """
    passes = act is not None and act.type == PASS.word and viewer_of(loaded).seat is not None
    return passes and stays_at_home(loaded.state.game)


def stays_at_home(game: Position) -> bool:
    """Return whether a solo player has tokens at home in roll call."""
    return game.setup.solitary and game.phase is Phase.ROLL_CALL and bool(game.at_home(game.players[0]))


RAISE: Final = "raise"
"""The name of a form's field that raises the box's count before the rest is done."""


def with_larger_box(given: MultiDict[str, str], asked: Command) -> list[Command]:
    """Return the larger counts of the box that a form wants set before its act."""
    counts = (raised.partition(":") for raised in given.getlist(RAISE))
    acts = (Act("set_box", {"what": [what], "number": whole(number)}) for what, _, number in counts)
    return [replace(asked, kind=Kind.CORRECTION, act=act, key=None) for act in acts]


_SENT: Final = frozenset({Kind.CORRECTION, Kind.UNDO, Kind.STRIKE, Kind.REDO, Kind.CLOSE})


def kind_of(text: str) -> Kind:
    """Return the kind of log entry a form asks for; an act if unknown."""
    return Kind(text) if text in _SENT else Kind.ACT


def act_of(loaded: LoadedTable, kind: Kind, given: MultiDict[str, str]) -> Act | None:
    """Return the act or correction that a form asks for, otherwise None."""
    viewer = viewer_of(loaded)
    side = whole(given.get("for", ""))
    if kind is Kind.ACT and side is not None:
        return submitted(stand_in_prompt(loaded.state, side).actions, given)
    if kind is Kind.ACT:
        return lying_chosen(submitted(visible_prompt(loaded.state, viewer).actions, given))
    if kind is Kind.CORRECTION:
        return submitted(visible_corrections(loaded.state, viewer), given)
    return None


def before_ranking(game: Position, act: Act) -> Act:
    """Alone the page goes on in two acts, so that an undo leads to a location as it lies before it is ranked."""
    stops = game.setup.solitary and game.agenda and game.agenda[0].kind is StepKind.PACE and next_stop(game) is not None
    return Act(GO_ON.word, {"stop": [RANKING]}) if stops and act == Act(GO_ON.word) else act


def version_of(given: Mapping[str, str]) -> int:
    """Return the table's version that a form was filled in for; 0 if not given."""
    return whole(given.get("version", "")) or 0


def done_with(loaded: LoadedTable, kind: Kind, act: Act | None, paid: Act | None) -> list[Act]:
    """Return the acts that a solo player's tap does besides its own.

    A choice at a location goes on, if nothing more is asked there. A location to which a tap leads is resolved with it,
    if nothing is asked before and no tome can be played. After the last location the tap goes on to patrol. A player
    who has undone a choice sees the result first.

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
        besides.append(before_ranking(now.position, Act(GO_ON.word)))
        now = next_decision(now.position, now.prompt, besides[0], loaded.shuffle())
    if _waits(now, StepKind.NIGHT):
        besides.append(Act(GO_ON.word))
    if _waits(now, StepKind.RESOLVE) and now.position.agenda[0].data != FOR_A_TOME and not _row_asked(loaded, now):
        besides.append(Act(RESOLVE))
    return besides


_CHOICES: Final = frozenset({StepKind.REWARD, StepKind.EFFECTS, StepKind.GIVE, StepKind.EXCHANGE_FOR})
"""Steps of lights out in which a player chooses what comes of a location."""


def _may_go_on(game: Position, act: Act) -> bool:
    """Return whether an act may lead on to another location in a solo game."""
    at_night = game.phase in {Phase.ROLL_CALL, Phase.LIGHTS_OUT} and game.agenda[0].kind is not StepKind.TOME
    return game.setup.solitary and game.setup.paced and at_night and act.type not in ANY_TIME


def _after(loaded: LoadedTable, kind: Kind, act: Act) -> Decision:
    """Return the decision after an act, or after the answer about a board row.

    Any other correction resolves nothing.
    """
    state = loaded.state
    if kind is Kind.CORRECTION and _row_asked(loaded, Decision((), state.game, state.prompt)):
        return correction_decision(state.game, act, loaded.shuffle())
    return next_decision(state.game, state.prompt, act, loaded.shuffle())


def _row_asked(loaded: LoadedTable, then: Decision) -> bool:
    """Return whether a board row is asked for after a decision."""
    then_seen = see_board(replace(loaded, state=loaded.state._replace(game=then.position)))
    then_seen = replace(then_seen, box=table_box.box_of_table(loaded.table))
    return LocationNow(then_seen, BoardView(then_seen)).row_asked is not None


def _waits(decision: Decision, kind: StepKind) -> bool:
    """Return whether a game waits for a kind of step after a decision."""
    return decision.prompt.step is not None and decision.prompt.step.kind is kind
