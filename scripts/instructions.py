#!/usr/bin/env python3
"""Counts the instructions of fixed work, for one or more builds of karteneck, with valgrind's callgrind.

    scripts/instructions.py target/release/karteneck [OTHER-BUILD …]

Counts are repeatable where times are not: a shared machine changes the second, never the first. Start-up is left out: what a
quarter of the work takes is subtracted. With several builds the last columns are the ratios of the last build to the first. Needs
valgrind on the path.
"""

import re
import subprocess
import sys
import tempfile

# What is counted: a name, the arguments of `karteneck bench`, and how much of it. It takes a few seconds each under callgrind.
WORK = [
    ("engine, 2 players", ["--players", "2"], 2000),
    ("engine, 4 players", ["--players", "4"], 1000),
    ("engine, 6 players", ["--players", "6"], 700),
    ("arena, random", ["random", "random"], 2000),
    ("arena, random-greedy", ["random", "greedy"], 1000),
    ("arena, greedy-heuristic", ["greedy", "heuristic"], 400),
    ("arena, tuned-heuristic-2", ["tuned", "heuristic-2"], 200),
    ("arena, heuristic", ["heuristic", "--players", "2"], 200),
    ("arena, tuned", ["tuned", "--players", "2"], 200),
    ("arena, heuristic, 5 seats", ["heuristic", "--players", "5"], 40),
    ("arena, tuned, 5 seats", ["tuned", "--players", "5"], 40),
    ("arena, 4 seats", ["random", "greedy", "heuristic", "tuned"], 100),
    ("monte-carlo-quick", ["monte-carlo-quick", "greedy"], 4),
    ("monte-carlo, 5 seats", ["monte-carlo:rollouts=20", "--players", "5"], 4),
]


def count(build, arguments, units):
    """Instructions and mispredicted conditional branches of a process."""
    with tempfile.NamedTemporaryFile() as profile:
        command = [build, "bench", *arguments, "--units", str(units)]
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", "--branch-sim=yes", f"--callgrind-out-file={profile.name}", *command],
            capture_output=True,
            text=True,
        )
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)} failed:\n{done.stderr}")
        text = open(profile.name, encoding="utf-8", errors="replace").read()
    events = re.search(r"^events: (.*)$", text, re.M).group(1).split()
    totals = re.search(r"^(?:summary|totals): (.*)$", text, re.M).group(1).split()
    totals = dict(zip(events, map(int, totals)))
    return totals["Ir"], totals.get("Bcm", 0)


def cost(build, arguments, units):
    """Instructions and mispredicted conditional branches of a unit, start-up left out."""
    few = units // 4
    return [(all - some) / (units - few) for all, some in zip(count(build, arguments, units), count(build, arguments, few))]


def main():
    builds = sys.argv[1:]
    if not builds:
        sys.exit(__doc__)
    several = len(builds) > 1
    heading = "".join(f"{'instructions':>14}{'mispredicted':>14}" for _ in builds)
    print(f"{'a unit of':27}{heading}" + (f"{'ratio':>9}{'ratio':>9}" if several else ""))
    for name, arguments, units in WORK:
        costs = [cost(build, arguments, units) for build in builds]
        ratios = "".join(f"{new / old:9.3f}" for old, new in zip(costs[0], costs[-1])) if several else ""
        print(f"{name:27}" + "".join(f"{work:>14,.0f}{missed:>14,.1f}" for work, missed in costs) + ratios, flush=True)


if __name__ == "__main__":
    main()
