"""How often the intervals of real runs contain the result of a long run of the same match.

    cargo build --release
    python3 scripts/coverage_real.py target/release/karteneck tuned random --players 2 --blocks 20 160 --runs 300

The long run has seed 0, so it shares no deals with the short ones, whose seeds start at 1. Prints one row for each number
of blocks, entrant and quantity: how many intervals contain the value of the long run, and their mean width.
"""

import argparse
import csv
import pathlib
import subprocess
import tempfile

QUANTITIES = [
    ("win_rate", "win_rate_low", "win_rate_high"),
    ("rating", "rating_low", "rating_high"),
    ("mean_worms", "mean_worms_low", "mean_worms_high"),
]
MARGIN = ("mean_worm_margin", "mean_worm_margin_low", "mean_worm_margin_high")


def play(options, seed, blocks, folder):
    """The rows of one run by entrant, including the margins against the opponents."""
    command = [options.program, "match", *options.entrants, "--players", str(options.players), "--blocks", str(blocks)]
    command += ["--seed", str(seed), "--out", str(folder), "--quiet"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    with open(folder / "standings.csv", newline="") as file:
        rows = {row["entrant"]: row for row in csv.DictReader(file)}
    with open(folder / "matchups.csv", newline="") as file:
        for row in csv.DictReader(file):
            rows[row["entrant"]].update({name: row[name] for name in MARGIN})
    return rows


def number(text, unknown):
    return float(text) if text else unknown


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("entrants", nargs=2)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--blocks", type=int, nargs="+", default=[20, 160])
    parser.add_argument("--runs", type=int, default=300)
    parser.add_argument("--truth", type=int, default=200_000, help="blocks of the long run")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        truth = play(options, 0, options.truth, folder / "truth")
        print("blocks,entrant,quantity,truth,runs,inside,share,mean_width,open")
        for blocks in options.blocks:
            runs = [play(options, seed, blocks, folder / f"{blocks}-{seed}") for seed in range(1, options.runs + 1)]
            for entrant, true in truth.items():
                for value, low, high in [*QUANTITIES, MARGIN]:
                    ends = [(number(run[entrant][low], float("-inf")), number(run[entrant][high], float("inf"))) for run in runs]
                    inside = sum(low <= float(true[value]) <= high for low, high in ends)
                    widths = [high - low for low, high in ends if high - low < float("inf")]
                    width = f"{sum(widths) / len(widths):.4f}" if widths else ""
                    fields = [blocks, entrant, value, true[value], len(runs), inside, f"{inside / len(runs):.4f}", width]
                    print(*fields, len(runs) - len(widths), sep=",")


if __name__ == "__main__":
    main()
