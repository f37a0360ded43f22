"""The encodings of docs/ENCODING.md once more, in plain words: what the native half is compared with."""

from __future__ import annotations

import karteneck


def cards(names: list[str]) -> list[int]:
    return [names.count(str(number)) for number in range(1, 6)] + [int(f"W{sign}" in names) for sign in range(1, 26)]


def portions(values: list[int]) -> list[int]:
    return [values.count(0)] + [int(value in values) for value in range(16, 43)]


def stack(values: list[int]) -> list[int]:
    """By portion, three zeros first, the depth from the top."""
    result = [0] * 30
    zeros = 0
    for depth, value in enumerate(values, start=1):
        if value == 0:
            result[zeros] = depth
            zeros += 1
        else:
            result[value - 13] = depth
    return result


def observation(view: karteneck.View) -> list[int]:
    numbers = cards(view.hand) + cards(view.unseen_cards) + cards(view.discard)
    numbers += portions(view.grill) + portions(view.unseen_portions)
    numbers += [view.pile_size, view.supply_size, view.round, view.rounds]
    numbers += [int(view.players == players) for players in range(2, 7)]
    for step in range(view.players):
        seat = (view.seat + step) % view.players
        numbers += cards(view.display(seat))
        numbers += [view.total(seat), view.hand_size(seat), int(seat in view.active)]
        numbers += [int(seat in view.passed_valid), int(seat == view.first)]
        numbers += [*stack(view.stack(seat)), min(view.worms(seat), 255), int(seat == view.turn)]
    return numbers


def action(move: str) -> int:
    if move == "pass":
        return 0
    if move == "pass and steal":
        return 1
    laid = move.split()[1:]
    if laid[0].startswith("W"):
        highest = max(int(name[1:]) for name in laid)
        return 87 + highest * (highest - 1) // 2 + len(laid) - 1
    return 2 + 17 * (int(laid[0]) - 1) + len(laid) - 1


def scales(players: int) -> list[float]:
    """What each byte is divided by; 0 stands for one divided by the byte."""
    own = [17.0] * 5 + [1.0] * 25
    shared = own * 3 + ([3.0] + [1.0] * 27) * 2 + [110.0, 30.0, 9.0, 9.0] + [1.0] * 5
    seat = own + [150.0, 30.0, 1.0, 1.0, 1.0] + [0.0] * 30 + [255.0, 1.0]
    return shared + seat * players


def floats(numbers: list[int], players: int) -> list[float]:
    pairs = zip(numbers, scales(players), strict=True)
    return [number / scale if scale else (1 / number if number else 0.0) for number, scale in pairs]
