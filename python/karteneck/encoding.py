"""Moves and views as numbers: see ``docs/ENCODING.md``.

>>> observation_length(2), observation_length(6)
(289, 557)
>>> describe_action(2 + 17 * 3 + 1)
'lay 2 cards of number 4'
"""

from __future__ import annotations

__all__ = ["ACTIONS", "PASS", "STEAL", "VERSION", "describe_action", "observation_length"]

VERSION = 1
"""The version of actions and observations together."""
ACTIONS = 412
PASS = 0
STEAL = 1
_NUMBERS = 2
_WORMS = _NUMBERS + 5 * 17


def observation_length(players: int) -> int:
    """The length of an observation at this number of players."""
    if not 2 <= players <= 6:
        raise ValueError(f"{players} players: expected 2 to 6 (rule 1.4)")
    return 155 + 67 * players


def describe_action(action: int) -> str:
    """What an action is, whatever the hand."""
    if not 0 <= action < ACTIONS:
        raise ValueError(f"action {action}: expected 0 to {ACTIONS - 1}")
    if action < _NUMBERS:
        return ("pass", "pass and steal")[action]
    if action < _WORMS:
        number, count = divmod(action - _NUMBERS, 17)
        return f"lay {_cards(count + 1)} of number {number + 1}"
    rest, highest = action - _WORMS, 1
    while rest >= highest:
        rest -= highest
        highest += 1
    return f"lay {rest + 1} worm{'s' if rest else ''}, the highest W{highest}, the others the lowest held"


def _cards(count: int) -> str:
    return f"{count} card{'s' if count > 1 else ''}"
