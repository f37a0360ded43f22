"""Where workers come from: processes of this machine, a scheduler, or jobs of Slurm."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import dask
from distributed import Client, LocalCluster, WorkerPlugin

from ._workers import end_with_parent

__all__ = ["Kinship", "connected"]


QUIET = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.system-monitor.interval": "10s",
    "distributed.admin.system-monitor.gil.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.worker.heartbeat": "1s",
}
"""Without what Dask measures about itself, which costs 2 % of a core in each process."""


class Kinship(WorkerPlugin):
    """Ends a worker of this machine with the coordinator that started it, also if that is killed."""

    name = "karteneck-kinship"

    def __init__(self, parent: int) -> None:
        self.parent = parent

    def setup(self, worker: Any) -> None:
        end_with_parent(self.parent)


@contextmanager
def connected(local: int | None, scheduler: str | None, slurm: int | None) -> Iterator[Client]:
    """A client of the workers that were asked for; what was started here is ended in the end."""
    if scheduler is not None:
        with Client(scheduler, timeout="20s", set_as_default=False) as client:
            yield client
        return
    with dask.config.set(QUIET), _started(local, slurm) as cluster, Client(cluster, set_as_default=False) as client:
        if local is not None:
            client.register_plugin(Kinship(os.getpid()))
        yield client


def _started(local: int | None, slurm: int | None) -> Any:
    if slurm is None:
        # Answers are small, and what a worker needs is in its players: nothing is to be moved to disk.
        return LocalCluster(
            n_workers=local or 1,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            memory_limit=0,
            dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL,
        )
    try:
        from dask_jobqueue import SLURMCluster
    except ImportError as why:
        raise SystemExit("--slurm needs the package dask-jobqueue: pip install 'karteneck[slurm]'") from why
    # Queue, account and time are those of the configuration of dask-jobqueue.
    return SLURMCluster(n_workers=slurm, cores=1, processes=1, memory="2GB", job_name="karteneck")
