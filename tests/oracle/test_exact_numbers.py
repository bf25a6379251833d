"""Numbers that are known exactly: how many melds a deck holds, how many hands are all melds."""

from __future__ import annotations

from collections import Counter
from math import comb, prod

import pytest

import rummy_solver as rs
from rummy_solver.hand import Hand
from rummy_solver.reference_distance import deck_counts, melded_sets
from rummy_solver.rulesets import get_rules
from support.oracle import SOLVERS

SOLVER = pytest.mark.parametrize("solver", SOLVERS, ids=lambda solver: solver.name)


@SOLVER
def test_rummikub_has_1173_sets(solver: object) -> None:
    rules = get_rules("rummikub").replace(max_run=5)
    melds = solver.melds(Hand.of(list(rules.deck)), rules)
    tiles = {tuple(sorted(meld.tiles)) for meld in melds}
    by_jokers = Counter(multiset.count(rs.JOKER) for multiset in tiles)
    assert by_jokers == {0: 185, 1: 494, 2: 494}


@SOLVER
def test_melds_of_one_deck(solver: object) -> None:
    rules = get_rules("basic_rummy")
    deck = Hand.of(list(rules.deck))
    kinds = Counter(meld.kind for meld in solver.melds(deck, rules))
    assert kinds == {"group": 65, "run": 264}
    short = rules.replace(max_run=5)
    assert len(solver.melds(deck, short)) == 185


HANDS_WITHOUT_JOKERS = {
    3: (96, 768), 4: (53, 848), 5: (36, 1_152), 6: (4_656, 264_120), 7: (4_980, 547_272),
    8: (4_731, 996_837),
}  # fmt: skip


@pytest.mark.parametrize("size", HANDS_WITHOUT_JOKERS)
def test_hands_that_are_all_melds(size: int) -> None:
    rules = get_rules("rummikub")
    deck = deck_counts(rules.replace(jokers=0))
    hands = melded_sets(deck, rules, size)
    physical = sum(prod(map(comb, deck, hand)) for hand in hands)
    assert (len(hands), physical) == HANDS_WITHOUT_JOKERS[size]
    for hand in list(hands)[:: max(1, len(hands) // 200)]:
        assert rs.evaluate(Hand.from_counts(bytes(hand)), rules, objective="tiles") == size
