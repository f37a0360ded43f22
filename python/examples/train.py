"""Trains a policy in the vectorised environment, with numpy alone (PPO), and exports it as an entrant.

    python examples/train.py --out learned

It learns against `greedy` at two players, is then tried in a match against it on fresh deals, and is written as
`policy.net` and `policy.toml`, which the program runs like any other entrant:

    karteneck match learned/policy.toml greedy
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

import karteneck

PLAYERS = 2
LENGTH = karteneck.observation_length(PLAYERS)
LAMBDA = 0.95


class Network:
    """One hidden layer of rectified units, trained by Adam."""

    def __init__(self, rng: np.random.Generator, inputs: int, hidden: int, outputs: int, scale: float) -> None:
        def layer(rows: int, columns: int, size: float) -> np.ndarray:
            return (rng.standard_normal((rows, columns)) * size / np.sqrt(rows)).astype(np.float32)

        self.weights = [
            layer(inputs, hidden, 2.0),
            np.zeros(hidden, np.float32),
            layer(hidden, outputs, scale),
            np.zeros(outputs, np.float32),
        ]
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.updates = 0

    def forward(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        first, first_bias, second, second_bias = self.weights
        hidden = np.maximum(x @ first + first_bias, 0)
        return hidden, hidden @ second + second_bias

    def learn(self, x: np.ndarray, hidden: np.ndarray, gradient: np.ndarray, rate: float) -> None:
        """One step of Adam, given the gradient of the loss by the outputs."""
        back = (gradient @ self.weights[2].T) * (hidden > 0)
        gradients = [x.T @ back, back.sum(0), hidden.T @ gradient, gradient.sum(0)]
        self.updates += 1
        rate *= np.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates)
        for weight, (mean, square), slope in zip(self.weights, self.moments, gradients, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            weight -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


def probabilities(logits: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The softmax over legal actions, and its logarithms (of legal actions only). It takes the place of the logits."""
    logits -= logits.max(1, keepdims=True)
    np.maximum(logits, -50, out=logits)
    shares = np.exp(logits)
    shares *= masks
    sums = shares.sum(1, keepdims=True)
    shares /= sums
    logits -= np.log(sums)
    return shares, logits


def choose(rng: np.random.Generator, shares: np.ndarray) -> np.ndarray:
    """An action for each row, drawn from its shares."""
    sums = shares.cumsum(1)
    drawn = rng.random((len(shares), 1), dtype=np.float32) * sums[:, -1:]
    return (sums <= drawn).sum(1).clip(max=shares.shape[1] - 1)


def advantages(rewards: np.ndarray, dones: np.ndarray, values: np.ndarray, last: np.ndarray) -> np.ndarray:
    """How much better each action did than expected (generalised advantage estimation; nothing is discounted)."""
    result, running = np.zeros_like(rewards), np.zeros_like(last)
    for step in reversed(range(len(rewards))):
        goes_on = ~dones[step]
        surprise = rewards[step] + goes_on * last - values[step]
        running = surprise + LAMBDA * goes_on * running
        result[step], last = running, values[step]
    return result


class Trainer:
    """PPO: plays some steps in all games, then improves the policy on them."""

    def __init__(self, games: int, steps: int, hidden: int, seed: int, threads: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.policy = Network(self.rng, LENGTH, hidden, karteneck.ACTIONS, 0.1)
        self.value = Network(self.rng, LENGTH, hidden, 1, 0.1)
        self.env = karteneck.BatchEnv(games, players=PLAYERS, rivals="greedy", seed=seed, dtype="float32", threads=threads)
        self.now = self.env.reset()
        self.games, self.steps, self.played, self.won = games, steps, 0, 0

    def collect(self) -> dict[str, np.ndarray]:
        shape = (self.steps, self.games)
        data = {
            "x": np.empty((*shape, LENGTH), np.float32),
            "masks": np.empty((*shape, karteneck.ACTIONS), np.bool_),
            "actions": np.empty(shape, np.int64),
            "shares": np.empty(shape, np.float32),
            "values": np.empty(shape, np.float32),
        }
        rewards, dones = np.empty(shape, np.float32), np.empty(shape, np.bool_)
        for step in range(self.steps):
            x, masks = self.now.observations, self.now.masks
            data["x"][step], data["masks"][step] = x, masks
            shares, _ = probabilities(self.policy.forward(x)[1], masks)
            data["values"][step] = self.value.forward(x)[1][:, 0]
            data["actions"][step] = actions = choose(self.rng, shares)
            data["shares"][step] = shares[np.arange(self.games), actions]
            self.now = self.env.step(actions)
            rewards[step], dones[step] = self.now.rewards[:, 0], self.now.dones
        self.played, self.won = int(dones.sum()), int((rewards > 0).sum())
        last = self.value.forward(self.now.observations)[1][:, 0]
        data["advantages"] = advantages(rewards, dones, data["values"], last)
        data["returns"] = data["advantages"] + data["values"]
        return {name: array.reshape(-1, *array.shape[2:]) for name, array in data.items()}

    def improve(self, data: dict[str, np.ndarray], rate: float, epochs: int, size: int, entropy: float) -> None:
        for _ in range(epochs):
            order = self.rng.permutation(len(data["x"]))
            for start in range(0, len(order), size):
                part = order[start : start + size]
                self.improve_on({name: array[part] for name, array in data.items()}, rate, entropy)

    def improve_on(self, batch: dict[str, np.ndarray], rate: float, entropy: float) -> None:
        x, rows = batch["x"], np.arange(len(batch["x"]))
        hidden, logits = self.policy.forward(x)
        shares, logs = probabilities(logits, batch["masks"])
        gain = batch["advantages"]
        gain = (gain - gain.mean()) / (gain.std() + 1e-6)
        ratio = shares[rows, batch["actions"]] / batch["shares"]
        # Where the policy has already moved far enough, the gain says nothing more.
        counts = np.where(gain > 0, ratio < 1.2, ratio > 0.8)
        slope = -(gain * ratio * counts) / len(x)
        # Both the gain and the entropy, which keeps the policy from being sure too early, act through the shares.
        logs -= np.einsum("ij,ij->i", shares, logs)[:, None]
        logs *= entropy / len(x)
        logs -= slope[:, None]
        gradient = np.multiply(shares, logs, out=logs)
        gradient[rows, batch["actions"]] += slope
        self.policy.learn(x, hidden, gradient, rate)
        hidden, values = self.value.forward(x)
        self.value.learn(x, hidden, (values - batch["returns"][:, None]) / len(x), rate)


class Learned(karteneck.BatchBot):
    """The policy as a bot that decides for many games at once."""

    def __init__(self, policy: Network) -> None:
        self.policy = policy

    def decide_batch(self, batch: karteneck.Questions) -> np.ndarray:
        logits = self.policy.forward(batch.observations("float32"))[1]
        return np.where(batch.masks, logits, -np.inf).argmax(1)


def export(policy: Network, folder: Path, note: str) -> Path:
    """Writes the policy as a net and an entrant that plays by it."""
    folder.mkdir(parents=True, exist_ok=True)
    karteneck.write_net(folder / "policy.net", {PLAYERS: policy.weights}, {"made by": "python/examples/train.py", "note": note})
    entrant = folder / "policy.toml"
    entrant.write_text(f'# {note}\nfamily = "net"\n\n[parameters]\npolicy = "policy.net"\n')
    return entrant


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=40)
    parser.add_argument("--games", type=int, default=256)
    parser.add_argument("--steps", type=int, default=128)
    parser.add_argument("--hidden", type=int, default=64)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--test-games", type=int, default=20_000)
    parser.add_argument("--out", type=Path, default=Path("learned"))
    options = parser.parse_args()
    trainer = Trainer(options.games, options.steps, options.hidden, options.seed, options.threads)
    begin = time.monotonic()
    for iteration in range(1, options.iterations + 1):
        left = 1 - iteration / options.iterations
        trainer.improve(trainer.collect(), rate=3e-3 * max(left, 0.05), epochs=3, size=4096, entropy=0.01 * left)
        if iteration % 5 == 0:
            share = 100 * trainer.won / max(trainer.played, 1)
            steps = iteration * options.games * options.steps
            print(f"{time.monotonic() - begin:6.0f} s, {steps:9,} steps: wins {share:4.1f} % while it explores", flush=True)
    note = f"PPO against greedy at two players, {options.iterations * options.games * options.steps:,} steps, seed {options.seed}"
    entrant = export(trainer.policy, options.out, note)
    test(trainer.policy, entrant, options.test_games)


def test(policy: Network, entrant: Path, games: int) -> None:
    """Is it better? On deals that no training has seen: as a Python bot, and as the entrant of the program."""
    learned = karteneck.entrant(Learned(policy), name="learned")
    for one, other in ((learned, "greedy"), (f"exported={entrant}", "greedy"), (learned, "random")):
        result = karteneck.match([one, other], games=games, seed=20_261_117)
        lead = result.differences[0]
        print(f"{result}\nleads by {lead.difference} ({lead.difference_low} to {lead.difference_high}), p = {lead.p_value}\n")


if __name__ == "__main__":
    main()
