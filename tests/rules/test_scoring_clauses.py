"""The clauses on the points of rounds and matches; one test per clause, named after it."""

from __future__ import annotations

import pytest

import rummy_solver as rs
from rummy_solver.scoring import hand_penalty, opening_value

BOARD = "R3-5 Y9 B9 K9 B10-13 Y2-5"


def rules(name: str, **knobs: object) -> rs.RuleSet:
    return rs.get_rules(name).replace(**knobs)


# ---- rummyclub -----------------------------------------------------------------------------


def test_rc_8_each_other_seat_pays_base_points() -> None:
    closing = rs.best_closing(f"{BOARD} K1", "rummyclub")
    found = rs.settle("rummyclub", [None] * 4, winner=1, closing=closing)
    assert found.points == (-1, 3, -1, -1)
    assert found.winner == 1
    double = rs.best_closing(f"{BOARD} *", "rummyclub")
    assert rs.settle("rummyclub", [None] * 3, winner=0, closing=double).points == (4, -2, -2)


def test_rc_8_stock_used_up_nobody_scores() -> None:
    found = rs.settle("rummyclub", ["R1", "K13 *", "Y5"])
    assert (found.points, found.winner) == ((0, 0, 0), None)


def test_rc_8_okey_each_other_seat_loses_two() -> None:
    okey = rules("okey", okey_tile="K6")
    closing = rs.best_closing("K4 K5 F R1-4 Y1-4 B1-3 R9", okey)
    points = rs.settle(okey, [None] * 4, winner=2, closing=closing).points
    assert [points[seat] for seat in (0, 1, 3)] == [-2, -2, -2]


# ---- joker_rummy ---------------------------------------------------------------------------


def test_jr_5_value_of_an_opening() -> None:
    assert opening_value(["7s 7h 7d"], "joker_rummy") == 21
    assert opening_value(["Ks Kh *"], "joker_rummy") == 30
    assert opening_value(["Qd Kd *"], "joker_rummy") == 31
    assert opening_value(["9s Ts *"], "joker_rummy") == 29
    assert opening_value(["* 2s 3s"], "joker_rummy") == 9
    assert opening_value(["7s 7h 7d", "3s 4s 5s"], "joker_rummy") == 33
    assert opening_value(["As Ah Ad"], "joker_rummy") == 33
    assert opening_value(["As Ah Ad"], rules("joker_rummy", ace_in_group=1)) == 3
    with pytest.raises(rs.TableError):
        opening_value(["7s 7h"], "joker_rummy")


def test_jr_5_value_of_an_opening_with_one_meld() -> None:
    assert (
        opening_value(["7s 7h 7d", "3s 4s 5s"], rules("joker_rummy", opening_single_meld=True))
        == 21
    )


def test_jr_10_penalty_of_the_others() -> None:
    assert hand_penalty("Js Qs Ks As * 7c", "joker_rummy") == 10 + 10 + 10 + 15 + 30 + 7
    found = rs.settle("joker_rummy", ["", "As 7c", "* Kd"], winner=0)
    assert found.points == (0, -22, -40)
    assert found.penalties == (0, 22, 40)


@pytest.mark.parametrize(("take_all", "one_turn", "points"), [
    (True, True, (0, -44)), (True, False, (0, -22)), (False, True, (0, -22)),
])  # fmt: skip
def test_jr_11_take_all_doubles(take_all: bool, one_turn: bool, points: tuple[int, int]) -> None:
    game = rules("joker_rummy", take_all=take_all)
    assert rs.settle(game, ["", "As 7c"], winner=0, one_turn=one_turn).points == points


def test_jr_11_a_closing_brings_its_factor() -> None:
    game = rules("joker_rummy", take_all=True)
    closing = rs.best_closing("Ts Th Td 2c", game)
    assert rs.settle(game, ["", "As 7c"], winner=0, closing=closing).points == (0, -44)
    found = rs.settle(game, ["", "As 7c"], winner=0, closing=closing, one_turn=True)
    assert found.points == (0, -44)


def test_jr_12_more_than_the_limit_is_out() -> None:
    game = rules("joker_rummy", match_limit=100)
    found = rs.settle(game, ["", "Kc", "Kd"], winner=0, before=(-100, -90, -95))
    assert found.totals == (-100, -100, -105)
    assert found.out == (2,)  # 100 is not more than 100
    assert found.winner is None


def test_jr_12_the_last_one_in_wins() -> None:
    game = rules("joker_rummy", match_limit=100)
    found = rs.settle(game, ["Ks", "", None], winner=1, before=(-95, -20, -140))
    assert (found.out, found.winner) == ((0, 2), 1)


def test_jr_12_with_two_players_the_one_who_is_over_loses() -> None:
    game = rules("joker_rummy", match_limit=100)
    found = rs.settle(game, ["* Ks", ""], winner=1, before=(-70, -99))
    assert (found.out, found.winner) == ((0,), 1)


def test_jr_12_stock_used_up_nobody_scores() -> None:
    assert rs.settle("joker_rummy", ["Ks", "As"]).points == (0, 0)
    option = rules("joker_rummy", stock_exhausted="lowest_wins")
    assert rs.settle(option, ["Ks", "As"]).points == (0, -15)


# ---- basic_rummy ---------------------------------------------------------------------------


def test_br_6_exhausted_hand_totals_are_reported() -> None:
    found = rs.settle("basic_rummy", ["Ks 5d", "As", "9h"])
    assert found.points == (0, 0, 0)
    assert found.penalties == (15, 1, 9)


def test_br_6_exhausted_lowest_wins() -> None:
    option = rules("basic_rummy", exhausted="lowest_wins")
    assert rs.settle(option, ["Ks 5d", "As", "9h"]).points == (0, 24, 0)
    assert rs.settle(option, ["Ks", "As", "Ah"]).points == (0, 10, 10)


def test_br_7_the_winner_gets_the_hands_of_the_others() -> None:
    assert hand_penalty("Ks Qs Js As 7c", "basic_rummy") == 38
    assert rs.settle("basic_rummy", ["", "Ks As", "7c"], winner=0).points == (18, 0, 0)


def test_br_8_doubled_in_one_turn() -> None:
    assert rs.settle("basic_rummy", ["", "Ks As"], winner=0, one_turn=True).points == (22, 0)
    closing = rs.best_closing("2s 3s 4s", "basic_rummy")
    assert rs.settle("basic_rummy", ["", "Ks As"], winner=0, closing=closing).points == (22, 0)


@pytest.mark.parametrize("limit", [100, 300, 500])
def test_br_9_the_game_ends_at_the_limit(limit: int) -> None:
    game = rules("basic_rummy", match_limit=limit)
    hands = ["", "Ks Qs", "Ah"]  # 21
    found = rs.settle(game, hands, winner=0, before=(limit - 22, 50, 0))
    assert (found.totals, found.winner) == ((limit - 1, 50, 0), None)
    found = rs.settle(game, hands, winner=0, before=(limit - 21, 50, 0))
    assert (found.totals, found.winner, found.out) == ((limit, 50, 0), 0, ())


# ---- rummikub ------------------------------------------------------------------------------


def test_rk_4_value_of_an_opening() -> None:
    assert opening_value(["R9 R10 *"], "rummikub") == 30
    assert opening_value(["K1 K2 K3", "R8 Y8 B8"], "rummikub") == 30


def test_rk_8_winner_by_empty_rack() -> None:
    assert hand_penalty("K13 *", "rummikub") == 43
    found = rs.settle("rummikub", ["K5", "", "K13 *"], winner=1)
    assert found.points == (-5, 48, -43)


def test_rk_9_the_lowest_rack_wins() -> None:
    found = rs.settle("rummikub", ["R5", "K13", "R10 R12"])
    assert found.points == (13 + 22 - 5, -13 + 5, -22 + 5)
    assert found.winner == 0


def test_rk_9_tied_racks_all_win() -> None:
    found = rs.settle("rummikub", ["R5", "K5", "R10 R12", "Y7"])
    assert found.points == (22 + 7 - 5, 22 + 7 - 5, -22 + 5, -7 + 5)
    assert found.winner is None


def test_rk_9_zero_sum() -> None:
    option = rules("rummikub", zero_sum=True)
    assert rs.settle(option, ["R5", "K13", "R10 R12"]).points == (8 + 17, -8, -17)
    found = rs.settle(option, ["R5", "K5", "R10 R12", "Y7"])
    assert found.points == (19, 19, -34, -4)
    assert sum(found.points) == 0


# ---- remi ----------------------------------------------------------------------------------


def test_rm_8_trump_bonus() -> None:
    found = rs.settle("remi", [None] * 4, trump_holders=[2])
    assert found.points == (-10, -10, 30, -10)
    assert rs.settle(rules("remi", trump_bonus=5), [None] * 2, trump_holders=[0]).points == (5, -5)


def test_rm_8_trump_match() -> None:
    with pytest.raises(rs.RummyError, match="trump_holders"):
        rs.settle("remi", [None] * 3, trump_holders=[0, 1])
    copy = rules("remi", trump_match="copy")
    assert rs.settle(copy, [None] * 3, trump_holders=[0, 1]).points == (10, 10, -20)


def test_rm_9_points_from_every_other_player() -> None:
    closing = rs.best_closing(f"{BOARD} *", "remi")
    found = rs.settle("remi", [None] * 4, winner=3, closing=closing, trump_holders=[0])
    assert found.points == (-50 + 30, -50 - 10, -50 - 10, 150 - 10)
    with pytest.raises(rs.RummyError, match="closing"):
        rs.settle("remi", [None] * 4, winner=3)


def test_rm_10_nobody_closes_nobody_loses() -> None:
    assert rs.settle("remi", ["K13", "*", "R1"]).points == (0, 0, 0)


def test_rm_11_leaving_the_table() -> None:
    assert rs.settle("remi", [None] * 4, left=[1]).points == (25, -75, 25, 25)
    assert rs.settle(rules("remi", leaving_points=10), [None] * 2, left=[0]).points == (-10, 10)


# ---- gin_rummy -----------------------------------------------------------------------------


def test_gn_4_the_knocker_wins_the_difference() -> None:
    assert rs.settle("gin_rummy", ["5c 3d", "Ks Qs 9c"], winner=0).points == (21, 0)
    assert rs.settle("gin_rummy", ["8c", "9c"], winner=0).points == (1, 0)
    assert rs.settle("gin_rummy", ["8c", "9c", "Kc"], winner=0).points == (1 + 2, 0, 0)


def test_gn_4_gin() -> None:
    assert rs.settle("gin_rummy", ["", "Ks Qs"], winner=0).points == (45, 0)
    eleven = rs.best_closing("3s 4s 5s 9c 9d 9h Ts Js Qs Ks 9s", "gin_rummy")
    big = rules("gin_rummy", big_gin=31)
    assert rs.settle(big, ["", "Ks Qs"], winner=0, closing=eleven).points == (45 + 31, 0)
    ten = rs.best_closing("3s 4s 5s 9c 9d 9h Ts Js Qs Ks 2d", "gin_rummy")
    assert rs.settle(big, ["", "Ks Qs"], winner=0, closing=ten).points == (45, 0)
    assert rs.settle("gin_rummy", ["", "Ks", "Qs"], winner=0).points == (2 * (10 + 25), 0, 0)


def test_gn_4_undercut() -> None:
    assert rs.settle("gin_rummy", ["8c", "5d"], winner=0).points == (0, 28)
    assert rs.settle("gin_rummy", ["8c", "8d"], winner=0).points == (0, 25)
