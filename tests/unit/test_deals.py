"""Seeded deals: uniform, without replacement, the same everywhere."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import rummy_solver as rs
from rummy_solver.deals import TableDeals

MASK = 2**64 - 1


class Stream:
    """The random numbers of one row, in plain integers: what every platform must deal."""

    def __init__(self, seed: int, row: int) -> None:
        _, state = self.splitmix(seed)
        _, state = self.splitmix((state + row * 0xD1342543DE82EF95) & MASK)
        self.s: list[int] = []
        for _ in range(4):
            state, out = self.splitmix(state)
            self.s.append(out)
        self.halves: list[int] = []

    @staticmethod
    def splitmix(state: int) -> tuple[int, int]:
        state = (state + 0x9E3779B97F4A7C15) & MASK
        z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        return state, z ^ z >> 31

    def next64(self) -> int:
        def rotate(x: int, k: int) -> int:
            return (x << k | x >> (64 - k)) & MASK

        s = self.s
        out = rotate(s[1] * 5 & MASK, 7) * 9 & MASK
        t = s[1] << 17 & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotate(s[3], 45)
        return out

    def below(self, bound: int) -> int:
        while True:
            if not self.halves:
                x = self.next64()
                self.halves = [x & 0xFFFFFFFF, x >> 32]
            m = self.halves.pop() * bound
            if m & 0xFFFFFFFF >= 2**32 % bound:
                return m >> 32


def dealt(deck: list[int], seed: int, row: int, width: int) -> list[int]:
    stream, tiles = Stream(seed, row), list(deck)
    for i in range(width):
        j = i + stream.below(len(tiles) - i)
        tiles[i], tiles[j] = tiles[j], tiles[i]
    return tiles[:width]


@pytest.mark.parametrize("name", ["rummikub", "rummikub6", "basic_rummy", "joker_rummy"])
@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1])
def test_same_on_every_platform(name: str, seed: int) -> None:
    rules = rs.get_rules(name)
    deck = [int(tile) for tile in rules.deck]
    rows = rs.deal(rules, 50, seed=seed)
    assert rows.tolist() == [dealt(deck, seed, i, rules.hand_size) for i in range(50)]


def test_row_depends_on_nothing_else() -> None:
    long = rs.deal("remi", 20_000, seed=7)
    assert np.array_equal(long[:9000], rs.deal("remi", 9000, seed=7))
    assert np.array_equal(long[:, :5], rs.deal("remi", 20_000, seed=7, hand_size=5))
    for threads in (2, 4):
        assert np.array_equal(long, rs.deal("remi", 20_000, seed=7, threads=threads))
    assert np.array_equal(long[5000:6000], rs.deal("remi", 1000, seed=7, start=5000))
    tables = rs.deal("remi", 200, seed=7, seats=2)
    later = rs.deal("remi", 50, seed=7, seats=2, start=150)
    assert tables.trump is not None and later.trump is not None
    assert np.array_equal(tables.hands[150:], later.hands)
    assert np.array_equal(tables.trump[150:], later.trump)
    assert not np.array_equal(long, rs.deal("remi", 20_000, seed=8))


def test_never_more_than_the_deck() -> None:
    for name in rs.rule_names():
        rules = rs.get_rules(name)
        if rules.okey_required:
            rules = rules.replace(okey_tile="K6")
        size = min(rules.deck.size, 60)
        rows = rs.deal(rules, 300, seed=3, hand_size=size)
        counts = np.apply_along_axis(np.bincount, 1, rows, minlength=79)
        assert (counts <= np.frombuffer(rules.deck.counts, np.uint8)).all()
        whole = rs.deal(rules, 2, seed=3, hand_size=rules.deck.size)
        assert [sorted(row) for row in whole.tolist()] == [[int(x) for x in rules.deck]] * 2


def test_every_tile_is_equally_likely_at_every_place() -> None:
    n = 200_000
    rows = rs.deal("basic_rummy", n, seed=11)
    for place in range(10):
        seen = np.bincount(rows[:, place], minlength=53)[1:]
        chi = ((seen - n / 52) ** 2 / (n / 52)).sum()
        assert 20 < chi < 105  # 51 degrees of freedom: beyond is rarer than 1 in 10,000


def test_neighbouring_rows_and_seeds_are_unrelated() -> None:
    n = 100_000
    rows = rs.deal("basic_rummy", n, seed=5)
    other = rs.deal("basic_rummy", n, seed=6)
    for a, b in [(rows[:-1], rows[1:]), (rows, other), (rows[:-1], other[1:])]:
        same = (a == b).mean(axis=0)
        assert np.abs(same - 1 / 52).max() < 0.003


def test_jokers_of_the_deck() -> None:
    assert not (rs.deal("rummikub", 5000, seed=1, jokers=0) == 0).any()
    some = (rs.deal("rummikub", 5000, seed=1, jokers=6) == 0).mean()
    assert abs(some - 6 / 110) < 0.004


def test_no_rows_and_wide_rows() -> None:
    assert rs.deal("rummikub", 0, seed=1).shape == (0, 14)
    rows = rs.deal("rummikub", 1, seed=1)
    assert rows.dtype == np.uint8 and rows.flags.c_contiguous


def test_tables_of_seats() -> None:
    deals = rs.deal("rummikub", 4000, seed=1, seats=4)
    assert isinstance(deals, TableDeals)
    assert deals.hands.shape == (4000, 4, 14) and deals.trump is None
    assert deals.trump_holders is None
    flat = deals.hands.reshape(4000, -1)
    assert np.array_equal(flat, rs.deal("rummikub", 4000, seed=1, hand_size=56))


def test_starter_and_trump_of_remi() -> None:
    n = 40_000
    deals = rs.deal("remi", n, seed=4, seats=3)
    assert deals.trump is not None and deals.trump_holders is not None
    assert deals.hands.shape == (n, 3, 15)
    assert (deals.hands[:, 0] != 255).all() and (deals.hands[:, 1:, 14] == 255).all()
    assert (deals.hands[:, :, :14] != 255).all()
    assert (deals.trump_holders.sum(axis=1) <= 1).all()
    shares = deals.trump_holders.mean(axis=0)
    assert np.abs(shares - np.array([15, 14, 14]) / 106).max() < 0.006
    holds = (deals.hands == deals.trump[:, None, None]).any(axis=2)
    assert (holds | ~deals.trump_holders).all()
    seen = np.bincount(deals.trump, minlength=53)
    assert np.abs(seen / n - 2 / 106).max() < 0.003


def test_trump_by_equal_tile() -> None:
    rules = rs.get_rules("remi").replace(trump_match="copy")
    deals = rs.deal(rules, 5000, seed=4, seats=4)
    assert deals.trump is not None and deals.trump_holders is not None
    holds = (deals.hands == deals.trump[:, None, None]).any(axis=2)
    assert np.array_equal(holds, deals.trump_holders)


def test_trump_when_every_tile_is_dealt() -> None:
    rules = rs.get_rules("remi").replace(starter_extra=0)
    deals = rs.deal(rules, 500, seed=4, hand_size=53, seats=2)
    assert deals.trump_holders is not None
    assert (deals.trump_holders.sum(axis=1) == 1).all()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": -1}, "deals: expected an integer 0..1099511627776, got -1"),
        ({"n": 1.5}, "deals: expected an integer 0..1099511627776, got 1.5"),
        ({"seed": -1}, "seed: expected an integer 0..18446744073709551615, got -1"),
        ({"hand_size": 0}, "hand_size: expected an integer >= 1, got 0"),
        ({"hand_size": 107}, "deal: expected at most the 106 tiles of the deck, got 107"),
        ({"jokers": 7}, "jokers: expected an integer 0..6, got 7"),
        ({"seats": 8}, "deal: expected at most the 106 tiles of the deck, got 112"),
        ({"seats": 0}, "seats: expected an integer >= 1, got 0"),
        ({"threads": 0}, "threads: expected an integer 1..1024, got 0"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(rs.RummyError) as fault:
        rs.deal("rummikub", **{"n": 1, "seed": 1, **arguments})
    assert str(fault.value) == message
