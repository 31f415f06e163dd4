"""House rulings (RULES H): a table's choices where the sources are open."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final

from companion.rules.editions import Edition
from companion.rules.errors import RuleError, UnknownRuling
from companion.rules.frozen import frozen


@dataclass(frozen=True)
class HouseRuling:
    """One question the sources leave open.

    Attributes:
        key: its name in requests and data.
        rules: the ids of the rules it settles.
        values: its possible values.
        default: its default in every edition, or None if each edition has its own.
        rewards: for a tier of the board, the reward that each value stands for; a value not named gives nothing.
    """

    key: str
    rules: tuple[str, ...]
    values: tuple[str, ...]
    default: str | None
    rewards: Mapping[str, Mapping[str, Any]]


def _read() -> Mapping[str, HouseRuling]:
    tables = tomllib.loads(files(__package__).joinpath("house_rulings.toml").read_text("utf-8"))
    return MappingProxyType(
        {
            key: HouseRuling(
                key,
                tuple(entry["rules"]),
                tuple(entry["values"]),
                entry.get("default"),
                frozen(entry.get("rewards", {})),
            )
            for key, entry in tables.items()
        }
    )


HOUSE_RULINGS: Final = _read()
"""Every house ruling by its key, in the order of the reference."""


def ruling_faults(chosen: Mapping[str, str]) -> Iterator[UnknownRuling]:
    """Yield an error for each key, and each value, that RULES H does not have."""
    for key, value in chosen.items():
        if key not in HOUSE_RULINGS:
            yield UnknownRuling("ruling.unknown_key", ("rulings", key), key=key)
        elif value not in HOUSE_RULINGS[key].values:
            yield UnknownRuling("ruling.unknown_value", ("rulings", key), key=key, values=HOUSE_RULINGS[key].values)


class Rulings(Mapping[str, str]):
    """The value of every house ruling at a table: its own choices over the edition's defaults (E-13).

    Raises:
        UnknownRuling: for a key or a value that RULES H does not have.
    """

    def __init__(self, edition: Edition, chosen: Mapping[str, str] = MappingProxyType({})) -> None:
        RuleError.refuse(ruling_faults(chosen))
        self._values = {**default_rulings(edition), **chosen}

    def __getitem__(self, key: str) -> str:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def others(self, key: str) -> Iterator["Rulings"]:
        """Yield these rulings with each other possible value of `key`."""
        for value in HOUSE_RULINGS[key].values:
            if value != self._values[key]:
                other = object.__new__(Rulings)
                other._values = {**self._values, key: value}
                yield other


@cache
def default_rulings(edition_: Edition) -> Mapping[str, str]:
    """Return the edition's defaults, in the order of the reference (E-13)."""
    return MappingProxyType({key: ruling.default or edition_.rulings[key] for key, ruling in HOUSE_RULINGS.items()})
