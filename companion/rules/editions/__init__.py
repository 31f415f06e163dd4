"""The rule sets as data (RULES E): one TOML file each, on top of shared values.

Reading these files once is the only I/O of the rules; they are part of the package.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from companion.rules.frozen import frozen
from companion.rules.live import LiveSequence
from companion.rules.vocabulary import EditionName, Goon, Location


@dataclass(frozen=True)
class RewardRow:
    """The rewards of a location at one table size (L-11 to L-18).

    Attributes:
        rule: the id of the rule behind the row.
        ranks: the tiers of the strongest, the second, and so on; a tier is a reward or names a house ruling.
        others: the tier of every rank after `ranks`, or None.
        last: the tier of the last of a ranking of two or more, or None.
    """

    rule: str
    ranks: tuple[Mapping[str, Any], ...]
    others: Mapping[str, Any] | None = None
    last: Mapping[str, Any] | None = None


RewardTable: TypeAlias = Mapping[tuple[Location, int], RewardRow]


@dataclass(frozen=True, eq=False)
class Edition:
    """One rule set; every difference between editions is a value here.

    Attributes:
        name: which rule set it is.
        locations: the locations in the order in which lights out resolves them (L-1).
        goon_locations: the locations that hold a goon (S-5), in that order.
        assignable: the locations where tokens are assigned (R-2).
        guarded: the locations of the guards' cards as a roll call opens (Z-3), in the order of dealing.
        named_by_cards: the locations with a location card (Z-2).
        rounds: how many rounds a game has (S-9).
        goons: the goon types that its goon deck holds (E-3).
        effects: the effects that its cards show (E-6).
        advanced_setup: whether traits and B sides exist (E-7).
        special_guard_cards: the colours of guard cards that hold a special card (E-16).
        peek_tomes_reveal: whether, in solitary, a tome that looks at a token reveals a guard card (E-17).
        decks: the decks that players draw from the real box (E-1).
        counts: number of cards of each kind and cubes of each colour (E-1, E-2).
        tomes_out_in_solitary: title of a tome and how many copies are taken out (E-4).
        guard_deck: colours and sizes of the parts of the guard deck (Z-2).
        setup: values of the setup (S-1, S-3).
        raid: reputation lost in a raid (D-1, D-2, D-4).
        goals: points and minimum of goals (O-1, O-4, O-5, O-7).
        scores: points per goon, cube, tome and marker; a list is points by number held (G-1 to G-7, F-1, F-4).
        rewards: the row of each location and table size (L-11 to L-18).
        guards_rewards: the rows in which the guards differ from a side of two (Z-12 to Z-16).
        rulings: its default of each house ruling whose default differs between editions (E-5, E-8 to E-12).
        rule_of: the rule id behind each value, by its path, such as `counts.items`.
    """

    name: EditionName
    locations: tuple[Location, ...]
    goon_locations: tuple[Location, ...]
    assignable: tuple[Location, ...]
    guarded: tuple[Location, ...]
    named_by_cards: tuple[Location, ...]
    rounds: int
    goons: tuple[Goon, ...]
    effects: tuple[str, ...]
    advanced_setup: bool
    special_guard_cards: tuple[str, ...]
    peek_tomes_reveal: bool
    decks: tuple[str, ...]
    counts: Mapping[str, int]
    tomes_out_in_solitary: Mapping[str, int]
    guard_deck: Mapping[str, Any]
    setup: Mapping[str, int]
    raid: Mapping[str, int]
    goals: Mapping[str, Any]
    scores: Mapping[str, Any]
    rewards: RewardTable
    guards_rewards: RewardTable
    rulings: Mapping[str, str]
    rule_of: Mapping[str, str]

    @cached_property
    def location_words(self) -> tuple[str, ...]:
        """The words of the locations in order, for choices."""
        return tuple(location.value for location in self.locations)

    @cached_property
    def board_rows(self) -> Mapping[Location, str]:
        """The rulings printed on the board: tiers for two sides by location (E-8 to E-12)."""
        of_two = {location: row for (location, sides), row in self.rewards.items() if sides == 2}
        tiers = ((location, tier) for location, row in of_two.items() for tier in row.ranks)
        return MappingProxyType({location: tier["ruling"] for location, tier in tiers if "ruling" in tier})

    def is_before(self, one: Location, other: Location) -> bool:
        """Return whether lights out resolves one location before another (L-1)."""
        return self.locations.index(one) < self.locations.index(other)


_VOCABULARY: Final[Mapping[str, Callable[[str], Goon | Location]]] = {
    "goons": Goon,
    "locations": Location,
    "goon_locations": Location,
    "assignable": Location,
    "guarded": Location,
    "named_by_cards": Location,
}
"""The vocabulary of a list's words, by its key."""


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath(f"{name}.toml").read_text("utf-8"))


def _merged(shared: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return the shared tables with an edition's values; later rows replace earlier."""
    tables = dict(shared)
    for key, value in own.items():
        tables[key] = {**tables.get(key, {}), **value} if isinstance(value, dict) else [*tables.get(key, ()), *value]
    return tables


def _value(entry: Mapping[str, Any]) -> Any:
    value = entry["value"]
    return tuple(value) if isinstance(value, list) else value


def _rewards(rows: list[dict[str, Any]]) -> RewardTable:
    return MappingProxyType(
        {
            (Location(row["location"]), sides): RewardRow(
                row["rule"], tuple(map(frozen, row["ranks"])), frozen(row.get("others")), frozen(row.get("last"))
            )
            for row in rows
            for sides in row["sides"]
        }
    )


def _tables(name: EditionName) -> dict[str, Any]:
    if name in _EXPANSIONS:
        base, own = _EXPANSIONS[name]
        return _merged(_tables(base), own)
    return _merged(_read("common"), _read(name))


_EXPANSIONS: Final[dict[EditionName, tuple[EditionName, Mapping[str, Any]]]] = {}
"""The values that each expansion adds, and the rule set it adds them to, by name."""


def add_expansion(name: str, own: str, base: EditionName) -> EditionName:
    """Make the rule set of an expansion known.

    Args:
        name: its name, which no other rule set may have.
        own: the values that differ from the base rule set, in the form of the editions' files. Their words have to be
            in their vocabularies before.
        base: the rule set that it is added to.
    """
    added = EditionName.add(name)
    _EXPANSIONS[added] = (base, tomllib.loads(own))
    return added


@cache
def edition(name: EditionName) -> Edition:
    """Return the rule set of that name."""
    tables = _tables(name)
    rewards = _rewards(tables.pop("rewards"))
    guards_rewards = _rewards(tables.pop("guards_rewards"))
    values: dict[str, Any] = {}
    rule_of: dict[str, str] = {}
    for key, entry in tables.items():
        if "rule" in entry:
            values[key] = _value(entry)
            rule_of[key] = entry["rule"]
        else:
            values[key] = MappingProxyType({inner: _value(leaf) for inner, leaf in entry.items()})
            rule_of |= {f"{key}.{inner}": leaf["rule"] for inner, leaf in entry.items()}
    for key, word in _VOCABULARY.items():
        values[key] = tuple(map(word, values[key]))
    return Edition(
        name=name, rewards=rewards, guards_rewards=guards_rewards, rule_of=MappingProxyType(rule_of), **values
    )


def editions() -> Iterator[Edition]:
    """Return all rule sets: the printed ones, then the ones of expansions."""
    return map(edition, EditionName.words())


GOON_LOCATIONS: Final = LiveSequence(
    lambda: tuple(dict.fromkeys(location for one in editions() for location in one.goon_locations))
)
"""The locations that hold a goon in some rule set (S-5)."""

DEFAULT_EDITION: Final = EditionName.LATER
"""The rule set used by default."""

STANDARD: Final = edition(DEFAULT_EDITION)
"""The rule set for questions that name none and are the same in all printed editions."""
