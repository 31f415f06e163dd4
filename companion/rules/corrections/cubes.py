"""Corrections of cubes, tracks and crew tokens: all pieces but cards."""

from typing import Any, Final

from companion.rules.acts.actions import Act
from companion.rules.acts.transaction import Transaction
from companion.rules.corrections.registry import WHY, Correction, Fields, NotInTheBox, register, sides_of
from companion.rules.reasons import Reason
from companion.rules.schema import CHOOSE, NUMBER, ChoiceField, IntField
from companion.rules.state.events import MarkerMoved, Moved, Scored, StorageSet, TokensMoved
from companion.rules.state.pieces import Cube, Place, Side
from companion.rules.state.position import Position
from companion.rules.state.setup import FOLLOWED
from companion.rules.state.step_kinds import StepKind
from companion.rules.vocabulary import Location

HOME: Final = "home"


def _place(value: Side | str) -> Place:
    return Location(value) if isinstance(value, str) else value


def _colours(game: Position) -> tuple[str, ...]:
    """Return the colours of the cubes that the app follows."""
    return tuple(cube.value for cube in FOLLOWED[game.setup.depth])


@register
class SetCubes(Correction):
    """A place or a side has so many cubes of a colour."""

    type = "set_cubes"
    asks = {"place": CHOOSE, "cube": CHOOSE, "number": NUMBER}
    in_light_depth = True

    def fields(self, game: Position) -> Fields:
        places = (*game.setup.sides, *game.setup.edition.location_words)
        return {"place": ChoiceField(places), "cube": ChoiceField(_colours(game)), "number": IntField()}

    def effect(self, transaction: Transaction, act: Act) -> None:
        place, cube = _place(act.one("place")), Cube(act.one("cube"))
        more = act.values["number"] - transaction.game.at(place, cube)
        supply = transaction.game.supply(cube)
        if more > supply:
            needed = transaction.game.setup.cubes[cube] + more - supply
            raise NotInTheBox("correction.not_in_the_box", ("number",), cube=cube, left=supply, needed=needed)
        if more > 0:
            transaction.do(Moved(cube, more, None, place, WHY))
        elif more < 0:
            transaction.do(Moved(cube, -more, place, None, WHY))


class _OfSide(Correction):
    """A number that a side has."""

    def fields(self, game: Position) -> Fields:
        return {"side": sides_of(game), "number": IntField()}


@register
class SetReputation(_OfSide):
    """A side is at this place on the reputation track."""

    type = "set_reputation"
    asks = {"side": CHOOSE, "number": NUMBER}
    in_light_depth = True

    def effect(self, transaction: Transaction, act: Act) -> None:
        side = act.one("side")
        if by := act.values["number"] - transaction.game.reputation[side]:
            transaction.do(Scored(side, by, WHY))


@register
class SetStorage(_OfSide):
    """A side has room for so many resources."""

    type = "set_storage"
    asks = {"side": CHOOSE, "number": NUMBER}

    def effect(self, transaction: Transaction, act: Act) -> None:
        transaction.do(StorageSet(act.one("side"), act.values["number"], WHY))


@register
class SetMarker(Correction):
    """A side has the first player marker."""

    type = "set_marker"
    asks = {"side": CHOOSE}
    in_light_depth = True

    def fields(self, game: Position) -> Fields:
        return {"side": sides_of(game)}

    def effect(self, transaction: Transaction, act: Act) -> None:
        transaction.do(MarkerMoved(act.one("side"), WHY))


@register
class SetToken(Correction):
    """A crew token is at a location, or at home."""

    type = "set_token"
    asks = {"token": CHOOSE, "to": CHOOSE}

    def fields(self, game: Position) -> Fields:
        tokens = tuple({"side": side, "token": token} for side in game.players for token in game.setup.tokens())
        places: tuple[str, ...] = (*game.setup.edition.location_words, HOME)
        resolved = _resolved(game)
        there = {one for one, laid in game.tokens.items() if laid.location in resolved}
        ranked = tuple(one for one in tokens if (one["side"], one["token"]) in there)
        return {
            "token": _without(tokens, ranked),
            "to": _without(places, tuple(location.value for location in resolved)),
        }

    def effect(self, transaction: Transaction, act: Act) -> None:
        token, to = act.one("token"), act.one("to")
        place = None if to == HOME else Location(to)
        transaction.do(TokensMoved(token["side"], (token["token"],), place, WHY))


def _resolved(game: Position) -> tuple[Location, ...]:
    """Return the ranked locations, which can be undone but not corrected (L-2).

    They can be undone as a whole where each player enters the own crew; elsewhere the normal undo leads back.
    """
    here = game.location
    if here is None or game.setup.calls_roll or not game.setup.paced:
        return ()
    before = tuple(one for one in game.setup.edition.locations if game.setup.edition.is_before(one, here))
    is_ranked = all(step.kind is not StepKind.RESOLVE and step.kind is not StepKind.ROWS for step in game.agenda)
    return (*before, here) if is_ranked else before


def _without(options: tuple[Any, ...], ranked: tuple[Any, ...]) -> ChoiceField:
    """Return a choice without ranked options, with the reason for it."""
    why = Reason("L-2", "correction.resolved")
    return ChoiceField(tuple(one for one in options if one not in ranked), barred=tuple((one, why) for one in ranked))
