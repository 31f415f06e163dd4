"""The rewards of each tier, from the edition's tables (L-11 to L-18, Z-11 to Z-16)."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.rules.editions import Edition, RewardRow
from companion.rules.rulings.house_rulings import HOUSE_RULINGS, Rulings
from companion.rules.vocabulary import Location


class Offer(NamedTuple):
    """The offer to a rank.

    Attributes:
        reward: `kind` and its members as docs/api.md lists them under Locations, or None for nothing.
        rule: the id of the rule behind it.
        ruling: the key of the house ruling that decided it, or None.
    """

    reward: Mapping[str, Any] | None
    rule: str
    ruling: str | None = None


def _tier(row: RewardRow, rank: int, present: int) -> Mapping[str, Any] | None:
    if row.last is not None and rank == present > 1:
        return row.last
    return row.ranks[rank - 1] if rank <= len(row.ranks) else row.others


def offer(
    location: Location, rank: int, *, present: int, table_size: int, guards: bool, edition: Edition, rulings: Rulings
) -> Offer:
    """Return the reward of a rank at a location, whatever the supply.

    Args:
        location: where.
        rank: 1 for the strongest.
        present: how many sides are in the ranking there.
        table_size: how many sides the table has (docs/api.md, 0: the listed sides decide).
        guards: whether the side is the guards.
        edition: whose tables.
        rulings: the table's house rulings.
    """
    row = edition.rewards[location, table_size]
    if guards:
        row = edition.guards_rewards.get((location, table_size), row)
    tier = _tier(row, rank, present)
    if tier is not None and "ruling" in tier:
        ruling = HOUSE_RULINGS[tier["ruling"]]
        return Offer(ruling.rewards.get(rulings[ruling.key]), ruling.rules[0], ruling.key)
    return Offer(tier, row.rule)
