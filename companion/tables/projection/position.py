"""The position of a game as a viewer may see it (V-1), for all views. Pure.

Nobody sees the orders of decks, or the faces of face-down guard cards unless they were shown. Another seat hides its
tomes, its reserved cards, and its tokens at home or face down. The guards' only secrets are their cards.
"""

from collections.abc import Sequence
from typing import Any, Final, cast

from companion.rules.engine.secrecy import hidden_cards, is_hidden, is_secret_count
from companion.rules.phases.effects import counted
from companion.rules.state.pieces import DISCARDS, DISPLAY, KIND_OF, Cube, CubeColour, Kind, Place, Side, Zone
from companion.rules.state.position import Position
from companion.rules.vocabulary import Location
from companion.tables.projection.json_values import as_json, face_as_json, record_as_json
from companion.tables.projection.position_shapes import (
    VisibleDecks,
    VisibleGoals,
    VisibleGuardCard,
    VisibleLocation,
    VisiblePosition,
    VisibleSide,
)
from companion.tables.projection.viewer import Viewer, owns, owns_all
from companion.tables.score_reveal import is_sealed
from companion.tables.timeline import State


def visible_position(state: State, viewer: Viewer, names: Sequence[str]) -> VisiblePosition:
    """Return a game as a viewer may see it, as JSON can write it.

    Args:
        state: of the table.
        viewer: who looks.
        names: of the sides, clockwise.
    """
    game = state.game
    setup = game.setup
    covered = is_sealed(game, viewer.revealed)
    hidden = hidden_cards(game, viewer.seats)
    cubes = _cubes(game)
    return {
        "edition": setup.edition_name.value,
        "rulings": dict(setup.chosen_rulings),
        "difficulty": as_json(setup.difficulty),
        "dealing": setup.dealing.value,
        "depth": setup.depth.value,
        "roll_call": setup.calls_roll,
        "odds": setup.odds.value,
        "hint": setup.hint.value,
        "round": game.round,
        "phase": game.phase.value,
        "location": as_json(game.location),
        "first_player": game.first_player,
        "goals": _goals(game, viewer, covered=covered),
        "sides": [_side(game, side, viewer, names[side], cubes.get(side, {})) for side in setup.sides],
        "locations": [_location(game, location, cubes.get(location, {})) for location in setup.edition.locations],
        "guard_cards": [_guard_card(state, viewer, index) for index in range(len(game.guard_cards))],
        "location_cards": [as_json(shows) for shows in game.location_cards],
        "display": list(game.zones[DISPLAY]),
        "discards": list(game.lying(DISCARDS)),
        "cards": {str(card): face_as_json(game.cards[card]) for card in sorted({*game.cards} - hidden)},
        "decks": _decks(game, viewer),
        "supply": {name: game.supply(cube) for cube, name in _CUBES},
        "box": {
            "cubes": {name: setup.cubes[cube] for cube, name in _CUBES},
            "cards": {kind.value: setup.cards[kind] for kind in map(Kind, setup.edition.decks)},
        },
        "overruled": as_json(game.overruled),
        "counted": [
            {"side": side, "what": what, "number": n}
            for (side, what), n in game.counted.items()
            if owns(game, side, viewer) or not is_secret_count(game, what, covered=covered)
        ],
        "offers": [{"side": side, "power": offer.power, "marker": offer.marker} for side, offer in game.offers.items()],
    }


def _goals(game: Position, viewer: Viewer, *, covered: bool) -> VisibleGoals:
    """Return the goals, who holds and claimed them, and the leader goal's counts."""
    setup = game.setup
    leader = setup.leader
    visible_of = {side for side in setup.sides if not covered or owns(game, side, viewer)}
    return {
        "leader": record_as_json(leader),
        "end": record_as_json(setup.end),
        "held_by": game.leader,
        "counts": [counted(game, side, leader.counts) if side in visible_of else None for side in setup.sides]
        if leader
        else [],
        "instant": setup.instant,
        "claimed_by": game.instant,
    }


def _cubes(game: Position) -> dict[Place, dict[str, int]]:
    """Return the number of cubes of each colour, for every place with any."""
    found: dict[Place, dict[CubeColour, int]] = {}
    for (place, cube), number in game.cubes.items():
        found.setdefault(place, {})[cube] = number
    return {place: {name: lying[cube] for cube, name in _CUBES if cube in lying} for place, lying in found.items()}


_CUBES: Final = tuple((cube, cube.value) for cube in Cube)
"""Cubes with their words: going through a tuple is quicker than through the vocabulary."""


def _side(game: Position, side: Side, viewer: Viewer, name: str, cubes: dict[str, int]) -> VisibleSide:
    open_ = owns(game, side, viewer)
    reserve: list[int | None] = [*game.lying((Zone.RESERVE, side))]
    guards = side == game.setup.guards
    shown: VisibleSide = {
        "seat": side,
        "name": name,
        "guards": guards,
        "reputation": game.reputation[side],
        "cubes": cubes,
        "storage": None if guards else game.storage[side],
        "away": side in game.away,
        "passed": side in game.passed,
        "assigned": [location.value for location in game.setup.edition.locations if (side, location) in game.assigned],
        "home": [] if guards else list(game.at_home(side)) if open_ else [None] * len(game.at_home(side)),
        "tokens": [
            {
                "token": None if is_hidden(game, viewer.seats, side, laid) else token,
                "location": laid.location.value,
                "face_down": laid.face_down,
            }
            for (whose, token), laid in game.tokens.items()
            if whose == side
        ],
        "crafted": list(game.lying((Zone.CRAFTED, side))),
        "goons": list(game.lying((Zone.GOONS, side))),
        "reserve": reserve if open_ else [None] * len(reserve),
        "tomes": game.tomes.get(side, 0) if open_ else None,
    }
    further = {zone.value: list(game.lying((zone, side))) for zone in _zones_of_expansion(game)}
    return cast("VisibleSide", {**shown, **further}) if further else shown


def _zones_of_expansion(game: Position) -> tuple[Zone, ...]:
    """Return the public zones for an expansion's own kinds of cards."""
    return tuple(zone for zone, kind in KIND_OF.items() if kind not in _PRINTED_KINDS and kind in game.setup.cards)


def _location(game: Position, location: Location, cubes: dict[str, int]) -> VisibleLocation:
    goon = next(game.lying((Zone.SPACE, location)), None) if location in game.setup.edition.goon_locations else None
    return {
        "location": location.value,
        "cubes": cubes,
        "goon": goon,
        "counted": [
            {"side": side, "strength": stated.strength, "lookout": stated.lookout}
            for (side, where), stated in game.strengths.items()
            if where is location
        ],
        "bonus": [{"side": side, "by": by} for (side, where), by in game.bonus.items() if where is location and by],
    }


def _guard_card(state: State, viewer: Viewer, index: int) -> VisibleGuardCard:
    card = state.game.guard_cards[index]
    return {
        "card": index,
        "location": as_json(card.location),
        "up": card.up,
        "looked": card.looked,
        "face": _visible_face(state, viewer, index),
    }


def _visible_face(state: State, viewer: Viewer, index: int) -> dict[str, Any] | None:
    """Return a guard card's face if this viewer saw it, even in an entry struck since."""
    card = state.game.guard_cards[index]
    if card.up:
        return record_as_json(card.face)
    shown = [one.face for one in state.seen.get((state.deal, index), ()) if one.seat in {None, *viewer.seats}]
    return record_as_json(shown[-1]) if shown else None


def _decks(game: Position, viewer: Viewer) -> VisibleDecks:
    """Return the sizes of decks; the tomes' is hidden where it reveals hands."""
    shown: VisibleDecks = {
        "guards": len(game.guard_deck),
        "locations": len(game.location_deck),
        "items": game.deck(Kind.ITEM),
        "goons": game.deck(Kind.GOON),
        "tomes": game.deck(Kind.TOME) if owns_all(game, viewer) else None,
        "discarded_tomes": game.tomes.get("discards", 0),
    }
    further = {f"{kind}s": game.deck(kind) for kind in game.setup.cards if kind not in _PRINTED_KINDS}
    return cast("VisibleDecks", {**shown, **further}) if further else shown


_PRINTED_KINDS: Final = frozenset(Kind)
