"""One test for each trap that other solvers fell into."""

from __future__ import annotations

import pytest

import rummy_solver as rs
from rummy_solver.hand import Hand
from rummy_solver.rules import RuleSet


def laid(hand: str, rules: RuleSet | str) -> int:
    return rs.evaluate(hand, rules, objective="tiles")


def shown(hand: str, rules: str) -> set[str]:
    """The tiles of every meld in a hand, printed."""
    names = rs.get_rules(rules)
    return {names.format(meld) for meld in rs.possible_melds(hand, rules)}


@pytest.mark.parametrize("hand", ["R5 * *", "* R12 R13", "R13 * R1", "* R1 R13", "R1 * R3"])
def test_1_jokers_before_beside_and_above(hand: str) -> None:
    assert laid(hand, "rummyclub") == 3
    assert laid(hand, "remi") == 3


def test_1_the_high_one_needs_an_ace_that_stands_high() -> None:
    assert laid("* R13 R1", "rummikub") == 0
    assert laid("* R12 R13", "rummikub") == 3
    assert laid("R5 * *", "joker_rummy") == 0


def test_1_two_melds_with_one_joker_each() -> None:
    solution = rs.solve("R7 Y7 * B10 B11 *", "rummyclub")
    assert (solution.tile_count, solution.points) == (6, 54)
    assert sorted(meld.jokers for meld in solution.melds) == [1, 1]


def test_2_the_ace_is_never_in_the_middle() -> None:
    for rules in ("rummyclub", "remi", "joker_rummy"):
        assert laid("R12 R13 R1", rules) == 3
        assert laid("R1 R2 R3", rules) == 3
        assert laid("R13 R1 R2", rules) == 0
    for rules in ("rummikub", "basic_rummy"):
        assert laid("R12 R13 R1", rules) == 0
        assert laid("R1 R2 R3", rules) == 3


def test_2_the_ace_is_worth_what_its_place_is_worth() -> None:
    rules = rs.get_rules("joker_rummy")
    assert rs.evaluate("Qs Ks As", rules, objective="points") == 31
    assert rs.evaluate("As 2s 3s", rules, objective="points") == 6
    assert rs.evaluate("As Ah Ad", rules, objective="points") == 33
    low = rules.replace(ace_in_group=1)
    assert rs.evaluate("As Ah Ad", low, objective="points") == 3
    assert rs.evaluate("R12 R13 R1", "rummyclub", objective="points") == 26


def test_2_a_run_of_fourteen() -> None:
    hand = "R1-13 R1"
    assert laid(hand, "rummyclub") == 14
    assert any(len(m) == 14 for m in rs.possible_melds(hand, "rummyclub"))
    assert not any(len(m) == 14 for m in rs.possible_melds(hand, "joker_rummy"))
    assert laid(hand, "joker_rummy") == 14  # 1-2-3 ... 12-13-1, in two runs
    assert laid(hand, "rummikub") == 13


def test_3_the_long_run_is_not_taken_greedily() -> None:
    assert laid("R3 R4 R5 R5 R6 R7", "rummikub") == 6
    assert laid("R3-7 Y5 B5", "rummikub") == 5
    assert laid("R2-8 Y5 B5", "rummikub") == 9  # 2-3-4, 6-7-8 and the group of fives


def test_4_identical_tiles_are_one_kind() -> None:
    hand = "R5 R5 Y5 Y5 B5 B5"
    found = list(rs.solutions(hand, "rummikub"))
    assert len(found) == rs.count_solutions(hand, "rummikub") == 1
    assert rs.count_solutions("R5 R5 R6 R6 R7 R7", "rummikub") == 1
    assert len(rs.possible_melds("R5 R5 R6 R6 R7 R7", "rummikub")) == 1


def test_5_a_cap_on_jokers_cuts_a_run_in_two() -> None:
    hand = "5s 6s * 8s 9s *"
    assert laid(hand, "joker_rummy") == 6
    assert len(rs.solve(hand, "joker_rummy").melds) == 2
    assert laid("3s 4s 5s * 7s 8s * Ts", "joker_rummy") == 8
    assert laid("5s * *", "joker_rummy") == 0


def test_6_best_after_a_discard_is_its_own_question() -> None:
    hand = "3s 4s 5s 3c 4c 5c Ad 2d 3d 4d 5h"
    rows = rs.best_discards(hand, "basic_rummy")
    assert rows[0][1] == 0


def test_7_a_joker_may_be_the_third_copy() -> None:
    assert "R5 * R7" in shown("R5 R6 R6 R7 *", "rummikub")
    hand = "R5 R7 * R6 Y6 B6 R6 Y6 K6"
    assert laid(hand, "rummikub") == 9
    kinds = [{str(meld) for meld in solution.melds} for solution in rs.solutions(hand, "rummikub")]
    assert {"R5 * R7", "R6 Y6 B6", "R6 Y6 K6"} in kinds


def test_8_points_penalty_and_penalty_after_an_opening_differ() -> None:
    hand, rules = "* * Ah 2h 3h 2d Ac 2c", "joker_rummy"
    most = rs.solve(hand, rules, objective=("points", "penalty"))
    assert (most.points, most.penalty) == (42, 4)
    least = rs.solve(hand, rules, objective=("penalty", "points"))
    assert (least.points, least.penalty) == (16, 2)
    opened = rs.opening(hand, rules, objective="penalty")
    assert opened is not None
    assert opened.penalty == 3
    assert opened.points >= 30


def test_9_false_jokers_are_not_wild() -> None:
    rules = rs.get_rules("okey").replace(okey_tile="K6")
    assert laid("F R9 Y9", rules) == 0
    assert laid("F R6 Y6", rules) == 3
    assert laid("K6 R9 Y9", rules) == 3
    assert rs.best_pairs("F R9", rules).value == 0
    assert rs.best_pairs("F F", rules).value == 1


def test_9_no_colour_twice_in_a_group() -> None:
    assert laid("R7 R7 *", "rummikub") == 0
    assert laid("R7 R7 Y7", "rummikub") == 0
    assert laid("R7 Y7 B7 K7 *", "rummikub") == 4
    assert laid("R7 Y7 B7 K7 G7 *", rs.get_rules("rummikub6").replace(max_group=6)) == 6


@pytest.mark.parametrize(
    ("rules", "hand"),
    [
        ("joker_rummy", "* * * * * * 3s 4s 5s 6s 7s 8s 3h 4h 5h 6h 7h 8h 3d 4d 5d 6d 7d 8d"),
        ("rummikub", "* * R1-11 Y1-11"),
        ("remi", "* * R5-13 Y5-13 B5-9"),
    ],
)
def test_10_long_hands_with_all_jokers(rules: str, hand: str) -> None:
    size = len(Hand.parse(hand, rules))
    assert size >= 24
    assert laid(hand, rules) == size
    found = rs.solutions(hand, rules, limit=50)
    assert sum(1 for _ in found) <= 50
    assert rs.evaluate(hand, rules, objective="penalty") == 0


@pytest.mark.parametrize("rules", ["rummyclub", "remi"])
def test_11_five_melds_of_three_leave_nothing_over(rules: str) -> None:
    hand = "R1 Y1 B1 R3 Y3 B3 R5 Y5 B5 R7 Y7 B7 R9 Y9 B9"
    assert laid(hand, rules) == 15
    assert not rs.can_close(hand, rules)
    assert rs.closings(hand, rules) == []


@pytest.mark.parametrize("rules", ["rummyclub", "remi"])
def test_11_both_plans_are_tried(rules: str) -> None:
    six_and_a_joker = "R1 R1 K4 K4 Y9 Y9 B13 B13 R7 R7 Y2 Y2 K11 * B5"
    assert rs.can_close(six_and_a_joker, rules)
    among_runs = "R1-7 R1-7 K9"
    best = rs.best_closing(among_runs, rules)
    assert best is not None
    assert (best.points, best.factor) == ((2, 2) if rules == "rummyclub" else (100, 1))
