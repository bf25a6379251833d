"""The clauses on turns at a table; one test per clause, named after it."""

from __future__ import annotations

from typing import Any

import pytest

from rummy_solver.hand import Hand
from rummy_solver.play import Turn, best_turn
from rummy_solver.referee import check_turn
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import get_rules
from rummy_solver.tiles import Tile

JOKER_RUMMY = get_rules("joker_rummy")
BASIC = get_rules("basic_rummy")
RUMMIKUB = get_rules("rummikub")


def best(rack: str, table: str, rules: RuleSet, **options: Any) -> Turn:
    turn = best_turn(rack, table, rules, **options)
    judged = {key: options[key] for key in ("opened", "taken") if key in options}
    discard = False if options.get("discard") is False else turn.discard
    assert check_turn(table, turn.table, rack, rules, discard=discard, **judged) == []
    return turn


def legal(before: str, after: str, rack: str, rules: RuleSet, **options: Any) -> bool:
    return check_turn(before, after, rack, rules, **options) == []


# ---- joker rummy ---------------------------------------------------------------------------


def test_jr_4_one_joker_in_a_meld_also_after_a_lay_off() -> None:
    assert best("* 2c", "5s 6s *", JOKER_RUMMY).tiles == 0
    assert best("* 2c", "5s 6s *", JOKER_RUMMY.replace(joker_cap_on_layoff=False)).tiles == 1
    assert best("5s * * 2c", "", JOKER_RUMMY).tiles == 0
    assert best("5s * * 2c", "", JOKER_RUMMY.replace(max_jokers_per_meld=None)).tiles == 3


def test_jr_5_opening_of_thirty() -> None:
    closed = {"opened": False}
    assert best("7s 7h 7d 2c", "", JOKER_RUMMY, **closed).tiles == 0
    assert best("Ts Th Td 2c", "", JOKER_RUMMY, **closed).tiles == 3
    assert best("7s 7h 7d 3s 4s 5s 2c", "", JOKER_RUMMY, **closed).tiles == 6
    single = JOKER_RUMMY.replace(opening_single_meld=True)
    assert best("7s 7h 7d 3s 4s 5s 2c", "", single, **closed).tiles == 0
    # A joker counts as the card that it replaces, in the best legal reading.
    assert best("Qd Kd * 2c", "", JOKER_RUMMY, objective="points", **closed).points == 31
    # Neither a swapped joker nor a lay-off helps.
    assert best("7c Kh Kd 2c", "5c 6c *", JOKER_RUMMY, **closed).tiles == 0
    assert best("7s 7h 7d 8c 9c 2d", "5c 6c 7c", JOKER_RUMMY, **closed).tiles == 0


def test_jr_6_lay_off_after_the_own_opening_also_in_the_same_turn() -> None:
    turn = best("Ts Th Td 8c 2h", "5c 6c 7c", JOKER_RUMMY, opened=False)
    assert (turn.tiles, turn.goes_out) == (4, True)
    assert best("8c 9c Tc 2h", "5c 6c 7c", JOKER_RUMMY).tiles == 3
    assert best("7s 2h", "7s 7h 7d", JOKER_RUMMY).tiles == 0
    assert best("7c 2h", "7s 7h 7d", JOKER_RUMMY).tiles == 1
    # Melds are never rearranged, and jokers keep their place.
    assert not legal("5c 6c 7c 8c", "5c 6c 7c | 8c 8h 8d", "8h 8d 2h", JOKER_RUMMY, discard="2h")
    stay = JOKER_RUMMY.replace(joker_swap=False)
    assert not legal("5c 6c *", "* 5c 6c 7c", "7c 2h", stay, discard="2h")
    assert not legal("5c 6c *", "* 5c 6c", "7c 2h", JOKER_RUMMY, discard="2h")


def test_jr_7_joker_swap() -> None:
    turn = best("7c Kh Kd 2s", "5c 6c *", JOKER_RUMMY)
    assert (turn.tiles, turn.goes_out) == (3, True)
    # In a group of three either missing suit will do.
    for card in ("8h", "8s"):
        assert best(f"{card} Kh Kd 2s", "8d 8c *", JOKER_RUMMY).goes_out
    assert best("8d Kh Kd 2s", "8d 8c *", JOKER_RUMMY).tiles == 0
    # Taken and kept, unless the option forbids it.
    keep = JOKER_RUMMY.replace(hand_points={"joker": 0}, max_run=3)
    turn = best("7c 2s", "5c 6c *", keep, objective=("penalty",))
    assert (turn.left, turn.penalty) == (Hand.parse("*"), 0)
    used = keep.replace(swapped_joker_must_be_used=True)
    assert best("7c 2s", "5c 6c *", used, objective=("penalty",)).penalty == 2
    assert best("7c Kh Kd 2s", "5c 6c *", JOKER_RUMMY.replace(joker_swap=False)).tiles == 0
    # A meld freed of its joker may get one again.
    assert best("7c 8c 2s", "5c 6c *", JOKER_RUMMY).tiles == 2
    assert legal("5c 6c *", "* 5c 6c 7c", "7c 2h", JOKER_RUMMY, discard="2h")


def test_jr_8_one_card_is_left_for_the_discard() -> None:
    assert best("5s 6s 7s", "", JOKER_RUMMY).tiles == 0
    assert best("5s 6s 7s 8s", "", JOKER_RUMMY).tiles == 3
    turn = best("2h *", "Ks Kh Kd Kc", JOKER_RUMMY, objective="penalty")
    assert (turn.discard, turn.penalty) == (Tile("*"), 2)
    assert best("Kc *", "Ks Kh Kd", JOKER_RUMMY).goes_out


def test_jr_9_the_round_ends_after_the_last_discard() -> None:
    turn = best("5s 6s 7s 8h", "", JOKER_RUMMY)
    assert (turn.goes_out, turn.discard) == (True, Tile("Y8"))
    optional = JOKER_RUMMY.replace(discard="optional")
    turn = best("5s 6s 7s", "", optional)
    assert (turn.goes_out, turn.discard) == (True, None)


def test_jr_11_take_all_doubles() -> None:
    rules = JOKER_RUMMY.replace(take_all=True)
    assert best("Ts Js Qs 2h", "", rules, opened=False).factor == 2
    assert best("Ts Js Qs Ks 2h", "", rules, opened=True).factor == 1
    # Cards laid off in that turn count as laid, the last discard belongs to the turn.
    assert best("Ts Js Qs 8c 2h", "5c 6c 7c", rules, opened=False).factor == 2


def test_jr_13_a_hand_may_be_long() -> None:
    rack = "Ts Js Qs Ks 2h 3h 4h 5h 9d 9c 9s 7d 7c 7h 3s 5c 6c 8c *"
    turn = best(rack, "Ad 2d 3d", JOKER_RUMMY)
    assert turn.tiles >= 14


# ---- basic rummy ---------------------------------------------------------------------------


def test_br_3_any_number_of_melds() -> None:
    rack = "5s 6s 7s 9h 9d 9c Kh"
    assert best(rack, "", BASIC, opened=False).tiles == 6
    assert best(rack, "", BASIC.replace(one_meld_per_turn=True), opened=False).tiles == 3


def test_br_4_lay_off_only_after_an_own_meld() -> None:
    assert best("8c Kh", "5c 6c 7c", BASIC, opened=False).tiles == 0
    assert best("8c Kh", "5c 6c 7c", BASIC, opened=True).tiles == 1
    assert best("8c 2s 3s 4s Kh", "5c 6c 7c", BASIC, opened=False).tiles == 4


def test_br_5_the_card_taken_is_not_thrown() -> None:
    turn = best("2h Kc", "5c 6c 7c", BASIC, taken="Kc", objective="penalty")
    assert (turn.discard, turn.penalty) == (Tile("Y2"), 10)
    assert not legal("", "", "2h Kc", BASIC, discard="Kc", taken="Kc")
    assert legal("", "", "2h Kc", BASIC, discard="2h", taken="Kc")


def test_br_8_doubled_when_all_goes_in_one_turn() -> None:
    assert best("8c 2s 3s 4s Kh", "5c 6c 7c", BASIC, opened=False).factor == 2
    assert best("8c 2s 3s 4s Kh", "5c 6c 7c", BASIC, opened=True).factor == 1


def test_br_10_going_out_with_or_without_a_discard() -> None:
    assert best("8c 9c", "5c 6c 7c", BASIC).discard is None
    assert best("8c 9c", "5c 6c 7c", BASIC).goes_out
    assert best("8c 9c", "5c 6c 7c", BASIC.replace(discard="required")).discard == Tile("K9")
    # A turn may not end with the card just taken alone in hand.
    turn = best("8c Kh", "5c 6c 7c", BASIC, taken="Kh")
    assert (turn.tiles, turn.discard) == (0, Tile("K8"))
    assert not legal("5c 6c 7c", "5c 6c 7c 8c", "8c Kh", BASIC, taken="Kh")


# ---- rummikub ------------------------------------------------------------------------------


def test_rk_4_opening_from_the_rack_alone() -> None:
    closed = {"opened": False}
    assert best("R9 Y9 B9", "K9 K10 K11", RUMMIKUB, **closed).tiles == 0
    assert best("R10 Y10 B10", "K9 K10 K11", RUMMIKUB, **closed).tiles == 3
    # Once they lie, the same turn goes on with manipulation.
    assert best("R10 Y10 B10 K12", "K9 K10 K11", RUMMIKUB, **closed).tiles == 4
    plain = RUMMIKUB.replace(manipulate_on_opening_turn=False)
    assert best("R10 Y10 B10 K12", "K9 K10 K11", plain, **closed).tiles == 3


def test_rk_5_manipulation() -> None:
    turn = best("K8 R8", "K4 K5 K6 K7 | Y8 B8 K8", RUMMIKUB)
    assert turn.goes_out
    assert not legal("R1 R2 R3 R4", "R1 R2 R3", "K8", RUMMIKUB)
    assert not legal("R1 R2 R3 | R4 R5 R6", "R1 R2 R3 R4 R5 R6", "K8", RUMMIKUB)


@pytest.mark.parametrize(("policy", "tiles"), [("locked", 0), ("replace", 1), ("free", 1)])
def test_rk_6_joker_policies(policy: str, tiles: int) -> None:
    rules = RUMMIKUB.replace(joker_policy=policy)
    assert best("R6", "R5 * R7 R8 | Y5 B5 K5", rules).tiles == tiles
