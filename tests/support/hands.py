"""Random hands as arrays: short rows, jokers galore and hands near closing among them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

import rummy_solver as rs

Codes = npt.NDArray[np.uint8]


def game(name: str) -> rs.RuleSet:
    """Return a rule set that answers questions: okey with an okey tile."""
    rules = rs.get_rules(name)
    return rules.replace(okey_tile="K6") if rules.okey_required else rules


GAMES = [game(name) for name in rs.rule_names()]


def random_rows(
    rules: rs.RuleSet, n: int, rng: np.random.Generator, least: int, most: int
) -> Codes:
    """Return hands of least..most tiles; a third of them come from few ranks, so that they meld."""
    rows = np.full((n, most), 255, np.uint8)
    deck = np.array([int(tile) for tile in rules.deck], np.uint8)
    ranks = (deck.astype(int) - 1) % 13
    for i in range(n):
        pool = deck
        if i % 3 == 0:
            low = rng.integers(0, rules.ranks)
            near = (ranks - low) % 13 < 5
            pool = deck[near | (deck == 0)]
        size = min(int(rng.integers(least, most + 1)), len(pool))
        pool = deck if size < least else pool
        size = max(size, least)
        row = rng.choice(pool, size, replace=False)
        rows[i, :size] = row
    return rows


def closed_rows(
    rules: rs.RuleSet, n: int, rng: np.random.Generator, least: int, most: int
) -> Codes:
    """Return hands of least..most tiles made of melds, or of pairs, with what is missing random."""
    melds = [[int(tile) for tile in meld.tiles] for meld in rs.possible_melds(_whole(rules), rules)]
    rows = np.full((n, most), 255, np.uint8)
    for i in range(n):
        size = int(rng.integers(least, most + 1))
        left = list(rules.deck.counts)
        row: list[int] = []
        if rules.pairs_to_win and i % 6 == 0:
            kinds = [code for code, copies in enumerate(left) if copies == 2]
            row = list(np.repeat(rng.choice(kinds, size // 2, replace=False), 2))
            for code in row:
                left[code] -= 1
        else:
            for number in rng.integers(0, len(melds), 60).tolist():
                meld = melds[number]
                fits = all(meld.count(code) <= left[code] for code in meld)
                if fits and len(row) + len(meld) <= size:
                    row += meld
                    for code in meld:
                        left[code] -= 1
        loose = [code for code, copies in enumerate(left) for _ in range(copies)]
        row += list(rng.choice(loose, size - len(row), replace=False))
        rows[i, :size] = row
    return rows


def _whole(rules: rs.RuleSet) -> rs.Hand:
    """One copy of every tile and two jokers at most: enough for every kind of meld."""
    codes = [code for code, copies in enumerate(rules.deck.counts) if copies and code]
    return rs.Hand.of(bytes([0] * min(2, rules.deck.counts[0]) + codes), rules)
