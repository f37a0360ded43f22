"""The encodings agree with a second implementation, and no hidden card reaches them."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import plain_encoding as plain
import pytest

import karteneck


def positions(players: int, deals: int) -> Iterator[karteneck.Game]:
    choose = random.Random(players)
    for deal in range(deals):
        game = karteneck.Game(players, seed=11, deal=deal)
        while not game.is_over:
            yield game
            game.step(choose.choice(game.legal_actions()))
        yield game


@pytest.mark.parametrize("players", range(2, 7))
def test_observations_are_those_of_the_document(players: int) -> None:
    for number, game in enumerate(positions(players, 12)):
        view = game.view(number % players)
        expected = plain.observation(view)
        assert view.observation().tolist() == expected
        found = view.observation("float32")
        assert np.allclose(found, plain.floats(expected, players), rtol=1e-6, atol=0)
        assert len(expected) == karteneck.observation_length(players)


@pytest.mark.parametrize("players", range(2, 7))
def test_actions_are_one_to_one_with_moves(players: int) -> None:
    for game in positions(players, 12):
        moves, actions = game.moves(), game.legal_actions()
        assert sorted(map(plain.action, moves)) == actions
        assert np.flatnonzero(game.action_mask()).tolist() == actions
        view = game.view()
        assert {view.move_of(action) for action in actions} == set(moves)


def test_hidden_cards_do_not_change_an_observation() -> None:
    for players in range(2, 7):
        for number, game in enumerate(positions(players, 2)):
            view = game.view(number % players)
            world = view.imagine(seed=number)
            assert (world.view(view.seat).observation() == view.observation()).all()


def test_an_action_outside_the_mask_is_refused_and_nothing_changes() -> None:
    for game in positions(2, 2):
        if game.is_over:
            continue
        legal, before = set(game.legal_actions()), game.copy()
        for action in [*range(-2, 414), 10**9]:
            if action not in legal:
                with pytest.raises(karteneck.IllegalAction) as raised:
                    game.step(action)
                assert raised.value.action == action
        assert game == before and game.history == before.history


def test_a_rich_edition_says_that_it_saturates() -> None:
    rich = karteneck.Edition([99] * 27)
    assert rich.saturates and not karteneck.Edition().saturates
    with pytest.warns(karteneck.SaturationWarning):
        karteneck.BatchEnv(1, edition=rich)
    game = karteneck.Game(2, edition=rich)
    while not game.is_over:
        game.play("pass")
    worms = [game.view(0).worms(seat) for seat in range(2)]
    assert max(worms) > 255
    assert 255 in game.observation(0)[155 + 65 :: 67]
