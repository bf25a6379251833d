"""Every reason why a hand does not close, all at once."""

from __future__ import annotations

import pytest

import rummy_solver as rs
from rummy_solver.closing_report import Fault

BOARD = "R3-5 Y9 B9 K9 B10-13 Y2-5"


def codes(hand: str, rules: rs.RuleSet | str, **more: object) -> tuple[str, ...]:
    return rs.explain_closing(hand, rules, **more).codes


@pytest.mark.parametrize(
    ("hand", "rules", "more", "expected"),
    [
        (f"{BOARD} K1", "remi", {}, ()),
        (BOARD, "remi", {}, ()),
        ("", "remi", {}, ("empty", "too_few")),
        ("", "rummikub", {}, ("empty",)),
        ("R3-5", "remi", {}, ("too_few", "pairs")),
        ("R3-5 K9", "remi", {}, ("too_few", "loose", "pairs")),
        (f"{BOARD} K1 K3 K5", "remi", {}, ("too_many", "loose", "pairs")),
        (f"{BOARD} K1 K2 K3", "remi", {}, ("too_many", "pairs")),
        ("R1-3 Y4-6 B7-9 K10-12 R5 Y5 B5", "rummyclub", {}, ("none_over", "pairs")),
        ("7s 7h 7d Ks", "joker_rummy", {}, ("opening_short",)),
        ("7s 7h 7d", "joker_rummy", {"opened": True}, ("none_over",)),
        ("7s 7h 7d", "joker_rummy", {}, ("none_over", "opening_short")),
        ("7s 7h 7d Ks 2c", "joker_rummy", {}, ("loose", "opening_short")),
        ("As 2s 3s Kd", "basic_rummy", {"taken": "Kd"}, ("only_discard_taken",)),
        ("As 2s 3s Kd Qd", "basic_rummy", {"taken": "Kd"}, ("loose",)),
        ("R1 R2 R3 Y9", "rummikub", {}, ("loose", "opening_short")),
        ("R1 R2 R3 Y9", "rummikub", {"opened": True}, ("loose",)),
        ("3s 4s 5s 9c 9d 9h As 2d 3h Kc", "gin_rummy", {}, ("deadwood",)),
        ("3s 4s 5s", "gin_rummy", {}, ("too_few",)),
        ("3s 4s 5s 9c 9d 9h As 2d 3h 4c Kd", "gin_rummy", {"taken": "Kd"}, ("only_discard_taken",)),
    ],
)
def test_codes(hand: str, rules: str, more: dict[str, object], expected: tuple[str, ...]) -> None:
    report = rs.explain_closing(hand, rules, **more)
    assert report.codes == expected
    assert report.eligible == (expected == ())
    assert bool(report) == report.eligible
    assert str(report) == "closes" or str(report).startswith("does not close: ")


def test_amounts_and_tiles() -> None:
    report = rs.explain_closing("R3-5 K9", "remi")
    few, loose, pairs = report.faults
    assert few.text == "10 tiles too few: expected 14 or 15, got 4"
    assert few.amount == 10
    assert (loose.text, loose.amount) == ("1 tile in no meld: K9", 1)
    assert loose.tiles == report.loose == rs.Hand("K9")
    assert pairs.amount == 7


def test_the_opening_is_short_by_the_best_arrangement() -> None:
    report = rs.explain_closing("7s 7h 7d Ks", "joker_rummy")
    assert report.faults[0].text == "melds of 21 points, 9 short of the opening of 30"
    option = rs.get_rules("joker_rummy").replace(opening_single_meld=True)
    report = rs.explain_closing("7s 7h 7d 3s 3h 3d Ks", option)
    assert report.faults[0].text == "a best meld of 21 points, 9 short of the opening of 30"


def test_one_meld_per_turn() -> None:
    option = rs.get_rules("basic_rummy").replace(one_meld_per_turn=True)
    assert codes("As 2s 3s 9c 9d 9h", option) == ("one_meld",)


def test_a_report_has_the_closings() -> None:
    report = rs.explain_closing(f"{BOARD} *", "remi", launched=1)
    assert list(report.closings) == rs.closings(f"{BOARD} *", "remi", launched=1)
    assert report.best == report.closings[0]
    assert report.melds == report.closings[0].melds
    assert report.loose == rs.Hand("*")
    assert rs.explain_closing("R3", "remi").best is None


def test_wrong_input_is_still_an_error() -> None:
    with pytest.raises(rs.HandError):
        rs.explain_closing("R3 R3 R3", "remi")
    with pytest.raises(rs.HandError):
        rs.explain_closing("R3 * *", "remi", launched=1)


def test_enough_pairs_and_the_tile_over_is_the_one_just_taken() -> None:
    rules = rs.get_rules("rummyclub").replace(discard_taken=False)
    pairs = "R1 R1 R4 R4 Y5 Y5 K9 K9 G10 G10 K12 K12 Y13 Y13 R7"
    assert rs.explain_closing(pairs, rules, taken="R7").codes == ("loose",)
    assert rs.explain_closing(pairs, rules).eligible


def test_an_opening_worth_enough_is_no_fault() -> None:
    assert rs.explain_closing("Ks Kh Kd 5c 7d 9h", "joker_rummy").codes == ("loose",)


def test_a_single_opening_meld_that_leaves_no_closing_does_not_count() -> None:
    rules = rs.get_rules("joker_rummy").replace(opening_single_meld=True, opening_points=35)
    (fault,) = rs.explain_closing("Ts Js Qs Ks Th Td 2c", rules).faults
    assert (fault.code, fault.amount) == ("opening_short", 5)  # ten to king would leave two tens
    assert fault.text == "a best meld of 30 points, 5 short of the opening of 35"


def test_what_a_fault_is_about() -> None:
    strict = rs.get_rules("rummyclub").replace(discard_taken=False)
    one_way = "R1-4 R7-9 K5-8 K11-13 Y3"
    (fault, _) = rs.explain_closing(one_way, strict, taken="Y3").faults
    assert fault == Fault(
        "only_discard_taken",
        "the only tile to throw is the one just taken: Y3",
        1,
        rs.Hand.parse("Y3"),
    )
    five_melds = "R1-3 RYK5 B9-11 K11-13 Y7-9"
    for rules in (strict, strict.replace(discard="optional")):
        for taken in (None, "R1"):
            (fault, _) = rs.explain_closing(five_melds, rules, taken=taken).faults
            text = "all 15 tiles go into melds and none is left to be thrown"
            assert fault == Fault("none_over", text, 1)


def test_faults_of_a_knock() -> None:
    loose = rs.explain_closing("As 3s 5s 7s 9s Js Ks 2h 4h 6h", "gin_rummy")
    assert loose.faults == (Fault("deadwood", "deadwood of 57, 47 above the limit of 10", 47),)
    low = rs.get_rules("gin_rummy").replace(knock_limit=5)
    eleven = "As 2s 3s 7h 7d 7c 8h 9h Th 5c Ks"
    (fault,) = rs.explain_closing(eleven, low, taken="Ks").faults
    text = "the only tile to throw is the one just taken: Ks"
    assert fault == Fault("only_discard_taken", text, 1, rs.Hand.parse("Ks"))
    gin_alone = rs.get_rules("gin_rummy").replace(knock_limit=0)
    (fault,) = rs.explain_closing("As 2s 3s 7h 7d 7c 8h 9h Th Ad", gin_alone).faults
    assert fault == Fault("deadwood", "deadwood of 1, 1 above the limit of 0", 1)


NO_PAIRS = Fault("pairs", "0 of the 7 pairs that close a hand too", 7)


@pytest.mark.parametrize(
    ("hand", "faults"),
    [
        (
            "",
            [
                Fault("empty", "the hand is empty: there is nothing to close with"),
                Fault("too_few", "14 tiles too few: expected 14 or 15, got 0", 14),
            ],
        ),
        ("R1-13", [Fault("too_few", "1 tile too few: expected 14 or 15, got 13", 1), NO_PAIRS]),
        (
            "R1-13 Y1-3",
            [Fault("too_many", "1 tile too many: expected 14 or 15, got 16", 1), NO_PAIRS],
        ),
        (
            "R1-13 Y1-4",
            [Fault("too_many", "2 tiles too many: expected 14 or 15, got 17", 2), NO_PAIRS],
        ),
        (
            "R1-4 R7-9 K5-8 K11 Y3 G9",
            [
                Fault("loose", "3 tiles in no meld: Y3, G9, K11", 3, rs.Hand.parse("Y3 B9 K11")),
                NO_PAIRS,
            ],
        ),
        (
            "R1-4 R7-9 K5-8 K11 Y3 G9 G11",
            [
                Fault(
                    "loose",
                    "4 tiles in no meld: Y3, G9, G11, K11, only one can be thrown",
                    3,
                    rs.Hand.parse("Y3 B9 B11 K11"),
                ),
                NO_PAIRS,
            ],
        ),
    ],
)
def test_faults_word_for_word(hand: str, faults: list[Fault]) -> None:
    report = rs.explain_closing(hand, "rummyclub")
    assert list(report.faults) == faults
    assert report.closings == ()
    assert str(report) == f"does not close: {'; '.join(fault.text for fault in faults)}"
    assert sum(map(len, report.melds)) + len(report.loose) == len(rs.Hand.parse(hand))


def test_six_pairs_are_one_too_few() -> None:
    hand = "R1 R1 R4 R4 Y5 Y5 K9 K9 G10 G10 K12 K12 Y13 G2 G7"
    assert (
        Fault("pairs", "6 of the 7 pairs that close a hand too", 1)
        in rs.explain_closing(hand, "rummyclub").faults
    )


def test_one_meld_a_turn() -> None:
    rules = rs.get_rules("basic_rummy").replace(one_meld_per_turn=True)
    text = "more than one meld must be laid, a turn allows one"
    assert rs.explain_closing("As 2s 3s 9c 9d 9h Ks", rules).faults == (Fault("one_meld", text),)
    assert rs.explain_closing("As 2s 3s 9c 9d 9h", rules).faults == (Fault("one_meld", text),)
    assert rs.explain_closing("As 2s 3s Ks", rules).eligible
    assert rs.explain_closing("Ks", rules).eligible


def opening_fault(hand: str, **knobs: object) -> Fault | None:
    report = rs.explain_closing(hand, rs.get_rules("joker_rummy").replace(**knobs))
    return next((fault for fault in report.faults if fault.code == "opening_short"), None)


@pytest.mark.parametrize(
    ("hand", "knobs", "what", "points", "needed"),
    [
        ("7s 7h 7d Ks", {}, "melds", 21, 30),
        ("Ks Kh Kd 5c 7d 9h", {"opening_points": 31}, "melds", 30, 31),
        # one card must be kept to be thrown, so that no king is left to be laid
        ("Ks Kh Kd", {}, "melds", 0, 30),
        ("7s 7h 7d 2c 4d 9h", {"discard": "optional"}, "melds", 21, 30),
        ("7s 7h 7d", {"discard": "optional"}, "melds", 21, 30),
        # of the hand as it closes, not the run of nines to kings, which would leave loose cards
        ("9s Ts Js Qs 9h 9d 2c", {"opening_points": 50}, "melds", 57, 50),
        ("7s 7h 7d 8s 9s 2c", {"opening_single_meld": True}, "a best meld", 24, 30),
        ("2s 3s 2h 2d 9c", {"opening_single_meld": True}, "a best meld", 6, 30),
        ("2s 4h 9c", {"opening_single_meld": True}, "a best meld", 0, 30),
    ],
)
def test_how_far_an_opening_is(
    hand: str, knobs: dict[str, object], what: str, points: int, needed: int
) -> None:
    missing = needed - points
    text = f"{what} of {points} points, {missing} short of the opening of {needed}"
    expected = Fault("opening_short", text, missing) if missing > 0 else None
    assert opening_fault(hand, **knobs) == expected


def test_an_opening_is_no_fault_for_who_has_opened() -> None:
    assert rs.explain_closing("7s 7h 7d Ks", "joker_rummy", opened=True).eligible


def test_opened_is_a_yes_or_no() -> None:
    with pytest.raises(rs.RummyError) as caught:
        rs.explain_closing("R1", "remi", opened="no")  # type: ignore[arg-type]
    assert str(caught.value) == "opened: expected True or False, got 'no'"


def test_one_meld_that_may_be_laid_is_no_fault_beside_another() -> None:
    rules = rs.get_rules("joker_rummy").replace(one_meld_per_turn=True)
    assert rs.explain_closing("7s 7h 7d Ks", rules).codes == ("opening_short",)
