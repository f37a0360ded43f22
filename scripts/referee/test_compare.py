"""Tests of the comparison with the simulator: random play agrees, other play is refused.

    python3 -m unittest test_compare
"""

import contextlib
import io
import json
import os
import tempfile
import unittest

import compare
import simulate
from simulate import to_line


def records(players=2, games=60, seed=3):
    return [game.record(seed, index) for index, game in enumerate(simulate.simulate(players, games, seed))]


def run(lines):
    """The exit code of compare.py on these lines, and what it says on stderr."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "games.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(line.rstrip("\n") + "\n" for line in lines)
        said = io.StringIO()
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
            try:
                code = compare.main([path])
            except SystemExit as exit:
                code = exit.code
    return code, said.getvalue()


class Comparison(unittest.TestCase):
    def test_random_play_agrees_with_the_simulator(self):
        self.assertEqual(run(map(to_line, records())), (0, ""))

    def test_games_of_another_strategy_are_refused_by_name_and_line(self):
        games = records()
        games[4]["strategies"] = ["random", "greedy"]
        code, said = run(map(to_line, games))
        self.assertEqual(code, 2)
        self.assertIn("games.jsonl:5", said)
        self.assertIn("random, greedy", said)

    def test_a_damaged_line_is_left_to_the_referee(self):
        lines = [to_line(game) for game in records()]
        lines[2] = lines[2][:40]
        lines[3] = json.dumps([1, 2])
        self.assertEqual(run(lines), (1, ""))


if __name__ == "__main__":
    unittest.main()
