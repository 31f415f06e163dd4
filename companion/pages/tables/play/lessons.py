"""Lessons: what a rule says when it first matters, once on each device."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from flask import Response, request

from companion.pages.layout.frame import captions, page_text
from companion.rules.phases.patrol import cubes_short
from companion.rules.reasons import Reason
from companion.rules.state.position import Phase, Position
from companion.web.device_cookie import set_cookie
from companion.web.language import request_language

TAUGHT_COOKIE: Final = "lockup_taught"

_APART, _AT = ".", "~"
"""The marks between the lessons in the cookie, and between a lesson and where it is."""

_TEACHING: Final = frozenset({Phase.ROUND, Phase.ROLL_CALL, Phase.LIGHTS_OUT, Phase.PATROL})
"""The phases with lessons; what comes after them is described line by line."""


class Lesson(NamedTuple):
    """A rule that is explained once.

    Attributes:
        rule: its id.
        reasons: the keys of the reasons with which it matters, and of what lies on the board (`LYING`).
    """

    rule: str
    reasons: frozenset[str]


LYING: Final[Mapping[str, Callable[[Position], bool]]] = {
    "board.cubes_short": lambda game: not game.setup.light and cubes_short(game) > 0,
    "board.bandit_cubes": lambda game: any(game.resources(location) for location in game.setup.edition.locations),
}
"""The lessons about what is on the board, for no act: by key, whether one matters."""

LESSONS: Final[Mapping[str, Lesson]] = {
    key: Lesson(rule, frozenset(reasons))
    for key, rule, *reasons in (
        ("special", "Z-8", "lights_out.special"),
        ("tie", "L-4", "location.tie"),
        ("lookout", "L-5", "location.suspicion_lookout"),
        ("lone_lookout", "L-3", "location.lone_lookout"),
        ("suspicion", "L-5", "location.suspicion"),
        ("reserve", "C-2", "game.reserved"),
        ("guards_reserve", "Z-15", "guards.reserve"),
        ("leader", "O-2", "game.leader"),
        ("straggler", "L-8", "lights_out.to_library"),
        ("raid_near", "P-6", "board.cubes_short"),
        ("bandit", "P-7", "board.bandit_cubes"),
    )
}
"""The lessons by key, which is kept on devices: seldom ones first, since one is shown at a time."""


class Card(NamedTuple):
    """A lesson as a page shows it: its key, its rule, its two sentences, and what the device keeps of it.

    `is_new` says that no page has shown it before.
    """

    key: str
    rule: str
    text: str
    cookie: str
    is_new: bool


def card_of(code: str, game: Position, reasons: Iterable[Reason]) -> Card | None:
    """Return the lesson that matters now and is new to this device, if it wants any.

    It stays until a player puts it away or the table reaches another location, phase or round.

    Args:
        code: of the table.
        game: as it is.
        reasons: why what the page tells has happened.
    """
    if not captions() or game.phase not in _TEACHING:
        return None
    had = _had()
    place = "" if game.location is None else game.location.number
    moment = f"{code}-{game.round}-{game.phase.value}-{place}"
    key = next((key for key, where in had.items() if where == moment), None)
    if key is None and had.keys() < LESSONS.keys():
        found = {one.key for one in reasons} | {key for key, lies in LYING.items() if lies(game)}
        key = next((key for key, lesson in LESSONS.items() if key not in had and lesson.reasons & found), None)
    if key is None:
        return None
    text, cookie = page_text(request_language(), f"lesson.{key}"), _cookie({**dict.fromkeys(had, ""), key: moment})
    return Card(key, LESSONS[key].rule, text, cookie, is_new=key not in had)


def remember(response: Response, card: Card | None) -> None:
    """Have the device remember that it has shown the lesson."""
    if card is not None and card.is_new:
        set_cookie(response, TAUGHT_COOKIE, card.cookie)


def put_away(key: str) -> str:
    """Return this device's cookie once a lesson is understood."""
    return _cookie({**_had(), **({key: ""} if key in LESSONS else {})})


def _had() -> dict[str, str]:
    """Map each lesson this device has had to where it still shows, or nothing."""
    entries = (one.partition(_AT) for one in request.cookies.get(TAUGHT_COOKIE, "").split(_APART))
    return {key: where for key, _, where in entries if key in LESSONS}


def _cookie(had: Mapping[str, str]) -> str:
    return _APART.join(f"{key}{_AT}{where}" if where else key for key, where in had.items())
