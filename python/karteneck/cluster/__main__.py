"""``python -m karteneck.cluster``: the commands of the program, on many machines."""

from __future__ import annotations

import argparse
import logging
import shlex
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .. import _native
from .._errors import KarteneckError
from ..results import Results
from ._clusters import connected
from ._drive import drive
from ._options import FIELD, learn_words, parser, settings, tune_words
from ._progress import Progress

__all__ = ["main"]

FAILED, USAGE, INTERRUPTED = 1, 2, 130
STOPPING = (signal.SIGINT, signal.SIGTERM)


class _Refused(Exception):
    """The options make no sense together."""


def _begin_tuning(given: argparse.Namespace) -> _native.NativeCoordinator:
    if given.resume is not None:
        if given.entrant or given.against or given.folder:
            raise _Refused("--resume continues what is in the manifest; give nothing else that says what to tune")
        return _native.resume_tuning(given.resume, given.trust)
    if given.entrant is None:
        raise _Refused("expected the entrant whose parameters are tuned")
    if given.force and given.folder is None:
        raise _Refused("--force needs --folder")
    return _native.begin_tuning(tune_words(given), given.folder, given.force)


def _begin_learning(given: argparse.Namespace) -> _native.NativeCoordinator:
    if given.resume is not None:
        if given.kind or given.entrant or given.start or given.judge or given.folder:
            raise _Refused("--resume continues what is in the manifest; give nothing else that says what to learn")
        return _native.resume_learning(given.resume, given.trust)
    if given.kind is None or given.entrant is None:
        raise _Refused("expected what to learn (value, policy, belief or position) and the entrant whose games it learns from")
    if given.force and given.folder is None:
        raise _Refused("--force needs --folder")
    return _native.begin_learning(learn_words(given), given.folder, given.force)


def _begin(given: argparse.Namespace) -> _native.NativeCoordinator:
    if given.command == "tune":
        return _begin_tuning(given)
    if given.command == "learn":
        return _begin_learning(given)
    described = [name for name in ("games", "blocks", "until", "edition", "record") if getattr(given, name) is not None]
    if given.resume is not None:
        if given.entrants or described or given.out or given.manifest:
            raise _Refused("--resume continues what is in the manifest; give nothing else that says what to play")
        _check_programs(given, given.resume)
        return _native.NativeCoordinator.resume(given.resume)
    if given.manifest is not None:
        if given.entrants or described:
            raise _Refused("--from plays what is in the manifest; give nothing else that says what to play")
        folder = given.manifest.parent if given.manifest.name == "manifest.json" else given.manifest
        _check_programs(given, folder)
        return _native.NativeCoordinator.again(given.command, folder, given.out, given.force)
    if given.force and given.out is None:
        raise _Refused("--force needs --out")
    if given.games is not None and given.blocks is not None:
        raise _Refused("expected --games or --blocks, got both")
    specs = given.entrants or (FIELD if given.command == "tournament" else [])
    if given.command == "match" and len(specs) < 2:
        raise _Refused("a match is between two entrants or more")
    entrants = [_native.NativeEntrant.spec(spec) for spec in specs]
    return _native.NativeCoordinator.begin(given.command, entrants, settings(given), given.out, given.force)


def _check_programs(given: argparse.Namespace, folder: Path) -> None:
    programs = [] if given.trust else _native.NativeCoordinator.programs(folder)
    if programs:
        names = ", ".join(programs)
        raise _Refused(f"{folder} names programs that workers would start: {names}; if you trust them, give --trust")


def _resume_command(given: argparse.Namespace, folder: Path) -> str:
    place = ["--local", str(given.local or 2)]
    if given.scheduler is not None:
        place = ["--scheduler", given.scheduler]
    elif given.slurm is not None:
        place = ["--slurm", str(given.slurm)]
    trust = ["--trust"] if given.trust else []
    return shlex.join(["python", "-m", "karteneck.cluster", given.command, "--resume", str(folder), *place, *trust])


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _interrupt(*_: Any) -> None:
    """Saves what was played, once: an impatient second Ctrl-C must not interrupt that."""
    for number in STOPPING:
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def _carry(given: argparse.Namespace, coordinator: _native.NativeCoordinator) -> None:
    progress = Progress(given.quiet)
    local = given.local or (None if given.scheduler or given.slurm else 2)
    try:
        with connected(local, given.scheduler, given.slurm) as client:
            if given.dashboard:
                _say(f"the dashboard of Dask: {client.dashboard_link}")
            drive(coordinator, client, f"{given.command} {coordinator.path.name}", progress)
    finally:
        # Also if there was no cluster at all.
        coordinator.stop()
        progress.clear()


def _play(given: argparse.Namespace) -> int:
    coordinator = _begin(given)
    coordinator.set_piece_seconds(given.piece_seconds)
    code, why = 0, ""
    try:
        _carry(given, coordinator)
    except KeyboardInterrupt:
        code, why = INTERRUPTED, "interrupted"
    except (KarteneckError, OSError) as error:
        code, why = FAILED, str(error)
    is_finished, results, text = coordinator.finish()
    if not is_finished:
        again = _resume_command(given, coordinator.path)
        _say(f"{why or 'stopped'}: what was played is saved; continue with: {again}")
        return code or FAILED
    if text is not None:
        print(text)
        _say(f"the net, all games and the curves of the fit are in {coordinator.path}")
        return 0
    if results is None:
        _say(f"the tuned entrant, the history and tables are in {coordinator.path}")
        return 0
    print(Results(results))
    _say(f"results in {coordinator.path}; see them: karteneck report {coordinator.path} --open")
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Plays what the arguments ask for, and returns the exit code."""
    given = parser().parse_args(arguments)
    for number in STOPPING:
        signal.signal(number, _interrupt)
    # What matters is said here, in other words.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        return _play(given)
    except (_Refused, ValueError) as why:
        _say(f"error: {why}")
        return USAGE
    except KarteneckError as why:
        _say(f"error: {why}")
        return FAILED


if __name__ == "__main__":
    sys.exit(main())
