"""A copy as a code: shown, also as a QR code; entered or scanned, and imported."""

import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import qrcode
from flask import abort, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.boxes.box import COLOURS, Box
from companion.boxes.code import BadCode, SharedBox, TooMuch, code_of, grouped, read_code, shared
from companion.boxes.comparison import SETTINGS, Comparison, Difference, added_by, combine, compare
from companion.boxes.drawing import guard_cards
from companion.boxes.file_format import SECTIONS, InvalidBoxFile, document, parse
from companion.boxes.models import KeptBox
from companion.boxes.repository import box_of, recent
from companion.pages.blueprint import blueprint
from companion.pages.boxes.boxes import changed, found, say, to_change
from companion.pages.boxes.own_box import last_used, name_of_the_first, own_box, shown_name
from companion.pages.layout import frame
from companion.pages.sheet.result import code_picture
from companion.persistence.linked import Stale
from companion.rules.state.cards import GuardFace
from companion.rules.state.events import NOTHING
from companion.rules.state.pieces import Cube
from companion.web.device_cookie import known_device, page_caller
from companion.web.language import request_language
from companion.web.own_address import origin
from companion.web.strict_json import NotJson, parse_json
from companion.words.catalogue import cubes, number, sentence
from companion.words.messages import RULING_VALUES, RULINGS
from companion.words.telling import Telling, capital

LARGEST: Final = 20
"""The version of a QR code that a phone's camera still reads from a phone's screen."""

MINE: Final = "mine"
THEIRS: Final = "theirs"


class Line(NamedTuple):
    """A part of a copy: its name, and how many cards of it are known."""

    name: str
    known: int


class Row(NamedTuple):
    """Something that differs: its field, what it is, what either copy says and both in one text, what was chosen."""

    name: str
    title: str
    mine: str
    theirs: str
    shown: str
    chosen: str


# The code of a copy


@blueprint.get("/box/<link>/code")
def show_box_code(link: str) -> Response:
    """Show the code of the guard cards, or of the whole copy, as a QR code and as text."""
    kept = found(link)
    box, whole = box_of(kept), "whole" in request.args
    held, code = shared(box, whole=whole).box, _code(box, whole=whole)
    address = _address(code)
    return frame.page(
        "boxes/box_code.html",
        link=link,
        whole=whole,
        holds=held != Box("") if whole else bool(held.guards),
        drawn=bool(code) and _is_drawn(address),
        code=grouped(code),
        address=address,
        guards=_guards(held),
        guards_all=_all_guards(box),
        colours=_colours(held.guards),
        lines=_sections(held),
        may_change=page_caller().may_change(kept),
    )


@blueprint.get("/box/<link>/code.svg")
def box_code_picture(link: str) -> Response:
    """Draw the link that holds a code as a QR code."""
    code = _code(box_of(found(link)), whole="whole" in request.args)
    address = _address(code)
    if not code or not _is_drawn(address):
        abort(404)
    return code_picture(address)


def _code(box: Box, *, whole: bool) -> str:
    """Return the code of a copy; empty where no code can hold it."""
    try:
        return code_of(box, whole=whole)
    except TooMuch:
        return ""


def _address(code: str) -> str:
    # The first page is there before the app is, where a phone without it opens the pocket edition.
    return origin() + url_for("pages.home", box=code)


def _is_drawn(address: str) -> bool:
    drawn = qrcode.QRCode()
    drawn.add_data(address)
    try:
        return bool(drawn.best_fit() <= LARGEST)
    except qrcode.exceptions.DataOverflowError:
        return False


def _guards(box: Box) -> int:
    return sum(map(len, box.guards.values()))


def _all_guards(box: Box) -> int:
    # A colour of which more are entered than it should have does not make up for another.
    return sum(max(guard_cards(box, colour), len(box.guards.get(colour, ()))) for colour in COLOURS)


def _colours(guards: Mapping[str, Any]) -> list[Line]:
    return [Line(say(f"colour.{colour}"), len(guards[colour])) for colour in COLOURS if guards.get(colour)]


def _sections(box: Box) -> list[Line]:
    return [Line(say(f"box.{name}"), len(getattr(box, name))) for name in SECTIONS if getattr(box, name)]


# A code that is taken in


@blueprint.get("/box/code")
def enter_code() -> Response:
    """Ask for a code, or show what the one in the address holds."""
    return _looked_at(request.args["code"]) if "code" in request.args else _asked()


@blueprint.post("/box/code")
def take_code() -> Response:
    """Show what a code holds, and once that is confirmed add it to a copy."""
    text = request.form.get("code", "")
    if request.form.get("do") != "add":
        return _looked_at(text)
    try:
        other = read_code(text)
    except BadCode as bad:
        return _asked(text, bad.key)
    known_device()
    link = request.form.get("into") or own_box().link
    unanswered: list[Row] = []
    was: list[Box] = []

    def add(box: Box) -> Box:
        was[:] = [box]
        rows = _rows(compare(box, other), request.form)
        unanswered[:] = [row for row in rows if not row.chosen]
        return box if unanswered else combine(box, other, [row.name for row in rows if row.chosen == THEIRS])

    to_change(link)
    kept = changed(link, add)
    if unanswered:
        page = _preview(text, other, kept)
        page.status_code = 422
        return page
    if box_of(kept) == was[0]:
        # Nothing to undo; where the form came twice, the copy before the code is no longer known.
        return redirect(url_for("pages.show_box", link=link), 303)
    return frame.page(
        "boxes/box_code_added.html",
        link=link,
        name=shown_name(kept.body["name"]),
        was=json.dumps(document(was[0]), ensure_ascii=False),
        version=kept.version,
    )


@blueprint.post("/box/<link>/code")
def undo_code(link: str) -> Response:
    """Make a copy again what it was before a code was added, unless it was changed since."""
    to_change(link)
    try:
        was = parse(parse_json(request.form.get("was", "").encode()))
    except (NotJson, InvalidBoxFile):
        abort(400)

    def check(kept: KeptBox) -> None:
        if str(kept.version) != request.form.get("version") and box_of(kept) != was:
            raise Stale(kept)

    try:
        changed(link, lambda _: was, check_version=check)
    except Stale:
        return redirect(url_for("pages.show_box", link=link, undone="no"), 303)
    return redirect(url_for("pages.show_box", link=link, undone="yes"), 303)


def _looked_at(text: str) -> Response:
    try:
        other = read_code(text)
    except BadCode as bad:
        return _asked(text, bad.key)
    into = request.form.get("other") or request.values.get("into")
    return _preview(text, other, to_change(into) if into else last_used())


def _asked(text: str = "", problem: str = "") -> Response:
    page = frame.page("boxes/box_code_enter.html", text=text, problem=say(problem) if problem else "")
    page.status_code = 422 if problem else 200
    return page


def _preview(text: str, other: SharedBox, kept: KeptBox | None) -> Response:
    box = box_of(kept) if kept else Box(name_of_the_first())
    comparison = compare(box, other)
    chosen = dict.fromkeys((one.key for one in comparison.differences), MINE) if _keeps_all() else request.form
    rows = _rows(comparison, chosen)
    added = comparison.new + comparison.completed
    more = {row.name: added_by(box, other, row.name) for row in rows}
    return frame.page(
        "boxes/box_code_preview.html",
        text=text,
        entries=other.whole or bool(other.box.guard_cards),
        link=kept.link if kept else "",
        name=shown_name(box.name),
        others=[
            (one.link, shown_name(one.body["name"])) for one in recent(page_caller()) if kept and one.link != kept.link
        ],
        guards=_guards(other.box),
        guards_all=_all_guards(other.box),
        comparison=comparison,
        rows=rows,
        new=[Line(_part(name), part.new) for name, part in comparison.parts.items() if part.new],
        more=more,
        sums=range(
            added + sum(one for one in more.values() if one < 0),
            added + sum(one for one in more.values() if one > 0) + 1,
        ),
        taken=added + sum(more[row.name] for row in rows if row.chosen == THEIRS),
        added=added,
        unanswered=request.form.get("do") == "add",
    )


def _keeps_all() -> bool:
    return request.form.get("do") == "keep"


def _part(name: str) -> str:
    if name == SETTINGS:
        return say("code.settings")
    return say(f"colour.{name}" if name in COLOURS else f"box.{name}")


def _rows(comparison: Comparison, chosen: Mapping[str, str]) -> list[Row]:
    return [_row(one, chosen.get(one.key, "")) for one in comparison.differences]


def _row(one: Difference, chosen: str) -> Row:
    mine, theirs = (_value(one, value) for value in (one.mine, one.theirs))
    shown = f"{mine} | {theirs}"
    # What was chosen between other values, before the copy changed, is asked again.
    is_answer = chosen in {MINE, THEIRS} and request.form.get(f"{one.key}.shown", shown) == shown
    return Row(one.key, _title(one), mine, theirs, shown, chosen if is_answer else "")


def _title(one: Difference) -> str:
    member, _, name = one.key.partition(".")
    language = request_language()
    match member:
        case "guards":
            return say("code.guard_card", colour=say(f"colour.{name.partition('.')[0]}"), n=one.place)
        case "guard_cards":
            return say("code.guard_cards", colour=say(f"colour.{name}"))
        case "rulings":
            return sentence(language, RULINGS[name])
        case "cubes":
            return capital(cubes(language, Cube(name)))
        case "cards":
            return say(f"box.count.{name}")
    return say("box.count.tomes_out" if member == "tomes_out" else "code.edition")


def _value(one: Difference, value: Any) -> str:
    language = request_language()
    if isinstance(value, GuardFace):
        return Telling(language, (), NOTHING).strength(value)
    if isinstance(value, int):
        return number(value)
    if one.key == "edition":
        return say(f"edition.{value}")
    return capital(sentence(language, RULING_VALUES[f"{one.key.partition('.')[2]}.{value}"]))
