"""The setup of a table: its agreements, and the contents of its box."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, Final, NamedTuple

from companion.rules.editions import DEFAULT_EDITION, Edition, edition
from companion.rules.errors import RuleError, WrongNumberOfSides
from companion.rules.frozen import freeze_members
from companion.rules.rulings.house_rulings import Rulings, ruling_faults
from companion.rules.rulings.ranking import FEWEST_SIDES, MOST_SIDES, guards_faults
from companion.rules.state.cards import EndGoal, GuardFace, LeaderGoal
from companion.rules.state.pieces import Cube, Kind, Side, Token
from companion.rules.vocabulary import TOKENS, EditionName

REPUTATION_AT_START: Final = 10

ADVANCED_REPUTATION_OF_GUARDS: Final = 20
"""The guards' starting place in the advanced setup (Z-1)."""

STORAGE: Final = 5
"""Resources that a side keeps in patrol before any storage effect (P-2)."""

BASE: Final = "base"
"""The guard cards that join every difficulty (Z-2)."""


class Depth(StrEnum):
    """The parts of the table that the app follows.

    Full: every cube and card. Light: reputation, suspicion, power, the marker and the goals.
    """

    FULL = "full"
    LIGHT = "light"


FOLLOWED: Final = {Depth.FULL: tuple(Cube), Depth.LIGHT: (Cube.POWER, Cube.SUSPICION)}
"""The cubes that the app follows."""


class Difficulty(StrEnum):
    """The strength of the guards' deck (Z-2)."""

    MODERATE = "moderate"
    CHALLENGING = "challenging"
    EXPERT = "expert"


class Dealing(StrEnum):
    """The way the guard and location cards are shuffled and dealt.

    By the app with the faces of the copy, by the player with the real cards, or by the app with the house deck.
    """

    APP = "app"
    CARDS = "cards"
    HOUSE = "house"


class Start(NamedTuple):
    """The start of a side (S-2); traits and B sides set their own (S-8)."""

    reputation: int = REPUTATION_AT_START
    power: int = 1
    suspicion: int = 0
    storage: int = STORAGE


class Turns(StrEnum):
    """The order of turns in a roll call on several phones (R-1)."""

    TOLD = "told"
    ENFORCED = "enforced"


class OddsFor(StrEnum):
    """The viewers who see the odds of a solitary game, or may ask what they suggest."""

    NOBODY = "off"
    ME = "me"
    ALL = "all"


@dataclass(frozen=True)
class Setup:
    """The agreements of a table and the contents of its box.

    Attributes:
        edition_name: which rule set.
        chosen_rulings: the house rulings that the table has changed (RULES H).
        guards: the seat of the guards, or None.
        starts: each side's start, clockwise; one for each side, to the end (S-10).
        difficulty: which guard cards join the base, or None without guards (Z-2).
        dealing: the way the guard and location cards are dealt.
        guard_deck: the faces of the guard deck that the box knows, base first.
        cubes: cubes in the box by colour (E-14).
        cards: cards in the box by deck.
        tomes_out: tomes taken out for this game; None: the edition's number (E-4).
        guard_cards: how many cards the guard deck has; None: the edition's number (Z-2, E-14).
        leader, end: the goals of this game, or None.
        instant: whether there is an instant goal (O-6).
        roll_call: whether roll call is done in the app, which it always is in solitary; see `calls_roll`.
        depth: how much of the table the app follows as the game begins, and since the last change.
        turns: how a roll call in the app is held to the order of turns; None: a game of before `paced`, in which
            each location is resolved by an act of its own and each reward is asked for.
        first_player: who has the marker at the start (S-7); None: the guards (Z-1), or else the first seat.
        advanced: whether this is the advanced setup, in which every side starts on 0, also one that joins later (S-8).
        odds: who sees odds against the guards: nobody, the player, or everyone.
        hint: who may ask what the odds suggest.
        house_deck: the number of the one that the app deals; games without it are older than the second.
    """

    edition_name: EditionName = DEFAULT_EDITION
    chosen_rulings: Mapping[str, str] = field(default_factory=dict)
    guards: Side | None = 1
    starts: tuple[Start, ...] = (Start(), Start())
    difficulty: Difficulty | None = Difficulty.MODERATE
    dealing: Dealing = Dealing.CARDS
    guard_deck: tuple[GuardFace, ...] = ()
    cubes: Mapping[Cube, int] = field(default_factory=dict)
    cards: Mapping[Kind, int] = field(default_factory=dict)
    tomes_out: int | None = None
    guard_cards: int | None = None
    leader: LeaderGoal | None = None
    end: EndGoal | None = None
    instant: bool = False
    roll_call: bool = True
    depth: Depth = Depth.FULL
    first_player: Side | None = None
    turns: Turns | None = None
    advanced: bool = False
    odds: OddsFor = OddsFor.NOBODY
    hint: OddsFor = OddsFor.NOBODY
    house_deck: int = 1

    def __post_init__(self) -> None:
        freeze_members(self)

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields for pickling, without values computed from them."""
        return {one.name: getattr(self, one.name) for one in fields(self)}

    @cached_property
    def edition(self) -> Edition:
        """The rule set itself."""
        return edition(self.edition_name)

    @cached_property
    def rulings(self) -> Rulings:
        """The house rulings of this table."""
        return Rulings(self.edition, self.chosen_rulings)

    @cached_property
    def solitary(self) -> bool:
        """True if the app plays the guards."""
        return self.guards is not None

    @cached_property
    def calls_roll(self) -> bool:
        """True if tokens are assigned in the app, not only on the real board."""
        return self.solitary or self.roll_call

    @cached_property
    def paced(self) -> bool:
        """True if locations are resolved on arrival, and stay open until the table goes on.

        Rewards without a choice are taken automatically, and can be declined until then.
        """
        return self.turns is not None

    @cached_property
    def asks_at_once(self) -> bool:
        """True if one step asks all players, each on a phone, for independent answers."""
        return self.paced and not self.solitary

    @cached_property
    def light(self) -> bool:
        """True if cards, resources and tokens are followed only on the real table."""
        return self.depth is Depth.LIGHT

    @cached_property
    def sides(self) -> range:
        """The seats, clockwise."""
        return range(len(self.starts))

    @cached_property
    def players(self) -> tuple[Side, ...]:
        """The seats that people play."""
        return tuple(side for side in self.sides if side != self.guards)

    @cached_property
    def guard_deck_size(self) -> int:
        """The number of cards in the guard deck: base and difficulty (Z-2)."""
        counts = self.edition.guard_deck
        return int(counts["base"] + counts["difficulty"]) if self.guard_cards is None else self.guard_cards

    @cached_property
    def guard_colours(self) -> tuple[str, ...]:
        """The parts of the guard deck: the base, and the difficulty's colour (Z-2)."""
        return () if self.difficulty is None else (BASE, self.edition.guard_deck[self.difficulty])

    def tokens(self) -> tuple[Token, ...]:
        """Return the crew tokens of a player at this table (S-2, S-3)."""
        return self._tokens

    @cached_property
    def _tokens(self) -> tuple[Token, ...]:
        """The tokens, computed once (S-2, S-3)."""
        values = self.edition.setup
        if len(self.starts) < values["crowded_from"]:
            return TOKENS
        return tuple(token for token in TOKENS if token != values["crowded_without"])


def boxed(setup: Setup) -> Setup:
    """Return a setup with the edition's numbers where it has none (E-1, E-2, E-4)."""
    counts = setup.edition.counts
    cards = {kind: setup.cards.get(kind, counts[f"{kind}s"]) for kind in map(Kind, setup.edition.decks)}
    out = sum(setup.edition.tomes_out_in_solitary.values()) if setup.solitary else 0
    return replace(
        setup,
        cubes={cube: setup.cubes.get(cube, counts[cube]) for cube in Cube},
        cards=cards,
        tomes_out=min(out, cards[Kind.TOME]) if setup.tomes_out is None else setup.tomes_out,
    )


def setup_faults(setup: Setup) -> Iterator[RuleError]:
    """Yield a setup's errors: number of sides, guards without a seat, unknown rulings."""
    if not setup.solitary and not FEWEST_SIDES <= len(setup.starts) <= MOST_SIDES:
        yield WrongNumberOfSides("sides.number", ("sides",), least=FEWEST_SIDES, most=MOST_SIDES)
    yield from guards_faults([side == setup.guards for side in setup.sides], solitary=setup.solitary)
    yield from ruling_faults(setup.chosen_rulings)
