"""How much the core works, counted and not timed: the same on every machine, run after run."""

from __future__ import annotations

import random

import pytest

import rummy_solver as rs
from rummy_solver.solver import compiled

HANDS = 500


def dealt(rules: rs.RuleSet, size: int, jokers: int, dense: bool) -> list[rs.Hand]:
    """The same hands always: of the whole deck, or of the tiles of a few neighbouring ranks."""
    rng = random.Random(f"{rules.name} {size} {jokers} {dense}")
    tiles = [tile for tile in rules.deck if not tile.is_joker]
    hands = []
    for _ in range(HANDS):
        pool = tiles
        if dense:
            width = max(4, -(-(size - jokers) // (rules.colors * rules.copies)) + 1)
            low = rng.randint(1, rules.ranks - width + 1)
            pool = [tile for tile in tiles if low <= tile.rank < low + width]
        hands.append(rs.Hand([*rng.sample(pool, size - jokers), *[rs.JOKER] * jokers]))
    return hands


@pytest.mark.parametrize(
    ("name", "size", "jokers", "dense", "most_nodes", "most_lookups"),
    [
        ("gin_rummy", 10, 0, False, 0.068, 0.072),
        ("gin_rummy", 10, 0, True, 4.722, 6.910),
        ("rummyclub", 14, 0, False, 0.432, 0.492),
        ("rummyclub", 14, 1, False, 2.586, 6.824),
        ("rummyclub", 14, 2, False, 3.760, 14.814),
        ("rummyclub", 14, 0, True, 9.762, 20.010),
        ("rummyclub", 14, 2, True, 27.402, 108.924),
        ("joker_rummy", 13, 6, False, 1.678, 2.154),
        ("joker_rummy", 24, 6, False, 58.792, 198.380),
        ("joker_rummy", 24, 6, True, 2617.854, 10309.522),
    ],
)
def test_search_nodes_and_lookups(
    name: str, size: int, jokers: int, dense: bool, most_nodes: float, most_lookups: float
) -> None:
    """Means per hand; fewer are welcome, more are a loss of speed."""
    rules = rs.get_rules(name)
    solver = compiled(rules, "tiles")[0]
    nodes = lookups = 0
    for hand in dealt(rules, size, jokers, dense):
        solver.first(hand.counts)
        more = solver.counters()
        nodes, lookups = nodes + more[0], lookups + more[1]
    assert (nodes / HANDS, lookups / HANDS) <= (most_nodes, most_lookups)
    assert lookups / HANDS <= most_lookups


@pytest.mark.parametrize("name", ["rummyclub", "joker_rummy", "rummikub"])
def test_more_jokers_do_not_multiply_the_work(name: str) -> None:
    """A joker more may cost three times the nodes, never so much again with each that follows."""
    rules = rs.get_rules(name)
    solver = compiled(rules, "tiles")[0]
    nodes = []
    for jokers in range(rules.jokers + 1):
        total = 0
        for hand in dealt(rules, 20, jokers, True)[:100]:
            solver.first(hand.counts)
            total += solver.counters()[0]
        nodes.append(total)
    assert max(nodes) <= 8 * nodes[0]


def test_tables_stay_small() -> None:
    """All tables of a rule set, for any number of jokers, stay within the second-level cache."""
    for name in ("rummyclub", "joker_rummy", "rummikub", "remi"):
        rules = rs.get_rules(name).replace(name="fresh")
        for jokers in range(rules.jokers + 1):
            rs.evaluate([1, 2, 3] + [0] * jokers, rules)
        assert compiled(rules, "tiles")[0].table_bytes <= 4_000_000
