#!/usr/bin/env python3
"""Counts the instructions of fixed work, for one or more builds of karteneck, with valgrind's callgrind.

    scripts/instructions.py target/release/karteneck [OTHER-BUILD …]

Counts are repeatable where times are not: a shared machine changes the second, never the first. With several builds the
last column is the ratio of the last build to the first. Needs valgrind on the path.
"""

import re
import subprocess
import sys
import tempfile

# What is counted: a name and the arguments of `karteneck bench`. The amounts take a few seconds each under callgrind.
WORK = [
    ("engine, 2 players", ["--players", "2", "--units", "2000"]),
    ("engine, 4 players", ["--players", "4", "--units", "1000"]),
    ("engine, 6 players", ["--players", "6", "--units", "700"]),
    ("arena, random", ["random", "random", "--units", "2000"]),
    ("arena, greedy-heuristic", ["greedy", "heuristic", "--units", "300"]),
    ("arena, tuned-heuristic-2", ["tuned", "heuristic-2", "--units", "200"]),
    ("arena, 4 seats", ["random", "greedy", "heuristic", "tuned", "--units", "100"]),
    ("monte-carlo-quick", ["monte-carlo-quick", "greedy", "--units", "4"]),
    ("monte-carlo, 4 seats", ["monte-carlo-quick", "greedy", "tuned", "heuristic", "--units", "1"]),
]


def count(build, arguments):
    """Instructions and mispredicted conditional branches."""
    with tempfile.NamedTemporaryFile() as profile:
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", "--branch-sim=yes", f"--callgrind-out-file={profile.name}", build, "bench", *arguments],
            capture_output=True,
            text=True,
        )
        if done.returncode != 0:
            sys.exit(f"{build} bench {' '.join(arguments)} failed:\n{done.stderr}")
        text = open(profile.name, encoding="utf-8", errors="replace").read()
    events = re.search(r"^events: (.*)$", text, re.M).group(1).split()
    totals = re.search(r"^(?:summary|totals): (.*)$", text, re.M).group(1).split()
    totals = dict(zip(events, map(int, totals)))
    return totals["Ir"], totals.get("Bcm", 0)


def main():
    builds = sys.argv[1:]
    if not builds:
        sys.exit(__doc__)
    print(f"{'work':26}" + "".join(f"{'instructions':>16}{'mispredicted':>14}" for _ in builds) + ("     ratio" if len(builds) > 1 else ""))
    for name, arguments in WORK:
        counts = [count(build, arguments) for build in builds]
        ratio = f"{counts[-1][0] / counts[0][0]:10.4f}" if len(builds) > 1 else ""
        print(f"{name:26}" + "".join(f"{work:>16,}{missed:>14,}" for work, missed in counts) + ratio, flush=True)


if __name__ == "__main__":
    main()
