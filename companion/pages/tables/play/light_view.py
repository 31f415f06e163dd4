"""Light depth as its page shows it: where suspicion lies, what somebody has picked up, and who can take it.

What somebody is in the middle of choosing stands in the address of the page: it works without script, and stays while
others act, unless what was chosen has gone.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from companion.pages.forms.submission import encoded
from companion.pages.layout.frame import page_text
from companion.pages.tables.play.board_view import seat_icon
from companion.rules.phases.light_mode import SUPPLY
from companion.rules.schema import Option
from companion.rules.state.pieces import Cube, Place, Side
from companion.rules.state.position import Phase, Position
from companion.rules.vocabulary import Location
from companion.tables.projection.viewer import Viewer
from companion.words.catalogue import term
from companion.words.telling import Names, capital


class Chip(NamedTuple):
    """A place with its suspicion cubes.

    Attributes:
        key: of the place, in an address.
        value: the same as a form sends it.
        sign, seat: its icon, and whether that is the sign of a seat.
        number: of a location, else 0.
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


def no_suspicion(game: Position) -> bool:
    """Whether no suspicion cube lies at any location."""
    return not any(game.at(location, Cube.SUSPICION) for location in game.setup.edition.locations)


class LightView:
    """What the page of light depth shows besides everybody's numbers.

    Args:
        game: as it is.
        viewer: who looks.
        names: of the seats.
        language: of the page.
        editing: the side whose numbers can be set.
        chosen: the address: `from` a place, `only` one of its cubes; `take` one more, from where?
            `lay` what the goons bring; `begin` the first round.

    Attributes:
        held: what was picked up, or None.
        taking: whether it is asked from where the side that is edited takes a cube.
        laying: whether somebody has asked to lay what the goons bring.
        bare: whether somebody is asked back who begins the first round with no suspicion laid (S-5).
    """

    def __init__(
        self, game: Position, viewer: Viewer, names: Names, language: str, *, editing: Side, chosen: Mapping[str, str]
    ) -> None:
        self._game = game
        self._names = names
        self._language = language
        self._editing = editing
        self.held = self._held(chosen) if viewer.seats else None
        self.taking = "take" in chosen and self.held is None and bool(viewer.seats)
        self.laying = "lay" in chosen and self.held is None and not self.taking
        self.bare = "begin" in chosen and game.phase is Phase.SETUP and no_suspicion(game)

    def _held(self, chosen: Mapping[str, str]) -> Held | None:
        chip = next((one for one in self.chips if one.cubes and one.key == chosen.get("from")), None)
        if chip is None:
            return None
        number = 1 if "only" in chosen else chip.cubes
        told = page_text(self._language, "light.held", n=number, location=Location(chip.key))
        return Held(chip, number, number == chip.cubes, told)

    @property
    def chips(self) -> list[Chip]:
        """The locations of goons, and others where suspicion lies."""
        edition = self._game.setup.edition
        lying = (one for one in edition.locations if one not in edition.goon_locations and self._cubes(one))
        return [self._chip(one) for one in (*edition.goon_locations, *lying)]

    @property
    def sources(self) -> list[Chip]:
        """From where the side that is edited can take a cube, besides the supply: locations, and other players."""
        others = (side for side in self._game.players if side != self._editing)
        places: tuple[Place, ...] = (*self._game.setup.edition.locations, *others)
        return [self._chip(one) for one in places if self._cubes(one)]

    @property
    def supply(self) -> int:
        """The cubes that lie nowhere else."""
        return self._game.supply(Cube.SUSPICION)

    @property
    def supply_value(self) -> str:
        """The supply as a form sends it."""
        return encoded(SUPPLY)

    @property
    def offered(self) -> Iterator[tuple[str, int, bool]]:
        """Who may take what at the Exercise Yard: a name, power cubes, whether the marker."""
        for side, offer in self._game.offers.items():
            yield self._names[side], offer.power, offer.marker

    def _cubes(self, place: Place) -> int:
        return self._game.at(place, Cube.SUSPICION)

    def _chip(self, place: Place) -> Chip:
        if isinstance(place, Location):
            name = capital(term(self._language, place))
            return Chip(place.value, encoded(place.value), place.value, False, place.number, name, self._cubes(place))
        value: Option = place
        sign = seat_icon(self._game, place)
        return Chip(str(place), encoded(value), sign, True, 0, self._names[place], self._cubes(place))
