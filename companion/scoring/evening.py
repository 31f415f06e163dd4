"""The recap of a game from its log: points after each act and round.

Points are the score if the game had ended there: every line of the score, with the raids carried out so far. Players
count some things only at the end. Those points are in no earlier total, so that nothing is shown before it was known;
they are added, as counted in the end, where sides are compared.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import takewhile
from typing import Final, NamedTuple, TypeAlias

from companion.rules.phases.final_counts import COUNT_HAND, ENTER_HOLDINGS
from companion.rules.phases.free_actions import RAID_NOW
from companion.rules.phases.patrol import COUNT, RAID
from companion.rules.state.events import NOTHING, Counted, Event, Moved, Noted, PhaseBegan, Scored
from companion.rules.state.pieces import Cube, Side
from companion.rules.state.position import Position
from companion.scoring.from_game import sheet
from companion.scoring.score import compared_items, totals

Points: TypeAlias = tuple[int, ...]
"""One number for each side, clockwise."""

LEAST_SWING: Final = 3
"""A turning point must change the lead by at least so many points."""

RAIDS: Final = frozenset({RAID.word, RAID_NOW.word})
"""The types of acts with which a raid is carried out."""

_COUNTS: Final = frozenset({COUNT.word, COUNT_HAND.word})
_ENTRIES: Final = frozenset({*_COUNTS, ENTER_HOLDINGS.word})
"""Acts that only enter what a player already has."""

_SCORED: Final = ("setup", "cubes", "reputation", "first_player", "cards", "zones", "tomes", "leader", "counted")
"""The fields of a position that a score depends on."""


class PlayedLine(NamedTuple):
    """A log entry that counts.

    Attributes:
        version: its version.
        act: the type of the act; empty if no player asked for it.
        events: what happened; reasons are not needed.
        correction: whether it only corrected what the app had wrong.
    """

    version: int
    act: str
    events: Sequence[Event]
    correction: bool = False


class Standing(NamedTuple):
    """Each side's total at a moment, and the items that break a tie (F-2)."""

    points: Points
    items: Points


class Raid(NamedTuple):
    """A raid: its log entry and round, and the points just before and after it."""

    line: int
    round: int
    before: Points
    after: Points


class Step(NamedTuple):
    """A log entry of the game and the points before and after it.

    Attributes:
        line: its version.
        round: the round in which it was done; 0 is the setup.
        before, after: the points known just before and after it.
        played: whether it changed the game, rather than correcting it or entering what a player had.
        raid: the raid that it was, if it was one.
        game: the position after it.
    """

    line: int
    round: int
    before: Standing
    after: Standing
    played: bool
    raid: Raid | None
    game: Position

    @property
    def gains(self) -> Points:
        """The change in each side's points."""
        return tuple([now - then for then, now in zip(self.before.points, self.after.points, strict=True)])


class Gain(NamedTuple):
    """The change in one side's points with one log entry."""

    line: int
    side: Side
    by: int


class RoundPoints(NamedTuple):
    """A round: its last log entry, points after it, raids, and largest change."""

    round: int
    line: int
    points: Points
    raids: tuple[Raid, ...]
    largest: Gain | None


class TurningPoint(NamedTuple):
    """The act after which the lead never changed, or the act of the largest swing.

    Attributes:
        line: the version of its log entry.
        round: in which it was done.
        side: the winner; the first of several that share the win.
        before, after: that side's lead just before and after it; below 0: behind.
        raid: whether it was a raid.
        changed: whether the lead has changed with it.
    """

    line: int
    round: int
    side: Side
    before: int
    after: int
    raid: bool
    changed: bool


class _Evening(NamedTuple):
    """The fields of a recap.

    Attributes:
        game: the position at the end.
        result: each side's total at the end.
        counted: the part of it that was counted only at the end.
        steps: every log entry that counts.
        rounds: each round, from the one before the first; that is the setup, or where a game begun in the middle began.
        followed: whether the app has known all that scores from the first round on.
    """

    game: Position
    result: Standing
    counted: Standing
    steps: tuple[Step, ...]
    rounds: tuple[RoundPoints, ...]
    followed: bool


class Evening(_Evening):
    """The recap of a game that is over."""

    @property
    def winners(self) -> frozenset[Side]:
        """The winning sides (F-2, F-5)."""
        return leaders(self.game, self.result)

    @cached_property
    def _margins(self) -> tuple[tuple[Step, int, int, bool, bool], ...]:
        """Each played step: the winners' margin before and after it, and whether they led."""
        found = []
        for step in self.steps:
            then, now = (_sum(one, self.counted) for one in (step.before, step.after))
            led, leads = (leaders(self.game, one) == self.winners for one in (then, now))
            if step.round:
                found.append((step, _margin(then.points, self.winners), _margin(now.points, self.winners), led, leads))
        return tuple(found)

    @cached_property
    def turning_point(self) -> TurningPoint | None:
        """The turning point; None if no act moved enough or all sides won."""
        if len(self.winners) == len(self.result.points):
            return None
        margins = self._margins
        last = next((one for one in reversed(margins) if not one[3] and one[4]), None)
        played = [one for one in margins if one[0].played]
        found = last or max(played, key=lambda one: abs(one[2] - one[1]), default=None)
        if found is None or not found[0].played or abs(found[2] - found[1]) < LEAST_SWING:
            return None
        step, before, after, *_ = found
        raid, winner = step.raid is not None, min(self.winners)
        return TurningPoint(step.line, step.round, winner, before, after, raid, last is not None)

    @cached_property
    def best_scoring(self) -> Gain | None:
        """The most points that a side has got with one act."""
        played = (step for step in self.steps if step.played and step.round)
        gains = (Gain(step.line, side, by) for step in played for side, by in enumerate(step.gains) if by > 0)
        return max(gains, key=lambda gain: gain.by, default=None)

    @cached_property
    def lead_changes(self) -> tuple[int, ...]:
        """The entries with which the lead passed to other sides; a tie ends no lead."""
        found, leading = [], None
        for step in self.steps:
            now = leaders(self.game, _sum(step.after, self.counted))
            if leading is not None and not now & leading and step.round:
                found.append(step.line)
            if leading is None or not now & leading or not step.round:
                leading = now
        return tuple(found)


def evening(lines: Iterable[PlayedLine]) -> Evening:
    """Return the recap of a game from the entries that count, first to last."""
    telling = _Telling()
    for line in lines:
        telling.take(line)
    return telling.told()


def standing(game: Position) -> Standing:
    """Return each side's points if the game ended there; no raid is added."""
    kept = sheet(game, [str(side) for side in game.setup.sides])
    return Standing(totals(kept), tuple([compared_items(side, kept) for side in kept.sides]))


def leaders(game: Position, now: Standing) -> frozenset[Side]:
    """Return who would win now: guards win ties (F-5), otherwise items decide (F-2)."""
    guards = game.setup.guards
    if guards is not None:
        player = 1 - guards
        return frozenset({player if now.points[player] > now.points[guards] else guards})
    keys = list(zip(*now, strict=True))
    return frozenset(side for side, key in enumerate(keys) if key == max(keys))


class _Telling:
    """Builds a recap entry by entry."""

    def __init__(self) -> None:
        self._game = NOTHING
        self._last = self._now = Standing((), ())
        self._counted_before: dict[tuple[Side, str], int] | None = None
        self._steps: list[Step] = []
        self._ends: dict[int, tuple[int, Points]] = {}
        self._light = False

    def take(self, line: PlayedLine) -> None:
        """Add a log entry."""
        if line.act in _COUNTS and self._counted_before is None:
            self._counted_before = dict(self._game.counted)
        round_, before = self._game.round, self._standing(self._game)
        raid = self._raid(line) if line.act in RAIDS else None
        game = self._game
        for event in line.events:
            if isinstance(event, PhaseBegan) and event.round != game.round and self._steps:
                self._end_round(game.round, event.round, game, skips=line.correction)
            game = event.evolve(game)
        after = self._standing(game)
        if not self._steps:
            # No player earned the pieces on the table as a game begins.
            before, round_ = after, max(0, game.round - 1)
            if game.round:
                self._ends[round_] = (line.version, after.points)
        # In light depth a player who scores reports it by correcting the track.
        told = line.correction and not self._game.setup.light
        played = not told and line.act not in _ENTRIES and bool(self._steps)
        self._steps.append(Step(line.version, round_, before, after, played, raid, game))
        self._light = self._light or (bool(game.round) and game.setup.light)

    def told(self) -> Evening:
        """Return the recap."""
        game = self._game
        known, result = self._standing(game), standing(game)
        counted = Standing(*(tuple(map(_less, all_, part)) for all_, part in zip(result, known, strict=True)))
        self._ends[game.round] = (self._steps[-1].line, result.points)
        followed = not self._light and not any(counted.points)
        rounds = tuple(self._round(*one) for one in sorted(self._ends.items()))
        return Evening(game, result, counted, tuple(self._steps), rounds, followed)

    def _standing(self, game: Position) -> Standing:
        """Return each side's points, without any counted only at the end; remember them."""
        same = all(getattr(game, name) is getattr(self._game, name) for name in _SCORED)
        if not same:
            told = game if self._counted_before is None else game._replace(counted=self._counted_before)
            self._now = standing(told) if game.reputation else Standing((), ())
        self._game = game
        return self._now

    def _raid(self, line: PlayedLine) -> Raid:
        """Return the raid at the start of an entry; cards dealt after it do not count."""
        before = self._now
        game, round_ = self._game, self._game.round
        for event in takewhile(_is_of_raid, line.events):
            game = event.evolve(game)
        current = self._game
        after = self._standing(game)
        self._game, self._now = current, before
        return Raid(line.version, round_, before.points, after.points)

    def _end_round(self, ended: int, begun: int, game: Position, *, skips: bool) -> None:
        """Note the end of a round; forget rounds that a table, gone back, plays again.

        If a correction only sets another round, the recap leaves out a round in which no one did anything.
        """
        if not skips or not ended or any(step.played for step in self._steps if step.round == ended):
            self._ends[ended] = (self._steps[-1].line, self._standing(game).points)
        self._ends = {round_: end for round_, end in self._ends.items() if round_ < begun}

    def _round(self, round_: int, end: tuple[int, Points]) -> RoundPoints:
        line, points = end
        steps = [step for step in self._steps if step.round == round_ and step.round]
        raids = tuple(step.raid for step in steps if step.raid is not None)
        gains = (Gain(step.line, side, by) for step in steps if step.played for side, by in enumerate(step.gains) if by)
        return RoundPoints(round_, line, points, raids, max(gains, key=lambda gain: abs(gain.by), default=None))


def _is_of_raid(event: Event) -> bool:
    """Return whether an event belongs to a raid: counts, losses, returned cubes (D-1)."""
    goes_back = isinstance(event, Moved) and event.cube is Cube.SUSPICION and event.target is None
    return goes_back or isinstance(event, Counted | Scored | Noted)


def _sum(one: Standing, other: Standing) -> Standing:
    return Standing(*(tuple(map(int.__add__, *pair)) for pair in zip(one, other, strict=True)))


def _less(one: int, other: int) -> int:
    return one - other


def _margin(points: Points, winners: frozenset[Side]) -> int:
    """Return the winners' lead over the best other side; there is at least one other."""
    others = [one for side, one in enumerate(points) if side not in winners]
    return min(points[side] for side in winners) - max(others)
