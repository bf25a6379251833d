"""Seeded hands by class, as a single average says nothing: most random hands hold no meld."""

from __future__ import annotations

import random

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


def near_hand(rng: random.Random, rules: rs.RuleSet, size: int, jokers: int) -> rs.Hand:
    """Melds, of which three tiles were exchanged for random ones."""
    left = [tile for tile in rules.deck if not tile.is_joker]
    hand: list[rs.Tile] = []
    while len(hand) < size - jokers:
        meld = _random_meld(rng, rules)
        if all(left.count(tile) >= meld.count(tile) for tile in meld):
            hand += meld
            for tile in meld:
                left.remove(tile)
    hand = hand[: size - jokers]
    for place in rng.sample(range(len(hand)), 3):
        hand[place] = left.pop(rng.randrange(len(left)))
    return rs.Hand.of([*hand, *[rs.JOKER] * jokers], rules)


def _random_meld(rng: random.Random, rules: rs.RuleSet) -> list[rs.Tile]:
    if rng.random() < 0.5:
        rank = rng.randint(1, rules.ranks)
        return [rs.Tile.of(color, rank) for color in rng.sample(range(rules.colors), 3)]
    low = rng.randint(1, rules.ranks - 3)
    color = rng.randrange(rules.colors)
    return [rs.Tile.of(color, low + i) for i in range(rng.choice((3, 4)))]


KINDS = {"random": random_hand, "dense": dense_hand, "near": near_hand}

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
"""Rule set, tiles and jokers of each class."""


def hands(kind: str, name: str, size: int, jokers: int, number: int) -> list[rs.Hand]:
    """The hands of a class, always the same."""
    rng = random.Random(f"{SEED} {kind} {name} {size} {jokers}")
    rules = rs.get_rules(name)
    return [KINDS[kind](rng, rules, size, jokers) for _ in range(number)]
