"""Runs from Python: the bytes of the program, bots of one's own, faults, Ctrl-C."""

from __future__ import annotations

import _thread
import json
import logging
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import karteneck

CSV = [f"{name}.csv" for name in karteneck.TABLES]


class First:
    """Takes its first choice."""

    def decide(self, view: karteneck.View) -> str:
        return view.moves()[0]


class Lowest(karteneck.BatchBot):
    """Takes the lowest action, many at once."""

    sizes: list[int] = []

    def decide_batch(self, batch: karteneck.Questions) -> np.ndarray:
        Lowest.sizes.append(len(batch))
        return batch.masks[:, 2:].argmax(1) + 2 * batch.masks[:, 2:].any(1)


class LowestOneByOne:
    """The same, asked one by one."""

    def decide(self, view: karteneck.View) -> int:
        lays = [action for action in view.legal_actions() if action >= 2]
        return lays[0] if lays else 0


class Chancy(karteneck.BatchBot):
    """Chooses by the number of the decision."""

    def decide_batch(self, batch: karteneck.Questions) -> list[str]:
        return [view.moves()[(view.random or 0) % len(view.moves())] for view in batch.views]


class ChancyOneByOne:
    def decide(self, view: karteneck.View) -> str:
        assert view.random is not None
        return view.moves()[view.random % len(view.moves())]


def program() -> str:
    """The program, if it is there."""
    found = os.environ.get("KARTENECK") or shutil.which("karteneck")
    if found is None:
        pytest.skip("the program is not there: give its path in KARTENECK")
    return found


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in [*CSV, "deals.csv", "progress.jsonl"]}


def test_a_tournament_has_the_bytes_of_the_program(tmp_path: Path) -> None:
    specs = ["greedy", "heuristic", "random", "steal-hunter"]
    command = [program(), "tournament", *specs, "--players", "2,3", "--games", "600", "--seed", "9", "--record", "5"]
    subprocess.run([*command, "--quiet", "--out", str(tmp_path / "program")], check=True, capture_output=True)
    for threads in (1, 2):
        folder = tmp_path / f"python-{threads}"
        result = karteneck.tournament(specs, players=[2, 3], games=600, seed=9, record_every=5, threads=threads, folder=folder)
        assert bytes_of(folder) == bytes_of(tmp_path / "program")
        assert (folder / "games.jsonl").read_bytes() == (tmp_path / "program" / "games.jsonl").read_bytes()
        assert (folder / "manifest.json").read_bytes() == (tmp_path / "program" / "manifest.json").read_bytes()
        for table in karteneck.TABLES:
            assert result.csv(table) == (folder / f"{table}.csv").read_bytes()


def test_rows_are_typed_and_say_what_the_files_say() -> None:
    result = karteneck.tournament(["greedy", "random"], players=[2, 4], games=200, threads=1)
    for table, row in karteneck.TABLES.items():
        header = result.csv(table).decode().splitlines()[0]
        assert header.split(",") == list(row._fields)  # type: ignore[attr-defined]
        for line, cells in zip(result.csv(table).decode().splitlines()[1:], result.rows(table), strict=True):
            for text, cell in zip(line.split(","), cells, strict=True):
                assert (text == "" and cell is None) or text == cell or float(text) == cell
    assert result.standings[0].entrant == "greedy" and isinstance(result.standings[0].games, int)


def test_frames() -> None:
    result = karteneck.match(["greedy", "random"], games=200, threads=1)
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    frame = result.frame("standings", "pandas")
    assert isinstance(frame, pandas.DataFrame) and list(frame.entrant) == ["greedy", "random"]
    other = result.frame("standings", "polars")
    assert isinstance(other, polars.DataFrame) and other["wins"].to_list() == list(frame.wins)


@pytest.mark.parametrize(("many", "one"), [(Lowest, LowestOneByOne), (Chancy, ChancyOneByOne)])
def test_a_batch_gives_the_games_of_one_by_one(tmp_path: Path, many: type, one: type) -> None:
    seen = []
    for threads, bot in ((1, many), (2, many), (1, one)):
        folder = tmp_path / f"{threads}-{bot.__name__}"
        karteneck.tournament(
            [karteneck.entrant(bot, name="bot"), "greedy", "random"],
            players=[2, 3],
            games=900,
            record_every=3,
            threads=threads,
            folder=folder,
        )
        seen.append({**bytes_of(folder), "games": (folder / "games.jsonl").read_bytes()})
    assert seen[0] == seen[1] == seen[2]


def test_batch_sizes_follow_from_the_plan() -> None:
    sizes = []
    for _ in range(2):
        Lowest.sizes.clear()
        karteneck.match([Lowest, "greedy"], games=2000, threads=1)
        sizes.append(list(Lowest.sizes))
    assert sizes[0] == sizes[1] and max(sizes[0]) >= 32


class Fragile:
    def decide(self, view: karteneck.View) -> str:
        if view.round == 3:
            raise RuntimeError("round three is unlucky")
        return view.moves()[0]


class FragileMany(karteneck.BatchBot):
    def decide_batch(self, batch: karteneck.Questions) -> list[str]:
        return [Fragile().decide(view) for view in batch.views]


def test_a_bot_that_raises_commits_a_fault_with_its_traceback_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    results = []
    for bot in (Fragile, FragileMany):
        folder = tmp_path / bot.__name__
        with caplog.at_level(logging.ERROR, "karteneck.bots"):
            results.append(
                karteneck.match([karteneck.entrant(bot, name="fragile"), "greedy"], games=400, folder=folder, threads=1)
            )
        log = (folder / "logs" / "fragile.traceback.log").read_text()
        assert "Traceback" in log and "round three is unlucky" in log
    assert "RuntimeError: round three is unlucky" in caplog.text
    assert results[0].faults == results[1].faults and results[0].disqualified == ["fragile"]
    assert "RuntimeError: round three is unlucky" in results[0].faults[0][3]
    assert results[0].csv() == results[1].csv()


@pytest.mark.parametrize(
    ("answer", "kind"),
    [("lay 9", "nonsense"), (None, "nonsense"), (411, "illegal"), ("pass and steal", "illegal"), (2.5, "nonsense")],
)
def test_nonsense_is_a_fault(answer: object, kind: str) -> None:
    result = karteneck.match([karteneck.entrant(lambda view: answer, name="odd"), "greedy"], games=20, threads=1)
    assert f": {kind}:" in result.faults[0][3], result.faults[0]


def test_a_bot_that_cannot_be_made_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    class Broken:
        def __init__(self) -> None:
            raise OSError("no model here")

        def decide(self, view: karteneck.View) -> str:
            return "pass"

    with pytest.raises(karteneck.EntrantError, match="no model here"):
        karteneck.match([Broken, "greedy"], folder=tmp_path / "run")
    assert not (tmp_path / "run").exists()
    for wrong in (3, object(), type("Nothing", (), {})):
        with pytest.raises(karteneck.EntrantError, match="expected"):
            karteneck.entrant(wrong)  # type: ignore[arg-type]
    with pytest.raises(karteneck.EntrantError, match="did you mean"):
        karteneck.tournament(["gredy", "random"])


@pytest.mark.parametrize("name", ["a/b", "a=b", "x:y", "greedy", "tree", "", "my.toml"])
def test_a_name_with_which_a_run_could_not_be_opened_is_refused(name: str) -> None:
    with pytest.raises(karteneck.EntrantError, match="name"):
        karteneck.entrant(First, name=name)


def test_wrong_budgets_say_what_was_expected() -> None:
    for wrong in ({"games": 0}, {"blocks": -1}, {"games": 10, "until": 0.1}):
        with pytest.raises(ValueError, match="expected"):
            karteneck.match(["greedy", "random"], **wrong)  # type: ignore[arg-type]
    with pytest.raises(karteneck.RunError, match="2 to 6"):
        karteneck.tournament(["greedy", "random"], players=7)


GAMES = 12_000  # more than are played between two looks at the progress


def test_runs_with_python_bots_are_named_resumed_and_verified(tmp_path: Path) -> None:
    (tmp_path / "some_bots.py").write_text(
        "class Mine:\n    version = '2'\n    def decide(self, view):\n        return view.moves()[-1]\n"
    )
    sys.path.insert(0, str(tmp_path))
    try:
        import some_bots  # type: ignore[import-not-found]

        whole = karteneck.match([some_bots.Mine, "greedy"], games=GAMES, threads=1, folder=tmp_path / "whole")
        manifest = json.loads((tmp_path / "whole" / "manifest.json").read_text())
        assert manifest["plan"]["entrants"][0] == {"name": "Mine", "code": "python:some_bots:Mine@2"}
        stop_after(500, [some_bots.Mine, "greedy"], tmp_path / "cut")
        run = karteneck.open_run(tmp_path / "cut")
        assert not run.is_over and 0 < run.results.games < GAMES
        with pytest.raises(karteneck.RunError, match="trust"):
            run.resume()
        run = karteneck.open_run(tmp_path / "cut", trust=True)
        assert run.resume(threads=2).csv() == whole.csv() and run.is_over
        assert run.verify(threads=2).played == run.verify(threads=1).blocks
        assert karteneck.open_run(tmp_path / "cut", entrants=[some_bots.Mine]).verify(sample=64).played >= 64
        some_bots.Mine.version = "3"
        with pytest.raises(karteneck.EntrantError, match="played by python:some_bots:Mine@2"):
            karteneck.open_run(tmp_path / "cut", trust=True)
        refused = subprocess.run([program(), "verify", str(tmp_path / "whole")], capture_output=True, text=True)
        assert refused.returncode == 1 or refused.returncode == 2
        assert "python:some_bots:Mine@2" in refused.stderr and "karteneck.open_run" in refused.stderr
    finally:
        sys.path.remove(str(tmp_path))


def stop_after(games: int, entrants: list[object], folder: Path) -> None:
    """Starts a run and interrupts it, as Ctrl-C does."""

    class Enough(Exception):
        pass

    def stop(done: int, of: int | None) -> None:
        assert of == GAMES
        if done >= games:
            raise Enough

    with pytest.raises(Enough):
        karteneck.match(entrants, games=GAMES, threads=1, folder=folder, progress=stop)  # type: ignore[arg-type]


def test_ctrl_c_stops_a_long_run() -> None:
    def interrupt() -> None:
        time.sleep(0.5)
        _thread.interrupt_main()

    # A process that was started in the background may ignore the signal from its first moment on.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        threading.Thread(target=interrupt).start()
        with pytest.raises(KeyboardInterrupt):
            karteneck.tournament(["monte-carlo", "champion"], games=3_000, threads=1)
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_function_and_shared_objects_take_part() -> None:
    def last(view: karteneck.View) -> str:
        return view.moves()[-1]

    shared = karteneck.entrant(First(), name="shared")
    result = karteneck.tournament([last, shared, First], players=3, games=30, threads=2)
    assert result.entrants == ["last", "shared", "First"] and not result.faults
    with pytest.raises(karteneck.RunError, match="named twice"):
        karteneck.tournament([First, First()])
