"""Results of runs, as typed rows and as data frames."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any, Literal, cast

from ._native import NativeResults
from ._rows import TABLES, Difference, Matchup, SeatRow, SprtRow, Standing

if TYPE_CHECKING:
    import pandas
    import polars

__all__ = ["Backend", "Results", "read_frame"]

Backend = Literal["pandas", "polars"]


def read_frame(csv: bytes, backend: Backend | None) -> Any:
    """A data frame of CSV bytes; pandas or polars, whichever is there."""
    if backend in (None, "pandas"):
        try:
            import pandas

            return pandas.read_csv(io.BytesIO(csv), keep_default_na=False, na_values=[""])
        except ImportError:
            if backend == "pandas":
                raise
    try:
        import polars
    except ImportError as missing:
        raise ImportError('a data frame: install pandas or polars, e.g. pip install "karteneck[pandas]"') from missing
    return polars.read_csv(io.BytesIO(csv), infer_schema_length=None)


class Results:
    """The results of a run. Every row and frame says exactly what the CSV files say."""

    def __init__(self, native: NativeResults) -> None:
        self._native = native

    @property
    def games(self) -> int:
        """Games played."""
        return self._native.games

    @property
    def players(self) -> list[int]:
        """The numbers of players."""
        return self._native.players

    @property
    def entrants(self) -> list[str]:
        """The names of the entrants."""
        return self._native.entrants

    @property
    def plan(self) -> dict[str, Any]:
        """Everything that determines the run."""
        return cast("dict[str, Any]", json.loads(self._native.plan_json))

    @property
    def faults(self) -> list[tuple[str, int, int, str]]:
        """The first faults: entrant, number of players, block, and what happened."""
        return self._native.faults

    @property
    def disqualified(self) -> list[str]:
        """The entrants that were shut out after too many faults."""
        return self._native.disqualified

    def rows(self, table: str = "standings") -> list[Any]:
        """The rows of a table, as instances of its class in ``karteneck.TABLES``."""
        row = TABLES.get(table, tuple)
        return [row(*cells) for cells in self._native.rows(table)]

    def csv(self, table: str = "standings") -> bytes:
        """The bytes of the CSV file of a table."""
        return self._native.csv(table)

    def frame(self, table: str = "standings", backend: Backend | None = None) -> pandas.DataFrame | polars.DataFrame:
        """A table as a data frame, read from the bytes of its CSV file."""
        return cast("pandas.DataFrame | polars.DataFrame", read_frame(self.csv(table), backend))

    @property
    def standings(self) -> list[Standing]:
        """Every entrant's results, best first."""
        return self.rows("standings")

    @property
    def matchups(self) -> list[Matchup]:
        """Pairs of entrants."""
        return self.rows("matchups")

    @property
    def seats(self) -> list[SeatRow]:
        """Wins by seat."""
        return self.rows("seats")

    @property
    def differences(self) -> list[Difference]:
        """By how much one entrant wins more often than another."""
        return self.rows("differences")

    @property
    def test(self) -> SprtRow | None:
        """How the sequential test ended, if there was one."""
        rows: list[SprtRow] = self.rows("tests")
        return rows[0] if rows else None

    def __str__(self) -> str:
        lines = [f"{self.games} games"]
        for row in self.standings:
            rate = "" if row.win_rate is None else f"{100 * row.win_rate:6.2f} %"
            interval = ""
            if row.win_rate_low is not None and row.win_rate_high is not None:
                interval = f" ({100 * row.win_rate_low:.2f} to {100 * row.win_rate_high:.2f})"
            lines.append(f"{row.players} players, {row.rank}. {row.entrant}: {rate}{interval}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Results of {self.games} games between {', '.join(self.entrants)}>"
