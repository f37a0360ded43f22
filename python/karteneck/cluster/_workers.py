"""What happens on workers: they say who they are, play pieces, and end with their parent."""

from __future__ import annotations

import os
import socket
import threading
import time
from functools import cache
from typing import NamedTuple

from .. import _native
from .._errors import PieceError

__all__ = ["Identity", "Played", "end_with_parent", "identify", "play"]


class Identity(NamedTuple):
    """Who a worker is: where it runs, and how it plays."""

    place: str
    expected: str
    found: str

    def problem(self, own: str) -> str | None:
        """Why it cannot play for a coordinator with the fingerprint ``own``, if it cannot."""
        if self.expected != own:
            return f"its program has the fingerprint {self.expected}, and this one has {own}: install the same version there"
        if self.found != own:
            return f"its program should have the fingerprint {own}, and plays as {self.found}: its build is broken"
        return None


class Played(NamedTuple):
    """What came of a piece: an answer, or why there is none; and the worker, by its address."""

    place: str
    address: str
    answer: bytes
    refusal: str


Plain = tuple[str, ...]
"""What workers send: nothing but texts and bytes, which every version can read."""


def _place() -> str:
    return f"{socket.gethostname()} (process {os.getpid()})"


def _address() -> str:
    """The address of the worker of Dask that this thread belongs to, if it does."""
    try:
        from distributed import get_worker

        return str(get_worker().address)
    except (ImportError, ValueError):
        return ""


@cache
def identify() -> Plain:
    """Plays some games of the fingerprint, and says what came of them: the parts of an :class:`Identity`."""
    return (_place(), *_native.fingerprints())


def play(piece: bytes) -> tuple[str, str, bytes, str]:
    """Plays a piece, and returns the parts of :class:`Played`."""
    try:
        return _place(), _address(), _native.play_piece(piece), ""
    except PieceError as why:
        return _place(), _address(), b"", str(why)


def end_with_parent(parent: int, pulse: float = 0.25) -> None:
    """Ends this process as soon as its parent has ended, however that happened."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(pulse)
        os._exit(1)

    threading.Thread(target=watch, name="end with parent", daemon=True).start()
