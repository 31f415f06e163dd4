"""Reports: what a player has done, in a sentence for all others at the table.

It is told from what the act has come to, as far as its reader may know it: who recruited whom for what, not that there
was a payment. Where somebody has entered it for another, the sentence is about the other, and says who did.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from companion.rules.acts.actions import Act
from companion.rules.phases.presence_entry import TELLS_OF_ANOTHER
from companion.rules.state.events import (
    NOTHING,
    Answered,
    CardMoved,
    DepthSet,
    Event,
    GoalsSet,
    HintSet,
    InstantSet,
    LeaderTaken,
    LocationOpened,
    Moved,
    OddsSet,
    RollCallSet,
    Strengthened,
    TomesMoved,
)
from companion.rules.state.pieces import Cube, Side, Zone
from companion.rules.state.position import Position
from companion.rules.vocabulary import Location
from companion.words import act_names
from companion.words.catalogue import amounts, joined
from companion.words.log_lines.registry import LINES
from companion.words.messages import GAME
from companion.words.telling import Names, Telling, capital


class Report(NamedTuple):
    """What is told.

    Attributes:
        telling: the reader, and the game.
        act: what was done.
        side: whose doing it is.
        events: what came of it, before lights out went on to another location.
    """

    telling: Telling
    act: Act
    side: Side
    events: Sequence[Event]


Words: TypeAlias = tuple[str, Mapping[str, Any]]
"""What is added to the key of a sentence, and what stands in it beside who has done it."""


def by(
    language: str,
    act: Act,
    before: Position,
    names: Names,
    side: Side,
    *,
    events: Iterable[Event] = (),
    stands_in: Side | None = None,
) -> str:
    """Who has done an act, and what it was, for others whose step it has ended.

    Args:
        language: to be spoken.
        act: what was done; without a type, lines were taken back or done again.
        before: the game just before it.
        names: of the seats, see `seat_names`.
        side: who has done it.
        events: the result that the reader may see.
        stands_in: the seat whose phone sleeps, if another acts for it; then the sentence says so.
    """
    telling = Telling(language, names, before)
    if not act.type:
        return telling.say("by.moved", side=telling.name(side))
    if f"by.{act.type}" not in GAME:
        return _corrected(telling, act, side, events)
    if stands_in is not None and stands_in != side:
        text = by(language, act, before, names, stands_in, events=events)
        return telling.say("by.chosen", side=telling.name(side), whose=telling.name(stands_in), text=text)
    whose = side
    if act.type in TELLS_OF_ANOTHER or act.type in _OF_A_SEAT:
        whose = side if act.type in TELLS_OF_ANOTHER else act.values.get("side", (whose,))[0]
    text = _sentence(Report(telling, act, whose, tuple(_as_long_as_open(events))))
    return text if whose == side else telling.say("by.entered", text=text, side=telling.name(side))


def moved(language: str, kind: str, lines: Sequence[tuple[Act, Position]], names: Names, side: Side) -> str:
    """Who has gone back or forward in the log, and past what.

    Args:
        language: to be spoken.
        kind: `undo` or `redo`.
        lines: the acts that were taken back or done again, each with the game just before it.
        names: of the seats.
        side: who has done it.
    """
    if len(lines) != 1:
        telling = Telling(language, names, NOTHING)
        return telling.say("by.undo.several" if lines else "by.moved", side=telling.name(side), n=len(lines))
    ((act, before),) = lines
    telling = Telling(language, names, before)
    return telling.say(f"by.{kind}", side=telling.name(side), what=act_names.act_phrase(telling, act))


_OF_A_SEAT: Final = frozenset({"decline_instead", "decline_later", "pass", "assign", "claim_instant"})
"""Acts that may say themselves whose they are."""


_TOLD_BY_THEMSELVES: Final = (GoalsSet, InstantSet, LeaderTaken, DepthSet, RollCallSet, OddsSet, HintSet)
"""What its own sentence tells, whichever correction has brought it."""


def _corrected(telling: Telling, act: Act, side: Side, events: Iterable[Event]) -> str:
    """A number that was set, the goals or what the app follows as it is now, or a correction by its name."""
    first = next(iter(events), None)
    if isinstance(first, _TOLD_BY_THEMSELVES):
        return telling.say("by.entered", text=LINES[type(first)](telling, first), side=telling.name(side))
    if f"undo.{act.type}" not in GAME:
        label = (
            telling.say(f"action.{act.type}") if f"action.{act.type}" in GAME else act_names.act_phrase(telling, act)
        )
        return telling.say("by.correction", side=telling.name(side), what=label[:1].lower() + label[1:])
    what = act_names.act_phrase(telling, act)
    # Whoever has changed the own things need not be named twice.
    if side in act_names.named_sides(act):
        return telling.say("by.own", what=capital(what))
    return telling.say("by.other", side=telling.name(side), what=what)


def _sentence(report: Report) -> str:
    telling, kind = report.telling, report.act.type
    cards = [*_cards_taken(report)]
    if kind in _MAY_TAKE_A_CARD and cards:
        paid = _paid(report)
        key = f"by.{_TAKEN[cards[0].target[0]]}"
        named = telling.all_of(telling.named(telling.game.face(one.card)) for one in cards)
        data = {"side": telling.name(report.side), "card": named, "what": paid}
        return telling.say(key if paid else f"{key}.free", **data)
    more, words = _WORDS[kind](report) if kind in _WORDS else ("", {})
    return telling.say(f"by.{kind}{more}", side=telling.name(report.side), round=telling.game.round + 1, **words)


def _as_long_as_open(events: Iterable[Event]) -> Iterator[Event]:
    """What happened before lights out went on to another location."""
    for event in events:
        if isinstance(event, LocationOpened):
            return
        yield event


def said_of_another(language: str, event: Event, act: Act, names: Names, side: Side | None) -> str | None:
    """What an event of a line tells, where somebody has told of another; None where the event says it itself.

    Args:
        language: to be spoken.
        event: of the line.
        act: of the line.
        names: of the seats, see `seat_names`.
        side: whose line it is.
    """
    if act.type not in TELLS_OF_ANOTHER or not isinstance(event, Answered) or side is None or side == event.side:
        return None
    return by(language, act, NOTHING, names, side)


# What came of it

_MAY_TAKE_A_CARD: Final = frozenset({"recruit", "craft", "reserve", "pay", "take"})
_TAKEN: Final = {Zone.GOONS: "recruited", Zone.CRAFTED: "crafted", Zone.RESERVE: "reserved"}


def _cards_taken(report: Report) -> Iterator[CardMoved]:
    for event in report.events:
        if isinstance(event, CardMoved) and event.target[0] in _TAKEN and event.target[1] == report.side:
            yield event


def _paid(report: Report) -> str:
    return _in_words(report, (one for one in _moved(report) if one.source == report.side and one.target is None))


def _got(report: Report) -> str:
    """What came to somebody, but for suspicion, which nobody chooses."""
    cubes = (one for one in _moved(report) if one.target == report.side)
    return _in_words(report, (one for one in cubes if one.cube is not Cube.SUSPICION))


def _moved(report: Report) -> Iterator[Moved]:
    return (event for event in report.events if isinstance(event, Moved))


def _in_words(report: Report, moved: Iterable[Moved]) -> str:
    """Return the cubes of several moves, each colour together; empty if there are none."""
    counts: Counter[str] = Counter()
    for one in moved:
        counts[one.cube] += one.number
    return amounts(report.telling.language, counts) if counts else ""


def _tomes(report: Report) -> int:
    drawn = (one.number for one in report.events if isinstance(one, TomesMoved) and one.target == report.side)
    return sum(drawn)


# What stands in the sentence of which act


def _tokens(report: Report) -> Words:
    act = report.act
    down = act.values.get("face_down", ())
    up = [token for token in act.values["tokens"] if token not in down]
    return "", {"crew": report.telling.crew(up, len(down)), "location": Location(act.one("location"))}


def _here(report: Report) -> Words:
    return "", {"location": report.telling.location(report.telling.game.location)}


def _at_its_location(report: Report) -> Words:
    return "", {"location": Location(report.act.one("location"))}


def _at_the_card(report: Report) -> Words:
    card = report.telling.game.guard_cards[report.act.one("card")]
    return "", {"location": report.telling.location(card.location)}


def _of_another(report: Report) -> Words:
    (whose,) = act_names.named_sides(report.act)
    data, here = {"whose": report.telling.name(whose)}, report.telling.game.location
    return ("", data) if here is None else (".here", {**data, "location": here})


def _taking(report: Report) -> Words:
    """What somebody takes here; where roll call is elsewhere the location is not known."""
    tomes, got = _tomes(report), _got(report)
    if tomes:
        return ".tomes", {"n": tomes}
    return (".what", {"what": got}) if got else ("", {})


def _declining(report: Report) -> Words:
    here = report.telling.game.location
    return ("", {}) if here is None else (".here", {"location": here})


def _swapping(report: Report) -> Words:
    paid, got = _paid(report), _got(report)
    return (".what", {"what": paid, "got": got}) if paid and got else ("", {})


def _paying(report: Report) -> Words:
    paid = _paid(report)
    return (".what", {"what": paid}) if paid else ("", {})


def _claiming(report: Report) -> Words:
    return "", {"n": report.act.values["points"]}


def _giving(report: Report) -> Words:
    """Suspicion that goes from one player to another."""
    for one in _moved(report):
        if one.source == report.side and isinstance(one.target, int):
            return ".what", {"what": _in_words(report, [one]), "other": report.telling.name(one.target)}
    return "", {}


def _moving(report: Report) -> Words:
    """Suspicion that is laid somewhere else, in light depth."""
    telling, cubes, to = report.telling, report.act.values["cubes"], report.act.one("to")
    origin = telling.all_of(dict.fromkeys(act_names.cube_place(telling, one) for one in cubes))
    what = telling.amount(Cube.SUSPICION, len(cubes))
    data = {"what": what, "origin": origin}
    return (".own", data) if to == report.side else ("", {**data, "target": act_names.cube_place(telling, to)})


def _strengthening(report: Report) -> Words:
    changed = next((one for one in report.events if isinstance(one, Strengthened)), None)
    return ("", {}) if changed is None else (".what", {"by": changed.by, "location": changed.location})


def _rewarded(report: Report) -> Words:
    """Say who has taken what the light depth offers."""
    sides = report.act.values.get("sides", ())
    names = joined(report.telling.language, map(report.telling.name, sides))
    return (".whom", {"names": names}) if {*sides} - {report.side} else ("", {})


_WORDS: Final[Mapping[str, Callable[[Report], Words]]] = {
    "assign": _tokens,
    "gather": _here,
    "gather_strengths": _here,
    "nobody_there": _of_another,
    "decline_instead": _declining,
    "decline_later": _at_its_location,
    "decline": _declining,
    "rank_location": _at_its_location,
    "rank_strengths": _at_its_location,
    "turn_guard_card": _at_the_card,
    "show_guard_card": _at_the_card,
    "reveal_guard_card": _at_the_card,
    "look_at_guard_card": _at_the_card,
    "take": _taking,
    "take_rewards": _rewarded,
    "swap": _swapping,
    "pay": _paying,
    "return_cubes": _paying,
    "exchange": _swapping,
    "exchange_for": _swapping,
    "claim_instant": _claiming,
    "give": _giving,
    "move_suspicion": _moving,
    "strengthen": _strengthening,
}
