"""Playing together: a table of two to five players is opened, and its code shown."""

import json
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from flask import current_app, redirect, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.boxes.box import Box
from companion.boxes.repository import box_of
from companion.boxes.schemas import trimmed
from companion.identity.tokens import new_token
from companion.pages.blueprint import blueprint
from companion.pages.boxes.own_box import last_used, name_of_the_first, own_box
from companion.pages.forms.fields import field_view
from companion.pages.forms.submission import filled
from companion.pages.layout import frame
from companion.pages.tables.setup.begin_form import BeginForm, told_of
from companion.pages.tables.setup.rematch import AGAIN, SAME, Rematch, asked_for, seats_asked, sitting_faults
from companion.pages.tables.setup.solitary import GOALS, SHAPES, STARTS, Words, goal_faults, is_typed, told_error
from companion.persistence.linked import KeyReused
from companion.players_day import known_zone
from companion.rules.corrections.registry import NotInTheBox
from companion.rules.engine.mid_game_setup import WrongFigures
from companion.rules.rulings.ranking import FEWEST_SIDES, MOST_SIDES
from companion.rules.schema import Invalid
from companion.rules.state.setup import Depth
from companion.rules.vocabulary import Crew, EditionName
from companion.tables import invites
from companion.tables.opening import Opening, open_table
from companion.tables.permissions import Sitting
from companion.tables.repository import LoadedTable
from companion.tables.setup_request import SETUP_REQUEST, InvalidSetup, agreed, begun
from companion.web.device_cookie import keeps_cookies, known_device, page_caller, set_cookie
from companion.web.language import request_language
from companion.web.limits import count_made
from companion.words import field_labels
from companion.words.catalogue import paragraph
from companion.words.telling import SEATS

NUMBERS: Final = tuple(range(FEWEST_SIDES, MOST_SIDES + 1))
USUAL_NUMBER: Final = 3
USUAL: Final = {"instant_goal": "yes"}
"""The optional choices with which a form begins: the goals that a game of several has (S-6)."""

BEGIN: Final = "begin_together"
"""The member for a game that has begun already."""


@blueprint.get("/together")
def new_party() -> Response:
    """Ask what is needed to begin a game of several players; people who have played can play again."""
    known_device()
    again = asked_for(request.args)
    return _asked(again.typed if again else MultiDict(USUAL), again=again)


@blueprint.post("/together")
def begin_party() -> Response:
    """Open a table of several players, once for each form, and show who can sit down."""
    given, language = request.form, request_language()
    known_device()
    again = asked_for(given)
    if again and again.following:
        return _led(given, again.following)
    wished, faults = _wished(given, again)
    if faults:
        return _asked(given, paragraph(language, faults), again)
    kept = (again and again.box) or own_box()
    try:
        setup = agreed(wished, box_of(kept))
    except InvalidSetup as bad:
        return _asked(given, paragraph(language, map(told_error, bad.all)), again)
    holds, number = given.get("holds"), len(setup.players)
    opening = Opening(
        setup,
        again.sitting(given) if again else _sitting(given, number),
        held=None if holds == "all" else again.held(number) if again else frozenset({0}),
        others=again.others(number) if again and holds == SAME else {},
        host=again.host(number) if again and holds == SAME else None,
        edits_all=given.get("trust") != "own",
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
        return _asked(given, frame.page_text(language, "table.changed"), again)
    except (NotInTheBox, WrongFigures) as wrong:
        return _asked(given, paragraph(language, map(told_error, wrong.all)), again)
    code = opened.loaded.table.code
    if again:
        following = again.followed_by(code)
        if following != code:
            return _led(given, following)
    response = _led_to_seats(opened.loaded)
    if holds == "all" and not again:
        set_cookie(response, frame.AIDS["covered"], "on" if given.get("covered") else "off")
    return response


def _led_to_seats(loaded: LoadedTable) -> Response:
    """Lead to the seats of a new table, with a link to invite, or to the table itself where all have theirs."""
    code = loaded.table.code
    if not any(one.free for one in loaded.table.seats):
        return redirect(url_for("pages.table", code=code), 303)
    if invites.valid_invite(loaded, page_caller()) is None:
        invites.make_invite(code, page_caller())
    return redirect(url_for("pages.people", code=code), 303)


def _sitting(given: MultiDict[str, str], number: int) -> list[Sitting]:
    """Return who sits at a new table: its opener, or all who play on one phone."""
    own = [Sitting(trimmed(given.get("name", "")), given.get("crew", ""))]
    if given.get("holds") != "all":
        return own
    all_ = [Sitting(trimmed(given.get(f"name{one}", "")), given.get(f"crew{one}", "")) for one in _places(number)]
    return all_ if any(one.name or one.crew for one in all_) else own


def _places(number: int) -> list[str]:
    """Return the ending of the field names of each seat."""
    return [f".{seat}" for seat in range(number)]


def _led(given: MultiDict[str, str], following: str) -> Response:
    """Lead to the table that somebody else was quicker to open: all play on there."""
    return redirect(url_for("pages.table", code=following, came_from=given.get(AGAIN)), 303)


def _wished(given: MultiDict[str, str], again: Rematch | None) -> tuple[dict[str, Any], list[str]]:
    """Return the requested setup, and sentences about the parts of it that cannot be."""
    number = int(given["number"]) if given.get("number") in {*map(str, NUMBERS)} else USUAL_NUMBER
    wished: dict[str, Any] = {"players": [_player(given, seat) for seat in range(number)]}
    language = request_language()
    begin = BeginForm(language, given)
    wished |= {name: given[name] for name in ("depth", "edition") if given.get(name)}
    wished |= {name: True for name in ("roll_call", "advanced") if given.get(name)}
    wished["instant_goal"] = bool(given.get("instant_goal"))
    typed = (name for name in GOALS if is_typed(given, f"f.{name}."))
    wished |= {name: filled(SHAPES[name], given, f"f.{name}") for name in typed}
    if given.get("first_player") in {*map(str, range(number))}:
        wished["first_player"] = int(given["first_player"])
    if begin.begun:
        wished[BEGIN] = begin.wished(light=given.get("depth") == Depth.LIGHT)
    faults = [*SETUP_REQUEST.faults(wished)]
    places = again.places if again else ["", *(_places(number) if given.get("holds") == "all" else ())]
    for place in places:
        faults += sitting_faults(given.get(f"name{place}", ""), given.get(f"crew{place}", ""))

    def in_words(fault: Invalid) -> str:
        if fault.path[0] == BEGIN:
            return begin.told(fault)
        words = Words(language)
        match fault.path:
            case ("players", int(seat), str(card), _):
                return told_of(language, fault, lambda name: _start_label(language, seat, card, name))
        return told_of(language, fault, words.field)

    # At the table its opener would not sit.
    forgets = [] if keeps_cookies() else [frame.page_text(language, "table.no_cookie")]
    return wished, [*forgets, *map(in_words, faults), *goal_faults(wished)]


def _player(given: MultiDict[str, str], seat: int) -> dict[str, Any]:
    """Return the numbers typed for the trait and the B side of a seat (S-8)."""
    path = f"s.{seat}"
    return {
        name: filled(SHAPES[name], given, f"{path}.{name}") for name in STARTS if is_typed(given, f"{path}.{name}.")
    }


def _asked(given: MultiDict[str, str], problem: str = "", again: Rematch | None = None) -> Response:
    kept, language, live = last_used(), request_language(), current_app.config["LOCKUP"].can.live_phones
    box = box_of(kept) if kept else Box(name_of_the_first())
    chosen = EditionName(given["edition"]) if given.get("edition") in EditionName.words() else box.edition
    response = frame.page(
        "tables/setup/together_new.html",
        once=new_token(),
        problem=problem,
        typed=given,
        again=again and again.seats(given),
        people=seats_asked(_places(MOST_SIDES), given),
        numbers=[(str(one), str(one)) for one in NUMBERS],
        number=given.get("number", str(USUAL_NUMBER)),
        depths=[(one.value, frame.page_text(language, f"depth.{one}")) for one in (Depth.LIGHT, Depth.FULL)],
        depth=given.get("depth", Depth.LIGHT.value),
        crews=crews(language),
        edition=chosen.value,
        editions=[(one.value, frame.page_text(language, f"edition.{one}")) for one in EditionName.words()],
        goals=[field_view(SHAPES[name], name, f"f.{name}", Words(language), given) for name in GOALS],
        begin=BeginForm(language, given),
        seats=_seats(language),
        first_player=given.get("first_player", "0"),
        holds=[
            *([(SAME, frame.page_text(language, "holds.same"))] if again else []),
            *((one, frame.page_text(language, f"holds.{one}")) for one in (["mine", "all"] if live else ["all"])),
        ],
        starts=[(Words(language).field(name), [*_start_rows(language, name, given)]) for name in STARTS],
        typed_goals={name: is_typed(given, f"f.{name}.") for name in GOALS},
        everything=is_typed(given, "edition", "advanced", "trust", "s.", "b."),
    )
    if problem:
        response.status_code = 422
    return response


class Seat(NamedTuple):
    """A seat as the form calls it: its icon and its name."""

    sign: str
    name: str


def _seats(language: str) -> list[Seat]:
    """Return as many seats as can play, clockwise."""
    return [Seat(sign, frame.page_text(language, f"seat.{sign}")) for sign in SEATS[:MOST_SIDES]]


class Figure(NamedTuple):
    """A number: its field, its name for listeners, and its text."""

    name: str
    label: str
    typed: str


def _start_rows(language: str, card: str, given: MultiDict[str, str]) -> Iterator[tuple[str, list[Figure]]]:
    """Yield the numbers that a trait or a B side sets, a row for each with a field for each seat (S-8)."""
    for what in SHAPES[card].members:
        paths = [f"s.{seat}.{card}.{what}" for seat in range(MOST_SIDES)]
        labels = [_start_label(language, seat, card, what) for seat in range(MOST_SIDES)]
        fields = [Figure(path, label, given.get(path, "")) for path, label in zip(paths, labels, strict=True)]
        yield Words(language).field(what), fields


def _start_label(language: str, seat: int, card: str, what: str) -> str:
    """Return the label of a number: its seat, card and name."""
    words = Words(language)
    return f"{_seats(language)[seat].name}: {words.field(card)}, {words.field(what)}"


def crews(language: str) -> list[tuple[str, str]]:
    """Return the crews with their names."""
    return [(one.value, field_labels.word(language, "crew", one)) for one in Crew]
