"""Points as data."""

import pickle

import pytest

from rummy_solver.points import RANK, TEN, Points
from rummy_solver.rulesets import get_rules


def test_named_tables() -> None:
    assert [RANK[1], RANK[10], RANK[13], TEN[9], TEN[10], TEN[13]] == [1, 10, 13, 9, 10, 10]


def test_value() -> None:
    points = TEN.but({1: 15, "joker": 30, "ace_high": 11})
    assert pickle.loads(pickle.dumps(points)) == points == eval(repr(points), {"Points": Points})
    assert len({points, TEN.but({"joker": 30, "ace_high": 11, 1: 15})}) == 1
    assert (points.joker, points.ace_high, points.most, len(points)) == (30, 11, 30, 15)
    assert (TEN.joker, TEN.ace_high) == (None, 1)
    assert points.but({"joker": None, "ace_high": None, 1: 1}) == TEN
    with pytest.raises(AttributeError):
        points.more = 1  # type: ignore[attr-defined]


def test_missing_keys_stay_as_before() -> None:
    rules = get_rules("joker_rummy").replace(hand_points={"joker": 0})
    assert (rules.hand_points.joker, rules.hand_points[1], rules.hand_points[13]) == (0, 15, 10)
    again = rules.replace(hand_points={1: 1}, tile_points={"ace_high": 14})
    assert (again.hand_points.joker, again.hand_points[1]) == (0, 1)
    assert again.run_points[1] == 1
    assert again.run_points[14] == 14


def test_a_name_is_a_whole_table() -> None:
    rules = get_rules("joker_rummy").replace(tile_points="rank", hand_points="rank")
    assert rules.tile_points == RANK
    assert rules.run_points == (0, *range(1, 14), 1)
    assert rules.hand_points == RANK.but({"joker": 30})
