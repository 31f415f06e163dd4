"""Striking a single entry, if no later one touches or reads what it set. Pure."""

from collections.abc import Sequence
from typing import Any

from companion.rules.engine import decider
from companion.rules.errors import RuleError
from companion.rules.shuffling.shuffle import Shuffle
from companion.rules.state.events import Event, replay
from companion.rules.state.pieces import Cube, Kind
from companion.rules.state.position import Position
from companion.tables import line as log_line
from companion.tables.conflicts import changed_paths, overlap
from companion.tables.line import Line


def first_line_resting_on(without: Position, lines: Sequence[Line], shuffle: Shuffle[Any]) -> Line | None:
    """Return the first entry that rests on another and prevents its strike.

    An entry rests on another if it touches what the other set, has another result when it is decided again without the
    other, takes from the box what the other put there (E-14), or gives a card its number after the other did. On the
    table's setup, such as who plays, everything rests.

    Args:
        without: the game just before the entry to be struck.
        lines: the entries that count, in order, from the one to be struck on; each after it with its act.
        shuffle: the order of the table's cards.

    Returns:
        None if it can be struck.
    """
    now = replay(lines[0].events, without)
    mine = changed_paths(without, now)
    agreed, numbers = without.setup != now.setup, len(now.cards) > len(without.cards)
    for line in lines[1:]:
        after = replay(line.events, now)
        if agreed or overlap(mine, changed_paths(now, after)):
            return line
        if numbers and len(after.cards) > len(now.cards):
            return line
        found = outcome(now, line, shuffle)
        if found is None or found != outcome(without, line, shuffle):
            return line
        now, without = after, replay(line.events, without)
        if not fits(without):
            return line
    # A later entry can have set again what was so already, which would now come back with it.
    return None if changed_paths(without, now) == mine else lines[-1]


def lines_behind(before: Position, lines: Sequence[Line], first: Line) -> list[int]:
    """Return the entries that prevent a strike, in order.

    Args:
        before: the game just before the entry to be struck.
        lines: the entries that count, in order, from the one to be struck on.
        first: the first that prevents it, see `first_line_resting_on`; entries that have since touched what it set
            prevent it too.
    """
    now = replay(lines[0].events, before)
    resting = changed_paths(before, now)
    found: list[int] = []
    for line in lines[1:]:
        after = replay(line.events, now)
        changed = changed_paths(now, after)
        if line is first or (line.version > first.version and overlap(resting, changed)):
            resting |= changed
            found.append(line.version)
        now = after
    return found


def outcome(game: Position, line: Line, shuffle: Shuffle[Any]) -> tuple[Event, ...] | None:
    """Return the events of an entry's act in a game; None if it is illegal."""
    decide = decider.correct if line.kind is log_line.Kind.CORRECTION else decider.decide
    try:
        return decide(game, line.act, shuffle)
    except RuleError:
        return None


def fits(game: Position) -> bool:
    """Return whether the box has all pieces that are on the table."""
    return all(game.supply(cube) >= 0 for cube in Cube) and all(game.deck(kind) >= 0 for kind in Kind)
