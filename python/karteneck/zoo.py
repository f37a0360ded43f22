"""PettingZoo environment (AEC): every seat is an agent.

>>> from karteneck.zoo import env
>>> table = env(players=3)
>>> table.reset(seed=5)
>>> observation, reward, termination, truncation, info = table.last()
>>> observation["observation"].shape, observation["action_mask"].dtype.name
((356,), 'int8')
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._native import Edition, Game
from .batch import Dtype, Reward
from .encoding import ACTIONS, observation_length

__all__ = ["env", "raw_env"]

_Observation = dict[str, npt.NDArray[Any]]


def env(**settings: Any) -> AECEnv:
    """The environment with the usual wrappers: order of calls and bounds of actions are checked."""
    wrapped: Any = raw_env(**settings)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class raw_env(AECEnv, EzPickle):
    """The bare environment. An action outside the mask raises ``IllegalAction``, and nothing changes."""

    metadata = {
        "name": "karteneck_v1",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        players: int = 2,
        reward: Reward = "win",
        dtype: Dtype = "uint8",
        edition: Edition | None = None,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, players, reward, dtype, edition, render_mode)
        AECEnv.__init__(self)
        if render_mode not in (None, "ansi"):
            raise ValueError(f'render_mode {render_mode!r}: expected None or "ansi"')
        self._players, self._reward, self._dtype, self._edition = players, reward, dtype, edition
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        high = 255 if dtype == "uint8" else 1.0
        box = spaces.Box(0, high, (observation_length(players),), np.dtype(dtype).type)
        mask = spaces.Box(0, 1, (ACTIONS,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": box, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seed, self._deal = 1, -1

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._seed, self._deal = seed, -1
        self._deal += 1
        self._game = Game(self._players, seed=self._seed, deal=self._deal, edition=self._edition)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        turn = self._game.turn
        assert turn is not None
        self.agent_selection = self.possible_agents[turn]

    def observe(self, agent: str) -> _Observation:
        seat = self._seat_of[agent]
        observation = self._game.observation(seat, self._dtype)
        return {"observation": observation, "action_mask": self._game.action_mask(seat).view(np.int8)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._game.step(int(action))
        self._cumulative_rewards[agent] = 0.0
        if self._game.is_over:
            self._finish()
        else:
            self._select()

    def _finish(self) -> None:
        rewards = self._game.rewards(self._reward)
        self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def render(self) -> str | None:
        return repr(self._game.view()) if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass
