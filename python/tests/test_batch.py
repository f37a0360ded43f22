"""The vectorised environment gives the games of single ones, for any number of threads."""

from __future__ import annotations

import numpy as np
import pytest

import karteneck


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch_plays_the_games_of_single_ones(players: int, threads: int) -> None:
    games = 5
    env = karteneck.BatchEnv(games, players=players, seed=3, threads=threads)
    arrays = env.reset()
    single = [karteneck.Game(players, seed=3, deal=deal) for deal in range(games)]
    ends = 0
    for _ in range(400):
        for index, game in enumerate(single):
            assert (game.observation() == arrays.observations[index]).all()
            assert (game.action_mask() == arrays.masks[index]).all()
            assert game.turn == arrays.turns[index]
        actions = env.sample().copy()
        arrays = env.step(actions)
        for index, game in enumerate(single):
            mover = game.turn
            game.step(int(actions[index]))
            assert bool(arrays.dones[index]) == game.is_over
            if game.is_over:
                ends += 1
                assert (arrays.final_observations[index] == game.observation(mover)).all()
                assert arrays.rewards[index].tolist() == pytest.approx(game.rewards("win"))
                single[index] = karteneck.Game(players, seed=3, deal=int(env.deals()[index]))
            else:
                assert not arrays.rewards[index].any()
    assert ends > games


@pytest.mark.parametrize("rivals", ["greedy", "random", "monte-carlo:rollouts=10"])
@pytest.mark.parametrize("seat", [None, 1])
def test_rivals_play_as_in_single_games(rivals: str, seat: int | None) -> None:
    players, games = 3, 4
    envs = [
        karteneck.BatchEnv(games, players=players, rivals=rivals, seat=seat, seed=8, reward="margin", threads=threads)
        for threads in (1, 2)
    ]
    both = [env.reset() for env in envs]
    strategy = karteneck.Strategy(rivals)
    single = [karteneck.Game(players, seed=8, deal=deal) for deal in range(games)]
    learners = [(deal % players if seat is None else seat) for deal in range(games)]
    for _ in range(60):
        for index, game in enumerate(single):
            while game.turn != learners[index]:
                game.play(strategy.decide(game))
            assert (game.observation() == both[0].observations[index]).all()
        actions = envs[0].sample().copy()
        both = [env.step(actions) for env in envs]
        for name in ("observations", "masks", "turns", "rewards", "dones", "final_observations"):
            assert (getattr(both[0], name) == getattr(both[1], name)).all(), name
        for index, game in enumerate(single):
            game.step(int(actions[index]))
            while not game.is_over and game.turn != learners[index]:
                game.play(strategy.decide(game))
            assert game.is_over == both[0].dones[index]
            if game.is_over:
                assert (both[0].final_observations[index] == game.observation(learners[index])).all()
                assert both[0].rewards[index, 0] == game.rewards("margin")[learners[index]]
                deal = int(envs[0].deals()[index])
                single[index] = karteneck.Game(players, seed=8, deal=deal)
                learners[index] = (deal // games + deal % games) % players if seat is None else seat


def test_the_arrays_belong_to_the_caller() -> None:
    env = karteneck.BatchEnv(3, dtype="float32")
    mine, other = env.arrays(), env.arrays()
    first = env.reset(out=mine)
    assert first is mine
    before = mine.observations.copy()
    env.step(env.sample(), out=other)
    assert (mine.observations == before).all() and not (other.observations == before).all()
    assert other.observations.dtype == np.float32 and 0 <= other.observations.min() <= other.observations.max() <= 1
    with pytest.raises(ValueError, match=r"masks: expected an array of shape \(3, 412\)"):
        other.masks = np.zeros((2, 412), np.uint8)
        env.step(env.sample(), out=other)


def test_one_illegal_action_stops_all_games() -> None:
    env = karteneck.BatchEnv(3, seed=5)
    arrays = env.reset()
    before = arrays.observations.copy()
    actions = env.sample().copy()
    actions[2] = int(np.flatnonzero(arrays.masks[2] == 0)[0])
    with pytest.raises(karteneck.IllegalAction, match="game 2") as raised:
        env.step(actions)
    assert raised.value.index == 2
    actions[2] = 0
    again = karteneck.BatchEnv(3, seed=5)
    again.reset()
    assert (env.step(actions).observations == again.step(actions).observations).all()
    assert before.shape == (3, 289)


def test_wrong_settings_say_what_was_expected() -> None:
    with pytest.raises(ValueError, match="rivals: expected 2"):
        karteneck.BatchEnv(1, players=3, rivals=["greedy"])
    with pytest.raises(ValueError, match="reward"):
        karteneck.BatchEnv(1, reward="fame")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="at least one game"):
        karteneck.BatchEnv(0)
    with pytest.raises(TypeError, match="whole numbers"):
        halves = karteneck.BatchEnv(2)
        halves.reset()
        halves.step([0.5, 0.5])
    with pytest.raises(RuntimeError, match="reset"):
        karteneck.BatchEnv(2).step([0, 0])
    with pytest.raises(ValueError, match="actions: expected 2"):
        env = karteneck.BatchEnv(2)
        env.reset()
        env.step([0])


def test_a_reset_begins_again() -> None:
    env = karteneck.BatchEnv(4, seed=1)
    first = env.reset().observations.copy()
    env.step(env.sample())
    assert (env.reset().observations == first).all()
    assert not (env.reset(2).observations == first).all()
