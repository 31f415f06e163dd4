"""Forms of a table: each is carried out, or refused with all that was entered."""

import json

from flask import abort, redirect, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.identity.caller import NotAllowed
from companion.pages.blueprint import blueprint
from companion.pages.tables.access import found, seated, viewer_of, whole
from companion.pages.tables.log.after_undo import OUT, taken_out
from companion.pages.tables.log.table_log import shown_log
from companion.pages.tables.play.correction_page import shown_corrections
from companion.pages.tables.play.form_commands import (
    BEGIN,
    THEN,
    act_of,
    before_ranking,
    begins_with_none,
    commands_of,
    done_with,
    kind_of,
    paid_by,
    question_back,
    version_of,
)
from companion.pages.tables.play.form_view import missing_of_card
from companion.pages.tables.play.one_tap import PAID
from companion.pages.tables.play.others import conflict_of, done_before, done_meanwhile, too_late
from companion.pages.tables.play.page import shown_table
from companion.pages.tables.play.recognised_card import OTHER, RecognisedCard, recognised_card
from companion.pages.tables.play.refusal_sentences import (
    Count,
    count_needed,
    goons_otherwise,
    item_otherwise,
    refusal,
    token_refusal,
)
from companion.pages.tables.play.take_back import named_location
from companion.persistence.linked import KeyReused
from companion.rules.acts.actions import Act
from companion.rules.phases.lights_out import TYPE_ITEM
from companion.rules.phases.patrol import TYPE_GOONS
from companion.tables import game_commands
from companion.tables.command import Command
from companion.tables.line import MOVING, Kind
from companion.tables.refusals import AgainstRules, Changed, Closed, InTheWay, NotYours
from companion.tables.repository import LoadedTable
from companion.web.device_cookie import page_caller
from companion.web.language import request_language
from companion.words.catalogue import paragraph, sentence
from companion.words.messages import PAGES


@blueprint.post("/t/<code>")
def play(code: str) -> Response:
    """Do what a form of the table asks for; what cannot be done is said, and what was typed stays."""
    loaded = found(code)
    given = request.form
    kind = kind_of(given.get("kind", ""))
    act = act_of(loaded, kind, given)
    act = Act(BEGIN) if begins_with_none(act, given) else act and before_ranking(loaded.state.game, act)
    if (asked_back := _asked_back(loaded, kind, act, given)) is not None:
        return asked_back
    asked = Command(
        kind,
        version_of(given),
        act,
        to=whole(given.get("to", "")),
        key=given.get("once") or None,
        raw=json.dumps(sorted(given.items(multi=True))).encode(),
        language=request_language(),
        stands_in=whole(given.get("for", "")) if kind is Kind.ACT else None,
        apart=frozenset(given.getlist(OTHER)),
    )
    try:
        commands = commands_of(given, asked, done_with(loaded, kind, act, paid_by(given)))
        written = game_commands.play(code, page_caller(), *commands)
    except NotAllowed:
        abort(403)
    except KeyReused:
        # From the same page something else was done already.
        now = found(code)
        if done_before(now, asked):
            return redirect(url_for("pages.table", code=code, since=version_of(given) or None), 303)
        said = too_late(Changed(now)) if kind is Kind.ACT else sentence(request_language(), PAGES["table.changed"])
        return _refused(now, kind, said, given)
    except (NotYours, InTheWay) as refused:
        return _refused(refused.loaded, kind, too_late(refused), given)
    except (Closed, Changed) as refused:
        return _overtaken(refused, asked, given)
    except AgainstRules as refused:
        said = refusal(refused, kind)
        problem = token_refusal(refused.loaded, act, said)
        if problem == said:
            problem = paragraph(request_language(), (done_meanwhile(refused.loaded, version_of(given)), said))
        return _refused(refused.loaded, kind, problem, given, count_needed(refused.error))
    if kind is Kind.CORRECTION:
        taken_out(written.loaded, viewer_of(written.loaded), given.getlist(OUT))
    # What was based on another version has been overtaken, so that only the last line is new.
    since = written.since if THEN in given else version_of(given) or None
    return redirect(url_for("pages.table", code=code, side=_row_kept(loaded, given), since=since), 303)


def _asked_back(loaded: LoadedTable, kind: Kind, act: Act | None, given: MultiDict[str, str]) -> Response | None:
    """Return the response that asks a player back before anything is done, or None."""
    missing = missing_of_card(act, given) if version_of(given) == loaded.state.version else None
    if missing is not None:
        return _refused(loaded, kind, sentence(request_language(), PAGES[missing]), given)
    if asks := question_back(loaded, act, given):
        return redirect(url_for("pages.table", code=loaded.table.code, **asks), 303)
    if recognised := recognised_card(loaded, act, given, request_language()):
        return _refused(loaded, kind, recognised.question, given, recognised=recognised)
    return None


def _overtaken(refused: Closed | Changed, asked: Command, given: MultiDict[str, str]) -> Response:
    """Return the response to a player whom another has preceded."""
    loaded = refused.loaded
    if PAID not in given and isinstance(refused, Changed) and done_before(loaded, asked):
        return redirect(url_for("pages.table", code=loaded.table.code, since=asked.version), 303)
    conflict = None if loaded.state.game.setup.solitary else conflict_of(loaded, asked)
    if conflict is None:
        # What takes back or corrects belongs to no step: what stood in its way is what another has done meanwhile.
        of_no_step = asked.kind in MOVING or (asked.kind is Kind.CORRECTION and isinstance(refused, Changed))
        meanwhile = done_meanwhile(loaded, asked.version, asked.act) if of_no_step else ""
        said = sentence(request_language(), PAGES["table.step_ended"], {"ended": meanwhile}) if meanwhile else ""
        problem = token_refusal(loaded, asked.act, said or too_late(refused))
        if given.get("type") == TYPE_GOONS.word and not loaded.state.closed:
            problem = paragraph(request_language(), (problem, goons_otherwise(loaded, given)))
        if given.get("type") == TYPE_ITEM.word:
            problem = paragraph(request_language(), (problem, item_otherwise(loaded, asked.act)))
        return _refused(loaded, asked.kind, problem, given)
    if conflict.now == conflict.mine:
        # Both have seen the same on the table: nothing is left to be chosen.
        return redirect(url_for("pages.table", code=loaded.table.code, side=given.get("side")), 303)
    return shown_table(loaded, given=given, conflict=conflict)


def _row_kept(loaded: LoadedTable, given: MultiDict[str, str]) -> str | None:
    """Return whose numbers stay open; another's only while set, to avoid mistakes."""
    side = given.get("side", "")
    about = (text for name, text in given.items(multi=True) if name in {"f.side", "f.place", "f.to", "f.cubes"})
    own = side in {str(one) for one in viewer_of(loaded).seats}
    return side if own or side in about else None


def _refused(
    loaded: LoadedTable,
    kind: Kind,
    problem: str,
    given: MultiDict[str, str],
    count: Count | None = None,
    *,
    recognised: RecognisedCard | None = None,
) -> Response:
    """Return the page from which a form was sent, with all that was entered in it."""
    if given.get("at") == "log" and viewer_of(loaded).seat is not None:
        return shown_log(loaded, problem)
    if kind is Kind.CORRECTION and viewer_of(loaded).seat is not None and not loaded.state.closed:
        return shown_corrections(loaded, given.get("type", ""), problem, given, count, recognised=recognised)
    return shown_table(loaded, problem, given, recognised=recognised)


@blueprint.post("/t/<code>/again")
def decide_again(code: str) -> Response:
    """Do an act again under a house ruling that was changed since; all or nothing."""
    seated(code)
    given = request.form
    asked = Command(
        Kind.ACT,
        version_of(given),
        to=whole(given.get("to", "")),
        key=given.get("once") or None,
        raw=b"again",
        language=request_language(),
    )
    try:
        game_commands.redecide(code, page_caller(), asked)
    except KeyReused:
        pass
    except (Closed, Changed, NotYours) as refused:
        return shown_table(refused.loaded, too_late(refused))
    except AgainstRules as refused:
        return shown_table(refused.loaded, refusal(refused, Kind.ACT))
    return redirect(url_for("pages.table", code=code, since=asked.version or None), 303)


@blueprint.post("/t/<code>/together")
def take_back_together(code: str) -> Response:
    """Take back a resolved location at which somebody here has entered a row; the rows of the others stay."""
    seated(code)
    given = request.form
    location = given.get("location", "")
    raw = f"take-back {location}".encode()
    asked = Command(Kind.UNDO, version_of(given), key=given.get("once") or None, raw=raw, language=request_language())
    try:
        game_commands.take_back_together(code, page_caller(), asked, named_location(location))
    except KeyReused:
        pass
    except (Closed, Changed) as refused:
        meanwhile = done_meanwhile(refused.loaded, asked.version)
        return shown_table(refused.loaded, paragraph(request_language(), (meanwhile, too_late(refused))))
    except AgainstRules as refused:
        return shown_table(refused.loaded, refusal(refused, Kind.ACT))
    return redirect(url_for("pages.table", code=code, since=asked.version or None), 303)
