#!/usr/bin/env python3
"""Compares recorded games of uniformly random play with an independent simulator.

    python3 compare.py [--most 4.5] [--seed 1] FILE...

The referee reads the records, the simulator plays as many games of the same
sizes, and every mean is compared: the difference in standard errors. The two
share no code with the engine that wrote the records, so they can only agree if
both play the same game. Exit code: 0 if all differences are at most `--most`
standard errors and the referee finds no breach, 1 if not.
"""

import argparse
import math
import sys

from referee import METRICS, Means, Session
from simulate import simulate


def simulated(groups, seed):
    """As many games of each size as were recorded, played by the simulator."""
    means = Means()
    for players, ratios in groups.items():
        for game in simulate(players, ratios[0].games, seed):
            means.add(game.stats)
    return means


def deviation(one, other):
    """The difference of two means in standard errors."""
    error = math.hypot(one.error(), other.error())
    return (one.mean() - other.mean()) / error if error else 0.0 if one.mean() == other.mean() else math.inf


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="compare.py", description="Compare records with a simulator.")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--most", type=float, default=4.5, help="standard errors allowed")
    parser.add_argument("--seed", type=int, default=1, help="seed of the simulator")
    options = parser.parse_args(arguments)
    session = Session(None)
    try:
        for path in options.files:
            session.read_file(path)
    except OSError as error:
        parser.error(str(error))
    expected = simulated(session.means.groups, options.seed)
    worst = 0.0
    for players, ratios in sorted(session.means.groups.items()):
        for (name, _), recorded, played in zip(METRICS, ratios, expected.groups[players]):
            off = deviation(recorded, played)
            worst = max(worst, abs(off))
            print(f"{players} players  {name:<27} {recorded.mean():10.4f} {played.mean():10.4f} {off:+6.1f} errors")
    print(f"{session.records} records, {session.breaches} breaches, largest difference {worst:.1f} standard errors")
    return 1 if session.breaches or worst > options.most else 0


if __name__ == "__main__":
    sys.exit(main())
