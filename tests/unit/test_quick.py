"""The quick way into the core: the same answers as the functions that it is wrapped around."""

from __future__ import annotations

import numpy as np
import pytest

import rummy_solver as rs
from support.hands import GAMES, random_rows


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
@pytest.mark.parametrize("objective", ["tiles", "points", "penalty", ("points", "tiles")])
def test_quick_and_slow_agree(
    rules: rs.RuleSet, objective: str, np_rng: np.random.Generator
) -> None:
    for row in random_rows(rules, 60, np_rng, 0, 20):
        codes = [code for code in row.tolist() if code != 255]
        hand = rs.Hand(codes)
        value = rs.evaluate.__wrapped__(hand, rules, objective=objective)
        slow = rs.solve.__wrapped__(hand, rules, objective=objective)
        for form in (hand, codes, [rs.Tile(code) for code in codes]):
            assert rs.evaluate(form, rules, objective=objective) == value
            found = rs.solve(form, rules, objective=objective)
            assert found == slow and found.hand == hand and found.rules is rules
            assert found.values == slow.values and found.value == value
            assert found.melds == tuple(sorted(found.melds))


def test_a_solution_keeps_the_hand_that_was_solved() -> None:
    codes = [1, 2, 3, 20]
    rs.evaluate(codes, "rummikub")
    found = rs.solve(codes, "rummikub")
    codes[:] = [50, 50]
    assert found.hand == rs.Hand.parse("R1 R2 R3 Y7")
    assert str(found.deadwood) == "Y7"


def test_rules_and_objectives_may_alternate() -> None:
    low, high = rs.get_rules("rummikub"), rs.get_rules("rummyclub")
    codes = [12, 13, 1, 40]
    for _ in range(3):
        assert rs.evaluate(codes, low) == 0
        assert rs.evaluate(codes, high) == 3
        assert rs.evaluate(codes, high, objective="penalty") == 1


@pytest.mark.parametrize(
    "codes", [[1, 1, 1], [79], [-1], [2**70], [True, 2, 3], [1.0], [0] * 200, [66], [None]]
)
def test_wrong_lists_are_refused_as_ever(codes: list[object]) -> None:
    rs.evaluate([1, 2, 3], "rummikub")
    for ask in (rs.evaluate, rs.solve):
        with pytest.raises(rs.HandError):
            ask(codes, "rummikub")


def test_wrong_objectives_and_rules_are_refused() -> None:
    with pytest.raises(rs.RuleSetError):
        rs.evaluate([1, 2, 3], "rummikub", objective=["tiles"])
    with pytest.raises(rs.RuleSetError):
        rs.solve([1, 2, 3], "rummikub", objective="beauty")
    with pytest.raises(rs.RuleSetError):
        rs.solve([1, 2, 3], "no such game")
    with pytest.raises(rs.RuleSetError):
        rs.evaluate([1, 2, 3], 7)


def test_wrong_calls_are_type_errors() -> None:
    with pytest.raises(TypeError):
        rs.evaluate([1, 2, 3])
    with pytest.raises(TypeError):
        rs.evaluate([1, 2, 3], "rummikub", "tiles")
    with pytest.raises(TypeError):
        rs.solve([1, 2, 3], "rummikub", goal="tiles")


def test_a_solution_does_not_change() -> None:
    found = rs.solve([1, 2, 3], "rummikub")
    for name in ("melds", "hand", "rules", "values", "extra"):
        with pytest.raises(AttributeError):
            setattr(found, name, ())
