"""Runs on several processes of this machine have the bytes of one, whatever is killed on the way."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
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

from karteneck import PieceError, _native
from karteneck.cluster import Identity, identify
from karteneck.cluster._workers import play

pytestmark = pytest.mark.cluster

FAILING = r"""
while read -r line; do
  case "$line" in
    *hello*) echo '{"type":"hello","protocol":"karteneck-bot/2"}' ;;
    *decide*)
      id=${line#*'"id":'}
      id=${id%%,*}
      case $id in *77) exit 3 ;; esac
      echo "{\"id\":$id,\"move\":\"pass\"}" ;;
  esac
done
"""
"""A bot that fails now and then, always at the same decisions."""

LEARN = "learn policy tree:iterations=6 --players 2,3 --games 400 --epochs 2 --seed 9"
TUNE = "tune heuristic --params tempo,wait --against greedy --games 60k --transfer greedy --sensitivity"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path


@needs_program
@pytest.mark.parametrize("kind", RUNS)
def test_a_worker_is_killed_in_the_middle(kind: str, home: Path) -> None:
    words = RUNS[kind].split()
    expected = by_program(words, home / "program")
    coordinator = Coordinator(words, "--out", str(home / "run"))
    coordinator.wait_for_answers(home / "run")
    os.kill(workers(coordinator.process.pid)[0], signal.SIGKILL)
    code, said = coordinator.end()
    assert code == 0, said
    assert_same(files(home / "run"), expected)


@needs_program
def test_a_program_that_fails_is_shut_out_as_in_one_process_with_a_worker_killed(home: Path) -> None:
    (home / "bot.sh").write_text(FAILING)
    words = ["match", "random", f"bot=process:sh {home / 'bot.sh'}", "--games", "1200"]
    expected = by_program(words, home / "program")
    coordinator = Coordinator(words, "--out", str(home / "run"))
    # Before the bot is disqualified: its faults are spread over pieces of both workers.
    coordinator.wait_for_answers(home / "run", 1)
    killed = workers(coordinator.process.pid)[0]
    below = descendants(killed)
    os.kill(killed, signal.SIGKILL)
    code, said = coordinator.end()
    assert code == 0, said
    assert "bot is disqualified" in said
    assert_same(files(home / "run"), expected)
    # So are the bots of the worker that was killed.
    assert_gone_soon(below)


@needs_program
def test_a_tuning_with_a_worker_killed(home: Path) -> None:
    words = TUNE.split()
    expected = by_program(words, home / "program", "--folder")
    coordinator = Coordinator(words, "--folder", str(home / "run"))
    journal, end = home / "run" / "journal.jsonl", time.monotonic() + 60
    while not (journal.exists() and journal.stat().st_size > 0) and time.monotonic() < end:
        time.sleep(0.05)
    os.kill(workers(coordinator.process.pid)[0], signal.SIGKILL)
    code, said = coordinator.end()
    assert code == 0, said
    assert_same(files(home / "run"), expected)


def learn_until_games(home: Path) -> Coordinator:
    """A learning that has some games in its journal, and more to play."""
    coordinator = Coordinator(LEARN.split(), "--folder", str(home / "run"))
    journal, end = home / "run" / "journal.jsonl", time.monotonic() + 60
    while not (journal.exists() and journal.stat().st_size > 0) and time.monotonic() < end:
        time.sleep(0.02)
    assert coordinator.process.poll() is None
    return coordinator


@needs_program
def test_a_learning_with_a_worker_killed(home: Path) -> None:
    expected = by_program(LEARN.split(), home / "program", "--folder")
    coordinator = learn_until_games(home)
    os.kill(workers(coordinator.process.pid)[0], signal.SIGKILL)
    code, said = coordinator.end()
    assert code == 0, said
    assert_same(files(home / "run"), expected)


@needs_program
def test_a_learning_whose_coordinator_is_killed_is_resumed(home: Path) -> None:
    expected = by_program(LEARN.split(), home / "program", "--folder")
    coordinator = learn_until_games(home)
    coordinator.kill()
    # The program itself can go on as well.
    shutil.copytree(home / "run", home / "copy")
    subprocess.run([PROGRAM, "learn", "--resume", str(home / "copy"), "--quiet"], check=True, stdout=subprocess.DEVNULL)
    assert_same(files(home / "copy"), expected)
    code, said = Coordinator(["learn", "--resume", str(home / "run")]).end()
    assert code == 0, said
    assert_same(files(home / "run"), expected)


@needs_program
def test_a_killed_coordinator_leaves_nothing_and_can_be_resumed(home: Path) -> None:
    words = RUNS["fixed"].split()
    expected = by_program(words, home / "program")
    coordinator = Coordinator(words, "--out", str(home / "run"))
    coordinator.wait_for_answers(home / "run")
    coordinator.kill()
    code, said = Coordinator(["tournament", "--resume", str(home / "run")]).end()
    assert code == 0, said
    assert_same(files(home / "run"), expected)


@needs_program
def test_ctrl_c_saves_and_says_how_to_continue(home: Path) -> None:
    words = RUNS["fixed"].split()
    coordinator = Coordinator(words, "--out", str(home / "run"))
    coordinator.wait_for_answers(home / "run")
    coordinator.process.send_signal(signal.SIGTERM)
    code, said = coordinator.end()
    assert code == 130, said
    assert f"tournament --resume {home / 'run'} --local 2" in said
    # The program itself can go on.
    subprocess.run([PROGRAM, "tournament", "--resume", str(home / "run"), "--quiet"], check=True, stdout=subprocess.DEVNULL)
    assert_same(files(home / "run"), by_program(words, home / "program"))


@needs_program
def test_a_lost_scheduler_is_noticed(home: Path) -> None:
    words = RUNS["fixed"].split()
    with Dask(home) as dask:
        dask.add_worker()
        coordinator = Coordinator(words, "--out", str(home / "run"), place=("--scheduler", dask.address))
        coordinator.wait_for_answers(home / "run")
        dask.scheduler.kill()
        code, said = coordinator.end()
        assert code == 1, said
        assert "the scheduler is lost" in said and "--resume" in said
    code, said = Coordinator(["tournament", "--resume", str(home / "run")]).end()
    assert code == 0, said
    assert_same(files(home / "run"), by_program(words, home / "program"))


FULL_DISK = """
mount -t tmpfs -o size=2000k tmpfs "$1" || exit 77
"$2" -m karteneck.cluster tournament tuned heuristic --games 6k --record all --local 2 --piece-seconds 0.1 --out "$1/run"
echo "exit code $?" >&2
mount -o remount,size=200m "$1"
"$2" -m karteneck.cluster tournament --resume "$1/run" --local 2 --quiet && cp -r "$1/run" "$3"
"""


@needs_program
@pytest.mark.skipif(os.getuid() != 0 or shutil.which("unshare") is None, reason="needs root to mount a small disk")
def test_a_full_disk_stops_it_and_a_larger_one_lets_it_go_on(home: Path) -> None:
    (home / "disk").mkdir()
    words = [str(home / "disk"), sys.executable, str(home / "run")]
    # A disk of its own, which only these processes see.
    done = subprocess.run(["unshare", "-m", "sh", "-c", FULL_DISK, "sh", *words], capture_output=True, text=True, check=False)
    if done.returncode == 77:
        pytest.skip("a disk cannot be mounted here")
    assert "No space left on device" in done.stderr and "exit code 1" in done.stderr, done.stderr
    words = ["tournament", "tuned", "heuristic", "--games", "6k", "--record", "all"]
    assert_same(files(home / "run"), by_program(words, home / "program"))


def test_a_foreign_worker_is_refused_by_name() -> None:
    own = Identity(*identify())
    assert own.expected == own.found and own.problem(own.expected) is None
    other = Identity("node7", "0123", "0123").problem(own.expected)
    assert other is not None and "0123" in other
    broken = Identity("node7", own.expected, "4567").problem(own.expected)
    assert broken is not None and "broken" in broken


def test_what_is_no_piece_is_refused() -> None:
    _, _, answer, refusal = play(b"nothing")
    assert answer == b"" and "karteneck-piece/1" in refusal
    with pytest.raises(PieceError):
        _native.play_piece(b"karteneck-piece/1 x y\n{}\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["match", "greedy"], "two entrants"),
        (["tournament", "--games", "many"], "like 1000, 10k or 1e6"),
        (["tournament", "greedo", "random"], "greedo"),
        (["tournament", "--resume", "/nowhere"], "/nowhere"),
        (["tournament", "greedy", "random", "--games", "10", "--blocks", "3"], "got both"),
        (["tune"], "expected the entrant"),
        (["learn", "value"], "expected what to learn"),
        (["learn", "value", "greedy", "--games", "3"], "3 games: expected 20 to 2000000"),
        (["learn", "--resume", "/nowhere"], "/nowhere"),
    ],
)
def test_mistakes_are_named(words: list[str], said: str) -> None:
    done = subprocess.run([*CLUSTER, *words], capture_output=True, text=True, check=False)
    assert done.returncode in (1, 2)
    assert said in done.stderr
