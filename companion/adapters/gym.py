"""One player against the guards, as an environment of Gymnasium: the extra `gym`."""

from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete

from companion.adapters.episode import ACTIONS, Episode, setup_for
from companion.rules import Difficulty, Setup

_SEAT: Final = 0


class LockupEnv(gymnasium.Env[np.ndarray, np.int64]):
    """A game as an environment; `info["action_mask"]` says which actions are possible.

    The reward comes with the end: how many points the player is ahead of the guards. Then `info["points"]` has every
    side's points, line by line, as the rulebook counts them. An action that is not possible changes nothing.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self, setup: Setup | None = None, difficulty: Difficulty | None = None, render_mode: str | None = None
    ) -> None:
        """Play under a setup, or under the usual one at a difficulty."""
        self.render_mode = render_mode
        self._setup = setup or setup_for(1, difficulty or Difficulty.MODERATE)
        self._episode = Episode.new(self._setup, "")
        self.action_space = Discrete(len(ACTIONS))
        self.observation_space = Box(0, 255, (len(self._episode.observation(_SEAT)),), np.uint8)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin a game whose cards follow from the seed."""
        super().reset(seed=seed)
        self._episode = Episode.new(self._setup, str(self.np_random.integers(2**63)))
        return self._observation(), self._info()

    def step(self, action: int | np.int64) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Make a choice, and everything after it that leaves none."""
        if action in self._episode.offers:
            self._episode.choose(int(action))
        over = self._episode.game.is_over
        return self._observation(), float(self._episode.lead(_SEAT)) if over else 0.0, over, False, self._info()

    def render(self) -> str | None:
        """Return the board as text."""
        return str(self._episode.game) if self.render_mode == "ansi" else None

    def action_masks(self) -> np.ndarray:
        """Return which actions are possible, as other packages ask for it."""
        mask = np.zeros(len(ACTIONS), np.int8)
        mask[list(self._episode.offers)] = 1
        return mask

    def _observation(self) -> np.ndarray:
        return np.array(self._episode.observation(_SEAT), np.uint8)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.action_masks()}
        if self._episode.game.is_over:
            info["points"] = self._episode.score_lines()
        return info
