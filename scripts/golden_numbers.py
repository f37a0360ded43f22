#!/usr/bin/env python3
"""The golden values of src/game/random.rs, computed from its documentation.

    python3 golden_numbers.py

A key is two lanes of 64 bits, grown word by word; a stream is PCG XSL-RR 128/64
with a multiplicative state; a number below a bound is word * bound / 2^64,
rounded down.
"""

WORD = (1 << 64) - 1
START = (0x9E3779B97F4A7C15, 0x6A09E667F3BCC908)
LEFT = (30, 27, 31, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
RIGHT = (33, 33, 33, 0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53)
MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645


def mix(word, first, second, third, one, two):
    word = (word ^ (word >> first)) * one & WORD
    word = (word ^ (word >> second)) * two & WORD
    return word ^ (word >> third)


def key(*words):
    left, right = START
    for word in words:
        left, right = mix(left ^ word, *LEFT), mix((right + word) & WORD, *RIGHT)
    return left << 64 | right


def stream(state):
    state |= 1
    while True:
        state = state * MULTIPLIER & ((1 << 128) - 1)
        folded = (state >> 64 ^ state) & WORD
        turn = state >> 122
        yield (folded >> turn | folded << (64 - turn)) & WORD


def main():
    words = stream(key(42, 7))
    print("words of 42, 7:", [next(words) for _ in range(4)])
    words = stream(key(1, 2, 3))
    bounds = [2, 6, 110, 1_000_000] * 3
    print("numbers of 1, 2, 3:", [next(words) * bound >> 64 for bound in bounds])


if __name__ == "__main__":
    main()
