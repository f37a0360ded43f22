"""Steps per second on one core, beside the peers that are installed, in one run.

    python bench.py              # everything; peers: pip install open_spiel rlcard pettingzoo
    python bench.py --seconds 0.2 --repeat 1

Every line is the median of some repetitions of uniformly random play. Ratios travel between machines, absolute numbers do not.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")  # one core for everyone

import numpy as np

import karteneck

Steps = Callable[[], int]
"""Some steps; returns how many."""


def single(players: int) -> Steps:
    """A step and the list of legal actions."""
    draw, deal = random.Random(1).random, iter(range(10**9))

    def steps() -> int:
        count = 0
        for _ in range(20):
            game = karteneck.Game(players, deal=next(deal))
            step, legal_actions = game.step, game.legal_actions
            actions = legal_actions()
            while actions:
                step(actions[int(draw() * len(actions))])
                actions = legal_actions()
                count += 1
        return count

    return steps


def batch(players: int, dtype: str, threads: int = 1) -> Steps:
    """A step of 1,024 games with observations and masks; actions are drawn natively."""
    env = karteneck.BatchEnv(1024, players=players, dtype=dtype, threads=threads)  # type: ignore[arg-type]
    env.reset()

    def steps() -> int:
        for _ in range(20):
            env.step(env.sample())
        return 20 * 1024

    return steps


def batch_fixed(players: int) -> Steps:
    """The step alone: every seat passes."""
    env = karteneck.BatchEnv(1024, players=players)
    env.reset()
    actions = np.zeros(1024, np.int64)

    def steps() -> int:
        for _ in range(20):
            env.step(actions)
        return 20 * 1024

    return steps


def aec(make: Callable[[], object], mask_of: Callable[[object], np.ndarray | None]) -> Steps:
    """An environment of PettingZoo, with the calls that its users make."""
    env, draw = make(), random.Random(2)

    def steps() -> int:
        env.reset(seed=draw.randrange(2**31))  # type: ignore[attr-defined]
        count = 0
        for agent in env.agent_iter():  # type: ignore[attr-defined]
            observation, _, over, cut, _ = env.last()  # type: ignore[attr-defined]
            if over or cut:
                env.step(None)  # type: ignore[attr-defined]
                continue
            mask = mask_of(observation)
            legal = np.flatnonzero(mask) if mask is not None else range(env.action_space(agent).n)  # type: ignore[attr-defined]
            env.step(int(legal[int(draw.random() * len(legal))]))  # type: ignore[attr-defined]
            count += 1
        return count

    return steps


def aec_raw(players: int) -> Steps:
    """Our environment of PettingZoo without wrappers: a step and what the next agent sees."""
    from karteneck.zoo import raw_env

    env, draw = raw_env(players=players), random.Random(2).random

    def steps() -> int:
        count = 0
        for _ in range(10):
            env.reset()
            while True:
                observation, _, over, _, _ = env.last()
                if over:
                    break
                legal = observation["action_mask"].nonzero()[0]
                env.step(legal[int(draw() * len(legal))])
                count += 1
        return count

    return steps


def spiel(name: str, observe: bool) -> Steps:
    """A game of OpenSpiel: legal actions and a step, optionally with the observation of the seat on turn."""
    import pyspiel

    game, draw = pyspiel.load_game(name), random.Random(3)

    def steps() -> int:
        count = 0
        for _ in range(5):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, shares = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(draw.choices(actions, shares)[0])
                    continue
                if observe:
                    state.observation_tensor()
                    state.legal_actions_mask()
                legal = state.legal_actions()
                state.apply_action(legal[int(draw.random() * len(legal))])
                count += 1
        return count

    return steps


def rlcard_steps(name: str) -> Steps:
    """A game of RLCard: each step returns the state with its legal actions."""
    import rlcard

    env, draw = rlcard.make(name), random.Random(4)

    def steps() -> int:
        count = 0
        state, _ = env.reset()
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(draw.random() * len(legal))])
            count += 1
        return count

    return steps


def bots() -> Iterator[tuple[str, Steps]]:
    """Games per second of one and the same Python bot: in the process, over the protocol, and asked in batches."""
    protocol = Path(__file__).resolve().parent.parent / "scripts" / "bots" / "tiny.py"

    def games(entrant: object, count: int) -> Steps:
        def steps() -> int:
            return karteneck.match([entrant, "greedy"], games=count, threads=1).games  # type: ignore[list-item]

        return steps

    def last(view: karteneck.View) -> str:
        return ([move for move in view.moves() if move != "pass"] or ["pass"])[-1]

    class Many(karteneck.BatchBot):
        def decide_batch(self, batch: karteneck.Questions) -> list[str]:
            return [last(view) for view in batch.views]

    yield "games/s, Python bot in the process", games(karteneck.entrant(last, name="last"), 6000)
    yield "games/s, the same asked in batches", games(karteneck.entrant(Many, name="many"), 6000)
    yield "games/s, the same over the protocol", games(f"process:{sys.executable} {protocol}", 600)


def ours(players: int) -> Iterator[tuple[str, Steps]]:
    yield "single step with legal actions", single(players)
    yield "batch of 1,024, uint8, random actions", batch(players, "uint8")
    yield "batch of 1,024, uint8, all pass", batch_fixed(players)
    yield "batch of 1,024, float32, random actions", batch(players, "float32")
    yield "PettingZoo raw", aec_raw(players)


def peers() -> Iterator[tuple[str, Callable[[], Steps]]]:
    for name in ("tic_tac_toe", "leduc_poker", "go_fish", "crazy_eights", "hearts", "liars_dice"):
        yield f"pyspiel {name}, legal actions", lambda name=name: spiel(name, observe=False)
        yield f"pyspiel {name}, observation and mask", lambda name=name: spiel(name, observe=True)
    for name in ("leduc-holdem", "blackjack", "uno", "gin-rummy"):
        yield f"RLCard {name}", lambda name=name: rlcard_steps(name)
    yield "PettingZoo connect_four", lambda: zoo_peer("connect_four_v3")
    yield "PettingZoo tictactoe", lambda: zoo_peer("tictactoe_v3")
    yield "PettingZoo rps", lambda: zoo_peer("rps_v2")


def zoo_peer(name: str) -> Steps:
    import importlib

    module = importlib.import_module(f"pettingzoo.classic.{name}")
    return aec(module.raw_env, lambda seen: seen["action_mask"] if isinstance(seen, dict) else None)


def rate(steps: Steps, seconds: float, repeat: int, clock: Callable[[], float] = time.process_time) -> float:
    """The median over repetitions of steps per second: of processor time, unless other processes work too."""
    steps()
    rates = []
    for _ in range(repeat):
        count, begin, wall = 0, clock(), time.monotonic()
        while time.monotonic() - wall < seconds:
            count += steps()
        rates.append(count / (clock() - begin))
    return statistics.median(rates)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--players", type=int, default=2)
    options = parser.parse_args()
    found: dict[str, float] = {}
    for name, steps in ours(options.players):
        found[name] = rate(steps, options.seconds, options.repeat)
        print(f"{found[name]:12,.0f}  karteneck: {name}", flush=True)
    fastest = 0.0
    for name, make in peers():
        try:
            peer = rate(make(), options.seconds / 2, options.repeat)
        except Exception as missing:  # a peer that is not installed, or has no such game
            print(f"{'':12}  {name}: {type(missing).__name__}: {missing}".splitlines()[0][:120])
            continue
        print(f"{peer:12,.0f}  {name}", flush=True)
        fastest = max(fastest, peer)
    for name, steps in bots():
        found[name] = rate(steps, options.seconds, options.repeat, time.monotonic)
        print(f"{found[name]:12,.0f}  {name}", flush=True)
    if fastest:
        ratio = found["batch of 1,024, uint8, random actions"] / fastest
        print(f"{ratio:12.1f}  times the fastest peer, batch against whatever it has")
    ratio = found["games/s, Python bot in the process"] / found["games/s, the same over the protocol"]
    print(f"{ratio:12.1f}  times as many games in the process as over the protocol")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        main()
