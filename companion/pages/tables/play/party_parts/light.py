"""What a round of light depth has come to."""

from functools import cached_property

from companion.pages.layout.frame import page_text
from companion.pages.tables.play.party_parts.forms import PartyForms
from companion.rules.state.position import Phase
from companion.rules.vocabulary import Goon
from companion.tables.line import DONE, Kind, LineInContext
from companion.tables.redecide import RANKINGS


class PartyLight(PartyForms):
    """What a round of light depth has come to."""

    @property
    def heard_of(self) -> bool:
        """Whether the hand tells what has happened: in light depth a ranking needs it, moves have their own list."""
        last = self._lines[-1] if self._lines else None
        return last is not None and last.kind is Kind.ACT and last.act.type in RANKINGS

    @property
    def laid(self) -> bool:
        """Whether the goons' suspicion was laid since the round began; in the setup, since the beginning (S-5, P-6)."""
        return any(line.act.type == "cubes_come" for line in self._of_round)

    @property
    def lays(self) -> bool:
        """Whether the hand shows the cubes that the goons bring: somebody has asked for it, or the setup needs it."""
        if self.laying is None or not self.viewer.seats:
            return False
        return self.light.laying or (self.game.phase is Phase.SETUP and self.keeps and not self.laid)

    @property
    def may_have_bandits(self) -> bool:
        """Whether a Bandit may lie on the real board: what it lays is reminded of, since the app does not follow it."""
        return Goon.BANDIT in self.game.setup.edition.goons and self.game.phase is not Phase.SETUP

    @property
    def round_played(self) -> bool:
        """Whether somebody has entered anything in this round, so that its end may be near."""
        return bool(self._of_round)

    @property
    def may_end(self) -> bool:
        """Whether going on to the next round is what is most likely wanted: all that a round brings is entered."""
        return self.laid or (self.game.round == self.rounds and self.round_played)

    @cached_property
    def _of_round(self) -> list[LineInContext]:
        """What was done since the round began."""
        return [line for line in self._lines if line.before.round == self.game.round and line.kind in DONE]

    @property
    def ends_round(self) -> str:
        """In light depth, who ends the round once all is laid; until then what the round is about: nobody waits."""
        in_setup = self.game.phase is Phase.SETUP
        if not self.laid and (self.keeps or not in_setup):
            return self.question
        if self.keeps:
            return self.question if self.plays_all else page_text(self.language, "light.keeps")
        key = "light.begins" if self.game.round < self.rounds else "light.ends"
        return page_text(self.language, key, side=self.names[self.keeper], round=self.game.round + 1)
