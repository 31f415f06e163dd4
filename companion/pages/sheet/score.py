"""The final score calculator: a new sheet, and the form that counts while you type."""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from flask import Response, abort, jsonify, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as BaseResponse

from companion.identity.caller import Caller, NotAllowed
from companion.identity.tokens import new_token
from companion.pages.blueprint import blueprint
from companion.pages.forms.typed_sum import FieldFault
from companion.pages.layout import frame
from companion.pages.sheet.score_fields import SCORING_RULINGS
from companion.pages.sheet.score_form import ScoreForm, new_body
from companion.pages.sheet.score_view import ScoreView
from companion.players_day import known_zone
from companion.rules.rulings.house_rulings import HOUSE_RULINGS
from companion.rules.vocabulary import DemonValuable, EditionName, Goon
from companion.sheets.models import Sheet
from companion.sheets.repository import SheetGone, change, find, make
from companion.web.device_cookie import known_device, page_caller
from companion.web.language import request_language
from companion.web.limits import count_made
from companion.words.catalogue import sentence, term
from companion.words.messages import ERRORS, RULING_VALUES, RULINGS
from companion.words.telling import SEATS

EDITIONS: Final = {
    "later": EditionName.LATER,
    "later-34": EditionName.LATER,
    "first": EditionName.FIRST,
    "prototype": EditionName.PROTOTYPE,
}
"""The choices by what is seen in the box, and the edition of each (E-1, E-3)."""

PLAYERS: Final = ("solitary", "2", "3", "4", "5")
RULES_OF: Final = {key: HOUSE_RULINGS[key].rules for key in SCORING_RULINGS}


@dataclass(frozen=True)
class Chip:
    """A card or Demon that was entered: its icons and its name."""

    icons: tuple[str, ...]
    text: str


class NoForm(Exception):
    """A program's draft lacks so much that the form cannot show it."""


def seat_name(seat: str) -> str:
    """Return the name of a seat where nobody typed one."""
    return frame.page_text(request_language(), f"seat.{seat}")


@blueprint.get("/score")
def new_score() -> Response:
    """Ask who played."""
    known_device()
    return _new_page(MultiDict(), None)


@blueprint.post("/score")
def start_score() -> BaseResponse:
    """Make a sheet."""
    try:
        link = _start(request.form)
    except FieldFault as fault:
        page = _new_page(request.form, fault)
        page.status_code = 422
        return page
    return redirect(url_for("pages.score", link=link), 303)


@blueprint.get("/score/<link>")
def score(link: str) -> BaseResponse:
    """Show the form of a sheet."""
    sheet = _find(link)
    form = _form(sheet)
    if not form.countable:
        return _no_form(link)
    if not page_caller().may_change(sheet):
        # A caller who only has the link reads the result.
        return redirect(url_for("pages.result", link=link))
    return _shown(sheet, form, {})


@blueprint.post("/score/<link>")
def save_score(link: str) -> BaseResponse:
    """Take changes of a sheet, from a form or from the page's script."""
    conflicts: dict[str, str] = {}
    form = ScoreForm({}, {})
    do = request.form.get("do", "")

    def apply(sheet: Sheet) -> None:
        nonlocal form
        form = _form(sheet)
        if not form.countable:
            raise NoForm
        conflicts.update(form.change(_changes(request.form, form), _bases(request.form)))
        _act(form, do)
        if (form.body, form.typed) != (sheet.body, sheet.typed):
            sheet.body, sheet.typed = form.body, form.typed
        if do == "finish" and form.countable and not form.faults() and not conflicts:
            sheet.draft = False

    try:
        sheet = _change(link, page_caller(), apply)
    except NoForm:
        return _no_form(link)
    if _for_script() or conflicts or (do in {"", "save", "finish"} and form.faults()):
        return _shown(sheet, form, conflicts)
    if do == "finish":
        return redirect(url_for("pages.result", link=link), 303)
    # Without script: the same page again, at the row where one was; a reload changes nothing.
    side = do.removeprefix("side:") if do.startswith("side:") else request.form.get("side", "0")
    return redirect(url_for("pages.score", link=link, side=side, _anchor=_row(do, side)), 303)


def _new_page(given: Mapping[str, str], fault: FieldFault | None) -> Response:
    names = given.getlist("name") if isinstance(given, MultiDict) else []
    values = {
        "players": given.get("players", "4"),
        "by": given.get("by", "counts"),
        "edition": given.get("edition", "later"),
        "names": [*names, *[""] * len(SEATS)],
    }
    return frame.page(
        "sheet/score_new.html",
        values=values,
        once=given.get("once", new_token()),
        seats=[(seat, seat_name(seat)) for seat in SEATS],
        error=sentence(request_language(), ERRORS[fault.key], fault.data) if fault else None,
    )


def _start(given: MultiDict[str, str]) -> str:
    """Make the sheet that the form asks for, once for each form, and say its link."""
    players = given.get("players", "4")
    if players not in PLAYERS or given.get("edition") not in EDITIONS:
        raise FieldFault("form.choose")
    solitary = players == "solitary"
    number = 1 if solitary else int(players)
    say = request_language()
    defaults = [frame.page_text(say, "seat.you")] if solitary else [seat_name(seat) for seat in SEATS[:number]]
    body = new_body(
        sides=defaults,
        solitary=solitary,
        edition=EDITIONS[given["edition"]],
        by_cards=given.get("by") == "cards",
        guards=frame.page_text(say, "seat.guards"),
    )
    form = ScoreForm.of(body, {})
    wanted = {f"{index}.name": name for index, name in enumerate(given.getlist("name")[:number]) if name.strip()}
    form.change(wanted, {})
    if faults := form.faults():
        raise next(iter(faults.values()))
    raw = json.dumps(form.body).encode()
    once = given.get("once")
    try:
        made = make(
            form.body,
            _made,
            draft=True,
            caller=Caller(device=known_device()),
            # A form that is sent twice makes one sheet; gone back to and changed it is another form.
            key=f"{once} {hashlib.sha256(raw).hexdigest()}" if once else None,
            raw=raw,
            zone=known_zone(given.get("zone")),
        )
    except SheetGone:
        abort(404)
    return str(made.answer["link"])


def _made(sheet: Sheet) -> dict[str, str]:
    """Count a new sheet, and return its link to be remembered; a form that is sent twice counts once."""
    count_made()
    return {"link": sheet.link}


def _no_form(link: str) -> BaseResponse:
    """Answer for a draft that the form cannot show: its own page says so."""
    return Response(status=409) if _for_script() else redirect(url_for("pages.result", link=link))


def _form(sheet: Sheet) -> ScoreForm:
    return ScoreForm.of(sheet.body, sheet.typed)


def _find(link: str) -> Sheet:
    try:
        return find(link)
    except SheetGone:
        abort(404)


def _change(link: str, caller: Caller, apply: Any) -> Sheet:
    try:
        return change(link, caller, apply)
    except SheetGone:
        abort(404)
    except NotAllowed:
        abort(403)


def _changes(given: MultiDict[str, str], form: ScoreForm) -> dict[str, str]:
    return {name: text for name, text in given.items() if form.asks(name)}


def _bases(given: MultiDict[str, str]) -> dict[str, str]:
    """Return the value of each field when the page last heard of it; none if they are not readable."""
    try:
        bases = json.loads(given.get("bases", "{}"))
    except (ValueError, RecursionError):
        return {}
    return {str(name): str(text) for name, text in bases.items()} if isinstance(bases, dict) else {}


def _act(form: ScoreForm, do: str) -> None:
    """Do what a button of the page does without JavaScript: step, add, remove, use or hold."""
    act, _, rest = do.partition(":")
    name, _, what = rest.partition(":")
    if not form.asks(name):
        return
    if act == "step" and what in {"1", "-1"}:
        form.step(name, int(what))
    elif act == "add":
        kind, _, valuable = what.partition(":")
        shown = "+".join(request.form.getlist(f"valuable:{name}"))
        form.add(name, f"{kind}:{valuable}:{shown}".rstrip(":"))
    elif act == "remove" and re.fullmatch(r"[0-9]{1,4}", what):
        form.remove(name, int(what))
    elif act == "use":
        form.change({name: what}, {})
    elif act == "hold":
        form.change({name: "" if form.value(name) == what else what}, {})


def _row(do: str, side: str) -> str | None:
    """Return the row of the button that was pressed."""
    act, _, rest = do.partition(":")
    return f"row-{side}-{rest.partition(':')[0]}" if act in {"step", "add", "remove", "hold"} else None


def _for_script() -> bool:
    return request.accept_mimetypes.best == "application/json"


def _shown(sheet: Sheet, form: ScoreForm, conflicts: dict[str, str]) -> Response:
    view = ScoreView(form, request_language())
    if _for_script():
        return _state(view, sheet, conflicts)
    trouble = [*conflicts, *view.faults] if request.method == "POST" else []
    page = frame.page(
        "sheet/score.html",
        view=view,
        outputs=view.outputs(),
        link=sheet.link,
        has_result=not sheet.draft,
        version=sheet.version,
        bases=json.dumps(view.values, ensure_ascii=False),
        side=_side(len(view.sides), trouble),
        conflicts={name: (theirs, request.form.get(name, "")) for name, theirs in conflicts.items()},
        trouble=trouble[0] if trouble else None,
        **_choices(view),
    )
    if trouble:
        page.status_code = 409 if conflicts else 422
    return page


def _side(sides: int, trouble: Sequence[str]) -> int:
    """Return the side to show: the one that was asked for, or one with trouble where that has none."""
    wanted = request.values.get("side", "0")
    shown = int(wanted) if wanted in map(str, range(sides)) else 0
    troubled = [int(index) for index in (name.partition(".")[0] for name in trouble) if index.isdecimal()]
    return shown if shown in troubled or not troubled else troubled[0]


def _choices(view: ScoreView) -> dict[str, Any]:
    language = request_language()
    valuables = [(one.value, term(language, one.value)) for one in DemonValuable]
    printed = view.sheet.edition.goons
    return {
        "valuables": valuables,
        "goons": [(goon.value, goon_name(goon)) for goon in Goon.words() if goon in printed],
        "chips_of": lambda name: list(_chips(view.form, name)),
        "rulings": list(_rulings(view)),
        "options_rules": RULES_OF,
        "editions": [(one.value, frame.page_text(language, f"edition.{one}")) for one in EditionName.words()],
        "open_table": request.args.get("ruling") in SCORING_RULINGS,
    }


def goon_name(goon: Goon) -> str:
    """Return the name of one goon of a type."""
    return frame.page_text(request_language(), f"goon.{goon}")


def _chips(form: ScoreForm, name: str) -> Iterator[Chip]:
    language = request_language()
    for entry in form.value(name).split():
        kind, valuable, shown = (*entry.split(":"), "", "")[:3]
        if kind in list(DemonValuable):
            yield Chip(("demon", _valuable_icon(kind)), term(language, kind))
            continue
        valuables = tuple(one for one in shown.split("+") if one)
        counted = (_valuable_icon(valuable),) if valuable else ()
        text = frame.page_text(language, "card.item") if kind == "item" else goon_name(Goon(kind))
        words = [text, *(term(language, one) for one in (valuable, *valuables) if one)]
        yield Chip((kind, *counted, *valuables), " ".join(words))


def _valuable_icon(valuable: str) -> str:
    return "any_valuable" if valuable == "any" else valuable


def _rulings(view: ScoreView) -> Iterator[tuple[str, str, Sequence[tuple[str, str]], str, bool]]:
    """Yield the house rulings that this table can meet: key, question, options, value, and whether it is asked now."""
    language = request_language()
    for key in view.form.rulings_met:
        options = [(one, sentence(language, RULING_VALUES[f"{key}.{one}"])) for one in HOUSE_RULINGS[key].values]
        shown = view.asks_for_ruling(key) or request.args.get("ruling") == key
        yield key, sentence(language, RULINGS[key]), options, view.sheet.rulings[key], shown


def _state(view: ScoreView, sheet: Sheet, conflicts: dict[str, str]) -> Response:
    """Return the values that a page with script needs to be right again."""
    lists = [name for name in view.values if name.endswith((".demons", ".cards"))]
    choices = _choices(view)
    return jsonify(
        version=sheet.version,
        values=view.values,
        outputs=view.outputs(),
        shown=view.shown(),
        conflicts=conflicts,
        chips={name: render_template("sheet/score_chips.html", name=name, **choices) for name in lists},
        why={index: render_template("layout/why.html", list=view.why(index)) for index in range(len(view.sides))},
    )
