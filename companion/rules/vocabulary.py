"""The words of the game, as the values that code, API and data files share."""

from enum import StrEnum
from functools import cache
from typing import Any, Final, Self

from companion.rules.live import LiveSequence


class Vocabulary(StrEnum):
    """Words to which an expansion may add.

    Iterating gives the printed words; the edition says which ones a game has.
    """

    @classmethod
    def words(cls) -> LiveSequence[Self]:
        """Return all words known at the time of use: printed ones, then expansions'."""
        return LiveSequence(lambda: (*cls, *(word for (kind, _), word in ADDED.items() if kind is cls)))

    @classmethod
    def add(cls, word: str) -> Self:
        """Make a word of an expansion one of this vocabulary.

        Raises:
            ValueError: there is such a word.
        """
        if word in cls.words():
            raise ValueError(f"{cls.__name__} has {word!r} already")
        member = str.__new__(cls, word)
        member._name_, member._value_ = word.upper(), word
        ADDED[cls, word] = member
        return member

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        return ADDED.get((cls, value))


ADDED: Final[dict[tuple[type, object], Any]] = {}
"""Words of expansions, by vocabulary and word."""


class Resource(StrEnum):
    """The four resources, from the least rare to the rarest (Z-12)."""

    SCRAP = "scrap"
    POTION = "potion"
    IRON = "iron"
    GOLD = "gold"

    @property
    def rarity(self) -> int:
        """The rarity, from 0 for the least rare to 3 for the rarest."""
        return _RARITY[self]


RESOURCES: Final = tuple(Resource)
"""All resources, in that order: going through a tuple is quicker than through the vocabulary."""

_RARITY: Final = {resource: place for place, resource in enumerate(RESOURCES)}


class Valuable(StrEnum):
    """The three kinds of valuable that items and goons show."""

    BLADE = "blade"
    GEM = "gem"
    MAGIC = "magic"


class DemonValuable(StrEnum):
    """The valuable that a Demon counts: one kind, or all of them (G-5)."""

    BLADE = "blade"
    GEM = "gem"
    MAGIC = "magic"
    ANY = "any"


class Goon(Vocabulary):
    """The goon types of all editions (E-3)."""

    BANDIT = "bandit"
    CULTIST = "cultist"
    DEMON = "demon"
    DWARF = "dwarf"
    HOBGOBLIN = "hobgoblin"
    RATMAN = "ratman"
    FLAYER = "flayer"


class Crew(StrEnum):
    """The crews that players choose from; the rules are the same for all."""

    GNOLLS = "gnolls"
    KOBOLDS = "kobolds"
    BUGBEARS = "bugbears"
    GOBLINS = "goblins"
    INSECTOIDS = "insectoids"


class Location(Vocabulary):
    """The eight locations, in the order in which lights out resolves them (L-1)."""

    EXERCISE_YARD = "exercise_yard"
    SEWERS = "sewers"
    INFIRMARY = "infirmary"
    SMITHY = "smithy"
    COMMISSARY = "commissary"
    CHOW_HALL = "chow_hall"
    CELL_BLOCK = "cell_block"
    LIBRARY = "library"

    @property
    def number(self) -> int:
        """The number printed on the board, 1 to 8; locations of expansions come after."""
        return _number(self)


@cache
def _number(location: Location) -> int:
    # Words are only ever added behind the others.
    return (*Location.words(),).index(location) + 1


class EditionName(Vocabulary):
    """The three rule sets (RULES E)."""

    PROTOTYPE = "prototype"
    FIRST = "first"
    LATER = "later"


ENFORCER: Final = "enforcer"
LOOKOUT: Final = "lookout"
POWER: Final = "power"
"""The value of a guard card that counts the guards' power cubes (Z-9)."""

TOKENS: Final[tuple[int | str, ...]] = (2, 3, 4, 5, ENFORCER, LOOKOUT)
"""The crew tokens of a side (S-2)."""
