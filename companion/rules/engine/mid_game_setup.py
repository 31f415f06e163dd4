"""Beginning in the middle: a game at any round and phase (S-9, E-14).

Everything is placed as a correction places it: cubes come from the box, cards from their decks, and it is an error if
the box has too few.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from companion.rules.acts.actions import Act
from companion.rules.acts.transaction import Transaction
from companion.rules.corrections.registry import WHY, NotInTheBox, carry_out
from companion.rules.editions import Edition
from companion.rules.errors import RuleError
from companion.rules.frozen import freeze_members
from companion.rules.phases.effects import recheck_leader
from companion.rules.phases.final_counts import set_count
from companion.rules.reasons import Reason
from companion.rules.schema import Path
from companion.rules.shuffling.shuffle import GUARDS
from companion.rules.state.cards import Face, GoonFace, GuardFace, ItemFace
from companion.rules.state.events import (
    Assigned,
    AwaySet,
    Began,
    CardDrawn,
    Event,
    FaceTyped,
    GuardCardLaid,
    GuardCardTurned,
    InstantSet,
    LeaderTaken,
    MarkerMoved,
)
from companion.rules.state.pieces import DISCARDS, DISPLAY, KIND_OF, Cube, Kind, Side, Spot, Token, Zone
from companion.rules.state.position import Phase
from companion.rules.state.setup import FOLLOWED, Depth, Setup, boxed
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step
from companion.rules.vocabulary import Location


class WrongFigures(RuleError):
    """Entered numbers that no game at this moment can have."""


@dataclass(frozen=True)
class SideHoldings:
    """The holdings of a side.

    Attributes:
        reputation, storage: None: what it started with.
        cubes: by colour; left out: the power and suspicion that it started with, and no resources.
        tomes: in hand.
        crafted, reserve: its items, if known.
        goons: its goons.
        tokens: in lights out, a player's assigned tokens, by location: face up and face down.
        count: in light depth, its count for the leader goal.
    """

    reputation: int | None = None
    storage: int | None = None
    cubes: Mapping[Cube, int] = field(default_factory=dict)
    tomes: int = 0
    crafted: tuple[ItemFace, ...] = ()
    reserve: tuple[ItemFace, ...] = ()
    goons: tuple[GoonFace, ...] = ()
    tokens: Mapping[Location, tuple[tuple[Token, ...], tuple[Token, ...]]] = field(default_factory=dict)
    count: int = 0

    def __post_init__(self) -> None:
        freeze_members(self)


@dataclass(frozen=True)
class EnteredGuardCard:
    """A guard card on the board: its face, or None if it is face down, and its colour."""

    location: Location
    face: GuardFace | None = None
    colour: str = ""


@dataclass(frozen=True)
class EnteredPosition:
    """A game at a moment (S-9).

    Attributes:
        round: 1 to 6.
        phase: roll call, lights out or patrol, which begins; in light depth the round.
        location: of lights out, where it goes on; None: from the first, as roll call has ended.
        first_player: who has the marker; None: who has it at the start.
        holdings: by side.
        cubes: the cubes at locations.
        goons: the goon of each location, None for an empty space; the game asks for goons of missing locations.
        display: the items on display, None for an empty space; None: as many unknown items as fit.
        discarded_goons: the discard pile of goons.
        discarded_tomes: how many.
        leader: who holds the leader goal; None: the side that has most now.
        guard_cards: in lights out, the guard cards on the board.
        instant: who has claimed the instant goal.
        away: the empty seats (S-10).
    """

    round: int
    phase: Phase
    location: Location | None = None
    first_player: Side | None = None
    holdings: Mapping[Side, SideHoldings] = field(default_factory=dict)
    cubes: Mapping[Location, Mapping[Cube, int]] = field(default_factory=dict)
    goons: Mapping[Location, GoonFace | None] = field(default_factory=dict)
    display: tuple[ItemFace | None, ...] | None = None
    discarded_goons: tuple[GoonFace, ...] = ()
    discarded_tomes: int = 0
    leader: Side | None = None
    guard_cards: tuple[EnteredGuardCard, ...] = ()
    instant: Side | None = None
    away: frozenset[Side] = frozenset()

    def __post_init__(self) -> None:
        freeze_members(self)


def apply(transaction: Transaction, setup: Setup, figures: EnteredPosition) -> None:
    """Place the pieces of an entered position, and set the next questions.

    Raises:
        NotInTheBox, WrongFigures: the first thing that cannot be, which names all; the paths lead to the figures. It
            would need more cubes or cards than the box has, or no game has these at this moment.
    """
    transaction.do(Began(boxed(setup)))
    RuleError.refuse([*_not_of_the_edition(setup.edition, figures), *_not_of_the_depth(setup, figures)])
    # Each of these places the pieces that it can, in this order, and yields errors for the rest.
    RuleError.refuse(
        [
            *_held(transaction, figures),
            *_lying(transaction, figures),
            *_goals(transaction, figures),
            *_phase(transaction, figures),
        ]
    )
    if figures.guard_cards or any(holding.tokens for holding in figures.holdings.values()):
        transaction.agenda[:] = [step for step in transaction.agenda if step.kind is not StepKind.LAY_OUT]
    transaction.first(*_asked(transaction, figures))


def _not_of_the_edition(edition: Edition, figures: EnteredPosition) -> Iterator[WrongFigures]:
    """Yield errors for rounds and locations that this rule set does not have."""
    if figures.round > edition.rounds:
        yield WrongFigures("shape.range", ("round",), least=1, most=edition.rounds)
    places: list[tuple[Location, Path, tuple[Location, ...]]] = [
        *((one, ("cubes", one.value), edition.locations) for one in figures.cubes),
        *((one, ("goons", one.value), edition.goon_locations) for one in figures.goons),
        *(
            (card.location, ("guard_cards", index, "location"), edition.locations)
            for index, card in enumerate(figures.guard_cards)
        ),
        *(
            (one, ("holdings", side, "tokens", one.value, "location"), edition.locations)
            for side, holding in figures.holdings.items()
            for one in holding.tokens
        ),
    ]
    if figures.location is not None:
        places.append((figures.location, ("location",), edition.locations))
    for location, path, known in places:
        if location not in known:
            yield WrongFigures("shape.one_of", path, options=known)


def _not_of_the_depth(setup: Setup, figures: EnteredPosition) -> Iterator[WrongFigures]:
    """Yield errors for phases and pieces that light depth does not have."""
    if setup.light != (figures.phase is Phase.ROUND):
        yield WrongFigures("begin.phase_of_depth", ("phase",))
    elif setup.light:
        yield from (WrongFigures("begin.not_in_light_depth", path) for path in _not_followed(figures))


def _not_followed(figures: EnteredPosition) -> Iterator[Path]:
    """Yield the paths of values that only full depth has."""
    yield from _given(figures, ("goons", "display", "discarded_goons", "discarded_tomes"), ())
    for location, lying in figures.cubes.items():
        yield from _colours_not_followed(lying, ("cubes", location.value))
    for side, holding in figures.holdings.items():
        yield from _given(holding, ("tomes", "crafted", "reserve", "goons"), ("holdings", side))
        yield from _colours_not_followed(holding.cubes, ("holdings", side, "cubes"))


def _given(figures: EnteredPosition | SideHoldings, names: Iterable[str], path: Path) -> Iterator[Path]:
    return ((*path, name) for name in names if getattr(figures, name))


def _colours_not_followed(cubes: Iterable[Cube], path: Path) -> Iterator[Path]:
    return ((*path, cube.value) for cube in cubes if cube not in FOLLOWED[Depth.LIGHT])


def _held(transaction: Transaction, figures: EnteredPosition) -> Iterator[RuleError]:
    for side in transaction.game.setup.sides:
        yield from _hold(transaction, side, figures.holdings.get(side, SideHoldings()), ("holdings", side))


def _lying(transaction: Transaction, figures: EnteredPosition) -> Iterator[RuleError]:
    """Place the pieces that no side holds, and yield the errors."""
    for location, cubes in figures.cubes.items():
        for cube, number in cubes.items():
            yield from _set_cubes(transaction, location.value, cube, number, ("cubes", location.value, cube.value))
    yield from _display(transaction, figures)
    for location, goon in figures.goons.items():
        if goon is not None:
            yield from _draw(transaction, goon, (Zone.SPACE, location), ("goons", location.value))
    for index, goon in enumerate(figures.discarded_goons):
        yield from _draw(transaction, goon, DISCARDS, ("discarded_goons", index))
    yield from _set_tomes(transaction, "discards", figures.discarded_tomes, ("discarded_tomes",))
    if figures.first_player is not None and figures.first_player != transaction.game.first_player:
        transaction.do(MarkerMoved(figures.first_player, WHY))


def _phase(transaction: Transaction, figures: EnteredPosition) -> Iterator[RuleError]:
    _empty_seats(transaction, figures)
    carry_out(transaction, Act("set_phase", {"round": figures.round, "phase": [figures.phase.value]}))
    yield from _lights_out(transaction, figures)


def _hold(transaction: Transaction, side: Side, holding: SideHoldings, path: Path) -> Iterator[RuleError]:
    start = transaction.game.setup.starts[side]
    for name, value in (("reputation", holding.reputation), ("storage", holding.storage)):
        if value is not None:
            carry_out(transaction, Act(f"set_{name}", {"side": [side], "number": value}))
    at_start = {Cube.POWER: start.power, Cube.SUSPICION: start.suspicion}
    for cube, number in {**at_start, **holding.cubes}.items():
        yield from _set_cubes(transaction, side, cube, number, (*path, "cubes", cube.value))
    yield from _set_tomes(transaction, side, holding.tomes, (*path, "tomes"))
    for index, item in enumerate(holding.crafted):
        yield from _draw(transaction, item, (Zone.CRAFTED, side), (*path, "crafted", index))
    for index, item in enumerate(holding.reserve):
        yield from _draw(transaction, item, (Zone.RESERVE, side), (*path, "reserve", index))
    for index, goon in enumerate(holding.goons):
        yield from _draw(transaction, goon, (Zone.GOONS, side), (*path, "goons", index))


def _set_cubes(
    transaction: Transaction, place: Side | str, cube: Cube, number: int, path: Path
) -> Iterator[NotInTheBox]:
    act = Act("set_cubes", {"place": [place], "cube": [cube.value], "number": number})
    return _carried_out(transaction, act, path)


def _set_tomes(transaction: Transaction, holder: Side | str, number: int, path: Path) -> Iterator[NotInTheBox]:
    return _carried_out(transaction, Act("set_tomes", {"holder": [holder], "number": number}), path)


def _carried_out(transaction: Transaction, act: Act, path: Path) -> Iterator[NotInTheBox]:
    try:
        carry_out(transaction, act)
    except NotInTheBox as missing:
        yield NotInTheBox(missing.key, path, **missing.data)


def _draw(transaction: Transaction, face: Face, spot: Spot, path: Path, **place: int) -> Iterator[NotInTheBox]:
    """Take a card from its deck; the face of a reserved one stays secret."""
    kind = KIND_OF[spot[0]]
    if transaction.game.deck(kind) <= 0:
        yield NotInTheBox("correction.deck_empty", path, kind=kind, needed=transaction.game.setup.cards[kind] + 1)
        return
    card = len(transaction.game.cards)
    secret = spot[0] is Zone.RESERVE and face != ItemFace()
    transaction.do(CardDrawn(card, ItemFace() if secret else face, spot, **place, why=WHY))
    if secret:
        transaction.do(FaceTyped(card, face, WHY))


def _display(transaction: Transaction, figures: EnteredPosition) -> Iterator[RuleError]:
    spaces = len(transaction.game.zones[DISPLAY])
    if transaction.game.setup.light:
        return
    if figures.display is None:
        shown: tuple[ItemFace | None, ...] = (ItemFace(),) * min(spaces, transaction.game.deck(Kind.ITEM))
    else:
        shown = figures.display
    if len(shown) > spaces:
        yield WrongFigures("shape.too_many", ("display",), most=spaces)
        return
    for space, item in enumerate(shown):
        if item is not None:
            yield from _draw(transaction, item, DISPLAY, ("display", space), space=space)


def _empty_seats(transaction: Transaction, figures: EnteredPosition) -> None:
    for side in sorted(figures.away):
        transaction.do(AwaySet(side, away=True, why=WHY))


def _goals(transaction: Transaction, figures: EnteredPosition) -> Iterator[WrongFigures]:
    """Set the instant goal's claimer and the leader goal's state; yield the errors."""
    setup = transaction.game.setup
    if figures.instant is not None:
        transaction.do(InstantSet(there=True, side=figures.instant, why=WHY))
    for side, holding in figures.holdings.items():
        if holding.count and setup.leader is not None:
            set_count(transaction, side, setup.leader.counts.value, holding.count, *WHY)
    if figures.leader is None:
        recheck_leader(transaction)
    elif setup.leader is None:
        yield WrongFigures("begin.no_leader_goal", ("leader",))
    else:
        transaction.do(LeaderTaken(figures.leader, WHY))


def _lights_out(transaction: Transaction, figures: EnteredPosition) -> Iterator[RuleError]:
    """Place tokens and guard cards, only in lights out; yield the errors."""
    if figures.phase is not Phase.LIGHTS_OUT:
        yield from (WrongFigures("begin.only_in_lights_out", path) for path in _on_the_board(figures))
        return
    if figures.location is not None:
        carry_out(transaction, Act("go_to_location", {"location": [figures.location.value]}))
    for side, holding in figures.holdings.items():
        yield from _lay_tokens(transaction, side, holding)
    for index, card in enumerate(figures.guard_cards):
        if not transaction.game.guard_deck:
            needed = len(figures.guard_cards)
            yield NotInTheBox("correction.deck_empty", ("guard_cards", index), kind=GUARDS, needed=needed)
            return
        transaction.do(GuardCardLaid(card.location, WHY))
        if card.face is not None:
            transaction.do(GuardCardTurned(index, card.face, WHY, card.colour))


def _on_the_board(figures: EnteredPosition) -> Iterator[Path]:
    yield from _given(figures, ("location", "guard_cards"), ())
    for side, holding in figures.holdings.items():
        yield from _given(holding, ("tokens",), ("holdings", side))


def _lay_tokens(transaction: Transaction, side: Side, holding: SideHoldings) -> Iterator[WrongFigures]:
    for location, (up, down) in holding.tokens.items():
        if len({*up, *down} & {*transaction.game.at_home(side)}) < len((*up, *down)):
            yield WrongFigures("begin.token_twice", ("holdings", side, "tokens", location.value))
        else:
            transaction.do(Assigned(side, location, up, down, WHY))


def _asked(transaction: Transaction, figures: EnteredPosition) -> list[Step]:
    """Return questions for what is missing: goons on the board, Bandits' cubes.

    After the last lights out no one recruits any more, and nothing is placed (S-9).
    """
    if transaction.game.setup.light or transaction.game.phase is Phase.LAST_RAID:
        return []
    spaces = transaction.game.setup.edition.goon_locations
    goons = [Step(StepKind.GOON_SPACE, location=one) for one in spaces if one not in figures.goons]
    told = [card for one in spaces for card in transaction.game.lying((Zone.SPACE, one))]
    return [*goons, *(Step(StepKind.BANDIT, card=card) for card in told)]


TOLD: Final = (Reason("E-14", "begin.told"),)
"""The reason why everything is where it is: a player said so at the beginning."""


def told_at_the_beginning(event: Event) -> Event:
    """Return an event; if it places pieces, with the reason that the player said so."""
    return event._replace(why=TOLD) if event.why == WHY else event


PHASES: Final = (Phase.ROLL_CALL, Phase.LIGHTS_OUT, Phase.PATROL)
"""Phases in which a game in full depth can begin."""
