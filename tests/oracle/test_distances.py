"""Distance, useful tiles and odds against the list of all closed sets of a deck."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

import pytest

import rummy_solver as rs
from rummy_solver.hand import Hand
from rummy_solver.reference_distance import ClosedSets
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import get_rules
from support.oracle import closed_hand, random_hand, small_rules

SMALL: dict[str, dict[str, Any]] = {
    "two_jokers": {"hand_size": 7},
    "no_jokers": {"jokers": 0, "hand_size": 8},
    "joker_cap": {"max_jokers_per_meld": 1, "hand_size": 7},
    "ace_both": {"jokers": 1, "ace": "both", "max_run": 6, "hand_size": 6},
    "short_runs": {"jokers": 2, "max_run": 3, "hand_size": 6},
    "two_naturals": {"jokers": 2, "min_naturals": 2, "hand_size": 7},
    "real_groups": {"colors": 3, "ranks": 4, "max_run": 4, "min_group": 3, "max_group": 3},
    "real_groups_capped": {
        "colors": 3, "ranks": 5, "min_group": 3, "max_group": 3, "hand_size": 7,
        "max_jokers_per_meld": 1,
    },
    "pairs": {"hand_size": 14, "pairs_to_win": 7, "left_over": 1, "min_group": 2},
    "pairs_single": {
        "hand_size": 14, "pairs_to_win": 7, "left_over": 1, "pair_jokers": "single", "max_run": 3,
    },
    "pairs_only_naturals": {
        "hand_size": 14, "pairs_to_win": 7, "left_over": 1, "pair_jokers": "none",
        "colors": 3, "ranks": 4, "max_run": 4, "min_group": 3, "max_group": 3,
    },
}  # fmt: skip

FULL: dict[str, tuple[str, int]] = {
    "rummyclub": ("rummyclub", 6),
    "remi": ("remi", 7),
    "joker_rummy": ("joker_rummy", 7),
    "basic_rummy": ("basic_rummy", 10),
}


@lru_cache(maxsize=4)
def closed_sets(rules: RuleSet, size: int) -> ClosedSets:
    return ClosedSets(rules, size)


def some_hand(rng: random.Random, rules: RuleSet, size: int) -> tuple[Hand, Hand]:
    """Draw a hand, often close to closing, and tiles that are seen elsewhere."""
    if rng.randrange(3):
        hand = closed_hand(rng, rules, size)
        for _ in range(rng.randrange(4)):
            rest = Hand.from_counts(rules.deck.counts) - hand
            hand = hand - rng.choice(list(hand)) + rng.choice(list(rest))
    else:
        hand = random_hand(rng, rules, size)
    rest = list(Hand.from_counts(rules.deck.counts) - hand)
    seen = rng.sample(rest, rng.choice((0, 0, len(rest) // 3, 2 * len(rest) // 3)))
    return hand, Hand.of(seen)


def compare(rng: random.Random, rules: RuleSet, size: int, discards: bool) -> None:
    sets = closed_sets(rules, size)
    hand, seen = some_hand(rng, rules, size)
    what = f"{rules.name} {size}: {hand} seen {seen}"
    mine, out = tuple(hand.counts), tuple(seen.counts)
    assert rs.distance(hand, rules, seen=seen, size=size) == sets.distance(mine, out), what
    found = rs.useful_tiles(hand, rules, seen=seen, size=size)
    assert {int(t): n for t, n in found.items()} == sets.useful(mine, out), what
    rest = list(Hand.from_counts(rules.deck.counts) - hand - seen)
    if rest:
        compare_longer(hand + rng.choice(rest), seen, rules, size, discards)
    short = hand - rng.choice(list(hand))
    expected = sets.distance(tuple(short.counts), out)
    assert rs.distance(short, rules, seen=seen, size=size) == expected, what


def compare_longer(hand: Hand, seen: Hand, rules: RuleSet, size: int, discards: bool) -> None:
    """Compare a hand of one tile more, and its discards."""
    sets = closed_sets(rules, size)
    what = f"{rules.name} {size}: {hand} seen {seen}"
    mine, out = tuple(hand.counts), tuple(seen.counts)
    assert rs.distance(hand, rules, seen=seen, size=size) == sets.distance(mine, out), what
    if discards:
        rows = rs.rank_discards(hand, rules, seen=seen, size=size)
        found = {
            int(row.tile): (row.distance, {int(t): n for t, n in row.useful.items()})
            for row in rows
        }
        expected = {row.tile: (row.distance, row.useful) for row in sets.discards(mine, out)}
        assert found == expected, what
        assert len(rows) == len(found), what
        assert all(row.copies == sum(row.useful.values()) for row in rows), what
        keys = [(row.distance is None, row.distance or 0, -row.copies) for row in rows]
        assert keys == sorted(keys), what


def compare_odds(rng: random.Random, rules: RuleSet, draws: int) -> None:
    hand, seen = some_hand(rng, rules, rules.hand_size)
    sets = closed_sets(rules, rules.hand_size)
    expected = sets.odds(tuple(hand.counts), tuple(seen.counts), draws)
    found = rs.closing_odds(hand, rules, draws=draws, seen=seen)
    got = (found.numerator, found.denominator)
    assert got == (expected.numerator, expected.denominator), f"{hand} seen {seen} {draws}"


@pytest.mark.parametrize("name", SMALL)
def test_small_decks(name: str, rng: random.Random) -> None:
    rules = small_rules(**SMALL[name])
    for number in range(20):
        compare(rng, rules, rules.hand_size, discards=number % 4 == 0)


@pytest.mark.parametrize("name", SMALL)
def test_small_odds(name: str, rng: random.Random) -> None:
    rules = small_rules(**SMALL[name])
    for draws in (1, 1, 2):
        compare_odds(rng, rules, draws)


@pytest.mark.parametrize("name", FULL)
def test_full_decks(name: str, rng: random.Random) -> None:
    rules, size = get_rules(FULL[name][0]), FULL[name][1]
    for _ in range(3):
        compare(rng, rules, size, discards=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_small_decks_long(name: str, rng: random.Random) -> None:
    rules = small_rules(**SMALL[name])
    for number in range(1_000):
        compare(rng, rules, rules.hand_size, discards=number % 4 == 0)


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_small_odds_long(name: str, rng: random.Random) -> None:
    rules = small_rules(**SMALL[name])
    for draws in (1, 2, 2, 2, 2, 3, 3):
        compare_odds(rng, rules, draws)


@pytest.mark.slow
@pytest.mark.parametrize("name", FULL)
def test_full_decks_long(name: str, rng: random.Random) -> None:
    rules, size = get_rules(FULL[name][0]), FULL[name][1]
    for number in range(150):
        compare(rng, rules, size, discards=number % 5 == 0)
