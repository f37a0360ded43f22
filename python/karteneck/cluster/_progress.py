"""Progress for people, on stderr."""

from __future__ import annotations

import sys
import time
from typing import TextIO

from ._drive import Carried

__all__ = ["Progress", "line"]

TERMINAL_PAUSE = 0.2
FILE_PAUSE = 10.0


def _span(seconds: float) -> str:
    whole = int(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"


def line(carried: Carried, rate: float) -> str:
    """How far a run has come.

    >>> line(Carried(5000, 20_000, 2, 5500, 250, []), 1000.0)
    '5,000 of 20,000 games, 2 workers, 1,000 games/s, 0:00:15 left, 4.5 % wasted'
    >>> line(Carried(5000, None, 1, 0, 0, []), 0.0)
    '5,000 games, 1 worker'
    """
    of = f" of {carried.of:,}" if carried.of is not None else ""
    parts = [f"{carried.games:,}{of} games", f"{carried.workers} worker{'' if carried.workers == 1 else 's'}"]
    if rate > 0:
        parts.append(f"{rate:,.0f} games/s")
        if carried.of is not None:
            parts.append(f"{_span((carried.of - carried.games) / rate)} left")
    if carried.played > 0:
        parts.append(f"{100 * carried.wasted / carried.played:.1f} % wasted")
    return ", ".join(parts)


class Progress:
    """Shows progress: in one line of a terminal, otherwise a line now and then; messages always."""

    def __init__(self, quiet: bool, out: TextIO = sys.stderr) -> None:
        self.quiet = quiet
        self.out = out
        self.is_terminal = out.isatty()
        self.shown = 0.0
        self.begun = time.monotonic()
        self.games_before: int | None = None

    def __call__(self, carried: Carried) -> None:
        now = time.monotonic()
        if self.games_before is None:
            self.games_before = carried.games
        for message in carried.messages:
            self.clear()
            print(message, file=self.out, flush=True)
        if self.quiet or now - self.shown < (TERMINAL_PAUSE if self.is_terminal else FILE_PAUSE):
            return
        self.shown = now
        rate = (carried.games - self.games_before) / max(now - self.begun, 1e-9)
        text = line(carried, rate)
        print(f"\r\x1b[K{text}" if self.is_terminal else text, end="" if self.is_terminal else "\n", file=self.out, flush=True)

    def clear(self) -> None:
        """Removes the line of a terminal."""
        if self.is_terminal and not self.quiet:
            print("\r\x1b[K", end="", file=self.out, flush=True)
