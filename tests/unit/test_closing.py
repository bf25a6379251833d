"""Closings as values: order, kept tiles, JSON, sizes, big hands."""

from __future__ import annotations

import json
import pickle
import random

import pytest

import rummy_solver as rs
from rummy_solver import _core
from rummy_solver.patterns import PATTERNS, pattern_table
from rummy_solver.schema import from_dict, to_dict

BOARD = "R3-5 Y9 B9 K9 B10-13 Y2-5"


def test_a_closing_keeps_all_but_the_tile_thrown() -> None:
    for closing in rs.closings(f"{BOARD} *", "remi"):
        assert closing.discard is not None
        assert closing.kept + closing.discard == closing.hand
        assert rs.Hand([tile for meld in closing.melds for tile in meld.tiles]) == closing.kept
        assert closing.jokers_in_melds == closing.kept.jokers
        assert not closing.deadwood


def test_order() -> None:
    found = rs.closings(f"{BOARD} *", "remi")
    keys = [(-(x.points or 0), -x.factor, x.discard) for x in found]
    assert keys == sorted(keys)
    assert rs.best_closing(f"{BOARD} *", "remi") == found[0]


def test_knocks_come_by_deadwood() -> None:
    rules = rs.get_rules("gin_rummy")
    found = rs.closings("7h 5h 6c 4h 6s 6h 6d 3h 3d 3c 3s", rules)
    values = [rules.penalty(closing.deadwood) for closing in found]
    assert values == sorted(values)
    assert found[0].pattern == "gin"


@pytest.mark.parametrize(
    ("hand", "rules"),
    [
        (f"{BOARD} *", "remi"),
        ("R1 R1 K4 K4 Y9 Y9 B13 B13 R7 R7 Y2 Y2 K11 * *", "rummyclub"),
        ("Ts Th Td 2c", "joker_rummy"),
        ("As 2s 3s 4s", "basic_rummy"),
        ("3s 4s 5s 9c 9d 9h As 2d 3h 4c", "gin_rummy"),
    ],
)
def test_json_and_pickle(hand: str, rules: str) -> None:
    for closing in rs.closings(hand, rules):
        document = json.loads(json.dumps(to_dict(closing, rules)))
        assert from_dict(document) == closing
        assert from_dict(document).melds == closing.melds
        assert pickle.loads(pickle.dumps(closing)) == closing


def test_a_tile_taken_must_be_held() -> None:
    with pytest.raises(rs.HandError, match="tile taken"):
        rs.can_close(f"{BOARD} K1", "remi", taken="K5")


@pytest.mark.parametrize("launched", [-1, True, 1.5, "1"])
def test_launched_is_a_number(launched: object) -> None:
    with pytest.raises(rs.HandError, match="jokers launched"):
        rs.closings(f"{BOARD} K1", "remi", launched=launched)


def test_a_variant_of_the_rules_needs_no_code() -> None:
    rules = rs.get_rules("remi").replace(minor_max=5, name="mine")
    hand = "R1-3 K4 Y4 B4 B3-5 Y1-5 K12"
    best = rs.best_closing(hand, rules)
    assert best is not None
    assert best.pattern == "minore"


def test_every_pattern_of_every_game_is_in_the_table() -> None:
    for name in rs.rule_names():
        rules = rs.get_rules(name)
        if rules.closing != "knock":
            assert set(rules.pattern_names) <= set(PATTERNS)


def test_six_colours_have_room_for_all_queries() -> None:
    rules = rs.RuleSet(
        name="six", colors=6, patterns=True, left_over=1, pairs_to_win=7, pair_jokers="any"
    )
    assert "bicolor" in pattern_table(rules).names
    best = rs.best_closing("P1-4 P7-9 G5-8 G11-13 K1", rules)
    assert best is not None
    assert best.pattern == "bicolor"


def test_nodes_of_the_search_on_seeded_hands() -> None:
    """The search stays small: its nodes repeat exactly, on any machine."""
    rng = random.Random(4)
    rules = rs.get_rules("joker_rummy")
    deck = list(rules.deck)
    nodes = []
    for _ in range(2_000):
        hand = rs.Hand(rng.sample(deck, 14))
        nodes.append(_core.cover(rules.core, hand.counts, 1)[2])
    assert sum(nodes) / len(nodes) < 8
    assert max(nodes) < 400


def test_a_big_hand_does_not_blow_up() -> None:
    rng = random.Random(5)
    rules = rs.get_rules("joker_rummy")
    naturals = [tile for tile in rules.deck if not tile.is_joker and tile.rank <= 8]
    for size in (20, 26, 32):
        for _ in range(100):
            hand = rs.Hand([*rng.sample(naturals, size - 2), rs.JOKER, rs.JOKER])
            assert _core.cover(rules.core, hand.counts, 1)[2] < 200_000


def test_of_a_high_row_and_a_later_lower_one_the_high_one_counts() -> None:
    rules = rs.get_rules("remi").replace(special_closed_in_jolly=200)
    closing = rs.best_closing("R1-3 R3-6 R7-9 R10-13 *", rules, launched=1)
    assert closing is not None
    assert (closing.pattern, closing.points) == ("monocolor", 200)
    assert rs.Row("launched_and_closed", 100) in closing.rows


def test_gin_and_knock_by_what_is_left() -> None:
    def ways(hand: str, **knobs: int) -> list[tuple[str | None, str]]:
        rules = rs.get_rules("gin_rummy").replace(**knobs)
        found = rs.closings(hand, rules)
        return [(c.discard and rules.format(c.discard), c.pattern) for c in found]

    nine = "As 2s 3s 7h 7d 7c 8h 9h Th"
    assert ways(f"{nine} 4s") == [(None, "gin")]
    assert ways(f"{nine} Ad") == [(None, "knock")]
    assert ways(f"{nine} Ad", knock_limit=0) == []
    # all but one card lies in melds: it is thrown, and nothing else makes a gin
    assert ways(f"{nine} 4s Ad", knock_limit=0) == [("Ad", "gin")]
    assert ways(f"{nine} 4s Ad", knock_limit=1)[:2] == [("Ad", "gin"), ("As", "knock")]
    assert ways(f"{nine} 4s 5s", knock_limit=0)[0] == (None, "gin")
