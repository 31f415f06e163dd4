"""The scene that a room sees, as values.

It has no secrets: face-down tokens and guard cards are counted, never named (V-1).
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from companion.rules.reasons import Reason
from companion.rules.state.pieces import Side, Zone
from companion.rules.vocabulary import Location
from companion.tables.score_reveal import ScoreLine


class SceneKind(StrEnum):
    """The kind of scene."""

    LOBBY = "lobby"
    TABLE = "table"
    LOCATION = "location"
    RAID = "raid"
    REVEAL = "reveal"
    RESULT = "result"


class Piece(NamedTuple):
    """A token, a guard card, or tokens that were counted together.

    Attributes:
        kind: `token`, `card` or `sum`.
        shows: its face; None: it lies face down, or is not known.
        points: what it adds to its side's strength; None: a secret.
        special: whether it is the special guard card (E-16).
        card: which guard card of this round it is, if it lies face up.
    """

    kind: str
    shows: int | str | None
    points: int | None
    special: bool = False
    card: int | None = None


class Contestant(NamedTuple):
    """A side at the location that is shown.

    Attributes:
        side: its seat.
        pieces: its pieces there.
        bonus: what tomes add.
        rank, strength: None as long as something there lies face down.
        tied: whether another side there is as strong.
        marker: whether it holds the first player marker as they are ranked (L-4).
        suspicion: cubes that it takes.
        reward: the reward for its rank; None: none.
        gains, gives: cubes that it has got there, and that it has paid or swapped for them, by colour.
        takes: the single pieces it got there, of first player marker and leader goal.
        cards: items crafted and reserved there, and goons recruited, by zone.
        taken: which cards those are.
        tomes: how many tomes it got there, as everyone sees.
        reputation: what it has gained there on its track.
        declined: whether it has declined.
        strays: whether its pieces there went to the Library (L-8), or by what is known will.
    """

    side: Side
    pieces: tuple[Piece, ...]
    bonus: int
    rank: int | None
    strength: int | None
    tied: bool
    marker: bool
    suspicion: int
    reward: Mapping[str, Any] | None
    gains: Mapping[str, int]
    gives: Mapping[str, int]
    takes: tuple[str, ...]
    cards: Mapping[str, int]
    taken: tuple[tuple[Zone, int], ...]
    tomes: int
    reputation: int
    declined: bool
    strays: bool


class Standing(StrEnum):
    """The place of a side by its suspicion as a raid comes."""

    MOST = "most"
    TIED_MOST = "tied_most"
    SECOND = "second"
    TIED_SECOND = "tied_second"
    FEWER = "fewer"
    NONE = "none"


class Loss(NamedTuple):
    """A side's loss in a raid.

    Attributes:
        side: its seat.
        suspicion: cubes that the raid finds with it.
        lost: the reputation that the rule costs.
        before, after: its reputation.
        laid_back: how many of the cubes return to the supply.
        standing: its cubes compared with others' cubes.
        why: the reasons.
    """

    side: Side
    suspicion: int
    lost: int
    before: int
    after: int
    laid_back: int
    standing: Standing
    why: tuple[Reason, ...]


class Scene(NamedTuple):
    """The scene that the room sees.

    Attributes:
        kind: which scene.
        awaited: the sides for which everyone waits.
        location: of the scene of a location, otherwise None.
        face_down: whether something at that location still lies face down.
        asking: whether the game still asks who is there.
        suspicion_there: the suspicion cubes that lay there when it was ranked.
        ranking: the sides at that location, strongest first.
        losses: of a raid, the side that had the most cubes first.
        returning: how many suspicion cubes a raid returns to the supply.
        raid_done: whether the raid has happened, and the table only goes on.
        needed, left: how many suspicion cubes were to come as a raid was called, and how many there were; None if
            the table called it without a shortage.
        lines: the revealed lines of the final scores.
        covered: the categories that are not revealed.
        totals: the sum of the revealed lines, by side.
        items: how many items each side has crafted, once all is revealed (F-2).
        ranks: the rank of each side, once all is revealed.
        winners: the winners, once all is revealed.
        why: the reasons behind ranking or raid.
    """

    kind: SceneKind
    awaited: tuple[Side, ...] = ()
    location: Location | None = None
    face_down: bool = False
    asking: bool = False
    suspicion_there: int = 0
    ranking: tuple[Contestant, ...] = ()
    losses: tuple[Loss, ...] = ()
    returning: int = 0
    raid_done: bool = False
    needed: int | None = None
    left: int | None = None
    lines: tuple[ScoreLine, ...] = ()
    covered: tuple[str, ...] = ()
    totals: tuple[int, ...] = ()
    items: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    winners: tuple[Side, ...] = ()
    why: tuple[Reason, ...] = ()


def scene_as_json(now: Scene) -> dict[str, Any]:
    """Return a scene as JSON can write it, without its reasons."""
    return {
        "kind": now.kind.value,
        "awaited": [*now.awaited],
        "location": None if now.location is None else now.location.value,
        "ranking": [*map(_contestant_as_json, now.ranking)],
        "losses": [*map(_loss_as_json, now.losses)],
        "lines": [one._asdict() for one in now.lines],
        "covered": [*now.covered],
        "totals": [*now.totals],
        "winners": [*now.winners],
    }


def _loss_as_json(one: Loss) -> dict[str, Any]:
    row = one._asdict()
    del row["laid_back"], row["why"]
    return row


def _contestant_as_json(one: Contestant) -> dict[str, Any]:
    pieces = [{"kind": piece.kind, "shows": piece.shows, "points": piece.points} for piece in one.pieces]
    row = {**one._asdict(), "pieces": pieces, "takes": [*one.takes]}
    del row["taken"], row["tomes"], row["reputation"]
    return row
