"""Many games stepped together, without the interpreter, into arrays that the caller owns."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ._errors import SaturationWarning
from ._native import Batch, Edition
from .encoding import ACTIONS, observation_length

__all__ = ["Arrays", "BatchEnv", "Dtype", "Reward"]

Dtype = Literal["uint8", "float32"]
Reward = Literal["win", "place", "margin"]


@dataclass(repr=False, eq=False)
class Arrays:
    """The arrays that a step writes. All of them belong to the caller: a step changes them and keeps none.

    ``rewards`` has a column for each seat if all seats learn, and one column otherwise. ``turns`` is the seat that is to
    act, whose observation and mask these are. A row of ``final_observations`` is written only when its game ends: what the
    learner, or else the seat that moved last, saw then.
    """

    observations: npt.NDArray[Any]
    masks: npt.NDArray[np.uint8]
    turns: npt.NDArray[np.uint8]
    rewards: npt.NDArray[np.float32]
    dones: npt.NDArray[np.bool_]
    final_observations: npt.NDArray[Any]

    def __repr__(self) -> str:
        return f"<Arrays of {len(self.turns)} games, observations of {self.observations.shape[1]} {self.observations.dtype}>"


class BatchEnv:
    """``games`` games at once. Each is dealt anew as soon as it ends (autoreset in the same step).

    Without ``rivals`` every seat learns: each step plays the action of the seat on turn. With them (specs of entrants, one
    for all seats or one for each) the learner sits at ``seat``, or one seat further with every game if that is ``None``,
    and a step goes on until it is the learner's turn again.

    Game *i* of the batch plays the deals *i*, *i* + games, … of the seed, so that ``Game(players, seed=seed, deal=i)``
    with the same moves is the same game, whatever the number of threads.

    >>> env = BatchEnv(4, players=2, seed=7)
    >>> arrays = env.reset()
    >>> arrays.observations.shape, arrays.masks.shape
    ((4, 289), (4, 412))
    >>> for _ in range(200):
    ...     arrays = env.step(env.sample())
    >>> bool(arrays.masks[:, 0].all())  # a seat on turn may always pass
    True
    """

    def __init__(
        self,
        games: int,
        *,
        players: int = 2,
        seed: int = 1,
        rivals: str | Sequence[str] | None = None,
        seat: int | None = None,
        reward: Reward = "win",
        dtype: Dtype = "uint8",
        edition: Edition | None = None,
        threads: int = 1,
    ) -> None:
        specs = [rivals] * (players - 1) if isinstance(rivals, str) else None if rivals is None else list(rivals)
        self._batch = Batch(games, players, seed, specs, seat, reward, edition, threads)
        if dtype not in ("uint8", "float32"):
            raise ValueError(f'dtype {dtype!r}: expected "uint8" or "float32"')
        if edition is not None and edition.saturates and dtype == "uint8":
            warnings.warn(
                "this edition has more worms than a byte can tell: 255 in an observation stands for 255 or more",
                SaturationWarning,
                stacklevel=2,
            )
        self.games = games
        self.players = players
        self.dtype = np.dtype(dtype)
        self.observation_length = observation_length(players)
        self.reward_width = players if specs is None else 1
        self._own: Arrays | None = None
        self._actions = np.zeros(games, np.int64)

    def arrays(self) -> Arrays:
        """New arrays of the right shapes, for ``out``."""
        shape = (self.games, self.observation_length)
        return Arrays(
            observations=np.zeros(shape, self.dtype),
            masks=np.zeros((self.games, ACTIONS), np.uint8),
            turns=np.zeros(self.games, np.uint8),
            rewards=np.zeros((self.games, self.reward_width), np.float32),
            dones=np.zeros(self.games, np.bool_),
            final_observations=np.zeros(shape, self.dtype),
        )

    def _out(self, out: Arrays | None) -> Arrays:
        if out is not None:
            return out
        if self._own is None:
            self._own = self.arrays()
        return self._own

    def reset(self, seed: int | None = None, *, out: Arrays | None = None) -> Arrays:
        """Deals all games anew, from this seed or from the one before."""
        arrays = self._out(out)
        self._batch.reset(seed, arrays.observations, arrays.masks, arrays.turns)
        arrays.rewards.fill(0)
        arrays.dones.fill(False)
        return arrays

    def step(self, actions: npt.ArrayLike, *, out: Arrays | None = None) -> Arrays:
        """Plays an action in every game and writes what came of it.

        Without ``out`` the same arrays are written each time. If one action is outside its mask, ``IllegalAction`` names it,
        and no game has changed.
        """
        arrays = self._out(out)
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu":
            raise TypeError(f"actions: expected whole numbers, got {chosen.dtype}")
        chosen = np.ascontiguousarray(chosen, np.int64)
        self._batch.step(
            chosen,
            arrays.observations,
            arrays.masks,
            arrays.turns,
            arrays.rewards,
            arrays.dones,
            arrays.final_observations,
        )
        return arrays

    def sample(self) -> npt.NDArray[np.int64]:
        """A random legal action for every game, from streams of its own that follow from the seed. Always the same array."""
        self._batch.sample(self._actions)
        return self._actions

    def deals(self) -> npt.NDArray[np.uint64]:
        """The number of each game under the seed."""
        return self._batch.deals()
