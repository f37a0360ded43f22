"""The checkers of the libraries pass, without a warning of ours."""

from __future__ import annotations

import random
import subprocess
import sys
import warnings

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
pettingzoo = pytest.importorskip("pettingzoo")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402

import karteneck  # noqa: E402
from karteneck import gym, zoo  # noqa: E402


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("dtype", ["uint8", "float32"])
def test_gymnasium_checks_the_environment(players: int, dtype: str) -> None:
    env = gymnasium.make(gym.ID, players=players, dtype=dtype)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_whole_game_by_gymnasium(players: int) -> None:
    env = gymnasium.make(gym.ID, players=players)
    for seed in range(3):
        choose = random.Random(seed)
        _, info = env.reset(seed=seed)
        terminated, reward = False, 0.0
        while not terminated:
            action = choose.choice(np.flatnonzero(info["action_mask"]).tolist())
            observation, reward, terminated, _, info = env.step(action)
        assert env.observation_space.contains(observation) and reward in (1.0, pytest.approx(-1 / (players - 1)))


@pytest.mark.parametrize("lines", ["import gymnasium, karteneck", "import karteneck.gym, gymnasium", "import gymnasium"])
def test_the_environment_is_found_by_its_name(lines: str) -> None:
    name = gym.ID if "karteneck" in lines else f"karteneck.gym:{gym.ID}"
    code = f"{lines}; print(gymnasium.make({name!r}, players=3).observation_space.shape)"
    found = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False)
    assert found.stdout.strip() == "(356,)", found.stderr


def test_an_illegal_action_changes_nothing() -> None:
    env = gymnasium.make(gym.ID).unwrapped
    first, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    observation, reward, terminated, _, info = env.step(wrong)
    assert (observation == first).all() and reward == -1.0 and not terminated and info["illegal"]
    strict = gymnasium.make(gym.ID, illegal="raise").unwrapped
    strict.reset(seed=1)
    with pytest.raises(karteneck.IllegalAction):
        strict.step(wrong)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_many_games_by_gymnasium(players: int) -> None:
    envs = gymnasium.make_vec(gym.ID, num_envs=8, players=players, vectorization_mode="vector_entry_point")
    observations, infos = envs.reset(seed=4)
    assert envs.observation_space.contains(observations)
    choose, ends = random.Random(1), 0
    for _ in range(200):
        actions = [choose.choice(np.flatnonzero(mask).tolist()) for mask in infos["action_mask"]]
        observations, rewards, terminations, truncations, infos = envs.step(np.array(actions))
        assert envs.observation_space.contains(observations) and not truncations.any()
        if terminations.any():
            ends += int(terminations.sum())
            assert (infos["_final_obs"] == terminations).all()
            assert (infos["final_obs"][terminations] != observations[terminations]).any()
            assert rewards[terminations].all()
        assert not rewards[~terminations].any()
    assert ends


@pytest.mark.parametrize("players", [2, 3, 6])
def test_pettingzoo_checks_the_environment(players: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Said of every environment whose observations are not images, and of every one in which an agent acts less often.
        warnings.filterwarnings("ignore", category=UserWarning, module="pettingzoo")
        api_test(zoo.env(players=players), num_cycles=300, verbose_progress=False)
        seed_test(lambda: zoo.env(players=players), num_cycles=50)


def test_pettingzoo_rewards_the_winner() -> None:
    table = zoo.env(players=3, reward="place")
    table.reset(seed=2)
    choose, rewards = random.Random(3), {}
    for agent in table.agent_iter():
        observation, reward, termination, truncation, _ = table.last()
        if termination or truncation:
            rewards[agent] = reward
            table.step(None)
        else:
            table.step(choose.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    assert len(rewards) == 3 and max(rewards.values()) == 1.0 and sum(rewards.values()) < 3.0
    with pytest.raises(karteneck.IllegalAction):
        table.reset(seed=2)
        table.step(411)
