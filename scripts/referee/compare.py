#!/usr/bin/env python3
"""Compares recorded games of uniformly random play with an independent simulator.

    karteneck record random random --games 10000 --out games.jsonl
    python3 compare.py [--most 4.5] [--seed 1] games.jsonl...

The referee reads the records, the simulator plays as many games of the same
sizes, and every mean is compared: the difference in standard errors. The two
share no code with the engine that wrote the records, so they can only agree if
both play the same game.

The simulator only plays at random, so the records must be of games in which
`random` has every seat; others are refused. (`referee.py` checks the rules in
games of all strategies.) Exit code: 0 if all differences are at most `--most`
standard errors and the referee finds no breach, 1 if not, 2 for wrong usage.
"""

import argparse
import json
import math
import sys

from referee import METRICS, Means, Session
from simulate import simulate


def other_players(path):
    """The first record with a player other than `random`: its line and its players; None if there is none."""
    with open(path, encoding="utf-8", errors="replace") as file:
        for number, text in enumerate(file, 1):
            try:
                names = json.loads(text)["strategies"]
            except (ValueError, TypeError, KeyError):
                continue  # The referee says what is wrong with such a line.
            if any(name != "random" for name in names):
                return number, names
    return None


def refuse_other_players(parser, paths):
    """Ends the program if the records are of games that the simulator does not play."""
    for path in paths:
        found = other_players(path)
        if found:
            number, names = found
            seats = ", ".join(map(str, names))
            parser.error(
                f"{path}:{number}: expected games of `random` on every seat, since the simulator plays no other "
                f"strategy; got {seats}. Make some with: karteneck record random random --games 10000 --out FILE. "
                "To check the rules in games of any strategy, use referee.py"
            )


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
    parser = argparse.ArgumentParser(prog="compare.py", description="Compare records of random play with a simulator.")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--most", type=float, default=4.5, help="standard errors allowed")
    parser.add_argument("--seed", type=int, default=1, help="seed of the simulator")
    options = parser.parse_args(arguments)
    session = Session(None)
    try:
        refuse_other_players(parser, options.files)
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
