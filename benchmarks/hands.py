"""Seeded hands by class, as a single average says nothing: most random hands hold no meld."""

from __future__ import annotations

import random
from typing import NamedTuple

import rummy_solver as rs

SEED = 20261


def random_hand(rng: random.Random, rules: rs.RuleSet, size: int, jokers: int) -> rs.Hand:
    """Any tiles of the deck with exactly so many jokers."""
    naturals = [tile for tile in rules.deck if not tile.is_joker]
    return rs.Hand.of([*rng.sample(naturals, size - jokers), *[rs.JOKER] * jokers], rules)


def dense_hand(rng: random.Random, rules: rs.RuleSet, size: int, jokers: int) -> rs.Hand:
    """Tiles of a narrow window of ranks, where runs and groups compete for everything."""
    need = size - jokers
    width = max(4, -(-need // (rules.colors * rules.copies)) + 1)
    low = rng.randint(1, rules.ranks - width + 1)
    window = [tile for tile in rules.deck if low <= tile.rank < low + width]
    return rs.Hand.of([*rng.sample(window, need), *[rs.JOKER] * jokers], rules)


def closing_hand(rng: random.Random, rules: rs.RuleSet, size: int, jokers: int) -> rs.Hand:
    """Melds and nothing else; jokers stand in for some of their tiles."""
    while True:
        tiles = _melded(rng, rules, size)
        if len(tiles) == size:
            break
    for place in rng.sample(range(size), jokers):
        tiles[place] = rs.JOKER
    return rs.Hand.of(tiles, rules)


def near_hand(rng: random.Random, rules: rs.RuleSet, size: int, jokers: int) -> rs.Hand:
    """Melds, of which three tiles were exchanged for random ones."""
    hand = _melded(rng, rules, size - jokers)[: size - jokers]
    left = [tile for tile in rules.deck if not tile.is_joker]
    for tile in hand:
        left.remove(tile)
    for place in rng.sample(range(len(hand)), 3):
        hand[place] = left.pop(rng.randrange(len(left)))
    return rs.Hand.of([*hand, *[rs.JOKER] * jokers], rules)


def _melded(rng: random.Random, rules: rs.RuleSet, least: int) -> list[rs.Tile]:
    """Melds that the deck holds side by side, of at least so many tiles."""
    left = [tile for tile in rules.deck if not tile.is_joker]
    hand: list[rs.Tile] = []
    while len(hand) < least:
        meld = _random_meld(rng, rules)
        if all(left.count(tile) >= meld.count(tile) for tile in meld):
            hand += meld
            for tile in meld:
                left.remove(tile)
    return hand


def _random_meld(rng: random.Random, rules: rs.RuleSet) -> list[rs.Tile]:
    if rng.random() < 0.5:
        rank = rng.randint(1, rules.ranks)
        return [rs.Tile.of(color, rank) for color in rng.sample(range(rules.colors), 3)]
    low = rng.randint(1, rules.ranks - 3)
    color = rng.randrange(rules.colors)
    return [rs.Tile.of(color, low + i) for i in range(rng.choice((3, 4)))]


KINDS = {"random": random_hand, "dense": dense_hand, "near": near_hand, "closing": closing_hand}


CLASSES = (
    ("basic_rummy", 10, 0),
    ("rummyclub", 14, 0),
    ("rummyclub", 14, 1),
    ("rummyclub", 14, 2),
    ("joker_rummy", 13, 0),
    ("joker_rummy", 13, 1),
    ("joker_rummy", 13, 2),
    ("joker_rummy", 13, 6),
    ("joker_rummy", 21, 2),
    ("joker_rummy", 21, 6),
)
"""Rule set, tiles and jokers of the classes that are asked of the package for JavaScript."""


def hands(kind: str, name: str, size: int, jokers: int, number: int) -> list[rs.Hand]:
    """The hands of a class, always the same."""
    rng = random.Random(f"{SEED} {kind} {name} {size} {jokers}")
    rules = rs.get_rules(name)
    return [KINDS[kind](rng, rules, size, jokers) for _ in range(number)]


class HandSet(NamedTuple):
    """A class of hands."""

    kind: str
    rules: str
    size: int
    jokers: int

    def __str__(self) -> str:
        return f"{self.kind} {self.rules} {self.size} J={self.jokers}"

    def hands(self, number: int) -> list[rs.Hand]:
        """So many hands of the class, always the same; the first ones do not depend on how many."""
        return hands(self.kind, self.rules, self.size, self.jokers, number)


SETS = (
    HandSet("random", "gin_rummy", 10, 0),
    HandSet("dense", "gin_rummy", 10, 0),
    *(HandSet(kind, "rummyclub", 14, jokers) for kind in KINDS for jokers in (0, 1, 2)),
    HandSet("random", "joker_rummy", 13, 2),
    HandSet("random", "joker_rummy", 13, 6),
    HandSet("dense", "joker_rummy", 13, 6),
    HandSet("random", "joker_rummy", 24, 6),
    HandSet("dense", "joker_rummy", 24, 6),
)
"""The classes that are measured: random and dense ones, three tiles from closing, closing, heavy
with jokers, and the largest hands with all jokers."""
