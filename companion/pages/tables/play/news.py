"""The latest events at a table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

from companion.pages.layout.reasons import Why
from companion.pages.tables.log.happenings import Happening, happenings
from companion.pages.tables.play.acts import page_act
from companion.pages.tables.play.forms import Forms
from companion.pages.tables.play.scenes.location import AT_A_LOCATION, LocationNow
from companion.pages.tables.play.seen import Seen
from companion.rules.phases.roll_call import ASSIGN
from companion.rules.phases.tomes import PLAY_TOME
from companion.rules.reasons import Reason
from companion.rules.state.events import RulingSet
from companion.tables.line import Kind, LineInContext
from companion.tables.projection.events import visible_events
from companion.words import field_labels
from companion.words.act_names import name_in
from companion.words.catalogue import paragraph

RECENT: Final = 8
"""As many lines of the log as stand beside the board where a screen is wide."""


class RecentLine(NamedTuple):
    """A line of the log beside the board.

    Attributes:
        version: the number of the line.
        phase: in which phase it happened, in words.
        sign: the location that it happened at, what moved in roll call, or the log's own sign.
        text: what has happened, in sentences.
        why: the reasons.
    """

    version: int
    phase: str
    sign: str
    text: str
    why: tuple[Why, ...]


NEWS: Final = 2
"""As many sentences the foot of the page has room for in a solitary game."""

NEWS_OF_ALL: Final = 4
"""As many it has room for where several play: how sides rank, and what some of them are offered."""


@dataclass(frozen=True)
class News:
    """The latest events at a table."""

    seen: Seen
    forms: Forms
    here: LocationNow
    scene: str

    @cached_property
    def lines_told(self) -> Sequence[LineInContext]:
        """The log entries new to the viewer: the last, or all at this location."""
        game, step = self.seen.game, self.seen.prompt.step
        # Of several a tome may be played between what happens there.
        shared = not game.setup.solitary and game.setup.paced and step is not None
        at_location = self.here.settled or (shared and step is not None and step.kind in AT_A_LOCATION)
        return self.here.lines if at_location else self.seen.lines[-1:]

    @property
    def happened(self) -> list[Happening]:
        """The events of those entries, in sentences."""
        return [
            one
            for line in self.lines_told
            for one in happenings(line, self.seen.viewer, self.seen.names, self.seen.language)
        ]

    @property
    def tome_did(self) -> list[str]:
        """The latest effects of the tome in play, such as a card that it revealed."""
        last = next(reversed(self.lines_told), None)
        if self.scene != "tome" or last is None or last.act.type == PLAY_TOME.word:
            return []
        return [one.text for one in happenings(last, self.seen.viewer, self.seen.names, self.seen.language) if one.text]

    @property
    def heard(self) -> list[str]:
        """The events of the last entry that neither a move nor the player has already said."""
        last = self.seen.lines[-1]
        found = happenings(last, self.seen.viewer, self.seen.names, self.seen.language)
        return [*dict.fromkeys(one.text for one in found if not (one.silent or one.minor))]

    @property
    def reasons_told(self) -> Iterator[Reason]:
        """The reasons the viewer may know for these events and the location's forecast."""
        for line in self.lines_told:
            for seen in visible_events(line.events, line.before, self.seen.viewer, line.seat):
                yield from seen.why
        if self.seen.game.setup.solitary and self.here.row_asked is None:
            yield from self.here.reasons_ahead

    @cached_property
    def recent(self) -> list[RecentLine]:
        """The round's latest events with reasons, newest first, for large screens."""
        found: list[RecentLine] = []
        for one in reversed(self.seen.lines):
            if len(found) >= RECENT or one.before.round != self.seen.game.round or one.kind is Kind.BEGIN:
                break
            news = happenings(one, self.seen.viewer, self.seen.names, self.seen.language)
            told = [happened for happened in news if happened.text and not happened.minor][:NEWS]
            if told:
                # Several things that happen for one reason say it once.
                why = dict.fromkeys(why for happened in told for why in happened.why)
                text = paragraph(self.seen.language, (happened.text for happened in told))
                phase = field_labels.word(self.seen.language, "phase", one.before.phase)
                found.append(
                    RecentLine(
                        one.version, phase, str(one.before.location or page_act(one.act.type).sign), text, (*why,)
                    )
                )
        return found

    @property
    def in_foot(self) -> dict[str, Any]:
        """The news in the hand: as many as fit, how many more there are, and why."""
        if self.seen.moved.undone is not None:
            return {"texts": [undone_sentence(self.seen)], "more": 0, "whys": []}
        if self.scene == "check":
            # Before a round the lists say what is to be done, and two lines of many would say nothing.
            return {"texts": [], "more": 0, "whys": []}
        found = self.happened
        room = NEWS if self.seen.game.setup.solitary else NEWS_OF_ALL
        texts = [one.text for one in found if one.text and not one.minor] or [one.text for one in found if one.text]
        if self.seen.moved.moves and self.seen.lines and self.seen.lines[-1].act.type == ASSIGN.word:
            # The moves to make already say where the player's token went.
            texts = texts[1:]
        # It takes the place of a sentence: the tokens below stay where they are.
        first = [self.forms.tome_first] if self.forms.tome_first else []
        room -= len(first)
        left = max(0, len(texts) - room)
        whys = [one for one in found if one.why]
        return {"texts": [*texts[:room], *first], "more": left, "whys": whys}

    @property
    def decides_from_now_on(self) -> bool:
        """True if the last entry changed a ruling that has decided something before."""
        changed = {event.key for line in self.seen.lines[-1:] for event in line.events if isinstance(event, RulingSet)}
        events = (event for line in self.seen.lines[:-1] for event in line.events) if changed else ()
        return any(reason.key_of_ruling in changed for event in events for reason in event.why)


def undone_sentence(seen: Seen) -> str:
    """Return what a solo player last undid, in a sentence; empty: nothing."""
    undone, moved = seen.moved.undone, seen.moved
    if undone is None:
        return ""
    telling = seen.aloud._replace(game=undone.before)
    return name_in("undone", telling, undone.act, number=moved.undone_together, after=moved.undone_after)
