"""The faces of a box on the phone: the list of a kind, and the sheet on which one is entered, changed or taken out."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from flask import abort, redirect, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.boxes.box import Box, new_id
from companion.boxes.repository import box_of
from companion.boxes.schemas import MOST_ENTRIES
from companion.pages.blueprint import blueprint
from companion.pages.boxes.box_faces import (
    FACE,
    NEITHER,
    ONLY,
    SHOWN,
    InvalidCard,
    as_shown,
    face_of,
    is_free,
    read,
    record_of,
    typed_of,
    written,
)
from companion.pages.boxes.box_view import ADVANCED, ICONS, face_line, face_lines
from companion.pages.boxes.boxes import NotDone, changed, say, to_change
from companion.pages.forms.fields import FieldView, field_view
from companion.pages.forms.submission import FREE, WHOLE, encoded
from companion.pages.layout import frame
from companion.rules.schema import Invalid, Option, Schema
from companion.rules.state.events import NOTHING
from companion.web.language import request_language
from companion.words import field_labels
from companion.words.card_faces import field_label
from companion.words.catalogue import joined, sentence
from companion.words.messages import ERRORS

MOST_NAMED: Final = 5
"""The most faults of a card that are named at once."""


class OtherFace(Exception):
    """Another phone has changed the face meanwhile: what it is now."""

    def __init__(self, face: Any) -> None:
        super().__init__(face)
        self.face = face


# Pages


@blueprint.get("/box/<link>/<section>")
def box_faces(link: str, section: str) -> Response:
    """List the faces of a kind that are known."""
    _known(section)
    box = box_of(to_change(link))
    language = request_language()
    out = read(section, _decoded(request.args.get("out", "")))
    return frame.page(
        "boxes/box_faces.html",
        link=link,
        section=section,
        lines=face_lines(language, section, box),
        out=face_line(language, section, "", out) if out is not None else None,
        put_back=request.args.get("out", ""),
        field=f"{FACE}{WHOLE}",
    )


@blueprint.get("/box/<link>/<section>/new")
def new_face(link: str, section: str) -> Response:
    """Ask what a card shows."""
    _known(section)
    return _sheet(link, section, None, MultiDict())


@blueprint.post("/box/<link>/<section>/new")
def add_face(link: str, section: str) -> Response:
    """Keep a card; one that looks like another is the same face, and kept once."""
    _known(section)
    added: list[str] = []

    def apply(box: Box) -> Box:
        face = _entered(section, box)
        faces: Mapping[str, Any] = getattr(box, section)
        same = next((id_ for id_, one in faces.items() if one == face), None)
        if same is None and len(faces) >= MOST_ENTRIES:
            raise NotDone("box.faces_full")
        added.append(same or new_id(faces))
        return _with(box, section, {**faces, added[-1]: face})

    try:
        changed(link, apply)
    except InvalidCard as fault:
        return _sheet(link, section, None, request.form, problems=_sentences(fault))
    except NotDone as fault:
        return _sheet(link, section, None, request.form, problems=[("", say(fault.key, n=MOST_ENTRIES))])
    if f"{FACE}{WHOLE}" in request.form:
        return redirect(url_for("pages.box_faces", link=link, section=section), 303)
    return redirect(url_for("pages.new_face", link=link, section=section, saved=added[-1]), 303)


@blueprint.get("/box/<link>/<section>/card/<card>")
def show_face(link: str, section: str, card: str) -> Response:
    """Show a card, to be changed or taken out."""
    _known(section)
    face = getattr(box_of(to_change(link)), section).get(card)
    if face is None:
        abort(404)
    return _sheet(link, section, card, typed_of(written(section, face)), was=encoded(written(section, face)))


@blueprint.post("/box/<link>/<section>/card/<card>")
def change_face(link: str, section: str, card: str) -> Response:
    """Change or remove a card; one changed on another phone since is shown first."""
    _known(section)
    taken_out: list[Any] = []

    def apply(box: Box) -> Box:
        faces = dict(getattr(box, section))
        if request.form.get("do") == "delete":
            taken_out.extend([faces.pop(card)] if card in faces else [])
            return _with(box, section, faces)
        face = _entered(section, box)
        now = faces.get(card)
        if now is not None and face == as_shown(section, box, now):
            # Nothing was touched; the form cannot show of every value whether it is known.
            return box
        if now not in (None, face) and encoded(written(section, now)) != request.form.get("was"):
            raise OtherFace(now)
        if now is None and len(faces) >= MOST_ENTRIES:
            raise NotDone("box.faces_full")
        return _with(box, section, {**faces, card: face})

    try:
        changed(link, apply)
    except InvalidCard as fault:
        return _sheet(link, section, card, request.form, problems=_sentences(fault), was=request.form.get("was", ""))
    except NotDone as fault:
        return _sheet(link, section, card, request.form, problems=[("", say(fault.key, n=MOST_ENTRIES))])
    except OtherFace as other:
        line = face_line(request_language(), section, card, other.face)
        told = say("box.face_changed", what=joined(request_language(), filter(None, (line.title, line.note))))
        page = _sheet(
            link, section, card, request.form, problems=[("", told)], was=encoded(written(section, other.face))
        )
        page.status_code = 409
        return page
    out = encoded(written(section, taken_out[0])) if taken_out else None
    return redirect(url_for("pages.box_faces", link=link, section=section, out=out), 303)


def _entered(section: str, box: Box) -> Any:
    """Return the face that was filled in; an item is free only if marked so."""
    face, form = face_of(section, box, request.form), request.form
    if is_free(section, face) and FREE not in form and f"{FACE}{WHOLE}" not in form:
        raise NotDone("card.free")
    return face


def _known(section: str) -> None:
    if section not in ICONS:
        abort(404)


def _sheet(
    link: str,
    section: str,
    card: str | None,
    typed: MultiDict[str, str],
    *,
    problems: list[tuple[str, str]] | None = None,
    was: str = "",
) -> Response:
    box, language = box_of(to_change(link)), request_language()
    saved = getattr(box, section).get(request.args.get("saved", ""))
    page = frame.page(
        "boxes/box_card.html",
        link=link,
        section=section,
        card=card,
        was=was,
        members=[
            _asked(section, box, member, shape, typed) for member, shape in record_of(section, box).members.items()
        ],
        tapped=section not in ADVANCED,
        neither=NEITHER in typed if section in SHOWN else None,
        free=FREE in typed,
        problems=problems or (),
        saved=face_line(language, section, "", saved) if saved is not None and not problems else None,
        known=len(getattr(box, section)),
    )
    page.status_code = 422 if problems else 200
    return page


def _asked(section: str, box: Box, member: str, shape: Schema, typed: MultiDict[str, str]) -> tuple[str, FieldView]:
    """Return the value with which alone a field is asked for, and the field."""
    view = field_view(shape, member, f"{FACE}.{member}", _Words(request_language()), typed)
    if section in ADVANCED:
        # Four numbers in four rows; keys for each would fill two screens.
        view = replace(view, tiles=range(0))
    return ONLY.get((section, member), ("", ""))[1], view


class _Words:
    """The labels of the fields and options in a face's form."""

    def __init__(self, language: str) -> None:
        self._language = language

    def field(self, name: str) -> str:
        return field_label(self._language, name)

    def option(self, name: str, value: Option) -> str:
        return field_labels.option(self._language, "", name, value, game=NOTHING, names=())

    def hint(self, least: int, most: int) -> str:
        raise AssertionError(least, most)


def _sentences(fault: InvalidCard) -> list[tuple[str, str]]:
    """Return each fault of a face: the field it is about, and a sentence."""
    language = request_language()
    return [(_about(language, one), sentence(language, ERRORS[one.key], one.data)) for one in fault.faults[:MOST_NAMED]]


def _about(language: str, fault: Invalid) -> str:
    """Return the field that a fault is about; empty if it is about the card."""
    named = [step for step in fault.path if isinstance(step, str)]
    return field_label(language, named[-1]) if named else ""


def _with(box: Box, section: str, faces: Mapping[str, Any]) -> Box:
    changes: dict[str, Any] = {section: faces}
    return replace(box, **changes)


def _decoded(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
