"""Changes of the setup during a game."""

from dataclasses import replace
from typing import Any, NamedTuple

from companion.rules.state.cards import GuardFace
from companion.rules.state.events.registry import Why, register
from companion.rules.state.pieces import DISPLAY, Cube, Kind, Side
from companion.rules.state.position import Phase, Position
from companion.rules.state.setup import FOLLOWED, Dealing, Depth, OddsFor, Start


def with_setup(game: Position, **now: Any) -> Position:
    """Return the game with these values of its setup changed."""
    return game._replace(setup=replace(game.setup, **now))


@register
class RulingSet(NamedTuple):
    """The table decided a house ruling; it holds from now on."""

    key: str
    value: str
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        return with_setup(game, chosen_rulings={**game.setup.chosen_rulings, self.key: self.value})


@register
class DealingSet(NamedTuple):
    """Cards are dealt this way, from these faces, from the next round on."""

    dealing: Dealing
    guard_deck: tuple[GuardFace, ...]
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        return with_setup(game, dealing=self.dealing, guard_deck=self.guard_deck)


@register
class BoxCounted(NamedTuple):
    """The box has so many cubes of a colour or cards of a deck (E-14)."""

    what: Cube | Kind
    number: int
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        if isinstance(self.what, Cube):
            return with_setup(game, cubes={**game.setup.cubes, self.what: self.number})
        return with_setup(game, cards={**game.setup.cards, self.what: self.number})


@register
class DepthSet(NamedTuple):
    """The app follows this depth from now on (light: no resources, cards or tokens)."""

    depth: Depth
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        """Drop what light depth does not follow, on the way there and on the way back."""
        return with_setup(game, depth=self.depth)._replace(
            location=None,
            cubes={place: number for place, number in game.cubes.items() if place[1] in FOLLOWED[Depth.LIGHT]},
            tokens={},
            zones={DISPLAY: (None,) * len(game.zones[DISPLAY])},
            tomes={holder: number for holder, number in game.tomes.items() if holder == "out"},
            overruled={},
            offers={},
        )


@register
class RollCallSet(NamedTuple):
    """Roll call is in the app from now on, or only on the real board.

    In a roll call all tokens are entered again: turn by turn in the app, or by location in lights out.
    """

    in_app: bool
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        game = with_setup(game, roll_call=self.in_app)
        if game.phase is not Phase.ROLL_CALL:
            return game
        return game._replace(tokens={}, assigned=frozenset(), passed=frozenset())


@register
class OddsSet(NamedTuple):
    """Odds against the guards are shown to these viewers from now on."""

    odds: OddsFor
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        return with_setup(game, odds=self.odds)


@register
class HintSet(NamedTuple):
    """These viewers may ask what the odds suggest from now on."""

    hint: OddsFor
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        return with_setup(game, hint=self.hint)


@register
class AwaySet(NamedTuple):
    """A seat is empty, or it is so no longer (S-10)."""

    side: Side
    away: bool
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        return game._replace(away=game.away | {self.side} if self.away else game.away - {self.side})


@register
class SidesSet(NamedTuple):
    """So many sides are at the table, with their starts; they come and go at the end."""

    starts: tuple[Start, ...]
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        number, new = len(self.starts), self.starts[len(game.setup.starts) :]
        display = (*game.zones[DISPLAY], *(None,) * len(new))[: number + 1]
        return with_setup(game, starts=self.starts)._replace(
            reputation=(*game.reputation[:number], *(start.reputation for start in new)),
            storage=(*game.storage[:number], *(start.storage for start in new)),
            first_player=game.first_player if game.first_player < number else 0,
            zones={**game.zones, DISPLAY: display},
            counted={(side, what): n for (side, what), n in game.counted.items() if side < number},
            away=frozenset(side for side in game.away if side < number),
            leader=game.leader if game.leader is None or game.leader < number else None,
            instant=game.instant if game.instant is None or game.instant < number else None,
        )
