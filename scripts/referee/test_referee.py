"""Tests of the referee: clean games pass, every kind of corruption is caught.

Three sources of bad records: corruptions of the text, corruptions of one field
(MUTATIONS), and whole games by engines that break one rule (FAULTY_ENGINES).

    python3 -m unittest test_referee
"""

import contextlib
import copy
import io
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest

import referee
import simulate
from simulate import Game, generator, to_line, value

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLE = 12  # random games per player count for the mutations


def sample_records(games=SAMPLE, seed=7):
    return [
        game.record(seed, index)
        for players in range(2, 7)
        for index, game in enumerate(simulate.simulate(players, games, seed))
    ]


def rules(text):
    """The labels of the rules that the referee finds broken."""
    return [breach.rule.removeprefix("rule ") for breach in referee.check_line(text)[1]]


def moves_where(record, test):
    return [m for r in record["rounds"] for m in r["moves"] if test(m)]


def pick(rng, items):
    """A random item; a mutation without one does not apply to the record."""
    if not items:
        raise NotApplicable
    return rng.choice(items)


class NotApplicable(Exception):
    """This record offers no place for the mutation."""


MUTATIONS = []


def mutation(*expected):
    """Register a mutation; the first breach must be one of the rules."""

    def register(function):
        MUTATIONS.append((function.__name__, set(expected), function))
        return function

    return register


def is_lay(move):
    return "lay" in move


def is_pass(move):
    return "pass" in move


def is_valid_pass(move):
    return "pass" in move and "total" in move


def is_invalid_pass(move):
    return "take" in move


def reorder(mapping, keys):
    """Put the keys of a dict into another order, in place."""
    values = {key: mapping[key] for key in keys}
    mapping.clear()
    mapping.update(values)


# ------------------------------------------------------- format and set-up


@mutation("format")
def other_format(record, rng):
    record["format"] = "karteneck-game/2"


@mutation("1.4")
def seven_players(record, rng):
    record["players"] = 7


@mutation("format")
def wrong_player_count(record, rng):
    record["players"] = record["players"] % 6 + 1 if record["players"] < 6 else 5


@mutation("format")
def player_count_as_text(record, rng):
    record["players"] = str(record["players"])


@mutation("format")
def boolean_seat(record, rng):
    pick(rng, moves_where(record, lambda m: m["seat"] == 1))["seat"] = True


@mutation("format")
def negative_seed(record, rng):
    record["seed"] = -1


@mutation("format")
def seed_in_another_writing(record, rng):
    record["seed"] = rng.choice(["7", "0x7", "0x" + "0" * 31 + "7", "0x" + "F" * 32, "sealed:", "0x" + "f" * 33])


@mutation("format")
def too_few_strategies(record, rng):
    record["strategies"].pop()


@mutation("format")
def top_keys_swapped(record, rng):
    keys = list(record)
    i = rng.randrange(len(keys) - 1)
    keys[i], keys[i + 1] = keys[i + 1], keys[i]
    reorder(record, keys)


@mutation("format")
def top_key_missing(record, rng):
    del record[pick(rng, list(record))]


@mutation("format")
def unknown_key_at_the_end(record, rng):
    record["comment"] = "hello"


@mutation("format")
def edition_not_directly_after_game(record, rng):
    keys = list(record)
    at = keys.index("strategies")
    record.update(edition="abc", block=1)
    reorder(record, keys[:at] + ["block", "edition"] + keys[at:])


@mutation("format")
def move_keys_swapped(record, rng):
    move = pick(rng, moves_where(record, lambda m: True))
    reorder(move, list(move)[::-1])


@mutation("format")
def move_with_extra_key(record, rng):
    pick(rng, moves_where(record, lambda m: True))["note"] = 1


@mutation("format")
def move_without_draw(record, rng):
    del pick(rng, moves_where(record, lambda m: True))["draw"]


@mutation("format")
def pass_false(record, rng):
    pick(rng, moves_where(record, is_pass))["pass"] = False


@mutation("format")
def steal_on_an_invalid_pass(record, rng):
    pick(rng, moves_where(record, is_invalid_pass))["steal"] = {"from": 0, "portion": 16}


@mutation("format")
def result_key_missing(record, rng):
    del record["result"][pick(rng, list(record["result"]))]


@mutation("format")
def seat_out_of_range(record, rng):
    pick(rng, moves_where(record, lambda m: True))["seat"] = record["players"]


@mutation("1.1")
def unknown_card(record, rng):
    hand = pick(rng, record["hands"])
    hand[rng.randrange(6)] = rng.choice(["6", "0", "W0", "W26", "W01", "w3", "W", ""])


@mutation("2.1")
def removed_one_too_few(record, rng):
    pick(rng, [record["removed"]] if record["removed"] else []).pop()


@mutation("2.1")
def removed_one_too_many(record, rng):
    pick(rng, [record["removed"]] if not record["removed"] else []).append(0)


@mutation("1.3")
def removed_portion_that_does_not_exist(record, rng):
    removed = pick(rng, [record["removed"]] if record["removed"] else [])
    removed[0] = rng.choice([15, 43, 1, -1])


@mutation("1.3")
def removed_portion_is_on_a_grill(record, rng):
    removed = pick(rng, [record["removed"]] if record["removed"] else [])
    onset = [v for r in record["rounds"] for v in r["grill"] if v]
    removed[0] = rng.choice(onset)


@mutation("1.3")
def fourth_zero(record, rng):
    zeros = [p for r in record["rounds"] for p in r["grill"]] + record["removed"]
    one_round = record["rounds"][-1]
    places = [i for i, p in enumerate(one_round["grill"]) if p]
    if zeros.count(0) == 3 and places:
        one_round["grill"][places[0]] = 0
    else:
        raise NotApplicable


@mutation("2.2")
def five_cards_dealt(record, rng):
    pick(rng, record["hands"]).pop()


@mutation("2.2")
def seven_cards_dealt(record, rng):
    pick(rng, record["hands"]).append("1")


@mutation("1.1")
def a_worm_dealt_twice(record, rng):
    worms = [c for hand in record["hands"] for c in hand if c[0] == "W"]
    worm = pick(rng, worms)
    hand = pick(rng, [h for h in record["hands"] if worm not in h])
    hand[0] = worm


@mutation("1.1")
def eighteen_of_a_number(record, rng):
    if record["players"] < 4:
        raise NotApplicable
    record["hands"][0:3] = [["3"] * 6 for _ in range(3)]


@mutation("2.3")
def top_level_first_differs(record, rng):
    record["first"] = (record["first"] + 1) % record["players"]


# ------------------------------------------------------------------- rounds


@mutation("8.1", "2.3")
def round_first_differs(record, rng):
    one_round = pick(rng, record["rounds"])
    one_round["first"] = (one_round["first"] + 1) % record["players"]


@mutation("3.1")
def grill_too_small(record, rng):
    pick(rng, record["rounds"])["grill"].pop()


@mutation("3.1")
def grill_too_big(record, rng):
    pick(rng, record["rounds"])["grill"].append(0)


@mutation("1.3")
def portion_twice_on_the_grill(record, rng):
    grill = pick(rng, [r["grill"] for r in record["rounds"] if any(r["grill"])])
    high = max(grill)
    grill[grill.index(min(grill))] = high


@mutation("9.1")
def last_round_missing(record, rng):
    record["rounds"].pop()


@mutation("1.3", "8.1", "3.1")
def last_round_twice(record, rng):
    record["rounds"].append(copy.deepcopy(record["rounds"][-1]))


@mutation("3.2")
def move_by_the_wrong_seat(record, rng):
    move = pick(rng, moves_where(record, lambda m: True))
    move["seat"] = (move["seat"] + 1) % record["players"]


@mutation("3.2")
def last_pass_missing(record, rng):
    pick(rng, record["rounds"])["moves"].pop()


@mutation("3.2")
def move_after_the_last_pass(record, rng):
    moves = pick(rng, record["rounds"])["moves"]
    moves.append(copy.deepcopy(moves[-1]))


@mutation("3.2", "5.4", "5.2", "5.3", "4.1", "8.2", "4.3", "6.1", "7.1", "4.2")
def first_move_missing(record, rng):
    pick(rng, record["rounds"])["moves"].pop(0)


# ------------------------------------------------------------------- laying


@mutation("4.1")
def empty_lay(record, rng):
    pick(rng, moves_where(record, is_lay))["lay"] = []


@mutation("4.1")
def lay_of_two_kinds(record, rng):
    lay = pick(rng, moves_where(record, is_lay))["lay"]
    lay.append("2" if lay[0] != "2" else "3")


@mutation("4.1")
def five_laid_with_worms(record, rng):
    pick(rng, moves_where(record, lambda m: is_lay(m) and m["lay"][0][0] == "W"))["lay"].append("5")


@mutation("4.1")
def lay_of_too_many(record, rng):
    move = pick(rng, moves_where(record, lambda m: is_lay(m) and m["lay"][0][0] != "W"))
    extra = 18 - len(move["lay"])
    move["total"] += extra * int(move["lay"][0])
    move["lay"] += move["lay"][:1] * extra


@mutation("4.1")
def lay_of_the_same_worm_twice(record, rng):
    move = pick(rng, moves_where(record, lambda m: is_lay(m) and m["lay"][0][0] == "W"))
    move["lay"].append(move["lay"][0])
    move["total"] += 5


@mutation("4.3")
def lay_total_off(record, rng):
    pick(rng, moves_where(record, is_lay))["total"] += rng.choice([-5, -1, 1, 5])


@mutation("4.3")
def pass_total_off(record, rng):
    plain = moves_where(record, lambda m: is_valid_pass(m) and "steal" not in m)
    pick(rng, plain)["total"] += rng.choice([-5, -1, 1, 5])


# ------------------------------------------------------------------ drawing


@mutation("4.3")
def lay_without_a_card_drawn(record, rng):
    pick(rng, moves_where(record, lambda m: is_lay(m) and m["draw"]))["draw"].pop()


@mutation("4.3", "8.2")
def lay_with_two_cards_drawn(record, rng):
    pick(rng, moves_where(record, is_lay))["draw"].append("1")


@mutation("5.4")
def pass_with_one_card_drawn(record, rng):
    pick(rng, moves_where(record, lambda m: is_pass(m) and len(m["draw"]) == 2))["draw"].pop()


@mutation("5.4")
def pass_with_three_cards_drawn(record, rng):
    draws = moves_where(record, lambda m: is_pass(m) and len(m["draw"]) == 2)
    pick(rng, draws)["draw"].append("1")


@mutation("5.4")
def last_passer_draws(record, rng):
    pick(rng, record["rounds"])["moves"][-1]["draw"] += ["1", "2"]


@mutation("8.2")
def drawn_worm_is_in_a_hand(record, rng):
    worm = pick(rng, [c for c in record["hands"][0] if c[0] == "W"])
    record["rounds"][0]["moves"][0]["draw"][0] = worm


@mutation("8.2")
def drawn_worm_is_in_the_discard_pile(record, rng):
    """Two players never use up the 98 cards: seeing a card again is a breach."""
    if record["players"] != 2:
        raise NotApplicable
    laid = [c for m in record["rounds"][0]["moves"] if is_lay(m) for c in m["lay"] if c[0] == "W"]
    move = pick(rng, [m for m in record["rounds"][4]["moves"] if m["draw"]])
    move["draw"][0] = pick(rng, laid)


@mutation("8.2")
def the_same_worm_drawn_twice(record, rng):
    first = pick(rng, moves_where(record, lambda m: any(c[0] == "W" for c in m["draw"])))
    moves = moves_where(record, lambda m: True)
    at = next(i for i, m in enumerate(moves) if m is first)
    later = next((m for m in moves[at + 1:] if m["draw"]), None)
    if later is None or record["players"] != 2:
        raise NotApplicable
    later["draw"][0] = next(c for c in first["draw"] if c[0] == "W")


# ------------------------------------------------------- passing and stealing


@mutation("5.2")
def take_is_not_the_lowest(record, rng):
    pick(rng, moves_where(record, is_invalid_pass))["take"] += 1


@mutation("5.2")
def invalid_pass_stated_as_valid(record, rng):
    move = pick(rng, moves_where(record, is_invalid_pass))
    draw = move.pop("draw")
    del move["take"]
    move.update(total=10, draw=draw)


@mutation("5.3")
def valid_pass_stated_as_invalid(record, rng):
    candidates = [
        (r, m) for r in record["rounds"] for m in r["moves"] if is_valid_pass(m) and "steal" not in m
    ]
    one_round, move = pick(rng, candidates)
    draw = move.pop("draw")
    del move["total"]
    move.update(take=min(one_round["grill"]), draw=draw)


@mutation("format")
def pass_with_take_and_total(record, rng):
    pick(rng, moves_where(record, is_invalid_pass))["total"] = 0


@mutation("format")
def pass_with_neither_take_nor_total(record, rng):
    del pick(rng, moves_where(record, is_invalid_pass))["take"]


def insert_steal(record, rng, victim, portion):
    plain = moves_where(record, lambda m: is_valid_pass(m) and "steal" not in m)
    move = pick(rng, plain)
    draw = move.pop("draw")
    move["steal"] = {"from": victim(move["seat"]), "portion": portion(move)}
    move["draw"] = draw


@mutation("6.1")
def steal_from_oneself(record, rng):
    insert_steal(record, rng, lambda seat: seat, lambda move: move["total"])


@mutation("6.1")
def steal_of_a_portion_nobody_has_on_top(record, rng):
    insert_steal(record, rng, lambda seat: (seat + 1) % record["players"], lambda move: 99)


@mutation("6.1")
def steal_from_the_wrong_victim(record, rng):
    if record["players"] == 2:
        raise NotApplicable
    move = pick(rng, moves_where(record, lambda m: "steal" in m))
    others = set(range(record["players"])) - {move["seat"], move["steal"]["from"]}
    move["steal"]["from"] = rng.choice(sorted(others))


@mutation("6.1")
def steal_of_another_value(record, rng):
    pick(rng, moves_where(record, lambda m: "steal" in m))["steal"]["portion"] += 1


# --------------------------------------------------------------------- menu


def menus(record, least):
    return [r["menu"] for r in record["rounds"] if len(r["menu"]) >= least]


@mutation("7.1")
def menu_misses_a_diner(record, rng):
    pick(rng, menus(record, 1)).pop()


@mutation("7.1")
def menu_serves_twice(record, rng):
    menu = pick(rng, menus(record, 1))
    menu.append(dict(menu[0]))


@mutation("7.1", "7.2")
def menu_seats_swapped(record, rng):
    menu = pick(rng, menus(record, 2))
    menu[0]["seat"], menu[1]["seat"] = menu[1]["seat"], menu[0]["seat"]


@mutation("7.1")
def menu_portions_swapped(record, rng):
    menu = pick(rng, [m for m in menus(record, 2) if m[0]["portion"] != m[1]["portion"]])
    menu[0]["portion"], menu[1]["portion"] = menu[1]["portion"], menu[0]["portion"]


@mutation("7.1")
def menu_serves_an_invalid_display(record, rng):
    candidates = [r for r in record["rounds"] if len(r["menu"]) < record["players"]]
    one_round = pick(rng, candidates)
    served = {s["seat"] for s in one_round["menu"]}
    seat = rng.choice(sorted(set(range(record["players"])) - served))
    one_round["menu"].append({"seat": seat, "portion": min(one_round["grill"])})


@mutation("7.2")
def menu_tie_against_the_signposts(record, rng):
    for one_round in record["rounds"]:
        totals = {m["seat"]: m["total"] for m in one_round["moves"] if is_valid_pass(m)}
        menu = one_round["menu"]
        for a, b in zip(menu, menu[1:]):
            if totals[a["seat"]] == totals[b["seat"]]:
                a["seat"], b["seat"] = b["seat"], a["seat"]
                return
    raise NotApplicable


# ------------------------------------------------------------------- result


@mutation("9.1")
def worms_off(record, rng):
    record["result"]["worms"][rng.randrange(record["players"])] += rng.choice([-1, 1])


@mutation("9.1")
def worms_swapped(record, rng):
    worms = record["result"]["worms"]
    if worms[0] == worms[1]:
        raise NotApplicable
    worms[0], worms[1] = worms[1], worms[0]


@mutation("9.1")
def best_off(record, rng):
    record["result"]["best"][rng.randrange(record["players"])] -= 1


@mutation("9.1")
def places_off(record, rng):
    record["result"]["places"][rng.randrange(record["players"])] += 1


@mutation("9.1")
def another_winner(record, rng):
    record["result"]["winner"] = (record["result"]["winner"] + 1) % record["players"]


# ----------------------------------------------------------- faulty engines


class LaysAKindAgain(Game):
    expected = {"4.2"}

    def closed_kinds(self, seat):
        return set()


class NeverReshuffles(Game):
    expected = {"4.3", "5.4"}

    def draw_one(self, seat):
        if not self.draw_pile:
            return []
        return super().draw_one(seat)


class ReshufflesDisplays(Game):
    """Breaks 8.2: the cards in the displays are shuffled in as well."""

    expected = {"8.2"}

    def draw_one(self, seat):
        if not self.draw_pile:
            self.discard_pile += [card for display in self.displays for card in display]
        return super().draw_one(seat)


class DrawsFromTheDiscardPile(Game):
    expected = {"8.2"}

    def draw_one(self, seat):
        if not self.discard_pile:
            return super().draw_one(seat)
        self.hands[seat].append(self.discard_pile.pop())
        return [self.hands[seat][-1]]


class LastPasserDraws(Game):
    expected = {"5.4"}

    def pass_draws(self):
        return 2


class NobodyDrawsOnPassing(Game):
    expected = {"5.4"}

    def pass_draws(self):
        return 0


class TakesTheHighest(Game):
    expected = {"5.2"}

    def worst_on_grill(self):
        return max(self.grill)


class EverythingIsValid(Game):
    expected = {"5.2"}

    def is_valid(self, seat):
        return True


class FiveCountsAsWorm(Game):
    expected = {"5.2"}

    def is_valid(self, seat):
        return any(card[0] in "5W" for card in self.displays[seat])


class TwoWormsNeeded(Game):
    expected = {"5.3"}

    def is_valid(self, seat):
        return sum(card[0] == "W" for card in self.displays[seat]) >= 2


class LowestTotalFirst(Game):
    expected = {"7.1"}

    def menu_rank(self, seat):
        total, signpost = super().menu_rank(seat)
        return -total, signpost


class LowestSignpostFirst(Game):
    expected = {"7.2"}

    def menu_rank(self, seat):
        total, signpost = super().menu_rank(seat)
        return total, -signpost


class TiesBySeat(Game):
    expected = {"7.2"}

    def menu_rank(self, seat):
        return super().menu_rank(seat)[0], -seat


class FirstServedBegins(Game):
    expected = {"8.1"}

    def next_starter(self, entry):
        return (entry["menu"] or entry["moves"][-1:])[0]["seat"]


class LastToPassBegins(Game):
    expected = {"8.1"}

    def next_starter(self, entry):
        return entry["moves"][-1]["seat"]


class StealsBelowTheTop(Game):
    """Breaks 6.1: looks through a stack to the value."""

    expected = {"6.1"}

    def victim_of(self, seat):
        if not self.is_valid(seat):
            return None
        wanted = value(self.displays[seat])
        for other, stack in enumerate(self.stacks):
            if other != seat and wanted in stack:
                stack.remove(wanted)
                stack.append(wanted)
                return other
        return None


class StealsAnyTop(Game):
    expected = {"6.1"}

    def victim_of(self, seat):
        owners = [s for s, stack in enumerate(self.stacks) if stack and s != seat]
        return owners[0] if owners and self.is_valid(seat) else None


class CounterClockwise(Game):
    expected = {"3.2"}

    def play_round(self, starter):
        self.reverse = True
        return super().play_round(starter)

    def play_move(self, seat):
        if self.reverse:
            self.active.reverse()
            self.reverse = False
        return super().play_move(seat)


class ThiefLeavesTheMenu(Game):
    """Breaks 6.4."""

    expected = {"7.1"}

    def pass_valid(self, seat, victim, entry):
        super().pass_valid(seat, victim, entry)
        if victim is not None:
            self.diners.remove(seat)


class StolenPortionGoesBelow(Game):
    """Breaks 6.2: shows when the wrong top is stolen later on."""

    expected = {"6.1"}

    def moves(self, seat):
        """Steals whenever it can, to show the fault more often."""
        found = super().moves(seat)
        return [m for m in found if m[0] == "steal"] or found

    def pass_valid(self, seat, victim, entry):
        super().pass_valid(seat, victim, entry)
        if victim is not None:
            self.stacks[seat].insert(0, self.stacks[seat].pop())


class DrawsBeforeDiscarding(Game):
    """Breaks 5.5: shows when the draw pile runs out in an invalid pass."""

    expected = {"8.2", "8.3", "5.4"}

    def pass_turn(self, seat, victim):
        if self.is_valid(seat):
            return super().pass_turn(seat, victim)
        drawn = self.draw(seat, self.pass_draws())
        entry = {"seat": seat, "pass": True}
        self.pass_invalid(seat, entry)
        entry["draw"] = drawn
        return entry


class LowestInTheMenu(Game):
    expected = {"7.1"}

    def serve_menu(self):
        menu = super().serve_menu()
        portions = sorted(serving["portion"] for serving in menu)
        for serving, portion in zip(menu, portions):
            self.stacks[serving["seat"]].pop()
            self.stacks[serving["seat"]].append(portion)
            serving["portion"] = portion
        return menu


class TwoCardsPerLay(Game):
    expected = {"4.3"}

    def lay(self, seat, cards):
        entry = super().lay(seat, cards)
        entry["draw"] += self.draw(seat, 1)
        return entry


class WormWorthSix(Game):
    expected = {"4.3"}

    def lay(self, seat, cards):
        entry = super().lay(seat, cards)
        entry["total"] += sum(card[0] == "W" for card in self.displays[seat])
        return entry


FAULTY_ENGINES = [
    LaysAKindAgain, NeverReshuffles, ReshufflesDisplays, DrawsFromTheDiscardPile, LastPasserDraws,
    NobodyDrawsOnPassing, TakesTheHighest, EverythingIsValid, FiveCountsAsWorm, TwoWormsNeeded,
    LowestTotalFirst, LowestSignpostFirst, TiesBySeat, FirstServedBegins, LastToPassBegins,
    StealsBelowTheTop, StealsAnyTop, CounterClockwise, ThiefLeavesTheMenu, StolenPortionGoesBelow,
    DrawsBeforeDiscarding, LowestInTheMenu, TwoCardsPerLay, WormWorthSix,
]  # fmt: skip


# -------------------------------------------------------------------- tests


class CleanGames(unittest.TestCase):
    def test_random_games_pass_with_the_same_statistics(self):
        for players in range(2, 7):
            for index, game in enumerate(simulate.simulate(players, 150, 3)):
                stats, breaches = referee.check_line(to_line(game.record(3, index)))
                self.assertEqual(breaches, [])
                self.assertEqual(stats, game.stats)

    def test_keys_of_a_run_are_allowed_after_game(self):
        record = sample_records(1)[0]
        keys = list(record)
        record.update(edition="abc", lineup=2, block=1, rotation=0)
        reorder(record, keys[:4] + ["edition", "lineup", "block", "rotation"] + keys[4:])
        self.assertEqual(rules(to_line(record)), [])

    def test_rule_11_1_any_worm_subset_is_accepted(self):
        """The referee checks legality (11.1), not the enumeration (11.2)."""

        def any_subset(game, seat, moves):
            worms = [c for c in game.hands[seat] if c[0] == "W"]
            if worms and "W" not in game.closed_kinds(seat):
                return "lay", game.rng.sample(worms, game.rng.randint(1, len(worms)))
            return game.rng.choice(moves)

        for index in range(20):
            game = Game(4, generator(5, 4, index), choose=any_subset).play()
            self.assertEqual(rules(to_line(game.record(5, index))), [])

    def test_rule_11_2_counts_the_worm_subsets(self):
        for count in range(9):
            subsets = list(simulate.worm_subsets([f"W{s}" for s in range(1, count + 1)]))
            self.assertEqual(len(subsets), count * (count + 1) // 2)
            self.assertEqual(len({tuple(s) for s in subsets}), len(subsets))

    def test_rule_1_3_worm_tables_agree(self):
        self.assertEqual(sum(referee.STANDARD_WORMS[p] for p in referee.PORTIONS), 135)
        for portion, worms in referee.STANDARD_WORMS.items():
            self.assertEqual(simulate.worms_on(portion), worms)

    def test_rule_9_1_places(self):
        scores = [(0, 0), (5, 20), (0, 0), (5, 21), (1, 16)]
        self.assertEqual(referee.competition_places(scores), [4, 2, 4, 1, 3])


def stacked_deck(kinds_wanted):
    """A deck whose n-th drawn card is of the n-th kind in the list."""
    stock = {kind: [] for kind in "12345W"}
    for card in simulate.fresh_deck():
        stock[card[0]].append(card)
    deck = [stock[kind].pop() for kind in kinds_wanted]
    deck += [card for cards in stock.values() for card in cards]
    return deck[::-1]  # cards are drawn from the end


def play_until_both_piles_are_empty():
    """Rule 8.3 with six players: four rounds of plain passes leave 76 cards in
    the hands and 34 in the pile; 36 lays of one card want two more than that."""
    deck = stacked_deck(list("12345W") * 6 + list("12345") * 8)

    def choose(game, seat, moves):
        if len(game.rounds) < 4:
            return simulate.PASS
        lays = [m for m in moves if m[0] == "lay" and len(m[1]) == 1]
        return lays[0] if lays else simulate.PASS

    return Game(6, random.Random(1), choose, first=0, deck=deck).play()


class BothPilesEmpty(unittest.TestCase):
    def setUp(self):
        self.record = play_until_both_piles_are_empty().record(1, 0)
        self.last_moves = self.record["rounds"][-1]["moves"]

    def test_nothing_is_drawn(self):
        dry = [m for m in self.last_moves if is_lay(m) and not m["draw"]]
        self.assertEqual(len(dry), 2)
        self.assertEqual(rules(to_line(self.record)), [])

    def test_a_card_from_nowhere_is_caught(self):
        dry = [m for m in self.last_moves if is_lay(m) and not m["draw"]]
        dry[0]["draw"].append("1")
        self.assertEqual(rules(to_line(self.record)), ["8.3"])


class Corruptions(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.records = sample_records()

    def test_every_mutation_is_caught_by_its_rule(self):
        self.assertGreaterEqual(len(MUTATIONS), 25)
        for name, expected, mutate in MUTATIONS:
            with self.subTest(name):
                self.assertGreater(self.count_caught(expected, mutate), 0, "never applied")

    def count_caught(self, expected, mutate):
        caught = 0
        for index, original in enumerate(self.records):
            record = copy.deepcopy(original)
            try:
                mutate(record, random.Random(index))
            except NotApplicable:
                continue
            found = rules(to_line(record))
            self.assertTrue(found, f"not caught in record {index}")
            self.assertIn(found[0], expected, f"record {index}: {found}")
            caught += 1
        return caught

    def test_every_faulty_engine_is_caught(self):
        for engine in FAULTY_ENGINES:
            with self.subTest(engine.__name__):
                found = set()
                for index in range(60):
                    for players in (2, 4, 6):
                        game = engine(players, generator(11, players, index)).play()
                        found.update(rules(to_line(game.record(11, index)))[:1])
                self.assertTrue(found & engine.expected, f"found only {found}")

    def test_text_that_is_no_record(self):
        line = to_line(self.records[0])
        for text in ("", "\n", "[]", "null", "42", line[:-1], line + line, line[1:], "{}", "[" * 99999):
            with self.subTest(text[:10]):
                self.assertEqual(rules(text), ["format"])

    def test_long_and_sealed_seeds(self):
        for seed in ("0x" + "f" * 32, "sealed:" + "0" * 32):
            self.assertEqual(rules(to_line({**self.records[0], "seed": seed})), [])

    def test_duplicate_key(self):
        line = to_line(self.records[0]).replace('"seed":', '"seed":1,"seed":', 1)
        self.assertEqual(rules(line), ["format"])

    def test_wrong_types_anywhere_are_a_breach_and_no_crash(self):
        rng = random.Random(4)
        for record in self.records[::3]:
            for junk in (None, "x", 1.5, True, [], {}, [[]], -1, 10**30):
                mutated = copy.deepcopy(record)
                holder, key = rng.choice(list(leaves(mutated)))
                old, holder[key] = holder[key], junk
                free = key in ("seed", "game") and type(junk) is int and junk >= 0
                same = type(old) is type(junk) and old == junk
                named = type(old) is str and key in range(6) and junk == "x" and holder is mutated["strategies"]
                if not (free or same or named):
                    self.assertTrue(rules(to_line(mutated)), f"{key}: {old} -> {junk}")


def leaves(node):
    """Every (container, key) in a nested structure."""
    items = node.items() if isinstance(node, dict) else enumerate(node)
    for key, child in items:
        yield node, key
        if isinstance(child, (dict, list)):
            yield from leaves(child)


class Editions(unittest.TestCase):
    def setUp(self):
        self.record = sample_records(1)[2]
        keys = list(self.record)
        self.record["edition"] = "abc"
        reorder(self.record, keys[:4] + ["edition"] + keys[4:])
        self.doubled = {value: 2 * worms for value, worms in referee.STANDARD_WORMS.items()}

    def breaches(self, table):
        return referee.check_line(to_line(self.record), table)[1]

    def test_worms_unchecked_without_a_table(self):
        self.record["result"]["worms"] = [2 * w for w in self.record["result"]["worms"]]
        self.assertEqual(self.breaches(None), [])
        self.assertEqual(self.breaches(self.doubled), [])
        self.assertNotEqual(self.breaches(referee.STANDARD_WORMS), [])

    def test_an_edition_is_a_hash(self):
        self.record["edition"] = None
        self.assertNotEqual(self.breaches(None), [])

    def test_places_are_checked_without_a_table(self):
        self.record["result"]["places"].reverse()
        self.record["result"]["places"][0] += 1
        self.assertNotEqual(self.breaches(None), [])


class CommandLine(unittest.TestCase):
    def run_referee(self, arguments, text=""):
        command = [sys.executable, os.path.join(HERE, "referee.py"), *arguments]
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout.splitlines(), done.stderr

    def test_clean_records_on_stdin(self):
        text = "".join(to_line(record) + "\n" for record in sample_records(1))
        self.assertEqual(self.run_referee([], text)[:2], (0, ["5 records, 0 breaches"]))

    def test_breach_line(self):
        record = sample_records(1)[0]
        record["rounds"][1]["moves"][0]["seat"] = 1 - record["rounds"][1]["first"]
        code, lines, _ = self.run_referee([], to_line(record))
        self.assertEqual(code, 1)
        self.assertRegex(lines[0], r"^<stdin>:1: round 2, move 1: rule 3\.2: expected seat . to move, got seat .$")
        self.assertEqual(lines[-1], "1 records, 1 breaches")

    def test_files_means_and_worms(self):
        with tempfile.TemporaryDirectory() as folder:
            games, worms = os.path.join(folder, "g.jsonl"), os.path.join(folder, "w.json")
            with open(games, "w", encoding="utf-8") as file:
                file.writelines(to_line(record) + "\n" for record in sample_records(3))
            with open(worms, "w", encoding="utf-8") as file:
                json.dump(referee.STANDARD_WORMS, file)
            code, lines, _ = self.run_referee(["--means", "--worms", worms, games, games])
        self.assertEqual(code, 0)
        self.assertEqual(len(lines), 2 + len(referee.METRICS) + 1)
        self.assertEqual(lines[-1], "30 records, 0 breaches")

    def test_usage_errors(self):
        for arguments in (["--nonsense"], ["no-such-file"], ["--worms", "no-such-file"]):
            self.assertEqual(self.run_referee(arguments)[0], 2)

    def test_simulator_table_equals_the_referee_table(self):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            simulate.main(["--games", "5", "--players", "2", "5"])
        records = io.StringIO()
        with contextlib.redirect_stdout(records):
            simulate.main(["--games", "5", "--players", "2", "5", "--records"])
        _, lines, _ = self.run_referee(["--means"], records.getvalue())
        self.assertEqual(lines[:-1], out.getvalue().splitlines())


class RatioOfSums(unittest.TestCase):
    def test_standard_error_of_a_plain_mean(self):
        ratio = referee.Ratio()
        for x in (1, 2, 3, 4):
            ratio.add(x, 1)
        self.assertAlmostEqual(ratio.mean(), 2.5)
        self.assertAlmostEqual(ratio.error(), (5 / 3 / 4) ** 0.5)


if __name__ == "__main__":
    unittest.main()
