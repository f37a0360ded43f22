"""Carries pieces from a coordinator to the workers of Dask, and their answers back."""

from __future__ import annotations

import asyncio
import concurrent.futures
import queue
import time
import uuid
from collections.abc import Callable
from typing import Any, NamedTuple

from distributed import Client, Future

from .. import _native
from .._errors import KarteneckError, PieceError
from ._workers import Identity, Played, identify, play

__all__ = ["Carried", "ClusterError", "drive"]

PULSE = 0.5
"""How long to wait for answers before looking around, in seconds."""
SHORT_PULSE = 0.05
"""The same if nothing is out: the job is about to end, or to open more."""
LOOK_AFTER_WORKERS = 1.0
"""How often workers are counted, and new ones are asked who they are, in seconds."""
LOOK_AFTER_EACH = 0.001
"""And so much less often for each worker: the list of thousands is long."""
SCHEDULER_PATIENCE = 10.0
"""How long a scheduler may be silent before it counts as lost, in seconds."""
MAX_ALLOWED = 64
"""How many workers may play a piece: Dask takes the one with the least to do. More would only make messages longer."""
MAX_FAILURES = 10
"""How many pieces in a row may fail before the run is given up: all would."""


class ClusterError(KarteneckError):
    """Workers that cannot play, or a scheduler that is lost; what was played is saved."""


class Carried(NamedTuple):
    """How far a run has come."""

    games: int
    of: int | None
    workers: int
    played: int
    wasted: int
    messages: list[str]


Watch = Callable[[Carried], object]
Brought = concurrent.futures.Future[Any]
"""What a worker has answered, once it is here."""


class _Sent(NamedTuple):
    """A piece that is out, and the workers that may play it: those that had said who they are."""

    number: int
    allowed: list[str]


class _Driver:
    def __init__(self, coordinator: _native.NativeCoordinator, client: Client, name: str) -> None:
        self.coordinator = coordinator
        self.client = client
        self.name = name
        self.token = uuid.uuid4().hex[:8]
        self.own = _native.own_fingerprint()
        self.known: dict[str, str | None] = {}
        """The workers that have said who they are, and why they cannot play."""
        self.asked: dict[str, Brought] = {}
        """The workers that have not answered yet: one that is frozen never does, and holds up nothing."""
        self.good: list[str] = []
        """Those that can play."""
        self.out: dict[Future[Any], _Sent] = {}
        self.news: queue.SimpleQueue[tuple[Future[Any], Brought | None]] = queue.SimpleQueue()
        """Pieces that have been played, and once more with their answers."""
        self.sent = 0
        self.failures = 0
        """Pieces that failed since the last one that did not."""
        self.messages: list[str] = []
        self.silent_since: float | None = None
        self.looked = 0.0
        self.outdated = 0
        """Pieces that had become useless while they were out when that was looked at last."""

    def count_good(self) -> None:
        good = [address for address, problem in self.known.items() if problem is None]
        if good != self.good:
            self.good = good
            self.recall_stranded()
        self.coordinator.set_workers(max(1, len(good)))

    def recall_stranded(self) -> None:
        """Takes back pieces that none of the workers that are left may play."""
        good = set(self.good)
        recalled = [future for future, sent in self.out.items() if good.isdisjoint(sent.allowed)]
        for future in recalled:
            self.coordinator.give_back(self.out.pop(future).number)
        if recalled:
            self.client.cancel(recalled)

    def look_after_workers(self) -> None:
        """Asks new workers who they are; a foreign one is not given anything."""
        now = time.monotonic()
        if now - self.looked < LOOK_AFTER_WORKERS + LOOK_AFTER_EACH * len(self.known):
            return
        self.looked = now
        self.check_scheduler(now)
        # Nothing is asked of a scheduler that does not answer.
        if self.silent_since is not None:
            return
        addresses = self.client.nthreads()
        self.known = {address: problem for address, problem in self.known.items() if address in addresses}
        self.asked = {address: answer for address, answer in self.asked.items() if address in addresses}
        for address in addresses:
            if address not in self.known and address not in self.asked:
                asking = self.client.run(identify, workers=[address], on_error="return", asynchronous=True)
                self.asked[address] = self.begin(asking)
        self.count_good()

    def hear_workers(self) -> None:
        """Judges the workers that have said who they are."""
        heard = [address for address, answer in self.asked.items() if answer.done()]
        for address in heard:
            answer = self.asked.pop(address)
            failure = answer.exception()
            self.known[address] = self.judge(address, failure or answer.result().get(address))
        if heard:
            self.count_good()

    def begin(self, waiting: Any) -> Brought:
        """Has Dask do something, without waiting for it."""
        loop: Any = self.client.loop
        return asyncio.run_coroutine_threadsafe(waiting, loop.asyncio_loop)

    def judge(self, address: str, answer: Any) -> str | None:
        if isinstance(answer, tuple) and len(answer) == len(Identity._fields):
            identity = Identity(*answer)
            problem, place = identity.problem(self.own), f", {identity.place}"
        else:
            problem, place = f"it cannot be asked: {answer!r}", ""
        if problem is not None:
            self.messages.append(f"worker {address}{place} is refused: {problem}")
        return problem

    def check_scheduler(self, now: float) -> None:
        if self.client.status == "running":
            self.silent_since = None
            return
        self.silent_since = self.silent_since if self.silent_since is not None else now
        if self.client.status == "closed" or now - self.silent_since > SCHEDULER_PATIENCE:
            raise ClusterError("the scheduler is lost")

    def hand_out(self) -> None:
        """Sends as many pieces as keep all workers busy."""
        if not self.good or self.silent_since is not None:
            return
        for _ in range(self.coordinator.wanted()):
            piece = self.coordinator.next()
            if piece is None:
                return
            number, copy, name, _, data = piece
            self.sent += 1
            key = f"{self.name}-{number}, {name}{', again' if copy else ''} ({self.token}.{self.sent})"
            # Not to any worker: one that has just joined has not been asked who it is.
            allowed = self.next_allowed()
            future = self.client.submit(play, data, key=key, pure=False, workers=allowed, allow_other_workers=False)
            self.out[future] = _Sent(number, allowed)
            future.add_done_callback(lambda played: self.news.put((played, None)))

    def next_allowed(self) -> list[str]:
        """The workers that may play the next piece: of many some, and all of them in turn."""
        if len(self.good) <= MAX_ALLOWED:
            return self.good
        first = self.sent % len(self.good)
        return (self.good[first:] + self.good[:first])[:MAX_ALLOWED]

    def take_back(self) -> None:
        """Takes what has come, after a moment if nothing has."""
        news = []
        try:
            news.append(self.news.get(timeout=PULSE if self.out else SHORT_PULSE))
            while True:
                news.append(self.news.get_nowait())
        except queue.Empty:
            pass
        for future, brought in news:
            if future not in self.out:
                continue
            if brought is None and future.status == "finished":
                self.fetch(future)
            else:
                self.take(self.out.pop(future).number, future, brought)

    def fetch(self, future: Future[Any]) -> None:
        """Has an answer brought here, without waiting for it: its worker may freeze before it has sent it."""
        brought = self.begin(self.client.gather([future], asynchronous=True))
        brought.add_done_callback(lambda brought: self.news.put((future, brought)))

    def take(self, number: int, future: Future[Any], brought: Brought | None) -> None:
        try:
            played = self.played(brought)
            if played is not None and not played.refusal:
                self.coordinator.take(played.answer)
                self.failures = 0
                return
            why = self.refused(played) if played is not None else self.why(future)
        except PieceError as refused:
            why = str(refused)
        self.coordinator.give_back(number)
        if future.status == "cancelled":
            return
        self.failures += 1
        if self.failures >= MAX_FAILURES:
            raise ClusterError(f"{MAX_FAILURES} pieces in a row have failed, the last one since: {why}")
        self.messages.append(f"piece {number} is played again: {why}")

    def played(self, brought: Brought | None) -> Played | None:
        """What was brought, if it was: a worker that is lost with its answer has another one play the piece again."""
        if brought is None or brought.cancelled() or brought.exception() is not None:
            return None
        (parts,) = brought.result()
        return Played(*parts)

    def refused(self, played: Played) -> str:
        """A worker that cannot play a piece cannot play any other."""
        if self.known.get(played.address, "") is None:
            self.known[played.address] = played.refusal
            self.count_good()
            self.messages.append(f"worker {played.address}, {played.place} is refused: {played.refusal}")
        return f"{played.place}: {played.refusal}"

    def why(self, future: Future[Any]) -> str:
        return repr(future.exception(timeout=5)) if future.status == "error" else f"it was {future.status}"

    def drop_stale(self, outdated: int) -> None:
        """Cancels what is of no use any more, since something was decided; seldom, so only then is everything looked through."""
        if outdated == self.outdated:
            return
        self.outdated = outdated
        stale = [future for future, sent in self.out.items() if not self.coordinator.is_out(sent.number)]
        if stale:
            self.client.cancel(stale)
            for future in stale:
                del self.out[future]

    def show(self, watch: Watch) -> None:
        games, of, outdated, played, wasted, messages = self.coordinator.progress()
        self.drop_stale(outdated)
        news = self.messages + messages
        self.messages = []
        watch(Carried(games, of, len(self.good), played, wasted, news))

    def run(self, watch: Watch, patience: float) -> None:
        begun = time.monotonic()
        while not self.coordinator.is_over:
            self.look_after_workers()
            self.hear_workers()
            if self.good:
                begun = time.monotonic()
            elif time.monotonic() - begun > patience:
                problems = [f"{address}: {problem}" for address, problem in self.known.items() if problem is not None]
                raise ClusterError("there is no worker that can play" + "".join(f"; {problem}" for problem in problems))
            self.hand_out()
            self.take_back()
            self.show(watch)
        self.show(watch)


def drive(
    coordinator: _native.NativeCoordinator,
    client: Client,
    name: str = "karteneck",
    watch: Watch = lambda carried: None,
    patience: float = 60.0,
) -> None:
    """Has all pieces of a coordinator played by the workers of a client, until its job is over.

    Whatever is raised on the way stops the job, which saves what it has: ``coordinator.finish()`` waits for that.
    ``patience`` is how long to wait for a first worker, in seconds.
    """
    driver = _Driver(coordinator, client, name)
    try:
        driver.run(watch, patience)
    except OSError as why:
        raise ClusterError(f"the scheduler is lost: {why}") from why
    finally:
        # Nothing is left to do for a job that is over.
        coordinator.stop()
        if driver.out and client.status == "running":
            client.cancel(list(driver.out))
