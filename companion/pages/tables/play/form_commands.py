"""What a form of a table asks for, as commands."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from werkzeug.datastructures import MultiDict

from companion.pages.forms.submission import submitted
from companion.pages.tables.play.at_table import PAID, viewer_of, whole
from companion.pages.tables.play.final_count import SURE, seals_nothing
from companion.pages.tables.play.light_view import no_suspicion
from companion.pages.tables.play.roll_view import lying_chosen
from companion.rules.acts.actions import Act
from companion.rules.phases import lights_out
from companion.rules.phases.lights_out import next_stop
from companion.rules.phases.roll_call import RANKING
from companion.rules.state.position import Phase, Position
from companion.rules.state.step_kinds import StepKind
from companion.tables.command import Command
from companion.tables.line import Kind
from companion.tables.projection.actions import stand_in_prompt, visible_prompt
from companion.tables.projection.corrections import visible_corrections
from companion.tables.repository import LoadedTable


def commands_of(given: MultiDict[str, str], asked: Command, besides: Sequence[Act] = ()) -> list[Command]:
    """What a form asks for: raised counts of the box, the act, and what pays for it where that is said with it.

    What was corrected together is struck together.

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
    if given.get(THEN) == BEGIN and asked.act is not None and asked.act.type in _BEFORE_ROUND:
        acts.append(replace(asked, act=Act(BEGIN), follows=True))
    # The last carries the key for all of them.
    return [*with_larger_box(given, asked), *(replace(one, key=None) for one in acts[:-1]), acts[-1]]


def paid_by(given: MultiDict[str, str]) -> Act | None:
    """What pays for the act of a form, where the form says that, too."""
    paid = given.getlist(PAID)
    return Act(PAID, {"cubes": paid}) if paid else None


_BEFORE_ROUND: Final = frozenset({"go_on", "return_cubes"})
"""Acts with whose tap the next round begins too, where patrol asks nothing more."""

GO_ON: Final = lights_out.GO_ON.word

THEN: Final = "then"
"""A field of a form that says what its tap does besides."""

LAYS: Final = "cubes_come"
BEGIN: Final = "begin_round"
BEGIN_ANYWAY: Final = "begin_anyway"
"""What the same field says where a tap begins the round too: with the cubes that goons bring in the setup of light
depth, and on leaving the last location where patrol asks nothing."""


def begins_with_none(act: Act | None, given: Mapping[str, str]) -> bool:
    """Whether a form of the cubes that goons bring begins the round, with none typed.

    Those that are typed are laid first: hands have to lay them before the round begins.
    """
    lays = act is not None and act.type == LAYS and not any(act.values.values())
    return lays and given.get(THEN) in {BEGIN, BEGIN_ANYWAY}


def _begins_bare(loaded: LoadedTable, act: Act | None, given: Mapping[str, str]) -> bool:
    """Whether somebody begins the first round of light depth with no suspicion, and was not asked back yet (S-5)."""
    game = loaded.state.game
    asked_back = SURE in given or given.get(THEN) == BEGIN_ANYWAY
    begins = act is not None and act.type == BEGIN and game.setup.light and game.phase is Phase.SETUP
    return begins and not asked_back and no_suspicion(game)


def question_back(loaded: LoadedTable, act: Act | None, given: Mapping[str, str]) -> dict[str, Any]:
    """What the address asks of somebody who may have forgotten something; it stays there while others act."""
    if seals_nothing(loaded, act, given):
        return {"seal": "ask"}
    if _passes_early(loaded, act) and SURE not in given:
        return {PASS: "ask"}
    return {"begin": "ask"} if _begins_bare(loaded, act, given) else {}


PASS: Final = "pass"  # noqa: S105
"""An act, and the name in an address that asks whether somebody is sure of it."""


def _passes_early(loaded: LoadedTable, act: Act | None) -> bool:
    """Whether the player of a game alone passes with tokens still at home: the key stands beside others (R-4)."""
    passes = act is not None and act.type == PASS and viewer_of(loaded).seat is not None
    return passes and stays_at_home(loaded.state.game)


def stays_at_home(game: Position) -> bool:
    """Whether tokens of somebody alone are at home in a roll call."""
    return game.setup.solitary and game.phase is Phase.ROLL_CALL and bool(game.at_home(game.players[0]))


RAISE: Final = "raise"
"""The name of a form's field that raises the box's count before the rest is done."""


def with_larger_box(given: MultiDict[str, str], asked: Command) -> list[Command]:
    """The corrections of the box's counts that come before what is asked, where the form wants that."""
    counts = (raised.partition(":") for raised in given.getlist(RAISE))
    acts = (Act("set_box", {"what": [what], "number": whole(number)}) for what, _, number in counts)
    return [replace(asked, kind=Kind.CORRECTION, act=act, key=None) for act in acts]


_SENT: Final = frozenset({Kind.CORRECTION, Kind.UNDO, Kind.STRIKE, Kind.REDO, Kind.CLOSE})


def kind_of(text: str) -> Kind:
    """What kind of line a form asks for; an act, where it says nothing known."""
    return Kind(text) if text in _SENT else Kind.ACT


def act_of(loaded: LoadedTable, kind: Kind, given: MultiDict[str, str]) -> Act | None:
    """The act or the correction that a form asks for; None for any other kind of line."""
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
    return Act(GO_ON, {"stop": [RANKING]}) if stops and act == Act(GO_ON) else act


def version_of(given: Mapping[str, str]) -> int:
    """The version of the table that a form was filled in for; 0 where it says none."""
    return whole(given.get("version", "")) or 0
