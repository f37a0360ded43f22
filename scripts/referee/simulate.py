#!/usr/bin/env python3
"""Independent simulator: real shuffled piles, uniformly random moves.

    python3 simulate.py --games G [--players N ...] [--seed S] [--records]

Plays G games for each player count with moves drawn uniformly from the
enumeration of rule 11.2 and a random first seat. Prints the table of means, or
with --records the games, one per line in the format `karteneck-game/1`. A game
is a function only of seed, player count and index. The rules are written a
second time here, on lists of cards; only the table of means is shared with
the referee.
"""

import argparse
import json
import random
import sys

from referee import GameStats, Means

ROUNDS = {2: 9, 3: 8, 4: 7, 5: 6, 6: 5}  # rule 2.1
PASS = ("pass", None)


def fresh_deck():
    """Rule 1.1: 17 of each number and the worms W1 to W25."""
    return [n for n in "12345" for _ in range(17)] + [f"W{s}" for s in range(1, 26)]


def fresh_portions():
    """Rule 1.3."""
    return [0] * 3 + list(range(16, 43))


def worms_on(portion):
    """Rule 1.3: 16-18 carry one worm, 40-42 nine."""
    return 0 if portion == 0 else (portion - 13) // 3


def value(cards):
    return sum(5 if card.startswith("W") else int(card) for card in cards)


def worm_subsets(worms):
    """Rule 11.2: for each highest worm the j lowest below it, j = 0, 1, ..."""
    ordered = sorted(worms, key=lambda card: int(card[1:]))
    for top in range(len(ordered)):
        for below in range(top + 1):
            yield ordered[:below] + [ordered[top]]


class Game:
    """One game; play() fills the record and the statistics.

    `choose(game, seat, moves)` picks a move: ("pass", None), ("steal", victim)
    or ("lay", cards).
    """

    def __init__(self, players, rng, choose=None, first=None, deck=None, portions=None):
        self.players = players
        self.rng = rng
        self.choose = choose or (lambda game, seat, moves: rng.choice(moves))
        self.first = rng.randrange(players) if first is None else first
        self.draw_pile = deck or shuffled(fresh_deck(), rng)
        self.supply = portions or shuffled(fresh_portions(), rng)
        self.discard_pile = []
        self.stacks = [[] for _ in range(players)]
        self.stats = GameStats(players)
        self.removed = self.supply[ROUNDS[players] * players:]
        del self.supply[ROUNDS[players] * players:]
        self.hands = [[self.draw_pile.pop() for _ in range(6)] for _ in range(players)]
        self.dealt = [list(hand) for hand in self.hands]
        self.rounds = []

    def play(self):
        starter = self.first
        for _ in range(ROUNDS[self.players]):
            starter = self.play_round(starter)
        self.result = self.final_result()
        self.stats.first_worms = self.result["worms"][self.first]
        self.stats.first_won = int(self.result["winner"] == self.first)
        return self

    # Drawing.

    def draw_one(self, seat):
        """Rules 8.2 and 8.3: the cards drawn, one or none."""
        if not self.draw_pile and self.discard_pile:
            self.draw_pile = shuffled(self.discard_pile, self.rng)
            self.discard_pile = []
            self.stats.reshuffles += 1
        if not self.draw_pile:
            return []
        self.hands[seat].append(self.draw_pile.pop())
        return [self.hands[seat][-1]]

    def draw(self, seat, count):
        return [card for _ in range(count) for card in self.draw_one(seat)]

    # A round.

    def play_round(self, starter):
        """Play a round; the seat that begins the next one."""
        self.grill = [self.supply.pop() for _ in range(self.players)]
        self.displays = [[] for _ in range(self.players)]
        self.active = [(starter + i) % self.players for i in range(self.players)]
        self.diners = []
        entry = {"grill": list(self.grill), "first": starter, "moves": [], "menu": []}
        while self.active:
            seat = self.active.pop(0)
            entry["moves"].append(self.play_move(seat))
        entry["menu"] = self.serve_menu()
        self.rounds.append(entry)
        return self.next_starter(entry)

    def next_starter(self, entry):
        """Rule 8.1."""
        last = entry["menu"][-1] if entry["menu"] else entry["moves"][-1]
        return last["seat"]

    def play_move(self, seat):
        """The mover is off the queue; a lay puts it back at the end."""
        self.stats.decisions += 1
        action, detail = self.choose(self, seat, self.moves(seat))
        if action == "lay":
            self.active.append(seat)
            return self.lay(seat, detail)
        return self.pass_turn(seat, detail if action == "steal" else None)

    def moves(self, seat):
        """Rule 11.2."""
        found = [PASS]
        victim = self.victim_of(seat)
        if victim is not None:
            found.append(("steal", victim))
        closed = self.closed_kinds(seat)
        for number in "12345":
            if number not in closed:
                held = self.hands[seat].count(number)
                found += [("lay", [number] * k) for k in range(1, held + 1)]
        if "W" not in closed:
            worms = [card for card in self.hands[seat] if card[0] == "W"]
            found += [("lay", subset) for subset in worm_subsets(worms)]
        return found

    def closed_kinds(self, seat):
        """Rule 4.2."""
        return {card[0] for card in self.displays[seat]}

    def is_valid(self, seat):
        """Rules 5.2 and 5.3."""
        return any(card[0] == "W" for card in self.displays[seat])

    def victim_of(self, seat):
        """Rule 6.1: the other seat whose top portion equals the total."""
        if not self.is_valid(seat):
            return None
        wanted = value(self.displays[seat])
        for other, stack in enumerate(self.stacks):
            if other != seat and stack and stack[-1] == wanted:
                return other
        return None

    def lay(self, seat, cards):
        for card in cards:
            self.hands[seat].remove(card)
        self.displays[seat].extend(cards)
        self.stats.lays += 1
        self.stats.cards_laid += len(cards)
        total = value(self.displays[seat])
        return {"seat": seat, "lay": list(cards), "total": total, "draw": self.draw(seat, 1)}

    def pass_turn(self, seat, victim):
        """Rule 5.5: discard and take, or stay and steal; then draw."""
        entry = {"seat": seat, "pass": True}
        if self.is_valid(seat):
            self.pass_valid(seat, victim, entry)
        else:
            self.pass_invalid(seat, entry)
        entry["draw"] = self.draw(seat, self.pass_draws())
        return entry

    def pass_draws(self):
        """Rule 5.4; the queue is empty for the last to pass."""
        return 2 if self.active else 0

    def pass_valid(self, seat, victim, entry):
        self.diners.append(seat)
        entry["total"] = value(self.displays[seat])
        if victim is not None:
            portion = self.stacks[victim].pop()
            self.stacks[seat].append(portion)
            entry["steal"] = {"from": victim, "portion": portion}
            self.stats.steals += 1

    def pass_invalid(self, seat, entry):
        self.stats.invalid_passes += 1
        self.discard_pile.extend(self.displays[seat])
        self.displays[seat] = []
        entry["take"] = self.worst_on_grill()
        self.grill.remove(entry["take"])
        self.stacks[seat].append(entry["take"])

    def worst_on_grill(self):
        return min(self.grill)

    def menu_rank(self, seat):
        """Rules 7.1 and 7.2."""
        signposts = [int(card[1:]) for card in self.displays[seat] if card[0] == "W"]
        return value(self.displays[seat]), max(signposts, default=0)

    def serve_menu(self):
        menu = []
        for seat in sorted(self.diners, key=self.menu_rank, reverse=True):
            portion = max(self.grill)
            self.grill.remove(portion)
            self.stacks[seat].append(portion)
            menu.append({"seat": seat, "portion": portion})
        for seat in self.diners:
            self.discard_pile.extend(self.displays[seat])  # rule 7.3
        return menu

    # The end.

    def final_result(self):
        """Rule 9.1."""
        worms = [sum(worms_on(portion) for portion in stack) for stack in self.stacks]
        best = [max(stack + [0]) for stack in self.stacks]
        scores = list(zip(worms, best))
        ladder = sorted(scores, reverse=True)
        places = [ladder.index(score) + 1 for score in scores]
        return {"worms": worms, "best": best, "places": places, "winner": places.index(1)}

    def record(self, seed, index):
        """The finished game as a record."""
        return {
            "format": "karteneck-game/1",
            "players": self.players,
            "seed": seed,
            "game": index,
            "strategies": ["random"] * self.players,
            "first": self.first,
            "removed": self.removed,
            "hands": self.dealt,
            "rounds": self.rounds,
            "result": self.result,
        }


def shuffled(items, rng):
    return rng.sample(items, len(items))


def generator(seed, players, index):
    """The random stream of one game."""
    return random.Random(f"{seed}/{players}/{index}")


def simulate(players, games, seed):
    """Random games in index order."""
    for index in range(games):
        yield Game(players, generator(seed, players, index)).play()


def to_line(record):
    return json.dumps(record, separators=(",", ":"))


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(prog="simulate.py", description="Play random games.")
    parser.add_argument("--games", type=int, required=True, help="games per player count")
    parser.add_argument("--players", type=int, nargs="+", choices=sorted(ROUNDS), default=[2, 3, 4, 5, 6])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--records", action="store_true", help="write records instead of means")
    return parser.parse_args(arguments)


def main(arguments=None):
    options = parse_arguments(arguments)
    means = Means()
    for players in options.players:
        for index, game in enumerate(simulate(players, options.games, options.seed)):
            means.add(game.stats)
            if options.records:
                print(to_line(game.record(options.seed, index)))
    if not options.records:
        print(means.table())
    return 0


if __name__ == "__main__":
    sys.exit(main())
