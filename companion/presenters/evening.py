"""The recap of a game that is over, for pages and API: points by round, raids, where it turned, in a language."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

from companion.players.choices import Choice
from companion.presenters.table import distinct_names, names_of
from companion.rules.state.events import FaceTyped
from companion.rules.state.pieces import Side
from companion.scoring.evening import Gain, Raid, Step, TurningPoint
from companion.scoring.luck import Luck
from companion.tables.evening_log import EveningLog, TellingEvent, evening_log
from companion.tables.repository import LoadedTable
from companion.words.catalogue import decimal, isolated, joined, paragraph, sentence, signed
from companion.words.hint_sentences import sent_sentence, short_hint, worth_sentence
from companion.words.log_lines.event_sentences import event_sentence
from companion.words.messages import PAGES
from companion.words.telling import Telling


class ChoiceTexts(NamedTuple):
    """A choice in a roll call in words.

    Attributes:
        sent: what the player sent where.
        preferred: what the odds preferred.
        cost: the points that it cost, with a minus sign.
        worth: how much the preferred location was worth.
    """

    sent: str
    preferred: str
    cost: str
    worth: str


class EveningPresenter:
    """The recap of a game in a language.

    Raises:
        NotEnded: its game goes on, or not everybody may know yet who has won.
    """

    def __init__(self, loaded: LoadedTable, language: str) -> None:
        self.log: EveningLog = evening_log(loaded)
        self.evening = self.log.evening
        self.names: Sequence[str] = distinct_names(names_of(loaded, language))
        self._language = language
        self._seats = names_of(loaded, language)
        self._steps: dict[int, Step] = {step.line: step for step in self.evening.steps}

    @property
    def winners(self) -> list[Side]:
        """The winners, clockwise."""
        return sorted(self.evening.winners)

    def gain_text(self, gain: Gain) -> str:
        """Say what happened in a line that gave or cost a side points."""
        raid = self._steps[gain.line].raid
        if raid is not None:
            return self.raid_text(raid)
        events = self.log.telling_events(gain)
        text = paragraph(
            self._language, dict.fromkeys(filter(None, (self._sentence_for(one, gain.side) for one in events)))
        )
        return text or self._say("change", side=self.names[gain.side], points=signed(gain.by))

    def _sentence_for(self, one: TellingEvent, side: Side) -> str | None:
        """Return the sentence of an event; of a card that was typed only then, say whose it is."""
        if isinstance(one.event, FaceTyped):
            card = Telling(self._language, self._seats, one.before).named(one.event.face)
            return self._say("owns", side=self.names[side], card=card)
        return event_sentence(self._language, one.event, self._seats, one.before)

    def raid_text(self, raid: Raid) -> str:
        """Say who loses what in a raid."""
        losses = [now - then for then, now in zip(raid.before, raid.after, strict=True)]
        parts = [self._say("change", side=self.names[side], points=signed(by)) for side, by in enumerate(losses) if by]
        return self._say("raid", parts=joined(self._language, parts)) if parts else self._say("raid_nobody")

    def turning_text(self, turning: TurningPoint) -> str:
        """Say what was done where it turned, with its round."""
        gains = self._steps[turning.line].gains
        side = max(range(len(gains)), key=lambda one: abs(gains[one]))
        text = self.gain_text(Gain(turning.line, side, gains[side]))
        return self._say("round", round=turning.round, text=text)

    def swing_text(self, turning: TurningPoint) -> str:
        """Say how far the winner was ahead or behind before it, and after it."""
        return self._say(
            "swing",
            side=self.names[turning.side],
            before=self._margin(turning.before),
            after=self._margin(turning.after),
        )

    def _margin(self, by: int) -> str:
        return self._say("ahead" if by > 0 else "behind", n=abs(by)) if by else self._say("level")

    def _say(self, key: str, **data: Any) -> str:
        if "side" in data:
            data["side"] = isolated(data["side"])
        return sentence(self._language, PAGES[f"evening.{key}"], data)

    @cached_property
    def luck(self) -> Luck | None:
        """A player's luck against the guards; None: nobody can say."""
        return self.log.luck()

    def luck_text(self, luck: Luck) -> str:
        """Say to how many locations tokens were sent, at how many the player led, and at how many by the odds."""
        return self._say("luck", sent=luck.sent, led=luck.led, expected=decimal(self._language, luck.expected))

    def luck_figure(self, luck: Luck) -> str:
        """Return at how many more, or fewer, the player led than by the odds."""
        return f"{'+' if luck.by > 0 else ''}{decimal(self._language, luck.by)}"

    def choice_texts(self, choice: Choice) -> ChoiceTexts:
        """Say what the player chose in a roll call, what the odds preferred, what that cost, and why."""
        telling, odds = Telling(self._language, self._seats, choice.before), choice.odds
        return ChoiceTexts(
            sent_sentence(telling, odds),
            short_hint(telling, odds.preferred),
            decimal(self._language, -odds.cost),
            worth_sentence(telling, odds.preferred.place),
        )

    def turning_story(self, turning: TurningPoint) -> str:
        """Say what was done where it turned, and how that changed the lead."""
        return paragraph(self._language, (self.turning_text(turning), self.swing_text(turning)))
