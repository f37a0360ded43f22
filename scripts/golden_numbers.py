#!/usr/bin/env python3
"""The golden values of src/game/random.rs and src/game/seed.rs, computed from their documentation.

    python3 golden_numbers.py

A key is two lanes of 64 bits, grown word by word; a stream is PCG XSL-RR 128/64
with a multiplicative state; a number below a bound is word * bound / 2^64,
rounded down. What strategies are given comes through BLAKE3, keyed with the
seed and a purpose; this is its definition for one block of input.
"""

import struct

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


INITIAL = (0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19)
ORDER = (2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8)
CHUNK_START, CHUNK_END, ROOT, KEYED = 1, 2, 8, 16


def blake3_keyed(key, text, length):
    """The extended output of BLAKE3 for a text of at most 64 bytes."""
    words = struct.unpack("<8I", key)
    block = struct.unpack("<16I", text.ljust(64, b"\0"))
    flags = CHUNK_START | CHUNK_END | ROOT | KEYED
    output = b""
    while len(output) < length:
        output += compress(words, block, len(output) // 64, len(text), flags)
    return output[:length]


def compress(chain, block, counter, length, flags):
    state = [*chain, *INITIAL[:4], counter & 0xFFFFFFFF, counter >> 32, length, flags]

    def turn(word, bits):
        return (word >> bits | word << (32 - bits)) & 0xFFFFFFFF

    def quarter(a, b, c, d, one, two):
        for word, by_d, by_b in ((one, 16, 12), (two, 8, 7)):
            state[a] = (state[a] + state[b] + word) & 0xFFFFFFFF
            state[d] = turn(state[d] ^ state[a], by_d)
            state[c] = (state[c] + state[d]) & 0xFFFFFFFF
            state[b] = turn(state[b] ^ state[c], by_b)

    lines = [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)]
    lines += [(0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)]
    for _ in range(7):
        for number, line in enumerate(lines):
            quarter(*line, block[2 * number], block[2 * number + 1])
        block = [block[index] for index in ORDER]
    first = [state[i] ^ state[i + 8] for i in range(8)]
    second = [state[i + 8] ^ chain[i] for i in range(8)]
    return struct.pack("<16I", *first, *second)


def one_way(seed, purpose, number, length):
    return blake3_keyed(seed.to_bytes(16, "little") + purpose, number.to_bytes(8, "little"), length)


def key_of(some):
    """A key of sixteen bytes: the left lane, then the right one, each little-endian."""
    left, right = struct.unpack("<2Q", some)
    return left << 64 | right


def under(lanes, word):
    left, right = lanes >> 64, lanes & WORD
    return mix(left ^ word, *LEFT) << 64 | mix((right + word) & WORD, *RIGHT)


def main():
    words = stream(key(42, 7))
    print("words of 42, 7:", [next(words) for _ in range(4)])
    words = stream(key(1, 2, 3))
    bounds = [2, 6, 110, 1_000_000] * 3
    print("numbers of 1, 2, 3:", [next(words) * bound >> 64 for bound in bounds])
    some = one_way(42, b"karteneck-deal/1", 7, 80)
    print("words 0 and 9 of the one-way function:", [struct.unpack_from("<Q", some, 8 * at)[0] for at in (0, 9)])
    for seed in (42, 1 << 100):
        keys = one_way(seed, b"karteneck-deal/1", 7, 240)
        choice = stream(under(key_of(keys[16:32]), 3))
        print(f"deal 7 of seed {seed}: choice of seat 1, decision 3:", next(choice), end="")
        draws = key(seed, 7, 17) if seed < 1 << 64 else key_of(keys[112:128])
        print(", first draw of seat 1 of 110:", next(stream(draws)) * 110 >> 64)


if __name__ == "__main__":
    main()
