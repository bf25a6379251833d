"""What `settle` refuses, and the match."""

from __future__ import annotations

from typing import Any

import pytest

import rummy_solver as rs


@pytest.mark.parametrize(
    ("hands", "more", "text"),
    [
        ("R1 R2", {}, "hands: expected a hand per seat"),
        (["R1"], {}, "two seats or more"),
        (["R1", "R1", "R1"], {}, "has 2"),
        (["R1", "R2"], {"winner": 2}, "winner: expected a seat 0..1, got 2"),
        (["R1", "R2"], {"winner": True}, "winner"),
        (["R1", "R2"], {"winner": 0, "before": (1, 2, 3)}, "before: expected 2 totals"),
        (["R1", "R2"], {"left": [5]}, "left"),
        (["R1", "R2"], {"left": [1, 1]}, "left: expected each seat once"),
        (["R1", "R2"], {"trump_holders": [-1]}, "trump_holders"),
    ],
)
def test_wrong_input(hands: Any, more: dict[str, Any], text: str) -> None:
    with pytest.raises(rs.RummyError, match=text):
        rs.settle("rummikub", hands, **more)


def test_totals_go_on() -> None:
    first = rs.settle("rummikub", ["K5", "", "K13"], winner=1)
    second = rs.settle("rummikub", ["", "K1", "K2"], winner=0, before=first.totals)
    assert second.totals == (-5 + 3, 18 - 1, -13 - 2)


def test_a_match_with_a_limit_is_won_by_who_reaches_it() -> None:
    rules = rs.get_rules("rummikub").replace(match_limit=50)
    assert rs.settle(rules, ["", "K13"], winner=0).winner is None
    assert rs.settle(rules, ["", "K13"], winner=0, before=(40, 0)).winner == 0
    assert rs.settle(rules, ["K13", "K13"], before=(70, 70)).winner is None


def test_a_settlement_is_a_value() -> None:
    one = rs.settle("rummikub", ["", "K13"], winner=0)
    assert one == rs.settle("rummikub", ["", "K13"], winner=0)
    assert hash(one) == hash(rs.settle("rummikub", ["", "K13"], winner=0))
