"""Exact numbers of hands, against sums of melds: every closable hand is one, and no other is."""

from __future__ import annotations

import csv
import itertools
from collections import Counter
from fractions import Fraction
from math import comb, prod
from pathlib import Path
from typing import Any

import pytest

import rummy_solver as rs
from rummy_solver.combinatorics import closable_probability, hand_count

GOLDEN = Path(__file__).parents[1] / "golden" / "combinatorics"
Multiset = tuple[int, ...]


def melds_of(rules: rs.RuleSet) -> set[Multiset]:
    """Every meld as sorted tile codes, straight from the definition: faces, some of them jokers."""
    faces: list[list[int]] = []
    low, high = int(rules.ace == "high"), rules.ranks + (rules.ace != "low")
    for color in range(rules.colors):
        codes = [1 + 13 * color + place % rules.ranks for place in range(high)]
        for first, last in itertools.combinations(range(low, high + 1), 2):
            if rules.min_run <= last - first <= rules.max_run:
                faces.append(codes[first:last])
    for rank in range(rules.ranks):
        codes = [1 + 13 * color + rank for color in range(rules.colors)]
        for size in range(rules.min_group, min(rules.max_group, rules.colors) + 1):
            faces += map(list, itertools.combinations(codes, size))
    cap = 6 if rules.max_jokers_per_meld is None else rules.max_jokers_per_meld
    found = set()
    for meld in faces:
        for jokers in range(min(cap, rules.jokers, len(meld) - rules.min_naturals) + 1):
            for wild in itertools.combinations(range(len(meld)), jokers):
                found.add(tuple(sorted(0 if i in wild else x for i, x in enumerate(meld))))
    return found


def sums_of_melds(rules: rs.RuleSet, most: int) -> dict[tuple[int, int], set[Multiset]]:
    """All hands of 1..most tiles of the deck that fall into melds, by (tiles, jokers)."""
    deck = rules.deck.counts
    melds = melds_of(rules)
    by_size: dict[int, set[Multiset]] = {0: {()}}
    for size in range(1, most + 1):
        by_size[size] = set()
        for meld in melds:
            for rest in by_size.get(size - len(meld), ()):
                hand = tuple(sorted(rest + meld))
                if all(n <= deck[code] for code, n in Counter(hand).items()):
                    by_size[size].add(hand)
    hands: dict[tuple[int, int], set[Multiset]] = {}
    for size in range(1, most + 1):
        for hand in by_size[size]:
            hands.setdefault((size, hand.count(0)), set()).add(hand)
    return hands


def expected(rules: rs.RuleSet, hands: set[Multiset]) -> tuple[int, int]:
    deck = rules.deck.counts
    physical = sum(prod(comb(deck[code], n) for code, n in Counter(h).items()) for h in hands)
    return len(hands), physical


SMALL: list[dict[str, Any]] = [
    {"ranks": 5, "colors": 3, "jokers": 2, "ace": "low"},
    {"ranks": 4, "colors": 3, "jokers": 3, "ace": "both"},
    {"ranks": 4, "colors": 3, "jokers": 3, "ace": "high"},
    {"ranks": 5, "colors": 2, "jokers": 4, "ace": "low"},
    {"ranks": 5, "colors": 3, "jokers": 3, "ace": "both", "max_jokers_per_meld": 1},
    {"ranks": 6, "colors": 1, "jokers": 6, "ace": "both", "max_jokers_per_meld": 2},
    {"ranks": 6, "colors": 1, "jokers": 6, "ace": "both"},
    {"ranks": 6, "colors": 2, "jokers": 2, "ace": "low", "max_run": 4},
    {"ranks": 6, "colors": 2, "jokers": 3, "ace": "both", "max_run": 3},
    {"ranks": 5, "colors": 3, "jokers": 3, "ace": "low", "min_naturals": 2},
    {"ranks": 4, "colors": 4, "jokers": 2, "ace": "low", "copies": 1, "max_group": 3},
    {"ranks": 4, "colors": 3, "jokers": 2, "ace": "low", "min_run": 2, "min_group": 2},
    {"ranks": 3, "colors": 6, "jokers": 2, "ace": "low", "max_group": 6},
    {"ranks": 5, "colors": 2, "jokers": 2, "ace": "both", "min_run": 4, "max_run": 5},
]


@pytest.mark.parametrize("knobs", SMALL, ids=lambda knobs: ",".join(map(str, knobs.values())))
def test_small_decks_against_sums_of_melds(knobs: dict[str, Any]) -> None:
    rules = rs.get_rules("rummyclub").replace(
        pairs_to_win=0, left_over=0, hand_size=3, max_run=knobs.get("max_run", knobs["ranks"])
    )
    rules = rules.replace(**knobs)
    most = 8 if rules.colors <= 2 else 7
    hands = sums_of_melds(rules, most)
    for size, jokers in itertools.product(range(1, most + 1), range(rules.jokers + 1)):
        want = expected(rules, hands.get((size, jokers), set()))
        assert rs.closable_count(rules, size, jokers=jokers) == want, (size, jokers)


@pytest.mark.parametrize("name", ["rummyclub", "joker_rummy", "basic_rummy", "rummikub", "remi"])
def test_six_tiles_of_every_game(name: str) -> None:
    rules = rs.get_rules(name)
    hands = sums_of_melds(rules, 6)
    for size, jokers in itertools.product(range(3, 7), range(rules.jokers + 1)):
        want = expected(rules, hands.get((size, jokers), set()))
        assert rs.closable_count(rules, size, jokers=jokers) == want, (size, jokers)


def test_published_numbers() -> None:
    lines = (GOLDEN / "rummikub_no_jokers.csv").read_text(encoding="utf-8").splitlines()
    for row in csv.DictReader(line for line in lines if not line.startswith("#")):
        want = (int(row["distinct"]), int(row["physical"]))
        assert rs.closable_count("rummikub", int(row["tiles"])) == want


def test_the_indicator_is_out_of_play() -> None:
    """Colours that are not alike any more: three tiles of the indicator's melds by hand."""
    plain = rs.closable_count("rummyclub", 3)
    okey = rs.closable_count(rs.get_rules("okey").replace(indicator="K5"), 3)
    melds_with_k5 = 3 + 3  # runs K3-5 K4-6 K5-7; two of the three other fives beside it
    assert okey.distinct == plain.distinct
    assert okey.physical == plain.physical - melds_with_k5 * (8 - 4)


def test_long_hands_are_one_table() -> None:
    """What a table for 14 tiles says of 9 is what a table for 9 says."""
    fresh = rs.get_rules("rummikub").replace(name="fresh")
    assert rs.closable_count(fresh, 14).distinct > 0
    assert rs.closable_count(fresh, 9) == rs.closable_count("rummikub", 9)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rummikub", "joker_rummy"])
def test_eight_tiles_with_jokers_against_sums_of_melds(name: str) -> None:
    rules = rs.get_rules(name)
    hands = sums_of_melds(rules, 8)
    for size, jokers in itertools.product((7, 8), range(4)):
        if jokers <= rules.jokers:
            want = expected(rules, hands.get((size, jokers), set()))
            assert rs.closable_count(rules, size, jokers=jokers) == want, (size, jokers)


def test_numbers_of_all_hands() -> None:
    assert hand_count("rummikub", 14).physical == comb(104, 14)
    assert hand_count("rummikub", 2, jokers=1) == (52, 208)
    assert hand_count("basic_rummy", 3) == (comb(52, 3), comb(52, 3))
    assert hand_count("rummikub", 2) == (52 + comb(52, 2), comb(104, 2))


def test_probability_is_exact() -> None:
    ways = 768 + 2 * 680 + 104  # without a joker, with either, with both and any tile
    assert closable_probability("rummikub", 3) == Fraction(ways, comb(106, 3))


def test_hands_that_lay_nothing_down() -> None:
    assert rs.closable_count("rummikub", 0) == (0, 0)
    assert rs.closable_count("rummikub", 2, jokers=2) == (0, 0)
    assert rs.closable_count("joker_rummy", 14, jokers=5) == (0, 0)  # five melds need 15 cards


@pytest.mark.parametrize(
    ("n", "jokers", "message"),
    [
        (-1, 0, "tiles of the hand: expected an integer 0..32, got -1"),
        (33, 0, "tiles of the hand: expected an integer 0..32, got 33"),
        ("5", 0, "tiles of the hand: expected an integer 0..32, got '5'"),
        (5, -1, "jokers of the hand: expected an integer >= 0, got -1"),
        (5, 3, "jokers of the hand: expected at most the 2 jokers of deck 'rummikub', got 3"),
    ],
)
def test_bad_numbers(n: Any, jokers: int, message: str) -> None:
    with pytest.raises(rs.RummyError) as fault:
        rs.closable_count("rummikub", n, jokers=jokers)
    assert str(fault.value) == message


def test_hands_that_no_deck_has() -> None:
    assert hand_count("rummikub", 1, jokers=2) == rs.HandCount(0, 0)
    small = rs.get_rules("basic_rummy").replace(colors=2, ranks=8)
    with pytest.raises(rs.HandError) as caught:
        hand_count(small, 17)
    said = "tiles of the hand: expected at most the 16 tiles of deck 'basic_rummy', got 17"
    assert str(caught.value) == said
