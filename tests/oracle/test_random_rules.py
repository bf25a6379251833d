"""Rule sets that nobody plays: random knobs, every question about a hand, both solvers."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rummy_solver.hand import Hand
from rummy_solver.rules import RuleSet
from support.oracle import Plain, Public, random_hand

CORE, PLAIN = Public(), Plain()
NAMES = ("tiles", "points", "penalty")
MOST_SOLUTIONS = 2000


def random_rules(rng: random.Random) -> RuleSet:
    """Draw a rule set; small decks and odd limits are as likely as the usual ones."""
    ranks = rng.choice((3, 4, 5, 6, 8, 10, 13, 13))
    ace = rng.choice(("low", "high", "both"))
    places = ranks + (ace == "both")
    min_run = min(rng.choice((3, 3, 3, 3, 4, 5)), places)
    min_group = rng.choice((2, 3, 3, 3, 3, 4))
    knobs: dict[str, Any] = {
        "name": "random",
        "colors": rng.choice((1, 2, 3, 4, 4, 4, 5, 6)),
        "ranks": ranks,
        "copies": rng.choice((1, 2, 2)),
        "jokers": rng.choice((0, 1, 2, 2, 3, 4, 6)),
        "hand_size": 3,
        "ace": ace,
        "min_run": min_run,
        "max_run": min(14, max(min_run, rng.choice((min_run, min_run + 1, 5, 13, 14)))),
        "min_group": min_group,
        "max_group": min(6, max(min_group, rng.choice((3, 4, 4, 5, 6)))),
        "min_naturals": min(rng.choice((1, 1, 1, 2, 3)), min_run, min_group),
        "max_jokers_per_meld": rng.choice((None, None, 0, 1, 1, 2, 3)),
        "tile_points": random_points(rng),
        "hand_points": random_points(rng) | {"joker": rng.choice((0, 15, 30))},
        "ace_in_group": rng.choice((None, None, 0, 1, 11)),
        "opening_points": rng.choice((0, 10, 20, 30, 50)),
    }
    knobs["opening_single_meld"] = knobs["opening_points"] > 0 and rng.random() < 0.3
    return RuleSet(**knobs)


def random_points(rng: random.Random) -> dict[Any, int]:
    """Draw a table of points: ranks, pictures of ten, or anything at all."""
    kind = rng.randrange(4)
    if kind == 0:
        return {}
    if kind == 1:
        return {rank: min(rank, 10) for rank in range(1, 14)} | {"ace_high": 11}
    if kind == 2:
        return {rank: rng.choice((0, 1, 5)) for rank in range(1, 14)} | {
            "joker": rng.choice((0, 7))
        }
    return {rank: rng.randrange(20) for rank in range(1, 14)} | {"ace_high": rng.randrange(20)}


def compare(rng: random.Random, rules: RuleSet) -> None:
    """Compare all answers about one hand of a rule set."""
    size = rng.randrange(min(rules.deck.size, 16) + 1)
    naturals = rules.deck.size - rules.jokers
    jokers = rng.randrange(min(rules.jokers, size) + 1) if rng.random() < 0.4 else None
    if jokers is not None and size - jokers > naturals:
        jokers = None
    hand = random_hand(rng, rules, size, jokers, dense=rng.random() < 0.5)
    goals = tuple(rng.sample(NAMES, rng.randrange(1, 4)))
    objective: Any = rng.choice(("tiles", "points", "penalty", goals, goals))
    what = f"{rules!r} {objective} {hand}"
    melds = CORE.melds(hand, rules)
    assert len(melds) == len(set(melds)), what
    assert set(melds) == set(PLAIN.melds(hand, rules)), what
    values = PLAIN.values(hand, rules, objective)
    assert CORE.values(hand, rules, objective) == values, what
    assert CORE.evaluate(hand, rules, objective) == values[0], what
    total = PLAIN.count(hand, rules, objective)
    assert CORE.count(hand, rules, objective) == total, what
    if total <= MOST_SOLUTIONS:
        found = CORE.solutions(hand, rules, objective)
        assert len(found) == total, what
        assert set(found) == set(PLAIN.solutions(hand, rules, objective)), what
    assert CORE.opening(hand, rules, objective) == PLAIN.opening(hand, rules, objective), what
    if len(hand) > 0:
        discards = CORE.discards(hand, rules, objective)
        assert discards == PLAIN.discards(hand, rules, objective), what


def run(rng: random.Random, number: int, hands: int) -> None:
    for _ in range(number):
        rules = random_rules(rng)
        for _ in range(hands):
            compare(rng, rules)


def test_random_rules(rng: random.Random) -> None:
    run(rng, 40, 3)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_many_random_rules(part: int, rng: random.Random) -> None:
    run(rng, 500, 6)


def test_empty_hand_and_whole_deck() -> None:
    rules = RuleSet(
        name="tiny", colors=2, ranks=4, copies=2, jokers=1, hand_size=3, min_group=2, max_group=2,
        max_run=4, ace="low",
    )  # fmt: skip
    for hand in (Hand(), Hand.from_counts(rules.deck.counts)):
        for objective in ("tiles", "points", "penalty", ("tiles",)):
            values = PLAIN.values(hand, rules, objective)
            assert CORE.values(hand, rules, objective) == values
            assert CORE.count(hand, rules, objective) == PLAIN.count(hand, rules, objective)
