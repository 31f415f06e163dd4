"""The pieces to lay out before a game, with numbers (S-1 to S-8, Z-1, Z-2).

The steps depend only on the setup, so a page, a program and a test read the same list.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any, Final, NamedTuple

from companion.rules.frozen import EMPTY
from companion.rules.phases.patrol import icons
from companion.rules.phases.roll_call import location_cards
from companion.rules.state.pieces import OFF_DUTY, Cube, Kind
from companion.rules.state.position import Phase, Position
from companion.rules.state.setup import Dealing, Setup

TRAITS_DEALT: Final = 2
"""The number of traits dealt to each player, who keeps one (S-8)."""


class SetupObject(StrEnum):
    """The objects that steps lay out."""

    BOARD = "board"
    GUARD_CARDS = "guard_cards"
    LOCATION_CARDS = "location_cards"
    REPUTATION = "reputation"
    POWER = "power"
    CREW_BOARDS = "crew_boards"
    TRAITS = "traits"
    MARKER = "marker"
    TOKENS = "tokens"
    ITEMS = "items"
    GOONS = "goons"
    GOALS = "goals"
    TOMES_OUT = "tomes_out"
    SUSPICION = "suspicion"


class SetupStep(NamedTuple):
    """One kind of object to lay out.

    Attributes:
        object: its kind.
        number: how many in all; of tokens and traits, each player's.
        rule: the id of the rule that it follows.
        data: further details; the keys depend only on the object.
    """

    object: SetupObject
    number: int
    rule: str
    data: Mapping[str, Any] = EMPTY


def setup_steps(game: Position) -> tuple[SetupStep, ...]:
    """Return what has to be on the real table as a game begins, in order.

    Args:
        game: of which the setup counts; the suspicion of its goons is listed as long as it has not begun.
    """
    setup = game.setup
    return (
        _board(setup),
        *_real_cards(setup),
        _of_sides(setup, SetupObject.REPUTATION),
        _of_sides(setup, SetupObject.POWER),
        *_advanced(setup),
        SetupStep(SetupObject.MARKER, 1, "Z-1" if setup.solitary else "S-7", {"side": _first_player(game)}),
        _tokens(setup),
        SetupStep(SetupObject.ITEMS, len(setup.starts) + 1, "S-4"),
        SetupStep(SetupObject.GOONS, len(setup.edition.goon_locations), "S-5"),
        _goals(setup),
        *_tomes_out(setup),
        *_suspicion(game),
    )


def _board(setup: Setup) -> SetupStep:
    side = "a" if len(setup.starts) < setup.edition.setup["board_b_from"] else "b"
    return SetupStep(SetupObject.BOARD, 1, "S-1", {"side": side, "round": 1})


def _real_cards(setup: Setup) -> Iterator[SetupStep]:
    """Yield steps for the guards' decks, if a person deals them (Z-2)."""
    if not setup.solitary or setup.dealing is not Dealing.CARDS:
        return
    base, colour = setup.guard_colours
    own = min(setup.guard_deck_size, int(setup.edition.guard_deck["difficulty"]))
    counts = {base: setup.guard_deck_size - own, colour: own}
    yield SetupStep(SetupObject.GUARD_CARDS, setup.guard_deck_size, "Z-2", {"colours": counts})
    deck = location_cards(setup)
    off_duty = deck.count(OFF_DUTY)
    yield SetupStep(SetupObject.LOCATION_CARDS, len(deck), "Z-2", {"named": len(deck) - off_duty, "off_duty": off_duty})


def _of_sides(setup: Setup, what: SetupObject) -> SetupStep:
    """Return the step for each side's starting number, clockwise (S-2, S-8)."""
    each = tuple(getattr(start, what) for start in setup.starts)
    return SetupStep(what, sum(each), "S-8" if setup.advanced else "S-2", {"sides": each})


def _advanced(setup: Setup) -> Iterator[SetupStep]:
    if setup.advanced:
        yield SetupStep(SetupObject.CREW_BOARDS, len(setup.players), "S-8", {"side": "b"})
        yield SetupStep(SetupObject.TRAITS, TRAITS_DEALT, "S-8", {"keep": 1})


def _first_player(game: Position) -> int:
    """Return who begins: until the first round the table can choose another (S-7)."""
    setup = game.setup
    if game.phase is Phase.SETUP and not setup.solitary:
        return game.first_player
    if setup.first_player is not None:
        return setup.first_player
    return 0 if setup.guards is None else setup.guards


def _tokens(setup: Setup) -> SetupStep:
    tokens = setup.tokens()
    crowded = len(setup.starts) >= setup.edition.setup["crowded_from"]
    out = (setup.edition.setup["crowded_without"],) if crowded else ()
    return SetupStep(SetupObject.TOKENS, len(tokens), "S-3" if crowded else "S-2", {"tokens": tokens, "out": out})


def _goals(setup: Setup) -> SetupStep:
    kinds = ("leader", *(("instant",) if setup.instant else ()), "end")
    return SetupStep(SetupObject.GOALS, len(kinds), "Z-1" if setup.solitary else "S-6", {"kinds": kinds})


def _tomes_out(setup: Setup) -> Iterator[SetupStep]:
    """Yield tomes taken out of a solitary game (E-4), named if as in the edition."""
    if not setup.solitary or not setup.tomes_out:
        return
    named = setup.edition.tomes_out_in_solitary
    names = dict(named) if sum(named.values()) == setup.tomes_out else {}
    yield SetupStep(SetupObject.TOMES_OUT, min(setup.tomes_out, setup.cards[Kind.TOME]), "E-4", {"names": names})


def _suspicion(game: Position) -> Iterator[SetupStep]:
    """Place the goons' suspicion cubes by location until the supply is empty (S-5)."""
    if game.phase is not Phase.SETUP or game.setup.light:
        return
    laid = {location: game.at(location, Cube.SUSPICION) for location in game.setup.edition.goon_locations}
    # Before they are placed the icons say how many come, at most the supply.
    left = game.supply(Cube.SUSPICION)
    if not any(laid.values()):
        for location, number in icons(game).items():
            laid[location] = min(number, left)
            left -= laid[location]
    cubes = {location.value: number for location, number in laid.items() if number}
    if cubes:
        yield SetupStep(SetupObject.SUSPICION, sum(cubes.values()), "S-5", {"locations": cubes})
