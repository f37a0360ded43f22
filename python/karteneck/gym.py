"""Gymnasium environments: one learner among rivals. Importing this module makes them known to ``gymnasium.make``.

>>> import gymnasium, karteneck.gym
>>> env = gymnasium.make("karteneck/Heckmeck-v1", players=2, rivals="greedy")
>>> observation, info = env.reset(seed=3)
>>> observation.shape, int(info["action_mask"].sum()) > 0
((289,), True)
>>> _, reward, terminated, _, info = env.step(0)
>>> reward, terminated
(0.0, False)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ._errors import IllegalAction
from ._native import Edition
from ._register import ID, register
from .batch import BatchEnv, Dtype, Reward
from .encoding import ACTIONS, observation_length

__all__ = ["ID", "HeckmeckEnv", "HeckmeckVectorEnv", "observation_space", "register"]


def observation_space(players: int, dtype: Dtype) -> spaces.Box:
    """The space of observations."""
    high = 255 if dtype == "uint8" else 1.0
    return spaces.Box(0, high, (observation_length(players),), np.dtype(dtype).type)


def _seated(seat: int, **settings: Any) -> BatchEnv:
    return BatchEnv(1, seat=seat, **settings)


class HeckmeckEnv(gymnasium.Env[npt.NDArray[Any], np.int64]):
    """One game after the other, for one learner among rivals.

    ``info["action_mask"]`` has a 1 for each legal action. An action outside it is refused and nothing changes: with
    ``illegal="penalty"`` the reward is -1 and ``info["illegal"]`` is true, with ``"raise"`` it raises ``IllegalAction``.
    """

    metadata = {"render_modes": []}

    def __init__(
        self,
        players: int = 2,
        rivals: str | Sequence[str] = "greedy",
        seat: int | None = None,
        reward: Reward = "win",
        dtype: Dtype = "uint8",
        illegal: Literal["penalty", "raise"] = "penalty",
        edition: Edition | None = None,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None:
            raise ValueError(f"render_mode {render_mode!r}: expected None; print a View instead")
        self._env = BatchEnv(1, players=players, rivals=rivals, seat=seat or 0, reward=reward, dtype=dtype, edition=edition)
        self._rotates = seat is None
        self._by_seat = {seat or 0: self._env}
        # A learner on another seat is another batch; it is made when that seat is drawn.
        self._make: Callable[[int], BatchEnv] = partial(
            _seated, players=players, rivals=rivals, reward=reward, dtype=dtype, edition=edition
        )
        self._illegal = illegal
        self._arrays = self._env.arrays()
        self._over = True
        self.render_mode = render_mode
        self.observation_space = observation_space(players, dtype)
        self.action_space = spaces.Discrete(ACTIONS)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._arrays.masks[0].astype(np.int8), "seat": int(self._arrays.turns[0])}

    def _seated(self, seat: int) -> BatchEnv:
        if seat not in self._by_seat:
            self._by_seat[seat] = self._make(seat)
        return self._by_seat[seat]

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[npt.NDArray[Any], dict[str, Any]]:
        super().reset(seed=seed, options=options)
        deal = int(self.np_random.integers(0, 2**63))
        if self._rotates:
            self._env = self._seated(int(self.np_random.integers(0, self._env.players)))
        self._env.reset(deal, out=self._arrays)
        self._over = False
        return self._arrays.observations[0].copy(), self._info()

    def step(self, action: np.int64 | int) -> tuple[npt.NDArray[Any], float, bool, bool, dict[str, Any]]:
        if self._over:
            raise gymnasium.error.ResetNeeded("the game is over, or was never dealt: call reset()")
        try:
            self._env.step([int(action)], out=self._arrays)
        except IllegalAction:
            if self._illegal == "raise":
                raise
            return self._arrays.observations[0].copy(), -1.0, False, False, {**self._info(), "illegal": True}
        self._over = bool(self._arrays.dones[0])
        seen = self._arrays.final_observations if self._over else self._arrays.observations
        info = {"action_mask": np.zeros(ACTIONS, np.int8), "seat": -1} if self._over else self._info()
        return seen[0].copy(), float(self._arrays.rewards[0, 0]), self._over, False, info


class HeckmeckVectorEnv(VectorEnv[npt.NDArray[Any], npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many games for one learner each, stepped natively; a finished game is dealt anew in the same step.

    ``infos["action_mask"]`` has the masks; where a game ended, ``infos["_final_obs"]`` is true and ``infos["final_obs"]``
    has what the learner saw at its end. An action outside its mask raises ``IllegalAction``, and no game changes.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        players: int = 2,
        rivals: str | Sequence[str] = "greedy",
        seat: int | None = None,
        reward: Reward = "win",
        dtype: Dtype = "uint8",
        edition: Edition | None = None,
        threads: int = 1,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None:
            raise ValueError(f"render_mode {render_mode!r}: expected None; print a View instead")
        self._env = BatchEnv(
            num_envs,
            players=players,
            rivals=rivals,
            seat=seat,
            reward=reward,
            dtype=dtype,
            edition=edition,
            threads=threads,
        )
        self._arrays = self._env.arrays()
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.single_observation_space = observation_space(players, dtype)
        self.single_action_space = spaces.Discrete(ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self._arrays.masks.astype(np.int8), "seat": self._arrays.turns.copy()}

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[Any], dict[str, Any]]:
        if isinstance(seed, (list, tuple)):
            raise ValueError("seed: expected one number for all games; each has a deal of its own under it")
        super().reset(seed=seed, options=options)
        self._env.reset(int(self.np_random.integers(0, 2**63)), out=self._arrays)
        return self._arrays.observations.copy(), self._infos()

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        arrays = self._env.step(actions, out=self._arrays)
        infos = self._infos()
        if arrays.dones.any():
            infos["final_obs"] = arrays.final_observations.copy()
            infos["_final_obs"] = arrays.dones.copy()
        truncations = np.zeros(self.num_envs, np.bool_)
        rewards = arrays.rewards[:, 0].astype(np.float64)
        return arrays.observations.copy(), rewards, arrays.dones.copy(), truncations, infos


register()
