"""The index of the rules: every id, its editions, and whether it is settled."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType
from typing import Final

from companion.rules.vocabulary import EditionName


@dataclass(frozen=True)
class ReferenceEntry:
    """One rule of the reference.

    Attributes:
        editions: the editions that it holds for.
        open: whether the sources leave it, or part of it, open.
        rulings: the keys of the house rulings that can change it.
    """

    editions: tuple[EditionName, ...]
    open: bool
    rulings: tuple[str, ...]


def _read() -> Mapping[str, ReferenceEntry]:
    tables = tomllib.loads(files(__package__).joinpath("reference.toml").read_text("utf-8"))
    return MappingProxyType(
        {
            rule: ReferenceEntry(
                tuple(EditionName(name) for name in entry["editions"]), entry["open"], tuple(entry["rulings"])
            )
            for rule, entry in tables.items()
        }
    )


REFERENCE: Final = _read()
"""Every rule by its id, in the order of the reference."""
