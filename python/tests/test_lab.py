"""Tuning, analysis, audits, records of runs and nets from Python."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import karteneck


def test_analysis_ranks_all_moves() -> None:
    game = karteneck.Game(2, seed=42)
    rows = karteneck.analyze(game, worlds=64, policy="greedy")
    assert {row.move for row in rows} == set(game.moves())
    assert [row.chance for row in rows] == sorted((row.chance for row in rows), reverse=True)
    assert rows[0].may_be_best
    assert karteneck.analyze(game.view().position(), worlds=64, policy="greedy") == rows
    with pytest.raises(ValueError, match="seat on turn"):
        karteneck.analyze(game.view(1 - (game.turn or 0)))
    with pytest.raises(ValueError, match="worlds"):
        karteneck.analyze(game, worlds=1)


def test_a_tuning_finds_better_parameters(tmp_path: Path) -> None:
    seen = []
    tuned = karteneck.tune(
        "heuristic:tempo=3,wait=1,steal=0",
        parameters=["tempo", "wait", "steal"],
        games=6000,
        seed=2,
        threads=2,
        out=tmp_path / "better.toml",
        progress=lambda done, of: seen.append(done),
    )
    assert tuned.verdict in ("better", "mixed", "nothing") and set(tuned.values) >= {"tempo", "wait", "steal"}
    assert (seen and tuned.history_csv.startswith(b"generation")) or tuned.history_csv
    assert karteneck.entrant(str(tmp_path / "better.toml")).parameters["tempo"] == tuned.values["tempo"][1]


def test_the_audit_finds_a_bot_that_remembers_too_much() -> None:
    class Honest:
        def decide(self, view: karteneck.View) -> str:
            return view.moves()[0]

    points = karteneck.check(Honest, games=1)
    assert all(point.verdict in ("passed", "measured") for point in points)

    class Restless:
        count = 0

        def decide(self, view: karteneck.View) -> str:
            Restless.count += 1
            return view.moves()[Restless.count % len(view.moves())]

    assert any(point.verdict == "failed" for point in karteneck.check(Restless, games=1))


def test_records_of_a_run_are_streamed_and_flattened(tmp_path: Path) -> None:
    karteneck.tournament(["greedy", "random"], games=60, record_every=2, threads=1, folder=tmp_path / "run")
    run = karteneck.open_run(tmp_path / "run")
    lines = list(run.records())
    assert len(lines) == 30 and json.loads(lines[0])["players"] == 2
    moves = sum(len(karteneck.replay(line)) for line in lines)
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    for table in ("moves", "decisions"):
        frame = run.frame(table, "pandas")
        assert isinstance(frame, pandas.DataFrame) and len(frame) == moves
        assert list(frame.columns) == [name for name, _, _ in run.columns(table)]
        assert run.frame(table, "polars").shape == frame.shape
    run.to_parquet(tmp_path / "moves.parquet")
    assert polars.read_parquet(tmp_path / "moves.parquet").shape[0] == moves
    assert run.frame("standings", "pandas").shape[0] == 2 and run.manifest["plan"]["seed"] == 1
    with pytest.raises(karteneck.RunError, match="expected one of standings"):
        run.frame("fame")
    with pytest.raises(karteneck.RunError):
        karteneck.open_run(tmp_path / "nothing")


def test_a_net_written_here_plays_its_highest_score(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    length, units = karteneck.observation_length(2), 8
    # Multiples of a small power of two: sums are exact in any order.
    draw = lambda *shape: (rng.integers(-64, 65, shape) / 64).astype(np.float32)  # noqa: E731
    arrays = [draw(length, units), draw(units), draw(units, karteneck.ACTIONS), draw(karteneck.ACTIONS)]
    path = tmp_path / "some.net"
    assert karteneck.write_net(path, {2: arrays}, {"made by": "a test"}) == json.loads(path.read_text())["hash"]
    strategy = karteneck.Strategy(f"net:policy={path}")
    agreed = 0
    for deal in range(5):
        game = karteneck.Game(2, seed=1, deal=deal)
        while not game.is_over:
            hidden = np.maximum(game.observation(dtype="float32").astype(np.float64) @ arrays[0] + arrays[1], 0)
            scores = np.where(game.action_mask(), hidden @ arrays[2] + arrays[3], -np.inf)
            best = np.sort(scores)[-2:]
            move = strategy.decide(game)
            if len(game.legal_actions()) == 1 or best[1] - best[0] > 1e-3:
                assert move == game.view().move_of(int(scores.argmax()))
                agreed += 1
            game.play(move)
    assert agreed > 100
    # Without a network for three players it plays like greedy.
    three = karteneck.Game(3, seed=2)
    assert strategy.decide(three) == karteneck.Strategy("greedy").decide(three)
    with pytest.raises(ValueError, match="expected arrays of shapes"):
        karteneck.write_net(path, {3: arrays}, {})
    with pytest.raises(ValueError, match="not a number"):
        karteneck.write_net(path, {2: [arrays[0] * np.nan, *arrays[1:]]}, {})
