"""A whole bot in ten lines: `karteneck check 'process:python3 scripts/bots/tiny.py'`. The protocol is docs/PROTOCOL.md."""
import json, sys

for message in map(json.loads, sys.stdin):
    if message["type"] == "hello":
        answer = {"type": "hello", "protocol": message["protocol"]}
    elif message["type"] == "decide":  # steals if it can; otherwise the last lay of the list, which spends the highest cards
        choices = [move for move in message["moves"] if move != "pass"] or ["pass"]
        answer = {"id": message["id"], "move": choices[-1]}
    else:
        continue  # `start` and `end` want no answer
    print(json.dumps(answer), flush=True)
