"""Results as typed rows: a class for each table, with the columns of its CSV file (``docs/RESULTS.md``)."""

from __future__ import annotations

from typing import NamedTuple

__all__ = [
    "TABLES",
    "Candidate",
    "Difference",
    "HistogramRow",
    "LineUpRow",
    "Matchup",
    "Outcome",
    "PortionRow",
    "SeatRow",
    "SprtRow",
    "Standing",
]


class Outcome(NamedTuple):
    """The result of a game, seat by seat; before the end, what it would be if the game ended now."""

    worms: list[int]
    best: list[int]
    places: list[int]
    winner: int


class Standing(NamedTuple):
    """An entrant's results at a number of players."""

    players: int
    rank: int
    entrant: str
    games: int
    wins: int
    win_rate: float | None
    win_rate_low: float | None
    win_rate_high: float | None
    variance_reduction: float | None
    mean_worms: float | None
    mean_worms_low: float | None
    mean_worms_high: float | None
    sd_worms: float | None
    mean_place: float | None
    rating: float | None
    rating_low: float | None
    rating_high: float | None
    tie_group: str
    steals_per_game: float | None
    stolen_from_per_game: float | None
    invalid_passes_per_game: float | None
    faults: int
    decisions_per_game: float | None
    chosen_invalid_passes_per_game: float | None
    forced_invalid_passes_per_game: float | None
    last_to_pass_per_game: float | None
    rounds_won_per_game: float | None


class Matchup(NamedTuple):
    """One entrant against another."""

    players: int
    entrant: str
    opponent: str
    games: int
    ahead: int
    ahead_rate: float | None
    ahead_low: float | None
    ahead_high: float | None
    mean_worm_margin: float | None
    mean_worm_margin_low: float | None
    mean_worm_margin_high: float | None
    steals: int


class PortionRow(NamedTuple):
    """What became of a portion."""

    players: int
    entrant: str
    portion: int
    worms: int
    turned_up: int
    taken_menu: int
    taken_invalid: int
    stolen: int
    lost: int
    kept: int
    worms_gained: int


class SeatRow(NamedTuple):
    """Wins by seat."""

    players: int
    entrant: str
    seat: int
    games: int
    wins: int
    win_rate: float | None


class LineUpRow(NamedTuple):
    """A chair of a line-up."""

    players: int
    lineup: int
    chair: int
    entrant: str
    games: int
    wins: int
    win_rate: float | None
    win_rate_low: float | None
    win_rate_high: float | None
    mean_worms: float | None
    mean_worms_low: float | None
    mean_worms_high: float | None


class HistogramRow(NamedTuple):
    """How often a statistic had a value."""

    players: int
    entrant: str
    statistic: str
    value: int
    count: int  # type: ignore[assignment]  # as the column is called, although tuples have such a method


class Difference(NamedTuple):
    """By how much one entrant wins more often than another."""

    players: int
    entrant: str
    opponent: str
    difference: float | None
    difference_low: float | None
    difference_high: float | None
    probability_better: float | None
    p_value: float | None


class SprtRow(NamedTuple):
    """How the sequential test stands."""

    players: int
    entrant: str
    null: float
    alternative: float
    alpha: float
    beta: float
    log_likelihood_ratio: float | None
    lower: float
    upper: float
    decision: str | None


class Candidate(NamedTuple):
    """What a move is worth, as imagined worlds that fit the view say."""

    move: str
    chance: float
    chance_error: float
    chance_low: float
    chance_high: float
    worms: float
    loss: float
    loss_error: float
    may_be_best: bool


TABLES: dict[str, type] = {
    "standings": Standing,
    "matchups": Matchup,
    "portions": PortionRow,
    "seats": SeatRow,
    "lineups": LineUpRow,
    "histograms": HistogramRow,
    "differences": Difference,
    "tests": SprtRow,
}
"""The tables that every run has, and the class of their rows."""
