"""Par for a deal: what a player makes of it when all that was hidden is dealt again.

>>> from companion.players import MadeUpCards, Simulation, dealt_again, first_decision, par_games, par_of
>>> begun = first_decision(Game.new(Simulation("greedy").setup, seed="x"), MadeUpCards("x"))
>>> found = par_of(par_games(begun, "greedy", 2, dealt_again("x")))
>>> len(found.totals), found.below(1000)
(2, 2)
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from functools import partial
from typing import NamedTuple, TypeAlias

from companion.players.made_up_cards import MadeUpCards
from companion.players.registry import named
from companion.players.simulation import SEAT, Cards, SimulatedGame, played_out
from companion.rules.engine.game import Game
from companion.rules.phases.roll_call import guard_faces
from companion.rules.state.cards import EndGoal
from companion.rules.state.setup import Dealing

CardsOf: TypeAlias = Callable[[int], Cards]
"""Returns the cards of the box for a game, from its number."""


class NoPar(ValueError):
    """A game without par.

    It is not solitary, it is over or in Light mode, or a guard card or what its end game goal counts is not known.
    """


class Par(NamedTuple):
    """The results of a player's games from one deal.

    Attributes:
        totals: its points in each, the least first.
        escaped: how many it won.
    """

    totals: tuple[int, ...]
    escaped: int

    @property
    def mean(self) -> float:
        """The average of its points."""
        return sum(self.totals) / len(self.totals)

    def below(self, total: int) -> int:
        """Return the number of its games with fewer points; a tie does not count."""
        return sum(one < total for one in self.totals)


def par_of(games: Iterable[SimulatedGame]) -> Par:
    """Return the results of games of one deal, at least one."""
    played = [*games]
    return Par(tuple(sorted(one.player for one in played)), sum(one.winner == "player" for one in played))


def par_games(
    begun: Game, player: str, games: int, cards: CardsOf, executor: Executor | None = None, *, after: int = 0
) -> Iterator[SimulatedGame]:
    """Yield a player's games from a deal, lazily; in each the hidden cards are in another order.

    The game of a number is always the same. Stop after any of them if there is no time for all.

    Args:
        begun: where each begins. Its deal is what its player knows there.
        player: the name of a player.
        games: how many.
        cards: the cards of the box that are revealed from there on.
        executor: plays them; None plays each here when it is asked for.
        after: how many have been played already, and are left out.

    Raises:
        NoPar: the game has no par.
        NoSuchPlayer: there is no player of that name.
        NotPlayed: the player tried an act that is not allowed.
    """
    setup = begun.position.setup
    all_known = setup.dealing is not Dealing.CARDS and len(guard_faces(setup)) == setup.guard_deck_size
    alone = setup.solitary and begun.position.players == (SEAT,)
    if begun.is_over or not alone or not all_known or setup.light or _needs_a_person(setup.end):
        raise NoPar
    named(player)
    play, numbers = partial(_played, begun, player, cards), range(after + 1, games + 1)
    return map(play, numbers) if executor is None else executor.map(play, numbers)


def _needs_a_person(goal: EndGoal | None) -> bool:
    """Return whether only a person can count an end game goal, with its card at hand (O-7, O-8)."""
    return goal is not None and (goal.kind == "condition" or goal.counts == "other")


def _played(begun: Game, player: str, cards: CardsOf, number: int) -> SimulatedGame:
    seed = f"par {number}"
    return played_out(number, begun.resample(SEAT, seed=seed), named(player), cards(number), seed)


def first_decision(game: Game, cards: Cards) -> Game:
    """Return a game at its next decision; the cards of the box answer until then."""
    while (act := cards.shown(game)) is not None:
        game = game.play(act)
    return game


def dealt_again(seed: str) -> CardsOf:
    """Return made-up cards, others for each game."""
    return partial(_made_up, seed)


def _made_up(seed: str, number: int) -> MadeUpCards:
    return MadeUpCards(f"{seed} par {number}")
