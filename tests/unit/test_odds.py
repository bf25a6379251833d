"""Closing odds: the exact fractions, the end of the draws, and the samples beyond three."""

from __future__ import annotations

import pytest

import rummy_solver as rs

NEAR = "7s 9h Jh Qh 3c 4c 5c 7c 8c 9c"


def test_one_draw_is_the_useful_copies() -> None:
    odds = rs.closing_odds(NEAR, "basic_rummy")
    assert (odds.numerator, odds.denominator, odds.error) == (1, 42, 0.0)
    assert odds.probability == pytest.approx(1 / 42)


def test_closed_already() -> None:
    odds = rs.closing_odds("R1-5 Y1-5 K7 K8 K9 *", "remi", draws=3)
    assert (odds.probability, odds.numerator, odds.denominator) == (1.0, 1, 1)


def test_no_draw() -> None:
    assert rs.closing_odds(NEAR, "basic_rummy", draws=0).probability == 0


def test_the_draws_end_with_the_last_tile() -> None:
    rules = rs.get_rules("basic_rummy").replace(ranks=4, colors=2, hand_size=6, max_run=4)
    hand, seen = "As 2s 4s Ah 2h 3h", "4h"
    for draws in range(1, 6):
        odds = rs.closing_odds(hand, rules, draws=draws, seen=seen)
        assert (odds.numerator, odds.denominator) == (1, 1)
    never = rs.closing_odds(hand, rules, draws=2, seen="3s 4h")
    assert never.probability == 0


def test_more_draws_never_hurt() -> None:
    values = [rs.closing_odds(NEAR, "basic_rummy", draws=draws).probability for draws in range(4)]
    assert values == sorted(values)


def test_samples_repeat_and_lie_above_three_draws() -> None:
    exact = rs.closing_odds(NEAR, "basic_rummy", draws=3)
    one = rs.closing_odds(NEAR, "basic_rummy", draws=5, samples=60, seed=3)
    two = rs.closing_odds(NEAR, "basic_rummy", draws=5, samples=60, seed=3)
    other = rs.closing_odds(NEAR, "basic_rummy", draws=5, samples=60, seed=4)
    assert one == two
    assert one != other
    assert one.numerator is one.denominator is None
    assert one.error > 0
    assert one.probability > exact.probability


def test_wrong_arguments() -> None:
    with pytest.raises(rs.HandError, match="10 tiles, got 2"):
        rs.closing_odds("5s 6s", "basic_rummy")
    for draws in (-1, 1.5, True, None):
        with pytest.raises(rs.HandError, match="draws"):
            rs.closing_odds(NEAR, "basic_rummy", draws=draws)  # type: ignore[arg-type]
    with pytest.raises(rs.HandError, match="samples"):
        rs.closing_odds(NEAR, "basic_rummy", draws=4, samples=1)


def test_samples_of_a_hand_that_cannot_close_any_more() -> None:
    hand, unseen = "As 3s 5s 7s 9s Js Ks Ah 3h 5h", "2c 5d 8c Jd"
    rules = rs.get_rules("basic_rummy")
    seen = rs.Hand.of(list(rules.deck), rules) - rs.Hand.parse(f"{hand} {unseen}", rules)
    odds = rs.closing_odds(hand, rules, seen=seen, draws=4, samples=5)
    assert (odds.probability, odds.error) == (0.0, 0.0)
