"""Sentences for players who may undo a location together, before and after."""

from collections import Counter
from dataclasses import dataclass

from companion.pages.tables.play.seen import Seen
from companion.rules.engine.physical_moves.move import Piece
from companion.rules.state.pieces import Cube
from companion.rules.state.position import Phase
from companion.rules.vocabulary import Location
from companion.tables.moves import moves_between
from companion.tables.projection.events import visible_moves
from companion.tables.queries import Undoable
from companion.tables.repository import lines_told
from companion.tables.together import TakeBack, TakenBack, take_back_offer, take_back_offers
from companion.words.catalogue import isolated, listed, term
from companion.words.telling import capital

_TOKENS = frozenset({Piece.TOKEN, Piece.CREW})


@dataclass(frozen=True)
class TakeBackView:
    """A location that can be taken back together.

    Attributes:
        location: which.
        number: of it.
        place: its number and name.
        later: the numbers of the locations after it that are undone too, in words; empty: none is.
        keep: whose rows stay, in a sentence; empty: nobody else told one.
        patrol: whether something of patrol is undone too.
        cubes: how many cubes of each colour are put back at the table.
        pieces: what else is, in words; empty: nothing.
        others: the word, number and name of each location that can be taken back instead.
    """

    location: Location
    number: int
    place: str
    later: str
    keep: str
    patrol: bool
    cubes: tuple[tuple[str, int], ...]
    pieces: str
    others: tuple[tuple[str, int, str], ...]


def named_location(word: str) -> Location | None:
    """Return the location of a word in an address or a form; None: it names none."""
    return Location(word) if word in Location.words() else None


def offered_take_back(seen: Seen, undo: Undoable | None) -> TakeBack | None:
    """Return what a viewer can take back together, unless their own undo, if there is one, does the same."""
    loaded, viewer, asked = seen.loaded, seen.viewer, seen.address.get("at", "")
    offer = take_back_offer(loaded, viewer, named_location(asked)) or take_back_offer(loaded, viewer)
    if offer is None:
        return None
    undoes_row = undo is not None and undo.others is None and undo.line.version == offer.own
    return None if undoes_row and not offer.later else offer


def take_back_view(seen: Seen, offer: TakeBack) -> TakeBackView:
    """Return what the page says of it."""
    loaded, viewer, language = seen.loaded, seen.viewer, seen.language
    gone = [version for version in loaded.state.history.counting if version > offer.to]
    back = moves_between(lines_told(loaded.table, gone), (), loaded.state.version)
    moves = [*visible_moves(back, viewer, loaded.state.game)]
    cubes: Counter[Cube] = Counter()
    for move in moves:
        if isinstance(move.piece, Cube):
            cubes[move.piece] += move.number
    keep = [isolated(seen.names[side]) for side in offer.keep]
    others = {"tokens" if move.piece in _TOKENS else "others" for move in moves if not isinstance(move.piece, Cube)}
    pieces = [seen.text(f"together.{kind}") for kind in ("tokens", "others") if kind in others]
    return TakeBackView(
        offer.location,
        offer.location.number,
        place_name(offer.location, language),
        listed(language, [str(one.number) for one in offer.later]) if offer.later else "",
        seen.text("together.keep", sides=listed(language, keep)) if keep else "",
        loaded.state.game.phase is Phase.PATROL,
        tuple((cube.value, cubes[cube]) for cube in Cube if cubes[cube]),
        listed(language, pieces) if pieces else "",
        tuple(
            (one.location.value, one.location.number, place_name(one.location, language))
            for one in take_back_offers(loaded, viewer)
            if one.location is not offer.location
        ),
    )


def place_name(location: Location, language: str) -> str:
    """Return the number and name of a location, as its heading has them."""
    return f"{location.number} {capital(term(language, location))}"


def taken_back_sentences(seen: Seen, taken: TakenBack, location: Location) -> tuple[str, str]:
    """Return who undid the open location, and what that means for a viewer's row."""
    seats = seen.viewer.seats
    own = taken.by in seats
    by = seen.text("together.you" if own else "together.by", side=seen.names[taken.by], n=location.number)
    if seats & {*taken.rows}:
        return by, seen.text("together.again")
    return by, seen.text("together.stays") if seats & seen.game.answered else ""
