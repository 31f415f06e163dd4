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
"""The tag in JSON that says that it holds a game, and in which format."""


class Game:
    """A game at one moment. It never changes: `play` returns another one.

    Two games are equal if all pieces, the agenda and the seed are the same; the way there does not count.

    Attributes:
        position: where everything is, and the agenda.
        seed: determines every shuffle.
        prompt: the question that the game asks now.
        last_events: the events of the last act at the table, in order; each has its reasons in `why`.
        start: the setup or the position from which the game was begun here.
        history: the acts since, first to last.
    """

    __slots__ = ("_decision", "_history", "_seed", "_start")

    def __init__(
        self, start: Setup | Position | None, seed: str, decision: "Decision | _DealtLater", history: tuple[Entry, ...]
    ) -> None:
        """Create a game; only this class calls this, for `new`, `at`, `play` or a text."""
        self._start = start
        self._seed = seed
        self._decision = decision
        self._history = history

    @classmethod
    def new(cls, setup: Setup, *, seed: str) -> Self:
        """Begin a game.

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
        return self.position if self._start is None else self._start

    @property
    def seed(self) -> str:
        """The seed of every shuffle."""
        return self._seed

    @property
    def history(self) -> tuple[Entry, ...]:
        """The acts since the start, first to last."""
        return self._history

    @property
    def position(self) -> Position:
        """The position of all pieces, and the agenda."""
        return self._dealt().position

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the sides, clockwise: `guards`, and `player` (with a seat)."""
        return tuple(side_name(self.position, side) for side in self.position.setup.sides)

    @property
    def prompt(self) -> Prompt:
        """The question that the game asks now."""
        return self._decision.prompt

    @property
    def last_events(self) -> tuple[Event, ...]:
        """The events of the last act at the table, each with its reasons in `why`."""
        return tuple([event for event in self._decision.events if not isinstance(event, AgendaSet)])

    @property
    def is_over(self) -> bool:
        """True if nothing is left to do."""
        return self.prompt.step is None

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """The actions possible now, each with the fields to fill in, for a form."""
        return self.prompt.actions

    def legal_acts(self) -> Iterator[Act]:
        """Return the acts possible now, lazily, answers to the question first.

        Options are all listed. For values that a player reads off real cards there are a few examples: an open number
        from its least on, one name; `legal_actions` has the bounds.
        """
        return (act for action in self.legal_actions for act in acts_of(action))

    @property
    def legal_corrections(self) -> tuple[Action, ...]:
        """The corrections possible now, for when the real table differs (E-14)."""
        return corrections(self.position)

    def __getattr__(self, name: str) -> Callable[..., Act]:
        """Return a maker of acts: `game.assign(SEWERS, 5)`, `game.pass_()`; see `act`."""
        kind = name.removesuffix("_")
        if name.startswith("_") or kind not in self._types():
            raise AttributeError(f"a game has no {name!r}; what may be done now `legal_actions` tells")
        return partial(self.act, kind)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(f"{kind}_" if iskeyword(kind) else kind for kind in self._types())]

    def _types(self) -> frozenset[str]:
        return frozenset(action.type for action in self.legal_actions)

    def act(self, kind: str, /, *values: Any, **named: Any) -> Act:
        """Return an act or correction of a type, its fields filled in by order or by name.

        A choice that may be empty is so where it is not named. Whether the act is legal says `play`.

        Raises:
            TypeError: there are more values than the action has fields.
        """
        actions = [one for one in self.legal_actions if one.type == kind]
        actions = actions or [one for one in self.legal_corrections if one.type == kind]
        acts = [_filled(action, values, named) for action in actions] or [Act(kind, _plain(named))]
        return next((act for action, act in zip(actions, acts, strict=False) if not faults_of(action, act)), acts[0])

    def play(self, act: Act) -> Self:
        """Return the game after an act and its consequences; this one stays as it is.

        Raises:
            IllegalAct: the game does not offer it now.
        """
        decision = decider.next_decision(self.position, self.prompt, act, partial(shuffled, self.seed))
        return self._after(decision, Entry(_kept(act)))

    def correct(self, act: Act) -> Self:
        """Return the game after a correction to match the real table.

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
        """Return all possible results of an act, as its player sees it, with exact weights.

        Unseen cards come in every order with equal chance; their true order is ignored. In the game of an outcome,
        cards still unseen are in some order.

        Raises:
            IllegalAct: the game does not offer it now.
        """
        shuffle = partial(shuffled, self.seed)
        return tuple(
            Outcome(chance.weight, type(self)(chance.decision.position, self.seed, chance.decision, ()))
            for chance in chances(self.position, self.prompt, act, shuffle)
        )

    def seen_by(self, seat: Side) -> SeenPosition:
        """Return the position without what a seat does not know (V-1); see `secrecy`."""
        return SeenPosition(*secrecy.seen_by(self.position, seat))

    def resample(self, seat: Side, *, seed: str) -> Self:
        """Return the game with all that a seat cannot know dealt again, so no bot can peek.

        The result follows only from the seat's view (`seen_by`) and the seed, and so do all later cards. It has no
        history. Other seeds give other games that the seat must consider possible.

        Args:
            seat: the seat that is to decide.
            seed: any text that does not reveal the seed of this game.
        """
        if self.position.players != (seat,):
            return self.at(resampled(self.position, seat, seed), seed=seed)
        # The only player's options depend on nothing hidden, and many bots look at nothing else.
        return type(self)(None, seed, _DealtLater((), partial(resampled, self.position, seat, seed), self.prompt), ())

    def to_json(self) -> str:
        """Return the position and the seed as JSON for `from_json`, without the history."""
        return json.dumps(
            {"format": GAME_FORMAT, "seed": self.seed, "position": value_codec.encoded(self.position)},
            ensure_ascii=False,
        )

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the game of which `to_json` made this text.

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
        """Return position and seed as one word for `from_code`; it shows all cards.

        For sharing there is `seen_by(seat).code()`, and `resample(seat, seed=…).code()` to play on from.
        """
        return position_code.written(CodeContents(self.position, self.seed))

    @classmethod
    def from_code(cls, code: str) -> Self:
        """Return the game of which `code` made this word.

        Raises:
            InvalidCode: it did not, or made it from a seat's view.
        """
        position, seed = position_code.read(code)
        if seed is None:
            raise InvalidCode("this code holds what a seat sees, from which no game goes on; SeenPosition reads it")
        try:
            return cls.at(position, seed=seed)
        except FAULTS as error:
            raise InvalidCode(f"no game goes on from this: {error}") from error

    def to_text(self) -> str:
        """Return the whole game in readable lines, from which `from_text` plays it again.

        `companion.rules.engine.game_text` describes the format.
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
            InvalidGameText: a line is not possible there, or disagrees with the game.
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

    def _dealt(self) -> Decision:
        """Return the decision, and deal its position if nobody has looked at it yet."""
        if isinstance(self._decision, _DealtLater):
            self._decision = Decision((), self._decision.deal(), self._decision.prompt)
        return self._decision

    def __reduce__(self) -> tuple[Any, ...]:
        # A pickled game has been dealt, so it holds nothing of the game that it was dealt from.
        return type(self), (self.start, self.seed, self._dealt(), self.history)

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
        """Return a remark with the round, phase and location."""
        return f"{game_text.REMARK} {heading(self.position)}"


class _DealtLater(NamedTuple):
    """A decision whose position is dealt when somebody looks at it."""

    events: tuple[Event, ...]
    deal: Callable[[], Position]
    prompt: Prompt


class Outcome(NamedTuple):
    """A possible result of an act.

    Attributes:
        weight: its exact probability; the weights of all results add up to 1.
        game: the game then.
    """

    weight: Fraction
    game: Game


def _filled(action: Action, values: tuple[Any, ...], named: Mapping[str, Any]) -> Act:
    """Return an action with these values; a list field takes a single value as a list."""
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
    """Return a copy of an act for the history: its values may change afterwards."""
    return Act(act.type, frozen(act.values))


_LISTS: Final = (list, tuple, set, frozenset)


def _plain(value: Any) -> Any:
    """Return a value as JSON has it: words as texts, sequences as lists."""
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, Mapping):
        return {_plain(name): _plain(one) for name, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, _LISTS) else value
