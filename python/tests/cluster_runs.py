"""What the tests of clusters share: commands that are running, their processes, and the files that they leave."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

try:
    from distributed import Client
except ImportError:
    # Tests of clusters are skipped then.
    Client = None

PROGRAM = os.environ.get("KARTENECK") or shutil.which("karteneck") or ""
needs_program = pytest.mark.skipif(not PROGRAM, reason="the program is not there: give its path in KARTENECK")
CLUSTER = [sys.executable, "-m", "karteneck.cluster"]

RUNS = {
    "fixed": "tournament tuned heuristic greedy --players 2,3 --games 40k",
    "until": "match tuned heuristic --until 0.8pp",
    "sprt": "match heuristic heuristic:tempo=1.05 --sprt 0pp:1pp --games 40k",
    "recorded": "tournament tuned heuristic greedy --games 20k --record 7 --blocks-csv",
}


def files(folder: Path) -> dict[str, bytes]:
    """All files of a folder but what depends on the machine."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file() and path.name != "timing.json"}


def by_program(words: list[str], folder: Path, option: str = "--out") -> dict[str, bytes]:
    # A manifest names the folder in which programs are started.
    command = [PROGRAM, *words, option, str(folder), "--quiet"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/")
    return files(folder)


def assert_same(one: dict[str, bytes], other: dict[str, bytes]) -> None:
    assert one.keys() == other.keys()
    assert [name for name in one if one[name] != other[name]] == []


def descendants(pid: int) -> list[int]:
    """All processes below one, the nearest first."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
            except OSError:
                continue
    found = [pid]
    for parent in found:
        found.extend(child for child, of in parents.items() if of == parent)
    return found[1:]


def assert_gone_soon(pids: list[int]) -> None:
    """None of these processes is there two seconds later."""
    end = time.monotonic() + 2
    while any(Path(f"/proc/{pid}").exists() for pid in pids) and time.monotonic() < end:
        time.sleep(0.05)
    assert [pid for pid in pids if Path(f"/proc/{pid}").exists()] == []


def workers(pid: int) -> list[int]:
    """The processes of a coordinator that play."""

    def plays(child: int) -> bool:
        try:
            return b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
        except OSError:
            return False

    return [child for child in descendants(pid) if plays(child)]


class Coordinator:
    """A command of the cluster that is running."""

    def __init__(self, words: list[str], *more: str, place: tuple[str, str] = ("--local", "2")) -> None:
        # A group of its own, like a command of a shell: Ctrl-C goes to all of it.
        self.process = subprocess.Popen(
            [*CLUSTER, *words, *place, "--piece-seconds", "0.1", *more],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            cwd="/",
            start_new_session=True,
        )

    def wait_for_answers(self, folder: Path, size: int = 20_000) -> None:
        """Until some answers are in the folder."""
        kept = folder / "pieces.answers"
        end = time.monotonic() + 60
        while self.process.poll() is None and time.monotonic() < end:
            checkpoint = folder / "checkpoint.json"
            if checkpoint.exists() or (kept.exists() and kept.stat().st_size > size):
                return
            time.sleep(0.05)
        raise AssertionError(f"no answers: {self.process.communicate(timeout=5)}")

    def end(self) -> tuple[int, str]:
        _, said = self.process.communicate(timeout=120)
        return self.process.returncode, said

    def kill(self) -> None:
        """Kills it as suddenly as can be; nothing of it is left two seconds later."""
        below = descendants(self.process.pid)
        assert len(below) >= 2
        self.process.kill()
        self.process.wait()
        assert_gone_soon(below)


class Dask:
    """A scheduler of this machine, and workers that belong to no coordinator."""

    def __init__(self, home: Path) -> None:
        self.home = home
        place = home / "scheduler.json"
        self.place = ["--scheduler-file", str(place)]
        self.workers: list[subprocess.Popen[bytes]] = []
        options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
        self.scheduler = self.start("dask_scheduler", *options)
        end = time.monotonic() + 30
        while not place.exists() and time.monotonic() < end:
            time.sleep(0.1)
        self.address = str(json.loads(place.read_text())["address"])

    def start(self, program: str, *options: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{program}", *self.place, *options]
        return subprocess.Popen(command, stderr=subprocess.DEVNULL, cwd=self.home)

    def add_worker(self, *options: str) -> None:
        self.workers.append(self.start("dask_worker", "--nthreads", "1", "--no-dashboard", "--no-nanny", *options))
        with Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(len(self.workers), timeout=60)

    def __enter__(self) -> Dask:
        return self

    def __exit__(self, *_: object) -> None:
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()
