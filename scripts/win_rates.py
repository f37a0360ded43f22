#!/usr/bin/env python3
"""Win rates, worms and steals of the entrants in record files, with 95 % intervals.

    karteneck record greedy random --games 5000 --seed 1 --out one.jsonl
    karteneck record random greedy --games 5000 --seed 1 --out other.jsonl
    python3 scripts/win_rates.py one.jsonl other.jsonl

Games of the same seed and number are one deal: when both seatings are given, they are averaged first, and the interval
comes from the spread between deals, since the games of one deal are not independent. Games with faults count by their
score. Standard library only.
"""

import json
import math
import sys
from collections import defaultdict


def entrants_of(record):
    """The seats of each entrant."""
    seats = defaultdict(list)
    for seat, name in enumerate(record["strategies"]):
        seats[name].append(seat)
    return seats


def steals_of(record, seat):
    moves = (move for round_ in record["rounds"] for move in round_["moves"])
    return sum(1 for move in moves if move["seat"] == seat and "steal" in move)


def read(paths):
    """For each entrant and deal: lists of wins, worms and steals of single seats."""
    deals = defaultdict(lambda: defaultdict(list))
    for path in paths:
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                record = json.loads(line)
                winner = record.get("score", record["result"])["winner"]
                for name, seats in entrants_of(record).items():
                    for seat in seats:
                        figures = (float(winner == seat), record["result"]["worms"][seat], steals_of(record, seat))
                        deals[name][(record["seed"], record["game"])].append(figures)
    return deals


def mean_and_error(values):
    count = len(values)
    mean = sum(values) / count
    if count < 2:
        return mean, math.nan
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    return mean, 1.96 * math.sqrt(variance / count)


def main(paths):
    if not paths:
        sys.exit(__doc__)
    try:
        deals = read(paths)
    except (OSError, ValueError, KeyError) as error:
        sys.exit(f"win_rates.py: cannot read the records: {error!r}")
    print(f"{'entrant':40} {'deals':>7} {'wins %':>7} {'±':>5} {'worms':>7} {'±':>5} {'steals':>7} {'±':>5}")
    for name, by_deal in deals.items():
        columns = [[sum(game[i] for game in games) / len(games) for games in by_deal.values()] for i in range(3)]
        (wins, wins_error), (worms, worms_error), (steals, steals_error) = map(mean_and_error, columns)
        print(
            f"{name:40} {len(by_deal):7} {100 * wins:7.2f} {100 * wins_error:5.2f} {worms:7.2f} {worms_error:5.2f}"
            f" {steals:7.2f} {steals_error:5.2f}"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
