"""A game asked as single choices, each a whole number of one list, and what a seat sees of it as counts.

An act of several values becomes several choices: its type first, then value after value, in the order in which they
are offered, until `ENOUGH`. Choices that are none are made unasked, and cards of the real box are made up.
"""

import copy
from collections.abc import Generator, Sequence
from dataclasses import replace
from typing import Any, Final, Self

from companion.adapters.seen import counts
from companion.players import MadeUpCards, Simulation
from companion.rules import ANY_TIME, Act, Action, Cube, Difficulty, Game, LeaderGoal, Location, Setup, Start, Valuable
from companion.scoring import scores

ENOUGH: Final = 0
_TYPES: Final = (
    *("assign", "pass", "turn_guard_card", "take", "swap", "recruit", "craft", "reserve", "decline", "pay", "give"),
    *("exchange", "exchange_for", "keep", "return_cubes", "next_effect"),
)
_TOKENS: Final = (2, 3, 4, 5, "enforcer", "lookout")
_NUMBERS: Final = 16
ACTIONS: Final = (
    "enough",
    *_TYPES,
    *(place.value for place in Location),
    *(cube.value for cube in Cube),
    *(f"token {token}" for token in _TOKENS),
    *(f"number {number}" for number in range(_NUMBERS)),
)
"""The meaning of each action. Numbers are of guard cards and seats, otherwise of the place among the options."""

_CODES: Final = {word: code for code, word in enumerate(ACTIONS)}
_BY_NUMBER: Final = frozenset({"turn_guard_card", "give"})


def setup_for(players: int, difficulty: Difficulty = Difficulty.MODERATE) -> Setup:
    """Return the usual setup: one player against the guards' house deck, or up to five players without guards."""
    if players == 1:
        return replace(Simulation("", difficulty).setup, turns=None)
    return Setup(guards=None, difficulty=None, starts=(Start(),) * players, leader=LeaderGoal(Valuable.GEM))


class Episode:
    """One game on its way, at a choice or at its end.

    Attributes:
        game: the game as it was before the act that is being chosen.
        offers: the actions that may be chosen now; none at the end.
        chosen: what has been chosen of the act so far.
    """

    def __init__(self, game: Game, cards: MadeUpCards, chosen: tuple[int, ...] = ()) -> None:
        self.game = game
        self.chosen = chosen
        self._cards = cards
        self._go_on()

    @classmethod
    def new(cls, setup: Setup, seed: str) -> Self:
        """Begin a game; everything in it follows from the seed."""
        return cls(Game.new(setup, seed=seed), MadeUpCards(seed))

    @property
    def seat(self) -> int:
        """The side that chooses next; 0 if none does."""
        return next((action.side for action in _decisions(self.game) if action.side is not None), 0)

    def choose(self, action: int) -> None:
        """Choose one of the offers.

        Raises:
            ValueError: it is none of them.
        """
        if action not in self.offers:
            raise ValueError(f"{action} is not offered; there are {self.offers}")
        self.chosen += (action,)
        self._go_on()

    def resampled(self, seat: int, seed: str) -> Self:
        """Return the episode with everything dealt anew that the seat can't know, such as half an act of another."""
        chosen = self.chosen if seat == self.seat else ()
        return type(self)(self.game.resample(seat, seed=seed), MadeUpCards(seed), chosen)

    def __deepcopy__(self, memo: object) -> Self:
        """Return the same episode, which goes on by itself; only the cards to come change in place."""
        made = copy.copy(self)
        made._cards = copy.deepcopy(self._cards)
        return made

    def score_lines(self) -> list[dict[str, int]]:
        """Return each side's points as the rulebook counts them: by category, and their `total`."""
        return [
            {**{line.category: line.points for line in side.lines}, "total": side.total}
            for side in scores(self.game).sides
        ]

    def lead(self, seat: int) -> int:
        """Return how many points a seat is ahead of the best of the others."""
        points = [side.total for side in scores(self.game).sides]
        return points[seat] - max(other for side, other in enumerate(points) if side != seat)

    def observation(self, seat: int) -> list[int]:
        """Return what a seat sees, as counts from 0 to 255, always equally many."""
        choosing = [0] * len(ACTIONS)
        for action in self.chosen if self.offers and seat == self.seat else ():
            choosing[action] += 1
        return [min(max(int(count), 0), 255) for count in (*counts(self.game, seat), *choosing)]

    def _go_on(self) -> None:
        """Do everything that leaves no choice."""
        self.offers: tuple[int, ...] = ()
        while not self.game.is_over:
            act = self._cards.shown(self.game) or _next(_decisions(self.game), self.chosen)
            if isinstance(act, Act):
                self.game, self.chosen = self.game.play(act), ()
            elif len(act) == 1:
                self.chosen += act
            else:
                self.offers = act
                return


def _decisions(game: Game) -> list[Action]:
    # What is possible at any time needs a real card or a person's word, as in `lockup simulate`.
    return [action for action in game.legal_actions if action.type not in ANY_TIME]


def _next(actions: Sequence[Action], chosen: Sequence[int]) -> Act | tuple[int, ...]:
    """Return what may be chosen after these choices, or the act that they are."""
    asked = _ask(actions)
    try:
        offers = next(asked)
        for action in chosen:
            offers = asked.send(action)
    except StopIteration as done:
        act: Act = done.value
        return act
    return offers


_Asking = Generator[tuple[int, ...], int, Any]


def _ask(actions: Sequence[Action]) -> _Asking:
    """Yield what may be chosen, choice by choice, and return the act."""
    by_code = {_code(action.type, place): action for place, action in enumerate(actions)}
    action = by_code[(yield tuple(sorted(by_code)))]
    values = {}
    for name, field in action.fields.items():
        values[name] = yield from _ask_values(field, action.type, name)
    return Act(action.type, values)


def _ask_values(field: Any, kind: str, name: str) -> _Asking:
    picked: list[Any] = []
    left = 0
    while len(picked) < field.most and left < len(field.options):
        last = len(field.options) - max(field.least - len(picked), 1)
        by_code: dict[int, int] = {}
        for place in range(left, last + 1):
            option = field.options[place]
            word = f"token {option}" if name in {"tokens", "face_down"} else option
            by_code.setdefault(_code(word, option if kind in _BY_NUMBER else place), place)
        enough = (ENOUGH,) if len(picked) >= field.least else ()
        chosen = yield (*enough, *sorted(by_code))
        if chosen == ENOUGH:
            break
        picked.append(field.options[by_code[chosen]])
        left = by_code[chosen] + 1
    return picked


def _code(word: Any, number: Any) -> int:
    """Return the action of a word, or of a number where the word is none."""
    found = _CODES.get(word) if isinstance(word, str) else None
    return _CODES[f"number {number}"] if found is None else found
