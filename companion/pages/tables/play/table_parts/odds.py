"""The odds of a row that somebody asks about, and the hint, as a table's page shows them."""

from functools import cached_property

from companion.pages.tables.play.hint_view import HintView, hint_view
from companion.pages.tables.play.odds_view import OddsView, odds_view
from companion.pages.tables.play.table_parts.base import TableBase
from companion.rules.corrections.setup import SetOdds
from companion.rules.phases.patrol import raided
from companion.rules.state.position import Phase
from companion.rules.state.setup import OddsFor
from companion.rules.vocabulary import Location
from companion.tables.projection.odds import sees_hint, sees_odds, with_faces_of
from companion.tables.timeline import State


class TableOdds(TableBase):
    """Odds of a row and a hint for whoever asks, where the table has agreed to show them to those who look."""

    @cached_property
    def sees_odds(self) -> bool:
        """Whether rows have odds now."""
        calls = self.game.phase is Phase.ROLL_CALL and not self.state.closed
        return calls and sees_odds(self.state, self.viewer)

    @property
    def may_have_odds(self) -> bool:
        """Whether odds are off that somebody alone may have for a roll call to come."""
        return self.game.setup.odds is OddsFor.NOBODY and SetOdds().fields(self.game) is not None

    @property
    def raid_now(self) -> str:
        """Whom a raid would cost what as the cubes lie now (D-4)."""
        result = raided(self.game)
        for side, one in enumerate(result.sides):
            if one.lost:
                return self.aloud.say(f"odds.raid.{'guards' if side == self.game.setup.guards else 'you'}", n=one.lost)
        return self.aloud.say("odds.raid.nobody")

    def odds_of(self, row: str | None, wanted: str) -> OddsView | None:
        """The odds of the row that an address names, with the token that it names; None where there are none."""
        location = next((one for one in self.game.setup.edition.locations if one == row), None)
        if location is None or not self.sees_odds:
            return None
        return odds_view(self._counted, location, wanted, self.aloud, learns=self._box is not None)

    @cached_property
    def has_hint(self) -> bool:
        """Whether there is a hint to ask for: the player may assign a token now."""
        asked = "assign" in {action.type for action in self.state.prompt.actions}
        return asked and sees_hint(self.state, self.viewer)

    def hint_if(self, *, asked: bool) -> HintView | None:
        """The hint, if an address asks for it and there is one."""
        return hint_view(self._counted, self.aloud) if asked and self.has_hint else None

    @property
    def _counted(self) -> State:
        """What is counted from: the table, and what its box has learned since."""
        return with_faces_of(self._box, self.state)

    def row_address(self, location: Location, row: str | None) -> str:
        """What a tap on a row leads to, from this page: its odds, or the page without them if it has those."""
        return "?" if location == row else f"?row={location}"
