"""Closings and distances of arrays: the form of the result, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import rummy_solver as rs
from rummy_solver.arrow import to_arrow
from rummy_solver.endings import ClosingBatch, close_batch, distance_batch


def rows_of(rules: str, *hands: str, width: int = 15) -> np.ndarray:
    rows = np.full((len(hands), width), 255, np.uint8)
    for row, text in zip(rows, hands, strict=True):
        codes = [int(tile) for tile in rs.Hand.parse(text, rs.get_rules(rules))]
        row[: len(codes)] = codes
    return rows


CLOSED = "R1 R2 R3 R4 R7 R8 R9 K5 K6 K7 K8 K11 * K13 *"
OPEN = "R1 R3 R5 R7 Y1 Y3 Y5 Y7 B1 B3 B5 B7 K9 K11 K13"


def test_form_of_closings() -> None:
    result = close_batch(rows_of("remi", CLOSED, OPEN), "remi")
    names = rs.get_rules("remi").pattern_names
    assert result.closable.tolist() == [True, False]
    assert result.points.tolist() == [90, -1]
    assert [names[result.pattern[0]], result.pattern[1]] == ["bicolor", -1]
    assert result.discard.tolist() == [0, 255]
    assert [getattr(result, x).dtype for x in ("closable", "points", "pattern", "discard")] == [
        np.bool_, np.int32, np.int8, np.uint8,
    ]  # fmt: skip
    assert len(result) == 2


def test_points_that_depend_on_the_others_are_not_there() -> None:
    result = close_batch(rows_of("basic_rummy", "As 2s 3s 9c 9d 9h Ks"), "basic_rummy")
    assert (result.closable[0], result.points[0], result.pattern[0]) == (True, -1, 0)
    assert result.discard[0] == int(rs.Tile("R13"))


def test_gin() -> None:
    hands = ("As 2s 3s 9c 9d 9h 5h 6h 7h 8h Ks", "As 2s 3s 9c 9d 9h 5h 6h 7h 2d Ks")
    result = close_batch(rows_of("gin_rummy", *hands, width=11), "gin_rummy")
    assert result.pattern.tolist() == [0, 1]
    assert result.closable.all()


def test_form_of_distances() -> None:
    rows = rows_of("basic_rummy", "2-9s 3d 4d", "2-9s Ts Js", "As", width=10)
    result = distance_batch(rows, "basic_rummy")
    assert result.distance.tolist() == [1, 0, 9]
    assert result.distance.dtype == np.int8 and len(result) == 3


def test_never_closes() -> None:
    rows = rows_of("basic_rummy", "2s 2h", width=2)
    seen = [tile for tile in rs.get_rules("basic_rummy").deck if tile.rank != 2]
    result = distance_batch(rows, "basic_rummy", seen=seen)
    assert (result.distance.tolist(), result.status.tolist()) == ([-1], [0])


@pytest.mark.parametrize("shape", [(0, 14), (0, 0)])
def test_no_rows(shape: tuple[int, int]) -> None:
    assert len(close_batch(np.empty(shape, np.uint8), "remi")) == 0
    assert len(distance_batch(np.empty(shape, np.uint8), "remi")) == 0


def test_empty_hands() -> None:
    rows = np.empty((2, 0), np.uint8)
    assert not close_batch(rows, "joker_rummy").closable.any()
    assert distance_batch(rows, "joker_rummy").distance.tolist() == [13, 13]


@pytest.mark.parametrize(
    ("ask", "rules", "hand", "options", "message"),
    [
        (close_batch, "remi", "R1 R2 R3", {}, "row 1: 3 tiles, expected 14 to 15"),
        (distance_batch, "basic_rummy", "2-9s 3-9d", {}, "row 1: 15 tiles, expected 0 to 11"),
        (
            distance_batch,
            "remi",
            "R1 R1 *",
            {"seen": "R1"},
            "row 1: hand has 2 of R1, deck 'remi' has 2, 1 of them seen",
        ),
        (
            close_batch,
            "remi",
            CLOSED,
            {"launched": 1},
            "row 1: hand has 2 of *, deck 'remi' has 2, 1 of them seen",
        ),
    ],
)
def test_bad_rows(ask: Any, rules: str, hand: str, options: dict[str, Any], message: str) -> None:
    good = OPEN if ask is close_batch else "R2"
    rows = rows_of(rules, good, hand)
    with pytest.raises(rs.HandError) as fault:
        ask(rows, rules, **options)
    assert str(fault.value) == message
    assert ask(rows, rules, errors="mask", **options).status.tolist() == [0, 1]
    assert ask(rows, rules, where=np.array([True, False]), **options).status.tolist() == [0, 2]


def test_bad_arguments() -> None:
    rows = rows_of("remi", CLOSED)
    with pytest.raises(rs.RummyError, match="jokers launched: expected an integer >= 0, got -1"):
        close_batch(rows, "remi", launched=-1)
    with pytest.raises(
        rs.RuleSetError, match="distance: expected rules without a rearranged table"
    ):
        distance_batch(rows[:, :14].copy(), "rummikub")
    with pytest.raises(rs.HandError, match=r"size: expected an integer 0\.\.32, got 33"):
        distance_batch(rows, "remi", size=33)
    wrong = close_batch(rows[:0], "remi")
    with pytest.raises(rs.RummyError, match=r"out\.closable: expected an array of bool"):
        close_batch(rows, "remi", out=wrong)


def test_where_keeps_what_out_held() -> None:
    rows = rows_of("remi", CLOSED, CLOSED, CLOSED)
    held = ClosingBatch(
        np.array([False] * 3),
        np.full(3, 5, np.int32),
        np.full(3, 6, np.int8),
        np.full(3, 7, np.uint8),
        np.full(3, 8, np.uint8),
    )
    where = np.array([False, True, False])
    assert close_batch(rows, "remi", out=held, where=where) is held
    assert held.closable.tolist() == [False, True, False]
    assert held.points.tolist() == [5, 90, 5]
    assert held.status.tolist() == [8, 0, 8]


def test_rows_with_null_in_arrow() -> None:
    result = close_batch(rows_of("remi", CLOSED, "R1"), "remi", errors="mask")
    columns = to_arrow(result).to_pydict()
    assert columns["closable"] == [True, None]
    assert columns["points"] == [90, None]
    assert columns["status"] == [0, 1]
