"""Goals: the holder of the leader goal, and the points of goals (O-1 to O-9)."""

from collections.abc import Sequence

from companion.rules.editions import Edition
from companion.rules.reasons import Reason
from companion.rules.rulings.comparison import Share, share, shares_of_two, standing
from companion.rules.rulings.house_rulings import Rulings


def leader(counts: Sequence[int], holder: int | None, *, minimum: int, first_player: int) -> int | None:
    """Return the leader goal's holder after a change of cards (O-1, O-2, O-3, O-10).

    Args:
        counts: how many of the goal's kind each side has, clockwise.
        holder: the index of the side that holds it, or None.
        minimum: the fewest that may claim it.
        first_player: the index of the marker's holder.

    Returns:
        The index of the holder now, or None while no side may claim it.
    """
    most = max(counts)
    if most < minimum or (holder is not None and counts[holder] == most):
        return holder
    clockwise = [(first_player + step) % len(counts) for step in range(len(counts))]
    return next(index for index in clockwise if counts[index] == most)


def leader_points(
    counts: Sequence[int | None],
    holder: int | None,
    *,
    edition: Edition,
    rulings: Rulings,
    minimum: int | None = None,
) -> tuple[int, list[Reason]]:
    """Return the points of the leader goal's holder at the end (O-4, O-5, E-5).

    Args:
        counts: how many of the goal's kind each side has; None: not known.
        holder: the index of the side that holds the goal, or None.
        edition: whose numbers, and whether the holder is checked again.
        rulings: the table's house rulings.
        minimum: the fewest that keep the goal; None: the edition's.

    Returns:
        The holder's points and why.
    """
    if holder is None:
        return 0, []
    held = counts[holder]
    others = [count for index, count in enumerate(counts) if index != holder and count is not None]
    if edition.goals["leader_rechecked"] and held is not None:
        least = edition.goals["leader_minimum"] if minimum is None else minimum
        if held < least:
            return 0, [Reason("O-5", "leader.below_minimum", {"count": held, "minimum": least})]
        if others and max(others) > held:
            return 0, [Reason("O-5", "leader.overtaken", {"count": held, "most": max(others)})]
    two = len(counts) == 2
    points = edition.goals["leader_of_two" if two else "leader"]
    scored = [Reason("O-4", "leader.scores", {"points": points})]
    if two and held is not None and others == [held]:
        ruling = rulings["leader_tie"]
        decided = Reason("E-5", f"ruling.leader_tie.{ruling}", {"count": held}, "leader_tie")
        return (0, [decided]) if ruling == "nobody" else (points, [*scored, decided])
    return points, scored


def majority_points(counts: Sequence[int], *, edition: Edition, rulings: Rulings) -> list[tuple[int, list[Reason]]]:
    """Return each side's points for a majority goal at the end (O-7, O-9, D-8).

    Args:
        counts: each side's count for the goal.
        edition: whose numbers.
        rulings: the table's house rulings.

    Returns:
        For each side its points and why.
    """
    if len(counts) == 1:
        return [(0, [Reason("D-8", "goal.alone", {})])]
    if len(counts) == 2:
        shares = shares_of_two(counts, edition.goals["most_of_two"])
        return [_majority_result(count, gained) for count, gained in zip(counts, shares, strict=True)]
    ruling = rulings["zero_majority"]
    found = standing(counts, zeros=ruling == "counts")
    otherwise = standing(counts, zeros=ruling != "counts") if 0 in counts else found
    results = []
    for index, count in enumerate(counts):
        points, reasons = _majority_result(count, share(index, found, edition.goals))
        if points != share(index, otherwise, edition.goals).amount:
            reasons.append(Reason("O-9", f"ruling.zero_majority.{ruling}", {}, "zero_majority"))
        results.append((points, reasons))
    return results


def _majority_result(count: int, gained: Share) -> tuple[int, list[Reason]]:
    return gained.amount, [Reason("O-7", f"goal.{gained.place}", {"count": count, "points": gained.amount})]
