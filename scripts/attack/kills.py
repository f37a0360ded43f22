"""Kills the program at random moments, resumes it, and compares the results with those of an undisturbed run.

    python3 scripts/attack/kills.py target/release/karteneck --count 300 --seed 1

Every case takes one scene (a tournament, a match, a tuning, a merge, a report, a replacement with --force) and kills it
with SIGKILL a few times, often in its first milliseconds. In between it continues with --resume, or with the same command
if nothing was written yet. At the end all files but timing.json and logs are compared byte for byte; a run with a random
seed is verified instead. Violations are printed with what was done, and the folders are kept in the work folder. The
exit code is 1 if there are any.

Linux only. One core is enough: there is never more than one run at a time.
"""

import argparse
import collections
import pathlib
import random
import shutil
import signal
import sys
import tempfile
import time

from scenes import KEPT, OUT, RUN, Lab, Scene, Trouble
from scenes import merge_scene, old_run, print_table, scene_of_run, tournament, tune_scene

# The program saves its state after this many seconds; if paused for that long, it saves as soon as it continues.
SAVE_EVERY = 5.0
TEST = ["--sprt", "0pp:3pp", "--blocks-csv", "--threads", "1", "--quiet"]
SPRT = ["match", "heuristic", "heuristic:tempo=0.97", *TEST, *OUT]
RANDOM = ["--seed", "random"]


def all_scenes(bot):
    """Everything that is attacked."""
    small = tournament("--blocks", "30", *KEPT, *OUT)
    large = tournament("--blocks", "400", *KEPT, *OUT)
    bare = tournament("--blocks", "60", *OUT)
    secret = tournament("--blocks", "150", *KEPT, *RANDOM, *OUT)
    force = tournament("--blocks", "60", *KEPT, *OUT, "--force")
    note = ("file", f"{RUN}/note.txt", "mine\n")
    scenes = [
        scene_of_run("tournament small", small),
        scene_of_run("tournament large", large),
        scene_of_run("tournament bare", bare),
        scene_of_run("tournament secret", secret, is_secret=True),
        scene_of_run("match --sprt", SPRT),
        scene_of_run("shard", tournament("--blocks", "200", *KEPT, "--shard", "2/3", *OUT)),
        tune_scene("tune", []),
        tune_scene("tune secret", RANDOM, is_secret=True),
        merge_scene("merge", 60),
        merge_scene("merge --force", 60, before=[old_run(30)], force=["--force"]),
        scene_of_run("--force finished", force, before=[old_run(30)]),
        scene_of_run("--force with a note", force, before=[old_run(30), note]),
        scene_of_run("--force unfinished", force, before=[("interrupt", large)]),
        scene_of_run("--force secret", [*force, *RANDOM], before=[("interrupt", secret)], is_secret=True),
        scene_of_run("--force a tuning", force, before=[("run", tune_scene("", []).command)]),
        tune_scene("tune --force", ["--force"], before=[old_run(30), ("file", "best.toml", "old\n")]),
        Scene("report", ["report", RUN], None, [old_run(30)]),
    ]
    if bot.is_file():
        entrants = ["tournament", "greedy", f"process:python3 {bot}", "--threads", "1", "--quiet"]
        scenes.append(scene_of_run("program", [*entrants, "--blocks", "30", *KEPT, *OUT], trust=["--trust"]))
    return scenes


def moment(luck, usual):
    """Seconds until a kill: in the first milliseconds, anywhere, or near the end."""
    kind = luck.random()
    if kind < 0.2:
        return luck.uniform(0, 0.005)
    if kind < 0.7:
        return luck.uniform(0, 1.1 * usual)
    return luck.uniform(0.6, 1.1) * usual


def disturb(lab, command, usual, luck, may_pause):
    """Starts a command and kills it; returns what was done, and how it ended (None if it was killed)."""
    kind = luck.random()
    process = lab.start(command)
    wait = moment(luck, usual)
    time.sleep(wait)
    words = f"after {1000 * wait:.1f} ms"
    if kind < 0.2:
        process.send_signal(signal.SIGINT)
        return f"SIGINT {words}", lab.wait(process)
    if may_pause:
        process.send_signal(signal.SIGSTOP)
        time.sleep(SAVE_EVERY + 0.1)
        process.send_signal(signal.SIGCONT)
        more = luck.uniform(0, 0.02)
        time.sleep(more)
        words += f", paused, after {1000 * more:.1f} ms more"
    process.kill()
    ended = lab.wait(process)
    return f"SIGKILL {words}", None if ended.code == -signal.SIGKILL else ended


def attack(lab, scene, luck, may_pause):
    """One case: disturbances, then an undisturbed run. Returns the number of kills, the troubles, and what was done."""
    lab.prepare(scene)
    kills, troubles, story = 0, [], []
    for _ in range(luck.choice([1, 1, 2, 3, 4])):
        command = lab.next_command(scene)
        if command is None:
            break
        done, ended = disturb(lab, command, lab.times[scene.name], luck, may_pause)
        story.append(f"{' '.join(command)}: {done}" + (f", ended with {ended.code}" if ended else ""))
        troubles += lab.orphans() + wrong_end(ended)
        kills += ended is None
        may_pause = False
        if ended is not None and ended.code == 0:
            break
    story.append("left: " + " ".join(sorted(path.name for path in (lab.case / RUN).glob("*"))))
    keep(lab)
    seal = lab.seal() if lab.next_command(scene) == scene.resume else None
    troubles += lab.settle(scene)
    if seal is not None and lab.seal() != seal:
        troubles.append(Trouble("different", f"the seed was {seal}, and is now {lab.seal()}"))
    return kills, troubles + lab.judge(scene), story


def wrong_end(ended):
    """A command that was not killed succeeds or says that it was interrupted."""
    if ended is None or ended.code in (0, 130, -signal.SIGINT):
        return []
    return [Trouble("refused", f"{ended.code} {ended.err.strip()}")]


def keep(lab):
    """Keeps the folder as the last kill left it, in case something is wrong with it."""
    shutil.rmtree(lab.work / "left", ignore_errors=True)
    shutil.copytree(lab.case, lab.work / "left")


def options():
    """Parses the command line."""
    bots = pathlib.Path(__file__).resolve().parent.parent / "bots"
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("--count", type=int, default=300, help="how many kills")
    parser.add_argument("--seed", default="1", help="the seed of scenes and moments")
    parser.add_argument("--work", help="a folder to work in; by default a temporary one")
    parser.add_argument("--scene", help="only scenes whose name begins with this")
    parser.add_argument("--pauses", type=int, default=5, help="how many kills after a pause that makes a checkpoint")
    parser.add_argument("--bot", type=pathlib.Path, default=bots / "simple.py", help="a program that plays")
    return parser.parse_args()


def main():
    """Kills until there have been enough."""
    asked = options()
    lab = Lab(asked.binary, asked.work or tempfile.mkdtemp(prefix="kills-"))
    scenes = [scene for scene in all_scenes(asked.bot.resolve()) if scene.name.startswith(asked.scene or "")]
    figures = {scene.name: [0, 0, 0] for scene in scenes}
    kinds = collections.defaultdict(collections.Counter)
    kills = number = pauses = 0
    while kills < asked.count:
        scene, luck = scenes[number % len(scenes)], random.Random(f"{asked.seed}/{number}")
        may_pause = scene.name == "tournament large" and pauses < asked.pauses
        pauses += may_pause
        more, troubles, story = attack(lab, scene, luck, may_pause)
        kills += more
        figures[scene.name] = [old + new for old, new in zip(figures[scene.name], (1, more, bool(troubles)))]
        if troubles:
            tell(lab, number, scene, troubles, story)
            kinds[scene.name].update({trouble.kind for trouble in troubles})
        number += 1
    print(f"\n{number} cases, {kills} kills\n")
    rows = [(name, *counts) for name, counts in figures.items()]
    print_table(rows, kinds, ["scene", "cases", "kills", "with violations"])
    sys.exit(1 if kinds else 0)


def tell(lab, number, scene, troubles, story):
    """Prints a violation and keeps its folders."""
    place = lab.work / "kept" / f"{number:04}"
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(lab.work / "left", place / "left")
    shutil.copytree(lab.case, place / "end")
    print(f"case {number}, {scene.name}; kept in {place}")
    for line in story:
        print(f"    {line}")
    for trouble in troubles:
        print(f"    ! {trouble.kind}: {trouble.text}")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
