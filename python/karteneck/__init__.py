"""A laboratory for the card game *Heckmeck am Karteneck*: the engine, environments, and the arena.

>>> import karteneck
>>> game = karteneck.Game(2, seed=42)
>>> while not game.is_over:
...     game.play(game.moves()[0])
>>> sum(game.outcome().worms) > 0
True
"""

from __future__ import annotations

from ._errors import (
    BotFault,
    EntrantError,
    GameOver,
    IllegalAction,
    IllegalMove,
    KarteneckError,
    PieceError,
    PositionError,
    RecordError,
    RunError,
    SaturationWarning,
)
from ._native import Edition, Game, Questions, Strategy, View, shipped_names
from ._native import replay_record as replay
from ._register import register_if_wanted
from ._rows import TABLES, Candidate, Difference, Matchup, Outcome, SeatRow, SprtRow, Standing
from .arena import AuditPoint, Tuned, analyze, check, match, tournament, tune
from .batch import Arrays, BatchEnv
from .bots import BatchBot, Bot, Entrant, entrant
from .encoding import ACTIONS, observation_length
from .nets import write_net
from .results import Results
from .runs import Run, Verified, open_run

__version__ = "0.1.0"

__all__ = [
    "ACTIONS",
    "TABLES",
    "Arrays",
    "AuditPoint",
    "BatchBot",
    "BatchEnv",
    "Bot",
    "BotFault",
    "Candidate",
    "Difference",
    "Edition",
    "Entrant",
    "EntrantError",
    "Game",
    "GameOver",
    "IllegalAction",
    "IllegalMove",
    "KarteneckError",
    "Matchup",
    "Outcome",
    "PieceError",
    "PositionError",
    "Questions",
    "RecordError",
    "Results",
    "Run",
    "RunError",
    "SaturationWarning",
    "SeatRow",
    "SprtRow",
    "Standing",
    "Strategy",
    "Tuned",
    "Verified",
    "View",
    "analyze",
    "check",
    "entrant",
    "match",
    "observation_length",
    "open_run",
    "replay",
    "shipped_names",
    "tournament",
    "tune",
    "write_net",
]

register_if_wanted()

# The docstrings of the native half have examples too: doctest looks for them here.
__test__ = {name: globals()[name].__doc__ or "" for name in ("Edition", "Game", "Strategy", "View", "replay")}
