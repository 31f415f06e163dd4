"""A roll call in the app on the second screen: where tokens are, of tokens face down only how many (V-1)."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from companion.pages.tables.screen.screen_view import ScenePart, Spot
from companion.rules.errors import RuleError
from companion.rules.phases.lights_out import presences
from companion.rules.rulings.ranking import Presence
from companion.rules.vocabulary import POWER, Location
from companion.tables.projection.odds import hint, place_odds, sees_hint, sees_odds
from companion.tables.projection.scenes.contestant import pieces
from companion.tables.projection.scenes.scene import Piece
from companion.tables.projection.viewer import WATCHER
from companion.words.odds_sentences import hundredths, shares


class PieceSign(NamedTuple):
    """A token or guard card: its icon or its number, and its name for somebody who only hears it."""

    icon: str
    figure: str
    name: str
    down: bool


class MoveHint(NamedTuple):
    """What the odds suggest: a token, where to, and in how many of 100 deals the player leads there."""

    token: PieceSign
    location: Location
    leads: int


class RollPart(ScenePart):
    """Everybody's tokens by location, as the second screen shows them."""

    @cached_property
    def places(self) -> list[Spot]:
        """The locations where tokens may be assigned (R-2), and any other where something lies."""
        assignable = self._game.setup.edition.assignable
        return [one for one in self._screen.spots if one.location in assignable or self._holds_anything(one)]

    def _holds_anything(self, spot: Spot) -> bool:
        sides = presences(self._game, spot.location)
        tokens = any(self._laid(spot.location, presence) for presence in sides)
        return tokens or bool(spot.suspicion or spot.resources)

    @property
    def rows(self) -> Iterator[dict[str, Any]]:
        """Every seat, clockwise, with its pieces at each location."""
        there = [(one, presences(self._game, one.location)) for one in self.places]
        for seat in self._screen.seats:
            side = seat["side"]
            yield {**seat, "there": [(one, self._laid(one.location, sides[side])) for one, sides in there]}

    @property
    def odds(self) -> list[int | None]:
        """The odds of the player's tokens at each location, in 100 deals; empty unless all may know."""
        state = self._screen.state
        return [self._leads(one.location) for one in self.places] if sees_odds(state, WATCHER) else []

    def _leads(self, location: Location) -> int | None:
        if (self._game.players[0], location) not in self._game.assigned:
            return None
        try:
            found = place_odds(self._screen.state, location).as_it_lies
        except RuleError:
            return None
        return None if found is None else shares(found).leads

    @cached_property
    def hint(self) -> MoveHint | None:
        """What the odds suggest; None unless all may know, and while the player assigns nothing."""
        state = self._screen.state
        if not sees_hint(state, WATCHER):
            return None
        try:
            first = hint(state).plan[0]
        except RuleError:
            return None
        return MoveHint(self._sign(Piece("token", first.token, 0)), first.place, hundredths(first.leads))

    def _laid(self, location: Location, presence: Presence) -> list[PieceSign]:
        return [self._sign(one) for one in pieces(self._game, location, presence)]

    def _sign(self, piece: Piece) -> PieceSign:
        if piece.shows is None:
            return PieceSign("guard-down", "", self._screen.aloud.crew((), 1), down=True)
        if piece.shows == POWER:
            return PieceSign("", str(piece.points), str(piece.points), down=False)
        if isinstance(piece.shows, str):
            return PieceSign(piece.shows, "", self._screen.aloud.token(piece.shows), down=False)
        return PieceSign("", str(piece.shows), str(piece.shows), down=False)
