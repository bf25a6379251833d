"""What `settle` refuses, and the match."""

from __future__ import annotations

from typing import Any

import pytest

import rummy_solver as rs
from rummy_solver.scoring import hand_penalty, may_refuse, opening_value

GOING_OUT = rs.best_closing("As 2s 3s", "basic_rummy")


@pytest.mark.parametrize(
    ("rules", "hands", "more", "text"),
    [
        ("rummikub", "R1 R2", {}, "hands: expected a hand per seat, got 'R1 R2'"),
        ("rummikub", ["R1"], {}, "hands: expected a hand per seat, two seats or more, got 1"),
        ("rummikub", ["R1", "R1", "R1"], {}, "hand has 3 of R1, deck 'rummikub' has 2"),
        ("rummikub", ["", ""], {"winner": 2}, "winner: expected a seat 0..1, got 2"),
        ("rummikub", ["", ""], {"winner": True}, "winner: expected a seat 0..1, got True"),
        ("rummikub", ["", ""], {"left": [5]}, "left: expected a seat 0..1, got 5"),
        ("rummikub", ["", ""], {"left": [1, 1]}, "left: expected each seat once, got (1, 1)"),
        (
            "rummikub",
            ["", ""],
            {"winner": 0, "before": (1, 2, 3)},
            "before: expected 2 totals, all integers, got (1, 2, 3)",
        ),
        (
            "remi",
            ["", ""],
            {"trump_holders": [-1]},
            "trump_holders: expected a seat 0..1, got -1",
        ),
        (
            "remi",
            ["", ""],
            {"trump_holders": [0, 1]},
            "trump_holders: expected one seat at most, got 2",
        ),
        ("remi", ["", ""], {"winner": 0}, "closing: expected the closing of the winner, got None"),
        ("remi", ["", ""], {"closing": 5}, "closing: expected a Closing or None, got 5"),
        ("remi", ["", ""], {"one_turn": "no"}, "one_turn: expected True or False, got 'no'"),
        ("remi", ["", ""], {"left": 1}, "left: expected a list of seats, got 1"),
        ("remi", ["", ""], {"before": 1}, "before: expected 2 totals, all integers, got 1"),
        (
            "rummyclub",
            ["", ""],
            {"winner": 0, "closing": GOING_OUT},
            (
                "closing: expected points, as closings of 'rummyclub' have, "
                "got one without, of rule set 'basic_rummy'"
            ),
        ),
    ],
)
def test_wrong_input(rules: str, hands: Any, more: dict[str, Any], text: str) -> None:
    with pytest.raises(rs.RummyError) as caught:
        rs.settle(rules, hands, **more)
    assert str(caught.value) == text


def test_a_meld_that_is_none_has_no_opening_value() -> None:
    with pytest.raises(rs.TableError) as caught:
        opening_value(["7s 7h"], "joker_rummy")
    assert str(caught.value) == "meld: expected tiles of one legal meld, got 7s 7h"
    assert opening_value([], "joker_rummy") == 0
    assert opening_value([], rs.get_rules("joker_rummy").replace(opening_single_meld=True)) == 0


def test_the_deck_of_the_rules_is_asked() -> None:
    assert hand_penalty("G5", "rummyclub") == 5
    assert rs.settle("rummyclub", ["G5", "* K1"]).penalties == (5, 31)
    for question in (hand_penalty, may_refuse):
        with pytest.raises(rs.HandError, match="hand has 3 of R1, deck 'remi' has 2"):
            question("R1 R1 R1", "remi")
    with pytest.raises(rs.HandError, match="hand has 2 of 7s, deck 'basic_rummy' has 1"):
        opening_value(["7s 7s 7d"], "basic_rummy")


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


def test_a_closing_that_is_not_told_counts_once() -> None:
    assert rs.settle("rummyclub", [None] * 3, winner=1).points == (-1, 2, -1)


def test_one_pair_may_be_enough_to_refuse() -> None:
    rules = rs.get_rules("remi").replace(refusal_pairs=1)
    assert may_refuse("R1 R1", rules)
    assert not may_refuse("R1 R2 * *", rules)


def test_tiles_of_an_opening_are_read_by_the_rules() -> None:
    assert opening_value(["G5 G6 G7"], rs.get_rules("rummyclub").replace(opening_points=10)) == 18
