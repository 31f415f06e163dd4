"""Light mode on its page: where suspicion is, what was picked up, who can take it.

A choice in progress is in the page's address: it works without JavaScript, and stays while others act, unless what was
chosen has gone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from companion.pages.forms.submission import encoded
from companion.pages.tables.play.own_row import OwnRow
from companion.pages.tables.play.seen import Seen
from companion.pages.tables.play.shared_forms import SharedForms
from companion.pages.tables.play.signs import seat_icon
from companion.rules.phases.light_mode import CUBES_COME, SUPPLY
from companion.rules.schema import Option
from companion.rules.state.pieces import Cube, Place
from companion.rules.state.position import Phase, Position
from companion.rules.vocabulary import Goon, Location
from companion.tables.line import DONE, Kind, LineInContext
from companion.tables.redecide import RANKINGS
from companion.words.catalogue import term
from companion.words.telling import capital


class Chip(NamedTuple):
    """A place with its suspicion cubes.

    Attributes:
        key: of the place, in an address.
        value: the same as a form sends it.
        sign, seat: its icon, and whether that is the sign of a seat.
        number: of a location, or 0.
        name: of the place.
        cubes: how many suspicion cubes lie there.
    """

    key: str
    value: str
    sign: str
    seat: bool
    number: int
    name: str
    cubes: int


class Held(NamedTuple):
    """Cubes that somebody has picked up from a place, to be put down with a second tap.

    Attributes:
        chip: the place.
        number: how many of its cubes.
        whole: whether that is all that lie there.
        told: the same in words.
    """

    chip: Chip
    number: int
    whole: bool
    told: str


def done_in_round(game: Position, lines: Sequence[LineInContext]) -> list[LineInContext]:
    """Return the log entries of what was done since the round began."""
    return [line for line in lines if line.before.round == game.round and line.kind in DONE]


def goons_are_laid(game: Position, lines: Sequence[LineInContext]) -> bool:
    """Return whether the goons' suspicion was placed since the round began (S-5, P-6)."""
    return any(line.act.type == CUBES_COME.word for line in done_in_round(game, lines))


def goons_are_forgotten(game: Position, lines: Sequence[LineInContext]) -> bool:
    """Return whether the next round would begin without the goons' suspicion.

    For the first, suspicion may be placed by hand (S-5). Before later ones it may bring a raid (P-6).
    """
    if game.phase is Phase.SETUP:
        return not any(game.at(location, Cube.SUSPICION) for location in game.setup.edition.locations)
    return not goons_are_laid(game, lines)


@dataclass(frozen=True)
class LightRound:
    """The page of light mode, besides everyone's numbers.

    The address says what somebody is in the middle of: `from` a place, `only` one of its cubes; `take` one more, from
    where? `lay` what the goons bring; `begin` the first round.
    """

    seen: Seen
    acts: SharedForms
    own_row: OwnRow

    @property
    def taking(self) -> bool:
        """True if the page asks where the edited side takes a cube from."""
        return "take" in self.seen.chosen and self.held is None and bool(self.seen.viewer.seats)

    @property
    def laying(self) -> bool:
        """True if a player has asked to place the goons' cubes."""
        return "lay" in self.seen.chosen and self.held is None and not self.taking

    @property
    def bare(self) -> bool:
        """True if a player is asked back who begins a round with no suspicion placed (S-5, P-6)."""
        begins = "begin" in self.seen.chosen and self.seen.game.round < self.seen.rounds
        return begins and goons_are_forgotten(self.seen.game, self.seen.lines)

    @cached_property
    def held(self) -> Held | None:
        """The cubes picked up, or None."""
        chosen = self.seen.chosen
        if not self.seen.viewer.seats:
            return None
        chip = next((one for one in self.chips if one.cubes and one.key == chosen.get("from")), None)
        if chip is None:
            return None
        number = 1 if "only" in chosen else chip.cubes
        told = self.seen.text("light.held", n=number, location=Location(chip.key))
        return Held(chip, number, number == chip.cubes, told)

    @cached_property
    def chips(self) -> list[Chip]:
        """The locations of goons, and others where suspicion lies."""
        edition = self.seen.game.setup.edition
        lying = (one for one in edition.locations if one not in edition.goon_locations and self._cubes(one))
        return [self._chip(one) for one in (*edition.goon_locations, *lying)]

    @property
    def sources(self) -> list[Chip]:
        """The locations and players, besides the supply, to take a cube from."""
        others = (side for side in self.seen.game.players if side != self.seen.editing)
        places: tuple[Place, ...] = (*self.seen.game.setup.edition.locations, *others)
        return [self._chip(one) for one in places if self._cubes(one)]

    @property
    def supply_value(self) -> str:
        """The supply as a form sends it."""
        return encoded(SUPPLY)

    @property
    def offered(self) -> Iterator[tuple[str, int, bool]]:
        """The offers at the Exercise Yard: a name, power cubes, whether the marker."""
        for side, offer in self.seen.game.offers.items():
            yield self.seen.names[side], offer.power, offer.marker

    def _cubes(self, place: Place) -> int:
        return self.seen.game.at(place, Cube.SUSPICION)

    def _chip(self, place: Place) -> Chip:
        if isinstance(place, Location):
            name = capital(term(self.seen.language, place))
            return Chip(place.value, encoded(place.value), place.value, False, place.number, name, self._cubes(place))
        value: Option = place
        sign = seat_icon(self.seen.game, place)
        return Chip(str(place), encoded(value), sign, True, 0, self.seen.names[place], self._cubes(place))

    @property
    def heard_of(self) -> bool:
        """True if the hand reports the last act: a ranking.

        Moves in light mode have their own list.
        """
        last = self.seen.lines[-1] if self.seen.lines else None
        return last is not None and last.kind is Kind.ACT and last.act.type in RANKINGS

    @cached_property
    def laid(self) -> bool:
        """True if the goons' suspicion was placed since the round began (S-5, P-6).

        In the setup it counts from the beginning.
        """
        return goons_are_laid(self.seen.game, self.seen.lines)

    @cached_property
    def lays(self) -> bool:
        """True if the hand shows the goons' cubes: on request, or for the setup."""
        if self.acts.laying is None or not self.seen.viewer.seats:
            return False
        return self.laying or (self.seen.game.phase is Phase.SETUP and self.seen.keeps and not self.laid)

    @property
    def may_have_bandits(self) -> bool:
        """True if a Bandit may be on the real board: the app reminds of what it places."""
        return Goon.BANDIT in self.seen.game.setup.edition.goons and self.seen.game.phase is not Phase.SETUP

    @property
    def may_end(self) -> bool:
        """True if the next round is probably wanted: all this one brings is entered."""
        return self.laid or (self.seen.game.round == self.seen.rounds and bool(self.lines))

    @cached_property
    def lines(self) -> list[LineInContext]:
        """The log entries of what was done since the round began."""
        return done_in_round(self.seen.game, self.seen.lines)

    @property
    def ends_round(self) -> str:
        """The sentence on who ends the round, or the question until all is placed."""
        in_setup = self.seen.game.phase is Phase.SETUP
        if not self.laid and (self.seen.keeps or not in_setup):
            return self.own_row.question
        if self.seen.keeps:
            return self.own_row.question if self.seen.plays_all else self.seen.text("light.keeps")
        key = "light.begins" if self.seen.game.round < self.seen.rounds else "light.ends"
        return self.seen.text(key, side=self.seen.names[self.seen.keeper], round=self.seen.game.round + 1)
