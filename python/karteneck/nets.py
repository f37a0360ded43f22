"""Networks for the family ``net``: what was learned in Python, as an entrant of the program."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ._native import write_net_file
from .encoding import ACTIONS, observation_length

__all__ = ["write_net"]


def write_net(
    path: str | os.PathLike[str],
    networks: Mapping[int, Sequence[npt.ArrayLike]],
    provenance: Mapping[str, str],
) -> str:
    """Writes a net with a network for each number of players, and returns its hash (``docs/ENCODING.md`` has the format).

    A network is four arrays: weights from each input (a float observation) to all units, biases of the units, weights from
    each unit to all actions, biases of the actions. Weights are rounded to multiples of 2**-16.
    """
    flat = []
    for players, arrays in networks.items():
        first, first_bias, second, second_bias = (np.asarray(array, np.float32) for array in arrays)
        units = first_bias.size
        shapes = ((observation_length(players), units), (units,), (units, ACTIONS), (ACTIONS,))
        found = (first.shape, first_bias.shape, second.shape, second_bias.shape)
        if found != shapes:
            raise ValueError(f"a network for {players} players: expected arrays of shapes {shapes}, got {found}")
        weights = np.concatenate([array.ravel() for array in (first, first_bias, second, second_bias)])
        flat.append((players, np.ascontiguousarray(weights, np.float32)))
    return write_net_file(Path(path), flat, dict(provenance))
