"""The recap of a game that is over: its curve, the same as a table, its turning point; also as one file."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from flask import Response, abort, render_template, request

from companion.pages.blueprint import blueprint
from companion.pages.evening.curve import HEIGHT, WIDTH, curve
from companion.pages.layout import files, frame
from companion.pages.layout.icons import shape
from companion.pages.sheet.result import score_lines
from companion.pages.tables.log.happenings import happenings
from companion.pages.tables.play.signs import seat_icon
from companion.pages.tables.setup.rematch import NextGame, next_game
from companion.players.choices import Choice, Parts, parts_of
from companion.players.par import Par
from companion.players_day import day_in_words
from companion.presenters.evening import ChoiceTexts, EveningPresenter
from companion.presenters.kept_sheet import is_corrected
from companion.presenters.table import names_of, score_sheet
from companion.rules.state.pieces import GuardCard, Token
from companion.rules.vocabulary import POWER, Location
from companion.scoring.evening import Gain
from companion.scoring.score import score
from companion.sheets.models import Sheet
from companion.sheets.repository import SheetGone, find
from companion.tables import repository, result_sheet
from companion.tables.line import DONE
from companion.tables.par import known_par
from companion.tables.permissions import viewer_of
from companion.tables.play_history import Evening as PlayedEvening
from companion.tables.projection.viewer import WATCHER
from companion.tables.refusals import NotEnded
from companion.tables.repository import LoadedTable
from companion.web.device_cookie import page_caller
from companion.web.language import request_language
from companion.words.catalogue import decimal, number, signed

STYLE: Final = "evening.css"


@dataclass(frozen=True)
class RoundRow:
    """A round in the table: its number, the line to look at, what moved most, its points, whether it had raids."""

    round: int
    line: int
    text: str
    points: tuple[str, ...]
    raid: bool
    turning: bool


@dataclass(frozen=True)
class ChoiceCell:
    """A location as it lay before a choice.

    Attributes:
        number: of the location.
        crew: the player's tokens there; words are names of signs.
        cards: the guard cards that lay there: the strength of one that was face up, empty for one face down.
        sent, preferred: whether the player sent tokens there, and whether the odds preferred it.
    """

    number: int
    crew: tuple[Token, ...]
    cards: tuple[str, ...]
    sent: bool
    preferred: bool


@dataclass(frozen=True)
class ChoiceRow:
    """A choice among the dearest: its round, the line to look at, its words and the board."""

    round: int
    line: int
    texts: ChoiceTexts
    board: tuple[ChoiceCell, ...]


@dataclass(frozen=True)
class PartRow:
    """A part of the player's points: its number, and its bar from one place to another of 100."""

    figure: str
    left: float
    right: float


@dataclass(frozen=True)
class ChoicesView:
    """What the choices of all roll calls cost together, and the dearest.

    Attributes:
        cost: the points.
        rows: the dearest.
        parts: the expected points, luck, choices and the points; empty without a par.
    """

    cost: str
    rows: tuple[ChoiceRow, ...]
    parts: tuple[PartRow, ...]


MOST_CHOICES: Final = 3


def evening_table(link: str) -> LoadedTable:
    """Return the table of a score sheet; a page says so where there is none."""
    table = result_sheet.table_of(_sheet(link))
    if table is None:
        abort(404)
    return repository.load_state(table)


def _sheet(link: str) -> Sheet:
    try:
        return find(link)
    except SheetGone:
        abort(404)


def told_later() -> NoReturn:
    """Say that there is no recap before the game is over."""
    response = frame.page("layout/error.html", code=409, not_over=True)
    response.status_code = 409
    abort(response)


@blueprint.get("/s/<link>/evening")
def evening(link: str) -> Response:
    """Show how a game that is over went, to anyone who may read its result."""
    loaded = evening_table(link)
    following = next_game_of(loaded)
    return frame.page(
        "evening/evening.html",
        link=link,
        next_game=following,
        looks_out=_sat_at(loaded) and following is None,
        **_shown(link, loaded),
    )


def _sat_at(loaded: LoadedTable) -> bool:
    """Return whether the caller has played there."""
    return bool(viewer_of(loaded.table, page_caller()).seats)


def next_game_of(loaded: LoadedTable) -> NextGame | None:
    """Return the next game of the same people, if the caller is one of them."""
    return next_game(loaded) if _sat_at(loaded) else None


@blueprint.get("/s/<link>/evening.html")
def evening_file(link: str) -> Response:
    """Give a recap as one file that opens without the app: its style is in it, and it asks for nothing."""
    loaded = evening_table(link)
    shown = _shown(link, loaded)
    language = request_language()
    scores = score(score_sheet(loaded, language))
    text = render_template(
        "evening/evening_file.html",
        **shown,
        style=files.content(STYLE).decode(),
        lines=score_lines(scores),
        totals=[number(side.total) for side in scores.sides],
        story=_story(loaded, shown["presenter"]),
        date=day_in_words(*PlayedEvening(loaded.table, _sheet(link)).played, language, "long"),
    )
    response = Response(text, mimetype="text/html")
    response.headers["Content-Disposition"] = 'attachment; filename="lockup-evening.html"'
    response.headers["Content-Language"] = language
    response.vary.add("Accept-Language")
    response.vary.add("Cookie")
    return response


def _shown(link: str, loaded: LoadedTable) -> dict[str, Any]:
    """Return the values that page and file share."""
    try:
        presenter = EveningPresenter(loaded, request_language())
    except NotEnded:
        told_later()
    one = presenter.evening
    game = one.game
    seats = viewer_of(loaded.table, page_caller()).seats
    mine = game.players[0] if game.setup.solitary else min(seats, default=None)
    turning, best = one.turning_point, one.best_scoring
    return {
        "presenter": presenter,
        "corrected": is_corrected(_sheet(link), game),
        "curve": curve(one, presenter.names),
        "width": WIDTH,
        "height": HEIGHT,
        "shape": shape,
        "names": presenter.names,
        "seats": [seat_icon(game, side) for side in game.setup.sides],
        "mine": mine,
        "solitary": game.setup.solitary,
        "rounds": game.setup.edition.rounds,
        "rows": _rows(presenter),
        "followed": one.followed,
        "turning": turning and (presenter.turning_text(turning), presenter.swing_text(turning), turning.raid),
        "best": best and _best(presenter, best),
        "luck": presenter.luck and (presenter.luck_figure(presenter.luck), presenter.luck_text(presenter.luck)),
        "choices": _choices(presenter, known_par(loaded)) if request.args.get("choices") == "on" else None,
        "lead_changes": len(one.lead_changes),
        "first_line": next((step.line for step in one.steps if step.round), one.steps[-1].line),
    }


def _best(presenter: EveningPresenter, best: Gain) -> tuple[str, str, str]:
    return presenter.names[best.side], signed(best.by), presenter.gain_text(best)


def _choices(presenter: EveningPresenter, par: Par | None) -> ChoicesView | None:
    """Return the dearest choices of a player against the guards, judged by what the player could know then."""
    found = presenter.log.choices()
    if found is None:
        return None
    rows = (
        ChoiceRow(choice.before.round, choice.line, presenter.choice_texts(choice), _board(choice))
        for choice in found.dearest(MOST_CHOICES)
    )
    [player] = presenter.evening.game.players
    parts = () if par is None else _parts(parts_of(presenter.evening.rounds[-1].points[player], par.mean, found.cost))
    return ChoicesView(decimal(request_language(), -found.cost), (*rows,), parts)


def _parts(parts: Parts) -> tuple[PartRow, ...]:
    """Return the points in parts; luck goes on where the expected points end, and choices where luck ends."""
    lucky = parts.expected + parts.luck
    low, high = min(parts.expected, lucky, parts.total), max(parts.expected, lucky, parts.total)
    bars = (
        (parts.expected, parts.expected, parts.expected),
        (parts.luck, parts.expected, lucky),
        (parts.choices, lucky, parts.total),
        (parts.total, parts.total, parts.total),
    )

    def place(tenths: int) -> float:
        return round(100 * (tenths - low) / max(high - low, 1), 1)

    def row(place_: int, tenths: int, start: int, end: int) -> PartRow:
        figure = decimal(request_language(), tenths / 10)
        sign = "+" if place_ in {1, 2} and tenths > 0 else ""
        return PartRow(sign + figure, place(min(start, end)), place(max(start, end)))

    return tuple(row(number_, *bar) for number_, bar in enumerate(bars))


def _board(choice: Choice) -> tuple[ChoiceCell, ...]:
    game, odds = choice.before, choice.odds
    crew: dict[Location, list[Token]] = {}
    for (_, token), laid in game.tokens.items():
        if laid.location is not None:
            crew.setdefault(laid.location, []).append(token)
    return tuple(
        ChoiceCell(
            place.number,
            (*(odds.tokens if place is odds.place else ()), *crew.get(place, ())),
            tuple(_shown_strength(game.guard_cards[one]) for one in game.guard_cards_at(place)),
            place is odds.place,
            place is odds.preferred.place,
        )
        for place in game.setup.edition.locations
    )


def _shown_strength(card: GuardCard) -> str:
    if not card.up or card.face is None:
        return ""
    return "!" if card.face.strength == POWER else str(card.face.strength)


def _rows(presenter: EveningPresenter) -> list[RoundRow]:
    one = presenter.evening
    turning = one.turning_point
    return [
        RoundRow(
            end.round,
            end.line if end.largest is None else end.largest.line,
            "" if end.largest is None else presenter.gain_text(end.largest),
            tuple(map(number, end.points)),
            bool(end.raids),
            turning is not None and turning.round == end.round,
        )
        for end in one.rounds[1:]
    ]


def _story(loaded: LoadedTable, presenter: EveningPresenter) -> list[tuple[int, list[str]]]:
    """Return the sentences of each round, as everybody at the table may know them."""
    language, names = request_language(), names_of(loaded, request_language())
    found: dict[int, list[str]] = {}
    for step in presenter.evening.steps:
        line = presenter.log.line(step.line)
        told: Sequence[Any] = happenings(line, WATCHER, names, language) if line.kind in DONE else ()
        found.setdefault(step.round, []).extend(one.text for one in told if one.text and not one.minor)
    return [(round_, texts) for round_, texts in sorted(found.items()) if texts]
