"""The clauses on closing; one test per clause, named after it."""

from __future__ import annotations

import pytest

import rummy_solver as rs
from rummy_solver.closing import Closing
from rummy_solver.scoring import may_refuse

BOARD = "R3-5 Y9 B9 K9 B10-13 Y2-5"  # 14 tiles, all of them in melds
FOUR_RUNS = "R1-4 R7-9 K5-8 K11-13"  # the same in two colours
PAIRS = "R1 R1 K4 K4 Y9 Y9 B13 B13 R7 R7 Y2 Y2"  # six pairs


def discards(hand: str, rules: rs.RuleSet | str, **more: object) -> set[str]:
    game = rs.get_rules(rules) if isinstance(rules, str) else rules
    found = rs.closings(hand, game, **more)
    return {"-" if x.discard is None else game.format(x.discard) for x in found}


def thrown(hand: str, rules: rs.RuleSet | str, tile: str, **more: object) -> Closing:
    """The closing that throws a tile."""
    (found,) = [x for x in rs.closings(hand, rules, **more) if str(x.discard) == tile]
    return found


def rows(closing: Closing) -> dict[str, int | None]:
    return dict(closing.rows)


def remi(**knobs: object) -> rs.RuleSet:
    return rs.get_rules("remi").replace(**knobs)


# ---- rummyclub -----------------------------------------------------------------------------


def test_rc_5_fourteen_arranged_and_one_left_over() -> None:
    assert discards(f"{BOARD} K1", "rummyclub") == {"K1"}
    assert discards(BOARD, "rummyclub") == {"-"}
    assert not rs.can_close(f"{BOARD.replace('Y2-5', 'Y2-4')} K1 K3", "rummyclub")


def test_rc_5_fifteen_in_melds_do_not_close() -> None:
    fifteen = "R1-3 Y4-6 B7-9 K10-12 R5 Y5 B5"
    assert not rs.can_close(fifteen, "rummyclub")
    option = rs.get_rules("rummyclub").replace(close_without_left_over=True)
    assert rs.can_close(fifteen, option)
    (closing,) = rs.closings(fifteen, option)
    assert closing.discard is None
    assert len(closing.kept) == 15


@pytest.mark.parametrize("size", [13, 16])
def test_rc_5_another_size_is_an_error(size: int) -> None:
    hand = rs.Hand.parse(f"{BOARD} K1 K3")
    hand = rs.Hand(list(hand)[:size])
    for ask in (rs.can_close, rs.closings, rs.best_closing):
        with pytest.raises(rs.HandError, match=f"expected 14 or 15 tiles, got {size}"):
            ask(hand, "rummyclub")


def test_rc_6_double_when_a_joker_is_left_over() -> None:
    assert thrown(f"{BOARD} *", "rummyclub", "*").factor == 2
    assert thrown(f"{BOARD} *", "rummyclub", "*").points == 2
    assert thrown(f"{BOARD} *", "rummyclub", "R3").factor == 1


def test_rc_7_double_for_seven_pairs() -> None:
    closing = thrown(f"{PAIRS} K11 K11 B5", "rummyclub", "B5")
    assert (closing.pattern, closing.factor) == ("seven_pairs", 2)
    assert all(meld.kind is rs.MeldKind.PAIR for meld in closing.melds)
    assert len(closing.melds) == 7


@pytest.mark.parametrize(
    ("jokers", "closes"), [("none", "none"), ("single", "single"), ("any", "any")]
)
def test_rc_7_jokers_in_pairs(jokers: str, closes: str) -> None:
    rules = rs.get_rules("rummyclub").replace(pair_jokers=jokers)
    assert rs.can_close(f"{PAIRS} K11 *", rules) == (closes in ("single", "any"))
    assert rs.can_close(f"{PAIRS} * *", rules) == (closes == "any")


def test_rc_7_both_doubles_at_once() -> None:
    hand = f"{PAIRS} K11 K11 *"
    assert thrown(hand, "rummyclub", "*").factor == 2
    stacked = rs.get_rules("rummyclub").replace(stack_doubles=True)
    assert thrown(hand, stacked, "*").factor == 4
    assert thrown(hand, stacked, "R1").factor == 2


def test_rc_8_base_points() -> None:
    rules = rs.get_rules("rummyclub").replace(base_points=10)
    assert thrown(f"{BOARD} K1", rules, "K1").points == 10
    assert thrown(f"{BOARD} *", rules, "*").points == 20


def test_rc_8_okey_wants_its_okey_tile() -> None:
    with pytest.raises(rs.RuleSetError):
        rs.can_close(BOARD, "okey")


def test_rc_8_okey_false_jokers_are_plain_tiles() -> None:
    okey = rs.get_rules("okey").replace(okey_tile="K6")
    assert rs.can_close("K4 K5 F R1-4 Y1-4 B1-3", okey)  # F stands for K6
    assert not rs.can_close("K9 K10 F R1-4 Y1-4 B1-3", okey)
    assert rs.can_close("K9 K10 K6 R1-4 Y1-4 B1-3", okey)  # a real okey tile is wild


def test_rc_8_okey_points() -> None:
    okey = rs.get_rules("okey").replace(indicator="K5")
    board = "K4 K5 F R1-4 Y1-4 B1-3"
    assert thrown(f"{board} R9", okey, "R9").points == 2
    assert thrown(f"{board} K6", okey, "*").points == 4  # the okey thrown
    assert thrown("F F R1 R1 Y2 Y2 B3 B3 R9 R9 Y9 Y9 B9 B9 R4", okey, "R4").points == 4


# ---- joker_rummy ---------------------------------------------------------------------------


def test_jr_4_one_joker_in_a_meld() -> None:
    assert rs.can_close("5s 6s * 9d 9h 9c Ks", "joker_rummy", opened=True)
    assert not rs.can_close("5s * * 9d 9h 9c Ks", "joker_rummy", opened=True)
    free = rs.get_rules("joker_rummy").replace(max_jokers_per_meld=None)
    assert rs.can_close("5s * * 9d 9h 9c Ks", free, opened=True)


def test_jr_5_the_opening_holds_when_going_out() -> None:
    assert not rs.can_close("7s 7h 7d Ks", "joker_rummy")
    assert rs.can_close("7s 7h 7d Ks", "joker_rummy", opened=True)
    assert rs.can_close("7s 7h 7d 3s 3h 3d Ks", "joker_rummy")  # 21 + 9 are 30


def test_jr_5_the_opening_counts_the_cards_laid_only() -> None:
    # 6 and 12 points: the ten is thrown, its points do not count.
    assert not rs.can_close("2s 2h 2d 3c 4c 5c Ts", "joker_rummy")


def test_jr_5_opening_with_one_meld() -> None:
    option = rs.get_rules("joker_rummy").replace(opening_single_meld=True)
    assert not rs.can_close("7s 7h 7d 3s 3h 3d Ks", option)
    assert rs.can_close("Ts Th Td 3s 3h 3d Ks", option)


def test_jr_8_one_card_is_left_for_the_discard() -> None:
    assert not rs.can_close("Ts Th Td", "joker_rummy")
    assert rs.can_close("Ts Th Td Tc", "joker_rummy")
    assert rs.can_close("Ts Th Td *", "joker_rummy")
    assert discards("Ts Th Td *", "joker_rummy") == {"*", "Ts", "Th", "Td"}


def test_jr_8_the_card_just_taken_may_be_thrown() -> None:
    assert rs.can_close("Ts Th Td 2c", "joker_rummy", taken="2c")


def test_jr_9_discard_optional() -> None:
    option = rs.get_rules("joker_rummy").replace(discard="optional")
    assert discards("Ts Th Td", option) == {"-"}
    assert discards("Ts Th Td", "joker_rummy") == set()


@pytest.mark.parametrize(("take_all", "opened", "factor"), [
    (False, False, 1), (True, False, 2), (True, True, 1), (False, True, 1),
])  # fmt: skip
def test_jr_11_take_all(take_all: bool, opened: bool, factor: int) -> None:
    rules = rs.get_rules("joker_rummy").replace(take_all=take_all)
    closing = rs.best_closing("Ts Th Td 2c", rules, opened=opened)
    assert closing is not None
    assert closing.factor == factor
    assert closing.points is None


def test_jr_13_a_hand_of_any_size() -> None:
    assert rs.can_close("A-Ks A-Kc 7d 7h * 2d", "joker_rummy")


# ---- basic_rummy ---------------------------------------------------------------------------


def test_br_1_the_ace_is_low() -> None:
    assert rs.can_close("As 2s 3s", "basic_rummy")
    assert not rs.can_close("Qs Ks As", "basic_rummy")


def test_br_3_one_meld_per_turn() -> None:
    option = rs.get_rules("basic_rummy").replace(one_meld_per_turn=True)
    assert not rs.can_close("As 2s 3s 9c 9d 9h", option)
    assert rs.can_close("As 2s 3s 4s", option)
    assert discards("As 2s 3s 4s", option) == {"-", "As", "4s"}


def test_br_5_the_card_just_taken_may_not_be_thrown() -> None:
    assert rs.can_close("As 2s 3s Kd", "basic_rummy")
    assert not rs.can_close("As 2s 3s Kd", "basic_rummy", taken="Kd")
    assert discards("As 2s 3s 4s", "basic_rummy", taken="4s") == {"-", "As"}


def test_br_8_doubled_when_nothing_was_laid_before() -> None:
    closing = rs.best_closing("As 2s 3s", "basic_rummy")
    assert closing is not None and closing.factor == 2
    closing = rs.best_closing("As 2s 3s", "basic_rummy", opened=True)
    assert closing is not None and closing.factor == 1


def test_br_10_with_or_without_a_last_discard() -> None:
    assert discards("As 2s 3s 4s", "basic_rummy") == {"-", "As", "4s"}
    required = rs.get_rules("basic_rummy").replace(discard="required")
    assert discards("As 2s 3s 4s", required) == {"As", "4s"}
    assert not rs.can_close("As 2s 3s", required)


def test_br_10_not_with_the_card_just_taken_alone() -> None:
    assert rs.can_close("Ks", "basic_rummy")
    assert not rs.can_close("Ks", "basic_rummy", taken="Ks")


@pytest.mark.parametrize("name", ["rummyclub", "joker_rummy", "basic_rummy", "rummikub", "remi"])
def test_an_empty_hand_closes_nothing(name: str) -> None:
    assert rs.can_close("", name) is False
    assert rs.closings("", name) == []
    assert rs.explain_closing("", name).codes[0] == "empty"


# ---- rummikub ------------------------------------------------------------------------------


def test_rk_4_the_opening_holds_when_going_out() -> None:
    assert not rs.can_close("R1 R2 R3", "rummikub")
    assert rs.can_close("R1 R2 R3", "rummikub", opened=True)
    assert rs.can_close("R9 R10 R11", "rummikub")
    assert rs.can_close("R9 R10 *", "rummikub")  # the joker counts as its face


def test_rk_5_nothing_is_thrown() -> None:
    (closing,) = rs.closings("R9 R10 R11", "rummikub")
    assert closing.discard is None
    assert not rs.can_close("R9 R10 R11 Y1", "rummikub")


def test_rk_7_a_rack_is_empty() -> None:
    assert rs.can_close("R9 R10 R11 Y1 B1 K1 K2 K3 K4", "rummikub")
    assert rs.can_close("R1 Y1 B1 K1 G1 P1", "rummikub6", opened=True)


# ---- remi ----------------------------------------------------------------------------------


def test_rm_2_the_one_at_both_ends() -> None:
    assert rs.can_close("R12 R13 R1 Y1-3 B4-7 K4-7", "remi")
    assert not rs.can_close("R13 R1 R2 Y1-3 B4-7 K4-7", "remi")


def test_rm_3_a_group_is_complete_at_four() -> None:
    assert rs.can_close("R5 Y5 B5 K5 R1-3 Y1-3 B1-4", "remi")
    assert not rs.can_close("R7 Y7 B7 K7 R7 R9-12 Y9-13", "remi")


def test_rm_4_a_jolly_takes_one_place() -> None:
    assert rs.can_close("R9 R10 * R12 Y1-3 B4-7 K5-7", "remi")


def test_rm_6_only_runs_only_groups_or_pairs() -> None:
    assert rs.can_close(f"{FOUR_RUNS} Y3", "remi")
    assert rs.can_close("R5 Y5 B5 K5 R7 Y7 B7 K7 R9 Y9 B9 R1 Y1 B1 K2", "remi")
    assert rs.can_close(f"{PAIRS} K11 K11 B5", "remi")
    assert not rs.can_close(f"{PAIRS} K11 B6 B5", "remi")


def test_rm_7_refusal_of_the_deal() -> None:
    assert may_refuse("R1 R1 R2 R2 R3 R3 K1 K3 K5 K7 K9 Y1 Y3 Y5", "remi")
    assert not may_refuse("R1 R1 R2 R2 * * K1 K3 K5 K7 K9 Y1 Y3 Y5", "remi")
    assert not may_refuse("R1 R1 R2 R2 R3 R3", "rummyclub")


def test_rm_9_simple() -> None:
    for jollies, points in ((0, 25), (1, 20), (2, 15)):
        board = BOARD.replace("R3-5", "R3 R4 R5").split()
        board[1 : 1 + jollies] = ["*"] * jollies
        board = " ".join(board)
        assert thrown(f"{board} K1", "remi", "K1").points == points


def test_rm_9_simple_launched() -> None:
    assert thrown(f"{BOARD} K1", "remi", "K1", launched=1).points == 50
    assert thrown(f"{BOARD} K1", "remi", "K1", launched=2).points == 50
    one = BOARD.replace("Y9", "*") + " K1"
    assert thrown(one, "remi", "K1", launched=1).points == 40
    assert thrown(one, remi(simple_launched_step=0), "K1", launched=1).points == 50


def test_rm_9_simple_closed_in_jolly() -> None:
    assert thrown(f"{BOARD} *", "remi", "*").points == 50
    one = BOARD.replace("Y9", "*") + " *"
    assert thrown(one, "remi", "*").points == 40
    assert thrown(one, remi(simple_closed_step=0), "*").points == 50


def test_rm_9_bicolor() -> None:
    closing = thrown(f"{FOUR_RUNS} Y3", "remi", "Y3")
    assert (closing.pattern, closing.points) == ("bicolor", 50)
    assert rows(closing) == {"simple": 25, "bicolor": 50}
    assert thrown(f"{FOUR_RUNS} *", "remi", "*").points == 100
    assert rows(thrown(f"{FOUR_RUNS} *", "remi", "*"))["bicolor_closed_in_jolly"] == 100


def test_rm_9_bicolor_a_jolly_counts_as_what_it_stands_for() -> None:
    hand = "K1-4 R1-4 K11-13 K7 R7 * Y9"
    assert thrown(hand, "remi", "Y9").pattern == "simple"
    assert thrown(hand, remi(joker_neutral=True), "Y9").points == 40


def test_rm_9_minore() -> None:
    low = "R1-3 K4 Y4 B4 B5-7 Y1-5"
    assert thrown(f"{low} K12", "remi", "K12").pattern == "minore"
    assert thrown(f"{low} K12", "remi", "K12").points == 50
    assert thrown(f"{low} K12", remi(minor_max=6), "K12").pattern == "simple"


def test_rm_9_majore() -> None:
    high = "R8-10 K13 Y13 B13 B9-12 Y8-11"
    assert thrown(f"{high} K2", "remi", "K2").pattern == "majore"
    ace = "R12 R13 R1 K13 Y13 B13 B9-12 Y8-11"
    assert thrown(f"{ace} K2", "remi", "K2").pattern == "simple"
    option = remi(major_includes_high_one=True)
    assert thrown(f"{ace} K2", option, "K2").points == 50
    ones = "R1 Y1 K1 K13 Y13 B13 B9-12 Y8-11"  # a group of 1s is never high
    assert thrown(f"{ones} K2", option, "K2").pattern == "simple"


def test_rm_9_duble() -> None:
    assert thrown(f"{PAIRS} K11 K11 B5", "remi", "B5").points == 100
    assert thrown(f"{PAIRS} K11 * B5", "remi", "B5").points == 90
    assert thrown(f"{PAIRS} * * B5", "remi", "B5").points == 80
    assert not rs.can_close(f"{PAIRS} * *", remi(pair_jokers="single"))
    closing = thrown(f"{PAIRS} K11 K11 *", "remi", "*", launched=1)
    assert rows(closing) == {"duble": 100, "launched_and_closed": 100}
    assert closing.pattern == "duble"


GRAND = "R7 Y7 B7 K7 R7 Y7 B7 K7 R1-3 B10-12"


@pytest.mark.parametrize(("hand", "option", "pattern"), [
    (GRAND, "same_rank_8", "grand_care"),
    (GRAND, "eight_naturals", "grand_care"),
    (GRAND, "any_two_fours", "grand_care"),
    (GRAND, "sets_only", "simple"),
    (GRAND.replace("K7 R7", "* R7"), "same_rank_8", "grand_care"),
    (GRAND.replace("K7 R7", "* R7"), "eight_naturals", "simple"),
    ("R7 Y7 B7 K7 R9 Y9 B9 K9 R1-3 B10-12", "same_rank_8", "simple"),
    ("R7 Y7 B7 K7 R9 Y9 B9 K9 R1-3 B10-12", "any_two_fours", "grand_care"),
    ("R7 Y7 B7 K7 R9 Y9 B9 K9 R1 Y1 B1 R2 Y2 B2", "sets_only", "grand_care"),
    ("R7 Y7 B7 K7 R9 Y9 B9 K9 R1 Y1 B1 R2 Y2 B2", "same_rank_8", "simple"),
])  # fmt: skip
def test_rm_9_grand_care(hand: str, option: str, pattern: str) -> None:
    rules = remi(grand_care=option)
    assert thrown(f"{hand} Y4", rules, "Y4").pattern == pattern


def test_rm_9_monocolor() -> None:
    red = "R1-3 R3-6 R8-10 R10-13"
    assert thrown(f"{red} Y4", "remi", "Y4").points == 100
    assert thrown(f"{red} *", remi(special_closed_in_jolly=200), "*").points == 200
    joker = red.replace("R1-3", "R1 * R3")
    assert thrown(f"{joker} *", remi(special_closed_in_jolly=200), "*").points == 180


def test_rm_9_launched_and_closed() -> None:
    closing = thrown(f"{BOARD} *", "remi", "*", launched=1)
    assert (closing.points, closing.pattern) == (100, "simple")
    closing = thrown(f"{FOUR_RUNS} *", "remi", "*", launched=1)
    assert (closing.points, closing.pattern) == (100, "bicolor")


def test_rm_9_big_with_launched() -> None:
    hand = f"{FOUR_RUNS} Y3"
    assert thrown(hand, "remi", "Y3", launched=1).points == 50
    closing = thrown(hand, remi(big_with_launched=100), "Y3", launched=1)
    assert (closing.points, closing.pattern) == (100, "bicolor")
    assert "bicolor_launched" in rows(closing)


def test_rm_9_two_launched() -> None:
    hand = f"{BOARD} K1"
    assert thrown(hand, "remi", "K1", launched=2).points == 50
    closing = thrown(hand, remi(two_launched_points=100), "K1", launched=2)
    assert (closing.points, closing.pattern) == (100, "simple")
    assert rows(closing)["two_launched"] == 100


def test_rm_9_more_jollies_than_there_are() -> None:
    with pytest.raises(rs.HandError, match="jokers launched and held: expected at most 2, got 3"):
        rs.closings(f"{BOARD} *", "remi", launched=2)


def test_rm_9_rows_never_add_up_and_ties_have_an_order() -> None:
    twice = "R1-7 R1-7"
    closing = thrown(f"{twice} Y4", "remi", "Y4")
    assert rows(closing) == {
        "simple": 25, "bicolor": 50, "minore": 50, "duble": 100, "monocolor": 100,
    }  # fmt: skip
    assert (closing.points, closing.pattern) == (100, "monocolor")


def test_rm_12_throwing_the_jolly_pays_most() -> None:
    found = rs.closings(f"{BOARD} *", "remi")
    assert (str(found[0].discard), found[0].points) == ("*", 50)
    assert found[1].points == 20


def test_rm_12_another_arrangement_of_the_same_tiles() -> None:
    # The jolly in a group of sevens, or as a red or black tile at the end of a run.
    closing = thrown("K1-4 R1-4 K11-13 R6 R7 * Y5", "remi", "Y5")
    assert closing.pattern == "bicolor"
    assert all(rs.Tile("R6") in meld.tiles for meld in closing.melds if rs.JOKER in meld.tiles)


# ---- gin_rummy -----------------------------------------------------------------------------


def test_gn_2_knock_within_the_limit() -> None:
    hand = "3s 4s 5s 9c 9d 9h As 2d 3h 4c"  # deadwood 10
    (closing,) = rs.closings(hand, "gin_rummy")
    assert closing.pattern == "knock"
    assert rs.get_rules("gin_rummy").penalty(closing.deadwood) == 10
    assert not rs.can_close(hand, rs.get_rules("gin_rummy").replace(knock_limit=9))
    assert rs.can_close(f"{hand} Kd", "gin_rummy")
    assert not rs.can_close(f"{hand} Kd", "gin_rummy", taken="Kd")


def test_gn_2_gin_and_all_eleven() -> None:
    ten = "3s 4s 5s 9c 9d 9h Ts Js Qs Ks"
    assert [x.pattern for x in rs.closings(ten, "gin_rummy")] == ["gin"]
    found = rs.closings(f"{ten} 9s", "gin_rummy")
    assert found[0].discard is None
    assert {x.pattern for x in found} == {"gin", "knock"}
