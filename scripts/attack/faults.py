"""Makes every single system call that touches the folder fail once, and checks the result.

    python3 scripts/attack/faults.py target/release/karteneck

For each scene the calls of an undisturbed run are counted with strace. Then the command runs once for each of them and each
fault: the call fails with ENOSPC or EIO, or the program is killed at that call. Then:

- A command that says it succeeded has left the right bytes, and nothing else.
- A command that failed says which file and why, and does not panic.
- What it suggests, or else --resume or the same command, brings the work to its end: the right bytes, no other file.

Disks that fill up in the middle of a write are simulated with a limit on the size of files (`limit` in the table), and
`output closed` is additionally a closed standard output. Violations are printed with a command line that repeats them (the
number of an `openat` differs from machine to machine). The exit code is 1 if there are any.

Linux only; needs strace. Takes some minutes on one core.
"""

import argparse
import collections
import os
import re
import resource
import shlex
import shutil
import signal
import sys
import tempfile

from scenes import KEPT, OUT, RUN, Lab, Scene, Trouble
from scenes import merge_scene, old_run, print_table, scene_of_run, tournament, tune_scene

CALLS = """write pwrite64 writev fsync fdatasync rename renameat renameat2 link linkat ftruncate fallocate unlink
 unlinkat mkdir mkdirat openat""".split()
FAULTS = ("error=ENOSPC", "error=EIO", "signal=KILL")
CAUSES = re.compile(r"No space left|no storage space|Input/output error|File too large|file too large")
HINT = re.compile(r"continue with: karteneck (.*)$", re.MULTILINE)
LINE = re.compile(r"^(\d+) +(\w+)\((.*)$")
TRIES = 6
# How many violations of a kind are printed for each scene.
TOLD = 3


def all_scenes():
    """Everything that is attacked."""
    small = tournament("--blocks", "10", *KEPT, *OUT)
    large = tournament("--blocks", "150", *KEPT, *OUT)
    few = ["--record", "40", "--blocks-csv", "--seed", "random"]
    secret = tournament("--blocks", "10", *few, *OUT)
    large_secret = tournament("--blocks", "150", *few, *OUT)
    force = tournament("--blocks", "10", *KEPT, *OUT, "--force")
    note = ("file", f"{RUN}/note.txt", "mine\n")
    resume = scene_of_run("", large).resume
    return [
        scene_of_run("tournament", small),
        scene_of_run("tournament secret", secret, is_secret=True),
        Scene("resume", resume, resume, [("interrupt", large)]),
        Scene("resume secret", resume, resume, [("interrupt", large_secret)], is_secret=True),
        merge_scene("merge", 30),
        merge_scene("merge --force", 30, before=[old_run(10)], force=["--force"]),
        tune_scene("tune", []),
        tune_scene("tune --force", ["--force"], before=[old_run(10), ("file", "best.toml", "old\n")]),
        scene_of_run("--force", force, before=[old_run(5), note, ("run", ["report", RUN])]),
        Scene("report", ["report", RUN, "--svg", "charts", "--force"], None, [old_run(10), ("run", ["report", RUN])]),
    ]


class Tracer:
    """Runs commands under strace and knows which of their calls touch the folder of the case."""

    def __init__(self, lab):
        self.lab = lab
        self.log = lab.work / "calls.txt"

    def run(self, command, injection=None, **options):
        """Runs a command under strace, with or without an injection."""
        self.log.unlink(missing_ok=True)
        return self.lab.run(command, before=self.before(injection), **options)

    def before(self, injection):
        """The words that come before the command."""
        words = ["strace", "-f", "-y", "-o", str(self.log), "-e", "trace=" + ",".join(CALLS)]
        if injection is None:
            return [*words, "--seccomp-bpf"]
        # The fast way of tracing injects errors, but not signals.
        return [*words, "-e", f"inject={injection}", *([] if "signal" in injection else ["--seccomp-bpf"])]

    def calls(self):
        """The calls of the main thread in order: name, number among those of this name, and the rest of the line."""
        counts, calls, main = collections.Counter(), [], None
        for line in self.log.read_text(errors="replace").splitlines():
            found = LINE.match(line)
            if not found:
                continue
            thread, name, rest = found.groups()
            main = main or thread
            if thread == main:
                counts[name] += 1
                calls.append((name, counts[name], rest))
        return calls

    def touching(self):
        """The calls that touch the folder of the case."""
        return [call for call in self.calls() if self.touches(call[0], call[2])]

    def touches(self, name, rest):
        """Whether a call changes something in the folder, or opens something that exists there."""
        rest = re.sub(r"AT_FDCWD<[^>]*>", "AT_FDCWD", rest)
        place = str(self.lab.case)
        is_relative = re.search(r'"(run|part\d|best\.toml|charts|\./)', rest)
        is_there = is_relative or f"<{place}" in rest or f'"{place}/' in rest
        if not is_there or name != "openat":
            return bool(is_there)
        return "= -1" not in rest or "(INJECTED)" in rest


def file_of(rest):
    """The name of the file that a call is about, without its random letters."""
    names = re.findall(r'[<"]([^<>"]*?)[>"]', re.sub(r"AT_FDCWD<[^>]*>", "AT_FDCWD", rest))
    return re.sub(r"-[A-Za-z0-9]{6}$", "-*", os.path.basename(names[0])) if names else "?"


def targets(tracer, scene):
    """Every call that touches the folder, as a name and a number among those of this name that do."""
    tracer.lab.prepare(scene)
    tracer.run(scene.command)
    counts, found = collections.Counter(), []
    for name, _, rest in tracer.touching():
        counts[name] += 1
        found.append((name, counts[name], "O_RDONLY" in rest))
    return found


def numbers_of(tracer, scene):
    """The number of every target among all calls of its name, which varies with what else runs on the machine."""
    tracer.lab.prepare(scene)
    tracer.run(scene.command)
    counts, numbers = collections.Counter(), {}
    for name, number, _ in tracer.touching():
        counts[name] += 1
        numbers[name, counts[name]] = number
    return numbers


class Attack:
    """One fault at one call, and its result."""

    def __init__(self, tracer, scene, pipe):
        self.tracer, self.lab, self.scene = tracer, tracer.lab, scene
        self.is_pipe_closed = pipe
        self.numbers = {}
        self.words = ""

    def strike(self, name, place, fault):
        """Runs the command until the fault has hit the right call; returns how it ended."""
        for _ in range(TRIES):
            self.numbers = self.numbers or numbers_of(self.tracer, self.scene)
            number = self.numbers.get((name, place))
            if number is None:
                return None
            injection = f"{name}:{fault}:when={number}"
            self.lab.prepare(self.scene)
            ended = self.run(injection)
            reached = [(at, rest) for other, at, rest in self.tracer.touching() if other == name][place - 1 : place]
            if reached and reached[0][0] == number and has_struck(ended, fault, reached[0][1]):
                self.words = f"{injection} ({file_of(reached[0][1])})"
                return ended
            self.numbers = {}
        return None

    def run(self, injection):
        """Runs the command with the injection, with a closed standard output if the attack says so."""
        if not self.is_pipe_closed:
            return self.tracer.run(self.scene.command, injection)
        reader, writer = os.pipe()
        os.close(reader)
        try:
            return self.tracer.run(self.scene.command, injection, stdout=writer)
        finally:
            os.close(writer)

    def examine(self, ended, is_kill):
        """What is wrong with how the command ended and what it left behind."""
        troubles = self.lab.orphans()
        if not is_kill:
            troubles += judge_words(ended)
        if ended.code == 0 and not is_kill:
            false = [Trouble(f"false success, {trouble.kind}", trouble.text) for trouble in self.lab.judge(self.scene)]
            return troubles + false
        troubles += self.leaks() if self.scene.is_secret and self.scene.tells_end else []
        return troubles + self.lab.settle(self.scene, hint_in(ended)) + self.lab.judge(self.scene)

    def leaks(self):
        """Whether games are played while a file reveals the seed: records are truncated just before playing begins."""
        if not told_seeds(self.lab.case / RUN) or self.lab.next_command(self.scene) != self.scene.resume:
            return []
        self.tracer.run(self.scene.resume, "ftruncate:signal=KILL:when=1")
        told = told_seeds(self.lab.case / RUN)
        return [Trouble("leak", f"{name} reveals the seed while --resume plays") for name in told]

    def reproduce(self, injection):
        """A command line for the folder of the case."""
        words = ["strace", "-f", "-o", "/dev/null", "-e", f"inject={injection}", "karteneck", *self.scene.command]
        return shlex.join(words) + (" | true" if self.is_pipe_closed else "")


def told_seeds(folder):
    """The files that reveal a seed that is still secret."""
    try:
        seed = (folder / "seed.secret").read_bytes().strip()
    except OSError:
        return []
    others = [path for path in folder.iterdir() if path.is_file() and path.name != "seed.secret"]
    return [path.name for path in others if seed in path.read_bytes()]


def has_struck(ended, fault, rest):
    """Whether strace did what it was told."""
    return ended.code == -signal.SIGKILL if fault == "signal=KILL" else "(INJECTED)" in rest or "<unfinished" in rest


def hint_in(ended):
    """The command that the program suggests."""
    found = HINT.search(ended.err)
    return shlex.split(found.group(1)) if found else None


def judge_words(ended):
    """Whether a command that failed reports it clearly."""
    if "panicked" in ended.err or ended.code in (101, 134, -6, -11, -1):
        return [Trouble("panic", f"{ended.code} {ended.err.strip()}")]
    if ended.code == 0:
        return []
    if "error: " not in ended.err:
        return [Trouble("silent", f"{ended.code} {ended.err.strip()!r}")]
    if not CAUSES.search(ended.err):
        return [Trouble("no cause", ended.err.strip())]
    if not re.search(r"run|part\d|best\.toml|charts", ended.err):
        return [Trouble("no file", ended.err.strip())]
    return []


def attack_scene(tracer, scene, asked, report, is_pipe_closed=False):
    """All faults at all calls of a scene."""
    attack = Attack(tracer, scene, is_pipe_closed)
    for name, place, reads in targets(tracer, scene):
        for fault in FAULTS:
            if (reads and fault == "error=ENOSPC") or (asked.fault and asked.fault not in fault):
                continue
            if is_pipe_closed and fault != "error=ENOSPC":
                continue
            ended = attack.strike(name, place, fault)
            if ended is None:
                report.missed += 1
                continue
            troubles = attack.examine(ended, fault == "signal=KILL")
            report.add(attack.words, troubles, attack.reproduce(attack.words.split(" ")[0]), ended)


def limit_scene(lab, scene, report):
    """Limits the size of files, so that writes fail partway."""
    lab.prepare(scene)
    sizes = {len(data) for data in lab.truths[scene.name].values()}
    for limit in sorted({*(size - 1 for size in sizes if size), *(size // 2 for size in sizes), 1, 100, 20_000}):
        lab.prepare(scene)
        ended = lab.run(scene.command, preexec_fn=lambda: limit_files(limit), restore_signals=False)
        troubles = judge_words(ended)
        if ended.code == 0:
            troubles += lab.judge(scene)
        else:
            troubles += lab.settle(scene, hint_in(ended)) + lab.judge(scene)
        line = f"prlimit --fsize={limit} env --ignore-signal=XFSZ karteneck {shlex.join(scene.command)}"
        report.add(f"files of {limit} bytes at most", troubles, line, ended)


def limit_files(limit):
    """No file of this process can be longer; exceeding it is an error and not a signal, since Python ignores SIGXFSZ."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))


class Report:
    """What was found in one scene."""

    def __init__(self, name, tells_all):
        self.name, self.tells_all = name, tells_all
        self.injections = self.missed = self.bad = 0
        self.kinds = collections.Counter()

    def add(self, words, troubles, line, ended):
        """Counts an injection, and prints what is wrong."""
        self.injections += 1
        kinds = {trouble.kind for trouble in troubles}
        is_told = self.tells_all or any(self.kinds[kind] < TOLD for kind in kinds)
        self.kinds.update(kinds)
        self.bad += bool(kinds)
        if not kinds or not is_told:
            return
        print(f"{self.name}: {words}\n    {line}\n    ended with {ended.code}: {ended.err.strip()}")
        for trouble in troubles:
            print(f"    ! {trouble.kind}: {trouble.text}")
        sys.stdout.flush()


def options():
    """Parses the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("--work", help="a folder to work in; by default a temporary one")
    parser.add_argument("--scene", default="", help="only scenes whose name begins with this")
    parser.add_argument("--fault", help="only faults with this word, like ENOSPC, EIO or KILL")
    parser.add_argument("--all", action="store_true", help="print all violations, not only the first few of each kind")
    return parser.parse_args()


def main():
    """Attacks all scenes."""
    asked = options()
    if not shutil.which("strace"):
        raise SystemExit("strace is needed")
    lab = Lab(asked.binary, asked.work or tempfile.mkdtemp(prefix="faults-"))
    tracer, reports = Tracer(lab), []
    for scene in all_scenes():
        jobs = [(scene.name, lambda report: attack_scene(tracer, scene, asked, report))]
        if scene.name in ("tournament", "tune"):
            words = f"{scene.name}, output closed"
            jobs.append((words, lambda report: attack_scene(tracer, scene, asked, report, is_pipe_closed=True)))
        jobs.append((f"{scene.name}, limit", lambda report: limit_scene(lab, scene, report)))
        for name, job in jobs:
            if name.startswith(asked.scene):
                reports.append(Report(name, asked.all))
                job(reports[-1])
    rows = [(report.name, report.injections, report.missed, report.bad) for report in reports]
    kinds = {report.name: report.kinds for report in reports}
    print()
    print_table(rows, kinds, ["scene", "injections", "not reached", "with violations"])
    sys.exit(1 if any(kinds.values()) else 0)


if __name__ == "__main__":
    main()
