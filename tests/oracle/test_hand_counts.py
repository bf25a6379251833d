"""Exact numbers of hands that are all melds, against the list of all of them."""

from __future__ import annotations

from math import comb, prod
from typing import Any

import pytest

import rummy_solver as rs
from rummy_solver.reference_distance import melded_sets
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import get_rules
from support.oracle import small_rules

SMALL: dict[str, dict[str, Any]] = {
    "two_jokers": {},
    "joker_cap": {"max_jokers_per_meld": 1, "jokers": 3},
    "ace_both": {"ace": "both", "max_run": 6, "jokers": 1},
    "ace_both_capped": {"ace": "both", "max_run": 5, "max_jokers_per_meld": 1},
    "ace_high": {"ace": "high", "jokers": 1},
    "short_runs": {"max_run": 3},
    "runs_of_four": {"min_run": 4, "max_run": 4, "jokers": 3},
    "two_naturals": {"min_naturals": 2, "jokers": 3},
    "three_colors": {"colors": 3, "ranks": 4, "max_run": 4, "min_group": 3, "max_group": 3},
}


def check(rules: RuleSet, most: int) -> None:
    deck = tuple(rules.deck.counts)
    for size in range(1, most + 1):
        hands = melded_sets(deck, rules, size)
        for jokers in range(min(rules.jokers, size) + 1):
            some = [hand for hand in hands if hand[rs.JOKER] == jokers]
            physical = sum(prod(map(comb, deck, hand)) for hand in some)
            found = rs.closable_count(rules, size, jokers=jokers)
            assert found == (len(some), physical), (rules.name, size, jokers)


@pytest.mark.parametrize("knobs", SMALL.values(), ids=SMALL)
def test_small_decks(knobs: dict[str, Any]) -> None:
    check(small_rules(**knobs), 9)


@pytest.mark.parametrize("name", ["rummyclub", "joker_rummy", "basic_rummy", "rummikub6"])
def test_full_decks(name: str) -> None:
    check(get_rules(name), 5)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rummyclub", "joker_rummy", "basic_rummy", "rummikub6"])
def test_full_decks_long(name: str) -> None:
    check(get_rules(name), 7)


@pytest.mark.slow
@pytest.mark.parametrize("knobs", SMALL.values(), ids=SMALL)
def test_small_decks_to_the_last_tile(knobs: dict[str, Any]) -> None:
    rules = small_rules(**knobs)
    check(rules, rules.deck.size)
