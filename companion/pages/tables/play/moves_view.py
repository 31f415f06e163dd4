"""Moves for players as rows of icon, number and target, by whose they are.

A solo page has a column for the player and one for the guards; at tables of several a page asks for the columns of the
seats it is about. Nobody's pieces, such as goons that come, are below. `moves.html` draws them; each row also has its
sentence, which is read aloud.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from companion.pages.layout.frame import page_text
from companion.rules.engine.physical_moves.move import DECK, Area, How, Move, Piece, Where
from companion.rules.state.pieces import Cube, Side
from companion.rules.state.position import Position
from companion.rules.vocabulary import Location
from companion.words.catalogue import joined, paragraph, term
from companion.words.messages import PAGES
from companion.words.move_sentences import goon_moved, move_phrase, move_sentence
from companion.words.telling import Names, Telling, capital

A_DEAL: Final = 3
"""So many guard cards placed one by one, or more, are described together."""

STAR: Final = "star"
"""The sign of reputation."""

_SIGNS: Final = {
    Piece.TOKEN: "home",
    Piece.CREW: "home",
    Piece.GUARD_CARD: "guard-down",
    Piece.LOCATION_CARD: "off-duty",
    Piece.ITEM: "item",
    Piece.GOON: "together",
    Piece.TOME: "tome",
    Piece.FIRST_PLAYER: "marker",
    Piece.LEADER_GOAL: "leader_goal",
    Piece.INSTANT_GOAL: "instant_goal",
    Piece.REPUTATION: STAR,
    Piece.ROUND_MARKER: "tally",
}
_MORE_OR_LESS: Final = {(Area.SUPPLY, Area.SIDE): "moves.more", (Area.SIDE, Area.SUPPLY): "moves.less"}
_LEAVES: Final = frozenset({(Piece.TOKEN, Area.HOME), (Piece.GUARD_CARD, Area.ASIDE)})
_CREW_AND_GUARDS: Final = frozenset({Piece.TOKEN, Piece.GUARD_CARD})
_TAKEN: Final = frozenset({Piece.FIRST_PLAYER, Piece.LEADER_GOAL, Piece.INSTANT_GOAL})
_SOFT: Final = frozenset({Piece.TOKEN, Piece.CREW, Piece.GUARD_CARD, Piece.LOCATION_CARD})


@dataclass(frozen=True)
class MoveRow:
    """A move, or some that are one for the eye.

    Attributes:
        piece: what is moved.
        sign: an icon, or `cube-` and a colour.
        number: the figure before it; 0: none.
        phrase: where from or to.
        aloud: what is read aloud, a sentence for each move.
        brief: the same in as few words as an ear needs that hears of many.
        soft: whether it is nothing that counts.
        wide: whether it takes a whole line: both its ends are named, or a goon comes, which lays cubes of its own.
        leaves: whether a token goes home or a guard card is set aside.
    """

    piece: Piece | Cube
    sign: str
    number: int
    phrase: str
    aloud: str
    brief: str
    soft: bool
    wide: bool = False
    leaves: bool = False


@dataclass(frozen=True)
class MoveColumn:
    """The moves of a seat.

    Attributes:
        side: whose, or None for the table's.
        rows: in the order of the work.
    """

    side: Side | None
    rows: tuple[MoveRow, ...]


@dataclass(frozen=True)
class MoveList:
    """A list of moves to make.

    Attributes:
        columns: for the seats asked for, then the table's if it has any.
        back: whether it leads back, after an undo.
        opened: whether its fold is open.
    """

    columns: tuple[MoveColumn, ...]
    back: bool = False
    opened: bool = False

    @property
    def number(self) -> int:
        """The number of moves shown, and so read aloud."""
        return sum(len(column.rows) for column in self.columns)

    @property
    def longest(self) -> int:
        """The number of rows in the longest column."""
        return max((len(column.rows) for column in self.columns), default=0)

    @property
    def sentences(self) -> Iterator[str]:
        """Every row's, where there is no room for columns."""
        return (row.aloud for column in self.columns for row in column.rows)

    def spoken(self, names: Names, language: str, told: Piece | None = None) -> list[str]:
        """Return the moves to be said: one by its sentence, several or several guard cards briefly, by seat.

        Args:
            names: of the seats.
            language: to be spoken.
            told: the piece whose moves were said already.
        """
        columns = [(one.side, [row for row in one.rows if row.piece is not told]) for one in self.columns]
        every = [row for _, rows in columns for row in rows]
        if len(every) == 1 and not (every[0].piece is Piece.GUARD_CARD and every[0].number > 1):
            return [every[0].aloud]
        crew_and_guards = [row for row in every if row.piece in _CREW_AND_GUARDS]
        all_leave = all(row.leaves for row in crew_and_guards) and len({row.piece for row in crew_and_guards}) > 1
        if all_leave:
            columns = [(side, [row for row in rows if not row.leaves]) for side, rows in columns]
        sentences = [
            page_text(language, "moves.of_table", moves=capital(_briefly(language, rows)))
            if side is None
            else page_text(language, "moves.of_side", side=names[side], moves=_briefly(language, rows))
            for side, rows in columns
            if rows
        ]
        return [*sentences, page_text(language, "moves.all_leave")] if all_leave else sentences


def _briefly(language: str, rows: Iterable[MoveRow]) -> str:
    return joined(language, [row.brief for row in rows])


def move_list(
    moves: Iterable[Move],
    game: Position,
    *,
    names: Names,
    language: str,
    sides: Sequence[Side],
    here: Location | None = None,
    back: bool = False,
    mistyped: bool = False,
    own: Collection[Side] | None = None,
) -> MoveList:
    """Return moves as a page shows them.

    Args:
        moves: as their reader may know them.
        game: at whose table they are made.
        names: of the seats.
        language: of the page.
        sides: the seats that have a column; other seats' rows are below.
        here: the location that the page is about.
        back: whether they lead back.
        mistyped: whether they only undo entered card details; the cards stay revealed.
        own: the readers' seats; None: all that have a column.
    """
    found = tuple(moves)
    reader = next(iter(own)) if own is not None and len(own) == 1 else None
    rows = _Rows(game, names, language, here, sides, mistyped, sides if own is None else own, reader)
    columns = [MoveColumn(side, tuple(rows.of([one for one in found if one.side == side]))) for side in sides]
    others = tuple(rows.of(_cards_first([one for one in found if one.side not in sides])))
    return MoveList((*columns, *([MoveColumn(None, others)] if others else [])), back)


@dataclass(frozen=True)
class _Rows:
    game: Position
    names: Names
    language: str
    here: Location | None
    sides: Sequence[Side]
    mistyped: bool
    own: Collection[Side]
    reader: Side | None

    def of(self, moves: Sequence[Move]) -> Iterator[MoveRow]:
        """Rows of one column: pieces of a kind that go the same way are one."""
        last: Move | None = None
        for _, alike in groupby(moves, key=self._kind):
            some = tuple(alike)
            laid = some[0] if _is_laid(some[0]) else None
            row = self._deal(some) if self._is_deal(some) else self._row(some)
            yield replace(row, brief=self._heap(laid, last)) if laid else row
            last = laid

    def _kind(self, move: Move) -> object:
        if move.piece is Piece.GUARD_CARD and move.source.area is Area.DECK:
            return move.piece, move.source.area
        if move.how is How.CLEAR:
            return move.piece, move.how
        if move.piece in _SOFT:
            return move.piece, move.how, self._phrase(move), move.source
        return move

    def _is_deal(self, some: Sequence[Move]) -> bool:
        return some[0].piece is Piece.GUARD_CARD and some[0].source.area is Area.DECK and len(some) >= A_DEAL

    def _deal(self, some: Sequence[Move]) -> MoveRow:
        places = joined(
            self.language, [str(one.target.of.number) for one in some if isinstance(one.target.of, Location)]
        )
        sentence = page_text(self.language, "table.deal", places=places)
        phrase = page_text(self.language, "moves.deal", places=places)
        number = len(some)
        numbers = [one.target.of.number for one in some if isinstance(one.target.of, Location)]
        in_a_row = numbers == [*range(numbers[0], numbers[-1] + 1)]
        spoken = page_text(self.language, "moves.places", first=numbers[0], last=numbers[-1]) if in_a_row else places
        brief = page_text(self.language, "moves.dealt", places=spoken)
        return MoveRow(Piece.GUARD_CARD, _SIGNS[Piece.GUARD_CARD], number, phrase, sentence, brief, soft=False)

    def _row(self, some: Sequence[Move]) -> MoveRow:
        first = some[0]
        if self.mistyped and _turned_up(first):
            key = f"moves.stays.{first.piece}"
            aloud = paragraph(self.language, (page_text(self.language, key, location=one.source.of) for one in some))
            stays = page_text(self.language, "moves.stays")
            return MoveRow(first.piece, self._sign(first), 0, stays, aloud, aloud, soft=True)
        number = sum(one.number for one in some)
        on_track = first.target.area in {Area.TRACK, Area.ROUNDS}
        counts = isinstance(first.piece, Cube) or (number > 1 and not on_track)
        aloud = paragraph(
            self.language, (move_sentence(self.language, one, self.names, self.game, self.reader) for one in some)
        )
        soft = first.piece in _SOFT and first.how is not How.SHUFFLE
        sign = self._sign(first)
        crew = self._crew_moved(some)
        shown = number if counts and not crew else 0
        phrase = crew or self._phrase(first)
        wide = _between_spaces(first) or (first.piece is Piece.GOON and first.target.area is Area.SPACE)
        brief = self._brief(some, number, phrase)
        leaves = (first.piece, first.target.area) in _LEAVES
        return MoveRow(first.piece, sign, shown, phrase, aloud, brief, soft, wide=wide, leaves=leaves)

    def _brief(self, some: Sequence[Move], number: int, phrase: str) -> str:
        """Return a row in a few words."""
        move, piece = some[0], some[0].piece
        if isinstance(piece, Cube):
            return self._cubes(move, number)
        if piece is Piece.REPUTATION:
            return page_text(self.language, "moves.track", n=move.target.of)
        if (
            piece is Piece.TOKEN
            and move.target.area is Area.HOME
            and None not in (which := [one.which for one in some])
        ):
            what = joined(self.language, [self._telling().token(one) for one in which if one is not None])
            return page_text(self.language, "moves.home", what=what)
        if piece is Piece.GOON and _between_spaces(move):
            return page_text(self.language, "moves.goon_goes", **self._between(move))
        if piece is Piece.ITEM and (taken := self._item_taken(move)):
            return taken
        if known := self._usual_way(move, number):
            return known
        if piece is Piece.TOME and number > 1:
            way = move_phrase(self.language, move, self.names, self.game, self.here)
            return self._named(self._telling().say("piece.tome", n=number), way)
        says_what = f"moves.what.{piece}" in PAGES and move.how is not How.SHUFFLE
        if says_what or self._crew_moved(some):
            return phrase
        return self._named(self._telling().say(f"piece.{piece}", n=number), phrase)

    def _usual_way(self, move: Move, number: int) -> str:
        """Return what is shuffled, drawn or taken, where that says the way; otherwise empty."""
        piece = move.piece
        if move.how is How.SHUFFLE and (shuffle := f"moves.shuffle.{piece}") in PAGES:
            return page_text(self.language, shuffle)
        if piece in _TAKEN and move.target == Where(Area.SIDE, move.side):
            return page_text(self.language, f"moves.what.{piece}")
        if piece is Piece.TOME and move.source == DECK:
            if move.drawn > move.number:
                return page_text(self.language, "moves.keep_tomes", draw=move.drawn, keep=move.number)
            return page_text(self.language, "moves.more", what=self._telling().say("piece.tome", n=number))
        return ""

    def _cubes(self, move: Move, number: int) -> str:
        """Cubes: what comes from the supply or goes there is more or less of them.

        The location that lights out is at was said before, on whatever page.
        """
        short = f"moves.{move.piece}"
        what = (
            page_text(self.language, short, n=number)
            if short in PAGES
            else self._telling().amount(str(move.piece), number)
        )
        key = _MORE_OR_LESS.get((move.source.area, move.target.area))
        way = move_phrase(self.language, move, self.names, self.game, self.game.location)
        return page_text(self.language, key, what=what) if key else self._named(what, way)

    def _item_taken(self, move: Move) -> str:
        """Return an item that is crafted, reserved or new; empty if it goes another way."""
        source, target = move.source, move.target.area
        if (source, target) == (DECK, Area.DISPLAY) and isinstance(move.target.of, int):
            return page_text(self.language, "moves.new_item", n=move.target.of + 1)
        if (source.area, target) == (Area.RESERVE, Area.CRAFTED):
            return page_text(self.language, "moves.craft_reserved")
        key = {Area.CRAFTED: "moves.craft", Area.RESERVE: "moves.reserve"}.get(target)
        return page_text(self.language, key, n=source.of + 1) if key and isinstance(source.of, int) else ""

    def _between(self, move: Move) -> dict[str, object]:
        """Return a goon's move in words: which goon, from where, to where."""
        told, goon = self._telling(), goon_moved(move, self.game)
        what = told.card(goon) if goon else page_text(self.language, "moves.what.goon", n=1)
        return {"what": what, "start": self._end(told, move.source), "end": self._end(told, move.target)}

    def _heap(self, move: Move, last: Move | None) -> str:
        """Return cubes that are placed at a location in words; what the move before says is not repeated."""
        place = capital(term(self.language, move.target.of))
        if move.piece is not Cube.SUSPICION:
            what = self._telling().amount(str(move.piece), move.number)
            here = last is not None and last.target == move.target
            return what if here else page_text(self.language, "moves.named", what=place, way=what)
        follows = last is not None and last.piece is Cube.SUSPICION
        heap = page_text(self.language, "moves.heap", place=place, n=move.number)
        return heap if follows else page_text(self.language, "moves.heaps", heap=heap)

    def _named(self, what: object, way: str) -> str:
        return page_text(self.language, "moves.named", what=what, way=way)

    def _telling(self) -> Telling:
        return Telling(self.language, self.names, self.game)

    def _crew_moved(self, some: Sequence[Move]) -> str:
        """Return which tokens go where; empty if the icon is enough or they are hidden."""
        tokens = [one.which for one in some]
        if some[0].piece is not Piece.TOKEN or None in tokens:
            return ""
        told = Telling(self.language, self.names, self.game)
        what = joined(self.language, [told.token(one) for one in tokens if one is not None])
        side = some[0].side
        if side is not None and side in self.sides:
            # A bare figure would be taken for how many; another's name stands above the column.
            key = "moves.own_tokens" if side in self.own else "moves.their_tokens"
            what = page_text(self.language, key, what=what)
        source = some[0].source.of
        if some[0].target.area is Area.HOME and isinstance(source, Location):
            # A solo player sees where their few tokens lie.
            named = source != self.here and not self.game.setup.solitary
            way = told.say("move.home_from", location=source) if named else told.say("move.home_here")
        else:
            way = move_phrase(self.language, some[0], self.names, self.game, self.here)
        return page_text(self.language, "moves.named", what=what, way=way)

    def _phrase(self, move: Move) -> str:
        """Return a move's target in words, and its piece if the icon is not clear."""
        if move.how is How.CLEAR:
            return page_text(self.language, "moves.cleared")
        if move.piece is Piece.TOME and move.drawn > move.number:
            return page_text(self.language, "moves.choose_tomes", draw=move.drawn, keep=move.number)
        way = move_phrase(self.language, move, self.names, self.game, self.here)
        if move.how is How.SHUFFLE or f"moves.what.{move.piece}" not in PAGES:
            return way
        if move.piece is Piece.ITEM and move.target.area is Area.RESERVE:
            return page_text(self.language, "moves.reserved", way=way)
        if move.piece is Piece.ITEM and move.source.area is Area.RESERVE:
            crafted = move.target.area is Area.CRAFTED
            return page_text(self.language, "moves.own_crafted" if crafted else "moves.face_up", way=way)
        goon = goon_moved(move, self.game)
        told = Telling(self.language, self.names, self.game)
        new = move.piece is Piece.ITEM and (move.source, move.target.area) == (DECK, Area.DISPLAY)
        kind = "new_item" if new else move.piece
        what = told.card(goon) if goon else page_text(self.language, f"moves.what.{kind}", n=move.number)
        if _between_spaces(move):
            return page_text(self.language, "moves.goon_from", **self._between(move))
        return page_text(self.language, "moves.named", what=what, way=way)

    def _end(self, told: Telling, where: Where) -> str:
        """Return a move's end in words: a space of goons or their discards by bare name."""
        return capital(told.where(where.area) if where.of is None else term(self.language, where.of))

    def _sign(self, move: Move) -> str:
        if isinstance(move.piece, Cube):
            return f"cube-{move.piece}"
        if move.piece is Piece.GOON and move.how is not How.SHUFFLE:
            goon = goon_moved(move, self.game)
            return str(goon.type) if goon else _SIGNS[Piece.GOON]
        if move.piece in {Piece.TOKEN, Piece.CREW} and move.target.area is not Area.HOME:
            return (
                str(move.which) if move.which in {"lookout", "enforcer"} else _TO_LIBRARY.get(move.target.of, "token")
            )
        # Cards of an expansion look as items do.
        return _SIGNS.get(move.piece, _SIGNS[Piece.ITEM])


def _between_spaces(move: Move) -> bool:
    """Return whether a goon moves up or is discarded: then both its ends are named."""
    return move.piece is Piece.GOON and {move.source.area, move.target.area} <= {Area.SPACE, Area.DISCARDS}


def _cards_first(moves: list[Move]) -> list[Move]:
    """Put revealed goons first, as they are there already; then their cubes."""
    if not any(one.piece is Piece.GOON and one.source == DECK for one in moves):
        return moves
    return sorted(moves, key=_is_laid)


def _is_laid(move: Move) -> bool:
    return isinstance(move.piece, Cube) and move.source.area is Area.SUPPLY and move.target.area is Area.LOCATION


def _turned_up(back: Move) -> bool:
    """Return whether an undo is of a card revealed before its details were entered."""
    return back.piece is Piece.LOCATION_CARD or (back.piece is Piece.GUARD_CARD and back.source == back.target)


_TO_LIBRARY: Final[dict[object, str]] = {Location.LIBRARY: "library"}
