"""One player against the guards, as a game of OpenSpiel: the extra `openspiel`.

Importing this module registers it: `pyspiel.load_game("lockup")`. Chance deals once, at the beginning: three numbers
are the seed from which all cards follow. The guards are part of the game.
"""

from collections.abc import Callable
from hashlib import blake2b
from typing import Any, Final

import numpy as np
import pyspiel

from companion.adapters.episode import ACTIONS, Episode, setup_for
from companion.rules import Difficulty

_SEAT: Final = 0
_DEALS: Final = 3
_DEAL: Final = 256
"""The number of outcomes that each of these choices of chance has."""

_MOST_POINTS: Final = 500.0
_LONGEST: Final = 1000

_TYPE: Final = pyspiel.GameType(
    short_name="lockup",
    long_name="Lockup: A Roll Player Tale",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=1,
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"difficulty": Difficulty.MODERATE.value},
)
_INFO: Final = pyspiel.GameInfo(
    num_distinct_actions=len(ACTIONS),
    max_chance_outcomes=_DEAL,
    num_players=1,
    min_utility=-_MOST_POINTS,
    max_utility=_MOST_POINTS,
    max_game_length=_LONGEST,
)


class LockupGame(pyspiel.Game):
    """The game at a difficulty."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        super().__init__(_TYPE, _INFO, params)
        self.setup = setup_for(1, Difficulty(params.get("difficulty", Difficulty.MODERATE.value)))
        self.size = len(Episode.new(self.setup, "").observation(_SEAT))

    def new_initial_state(self) -> "LockupState":
        """Return a game before its cards are dealt."""
        return LockupState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "LockupObserver":
        """Return what turns a state into what the player sees of it."""
        return LockupObserver(self.size)


class LockupState(pyspiel.State):
    """A game on its way. Its utility is how many points the player ends ahead of the guards."""

    def __init__(self, game: LockupGame) -> None:
        super().__init__(game)
        self._dealt: tuple[int, ...] = ()
        self._episode: Episode | None = None
        self._memory = ""

    def current_player(self) -> int:
        """Return whose choice it is."""
        if self._episode is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self._episode.game.is_over else _SEAT

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._episode.offers) if self._episode else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the numbers that chance deals, each as likely as any other."""
        return [(number, 1 / _DEAL) for number in range(_DEAL)]

    def _apply_action(self, action: int) -> None:
        if self._episode is not None:
            self._remember(action)
            self._episode.choose(action)
            return
        self._dealt += (action,)
        if len(self._dealt) == _DEALS:
            self._episode = Episode.new(self.get_game().setup, " ".join(map(str, self._dealt)))

    def _remember(self, action: int) -> None:
        """Add to what the player knows: what it saw before it chose, and what it chose."""
        self._memory = blake2b(f"{self.information_state_string(_SEAT)} {action}".encode(), digest_size=16).hexdigest()

    def information_state_string(self, player: int = _SEAT) -> str:
        """Return all that the player knows: a digest of what it saw and did before, and what it sees now."""
        return f"{self._memory} {self.observation_string(player)}"

    def observation_string(self, player: int = _SEAT) -> str:
        """Return what the player sees, as a code of the position, and what it has chosen of its act."""
        if self._episode is None:
            return ""
        return f"{self._episode.game.seen_by(_SEAT).code()} {self._episode.chosen}"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "LockupState":
        """Return a state that the player can't tell from this one, with all that it can't know dealt anew."""
        assert self._episode is not None
        state: LockupState = self.get_game().new_initial_state()
        state._dealt, state._memory = self._dealt, self._memory
        state._episode = self._episode.resampled(_SEAT, f"{sampler()}")
        return state

    def returns(self) -> list[float]:
        """Return the utility of the player; 0 before the end."""
        return [float(self._episode.lead(_SEAT)) if self._episode and self._episode.game.is_over else 0.0]

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._episode is not None and self._episode.game.is_over

    def _action_to_string(self, player: int, action: int) -> str:
        return ACTIONS[action] if player == _SEAT else f"Deal {action}"

    def __str__(self) -> str:
        return f"dealt {self._dealt}" if self._episode is None else f"{self._episode.game}\n{self._episode.chosen}"


class LockupObserver:
    """A player's view of a game, as a tensor of counts and as text."""

    def __init__(self, size: int) -> None:
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: LockupState, player: int) -> None:
        """Write what the player sees into the tensor."""
        self.tensor[:] = 0 if state._episode is None else state._episode.observation(_SEAT)

    def string_from(self, state: LockupState, player: int) -> str:
        """Return what the player sees."""
        return state.observation_string(player)


pyspiel.register_game(_TYPE, LockupGame)
