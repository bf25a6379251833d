"""Distance, useful tiles, ranked discards: arguments, sizes, order, and hands that trap."""

from __future__ import annotations

import numpy as np
import pytest

import rummy_solver as rs

CLOSED = "R1-5 Y1-4 K7 K8 * B9 B10 B11"


@pytest.mark.parametrize(
    "hand",
    [
        "7s 9h Jh Qh 3c 4c 5c 7c 8c 9c",
        rs.Hand.parse("7s 9h Jh Qh 3c 4c 5c 7c 8c 9c"),
        list(rs.Hand.parse("7s 9h Jh Qh 3c 4c 5c 7c 8c 9c")),
        rs.Hand.parse("7s 9h Jh Qh 3c 4c 5c 7c 8c 9c").codes(),
        np.frombuffer(rs.Hand.parse("7s 9h Jh Qh 3c 4c 5c 7c 8c 9c").codes(), np.uint8),
    ],
)
def test_every_form_of_a_hand(hand: object) -> None:
    assert rs.distance(hand, "basic_rummy") == 1
    assert rs.distance("7s 9h Jh Qh 3c 4c 5c 7c 8c 9c", "basic_rummy", seen="Th Kd") == 2


@pytest.mark.parametrize("seen", [(), "", rs.Hand(), [], b"", np.zeros(0, np.uint8)])
def test_nothing_seen(seen: object) -> None:
    assert rs.distance(CLOSED, "remi", seen=seen) == 0


@pytest.mark.parametrize(
    ("hand", "distance"),
    [
        ("2-9s 3d 4d", 1),  # eight of a run and two: the sizes must add up to ten
        ("2s 3s 4s 5s 6s 7s 8s 9s 3d 4d", 1),
        ("7s 8s 9s Ts 6d 7c 8c 9c Tc Jc", 1),  # four and five: no meld of one
        ("3s 4s 5s 3c 4c 5c Ad 2d 3d 4d 5h", 0),
    ],
)
def test_traps_of_sizes(hand: str, distance: int) -> None:
    assert rs.distance(hand, "basic_rummy") == distance


def test_fifteen_tiles_in_five_melds_of_three_are_one_away() -> None:
    hand = "R1-3 Y4-6 B7-9 K10-12 R7 Y7 K7"
    assert rs.distance(hand, "rummyclub") == 1
    assert rs.distance("R1-3 Y4-6 B7-9 K10-13 R7", "rummyclub") == 1


def test_a_copy_that_does_not_exist_is_a_joker_or_nothing() -> None:
    rules = rs.get_rules("rummyclub")
    assert rs.distance("R5 R6", rules, size=3) == 1
    assert rs.distance("R5 R6", rules, size=3, seen="R4 R4 R7 R7") == 1
    assert rs.distance("R5 R6", rules.replace(jokers=0), size=3, seen="R4 R4 R7 R7") == 2


def test_a_cap_on_jokers_holds() -> None:
    rules = rs.get_rules("joker_rummy")
    hand = "5s 7s 9s * *"
    assert rs.distance(hand, rules.replace(max_jokers_per_meld=None), size=5) == 0
    assert rs.distance(hand, rules, size=5) == 1


def test_six_pairs_and_a_joker() -> None:
    hand = "R1 R1 Y4 Y4 B9 B9 K2 K2 K7 K7 R13 R13 B5 *"
    assert rs.distance(hand, "rummyclub") == rs.pairs_distance(hand, "rummyclub") == 0
    plain = rs.get_rules("rummyclub").replace(pair_jokers="none")
    assert rs.pairs_distance(hand, plain) == 1
    assert rs.useful_tiles(hand, plain) == {rs.Tile.of(2, 5): 1}
    assert rs.pairs_distance(hand, "rummyclub", seen="B5") == 0


def test_pairs_close_the_full_size_only() -> None:
    hand = "R1 R1 Y4 Y4 B9 B9 K2 K2 K7 K7 R13"
    assert rs.distance(hand, "rummyclub", size=11) > 3  # type: ignore[operator]
    assert rs.pairs_distance(hand, "joker_rummy") is None


@pytest.mark.parametrize(
    ("hand", "size", "distance"),
    [
        ("", 0, 0),
        ("5s", 0, 0),
        ("5s", 1, None),
        ("5s 6s", 2, None),
        ("5s 6s", 3, 1),
        ("5s 6s 7s", 3, 0),
        ("5s 6s 7s Kd", 3, 0),
        ("", 13, 13),
        ("5s 6s", None, 11),
        ("5s 6s 7s 9d", 4, 1),
        ("5s 6s 7s 8s", 4, 0),
        ("5s 6s 7s 8s 9d", 5, 1),
    ],
)
def test_fewer_tiles(hand: str, size: int | None, distance: int | None) -> None:
    assert rs.distance(hand, "joker_rummy", size=size) == distance
    nearest = rs.nearest_closing(hand, "joker_rummy", size=size)
    assert (nearest is None) == (distance is None)


def test_never_again() -> None:
    tiny = rs.get_rules("basic_rummy").replace(ranks=4, hand_size=6, colors=2, max_run=4)
    assert rs.distance("As 2s 3s Ah 2h 3h", tiny) == 0
    assert rs.distance("As 2s 4s Ah 2h 4h", tiny, seen="3s") is None
    assert rs.useful_tiles("As 2s 4s Ah 2h 4h", tiny, seen="3s") == {}
    rows = rs.rank_discards("As 2s 3s Ah 2h 3h 4h", tiny, seen="4s")
    assert [(str(row.tile), row.distance) for row in rows][:1] == [("Y1", 0)]
    assert rows[-1].distance is None
    assert rows[-1].useful == {}


def test_an_ace_at_both_ends() -> None:
    rules = rs.get_rules("remi")
    assert rs.distance("R1-13 R1", rules) == 0
    assert rs.distance("R13 R1", rules, size=3) == 1
    assert rs.distance("R12 R13 R1", rules, size=3) == 0
    assert rs.distance("R13 R1 R2", rules, size=3) == 1
    assert rs.distance("R12 R13 R1", rules.replace(ace="low", max_run=13), size=3) == 1


def test_okey() -> None:
    rules = rs.get_rules("okey").replace(okey_tile="K6")
    assert rs.distance("F K4 K5 R1-4 Y7-9 B10-13 K13", rules) == 0
    assert rs.distance("K6 K4 K5 R1-4 Y7-9 B10-13 K13", rules) == 0
    with pytest.raises(rs.RuleSetError, match="okey tile"):
        rs.distance("R1", "okey")


@pytest.mark.parametrize("ask", [rs.distance, rs.nearest_closing, rs.useful_tiles, rs.closing_odds])
def test_no_distance_in_rummikub(ask: object) -> None:
    for rules in ("rummikub", "rummikub6"):
        with pytest.raises(rs.RuleSetError, match="rearranged table"):
            ask("R1-13", rules)  # type: ignore[operator]


def test_wrong_sizes() -> None:
    hand = "5s 6s 7s 9d 9h * Kc"
    with pytest.raises(rs.HandError, match="at most 6 tiles, got 7"):
        rs.distance(hand, "joker_rummy", size=5)
    with pytest.raises(rs.HandError, match="13 tiles, got 7"):
        rs.useful_tiles(hand, "joker_rummy")
    with pytest.raises(rs.HandError, match="14 tiles, got 7"):
        rs.rank_discards(hand, "joker_rummy")
    for size in (-1, 33, 2.5, True, "3"):
        with pytest.raises(rs.HandError, match="size"):
            rs.distance(hand, "joker_rummy", size=size)  # type: ignore[arg-type]


def test_hand_and_seen_within_the_deck() -> None:
    with pytest.raises(rs.HandError, match="1 and 1 of 5s"):
        rs.distance("5s", "basic_rummy", seen="5s")
    with pytest.raises(rs.HandError, match="2 of 5s"):
        rs.distance("", "basic_rummy", seen="5s 5s")


def test_order_of_discards() -> None:
    rows = rs.rank_discards("R2 R4 R5 R7 R8 Y3 Y8 Y10 B4 B12 K1 K8 K9 K10 K11", "remi")
    keys = [(row.distance, -row.copies) for row in rows]
    assert keys == sorted(keys)
    assert len(rows) == 15
    assert all(row.copies == sum(row.useful.values()) for row in rows)


def test_equal_discards_are_parted_by_penalty_then_code() -> None:
    rows = rs.rank_discards("2s 3s 4s 7h 8h 9h Ad Ac Ah Qs Kd Jc", "basic_rummy", size=11)
    first = [str(row.tile) for row in rows if row.distance == rows[0].distance]
    same = [row for row in rows if (row.distance, row.copies) == (rows[0].distance, rows[0].copies)]
    penalties = [
        rs.evaluate(rs.Hand.parse("2s 3s 4s 7h 8h 9h Ad Ac Ah Qs Kd Jc") - row.tile, "basic_rummy",
                    objective="penalty")
        for row in same
    ]  # fmt: skip
    assert first
    assert penalties == sorted(penalties)


def test_deadwood_distance() -> None:
    hand = "7s 8s 9s 2h 3h 4h As Ad Kc 9d"
    assert rs.deadwood_distance(hand, "gin_rummy") == 1
    assert rs.deadwood_distance(hand, "gin_rummy", limit=21) == 0
    assert rs.deadwood_distance(hand, "gin_rummy", limit=0) == rs.distance(hand, "gin_rummy")
    assert rs.deadwood_distance(hand + " 5d", "gin_rummy", limit=16) == 0
    with pytest.raises(rs.HandError, match="limit"):
        rs.deadwood_distance(hand, "gin_rummy", limit=-1)


def test_a_joker_never_parts_two_identical_tiles_to_pair_with_both() -> None:
    rules = rs.get_rules("rummyclub").replace(pair_jokers="single")
    hand = "R1 R1 R3 R3 R8 R8 Y1 Y1 Y6 Y6 Y11 Y11 * *"
    assert not rs.can_close(hand, rules)
    assert rs.pairs_distance(hand, rules) == 1
    assert rs.pairs_distance(hand, "rummyclub") == 0
