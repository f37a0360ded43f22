"""What the attacks share: the commands that are attacked, how to continue after a fault, and how to judge the folder.

A *scene* is a command with the files that exist before it. Its *truth* is the files that exist after it ran undisturbed.
"""

import dataclasses
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time

RUN = "run"
# Names of temporary files that are renamed later.
TEMPORARY = re.compile(r"^\..+-[A-Za-z0-9]{6}$|\.part-[A-Za-z0-9]{6}$")
# Names of files that exist only while a run is not over.
UNFINISHED = {"checkpoint.json": "checkpoint", "seed.secret": "secret", "games.sealed.jsonl": "secret"}
PATIENCE = 120

TOURNAMENT = ["tournament", "greedy", "random", "heuristic", "--players", "2,3", "--threads", "1", "--quiet"]
KEPT = ["--record", "3", "--blocks-csv"]
TUNE = ["tune", "greedy", "--games", "1600", "--transfer", "random", "--sensitivity", "--threads", "1", "--quiet"]
OUT = ["--out", RUN]


@dataclasses.dataclass
class Scene:
    """A command under attack."""

    name: str
    # The command, and the one that resumes it.
    command: list
    resume: list = None
    # Steps that prepare the folder: ("run", command), ("interrupt", command) or ("file", name, text).
    before: list = dataclasses.field(default_factory=list)
    # Whether each run draws a new seed, so that bytes cannot be compared.
    is_secret: bool = False
    # Whether the manifest says that the work is over.
    tells_end: bool = True


@dataclasses.dataclass
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str

    def is_over_already(self):
        """Whether it was refused because there is nothing left to do."""
        return self.code == 2 and ("is over" in self.err or "exists already" in self.err)


@dataclasses.dataclass
class Trouble:
    """A violation."""

    kind: str
    text: str


def tournament(*options):
    """A small tournament with these options."""
    return [*TOURNAMENT, *options]


def resumed(command):
    """The command that resumes a run."""
    return [command[0], "--resume", RUN, "--threads", "1", "--quiet"]


def scene_of_run(name, command, trust=(), **rest):
    """A scene of a command that plays a run; one that names programs must be trusted."""
    return Scene(name, command, [*resumed(command), *trust], **rest)


def part(number, blocks):
    """The command that plays one of three parts of a run."""
    options = ["--blocks", str(blocks), *KEPT, "--shard", f"{number}/3", "--out", f"part{number}"]
    return tournament(*options)


def merge_scene(name, blocks, **rest):
    """A scene that joins three parts."""
    before = [("run", part(number, blocks)) for number in (1, 2, 3)] + rest.pop("before", [])
    force = rest.pop("force", [])
    return Scene(name, ["merge", "part3", "part1", "part2", *OUT, "--quiet", *force], None, before, **rest)


def tune_scene(name, options, before=(), **rest):
    """A scene that tunes, with a result file in addition to the folder."""
    out = ["--out", "best.toml"]
    force = [option for option in options if option == "--force"]
    command = [*TUNE, "--folder", RUN, *out, *options]
    resume = ["tune", "--resume", RUN, *out, *force, "--threads", "1", "--quiet"]
    return Scene(name, command, resume, list(before), tells_end=False, **rest)


def old_run(blocks):
    """A finished run that is to be replaced."""
    return ("run", tournament("--blocks", str(blocks), *KEPT, "--seed", "99", *OUT))


class Lab:
    """A program and a folder to try it in."""

    def __init__(self, binary, work):
        self.binary = str(pathlib.Path(binary).resolve())
        self.work = pathlib.Path(work).resolve()
        self.case = self.work / "case"
        self.templates = self.work / "templates"
        self.truths = {}
        self.times = {}
        self.olds = {}
        shutil.rmtree(self.templates, ignore_errors=True)

    def start(self, command, before=(), **options):
        """Starts a command in the folder of the case, in its own session."""
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
        return subprocess.Popen([*before, self.binary, *command], cwd=self.case, start_new_session=True, **pipes)

    def run(self, command, before=(), **options):
        """Runs a command to its end."""
        return self.wait(self.start(command, before, **options))

    def wait(self, process):
        """Waits for the end of a command."""
        try:
            out, err = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return Ended(-1, "", "it hangs")
        return Ended(process.returncode, (out or b"").decode(errors="replace"), (err or b"").decode(errors="replace"))

    def prepare(self, scene):
        """Prepares the folder for the command; the first time step by step, then by copying."""
        template = self.templates / scene.name
        if not template.is_dir():
            self.build(scene)
            shutil.copytree(self.case, template)
            self.olds[scene.name] = self.manifest()
            self.learn(scene)
        shutil.rmtree(self.case, ignore_errors=True)
        shutil.copytree(template, self.case)

    def build(self, scene):
        """Carries out the steps before the command."""
        shutil.rmtree(self.case, ignore_errors=True)
        self.case.mkdir(parents=True)
        for kind, *rest in scene.before:
            if kind == "file":
                (self.case / rest[0]).write_text(rest[1])
            elif kind == "interrupt":
                self.interrupt(rest[0])
            elif self.run(rest[0]).code != 0:
                raise SystemExit(f"cannot prepare {scene.name}: {' '.join(rest[0])}")

    def interrupt(self, command):
        """Begins a run and interrupts it partway, leaving a checkpoint."""
        for _ in range(50):
            shutil.rmtree(self.case / RUN, ignore_errors=True)
            process = self.start(command)
            deadline = time.monotonic() + 5
            while not has_begun(self.case / RUN) and time.monotonic() < deadline:
                time.sleep(0.0005)
            process.send_signal(signal.SIGINT)
            if self.wait(process).code == 130 and (self.case / RUN / "checkpoint.json").is_file():
                return
        raise SystemExit("no run could be interrupted; make it longer")

    def learn(self, scene):
        """Runs the command undisturbed and keeps the result."""
        began = time.monotonic()
        ended = self.run(scene.command)
        self.times[scene.name] = time.monotonic() - began
        if ended.code != 0:
            raise SystemExit(f"{scene.name} fails undisturbed: {ended.err}")
        self.truths[scene.name] = snapshot(self.case)

    def manifest(self):
        """The bytes of the manifest, or None."""
        try:
            return (self.case / RUN / "manifest.json").read_bytes()
        except OSError:
            return None

    def seal(self):
        """The seal of a seed that is or was secret, if the manifest has one."""
        plan = json.loads(self.manifest() or b"{}").get("plan", {})
        return plan.get("seal") or plan.get("seed")

    def next_command(self, scene):
        """What a user who knows the documentation would do now; None if the manifest says that all is done."""
        manifest = self.manifest()
        if manifest is None or scene.name.startswith("report"):
            return scene.command
        if manifest == self.olds[scene.name]:
            return scene.command
        if scene.tells_end and "result" in json.loads(manifest):
            return None
        return scene.resume or scene.command

    def settle(self, scene, hint=None):
        """Continues until the work is done; returns the troubles on the way."""
        troubles = []
        for _ in range(3):
            command = hint or self.next_command(scene)
            hint = None
            if command is None:
                return troubles + self.ask_the_finished(scene)
            ended = self.run(command)
            if ended.code == 0:
                return troubles
            troubles.append(Trouble("refused", f"{' '.join(command)}: {ended.code} {ended.err.strip()}"))
        forced = self.run([*scene.command, *([] if "--force" in scene.command else ["--force"])])
        if forced.code != 0:
            troubles.append(Trouble("stuck", f"not even --force: {forced.code} {forced.err.strip()}"))
        return troubles

    def ask_the_finished(self, scene):
        """Resumes a run that is over: it may be tidied up or left alone, but must not fail."""
        ended = self.run(scene.resume or scene.command)
        if ended.code == 0 or ended.is_over_already():
            return []
        return [Trouble("refused", f"after the end: {ended.code} {ended.err.strip()}")]

    def judge(self, scene):
        """Compares the folder with the truth."""
        troubles = compare(self.truths[scene.name], snapshot(self.case), scene.is_secret)
        return troubles + self.verify(scene) if scene.is_secret else troubles

    def verify(self, scene):
        """Has the program check what cannot be compared: a run by `verify`, a tuning by its journal."""
        before = snapshot(self.case)
        ended = self.run(["verify", RUN, "--threads", "1"] if scene.tells_end else scene.resume)
        if ended.code != 0:
            return [Trouble("different", f"verify: {ended.err.strip()}")]
        return [] if snapshot(self.case) == before else [Trouble("different", "checking it changed the folder")]

    def orphans(self):
        """Processes of the case that should be gone."""
        for _ in range(40):
            left = [name for name in os.listdir("/proc") if name.isdigit() and self.is_ours(name)]
            if not left:
                return []
            time.sleep(0.05)
        return [Trouble("orphan", command_line(name)) for name in left]

    def is_ours(self, process):
        """Whether a process works in the folder of the case."""
        try:
            place = os.readlink(f"/proc/{process}/cwd")
        except OSError:
            return False
        return pathlib.Path(place.removesuffix(" (deleted)")) == self.case and int(process) != os.getpid()


def command_line(process):
    """How a process was started."""
    try:
        return pathlib.Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return process


def has_begun(folder):
    """Whether records or blocks are being written."""
    names = [folder / name for name in ("games.jsonl", "games.sealed.jsonl", "blocks.csv")]
    return any(name.is_file() and name.stat().st_size > 0 for name in names)


def snapshot(place):
    """Every file with its bytes, except what depends on the machine."""
    files = {}
    for path in sorted(place.rglob("*")):
        name = path.relative_to(place)
        if path.is_file() and path.name != "timing.json" and "logs" not in name.parts:
            files[str(name)] = path.read_bytes()
    return files


def compare(truth, found, only_names):
    """What is unexpected, missing, or different."""
    troubles = [Trouble(kind_of_extra(name), f"{name} is unexpected") for name in sorted(found.keys() - truth.keys())]
    troubles += [Trouble("missing", f"{name} is missing") for name in sorted(truth.keys() - found.keys())]
    if not only_names:
        both = sorted(truth.keys() & found.keys())
        troubles += [Trouble("different", f"{name} differs") for name in both if truth[name] != found[name]]
    return troubles


def kind_of_extra(name):
    """What sort of file should not be there."""
    name = pathlib.PurePath(name).name
    return "temporary" if TEMPORARY.search(name) else UNFINISHED.get(name, "extra")


def print_table(rows, kinds_by_scene, heads):
    """The figures of all scenes, and the violations by their kind."""
    print("| " + " | ".join([*heads, "kinds"]) + " |")
    print("|" + "---|" * (len(heads) + 1))
    for name, *figures in rows:
        kinds = kinds_by_scene.get(name, {})
        words = ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items()))
        print("| " + " | ".join([name, *map(str, figures), words]) + " |")
