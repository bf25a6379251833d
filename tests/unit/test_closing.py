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


def test_the_best_closing_takes_all_arguments() -> None:
    simple = "R3-5 Y9 B9 K9 B10-13 Y2-5 *"
    points = [rs.best_closing(simple, "remi", launched=n).points for n in (0, 1)]  # type: ignore[union-attr]
    assert points == [50, 100]
    assert rs.best_closing("R1-4 R7-9 K5-8 K11 Y3 B9", "remi") is None
    assert rs.closings("R1-4 R7-9 K5-8 K11 Y3 B9", "remi") == []
    strict = rs.get_rules("rummyclub").replace(discard_taken=False)
    one_way = "R1-4 R7-9 K5-8 K11-13 Y3"
    assert rs.best_closing(one_way, strict) is not None
    assert rs.best_closing(one_way, strict, taken="Y3") is None
    assert rs.closings(one_way, strict, taken="Y3") == []


def test_all_tiles_or_all_but_one() -> None:
    rules = rs.get_rules("rummyclub").replace(close_without_left_over=True)
    thrown = [closing.discard for closing in rs.closings("R1-5 Y1-5 K1-5", rules)]
    ends = [rs.Tile(f"{color}{rank}") for color in "RYK" for rank in (1, 5)]
    assert thrown[0] is None
    assert set(ends) <= set(thrown)


@pytest.mark.parametrize(
    ("hand", "knobs", "pattern", "points"),
    [
        ("R5-9 Y5-9 R10-13 K1", {}, "bicolor", 50),
        ("R5-9 Y5-9 B5-8 K1", {}, "simple", 25),
        # the joker must be blue or black, and that counts or not
        ("R9 Y9 * R1-6 Y1-5 K13", {}, "simple", 20),
        ("R9 Y9 * R1-6 Y1-5 K13", {"joker_neutral": True}, "bicolor", 40),
        ("R5-8 Y8-11 R1-3 Y1-3 K13", {}, "bicolor", 50),
        ("RYBK5 RYBK9 R10-12 Y10-12 B1", {}, "simple", 25),
        ("RYBK5 RYBK9 R10-12 Y10-12 B1", {"grand_care": "eight_naturals"}, "simple", 25),
        ("RYBK5 RYBK9 R10-12 Y10-12 B1", {"grand_care": "any_two_fours"}, "grand_care", 100),
        ("RYBK5 RYBK9 RYB1 RYB3 K12", {"grand_care": "sets_only"}, "grand_care", 100),
        ("RYBK5 RYBK9 RYB1 R11-13 K12", {"grand_care": "sets_only"}, "simple", 25),
        ("R8-13 Y8-12 B8-10 K1", {}, "majore", 50),
        ("R8-13 R1 Y8-10 B8-11 K1", {}, "simple", 25),
        ("R8-13 R1 Y8-10 B8-11 K1", {"major_includes_high_one": True}, "majore", 50),
        ("R1-7 Y1-3 B1-4 K13", {}, "minore", 50),
        ("R1-8 Y1-3 B1-3 K13", {}, "simple", 25),
        ("R1-8 Y1-3 B1-3 K13", {"minor_max": 8}, "minore", 50),
        ("R1-5 R3-7 R10-13 K1", {}, "monocolor", 100),
    ],
)
def test_patterns_and_their_options(
    hand: str, knobs: dict[str, object], pattern: str, points: int
) -> None:
    closing = rs.best_closing(hand, rs.get_rules("remi").replace(**knobs))
    assert closing is not None
    assert (closing.pattern, closing.points) == (pattern, points)
