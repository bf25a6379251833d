"""Objectives: one integer that compares like a tuple."""

from itertools import pairwise, product

import pytest

from rummy_solver.hand import Hand
from rummy_solver.objectives import (
    FaceWeights,
    Objective,
    Weights,
    resolve,
    resolve_turn,
    weights_of,
)
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import get_rules

RULES = get_rules("joker_rummy")


def test_bare_names() -> None:
    names = {bare: [x.name for x in resolve(bare)] for bare in ("tiles", "points", "penalty")}
    assert names == {"tiles": ["tiles", "points"], "points": ["points"], "penalty": ["penalty"]}
    assert [x.name for x in resolve(("tiles",))] == ["tiles"]
    assert resolve_turn("penalty") == ("penalty", "tiles", "kept")
    assert resolve_turn(("kept", "moves")) == ("kept", "moves")


def test_built_once() -> None:
    assert weights_of(RULES, "tiles") is weights_of(RULES, "tiles")
    assert weights_of(RULES, ("tiles", "points")) == weights_of(RULES, "tiles")


def test_cache_does_not_grow_for_ever() -> None:
    def gains(rules: RuleSet) -> FaceWeights:
        return FaceWeights((1,) * 15, (1,) * 15, (1,) * 14, (1,) * 14)

    for number in range(200):
        weights_of(RULES, Objective(f"n{number}", gains))
    assert len(RULES.__dict__["_weights"]) <= 64


def test_single_weights() -> None:
    tiles = weights_of(RULES, ("tiles",))
    assert tiles.run_tile == tiles.run_joker == (0, *(1,) * 14)
    assert tiles.group_tile == tiles.group_joker == (0, *(1,) * 13)
    points = weights_of(RULES, "points")
    assert (points.run_tile[1], points.run_tile[14], points.group_tile[1]) == (1, 11, 11)
    penalty = weights_of(RULES, "penalty")
    assert (penalty.run_tile[1], penalty.run_tile[14], penalty.group_tile[1]) == (15, 15, 15)
    assert set(penalty.run_joker[1:]) == set(penalty.group_joker[1:]) == {30}


def test_ends_that_do_not_exist_weigh_nothing() -> None:
    low = weights_of(get_rules("rummikub"), ("penalty", "tiles"))
    assert low.run_tile[14] == low.run_joker[14] == 0
    high = weights_of(RULES.replace(ace="high"), ("penalty", "tiles"))
    assert high.run_tile[1] == high.run_joker[1] == 0


def combined(weights: Weights, gains: tuple[int, ...]) -> int:
    value = 0
    for gain, radix in zip(gains, weights.radices, strict=True):
        value = value * radix + gain
    return value


def test_lexicographic() -> None:
    weights = weights_of(RULES, ("tiles", "points", "penalty"))
    most = [radix - 1 for radix in weights.radices]
    corners = sorted(product(*((0, 1, top - 1, top) for top in most)))
    assert all(combined(weights, a) < combined(weights, b) for a, b in pairwise(corners))
    assert all(weights.gains(combined(weights, gains)) == gains for gains in corners)
    assert weights.names == ("tiles", "points", "penalty")


def test_decode_turns_penalty_into_what_is_left() -> None:
    weights = weights_of(RULES, ("penalty", "tiles"))
    hand = Hand.parse("5s 6s * Kc Ah", RULES)
    laid = weights.run_tile[5] + weights.run_tile[6] + weights.run_joker[7]
    assert weights.decode(laid, hand.counts) == (25, 3)


@pytest.mark.parametrize("name", ["rummikub6", "joker_rummy", "remi"])
def test_weights_fit(name: str) -> None:
    rules = get_rules(name).replace(hand_points=dict.fromkeys(range(1, 14), 1000))
    weights = weights_of(rules, ("points", "penalty", "tiles"))
    assert rules.deck.size * max(weights.run_tile) < 1 << 63
