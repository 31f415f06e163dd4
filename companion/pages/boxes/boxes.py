"""A box on the phone: its cards, guard deck, settings, copies and files."""

import json
from codecs import BOM_UTF8
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from flask import abort, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.boxes.box import BASE, COLOURS, Box, new_id
from companion.boxes.drawing import guard_cards, guards_known
from companion.boxes.file_format import SECTIONS, InvalidBoxFile, parse_file
from companion.boxes.models import KeptBox
from companion.boxes.repository import BoxGone, box_of, change, delete, find, make, recent
from companion.boxes.schemas import MOST_ENTRIES, Name, trimmed
from companion.identity.caller import NotAllowed
from companion.identity.tokens import new_token
from companion.pages.blueprint import blueprint
from companion.pages.boxes import box_settings
from companion.pages.boxes.box_view import GuardsView, section_lines
from companion.pages.boxes.own_box import called_here, last_used, own_box, shown_name
from companion.pages.forms.typed_sum import FieldFault, parse_sum
from companion.pages.layout import frame
from companion.persistence.linked import KeyReused
from companion.rules.schema import Path
from companion.rules.state.cards import GuardFace
from companion.rules.state.setup import Difficulty
from companion.rules.vocabulary import POWER
from companion.schemas.faults import MOST_ERRORS, MOST_TOLD, fault_sentence, writable
from companion.web.device_cookie import device, known_device, page_caller
from companion.web.language import request_language
from companion.web.limits import count_made
from companion.web.strict_json import NotJson, parse_json
from companion.words.catalogue import isolated, sentence
from companion.words.messages import ERRORS, JSON_FAULTS

LONGEST_SHOWN: Final = 100_000
"""The longest text of a refused file that is shown again."""


LONGEST_STEP: Final = 40
"""As much of a member's name as is shown."""


class NotDone(Exception):
    """A request that the box cannot fulfil as it is now; `key` says why."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


# One copy and the others


@blueprint.get("/box")
def my_box() -> Response:
    """Open the box used last; a known household or device first gets one.

    From the setup of a solo game it opens the guard deck, which that game needs and which leads back there.
    """
    alone = request.args.get("alone")
    if last_used() is None and device() is None and not page_caller().household:
        # Who keeps no cookie, such as a robot, would get another copy at each visit.
        known_device()
        again = url_for("pages.my_box", again=1, alone=alone)
        return redirect(url_for("pages.new_box") if "again" in request.args else again)
    opened = "pages.guard_deck" if alone else "pages.show_box"
    return redirect(url_for(opened, link=own_box().link, alone=alone))


@blueprint.get("/box/<link>")
def show_box(link: str) -> Response:
    """Show what is known of a box, and where more of it is entered."""
    return _overview(found(link))


@blueprint.post("/box/<link>")
def rename_box(link: str) -> Response:
    """Give a box another name."""
    name = request.form.get("name", "")
    if error := _wrong_name(name):
        page = _overview(to_change(link), name, error)
        page.status_code = 422
        return page
    changed(link, lambda box: replace(box, name=trimmed(name)))
    return redirect(url_for("pages.show_box", link=link), 303)


def _overview(kept: KeptBox, name: str | None = None, error: str = "") -> Response:
    box, caller = box_of(kept), page_caller()
    return frame.page(
        "boxes/box.html",
        box=box,
        title=shown_name(box.name),
        link=kept.link,
        name=called_here(box.name) if name is None else name,
        error=error,
        sections=section_lines(request_language(), box),
        decks=[(one, guards_known(box, one)) for one in Difficulty],
        guards_typed=sum(map(len, box.guards.values())),
        guards_all=sum(guard_cards(box, colour) for colour in COLOURS),
        empty=not (box.guards or any(getattr(box, section) for section in SECTIONS)),
        checked=sum(key in box.rulings for key in box_settings.BOARD),
        rows=len(box_settings.BOARD),
        undone=request.args.get("undone", ""),
        may_change=caller.may_change(kept),
        may_delete=caller.made(kept),
        others=[(one.link, shown_name(one.body["name"])) for one in recent(caller) if one.link != kept.link],
    )


def _wrong_name(name: str) -> str:
    """Return the mistake in a name as a sentence; empty if there is none."""
    fault = next(Name().faults(name), None)
    return sentence(request_language(), ERRORS[fault.key], fault.data) if fault else ""


@blueprint.get("/box/new")
def new_box() -> Response:
    """Ask for the name of another copy."""
    return frame.page("boxes/box_new.html", name="", error="", once=new_token())


@blueprint.post("/box/new")
def start_box() -> Response:
    """Make another copy, once for each form."""
    name = request.form.get("name", "")
    if error := _wrong_name(name):
        page = frame.page("boxes/box_new.html", name=name, error=error, once=request.form.get("once", new_token()))
        page.status_code = 422
        return page
    return _opened(Box(trimmed(name)))


def _opened(box: Box) -> Response:
    """Keep a new box and open it."""
    known_device()
    key = request.form.get("once") or None
    try:
        one = make(box, _made, caller=page_caller(), key=key, raw=repr(box).encode())
    except (KeyReused, BoxGone):
        # The form was sent before, and what it made was changed or deleted since.
        return redirect(url_for("pages.my_box"), 303)
    return redirect(url_for("pages.show_box", link=one.answer["link"]), 303)


def _made(kept: KeptBox) -> dict[str, str]:
    count_made()
    return {"link": kept.link}


@blueprint.get("/box/<link>/delete")
def ask_delete_box(link: str) -> Response:
    """Ask once before a box is deleted."""
    kept = found(link)
    if not page_caller().made(kept):
        abort(403)
    return frame.page("boxes/box_delete.html", link=link, name=shown_name(kept.body["name"]))


@blueprint.post("/box/<link>/delete")
def delete_box(link: str) -> Response:
    """Delete a box for good."""
    try:
        delete(link, page_caller())
    except BoxGone:
        abort(404)
    except NotAllowed:
        abort(403)
    return redirect(url_for("pages.my_box"), 303)


# Files


@blueprint.get("/box/import")
def import_box_page() -> Response:
    """Ask for the file of a box."""
    return frame.page("boxes/box_import.html", faults=(), more=0, text="", once=new_token())


@blueprint.post("/box/import")
def import_box() -> Response:
    """Make a copy from a file; a faulty one is refused whole, each fault named."""
    data = _file()
    try:
        box = parse_file(parse_json(data))
    except NotJson as broken:
        return _refused_file(data, [("", _what(broken))])
    except InvalidBoxFile as fault:
        language = request_language()
        told = [(_place(one.path), fault_sentence(language, one)) for one in fault.faults[:MOST_ERRORS]]
        return _refused_file(data, told)
    return _opened(box)


def _file() -> bytes:
    """Return the chosen file, otherwise the pasted text, without a byte order mark."""
    chosen = request.files.get("file")
    data = chosen.read() if chosen else b""
    return (data or request.form.get("text", "").encode()).removeprefix(BOM_UTF8)


def _what(broken: NotJson) -> str:
    if broken.fault == "syntax" and not _file_was_given():
        return say("box.no_text")
    return sentence(request_language(), JSON_FAULTS[broken.fault], broken.data)


def _file_was_given() -> bool:
    chosen = request.files.get("file")
    return bool(request.form.get("text", "").strip() or (chosen and chosen.filename))


def _place(path: Path) -> str:
    """Return the path to a fault in the file, as text."""
    return " \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} ".join(
        isolated(writable(str(step))[:LONGEST_STEP]) for step in path
    )


def _refused_file(data: bytes, faults: list[tuple[str, str]]) -> Response:
    page = frame.page(
        "boxes/box_import.html",
        faults=faults[:MOST_TOLD],
        more=len(faults) - MOST_TOLD,
        # Shown again, it can be mended where it was refused.
        text=data.decode("utf-8", "replace") if len(data) <= LONGEST_SHOWN else "",
        once=new_token(),
    )
    page.status_code = 422
    return page


# Edition, board, counts, house rulings


@blueprint.get("/box/<link>/settings")
def box_settings_page(link: str) -> Response:
    """Show what a box says beside its faces."""
    box = box_of(to_change(link))
    return _settings(link, box, box_settings.values_of(box), {})


@blueprint.post("/box/<link>/settings")
def save_box_settings(link: str) -> Response:
    """Take what was changed of it; what another phone changed elsewhere stays."""
    was = _was()

    def apply(box: Box) -> Box:
        now = box_settings.values_of(box)
        shown = {**now, **{name: text for name, text in was.items() if name in now}}
        typed = {name: text for name in now if (text := request.form.get(name, shown[name])) != shown[name]}
        return box_settings.with_values(box, {**now, **typed})

    try:
        changed(link, apply)
    except box_settings.Refused as refused:
        box = box_of(to_change(link))
        values = {**box_settings.values_of(box), **request.form.to_dict()}
        page = _settings(link, box, values, refused.faults)
        page.status_code = 422
        return page
    return redirect(url_for("pages.show_box", link=link), 303)


def _was() -> dict[str, str]:
    """Return the fields' values when the page was made; empty if unreadable."""
    try:
        was = json.loads(request.form.get("was", "{}"))
    except (ValueError, RecursionError):
        return {}
    return {str(name): str(text) for name, text in was.items()} if isinstance(was, dict) else {}


def _settings(link: str, box: Box, values: Mapping[str, str], faults: Mapping[str, str]) -> Response:
    language = request_language()
    return frame.page(
        "boxes/box_settings.html",
        link=link,
        was=request.form.get("was") or json.dumps(box_settings.values_of(box)),
        values=values,
        board=box_settings.ruling_rows(language, box, box_settings.BOARD, values),
        house=box_settings.ruling_rows(language, box, box_settings.HOUSE, values),
        counts=box_settings.count_rows(language, box, values, faults),
        faults=faults,
    )


# The guard deck


@blueprint.get("/box/<link>/guards")
def guard_deck(link: str) -> Response:
    """Show the guard cards of a colour, known ones and ones still to be entered."""
    return _guards(box_of(to_change(link)), link, request.args.get("card"))


@blueprint.post("/box/<link>/guards")
def enter_guard_card(link: str) -> Response:
    """Add a guard card with one tap, or change or take off the one that was tapped before."""
    colour, card = _colour(request.form.get("colour", "")) or BASE, request.form.get("card") or None
    try:
        face = None if request.form.get("do") == "remove" else _guard_face()
        changed(link, lambda box: _with_guard(box, colour, card, face, request.form.get("next", "")))
    except FieldFault as fault:
        return _guards(box_of(to_change(link)), link, card, sentence(request_language(), ERRORS[fault.key]), 422)
    except NotDone as fault:
        return _guards(box_of(to_change(link)), link, None, say(fault.key), 409)
    alone = request.form.get("alone")
    return redirect(url_for("pages.guard_deck", link=link, colour=colour, alone=alone, _anchor="card"), 303)


def _colour(text: str) -> str | None:
    return text if text in COLOURS else None


def _guard_face() -> GuardFace:
    """Return the card of the tapped key, or of the entered number."""
    shown = request.form.get("strength", "")
    strength: int | str | None = POWER if shown == POWER else parse_sum(shown or request.form.get("more", ""))
    if strength is None:
        raise FieldFault("shape.whole")
    return GuardFace(strength, "special" in request.form)


def _with_guard(box: Box, colour: str, card: str | None, face: GuardFace | None, next_: str) -> Box:
    cards = dict(box.guards.get(colour, {}))
    if card is None and face is not None and cards.get(next_) == face:
        # The same tap, arrived twice.
        return box
    if (face is None or card is not None) and card not in cards:
        raise NotDone("box.card_gone")
    if card is None and len(cards) >= min(guard_cards(box, colour), MOST_ENTRIES):
        raise NotDone("box.cards_full")
    if face is None:
        del cards[str(card)]
    else:
        cards[card or new_id(cards)] = face
    guards = {**box.guards, colour: cards}
    return replace(box, guards={name: known for name, known in guards.items() if known})


def _guards(box: Box, link: str, card: str | None, problem: str = "", status: int = 200) -> Response:
    colour = _colour(request.values.get("colour", ""))
    view = GuardsView(request_language(), box, colour, card)
    page = frame.page(
        "boxes/box_guards.html",
        view=view,
        link=link,
        problem=problem,
        more=request.form.get("more", "") if problem else "",
        special="special" in request.form if problem else view.special,
    )
    page.status_code = status
    return page


# What the pages of a box share


def say(key: str, **data: Any) -> str:
    """Return a text of `PAGES` in the language of the request."""
    return frame.page_text(request_language(), key, **data)


def found(link: str) -> KeptBox:
    """Return the box with that link, or stop with the page that says there is none."""
    try:
        return find(link)
    except BoxGone:
        abort(404)


def to_change(link: str) -> KeptBox:
    """Return a box that the caller may change; anyone else is redirected to read it."""
    kept = found(link)
    if not page_caller().may_change(kept):
        abort(redirect(url_for("pages.show_box", link=link)))
    return kept


def changed(
    link: str, apply: Callable[[Box], Box], *, check_version: Callable[[KeptBox], None] = lambda _: None
) -> KeptBox:
    """Return a box with a change that has been kept."""
    try:
        return change(link, page_caller(), apply, check_version=check_version)
    except BoxGone:
        abort(404)
    except NotAllowed:
        abort(403)
