"""Every hand of small decks: value and number of solutions of both solvers.

The reference keeps what it has found out for one hand and uses it for all others, so that a
deck of a few hundred thousand hands takes seconds.
"""

from __future__ import annotations

from typing import Any

import pytest

import rummy_solver as rs
from rummy_solver.hand import Hand
from rummy_solver.reference import BASE, Search
from rummy_solver.reference_melds import possible_melds
from rummy_solver.rules import RuleSet
from support.oracle import every_hand, plain, small_rules, sorted_melds

TWO_COLORS: dict[str, dict[str, Any]] = {
    "no_jokers": {"jokers": 0},
    "one_joker": {"jokers": 1},
    "two_jokers": {"jokers": 2},
    "joker_cap": {"jokers": 2, "max_jokers_per_meld": 1},
    "ace_both": {"jokers": 1, "ace": "both", "max_run": 6},
    "ace_both_capped": {"jokers": 2, "ace": "both", "max_run": 5, "max_jokers_per_meld": 1},
    "ace_high": {"jokers": 2, "ace": "high", "max_run": 5},
    "short_runs": {"jokers": 2, "max_run": 3},
    "runs_of_four": {"jokers": 1, "min_run": 4, "max_run": 4},
    "two_naturals": {"jokers": 2, "min_naturals": 2},
    "ace_points": {
        "jokers": 2, "ace": "both", "max_run": 5, "ace_in_group": 11,
        "tile_points": {1: 1, "ace_high": 11}, "hand_points": {1: 15, "joker": 30},
    },
    "joker_points": {
        "jokers": 2, "tile_points": {"joker": 0}, "hand_points": {"joker": 0},
        "max_jokers_per_meld": 1,
    },
}  # fmt: skip

FOUR_COLORS: dict[str, dict[str, Any]] = {
    "no_jokers": {"jokers": 0},
    "two_jokers": {"jokers": 2},
    "joker_cap": {"jokers": 2, "max_jokers_per_meld": 1, "ace": "both", "max_run": 4},
    "small_groups": {"jokers": 1, "max_group": 3, "max_run": 3},
    "two_naturals": {"jokers": 2, "min_naturals": 2, "ace": "both", "max_run": 5},
}

OBJECTIVES: tuple[Any, ...] = (
    "tiles", "points", "penalty", ("tiles",), ("penalty", "tiles"), ("points", "penalty", "tiles"),
)  # fmt: skip


def four_colors(**knobs: Any) -> RuleSet:
    usual: dict[str, Any] = {
        "colors": 4, "ranks": 4, "copies": 1, "min_group": 3, "max_group": 4, "max_run": 4,
    }  # fmt: skip
    return small_rules(**{**usual, **knobs})


def compare_all(rules: RuleSet, objective: Any, step: int, sets_every: int) -> None:
    """Compare each `step`-th hand, and all its solutions now and then."""
    search = Search(rules.deck.counts, rules, objective)
    first = BASE ** (len(search.components) - 1)
    price = rules.hand_points_by_code if search.components[0] == "penalty" else None
    for number, counts in enumerate(every_hand(rules)):
        if number % step:
            continue
        hand = Hand.from_counts(counts)
        gain = search.best(search.state_of(counts), 0)
        assert gain is not None
        value = gain // first
        if price is not None:
            value = sum(a * b for a, b in zip(price, counts, strict=True)) - value
        assert rs.evaluate(hand, rules, objective=objective) == value, str(hand)
        total = search.total(counts)
        assert rs.count_solutions(hand, rules, objective=objective) == total, str(hand)
        if number // step % sets_every == 0:
            compare_sets(search, hand, rules, objective)


def compare_sets(search: Search, hand: Hand, rules: RuleSet, objective: Any) -> None:
    expected = list(search.solutions(hand.counts))
    found = list(rs.solutions(hand, rules, objective=objective))
    plain_melds = [sorted_melds(solution.melds) for solution in found]
    assert len(set(plain_melds)) == len(plain_melds), f"{hand}: a solution comes twice"
    assert set(plain_melds) == {solution.melds for solution in expected}, str(hand)
    best = rs.solve(hand, rules, objective=objective)
    assert sorted_melds(best.melds) in set(plain_melds), str(hand)
    for solution in [best, *found]:
        assert tuple(solution.values) == expected[0].values, str(hand)
        laid = [tile for meld in solution.melds for tile in meld.tiles]
        assert Hand.of(laid) + solution.deadwood == hand, str(hand)
    melds = [plain(meld) for meld in rs.possible_melds(hand, rules)]
    assert len(set(melds)) == len(melds), str(hand)
    assert set(melds) == set(possible_melds(hand.counts, rules)), str(hand)


@pytest.mark.parametrize("objective", OBJECTIVES, ids=str)
@pytest.mark.parametrize("knobs", TWO_COLORS.values(), ids=TWO_COLORS)
def test_two_colors_sample(knobs: dict[str, Any], objective: Any) -> None:
    compare_all(small_rules(**knobs), objective, step=701, sets_every=5)


@pytest.mark.parametrize("objective", OBJECTIVES, ids=str)
@pytest.mark.parametrize("knobs", FOUR_COLORS.values(), ids=FOUR_COLORS)
def test_four_colors_sample(knobs: dict[str, Any], objective: Any) -> None:
    compare_all(four_colors(**knobs), objective, step=701, sets_every=5)


@pytest.mark.parametrize("knobs", TWO_COLORS.values(), ids=TWO_COLORS)
def test_every_second_hand_of_two_colors_of_four(knobs: dict[str, Any]) -> None:
    runs = min(knobs.get("max_run", 4), 4)
    rules = small_rules(**{**knobs, "ranks": 4, "max_run": max(runs, knobs.get("min_run", 3))})
    compare_all(rules, "tiles", step=2, sets_every=29)


@pytest.mark.slow
@pytest.mark.parametrize("objective", OBJECTIVES, ids=str)
@pytest.mark.parametrize("knobs", TWO_COLORS.values(), ids=TWO_COLORS)
def test_every_hand_of_two_colors(knobs: dict[str, Any], objective: Any) -> None:
    compare_all(small_rules(**knobs), objective, step=1, sets_every=7)


@pytest.mark.slow
@pytest.mark.parametrize("objective", OBJECTIVES, ids=str)
@pytest.mark.parametrize("knobs", FOUR_COLORS.values(), ids=FOUR_COLORS)
def test_every_hand_of_four_colors(knobs: dict[str, Any], objective: Any) -> None:
    compare_all(four_colors(**knobs), objective, step=1, sets_every=7)
