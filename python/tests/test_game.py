"""The game from Python: the same words, and wrong use says which rule it breaks."""

from __future__ import annotations

import copy
import json
import pickle
import random

import pytest

import karteneck


def played(players: int = 3, seed: int = 5) -> karteneck.Game:
    game, choose = karteneck.Game(players, seed=seed), random.Random(seed)
    while not game.is_over:
        game.play(choose.choice(game.moves()))
    return game


def test_a_game_is_played_to_its_end_and_told_again() -> None:
    game = played()
    line = game.record(["a", "b", "c"])
    record = json.loads(line)
    assert record["strategies"] == ["a", "b", "c"] and record["format"] == "karteneck-game/1"
    steps = karteneck.replay(line)
    assert [move for _, move in steps] == game.history
    assert tuple(game.outcome()) == (
        record["result"]["worms"],
        record["result"]["best"],
        record["result"]["places"],
        record["result"]["winner"],
    )


def test_a_forged_record_is_refused_with_its_place() -> None:
    record = json.loads(played().record())
    record["result"]["worms"][0] += 1
    with pytest.raises(karteneck.RecordError):
        karteneck.replay(json.dumps(record))
    with pytest.raises(karteneck.RecordError):
        karteneck.replay("{}")


def test_wrong_moves_raise_and_change_nothing() -> None:
    game = karteneck.Game(2, seed=42)
    before = game.copy()
    missing = next(number for number in "12345" if game.hand(game.turn or 0).count(number) == 0)
    with pytest.raises(karteneck.IllegalMove, match="rule 4.1") as raised:
        game.play(f"lay {missing}")
    assert raised.value.rule == "4.1" and raised.value.move == f"lay {missing}"
    with pytest.raises(karteneck.IllegalMove, match="rule 5.2"):
        game.play("pass and steal")
    for nonsense in ("lay 9", "", "lay 4 5", "steal"):
        with pytest.raises(karteneck.IllegalMove):
            game.play(nonsense)
    with pytest.raises(karteneck.IllegalMove, match="expected a text"):
        game.play(2.5)  # type: ignore[arg-type]
    assert game == before and isinstance(raised.value, ValueError)
    over = played()
    with pytest.raises(karteneck.GameOver, match="rule 9.1"):
        over.play("pass")
    assert over.moves() == [] and over.turn is None


def test_a_view_has_no_hidden_card() -> None:
    game = karteneck.Game(3, seed=1)
    view = game.view(0)
    hidden = {name for name in dir(view) if not name.startswith("_")}
    assert not {"game", "pile", "hands", "seed", "deal"} & hidden
    # The view of another world that looks the same is the same view.
    for seed in range(20):
        assert view.imagine(seed).view(0) == view
    assert sorted(view.unseen_cards) == sorted(game.hand(1) + game.hand(2) + game.pile)


def test_any_legal_move_is_accepted_also_worms_that_are_not_enumerated() -> None:
    for deal in range(200):
        game = karteneck.Game(2, seed=3, deal=deal)
        worms = [card for card in game.hand(game.turn or 0) if card.startswith("W")]
        if len(worms) >= 3:
            other = f"lay {worms[1]} {worms[2]}"
            assert other not in game.moves()
            game.play(other)
            return
    raise AssertionError("no hand with three worms in 200 deals")


def test_positions_are_written_and_read() -> None:
    game = karteneck.Game(4, seed=8)
    for _ in range(7):
        game.play(game.moves()[0])
    view = game.view()
    again = karteneck.Game.from_position(view.position())
    assert again.view() == view
    with pytest.raises(karteneck.PositionError, match="mistake"):
        karteneck.Game.from_position("grill = 3")


def test_editions() -> None:
    edition = karteneck.Edition(list(range(27)))
    assert edition.worms == list(range(27)) and edition != karteneck.Edition()
    assert karteneck.Game(2, edition=edition).edition == edition
    assert pickle.loads(pickle.dumps(edition)) == edition and hash(edition) == hash(copy.copy(edition))
    for wrong in ([1] * 26, [100] * 27):
        with pytest.raises(karteneck.PositionError, match="27 numbers from 0 to 99"):
            karteneck.Edition(wrong)


def test_copies_go_on_with_the_same_luck() -> None:
    game = karteneck.Game(2, seed=9)
    twin = copy.deepcopy(game)
    while not game.is_over:
        move = game.moves()[-1]
        game.play(move)
        twin.play(move)
    assert twin == game and twin.record() == game.record()


@pytest.mark.parametrize("wrong", [0, 1, 7])
def test_numbers_of_players(wrong: int) -> None:
    with pytest.raises(ValueError, match="rule 1.4"):
        karteneck.Game(wrong)


def test_seeds_are_those_of_the_program() -> None:
    assert karteneck.Game(2, seed="42") == karteneck.Game(2, seed=42)
    long = karteneck.Game(2, seed=2**100)
    assert long == karteneck.Game(2, seed=hex(2**100))
    for wrong in (-1, 2**128, "x", 1.5):
        with pytest.raises((ValueError, OverflowError, TypeError)):
            karteneck.Game(2, seed=wrong)  # type: ignore[arg-type]


def test_shipped_strategies_can_be_asked() -> None:
    game = karteneck.Game(2, seed=4)
    greedy = karteneck.Strategy("greedy")
    assert greedy.decide(game) == greedy.decide(game.view()) and greedy.decide(game) in game.moves()
    with pytest.raises(karteneck.EntrantError, match="did you mean|greedy"):
        karteneck.Strategy("gredy")
