"""Most and second most, as raids (D-1, D-2) and majority goals (O-7) compare them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Standing(NamedTuple):
    """The groups that a comparison of three or more singles out, as indexes."""

    most: tuple[int, ...]
    second: tuple[int, ...]


class Share(NamedTuple):
    """The amount for one side's place in a comparison.

    Attributes:
        amount: from the edition's table; 0 for a side that is neither.
        place: `most`, `tied_most`, `second`, `tied_second` or `fewer`.
    """

    amount: int
    place: str


def standing(counts: Sequence[int], *, zeros: bool) -> Standing:
    """Return who has most and second most, of three or more; a tie leaves no second.

    Args:
        counts: the numbers to compare, per side.
        zeros: whether a side with none can be most or second (D-7, O-9).
    """
    compared = sorted({count for count in counts if count or zeros}, reverse=True)
    groups = [tuple(index for index, count in enumerate(counts) if count == value) for value in compared]
    most = groups[0] if groups else ()
    second = groups[1] if len(groups) > 1 and len(most) == 1 else ()
    return Standing(most, second)


def share(index: int, found: Standing, table: Mapping[str, int]) -> Share:
    """Return a side's share: `most`, `second`, `tied_most` or `tied_second`."""
    for place, group in (("most", found.most), ("second", found.second)):
        if index in group:
            name = place if len(group) == 1 else f"tied_{place}"
            return Share(table[name], name)
    return Share(0, "fewer")


def shares_of_two(counts: Sequence[int], amount: int) -> list[Share]:
    """Return the shares of two: the one with more gets the amount; in a tie neither."""
    if counts[0] == counts[1]:
        return [Share(0, "tie_of_two")] * 2
    return [Share(amount, "most") if count == max(counts) else Share(0, "fewer") for count in counts]
