"""Lights out after its last location: gains, what each side has, the next raid."""

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.pages.layout.frame import page_text
from companion.pages.layout.reasons import Why
from companion.pages.tables.log.happenings import whys
from companion.pages.tables.numbers.numbers_view import figures
from companion.pages.tables.play.seen import Seen
from companion.rules.engine.physical_moves.event_moves import each_move
from companion.rules.engine.physical_moves.move import Area, Move, Piece
from companion.rules.phases.patrol import cubes_short
from companion.rules.state.pieces import Cube, Kind, Side, Zone
from companion.rules.state.position import Phase, Position
from companion.tables.line import DONE
from companion.tables.projection.scenes.raid import raid_of
from companion.tables.projection.viewer import Viewer, owns
from companion.words import step_questions
from companion.words.catalogue import paragraph
from companion.words.telling import Names


@dataclass(frozen=True)
class Balance:
    """A side's gains, losses and present number of a piece.

    Attributes:
        more, less: of what has moved, and by how much it was corrected.
        now: what it has; None: nobody may know.
        figure: its field among the figures.
        corrected: whether some of it was only corrected.
    """

    more: int
    less: int
    now: int | None
    figure: str = ""
    corrected: bool = False


@dataclass(frozen=True)
class NightRow:
    """A kind of piece, by side."""

    sign: str
    name: str
    balances: tuple[Balance, ...]


@dataclass(frozen=True)
class Heap:
    """Suspicion cubes that lie together."""

    number: int
    name: str


@dataclass(frozen=True)
class Night:
    """The summary of a lights out.

    Attributes:
        number: of the round.
        rows: a kind of piece each: what moved, and what a raid or the score goes by.
        heaps: where the suspicion cubes of the box are.
        raid: what a raid would cost now, in a sentence.
        why: the reasons for that.
    """

    number: int
    rows: tuple[NightRow, ...]
    heaps: tuple[Heap, ...]
    raid: str
    why: list[Why]


@dataclass(frozen=True)
class Raid:
    """A raid of a game alone against the guards.

    Attributes:
        said: who had most, who loses what, and which cubes stay.
        lost: who loses what, of that.
        why: the reasons for that.
    """

    said: tuple[str, ...]
    lost: tuple[str, ...]
    why: list[Why]


def solo_raid(game: Position, names: Names, language: str) -> Raid:
    """Return a raid's effects on you and the guards (D-4).

    Args:
        game: as it is before the raid.
        names: of the seats.
        language: of the page.
    """
    scene = raid_of(game)
    losses = {"guards" if one.side == game.setup.guards else "you": one for one in scene.losses}
    most, fewest = scene.losses[0].suspicion, scene.losses[-1].suspicion
    who = "tie" if most == fewest else f"most.{next(iter(losses))}"
    head = page_text(language, f"raid.{who}", n=most, other=fewest)
    lost = [
        page_text(language, f"raid.lost.{key}", n=one.lost, now=one.after) for key, one in losses.items() if one.lost
    ]
    kept = {key: one.suspicion - one.laid_back for key, one in losses.items()}
    stay = [page_text(language, f"raid.stay.{key}", n=number) for key, number in kept.items() if number]
    told = tuple(lost or [page_text(language, "raid.nothing_lost")])
    reasons = whys(language, scene.why, names)
    # Why it comes is a reason too, which no side's loss has: what the goons need, and what there is.
    comes = game.phase is Phase.PATROL and cubes_short(game) > 0
    need = [Why("P-6", step_questions.why_a_raid_comes(language, game, names))] if comes else []
    return Raid((head, *told, *stay), told, [*need, *reasons])


def night(seen: Seen) -> Night:
    """Return the summary of this lights out from the log entries at hand."""
    sides = [side for side in seen.game.setup.sides if side == seen.game.setup.guards or side in seen.viewer.seats]
    raid, why = _raid(seen)
    rows = tuple(_rows(seen, sides or list(seen.game.setup.sides)))
    return Night(seen.game.round, rows, tuple(_heaps(seen)), raid, why)


def _rows(seen: Seen, sides: Sequence[Side]) -> Iterator[NightRow]:
    game, viewer = seen.game, seen.viewer
    tonight = [
        line
        for line in seen.lines
        if line.kind in DONE and line.before.round == game.round and line.before.phase is Phase.LIGHTS_OUT
    ]
    changes: Counter[tuple[Any, Side, bool]] = Counter()
    for move in (move for line in tonight for move in each_move(line.events, line.before)):
        for side in sides:
            for piece, by in ((move.piece, _by(move, side)), ("reserved", _reserved(move, side))):
                changes[piece, side, by > 0] += abs(by)
    fields = figures(game)
    before = tonight[0].before if tonight else game
    by_hand: set[tuple[Any, Side]] = set()
    for (piece, sign, now), (*_, was) in zip(_kinds(game, viewer), _kinds(before, viewer), strict=True):
        for side in sides:
            if (had := was(side)) is not None and (has := now(side)) is not None:
                # What was corrected in between moved no piece, and yet the figures are to add up.
                corrected = has - had - changes[piece, side, True] + changes[piece, side, False]
                changes[piece, side, corrected > 0] += abs(corrected)
                by_hand |= {(piece, side)} if corrected else set()
        named = {side: f"{_FIGURES.get(piece, piece)}.{side}" for side in sides}
        balances = tuple(
            Balance(
                changes[piece, side, True],
                changes[piece, side, False],
                now(side),
                named[side] if named[side] in fields else "",
                (piece, side) in by_hand,
            )
            for side in sides
        )
        if piece not in _SELDOM or any(one.more or one.less for one in balances):
            yield NightRow(sign, seen.text(f"night.{piece}"), balances)


_SELDOM: Final = frozenset({"reserved", Piece.LEADER_GOAL})
"""Has a row only where it moved in that night, so that all is seen at once."""

_FIGURES: Final[Mapping[Piece | Cube | str, str]] = {Piece.TOME: "tomes"}
"""The pieces with another name in the table's figures."""


def _by(move: Move, side: Side) -> int:
    """Return how much a move changes a side's number."""
    if move.piece is Piece.REPUTATION:
        return int(move.target.of or 0) - int(move.source.of or 0) if move.side == side else 0
    theirs = {Area.SIDE, Area.CRAFTED, Area.GOONS}
    return _comes(move, theirs, side)


def _reserved(move: Move, side: Side) -> int:
    """Return how many items a move adds to a side's reserve or takes from it."""
    return _comes(move, {Area.RESERVE}, side)


def _comes(move: Move, theirs: Container[Area], side: Side) -> int:
    comes, goes = (one.area in theirs and one.of == side for one in (move.target, move.source))
    return move.number * (comes - goes)


def _kinds(game: Position, viewer: Viewer) -> Iterator[tuple[Piece | Cube | str, str, Any]]:
    yield Piece.REPUTATION, "star", lambda side: game.reputation[side]
    for cube in (Cube.POWER, Cube.SUSPICION, Cube.SCRAP, Cube.POTION, Cube.IRON, Cube.GOLD):
        yield cube, f"cube-{cube}", lambda side, cube=cube: game.at(side, cube)
    yield Piece.GOON, "together", lambda side: len(tuple(game.lying((Zone.GOONS, side))))
    yield Piece.ITEM, "item", lambda side: len(tuple(game.lying((Zone.CRAFTED, side))))
    yield "reserved", "item", lambda side: len(tuple(game.lying((Zone.RESERVE, side))))
    if game.setup.leader is not None:
        yield Piece.LEADER_GOAL, "leader_goal", lambda side: int(game.leader == side)
    if game.setup.cards[Kind.TOME]:
        yield Piece.TOME, "tome", lambda side: game.tomes.get(side, 0) if owns(game, side, viewer) else None


def _heaps(seen: Seen) -> Iterator[Heap]:
    game = seen.game
    for side in game.setup.sides:
        if number := game.at(side, Cube.SUSPICION):
            alone = len(game.players) == 1
            key = "night.guards" if side == game.setup.guards else "night.yours" if alone else ""
            yield Heap(number, seen.text(key) if key else seen.names[side])
    lying = sum(game.at(location, Cube.SUSPICION) for location in game.setup.edition.locations)
    if lying:
        yield Heap(lying, seen.text("night.lying"))
    yield Heap(game.supply(Cube.SUSPICION), seen.text("night.left"))


def _raid(seen: Seen) -> tuple[str, list[Why]]:
    """Return what a raid would cost everyone now, and why (D-4)."""
    scene = raid_of(seen.game)
    losses = [
        seen.text("night.loses", side=seen.names[one.side], lost=one.lost, now=one.after)
        for one in scene.losses
        if one.lost
    ]
    return paragraph(seen.language, losses) or seen.text("night.nobody"), whys(seen.language, scene.why, seen.names)
