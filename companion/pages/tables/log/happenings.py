"""The lines of a log as a player reads them: sentences, moves on the board, reasons."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from companion.pages.layout.frame import page_text
from companion.pages.layout.reasons import Why
from companion.rules.reasons import Reason
from companion.rules.state.events import (
    Answered,
    Dealt,
    Event,
    FaceTyped,
    GuardCardLaid,
    GuardCardMoved,
    LocationCardTurned,
    LocationOpened,
    Noted,
    Passed,
    PhaseBegan,
    RulingSet,
    TomesMoved,
)
from companion.rules.state.pieces import OFF_DUTY
from companion.rules.state.position import Phase, Position
from companion.tables.line import Kind, Line, LineInContext
from companion.tables.projection.events import VisibleEvent, visible_events
from companion.tables.projection.viewer import Viewer
from companion.words.act_names import name_in
from companion.words.catalogue import joined
from companion.words.log_lines.event_sentences import event_sentence, hands_sentence
from companion.words.reports import said_of_another
from companion.words.telling import Names, Telling, explained

JUMP: Final = "set_phase"
"""The correction with which a game goes on somewhere else."""

_SAYS_LESS: Final = (TomesMoved,)
"""Events whose sentence leaves something out: how many tomes are drawn for the ones that are kept."""

_READ_AS_MOVES: Final = frozenset({"set_cubes", "set_tomes"})
"""Corrections whose events would read as somebody taking or returning something."""

A_DEAL: Final = 3
"""So many guard cards or more are described in one sentence."""


@dataclass(frozen=True)
class Happening:
    """Something that happened.

    Attributes:
        text: the sentence, or nothing.
        hands: the moves on the board, or nothing.
        why: the reasons.
        minor: whether what comes after it says as much.
        silent: whether a listener hears it from a move, from the question that comes next, or has said it.
    """

    text: str
    hands: str
    why: list[Why]
    minor: bool = False
    silent: bool = False


def whys(language: str, why: Sequence[Reason], names: Names) -> list[Why]:
    """Return reasons of a game as a page shows them."""
    texts = explained(language, why, names)
    return [Why(rule, text, one.key_of_ruling) for (rule, text), one in zip(texts, why, strict=True)]


def happenings_of(
    events: Sequence[Event], before: Position, viewer: Viewer, names: Names, language: str
) -> list[Happening]:
    """Return events as the viewer who caused them reads them, in the log already or not; see `happenings`."""
    line_ = Line(0, Kind.ACT, viewer.seat).with_events(events).after(before)
    return happenings(line_, viewer, names, language)


def happenings(one: LineInContext, viewer: Viewer, names: Names, language: str) -> list[Happening]:
    """Return a line of the log as a viewer reads it: sentences, moves on the board, reasons.

    Args:
        one: the line.
        viewer: who reads it.
        names: of the seats.
        language: of the text.
    """
    found: list[Happening] = []
    if one.on_behalf_of is not None:
        # Older logs do not say who acted: there the line is by its own seat.
        key = "party.stood_in" if one.by == one.on_behalf_of else "party.stood_in.by"
        chosen = {"side": names[one.on_behalf_of], "other": names[one.by] if one.by is not None else ""}
        found.append(Happening(page_text(language, key, **chosen), "", []))
    dealt: list[GuardCardLaid] = []
    game, act = one.before, one.act
    # Nobody has moved those cubes: the sentence says what the table showed all the time.
    corrected = name_in("corrected", Telling(language, names, game), act) if act.type in _READ_AS_MOVES else ""
    jump = one.act.type == JUMP
    all_seen = _losses_first(visible_events(one.events, one.before, viewer, one.seat))
    for seen in _where_it_led(all_seen) if jump else all_seen:
        event, game = seen.event, seen.before
        if isinstance(event, GuardCardLaid):
            dealt.append(event)
            continue
        found += _dealt(dealt, names, language, game)
        dealt = []
        if event is None:
            continue
        text = (
            corrected
            or said_of_another(Telling(language, names, game), event, act, one.seat)
            or event_sentence(language, event, names, game)
        )
        corrected = ""
        # Once is enough: the moves for it are in their own list.
        said = text is not None and not isinstance(event, _SAYS_LESS)
        by_hand = hands_sentence(language, event, names, game)
        moves = None if said else by_hand
        told_already = next((other for other in found if isinstance(event, Noted) and other.text == text), None)
        if told_already is not None:
            # A note that holds for several is given once, with the reasons of all.
            told_already.why.extend(why for why in whys(language, seen.why, names) if why not in told_already.why)
        elif text is not None or moves is not None:
            minor = isinstance(event, LocationOpened) or _brings_a_card(event, game) or _has_run_out(event)
            silent = _goes_without_saying(event) or (by_hand is not None and not isinstance(event, PhaseBegan))
            found.append(Happening(text or "", moves or "", whys(language, seen.why, names), minor, silent))
        if jump and isinstance(event, PhaseBegan):
            found.append(Happening(page_text(language, "table.jumped"), "", []))
    return [*found, *_dealt(dealt, names, language, game)]


def _brings_a_card(event: Event, game: Position) -> bool:
    """Return whether a location card brings a guard card, which is described with its place, unlike OFF DUTY (Z-5)."""
    return isinstance(event, LocationCardTurned) and event.shows != OFF_DUTY and bool(game.guard_deck)


def _has_run_out(event: Event) -> bool:
    """Return whether somebody passes by laying the last token, which the token's own sentence covers (R-5)."""
    return isinstance(event, Passed) and any(one.rule == "R-5" for one in event.why)


def _goes_without_saying(event: Event) -> bool:
    """Return whether the next question says it, or it happens to cards that nobody has to move."""
    match event:
        case Dealt() | GuardCardMoved(_, None) | Answered() | FaceTyped() | RulingSet():
            # What somebody has just said themselves, too.
            return True
        case Noted(why):
            # Their moves name the goons.
            return any(one.key.startswith("guards.seize") for one in why)
        case PhaseBegan():
            return event.phase is not Phase.ROLL_CALL
    return False


def _where_it_led(events: Iterable[VisibleEvent]) -> Iterator[VisibleEvent]:
    """Yield the events of a jump: of the rounds and phases on its way only the last, with the reasons of all."""
    seen = [*events]
    moments = [one for one in seen if isinstance(one.event, PhaseBegan)]
    why = [reason for one in moments for reason in one.why]
    for one in seen:
        if one is moments[-1]:
            yield one._replace(why=tuple(reason for place, reason in enumerate(why) if reason not in why[:place]))
        elif not isinstance(one.event, PhaseBegan):
            yield one


def _losses_first(seen: Iterable[VisibleEvent]) -> Iterator[VisibleEvent]:
    """Yield the same, but of a raid what somebody loses before why others lose nothing."""
    for of_raid, some in groupby(seen, key=_is_of_raid):
        yield from sorted(some, key=lambda one: of_raid and isinstance(one.event, Noted))


def _is_of_raid(seen: VisibleEvent) -> bool:
    return any(one.rule.startswith("D-") for one in seen.why)


def _dealt(laid: Sequence[GuardCardLaid], names: Names, language: str, game: Position) -> list[Happening]:
    """Describe guard cards that come one after the other: a few in a sentence each, a whole deal in one."""
    if len(laid) < A_DEAL:
        return [
            Happening(
                event_sentence(language, event, names, game) or "",
                hands_sentence(language, event, names, game) or "",
                whys(language, event.why, names),
                minor=True,
            )
            for event in laid
        ]
    places = [str(event.location.number) for event in laid]
    why = whys(language, laid[0].why, names)
    if hands_sentence(language, laid[0], names, game) is None:
        return [Happening(page_text(language, "table.dealt", places=joined(language, places)), "", why)]
    return [Happening("", page_text(language, "table.deal", places=joined(language, places)), why)]
