"""Runs on many machines, with the bytes of one: pieces of a run, carried by Dask.

``python -m karteneck.cluster tournament greedy heuristic --games 10M --local 4`` plays on four processes of this machine,
``--scheduler tcp://host:8786`` on the workers of a Dask scheduler, ``--slurm 100`` on jobs of a Slurm cluster. Options are
those of ``karteneck tournament``, ``match``, ``tune`` and ``learn``. What comes out is an ordinary folder, whatever happened on
the way: workers may come and go, and a coordinator that was killed goes on with ``--resume``. See ``docs/CLUSTER-DASK.md``.

Python only carries pieces. What is played, in which order answers count and when a run ends is decided by the same code as in
one process.
"""

from __future__ import annotations

from ._drive import Carried, ClusterError, drive
from ._workers import Identity, identify, play

__all__ = ["Carried", "ClusterError", "Identity", "drive", "identify", "play"]
