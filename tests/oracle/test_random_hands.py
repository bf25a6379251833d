"""Random hands of the full decks: every question about a hand, both solvers."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rummy_solver.hand import Hand
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import get_rules
from support.oracle import Plain, Public, random_hand

CORE, PLAIN = Public(), Plain()

VARIANTS: dict[str, RuleSet] = {
    **{
        name: get_rules(name)
        for name in ("rummyclub", "joker_rummy", "basic_rummy", "rummikub", "rummikub6", "remi")
    },
    "gin_rummy": get_rules("gin_rummy"),
    "okey": get_rules("okey").replace(indicator="K5"),
    "rummikub6_wide": get_rules("rummikub6").replace(max_group=6, jokers=4),
    "joker_rummy_14": get_rules("joker_rummy").replace(max_run=14, ace_in_group=1),
    "joker_rummy_two": get_rules("joker_rummy").replace(max_jokers_per_meld=2),
    "single_opening": get_rules("joker_rummy").replace(opening_single_meld=True),
    "two_naturals": get_rules("rummyclub").replace(min_naturals=2, jokers=4),
    "short_runs": get_rules("rummikub").replace(max_run=5, ace="high"),
    "runs_of_four": get_rules("remi").replace(min_run=4, max_group=3),
    "one_copy_jokers": get_rules("basic_rummy").replace(jokers=3, max_jokers_per_meld=1),
}
OBJECTIVES: tuple[Any, ...] = (
    "tiles", "points", "penalty", ("tiles",), ("penalty", "points"), ("tiles", "penalty", "points"),
)  # fmt: skip
MOST_SOLUTIONS = 3000


def compare(hand: Hand, rules: RuleSet, objective: Any) -> None:
    """Compare the answers to every question about one hand."""
    what = f"{rules.name} {objective}: {hand}"
    values = PLAIN.values(hand, rules, objective)
    assert CORE.values(hand, rules, objective) == values, what
    assert CORE.evaluate(hand, rules, objective=objective) == values[0], what
    total = PLAIN.count(hand, rules, objective)
    assert CORE.count(hand, rules, objective) == total, what
    if total <= MOST_SOLUTIONS:
        found = CORE.solutions(hand, rules, objective=objective)
        assert len(found) == total, what
        assert set(found) == set(PLAIN.solutions(hand, rules, objective=objective)), what
    assert CORE.opening(hand, rules, objective=objective) == PLAIN.opening(
        hand, rules, objective=objective
    ), what


def compare_more(hand: Hand, rules: RuleSet) -> None:
    """Compare melds, pairs and discards of one hand."""
    what = f"{rules.name}: {hand}"
    melds = CORE.melds(hand, rules)
    assert len(melds) == len(set(melds)), what
    assert set(melds) == set(PLAIN.melds(hand, rules)), what
    assert CORE.pairs(hand, rules) == PLAIN.pairs(hand, rules), what
    if len(hand) > 0:
        found = CORE.discards(hand, rules, "penalty")
        assert found == PLAIN.discards(hand, rules, "penalty"), what


def sizes_of(rules: RuleSet) -> list[int]:
    return [rules.hand_size, rules.hand_size + 1, rules.hand_size - 4]


def run(rng: random.Random, rules: RuleSet, hands: int) -> None:
    for number in range(hands):
        size = rng.choice(sizes_of(rules))
        hand = random_hand(rng, rules, size, dense=number % 2 == 1)
        compare(hand, rules, OBJECTIVES[number % len(OBJECTIVES)])
        if number % 10 == 0:
            compare_more(hand, rules)


def run_heavy(rng: random.Random, rules: RuleSet, hands: int, most: int) -> None:
    """Hands with all jokers of the deck, and long ones."""
    for number in range(hands):
        size = rng.randrange(rules.hand_size - 3, most + 1)
        jokers = rng.randrange(max(0, rules.jokers - 1), rules.jokers + 1)
        hand = random_hand(rng, rules, size, min(jokers, size), dense=number % 3 == 0)
        compare(hand, rules, OBJECTIVES[number % len(OBJECTIVES)])


@pytest.mark.parametrize("name", VARIANTS)
def test_random_hands(name: str, rng: random.Random) -> None:
    run(rng, VARIANTS[name], 72)


@pytest.mark.parametrize("name", VARIANTS)
def test_joker_heavy_hands(name: str, rng: random.Random) -> None:
    run_heavy(rng, VARIANTS[name], 12, 17)


@pytest.mark.parametrize("name", ["rummyclub", "joker_rummy", "rummikub", "basic_rummy"])
def test_long_hands(name: str, rng: random.Random) -> None:
    rules = VARIANTS[name]
    for size in (20, 22, 24):
        hand = random_hand(rng, rules, size, jokers=min(rules.jokers, 4))
        compare(hand, rules, "tiles")


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_many_random_hands(name: str, rng: random.Random) -> None:
    run(rng, VARIANTS[name], 20_000)


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_many_joker_heavy_hands(name: str, rng: random.Random) -> None:
    run_heavy(rng, VARIANTS[name], 500, 22)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rummyclub", "joker_rummy", "rummikub", "basic_rummy"])
def test_many_long_hands(name: str, rng: random.Random) -> None:
    rules = VARIANTS[name]
    for number in range(150):
        size = rng.randrange(20, 25)
        hand = random_hand(rng, rules, size, jokers=rules.jokers, dense=number % 2 == 0)
        compare(hand, rules, OBJECTIVES[number % len(OBJECTIVES)])
