"""Claimed turns: every fault is named, and what is legal has none."""

from __future__ import annotations

from typing import Any

import pytest

from rummy_solver.errors import HandError, RuleSetError, TableError
from rummy_solver.referee import check_turn
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import get_rules

RUMMIKUB = get_rules("rummikub")
JOKER_RUMMY = get_rules("joker_rummy")
BASIC = get_rules("basic_rummy")


def faults(
    before: str, after: str, rack: str, rules: RuleSet | str = RUMMIKUB, **options: Any
) -> str:
    return "; ".join(check_turn(before, after, rack, rules, **options))


def test_nothing_done_is_legal() -> None:
    assert faults("R1 R2 R3", "R1 R2 R3", "K5") == ""
    assert faults("", "", "") == ""
    assert faults("R1 R2 R3 | K5 K6 K7", "K5 K6 K7 | R1 R2 R3", "K5") == ""
    assert faults("", "", "5s 6s", JOKER_RUMMY, discard="5s") == ""


@pytest.mark.parametrize(
    ("before", "after", "rack", "words"),
    [
        ("R1 R2 R3 R4", "R1 R2 R3", "K5", "R4 has left the table: 1 before, 0 after"),
        ("R1 R2 R3 *", "R1 R2 R3 R4", "R4", "* has left the table"),
        ("R1 R2 R3", "R1 R2 R3 R4", "K5", "R4: 1 more on the table, the rack has 0"),
        ("R1-3 | R4-6", "R1-6", "K5", "the table was changed, but no tile of the rack"),
        ("R1 R2 R3", "R1 R2 | R3 R4 R5", "R4 R5", "meld 1 of the table (R1 R2): run"),
        ("R1 R2 R3", "R1 R2 R3 | K5 K7 K6", "K5 K6 K7", "meld 2 of the table"),
        ("R1 R2 R3", "R1 R2 R3 | K5 K6 K7", "K5 K6", "K7: 1 more on the table, the rack has 0"),
        ("R1 R2 R3", "R1 R2 R3 | R1 R2 R3 | R1 R2 R3", "R1 R2 R3", "table has 3 of R1"),
    ],
)
def test_counting(before: str, after: str, rack: str, words: str) -> None:
    assert words in faults(before, after, rack)


def test_every_fault_is_named() -> None:
    found = check_turn("R1 R2 R3 R4", "R1 R2 | K5 K6 K8", "K5 K6 K8", RUMMIKUB)
    assert len([fault for fault in found if "meld 1" in fault]) >= 1
    assert len([fault for fault in found if "meld 2" in fault]) >= 1
    assert any("R3 has left" in fault for fault in found)
    assert any("R4 has left" in fault for fault in found)


def test_opening_short_by() -> None:
    rack = "K7 K8 K9 R1 R2 R3"
    assert faults("", "K7 K8 K9", rack, opened=False).endswith("got 24, short by 6")
    assert faults("", "K7 K8 K9 | R1 R2 R3", rack, opened=False) == ""
    assert faults("", "K7 K8 K9", rack) == ""
    single = RUMMIKUB.replace(opening_single_meld=True)
    assert "short by 6" in faults("", "K7 K8 K9 | R1 R2 R3", rack, single, opened=False)


def test_opening_and_then_rearranging() -> None:
    before, rack = "R10 R11 R12 R13", "R13 Y13 B13 K5"
    assert faults(before, "R10-13 | R13 Y13 B13", rack, opened=False) == ""
    # Tiles of the table do not help to open.
    assert "short by 30" in faults(before, "R10-12 | R13 Y13 B13", "Y13 B13 K5", opened=False)
    plain = RUMMIKUB.replace(manipulate_on_opening_turn=False)
    added = "R10 R11 R12 R13 | R13 Y13 B13"
    assert faults(before, added, rack, plain, opened=False) == ""
    touched = "R9 R10 R11 R12 R13 | R13 Y13 B13"
    assert "untouched" in faults(before, touched, "R9 " + rack, plain, opened=False)


LOCKED = [
    # policy that allows it, before, after, rack
    ("locked", "* R6 R7", "R5 R6 R7 | K1 K2 *", "R5 K1 K2"),
    ("locked", "* R6 R7", "* R6 R7 R8", "R8"),
    ("locked", "R5 Y5 *", "R5 Y5 B5 *", "B5"),
    ("locked", "R5 Y5 *", "R5 Y5 B5 | K1 K2 *", "B5 K1 K2"),
    ("locked", "* R6 R7 | R5 Y5 B5 K5", "R5 R6 R7 | Y5 B5 K5 | K1 K2 *", "K1 K2"),
    ("locked", "* R6 R7", "R5 Y5 B5 | R6 Y6 B6 | R7 Y7 B7 *", "R5 Y5 B5 Y6 B6 Y7 B7"),
    ("replace", "R5 * R7", "R5 R6 R7 | K1 K2 *", "R6 K1 K2"),
    ("replace", "* * R7", "R5 R6 R7 | * * K2", "R5 R6 K2"),
    ("replace", "R5 * R7 R8", "R5 Y5 * | R6 R7 R8", "Y5 R6"),
    ("free", "R5 * R7 R8 R9", "R5 Y5 * | R7 R8 R9", "Y5"),
    ("free", "* R6 R7", "R6 R7 R8 | K1 K2 *", "R8 K1 K2"),
    ("locked", "R5 R6 * | Y4 Y5 *", "R5 R6 R7 R8 | Y4 Y5 Y6 | * * K9", "R7 R8 Y6 K9"),
]


@pytest.mark.parametrize(("policy", "before", "after", "rack"), LOCKED)
def test_joker_policies(policy: str, before: str, after: str, rack: str) -> None:
    order = ["locked", "replace", "free"]
    for other in order:
        found = faults(before, after, rack, RUMMIKUB.replace(joker_policy=other))
        allowed = order.index(other) >= order.index(policy)
        assert (found == "") == allowed, found
        if not allowed:
            assert f"policy {other!r}" in found


def test_keys_locked_in_each_other() -> None:
    """RK-6 (e): two locked melds of which each holds the other's key stay locked."""
    replace = RUMMIKUB.replace(joker_policy="replace")
    before = "* R6 R7 | R5 * R7"
    after = "R5 R6 R7 | R7 B7 * *"
    assert "taken apart" in faults(before, after, "B7", replace)
    assert faults(before, after, "B7", RUMMIKUB.replace(joker_policy="free")) == ""
    freed = "R5 R6 R7 | R7 B7 * | R5 B5 *"
    assert faults(before, freed, "B7 R5 B5", replace) == ""


@pytest.mark.parametrize(
    ("before", "after", "rack", "words"),
    [
        ("5s 6s 7s", "5s 6s 7s 8s", "8s 9d", ""),
        ("5s 6s 7s | 9s Ts Js", "5s 6s 7s 8s 9s Ts Js", "8s 9d", "two of them in one"),
        ("5s 6s 7s 8s", "5s 6s 7s | 8s 8h 8d", "8h 8d 2c", "meld 1 (5s 6s 7s 8s): expected it"),
        ("5s 6s *", "5s 6s * 8s 9s", "8s 9s 2c", ""),
        ("5s 6s *", "* 5s 6s 7s", "7s 2c", ""),
        ("5s 6s *", "* 4s 5s 6s", "4s 2c", "meld 1 (5s 6s *)"),
        ("5s 6s *", "5s 6s 7s", "7s 2c", ""),
        ("5s 6s *", "5s 6s 7s *", "7s 2c", ""),
        ("5s 6s *", "5s 6s * *", "* 2c", "jokers: expected at most 1, got 2"),
        ("5s 5h *", "5s 5h 5d", "5d 2c", ""),
        ("5s 5h *", "5s 5d *", "5d 2c", "5h has left"),
        ("5s 6s *", "5s 6s 7s | * Kh Kd", "7s Kh Kd 2c", ""),
    ],
)
def test_lay_offs(before: str, after: str, rack: str, words: str) -> None:
    found = faults(before, after, rack, JOKER_RUMMY, discard=False)
    assert words in found
    assert bool(words) == bool(found)


def test_lay_off_openings() -> None:
    rack = "7s 7h 7d Kh Kd 8c"
    table = "5c 6c * | 2h 3h 4h"
    closed = {"rules": JOKER_RUMMY, "opened": False, "discard": "8c"}
    assert "short by 9" in faults(table, table + " | 7s 7h 7d", rack, **closed)
    # The joker of the table may not serve the opening, nor is a lay-off part of it.
    swapped = "5c 6c 7c | 2h 3h 4h | Kh Kd *"
    assert "opening" in faults(table, swapped, "7c Kh Kd 8c", **closed)
    grown = "5c 6c * 8c | 2h 3h 4h"
    assert "expected a meld from the hand" in faults(table, grown, "8c 9d", JOKER_RUMMY,
                                                     opened=False, discard="9d")  # fmt: skip
    opened = table.replace("*", "7c") + " | Th Jh Qh | Kh Kd *"
    assert faults(table, opened, "7c Th Jh Qh Kh Kd 2c", JOKER_RUMMY, opened=False,
                  discard="2c") == ""  # fmt: skip


def test_options_of_lay_off_games() -> None:
    used = JOKER_RUMMY.replace(swapped_joker_must_be_used=True)
    assert "jokers taken" in faults("5s 6s *", "5s 6s 7s", "7s 2c", used, discard=False)
    assert faults("5s 6s *", "5s 6s 7s | * Kh Kd", "7s Kh Kd 2c", used, discard=False) == ""
    one = BASIC.replace(one_meld_per_turn=True)
    both = "5s 6s 7s | 9h 9d 9c"
    assert "at most one" in faults("", both, "5s 6s 7s 9h 9d 9c", one)
    assert faults("", both, "5s 6s 7s 9h 9d 9c", BASIC) == ""
    none = JOKER_RUMMY.replace(joker_swap=False)
    assert "* has left" in faults("5s 6s *", "5s 6s 7s", "7s 2c", none, discard=False)
    lax = JOKER_RUMMY.replace(joker_cap_on_layoff=False)
    assert faults("5s 6s *", "5s 6s * *", "* 2c", lax, discard=False) == ""
    assert faults("", "* 5s 6s 7s *", "5s 6s 7s * * 2c", lax, discard=False) == ""
    assert "meld" in faults("", "* 5s *", "5s * * 2c", lax, discard=False)


@pytest.mark.parametrize(
    ("rules", "rack", "discard", "taken", "words"),
    [
        (JOKER_RUMMY, "8s 9d", "9d", None, ""),
        (JOKER_RUMMY, "8s 9d", "9d", "9d", ""),
        (JOKER_RUMMY, "8s", None, None, "expected one card kept for it"),
        (JOKER_RUMMY, "8s 9d", None, None, "expected one card thrown"),
        (JOKER_RUMMY, "8s 9d", "8s", None, "expected a card left in the hand"),
        (JOKER_RUMMY, "8s 9d", False, None, ""),
        (BASIC, "8s", None, None, ""),
        (BASIC, "8s 9d", "9d", "9d", "expected another card than the one just taken"),
        (BASIC, "8s 9d", "9d", "8s", ""),
        (BASIC, "8s 9d", None, "9d", "expected one card thrown"),
    ],
)
def test_discards(rules: RuleSet, rack: str, discard: Any, taken: str | None, words: str) -> None:
    found = faults("5s 6s 7s", "5s 6s 7s 8s", rack, rules, discard=discard, taken=taken)
    assert words in found
    assert bool(words) == bool(found)


def test_no_discard_in_rummikub() -> None:
    assert "expected none" in faults("R1-3", "R1-4", "R4 K5", discard="K5")


def test_wrong_input() -> None:
    with pytest.raises(RuleSetError):
        check_turn("", "", "", "remi")
    with pytest.raises(TableError):
        check_turn("R1 R2", "", "", "rummikub")
    with pytest.raises(TableError):
        check_turn("", 5, "", "rummikub")
    with pytest.raises(HandError):
        check_turn("", "", "5s", BASIC, taken="6s", discard="5s")
    with pytest.raises(HandError):
        check_turn("", "", "5s 6s", BASIC, discard="5s 6s")


def check_opening(before: str, after: str, rack: str, **knobs: Any) -> list[str]:
    rules = get_rules("rummikub").replace(**knobs)
    return check_turn(before, after, rack, rules, opened=False)


def test_an_opening_may_be_taken_apart_in_the_same_turn() -> None:
    """Three tens are worth 30; then each of them goes elsewhere."""
    before = "R11 R12 R13 | K10 K11 K12 K13"
    after = "R10 R11 R12 R13 | Y10 B10 K10 | K11 K12 K13"
    assert check_opening(before, after, "R10 Y10 B10") == []
    assert check_opening(before, after, "R10 Y10 B10", opening_single_meld=True) == []
    faults = check_opening(before, after, "R10 Y10 B10", opening_points=31)
    assert len(faults) == 1 and faults[0].startswith("opening: expected")


def test_an_opening_with_a_joker_is_locked_and_may_grow() -> None:
    before, after = "B10 B11 B12 B13", "R10 Y10 B10 * | B11 B12 B13"
    assert check_opening(before, after, "R10 Y10 *") == []
    assert check_opening(before, after, "R10 Y10 *", joker_policy="free") == []
    nines = "B9 B10 B11 B12", "R9 Y9 B9 * | B10 B11 B12"
    for policy in ("locked", "replace", "free"):
        (fault,) = check_opening(*nines, "R9 Y9 *", joker_policy=policy)
        assert fault.startswith("opening: expected")


def test_an_opening_of_a_meld_with_a_joker_and_one_without() -> None:
    """Nines with the joker are 27, the low run 6; the run goes on with a tile of the table."""
    before = "B9 B10 B11 B12 | K4 K5 K6 K7"
    after = "R9 Y9 B9 * | B10 B11 B12 | K1 K2 K3 K4 | K5 K6 K7"
    assert check_opening(before, after, "R9 Y9 * K1 K2 K3") == []
    # the nine of blue may go in the place of the joker, which is free then
    exchanged = "R9 Y9 B9 | B10 B11 B12 | K1 K2 K3 * | K4 K5 K6 K7"
    assert check_opening(before, exchanged, "R9 Y9 * K1 K2 K3") == []
    # without such an exchange the meld with the joker, and so the opening, cannot have been there
    torn = "R6 R7 R8 R9 | Y6 Y7 Y8 Y9 | K1 K2 K3 *"
    (fault,) = check_opening("R6 R7 R8 | Y6 Y7 Y8", torn, "R9 Y9 * K1 K2 K3")
    assert fault.startswith("opening: ")


def test_a_piece_that_is_no_meld_is_named_as_it_was_written() -> None:
    text = faults("5s 6s 7s", "5s 6s 7s | 9h * *", "9h * * Kc", JOKER_RUMMY, discard="Kc")
    assert "meld 2 of the table (9h * *)" in text
    for piece in ("R13 R1 *", "* *", "R5", "R5 *", "R5 K9 *"):
        assert f"meld 1 of the table ({piece})" in faults("", piece, piece)


def test_the_tile_taken_is_in_the_rack() -> None:
    with pytest.raises(HandError, match="tile taken: expected a tile of the rack, got Kc"):
        check_turn("", "", "5s 6s", JOKER_RUMMY, taken="Kc")


def test_a_table_meld_of_open_kind_grows_to_a_run() -> None:
    rules = JOKER_RUMMY.replace(max_jokers_per_meld=2)
    assert faults("5s * *", "5s 6s *", "6s Kc", rules, discard="Kc") == ""
    assert faults("5s * *", "5s * * 8s", "8s Kc", rules, discard="Kc") == ""
    assert faults("5s * *", "5s 5h *", "5h Kc", rules, discard="Kc") == ""
    assert faults("5s * *", "5s 5h * 8s", "5h 8s Kc", rules, discard="Kc") != ""


def test_an_opening_without_manipulation() -> None:
    low = check_opening("R1-3", "R1-3 | K1-3", "K1 K2 K3", manipulate_on_opening_turn=False)
    assert low == ["opening: expected melds from the rack worth 30, got 6, short by 24"]
    touched = check_opening(
        "R1 R2 R3",
        "R1 R2 R3 R4 | K9 K10 K11",
        "K9 K10 K11 R4",
        manipulate_on_opening_turn=False,
    )
    assert touched == ["meld 1 (R1 R2 R3): expected it untouched in the turn of the opening"]
