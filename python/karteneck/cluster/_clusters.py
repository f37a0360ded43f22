"""Where workers come from: processes of this machine, a scheduler, or jobs of Slurm."""

from __future__ import annotations

import logging
import os
import shlex
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from multiprocessing import resource_tracker
from typing import Any

import dask
from distributed import Client, LocalCluster, WorkerPlugin

from ._workers import end_with_parent

__all__ = ["Kinship", "connected"]


SETTINGS = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.system-monitor.interval": "10s",
    "distributed.admin.system-monitor.gil.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.scheduler.worker-ttl": "60s",
}
"""Nothing of what Dask measures about itself, which costs 2 % of a core in each process; a worker silent for a minute is lost."""


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
    with dask.config.set(SETTINGS), ExitStack() as stack:
        with _deaf_to_ctrl_c():
            cluster = stack.enter_context(_started(local, slurm))
        client = stack.enter_context(Client(cluster, set_as_default=False))
        if local is not None:
            client.register_plugin(Kinship(os.getpid()))
        yield client


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """What is started meanwhile does not hear Ctrl-C, which a terminal sends to all: the coordinator ends it after saving.

    Signals that a thread blocks are blocked in the threads and processes that it starts, also in workers that replace lost ones.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # If it were started later, it would let the signal through again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


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
        from dask_jobqueue.slurm import SLURMCluster
    except ImportError as why:
        raise SystemExit("--slurm needs the package dask-jobqueue: pip install 'karteneck[slurm]'") from why
    # Queue, account and time are those of the configuration of dask-jobqueue; so is the prologue of jobs.
    prologue = [*dask.config.get("jobqueue.slurm.job-script-prologue", []), *_exported(SETTINGS)]
    return SLURMCluster(n_workers=slurm, cores=1, processes=1, memory="2GB", job_name="karteneck", job_script_prologue=prologue)


def _exported(settings: dict[str, Any]) -> list[str]:
    """Settings of Dask as lines of a shell, for workers on other machines.

    >>> _exported({"distributed.admin.system-monitor.interval": "10s"})
    ['export DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__INTERVAL=10s']
    """
    names = {key: key.upper().replace(".", "__").replace("-", "_") for key in settings}
    return [f"export DASK_{names[key]}={shlex.quote(str(value))}" for key, value in settings.items()]
