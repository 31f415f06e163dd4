"""Every told move of whole games, done by hand on a plain table: it lies as the app says after each step, way and back.

What people tell the app they have laid or turned up by then, as they read it off their own table; nothing else is done
but what the lists say. So a move that no list has is a difference that stays, and one in the wrong place takes what is
not there.
"""

import random
from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import count
from typing import Any, Final, NamedTuple

import pytest
from support.common import SEED, rule
from support.made_lines import made_line
from support.random_rules_player import any_act
from support.real_pieces import Counts, applied, counts, crews, guards_heap

from companion.rules.acts.actions import Act, Prompt
from companion.rules.corrections.registry import corrections
from companion.rules.engine.decider import Decision, begin, correction_decision, next_decision, prompt
from companion.rules.engine.physical_moves.move import DECK, SUPPLY, Area, Move, Piece, Where
from companion.rules.errors import RuleError
from companion.rules.phases.lights_out import asked_together
from companion.rules.schema import ChoiceField
from companion.rules.shuffling.shuffle import shuffled
from companion.rules.state.events import replay
from companion.rules.state.pieces import DISPLAY, Cube, Side
from companion.rules.state.pieces import Kind as Deck
from companion.rules.state.position import Position
from companion.rules.state.setup import Dealing, Setup
from companion.rules.vocabulary import Location
from companion.tables.line import Kind, LineInContext
from companion.tables.moves import moves_between
from companion.tables.projection.events import visible_moves
from companion.tables.projection.viewer import Viewer
from companion.tables.setup_request import agreed

FACES: Final = [{"strength": 1 + number % 7} for number in range(12)]
FEW: Final = {
    "cubes": {"power": 5, "suspicion": 5, "scrap": 4, "iron": 4, "potion": 3, "gold": 3},
    "cards": {"tomes": 5, "items": 9, "goons": 7},
}
"""A box in which all is soon used up, so that decks run out and discards are shuffled."""

ALONE: Final[dict[str, Any]] = {"leader_goal": {"counts": "gem", "minimum": 1}}
THREE: Final = {**ALONE, "players": [{}, {}, {}], "instant_goal": True}
ON_BOARD: Final = {**THREE, "roll_call": False}
NAMING: Final = frozenset({"enter_tokens", "gather"})
COUNTING: Final = frozenset({"enter_strength", "gather_strengths"})


class Sort(NamedTuple):
    """A sort of games.

    Attributes:
        wishes: with which it is begun.
        never: what nobody does in it.
        one_phone: whether one thing is asked after another, as older tables of several have agreed.
    """

    wishes: Mapping[str, Any]
    never: frozenset[str] = frozenset()
    one_phone: bool = False

    @property
    def setup(self) -> Setup:
        """What its table has agreed on."""
        setup = agreed(self.wishes)
        return replace(setup, turns=None) if self.one_phone else setup


SORTS: Final[Mapping[str, Sort]] = {
    "alone, real cards": Sort({**ALONE, "dealing": "cards"}),
    "alone, real cards, few pieces": Sort({**ALONE, "dealing": "cards", **FEW}),
    "alone, house deck": Sort({**ALONE, "dealing": "house"}),
    "alone, house deck, few pieces": Sort({**ALONE, "dealing": "house", **FEW}),
    "alone, dealt by the app, few pieces": Sort({**ALONE, "dealing": "app", "guard_deck": FACES, **FEW}),
    "in the app": Sort({**THREE, "roll_call": True}),
    "in the app, few pieces": Sort({**THREE, "roll_call": True, **FEW}),
    "in the app, five in turn, few pieces": Sort(
        {**THREE, "players": [{}] * 5, "roll_call": True, "turns": "enforced", **FEW}
    ),
    "on the board, named": Sort(ON_BOARD, COUNTING),
    "on the board, named, few pieces": Sort({**ON_BOARD, **FEW}, COUNTING),
    "on the board, counted": Sort(ON_BOARD, NAMING),
    "on the board, counted, few pieces": Sort({**ON_BOARD, **FEW}, NAMING),
    "on the board, four of either way, few pieces": Sort({**ON_BOARD, "players": [{}] * 4, **FEW}),
    "on one phone, of either way, few pieces": Sort({**ON_BOARD, **FEW}, one_phone=True),
    "light, few pieces": Sort({**THREE, "depth": "light", **FEW}),
}

DULL: Final = frozenset({"deck_empty", "space_empty", "pass", "decline", "keep", "raid_now", "nobody_there"})
"""What makes a game short."""

TELL_WHO_IS_THERE: Final = frozenset({*NAMING, *COUNTING, "nobody_there"})
TURN_UP: Final = frozenset({"type_guard_card", "show_guard_card"})
RUN_OUT: Final = {"deck_empty": Piece.GOON, "space_empty": Piece.ITEM}
OF_OTHER_TABLES: Final = frozenset({"set_dealing", "set_depth", "set_phase", "set_roll_call", "set_sides"})
"""Corrections after which other pieces are counted than before."""

SAID: Final = ("correction.table_is_right", "game.holdings_told")
"""The keys of the reasons for which something lies there already, whoever takes it back."""

MOST_LINES: Final = 1500
TOMES: Final = 2
"""So many everybody begins with."""

CORRECTED: Final = 0.03
SEVERAL: Final = 0.1
BACK: Final = 6
"""So many lines are taken back at once, at most."""


_ANY: Final = ChoiceField((0, 1, 2, 3, 4))


class Table:
    """People at a table who do what the lists say.

    Attributes:
        lists: how many lists they have followed, by what was done.
        moved: how many moves they have made, by piece and how.
    """

    def __init__(self, sort: str, seed: str) -> None:
        self._sort = SORTS[sort]
        self._chance, self._shuffle = random.Random(f"{sort} {seed}"), partial(shuffled, f"{sort} {seed}")
        setup = self._sort.setup
        self._begun = made_line(1, Kind.BEGIN, begin(setup, self._shuffle))
        self._game = replay(self._begun.events)
        self._prompt = prompt(self._game)
        self._counted: deque[tuple[Position, Counts]] = deque(maxlen=2)
        self._pieces = whole_table(self._game)
        self._versions, self._seen = count(2), 1
        self._lines: list[tuple[LineInContext, Position]] = []
        self.lists: Counter[str] = Counter()
        self.moved: Counter[str] = Counter()

    def play(self) -> None:
        """To the end; each step is taken back and done again, and now and then several are."""
        for side in self._game.players if not self._game.setup.light else ():
            self._correct(Act("set_tomes", {"holder": [side], "number": TOMES}))
        while self._prompt.actions and len(self._lines) < MOST_LINES:
            if self._chance.random() < CORRECTED:
                self._correct()
                continue
            try:
                decision = next_decision(
                    self._game, self._prompt, act := any_act(self._lively(), self._chance), self._shuffle
                )
            except RuleError:
                continue
            if act.type == "enter_holdings":
                self._say(self._line(Kind.ACT, act, decision), decision)
            else:
                self._do(act, decision)
            if self._chance.random() < SEVERAL:
                self._go_back_by(self._chance.randint(2, BACK))

    def _lively(self) -> Prompt:
        actions = [one for one in self._prompt.actions if one.type not in self._sort.never]
        lively = [one for one in actions if one.type not in DULL]
        return self._prompt._replace(actions=tuple(lively if lively and self._chance.random() < 0.9 else actions))

    def _correct(self, act: Act | None = None) -> None:
        """Make the app match the table: what it says then lies there so."""
        offered = [one for one in corrections(self._game) if one.type not in OF_OTHER_TABLES]
        try:
            act = act or any_act(Prompt(None, None, tuple(offered)), self._chance)
            decision = correction_decision(self._game, act, self._shuffle)
        except RuleError:
            return
        self._say(self._line(Kind.CORRECTION, act, decision), decision)

    def _say(self, line: LineInContext, decision: Decision) -> None:
        """Say what lies on the table, take it back, and say it again: only what follows from it is moved."""
        places = (place for place, one in enumerate(line.events, 1) if {*SAID} & {reason.key for reason in one.why})
        lies = replay(line.events[: max(places, default=0)], line.before)
        for gone, came in (((), [line]), ([line], ()), ((), [line])):
            if came:
                self._lies_as(lies)
            self._follow(gone, came, decision.position if came else lies)
            if gone:
                self._lies_as(line.before)
        self._go_on(line, decision)

    def _lies_as(self, game: Position) -> None:
        """The table lies as the app says, but that no correction says how many crews lie together."""
        together = {key: number for key, number in self._pieces.items() if key[0] is Piece.CREW}
        self._pieces = self._said(game).copy()
        self._pieces.update({key: together[key] - 1 for key in {*together} & {*self._pieces}})

    def _said(self, game: Position) -> Counts:
        """All that lies there as the app says; a game to which a step leads again and again is counted once."""
        said = next((said for one, said in self._counted if one is game), None)
        if said is None:
            self._counted.append((game, said := whole_table(game)))
        return said

    def _do(self, act: Act, decision: Decision) -> None:
        """An act, its way back, and the same once more."""
        line = self._line(Kind.ACT, act, decision)
        step = Told(line, decision.position)
        step.done_first(self._pieces)
        self._follow((), [line], decision.position)
        self._follow([line], (), line.before, step)
        self._follow((), [line], decision.position, step)
        self._go_on(line, decision)

    def _line(self, kind: Kind, act: Act, decision: Decision) -> LineInContext:
        return made_line(next(self._versions), kind, decision.events, act=act).after(self._game)

    def _go_on(self, line: LineInContext, decision: Decision) -> None:
        self._lines.append((line, decision.position))
        self._game, self._prompt = decision.position, decision.prompt

    def _go_back_by(self, number: int) -> None:
        """Take several lines back at once, and do them again."""
        some = self._lines[-number:]
        by_hand = {*TELL_WHO_IS_THERE, *RUN_OUT, "enter_holdings"}
        if any(line.act.type in by_hand or line.kind is not Kind.ACT for line, _ in some):
            # What one has done oneself in the middle of a list, no list can say when.
            return
        lines = [line for line, _ in some]
        self._follow(lines, (), lines[0].before)
        self._follow((), lines, self._game)

    def _follow(
        self, gone: Sequence[LineInContext], came: Sequence[LineInContext], game: Position, told: "Told | None" = None
    ) -> None:
        """Do what is listed; then all lies as the app says.

        Args:
            gone: the lines that count no more.
            came: those that count now.
            game: as it is now.
            told: what people had done besides, where they take it back or tell it again.
        """
        moves, way = self._told(gone, came), "back" if gone else "again"
        try:
            if told:
                told.done_before_list(self._pieces, back=bool(gone))
            self._pieces = applied(moves, self._pieces, whole=True)
            if told:
                told.done_after_list(self._pieces, back=bool(gone))
            differs = away(self._pieces, self._said(game))
            assert differs == {}, differs
        except AssertionError as difference:
            for line in (*gone, *came):
                difference.add_note(f"{way}: {line.version} {line.before.phase} {line.before.location} {line.act}")
            for one in moves:
                difference.add_note(f"  {one}")
            raise
        self.lists[way] += 1
        self.moved.update(f"{one.piece} {one.how}".strip() for one in moves)

    def _told(self, gone: Sequence[LineInContext], came: Sequence[LineInContext]) -> tuple[Move, ...]:
        """What the lists say; each move stands on the list of whoever makes it, and what is the table's on all."""
        done = self._lines[-1][0].version if self._lines else 1
        moves = moves_between(gone, came, max(done, self._seen))
        self._seen = max(line.version for line in (*gone, *came))
        players = self._game.players
        told = {
            side: [one._replace(hidden=False) for one in visible_moves(moves, Viewer(frozenset({side})), self._game)]
            for side in players
        }
        for one in moves:
            ends = {end.of for end in (one.source, one.target) if end.area is Area.SIDE and isinstance(one.piece, Cube)}
            for side in ({one.side} | ends) & {*players} or players:
                own = one._replace(hidden=False, side=side if one.side in players else one.side)
                assert own in told[side], (one, side)
        return tuple(visible_moves(moves, Viewer(frozenset(players)), self._game))


class Told:
    """What people have done on their table by themselves in a step, as they tell the app.

    Args:
        line: in which they tell it.
        after: the game after it.
    """

    def __init__(self, line: LineInContext, after: Position) -> None:
        self._line, self._before, self._after = line, line.before, after
        self._type: str = line.act.type
        self._fields: Mapping[str, Any] = line.act.values
        self._taken: Counts = Counter()

    def done_first(self, pieces: Counts) -> None:
        """What they do as they tell it for the first time: later, cards that were turned up are listed."""
        self._lay(pieces, 1)
        if self._type in TURN_UP and self._before.setup.dealing is Dealing.CARDS:
            where = self._card_turned()
            # A tome may have taken it away since it was asked for.
            if where.of is not None:
                pieces[Piece.GUARD_CARD, where, True] -= 1
                pieces[Piece.GUARD_CARD, where, False] += 1
        if self._type == "move_suspicion":
            target = _place_of(self._fields["to"][0])
            for source in map(_place_of, self._fields["cubes"]):
                pieces[Cube.SUSPICION, source] -= 1
                pieces[Cube.SUSPICION, target] += 1
        if self._type == "space_empty":
            asked = self._before.agenda[0].card
            # Where all unknown items are asked together, one that is not named is the first.
            first = next(iter(asked_together(prompt(self._before))), asked) if asked is None else asked
            card = self._fields["card"][0] if "card" in self._fields else first
            pieces[Piece.ITEM, Where(Area.DISPLAY, self._before.zones[DISPLAY].index(card)), card] -= 1
        self._run_out(pieces)
        assert min(pieces.values()) >= 0, (self._line, pieces)

    def done_before_list(self, pieces: Counts, *, back: bool) -> None:
        """What they do as they tell it again, or take it back, before they follow the list."""
        if not back:
            self._lay(pieces, 1)
        if back and self._type == "space_empty":
            pieces[Piece.ITEM, DECK] = self._before.deck(Deck.ITEM) + 1
        if not back and self._type == "deck_empty":
            self._run_out(pieces)

    def done_after_list(self, pieces: Counts, *, back: bool) -> None:
        """Likewise, once they have followed it."""
        if back:
            self._lay(pieces, -1)
        if back and self._type == "deck_empty":
            pieces[Piece.GOON, DECK] = self._before.deck(Deck.GOON)
        if not back and self._type == "space_empty":
            self._run_out(pieces)

    def _run_out(self, pieces: Counts) -> None:
        if self._type in RUN_OUT:
            pieces[RUN_OUT[self._type], DECK] = 0

    def _lay(self, pieces: Counts, way: int) -> None:
        for piece, number in self._people_moved.items():
            if piece[0] is not Piece.CREW or not number:
                pieces[piece] += way * number
            elif way * number < 0:
                self._taken[piece] = pieces.pop(piece, 0)
            else:
                pieces[piece] += self._taken.pop(piece, 1)

    def _card_turned(self) -> Where:
        """Where the card lies that is typed: the one that is named or asked for, or the next that lies face down."""
        step, cards = self._before.agenda[0], self._before.guard_cards
        if self._type == "show_guard_card":
            place = cards[self._fields["card"][0]].location
        elif step.card is not None:
            place = cards[step.card].location
        else:
            place = step.location
        return Where(Area.LOCATION, place)

    @cached_property
    def _people_moved(self) -> Counter[tuple[Any, ...]]:
        """Tokens that people have laid there or taken home, and crews that they have counted there."""
        found: Counter[tuple[Any, ...]] = Counter()
        if self._type not in TELL_WHO_IS_THERE:
            return found
        location = self._before.agenda[0].location
        here = Where(Area.LOCATION, location)
        for side in self._fields.get("side", self._before.players):
            there = {*self._before.tokens_at(side, location)}
            was_counted = (side, location) in self._before.strengths
            named = self._type in NAMING
            now, counted = self._named(side, there, counted=was_counted) if named else self._sum(side, there)
            for token in now ^ there:
                way = 1 if token in now else -1
                found[Piece.TOKEN, side, token, here, False] += way
                found[Piece.TOKEN, side, token, Where(Area.HOME, side), False] -= way
            found[Piece.CREW, side, here] += counted - was_counted
        return found

    def _named(self, side: Side, there: set[Any], *, counted: bool) -> tuple[set[Any], bool]:
        """A side's tokens there, as they are told; a crew that was counted stays if what is said was proposed."""
        name = "tokens" if "side" in self._fields else f"side_{side}"
        fields = (one.fields for one in prompt(self._before).actions if one.type == self._type)
        asked = (one[name] for one in fields if name in one and side in one.get("side", _ANY).options)
        proposed = next((one.proposed or () for one in asked), ())
        named = {*self._fields.get(name, ())}
        return named, counted and named == {*proposed}

    def _sum(self, side: Side, there: set[Any]) -> tuple[set[Any], bool]:
        """The tokens that lie there, if any crew is counted; and whether one is."""
        lookout = "lookout" in self._fields.get("lookout", ()) or side in self._fields.get("lookouts", ())
        counted = bool(self._fields.get("strength", self._fields.get(f"strength_{side}", 0)) or lookout)
        return (there if counted else set()), counted


def whole_table(game: Position) -> Counts:
    """All that lies on a table as the app says."""
    found = counts(game)
    found.update(crews(game))
    found.update(guards_heap(game))
    return found


def _place_of(option: Any) -> Where:
    """A place where cubes lie, as an act names it."""
    if option == "supply":
        return SUPPLY
    return Where(Area.SIDE, option) if isinstance(option, int) else Where(Area.LOCATION, Location(option))


def away(pieces: Counts, said: Counts) -> dict[Any, tuple[int, int]]:
    """What lies otherwise than the app says: how many lie there, and how many it says."""
    lying = {key: min(number, 1) if key[0] is Piece.CREW else number for key, number in pieces.items() if number}
    return {key: (lying.get(key, 0), said[key]) for key in {*lying, *said} if lying.get(key, 0) != said[key]}


GAMES: Final = 2
MORE_GAMES: Final = 20
"""So many games of each sort are played, and from a fresh seed; one more where these have not met all that the sort is
for. Counted: two reach all 38 kinds of events and 28 of moves."""


@rule("E-2", "L-8", "P-9", "T-5", "V-1", "Z-20")
@pytest.mark.slow
@pytest.mark.parametrize("sort", SORTS)
def test_whoever_does_what_the_lists_of_whole_games_say_has_the_table_that_the_app_thinks_there_is(
    sort: str, seed: str
) -> None:
    """Two games of each sort; a fresh seed plays others, and more."""
    games = GAMES if seed == SEED else MORE_GAMES
    met = (
        {"suspicion clear"}
        if "light" in sort
        else {"tome shuffle", "goon shuffle"}
        if "few" in sort
        else {"reputation"}
    )
    met |= {"crew"} if "counted" in sort else {"guard_card shuffle"} if "real" in sort else set()
    lists: Counter[str] = Counter()
    moved: Counter[str] = Counter()
    for number in range(games + 1):
        if number == games and met <= {*moved}:
            break
        table = Table(sort, f"{seed} {number}")
        table.play()
        lists += table.lists
        moved += table.moved
    assert lists["back"] > 30 * games, lists
    assert met <= {*moved}, moved
