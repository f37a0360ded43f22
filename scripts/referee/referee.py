#!/usr/bin/env python3
"""Independent referee for game records of the format `karteneck-game/1`.

    python3 referee.py [--means] [--worms FILE.json] [FILE...]

Reads one JSON object per line from the files (or from standard input), replays
each game and checks every rule. It shares no code with the engine that wrote
the records, so the two can only agree by both following the rules.

A breach is one line on standard output: file:line, place in the game, rule,
what was expected, what was found. Breaches after which the state of the game is
unknown end the check of that record; all others do not. The last line is a
summary. Exit code: 0 clean, 1 any breach, 2 usage.

What a record cannot prove: the order of the hidden piles. A drawn card is
checked against the *set* of cards that can be in the draw pile at that moment.

`--means` adds a table of means and standard errors per player count, over the
records without a breach.
"""

import argparse
import json
import re
import math
import sys
from collections import Counter
from dataclasses import dataclass, field

FORMAT = "karteneck-game/1"

# Rule 1.1 and 1.2: 17 of each number, 25 worms distinguished by their signpost.
DECK = Counter({number: 17 for number in "12345"})
DECK.update(f"W{signpost}" for signpost in range(1, 26))

# Rule 1.3: three portions of value 0 and one each of 16 to 42; the worm table
# rises by one every three values (derived from published scores, not printed
# in the rulebook, hence replaceable: --worms).
PORTIONS = Counter([0, 0, 0, *range(16, 43)])
STANDARD_WORMS = {0: 0, **{value: (value - 16) // 3 + 1 for value in range(16, 43)}}

# Rule 2.1: portions removed, by player count. The rest is turned up in rounds.
REMOVED = {2: 12, 3: 6, 4: 2, 5: 0, 6: 0}
HAND_SIZE = 6  # rule 2.2

TOP_HEAD = ["format", "players", "seed", "game"]
TOP_TAIL = ["strategies", "first", "removed", "hands", "rounds", "result"]
ROUND_KEYS = ["grill", "first", "moves", "menu"]
LAY_KEYS = ["seat", "lay", "total", "draw"]
INVALID_PASS_KEYS = ["seat", "pass", "take", "draw"]
VALID_PASS_KEYS = ["seat", "pass", "total", "draw"]
STEAL_PASS_KEYS = ["seat", "pass", "total", "steal", "draw"]
STEAL_KEYS = ["from", "portion"]
MENU_KEYS = ["seat", "portion"]
RESULT_KEYS = ["worms", "best", "places", "winner"]


# ---------------------------------------------------------------- breaches


@dataclass(frozen=True)
class Breach:
    """One broken rule: where, which, what was expected and what was found."""

    where: str
    rule: str
    expected: str
    got: str

    def __str__(self):
        return f"{self.where}: {self.rule}: expected {self.expected}, got {self.got}"


class Abandoned(Exception):
    """The record cannot be followed any further."""


@dataclass
class Log:
    """Collects the breaches of one record; `where` is the current place."""

    where: str = "record"
    breaches: list = field(default_factory=list)

    def note(self, rule, expected, got):
        """Report a breach after which the record can still be followed."""
        label = rule if rule == "format" else f"rule {rule}"
        self.breaches.append(Breach(self.where, label, expected, show(got)))

    def stop(self, rule, expected, got):
        """Report a breach and give up on the record."""
        self.note(rule, expected, got)
        raise Abandoned


def show(value):
    """A value as short text for a message, on one line and in ASCII."""
    text = ascii(value)[1:-1] if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 120 else text[:117] + "..."


# ------------------------------------------------------------------- cards


def kind(card):
    """The kind of a card; 5 and worm are different kinds (rule 1.1)."""
    return card[0]


def worth(card):
    """A number is worth itself, a worm 5 (rule 1.1)."""
    return 5 if kind(card) == "W" else int(card)


def total(display):
    """The total of a display (rule 4.3)."""
    return sum(map(worth, display))


def highest_signpost(display):
    """The highest signpost number in a display, 0 without a worm."""
    return max((int(card[1:]) for card in display if kind(card) == "W"), default=0)


def is_valid(display):
    """A display is valid with at least one worm (rules 5.2, 5.3)."""
    return any(kind(card) == "W" for card in display)


class Piles:
    """The cards in the draw pile and in the discard pile, order unknown."""

    def __init__(self, draw_pile):
        self.draw_pile = draw_pile
        self.discard_pile = Counter()
        self.reshuffles = 0

    def can_draw(self):
        """Make the draw pile ready; False if both piles are empty.

        Rule 8.2: the discard pile becomes the draw pile exactly when a card
        must be drawn and the draw pile is empty. Rule 8.3: both may be empty.
        """
        if not self.draw_pile:
            self.draw_pile, self.discard_pile = self.discard_pile, Counter()
            self.reshuffles += bool(self.draw_pile)
        return bool(self.draw_pile)

    def remove(self, card):
        """Take a card that is known to be in the draw pile."""
        take_card(self.draw_pile, card)


def take_card(cards, card):
    """Remove one card from a counter that never keeps a count of zero."""
    cards[card] -= 1
    if not cards[card]:
        del cards[card]


# ------------------------------------------------------------ record shape


def parse(text, log):
    """The JSON object of one line; duplicate keys are rejected."""

    def unique(pairs):
        result = dict(pairs)
        if len(result) != len(pairs):
            log.stop("format", "each key once", [key for key, _ in pairs])
        return result

    try:
        return json.loads(text, object_pairs_hook=unique)
    except (ValueError, RecursionError) as error:
        log.stop("format", "one JSON object per line", str(error))


class Shape:
    """Checks names, order and types of everything in a record.

    After it the replay can trust that every field exists, that seats are
    seats, cards are cards and portions are integers.
    """

    def __init__(self, log):
        self.log = log
        self.players = 0

    def check(self, record):
        self.top_keys(record)
        self.head(record)
        self.lists_of_the_deal(record)
        for number, one_round in enumerate(self.array(record["rounds"], "rounds"), 1):
            self.round(number, one_round)
        self.result(record["result"])

    def top_keys(self, record):
        """Own keys in order; `edition` and keys of a run only after `game`."""
        self.object(record, "record")
        given = list(record)
        known = TOP_HEAD + TOP_TAIL
        self.names_present(record, known, "record")
        extras = [key for key in given if key not in known]
        if "edition" in extras:  # comes directly after `game`
            extras.remove("edition")
            extras.insert(0, "edition")
        wanted = TOP_HEAD + extras + TOP_TAIL
        if given != wanted:
            self.log.note("format", f"keys in the order {wanted}", given)

    def head(self, record):
        if record["format"] != FORMAT:
            self.log.stop("format", f"format {FORMAT}", record["format"])
        if "position" in record:
            self.log.stop("format", "a game from its start", "one from a position")
        self.players = self.integer(record["players"], "players")
        if self.players not in REMOVED:
            self.log.stop("1.4", "2 to 6 players", self.players)
        self.seed(record["seed"])
        self.natural(record["game"], "game")
        self.seat(record["first"], "first")
        if type(record.get("edition", "")) not in (str, int):
            self.log.stop("format", "edition: a hash", record["edition"])
        for name in self.array(record["strategies"], "strategies", self.players):
            if type(name) is not str:
                self.log.stop("format", "strategies: names", name)

    def lists_of_the_deal(self, record):
        self.integers(record["removed"], "removed")
        for hand in self.array(record["hands"], "hands", self.players):
            self.cards(hand, "hand")

    def round(self, number, one_round):
        self.log.where = f"round {number}"
        self.keys(one_round, ROUND_KEYS, "round")
        self.integers(one_round["grill"], "grill")
        self.seat(one_round["first"], "first")
        for count, move in enumerate(self.array(one_round["moves"], "moves"), 1):
            self.log.where = f"round {number}, move {count}"
            self.move(move)
        self.log.where = f"round {number}, menu"
        for serving in self.array(one_round["menu"], "menu"):
            self.keys(serving, MENU_KEYS, "serving")
            self.seat(serving["seat"], "seat")
            self.integer(serving["portion"], "portion")

    def move(self, move):
        self.object(move, "move")
        self.keys(move, self.move_keys(move), "move")
        self.seat(move["seat"], "seat")
        self.cards(move["draw"], "draw")
        if "lay" in move:
            self.cards(move["lay"], "lay")
        elif move["pass"] is not True:
            self.log.stop("format", "pass: true", move["pass"])
        for name in ("total", "take"):
            if name in move:
                self.integer(move[name], name)
        if "steal" in move:
            self.keys(move["steal"], STEAL_KEYS, "steal")
            self.seat(move["steal"]["from"], "from")
            self.integer(move["steal"]["portion"], "portion")

    @staticmethod
    def move_keys(move):
        """The keys a move of this kind must have."""
        if "lay" in move:
            return LAY_KEYS
        if "take" in move:
            return INVALID_PASS_KEYS
        return STEAL_PASS_KEYS if "steal" in move else VALID_PASS_KEYS

    def result(self, result):
        self.log.where = "result"
        self.keys(result, RESULT_KEYS, "result")
        for name in ("worms", "best", "places"):
            self.integers(result[name], name, self.players)
        self.seat(result["winner"], "winner")

    # The small pieces.

    def object(self, value, what):
        if type(value) is not dict:
            self.log.stop("format", f"{what}: an object", value)

    def names_present(self, value, wanted, what):
        missing = [key for key in wanted if key not in value]
        if missing:
            self.log.stop("format", f"{what}: keys {missing}", list(value))

    def keys(self, value, wanted, what):
        """Exactly the wanted keys in the wanted order."""
        self.object(value, what)
        given = list(value)
        if given == wanted:
            return
        self.names_present(value, wanted, what)
        self.log.note("format", f"{what}: keys {wanted}", given)

    def integer(self, value, what):
        if type(value) is not int:
            self.log.stop("format", f"{what}: an integer", value)
        return value

    def natural(self, value, what):
        if self.integer(value, what) < 0:
            self.log.note("format", f"{what}: not negative", value)

    def seed(self, value):
        """A number below 2^64, a longer one in hexadecimal digits, or the seal of a secret one."""
        if type(value) is not str:
            return self.natural(value, "seed")
        if not re.fullmatch(r"0x[0-9a-f]{32}|sealed:[0-9a-f]{32}", value) or value.startswith("0x" + "0" * 16):
            self.log.note("format", "seed: a number, 0x and 32 hexadecimal digits, or a seal", value)

    def seat(self, value, what):
        if not 0 <= self.integer(value, what) < self.players:
            self.log.stop("format", f"{what}: a seat below {self.players}", value)

    def array(self, value, what, length=None):
        if type(value) is not list:
            self.log.stop("format", f"{what}: an array", value)
        if length is not None and len(value) != length:
            self.log.stop("format", f"{what}: {length} entries", value)
        return value

    def integers(self, value, what, length=None):
        for entry in self.array(value, what, length):
            self.integer(entry, what)

    def cards(self, value, what):
        for card in self.array(value, what):
            if type(card) is not str or card not in DECK:
                self.log.stop("1.1", f"{what}: cards 1 to 5 and W1 to W25", card)


# ------------------------------------------------------------------ replay


@dataclass
class GameStats:
    """What one game adds to the table of means."""

    players: int
    decisions: int = 0
    lays: int = 0
    cards_laid: int = 0
    steals: int = 0
    invalid_passes: int = 0
    reshuffles: int = 0
    first_worms: int = 0
    first_won: int = 0
    worms_unchecked: bool = False  # a record with an edition, no table given


class Replay:
    """Replays one well-formed record and checks every rule on the way."""

    def __init__(self, record, worm_table, log):
        self.record = record
        self.worm_table = worm_table  # None: the worms are not checked
        self.log = log
        self.players = record["players"]
        self.stacks = [[] for _ in range(self.players)]
        self.turned_up = Counter(record["removed"])
        self.next_first = record["first"]
        self.stats = GameStats(self.players)
        self.hands = []
        self.piles = None
        self.start_round([], self.next_first)

    def run(self):
        """Check the whole game; the statistics of the game."""
        self.check_removed()
        self.deal()
        rounds = self.record["rounds"]
        for number, one_round in enumerate(rounds, 1):
            self.play_round(number, one_round)
        self.check_round_count(len(rounds))
        self.check_portions_conserved()
        self.check_result()
        return self.finished_stats()

    # Set-up.

    def check_removed(self):
        """Rule 2.1: the right number of portions, each of them a real one."""
        self.log.where = "set-up"
        removed = self.record["removed"]
        if len(removed) != REMOVED[self.players]:
            self.log.note("2.1", f"{REMOVED[self.players]} removed portions", removed)
        self.check_portions_exist("removed")

    def check_portions_exist(self, what):
        """Rule 1.3: no portion shows up more often than the game has it."""
        excess = self.turned_up - PORTIONS
        if excess:
            self.log.stop(
                "1.3",
                f"{what}: three 0s and one each of 16 to 42 in all",
                f"too many of {sorted(excess)}",
            )

    def deal(self):
        """Rule 2.2: six cards each, all from the one deck."""
        self.hands = [Counter(hand) for hand in self.record["hands"]]
        for seat, hand in enumerate(self.record["hands"]):
            if len(hand) != HAND_SIZE:
                self.log.stop("2.2", f"{HAND_SIZE} cards for seat {seat}", hand)
        dealt = sum(self.hands, Counter())
        if dealt - DECK:
            self.log.stop("1.1", "every card at most once", sorted(dealt - DECK))
        self.piles = Piles(DECK - dealt)

    # A round.

    def start_round(self, grill, first):
        self.grill = sorted(grill)
        self.displays = [[] for _ in range(self.players)]
        self.kinds_laid = [set() for _ in range(self.players)]
        self.passed = [False] * self.players
        self.to_move = first
        self.last_taker = None

    def play_round(self, number, one_round):
        self.log.where = f"round {number}"
        self.check_first(number, one_round["first"])
        self.check_grill(one_round["grill"])
        self.start_round(one_round["grill"], one_round["first"])
        for count, move in enumerate(one_round["moves"], 1):
            self.log.where = f"round {number}, move {count}"
            self.play_move(move)
        self.log.where = f"round {number}, menu"
        if not all(self.passed):
            waiting = [s for s in range(self.players) if not self.passed[s]]
            self.log.stop("3.2", f"moves until seats {waiting} have passed", "menu")
        self.serve_menu(one_round["menu"])
        self.check_cards_conserved()
        self.next_first = self.last_taker  # rule 8.1

    def check_first(self, number, first):
        """Rule 2.3 for the first round, rule 8.1 for the others."""
        if first != self.next_first:
            rule = "2.3" if number == 1 else "8.1"
            self.log.note(rule, f"seat {self.next_first} to begin", first)

    def check_grill(self, grill):
        """Rule 3.1: one portion per player, none seen before (rule 1.3)."""
        if len(grill) != self.players:
            self.log.stop("3.1", f"{self.players} portions on the grill", grill)
        self.turned_up.update(grill)
        self.check_portions_exist("grill")

    def play_move(self, move):
        seat = move["seat"]
        self.check_turn(seat)
        self.stats.decisions += 1
        if "lay" in move:
            self.lay(seat, move)
        else:
            self.pass_(seat, move)
        self.to_move = self.clockwise_from(seat)

    def check_turn(self, seat):
        """Rule 3.2: in turn among the seats that have not passed."""
        if self.to_move is None:
            self.log.stop("3.2", "no move after all seats have passed", f"seat {seat}")
        if seat != self.to_move:
            self.log.stop("3.2", f"seat {self.to_move} to move", f"seat {seat}")

    def clockwise_from(self, seat):
        """The next seat that has not passed, or None."""
        for step in range(1, self.players + 1):
            candidate = (seat + step) % self.players
            if not self.passed[candidate]:
                return candidate
        return None

    # Laying.

    def lay(self, seat, move):
        cards = move["lay"]
        self.check_lay(seat, cards)
        for card in cards:
            take_card(self.hands[seat], card)
        self.displays[seat] += cards
        self.kinds_laid[seat].add(kind(cards[0]))
        self.stats.lays += 1
        self.stats.cards_laid += len(cards)
        self.check_total(seat, move["total"])
        self.draw(seat, move["draw"], 1, "4.3")

    def check_lay(self, seat, cards):
        """Rules 4.1 and 4.2."""
        kinds = {kind(card) for card in cards}
        if len(kinds) != 1:
            self.log.stop("4.1", "one or more cards of one kind", cards)
        if Counter(cards) - self.hands[seat]:
            hand = sorted(self.hands[seat].elements())
            self.log.stop("4.1", f"cards from the hand {hand}", cards)
        if kinds & self.kinds_laid[seat]:
            laid = sorted(self.kinds_laid[seat])
            self.log.stop("4.2", f"a kind not among {laid}", cards)

    def check_total(self, seat, stated):
        """Rule 4.3: the total of the display."""
        actual = total(self.displays[seat])
        if stated != actual:
            self.log.note("4.3", f"total {actual}", stated)

    # Drawing.

    def draw(self, seat, cards, due, rule):
        """Draw what is due, less if both piles run empty (rule 8.3)."""
        for drawn in range(due):
            if not self.piles.can_draw():
                due, rule = drawn, "8.3"
                break
            if drawn < len(cards):
                self.draw_one(seat, cards[drawn])
        if len(cards) != due:
            self.log.stop(rule, f"{due} cards drawn", cards)

    def draw_one(self, seat, card):
        """Rule 8.2: only a card that can be in the draw pile now."""
        if card not in self.piles.draw_pile:
            self.log.stop("8.2", "a card from the draw pile", self.whereabouts(card))
        self.piles.remove(card)
        self.hands[seat][card] += 1

    def whereabouts(self, card):
        """Where a card is that is not in the draw pile."""
        places = [f"hand of seat {s}" for s, h in enumerate(self.hands) if card in h]
        places += [f"display of seat {s}" for s, d in enumerate(self.displays) if card in d]
        if card in self.piles.discard_pile:
            places.append("discard pile")
        return f"{card}, which is in: {', '.join(places)}"

    # Passing.

    def pass_(self, seat, move):
        """Rule 5.5: discard and take, or steal; then draw."""
        self.passed[seat] = True
        if is_valid(self.displays[seat]):
            self.pass_valid(seat, move)
        else:
            self.pass_invalid(seat, move)
        # Rule 5.4: the last player to pass draws none.
        self.draw(seat, move["draw"], 0 if all(self.passed) else 2, "5.4")

    def pass_invalid(self, seat, move):
        """Rule 5.2: discard the display, take the lowest portion."""
        if "take" not in move:
            self.log.stop("5.2", "take, since the display has no worm", move)
        if move["take"] != self.grill[0]:
            self.log.stop("5.2", f"lowest portion {self.grill[0]}", move["take"])
        self.discard_display(seat)
        self.take_from_grill(seat, 0)
        self.stats.invalid_passes += 1

    def pass_valid(self, seat, move):
        """Rule 5.3: the display stays; a steal is possible."""
        if "take" in move:
            self.log.stop("5.3", "total, since the display has a worm", move)
        self.check_total(seat, move["total"])
        if "steal" in move:
            self.steal(seat, move["steal"])

    def steal(self, thief, steal):
        """Rule 6: another player's top portion, equal to the thief's own total."""
        victim, portion = steal["from"], steal["portion"]
        if victim == thief:
            self.log.stop("6.1", "another player as the victim", steal)
        stack = self.stacks[victim]
        if not stack or portion != stack[-1]:
            top = stack[-1] if stack else "nothing"
            self.log.stop("6.1", f"the top portion of seat {victim}, {top}", steal)
        own = total(self.displays[thief])
        if portion != own:
            self.log.stop("6.1", f"a portion equal to the total {own}", steal)
        self.stacks[thief].append(stack.pop())  # rule 6.2
        self.stats.steals += 1

    def discard_display(self, seat):
        self.piles.discard_pile.update(self.displays[seat])
        self.displays[seat] = []

    def take_from_grill(self, seat, index):
        """Take a portion from the grill, which a steal does not (rule 8.1)."""
        self.stacks[seat].append(self.grill.pop(index))
        self.last_taker = seat

    # Menu.

    def serving_order(self):
        """Rules 7.1 and 7.2: highest total first, ties by signpost."""
        diners = [s for s in range(self.players) if is_valid(self.displays[s])]

        def rank(seat):
            display = self.displays[seat]
            return total(display), highest_signpost(display)

        return sorted(diners, key=rank, reverse=True)

    def serve_menu(self, menu):
        order = self.serving_order()
        self.check_menu_seats(order, [serving["seat"] for serving in menu])
        if len(self.grill) != len(order):  # cannot happen after the checks above
            self.log.stop("7.1", f"{len(order)} portions left", self.grill)
        for serving in menu:
            if serving["portion"] != self.grill[-1]:
                self.log.stop("7.1", f"highest portion {self.grill[-1]}", serving)
            self.take_from_grill(serving["seat"], -1)
            self.discard_display(serving["seat"])  # rule 7.3

    def check_menu_seats(self, order, given):
        if given == order:
            return
        tie_only = sorted(given) == sorted(order) and self.totals(given) == self.totals(order)
        self.log.stop("7.2" if tie_only else "7.1", f"seats served {order}", given)

    def totals(self, seats):
        return [total(self.displays[seat]) for seat in seats]

    # End of a round and of the game.

    def check_cards_conserved(self):
        """Rule 1.1: the same 110 cards at every moment."""
        cards = sum(self.hands, Counter()) + self.piles.draw_pile + self.piles.discard_pile
        if cards != DECK:
            self.log.stop("1.1", "the 110 cards", sorted((cards - DECK) + (DECK - cards)))

    def check_round_count(self, played):
        """Rules 2.1 and 9.1: until the supply is used up."""
        self.log.where = "end"
        due = (PORTIONS.total() - REMOVED[self.players]) // self.players
        if played != due:
            self.log.stop("9.1", f"{due} rounds", played)

    def check_portions_conserved(self):
        """Rule 9.2: every portion is removed or in a stack."""
        portions = Counter(self.record["removed"])
        for stack in self.stacks:
            portions.update(stack)
        if portions != PORTIONS:
            differing = (portions - PORTIONS) + (PORTIONS - portions)
            self.log.note("9.2", "the 30 portions", sorted(differing.elements()))

    def check_result(self):
        """Rule 9.1: worms, then the best portion; places may be shared."""
        self.log.where = "result"
        result = self.record["result"]
        worms = result["worms"]
        if self.worm_table is not None:
            worms = [sum(map(self.worm_table.get, stack)) for stack in self.stacks]
        best = [max(stack, default=0) for stack in self.stacks]
        places = competition_places(list(zip(worms, best)))
        self.check_field("worms", worms)
        self.check_field("best", best)
        self.check_field("places", places)
        if places[result["winner"]] != 1:
            self.log.note("9.1", f"winner {places.index(1)}", result["winner"])

    def check_field(self, name, expected):
        given = self.record["result"][name]
        if given != expected:
            self.log.note("9.1", f"{name} {expected}", given)

    def finished_stats(self):
        first, result = self.record["first"], self.record["result"]
        self.stats.first_worms = result["worms"][first]
        self.stats.first_won = int(result["winner"] == first)
        self.stats.reshuffles = self.piles.reshuffles
        return self.stats


def competition_places(scores):
    """1 + how many did better, so equal scores share a place: 1, 2, 2, 4."""
    return [1 + sum(other > score for other in scores) for score in scores]


def check_line(text, edition_worms=None):
    """Check one record.

    Returns its statistics (None if the record was abandoned) and its breaches.
    `edition_worms` is the worm table of records with an `edition`; without it
    the worms of such records are not checked.
    """
    log = Log()
    try:
        record = parse(text, log)
        Shape(log).check(record)
        table = edition_worms if "edition" in record else STANDARD_WORMS
        stats = Replay(record, table, log).run()
        stats.worms_unchecked = table is None
        return stats, log.breaches
    except Abandoned:
        return None, log.breaches


# ------------------------------------------------------------------- means

# Every mean is a ratio of sums: per game the denominator is 1 each.
METRICS = [
    ("decisions per game", lambda s: (s.decisions, 1)),
    ("lays per game", lambda s: (s.lays, 1)),
    ("cards per lay", lambda s: (s.cards_laid, s.lays)),
    ("steals per game", lambda s: (s.steals, 1)),
    ("invalid passes per game", lambda s: (s.invalid_passes, 1)),
    ("worms of the first seat", lambda s: (s.first_worms, 1)),
    ("win rate of the first seat", lambda s: (s.first_won, 1)),
    ("reshuffles per game", lambda s: (s.reshuffles, 1)),
]


class Ratio:
    """A ratio of sums over games with its standard error."""

    def __init__(self):
        self.games = self.x = self.y = self.xx = self.xy = self.yy = 0

    def add(self, x, y):
        self.games += 1
        self.x, self.y = self.x + x, self.y + y
        self.xx, self.xy, self.yy = self.xx + x * x, self.xy + x * y, self.yy + y * y

    def mean(self):
        return self.x / self.y if self.y else math.nan

    def error(self):
        """Standard error by linearisation; for y = 1 the usual one."""
        if self.games < 2 or not self.y:
            return math.nan
        ratio = self.mean()
        residual = max(0.0, self.xx - 2 * ratio * self.xy + ratio * ratio * self.yy)
        return math.sqrt(residual * self.games / (self.games - 1)) / self.y


class Means:
    """Means per player count; feed it the statistics of games."""

    def __init__(self):
        self.groups = {}

    def add(self, stats):
        ratios = self.groups.setdefault(stats.players, [Ratio() for _ in METRICS])
        for ratio, (_, measure) in zip(ratios, METRICS):
            ratio.add(*measure(stats))

    def table(self):
        """The table as text: a column per player count, mean ± standard error."""
        counts = sorted(self.groups)
        lines = [row("players", [str(count) for count in counts])]
        lines.append(row("games", [str(self.groups[count][0].games) for count in counts]))
        for index, (name, _) in enumerate(METRICS):
            ratios = [self.groups[count][index] for count in counts]
            lines.append(row(name, [f"{r.mean():.4f} ±{r.error():.4f}" for r in ratios]))
        return "\n".join(lines)


def row(name, cells):
    return f"{name:<27}" + "".join(f"{cell:>18}" for cell in cells)


# --------------------------------------------------------------------- CLI


def load_worms(path):
    """The worm table of an edition: a JSON object value -> worms."""
    with open(path, encoding="utf-8") as file:
        table = json.load(file)
    if not isinstance(table, dict) or set(table) != {str(value) for value in PORTIONS}:
        raise ValueError("expected an object with the keys 0 and 16 to 42")
    if any(type(worms) is not int for worms in table.values()):
        raise ValueError("expected whole numbers of worms")
    return {int(value): worms for value, worms in table.items()}


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(
        prog="referee.py", description=f"Check game records of the format {FORMAT}."
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help="records, one per line (default: stdin)")
    parser.add_argument("--means", action="store_true", help="print means per player count")
    parser.add_argument("--worms", metavar="FILE.json", help="worm table of records with an edition")
    options = parser.parse_args(arguments)
    try:
        options.worms = load_worms(options.worms) if options.worms else None
    except (OSError, ValueError) as error:
        parser.error(f"--worms: {error}")
    return options


class Session:
    """Counts and prints over all files of a run."""

    def __init__(self, worms):
        self.worms = worms
        self.means = Means()
        self.records = 0
        self.breaches = 0
        self.unchecked = 0

    def read(self, name, lines):
        for number, text in enumerate(lines, 1):
            self.records += 1
            stats, breaches = check_line(text, self.worms)
            self.breaches += len(breaches)
            for breach in breaches:
                print(f"{name}:{number}: {breach}")
            self.unchecked += bool(stats and stats.worms_unchecked)
            if not breaches:
                self.means.add(stats)

    def read_file(self, path):
        with open(path, encoding="utf-8", errors="replace") as file:
            self.read(path, file)


def main(arguments=None):
    options = parse_arguments(arguments)
    session = Session(options.worms)
    try:
        for path in options.files:
            session.read_file(path)
    except OSError as error:
        print(f"referee.py: {error}", file=sys.stderr)
        return 2
    if not options.files:
        session.read("<stdin>", sys.stdin)
    if options.means:
        print(session.means.table())
    if session.unchecked:
        hint = "their worms were not checked, give --worms"
        print(f"{session.unchecked} records have an edition: {hint}", file=sys.stderr)
    print(f"{session.records} records, {session.breaches} breaches")
    return 1 if session.breaches else 0


if __name__ == "__main__":
    sys.exit(main())
