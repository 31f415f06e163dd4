"""Two to five players, as an environment of PettingZoo: the extra `pettingzoo`."""

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from companion.adapters.episode import ACTIONS, Episode, setup_for
from companion.rules import Setup


def env(players: int = 3, setup: Setup | None = None, render_mode: str | None = None) -> AECEnv:
    """Return an environment that refuses actions out of order."""
    return wrappers.OrderEnforcingWrapper(LockupAEC(players, setup, render_mode))


class LockupAEC(AECEnv):
    """A game of several players, whose seats are the agents, clockwise.

    `infos[agent]["action_mask"]` says which actions are possible; any other changes nothing. Rewards come with the end:
    how many points a seat is ahead of the best other seat. Then `infos[agent]["points"]` has its points, line by line,
    as the rulebook counts them.
    """

    metadata = {"render_modes": ["ansi"], "name": "lockup_v0", "is_parallelizable": False}

    def __init__(self, players: int = 3, setup: Setup | None = None, render_mode: str | None = None) -> None:
        """Play with so many players, or under a setup.

        Raises:
            ValueError: the guards play too, who are no agent.
        """
        super().__init__()
        self.render_mode = render_mode
        self._setup = setup or setup_for(players)
        if self._setup.guards is not None:
            message = "The guards are no agent: for a solo game take companion.adapters.gym."
            raise ValueError(message)
        self.possible_agents = [f"player_{seat}" for seat in self._setup.players]
        self.agents: list[str] = []
        self._np_random, _ = seeding.np_random()
        self._episode = Episode.new(self._setup, "")
        size = len(self._episode.observation(0))
        self._action_spaces = {agent: Discrete(len(ACTIONS)) for agent in self.possible_agents}
        self._observation_spaces = {agent: Box(0, 255, (size,), np.uint8) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Box:
        """Return what an agent's observations are among."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return what an agent's actions are among."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game whose cards follow from the seed."""
        if seed is not None:
            self._np_random, _ = seeding.np_random(seed)
        self._episode = Episode.new(self._setup, str(self._np_random.integers(2**63)))
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._look()

    def step(self, action: int | None) -> None:
        """Make the choice of the selected agent, and everything after it that leaves none."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        if action in self._episode.offers:
            self._episode.choose(int(action))
        self._look()
        if self._episode.game.is_over:
            self._end()
        self._accumulate_rewards()

    def observe(self, agent: str) -> np.ndarray:
        """Return what the seat of an agent sees."""
        return np.array(self._episode.observation(self.possible_agents.index(agent)), np.uint8)

    def render(self) -> str | None:
        """Return the board as text."""
        return str(self._episode.game) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _look(self) -> None:
        """See whose choice it is, and what may be chosen."""
        self.agent_selection = self.possible_agents[self._episode.seat]
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"action_mask": np.zeros(len(ACTIONS), np.int8)} for agent in self.agents
        }
        self.infos[self.agent_selection]["action_mask"][list(self._episode.offers)] = 1

    def _end(self) -> None:
        for seat, (agent, lines) in enumerate(zip(self.possible_agents, self._episode.score_lines(), strict=True)):
            self.terminations[agent] = True
            self.rewards[agent] = float(self._episode.lead(seat))
            self.infos[agent]["points"] = lines
