"""What bots raise, in the log of the package and of the run."""

from __future__ import annotations

import logging
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

_logger = logging.getLogger("karteneck.bots")
_lock = threading.Lock()
_folders: list[Path] = []


@contextmanager
def logs_in(folder: Path | None) -> Iterator[None]:
    """While it lasts, tracebacks are also appended to files in this folder."""
    if folder is None:
        yield
        return
    with _lock:
        _folders.append(folder)
    try:
        yield
    finally:
        with _lock:
            _folders.remove(folder)


def raised(name: str, error: BaseException, trace: TracebackType | None) -> str:
    """Notes what a bot raised, and returns the traceback."""
    text = "".join(traceback.format_exception(type(error), error, trace))
    _logger.error("%s raised:\n%s", name, text)
    safe = "".join(c if c.isascii() and (c.isalnum() or c in "-_.=") else "-" for c in name)[:80]
    with _lock:
        # Before a run is created it has no folder, and none must be made for it.
        for folder in (folder for folder in _folders if folder.parent.is_dir()):
            folder.mkdir(exist_ok=True)
            with open(folder / f"{safe}.traceback.log", "a", encoding="utf-8") as log:
                log.write(text)
    return text
