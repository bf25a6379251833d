"""What distances and odds must say of each other, and of what closes, on full decks."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import pytest

import rummy_solver as rs
from support.oracle import closed_hand, random_hand

RULES = {
    **{name: rs.get_rules(name) for name in ("rummyclub", "remi", "joker_rummy", "basic_rummy")},
    "okey": rs.get_rules("okey").replace(okey_tile="K6"),
}
MOST_JOKERS = 2


def some_hand(rng: random.Random, rules: rs.RuleSet, n: int) -> rs.Hand:
    """A hand of the full deck, most often a closed one with up to three tiles exchanged."""
    while True:
        hand = random_hand(rng, rules, n)
        if rng.randrange(4):
            hand = closed_hand(rng, rules, rules.hand_size)
            rest = list(rs.Hand.from_counts(rules.deck.counts) - hand)
            for tile in rng.sample(rest, n - rules.hand_size):
                hand += tile
            for _ in range(rng.randrange(4)):
                rest = list(rs.Hand.from_counts(rules.deck.counts) - hand)
                hand = hand - rng.choice(list(hand)) + rng.choice(rest)
        if hand.jokers <= MOST_JOKERS:
            return hand


def unseen(hand: rs.Hand, rules: rs.RuleSet, seen: rs.Hand) -> dict[rs.Tile, int]:
    rest = rs.Hand.from_counts(rules.deck.counts) - hand - seen
    return {tile: rest.count(tile) for tile in rest.kinds()}


def closes(hand: rs.Hand, rules: rs.RuleSet) -> bool:
    """Whether a hand of the hand size closes as it is, the threshold to open left aside."""
    if rules.closing == "out":
        return rs.evaluate(hand, rules, objective=("tiles",)) == len(hand)
    return rs.can_close(hand, rules)


def compare_with_closings(rng: random.Random, name: str) -> int:
    """Distance 0 exactly when the hand closes, 1 exactly when some replacement does."""
    rules = RULES[name]
    hand = some_hand(rng, rules, rules.hand_size)
    far = rs.distance(hand, rules)
    assert (far == 0) == closes(hand, rules), f"{name} {hand}"
    replaced = any(
        closes(hand - thrown + drawn, rules)
        for drawn in unseen(hand, rules, rs.Hand())
        for thrown in hand.kinds()
    )
    assert (far is not None and far <= 1) == (replaced or far == 0), f"{name} {hand}"
    longer = some_hand(rng, rules, rules.hand_size + 1)
    assert (rs.distance(longer, rules) == 0) == any(
        closes(longer - thrown, rules) for thrown in longer.kinds()
    ), f"{name} {longer}"
    return -1 if far is None else far


def compare_useful(rng: random.Random, name: str) -> None:
    """A tile is useful when some discard after it leaves less distance, by asking them all."""
    rules = RULES[name]
    hand = some_hand(rng, rules, rules.hand_size)
    rest = list(rs.Hand.from_counts(rules.deck.counts) - hand)
    seen = rs.Hand.of(rng.sample(rest, rng.choice((0, len(rest) // 3))))
    far = rs.distance(hand, rules, seen=seen)
    expected = {}
    for drawn, copies in unseen(hand, rules, seen).items():
        left = [
            rs.distance(hand + drawn - thrown, rules, seen=seen + thrown)
            for thrown in (hand + drawn).kinds()
        ]
        if far and any(after is not None and after < far for after in left):
            expected[drawn] = copies
    assert rs.useful_tiles(hand, rules, seen=seen) == expected, f"{name} {hand} seen {seen}"


def odds_by_enumeration(hand: rs.Hand, rules: rs.RuleSet, seen: rs.Hand, draws: int) -> Fraction:
    """The odds from those of one draw less, over all draws and discards."""
    if rs.distance(hand, rules, seen=seen) == 0:
        return Fraction(1)
    rest = unseen(hand, rules, seen)
    ways, total = Fraction(0), sum(rest.values())
    if draws == 1:
        return Fraction(sum(rs.useful_tiles(hand, rules, seen=seen).values())
                        * (rs.distance(hand, rules, seen=seen) == 1), total)  # fmt: skip
    for drawn, copies in rest.items():
        best = Fraction(0)
        for thrown in (hand + drawn).kinds():
            left, gone = hand + drawn - thrown, seen + thrown
            if draws == 2:
                best = max(best, odds_by_enumeration(left, rules, gone, 1))
            else:
                odds = rs.closing_odds(left, rules, draws=draws - 1, seen=gone)
                assert odds.numerator is not None
                assert odds.denominator is not None
                best = max(best, Fraction(odds.numerator, odds.denominator))
        ways += copies * best
    return ways / total


def compare_odds(rng: random.Random, name: str, draws: int) -> None:
    rules = RULES[name]
    hand = some_hand(rng, rules, rules.hand_size)
    rest = list(rs.Hand.from_counts(rules.deck.counts) - hand)
    seen = rs.Hand.of(rng.sample(rest, rng.choice((0, len(rest) // 2))))
    odds = rs.closing_odds(hand, rules, draws=draws, seen=seen)
    expected = odds_by_enumeration(hand, rules, seen, draws)
    got = (odds.numerator, odds.denominator)
    assert got == (expected.numerator, expected.denominator), f"{name} {hand} seen {seen}"


def best_left(hand: rs.Hand, rules: rs.RuleSet, seen: rs.Hand, draws: int) -> rs.Hand:
    """What is left after the discard with the best odds."""

    def chance(thrown: rs.Tile) -> float:
        left = hand - thrown
        return rs.closing_odds(left, rules, draws=draws, seen=seen + thrown).probability

    return hand - max(hand.kinds(), key=chance)


def simulated(rng: random.Random, hand: rs.Hand, rules: rs.RuleSet, draws: int, n: int) -> float:
    """Share of `n` rounds in which drawing at random and throwing at best closes the hand."""
    closed = 0
    stock = list(rs.Hand.from_counts(rules.deck.counts) - hand)
    for _ in range(n):
        held, seen = hand, rs.Hand()
        for k, drawn in enumerate(rng.sample(stock, draws), start=1):
            if closes(held, rules):
                break
            left = best_left(held + drawn, rules, seen, draws - k)
            seen += (held + drawn - left).kinds()[0]
            held = left
        closed += closes(held, rules)
    return closed / n


@pytest.mark.parametrize("name", RULES)
def test_distance_and_closings(name: str, rng: random.Random) -> None:
    for _ in range(15):
        compare_with_closings(rng, name)


@pytest.mark.parametrize("name", RULES)
def test_useful_tiles_by_definition(name: str, rng: random.Random) -> None:
    for _ in range(5):
        compare_useful(rng, name)


@pytest.mark.parametrize("name", RULES)
def test_odds_by_enumeration(name: str, rng: random.Random) -> None:
    for draws in (1, 2):
        compare_odds(rng, name, draws)


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_distance_and_closings_long(name: str, rng: random.Random) -> None:
    found = [compare_with_closings(rng, name) for _ in range(500)]
    assert {0, 1, 2} <= set(found)


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_useful_tiles_by_definition_long(name: str, rng: random.Random) -> None:
    for _ in range(400):
        compare_useful(rng, name)


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_odds_by_enumeration_long(name: str, rng: random.Random) -> None:
    for draws in (1,) * 20 + (2,) * 40 + (3,) * 3:
        compare_odds(rng, name, draws)


SIMULATED: tuple[tuple[str, str, Any], ...] = (
    ("rummyclub", "R1-3 Y4-6 B7-9 K9 K10 R7 Y7 B12", 2),
    ("joker_rummy", "5s 6s 7s 9d 9h * Kc Qc 2d 2h 2c 4s Jh", 2),
    ("basic_rummy", "7s 9h Jh Qh 3c 4c 5c 7c 8c 9c", 3),
)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "hand", "draws"), SIMULATED)
def test_odds_by_simulation(name: str, hand: str, draws: int, rng: random.Random) -> None:
    rules = RULES[name]
    odds = rs.closing_odds(hand, rules, draws=draws).probability
    n = 2000
    share = simulated(rng, rs.Hand.of(hand, rules), rules, draws, n)
    assert share == pytest.approx(odds, abs=4 * math.sqrt(odds * (1 - odds) / n))
    assert 0.02 < odds < 0.98
