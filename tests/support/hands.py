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
