"""Clusters are attacked: frozen and foreign workers, two coordinators, impatient people, other places to go on at."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from cluster_runs import (
    CLUSTER,
    PROGRAM,
    RUNS,
    Coordinator,
    Dask,
    assert_gone_soon,
    assert_same,
    by_program,
    descendants,
    files,
    needs_program,
    workers,
)

pytest.importorskip("distributed")

pytestmark = [pytest.mark.cluster, needs_program]

WORDS = RUNS["fixed"].split()

FOREIGN = """
from pathlib import Path
from karteneck import _native

def play_piece(piece):
    Path("played").touch()
    return 1 / 0

_native.fingerprints = lambda: ("0123", "0123")
_native.play_piece = play_piece
"""
"""Makes a worker one of another version, which must not be given anything."""


def started(folder: Path, words: list[str] = WORDS) -> Coordinator:
    """A coordinator that has some answers."""
    coordinator = Coordinator(words, "--out", str(folder))
    coordinator.wait_for_answers(folder)
    return coordinator


def assert_resumed(folder: Path, home: Path, *, place: tuple[str, str] = ("--local", "2")) -> None:
    """What is left in a folder is continued to the bytes of one process."""
    code, said = Coordinator(["tournament", "--resume", str(folder)], place=place).end()
    assert code == 0, said
    assert_same(files(folder), by_program(WORDS, home / "program"))


def test_a_frozen_worker_stops_nothing(tmp_path: Path) -> None:
    coordinator = started(tmp_path / "run")
    below = descendants(coordinator.process.pid)
    # It accepts pieces and is never heard of again, but its connections stay.
    os.kill(workers(coordinator.process.pid)[0], signal.SIGSTOP)
    code, said = coordinator.end()
    assert code == 0, said
    assert_gone_soon(below)
    assert_same(files(tmp_path / "run"), by_program(WORDS, tmp_path / "program"))


def test_a_worker_that_never_says_who_it_is_stops_nothing(tmp_path: Path) -> None:
    with Dask(tmp_path) as dask:
        dask.add_worker()
        dask.add_worker()
        os.kill(dask.workers[1].pid, signal.SIGSTOP)
        code, said = Coordinator(WORDS, "--out", str(tmp_path / "run"), place=("--scheduler", dask.address)).end()
    assert code == 0, said
    assert_same(files(tmp_path / "run"), by_program(WORDS, tmp_path / "program"))


def test_all_workers_are_killed_at_once(tmp_path: Path) -> None:
    coordinator = started(tmp_path / "run")
    for worker in workers(coordinator.process.pid):
        os.kill(worker, signal.SIGKILL)
    code, said = coordinator.end()
    assert code == 0, said
    assert_same(files(tmp_path / "run"), by_program(WORDS, tmp_path / "program"))


@pytest.mark.parametrize("is_late", [False, True])
def test_a_worker_of_another_version_gets_nothing(is_late: bool, tmp_path: Path) -> None:
    (tmp_path / "foreign.py").write_text(FOREIGN)
    words = [*WORDS[:-1], "300k"]
    with Dask(tmp_path) as dask:
        dask.add_worker()
        if not is_late:
            dask.add_worker("--preload", str(tmp_path / "foreign.py"))
        coordinator = Coordinator(words, "--out", str(tmp_path / "run"), place=("--scheduler", dask.address))
        if is_late:
            coordinator.wait_for_answers(tmp_path / "run")
            dask.add_worker("--preload", str(tmp_path / "foreign.py"))
        code, said = coordinator.end()
    assert code == 0, said
    assert f"(process {dask.workers[1].pid}) is refused: its program has the fingerprint 0123" in said
    assert "is played again" not in said and not (tmp_path / "played").exists(), said
    assert_same(files(tmp_path / "run"), by_program(words, tmp_path / "program"))


def test_a_second_coordinator_is_refused(tmp_path: Path) -> None:
    first = started(tmp_path / "run")
    # It is still there, and has not finished, however long the others take.
    first.process.send_signal(signal.SIGSTOP)
    code, said = Coordinator(["tournament", "--resume", str(tmp_path / "run")]).end()
    assert code == 1 and "another process is working here" in said, said
    again = subprocess.run(
        [PROGRAM, "tournament", "--resume", str(tmp_path / "run")], capture_output=True, text=True, check=False
    )
    first.process.send_signal(signal.SIGCONT)
    assert again.returncode == 2 and "another process is working here" in again.stderr, again.stderr
    code, said = first.end()
    assert code == 0, said
    assert_same(files(tmp_path / "run"), by_program(WORDS, tmp_path / "program"))


def test_a_run_goes_on_with_another_number_of_workers(tmp_path: Path) -> None:
    started(tmp_path / "run").kill()
    coordinator = Coordinator(["tournament", "--resume", str(tmp_path / "run")], place=("--local", "1"))
    coordinator.wait_for_answers(tmp_path / "run")
    coordinator.process.kill()
    coordinator.process.wait()
    assert_resumed(tmp_path / "run", tmp_path, place=("--local", "3"))


def test_a_local_run_goes_on_elsewhere(tmp_path: Path) -> None:
    started(tmp_path / "run").kill()
    with Dask(tmp_path) as dask:
        dask.add_worker()
        assert_resumed(tmp_path / "run", tmp_path, place=("--scheduler", dask.address))


@pytest.mark.parametrize("times", [1, 3])
def test_ctrl_c_in_a_terminal_leaves_nothing(times: int, tmp_path: Path) -> None:
    coordinator = started(tmp_path / "run")
    below = descendants(coordinator.process.pid)
    # A terminal sends it to workers as well, and people press it again.
    for _ in range(times):
        os.killpg(coordinator.process.pid, signal.SIGINT)
    code, said = coordinator.end()
    assert code == 130, said
    assert_gone_soon(below)
    assert "Traceback" not in said and f"--resume {tmp_path / 'run'}" in said, said
    assert_resumed(tmp_path / "run", tmp_path)


def test_a_finished_run_leaves_nothing(tmp_path: Path) -> None:
    coordinator = started(tmp_path / "run")
    below = descendants(coordinator.process.pid)
    code, said = coordinator.end()
    assert code == 0, said
    assert_gone_soon(below)
    done = subprocess.run(
        [*CLUSTER, "tournament", "--resume", str(tmp_path / "run")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1 and "Traceback" not in done.stderr, done.stderr


FULL = """
mount -t tmpfs -o size=400k tmpfs "$1" || exit 77
"$2" -m karteneck.cluster tournament tuned heuristic greedy --players 2,3 --games 40k --local 2 --piece-seconds 0.1 --out "$1/run"
echo "exit code $?" >&2
mount -o remount,size=200m "$1"
"$2" -m karteneck.cluster tournament --resume "$1/run" --local 2 --quiet && cp -r "$1/run" "$3"
"""


@pytest.mark.skipif(os.getuid() != 0, reason="needs root to mount a small disk")
def test_answers_fill_the_disk(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    words = [str(tmp_path / "disk"), sys.executable, str(tmp_path / "run")]
    done = subprocess.run(["unshare", "-m", "sh", "-c", FULL, "sh", *words], capture_output=True, text=True, check=False)
    if done.returncode == 77:
        pytest.skip("a disk cannot be mounted here")
    assert "No space left on device" in done.stderr and "exit code 1" in done.stderr, done.stderr
    assert_same(files(tmp_path / "run"), by_program(WORDS, tmp_path / "program"))
