"""What can go wrong, as exceptions that say what was expected."""

from __future__ import annotations

__all__ = [
    "BotFault",
    "EntrantError",
    "GameOver",
    "IllegalAction",
    "IllegalMove",
    "KarteneckError",
    "PieceError",
    "PositionError",
    "RecordError",
    "RunError",
    "SaturationWarning",
]


class KarteneckError(Exception):
    """The base of all exceptions of this package."""


class IllegalMove(KarteneckError, ValueError):
    """A move that the rules forbid; the game is exactly as it was.

    ``rule`` is the number of the rule in ``docs/RULES.md``, ``move`` the move.
    """

    def __init__(self, message: str, move: str = "", rule: str = "") -> None:
        super().__init__(message)
        self.move = move
        self.rule = rule


class GameOver(IllegalMove):
    """A move after the last round has ended (rule 9.1)."""


class IllegalAction(IllegalMove):
    """An action outside the mask. ``index`` is the game of a batch that it was meant for, or ``None``."""

    def __init__(self, message: str, action: int = -1, index: int | None = None) -> None:
        super().__init__(message, str(action), "11.2")
        self.action = action
        self.index = index


class PositionError(KarteneckError, ValueError):
    """A description of a position or an edition that has mistakes; the message lists all of them."""


class RecordError(KarteneckError, ValueError):
    """A record that is not one, or that breaks a rule; the message says where."""


class EntrantError(KarteneckError, ValueError):
    """A spec that names no entrant, or a Python object that cannot be one."""


class RunError(KarteneckError):
    """A run that cannot be played, opened or verified; the message says what to do."""


class PieceError(KarteneckError):
    """A piece that cannot be played here, or an answer that is refused; the message says why."""


class BotFault(KarteneckError):
    """A strategy that had no answer where an answer was needed."""


class SaturationWarning(UserWarning):
    """An edition with more worms than a byte of an observation can tell."""
