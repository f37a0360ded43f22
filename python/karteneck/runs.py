"""Runs in folders: what the program or this package wrote."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast

from . import _native
from ._errors import RunError
from ._log import logs_in
from ._native import NativeRun
from .arena import Progress, _threads, shown
from .bots import PYTHON, Entrant, EntrantLike, entrant, imported, unavailable
from .results import Backend, Results

__all__ = ["Export", "Run", "Verified", "open_run"]

Export = Literal["games", "moves", "decisions"]
_TYPES = {"integer": "Int64", "decimal": "Float64", "text": "string"}


class Verified(NamedTuple):
    """What was played again with the same results."""

    played: int
    blocks: int
    same: list[str]


def _python_bots(folder: Path) -> dict[str, str]:
    """The Python bots that a manifest names, with their code."""
    try:
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        entrants = manifest["plan"]["entrants"]
    except (OSError, ValueError, KeyError, TypeError):
        return {}  # opening it says what is wrong
    return {one["name"]: one["code"] for one in entrants if str(one.get("code", "")).startswith(PYTHON)}


def open_run(folder: str | os.PathLike[str], *, entrants: Sequence[EntrantLike] = (), trust: bool = False) -> Run:
    """Opens a run to read it, to go on with it, or to verify it.

    Python bots that it names are needed only to play. They are imported with ``trust=True``, which runs their code, or
    given as ``entrants``.
    """
    path = Path(folder)
    given = {one.name: one for one in map(entrant, entrants)}
    code: list[Entrant] = []
    for name, place in _python_bots(path).items():
        if name in given:
            code.append(given[name])
        else:
            code.append(imported(name, place) if trust else unavailable(name, place))
    return Run(path, code, playable=trust or all(name in given for name in _python_bots(path)))


class Run:
    """A run in a folder."""

    def __init__(self, folder: Path, code: Sequence[Entrant], playable: bool) -> None:
        self.folder = folder
        self._code = [one._native for one in code]
        self._playable = playable
        self._native = NativeRun.open(folder, self._code)

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self._native.is_over

    @property
    def manifest(self) -> dict[str, Any]:
        """Everything that determines the run, and once it is over its result."""
        return cast("dict[str, Any]", json.loads(self._native.manifest_json))

    @property
    def results(self) -> Results:
        """What was counted so far."""
        return Results(self._native.results())

    def records(self) -> Iterator[str]:
        """The lines of the games that were kept, read one by one; ``json.loads`` or ``karteneck.replay`` understand them."""
        return iter(self._native.records())

    def rows(self, table: Export = "moves") -> Iterator[bytes]:
        """The lines of a flat table of the kept games, game by game; the first is the heading (``docs/EXPORT.md``)."""
        lines = self._native.export(table)
        yield lines.header()
        yield from lines

    def columns(self, table: Export = "moves") -> list[tuple[str, str, str]]:
        """The name, the type and the meaning of each column of a flat table."""
        return self._native.export(table).columns()

    def frame(self, table: str = "standings", backend: Backend | None = None) -> Any:
        """A table of results, or a flat table of the kept games, as a data frame."""
        if table in ("games", "moves", "decisions"):
            return self._flat_frame(cast("Export", table), backend)
        return self.results.frame(table, backend)

    def _flat_frame(self, table: Export, backend: Backend | None) -> Any:
        csv = b"".join(self.rows(table))
        if backend == "polars":
            import polars

            types = {"integer": polars.Int64, "decimal": polars.Float64, "text": polars.String}
            schema = {name: types[kind] for name, kind, _ in self.columns(table)}
            return polars.read_csv(io.BytesIO(csv), schema_overrides=schema)
        try:
            import pandas
        except ImportError:
            if backend == "pandas":
                raise
            return self._flat_frame(table, "polars")
        dtypes: Any = {name: _TYPES[kind] for name, kind, _ in self.columns(table)}
        return pandas.read_csv(io.BytesIO(csv), dtype=dtypes)

    def to_parquet(self, path: str | os.PathLike[str], table: str = "moves") -> None:
        """Writes a table as a Parquet file, with polars or else with pandas and pyarrow."""
        try:
            import polars  # noqa: F401
        except ImportError:
            self.frame(table, "pandas").to_parquet(path)
        else:
            self.frame(table, "polars").write_parquet(path)

    def _check_playable(self) -> None:
        if not self._playable:
            names = ", ".join(_python_bots(self.folder))
            raise RunError(
                f"{self.folder}: {names}: Python bots are run only if they are trusted; "
                "open the run with trust=True, or give the objects as entrants"
            )

    def resume(self, *, threads: int | None = None, progress: Progress = None) -> Results:
        """Goes on with a run that was interrupted, to its end."""
        self._check_playable()
        with logs_in(self.folder / "logs"), shown(progress, "games") as show:
            results = Results(_native.resume_run(self.folder, self._code, _threads(threads), show))
        self._native = NativeRun.open(self.folder, self._code)
        return results

    def verify(self, *, sample: int | None = None, threads: int | None = None, progress: Progress = None) -> Verified:
        """Plays it again, all of it or about so many blocks, and compares every byte; raises ``RunError`` at a difference."""
        self._check_playable()
        with shown(progress, "games") as show:
            return Verified(*self._native.verify(sample, _threads(threads), show))

    def __repr__(self) -> str:
        state = "over" if self.is_over else "not over"
        return f"<Run in {self.folder}, {self.results.games} games, {state}>"
