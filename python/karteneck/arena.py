"""Tournaments, matches, tunings, analyses and audits."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Union

from . import _native
from ._log import logs_in
from ._native import Edition, Game, View
from ._rows import Candidate
from .bots import EntrantLike, entrant
from .results import Results

__all__ = ["AuditPoint", "Progress", "Tuned", "analyze", "check", "match", "tournament", "tune"]

Progress = Union[Callable[[int, Union[int, None]], object], bool, None]
"""``None`` or ``False`` for no progress, ``True`` for a bar of tqdm, or a function of what is done and of all (or ``None``)."""
_Folder = Union[str, "os.PathLike[str]", None]


@contextmanager
def shown(progress: Progress, unit: str) -> Iterator[Callable[[int, int | None], object] | None]:
    """A function that shows progress, if any is wanted."""
    if callable(progress):
        yield progress
        return
    if not progress:
        yield None
        return
    try:
        from tqdm.auto import tqdm
    except ImportError:
        yield lambda done, of: print(f"\r{done} of {of or '?'} {unit}", end="", file=sys.stderr)
        return
    with tqdm(unit=unit, unit_scale=True) as bar:

        def show(done: int, of: int | None) -> None:
            bar.total = of
            bar.update(done - bar.n)

        yield show


def _threads(threads: int | None) -> int:
    return threads or os.cpu_count() or 1


def _play(
    kind: str,
    entrants: Sequence[EntrantLike],
    players: Sequence[int],
    folder: _Folder,
    progress: Progress,
    threads: int | None,
    settings: dict[str, Any],
) -> Results:
    seated = [entrant(one)._native for one in entrants]
    for name in ("games", "blocks", "most_blocks"):
        if settings[name] is not None and settings[name] < 1:
            raise ValueError(f"{name}={settings[name]}: expected at least 1")
    if sum(settings.get(name) is not None for name in ("games", "blocks", "until", "sprt")) > 1:
        raise ValueError("expected one of games, blocks, until and sprt: each says when the run ends")
    settings = {"players": list(players), "sprt": None, **settings, "threads": _threads(threads)}
    place = None if folder is None else Path(folder)
    logs = None if place is None else place / "logs"
    with logs_in(logs), shown(progress, "games") as show:
        return Results(_native.play_run(kind, seated, settings, place, show))


def tournament(
    entrants: Sequence[EntrantLike],
    *,
    players: int | Sequence[int] = 2,
    games: int | None = None,
    blocks: int | None = None,
    until: float | None = None,
    most_blocks: int | None = None,
    seed: int | str = 1,
    sealed: bool = False,
    first_deal: int = 0,
    edition: Edition | None = None,
    record_every: int = 0,
    keep_blocks: bool = False,
    threads: int | None = None,
    folder: _Folder = None,
    progress: Progress = None,
) -> Results:
    """Every entrant against every other, at one or several numbers of players; 10,000 games unless told otherwise.

    Entrants are specs as the program reads them, classes, objects or functions (see ``karteneck.entrant``). With a
    ``folder`` the run is kept there like one of the program, byte for byte the same.

    >>> def cautious(view):
    ...     return "pass" if view.total() >= 25 else view.moves()[0]
    >>> result = tournament([cautious, "greedy"], games=200, threads=1)
    >>> result.games, [row.entrant for row in result.standings][0]
    (200, 'greedy')
    """
    settings = {
        "games": games,
        "blocks": blocks,
        "until": until,
        "most_blocks": most_blocks,
        "seed": seed,
        "sealed": sealed,
        "first_deal": first_deal,
        "edition": edition,
        "record_every": record_every,
        "keep_blocks": keep_blocks,
    }
    sizes = [players] if isinstance(players, int) else players
    return _play("tournament", entrants, sizes, folder, progress, threads, settings)


def match(
    entrants: Sequence[EntrantLike],
    *,
    players: int | None = None,
    games: int | None = None,
    blocks: int | None = None,
    until: float | None = None,
    sprt: str | None = None,
    most_blocks: int | None = None,
    seed: int | str = 1,
    sealed: bool = False,
    first_deal: int = 0,
    edition: Edition | None = None,
    record_every: int = 0,
    keep_blocks: bool = False,
    threads: int | None = None,
    folder: _Folder = None,
    progress: Progress = None,
) -> Results:
    """Is the first entrant better than the others? All sit at one table; ``sprt="0pp:2pp"`` plays until a test decides.

    >>> match(["heuristic", "greedy"], sprt="0pp:5pp", threads=1).test.decision
    'alternative'
    """
    settings = {
        "games": games,
        "blocks": blocks,
        "until": until,
        "sprt": sprt,
        "most_blocks": most_blocks,
        "seed": seed,
        "sealed": sealed,
        "first_deal": first_deal,
        "edition": edition,
        "record_every": record_every,
        "keep_blocks": keep_blocks,
    }
    return _play("match", entrants, [] if players is None else [players], folder, progress, threads, settings)


class Tuned(NamedTuple):
    """A tuning that has ended. ``values`` has each parameter before and after, ``toml`` is the file of the result."""

    verdict: str
    values: dict[str, tuple[str, str]]
    toml: str
    history_csv: bytes
    games: int


def tune(
    spec: str,
    *,
    parameters: Sequence[str] | None = None,
    against: Sequence[EntrantLike] = ("self",),
    players: int | Sequence[int] = 2,
    games: int = 100_000,
    seed: int | str = 1,
    method: str | None = None,
    transfer: Sequence[EntrantLike] = (),
    edition: Edition | None = None,
    threads: int | None = None,
    out: str | os.PathLike[str] | None = None,
    progress: Progress = None,
) -> Tuned:
    """Searches better parameters for an entrant and confirms them on fresh deals.

    ``"self"`` among the rivals is the entrant's own best so far. Nothing is kept but ``out``, the file of the result; a
    tuning that can be resumed is ``karteneck tune``.
    """
    rivals = [None if rival == "self" else entrant(rival)._native for rival in against]
    settings = {
        "parameters": None if parameters is None else list(parameters),
        "against": rivals,
        "players": [players] if isinstance(players, int) else list(players),
        "games": games,
        "seed": seed,
        "method": method,
        "edition": edition,
        "transfer": [entrant(other)._native for other in transfer],
        "threads": _threads(threads),
    }
    with shown(progress, "games") as show:
        found = _native.tune_entrant(entrant(spec)._native, settings, f"karteneck.tune({spec!r})", show)
    verdict, values, toml, history, played = found
    if out is not None:
        Path(out).write_text(toml, encoding="utf-8")
    return Tuned(verdict, {name: (before, after) for name, before, after in values}, toml, history, played)


def analyze(
    position: View | Game | str,
    *,
    played: str | None = None,
    policy: EntrantLike = "tuned",
    worlds: int = 1000,
    seed: int = 1,
    edition: Edition | None = None,
    progress: Progress = None,
) -> list[Candidate]:
    """What every move is worth for the seat on turn, the best first, tried out in worlds that fit its view.

    A position is a view, a game, or a text as ``docs/POSITIONS.md`` describes it.

    >>> best = analyze(Game(2, seed=42), worlds=64)[0]
    >>> 0.0 <= best.chance_low <= best.chance <= best.chance_high <= 1.0
    True
    """
    if isinstance(position, str):
        position = Game.from_position(position, edition=edition)
    view = position.view() if isinstance(position, Game) else position
    with shown(progress, "worlds") as show:
        rows = _native.judge(view, entrant(policy)._native, worlds, seed, played, show)
    return [Candidate(*row) for row in rows]


class AuditPoint(NamedTuple):
    """One point of an audit: ``verdict`` is passed, failed, skipped or measured."""

    question: str
    verdict: str
    evidence: str


def check(thing: EntrantLike, *, games: int = 8, seed: int | str = 1, progress: Progress = None) -> list[AuditPoint]:
    """Is an entrant legal and honest? The same examination as ``karteneck check``.

    It has passed if no point failed or was skipped.

    >>> [point.verdict for point in check(lambda view: view.moves()[0], games=1)][:2]
    ['passed', 'passed']
    """
    with shown(progress, "games") as show:
        return [AuditPoint(*point) for point in _native.audit(entrant(thing)._native, games, seed, show)]
