"""The entered position of a game: one schema checks, explains, reads and writes it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.boxes.file_format import GOON_CARD, GUARD, ITEM, SECTIONS
from companion.boxes.schemas import Flag
from companion.rules.editions import DEFAULT_EDITION, GOON_LOCATIONS, STANDARD, edition
from companion.rules.engine.mid_game_setup import PHASES, TOLD, EnteredGuardCard, EnteredPosition, SideHoldings
from companion.rules.live import LiveMapping
from companion.rules.phases.effects import counted
from companion.rules.rulings.ranking import MOST_SIDES
from companion.rules.schema import MOST, EnumField, IntField, Invalid, ListField, ObjectField, Path, Schema
from companion.rules.state.cards import GuardFace, ItemFace
from companion.rules.state.events import Began, Event, LeaderTaken, replay
from companion.rules.state.pieces import DISCARDS, DISPLAY, Cube, GuardCard, Place, Side, Spot, Zone
from companion.rules.state.position import Phase, Position
from companion.rules.state.setup import BASE, Difficulty, Setup
from companion.rules.state.step_kinds import StepKind
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


def typed_figures(happened: Sequence[Event]) -> Iterator[dict[str, Any]]:
    """Yield positions that a player may have entered so that these events began the game.

    The events don't name the location. Take the first that leads to the same position.
    """
    told = replay(event for event in happened if event.why == TOLD or isinstance(event, Began))
    setup, typed = told.setup, _typed(told, replay(happened))
    names: dict[Side, Any] = {side: side for side in setup.sides}
    if setup.solitary:
        names = {side: "guards" if side == setup.guards else "player" for side in setup.sides}
        typed |= {name: _typed_holding(told, side) for side, name in names.items()}
        player = next(iter(setup.players))
        typed |= _said(tokens=_typed_tokens(told, player), guard_cards=[*map(_typed_guard_card, told.guard_cards)])
    else:
        typed["sides"] = [_typed_side(told, side) for side in setup.sides]
        typed |= {} if told.instant is None else {"instant": told.instant}
    leader = next((event.side for event in happened if isinstance(event, LeaderTaken) and event.why == TOLD), None)
    typed |= {"first_player": names[told.first_player], **({} if leader is None else {"leader": names[leader]})}
    yield typed
    if told.phase is Phase.LIGHTS_OUT:
        yield from ({**typed, "location": one.value} for one in setup.edition.locations)


def _said(**members: Any) -> dict[str, Any]:
    """Return the members that have a value."""
    return {name: one for name, one in members.items() if one}


def _typed(told: Position, begun: Position) -> dict[str, Any]:
    """Return where a game is, and what no side holds.

    Args:
        told: the position as it was entered.
        begun: the position in which the game first asked for something.
    """
    edition_, light = told.setup.edition, told.setup.light
    display = () if light else told.zones[DISPLAY]
    # After the last lights out there is no patrol, and a raid begins by itself (D-6).
    last = begun.phase in {Phase.LAST_RAID, Phase.ENDED}
    asked = {step.location for step in begun.agenda if step.kind is StepKind.GOON_SPACE}
    goons = {one: next(told.lying((Zone.SPACE, one)), None) for one in edition_.goon_locations if one not in asked}
    # Cards have their numbers in the order in which they were typed.
    known = () if light else sorted(goons.items(), key=lambda one: -1 if one[1] is None else one[1])
    return {
        "round": edition_.rounds if last else told.round + (told.phase is Phase.ROLL_CALL),
        "phase": (Phase.PATROL if last else told.phase).value,
        "goons": {one.value: None if card is None else _typed_card(told, card) for one, card in known},
        **_said(
            cubes={one.value: cubes for one in edition_.locations if (cubes := _typed_cubes(told, one))},
            display=[None if card is None else _typed_card(told, card) for card in display],
            discarded_goons=[*_typed_cards(told, DISCARDS)],
            discarded_tomes=told.tomes.get("discards"),
        ),
    }


def _typed_cubes(told: Position, place: Place) -> dict[str, int]:
    return {cube.value: number for cube in Cube if (number := told.at(place, cube))}


def _typed_card(told: Position, card: int) -> dict[str, Any]:
    face = told.face(card)
    return SECTIONS["items" if isinstance(face, ItemFace) else "goons"].write(face)


def _typed_cards(told: Position, spot: Spot) -> Iterator[dict[str, Any]]:
    return (_typed_card(told, card) for card in told.lying(spot))


def _typed_holding(told: Position, side: Side) -> dict[str, Any]:
    storage, tomes = told.storage[side], told.tomes.get(side)
    return {
        "reputation": told.reputation[side],
        "cubes": {Cube.POWER.value: 0, Cube.SUSPICION.value: 0, **_typed_cubes(told, side)},
        **_said(
            crafted=[*_typed_cards(told, (Zone.CRAFTED, side))],
            reserve=[*_typed_cards(told, (Zone.RESERVE, side))],
            goons=[*_typed_cards(told, (Zone.GOONS, side))],
            tomes=tomes,
        ),
        **({} if storage == told.setup.starts[side].storage else {"storage": storage}),
    }


def _typed_side(told: Position, side: Side) -> dict[str, Any]:
    goal = told.setup.leader
    return _typed_holding(told, side) | _said(
        tokens=_typed_tokens(told, side), count=goal and counted(told, side, goal.counts), away=side in told.away
    )


def _typed_tokens(told: Position, side: Side) -> list[dict[str, Any]]:
    return [
        {"token": token, "location": laid.location.value, **_said(face_down=laid.face_down)}
        for (whose, token), laid in told.tokens.items()
        if whose == side
    ]


def _typed_guard_card(card: GuardCard) -> dict[str, Any]:
    assert card.location
    face = card.face._asdict() if card.up and card.face else {}
    return {"location": card.location.value, **face, **_said(colour=card.colour)}
