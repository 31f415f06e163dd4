"""The contents of a file of old games: its open questions, the games to import, and the others with reasons."""

from codecs import BOM_UTF8
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from flask import Response, current_app, redirect, request, url_for
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as BaseResponse

from companion.pages.blueprint import blueprint
from companion.pages.home.figures_view import Figure
from companion.pages.home.past_plays import MEGABYTES, ask_for_file, say
from companion.pages.layout import frame
from companion.persistence.database import now
from companion.players_day import FILE_ZONE, day_in_words, known_zone
from companion.plays.bg_stats_file import MEMBERS, read_bg_stats
from companion.plays.csv_file import read_cells, read_csv, write_cells
from companion.plays.file_text import text_of
from companion.plays.imports import MOST_IMPORTS, TooManyImports, take_in, unseen
from companion.plays.past_play import PastPlay, UnreadableFile
from companion.plays.person import is_alike, person_id
from companion.plays.queries import counted
from companion.plays.same_person import merge
from companion.plays.statistics import Person, people, root
from companion.plays.written_dates import DateOrder, read_date
from companion.plays.written_plays import (
    Answers,
    OpenQuestions,
    Vocabulary,
    WrittenPlays,
    open_questions,
    read_plays,
)
from companion.rules.state.setup import Difficulty
from companion.schemas.faults import MOST_TOLD
from companion.web.device_cookie import known_device, page_caller
from companion.web.language import request_language
from companion.web.limits import allow_large_file, count_made
from companion.web.strict_json import NotJson, parse_json
from companion.words import field_labels
from companion.words.catalogue import LANGUAGES, isolated, joined, number, sentence
from companion.words.messages import JSON_FAULTS, PAGES
from companion.words.telling import NO_ONE

MOST_VALUES: Final = 1_000_000
"""The most values, separated by commas: the largest export has fewer, and more would fill hundreds of megabytes."""
NAMES_SHOWN: Final = 100
"""Names that are listed at most; nobody reads more."""
GAMES_SHOWN: Final = 3
GUARDS_SHOWN: Final = 8
"""People who may be the guards: so many are asked about at most."""
_BESIDE: Final = 16_384
"""Bytes of a request besides the games that it brings."""
_JOIN: Final = "join:"
"""The start of a field's name that says whom a name of the file means; the id for that name follows."""


@dataclass(frozen=True)
class ChosenFile:
    """A file, as a page holds it while its owner answers questions.

    Attributes:
        name: of the file.
        row: the key of what its rows are called.
        held: what it holds.
    """

    name: str
    row: str
    held: WrittenPlays


@dataclass(frozen=True)
class Choice:
    """An answer that can be tapped: its value, its words and the note below them, and whether it counts now."""

    value: str
    text: str
    note: str = ""
    chosen: bool = False


@dataclass(frozen=True)
class NameFound:
    """A name of the file.

    Attributes:
        field: what says whom it means.
        name, games: the name, and in how many games it is.
        others: the ids and names of those here whom it may mean, who looks like it first; none where it is known here.
        alike: whether the first of them looks like it.
        meant: the id of the one whom it means, or empty: nobody who is known here.
    """

    field: str
    name: str
    games: str
    others: Sequence[tuple[str, str]]
    alike: bool
    meant: str


@blueprint.post("/history/import")
def look_through_past_plays() -> Response:
    """Show which games of a file would be imported, and ask what it leaves open; nothing is kept yet."""
    allow_large_file()
    try:
        chosen = request.files.get("file")
        if "plays" in request.form:
            return _preview(_sent_back(), _answers())
        data = chosen.read() if chosen else b""
        if not data.strip():
            return ask_for_file(say("import.no_file"), 422)
        return _preview(_read(data, (chosen.filename if chosen else None) or ""))
    except RequestEntityTooLarge:
        return ask_for_file(say("import.too_large", most=MEGABYTES), 413)
    except UnreadableFile as fault:
        return ask_for_file(say(fault.key, **fault.data), 422)
    except NotJson as broken:
        return ask_for_file(sentence(request_language(), JSON_FAULTS[broken.fault], broken.data), 422)


def _read(data: bytes, name: str) -> ChosenFile:
    """Return the contents of a file; only the export of BG Stats is JSON."""
    if data.removeprefix(BOM_UTF8).lstrip().startswith((b"{", b"[")):
        if data.count(b",") > MOST_VALUES:
            raise UnreadableFile("import.not_bg_stats")
        value = parse_json(data.removeprefix(BOM_UTF8), MEMBERS)
        return ChosenFile(name, "import.play", read_bg_stats(value, _vocabulary().difficulties))
    return ChosenFile(name, "import.line", read_csv(text_of(data, request_language())))


def _sent_back() -> ChosenFile:
    """Return the same file again, out of the page that has shown it."""
    form = request.form
    row = form.get("row", "")
    others = form.get("others", "")
    held = WrittenPlays(
        read_cells(form.get("plays", "")),
        int(others) if others.isascii() and others.isdecimal() and len(others) < _BESIDE.bit_length() else 0,
        form.getlist("unknown"),
    )
    return ChosenFile(form.get("name", ""), row if row in PAGES and row.startswith("import.") else "import.line", held)


def _answers() -> Answers:
    """Return the answers; a tap counts more than the answer before it."""
    form = request.form
    order = form.get("new_order", form.get("order", ""))
    guards = form.get("new_guards", form.get("guards", ""))
    return Answers(DateOrder(order) if order in set(DateOrder) else None, guards)


@cache
def _vocabulary() -> Vocabulary:
    """Return the words for the guards and the difficulties, in every language of the app."""
    guards = frozenset(sentence(language, PAGES["seat.guards"]).casefold() for language in LANGUAGES)
    said = {
        field_labels.word(language, "difficulty", one).casefold(): one.value
        for language in LANGUAGES
        for one in Difficulty
    }
    return Vocabulary(guards, {**said, **{one.value: one.value for one in Difficulty}})


def _likeliest(file: ChosenFile, questions: OpenQuestions) -> Answers:
    """Return the likeliest answers: the ones with which most games are here already, or the usual ones."""
    usual = Answers(_usual_order(questions), questions.likely_guards)
    orders = questions.orders if questions.date else [usual.order]
    guards = ["", *questions.guards[:GUARDS_SHOWN]]
    if not questions.date and not questions.guards:
        return usual
    here = {}
    for answers in (Answers(order, one) for order in orders for one in guards):
        plays = read_plays(file.held.plays, answers, _vocabulary(), now()).plays
        here[answers] = len(plays) - len(unseen(page_caller(), plays))
    best = max(here, key=here.__getitem__)
    return best if here[best] else usual


def _usual_order(questions: OpenQuestions) -> DateOrder | None:
    """Return the order in which somebody with this browser writes dates; None if nobody can say."""
    orders = questions.orders
    if not questions.date:
        return orders[0] if orders else None
    language, _, country = (request.accept_languages.best or "").replace("_", "-").partition("-")
    unclear = (language in {"", "en"} and country in {"", "US"}) or language in {"zh", "ja", "ko"}
    day_first = request_language() == "pl" or "." in questions.date or not unclear
    return DateOrder.DAY if day_first and DateOrder.DAY in orders else None


def _settled(questions: OpenQuestions, answers: Answers) -> Answers:
    """Return these answers with the only order in which the dates can be read, or the first if none was chosen."""
    if questions.date and answers.order in questions.orders:
        return answers
    return answers._replace(order=next(iter(questions.orders), None))


def _preview(file: ChosenFile, answers: Answers | None = None, status: int = 200) -> Response:
    questions = open_questions(file.held.plays, _vocabulary(), now())
    answers = answers or _likeliest(file, questions)
    undecided = bool(questions.date) and answers.order not in questions.orders
    found = read_plays(file.held.plays, _settled(questions, answers), _vocabulary(), now())
    names = _names(found.plays)
    fresh = unseen(page_caller(), found.plays, {one.field.removeprefix(_JOIN): one.meant for one in names if one.meant})
    page = frame.page(
        "home/past_plays_found.html",
        chosen=file,
        text=_fitting(file.held),
        answers=answers,
        figures=[Figure(number(len(found.plays)), say("import.found", n=len(found.plays)))],
        findings=[
            *_some("import.others", file.held.others),
            *_some("import.here", len(found.plays) - len(fresh)),
            *(
                [say("import.unknown", columns=", ".join(map(isolated, file.held.unknown)))]
                if file.held.unknown
                else []
            ),
            *([] if fresh else [say("import.none")]),
        ],
        date=say("import.which_date", date=isolated(questions.date)) if questions.date else "",
        orders=[_order(questions.date, one, answers) for one in questions.orders] if questions.date else [],
        guards=[
            Choice(one, one or say("import.no_guards"), chosen=one.casefold() == answers.guards.casefold())
            for one in (*questions.guards[:GUARDS_SHOWN], "")
        ]
        if questions.guards
        else [],
        games=[] if undecided else [_game(play) for play in fresh[:GAMES_SHOWN]],
        games_of=say("import.first_of", n=min(GAMES_SHOWN, len(fresh)), of=len(fresh)),
        alike=[one for one in names if one.alike],
        names=[one for one in names if not one.alike][:NAMES_SHOWN],
        more_names=_some("import.more", len(names) - NAMES_SHOWN),
        refused=[(say(file.row, row=one.row), _why(one.key, one.data)) for one in found.refusals[:MOST_TOLD]],
        more_refused=_some("import.more", len(found.refusals) - MOST_TOLD),
        take_in=say("import.take_in", n=len(fresh)) if fresh else "",
        undecided=undecided,
    )
    page.status_code = status
    return page


def _fitting(held: WrittenPlays) -> str:
    """Return a file's contents as the page sends them back, which must fit a request.

    Raises:
        UnreadableFile: it does not.
    """
    text, most = write_cells(held.plays), current_app.config["MAX_CONTENT_LENGTH"]
    if most is not None and len(text.encode()) + _BESIDE > most:
        raise UnreadableFile("import.too_long", most=len(held.plays) // 2)
    return text


def _order(date: str, order: DateOrder, answers: Answers) -> Choice:
    moment = read_date(date, order)
    text = "" if moment is None else day_in_words(moment, FILE_ZONE, request_language(), "long")
    return Choice(order, text, say(f"import.order.{order}"), answers.order == order)


def _game(play: PastPlay) -> tuple[str, str]:
    """Return a game in two lines: who had how many points, and when it was."""
    language = request_language()
    scores = [f"{isolated(one.name) or NO_ONE} {one.points}" for one in play.sides]
    if play.escaped is not None:
        points = NO_ONE if play.margin is None else str(play.sides[0].points - play.margin)
        scores.append(f"{say('seat.guards')} {points}")
    date = day_in_words(play.played, FILE_ZONE, language, "long")
    told = [date] if play.difficulty is None else [date, field_labels.word(language, "difficulty", play.difficulty)]
    return joined(language, scores), joined(language, told)


def _names(plays: Sequence[PastPlay]) -> list[NameFound]:
    """Return the names in these games, each with the known people whom it may mean: none who plays along with it."""
    counts = Counter(side.name for play in plays for side in play.sides if side.name)
    found = counted(page_caller())
    known = people(found.tallies, found.merges)
    ids = {id_ for one in known for id_ in (one.id, *one.also)}
    met: defaultdict[str, set[str]] = defaultdict(set)
    for play in plays:
        together = [person_id(one.name) for one in play.sides if one.name]
        for person in together:
            met[person].update(root(one, found.merges) for one in together)
    others = {
        name: [] if person_id(name) in ids else [one for one in known if one.id not in met[person_id(name)]]
        for name in counts
    }
    return [_name(name, counts[name], others[name]) for name, _ in counts.most_common()]


def _name(name: str, games: int, others: Sequence[Person]) -> NameFound:
    ordered = sorted(others, key=lambda one: not is_alike(name, one.name))
    alike = bool(ordered) and is_alike(name, ordered[0].name)
    field = _JOIN + person_id(name)
    meant = request.form.get(field, ordered[0].id if alike else "")
    options = [(one.id, one.name) for one in ordered]
    return NameFound(field, name, say("import.games", n=games), options, alike, meant)


def _joins() -> dict[str, str]:
    """Return whom names of the file mean, as it was answered."""
    given = request.form.items()
    return {field.removeprefix(_JOIN): other for field, other in given if field.startswith(_JOIN) and other}


def _some(key: str, n: int) -> list[str]:
    """Return the sentence for a number of things, if there are any."""
    return [say(key, n=n)] if n > 0 else []


def _why(key: str, data: Mapping[str, Any]) -> str:
    return say(key, **{name: isolated(value) if name == "name" else value for name, value in data.items()})


@blueprint.post("/history/import/keep")
def keep_past_plays() -> BaseResponse:
    """Import the games that were shown; the file is read again as any file is."""
    try:
        file, answers = _sent_back(), _answers()
        questions = open_questions(file.held.plays, _vocabulary(), now())
        if questions.date and answers.order not in questions.orders:
            return _preview(file, answers, 422)
        found = read_plays(file.held.plays, _settled(questions, answers), _vocabulary(), now())
        count_made()
        known_device()
        kept = take_in(page_caller(), found.plays, file.name, known_zone(request.form.get("zone")), _joins())
        for person, other in _joins().items():
            merge(page_caller(), person, other)
    except TooManyImports:
        return ask_for_file(say("import.too_many_files", most=MOST_IMPORTS), 409)
    except UnreadableFile as fault:
        return ask_for_file(say(fault.key, **fault.data), 422)
    return redirect(url_for("pages.past_plays", taken=kept), 303)
