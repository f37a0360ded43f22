"""A bot in ten lines, in a tournament: `python examples/bot.py`."""

import karteneck


class Patient:
    def decide(self, view: karteneck.View) -> str:
        moves = view.moves()
        if "pass and steal" in moves:
            return "pass and steal"
        enough = view.total() >= 28 and any(card.startswith("W") for card in view.display())
        whole = [move for move in moves if move.startswith("lay")]
        return "pass" if enough or not whole else max(whole, key=len)


if __name__ == "__main__":
    print(karteneck.tournament([Patient, "greedy", "random"], players=2, games=6000))
