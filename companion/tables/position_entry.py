"""The entered position of a game: one schema checks, explains and reads it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.boxes.file_format import GOON_CARD, GUARD, ITEM, SECTIONS
from companion.boxes.schemas import Flag
from companion.rules.editions import DEFAULT_EDITION, GOON_LOCATIONS, STANDARD, edition
from companion.rules.engine.mid_game_setup import PHASES, EnteredGuardCard, EnteredPosition, SideHoldings
from companion.rules.live import LiveMapping
from companion.rules.rulings.ranking import MOST_SIDES
from companion.rules.schema import MOST, EnumField, IntField, Invalid, ListField, ObjectField, Path, Schema
from companion.rules.state.cards import GuardFace, ItemFace
from companion.rules.state.pieces import Cube, Side
from companion.rules.state.position import Phase
from companion.rules.state.setup import BASE, Difficulty, Setup
from companion.rules.vocabulary import TOKENS, Location, Resource


@dataclass(frozen=True)
class Nullable(Schema):
    """A value of an inner schema, or null for an empty space."""

    inner: Schema

    def _faults(self, value: Any, path: Path) -> Iterator[Invalid]:
        if value is not None:
            yield from self.inner.faults(value, path)

    def _json_schema(self) -> dict[str, Any]:
        return {"anyOf": [{"type": "null"}, self.inner.json_schema()]}


_LISTED: Final = 60
_WORDS: Final = tuple(token for token in TOKENS if isinstance(token, str))
_NUMBERS: Final = tuple(token for token in TOKENS if isinstance(token, int))
_COLOURS: Final = (BASE, *(edition(DEFAULT_EDITION).guard_deck[one] for one in Difficulty))

ITEMS: Final = ListField(ITEM, _LISTED)
GOONS: Final = ListField(GOON_CARD, _LISTED)
_HELD: Final[dict[str, Schema]] = {
    "reputation": IntField(),
    "cubes": ObjectField({cube.value: IntField() for cube in Cube}),
    "crafted": ITEMS,
    "reserve": ITEMS,
    "goons": GOONS,
}
PLAYER: Final = ObjectField({**_HELD, "storage": IntField(), "tomes": IntField()})
GUARDS: Final = ObjectField(_HELD)
_LYING: Final = ObjectField({cube: IntField() for cube in (*Resource, Cube.SUSPICION.value)})
TOKEN: Final = ObjectField(
    {
        "token": EnumField(_WORDS, IntField(min(_NUMBERS), max(_NUMBERS))),
        "location": EnumField(Location.words()),
        "face_down": Flag(),
    },
    frozenset({"token", "location"}),
)
GUARD_CARD: Final = ObjectField(
    {"location": EnumField(Location.words()), "colour": EnumField(_COLOURS), **GUARD.members}, frozenset({"location"})
)
FIGURES: Final = ObjectField(
    {
        "round": IntField(1, STANDARD.rounds),
        "phase": EnumField(tuple(phase.value for phase in PHASES)),
        "location": EnumField(Location.words()),
        "first_player": EnumField(("player", "guards")),
        "player": PLAYER,
        "guards": GUARDS,
        "cubes": ObjectField(LiveMapping(Location.words(), _LYING)),
        "goons": ObjectField(LiveMapping(GOON_LOCATIONS, Nullable(GOON_CARD))),
        "display": ListField(Nullable(ITEM), _LISTED),
        "discarded_goons": GOONS,
        "discarded_tomes": IntField(0, MOST),
        "leader": EnumField(("player", "guards")),
        "tokens": ListField(TOKEN, len(TOKENS)),
        "guard_cards": ListField(GUARD_CARD, _LISTED),
    },
    frozenset({"round", "phase"}),
)
"""A game at a moment. Missing fields are as at the start, or asked for when the game needs them."""

_ALONE: Final = ("player", "guards", "tokens", "guard_cards")
SEAT: Final = IntField(0, MOST_SIDES - 1)
SIDE: Final = ObjectField({**PLAYER.members, "tokens": FIGURES.members["tokens"], "count": IntField(), "away": Flag()})
FIGURES_OF_PLAYERS: Final = ObjectField(
    {
        **{name: shape for name, shape in FIGURES.members.items() if name not in _ALONE},
        "phase": EnumField((*(phase.value for phase in PHASES), Phase.ROUND.value)),
        "sides": ListField(SIDE, MOST_SIDES),
        "first_player": SEAT,
        "leader": SEAT,
        "instant": SEAT,
    },
    FIGURES.required,
)
"""The same for a game of several players, whose holdings are in their order, clockwise."""

_ITEM: Final = SECTIONS["items"].read
_GOON: Final = SECTIONS["goons"].read


def figures(typed: Mapping[str, Any], setup: Setup) -> EnteredPosition:
    """Return the entered position; the input fits `FIGURES`.

    Args:
        typed: the input.
        setup: of a solitary game.
    """
    seats = {"player": next(side for side in setup.sides if side != setup.guards), "guards": setup.guards or 0}
    display = typed.get("display")
    return EnteredPosition(
        typed["round"],
        Phase(typed["phase"]),
        Location(typed["location"]) if "location" in typed else None,
        _seat(seats, typed.get("first_player")),
        _holdings(typed, seats),
        {Location(one): _cubes(lying) for one, lying in typed.get("cubes", {}).items()},
        {Location(one): goon and _GOON(goon) for one, goon in typed.get("goons", {}).items()},
        None if display is None else tuple(None if item is None else _ITEM(item) for item in display),
        tuple(map(_GOON, typed.get("discarded_goons", ()))),
        typed.get("discarded_tomes", 0),
        _seat(seats, typed.get("leader")),
        tuple(map(_laid, typed.get("guard_cards", ()))),
    )


def figures_of_players(typed: Mapping[str, Any]) -> EnteredPosition:
    """Return the entered position for several players; see `FIGURES_OF_PLAYERS`."""
    sides = dict(enumerate(typed.get("sides", ())))
    alike = figures({name: one for name, one in typed.items() if name not in _BY_SEAT}, Setup(guards=None))
    holdings = {
        seat: replace(_holding(one), tokens=_tokens(one.get("tokens", ())), count=one.get("count", 0))
        for seat, one in sides.items()
    }
    return replace(
        alike,
        first_player=typed.get("first_player"),
        holdings=holdings,
        leader=typed.get("leader"),
        instant=typed.get("instant"),
        away=frozenset(seat for seat, one in sides.items() if one.get("away")),
    )


_BY_SEAT: Final = ("sides", "first_player", "leader", "instant")


def place_of_players(path: Path) -> Path:
    """Return the same for several players."""
    match path:
        case ("holdings", seat, "tokens", *_):
            return ("sides", seat, "tokens")
        case ("holdings", seat, *rest):
            return ("sides", seat, *rest)
    return path


def place_of(path: Path, setup: Setup, typed: Mapping[str, Any]) -> Path:
    """Return the input's path for the path of an error from `mid_game_setup`."""
    match path:
        case ("holdings", _, "tokens", location, "location"):
            return ("tokens", [one["location"] for one in typed["tokens"]].index(location), "location")
        case ("holdings", _, "tokens", _):
            return ("tokens", _first_repeated([one["token"] for one in typed["tokens"]]))
        case ("holdings", _, "tokens"):
            return ("tokens",)
        case ("holdings", side, *rest):
            return ("guards" if side == setup.guards else "player", *rest)
    return path


def _first_repeated(values: Sequence[Any]) -> int:
    return next(place for place, value in enumerate(values) if value in values[:place])


def _seat(seats: Mapping[str, Side], who: str | None) -> Side | None:
    return None if who is None else seats[who]


def _cubes(typed: Mapping[str, int]) -> dict[Cube, int]:
    return {Cube(cube): number for cube, number in typed.items()}


def _items(typed: list[Mapping[str, Any]]) -> tuple[ItemFace, ...]:
    return tuple(map(_ITEM, typed))


def _holdings(typed: Mapping[str, Any], seats: Mapping[str, Side]) -> dict[Side, SideHoldings]:
    """Return what player and guards hold; the player's tokens are a separate field."""
    held = {who: _holding(typed[who]) for who in seats if who in typed}
    if "tokens" in typed:
        held["player"] = replace(held.get("player", SideHoldings()), tokens=_tokens(typed["tokens"]))
    return {seats[who]: holding for who, holding in held.items()}


def _holding(typed: Mapping[str, Any]) -> SideHoldings:
    return SideHoldings(
        typed.get("reputation"),
        typed.get("storage"),
        _cubes(typed.get("cubes", {})),
        typed.get("tomes", 0),
        _items(typed.get("crafted", [])),
        _items(typed.get("reserve", [])),
        tuple(map(_GOON, typed.get("goons", ()))),
    )


def _tokens(typed: Any) -> dict[Location, tuple[tuple[Any, ...], tuple[Any, ...]]]:
    lying: dict[Location, tuple[tuple[Any, ...], tuple[Any, ...]]] = {}
    for one in typed:
        up, down = lying.get(Location(one["location"]), ((), ()))
        token = (one["token"],)
        lying[Location(one["location"])] = (up, down + token) if one.get("face_down") else (up + token, down)
    return lying


def _laid(typed: Mapping[str, Any]) -> EnteredGuardCard:
    face = GuardFace(typed["strength"], typed.get("special", False)) if "strength" in typed else None
    return EnteredGuardCard(Location(typed["location"]), face, typed.get("colour", ""))
