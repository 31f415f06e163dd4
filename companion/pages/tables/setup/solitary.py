"""The start of a solitary game: what is asked before its first line, and what lies on the real table."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from flask import redirect, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.boxes.box import Box
from companion.boxes.drawing import guards_known
from companion.boxes.models import KeptBox
from companion.boxes.repository import BoxGone, box_of
from companion.boxes.repository import find as find_box
from companion.boxes.schemas import Name, trimmed
from companion.identity.tokens import new_token
from companion.pages.blueprint import blueprint
from companion.pages.boxes.own_box import last_used, name_of_the_first, own_box, shown_name
from companion.pages.forms.fields import FieldView, field_view
from companion.pages.forms.submission import filled
from companion.pages.layout import frame
from companion.pages.tables.setup.begin_form import BeginForm, told_of
from companion.pages.tables.setup.rematch import AGAIN, asked_for
from companion.persistence.linked import KeyReused
from companion.players_day import known_zone
from companion.rules.corrections.registry import NotInTheBox
from companion.rules.editions import edition
from companion.rules.engine.mid_game_setup import WrongFigures
from companion.rules.errors import RuleError
from companion.rules.schema import ObjectField, Option
from companion.rules.state.cards import lacks_count
from companion.rules.state.events import NOTHING
from companion.rules.state.setup import Dealing, Difficulty, OddsFor
from companion.rules.vocabulary import EditionName
from companion.tables import queries, repository
from companion.tables.opening import Opening, open_table
from companion.tables.setup_request import SETUP_REQUEST, InvalidSetup, agreed, begun
from companion.web.device_cookie import known_device, page_caller
from companion.web.language import request_language
from companion.web.limits import count_made
from companion.words import card_faces, field_labels
from companion.words.catalogue import paragraph, sentence
from companion.words.messages import ERRORS, PAGES

BEGIN: Final = "begin"
"""The member for a game that has begun already."""

GOALS: Final = ("leader_goal", "end_goal")
STARTS: Final = ("trait", "b_side")
"""The cards of this game that may be typed: the goals and, in the advanced setup, the cards of the player's start."""

RULEBOOK_NAMES: Final = {
    Difficulty.MODERATE: "Local Lockup",
    Difficulty.CHALLENGING: "Ye Olde Jail",
    Difficulty.EXPERT: "Supermax Dungeon",
}
"""The rulebooks' names of the difficulties, which are only in English."""

SHAPES: Final[Mapping[str, ObjectField]] = {
    name: ObjectField({key: shape for key, shape in member.members.items() if key != "name"}, member.required)
    for name in (*GOALS, *STARTS)
    if isinstance(member := SETUP_REQUEST.members[name], ObjectField)
}
"""Their shapes; names are typed in the box."""


@blueprint.get("/alone")
def new_table() -> Response:
    """Ask what is needed to begin a solitary game; what was chosen the last time is chosen again."""
    known_device()
    again = asked_for(request.args)
    if again is not None:
        return _asked(again.box or last_used(), again.typed)
    wanted = {name: text for name, text in request.args.items() if name == "dealing"}
    return _asked(_chosen(request.args.get("box", "")) or last_used(), MultiDict({**_last_time(), **wanted}))


@blueprint.post("/alone")
def begin_table() -> Response:
    """Begin a solitary game, once for each form; faults get a sentence, and what was typed stays."""
    given, language = request.form, request_language()
    known_device()
    kept = _box(given)
    wished, faults = _wished(given)
    if faults:
        return _asked(kept, given, paragraph(language, faults))
    try:
        setup = agreed(wished, box_of(kept))
    except InvalidSetup as bad:
        return _asked(kept, given, paragraph(language, map(told_error, bad.all)))
    again = asked_for(given)
    opening = Opening(
        setup,
        () if again is None else again.known,
        seed=trimmed(given.get("seed", "")) or None,
        box=kept.id,
        wished=wished,
        key=given.get("once") or None,
        raw=json.dumps(sorted(given.items(multi=True))).encode(),
        language=language,
        zone=known_zone(given.get("zone")),
        figures=begun(wished, setup),
    )
    try:
        opened = open_table(opening, page_caller(), count_made)
    except KeyReused:
        # From the same page a game was begun before; the page as it is shown now can begin another.
        return _asked(_box(given), given, frame.page_text(language, "table.changed"))
    except (NotInTheBox, WrongFigures) as wrong:
        return _asked(_box(given), given, paragraph(language, map(told_error, wrong.all)))
    if again is not None:
        again.followed_by(opened.loaded.table.code)
    # Of a game that has begun already, its numbers are set right next.
    there = "pages.table_figures" if BEGIN in wished else "pages.table"
    return redirect(url_for(there, code=opened.loaded.table.code), 303)


def told_error(error: RuleError) -> str:
    """Say in a sentence why a game cannot be so."""
    return sentence(request_language(), ERRORS[error.key], error.data)


def _box(given: Mapping[str, str]) -> KeptBox:
    """Return the box that a form has chosen, or the one that was used last; the first time, make one."""
    return _chosen(given.get("box", "")) or own_box()


def _chosen(link: str) -> KeptBox | None:
    """Return the box with that link; None where there is none."""
    try:
        return find_box(link)
    except BoxGone:
        return None


def _last_time() -> dict[str, str]:
    """Return the choices of the last game of this device."""
    last = next(iter(queries.recent(page_caller(), most=1)), None)
    if last is None:
        return {}
    setup = repository.find(last.code).state.game.setup
    return {"difficulty": str(setup.difficulty or Difficulty.MODERATE), "dealing": setup.dealing.value}


def _wished(given: MultiDict[str, str]) -> tuple[dict[str, Any], list[str]]:
    """Return the requested setup, and sentences about the parts of it that cannot be."""
    wished: dict[str, Any] = {}
    for name in ("difficulty", "dealing", "edition", "odds", "hint"):
        if given.get(name):
            wished[name] = given[name]
    if given.get("advanced"):
        wished["advanced"] = True
    for name, shape in SHAPES.items():
        if is_typed(given, f"f.{name}."):
            wished[name] = filled(shape, given, f"f.{name}")
    language, begin = request_language(), BeginForm(request_language(), given)
    if begin.begun:
        wished[BEGIN] = begin.wished()
    seed = given.get("seed", "").strip()
    faults = (*SETUP_REQUEST.faults(wished), *(Name().faults(seed, ("seed",)) if seed else ()))
    words = Words(language)
    told = [begin.told(fault) if fault.path[0] == BEGIN else told_of(language, fault, words.field) for fault in faults]
    return wished, [*told, *goal_faults(wished)]


def goal_faults(wished: Mapping[str, Any]) -> list[str]:
    """Say what the end game goal still lacks."""
    lacks = lacks_count(wished.get("end_goal"))
    return [frame.page_text(request_language(), "goal.counts_what")] if lacks else []


def is_typed(given: MultiDict[str, str], *prefixes: str) -> bool:
    """Return whether anything was typed in a field whose name begins so."""
    return any(text.strip() for name, text in given.items(multi=True) if name.startswith(prefixes))


def _beyond_the_steps(given: MultiDict[str, str]) -> bool:
    """Return whether something is chosen that the steps do not show."""
    return is_typed(given, "edition", "advanced", "seed", "b.", *(f"f.{name}." for name in STARTS))


def _asked(kept: KeptBox | None, given: MultiDict[str, str], problem: str = "") -> Response:
    """Show the page; before the first box it is as with an empty one."""
    box, language = box_of(kept) if kept else Box(name_of_the_first()), request_language()
    difficulty = Difficulty(given["difficulty"]) if given.get("difficulty") in {*Difficulty} else Difficulty.MODERATE
    known = {one: guards_known(box, one) for one in Difficulty}
    chosen = EditionName(given["edition"]) if given.get("edition") in EditionName.words() else box.edition
    rules = edition(chosen)
    response = frame.page(
        "tables/setup/table_new.html",
        once=new_token(),
        problem=problem,
        again=given.get(AGAIN, ""),
        box=kept.link if kept else "",
        box_name=shown_name(box.name),
        difficulty=difficulty,
        difficulties=[(one, text, RULEBOOK_NAMES[Difficulty(one)]) for one, text in _choices("difficulty", Difficulty)],
        dealing=given.get("dealing") or (Dealing.APP if known[difficulty].complete else Dealing.CARDS),
        dealings=[(one, text, "") for one, text in _choices("dealing", Dealing)],
        closed={
            one: [name.value for name in Difficulty if one is Dealing.APP and not known[name].complete]
            for one in Dealing
        },
        known=[(one, text, known[Difficulty(one)]) for one, text in _choices("difficulty", Difficulty)],
        everything=_beyond_the_steps(given),
        typed_goals={name: is_typed(given, f"f.{name}.") for name in GOALS},
        edition=chosen,
        editions=[(one.value, frame.page_text(language, f"edition.{one}")) for one in EditionName.words()],
        advanced=given.get("advanced", ""),
        odds=given.get("odds") or OddsFor.NOBODY,
        hint=given.get("hint") or OddsFor.NOBODY,
        shown_to=_choices("odds", OddsFor),
        # A tick for an edition that has no advanced setup stays visible.
        has_advanced=rules.advanced_setup or given.get("advanced"),
        goals=[field_view(SHAPES[name], name, f"f.{name}", Words(language), given) for name in GOALS],
        starts=[_start(name, given) for name in STARTS],
        seed=given.get("seed", ""),
        begin=BeginForm(language, given),
    )
    if problem:
        response.status_code = 422
    return response


def _start(name: str, given: MultiDict[str, str]) -> FieldView:
    """Return four numbers in four rows."""
    words = Words(request_language())
    members = (
        replace(field_view(shape, key, f"f.{name}.{key}", words, given), tiles=range(0))
        for key, shape in SHAPES[name].members.items()
    )
    return FieldView(name, words.field(name), "record", members=tuple(members))


def _choices(kind: str, values: Iterable[str]) -> list[tuple[str, str]]:
    return [(str(one), field_labels.word(request_language(), kind, one)) for one in values]


class Words:
    """The form's words for the cards of this game."""

    def __init__(self, language: str) -> None:
        self._language = language

    def field(self, name: str) -> str:
        """Return the label of a field."""
        key = f"wish.{name}"
        return frame.page_text(self._language, key) if key in PAGES else card_faces.field_label(self._language, name)

    def option(self, name: str, value: Option) -> str:
        """Return the label of a value of a field."""
        return field_labels.option(self._language, "", name, value, game=NOTHING, names=())

    def hint(self, least: int, most: int) -> str:
        """Refuse: nobody chooses several values of these fields."""
        raise AssertionError(least, most)
