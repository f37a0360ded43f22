#!/usr/bin/env python3
"""A worked example of a bot for karteneck: standard library only, about one page.

It speaks the protocol `karteneck-bot/2` (docs/PROTOCOL.md): one JSON object per line, questions on stdin, answers on
stdout. Whatever you print to stderr is kept for you; never print anything but answers to stdout.

Try it:
    karteneck record greedy 'process:python3 scripts/bots/simple.py' --games 10 --seed 1
    karteneck check 'process:python3 scripts/bots/simple.py'

Its idea: fight for the best portion only if much is at stake, build with whole bunches, steal whatever it can hit.
"""

import json
import random
import sys

PROTOCOL = "karteneck-bot/2"


def worth(card):
    """The points of a card: a number's value, 5 for a worm (`W1` … `W25`)."""
    return 5 if card.startswith("W") else int(card)


def choose(view, moves, worms, dice):
    """The move for a view. `dice` is the only randomness: same question, same answer."""
    if "pass and steal" in moves:
        return "pass and steal"
    me = view["seats"][view["seat"]]
    others = [seat for number, seat in enumerate(view["seats"]) if number != view["seat"]]
    valid = any(card.startswith("W") for card in me["display"])
    lays = [move for move in moves if move.startswith("lay ")]

    def total_after(move):
        return me["total"] + sum(worth(card) for card in move.split()[1:])

    def is_valid_after(move):
        return valid or move.startswith("lay W")

    # A lay that hits another seat's top portion can steal it next time.
    tops = {seat["stack"][0] for seat in others if seat["stack"]}
    hits = [move for move in lays if is_valid_after(move) and total_after(move) in tops]
    if hits:
        return max(hits, key=total_after)

    # Not much to win here: take the lowest portion and draw two cards.
    stake = worms[str(max(view["grill"]))] - worms[str(min(view["grill"]))]
    if stake < 3 and not me["display"]:
        return "pass"

    # Ahead of all rivals that are still in: enough.
    rivals = [seat["total"] for seat in others if seat["state"] != "invalid"]
    if valid and me["total"] > max(rivals, default=0) + 4:
        return "pass"

    # Build with as many cards as there are; the dice break ties.
    bunches = [move for move in lays if is_valid_after(move) or any(card.startswith("W") for card in view["hand"])]
    if not bunches:
        return "pass"
    most = max(len(move.split()) for move in bunches)
    return dice.choice([move for move in bunches if len(move.split()) == most])


def answer(message):
    print(json.dumps(message), flush=True)


def main():
    worms = {}
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            if message["protocol"] != PROTOCOL:
                sys.exit(f"this bot speaks {PROTOCOL}, not {message['protocol']}")
            answer({"type": "hello", "protocol": PROTOCOL, "name": "simple"})
        elif message["type"] == "start":
            worms = message["worms"]
        elif message["type"] == "decide":
            dice = random.Random(message["random"])
            move = choose(message["view"], message["moves"], worms, dice)
            answer({"type": "move", "id": message["id"], "move": move})
        # "end" and whatever later versions add need no answer.


if __name__ == "__main__":
    main()
