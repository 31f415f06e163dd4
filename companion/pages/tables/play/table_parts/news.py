"""What has happened at a table last."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

from companion.pages.layout.frame import page_text
from companion.pages.layout.reasons import Why
from companion.pages.tables.log.happenings import Happening, happenings
from companion.pages.tables.play.moves_view import STAR, MoveList
from companion.pages.tables.play.table_parts.base import NEWS
from companion.pages.tables.play.table_parts.forms import PLAY_TOME
from companion.pages.tables.play.table_parts.moves import TableMoves
from companion.pages.tables.play.table_parts.scene import AloneScene
from companion.rules.phases.patrol import RAID
from companion.rules.phases.roll_call import ASSIGN
from companion.rules.reasons import Reason
from companion.tables.line import Kind, LineInContext
from companion.tables.projection.events import visible_events
from companion.words import field_labels
from companion.words.act_names import name_in
from companion.words.catalogue import paragraph

RECENT: Final = 8
"""As many lines of the log as stand beside the board where a screen is wide."""

SIGNS: Final = {"assign": "token", "turn_guard_card": "keys", "type_location_card": "keys"}
"""By the type of an act of roll call: who or what moved."""


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


class TableNews(TableMoves):
    """What has happened at a table last."""

    @property
    def _lines_told(self) -> Sequence[LineInContext]:
        """What the player has not heard yet: the last line, or all that happened at this location."""
        location = self.game.location
        if location is not None and location in self.ranked:
            return self._here()
        return self._lines[-1:]

    @property
    def happened(self) -> list[Happening]:
        """The same in sentences."""
        return [one for line in self._lines_told for one in happenings(line, self.viewer, self.names, self.language)]

    @property
    def tome_did(self) -> list[str]:
        """What the tome that is played has done last, such as which card it has turned up; nothing before that."""
        last = next(reversed(self._lines_told), None)
        if self.scene is not AloneScene.TOME or last is None or last.act.type == PLAY_TOME:
            return []
        return [one.text for one in happenings(last, self.viewer, self.names, self.language) if one.text]

    @property
    def reasons_told(self) -> Iterator[Reason]:
        """Why that has happened, and why a location would come to what it does, as far as whoever looks may know."""
        for line in self._lines_told:
            for seen in visible_events(line.events, line.before, self.viewer, line.seat):
                yield from seen.why
        if self.game.setup.solitary and self.row_asked is None:
            yield from self._reasons_ahead

    @cached_property
    def recent(self) -> list[RecentLine]:
        """What has happened last in this round, and why, the newest first, for screens that have room for it."""
        found: list[RecentLine] = []
        for one in reversed(self._lines):
            if len(found) >= RECENT or one.before.round != self.game.round or one.kind is Kind.BEGIN:
                break
            news = happenings(one, self.viewer, self.names, self.language)
            told = [happened for happened in news if happened.text and not happened.minor][:NEWS]
            if told:
                # Several things that happen for one reason say it once.
                why = dict.fromkeys(why for happened in told for why in happened.why)
                text = paragraph(self.language, (happened.text for happened in told))
                phase = field_labels.word(self.language, "phase", one.before.phase)
                found.append(RecentLine(one.version, phase, _sign(one), text, (*why,)))
        return found

    @property
    def result_spoken(self) -> str:
        """What is said first as the page changes: what is chosen, or has come of the tap, a raid's losses first."""
        return self._chosen_label or paragraph(self.language, self._came_of_it)

    @property
    def moves_spoken(self) -> str:
        """What is said after it: every move, but where something is only chosen."""
        lists = () if self._chosen_label else self.move_lists
        return paragraph(self.language, (sentence for one in lists for sentence in self._moves_spoken(one)))

    @property
    def _chosen_label(self) -> str:
        """What the button does with what is chosen at a location; empty where nothing is."""
        primary = self.outlook.primary if self.scene is AloneScene.DUEL else None
        return primary.label if primary is not None and self.outlook.without_choice else ""

    @property
    def first_here(self) -> str:
        """Who ranks first at the location that was resolved; empty where nobody does."""
        if not self.settled or self.place is None or not self.contestants:
            return ""
        first = self.names[next(iter(self.contestants))]
        return page_text(self.language, "location.first", place=self.place["name"], side=first)

    def _moves_spoken(self, found: MoveList) -> list[str]:
        # A raid says to where reputation falls.
        told = {STAR} if self._raided and not found.back else set()
        spoken = found.spoken(self.names, self.language, told)
        return [page_text(self.language, "moves.back"), *spoken] if found.back else spoken

    @property
    def _came_of_it(self) -> list[str]:
        """What has come of the last tap, as far as no move says it."""
        if self._moved.undone is not None:
            return [self._taken_back(self._moved.undone)]
        if self.raid_told is not None and self._raided:
            return [*self.raid_told.lost]
        if self.scene is AloneScene.DUEL and self.first_here:
            return [self.first_here]
        # What is laid out, and what a check compares, is a list of the page; each goon was said as it was entered.
        listed = self.scene in {AloneScene.SETUP, AloneScene.CHECK, AloneScene.GOONS}
        kind = self._lines[-1].kind if self._lines else Kind.BEGIN
        if kind is Kind.BEGIN or (listed and kind is not Kind.CORRECTION):
            return []
        heard = [one.text for one in self.happened if not (one.silent or one.minor)]
        return self.tome_did or [*dict.fromkeys(heard)]

    @property
    def _raided(self) -> bool:
        """Whether a raid is what has happened last."""
        return bool(self._lines) and self._lines[-1].act.type == RAID.word

    @property
    def news(self) -> dict[str, Any]:
        """The same in the hand: as much as it has room for, and how much more there is."""
        if self._moved.undone is not None:
            return {"texts": [self._taken_back(self._moved.undone)], "more": 0, "whys": []}
        if self.scene is AloneScene.CHECK:
            # Before a round the lists say what is to be done, and two lines of many would say nothing.
            return {"texts": [], "more": 0, "whys": []}
        found = self.happened
        told = [one for one in found if one.text and not one.minor] or [one for one in found if one.text]
        if len(told) > self.room:
            # Where not all of it has room, what the list of moves says, too, is left to that.
            told = [one for one in told if not one.silent] or told
        texts = [one.text for one in told]
        if self._moved.moves and self._lines and self._lines[-1].act.type == ASSIGN.word:
            # Where one's own token went is said by what is to be done with it.
            texts = texts[1:]
        # It takes the place of a sentence: the tokens below stay where they are.
        first = [self.tome_first] if self.tome_first else []
        room = self.room - len(first)
        left = max(0, len(texts) - room)
        whys = [one for one in found if one.why]
        return {"texts": [*texts[:room], *first], "more": left, "whys": whys}

    def _taken_back(self, line: LineInContext) -> str:
        together, after = self._moved.undone_together, self._moved.undone_after
        telling = self.aloud._replace(game=line.before)
        return name_in("undone", telling, line.act, number=together, after=after)


def _sign(line: LineInContext) -> str:
    return str(line.before.location or SIGNS.get(line.act.type, "log"))
