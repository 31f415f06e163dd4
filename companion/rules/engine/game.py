"""The front door of the rules: a game as one value, from sitting down to the last raid.

>>> from companion.rules import Dealing, Game, Setup
>>> game = Game.new(Setup(dealing=Dealing.HOUSE), seed="rusty spoon")
>>> while not game.is_over:
...     game = game.play(next(game.legal_acts()))
>>> game.position.phase
<Phase.ENDED: 'ended'>
"""

import json
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from functools import partial
from keyword import iskeyword
from typing import Any, Final, NamedTuple, Self

from companion.rules.acts.actions import Act, Action, Prompt, faults_of
from companion.rules.acts.enumeration import acts_of
from companion.rules.corrections.registry import corrections
from companion.rules.engine import decider, game_text, position_code, secrecy
from companion.rules.engine.board_text import board_text, heading, side_name
from companion.rules.engine.chance import chances
from companion.rules.engine.decider import Decision
from companion.rules.engine.game_text import Entry
from companion.rules.engine.position_code import FAULTS, CodeContents, InvalidCode, SeenPosition
from companion.rules.engine.resampling import resampled
from companion.rules.errors import RuleError
from companion.rules.frozen import frozen
from companion.rules.schema import ChoiceField
from companion.rules.shuffling.shuffle import shuffled
from companion.rules.state import value_codec
from companion.rules.state.events import AgendaSet, Event, replay
from companion.rules.state.pieces import Side
from companion.rules.state.position import Position
from companion.rules.state.setup import Setup, setup_faults

GAME_FORMAT: Final = "Lockup game 1"
"""Says in JSON that it holds a game, and in which format."""


class Game:
    """A game at one moment. It never changes: `play` gives another one.

    Two games are equal if everything lies alike, the same is to be done and the same seed deals; how they came there
    does not count.

    Attributes:
        position: where everything is, and what is to be done.
        seed: from which every shuffle follows.
        prompt: what the game waits for.
        last_events: what the last act came to at the table, in order; each has its reasons in `why`.
        start: the setup or the position from which the game was begun here.
        history: what has been done since, first to last.
    """

    __slots__ = ("_decision", "_history", "_seed", "_start")

    def __init__(self, start: Setup | Position, seed: str, decision: Decision, history: tuple[Entry, ...]) -> None:
        """For this class alone: a game comes from `new`, `at`, `play` or a text."""
        self._start = start
        self._seed = seed
        self._decision = decision
        self._history = history

    @classmethod
    def new(cls, setup: Setup, *, seed: str) -> Self:
        """Sit down to a game.

        Args:
            setup: what the table has agreed on; numbers that it does not name are the edition's.
            seed: any text; the same seed deals the same cards (Z-20).

        Raises:
            WrongNumberOfSides, UnknownRuling: no table can agree on that (Z-1); `all` of it has whatever else is wrong.
        """
        RuleError.refuse(setup_faults(setup))
        return cls(setup, seed, decider.first_decision(setup, partial(shuffled, seed)), ())

    @classmethod
    def at(cls, position: Position, *, seed: str) -> Self:
        """Go on from a position; the cards of rounds to come follow from the seed."""
        return cls(position, seed, Decision((), position, decider.prompt(position)), ())

    @property
    def start(self) -> Setup | Position:
        """The setup or the position from which the game was begun here."""
        return self._start

    @property
    def seed(self) -> str:
        """From which every shuffle follows."""
        return self._seed

    @property
    def history(self) -> tuple[Entry, ...]:
        """What has been done since, first to last."""
        return self._history

    @property
    def position(self) -> Position:
        """Where everything is, and what is to be done."""
        return self._decision.position

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the sides, clockwise: `guards`, and `player` with the seat if there are several."""
        return tuple(side_name(self.position, side) for side in self.position.setup.sides)

    @property
    def prompt(self) -> Prompt:
        """What the game waits for."""
        return self._decision.prompt

    @property
    def last_events(self) -> tuple[Event, ...]:
        """What the last act came to at the table, in order; each event has its reasons in `why`."""
        return tuple([event for event in self._decision.events if not isinstance(event, AgendaSet)])

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to be done."""
        return self.prompt.step is None

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """What may be done now, each action with what has to be filled in: what a form asks."""
        return self.prompt.actions

    def legal_acts(self) -> Iterator[Act]:
        """Acts that may be done now, lazily, the ones first that answer what is asked.

        All of them where an action offers options. Of what somebody reads off real cards a few examples: an open number
        from its least on, one name; `legal_actions` has the bounds.
        """
        return (act for action in self.legal_actions for act in acts_of(action))

    @property
    def legal_corrections(self) -> tuple[Action, ...]:
        """What may be set as it lies on the real table (E-14)."""
        return corrections(self.position)

    def __getattr__(self, name: str) -> Callable[..., Act]:
        """An act by its type: `game.assign(SEWERS, 5)`, `game.pass_()`; see `act`."""
        kind = name.removesuffix("_")
        if name.startswith("_") or kind not in self._types():
            raise AttributeError(f"a game has no {name!r}; what may be done now `legal_actions` tells")
        return partial(self.act, kind)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(f"{kind}_" if iskeyword(kind) else kind for kind in self._types())]

    def _types(self) -> frozenset[str]:
        return frozenset(action.type for action in self.legal_actions)

    def act(self, kind: str, /, *values: Any, **named: Any) -> Act:
        """An act or a correction of a type, its fields filled in their order or by name, with one value or several.

        A choice that may be empty is so where it is not named. Whether the act is legal says `play`.

        Raises:
            TypeError: there are more values than the action has fields.
        """
        actions = [one for one in self.legal_actions if one.type == kind]
        actions = actions or [one for one in self.legal_corrections if one.type == kind]
        acts = [_filled(action, values, named) for action in actions] or [Act(kind, _plain(named))]
        return next((act for action, act in zip(actions, acts, strict=False) if not faults_of(action, act)), acts[0])

    def play(self, act: Act) -> Self:
        """The game after an act and all that follows by itself; this one stays as it is.

        Raises:
            IllegalAct: the game does not offer it now.
        """
        decision = decider.next_decision(self.position, self.prompt, act, partial(shuffled, self.seed))
        return self._after(decision, Entry(_kept(act)))

    def correct(self, act: Act) -> Self:
        """The game after something was set as it lies on the real table.

        Raises:
            IllegalAct: it is none of `legal_corrections`.
            NotInTheBox: it would need more than the box has.
        """
        events = decider.correct(self.position, act, partial(shuffled, self.seed))
        position = replay(events, self.position)
        return self._after(Decision(events, position, decider.prompt(position)), Entry(_kept(act), corrects=True))

    def _after(self, decision: Decision, entry: Entry) -> Self:
        return type(self)(self.start, self.seed, decision, (*self.history, entry))

    def outcomes(self, act: Act) -> tuple["Outcome", ...]:
        """Return every possible result of an act from its player's view, with exact weights.

        Cards that nobody has seen come in every order alike; how they really lie is not looked at. In the game of an
        outcome, those that are still unseen lie in some order.

        Raises:
            IllegalAct: the game does not offer it now.
        """
        shuffle = partial(shuffled, self.seed)
        return tuple(
            Outcome(chance.weight, type(self)(chance.decision.position, self.seed, chance.decision, ()))
            for chance in chances(self.position, self.prompt, act, shuffle)
        )

    def seen_by(self, seat: Side) -> SeenPosition:
        """The position without what a seat does not know (V-1); see `companion.rules.engine.secrecy`."""
        return SeenPosition(*secrecy.seen_by(self.position, seat))

    def resample(self, seat: Side, *, seed: str) -> Self:
        """The game with all that a seat cannot know dealt anew: for a bot, which can then peek at nothing.

        It follows from what the seat sees (`seen_by`) and the seed alone, so does all that comes after it, and the
        history is not in it. Another seed gives another of the games that the seat must hold possible.

        Args:
            seat: the seat that is to decide.
            seed: any text that does not tell the seed of this game.
        """
        return self.at(resampled(self.position, seat, seed), seed=seed)

    def to_json(self) -> str:
        """The position and the seed as JSON, from which `from_json` goes on; the history is not in it."""
        return json.dumps(
            {"format": GAME_FORMAT, "seed": self.seed, "position": value_codec.encoded(self.position)},
            ensure_ascii=False,
        )

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The game of which `to_json` made this text.

        Raises:
            UnknownFormat: it did not.
        """
        try:
            kept = json.loads(text)
            found, seed, position = kept["format"], kept["seed"], value_codec.decoded(kept["position"])
        except (ValueError, TypeError, KeyError) as error:
            raise value_codec.UnknownFormat(f"this is no game: {error}") from error
        if found != GAME_FORMAT or not isinstance(position, Position) or not isinstance(seed, str):
            raise value_codec.UnknownFormat(f"this is no game of the format {GAME_FORMAT!r}")
        return cls.at(position, seed=seed)

    def code(self) -> str:
        """The position and the seed as one word, from which `from_code` goes on; it shows all cards.

        For sharing there is `seen_by(seat).code()`, and `resample(seat, seed=…).code()` to play on from.
        """
        return position_code.written(CodeContents(self.position, self.seed))

    @classmethod
    def from_code(cls, code: str) -> Self:
        """The game of which `code` made this word.

        Raises:
            InvalidCode: it did not, or only of what a seat sees.
        """
        position, seed = position_code.read(code)
        if seed is None:
            raise InvalidCode("this code holds what a seat sees, from which no game goes on; SeenPosition reads it")
        try:
            return cls.at(position, seed=seed)
        except FAULTS as error:
            raise InvalidCode(f"no game goes on from this: {error}") from error

    def to_text(self) -> str:
        """The whole game in lines that a person can read, from which `from_text` plays it again.

        How it is written says `companion.rules.engine.game_text`.
        """
        lines = [*game_text.written_head(self.start, self.seed), ""]
        game = self._begun(self.start, self.seed)
        place = ""
        for entry in self.history:
            if game._place() != place:
                place = game._place()
                lines.append(place)
            lines.append(game_text.written_entry(game._possible(corrects=entry.corrects), entry))
            game = game.correct(entry.act) if entry.corrects else game.play(entry.act)
        return "\n".join((*lines, *game_text.written_holdings(self.position), ""))

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Play the game that a text describes.

        Raises:
            InvalidGameText: a line says nothing that can be done there, or something else than the game comes to.
        """
        start, seed, lines = game_text.read_head(text)
        game = cls._begun(start, seed)
        for line in lines:
            if line.sign == game_text.HOLDS:
                game_text.check_holdings(line, game.position)
            else:
                act = game_text.read_act(line, game._possible(corrects=line.sign == game_text.CORRECTION))
                game = game.correct(act) if line.sign == game_text.CORRECTION else game.play(act)
        return game

    @classmethod
    def _begun(cls, start: Setup | Position, seed: str) -> Self:
        return cls.at(start, seed=seed) if isinstance(start, Position) else cls.new(start, seed=seed)

    def _possible(self, *, corrects: bool) -> tuple[Action, ...]:
        return self.legal_corrections if corrects else self.legal_actions

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.position, self.seed) == (other.position, other.seed)

    def __hash__(self) -> int:
        return hash((self.position, self.seed))

    def __repr__(self) -> str:
        position = self.position
        return f"<Game: round {position.round}, {position.phase.value}, {len(self.history)} acts>"

    def __str__(self) -> str:
        return board_text(self.position)

    def _place(self) -> str:
        """A remark that says where in the game one is."""
        return f"{game_text.REMARK} {heading(self.position)}"


class Outcome(NamedTuple):
    """One of the things that can come of an act.

    Attributes:
        weight: how likely it is, exactly; all that can come of an act add up to 1.
        game: the game then.
    """

    weight: Fraction
    game: Game


def _filled(action: Action, values: tuple[Any, ...], named: Mapping[str, Any]) -> Act:
    """An action with these values; a value alone is a list of one where the field takes a list."""
    if len(values) > len(action.fields):
        raise TypeError(f"{action.type} takes {len(action.fields)} values: {', '.join(action.fields)}")
    given = {**dict(zip(action.fields, values, strict=False)), **named}
    empty: dict[str, Any] = {
        name: [] for name, shape in action.fields.items() if isinstance(shape, ChoiceField) and not shape.least
    }
    listed = {
        name: [value] if isinstance(action.fields.get(name), ChoiceField) and not isinstance(value, _LISTS) else value
        for name, value in given.items()
    }
    return Act(action.type, _plain({**empty, **listed}))


def _kept(act: Act) -> Act:
    """Return a copy of an act for the history: its maker may write into its values afterwards."""
    return Act(act.type, frozen(act.values))


_LISTS: Final = (list, tuple, set, frozenset)


def _plain(value: Any) -> Any:
    """A value as JSON has it: words of a vocabulary as texts, whatever is like a list as a list."""
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, Mapping):
        return {_plain(name): _plain(one) for name, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, _LISTS) else value
