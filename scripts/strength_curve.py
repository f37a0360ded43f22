#!/usr/bin/env python3
"""Strength against time: matches of entrants with different budgets against one yardstick, as a table and a drawing.

    python3 scripts/strength_curve.py target/release/karteneck --seed 20261303 --csv curve.csv --svg docs/strength.svg

Each entrant plays `karteneck match ENTRANT monte-carlo-1 --blocks DEALS --seed S`; the time of a decision is that of games against itself
(`karteneck bench ENTRANT --players 2`), on one core. Rows that the CSV file already has are not played again, so an
interrupted curve goes on; one of another seed is refused.
"""

import argparse
import csv
import json
import math
import pathlib
import subprocess
import tempfile

YARDSTICK = "monte-carlo-1"
# Entrant, name in the drawing, deals: fewer where a game takes long.
BUDGETS = [
    ("tuned", "tuned", 4000),
    ("flash", "flash", 4000),
    ("swift", "swift", 2000),
    ("champion:iterations=64", "64", 2000),
    ("champion:iterations=160", "160", 2000),
    ("champion:iterations=400", "400", 2000),
    ("champion", "champion", 2000),
    ("champion:iterations=4000", "4,000", 600),
    ("grandmaster", "grandmaster", 600),
    ("grandmaster:iterations=85000", "85,000", 300),
]
COLUMNS = ["entrant", "label", "microseconds", "win_rate", "low", "high", "deals", "seed"]


def run(*command: str) -> dict:
    """What a command prints as JSON."""
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def measure(program: str, entrant: str, label: str, deals: int, seed: int) -> dict:
    """One row of the table."""
    with tempfile.TemporaryDirectory() as folder:
        out = str(pathlib.Path(folder) / "match")
        match = run(program, "match", entrant, YARDSTICK, "--blocks", str(deals), "--seed", str(seed), "--json", "--quiet", "--out", out)
    row = next(row for row in match["standings"] if row["entrant"] != YARDSTICK)
    speed = run(program, "bench", entrant, "--players", "2", "--seconds", "6", "--json")
    microseconds = 1e6 / (speed["games_per_second"] * speed["decisions_per_game"])
    return dict(zip(COLUMNS, [entrant, label, f"{microseconds:.2f}", row["win_rate"], row["win_rate_low"], row["win_rate_high"], deals, seed]))


def rows_of(path: pathlib.Path) -> list[dict]:
    """The rows of a table that was begun."""
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def write(path: pathlib.Path, rows: list[dict]) -> None:
    """Replaces the table."""
    with path.open("w", newline="") as file:
        table = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        table.writeheader()
        table.writerows(rows)


WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 760, 420, 64, 56, 24, 56
FIRST, LAST = -2, 5  # powers of ten, in µs


def across(microseconds: float) -> float:
    return LEFT + (math.log10(microseconds) - FIRST) / (LAST - FIRST) * (WIDTH - LEFT - RIGHT)


def up(share: float) -> float:
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def draw(rows: list[dict]) -> str:
    """The curve: chances with their intervals over the time of a decision, on a logarithmic axis."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img">',
        "<title>Strength against time</title>",
        "<style>text{font:12px system-ui,sans-serif;fill:#333}.t{font-size:15px;font-weight:600}.q{fill:#666}.g{stroke:#e5e5e5}"
        ".b{stroke:#999}.c{stroke:#2a6f97;stroke-width:2;fill:none}.i{stroke:#2a6f97;stroke-width:1.5}.d{fill:#2a6f97}</style>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{LEFT}" y="22" class="t">Strength against time, two players</text>',
        f'<text x="{LEFT}" y="40" class="q">win rate against {YARDSTICK} with 95 % intervals; numbers are iterations of the tree of champion</text>',
    ]
    for tenth in range(0, 11, 2):
        kind = "b" if tenth == 0 else "g"
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{up(tenth / 10):.1f}" y2="{up(tenth / 10):.1f}" class="{kind}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{up(tenth / 10) + 4:.1f}" text-anchor="end" class="q">{tenth * 10} %</text>')
    for power in range(FIRST, LAST + 1):
        text = {-2: "10 ns", -1: "100 ns", 0: "1 µs", 1: "10 µs", 2: "100 µs", 3: "1 ms", 4: "10 ms", 5: "100 ms"}[power]
        parts.append(f'<text x="{across(10.0**power):.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle" class="q">{text}</text>')
    parts.append(f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 14}" text-anchor="end" class="q">time of a decision on one core</text>')
    rows = sorted(rows, key=lambda row: float(row["microseconds"]))
    points = [(across(float(row["microseconds"])), up(float(row["win_rate"]))) for row in rows]
    parts.append('<path class="c" d="M' + "L".join(f"{x:.1f},{y:.1f}" for x, y in points) + '"/>')
    for number, (row, (x, y)) in enumerate(zip(rows, points)):
        low, high = up(float(row["low"])), up(float(row["high"]))
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{low:.1f}" y2="{high:.1f}" class="i"/><circle cx="{x:.1f}" cy="{y:.1f}" r="4" class="d"/>')
        # Neighbours are close to each other: labels above and below the curve in turn.
        label = high - 10 if number % 2 else low + 20
        parts.append(f'<text x="{x:.1f}" y="{label:.1f}" text-anchor="middle">{row["label"]}</text>')
    return "\n".join([*parts, "</svg>", ""])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the program `karteneck`")
    parser.add_argument("--seed", type=int, default=20261303)
    parser.add_argument("--csv", type=pathlib.Path, required=True)
    parser.add_argument("--svg", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    rows = rows_of(arguments.csv)
    others = sorted({row["seed"] for row in rows} - {str(arguments.seed)})
    if others:
        parser.error(f"{arguments.csv} has rows of seed {others[0]}, not {arguments.seed}; give that seed, or another file")
    for entrant, label, deals in BUDGETS:
        if any(row["entrant"] == entrant for row in rows):
            continue
        rows.append(measure(arguments.program, entrant, label, deals, arguments.seed))
        write(arguments.csv, rows)
        print(*rows[-1].values(), flush=True)
    arguments.svg.write_text(draw(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
